//! A field: a text that is exactly one puzzle, in a table or as a string of JSON.
//!
//! ```text
//!   "4.....8.5.3 ..."    N² symbols, with white space allowed around and between them
//!   "4,0,0,0,0,0,8,..."  N² values separated by commas
//!   "12 0 0 3 ..."       N² values separated by blanks, where digits need two characters
//!   "[[4, 0, 0, ...], …" a list, of rows or of values
//!   "1...4..8...3 ..."   N³ symbols: pencil marks
//! ```
//!
//! Deliberately lacking: finding the beginning and end of a field.

use bstr::ByteSlice;

use super::blanks::{trimmed, trimmed_start};
use super::framed::pieces;
use super::given::Given;
use super::symbols::{self, Flaw};
use super::{Reading, lines, lists, values};
use crate::sudoku::Grid;

/// Reads `text` as a puzzle.
pub(super) fn read(text: &[u8], reading: &Reading) -> Result<Given, Flaw> {
    let leading = text.len() - trimmed_start(text).len();
    let text = trimmed(text);
    let read = if text.starts_with(b"[") || text.starts_with(b"(") {
        lists::read(text, reading).map(Given::Clues)
    } else if are_spaced_values(text, reading) {
        spaced_values(text, reading).map(Given::Clues)
    } else {
        read_symbols(text, reading)
    };
    read.map_err(|flaw| Flaw { column: flaw.column + leading as u64, ..flaw })
}

/// Reads a text of symbols, or of values with commas.
fn read_symbols(text: &[u8], reading: &Reading) -> Result<Given, Flaw> {
    let compact;
    let symbols = if text.iter().any(u8::is_ascii_whitespace) {
        let mut copy = text.to_vec();
        copy.retain(|byte| !byte.is_ascii_whitespace());
        compact = copy;
        &compact
    } else {
        text
    };
    match lines::read(symbols, reading) {
        Ok((given, b"")) => Ok(given),
        Ok(_) => Err(lines::too_long(symbols, reading)),
        Err(_) if symbols.contains(&b',') => values::read(text, reading).map(|(given, _)| given),
        Err(flaw) if is_number(symbols, reading) => {
            Err(Flaw { fault: format!("{}; {NUMBER}", flaw.fault), ..flaw })
        }
        Err(flaw) => Err(flaw),
    }
}

/// What is said of a puzzle that became a number.
pub(super) const NUMBER: &str = "as a number a puzzle loses its zeros in front, or all digits but \
                                 the first ones; read this column as text";

/// Whether a text that is no puzzle is what a program makes of one with `0` for its empty cells if
/// it takes it for a number: `3020600…`, `3020600….0` or `3.0206e+80`.
pub(super) fn is_number(text: &[u8], reading: &Reading) -> bool {
    let (cells, are_digits) =
        (reading.shape.cells(), |text: &[u8]| text.iter().all(u8::is_ascii_digit));
    // A shorter number is something else.
    let may_be_it = |digits: usize| (cells / 2..=cells).contains(&digits);
    if let Some((front, power)) = text.split_once_str("e").or(text.split_once_str("E")) {
        let power = power.strip_prefix(b"+").unwrap_or(power);
        let power = power.to_str().ok().and_then(|power| power.parse::<usize>().ok());
        let (whole, part) = front.split_once_str(".").unwrap_or((front, b""));
        return whole.len() == 1
            && are_digits(whole)
            && are_digits(part)
            && power.is_some_and(|power| may_be_it(power.saturating_add(1)));
    }
    let digits = text.strip_suffix(b".0").unwrap_or(text);
    may_be_it(digits.len())
        && !digits.starts_with(b"0")
        && digits.contains(&b'0')
        && are_digits(digits)
}

/// Whether a text has values between blanks, some of them of two characters. Groups of symbols are
/// of equal length, and not as many as the cells.
fn are_spaced_values(text: &[u8], reading: &Reading) -> bool {
    if reading.shape.size() <= 9 || !text.contains_str(" ") {
        return false;
    }
    let mut values = text.fields_with(char::is_whitespace).map(symbols::width);
    let first = values.next().unwrap_or(0);
    let (mut number, mut is_mixed) = (1, false);
    let are_short = first <= 2
        && values.all(|length| {
            number += 1;
            is_mixed |= length != first;
            length <= 2
        });
    are_short && (is_mixed || number == reading.shape.cells())
}

/// Reads N² values between blanks.
fn spaced_values(text: &[u8], reading: &Reading) -> Result<Grid, Flaw> {
    let (shape, cells) = (reading.shape, reading.shape.cells());
    let mut grid = Grid::empty(shape);
    let mut found = 0;
    for (column, value) in pieces(text, char::is_whitespace).filter(|(_, text)| !text.is_empty()) {
        if found == cells {
            return Err(Flaw::new(column, format!("expected {cells} values, found more")));
        }
        let content = symbols::value(value, reading)
            .ok_or_else(|| Flaw::new(column, symbols::foreign(value, reading)))?;
        grid.set(shape.cell(found), content);
        found += 1;
    }
    if found < cells {
        let fault = format!("the puzzle ends after {found} of {cells} values");
        return Err(Flaw::new(symbols::width(text) + 1, fault));
    }
    Ok(grid)
}

