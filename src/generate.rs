//! Making puzzles: random solution grids, minimal puzzles, and minimal forms of given ones.
//!
//! ```text
//!      chance ─▶ full ─▶ a solution grid
//!                          │  removal: clues go in random order, as long as there is one solution
//!                          ▼
//!      4 . . | . . .     a minimal puzzle:     attempts    with so many clues, with a symmetry
//!      . . 7 | . . 1     no clue can go        unbiased    with a weight, for statistics
//!      . 2 . | 9 . .                           minimise    from a given puzzle, one form or all
//!                                              pattern     with clues in given cells (by climbing)
//! ```
//!
//! ```
//! use tourdion::generate::{Generator, Wish, redundant};
//! use tourdion::sudoku::Shape;
//! use tourdion::verify::LockstepVerifier;
//!
//! let mut generator = Generator::new(Wish::new(Shape::CLASSIC), 2007);
//! for puzzle in generator.puzzles(0..10) {
//!     assert_eq!(redundant(&mut LockstepVerifier::new(), &puzzle), []);
//! }
//! ```
//!
//! To take off a clue, one has to ask a [`Verifier`](crate::verify::Verifier) whether the puzzle is
//! still proper. Two things make that quick: of each puzzle few questions are asked (`removal`,
//! `unavoidable`), and many puzzles are under way at once, so that the questions are answered in
//! lanes (`rounds`). Neither changes what comes out, which is the same as if clues were tried one
//! at a time.
//!
//! What is the distribution? Of the solution grids every one can come out, and those that
//! symmetries take to each other equally often ([`Generator::solution`]). Of a grid's minimal
//! puzzles each can come out, but those with few clues come far too often: some 24.4 clues on
//! average, where all minimal puzzles have about 26.6 (Berthier, *Unbiased Statistics of a CSP*,
//! 2009). [`unbiased`] is the remedy.
//!
//! Invariants. An attempt depends on its seed and number alone: not on the other attempts, the
//! verifier or the number of threads. What comes out is proper, and minimal where that was asked
//! for: tests ask links about every clue.
//!
//! Deliberately lacking: ratings of difficulty; threads (give each its own generator, and blocks of
//! numbers).

mod attempts;
mod full;
mod gaps;
mod minimise;
pub mod pattern;
mod removal;
mod rounds;
mod symmetry;
mod unavoidable;
pub mod unbiased;

pub use attempts::{Generator, Wish};
pub use minimise::{Minimiser, forms, redundant};
pub use pattern::{HopelessPattern, PatternSearch};
pub use symmetry::{PatternSymmetry, PatternSymmetryError};
pub use unbiased::UnbiasedGenerator;
