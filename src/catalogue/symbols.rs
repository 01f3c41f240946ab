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

use super::{Reading, Unreadable, UnreadableKind, Written};
use crate::excerpt::shortened;
use crate::sudoku::{Digit, Grid, GridError};

/// A cell's content.
pub(super) type Content = Option<Digit>;

/// A fault, and its column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Flaw {
    pub(super) column: u64,
    pub(super) kind: UnreadableKind,
    pub(super) fault: String,
}

impl Flaw {
    pub(super) fn new(column: u64, fault: impl Into<String>) -> Flaw {
        Flaw { column, kind: UnreadableKind::Malformed, fault: fault.into() }
    }

    pub(super) fn of_kind(self, kind: UnreadableKind) -> Flaw {
        Flaw { kind, ..self }
    }

    pub(super) fn on(self, line: u64) -> Unreadable<'static> {
        let written = Written::default();
        Unreadable { line, column: self.column, kind: self.kind, fault: self.fault, written }
    }
}

/// Signs for an empty cell that some files have beside the usual ones of every alphabet.
const UNUSUAL: [char; 3] = ['X', '·', '•'];

/// The content for a symbol; `None` if it is foreign.
pub(super) fn symbol(symbol: char, reading: &Reading) -> Option<Content> {
    let is_unusual = || UNUSUAL.contains(&symbol).then_some(None);
    let content = reading.alphabet.read(symbol).or_else(is_unusual);
    content.filter(|content| fits(*content, reading))
}

/// Signs that may join the rows of a puzzle, one of them all. Neither is a cell.
const JOINTS: [char; 7] = ['/', '|', ':', ',', ';', ' ', '\t'];

/// Reads a puzzle with unusual signs for empty cells, or with a sign between its rows, from the
/// beginning of `text`; returns the text after it. `None` if it has neither, or is none.
#[cold]
pub(super) fn unusual<'t>(text: &'t [u8], reading: &Reading) -> Option<(Grid, &'t [u8])> {
    let (shape, size) = (reading.shape, reading.shape.size());
    let mut grid = Grid::empty(shape);
    let (mut index, mut joints, mut rest) = (0, 0, text);
    let mut joint = None;
    // A lower-case `x` beside another sign for empty cells is rather a damaged cell.
    let (mut has_x, mut has_other) = (false, false);
    while index < shape.cells() {
        let (start, end, sign) = rest.char_indices().next()?;
        debug_assert_eq!(start, 0, "the first character is at the beginning");
        rest = &rest[end..];
        if index == size * (joints + 1) && JOINTS.contains(&sign) {
            if *joint.get_or_insert(sign) != sign {
                return None;
            }
            joints += 1;
            continue;
        }
        let content = symbol(sign, reading).or((sign == 'x').then_some(None))?;
        has_x |= sign == 'x' && content.is_none();
        has_other |= sign != 'x' && content.is_none();
        grid.set(shape.cell(index), content);
        index += 1;
    }
    let is_joined = joints == 0 || joints + 1 == size;
    // The sign may end the last row, too; the user's own text does not begin with these.
    let last = joint.filter(|joint| matches!(joint, '/' | '|' | ':'));
    rest = last.and_then(|joint| rest.strip_prefix(&[joint as u8])).unwrap_or(rest);
    (is_joined && !(has_x && has_other)).then_some((grid, rest))
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

/// Whether the user's own text behind a puzzle may begin with `byte`.
pub(super) const fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',' | b';' | b'#')
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
    fn unusual_signs_and_joined_rows() {
        let shape = Shape::new(2, 2).unwrap();
        let reading = Reading { shape, alphabet: Alphabet::usual(shape), ..Reading::default() };
        let read = |text: &'static str| {
            unusual(text.as_bytes(), &reading).map(|(grid, rest)| (grid.to_string(), rest.len()))
        };
        let grid = "1...2...3...4...".to_owned();
        assert_eq!(read("1XXX2XXX3XXX4XXX own"), Some((grid.clone(), 4)));
        assert_eq!(read("1···2•••3...4000"), Some((grid.clone(), 0)));
        assert_eq!(read("1.../2.../3.../4...#"), Some((grid.clone(), 1)));
        assert_eq!(read("1.../2.../3.../4.../ own"), Some((grid.clone(), 4)));
        for joint in JOINTS {
            let joined = format!("1...{joint}2...{joint}3...{joint}4...");
            let read = |text: &str| {
                unusual(text.as_bytes(), &reading)
                    .map(|(grid, rest)| (grid.to_string(), rest.len()))
            };
            assert_eq!(read(&joined), Some((grid.clone(), 0)), "{joint}");
            assert_eq!(read(&format!("{joined}, own")), Some((grid.clone(), 5)), "{joint}");
        }
        assert_eq!(read("1xxx2xxx3xxx4xxx own"), Some((grid, 4)));
        for bad in ["1.../2...|3.../4...", "1... 2... 3...", "1...  2... 3... 4..."] {
            assert_eq!(read(bad), None, "{bad}");
        }
        for bad in ["1.../2...3...4...", "1..X/", "1../.2.../3.../4...", "1xxx2.xx3xxx4xxx", ""] {
            assert_eq!(read(bad), None, "{bad}");
        }
        let letters = Reading { alphabet: Alphabet::new("WXYZ").unwrap(), ..reading };
        assert_eq!(symbol('X', &letters), Some(Digit::new(2)));
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
