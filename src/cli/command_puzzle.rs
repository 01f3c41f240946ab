//! The kinds of puzzles that commands take: of clues, or of pencil marks.
//!
//! ```text
//!      Entry::Puzzle(record)    Grid      1....2..3......4
//!      Entry::Sukaku(record)    Marks     1.....34.234.23....4.2..1.341.3...3.1..412..12...2..1...123....4
//! ```
//!
//! A command that takes both is written once, for any kind. One that takes clues alone refuses the
//! others when it reads ([`ReadingArguments::reading`](super::options::ReadingArguments::reading)).

use tourdion::catalogue::{Entry, Record};
use tourdion::logic::{Pencil, Wording};
use tourdion::sudoku::{Alphabet, Grid, Marks};
use tourdion::verify::Verifiable;

use super::written;

/// A kind of puzzle that a command takes.
pub(super) trait CommandPuzzle: Verifiable {
    /// The record of an entry with a puzzle of this kind.
    fn record<'e>(entry: &'e Entry<'e>) -> Option<&'e Record<'e, Self>>;

    /// The pencil marks to begin with.
    fn pencil(&self) -> Pencil;

    /// Writes why the puzzle is impossible, as far as that can be seen without a search.
    fn why_impossible(&self, alphabet: &Alphabet, out: &mut Vec<u8>);
}

impl CommandPuzzle for Grid {
    fn record<'e>(entry: &'e Entry<'e>) -> Option<&'e Record<'e>> {
        if let Entry::Puzzle(record) = entry { Some(record) } else { None }
    }

    fn pencil(&self) -> Pencil {
        Pencil::of(self)
    }

    fn why_impossible(&self, alphabet: &Alphabet, out: &mut Vec<u8>) {
        written::clash(self, alphabet, out);
    }
}

impl CommandPuzzle for Marks {
    fn record<'e>(entry: &'e Entry<'e>) -> Option<&'e Record<'e, Marks>> {
        if let Entry::Sukaku(record) = entry { Some(record) } else { None }
    }

    fn pencil(&self) -> Pencil {
        Pencil::of_marks(self)
    }

    fn why_impossible(&self, alphabet: &Alphabet, out: &mut Vec<u8>) {
        let why = Pencil::contradiction_of(self)
            .map(|contradiction| Wording { alphabet }.impossible(contradiction));
        out.extend_from_slice(why.as_deref().unwrap_or("no solution").as_bytes());
    }
}
