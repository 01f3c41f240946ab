//! Symmetric copies, as the program writes them, and filters and leaks over them.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use tourdion::sudoku::canonical::{Canoniser, Symmetry};
use tourdion::sudoku::{Alphabet, Grid, Pattern, Shape};
use tourdion::verify::{Kind, LockstepVerifier, Verifier};
use tourdion::watch::Patient;

use crate::sets;
use crate::support::program::{run, said, tourdion};

const FIRST: &str = "data/first.txt";

fn out(command: &[&str], text: &str) -> String {
    let (code, out, err) = run(command, text);
    assert_eq!((code, &err[..]), (Some(0), ""), "{command:?}");
    out
}

#[test]
fn copies_are_of_the_class_of_their_puzzle_and_lead_back() {
    let command = ["morph", "--quiet", "-n", "3", "--seed", "7", "--mapping", "--inverse", FIRST];
    let (text, mut canoniser) = (out(&command, ""), Canoniser::new());
    let puzzles = sets::first();
    assert_eq!(text.lines().count(), 3 * puzzles.len());
    let mut all: Vec<&str> = Vec::new();
    for (line, puzzle) in text.lines().zip(puzzles.iter().flat_map(|puzzle| [puzzle; 3])) {
        let [copy, mapping, inverse] =
            line.splitn(3, ' ').collect::<Vec<_>>().try_into().expect("three columns");
        let copy: Grid = copy.parse().unwrap();
        let read = |text| Symmetry::read(text, Shape::CLASSIC).unwrap();
        let (mapping, inverse) = (read(mapping), read(inverse.split(' ').next().unwrap()));
        assert_eq!(mapping.inverse(), inverse);
        assert_eq!(mapping.apply(puzzle).as_ref(), Ok(&copy));
        assert_eq!(inverse.apply(&copy).as_ref(), Ok(puzzle));
        assert_eq!(canoniser.form(&copy), canoniser.form(puzzle));
        all.push(&line[..81]);
    }
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 3 * puzzles.len(), "each copy is another");
}

#[test]
fn a_solution_goes_with_its_puzzle() {
    let (code, text, err) = run(
        &[
            "morph",
            "--quiet",
            "-n",
            "20",
            "--seed",
            "1",
            "--solution",
            "answer",
            "--emit",
            "csv",
            "data/answers.csv",
        ],
        "",
    );
    assert_eq!((code, &err[..]), (Some(2), ""), "a row can't be read");
    let checked = said(
        tourdion(["verify", "--quiet", "--emit", "csv", "--column", "copy"])
            .args(["--solution", "copy_solution", "-"])
            .write_stdin(text),
    );
    let before = said(
        tourdion(["verify", "--quiet", "--emit", "csv", "--solution", "answer"])
            .arg("data/answers.csv"),
    );
    let judgement = |row: &csv::StringRecord| {
        let given = row.iter().rev().nth(1).unwrap();
        given.split(':').next().unwrap().to_owned()
    };
    let rows = |text: &str| {
        let mut reader = csv::ReaderBuilder::new().from_reader(text.as_bytes());
        reader.records().map(|row| judgement(&row.unwrap())).collect::<Vec<_>>()
    };
    let expected: Vec<String> =
        rows(&before.1).into_iter().take(4).flat_map(|one| vec![one; 20]).collect();
    assert_eq!(rows(&checked.1)[..80], expected, "{}", checked.2);
}

#[test]
fn other_shapes_and_alphabets_are_copied() {
    let puzzle = "12..........3.....4......56......1..";
    let command =
        ["morph", "--quiet", "-n", "50", "--seed", "2", "--boxes", "2x3", "--mapping", "-"];
    let shape = Shape::new(2, 3).unwrap();
    let grid = |text: &str| Grid::read(text.as_bytes(), shape, &Alphabet::usual(shape)).unwrap().0;
    for line in out(&command, puzzle).lines() {
        let (copy, mapping) = line.split_once(' ').unwrap();
        assert!(!mapping.starts_with('t'), "no grid of this shape is transposed");
        let by = Symmetry::read(mapping, shape).unwrap();
        assert_eq!(by.apply(&grid(puzzle)), Ok(grid(copy)));
    }
    let letters = out(
        &["morph", "--quiet", "--seed", "2", "--boxes", "2x2", "--alphabet", "αβγδ", "-"],
        "α...β...γ...δ...  note\n",
    );
    assert!(
        letters.ends_with("  note\n")
            && letters.chars().filter(|c| "αβγδ".contains(*c)).count() == 4
    );
}

