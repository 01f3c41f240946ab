//! Puzzle files in all their forms, read as a stream in constant memory and processed on all cores.
//!
//! ```text
//!   inputs            chunks                    ordered
//!   a.txt.gz ─┐   ┌─────────────┐   ┌─ worker: Chunk::for_each, work ─┐   results,
//!   b.csv    ─┼──▶│ whole       │──▶├─ worker                         ├──▶ in the order
//!   -        ─┘   │ records     │   └─ worker                         │   of the input
//!                 └─────────────┘                                     ┘
//!    source    cut, recognise   chunk: lines values framed lists table json ...
//! ```
//!
//! A file's bytes are unpacked if necessary ([`Input`]), its form is recognised once from its
//! beginning, and it is cut into [`Chunk`]s: up to some 64 KiB of whole records, with the number of
//! their first line. Cutting looks only for the ends of records; the puzzles are read later, on the
//! chunk's thread:
//!
//! ```
//! use std::ops::ControlFlow;
//! use tourdion::catalogue::{Entry, Input, Reading, ReadProgress, chunks};
//!
//! let reading = Reading { shape: "2x2".parse()?, ..Reading::default() };
//! let reading = Reading { alphabet: tourdion::sudoku::Alphabet::usual(reading.shape), ..reading };
//! let text = "# two puzzles\n1...2...3...4... easy\n1...2..5\n";
//! let input = Input::reader("example", Box::new(text.as_bytes()));
//! let mut seen = Vec::new();
//! for chunk in chunks(vec![input], &reading, ReadProgress::new()) {
//!     let _ = chunk?.for_each(&reading, |entry| {
//!         seen.push(match entry {
//!             Entry::Puzzle(record) => format!("{}: {}", record.line, record.puzzle),
//!             Entry::Unreadable(e) => format!("{}:{}: {}", e.line, e.column, e.fault),
//!             Entry::Sukaku(record) => format!("{}: candidates", record.line),
//!         });
//!         ControlFlow::<()>::Continue(())
//!     });
//! }
//! assert_eq!(seen, ["2: 1...2...3...4...", "3:8: expected 1-4 or one of .0*?_-, found `5`"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariants. Every record of a file is in exactly one chunk, and the entries do not depend on the
//! cuts. Nothing is skipped in silence: text that is neither a puzzle nor a comment, a title, a
//! rule or blank is an [`Unreadable`] entry, and never hides, shifts or stops the text after it. A
//! file that can't be opened or unpacked is a [`SourceError`], and the next files still follow. A
//! byte order mark (U+FEFF) is removed from the beginning of a file only: elsewhere it is a
//! character that is no cell. No input makes this room panic. Memory stays within a record's limit
//! of 1 MiB for each chunk, and the window of a packed file, at most 64 MiB.
//!
//! Deliberately lacking: writing, and deciding whether a puzzle is proper.

use std::fmt;
use std::str::FromStr;

use crate::excerpt::none_of;
use crate::sudoku::{Alphabet, Grid, Marks, Shape};
use place::Place;

mod array;
mod blanks;
mod buffer_pool;
mod chunk;
mod cut;
#[cfg(test)]
mod described;
mod detached;
mod fault;
mod field;
mod framed;
mod given;
mod gzip;
mod hint;
mod json;
mod library;
mod lines;
mod lists;
mod ordered;
mod packed;
#[cfg(test)]
mod pieces;
mod place;
mod plan;
mod recognise;
mod solution;
mod source;
mod symbols;
mod table;
mod values;
mod written;
mod xml;
mod xz;
mod zip;
mod zstd;

pub use buffer_pool::BufferPool;
pub use chunk::Chunk;
pub use cut::chunks;
pub use detached::detached;
pub use fault::{SourceError, SourceFault};
pub use ordered::{Ordered, OrderedEnd, OrderedTurn};
pub use solution::{GivenSolution, SolutionContent};
pub use source::{Input, ReadProgress};
pub use table::{CommentsLikeRows, Delimiter, Table};
pub use written::Written;

