//! Pictures of search trees, read as SVG; and names of pictures that every command refuses.
//! Plots and PNG, for which a feature is needed, are in `tests/pictures`.

use std::fs;
use std::path::Path;

use svg::node::element::tag::Type;
use svg::parser::Event;
use tourdion::draw;
use tourdion::logic::{NetFinder, Path as Steps, Pencil, Strategy};
use tourdion::sudoku::{Alphabet, Grid, Shape};

use crate::support::program::{Said, said, tourdion};

#[cfg(not(feature = "pictures"))]
#[test]
fn without_pictures_it_is_said() {
    let compare = ["compare", "data/first.txt", "--report", "page.html"];
    let (code, _, errors) = said(&mut tourdion(compare));
    assert_eq!(code, Some(2));
    assert!(errors.contains("--features pictures"), "{errors}");
    assert!(!std::path::Path::new("page.html").exists());
}

/// The words of a picture, one after another.
fn words(picture: &str) -> String {
    let mut words = Vec::new();
    for event in svg::read(picture).unwrap() {
        if let Event::Text(text) = event {
            words.extend(text.split_whitespace());
        }
    }
    words.join(" ")
}

#[test]
fn green_squares_are_explained_where_there_are_some() {
    const GREEN: &str = "fill=\"#008460\"";
    let finder = NetFinder::new(Shape::CLASSIC);
    let strategy = Strategy { is_proper: true, ..Strategy::default() };
    let alphabet = Alphabet::usual(Shape::CLASSIC);
    let puzzles = fs::read_to_string("data/techniques.txt").unwrap();
    let puzzles = puzzles.lines().filter(|line| !line.starts_with('#')).take(30);
    let mut seen = [0, 0];
    for puzzle in puzzles {
        let puzzle: Grid = puzzle[..81].parse().unwrap();
        let path = Steps::find(&Pencil::of(&puzzle), &strategy, &finder);
        for number in 1..=path.steps.len() {
            let picture = draw::step(&path, number, &alphabet).unwrap();
            let words = words(&picture);
            let is_of_one_fish = !words.contains("in one of two fish");
            if words.contains("need one of the blue candidates") && is_of_one_fish {
                let is_explained = words.contains("Green squares");
                assert_eq!(is_explained, picture.contains(GREEN), "{puzzle} {number}: {words}");
                seen[usize::from(is_explained)] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 2), "{seen:?}");
}

/// A picture of `tourdion compare --tree`, and what it printed as CSV.
fn tree(folder: &Path, arguments: &[&str]) -> (String, String) {
    let picture = folder.join("trees.svg");
    let mut compare = tourdion(["compare", "--quiet", "--passes", "1", "--emit", "csv"]);
    let (code, rows, errors) = said(compare.args(arguments).arg("--tree").arg(&picture));
    assert_eq!(code, Some(0), "{errors}");
    (fs::read_to_string(picture).unwrap(), rows)
}

/// What there is of a tree in a picture.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    nodes: u64,
    solutions: u64,
    missing: u64,
}

/// The two trees of a picture, and all its texts that are no names. Its tags have to be closed in
/// their order.
fn seen(picture: &str) -> (Vec<Seen>, Vec<String>) {
    let (mut open, mut trees, mut texts) = (Vec::new(), Vec::<Seen>::new(), Vec::new());
    for event in svg::read(picture).unwrap() {
        match event {
            Event::Error(error) => panic!("{error}"),
            Event::Tag(tag, Type::Start, attributes) => {
                let class = attributes.get("class").map_or(String::new(), ToString::to_string);
                if class == "tree" {
                    trees.push(Seen::default());
                }
                open.push((tag, class));
            }
            Event::Tag(tag, Type::End, _) => assert_eq!(open.pop().map(|(tag, _)| tag), Some(tag)),
            Event::Text(text) => match &open[..] {
                [.., (_, class), _mark, ("title", _)] => {
                    let gap = text
                        .strip_suffix(" nodes that are not drawn")
                        .map(|number| number.replace(',', ""));
                    match (class.as_str(), trees.last_mut()) {
                        ("several" | "one" | "ends", Some(tree)) => tree.nodes += 1,
                        ("solutions", Some(tree)) => {
                            tree.nodes += 1;
                            tree.solutions += 1;
                        }
                        ("gaps", Some(tree)) => {
                            tree.missing += gap.unwrap().parse::<u64>().unwrap();
                        }
                        _ => assert_eq!(class, "sample"),
                    }
                }
                _ => texts.push(text.to_owned()),
            },
            _ => {}
        }
    }
    assert!(open.is_empty());
    (trees, texts)
}

