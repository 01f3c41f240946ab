//! Verifying by lockstep: sixteen or thirty-two puzzles at a time, in the lanes of vectors.

use std::ops::ControlFlow;

use rayon::ThreadPool;

use crate::sudoku::{Grid, Shape, Solution};

use super::{Audience, LinksVerifier, Verifier, Visitor};
use desk::{Desk, Slots};
use path::Floor;
use chutes::Frame;
use solo::{State, Watcher};

mod census;
mod chutes;
mod dance;
mod desk;
mod group;
mod path;
mod solo;
mod visit;
mod wings;

pub use path::{Path, PathError};

/// How many solutions are better counted without lanes.
const FEW: u64 = 16;

/// A [`Verifier`] of 9×9 puzzles by lockstep; of other shapes by [dancing links](LinksVerifier).
pub struct LockstepVerifier {
    floor: Floor,
    slots: Slots,
    links: LinksVerifier,
    untried: Vec<State>,
}

impl LockstepVerifier {
    /// A verifier on the fastest path that this processor has.
    pub fn new() -> LockstepVerifier {
        LockstepVerifier::on(Path::best())
    }

    /// A verifier on a given path, or on the portable one where this processor has not got it.
    pub fn on(path: Path) -> LockstepVerifier {
        LockstepVerifier {
            floor: Floor::new(path),
            slots: Slots::new(),
            links: LinksVerifier::default(),
            untried: Vec::new(),
        }
    }
}

/// Counts the solutions of `puzzle` on all threads of `pool`, up to `limit`; of a puzzle that is not 9×9 on one
/// thread. `watch` hears every few milliseconds how many there are so far, and can break it off.
///
/// Returns `Continue` with the number of solutions, or `Break` with how many were counted before the limit
/// was reached or `watch` broke: there may be more.
pub fn count_on(
    pool: &ThreadPool,
    path: Path,
    puzzle: &Grid,
    limit: u64,
    watch: &(dyn Fn(u64) -> ControlFlow<()> + Sync),
) -> ControlFlow<u64, u64> {
    if puzzle.shape() == Shape::CLASSIC {
        return census::count(&Frame::of(puzzle), limit, path, pool, watch);
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

impl Visitor for Counter<'_> {
    fn solution(&mut self, _: &dyn Fn() -> Solution) -> ControlFlow<()> {
        self.solutions += 1;
        if self.solutions < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        (self.watch)(self.solutions)
    }
}

impl Default for LockstepVerifier {
    fn default() -> Self {
        LockstepVerifier::new()
    }
}

impl Verifier for LockstepVerifier {
    fn solutions(&mut self, puzzle: &Grid, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        if puzzle.shape() != Shape::CLASSIC {
            return self.links.solutions(puzzle, visitor);
        }
        self.floor.solo(&Frame::of(puzzle), &mut self.untried, &mut Translator { visitor })
    }

    fn count(&mut self, puzzle: &Grid, limit: u64) -> u64 {
        // A few solutions are found before all lanes have something to do.
        if puzzle.shape() == Shape::CLASSIC && limit > FEW {
            return census::count_here(&Frame::of(puzzle), limit, &mut self.floor);
        }
        let mut counter = Counter { solutions: 0, limit, watch: &|_| ControlFlow::Continue(()) };
        if limit > 0 {
            let _ = self.solutions(puzzle, &mut counter);
        }
        counter.solutions
    }

    fn verify_all(
        &mut self,
        puzzles: &mut dyn Iterator<Item = &Grid>,
        audience: &mut dyn Audience,
    ) -> ControlFlow<()> {
        let mut desk = Desk::new(puzzles, audience, &mut self.slots, &mut self.links);
        // A dance that nobody joined can't be broken off, though the audience can have had enough.
        let _ = self.floor.dance(&mut desk);
        desk.flow()
    }
}

/// Shows frames as solutions.
struct Translator<'v> {
    visitor: &'v mut dyn Visitor,
}

impl Watcher for Translator<'_> {
    fn solution(&mut self, solution: &Frame) -> ControlFlow<()> {
        self.visitor.solution(&|| Solution::found(solution.grid()))
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        self.visitor.pulse()
    }
}