/// The most bytes of a file to examine for its form and its header.
const PEEK: usize = 64 << 10;

/// How to read files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The shape of every grid.
    pub shape: Shape,
    /// The symbols of digits.
    pub alphabet: Alphabet,
    /// The form of the files; `None` to recognise each file's by its content.
    pub form: Option<CatalogueForm>,
    /// The field that holds the puzzle in CSV and JSON lines: its name, in any case, or for CSV its
    /// number from 1. `None` for the first of [`PUZZLE_FIELDS`] that exists.
    pub column: Option<String>,
    /// The option with which a user names this field, for faults that another field would mend.
    pub column_option: &'static str,
    /// The field that holds a solution of the puzzle, if it is to be read: a name or a number, as
    /// the puzzle's.
    pub solution: Option<String>,
    /// Why puzzles of pencil marks are not wanted: the words of the error that each of them is
    /// then. `None` to read them.
    pub no_marks: Option<&'static str>,
    /// Why grids of another shape are not wanted: said of a puzzle that looks like one. `None` to
    /// propose its shape.
    pub no_shapes: Option<&'static str>,
}

impl Default for Reading {
    fn default() -> Self {
        let shape = Shape::CLASSIC;
        Reading {
            shape,
            alphabet: Alphabet::usual(shape),
            form: None,
            column: None,
            column_option: "--column",
            solution: None,
            no_marks: None,
            no_shapes: None,
        }
    }
}

impl Reading {
    /// The rank of a field of this name as the puzzle's (0 is best); `None` if it is not the
    /// puzzle's.
    fn preference(&self, name: &str) -> Option<usize> {
        match &self.column {
            Some(column) => name.eq_ignore_ascii_case(column).then_some(0),
            None => PUZZLE_FIELDS.iter().position(|field| name.eq_ignore_ascii_case(field)),
        }
    }
}

/// The usual names of a puzzle's field in shared files, most usual first.
pub const PUZZLE_FIELDS: [&str; 7] =
    ["puzzle", "question", "quizzes", "quiz", "sudoku", "grid", "board"];

/// The form of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CatalogueForm {
    /// One puzzle a line, its cells without separators: `4.....8.5.3…`. If the form is recognised,
    /// and not asked for, there may be grids over several lines, too.
    Lines,
    /// One puzzle a line, its cells separated by commas: `4,0,0,0,0,0,8,…`.
    Values,
    /// A grid over several lines, with or without a frame; puzzles on one line, too.
    Framed,
    /// Nested lists in parentheses or brackets: `((4 ? ?) …)`, `[[4,0,0],…]`.
    Lists,
    /// A header line and a named column.
    Csv,
    /// On each line a JSON object with a named member, or the puzzle by itself.
    JsonLines,
    /// A JSON array of objects with a named member, or of puzzles as strings.
    Json,
    /// A line of HoDoKu's library for each position: `:0702:9:4.....8+95…:…`.
    Library,
    /// An XML file of OpenSudoku: `<game data="400000805…"/>`.
    OpenSudoku,
}

impl CatalogueForm {
    /// All forms.
    pub const ALL: &[CatalogueForm] = &[
        CatalogueForm::Lines,
        CatalogueForm::Values,
        CatalogueForm::Framed,
        CatalogueForm::Lists,
        CatalogueForm::Csv,
        CatalogueForm::JsonLines,
        CatalogueForm::Json,
        CatalogueForm::Library,
        CatalogueForm::OpenSudoku,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            CatalogueForm::Lines => "lines",
            CatalogueForm::Values => "values",
            CatalogueForm::Framed => "framed",
            CatalogueForm::Lists => "lists",
            CatalogueForm::Csv => "csv",
            CatalogueForm::JsonLines => "jsonl",
            CatalogueForm::Json => "json",
            CatalogueForm::Library => "hodoku",
            CatalogueForm::OpenSudoku => "opensudoku",
        }
    }
}

