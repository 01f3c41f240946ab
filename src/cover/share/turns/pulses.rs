//! The pulses of the plain search, in which the others have their turns.
//!
//! ```text
//!      plain    ▮▮▮▮▮▮|          |▮▮▮▮▮▮▮▮▮▮▮|             |▮▮▮ ...
//!      learn          |▮▮▮▮▮     |           |▮▮▮▮▮▮▮▮     |
//!      weights        |     ▮▮▮▮▮|           |        ▮▮▮▮▮|
//!                     a pulse                 another, with half as much plain work more
//! ```
//!
//! A turn goes on until its search has had the share of the time that is guessed to be right for
//! it; one that would be very short waits for a later pulse.
//!
//! Invariant: when a turn begins, its search has had less than its share.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow::{self, Break, Continue};

use super::beginning::Beginning;
use super::clock::{Clock, Drive};
use super::components::Components;
use super::favoured::{Favoured, Shares};
use super::late::Late;
use super::recipient::Recipient;
use super::sharing::Sharing;
use crate::cover::{Cells, Cover, Engine, EngineProgress, Learn, Move, Problem, Statistics};
use crate::watch::Watch;

/// The most nodes of the search that learns until its turn may end: one of them may have a thousand
/// updates.
const LEARNING_PATIENCE: u64 = 16;

/// Watches the plain search, and lets the others go on in its pulses.
pub(super) struct PlainWatch<'t, 'v, 'w> {
    pub(super) recipient: &'t RefCell<Recipient<'v, 'w>>,
    pub(super) clock: &'t Clock,
    /// Of the plain search.
    pub(super) drive: Drive,
    pub(super) learner: &'t mut Late<Learn>,
    pub(super) weighing: &'t mut Late<Cells>,
    /// The problem, until the others are made.
    pub(super) problem: &'t mut Option<Box<Problem>>,
    pub(super) components: &'t mut Components,
    pub(super) moves: &'t [Move],
    /// The work of each engine before the search.
    pub(super) begun: Begun,
    /// The work of the plain search at the first turns of the others, and at the next.
    pub(super) first: u64,
    pub(super) next: u64,
    /// The least work of a turn.
    pub(super) least_turn: u64,
    pub(super) favoured: Favoured,
    pub(super) sharing: &'t mut Sharing,
    /// Whether the plain search goes on alone.
    pub(super) is_alone: &'t Cell<bool>,
    pub(super) patience: u64,
    pub(super) beginning: Beginning,
    /// Whether one of the others has come to its end.
    pub(super) is_done: bool,
}

/// The work of each engine before a search.
pub(super) struct Begun {
    pub(super) plain: u64,
    pub(super) weights: u64,
    pub(super) learn: u64,
}

impl Watch<EngineProgress<'_>> for PlainWatch<'_, '_, '_> {
    fn patience(&self) -> u64 {
        if self.is_alone.get() { self.recipient.borrow().patience() } else { self.patience }
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        let work = so_far.statistics.work();
        self.drive.advance_to(work);
        self.recipient.borrow_mut().pulse(so_far, self.learner.statistics())?;
        let plain = work - self.begun.plain;
        if self.is_alone.get() {
            return Continue(());
        }
        self.beginning.look(plain, so_far.partial)?;
        if plain < self.next {
            return Continue(());
        }
        if let Some(problem) = self.problem.as_deref()
            && self.components.look(problem, self.moves, self.first, self.clock)
        {
            return Break(());
        }
        self.next = plain.saturating_add(plain / 2);
        self.learn(plain, so_far)?;
        self.weigh(plain, so_far.statistics)
    }
}

