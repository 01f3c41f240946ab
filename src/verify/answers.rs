//! The short way to ask about a puzzle: each call makes a verifier for it.
//!
//! ```
//! use tourdion::sudoku::Grid;
//! use tourdion::verify::{count, is_proper, solve};
//!
//! let puzzle: Grid = "1....2..3......4".parse()?;
//! assert!(is_proper(&puzzle));
//! assert_eq!(solve(&puzzle).unwrap().to_string(), "1342421334212134");
//! assert_eq!(count(&"................".parse()?, 1_000), 288);
//! # Ok::<(), tourdion::sudoku::GridError>(())
//! ```
//!
//! For many questions, make one [`LockstepVerifier`] and use it for all.

use std::ops::ControlFlow;

use super::{Kind, LockstepVerifier, Verifier};
use crate::sudoku::{Grid, Solution};
use crate::watch::Patient;

/// The first solution of the puzzle that the search finds, if it has one.
pub fn solve(puzzle: &Grid) -> Option<Solution> {
    let mut first = None;
    let mut keep = |found: &dyn Fn() -> Solution| {
        first = Some(found());
        ControlFlow::Break(())
    };
    let _ = LockstepVerifier::new().solutions(puzzle, &mut keep, &mut Patient);
    first
}

/// The number of solutions, at most `limit`.
pub fn count(puzzle: &Grid, limit: u64) -> u64 {
    LockstepVerifier::new().count(puzzle, limit)
}

/// Whether the puzzle has exactly one solution.
pub fn is_proper(puzzle: &Grid) -> bool {
    LockstepVerifier::new().verify(puzzle).kind() == Kind::Proper
}
