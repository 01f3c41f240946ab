//! HoDoKu's library form: a line for each position, its fields between colons.
//!
//! ```text
//!   :0702:9:.......12........3..23..4....18..+2.5…:912 985:r4c7<>9::a comment
//!    │    │ │                             │        │       │
//!    │    │ the position                  │        │       what the technique eliminates
//!    │    its digits                      │        candidates that are gone: digit, row, column
//!    the technique                        a digit behind `+` was placed, and is no clue
//! ```
//!
//! A line with candidates that are gone has pencil marks: those that all its digits leave, without
//! these. Where a command takes clues alone, and on a line without such candidates, the puzzle is
//! made of the clues. What stands behind the position is the user's text.
//!
//! Invariant: each line is one entry, or blank, or a comment. Deliberately lacking: what the
//! technique of a line eliminates.

use std::ops::ControlFlow;

use bstr::ByteSlice;

use super::given::Given;
use super::lines;
use super::symbols::{self, Flaw};
use super::{Entry, Reading};
use crate::sudoku::{Candidate, Digit, Grid, Marks};

/// Whether a line has this form.
pub(super) fn is_like(line: &[u8]) -> bool {
    let mut fields = line.split_str(":");
    fields.next() == Some(b"")
        && fields
            .next()
            .is_some_and(|code| code.len() >= 4 && code[..4].iter().all(u8::is_ascii_digit))
        && fields.nth(1).is_some()
}

/// Shows every puzzle and every unreadable line of `bytes` to `visit`.
pub(super) fn for_each<'c, B>(
    bytes: &'c [u8],
    first_line: u64,
    reading: &Reading,
    visit: &mut impl FnMut(Entry<'c>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    lines::by_line(bytes, first_line, reading, |text| read(text, reading), visit)
}

/// Reads the position of a line, and returns the text after it.
fn read<'t>(text: &'t [u8], reading: &Reading) -> Result<(Given, &'t [u8]), Flaw> {
    if !is_like(text) {
        let expected = "expected a line of a HoDoKu library, `:0702:9:PUZZLE:...`";
        return Err(Flaw::new(1, expected));
    }
    let mut ends = text.find_iter(":").skip(2);
    let begin = ends.next().map_or(text.len(), |colon| colon + 1);
    let end = ends.next().unwrap_or(text.len());
    let shape = reading.shape;
    let (mut grid, mut index, mut is_placed) = (Grid::empty(shape), 0, false);
    let mut placed = Vec::new();
    for (column, sign) in (symbols::width(&text[..begin]) + 1..).zip(text[begin..end].chars()) {
        if sign == '+' && !is_placed {
            is_placed = true;
            continue;
        }
        let mut sign_bytes = [0; 4];
        let content = symbols::symbol(sign, reading).ok_or_else(|| {
            let sign = sign.encode_utf8(&mut sign_bytes).as_bytes();
            Flaw::new(column, symbols::foreign(sign, reading))
        })?;
        if index == shape.cells() {
            return Err(Flaw::new(column, format!("expected {index} cells, found more")));
        }
        let cell = shape.cell(index);
        grid.set(cell, content.filter(|_| !is_placed));
        placed.extend(content.filter(|_| is_placed).map(|digit| Candidate { cell, digit }));
        (index, is_placed) = (index + 1, false);
    }
    if index < shape.cells() {
        let fault = format!("the puzzle ends after {index} of {} cells", shape.cells());
        return Err(Flaw::new(symbols::width(&text[..end]) + 1, fault));
    }
    let rest = &text[end..];
    let gone = gone(rest, symbols::width(&text[..end]) + 2, reading)?;
    if gone.is_empty() || reading.no_marks.is_some() {
        return Ok((Given::Clues(grid), rest));
    }
    for Candidate { cell, digit } in placed {
        grid.set(cell, Some(digit));
    }
    let mut marks = Marks::of(&grid);
    for candidate in gone {
        marks.remove(candidate);
    }
    Ok((Given::Marks(marks), rest))
}

