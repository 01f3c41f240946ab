//! The pictures and pages of `tourdion explain`: read as SVG, checked as text, and loaded by a
//! browser if there is one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use svg::node::element::tag::Type;
use svg::parser::Event;

use crate::support::browser::browser;
use crate::support::program::{Said, said, tourdion};

const NET: &str = "tests/cli/data/net.txt";

/// Explains by nets alone.
fn explain(arguments: &[&str]) -> Said {
    said(tourdion(["explain", "--only", "nets"]).args(arguments))
}

/// The path of a puzzle as it is printed for programs.
fn object(arguments: &[&str]) -> Value {
    let arguments = [&["--emit", "jsonl", "--quiet"], arguments].concat();
    serde_json::from_str(&explain(&arguments).1).unwrap()
}

fn page(folder: &Path, arguments: &[&str]) -> PathBuf {
    let page = folder.join("path.html");
    explain(&[&["--html", page.to_str().unwrap()], arguments].concat());
    page
}

/// The tags of a picture that is well-formed, and the texts of its titles.
fn read(picture: &str) -> (Vec<String>, Vec<String>) {
    let (mut open, mut tags, mut titles) = (Vec::new(), Vec::new(), Vec::new());
    for event in svg::read(picture).unwrap() {
        match event {
            Event::Error(error) => panic!("{error}"),
            Event::Tag(tag, kind, _) => {
                match kind {
                    Type::Start => open.push(tag),
                    Type::End => assert_eq!(open.pop(), Some(tag)),
                    Type::Empty => {}
                }
                if kind != Type::End {
                    tags.push(tag.to_owned());
                }
            }
            Event::Text(text) if open.last() == Some(&"title") => titles.push(text.to_owned()),
            _ => {}
        }
    }
    assert!(open.is_empty());
    (tags, titles)
}

#[test]
fn a_picture_has_all_that_its_net_sets() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("step.svg");
    let path = object(&[NET]);
    let mut kinds = BTreeSet::new();
    for (number, step) in path["steps"].as_array().unwrap().iter().enumerate() {
        let number = (number + 1).to_string();
        explain(&["--picture", picture.to_str().unwrap(), "--step", &number, NET]);
        let (tags, titles) = read(&fs::read_to_string(&picture).unwrap());
        kinds.insert(step["kind"].as_str().unwrap().to_owned());
        let Some(branches) = step["branches"].as_array() else {
            assert!(titles.is_empty() && tags.contains(&"text".to_owned()));
            continue;
        };
        let placements = branches.iter().flat_map(|branch| branch.as_array().unwrap());
        let set: BTreeSet<&str> =
            placements.clone().map(|placement| placement["candidate"].as_str().unwrap()).collect();
        assert_eq!(titles.len(), set.len(), "a mark for each candidate that is set: {titles:?}");
        assert!(
            set.iter().all(|candidate| titles.iter().any(|title| title.starts_with(candidate)))
        );
        let arrows: usize =
            placements.map(|placement| placement["premises"].as_array().unwrap().len()).sum();
        assert!(tags.iter().filter(|tag| *tag == "path").count() >= arrows);
    }
    assert_eq!(kinds.len(), 3, "{kinds:?}");
}

#[test]
fn a_technique_is_drawn_with_what_it_removes() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("step.svg");
    let picture = picture.to_str().unwrap();
    let mut kinds = BTreeSet::new();
    // A chain, a fish with fins and subsets; deadly patterns; nets within nets.
    let puzzles = [
        NET.to_owned(),
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".into(),
    ];
    for puzzle in &puzzles {
        let run = |arguments: &[&str]| said(tourdion(["explain"]).args(arguments));
        let path: Value =
            serde_json::from_str(&run(&["--emit", "jsonl", "--quiet", puzzle]).1).unwrap();
        for (number, step) in path["steps"].as_array().unwrap().iter().enumerate() {
            let Some(technique) = step["technique"].as_str() else { continue };
            if !kinds.insert(technique.to_owned()) {
                continue;
            }
            let number = (number + 1).to_string();
            run(&["--picture", picture, "--step", &number, puzzle]);
            let (tags, titles) = read(&fs::read_to_string(picture).unwrap());
            assert!(!titles.is_empty(), "{technique}: its candidates have names");
            let lines = tags.iter().filter(|tag| *tag == "line").count();
            // A removal has two strokes, an edge and a line; a grid of nine has 20 lines.
            let removed = step["cancelled"].as_array().unwrap().len();
            assert!(lines >= 20 + 2 * removed, "{technique}: {lines}");
        }
    }
    assert!(kinds.len() >= 7, "{kinds:?}");
}

