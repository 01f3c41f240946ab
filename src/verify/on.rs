//! The on phase: which candidates, added to a pseudo-puzzle, make it proper?
//!
//! A hunter takes a few clues off a puzzle (the *off phase*) and adds a few others elsewhere (the
//! *on phase*), so that there is one solution again. With `{-1+1}`, one off and one on:
//!
//! ```text
//!      8 . .|. . .|. . .              8 . .|. . .|. . .              8 . .|. . .|. . .
//!      . . 3|6 . .|. . .              . . 3|6 . .|. . .              . . 3|6 . .|. . .
//!      . 7 .|. 9 .|2 . .   less       . 7 .|. 9 .|2 . .   with       . 7 .|. 9 .|2 . .
//!      . 5 .|. . 7|. . .   r9c7=4     . 5 .|. . 7|. . .   r4c1=2     2 5 .|. . 7|. . .
//!      . . .|. 4 5|7 . .  ────────▶   . . .|. 4 5|7 . .  ────────▶   . . .|. 4 5|7 . .
//!      . . .|1 . .|. 3 .              . . .|1 . .|. 3 .              . . .|1 . .|. 3 .
//!      . . 1|. . .|. 6 8              . . 1|. . .|. 6 8              . . 1|. . .|. 6 8
//!      . . 8|5 . .|. 1 .              . . 8|5 . .|. 1 .              . . 8|5 . .|. 1 .
//!      . 9 .|. . .|4 . .              . 9 .|. . .|. . .              . 9 .|. . .|. . .
//!      proper                         a pseudo-puzzle                proper again
//! ```
//!
//! A set of candidates is *critical* for a pseudo-puzzle if there is exactly one solution with all
//! of them. An [`OnPhase`] finds every critical set, for every set of clues that can be taken off.
//! The difficulty is the number of questions: a puzzle of 17 clues has 136 pairs of clues to take
//! off, each pair leaves some 250 candidates, and with nearly all of these there are many
//! solutions.
//!
//! Invariant: nothing is omitted and nothing comes twice. A critical set is *superfluous* if it is
//! critical even without one of its members, so that this member is added to a puzzle that is
//! already proper. Such sets are found only on request.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::atomic::{AtomicUsize, Ordering};
//! use tourdion::verify::lockstep::LockstepOnPhase;
//! use tourdion::verify::on::{FoundPuzzle, OffOn, OnPhase};
//! use tourdion::watch::Patient;
//!
//! let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
//! let neighbours = AtomicUsize::new(0);
//! let count = |found: FoundPuzzle| {
//!     neighbours.fetch_add(usize::from(found.puzzle != puzzle), Ordering::Relaxed);
//!     ControlFlow::Continue(())
//! };
//! LockstepOnPhase::new().tour(&puzzle, &OffOn::new(1, 1), &count, &Patient)?;
//! assert_eq!(neighbours.into_inner(), 26);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Source: gsf and Havard on off/on tours (forum note, 2007); the terms are theirs.
//!
//! Deliberately lacking: symmetry (see [`canonical`](crate::sudoku::canonical)), minimality of what
//! is found, and what to do with it.

use std::ops::ControlFlow;

use super::{Kind, Verdict, Verifier};
use crate::sudoku::{Grid, Shape, Solution};
use crate::watch::SharedWatch;

mod candidate_list;
mod links;
mod offs;
mod plain;
mod twins;

pub use candidate_list::CandidateList;
pub use links::LinksOnPhase;
pub(super) use offs::{Off, clue_sets, few, gathered, offs, subsets};
pub use plain::PlainOnPhase;
pub use twins::twins;

/// What is taken off and what is added: `{-N+M}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OffOn {
    /// Clues to take off (N).
    pub off: usize,
    /// Candidates to add (M).
    pub on: usize,
    /// Find superfluous sets too.
    pub superfluous: bool,
    /// Add candidates only in cells from which a clue was taken: the pattern stays.
    pub in_place: bool,
    /// The first clue that may be taken off, counted from 0 in reading order.
    pub first_clue: usize,
    /// Take only some of the sets of clues, at random.
    pub sample: Option<Sample>,
}

impl OffOn {
    /// The step `{-off+on}`, without sampling and other options.
    pub const fn new(off: usize, on: usize) -> OffOn {
        OffOn { off, on, superfluous: false, in_place: false, first_clue: 0, sample: None }
    }
}

/// A random choice among the sets of clues that could be taken off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The number of sets taken of a million, on average.
    pub per_million: u32,
    /// The same seed takes the same sets of the same puzzle.
    pub seed: u64,
}

/// A puzzle that a phase found; a proper one, unless it was an off phase alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPuzzle {
    /// The puzzle.
    pub puzzle: Grid,
    /// The clues taken off, in reading order.
    pub off: CandidateList,
    /// The candidates added, in reading order.
    pub on: CandidateList,
}

