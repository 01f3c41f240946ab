//! The cells sorted once, before the search, by the number of fitting digits: cells with few come
//! first.
//!
//! ```text
//!      r4c4 1 digit    r4c6 1    r2c8 2    ...    r9c9 7        then as in the order of the list
//! ```
//!
//! Cells with equal numbers stay in the order of the list. Digits are counted for clues too: a clue
//! in a cell where several digits fit comes late, which costs only its turn.
//!
//! Source: J. Newton, *SKILL for the Skilled: Introduction to Classes*, part 5: "algorithm 2" of
//! its table.

use std::ops::ControlFlow;

use super::board::Search;
use super::listed::solve_cells;

/// Backtracking over the cells in an order decided once.
pub(super) fn solve(search: &mut Search<'_>) -> ControlFlow<()> {
    let mut cells: Vec<usize> = (0..search.digits.len()).collect();
    cells.sort_by_cached_key(|&cell| {
        let digits = search.board.shape.digits();
        digits.filter(|&digit| !search.has_conflict(cell, digit)).count()
    });
    search.node(None, |search| solve_cells(search, &cells))
}