#[test]
fn without_a_number_the_hardest_step_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one.svg", "other.svg"].map(|name| folder.path().join(name));
    let hardest = object(&[NET])["hardest"].to_string();
    assert_eq!(explain(&["--picture", one.to_str().unwrap(), NET]).0, Some(0));
    assert_eq!(
        explain(&["--picture", other.to_str().unwrap(), "--step", &hardest, NET]).0,
        Some(0)
    );
    assert_eq!(fs::read(one).unwrap(), fs::read(other).unwrap());
}

#[test]
fn the_picture_of_the_docs_is_what_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("net.svg");
    assert_eq!(explain(&["--picture", picture.to_str().unwrap(), "--step", "21", NET]).0, Some(0));
    let shown = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/net.svg");
    assert_eq!(fs::read_to_string(picture).unwrap(), fs::read_to_string(shown).unwrap());
}

#[test]
fn the_combinations_of_an_aligned_exclusion_are_in_its_object() {
    let puzzle =
        "....56.8...67...237.....4.5.1.93....3.......7.4..7......23.........91.5..3..65...";
    let (_, text, _) = said(tourdion(["explain"]).args(["--emit", "jsonl", "--quiet", puzzle]));
    let path: Value = serde_json::from_str(&text).unwrap();
    let steps = path["steps"].as_array().unwrap();
    let aligned = steps.iter().find(|step| step["technique"] == "aligned pair exclusion").unwrap();
    let combinations = serde_json::json!([{"with": "r2c1=8", "excluded": [
        "r7c2<>5 (r2c2 is 5 or 8)", "r7c2<>6 (r8c1 is 6 or 8)", "r7c2<>9 (r3c2 is 8 or 9)",
    ]}]);
    assert_eq!(
        (&aligned["combinations"], &aligned["cancelled"][0]),
        (&combinations, &"r2c1<>8".into())
    );
    let others = steps.iter().filter(|step| step["technique"] != "aligned pair exclusion");
    assert!(others.clone().count() > 5);
    others.for_each(|step| assert_eq!(step.get("combinations"), None, "{step}"));
}

#[test]
fn a_page_has_all_steps_and_needs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, boxes) in
        [(&[NET][..], 9), (&["--smart", NET], 9), (&["--boxes", "2x2", "1.......3......4"], 4)]
    {
        let steps = object(arguments)["steps"].as_array().unwrap().len();
        let page = fs::read_to_string(page(folder.path(), arguments)).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
        assert_eq!(page.matches("<section").count(), steps + 1);
        assert_eq!(page.matches("<li><a ").count(), steps + 1);
        let elsewhere = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!elsewhere.contains("http") && !elsewhere.contains("src="), "nothing is fetched");
        let pictures = page.split("<svg").skip(1).map(|rest| rest.split("</svg>").next().unwrap());
        let mut names = BTreeSet::new();
        for picture in pictures {
            let picture = format!("<svg{picture}</svg>");
            read(&picture);
            assert!(picture.contains(&format!("c{boxes}\n")), "all columns have names");
            for name in picture
                .split(" id=\"")
                .skip(1)
                .map(|rest| rest.split('"').next().unwrap().to_owned())
            {
                assert!(names.insert(name), "names are not used twice on a page");
            }
        }
    }
}

/// The first step of Inkala's puzzle, a nested net, is longer than a sheet of paper.
#[test]
fn a_step_that_does_not_fit_on_a_sheet_is_marked() {
    let folder = tempfile::tempdir().unwrap();
    let inkala =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let page = folder.path().join("path.html");
    let arguments = ["explain", "--html", page.to_str().unwrap(), inkala];
    assert_eq!(said(&mut tourdion(arguments)).0, Some(0));
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("<section id=\"s1\" class=\"long\">"));
    assert!(page.contains("<section id=\"s2\">"));
}

