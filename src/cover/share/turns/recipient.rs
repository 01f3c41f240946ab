//! What receives the covers of searches that take turns: each cover once.
//!
//! Two searches may show the same cover, and one that restarts shows its covers again. So covers
//! are remembered, if the visitor wants more.
//!
//! Invariant: the visitor has received each cover in `shown` or `shown_early`, and no other until a
//! search shows the last ones (`show_last`).

use std::ops::ControlFlow;

use crate::cover::share::shown::Shown;
use crate::cover::{Cover, EngineProgress, EngineWatch, OptionId, Statistics};

/// The visitor and the watch of a search, and the covers that the visitor has received.
pub(super) struct Recipient<'v, 'w> {
    visitor: &'v mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
    watch: &'v mut EngineWatch<'w>,
    shown: Shown,
    /// Those that links have shown, which show each once.
    shown_early: Vec<Box<[OptionId]>>,
    covers: u64,
    /// The work of links, before they were replaced.
    early: Statistics,
    /// The work of the search by weights, as far as it is known.
    pub(super) weighing: Statistics,
}

impl<'v, 'w> Recipient<'v, 'w> {
    /// A recipient that has received this number of covers in earlier searches; `early` is the work
    /// of links in these.
    pub(super) fn new(
        visitor: &'v mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &'v mut EngineWatch<'w>,
        covers: u64,
        early: Statistics,
    ) -> Recipient<'v, 'w> {
        let (shown, shown_early) = (Shown::default(), Vec::new());
        let weighing = Statistics::default();
        Recipient { visitor, watch, shown, shown_early, covers, early, weighing }
    }

    /// The number of covers received.
    pub(super) fn covers(&self) -> u64 {
        self.covers
    }

    /// The most nodes until the watch should have a pulse.
    pub(super) fn patience(&self) -> u64 {
        self.watch.patience()
    }

    /// Shows a cover, unless it has been shown.
    pub(super) fn show(&mut self, cover: Cover<'_>) -> ControlFlow<()> {
        if self.shown.has(cover) {
            return ControlFlow::Continue(());
        }
        self.pass(cover)?;
        // Remembered only now, since most questions end with their first cover.
        self.shown.add(cover.options());
        ControlFlow::Continue(())
    }

    /// The same for a search that shows no cover twice, and beside which no other shows one any
    /// more: nothing is remembered.
    pub(super) fn show_last(&mut self, cover: Cover<'_>) -> ControlFlow<()> {
        if self.shown.has(cover) { ControlFlow::Continue(()) } else { self.pass(cover) }
    }

    /// The same for a search before all others.
    pub(super) fn show_early(&mut self, cover: Cover<'_>) -> ControlFlow<()> {
        self.pass(cover)?;
        self.shown_early.push(cover.options().collect());
        ControlFlow::Continue(())
    }

    fn pass(&mut self, cover: Cover<'_>) -> ControlFlow<()> {
        self.covers += 1;
        (self.visitor)(cover)
    }

    /// Remembers what links have shown with this work, since another search begins.
    pub(super) fn remember(&mut self, early: Statistics) {
        self.early = early;
        for options in self.shown_early.drain(..) {
            self.shown.add(options.iter().copied());
        }
    }

    /// Lets the watch see what an engine has done, with the work of the other.
    pub(super) fn pulse(
        &mut self,
        so_far: &EngineProgress<'_>,
        other: Statistics,
    ) -> ControlFlow<()> {
        let work = so_far.statistics.plus(other).plus(self.early).plus(self.weighing);
        let statistics = Statistics { covers: self.covers, ..work };
        self.watch.pulse(&EngineProgress { statistics, partial: so_far.partial })
    }
}
