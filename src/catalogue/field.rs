//! A field: a text that is exactly one puzzle, in a table or as a string of JSON.
//!
//! ```text
//!   "4.....8.5.3 ..."    N² symbols, with white space allowed around and between them
//!   "4,0,0,0,0,0,8,..."  N² values separated by commas
//!   "1...4..8...3 ..."   N³ symbols: pencil marks
//! ```
//!
//! Deliberately lacking: finding the beginning and end of a field.

use super::blanks::{trimmed, trimmed_start};
use super::given::Given;
use super::symbols::Flaw;
use super::{Reading, lines, values};

/// Reads `text` as a puzzle.
pub(super) fn read(text: &[u8], reading: &Reading) -> Result<Given, Flaw> {
    let leading = text.len() - trimmed_start(text).len();
    let text = trimmed(text);
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
        Err(flaw) => Err(flaw),
    }
    .map_err(|flaw| Flaw { column: flaw.column + leading as u64, ..flaw })
}

/// Whether `text` is a puzzle with an empty cell, and so no solution.
pub(super) fn is_puzzle(text: &[u8], reading: &Reading) -> bool {
    read(text, reading).is_ok_and(|given| !given.is_full())
}
