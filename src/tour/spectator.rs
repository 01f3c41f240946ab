//! What receives the phases and results of a tour.
//!
//! ```text
//!      {-1+1}{-2+1 b9}     phase 1              puzzles to search, pseudo-puzzles
//!                          phase 2
//!                          choice of phase 2    puzzles to choose among
//!                          results ...          nine, in one call or in several
//! ```
//!
//! Invariants. Each result is reported once in a run of the program, and a run that resumes a tour
//! reports all of them again; but phases that were finished before are not begun again, and not
//! shown. The numbers of a [`TourProgress`] only grow, and are those of this run.
//!
//! Deliberately lacking: looks into a phase under way. The watch of a [`Runner`](super::Runner) has
//! them, and can end the tour.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use super::TourStep;
use super::seen::PackedPuzzle;
use crate::expression::Decision;

/// Receives the phases and results of a tour, from several threads at once.
pub trait Spectator: Sync {
    /// Receives the start of a phase.
    fn phase(&self, phase: &Phase<'_>) {
        let _ = phase;
    }

    /// Receives the start of a choice: the results of a phase are found, and those to keep are to
    /// be chosen.
    fn choice(&self, choice: &Choosing<'_>) {
        let _ = choice;
    }

    /// Receives a puzzle that is not kept because nobody knows whether it is what its step asks
    /// for.
    fn undecided(&self, puzzle: &PackedPuzzle, why: &Decision) {
        let _ = (puzzle, why);
    }

    /// Receives results of the tour, each result once, in any order, as soon as they are known to
    /// be new.
    ///
    /// # Errors
    /// If it can't take them; the tour then ends.
    fn results(&self, results: &[PackedPuzzle]) -> io::Result<()>;
}

/// A spectator that ignores everything; [`Runner::run`](super::Runner::run) returns the results.
#[derive(Clone, Copy, Debug)]
pub struct Quiet;

impl Spectator for Quiet {
    fn results(&self, _: &[PackedPuzzle]) -> io::Result<()> {
        Ok(())
    }
}

/// The start of a phase.
#[derive(Clone, Copy, Debug)]
pub struct Phase<'p> {
    /// Its number in the tour, from 1.
    pub number: u64,
    /// The step.
    pub step: &'p TourStep,
    /// The puzzles of its input.
    pub puzzles: u64,
    /// The pseudo-puzzles that will be searched: sets of clues to take off, over all puzzles.
    pub pseudo_puzzles: u64,
    /// The work before.
    pub progress: &'p TourProgress,
}

/// The start of the choice among the results of a phase.
#[derive(Clone, Copy, Debug)]
pub struct Choosing<'p> {
    /// The number of the phase, from 1.
    pub number: u64,
    /// The step.
    pub step: &'p TourStep,
    /// The puzzles to choose among.
    pub puzzles: u64,
    /// The work before.
    pub progress: &'p TourProgress,
}

/// The work of a run of the program.
#[derive(Debug, Default)]
pub struct TourProgress {
    searched: AtomicU64,
    found: AtomicU64,
    kept: AtomicU64,
    judged: AtomicU64,
    undecided: AtomicU64,
}

impl TourProgress {
    /// Pseudo-puzzles searched.
    pub fn searched(&self) -> u64 {
        self.searched.load(Ordering::Relaxed)
    }

    /// Proper puzzles found, with repeats.
    pub fn found(&self) -> u64 {
        self.found.load(Ordering::Relaxed)
    }

    /// Puzzles that passed the filters, each once for each block in which it was found.
    pub fn kept(&self) -> u64 {
        self.kept.load(Ordering::Relaxed)
    }

    /// Puzzles judged by what their step keeps, with repeats from step to step.
    pub fn judged(&self) -> u64 {
        self.judged.load(Ordering::Relaxed)
    }

    /// Puzzles of them that nobody could decide.
    pub fn undecided(&self) -> u64 {
        self.undecided.load(Ordering::Relaxed)
    }

    pub(super) fn add_judged(&self, puzzles: u64) {
        self.judged.fetch_add(puzzles, Ordering::Relaxed);
    }

    pub(super) fn add_undecided(&self) {
        self.undecided.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn add_searched(&self) {
        self.searched.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn add_found(&self) {
        self.found.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn add_kept(&self, puzzles: u64) {
        self.kept.fetch_add(puzzles, Ordering::Relaxed);
    }
}