#[test]
fn a_part_that_is_kept_stays_in_place() {
    let command =
        ["morph", "--quiet", "--keep-order", "digits,sides,bands,stacks", "--mapping", "-n", "40"];
    let text = out(&[&command[..], &["--seed", "3", "data/inkala.txt"]].concat(), "");
    for line in text.lines() {
        let by = Symmetry::read(line.split(' ').nth(1).unwrap(), Shape::CLASSIC).unwrap();
        let in_place = |order: &[u8]| (0..9).zip(order).all(|(k, line)| k / 3 == line / 3);
        assert!(!by.is_transposing() && in_place(by.rows()) && in_place(by.columns()), "{by}");
        assert!(by.to_string().ends_with("d123456789"));
    }
}

#[test]
fn more_copies_than_a_sheet_has_room_for_are_the_same() {
    let text = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..,x\n\
                oops\n";
    let text = &format!("{text}{}\n", ".".repeat(81));
    let command = ["morph", "--quiet", "--seed", "4", "--emit", "csv", "-n"];
    let run = |number: &str, threads: &str| {
        run(&[&command[..], &[number, "--threads", threads, "-"]].concat(), text)
    };
    let (few, many) = (run("3", "1").1, run("30000", "1"));
    assert_eq!(many.0, Some(2));
    assert_eq!(many, run("30000", "3"));
    let lines: Vec<&str> = many.1.lines().collect();
    assert_eq!(lines.len(), 1 + 30_000 + 1 + 30_000);
    let few: Vec<&str> = few.lines().collect();
    assert_eq!(few[..4], lines[..4]);
    assert_eq!(few[4..], lines[30_001..30_005]);
}

#[test]
fn a_copy_depends_on_nothing_but_the_seed_and_its_place() {
    let all: Vec<String> = sets::first().iter().take(70).map(ToString::to_string).collect();
    let command = ["morph", "--quiet", "--seed", "5", "--mapping", "-n"];
    let run = |number: &str, text: &str| out(&[&command[..], &[number, "-"]].concat(), text);
    let (one, two) = (run("1", &all.join("\n")), run("2", &all.join("\n")));
    let two: Vec<&str> = two.lines().collect();
    assert!(one.lines().eq(two.iter().copied().step_by(2)));
    // Its neighbours are other text.
    for line in [0, 1, 30, 31, 32, 63, 64, 69] {
        let text: Vec<&str> =
            (0..70).map(|k| if k == line { &all[k][..] } else { "# a comment" }).collect();
        assert_eq!(run("2", &text.join("\n")).lines().collect::<Vec<_>>(), two[2 * line..][..2]);
    }
    // A place on a line is another place, however far along it.
    let row = format!("\"{}\"", all[0]);
    let far = format!("{row},{}", " ".repeat((1 << 19) - row.len() - 1));
    let copies = run("1", &format!("[{}{row}]", far.repeat(32)));
    let mappings: HashSet<&str> =
        copies.lines().filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(mappings.len(), 33);
}

#[test]
fn the_way_between_two_puzzles_is_found_and_counted() {
    let puzzles = sets::first();
    let by = Symmetry::read("tr231456789c123978456d987654321", Shape::CLASSIC).unwrap();
    let target = by.apply(&puzzles[17]).unwrap().to_string();
    let (code, text, err) = run(&["morph", "--quiet", "--to", &target, "--inverse", FIRST], "");
    assert_eq!(code, Some(1), "others are essentially different");
    assert_eq!((text.lines().count(), err.lines().count()), (1, puzzles.len() - 1));
    let columns: Vec<&str> = text.split_whitespace().take(3).collect();
    assert_eq!(columns, [&by.to_string()[..], "1", &by.inverse().to_string()]);
    // A puzzle with automorphisms: as many ways.
    let symmetric = format!("5{}", ".".repeat(80));
    let other = format!("{}2", ".".repeat(80));
    let text = out(&["morph", "--quiet", "--to", &other, &symmetric], "");
    let (mapping, count) = text.trim_end().split_once(' ').unwrap();
    let by = Symmetry::read(mapping, Shape::CLASSIC).unwrap();
    assert_eq!(by.apply(&symmetric.parse().unwrap()).unwrap().to_string(), other);
    assert_eq!(count, (3_359_232 / 81).to_string());
}

