//! Why a file can't be read.
//!
//! ```text
//!   sudoku.csv, line 1: no column named puzzle, ...; it has id, clues: name one with --column
//!   ╰ file            ╰ line reached    ╰ fault
//! ```
//!
//! Invariant: every text of the user's in a message is shortened, and safe to show. Deliberately
//! lacking: faults of single records, which are [`Unreadable`](super::Unreadable) entries.

use std::io;
use std::sync::Arc;

use crate::excerpt::{Excerpt, Names};

/// A file that can't be read, or not to its end. Its readable part is delivered before.
#[derive(Debug, thiserror::Error)]
#[error("{file}{}: {fault}", LineReached(*.line))]
pub struct SourceError {
    /// The file's name.
    pub file: Arc<str>,
    /// The line reached, if any.
    pub line: Option<u64>,
    /// The fault; part of this error's own message, and so not its source.
    pub fault: SourceFault,
}

struct LineReached(Option<u64>);

impl std::fmt::Display for LineReached {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.map_or(Ok(()), |line| write!(f, ", line {line}"))
    }
}

/// Why a file can't be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceFault {
    /// It can't be opened.
    #[error("can't be opened: {0}")]
    Open(io::Error),
    /// It can't be read further; or a packed file is damaged or truncated.
    #[error("can't be read from here on: {0}")]
    Read(io::Error),
    /// It is a JSON array without its last bracket.
    #[error("the array is not closed: the file is cut off here, or lacks its `]`")]
    Unclosed,
    /// It is a directory.
    #[error("is a directory")]
    Directory,
    /// It is UTF-16, by its byte order mark or its zero bytes.
    #[error("UTF-16 text; convert it: iconv -f {encoding} -t UTF-8 FILE")]
    Utf16 {
        /// Its name to `iconv`, with the order of its bytes where no mark says it.
        encoding: &'static str,
    },
    /// It has a form that is not read.
    #[error("{what}, which is not read; {way}")]
    Foreign {
        /// The form.
        what: &'static str,
        /// How to get a text out of it.
        way: &'static str,
    },
    /// Its header has no field for the puzzle.
    #[error("no column {}; it has {}: name one with {option}", Wanted(.wanted), Names(.header))]
    NoColumn {
        /// The wanted name or number.
        wanted: Option<String>,
        /// The names in the header.
        header: Vec<String>,
        /// The [option](super::Reading::column_option) that names one.
        option: &'static str,
    },
    /// Several fields have puzzles in the first record.
    #[error("the columns {} all have puzzles: name one with {option}", Names(.columns))]
    ManyPuzzles {
        /// Their names, most usual first.
        columns: Vec<String>,
        /// The [option](super::Reading::column_option) that names one.
        option: &'static str,
    },
    /// Its header has no field for the solution.
    #[error("no column `{}` for solutions; it has {}", Excerpt(.wanted), Names(.header))]
    NoSolution {
        /// The wanted name or number.
        wanted: String,
        /// The names in the header.
        header: Vec<String>,
    },
    /// Several fields of its header have the name of the solution's.
    #[error("the columns {} are all called `{}`: --solution takes a number, too",
        Names(.columns), Excerpt(.wanted))]
    ManySolutions {
        /// The wanted name.
        wanted: String,
        /// Their numbers.
        columns: Vec<String>,
    },
    /// Its header is longer than the part examined.
    #[error(
        "the header line can't be read: a quoted name is not closed, or it is longer than 64 KiB"
    )]
    Header,
}

struct Wanted<'f>(&'f Option<String>);

impl std::fmt::Display for Wanted<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(name) => write!(f, "`{}`", Excerpt(name)),
            None => write!(f, "named {}", super::PUZZLE_FIELDS.join(", ")),
        }
    }
}
