//! Hints beside the fault of a puzzle that can't be read: what its length, and the text behind it,
//! show.
//!
//! ```text
//!   1...2...3...4...                  16 symbols: this looks like a 4x4 grid
//!   123456789123456789…               a few less than N³: pencil marks have 729 symbols
//!   4     8 5 3          7      2     blanks are no empty cells on a line
//!   11.6 4.....8.5.3…                 a puzzle stands after these words
//! ```
//!
//! Invariant: a hint changes no verdict on a text; it is asked for when there is a flaw.
//! Deliberately lacking: hints on fields of tables, but for those on the text as a line.

use bstr::ByteSlice;

use super::symbols::{Flaw, is_separator};
use super::{Reading, UnreadableKind};
use crate::sudoku::{Alphabet, Digit, Grid, Shape};

/// The flaw of an unreadable puzzle with a hint from its length, if that gives one.
pub(super) fn with_hint(flaw: Flaw, text: &[u8], reading: &Reading) -> Flaw {
    let Some((kind, hint)) = hint(text, reading) else { return flaw };
    Flaw { kind, fault: format!("{}; {hint}", flaw.fault), ..flaw }
}

/// What the length of an unreadable puzzle shows.
fn hint(text: &[u8], reading: &Reading) -> Option<(UnreadableKind, String)> {
    if has_blank_cells(text, reading) {
        let hint = "blanks are no empty cells on a line; `tr ' ' .` makes dots of them";
        return Some((UnreadableKind::Malformed, hint.to_owned()));
    }
    let end = text.iter().position(|&byte| is_separator(byte)).unwrap_or(text.len());
    let length = text[..end].chars().count();
    let is_of = |alphabet: &Alphabet| text[..end].chars().all(|c| alphabet.read(c).is_some());
    let is_other = |shape: &Shape| {
        *shape != reading.shape && shape.box_rows() > 1 && is_of(&Alphabet::usual(*shape))
    };
    let size = (2..=usize::from(Digit::MAX)).find(|size| size * size * size == length);
    let shape = size.and_then(|size| Shape::of_cells(size * size));
    if let Some(shape) = shape.filter(is_other) {
        let (size, way) = (shape.size(), way(shape, ": --boxes", reading));
        let hint = format!("this looks like pencil marks of {size}x{size} cells{way}");
        return Some((UnreadableKind::OtherShape, hint));
    }
    let marks = reading.shape.cells() * reading.shape.size();
    if length.abs_diff(marks) < reading.shape.cells() && is_of(&reading.alphabet) {
        let hint = format!("pencil marks have {marks} symbols, and here are {length}");
        return Some((UnreadableKind::Malformed, hint));
    }
    match Shape::of_cells(length).filter(is_other) {
        Some(shape) if length != reading.shape.cells() => {
            let way = way(shape, ": try --boxes", reading);
            let hint = format!("this looks like a {0}x{0} grid{way}", shape.size());
            Some((UnreadableKind::OtherShape, hint))
        }
        _ => has_puzzle_behind(text, reading).then(|| {
            let hint = "a puzzle stands after these words, and is read if it stands first";
            (UnreadableKind::Malformed, hint.to_owned())
        }),
    }
}

/// Whether a text looks like a puzzle on one line with blanks for its empty cells. Those at its
/// beginning are skipped already, and editors take off those at its end.
fn has_blank_cells(text: &[u8], reading: &Reading) -> bool {
    let (shape, blanks) = (reading.shape, text.find_iter(" ").count());
    let is_cell =
        |symbol: char| symbol == ' ' || matches!(reading.alphabet.read(symbol), Some(Some(_)));
    (2 * shape.size()..=shape.cells()).contains(&text.len())
        && 2 * blanks > text.len()
        && text.chars().all(is_cell)
}

/// Whether a puzzle begins behind a separator, as behind the ratings of a line among puzzles.
fn has_puzzle_behind(text: &[u8], reading: &Reading) -> bool {
    let is_end = |rest: &[u8]| rest.first().is_none_or(|&byte| is_separator(byte));
    let read = |text| Grid::read(text, reading.shape, &reading.alphabet);
    let mut ends = text.iter().enumerate().filter(|(_, byte)| is_separator(**byte));
    ends.any(|(at, _)| read(&text[at + 1..]).is_ok_and(|(_, rest)| is_end(rest)))
}

/// How to read grids of a shape, or why they are not wanted.
fn way(shape: Shape, option: &str, reading: &Reading) -> String {
    reading.no_shapes.map_or_else(|| format!("{option} {shape}"), |why| format!(", and {why}"))
}
