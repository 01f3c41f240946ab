//! The twins of a puzzle: the same pattern, other digits, and the same solution outside it.
//!
//! ```text
//!      a puzzle      its solution     less the clues     filled another way    a twin
//!      1 2 3 .       1 2 3 4          . . . 4            2 1 3 4               2 1 3 .
//!      3 . 1 .       3 4 1 2          . 4 . 2            3 4 1 2               3 . 1 .
//!      2 1 . .       2 1 4 3          . . 4 3            1 2 4 3               1 2 . .
//!      . . . .       4 3 2 1          4 3 2 1            4 3 2 1               . . . .
//! ```
//!
//! Let G be the solution of P, and R the cells of G in which P has no clue. Each solution of R has
//! the digits of another puzzle T in the cells of P. T is proper: in each house its clues lack just
//! the digits that R has there, as those of P do; so whatever fills the rest of T in another way
//! would fill the rest of P, too. And the twins of T are those of P.
//!
//! R has few solutions as long as P has few clues. Of fifty clues there can be millions of twins.
//!
//! Source: Mladen Dobrichev, whose algorithm gsf's `sudoku` calls it.

use super::{CandidateList, Finder, FoundPuzzle, NoTour};
use crate::sudoku::{Candidate, Cell, Grid, Shape, Solution};
use crate::verify::{Effort, Verdict, Verifier};
use crate::watch::SharedWatch;

/// Shows `finder` every twin of a proper puzzle, each once, and the puzzle itself: the puzzles with
/// clues in the same cells whose solutions have the same digits in all other cells. All of them are
/// proper. `watch` sees how long it takes every few milliseconds.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// use tourdion::sudoku::Grid;
/// use tourdion::verify::LockstepVerifier;
/// use tourdion::verify::on::{FoundPuzzle, twins};
/// use tourdion::watch::Patient;
///
/// let puzzle: Grid = "..............1..2..3.4..5.....6.4....4...67.12......8..7.5....29...8...8....9..6".parse()?;
/// let count = AtomicUsize::new(0);
/// let finder = |found: FoundPuzzle| {
///     assert_eq!(found.puzzle.clue_count(), puzzle.clue_count());
///     count.fetch_add(1, Ordering::Relaxed);
///     ControlFlow::Continue(())
/// };
/// twins(&mut LockstepVerifier::new(), &puzzle, &finder, &Patient)?;
/// assert_eq!(count.into_inner(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the puzzle isn't proper or isn't 9×9, or the finder or the watch breaks off.
pub fn twins(
    verifier: &mut dyn Verifier,
    puzzle: &Grid,
    finder: &dyn Finder,
    watch: &dyn SharedWatch<()>,
) -> Result<(), NoTour> {
    if puzzle.shape() != Shape::CLASSIC {
        return Err(NoTour::Shape(puzzle.shape()));
    }
    let solution = match verifier.verify(puzzle) {
        Verdict::Proper(solution) => solution,
        verdict => return Err(NoTour::Improper(verdict.kind())),
    };
    let cells: Vec<Cell> = puzzle.clues().map(|clue| clue.cell).collect();
    let mut rest = solution.grid().clone();
    for &cell in &cells {
        rest.set(cell, None);
    }
    let mut show = |found: &dyn Fn() -> Solution| finder.found(twin(puzzle, &cells, &found()));
    let mut pulse = |_: &Effort| watch.pulse(&());
    if verifier.solutions(&rest, &mut show, &mut pulse).is_break() {
        return Err(NoTour::BrokenOff);
    }
    finder.searched();
    Ok(())
}

/// The puzzle with the digits of `solution` in the cells of `puzzle`.
fn twin(puzzle: &Grid, cells: &[Cell], solution: &Solution) -> FoundPuzzle {
    let mut twin = puzzle.clone();
    for &cell in cells {
        twin.set(cell, solution.grid().get(cell));
    }
    let others = |one: &Grid, other: &Grid| -> CandidateList {
        let changed = |clue: &Candidate| other.get(clue.cell) != Some(clue.digit);
        one.clues().filter(changed).collect()
    };
    let (off, on) = (others(puzzle, &twin), others(&twin, puzzle));
    FoundPuzzle { puzzle: twin, off, on }
}