impl PlainWatch<'_, '_, '_> {
    /// The turn of the search that learns.
    fn learn(&mut self, plain: u64, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        let (begun, since, paces) = (self.begun.learn, plain - self.first, self.favoured.paces);
        let turn = |shares: Shares| begun.saturating_add(shares.learning(since, paces));
        let limit = turn(self.favoured.likely(plain));
        if limit < self.learner.statistics().work().saturating_add(self.least_turn) {
            return Continue(());
        }
        self.learner.make(self.problem, matches!(self.weighing, Late::Due), self.moves);
        let Some(learn) = self.learner.made_mut() else { return Continue(()) };
        let limit = turn(self.favoured.shares(plain, so_far.partial, learn));
        self.sharing.look(self.clock.now(), plain, self.favoured.ways())?;
        let work = learn.statistics().work();
        if limit <= work {
            return Continue(());
        }
        let patience = self.patience.min(LEARNING_PATIENCE);
        let drive = self.clock.drive(paces.nanoseconds(paces.learn), work);
        let mut watch = LimitWatch::new(self.recipient, drive, so_far.statistics, limit, patience);
        let mut show = |cover: Cover<'_>| self.recipient.borrow_mut().show(cover);
        let flow = learn.search(&mut show, &mut watch);
        let is_over = watch.is_over;
        self.is_done = flow.is_continue();
        if is_over { Continue(()) } else { Break(()) }
    }

    /// The turn of the search by weights.
    fn weigh(&mut self, plain: u64, so_far: Statistics) -> ControlFlow<()> {
        let shares = self.favoured.likely(plain);
        let turn = shares.weighing(plain - self.first, self.favoured.paces);
        let limit = self.begun.weights.saturating_add(turn);
        if limit < self.weighing.statistics().work().saturating_add(self.least_turn) {
            return Continue(());
        }
        self.weighing.make(self.problem.as_deref(), self.moves);
        if !matches!(self.learner, Late::Due) {
            *self.problem = None;
        }
        let Some(cells) = self.weighing.made_mut() else { return Continue(()) };
        let others = so_far.plus(self.learner.statistics());
        let mut show = |cover: Cover<'_>| self.recipient.borrow_mut().show(cover);
        let paces = self.favoured.paces;
        let drive = self.clock.drive(paces.nanoseconds(paces.weights), cells.statistics().work());
        let watch = LimitWatch::new(self.recipient, drive, others, limit, self.patience);
        let mut watch = watch.of_weights();
        let flow = cells.search(&mut show, &mut watch);
        let is_over = watch.is_over;
        self.recipient.borrow_mut().weighing = cells.statistics();
        self.is_done = flow.is_continue();
        if is_over { Continue(()) } else { Break(()) }
    }
}

/// Watches a search while the others wait, and ends it after some work.
pub(super) struct LimitWatch<'t, 'v, 'w> {
    recipient: &'t RefCell<Recipient<'v, 'w>>,
    drive: Drive,
    /// The work of the other engines.
    others: Statistics,
    limit: u64,
    patience: u64,
    /// Whether the recipient knows the work of the search.
    is_known: bool,
    pub(super) is_over: bool,
}

impl<'t, 'v, 'w> LimitWatch<'t, 'v, 'w> {
    /// For a search up to `limit`, beside others that have done so much.
    pub(super) fn new(
        recipient: &'t RefCell<Recipient<'v, 'w>>,
        drive: Drive,
        others: Statistics,
        limit: u64,
        patience: u64,
    ) -> LimitWatch<'t, 'v, 'w> {
        LimitWatch { recipient, drive, others, limit, patience, is_known: false, is_over: false }
    }

    /// The same for the search by weights, whose work the recipient knows apart from the others'.
    pub(super) fn of_weights(self) -> LimitWatch<'t, 'v, 'w> {
        LimitWatch { is_known: true, ..self }
    }
}

impl Watch<EngineProgress<'_>> for LimitWatch<'_, '_, '_> {
    fn patience(&self) -> u64 {
        self.patience
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        self.drive.advance_to(so_far.statistics.work());
        let mut recipient = self.recipient.borrow_mut();
        if self.is_known {
            recipient.weighing = so_far.statistics;
            let others = EngineProgress { statistics: self.others, partial: so_far.partial };
            recipient.pulse(&others, Statistics::default())?;
        } else {
            recipient.pulse(so_far, self.others)?;
        }
        self.is_over = so_far.statistics.work() >= self.limit;
        if self.is_over { Break(()) } else { Continue(()) }
    }
}
