//! One row of a framed grid.
//!
//! ```text
//!   003020600   0 0 3  0 2 0  6 0 0    | 0 0 3 | 0 2 0 | 6 0 0 |    | | |3| |2| |6| | |
//!   cells       blanks between         bars around boxes            N+1 bars: one around each cell
//!
//!   1 24 234  3 489 48  7 56 59        N groups of digits: pencil marks
//! ```
//!
//! Invariant: a row read has exactly N cells. Deliberately lacking: rules and titles, which
//! [`look`](mod@super::look) sorts out before.

use bstr::ByteSlice;

use super::super::Reading;
use super::super::blanks::{trimmed, trimmed_end, trimmed_start};
use super::super::symbols::{self, Content, Flaw};
use super::look::is_bar;
use crate::sudoku::{BadMarks, Digit, Marks};

/// A piece of a line, with its column.
type Piece<'l> = (u64, &'l [u8]);

/// Reads a row into the first N of `cells`; returns the column of the first cell.
pub(super) fn read_row(line: &[u8], reading: &Reading, cells: &mut [Content]) -> Result<u64, Flaw> {
    let size = reading.shape.size();
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
) -> Option<Result<(Vec<u32>, usize), BadMarks>> {
    let line = line.to_str().ok().filter(|_| reading.shape.size() <= LARGEST)?;
    Some(Marks::read_row(line, reading.shape, &reading.alphabet))
}

/// The most digits for which `12` is two of them.
const LARGEST: usize = 9;

/// Reads a row whose empty cells are blanks between bars around boxes: `|53 | 7 |   |`. Returns the
/// column of the first cell; `None` if this is no such row.
fn with_blanks(text: &[u8], line: &[u8], reading: &Reading, cells: &mut [Content]) -> Option<u64> {
    if !text.contains(&b' ') || !text.chars().next().is_some_and(is_bar) {
        return None;
    }
    let (size, width) = (reading.shape.size(), reading.shape.box_columns());
    let boxes = || pieces(text, is_bar).map(|(_, piece)| piece).skip(1).take(size / width);
    let is_one = pieces(text, is_bar).count() == size / width + 2
        && boxes().all(|piece| piece.chars().count() == width);
    if !is_one {
        return None;
    }
    let signs = || boxes().flat_map(<[u8]>::chars);
    let read = |sign| if sign == ' ' { Some(None) } else { symbols::symbol(sign, reading) };
    if !signs().all(|sign| read(sign).is_some()) {
        return None;
    }
    for (cell, sign) in cells.iter_mut().zip(signs()) {
        *cell = read(sign).flatten();
    }
    Some(symbols::width(&line[..line.len() - trimmed_start(line).len()]) + 2)
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
fn pieces(line: &[u8], is_separator: impl Fn(char) -> bool) -> impl Iterator<Item = Piece<'_>> {
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
            ("|..3|.2.|6..|", 2),
            ("| | |3| |2| |6| | |", 3),
            ("||| 3 ||2||6|||", 2),
            ("0|0|3|0|2|0|6|0|0", 1),
            ("│ . . 3 │ . 2 . │ 6 . . │", 3),
            ("?,?,3,?,2,?,6,?,?", 1),
        ] {
            assert_eq!(read(line), Ok((column, cells.clone())), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_and_where() {
        let foreign = "expected 1-9 or one of .0*?_-, found";
        assert_eq!(read("12345678"), Err(Flaw::new(9, "expected a row of 9 cells, found 8")));
        assert_eq!(read("1234567891"), Err(Flaw::new(10, "expected a row of 9 cells, found more")));
        assert_eq!(read("| 1x3 |"), Err(Flaw::new(4, format!("{foreign} `x`"))));
        assert_eq!(read("|1|2|3|4|5|6|7|8|99|"), Err(Flaw::new(18, format!("{foreign} `99`"))));
    }
}
