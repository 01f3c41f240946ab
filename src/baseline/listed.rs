//! The cells in the order of the list: try each digit in the first, and for each that fits continue
//! with the rest.
//!
//! ```text
//!      . . 3 | 4      r1c1: 1 fits      r1c2: 2 fits      r1c3 is a clue, and fits      ...
//!                           2 fits      r1c2: 1 fits      ...
//! ```
//!
//! A clue is checked at its turn, so clashing clues in the last row are found only after everything
//! above them was tried.
//!
//! Source: J. Newton, *SKILL for the Skilled: Introduction to Classes*, part 4, `SkuFindSolution`;
//! it is "algorithm 1" in the table of part 5.

use std::ops::ControlFlow;

use super::board::Search;

/// Backtracking over the cells in reading order.
pub(super) fn solve(search: &mut Search<'_>) -> ControlFlow<()> {
    let cells: Vec<usize> = (0..search.digits.len()).collect();
    search.node(None, |search| solve_cells(search, &cells))
}

/// Fills these cells, in their order, in every possible way.
pub(super) fn solve_cells(search: &mut Search<'_>, cells: &[usize]) -> ControlFlow<()> {
    let Some((&cell, rest)) = cells.split_first() else { return search.show() };
    if let Some(clue) = search.digits[cell] {
        return if search.has_conflict(cell, clue) {
            ControlFlow::Continue(())
        } else {
            search.node(Some((cell, clue)), |search| solve_cells(search, rest))
        };
    }
    for digit in search.board.shape.digits() {
        if !search.has_conflict(cell, digit) {
            search.digits[cell] = Some(digit);
            search.node(Some((cell, digit)), |search| solve_cells(search, rest))?;
        }
    }
    search.digits[cell] = None;
    ControlFlow::Continue(())
}
