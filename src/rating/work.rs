//! What all parts of a rating need: the instructions to use, and the watch.

use std::ops::ControlFlow;

use crate::instructions::available::Available;
use crate::verify::Effort;
use crate::watch::Watch;

/// The work on a puzzle.
pub(super) struct Work<'w> {
    pub(super) instructions: Available,
    watch: &'w mut dyn Watch<Effort>,
    effort: Effort,
}

impl<'w> Work<'w> {
    pub(super) fn new(instructions: Available, watch: &'w mut dyn Watch<Effort>) -> Work<'w> {
        Work { instructions, watch, effort: Effort::default() }
    }

    /// Counts a world or a batch of sets. Breaks if the watch does.
    pub(super) fn pulse(&mut self) -> ControlFlow<()> {
        self.effort.nodes += 1;
        self.watch.pulse(&self.effort)
    }
}
