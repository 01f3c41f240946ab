//! Counting all solutions of a puzzle on many threads. The work itself is in
//! [`shared_count`](super::shared_count).

use std::ops::ControlFlow;

use super::chutes::Frame;
use super::path::PathSearch;
use super::shared_count::SharedCount;
use crate::instructions::Instructions;
use crate::sudoku::{Grid, Shape, Solution};
use crate::threads::Threads;
use crate::verify::{Effort, LinksVerifier, SolutionVisitor, Verifier};

/// Counts the solutions of `puzzle` on all of `threads`, up to `limit`; of a puzzle that is
/// not 9×9 on one thread. `watch` is called every few milliseconds with their number so far, and
/// can break it off.
///
/// Returns `Continue` with the number of solutions, or `Break` with how many were counted before
/// the limit was reached or `watch` broke: there may be more.
pub fn count_on(
    threads: &Threads,
    instructions: Instructions,
    puzzle: &Grid,
    limit: u64,
    watch: &(dyn Fn(u64) -> ControlFlow<()> + Sync),
) -> ControlFlow<u64, u64> {
    if puzzle.shape() == Shape::CLASSIC {
        let count = SharedCount::new(&Frame::of(puzzle), limit, watch);
        threads.pool().broadcast(|_| count.work(&mut PathSearch::new(instructions)));
        return count.result();
    }
    let mut counter = Counter { solutions: 0, limit, watch };
    if limit == 0 {
        return ControlFlow::Break(0);
    }
    match LinksVerifier::new(puzzle.shape()).solutions(puzzle, &mut counter) {
        ControlFlow::Break(()) => ControlFlow::Break(counter.solutions),
        ControlFlow::Continue(()) => ControlFlow::Continue(counter.solutions),
    }
}

/// Counts solutions up to a limit, under a watch.
struct Counter<'w> {
    solutions: u64,
    limit: u64,
    watch: &'w (dyn Fn(u64) -> ControlFlow<()> + Sync),
}

impl SolutionVisitor for Counter<'_> {
    fn solution(&mut self, _: &dyn Fn() -> Solution) -> ControlFlow<()> {
        self.solutions += 1;
        if self.solutions < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn pulse(&mut self, _: &Effort) -> ControlFlow<()> {
        (self.watch)(self.solutions)
    }
}