impl FoundPuzzle {
    /// The puzzle's one solution, by another search: `None` if there isn't just one, which would be
    /// an error of the on phase.
    pub fn solution(&self, verifier: &mut dyn Verifier) -> Option<Solution> {
        match verifier.verify(&self.puzzle) {
            Verdict::Proper(solution) => Some(solution),
            _ => None,
        }
    }
}

/// Receives what an on phase finds, from several threads at once. Closures on [`FoundPuzzle`]
/// implement it.
pub trait Finder: Sync {
    /// Receives a puzzle for each set of clues taken off and each critical set of candidates.
    /// `Break` ends the search.
    fn found(&self, found: FoundPuzzle) -> ControlFlow<()>;

    /// Receives the end of each set of clues taken off: all that can be added to it has been found.
    fn searched(&self) {}
}

impl<F: Fn(FoundPuzzle) -> ControlFlow<()> + Sync> Finder for F {
    fn found(&self, found: FoundPuzzle) -> ControlFlow<()> {
        self(found)
    }
}

/// Why there can be no on phase.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoTour {
    /// Clues are to be taken off a puzzle that isn't proper.
    #[error("clues can be taken off a proper puzzle only, and this one is {0}")]
    Improper(Kind),
    /// Tours are for 9×9 puzzles.
    #[error("tours are for 9x9 puzzles, and this one has boxes of {0}")]
    Shape(Shape),
    /// The finder or the watch broke off.
    #[error("the search was broken off")]
    BrokenOff,
}

/// A search for critical sets of candidates, used again and again.
pub trait OnPhase: Send + Sync {
    /// Passes to `finder` every puzzle that results from `puzzle` by taking off a set of clues and
    /// adding a critical set of candidates. Clues that were just taken off may be added again, so
    /// `puzzle` itself is found once for each set of clues. With nothing to take off, `puzzle` may
    /// be a pseudo-puzzle.
    ///
    /// Works on all threads of the `Threads` on which it runs, or without the feature `parallel` on
    /// the calling thread. So the order of the puzzles found is not fixed. `watch` has a pulse
    /// every few milliseconds on each thread.
    ///
    /// # Errors
    /// If clues are to be taken off an improper puzzle, the puzzle isn't 9×9, or the finder or the
    /// watch breaks off.
    fn tour(
        &self,
        puzzle: &Grid,
        step: &OffOn,
        finder: &dyn Finder,
        watch: &dyn SharedWatch<()>,
    ) -> Result<(), NoTour>;
}

/// Passes to `finder` every puzzle that is left when a set of clues is taken off `puzzle`: an off
/// phase without an on phase. Nothing is searched. `watch` has a pulse every thousand sets.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// use tourdion::sudoku::Grid;
/// use tourdion::verify::on::{FoundPuzzle, OffOn, off_phase};
/// use tourdion::watch::Patient;
///
/// let puzzle: Grid = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let count = AtomicUsize::new(0);
/// let finder = |found: FoundPuzzle| {
///     assert_eq!((found.off.len(), found.puzzle.clue_count()), (2, 19));
///     count.fetch_add(1, Ordering::Relaxed);
///     ControlFlow::Continue(())
/// };
/// off_phase(&puzzle, &OffOn::new(2, 0), &finder, &Patient)?;
/// assert_eq!(count.into_inner(), 21 * 20 / 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the puzzle isn't 9×9, or the finder or the watch breaks off.
pub fn off_phase(
    puzzle: &Grid,
    step: &OffOn,
    finder: &dyn Finder,
    watch: &dyn SharedWatch<()>,
) -> Result<(), NoTour> {
    if puzzle.shape() != Shape::CLASSIC {
        return Err(NoTour::Shape(puzzle.shape()));
    }
    for (number, off) in clue_sets(step, puzzle, watch).enumerate() {
        let ControlFlow::Continue(off) = off else { return Err(NoTour::BrokenOff) };
        if number % 1_000 == 999 && watch.pulse(&()).is_break() {
            return Err(NoTour::BrokenOff);
        }
        let found = FoundPuzzle { puzzle: puzzle.without(&off), off, on: CandidateList::default() };
        if finder.found(found).is_break() {
            return Err(NoTour::BrokenOff);
        }
        finder.searched();
    }
    Ok(())
}

/// Checks whether a tour can begin at `puzzle`. Returns its solution if it is proper, and `None`
/// for a pseudo-puzzle with nothing to take off.
pub(super) fn start(
    verifier: &mut dyn Verifier,
    puzzle: &Grid,
    step: &OffOn,
) -> Result<Option<Solution>, NoTour> {
    if puzzle.shape() != Shape::CLASSIC {
        return Err(NoTour::Shape(puzzle.shape()));
    }
    match verifier.verify(puzzle) {
        Verdict::Proper(solution) => Ok(Some(solution)),
        Verdict::Pseudo(_) if step.off == 0 => Ok(None),
        verdict => Err(NoTour::Improper(verdict.kind())),
    }
}