impl fmt::Display for CatalogueForm {
    /// As its [name](CatalogueForm::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text is no [`CatalogueForm`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", none_of(CatalogueForm::ALL, .0))]
pub struct CatalogueFormError(String);

impl FromStr for CatalogueForm {
    type Err = CatalogueFormError;

    fn from_str(text: &str) -> Result<CatalogueForm, CatalogueFormError> {
        let form = CatalogueForm::ALL.iter().copied().find(|form| form.name() == text);
        form.ok_or_else(|| CatalogueFormError(text.to_owned()))
    }
}

/// An entry of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry<'c> {
    /// A puzzle of clues.
    Puzzle(Record<'c>),
    /// A puzzle of pencil marks, unless [`Reading::no_marks`] refuses them.
    Sukaku(Record<'c, Marks>),
    /// Text that should be a puzzle, and why it can't be read.
    Unreadable(Unreadable<'c>),
}

/// A puzzle, its place, and the text beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record<'c, P = Grid> {
    /// The line on which the puzzle's record begins, from 1.
    pub line: u64,
    /// The column of the puzzle's beginning on that line, in characters from 1.
    pub column: u64,
    /// The puzzle.
    pub puzzle: P,
    /// The puzzle's own characters as written, if it is written as one line of symbols.
    pub spelling: Option<&'c [u8]>,
    /// The user's text after the puzzle, with its separator.
    pub trailing: &'c [u8],
    /// The solution beside the puzzle, if [`Reading::solution`] names its field.
    pub solution: Option<Box<GivenSolution>>,
    /// The whole record as it is written, where a record has lines of its own.
    pub written: Written<'c>,
}

impl<'c> Record<'c, ()> {
    /// A record at this place, with nothing beside the puzzle.
    #[inline]
    fn at(Place { line, column }: Place) -> Record<'c, ()> {
        let (trailing, written) = (&b""[..], Written::default());
        Record { line, column, puzzle: (), spelling: None, trailing, solution: None, written }
    }

    /// The record of a puzzle.
    fn with<P>(self, puzzle: P) -> Record<'c, P> {
        let Record { line, column, puzzle: (), spelling, trailing, solution, written } = self;
        Record { line, column, puzzle, spelling, trailing, solution, written }
    }
}

/// What a text is that is not a puzzle as asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum UnreadableKind {
    /// No puzzle, or a damaged one.
    Malformed,
    /// A puzzle of pencil marks, which [`Reading::no_marks`] refuses.
    PencilMarks,
    /// It looks like a puzzle of another shape than that of the [`Reading`], and the fault says so.
    OtherShape,
}

/// Why a text is not a puzzle, and the place of the fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable<'c> {
    /// The line, from 1.
    pub line: u64,
    /// The column, in characters from 1.
    pub column: u64,
    /// What the text is instead of a puzzle.
    pub kind: UnreadableKind,
    /// The fault, in words.
    pub fault: String,
    /// The whole record as it is written, where a record has lines of its own.
    pub written: Written<'c>,
}

impl Unreadable<'_> {
    /// The same fault, of a record that is written so.
    fn written(self, written: Written<'_>) -> Unreadable<'_> {
        let Unreadable { line, column, kind, fault, written: _ } = self;
        Unreadable { line, column, kind, fault, written }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_back_as_written() {
        for &form in CatalogueForm::ALL {
            assert_eq!(form.to_string().parse(), Ok(form));
        }
        assert!("CSVs".parse::<CatalogueForm>().is_err());
    }

    #[test]
    fn a_named_column_is_the_only_one() {
        let usual = Reading::default();
        assert_eq!(usual.preference("Question"), Some(1));
        assert_eq!(usual.preference("solution"), None);
        let named = Reading { column: Some("Start".into()), ..usual };
        assert_eq!((named.preference("start"), named.preference("puzzle")), (Some(0), None));
    }
}
