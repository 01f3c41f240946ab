//! Verifying by lockstep: sixteen or thirty-two puzzles at a time, in the lanes of vectors.

use std::ops::ControlFlow;

use crate::sudoku::Grid;

use super::{Audience, LinksVerifier, Verifier, Visitor};
use desk::{Desk, Slots};
use path::Floor;

mod chutes;
mod dance;
mod desk;
mod group;
mod path;
mod visit;
mod wings;

pub use path::{Path, PathError};

/// A [`Verifier`] of 9×9 puzzles by lockstep; of other shapes by [dancing links](LinksVerifier).
pub struct LockstepVerifier {
    path: Path,
    floor: Floor,
    slots: Slots,
    links: LinksVerifier,
}

impl LockstepVerifier {
    /// A verifier on the fastest path that this processor has.
    pub fn new() -> LockstepVerifier {
        LockstepVerifier::on(Path::best())
    }

    /// A verifier on a given path, or on the portable one where this processor has not got it.
    pub fn on(path: Path) -> LockstepVerifier {
        LockstepVerifier { path, floor: Floor::new(path), slots: Slots::new(), links: LinksVerifier::default() }
    }
}

impl Default for LockstepVerifier {
    fn default() -> Self {
        LockstepVerifier::new()
    }
}

impl Verifier for LockstepVerifier {
    fn solutions(&mut self, puzzle: &Grid, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        self.links.solutions(puzzle, visitor)
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
