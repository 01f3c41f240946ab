//! One row of a framed grid.
//!
//! ```text
//!   003020600   0 0 3  0 2 0  6 0 0    | 0 0 3 | 0 2 0 | 6 0 0 |    | | |3| |2| |6| | |
//!   cells       blanks between         bars around boxes            N+1 bars: one around each cell
//!
//!   1 24 234  3 489 48  7 56 59        N groups of digits: pencil marks
//!   ,,3,,2,,6,,                        N fields of a spreadsheet, some of them empty
//! ```
//!
//! Invariant: a row read has exactly N cells. Deliberately lacking: rules and titles, which
//! [`look`](mod@super::look) sorts out before.

use bstr::ByteSlice;

use super::super::Reading;
use super::super::blanks::{trimmed, trimmed_end, trimmed_start};
use super::super::symbols::{self, Content, Flaw};
use super::fields::of_fields;
use super::look::is_bar;
use crate::sudoku::{Digit, Marks, MarksError};

/// A piece of a line, with its column.
pub(in super::super) type Piece<'l> = (u64, &'l [u8]);

/// Reads a row into the first N of `cells`; returns the column of the first cell.
pub(super) fn read_row(line: &[u8], reading: &Reading, cells: &mut [Content]) -> Result<u64, Flaw> {
    let size = reading.shape.size();
    if let Some(column) = of_fields(line, reading, cells) {
        return Ok(column);
    }
    let text = trimmed(line);
    let bars = text.chars().filter(|&c| is_bar(c)).count();
    let is_fenced =
        text.chars().next().is_some_and(is_bar) && text.chars().next_back().is_some_and(is_bar);
    if bars == size + 1 && is_fenced || bars + 1 == size && !is_fenced && size > 2 {
        return between_bars(line, is_fenced, reading, cells);
    }
    if let Some(column) = with_blanks(text, line, reading, cells) {
        return Ok(column);
    }
    let is_separator = |c: char| is_bar(c) || c.is_whitespace() || c == ',';
    let pieces = || pieces(line, is_separator).filter(|(_, piece)| !piece.is_empty());
    let are_values = pieces().count() == size;
    let mut found = 0;
    let mut begin = 1;
    for (column, piece) in pieces() {
        if found == 0 {
            begin = column;
        }
        if are_values {
            let content = symbols::value(piece, reading)
                .ok_or_else(|| Flaw::new(column, symbols::foreign(piece, reading)))?;
            put(content, column, &mut found, size, cells)?;
        } else {
            for (column, (start, end, symbol)) in (column..).zip(piece.char_indices()) {
                let content = symbols::symbol(symbol, reading).ok_or_else(|| {
                    Flaw::new(column, symbols::foreign(&piece[start..end], reading))
                })?;
                put(content, column, &mut found, size, cells)?;
            }
        }
    }
    if found < size {
        let fault = format!("expected a row of {size} cells, found {found}");
        return Err(Flaw::new(symbols::width(trimmed_end(line)) + 1, fault));
    }
    Ok(begin)
}

/// Whether a line is a row, of clues or of pencil marks.
pub(in super::super) fn is_row(line: &[u8], reading: &Reading) -> bool {
    read_row(line, reading, &mut [None; Digit::MAX as usize]).is_ok()
        || read_marks(line, reading).is_some_and(|read| read.is_ok())
}

/// Reads a row of pencil marks: the candidates of each cell, and the column of the first. `None`
/// if the grid is too large for groups of digits.
pub(super) fn read_marks(
    line: &[u8],
    reading: &Reading,
) -> Option<Result<(Vec<u32>, usize), MarksError>> {
    let line = line.to_str().ok().filter(|_| reading.shape.size() <= LARGEST)?;
    Some(Marks::read_row(line, reading.shape, &reading.alphabet))
}

/// The most digits for which `12` is two of them.
const LARGEST: usize = 9;

/// Reads a row whose empty cells are blanks between bars around boxes: `|53 | 7 |   |`, or with a
/// blank between the cells, `| 5 3   |   7   |       |`, or without the outer bars. Returns the
/// column of the first cell; `None` if this is no such row.
fn with_blanks(text: &[u8], line: &[u8], reading: &Reading, cells: &mut [Content]) -> Option<u64> {
    if !text.contains(&b' ') {
        return None;
    }
    let width = reading.shape.box_columns();
    let number = reading.shape.size() / width;
    let bars = text.chars().filter(|&sign| is_bar(sign)).count();
    let is_fenced = bars == number + 1 && text.chars().next().is_some_and(is_bar);
    if number == 1 || !is_fenced && bars + 1 != number {
        return None;
    }
    // Outer blanks are cells where there are no outer bars.
    let (line, indent) = if is_fenced {
        let leading = &line[..line.len() - trimmed_start(line).len()];
        (text, symbols::width(leading))
    } else {
        (line.trim_end_with(|sign| matches!(sign, '\r' | '\n')), 0)
    };
    let boxes = || {
        let all = pieces(line, is_bar).skip(usize::from(is_fenced)).take(number);
        all.map(|(_, piece)| piece).enumerate()
    };
    let is_tight = boxes().all(|(_, piece)| piece.chars().count() == width) && is_fenced;
    for (at, piece) in boxes() {
        let is_first = !is_fenced && at == 0;
        let is_last = !is_fenced && at + 1 == number;
        let signs = piece.chars().count();
        // A blank stands before each cell but the first of the line, and behind the last of a box.
        let before = usize::from(!is_first);
        let full = 2 * width + before;
        if !is_tight && signs != full && !(is_last && signs < full) {
            return None;
        }
        let cells = &mut cells[at * width..(at + 1) * width];
        cells.fill(None);
        for (place, sign) in piece.chars().enumerate().filter(|(_, sign)| *sign != ' ') {
            let cell = match place.checked_sub(before) {
                _ if is_tight => place,
                Some(place) if place % 2 == 0 => place / 2,
                _ => return None,
            };
            *cells.get_mut(cell)? = symbols::symbol(sign, reading)?;
        }
    }
    let first = if is_fenced { 2 + u64::from(!is_tight) } else { 1 };
    Some(indent + first)
}

