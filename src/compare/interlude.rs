//! Between two questions: another puzzle, whose time does not count.
//!
//! ```text
//!   1 2 3 | 4 5 6 | 7 8 9   a full row,
//!   . 5 . | . 8 . | . 2 .   more of a solution grid, with the number of clues of the next puzzle,
//!         ...               none of them in common with its beginning
//!   1 . . | . . . | . . .   and one that clashes with the first of all
//! ```
//!
//! An engine may keep part of one puzzle for the next: links keep the clues held that both begin
//! with. If asked about the same puzzle twice in a row, they need not hold them again, and their
//! time is that of half a question. So each question begins with the state that another puzzle
//! left.
//!
//! No search has any work here. Links hold all clues but the last. A search that goes through the
//! cells, in the order of the list or of the number of fitting digits, starts at the first cell,
//! where no digit fits, not even the clue's own.

use crate::sudoku::{Cell, Digit, Grid, Shape};

/// A grid for an engine to verify before the question about `puzzle`.
pub(super) fn before(puzzle: &Grid) -> Grid {
    let shape = puzzle.shape();
    let size = shape.size();
    let first = shape.cell(0);
    // Clues are held in reading order: if the first ones differ, the puzzles share nothing.
    let turn = usize::from(puzzle.get(first) == Some(Digit::at(0)));
    let mut interlude = Grid::empty(shape);
    // The last row stays empty, except for the clue that clashes.
    let (begin, end) = (size, (size * (size - 1)).max(size));
    let more = puzzle.clue_count().saturating_sub(size + 1).min(end - begin);
    let spread = (0..more).map(|k| begin + k * (end - begin) / more);
    for cell in (0..size).chain(spread).map(|index| shape.cell(index)) {
        interlude.set(cell, Some(digit_of(shape, cell, turn)));
    }
    interlude.set(shape.cell(size * (size - 1)), interlude.get(first));
    interlude
}

/// The digit of a cell in a solution grid that exists for every shape, with its digits rotated by
/// `turn`.
fn digit_of(shape: Shape, cell: Cell, turn: usize) -> Digit {
    let (row, column) = (usize::from(cell.row), usize::from(cell.column));
    let shift = row % shape.box_rows() * shape.box_columns() + row / shape.box_rows();
    Digit::at((column + shift + turn) % shape.size())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::Contestant;
    use crate::sudoku::check;

    const SHAPES: [(u8, u8); 6] = [(1, 2), (2, 2), (2, 3), (3, 3), (4, 4), (5, 5)];

    #[test]
    fn nothing_is_in_common_with_the_puzzle_and_no_search_has_anything_to_do() {
        for shape in SHAPES.map(|(rows, columns)| Shape::new(rows, columns).unwrap()) {
            let mut engines: Vec<_> =
                Contestant::all().filter_map(|engine| engine.verifier(shape).ok()).collect();
            // Every digit in the first cell, and any number of clues, or one of seven of many.
            let step = if shape.cells() > 81 { 7 } else { 1 };
            for number in (0..=shape.cells()).step_by(step) {
                let mut puzzle = Grid::empty(shape);
                for index in 0..number {
                    puzzle.set(shape.cell(index), Some(digit_of(shape, shape.cell(index), number)));
                }
                let interlude = before(&puzzle);
                assert_ne!(interlude.clues().next(), puzzle.clues().next(), "{puzzle}");
                let least = (shape.size() + 1).min(shape.cells());
                let most = shape.size() * (shape.size() - 1) + 1;
                assert_eq!(interlude.clue_count(), number.clamp(least, most), "{interlude}");
                for engine in &mut engines {
                    assert_eq!(engine.count(&interlude, 1), 0, "{interlude}");
                    assert!(engine.effort().nodes <= 1, "{interlude}");
                }
            }
        }
    }

    #[test]
    fn the_clue_that_clashes_is_the_last_one() {
        for shape in SHAPES.map(|(rows, columns)| Shape::new(rows, columns).unwrap()) {
            let mut interlude = before(&Grid::empty(shape));
            let last = interlude.clues().last().unwrap().cell;
            interlude.set(last, None);
            assert!(check::clash(&interlude).is_none());
            let full: Vec<_> = (0..shape.cells())
                .map(|index| Some(digit_of(shape, shape.cell(index), 1)))
                .collect();
            assert!(check::clash(&Grid::from_cells(shape, &full).unwrap()).is_none());
        }
    }
}
