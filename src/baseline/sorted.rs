//! The cells sorted once, before the search, by how many digits fit: those with few come first.
//!
//! ```text
//!      r4c4 1 digit    r4c6 1    r2c8 2    ...    r9c9 7        then as in the order of the list
//! ```
//!
//! Cells with equally many stay in the order of the list. Digits are counted for clues too: a clue of which
//! several would fit comes late, which costs nothing but its turn.
//!
//! Source: J. Newton, *SKILL for the Skilled: Introduction to Classes*, part 5: "algorithm 2" of its table.

use std::ops::ControlFlow;

use super::board::Board;
use super::listed::solve_cells;
use crate::sudoku::{Grid, Shape};
use crate::verify::{Effort, Verifier, Visitor};

/// Backtracking over the cells in an order that is decided once.
pub struct Sorted {
    board: Board,
}

impl Sorted {
    /// A search in grids of `shape`.
    pub fn new(shape: Shape) -> Sorted {
        Sorted { board: Board::new(shape) }
    }
}

impl Verifier for Sorted {
    fn solutions(&mut self, puzzle: &Grid, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        let mut search = self.board.begin(puzzle, visitor);
        let mut cells: Vec<usize> = (0..puzzle.shape().cells()).collect();
        cells.sort_by_cached_key(|&cell| {
            let digits = puzzle.shape().digits();
            digits.filter(|&digit| !search.has_conflict(cell, digit)).count()
        });
        search.node(None, |search| solve_cells(search, &cells))
    }

    fn effort(&self) -> Effort {
        self.board.effort()
    }
}
