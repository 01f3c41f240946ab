//! Hidden and naked singles.
//!
//! ```text
//!      houses with one empty cell first     last cell         1.0
//!      then the others: boxes,              hidden single     1.2
//!      columns, rows                        hidden single     1.5
//!      then cells in reading order          naked single      2.3
//! ```

use super::bits::lowest;
use super::constraint::{of_cell, of_places};
use super::tables::{BOXES_COLUMNS_ROWS, CELLS, candidate};
use super::visit::{Flow, Visit};
use super::{Board, Deduction, Evidence, Technique};
use crate::sudoku::Candidate;

/// Digits with one place in a house.
pub(super) fn hidden(board: &Board, visit: Visit<'_>) -> Flow {
    for is_last in [true, false] {
        for house in BOXES_COLUMNS_ROWS {
            if (board.empty(house) == 1) != is_last || board.empty(house) == 0 {
                continue;
            }
            for digit in 0..9 {
                let places = board.places(house, digit);
                if places.count_ones() != 1 {
                    continue;
                }
                let (technique, difficulty) = match (is_last, house) {
                    (true, _) => (Technique::LastCell, 10),
                    (_, 0..9) => (Technique::HiddenSingle, 12),
                    _ => (Technique::HiddenSingle, 15),
                };
                let cell = CELLS[usize::from(house)][usize::from(lowest(places))];
                let evidence = Evidence::Single(of_places(house, digit));
                visit(single(technique, difficulty, candidate(cell, digit), evidence))?;
            }
        }
    }
    Flow::Continue(())
}

/// Cells with one candidate.
pub(super) fn naked(board: &Board, visit: Visit<'_>) -> Flow {
    for cell in 0..81 {
        if board.count(cell) == 1 {
            let placement = candidate(cell, lowest(board.left(cell)));
            let evidence = Evidence::Single(of_cell(cell));
            visit(single(Technique::NakedSingle, 23, placement, evidence))?;
        }
    }
    Flow::Continue(())
}

fn single(
    technique: Technique,
    difficulty: u16,
    placement: Candidate,
    evidence: Evidence,
) -> Deduction {
    let removals = Vec::new();
    Deduction { technique, difficulty, removals, placement: Some(placement), evidence }
}
