//! Faults in the text of a problem, with their places.
//!
//! ```text
//!      a b c        3:5: there is no item `d`
//!      a b
//!      c a d
//!          ^
//! ```
//!
//! All forms locate a fault in the same way: by line and column, in characters from 1.

use std::fmt;

use crate::cover::problem::ProblemError;
use crate::excerpt::{Excerpt, shortened};

/// Why a text is no [`Problem`](crate::cover::Problem), and where, in any form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {what}")]
#[non_exhaustive]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub what: TextFault,
}

impl TextError {
    /// What is wrong at this byte of a text.
    pub(super) fn at(text: &[u8], place: usize, what: TextFault) -> TextError {
        let before = &text[..place.min(text.len())];
        let (mut line, mut last) = (0, before);
        for part in before.split(|&byte| byte == b'\n') {
            (line, last) = (line + 1, part);
        }
        TextError { line, column: String::from_utf8_lossy(last).chars().count() + 1, what }
    }
}

/// What can be wrong with a problem's text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TextFault {
    /// Bytes that are not UTF-8: the first of them.
    #[error("expected UTF-8 text, found the byte 0x{0:02x}")]
    NotUtf8(u8),
    /// A zero, which no form has.
    #[error("expected UTF-8 text, found a NUL byte: this is no text, or one in UTF-16 or UTF-32")]
    Nul,
    /// The text ends, or is empty, before the line of items.
    #[error("expected a line that names the items, found the end of the text")]
    NoItems,
    /// A second `|` in the line of items.
    #[error("a second `|`: the items after the first one are secondary already")]
    SecondBar,
    /// An option with an item that is not among the items of the text.
    #[error("there is no item `{}`", Excerpt(.0))]
    UnknownItem(String),
    /// In Knuth's form: an option with an item that the line of items does not name. A list of sets
    /// has no such line.
    #[error("there is no item `{}`; line {line} names all items", Excerpt(.item))]
    UnnamedItem {
        /// The item.
        item: String,
        /// The line of items.
        line: usize,
    },
    /// Something other than expected.
    #[error("expected {expected}, found {}", Found(.found))]
    Unexpected {
        /// What is allowed here.
        expected: String,
        /// What is here; empty at the end of the line or the text.
        found: String,
    },
    /// In the numeric form: fewer options than the first line says.
    #[error("expected {expected} options, found the end of the text after {found}")]
    TooFewOptions {
        /// The number in the first line.
        expected: usize,
        /// The number of options in the text.
        found: usize,
    },
    /// In the numeric form: more items than the options could have.
    #[error("{0} items are more than the text has room to name")]
    TooManyItems(u64),
    /// A text that can be read in two forms.
    #[error("0 and 1 can be a matrix, or names: the form must be named, matrix or knuth")]
    Ambiguous,
    /// A text that has no form of a problem.
    #[error("{what}, which is not read; {way}")]
    Foreign {
        /// What it looks like.
        what: &'static str,
        /// How to make a problem of it.
        way: &'static str,
    },
    /// In Knuth's form: a fault that may come of a line meant as a comment.
    #[error("{what}; line {line} begins with `#`, but a comment begins with `|`")]
    Hash {
        /// The fault.
        what: Box<TextFault>,
        /// The line that may be meant as a comment.
        line: usize,
    },
    /// A message of the JSON reader.
    #[error("{}", shortened(.0, 160))]
    Json(String),
    /// A message of the reader of XML.
    #[error("{}", shortened(.0, 160))]
    Xml(String),
    /// The problem itself refuses the item or option.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// What was found instead of the expected text.
struct Found<'t>(&'t str);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("the end") } else { write!(f, "`{}`", Excerpt(self.0)) }
    }
}

/// A fault and its place in its line, in bytes from 0: columns are counted only to show a fault.
pub(super) struct At(pub(super) usize, pub(super) TextFault);

impl At {
    pub(super) fn on(self, number: usize, line: &str) -> TextError {
        TextError { line: number, column: line[..self.0].chars().count() + 1, what: self.1 }
    }
}

/// A fault for a word in the place of something else.
pub(super) fn unexpected(expected: &str, found: &str) -> TextFault {
    TextFault::Unexpected { expected: expected.to_owned(), found: found.to_owned() }
}

/// Digits, without a sign, as a number.
pub(super) fn plain_number(digits: &str) -> Option<u64> {
    digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
}