/// Reads a row with a bar between every two cells.
fn between_bars(
    line: &[u8],
    is_fenced: bool,
    reading: &Reading,
    cells: &mut [Content],
) -> Result<u64, Flaw> {
    let outer = usize::from(is_fenced);
    let mut begin = 1;
    for (index, (column, piece)) in
        pieces(line, is_bar).skip(outer).take(reading.shape.size()).enumerate()
    {
        let text = trimmed(piece);
        let column = column + (piece.len() - trimmed_start(piece).len()) as u64;
        cells[index] = if text.is_empty() {
            None
        } else {
            symbols::value(text, reading)
                .ok_or_else(|| Flaw::new(column, symbols::foreign(text, reading)))?
        };
        if index == 0 {
            begin = column;
        }
    }
    Ok(begin)
}

fn put(
    content: Content,
    column: u64,
    found: &mut usize,
    size: usize,
    cells: &mut [Content],
) -> Result<(), Flaw> {
    if *found == size {
        return Err(Flaw::new(column, format!("expected a row of {size} cells, found more")));
    }
    cells[*found] = content;
    *found += 1;
    Ok(())
}

/// The pieces of a line between separators, empty ones included.
pub(in super::super) fn pieces(
    line: &[u8],
    is_separator: impl Fn(char) -> bool,
) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = Some((1, line));
    std::iter::from_fn(move || {
        let (column, text) = rest?;
        let found =
            (0u64..).zip(text.char_indices()).find(|(_, (_, _, symbol))| is_separator(*symbol));
        rest = found.map(|(width, (_, end, _))| (column + width + 1, &text[end..]));
        Some((column, found.map_or(text, |(_, (start, ..))| &text[..start])))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<(u64, String), Flaw> {
        let mut cells = [None; 25];
        let reading = Reading::default();
        let column = read_row(line.as_bytes(), &reading, &mut cells)?;
        Ok((column, cells[..9].iter().map(|content| reading.alphabet.write(*content)).collect()))
    }

    #[test]
    fn rows_in_all_their_spellings() {
        let cells = "..3.2.6..".to_owned();
        for (line, column) in [
            ("003020600", 1),
            (" 003 020 600 ", 2),
            ("0 0 3  0 2 0  6 0 0", 1),
            ("| . . 3 | . 2 . | 6 . . |", 3),
            ("|     3 |   2   | 6     |", 3),
            (" |  3| 2 |6  |", 3),
            ("    3 |   2   | 6    ", 1),
            ("    3 |   2   | 6", 1),
            (". . 3 | . 2 . | 6 . .", 1),
            ("|..3|.2.|6..|", 2),
            ("| | |3| |2| |6| | |", 3),
            ("||| 3 ||2||6|||", 2),
            ("0|0|3|0|2|0|6|0|0", 1),
            ("│ . . 3 │ . 2 . │ 6 . . │", 3),
            ("?,?,3,?,2,?,6,?,?", 1),
            (",,3,,2,,6,,", 1),
            (";;3;;2;;6;;", 1),
            ("0;0;3;0;2;0;6;0;0", 1),
            ("\t\t3\t\t2\t\t6\t\t\r\n", 1),
            (" , ,3, .,2, ,6, ,", 1),
        ] {
            assert_eq!(read(line), Ok((column, cells.clone())), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_and_where() {
        let foreign = "expected 1-9 or one of .0*?_-, found";
        assert_eq!(read("12345678"), Err(Flaw::new(9, "expected a row of 9 cells, found 8")));
        assert_eq!(read("1234567891"), Err(Flaw::new(10, "expected a row of 9 cells, found more")));
        assert_eq!(read(",,3,,2,,6,"), Err(Flaw::new(11, "expected a row of 9 cells, found 3")));
        assert_eq!(read(",,3,,2,,6,,,"), Err(Flaw::new(13, "expected a row of 9 cells, found 3")));
        assert_eq!(read(",,3,,x,,6,,"), Err(Flaw::new(6, format!("{foreign} `x`"))));
        assert_eq!(read("| 1x3 |"), Err(Flaw::new(4, format!("{foreign} `x`"))));
        assert_eq!(read("|1|2|3|4|5|6|7|8|99|"), Err(Flaw::new(18, format!("{foreign} `99`"))));
    }
}