#[test]
fn a_shuffled_copy_of_a_catalogue_is_found_row_by_row() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let copies = out(&["morph", "--quiet", "--seed", "9", FIRST], "");
    let mut lines: Vec<&str> = copies.lines().collect();
    lines.sort_unstable(); // random, since the copies are
    let inkala =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    lines.insert(500, inkala);
    fs::write(path("test.txt"), lines.join("\n")).unwrap();
    // The first line of each class.
    let (mut canoniser, mut first) = (Canoniser::new(), HashMap::new());
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(FIRST)).unwrap();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')) {
        let form = canoniser.form(&line[..81].parse().unwrap()).unwrap();
        first.entry(form).or_insert(number);
    }
    let mut place = |line: &str| first.get(&canoniser.form(&line[..81].parse().unwrap()).unwrap());
    let expected: Vec<(usize, usize)> =
        (1..).zip(&lines).filter_map(|(number, line)| Some((number, *place(line)?))).collect();
    assert_eq!(expected.len(), lines.len() - 1);
    for more in [&[][..], &["--memory", "4K"], &["--threads", "1"]] {
        let command = ["canon", "--quiet", "--against", FIRST, &path("test.txt")];
        let (code, found, err) = run(&[&command[..], more].concat(), "");
        assert_eq!((code, &err[..]), (Some(1), ""));
        let mut text = String::new();
        for (line, known) in &expected {
            let place = path("test.txt");
            writeln!(text, "{place}:{line}:1: equals {FIRST}:{known} up to symmetry").unwrap();
        }
        assert_eq!(found, text, "{more:?}");
    }
    let command = ["canon", "--quiet", "--against", FIRST, "--emit", "csv", &path("test.txt")];
    let (_, rows, _) = run(&command, "");
    let mut reader = csv::ReaderBuilder::new().from_reader(rows.as_bytes());
    assert_eq!(reader.headers().unwrap().iter().nth(4), Some("against"));
    let found: Vec<String> =
        reader.records().map(|row| row.unwrap().get(4).unwrap().to_owned()).collect();
    assert_eq!(found[500], "");
    assert_eq!(found[7], format!("{FIRST}:{}", expected[7].1));
}

#[test]
fn classes_that_are_not_there_are_no_leaks() {
    assert_eq!(out(&["canon", "--quiet", "--against", FIRST, "data/inkala.txt"], ""), "");
    let (code, found, err) = run(&["canon", "--quiet", "--against", "missing.txt", FIRST], "");
    assert_eq!((code, &found[..]), (Some(2), ""));
    assert!(err.starts_with("tourdion: missing.txt: can't be opened"), "{err}");
    // Nothing is compared with a part of what was asked for.
    let (_, _, err) = run(&["canon", "--against", FIRST, "--against", "missing.txt", FIRST], "");
    assert_eq!(err.lines().count(), 1, "{err}");
    let (code, _, err) = run(&["canon", "--against", "-"], "");
    assert_eq!(code, Some(2));
    assert!(err.contains("standard input can't be both"), "{err}");
}

