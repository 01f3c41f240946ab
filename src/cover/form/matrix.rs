//! A problem as a matrix of 0 and 1. It is read, and not written.
//!
//! ```text
//!     0010100        a row is an option, a column an item: this option has the items 3 and 5
//!     1001001
//!     0 1 1 0 0 1 0  blanks may stand between the digits, and blank lines between the rows
//! ```
//!
//! The items are all primary, and called 1, 2, 3, ... in the order of the columns.
//!
//! A text of 0 and 1 may also be one of Knuth's form, whose items are so called: `0 1` and then
//! `0`, or twice the line `01`. If it is one of that form but its rows have different lengths, it
//! is no matrix; if they have the same length, the form must be named.
//!
//! Deliberately lacking: comments, secondary items, and rows of 0 alone, which are no options.

use super::fault::{At, TextError, unexpected};
use crate::cover::problem::{ItemId, Problem};

/// Reads a matrix.
///
/// ```
/// use tourdion::cover::form::matrix;
///
/// let problem = matrix::read("101\n0 1 0\n")?;
/// assert_eq!(problem.to_string(), "1 2 3\n1 3\n2\n");
/// # Ok::<(), tourdion::cover::TextError>(())
/// ```
///
/// # Errors
/// If the text is no matrix, with the place and what was expected there.
pub fn read(text: &str) -> Result<Problem, TextError> {
    let mut problem = Problem::new();
    let mut items = None;
    for (k, line) in text.lines().enumerate() {
        let row = row(line).map_err(|at| at.on(k + 1, line))?;
        if row.is_empty() {
            continue;
        }
        let fault = |what| At(0, what).on(k + 1, line);
        let items = if let Some(items) = &items {
            items
        } else {
            let named = (1..=row.len()).map(|number| problem.primary(&number.to_string()));
            let named = named.collect::<Result<Vec<ItemId>, _>>();
            &*items.insert(named.map_err(|error| fault(error.into()))?)
        };
        if row.len() != items.len() {
            let expected = format!("{} digits, as in the first row", items.len());
            return Err(fault(unexpected(&expected, &row.len().to_string())));
        }
        let entries = items.iter().zip(&row).filter(|&(_, &is_one)| is_one).map(|(&item, _)| item);
        problem.option(entries).map_err(|error| fault(error.into()))?;
    }
    Ok(problem)
}

/// Reads a row; empty if the line is blank.
fn row(line: &str) -> Result<Vec<bool>, At> {
    let digits = line.char_indices().filter(|(_, c)| !c.is_whitespace());
    let digit = |(place, c): (usize, char)| match c {
        '0' | '1' => Ok(c == '1'),
        _ => Err(At(place, unexpected("0 or 1", &c.to_string()))),
    };
    digits.map(digit).collect()
}

/// Whether a text has 0, 1 and white space, and something of the first two.
pub(super) fn is_possible(text: &str) -> bool {
    text.contains(['0', '1']) && text.chars().all(|c| c.is_whitespace() || c == '0' || c == '1')
}

/// Whether all rows of such a text have the same length.
pub(super) fn is_even(text: &str) -> bool {
    let digits = |line: &str| line.bytes().filter(|byte| b"01".contains(byte)).count();
    let mut lengths = text.lines().map(digits).filter(|&length| length > 0);
    let first = lengths.next();
    lengths.all(|length| Some(length) == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_mean_nothing() {
        let expected = "1 2 3 4 5 6 7\n3 5\n1 4 7\n2 3 6\n1 4 6\n2 7\n4 5 7\n";
        let toy = "0010100\n1001001\n0110010\n1001010\n0100001\n0001101\n";
        assert_eq!(read(toy).unwrap().to_string(), expected);
        let apart: String = toy
            .chars()
            .flat_map(|c| if c == '\n' { "\r\n\n" } else { "\t " }.chars().chain([c]))
            .collect();
        assert_eq!(read(&apart).unwrap().to_string(), expected);
        assert_eq!(read("\n").unwrap().items().len(), 0);
    }

    #[test]
    fn every_fault_has_its_line_and_column() {
        let fault = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(fault("01\n0 2"), "2:3: expected 0 or 1, found `2`");
        assert_eq!(fault("ä"), "1:1: expected 0 or 1, found `ä`");
        assert_eq!(fault("011\n\n01"), "3:1: expected 3 digits, as in the first row, found `2`");
        assert_eq!(fault("01\n 00"), "2:1: the option has no items");
    }
}
