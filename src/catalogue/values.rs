//! The values form: one puzzle a line, its cells separated by commas.
//!
//! ```text
//!   4,0,0,0,0,0,8,0,5,0,3,0, … ,1,0,4,0,0,0,0,0,0  # the user's own text
//! ```
//!
//! "An easy way to enter by hand a given game is to key everything in a single line, separating the
//! values by a comma and using 0 to code the empty cells. Nothing else: no brackets or any other
//! annoying things." (Douillet, *Open Questions in Sudoku*, 2007, section 4.1.)
//!
//! A value is a symbol of the alphabet, a digit's number, a symbol for an empty cell, or nothing.
//! Blanks may stand around it. After the last value comes nothing, or the user's own text after a
//! blank, `#` or `;`. Comments, blank lines and the invariant are those of the line form: each line
//! is accounted for. Deliberately lacking: quotes.

use std::ops::ControlFlow;

use super::given::Given;
use super::lines::{self, skip_blanks};
use super::symbols::{self, Flaw};
use super::{Entry, Reading};
use crate::sudoku::Grid;

/// Shows every puzzle and every unreadable line of `bytes` to `visit`.
pub(super) fn for_each<'c, B>(
    bytes: &'c [u8],
    first_line: u64,
    reading: &Reading,
    visit: &mut impl FnMut(Entry<'c>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    lines::by_line(bytes, first_line, reading, |text| read(text, reading), visit)
}

/// Reads N² values from the beginning of `text`, and returns the user's text after them.
pub(super) fn read<'t>(text: &'t [u8], reading: &Reading) -> Result<(Given, &'t [u8]), Flaw> {
    let shape = reading.shape;
    let mut grid = Grid::empty(shape);
    let mut rest = text;
    for index in 0..shape.cells() {
        rest = skip_blanks(rest);
        let end = rest.iter().position(|byte| b", \t#;".contains(byte)).unwrap_or(rest.len());
        let (value, after) = rest.split_at(end);
        // The column is computed only for an error.
        let column = |rest: &[u8]| symbols::width(&text[..text.len() - rest.len()]) + 1;
        if !value.is_empty() {
            let content = symbols::value(value, reading)
                .ok_or_else(|| Flaw::new(column(rest), symbols::foreign(value, reading)))?;
            grid.set(shape.cell(index), content);
        }
        if index + 1 == shape.cells() {
            rest = after;
            break;
        }
        rest = skip_blanks(after).strip_prefix(b",").ok_or_else(|| {
            let found = index + 1;
            Flaw::new(
                column(after),
                format!("the puzzle ends after {found} of {} values", shape.cells()),
            )
        })?;
    }
    if skip_blanks(rest).starts_with(b",") {
        let column = symbols::width(&text[..text.len() - rest.len()]) + 1;
        return Err(Flaw::new(column, format!("expected {} values, found more", shape.cells())));
    }
    Ok((Given::Clues(grid), rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::{Alphabet, Shape};

    fn small() -> Reading {
        let shape = Shape::new(2, 2).unwrap();
        Reading { shape, alphabet: Alphabet::usual(shape), ..Reading::default() }
    }

    #[test]
    fn values_in_all_their_spellings() {
        let expected = "1...2...3...4...";
        for text in [
            "1,0,0,0,2,0,0,0,3,0,0,0,4,0,0,0",
            "1,,,,2,,,,3,,,,4,,,",
            "1 , . ,?, 0,\t2 ,,,,3,,,,4,*,_,-",
            "1,,,,2,,,,3,,,,4,,, # a, b",
            "1,,,,2,,,,3,,,,4,,,0;c",
        ] {
            let (grid, rest) = read(text.as_bytes(), &small()).unwrap();
            assert_eq!(grid.to_string(), expected, "{text}");
            assert!(rest.is_empty() || b" #;".contains(&rest[0]));
        }
    }

    #[test]
    fn what_is_wrong_and_where() {
        let flaw = |text: &str| read(text.as_bytes(), &small()).unwrap_err();
        assert_eq!(flaw("1,2"), Flaw::new(4, "the puzzle ends after 2 of 16 values"));
        assert_eq!(flaw("1,2 # 3,4"), Flaw::new(4, "the puzzle ends after 2 of 16 values"));
        assert_eq!(flaw("1, 5,3"), Flaw::new(4, "expected 1-4 or one of .0*?_-, found `5`"));
        assert_eq!(flaw("1,x1,3"), Flaw::new(3, "expected 1-4 or one of .0*?_-, found `x1`"));
        assert_eq!(flaw(",,,,,,,,,,,,,,,,"), Flaw::new(16, "expected 16 values, found more"));
    }
}