/// The nodes in each row of what was printed.
fn nodes_of(rows: &str) -> Vec<u64> {
    rows.lines().skip(1).map(|row| row.split(',').nth(7).unwrap().parse().unwrap()).collect()
}

#[test]
fn a_picture_has_all_nodes_of_both_trees() {
    let folder = tempfile::tempdir().unwrap();
    let (picture, rows) =
        tree(folder.path(), &["--puzzles", "1", "--tree-nodes", "500", "data/first.txt"]);
    let (trees, texts) = seen(&picture);
    let [links, listed] = &trees[..] else { panic!("two trees") };
    let nodes = nodes_of(&rows);
    assert_eq!(*links, Seen { nodes: nodes[0], solutions: 1, missing: 0 });
    assert_eq!((listed.solutions, listed.nodes + listed.missing), (1, nodes[1]));
    assert!((500..600).contains(&listed.nodes));
    let says =
        |what: &str| assert!(texts.iter().any(|text| text.contains(what)), "{what}: {texts:?}");
    says(&format!("{} of them are drawn", listed.nodes));
    says("59 nodes; proper; ");
    says("38,164 nodes; proper; ");
    says("646 times as many nodes");
}

#[test]
fn pictures_of_all_kinds_of_puzzles_are_read_as_svg() {
    let folder = tempfile::tempdir().unwrap();
    for (puzzle, boxes, engines, solutions) in [
        ("................", "2x2", "links,pick+1", 2),
        ("11..............", "2x2", "links,listed", 0),
        ("1234341221434321", "2x2", "fewest,permute", 1),
        (
            ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
            "3x3",
            "links,links",
            0,
        ),
    ] {
        // A name that XML has signs for, and one that it can't have at all.
        let file = folder.path().join("a&<\u{1b}>.txt");
        fs::write(&file, puzzle).unwrap();
        let arguments = ["--boxes", boxes, "--engine", engines, file.to_str().unwrap()];
        let (picture, rows) = tree(folder.path(), &arguments);
        let (trees, texts) = seen(&picture);
        assert!(
            !picture.contains('\u{1b}')
                && texts.iter().any(|text| text.contains("a&amp;&lt;\u{fffd}&gt;.txt"))
        );
        for (tree, nodes) in trees.iter().zip(nodes_of(&rows)) {
            assert_eq!(
                (tree.nodes + tree.missing, tree.solutions),
                (nodes, solutions),
                "{puzzle}: {engines}"
            );
        }
    }
}

#[test]
fn a_picture_that_is_refused_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("trees.svg");
    for (arguments, why) in [
        (&["data/seeds.txt"][..], "--tree draws one puzzle; there are 3 (try --puzzles 1)"),
        (&["--engine", "links,lockstep", "data/seeds.txt"], "lockstep has no tree to look at"),
        (
            &["--engine", "links", "data/seeds.txt"],
            "--tree draws two engines side by side; there are 1",
        ),
        (&["/dev/null"], "there is no puzzle in it"),
    ] {
        let mut compare = tourdion(["compare", "--quiet"]);
        let (code, _, errors) = said(compare.args(arguments).arg("--tree").arg(&picture));
        assert_eq!(code, Some(2));
        assert!(errors.contains(why), "{errors}");
        assert!(!picture.exists());
    }
    let compare = ["compare", "data/first.txt", "--tree", "no/such/folder/trees.svg"];
    let (code, _, errors) = said(&mut tourdion(compare));
    assert_eq!(code, Some(2));
    assert!(errors.contains("can't write no/such/folder/trees.svg"), "{errors}");
}

/// Commands that draw a picture into the file whose name follows.
const PICTURES: [&[&str]; 3] = [
    &["compare", "--quiet", "--puzzles", "1", "--tree-nodes", "200", "data/first.txt", "--tree"],
    &["cover", "--make", "dominoes:4x4", "--svg"],
    &["explain", "data/inkala.txt", "--picture"],
];

fn drawn(command: &[&str], picture: &Path) -> Said {
    said(tourdion(command).arg(picture))
}

#[test]
fn a_picture_is_what_its_name_says_or_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = if cfg!(feature = "pictures") { &["a.gif"][..] } else { &["a.gif", "a.png"] };
    for (command, name) in
        PICTURES.iter().flat_map(|command| refused.iter().map(move |name| (command, name)))
    {
        let picture = folder.path().join(name);
        let (code, printed, errors) = drawn(command, &picture);
        assert_eq!(code, Some(2));
        assert!(
            errors.contains("FILE.svg or FILE.png") || errors.contains("a PNG needs"),
            "{errors}"
        );
        assert!(!picture.exists() && printed.is_empty(), "{command:?}");
    }
}
