//! The files of `data/` match their README: every byte, every puzzle, every verdict.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tourdion::catalogue::{Entry, Input, ReadProgress, Reading, chunks};
use tourdion::cover::{Cells, Engine, Problem};
use tourdion::sudoku::{Alphabet, Grid, Shape};
use tourdion::verify::{LinksVerifier, Verifier};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data")
}

/// A row of the README's table of catalogues.
struct Row {
    file: String,
    shape: Shape,
    puzzles: String,
}

/// The rows of the README's tables of which the first cell names a file.
fn rows() -> Vec<Vec<String>> {
    let text = fs::read_to_string(data().join("README.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let fields = |line: &str| {
        line.trim_matches('|').split('|').map(|f| f.trim().trim_matches('`').to_owned()).collect()
    };
    rows.map(fields).collect()
}

/// The catalogues: the rows with six fields.
fn readme() -> Vec<Row> {
    let rows = rows().into_iter().filter(|row| row.len() == 6);
    let rows = rows.map(|row| Row {
        file: row[0].clone(),
        shape: row[1].parse().unwrap(),
        puzzles: row[2].clone(),
    });
    rows.collect()
}

/// The puzzles of a file, each with its trailing text. Nothing in it may be unreadable.
fn puzzles(file: &str, shape: Shape) -> Vec<(Grid, String)> {
    let (puzzles, unreadable) = entries(file, shape);
    assert_eq!(unreadable, 0, "{file}");
    puzzles
}

/// The puzzles of a file, each with its trailing text, and the number of what is unreadable.
fn entries(file: &str, shape: Shape) -> (Vec<(Grid, String)>, usize) {
    let reading = Reading { shape, alphabet: Alphabet::usual(shape), ..Reading::default() };
    let (mut puzzles, mut unreadable) = (Vec::new(), 0);
    for chunk in chunks(vec![Input::new(data().join(file))], &reading, ReadProgress::new()) {
        let chunk = chunk.unwrap_or_else(|error| panic!("{file}: {error}"));
        let _ = chunk.for_each(&reading, |entry| {
            match entry {
                Entry::Puzzle(record) => {
                    let trailing = String::from_utf8(record.trailing.to_vec()).unwrap();
                    puzzles.push((record.puzzle, trailing));
                }
                Entry::Sukaku(_) | Entry::Unreadable(_) => unreadable += 1,
            }
            ControlFlow::<()>::Continue(())
        });
    }
    (puzzles, unreadable)
}

/// `997 proper, 2 pseudo, 1 impossible, 1 unreadable`, without what there is none of.
fn tally(
    (puzzles, unreadable): &(Vec<(Grid, String)>, usize),
    verifier: &mut LinksVerifier,
) -> String {
    let mut counts = BTreeMap::<String, usize>::new();
    counts.extend((*unreadable > 0).then(|| ("unreadable".to_owned(), *unreadable)));
    for (puzzle, _) in puzzles {
        let verdict = verifier.verify(puzzle);
        verdict.check(puzzle).unwrap();
        *counts.entry(verdict.to_string()).or_default() += 1;
    }
    let verdicts = ["proper", "pseudo", "impossible", "unreadable"];
    let parts = verdicts.iter().filter_map(|&v| counts.get(v).map(|count| format!("{count} {v}")));
    parts.collect::<Vec<_>>().join(", ")
}

#[test]
fn every_file_is_in_the_readme_with_its_checksum() {
    let mut named = vec!["README.md".to_owned()];
    for row in rows() {
        let digest = Sha256::digest(fs::read(data().join(&row[0])).unwrap());
        let digest: Vec<String> = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(&digest.concat(), row.last().unwrap(), "{}", row[0]);
        named.push(row[0].clone());
    }
    for folder in ["", "forms/", "problems/"] {
        for entry in fs::read_dir(data().join(folder)).unwrap().map(Result::unwrap) {
            let name = format!("{folder}{}", entry.file_name().into_string().unwrap());
            assert!(entry.path().is_dir() || named.contains(&name), "{name} is not in the README");
        }
    }
}

#[test]
fn every_file_has_the_puzzles_that_the_readme_counts() {
    let mut verifier = LinksVerifier::default();
    for row in readme() {
        let entries = entries(&row.file, row.shape);
        assert_eq!(tally(&entries, &mut verifier), row.puzzles, "{}", row.file);
    }
}

#[test]
fn every_problem_has_the_covers_that_the_readme_counts() {
    for row in rows().iter().filter(|row| row.len() == 4) {
        let problem: Problem = fs::read_to_string(data().join(&row[0])).unwrap().parse().unwrap();
        let covers = Cells::new(&problem).unwrap().count(u64::MAX);
        assert_eq!(covers.to_string(), row[1], "{}", row[0]);
    }
}

#[test]
fn the_seeds_are_what_their_lines_say() {
    let mut verifier = LinksVerifier::default();
    for (puzzle, trailing) in puzzles("seeds.txt", Shape::CLASSIC) {
        let (verdict, _source) = trailing.trim().split_once(": ").unwrap();
        assert_eq!(verifier.verify(&puzzle).to_string(), verdict, "{puzzle}");
    }
}

#[test]
fn every_form_has_the_same_puzzles() {
    let grids = |file: &str| -> Vec<Grid> {
        puzzles(file, Shape::CLASSIC).into_iter().map(|(puzzle, _)| puzzle).collect()
    };
    let seeds = grids("seeds.txt");
    for row in readme().iter().filter(|row| row.file.starts_with("forms/")) {
        assert_eq!(grids(&row.file), seeds, "{}", row.file);
    }
}

#[test]
fn no_clue_of_a_minimal_puzzle_can_go() {
    let mut verifier = LinksVerifier::default();
    for (puzzle, _) in puzzles("first.txt", Shape::CLASSIC) {
        for clue in puzzle.clues() {
            let mut less = puzzle.clone();
            less.set(clue.cell, None);
            assert!(!verifier.verify(&less).is_proper(), "{puzzle} without {clue}");
        }
    }
}
