//! Short functions for a single puzzle: each call builds a verifier for it.
//!
//! ```
//! use tourdion::sudoku::Grid;
//! use tourdion::verify::{count, is_proper, solve};
//!
//! let puzzle: Grid = "1....2..3......4".parse()?;
//! assert!(is_proper(&puzzle));
//! assert_eq!(solve(&puzzle).unwrap().to_string(), "1342421334212134");
//! assert_eq!(count(&"................".parse::<Grid>()?, 1_000), 288);
//! # Ok::<(), tourdion::sudoku::GridError>(())
//! ```
//!
//! They take puzzles of pencil marks, too:
//!
//! ```
//! use tourdion::sudoku::{Candidate, Marks};
//! use tourdion::verify::count;
//!
//! let mut marks = Marks::all("2x2".parse()?);
//! let (cell, digits) = ("r1c1".parse()?, marks.shape().digits());
//! assert_eq!(count(&marks, 1_000), 288);
//! digits.take(2).for_each(|digit| marks.remove(Candidate { cell, digit }));
//! assert_eq!(count(&marks, 1_000), 144);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For many questions, make one [`LockstepVerifier`](super::LockstepVerifier) and use it for all.

use std::ops::ControlFlow;

use super::{Kind, Verifiable, Verifier};
use crate::instructions::Instructions;
use crate::sudoku::Solution;
use crate::watch::Patient;

/// The first solution of the puzzle that the search finds, if it has one.
#[doc(alias("solver", "solution", "first_solution"))]
pub fn solve(puzzle: &impl Verifiable) -> Option<Solution> {
    let mut first = None;
    let mut keep = |found: &dyn Fn() -> Solution| {
        first = Some(found());
        ControlFlow::Break(())
    };
    let _ = lockstep(puzzle).solutions(puzzle, &mut keep, &mut Patient);
    first
}

/// The number of solutions, at most `limit`.
#[doc(alias("count_solutions"))]
pub fn count(puzzle: &impl Verifiable, limit: u64) -> u64 {
    lockstep(puzzle).count(puzzle, limit)
}

/// Whether the puzzle has exactly one solution.
#[doc(alias("is_unique", "has_unique_solution", "is_valid"))]
pub fn is_proper(puzzle: &impl Verifiable) -> bool {
    lockstep(puzzle).verify(puzzle).kind() == Kind::Proper
}

fn lockstep<P: Verifiable>(_: &P) -> Box<dyn Verifier<P>> {
    P::lockstep(Instructions::best())
}
