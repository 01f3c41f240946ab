//! Counts of solutions: by a worker alone, and on all cores if that takes long.
//!
//! ```text
//!      9x9       a worker, for some nodes --> all cores, from the beginning
//!      larger    a worker, to the end
//! ```
//!
//! The threads of a run answer for puzzles side by side. One of them that waits for a count on all
//! cores does nothing meanwhile, so the count has threads of its own. There is one such count at a
//! time. Only lockstep divides a count, so larger grids are counted side by side by the workers.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use indicatif::ProgressBar;
use tourdion::instructions::Instructions;
use tourdion::numerals::grouped;
use tourdion::sudoku::{Grid, Marks, Shape, Solution};
use tourdion::threads::Threads;
use tourdion::verify::{Effort, Verifier, lockstep};
use tourdion::watch::SharedWatch;

use super::command_puzzle::CommandPuzzle;
use super::interrupt::pulse;
use super::lock::locked;

/// The nodes after which a count is left to all cores.
const MOST_NODES: u64 = 10_000;

/// A number of solutions, which may be only as far as it was counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SolutionCount {
    pub(super) count: u64,
    pub(super) or_more: bool,
}

/// The cores that count.
pub(super) struct Cores {
    number: usize,
    instructions: Instructions,
    /// Started for the first count.
    threads: Mutex<Option<Threads>>,
    bar: ProgressBar,
}

impl Cores {
    /// This number of threads, which show a count in the progress bar.
    pub(super) fn new(number: usize, instructions: Instructions, bar: ProgressBar) -> Cores {
        Cores { number, instructions, threads: Mutex::new(None), bar }
    }

    /// The number of solutions up to `limit`, as `verifier` finds them on this thread; `None` if
    /// that takes long, and all cores can count them. Breaks if stopped, with the number so far.
    pub(super) fn begin<P: Countable>(
        &self,
        verifier: &mut dyn Verifier<P>,
        puzzle: &P,
        limit: u64,
        stop: &AtomicBool,
    ) -> ControlFlow<u64, Option<SolutionCount>> {
        let solutions = Cell::new(0);
        let mut count = |_: &dyn Fn() -> Solution| {
            solutions.set(solutions.get() + 1);
            if solutions.get() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let is_divided = puzzle.shape() == Shape::CLASSIC;
        let mut is_long = false;
        let mut watch = |effort: &Effort| {
            is_long = effort.nodes >= MOST_NODES;
            if is_long && is_divided {
                return ControlFlow::Break(());
            }
            if is_long {
                self.show(solutions.get());
            }
            pulse(stop)
        };
        let flow = verifier.solutions(puzzle, &mut count, &mut watch);
        if is_long && is_divided {
            return ControlFlow::Continue(None);
        }
        match pulse(stop) {
            ControlFlow::Break(()) => ControlFlow::Break(solutions.get()),
            ControlFlow::Continue(()) => {
                let (count, or_more) = (solutions.get(), flow.is_break());
                ControlFlow::Continue(Some(SolutionCount { count, or_more }))
            }
        }
    }

    /// The number of solutions up to `limit`, on all cores.
    pub(super) fn count<P: Countable>(
        &self,
        puzzle: &P,
        limit: u64,
        stop: &AtomicBool,
    ) -> SolutionCount {
        let watch = |solutions: &u64| {
            self.show(*solutions);
            pulse(stop)
        };
        let mut threads = locked(&self.threads);
        if threads.is_none() {
            // If the system starts none, this one counts.
            *threads = Threads::new(self.number).ok();
        }
        match P::count(threads.as_ref(), self.instructions, puzzle, limit, &watch) {
            ControlFlow::Break(count) => SolutionCount { count, or_more: true },
            ControlFlow::Continue(count) => SolutionCount { count, or_more: false },
        }
    }

    /// Shows the number so far.
    fn show(&self, solutions: u64) {
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{} solutions", grouped(solutions)));
        }
    }
}

/// A kind of puzzle whose solutions can be counted on all cores.
pub(super) trait Countable: CommandPuzzle {
    /// As [`lockstep::count_on`].
    fn count(
        threads: Option<&Threads>,
        instructions: Instructions,
        puzzle: &Self,
        limit: u64,
        watch: &dyn SharedWatch<u64>,
    ) -> ControlFlow<u64, u64>;
}

impl Countable for Grid {
    fn count(
        threads: Option<&Threads>,
        instructions: Instructions,
        puzzle: &Grid,
        limit: u64,
        watch: &dyn SharedWatch<u64>,
    ) -> ControlFlow<u64, u64> {
        lockstep::count_on(threads, instructions, puzzle, limit, watch)
    }
}

impl Countable for Marks {
    fn count(
        threads: Option<&Threads>,
        instructions: Instructions,
        puzzle: &Marks,
        limit: u64,
        watch: &dyn SharedWatch<u64>,
    ) -> ControlFlow<u64, u64> {
        lockstep::count_on(threads, instructions, puzzle, limit, watch)
    }
}

#[cfg(test)]
mod tests {
    use tourdion::verify::{LinksVerifier, LockstepVerifier};

    use super::*;

    /// 360,544 solutions.
    const MANY: &str =
        "...................7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    fn begin(
        verifier: &mut dyn Verifier,
        puzzle: &Grid,
        limit: u64,
        stop: bool,
    ) -> ControlFlow<u64, Option<SolutionCount>> {
        let cores = Cores::new(2, Instructions::best(), ProgressBar::hidden());
        cores.begin(verifier, puzzle, limit, &AtomicBool::new(stop))
    }

    /// A count that goes on to the last solution, if `is_all`.
    fn counted(count: u64, is_all: bool) -> SolutionCount {
        SolutionCount { count, or_more: !is_all }
    }

    #[test]
    fn a_long_count_goes_to_all_cores() {
        let (many, stop): (Grid, _) = (MANY.parse().unwrap(), AtomicBool::new(false));
        let verifier = &mut LockstepVerifier::new();
        assert_eq!(begin(verifier, &many, u64::MAX, false), ControlFlow::Continue(None));
        assert_eq!(
            begin(verifier, &many, 9, false),
            ControlFlow::Continue(Some(counted(9, false)))
        );
        let cores = Cores::new(2, Instructions::best(), ProgressBar::hidden());
        assert_eq!(cores.count(&many, u64::MAX, &stop), counted(360_544, true));
        assert_eq!(cores.count(&many, 300_000, &stop), counted(300_000, false));
        let full = "1....2..3......4".parse().unwrap();
        assert_eq!(begin(verifier, &full, 9, false), ControlFlow::Continue(Some(counted(1, true))));
    }

    #[test]
    fn workers_count_those_of_larger_grids() {
        // All cores would count them one after another, on one of them.
        let empty = Grid::empty(Shape::new(4, 4).unwrap());
        let mut links = LinksVerifier::new(empty.shape());
        let found = begin(&mut links, &empty, 20_000, false);
        assert_eq!(found, ControlFlow::Continue(Some(counted(20_000, false))));
        let ControlFlow::Break(so_far) = begin(&mut links, &empty, u64::MAX, true) else {
            panic!("nobody counts them all");
        };
        assert!(so_far > 0);
    }
}
