//! Sudoku puzzles verified by the million, and any exact-cover problem solved.
//!
//! A *verifier* shows whether a puzzle has one solution, several or none. An *engine* finds the
//! covers of an exact-cover problem: the ways to choose options so that every item is covered
//! exactly once. A *tourdion* is a quick dance, after the dancing links of the first engine.
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
//!      baseline     the same by plain backtracking, in eight ways, for comparison
//!      compare      searches side by side on the same puzzles
//!      chance       random numbers that a seed decides
//!      logic        pencil marks, named techniques, chains and nets
//!      rating       how hard a puzzle is: trial and error, braids, Sudoku Explainer's ratings
//!      expression   conditions on a puzzle, such as `clues<=22 and te>=2`
//!      generate     random grids, minimal puzzles, minimal forms
//!      catalogue    puzzle files in all their forms, as a stream, on all cores
//!      tour         off/on searches over sets of puzzles
//!      draw         pictures and pages of paths, search trees and packings
//!      state        folders whose content survives a kill of the program
//!      kept         searches for covers, kept in such a folder
//!      threads      threads that long work is divided among
//!      excerpt      texts from outside, made safe to show
//!      numerals     numbers as people read and write them
//!      instructions sets of instructions that only some processors have
//!      watch        how far a long search is, and ways to end it
//! ```
//!
//! # Features
//!
//! ```text
//!      cli          the program; on by default, and all below but pictures
//!      catalogue    puzzle files in all their forms; on by default
//!      tour         off/on searches over sets of puzzles
//!      state        folders whose content survives a kill of the program, and `kept`
//!      compare      searches side by side, with their times
//!      draw         pictures and pages, as SVG and HTML
//!      parallel     all cores: threads, cover::share::parallel, verify::lockstep::count_on, and
//!                   on phases
//!      json         problems in JSON are read
//!      xmpuzzle     packing puzzles of burr-tools are read
//!      clock        limits of time
//!      pictures     plots and PNG, of the library and of the program
//! ```
//!
//! Without any feature there are `cover`, `sudoku`, `verify`, `baseline`, `logic`, `rating`,
//! `generate`, `expression` and `chance`, with eighteen small packages. They use no thread, clock
//! or file.
//!
//! To read on: `docs/api.md` of the repository shows what to use for what, with an example of each.
//! The pages of [`cover`] and [`cover::engine::links`] explain dancing links, and that of
//! [`verify::lockstep`] how many Sudokus are verified at once.
//!
//! Functions here take slices and return values; nothing is global, and nothing prints.

pub mod baseline;
#[cfg(feature = "catalogue")]
pub mod catalogue;
pub mod chance;
#[cfg(feature = "compare")]
pub mod compare;
pub mod cover;
#[cfg(feature = "draw")]
pub mod draw;
pub mod excerpt;
pub mod expression;
pub mod generate;
pub mod instructions;
#[cfg(feature = "state")]
pub mod kept;
mod lock;
pub mod logic;
pub mod numerals;
pub mod rating;
mod singles;
#[cfg(feature = "state")]
pub mod state;
pub mod sudoku;
#[cfg(feature = "parallel")]
pub mod threads;
#[cfg(feature = "tour")]
pub mod tour;
pub mod verify;
pub mod watch;

/// The examples of `README.md` and `docs/api.md` are tests, too.
#[cfg(all(doctest, feature = "catalogue", feature = "draw"))]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/api.md")]
struct Documents;
