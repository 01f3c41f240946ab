//! Counting all solutions of a puzzle on many threads. The work itself is in
//! [`shared_count`](super::shared_count).

use std::cell::Cell;
use std::ops::ControlFlow;

use super::kinds::Laned;
use super::path::PathSearch;
use super::shared_count::SharedCount;
use crate::instructions::Instructions;
use crate::sudoku::{Shape, Solution};
use crate::threads::Threads;
use crate::verify::any_shape::AnyShapeVerifier;
use crate::verify::{Effort, Verifier};
use crate::watch::SharedWatch;

/// Counts the solutions of `puzzle` on all `threads`, up to `limit`; on this thread if there are
/// none, or if the puzzle is not 9×9. `watch` sees the number so far every few milliseconds, on
/// each thread, and can break the count off.
///
/// Returns `Continue` with the number of solutions, or `Break` with the number counted before the
/// limit was reached or `watch` broke: there may be more. Needs the feature `parallel`.
#[expect(private_bounds, reason = "sealed: each engine knows both kinds of puzzles")]
pub fn count_on<P: Laned>(
    threads: Option<&Threads>,
    instructions: Instructions,
    puzzle: &P,
    limit: u64,
    watch: &dyn SharedWatch<u64>,
) -> ControlFlow<u64, u64> {
    if puzzle.shape() == Shape::CLASSIC {
        let count = SharedCount::new(puzzle, limit, watch);
        let work = || count.work(&mut PathSearch::new(instructions));
        match threads {
            Some(threads) => drop(threads.pool().broadcast(|_| work())),
            None => work(),
        }
        return count.result();
    }
    if limit == 0 {
        return ControlFlow::Break(0);
    }
    let solutions = Cell::new(0);
    let mut count = |_: &dyn Fn() -> Solution| {
        solutions.set(solutions.get() + 1);
        if solutions.get() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let mut pulse = |_: &Effort| watch.pulse(&solutions.get());
    match AnyShapeVerifier::boxed(puzzle.shape()).solutions(puzzle, &mut count, &mut pulse) {
        ControlFlow::Break(()) => ControlFlow::Break(solutions.get()),
        ControlFlow::Continue(()) => ControlFlow::Continue(solutions.get()),
    }
}
