//! The progress of a search, its visitor and its watch.
//!
//! ```text
//!      step      step      step          each is a node; the path gets longer
//!        │         │         │
//!        ▼         ▼         ▼
//!      until_pulse 2 ─▶ 1 ─▶ 0           a pulse: the watch sees the statistics and the path
//!
//!      updated(n)                        many updates bring the next pulse forward
//! ```
//!
//! All engines but dancing links, which have pulses of their own, count nodes and updates by this,
//! and show covers. A node costs one subtraction and one comparison.
//!
//! Invariant: the number of nodes is `next_pulse` less `until_pulse`, and at least one node follows
//! before a pulse.
//!
//! Deliberately lacking: a clock, and how much of the tree is done: [`span`](super::span).

use std::ops::ControlFlow;

use crate::cover::engine::EngineWatch;
use crate::cover::engine::prices::Prices;
use crate::cover::{Cover, EngineProgress, Move, Statistics};

/// What a search shows its covers, and what watches it.
pub(in crate::cover) type Observers<'s> =
    (&'s mut dyn FnMut(Cover<'_>) -> ControlFlow<()>, &'s mut EngineWatch<'s>);

/// The work between two pulses, in updates: some milliseconds. A node of a wide problem can take as
/// long as a thousand nodes of a narrow one, so that nodes alone say little of time.
pub(super) const WORK: u64 = 1 << 18;

/// The number of updates at which the next pulse is due, after this number: a multiple of [`WORK`],
/// so that the work of many short searches counts too.
pub(super) const fn next_due(updates: u64) -> u64 {
    (updates / WORK + 1) * WORK
}

/// The way to where a search is, its statistics, its visitor and its watch.
pub(in crate::cover) struct Progress<'s> {
    visitor: &'s mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
    watch: &'s mut EngineWatch<'s>,
    held: &'s [Move],
    /// The numbers of the options chosen on the way from the root.
    path: &'s mut Vec<u32>,
    /// Without the nodes: their number is `next_pulse` less `until_pulse`.
    statistics: &'s mut Statistics,
    /// The number of nodes at which the watch has a pulse, and how many are missing.
    next_pulse: &'s mut u64,
    until_pulse: u64,
    /// The number of updates at which the next node has a pulse.
    due: u64,
    /// The prices, if only cheap covers are wanted, and what is spent after each choice.
    prices: Option<&'s Prices>,
    spent: Vec<u64>,
}

impl<'s> Progress<'s> {
    /// At the root of a search, which is a node.
    pub(in crate::cover) fn new(
        (visitor, watch): Observers<'s>,
        held: &'s [Move],
        path: &'s mut Vec<u32>,
        statistics: &'s mut Statistics,
        next_pulse: &'s mut u64,
    ) -> Progress<'s> {
        statistics.nodes += 1;
        // The rest of the last search's patience counts, so that many short searches get pulses
        // too.
        let patient = (statistics.nodes - 1).saturating_add(watch.patience());
        *next_pulse = (*next_pulse).min(patient).max(statistics.nodes + 1);
        let until_pulse = *next_pulse - statistics.nodes;
        path.clear();
        let due = next_due(statistics.updates);
        let (prices, spent) = (None, Vec::new());
        Progress {
            visitor,
            watch,
            held,
            path,
            statistics,
            next_pulse,
            until_pulse,
            due,
            prices,
            spent,
        }
    }

    /// The same, for a search of which only cheap covers are wanted.
    pub(in crate::cover) fn within(mut self, prices: Option<&'s Prices>) -> Progress<'s> {
        self.prices = prices;
        self
    }

    /// Whether a cover with this option, which is then chosen, can be cheap enough.
    #[inline(always)]
    #[allow(clippy::inline_always)] // it is nearly nothing where there are no prices
    pub(in crate::cover) fn affords(&mut self, option: u32) -> bool {
        self.prices.is_none_or(|prices| self.pays(prices, option))
    }

    fn pays(&mut self, prices: &Prices, option: u32) -> bool {
        self.spent.truncate(self.path.len());
        let before = self.spent.last().copied().unwrap_or(0);
        let spent = prices.with(before, option);
        self.spent.extend(spent);
        spent.is_some()
    }

    /// The number of options chosen.
    pub(in crate::cover) fn depth(&self) -> usize {
        self.path.len()
    }

    /// Takes back the latest choices, down to `choices` of them.
    pub(in crate::cover) fn back_to(&mut self, depth: usize) {
        self.path.truncate(depth);
    }

    /// Counts a choice as a node.
    pub(in crate::cover) fn step(&mut self, option: u32) -> ControlFlow<()> {
        self.path.push(option);
        self.until_pulse -= 1;
        if self.until_pulse == 0 { self.pulse() } else { ControlFlow::Continue(()) }
    }

    #[cold]
    fn pulse(&mut self) -> ControlFlow<()> {
        self.statistics.nodes = *self.next_pulse;
        *self.next_pulse = self.statistics.nodes.saturating_add(self.watch.patience().max(1));
        self.until_pulse = *self.next_pulse - self.statistics.nodes;
        self.due = next_due(self.statistics.updates);
        let partial = Cover { held: self.held, chosen: self.path, option_of: None };
        self.watch.pulse(&EngineProgress { statistics: *self.statistics, partial })
    }

    /// The number of covers shown so far.
    pub(in crate::cover) fn covers(&self) -> u64 {
        self.statistics.covers
    }

    /// Counts updates.
    pub(in crate::cover) fn updated(&mut self, updates: u64) {
        self.statistics.updates += updates;
        if self.statistics.updates >= self.due {
            self.hasten();
        }
    }

    /// Counts work that is no update, but takes as long as this number of them.
    pub(in crate::cover) fn looked(&mut self, looks: u64) {
        self.due = self.due.saturating_sub(looks);
        self.updated(0);
    }

    /// Brings the next pulse forward to the next node.
    #[cold]
    fn hasten(&mut self) {
        *self.next_pulse -= self.until_pulse - 1;
        self.until_pulse = 1;
        self.due = u64::MAX;
    }

    /// Counts options that left a list.
    pub(in crate::cover) fn removed(&mut self, options: usize) {
        self.updated(options as u64);
    }

    /// Shows the chosen options as a cover.
    pub(in crate::cover) fn show(&mut self) -> ControlFlow<()> {
        self.statistics.covers += 1;
        (self.visitor)(Cover { held: self.held, chosen: self.path, option_of: None })
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.statistics.nodes = *self.next_pulse - self.until_pulse;
    }
}