/// Whether `text` is a puzzle with an empty cell, and so no solution.
pub(super) fn is_puzzle(text: &[u8], reading: &Reading) -> bool {
    read(text, reading).is_ok_and(|given| !given.is_full())
}

/// Whether `text` rather is a puzzle, whole or damaged, than something else: it has half the length
/// of a puzzle at least, and nearly all of its signs can be cells.
pub(super) fn is_damaged(text: &[u8], reading: &Reading) -> bool {
    let is_cell = |sign: char| symbols::symbol(sign, reading).is_some();
    let cells = text.chars().filter(|&sign| is_cell(sign)).count();
    let length = text.chars().count();
    2 * length >= reading.shape.cells() && 10 * cells >= 9 * length
}

/// Whether `text` is a grid or a damaged puzzle.
pub(super) fn is_like_puzzle(text: &[u8], reading: &Reading) -> bool {
    read(text, reading).is_ok() || is_damaged(text, reading)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::{Alphabet, Shape};

    fn reading(shape: &str) -> Reading {
        let shape: Shape = shape.parse().unwrap();
        Reading { shape, alphabet: Alphabet::usual(shape), ..Reading::default() }
    }

    fn read_as(text: &str, shape: &str) -> Result<String, String> {
        match read(text.as_bytes(), &reading(shape)) {
            Ok(Given::Clues(grid)) => Ok(grid.to_string()),
            Ok(Given::Marks(marks)) => Ok(marks.to_string()),
            Err(flaw) => Err(format!("{} {}", flaw.column, flaw.fault)),
        }
    }

    #[test]
    fn a_puzzle_that_became_a_number_has_a_hint() {
        let short = |text: &str| read_as(text, "2x2").unwrap_err();
        let fault = "the puzzle ends after 11 of 16 cells";
        assert_eq!(short("20003000400"), format!("12 {fault}; {NUMBER}"));
        for number in ["20003000400.0", "2000300040001000.0", "2.0003e+15", "2E10"] {
            assert!(short(number).ends_with(NUMBER), "{number}: {}", short(number));
        }
        for other in
            ["02000300040", "2...3...4", "23412341234", "2000300", "2e+3", "2e+99", "e+10", "22e+9"]
        {
            assert!(!short(other).contains("number"), "{other}");
        }
        // A grid of one cell has no half.
        for none in ["", ".0", "e", "0e"] {
            assert!(read_as(none, "1x1").is_err(), "{none:?}");
        }
    }

    #[test]
    fn lists_are_puzzles() {
        for text in [
            "[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0]",
            " [[1, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0], [4, 0, 0, 0]]",
            "[[1 0 0 0]\n [2 0 0 0]\n [3 0 0 0]\n [4 0 0 0]]",
            "(('1', '0', '.', '?'), ('2','.','.','.'), (3,0,0,0), (4,0,0,0))",
        ] {
            assert_eq!(read_as(text, "2x2"), Ok("1...2...3...4...".into()), "{text}");
        }
        for (text, fault) in [
            (" [1, 5, 0]", "6 expected 1-4 or one of .0*?_-, found `5`"),
            ("[1, 0, 0]", "9 expected 4 rows or 16 values, found 3 values"),
            (
                "[[1, 0, 0, 0], [2, 0, 0, 0]",
                "1 the list is not closed before the end, a blank line or the next list",
            ),
            ("[", "1 the list is not closed before the end, a blank line or the next list"),
            ("[[1 0 0 0]\n [2 0 0]]", "1 expected a row of 4 values, found 3"),
        ] {
            assert_eq!(read_as(text, "2x2"), Err(fault.into()), "{text}");
        }
        let one = "[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0]";
        let found = read_as(&format!("{one} {one}"), "2x2");
        assert_eq!(found, Err("51 expected one list, found more".into()));
    }

    #[test]
    fn values_between_blanks() {
        let values = |number: usize| vec!["12", "0", "3"].into_iter().cycle().take(number);
        let text = |number: usize| values(number).collect::<Vec<_>>().join(" ");
        assert_eq!(read_as(&text(144), "3x4"), Ok("C.3".repeat(48)));
        let fault = "336 the puzzle ends after 143 of 144 values";
        let short = read_as(&text(143), "3x4");
        assert!(short.as_ref().is_err_and(|error| error.ends_with(&fault[4..])), "{short:?}");
        let long = read_as(&text(145), "3x4");
        assert!(long.is_err_and(|error| error.ends_with("expected 144 values, found more")));
        // As many characters as cells, but too few values.
        let damaged = text(108);
        assert_eq!(damaged.replace(' ', "").len(), 144);
        assert!(read_as(&damaged, "3x4").is_err_and(|error| error.contains("108 of 144 values")));
        let padded = ["12", "10", "03"].into_iter().cycle().take(144).collect::<Vec<_>>();
        assert_eq!(read_as(&padded.join(" "), "3x4"), Ok("CA3".repeat(48)));
        // Groups of symbols.
        assert_eq!(read_as(&vec!["C."; 72].join(" "), "3x4"), Ok("C.".repeat(72)));
        assert_eq!(read_as(&["1 ."; 8].join(" "), "2x2"), Ok("1.".repeat(8)));
    }
}
