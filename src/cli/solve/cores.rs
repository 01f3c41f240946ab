//! Counts on all cores, one at a time: of a puzzle whose turn has come.
//!
//! The threads of a run answer for puzzles side by side. While one waits for a long count the
//! others wait behind it, so the count has threads of its own.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use indicatif::ProgressBar;
use tourdion::instructions::Instructions;
use tourdion::numerals::grouped;
use tourdion::sudoku::{Grid, Marks};
use tourdion::threads::Threads;
use tourdion::verify::lockstep;
use tourdion::watch::SharedWatch;

use crate::cli::command_puzzle::CommandPuzzle;
use crate::cli::interrupt::pulse;
use crate::cli::lock::locked;

/// The cores that count.
pub(super) struct Cores {
    number: usize,
    /// Started for the first count.
    threads: Mutex<Option<Threads>>,
    bar: ProgressBar,
}

impl Cores {
    /// This number of threads, which show a count in the progress bar.
    pub(super) fn new(number: usize, bar: ProgressBar) -> Cores {
        Cores { number, threads: Mutex::new(None), bar }
    }

    /// The number of solutions, up to `limit`, and whether these are all.
    pub(super) fn count<P: Countable>(
        &self,
        puzzle: &P,
        limit: u64,
        stop: &AtomicBool,
    ) -> (u64, bool) {
        let watch = |solutions: &u64| {
            if !self.bar.is_hidden() {
                self.bar.set_message(format!("{} solutions", grouped(*solutions)));
            }
            pulse(stop)
        };
        let mut threads = locked(&self.threads);
        if threads.is_none() {
            // If the system starts none, this one counts.
            *threads = Threads::new(self.number).ok();
        }
        match P::count(threads.as_ref(), puzzle, limit, &watch) {
            ControlFlow::Break(solutions) => (solutions, false),
            ControlFlow::Continue(solutions) => (solutions, true),
        }
    }
}

/// A kind of puzzle whose solutions can be counted on all cores.
pub(super) trait Countable: CommandPuzzle {
    /// As [`lockstep::count_on`].
    fn count(
        threads: Option<&Threads>,
        puzzle: &Self,
        limit: u64,
        watch: &dyn SharedWatch<u64>,
    ) -> ControlFlow<u64, u64>;
}

impl Countable for Grid {
    fn count(
        threads: Option<&Threads>,
        puzzle: &Grid,
        limit: u64,
        watch: &dyn SharedWatch<u64>,
    ) -> ControlFlow<u64, u64> {
        lockstep::count_on(threads, Instructions::best(), puzzle, limit, watch)
    }
}

impl Countable for Marks {
    fn count(
        threads: Option<&Threads>,
        puzzle: &Marks,
        limit: u64,
        watch: &dyn SharedWatch<u64>,
    ) -> ControlFlow<u64, u64> {
        lockstep::count_on(threads, Instructions::best(), puzzle, limit, watch)
    }
}
