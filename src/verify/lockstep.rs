//! Verifying by lockstep: sixteen or thirty-two puzzles at a time, in the lanes of vectors.

use std::ops::ControlFlow;

use crate::sudoku::{Grid, Shape, Solution};

use super::{Audience, LinksVerifier, Verifier, Visitor};
use desk::{Desk, Slots};
use path::Floor;
use chutes::Frame;
use solo::{State, Watcher};

mod chutes;
mod dance;
mod desk;
mod group;
mod path;
mod solo;
mod visit;
mod wings;

pub use path::{Path, PathError};

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

    fn verify_all(
        &mut self,
        puzzles: &mut dyn Iterator<Item = &Grid>,
        audience: &mut dyn Audience,
    ) -> ControlFlow<()> {
        let mut desk = Desk::new(puzzles, audience, &mut self.slots, &mut self.links);
        self.floor.dance(&mut desk)
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
