//! A puzzle as it was read: of clues, or of pencil marks.
//!
//! ```text
//!   N² symbols      4.....8.5.3…          clues
//!   N³ symbols      ...4.....12...6789…   pencil marks: a place for each digit of each cell
//! ```
//!
//! Invariant: a puzzle of pencil marks that the [`Reading`] refuses is unreadable, with its words.
//! Deliberately lacking: pencil marks in frames; see [`framed`](super::framed).

use super::symbols::{self, Flaw};
use super::{Entry, Reading, Record};
use crate::sudoku::{BadMarks, Grid, Marks};

/// A puzzle of either kind.
pub(super) enum Given {
    Clues(Grid),
    Marks(Marks),
}

impl Given {
    /// Whether it has a digit in each cell, and so is rather a solution.
    pub(super) fn is_full(&self) -> bool {
        matches!(self, Given::Clues(grid) if grid.is_full())
    }

    /// The entry of a puzzle with what stands beside it.
    pub(super) fn entry<'c>(self, beside: Record<'c, ()>, reading: &Reading) -> Entry<'c> {
        match (self, reading.no_marks) {
            (Given::Clues(grid), _) => Entry::Puzzle(beside.with(grid)),
            (Given::Marks(marks), None) => Entry::Sukaku(beside.with(marks)),
            (Given::Marks(_), Some(why)) => {
                let unreadable = Flaw::new(beside.column, why).on(beside.line);
                Entry::Unreadable(unreadable.written(beside.written))
            }
        }
    }
}

/// Reads pencil marks from the beginning of `text`, and returns the text after them. `None` if its
/// first word has another length. `is_end` says whether a byte may follow them.
pub(super) fn marks<'t>(
    text: &'t [u8],
    reading: &Reading,
    is_end: impl Fn(u8) -> bool,
) -> Option<Result<(Marks, &'t [u8]), Flaw>> {
    let length = reading.shape.cells() * reading.shape.size();
    if let Some((symbols, rest)) = text.split_at_checked(length)
        && rest.first().is_none_or(|&byte| is_end(byte))
        && let Some(marks) = Marks::of_ascii(symbols, reading.shape, &reading.alphabet)
    {
        return Some(Ok((marks, rest)));
    }
    let end = text.iter().position(|&byte| is_end(byte)).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    if symbols::width(word) != length as u64 {
        return None;
    }
    let read = Marks::read(str::from_utf8(word).ok()?, reading.shape, &reading.alphabet);
    Some(read.map(|marks| (marks, rest)).map_err(flaw))
}

/// A fault of pencil marks on a line.
pub(super) fn flaw(bad: BadMarks) -> Flaw {
    Flaw::new(bad.column as u64, bad.problem.to_string())
}
