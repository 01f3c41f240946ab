//! Reads single cells, and describes those that can't be read.
//!
//! ```text
//!   "7"   the symbol of a digit            "12"  a digit's number, where boxes hold 12 or more
//!   "."   an empty cell                    "x"   foreign: expected 1-9 or one of .0*?_-, found `x`
//! ```
//!
//! Invariant: a digit read here fits the shape. Deliberately lacking: whole grids (see
//! [`Grid::read`](crate::sudoku::Grid::read)) and separators of cells.

use bstr::{ByteSlice, ByteVec};

use super::{Reading, Unreadable, Written};
use crate::excerpt::shortened;
use crate::sudoku::{Digit, GridError};

/// A cell's content.
pub(super) type Content = Option<Digit>;

/// A fault, and its column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Flaw {
    pub(super) column: u64,
    pub(super) problem: String,
}

impl Flaw {
    pub(super) fn new(column: u64, problem: impl Into<String>) -> Flaw {
        Flaw { column, problem: problem.into() }
    }

    pub(super) fn on(self, line: u64) -> Unreadable<'static> {
        let written = Written::default();
        Unreadable { line, column: self.column, problem: self.problem, written }
    }
}

/// The content for a symbol; `None` if it is foreign.
pub(super) fn symbol(symbol: char, reading: &Reading) -> Option<Content> {
    reading.alphabet.read(symbol).filter(|content| fits(*content, reading))
}

/// The content for a value: a symbol, or else a digit's number. `None` if it is foreign.
pub(super) fn value(text: &[u8], reading: &Reading) -> Option<Content> {
    let mut characters = text.chars();
    let first = characters.next()?;
    if characters.next().is_none()
        && let Some(content) = symbol(first, reading)
    {
        return Some(content);
    }
    if !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let content = text.to_str().ok()?.parse().ok().and_then(Digit::new)?;
    fits(Some(content), reading).then_some(Some(content))
}

fn fits(content: Content, reading: &Reading) -> bool {
    content.is_none_or(|digit| digit.index() < reading.shape.size())
}

/// The message for a text that should be one cell and is not.
pub(super) fn foreign(text: &[u8], reading: &Reading) -> String {
    let mut characters = text.chars();
    let expected = reading.alphabet.expected();
    match (characters.next(), characters.next()) {
        (Some(found), None) => GridError::Symbol { column: 1, found, expected }.to_string(),
        (None, _) => format!("expected {expected}, found nothing"),
        _ => format!("expected {expected}, found `{}`", excerpt(text)),
    }
}

/// The beginning of a text as it may stand in a message.
pub(super) fn excerpt(text: &[u8]) -> String {
    const LENGTH: usize = 24;
    // One more, so that a cut shows.
    shortened(&text.chars().take(LENGTH + 1).collect::<String>(), LENGTH)
}

/// The number of characters of `text`, counting a byte that is not UTF-8 as one.
pub(super) fn width(text: &[u8]) -> u64 {
    if text.is_ascii() { text.len() as u64 } else { text.chars().count() as u64 }
}

/// The text in UTF-8, for names to compare and show.
pub(super) fn shown(text: &[u8]) -> String {
    text.to_vec().into_string_lossy()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::{Alphabet, Shape};

    #[test]
    fn values_are_symbols_or_numbers() {
        let shape = Shape::new(3, 4).unwrap();
        let reading = Reading { shape, alphabet: Alphabet::usual(shape), ..Reading::default() };
        let read = |text: &str| value(text.as_bytes(), &reading);
        assert_eq!(read("C"), Some(Digit::new(12)));
        assert_eq!(read("12"), Some(Digit::new(12)));
        assert_eq!(read("0"), Some(None));
        for foreign in ["", "13", "D", "1C", "-1", "+1", "999999999999999999999", "é", "é1"] {
            assert_eq!(read(foreign), None, "{foreign}");
        }
    }

    #[test]
    fn letters_may_also_be_numbered() {
        let alphabet = Alphabet::new("ABCDEFGHI").unwrap();
        let reading = Reading { alphabet, ..Reading::default() };
        assert_eq!(value(b"C", &reading), Some(Digit::new(3)));
        assert_eq!(value(b"3", &reading), Some(Digit::new(3)));
    }

    #[test]
    fn a_long_text_is_shown_in_part() {
        assert_eq!(excerpt(&[b'x'; 1000]).chars().count(), 25);
        assert_eq!(excerpt(b"a\0b"), "a\u{fffd}b");
    }
}