#[test]
fn the_other_file_may_have_its_puzzles_in_another_column() {
    let folder = tempfile::tempdir().unwrap();
    let [train, test] =
        ["train.csv", "test.csv"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let [one, other] = [&sets::first()[0], &sets::first()[1]].map(ToString::to_string);
    fs::write(&train, format!("id,start,puzzle\n1,{one},{other}\n")).unwrap();
    fs::write(&test, format!("id,puzzle\na,{one}\nb,{other}\n")).unwrap();
    let against = |more: &[&str]| {
        run(&[&["canon", "--quiet", "--against", &train, &test][..], more].concat(), "").1
    };
    let found = |line, of| format!("{test}:{line}:3: equals {train}:{of} up to symmetry\n");
    assert_eq!(against(&["--against-column", "start"]), found(2, 2));
    assert_eq!(against(&["--against-column", "puzzle", "--column", "puzzle"]), found(3, 2));
    assert_eq!(against(&[]), found(3, 2));
}

#[test]
fn a_column_of_the_other_file_is_asked_for_by_its_own_option() {
    let folder = tempfile::tempdir().unwrap();
    let one = sets::first()[0].to_string();
    let puzzles = format!("{one}\n");
    for (name, text, fault) in [
        ("both.csv", format!("a,b\n{one},{one}\n"), "the columns a, b all have puzzles"),
        ("none.csv", "id,clues\n1,2\n".to_owned(), "no column named puzzle"),
        (
            "both.jsonl",
            format!(r#"{{"quiz": "{one}", "grid": "{one}"}}"#),
            "the members quiz, grid all have puzzles",
        ),
        ("none.jsonl", format!(r#"{{"clues": "{one}"}}"#), "no member `puzzle`"),
    ] {
        let path = folder.path().join(name).to_str().unwrap().to_owned();
        fs::write(&path, text).unwrap();
        for (arguments, way) in [
            (&["canon", "--against", &path][..], "name one with --against-column\n"),
            (&["canon", "--without", &path], "name one with --against-column\n"),
            (&["canon", &path], "name one with --column\n"),
        ] {
            let (code, _, err) = run(arguments, &puzzles);
            assert_eq!(code, Some(2), "{err}");
            assert!(err.contains(fault) && err.contains(way), "{arguments:?}: {err}");
        }
    }
}

/// Whether the puzzle with a number is to be kept.
type Holds<'h> = &'h dyn Fn(usize) -> bool;

#[test]
fn filters_agree_with_a_plain_judgement() {
    let grids: Vec<Grid> = {
        let first = sets::first();
        let mut all: Vec<Grid> = first.iter().take(150).cloned().collect();
        for (k, grid) in first.iter().enumerate().take(150) {
            // Less a clue, with one more, and with a clash.
            let clues: Vec<_> = grid.clues().collect();
            let mut less = grid.clone();
            less.set(clues[k % clues.len()].cell, None);
            let verdict = LockstepVerifier::new().verify(grid);
            let solution = verdict.witnesses()[0].grid().clone();
            let mut more = grid.clone();
            let cell = (0..81).map(|index| Shape::CLASSIC.cell(index));
            let cell = cell.filter(|cell| grid.get(*cell).is_none()).nth(k % 50).unwrap();
            more.set(cell, solution.get(cell));
            let mut clash = grid.clone();
            clash.set(cell, Some(clues[0].digit));
            all.extend([less, more, clash]);
        }
        all
    };
    let mut text = String::new();
    for (k, grid) in grids.iter().enumerate() {
        writeln!(text, "{k},{grid},\"x, {k}\"").unwrap();
    }
    let table = format!("id,puzzle,note\n{text}");
    let (mut verifier, mut canoniser) = (LockstepVerifier::new(), Canoniser::new());
    let pattern = Pattern::of(&grids[5]).to_string();
    let mut kind = |grid: &Grid| verifier.verify(grid).kind();
    let kinds: Vec<Kind> = grids.iter().map(&mut kind).collect();
    let minimal: Vec<bool> = grids
        .iter()
        .zip(&kinds)
        .map(|(grid, kind)| {
            let mut verifier = LockstepVerifier::new();
            *kind == Kind::Proper
                && tourdion::generate::redundant(&mut verifier, grid, &mut Patient)
                    == ControlFlow::Continue(vec![])
        })
        .collect();
    let automorphisms: Vec<u32> =
        grids.iter().map(|grid| canoniser.puzzle(grid).unwrap().automorphisms).collect();
    let clues = |k: usize| grids[k].clue_count();
    let tests: [(&str, Holds<'_>); 9] = [
        ("clues<=22", &|k| clues(k) <= 22),
        ("proper", &|k| kinds[k] == Kind::Proper),
        ("not proper", &|k| kinds[k] != Kind::Proper),
        ("minimal", &|k| minimal[k]),
        ("clues > 21 and minimal", &|k| clues(k) > 21 && minimal[k]),
        ("pseudo or not (minimal or impossible)", &|k| {
            kinds[k] == Kind::Pseudo || !(minimal[k] || kinds[k] == Kind::Impossible)
        }),
        ("automorphisms=1 and verdict!=pseudo", &|k| {
            automorphisms[k] == 1 && kinds[k] != Kind::Pseudo
        }),
        (&format!("pattern={pattern}"), &|k| Pattern::of(&grids[k]).to_string() == pattern),
        ("symmetry=none and clues>=0", &|_| true),
    ];
    for (expression, holds) in tests {
        let kept = text.split_inclusive('\n').enumerate().filter(|(k, _)| holds(*k));
        let expected: String =
            std::iter::once("id,puzzle,note\n").chain(kept.map(|(_, row)| row)).collect();
        assert_eq!(out(&["filter", expression, "--quiet", "-"], &table), expected, "{expression}");
    }
}

#[test]
fn a_filter_keeps_rows_byte_for_byte_and_reports_what_it_can_not_read() {
    let proper =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    // In a list a line is kept with its line end; the last one gets a newline.
    let line = format!("  {proper} # Inkala\r\nx\n{proper}");
    let (code, text, err) = run(&["filter", "proper", "--quiet", "-"], &line);
    assert_eq!((code, text), (Some(2), format!("  {proper} # Inkala\r\n{proper}\n")));
    assert!(err.starts_with("<stdin>:2:1: unreadable: "), "{err}");
    let object = format!("{{\"id\": 1,  \"puzzle\": \"{proper}\"}}\n");
    assert_eq!(out(&["filter", "proper", "--quiet", "-"], &object), object);
    assert_eq!(out(&["filter", "not proper", "--quiet", "-"], &object), "");
    let mark = format!("\u{feff}puzzle;a\r\n\"{proper}\";\"\n\"\r\n");
    assert_eq!(out(&["filter", "proper", "--quiet", "-"], &mark), mark);
    assert_eq!(out(&["filter", "pseudo", "--quiet", "-"], &mark), "\u{feff}puzzle;a\r\n");
    let (code, _, err) = run(&["filter", "clues<=22 und minimal", "-"], "");
    assert_eq!(code, Some(2));
    let caret = "  clues<=22 und minimal\n            ^\n";
    assert!(err.starts_with("tourdion: the expression: expected") && err.ends_with(caret), "{err}");
}
