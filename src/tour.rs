//! Tours: hunting for proper puzzles by taking clues off others and adding new ones.
//!
//! Puzzles with few clues lie close together, and so do hard puzzles. So a tour searches around
//! known puzzles. An *off/on step* `{-N+M}` takes every set of N clues off a puzzle and adds every
//! set of M candidates that makes it proper again. A *tour* is a [`Sequence`] of such steps, each
//! applied to all puzzles that the one before has found:
//!
//! ```text
//!      {-1+1}x2{-2+1}:
//!
//!      input ──{-1+1}──▶ set ──{-1+1}──▶ set ──{-2+1}──▶ results
//!       20 puzzles        ~100             ~400            a few, with one clue less
//!
//!      a phase:
//!      sorted set ─▶ blocks ─▶ all threads: tour each puzzle ─▶ canonical form ─▶ filters
//!                                                            ─▶ seen? ─▶ sorted set
//!                                                            ─▶ what is asked for, the hardest
//! ```
//!
//! The search is breadth first: a phase ends before the next begins, so no puzzle is searched twice
//! in a phase, however often it is found. Puzzles that are equal up to symmetry count as one,
//! unless a step keeps them apart.
//!
//! ```
//! use tourdion::threads::Threads;
//! use tourdion::tour::{Conditions, Quiet, Runner, Sequence, Shelf};
//! use tourdion::verify::LockstepVerifier;
//! use tourdion::verify::on::PlainOnPhase;
//! use tourdion::watch::Patient;
//!
//! let phase = PlainOnPhase::new(|| Box::new(LockstepVerifier::new()));
//! let threads = Threads::new(2)?;
//! let (shelf, conditions) = (Shelf::in_memory(1 << 20), Conditions::default());
//! let mut runner = Runner::new(&phase, &threads, shelf, conditions, &Quiet, &Patient);
//!
//! let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let input = runner.gather_puzzles([puzzle])?;
//! let results = runner.run(&"{-1+0}".parse::<Sequence>()?, &input)?;
//! assert_eq!(results.len(), 22);          // of its 30 clues 22 are redundant
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Why nothing is omitted
//!
//! A step is applied to each puzzle by itself, so its result for a union of sets is the union of
//! its results. (Only the choice of the hardest puzzles depends on the whole set.) All shortcuts
//! rest on this: a puzzle is searched once in a phase, only new puzzles are searched in the rounds
//! of a closure (a group with `*`), and blocks are done in any order and on any thread. In a
//! repeated `{-N+N}xK`, which finds every puzzle again, a round searches only the new puzzles of
//! the round before. A sequence gives the same results as its parts in separate runs of the
//! program: `tests/it/hunts.rs` compares both.
//!
//! # Memory
//!
//! The sets are in a [`Shelf`], which uses files when a budget of memory is spent; see [`seen`]. In
//! addition, each thread has a block of at most 1,024 puzzles and its results in memory. Excluded
//! puzzles are in memory, too, 40 bytes each.
//!
//! # Files
//!
//! With a folder, all sets are files, and a tour killed at any moment can be resumed. It starts
//! again from the beginning, but uses the finished sets, and adds only the missing blocks to an
//! unfinished set. See [`shelf`], and [`state`](crate::state) for the rules of the folder.
//!
//! Deliberately lacking: reading, printing, and on phases themselves, which are in
//! [`verify::on`](crate::verify::on).

use std::io;

use crate::state::StateError;
use crate::sudoku::Grid;
use crate::verify::on::NoTour;

pub mod check;
pub mod clues;
mod difference;
pub mod fate;
mod finished;
pub mod grammar;
mod hardest;
mod phase;
pub mod plan;
pub mod run;
pub mod seen;
pub mod sequence;
pub mod share;
pub mod shelf;
pub mod sieve;
pub mod spectator;

pub use check::BadSequence;
pub use clues::ClueRange;
pub use fate::Misfit;
pub use grammar::SequenceError;
pub use hardest::Hardest;
pub use run::Runner;
pub use sequence::{Body, Repeat, Sequence, SequencePart, StepKind, TourStep};
pub use share::Share;
pub use shelf::{Set, Shelf};
pub use sieve::{Conditions, Exclusion};
pub use spectator::{Choosing, Phase, Quiet, Spectator, TourProgress};

/// Why a tour can't go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TourError {
    /// A set can't be kept.
    #[error(transparent)]
    Seen(#[from] seen::SeenError),
    /// The folder of the tour, or a file in it, can't be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// A puzzle unfit for tours.
    #[error("{puzzle}: {why}")]
    Puzzle {
        /// The puzzle.
        puzzle: Grid,
        /// The reason.
        why: NoTour,
    },
    /// The sequence can't be run.
    #[error(transparent)]
    Sequence(#[from] BadSequence),
    /// The watch broke it off. What was finished is kept.
    #[error("the tour was broken off")]
    BrokenOff,
    /// The spectator could not take results.
    #[error("can't write the results")]
    Unreported(#[source] io::Error),
}
