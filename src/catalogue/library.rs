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
//! The puzzle is made of the clues alone. What stands behind the position is the user's text.
//!
//! Invariant: each line is one entry, or blank, or a comment. Deliberately lacking: the candidates
//! that are gone.

use std::ops::ControlFlow;

use bstr::ByteSlice;

use super::given::Given;
use super::lines;
use super::symbols::{self, Flaw};
use super::{Entry, Reading};
use crate::sudoku::Grid;

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
    lines::by_line(bytes, (first_line, reading), |text| read(text, reading), visit)
}

/// Reads the clues of a line, and returns the text after the position.
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
        grid.set(shape.cell(index), content.filter(|_| !is_placed));
        (index, is_placed) = (index + 1, false);
    }
    if index < shape.cells() {
        let fault = format!("the puzzle ends after {index} of {} cells", shape.cells());
        return Err(Flaw::new(symbols::width(&text[..end]) + 1, fault));
    }
    Ok((Given::Clues(grid), &text[end..]))
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
            Ok((Given::Marks(_), _)) => unreachable!("a library has clues"),
            Err(flaw) => Err(format!("{} {}", flaw.column, flaw.fault)),
        }
    }

    #[test]
    fn what_was_placed_is_no_clue() {
        let rest = &b":912 985:r4c7<>9::"[..];
        let grid = "1...2...3...4...".to_owned();
        let line = ":0702:9:1..+42...3...4.+2.:912 985:r4c7<>9::";
        assert_eq!(small(line), Ok((grid.clone(), rest)));
        assert_eq!(small(":0000:x:1...2...3...4..."), Ok((grid, &b""[..])));
    }

    #[test]
    fn what_is_wrong_and_where() {
        for (line, fault) in [
            (":0702:9:1..:", "12 the puzzle ends after 3 of 16 cells"),
            (":0702:9:1...2...3...4....:", "25 expected 16 cells, found more"),
            (":0702:9:1.7.", "11 expected 1-4 or one of .0*?_-, found `7`"),
            (":0702:9:1.++", "12 expected 1-4 or one of .0*?_-, found `+`"),
            ("1...2...3...4...", "1 expected a line of a HoDoKu library, `:0702:9:PUZZLE:...`"),
        ] {
            assert_eq!(small(line), Err(fault.to_owned()), "{line}");
        }
    }
}