#[test]
fn a_picture_that_is_refused_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("step.svg");
    assert_eq!(explain(&["--picture", picture.to_str().unwrap(), "--step", "99", NET]).0, Some(2));
    assert!(!picture.exists());
    assert_eq!(
        explain(&["--html", folder.path().join("no/page.html").to_str().unwrap(), NET]).0,
        Some(2)
    );
    let page = folder.path().join("page.png");
    let (code, _, err) = explain(&["--html", page.to_str().unwrap(), NET]);
    assert_eq!(code, Some(2));
    assert!(err.contains("--html: expected FILE.html, found `"), "{err}");
    assert!(!page.exists());
}

#[cfg(not(feature = "pictures"))]
#[test]
fn without_pictures_there_is_no_png() {
    let (code, _, errors) = explain(&["--picture", "step.png", NET]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("--features pictures"), "{errors}");
    assert!(!Path::new("step.png").exists());
}

#[test]
fn a_chain_is_written_once() {
    let folder = tempfile::tempdir().unwrap();
    let page = fs::read_to_string(page(folder.path(), &[NET])).unwrap();
    let path = object(&[NET]);
    let chains: Vec<&str> = path["steps"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|step| step["eureka"].as_str())
        .collect();
    assert!(chains.len() > 3);
    for chain in chains {
        let chain = chain.replace('<', "&lt;").replace('>', "&gt;");
        assert_eq!(page.matches(&chain).count(), 1, "{chain}");
    }
}

/// Such an exclusion had no words, and a search for it alone panicked.
#[test]
fn three_cells_may_exclude_a_digit_by_themselves() {
    let puzzle =
        "1....6......9.58...4.7.19..4.75.....5.813.7..........66...7...23.......4......1..";
    let (_, text, _) = said(tourdion(["explain", "--quiet"]).args([
        "--only",
        "aligned triplet exclusion",
        puzzle,
    ]));
    let line = text.lines().find(|line| line.contains("leave to one another"));
    assert!(line.is_some_and(|line| line.contains("Aligned triplet exclusion")), "{text}");
}

#[test]
fn a_page_has_the_name_of_its_file_or_its_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let title = |arguments: &[&str]| {
        let page = fs::read_to_string(page(folder.path(), arguments)).unwrap();
        assert!(!page.contains("argument&gt;") && !page.contains("<argument>"));
        let title = |tag: &str| {
            let inside = page.split(tag).nth(1).unwrap();
            inside.split(&tag.replace('<', "</")).next().unwrap().to_owned()
        };
        title("<title>")
    };
    let puzzle = "1.......3......4";
    assert_eq!(title(&["--boxes", "2x2", puzzle]), format!("Puzzle {puzzle}: step by step"));
    let file = folder.path().join("a&<b>\"c\".txt");
    fs::write(&file, puzzle).unwrap();
    let name = title(&["--boxes", "2x2", file.to_str().unwrap()]);
    assert!(name.ends_with("/a&amp;&lt;b&gt;&quot;c&quot;.txt: step by step"), "{name}");
}

#[test]
fn the_address_says_which_step_is_shown() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let page = page(folder.path(), &[NET]);
    let script = "
        const state = () => [...document.querySelectorAll('main section')]
            .filter(section => box(section).height > 0)
            .map(section => section.id).concat(location.hash,
                document.querySelector('[aria-current]').hash,
                document.querySelector('#where').textContent).join(' ');
        answer.states = [];
        const note = async () => { await wait(); answer.states.push(state()); };
        await note();
        answer.heading = document.querySelector('#s21 h2').textContent;
        answer.title = document.title;
        await press('ArrowRight'); await note();
        await press('ArrowLeft'); await press('ArrowLeft'); await note();
        document.querySelector('#on').click(); await note();
        history.back(); await wait(); await note();
        history.forward(); await wait(); await note();
        document.querySelector('#steps a[href=\"#s3\"]').click(); await note();
        await press('End'); await note();
        await press('ArrowRight'); await note();
        await press('Home'); await note();
        document.querySelector('#back').click(); await note();
        answer.keptFromTheBrowser = [await press('ArrowLeft', { altKey: true }), await press('a')];
        await note();
        location.hash = '#nothing'; await wait();
        answer.unknown = document.querySelector('.shown').id;";
    let answer = browser.ask(&page, "#s21", (1280, 720), script);
    assert_eq!(answer["heading"], "21. Net: r1c4 is 1 or 3");
    assert_eq!(answer["title"], format!("21. net of 6 · {NET}: step by step"));
    let expected = [
        "s21 #s21 #s21 21 of 24",
        "s22 #s22 #s22 22 of 24",
        "s20 #s20 #s20 20 of 24",
        "s21 #s21 #s21 21 of 24",
        "s20 #s20 #s20 20 of 24",
        "s21 #s21 #s21 21 of 24",
        "s3 #s3 #s3 3 of 24",
        "end #end #end the end",
        "end #end #end the end",
        "s1 #s1 #s1 1 of 24",
        "s1 #s1 #s1 1 of 24",
        "s1 #s1 #s1 1 of 24",
    ];
    assert_eq!(answer["states"], serde_json::json!(expected));
    assert_eq!(answer["keptFromTheBrowser"], serde_json::json!([false, false]));
    assert_eq!(answer["unknown"], "s1");
}

