//! What receives the covers of searches that take turns: each cover once.
//!
//! Two searches may show the same cover, and one that restarts shows its covers again. So covers
//! are remembered, if the visitor wants more.
//!
//! Invariant: the visitor has received each cover in `shown` or `shown_early`, and no other until a
//! search shows the last ones (`show_last`).

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::cover::{Cover, EngineProgress, EngineWatch, OptionId, Statistics};

/// The visitor and the watch of a search, and the covers that the visitor has received.
pub(super) struct Recipient<'v, 'w> {
    visitor: &'v mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
    watch: &'v mut EngineWatch<'w>,
    /// The covers shown, their options in order.
    shown: HashSet<Box<[OptionId]>>,
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
        let (shown, shown_early) = (HashSet::new(), Vec::new());
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

    pub(super) fn show(&mut self, cover: Cover<'_>) -> ControlFlow<()> {
        if !self.shown.is_empty() && self.shown.contains(&in_order(cover)) {
            return ControlFlow::Continue(());
        }
        self.covers += 1;
        (self.visitor)(cover)?;
        // Remembered only now, since most questions end with their first cover.
        self.shown.insert(in_order(cover));
        ControlFlow::Continue(())
    }

    /// The same for a search that shows no cover twice, and beside which no other shows one any
    /// more: nothing is remembered.
    pub(super) fn show_last(&mut self, cover: Cover<'_>) -> ControlFlow<()> {
        if !self.shown.is_empty() && self.shown.contains(&in_order(cover)) {
            return ControlFlow::Continue(());
        }
        self.covers += 1;
        (self.visitor)(cover)
    }

    /// The same for a search before all others.
    pub(super) fn show_early(&mut self, cover: Cover<'_>) -> ControlFlow<()> {
        self.covers += 1;
        (self.visitor)(cover)?;
        self.shown_early.push(cover.options().collect());
        ControlFlow::Continue(())
    }

    /// Remembers what links have shown with this work, since another search begins.
    pub(super) fn remember(&mut self, early: Statistics) {
        self.early = early;
        for mut options in self.shown_early.drain(..) {
            options.sort_unstable();
            self.shown.insert(options);
        }
    }

    /// Lets the watch see what an engine has done, with the work of the other.
    pub(super) fn pulse(
        &mut self,
        so_far: &EngineProgress<'_>,
        other: Statistics,
    ) -> ControlFlow<()> {
        let other = together(together(other, self.early, 0), self.weighing, 0);
        let statistics = together(so_far.statistics, other, self.covers);
        self.watch.pulse(&EngineProgress { statistics, partial: so_far.partial })
    }
}

/// The options of a cover in ascending order.
fn in_order(cover: Cover<'_>) -> Box<[OptionId]> {
    let mut options: Box<[OptionId]> = cover.options().collect();
    options.sort_unstable();
    options
}

/// The work of two engines, which showed this number of covers.
pub(super) fn together(one: Statistics, other: Statistics, covers: u64) -> Statistics {
    let mut both = one.plus(other);
    both.covers = covers;
    both
}
