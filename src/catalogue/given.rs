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
use super::{Entry, Reading, Record, UnreadableKind};
use crate::sudoku::{Grid, Marks, MarksError};

/// A puzzle of either kind.
#[derive(Debug)]
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
    #[inline]
    pub(super) fn entry<'c>(self, beside: Record<'c, ()>, reading: &Reading) -> Entry<'c> {
        match (self, reading.no_marks) {
            (Given::Clues(grid), _) => Entry::Puzzle(beside.with(grid)),
            (Given::Marks(marks), None) => Entry::Sukaku(beside.with(marks)),
            (Given::Marks(_), Some(why)) => {
                let flaw = Flaw::new(beside.column, why).of_kind(UnreadableKind::PencilMarks);
                let unreadable = flaw.on(beside.line);
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
    Some(read.map(|marks| (marks, rest)).map_err(|error| flaw(&error)))
}

/// A fault of pencil marks on a line.
pub(super) fn flaw(error: &MarksError) -> Flaw {
    Flaw::new(error.column as u64, error.fault.to_string())
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;
    use crate::sudoku::{Alphabet, Shape};

    impl fmt::Display for Given {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                Given::Clues(grid) => grid.fmt(f),
                Given::Marks(marks) => marks.fmt(f),
            }
        }
    }

    #[test]
    fn as_many_symbols_as_candidates_are_marks() {
        let shape = Shape::new(2, 2).unwrap();
        let reading = Reading { shape, alphabet: Alphabet::usual(shape), ..Reading::default() };
        let read = |text: &str| {
            let read = marks(text.as_bytes(), &reading, |byte| byte == b' ')?;
            Some(read.map(|(marks, rest)| (marks.candidate_count(), rest.len())))
        };
        let line = "1234".repeat(16);
        assert_eq!(read(&line), Some(Ok((64, 0))));
        assert_eq!(read(&format!("{} own", line.replace('2', "0"))), Some(Ok((48, 4))));
        assert_eq!(read(&line[1..]), None);
        assert_eq!(read(&format!("{line}1")), None);
        let flaw = Flaw::new(2, "expected 2 or an empty symbol at this place of a cell, found 3");
        assert_eq!(read(&line.replacen('2', "3", 1)), Some(Err(flaw)));
    }

    #[test]
    fn what_is_refused_is_said_in_the_words_of_the_reading() {
        let beside = |written| Record {
            line: 7,
            column: 3,
            puzzle: (),
            spelling: None,
            trailing: b"",
            solution: None,
            written,
        };
        let (marks, written) = (Marks::all(Shape::CLASSIC), super::super::Written::of(b"x\n"));
        let reading = Reading { no_marks: Some("not here"), ..Reading::default() };
        let entry = Given::Marks(marks.clone()).entry(beside(written), &reading);
        let Entry::Unreadable(refused) = entry else { panic!("{entry:?}") };
        assert_eq!((refused.line, refused.column, &refused.fault[..]), (7, 3, "not here"));
        assert_eq!((refused.kind, refused.written), (UnreadableKind::PencilMarks, written));
        let entry = Given::Marks(marks).entry(beside(written), &Reading::default());
        assert!(matches!(entry, Entry::Sukaku(Record { line: 7, .. })), "{entry:?}");
    }
}