/// How far the words and the picture of each step reach, and how wide the page is.
const MEASURE: &str = "
    answer.steps = [];
    for (const section of document.querySelectorAll('main section')) {
        location.hash = section.id;
        await wait();
        const [words, picture] =
            [box(section.querySelector('.description')), box(section.querySelector('svg'))];
        answer.steps.push({ id: section.id, wide: document.documentElement.scrollWidth,
            words: words.bottom, picture: picture.bottom, beside: words.left >= picture.right,
            below: words.top >= picture.bottom });
    }";

#[test]
fn a_step_is_seen_at_once_on_a_screen() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let singles =
        "4.1..........21.8..6...........3.6.........9.523...7....49..13.9.81........7....2";
    let net = ".7....293.....3.4...2...6..8...4....59.6.2......1.9.3.....31.....4...86.2......7.";
    for puzzle in [singles, net] {
        let page = page(folder.path(), &[puzzle]);
        let answer = browser.ask(&page, "", (1280, 720), MEASURE);
        let steps = answer["steps"].as_array().unwrap();
        assert!(steps.len() > 1);
        for step in steps {
            assert!(step["wide"].as_f64().unwrap() <= 1280.0, "{step}");
            assert!(step["words"].as_f64().unwrap() <= 720.0, "{step}");
            assert!(step["picture"].as_f64().unwrap() <= 720.0, "{step}");
            assert_eq!(step["beside"], true, "{step}");
        }
    }
    // A net of 46 placements has more words than a screen. The picture stays while they are read.
    let page = page(folder.path(), &["--smart", net]);
    let script = "
        const section = document.querySelector('#s4');
        const top = name => box(section.querySelector(name)).top;
        answer.before = [top('svg'), top('.conclusion') < 720];
        scrollTo(0, 100); await wait();
        answer.after = [top('svg'), top('.conclusion') < 720];";
    let answer = browser.ask(&page, "#s4", (1280, 720), script);
    assert_eq!(answer["before"], answer["after"]);
    assert_eq!(answer["before"][1], true);
}

#[test]
fn a_page_fits_a_phone() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    // A name that no line has room for.
    let file = folder.path().join("long".repeat(30));
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(NET), &file).unwrap();
    let page = page(folder.path(), &[file.to_str().unwrap()]);
    let script = format!(
        "const list = document.querySelector('#steps details');
        answer.folded = [list.open];
        answer.fingers = ['#on', '#back', '#steps summary']
            .map(name => box(document.querySelector(name)).height);
        document.querySelector('#steps summary').click(); await wait();
        answer.folded.push(list.open, document.documentElement.scrollWidth <= 380);
        document.querySelector('#steps a[href=\"#s5\"]').click(); await wait();
        answer.folded.push(list.open, location.hash);
        {MEASURE}"
    );
    let answer = browser.ask(&page, "", (380, 800), &script);
    assert_eq!(answer["folded"], serde_json::json!([false, true, true, false, "#s5"]));
    let heights = answer["fingers"].as_array().unwrap();
    assert!(heights.iter().all(|height| height.as_f64().unwrap() >= 44.0), "{heights:?}");
    for step in answer["steps"].as_array().unwrap() {
        assert!(step["wide"].as_f64().unwrap() <= 380.0, "{step}");
        assert_eq!(step["below"], true, "{step}");
    }
    let head = fs::read_to_string(&page).unwrap();
    assert!(
        head.contains("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
    );
}
