//! Rows of a spreadsheet: fields between equal separators, which may be empty.
//!
//! ```text
//!   8,,,,,,,,        ;;3;6;;;;;        8 commas, semicolons or tabs: a row of nine cells
//! ```
//!
//! Invariant: each field of a row is a value or empty. Deliberately lacking: rows that can be read
//! without the places of their fields, but for those with semicolons; see [`row`](super::row).

use bstr::ByteSlice;

use super::super::Reading;
use super::super::blanks::trimmed;
use super::super::symbols::{self, Content};
use crate::sudoku::Digit;

/// Reads a row of a spreadsheet, whose cells are the fields between equal separators: `8,,,3,,,,,`.
/// Returns the column of its first field; `None` if this is no such row, or one that needs no empty
/// field to be read.
pub(super) fn of_fields(line: &[u8], reading: &Reading, cells: &mut [Content]) -> Option<u64> {
    let size = reading.shape.size();
    let line = line.trim_end_with(|sign| matches!(sign, '\r' | '\n'));
    let is_between = |sign: &&u8| memchr::memchr_iter(**sign, line).count() + 1 == size;
    let separator = *SEPARATORS.iter().find(is_between).filter(|_| size > 1)?;
    let mut needs_fields = separator == b';';
    for (cell, field) in cells.iter_mut().zip(line.split(|&byte| byte == separator)) {
        let field = trimmed(field);
        needs_fields |= field.is_empty();
        *cell = if field.is_empty() { None } else { symbols::value(field, reading)? };
    }
    needs_fields.then_some(1)
}

/// The separators of a spreadsheet's fields.
const SEPARATORS: [u8; 3] = *b",;\t";

/// Whether a line is a row of a spreadsheet.
pub(in super::super) fn has_fields(line: &[u8], reading: &Reading) -> bool {
    let mut cells = [None; Digit::MAX as usize];
    of_fields(line, reading, &mut cells).is_some()
}

/// Whether a line has the fields of a row of a spreadsheet of this size, and nothing in them.
pub(super) fn is_void(line: &[u8], size: usize) -> bool {
    let is_of = |sign: &u8| {
        let is_between = |byte: &&u8| *byte == sign;
        line.iter().filter(is_between).count() + 1 == size
            && line.iter().all(|byte| byte == sign || byte.is_ascii_whitespace())
    };
    SEPARATORS.iter().any(is_of)
}

/// Whether two lines have as many fields as a row, between the same separators.
pub(in super::super) fn are_of_equal_width([first, second]: [&[u8]; 2], reading: &Reading) -> bool {
    let fields = |line, sign| memchr::memchr_iter(sign, line).count() + 1;
    let size = reading.shape.size();
    SEPARATORS.iter().any(|&sign| fields(first, sign) == size && fields(second, sign) == size)
}
