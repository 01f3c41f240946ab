//! No line is wider than a hundred columns, so that two files fit side by side.
//!
//! ```text
//!      code         every line, comments too, and of pages' styles and scripts
//!      documents    everything but tables and blocks: a block shows the program's output
//!      .ci/*        every line, and of Cargo.toml and Python's files
//! ```
//!
//! A column is a character. A line may be wider if one word of it is longer than sixty: a puzzle or
//! a link can't be broken.
//!
//! Deliberately lacking: the goldens of `tests/cli`, which are the program's output.

use std::fs;
use std::path::Path;

use crate::scanner::{documents, is_repository, sources};

/// The widest line, in columns.
const WIDEST: usize = 100;

/// The longest word, in columns, of a line that has to be broken.
const LONGEST_WORD: usize = 60;

/// Files that are neither code of ours nor documents.
const OTHERS: &[&str] = &[
    ".ci/python",
    ".ci/run",
    ".ci/sanitised",
    "Cargo.toml",
    "python/Cargo.toml",
    "python/bench/columns.py",
    "python/bench/covers.py",
    "python/bench/on_spark.py",
    "python/examples/leakage.py",
    "python/examples/moving.py",
    "python/examples/pipeline.py",
    "python/examples/roster.py",
    "python/examples/tiling.py",
    "python/pyproject.toml",
    "python/tests/conftest.py",
    "python/tests/test_columns.py",
    "python/tests/test_documents.py",
    "python/tests/test_examples.py",
    "python/tests/test_problems.py",
    "python/tests/test_program.py",
    "python/tests/test_spark.py",
    "python/tests/test_work.py",
    "python/tourdion/__init__.py",
    "python/tourdion/_tourdion.pyi",
    "python/tourdion/spark.py",
    "src/draw/path.css",
    "src/draw/path.js",
];

#[test]
fn no_line_is_wider_than_a_hundred_columns() {
    if !is_repository() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let mut faults = Vec::new();
    let mut add = |path: &str, lines: Vec<usize>| {
        faults.extend(lines.into_iter().map(|line| format!("{path}:{line}: too wide")));
    };
    let folders = ["src", "tests", "benches", "examples", "fuzz/targets", "python/src"];
    for (path, text) in folders.into_iter().flat_map(sources) {
        add(&path, wide(text.lines()));
    }
    for (path, text) in documents() {
        add(&path, wide(prose(&text)));
    }
    for path in OTHERS {
        add(path, wide(read(path).lines()));
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// The numbers of the lines that are too wide.
fn wide<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<usize> {
    let columns = |text: &str| text.chars().count();
    let is_wide = |line: &str| {
        columns(line) > WIDEST && line.split_whitespace().all(|word| columns(word) <= LONGEST_WORD)
    };
    lines.zip(1..).filter(|(line, _)| is_wide(line)).map(|(_, number)| number).collect()
}

/// The lines of a document; those of tables and blocks are empty.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_block = false;
    text.lines().map(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_block ^= is_fence;
        if is_block || is_fence || line.starts_with('|') { "" } else { line }
    })
}

#[test]
fn a_line_that_is_too_wide_is_found() {
    let fits = "äöü → ".repeat(16) + "wide";
    assert_eq!(fits.chars().count(), WIDEST);
    let text = format!("{fits}\n{fits}r\n    {fits}\n\n// {fits}\n");
    assert_eq!(wide(text.lines()), [2, 3, 5]);

    let word = "é".repeat(LONGEST_WORD);
    let text = format!("// {word} {fits}\n// {word}é {fits}\n");
    assert_eq!(wide(text.lines()), [1]);
}

#[test]
fn a_document_is_wide_outside_its_tables_and_blocks() {
    let wide_line = "a b ".repeat(30);
    let block = format!("```text\n{wide_line}\n```\n");
    let text = format!("{wide_line}\n| {wide_line} |\n{block}{wide_line}\n{block}- {wide_line}\n");
    assert_eq!(wide(prose(&text)), [1, 6, 10]);
    assert_eq!(wide(text.lines()), [1, 2, 4, 6, 8, 10]);
}
