//! Looks at each cover, and now and then at the clock: budgets, interrupts, progress.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use tourdion::cover::{Cover, OptionId, PATIENCE, Statistics, Visitor};

use crate::cli::{grouped, progress};

/// What a search may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) time: Option<Duration>,
    pub(super) nodes: Option<u64>,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// All covers have been seen.
    Complete,
    /// As many covers as were asked for have been seen; there may be more.
    Enough,
    /// The budget is spent.
    Spent,
    /// An interrupt came.
    Interrupted,
    /// A cover could not be printed; the error is told apart.
    Failed,
}

/// What is done with a cover and, now and then, between covers.
pub(super) trait Taker {
    /// Takes a cover. `Break` if it could not.
    fn take(&mut self, options: &mut dyn Iterator<Item = OptionId>) -> ControlFlow<()>;

    /// Is told that time has passed.
    fn pass(&mut self) -> ControlFlow<()> {
        Continue(())
    }
}

/// How often a figure or an output is renewed.
const OFTEN: Duration = Duration::from_millis(100);

/// The visitor of a search.
pub(super) struct Watch<'w> {
    pub(super) taker: &'w mut dyn Taker,
    pub(super) covers: u64,
    /// How many covers are enough.
    limit: u64,
    budget: Budget,
    began: Instant,
    /// The nodes at the last pulse.
    nodes: u64,
    interrupted: &'w AtomicBool,
    bar: ProgressBar,
    renewed: Instant,
    /// Why the search was broken off.
    broken: End,
}

impl<'w> Watch<'w> {
    pub(super) fn new(
        taker: &'w mut dyn Taker,
        limit: u64,
        budget: Budget,
        interrupted: &'w AtomicBool,
        is_watched: bool,
    ) -> Watch<'w> {
        let bar = if is_watched { progress::figure() } else { ProgressBar::hidden() };
        let now = Instant::now();
        let (covers, nodes, broken) = (0, 0, End::Complete);
        Watch { taker, covers, limit, budget, began: now, nodes, interrupted, bar, renewed: now, broken }
    }

    /// Why the search ended, after which no progress is shown.
    pub(super) fn end(&self) -> End {
        self.bar.finish_and_clear();
        self.broken
    }

    fn break_off(&mut self, why: End) -> ControlFlow<()> {
        self.broken = why;
        Break(())
    }

    /// Looks at what can stop a search.
    fn look(&mut self) -> ControlFlow<()> {
        if self.interrupted.load(Ordering::Relaxed) {
            return self.break_off(End::Interrupted);
        }
        let now = Instant::now();
        if self.budget.time.is_some_and(|time| now - self.began > time) {
            return self.break_off(End::Spent);
        }
        if now - self.renewed > OFTEN {
            self.renewed = now;
            if !self.bar.is_hidden() {
                let (nodes, covers) = (grouped(self.nodes), covers_in_words(self.covers));
                self.bar.set_message(format!("{nodes} nodes, {covers}"));
            }
            if self.taker.pass().is_break() {
                return self.break_off(End::Failed);
            }
        }
        Continue(())
    }
}

impl Visitor for Watch<'_> {
    fn cover(&mut self, cover: Cover<'_>) -> ControlFlow<()> {
        self.covers += 1;
        if self.taker.take(&mut cover.options()).is_break() {
            return self.break_off(End::Failed);
        }
        if self.covers >= self.limit {
            return self.break_off(End::Enough);
        }
        // Covers can come faster than nodes are counted: the clock is looked at now and then.
        if self.covers.is_multiple_of(PATIENCE) { self.look() } else { Continue(()) }
    }

    fn patience(&self) -> u64 {
        let left = |limit: u64| limit.saturating_add(1).saturating_sub(self.nodes).clamp(1, PATIENCE);
        self.budget.nodes.map_or(PATIENCE, left)
    }

    fn pulse(&mut self, so_far: &Statistics, _: Cover<'_>) -> ControlFlow<()> {
        self.nodes = so_far.nodes;
        if self.budget.nodes.is_some_and(|limit| so_far.nodes > limit) {
            return self.break_off(End::Spent);
        }
        self.look()
    }
}

/// So many covers.
pub(super) fn covers_in_words(covers: u64) -> String {
    format!("{} cover{}", grouped(covers), if covers == 1 { "" } else { "s" })
}
