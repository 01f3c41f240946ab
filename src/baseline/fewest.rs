//! The most constrained cell at each step: the one with the fewest possible digits.
//!
//! ```text
//!      r4c4 fits 1 digit: fill it    now r4c6 fits 1: fill it     now r2c8 fits 2: try both    ...
//! ```
//!
//! The digits of all empty cells are counted anew at every node, which is expensive, but saves most
//! of the tree. A cell that no digit fits is found at once, anywhere.
//!
//! Source: S. W. Golomb and L. D. Baumert, *Backtrack Programming*, 1965, for the rule; the
//! conflict test is that of [`listed`](super::listed).

use std::ops::ControlFlow;

use super::board::Search;
use crate::sudoku::Digit;

/// Backtracking over the most constrained cell.
pub(super) fn solve(search: &mut Search<'_>) -> ControlFlow<()> {
    if search.has_clash() { ControlFlow::Continue(()) } else { search.node(None, fill) }
}

/// Fills the most constrained cell in every possible way.
fn fill(search: &mut Search<'_>) -> ControlFlow<()> {
    let Some((cell, digits)) = most_constrained(search) else { return search.show() };
    for digit in digits {
        search.digits[cell] = Some(digit);
        search.node(Some((cell, digit)), fill)?;
    }
    search.digits[cell] = None;
    ControlFlow::Continue(())
}

/// The first empty cell with the fewest possible digits, and these digits. `None` if no cell is
/// empty.
fn most_constrained(search: &mut Search<'_>) -> Option<(usize, Vec<Digit>)> {
    let empty: Vec<usize> =
        (0..search.digits.len()).filter(|&cell| search.digits[cell].is_none()).collect();
    let choices = empty.into_iter().map(|cell| {
        let digits = search.board.shape.digits();
        (cell, digits.filter(|&digit| !search.has_conflict(cell, digit)).collect())
    });
    choices.min_by_key(|(_, digits): &(usize, Vec<Digit>)| digits.len())
}
