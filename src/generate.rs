//! Making puzzles: random solution grids, minimal puzzles, and minimal forms of given ones.
//!
//! ```text
//!      chance ─▶ full ─▶ a solution grid
//!                          │  removal: clues go in random order while one solution is left
//!                          ▼
//!      4 . . | . . .     a minimal puzzle:     attempts    with a number of clues, a symmetry
//!      . . 7 | . . 1     no clue can go        unbiased    with a weight, for statistics
//!      . 2 . | 9 . .                           minimise    a form of a given puzzle
//!                                              forms       all forms of one
//!                                              pattern     with clues in given cells (by climbing)
//! ```
//!
//! ```
//! use tourdion::generate::{Generator, Wish, redundant};
//! use tourdion::sudoku::Shape;
//! use tourdion::verify::LockstepVerifier;
//! use tourdion::watch::Patient;
//!
//! let mut generator = Generator::new(Wish::new(Shape::CLASSIC), 2007);
//! for puzzle in generator.puzzles(0..10) {
//!     let redundant = redundant(&mut LockstepVerifier::new(), &puzzle, &mut Patient);
//!     assert_eq!(redundant.continue_value(), Some(vec![]));
//! }
//! ```
//!
//! Before a clue is taken off, a [`Verifier`](crate::verify::Verifier) must show that the puzzle
//! stays proper. Two things make that fast: each puzzle needs few such searches (`removal`,
//! `unavoidable`), and many puzzles are made at once, so that the lanes of lockstep are full
//! (`rounds`). Neither changes the result, which is the same as trying clues one at a time.
//!
//! The distribution: every solution grid can occur, and grids equal up to symmetry occur equally
//! often ([`Generator::solution`]). Every minimal puzzle of a grid can occur, but puzzles with few
//! clues occur far too often: some 24.4 clues on average, while all minimal puzzles have about 26.6
//! (Berthier, *Unbiased Statistics of a CSP*, 2009). [`unbiased`] is the remedy.
//!
//! Invariants. An attempt depends only on its seed and number: not on other attempts, the verifier
//! or the number of threads. Puzzles are proper, and minimal if requested: tests check every clue
//! with links.
//!
//! [`random_symmetry`] makes symmetric copies of any puzzle, uniformly.
//!
//! Deliberately lacking: ratings of difficulty; threads (give each its own generator, and a block
//! of attempts).

mod attempts;
mod forms;
mod full;
mod gaps;
mod minimise;
pub mod pattern;
mod removal;
mod rounds;
mod shuffle;
mod symmetry;
mod unavoidable;
pub mod unbiased;

pub use attempts::{Generator, Wish};
pub use forms::forms;
pub use minimise::{Minimiser, is_minimal, redundant};
pub use pattern::{HopelessPattern, PatternSearch};
pub use shuffle::{SymmetryPart, random_symmetry};
pub use symmetry::{PatternSymmetry, PatternSymmetryError};
pub use unbiased::UnbiasedGenerator;
