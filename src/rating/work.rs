//! What all parts of a rating need: the code path for the processor, and the watch.

use std::ops::ControlFlow;

use crate::instructions::path::Path;
use crate::verify::Effort;
use crate::watch::Watch;

/// The work on a puzzle.
pub(super) struct Work<'w> {
    pub(super) path: Path,
    watch: &'w mut dyn Watch<Effort>,
    effort: Effort,
}

impl<'w> Work<'w> {
    pub(super) fn new(path: Path, watch: &'w mut dyn Watch<Effort>) -> Work<'w> {
        Work { path, watch, effort: Effort::default() }
    }

    /// Counts a world or a batch of sets. Breaks if the watch does.
    pub(super) fn pulse(&mut self) -> ControlFlow<()> {
        self.effort.nodes += 1;
        self.watch.pulse(&self.effort)
    }
}
