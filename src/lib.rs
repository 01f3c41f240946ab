//! Exact cover by dancing links, and Sudoku as its hardest-worked case.
//!
//! A *tourdion* is a quick dance. This crate's engine dances its links: it says of millions of
//! Sudoku puzzles whether they are proper, and finds the covers of any exact-cover problem.
//!
//! ```
//! use tourdion::verify::{LockstepVerifier, Verdict, Verifier};
//!
//! let mut verifier = LockstepVerifier::new();        // built once, asked as often as you like
//! let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
//! match verifier.verify(&puzzle) {
//!     Verdict::Proper(solution) => println!("{solution:#?}"),
//!     Verdict::Pseudo([one, other]) => println!("{one} and {other}, and perhaps more"),
//!     Verdict::Impossible => println!("no solution"),
//! }
//! # Ok::<(), tourdion::sudoku::GridError>(())
//! ```
//!
//! # The rooms
//!
//! ```text
//!      cover        problems, and engines that search them; knows nothing of Sudoku
//!      sudoku       cells, digits, houses, grids, and checks without a search
//!      verify       verdicts on puzzles, with their witnesses
//!      baseline     the same by plain backtracking, in eight ways, to be compared
//!      compare      searches side by side on the same puzzles
//!      chance       random numbers that a seed decides
//!      logic        pencil marks, singles and forcing nets
//!      generate     random grids, minimal puzzles, minimal forms
//!      catalogue    puzzle files in all their forms, as a stream, on all cores
//!      tour         off/on searches over sets of puzzles
//!      excerpt      texts from outside, fit to be shown
//!      instructions sets of instructions that only some processors have
//! ```
//!
//! Begin with the essay of [`cover`], then read that of [`cover::links`]; and for Sudoku alone,
//! that of [`verify::lockstep`]. Functions here take slices and return values; nothing is global,
//! and nothing prints.

pub mod baseline;
pub mod catalogue;
pub mod chance;
pub mod compare;
pub mod cover;
pub mod excerpt;
pub mod generate;
pub mod instructions;
pub mod keep;
pub mod logic;
pub mod sudoku;
pub mod tour;
pub mod verify;

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
