//! Only for tests of forms: a small reading, and entries as texts to compare.

use super::{Entry, Reading};
use crate::sudoku::{Alphabet, Shape};

/// How grids of 4×4 are read.
pub(super) fn small() -> Reading {
    let shape = Shape::new(2, 2).expect("boxes of 2x2");
    Reading { shape, alphabet: Alphabet::usual(shape), ..Reading::default() }
}

/// The place of an entry, and its puzzle or what is wrong: `3:1 1...2...3...4...`.
pub(super) fn described(entry: &Entry<'_>) -> String {
    match entry {
        Entry::Puzzle(r) => format!("{}:{} {}", r.line, r.column, r.puzzle),
        Entry::Sukaku(r) => format!("{}:{} {}", r.line, r.column, r.puzzle),
        Entry::Unreadable(e) => format!("{}:{} {}", e.line, e.column, e.fault),
    }
}
