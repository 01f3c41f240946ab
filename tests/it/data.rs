//! The files of `data/` are what their README says: every byte, every puzzle, every verdict.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tourdion::catalogue::{Entry, Input, ReadProgress, Reading, chunks};
use tourdion::sudoku::{Alphabet, Grid, Shape};
use tourdion::verify::{LinksVerifier, Verifier};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data")
}

/// A row of the README's table.
struct Row {
    file: String,
    shape: Shape,
    puzzles: String,
    sha256: String,
}

fn readme() -> Vec<Row> {
    let text = fs::read_to_string(data().join("README.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let rows = rows.map(|line| {
        let fields: Vec<&str> =
            line.trim_matches('|').split('|').map(|f| f.trim().trim_matches('`')).collect();
        let [file, shape, puzzles, _what, _made, sha256] = fields[..] else { panic!("six fields: {line}") };
        let shape = shape.parse().unwrap();
        Row { file: file.into(), shape, puzzles: puzzles.into(), sha256: sha256.into() }
    });
    rows.collect()
}

/// The puzzles of a file, each with its trailing text. Nothing in it may be unreadable.
fn puzzles(file: &str, shape: Shape) -> Vec<(Grid, String)> {
    let reading = Reading { shape, alphabet: Alphabet::usual(shape), ..Reading::default() };
    let mut puzzles = Vec::new();
    for chunk in chunks(vec![Input::new(data().join(file))], &reading, ReadProgress::new()) {
        let chunk = chunk.unwrap_or_else(|error| panic!("{file}: {error}"));
        let _ = chunk.for_each(&reading, |entry| {
            match entry {
                Entry::Puzzle(record) => {
                    let trailing = String::from_utf8(record.trailing.to_vec()).unwrap();
                    puzzles.push((record.grid, trailing));
                }
                Entry::Unreadable(error) => panic!("{file}:{}: {}", error.line, error.problem),
            }
            ControlFlow::<()>::Continue(())
        });
    }
    puzzles
}

/// `997 proper, 2 pseudo, 1 impossible`, without what there is none of.
fn tally(puzzles: &[(Grid, String)], verifier: &mut LinksVerifier) -> String {
    let mut counts = BTreeMap::<String, usize>::new();
    for (puzzle, _) in puzzles {
        let verdict = verifier.verify(puzzle);
        verdict.check(puzzle).unwrap();
        *counts.entry(verdict.to_string()).or_default() += 1;
    }
    let verdicts = ["proper", "pseudo", "impossible"];
    let parts = verdicts.iter().filter_map(|&v| counts.get(v).map(|count| format!("{count} {v}")));
    parts.collect::<Vec<_>>().join(", ")
}

#[test]
fn every_file_is_in_the_readme_with_its_checksum() {
    let mut named = vec!["README.md".to_owned()];
    for row in readme() {
        let digest = Sha256::digest(fs::read(data().join(&row.file)).unwrap());
        let digest: Vec<String> = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest.concat(), row.sha256, "{}", row.file);
        named.push(row.file);
    }
    for folder in ["", "forms/"] {
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
        let puzzles = puzzles(&row.file, row.shape);
        assert_eq!(tally(&puzzles, &mut verifier), row.puzzles, "{}", row.file);
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