/// The candidates that are gone, in the field at the beginning of the text after a position, whose
/// content begins at a column.
fn gone(rest: &[u8], column: u64, reading: &Reading) -> Result<Vec<Candidate>, Flaw> {
    let field = rest.strip_prefix(b":").unwrap_or_default();
    let field = &field[..field.find_byte(b':').unwrap_or(field.len())];
    let candidate = |word: &[u8]| {
        let [digit, row, column] = *word else { return None };
        let number = |sign: u8| {
            let number = (sign as char).to_digit(10)? as usize;
            (1..=reading.shape.size()).contains(&number).then_some(number)
        };
        let place = (number(row)? - 1) * reading.shape.size() + number(column)? - 1;
        let digit = Digit::new(number(digit)? as u8)?;
        Some(Candidate { cell: reading.shape.cell(place), digit })
    };
    let (mut at, mut gone) = (column, Vec::new());
    for word in field.split_str(" ") {
        if !word.is_empty() {
            gone.push(candidate(word).ok_or_else(|| {
                let found = symbols::excerpt(word);
                let expected = "expected a candidate that is gone, as 912 for 9 in r1c2";
                Flaw::new(at, format!("{expected}, found `{found}`"))
            })?);
        }
        at += symbols::width(word) + 1;
    }
    Ok(gone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::{Alphabet, Shape};

    fn small(text: &str) -> Result<(String, &[u8]), String> {
        let shape = Shape::new(2, 2).unwrap();
        let reading = Reading { shape, alphabet: Alphabet::usual(shape), ..Reading::default() };
        match read(text.as_bytes(), &reading) {
            Ok((Given::Clues(grid), rest)) => Ok((grid.to_string(), rest)),
            Ok((Given::Marks(marks), rest)) => Ok((marks.to_string(), rest)),
            Err(flaw) => Err(format!("{} {}", flaw.column, flaw.fault)),
        }
    }

    #[test]
    fn what_was_placed_is_no_clue() {
        let rest = &b"::r4c7<>9::"[..];
        let grid = "1...2...3...4...".to_owned();
        let line = ":0702:9:1..+42...3...4.+2.::r4c7<>9::";
        assert_eq!(small(line), Ok((grid.clone(), rest)));
        assert_eq!(small(":0000:x:1...2...3...4..."), Ok((grid, &b""[..])));
    }

    #[test]
    fn candidates_that_are_gone_leave_pencil_marks() {
        let line = ":0702:9:1..+42...3...4...:312 444:r4c3<>2::";
        let (marks, rest) = small(line).unwrap();
        assert_eq!(rest, b":312 444:r4c3<>2::");
        let mut expected = Marks::of(&"1..42...3...4...".parse().unwrap());
        for (row, digit) in [(0, 3), (3, 4)] {
            let cell = Shape::new(2, 2).unwrap().cell(row * 4 + 1 + 2 * usize::from(row == 3));
            expected.remove(Candidate { cell, digit: Digit::new(digit).unwrap() });
        }
        assert_eq!(marks, expected.to_string());
        let no_marks = Some("clues alone");
        let shape = Shape::new(2, 2).unwrap();
        let alphabet = Alphabet::usual(shape);
        let reading = Reading { shape, alphabet, no_marks, ..Reading::default() };
        let read = read(line.as_bytes(), &reading).unwrap();
        assert!(matches!(read.0, Given::Clues(grid) if grid.to_string() == "1...2...3...4..."));
    }

    #[test]
    fn what_is_wrong_and_where() {
        for (line, fault) in [
            (":0702:9:1..:", "12 the puzzle ends after 3 of 16 cells"),
            (":0702:9:1...2...3...4....:", "25 expected 16 cells, found more"),
            (":0702:9:1.7.", "11 expected 1-4 or one of .0*?_-, found `7`"),
            (":0702:9:1.++", "12 expected 1-4 or one of .0*?_-, found `+`"),
            (
                ":0702:9:1...2...3...4...:111 12:",
                "30 expected a candidate that is gone, as 912 for 9 in r1c2, found `12`",
            ),
            (
                ":0702:9:1...2...3...4...:511:",
                "26 expected a candidate that is gone, as 912 for 9 in r1c2, found `511`",
            ),
            ("1...2...3...4...", "1 expected a line of a HoDoKu library, `:0702:9:PUZZLE:...`"),
        ] {
            assert_eq!(small(line), Err(fault.to_owned()), "{line}");
        }
    }
}
