//! Trials, and a list of all covers beside them.
//!
//! ```text
//!      trials   ▮▮▮▮▮ short ones       ▮▮▮▮       ▮▮▮▮▮     hold, ban: an engine of their own
//!      list                     ▮▮▮▮       ▮▮▮▮▮       ▮▮   ends first, or is left
//! ```
//!
//! Most options are dead after short trials. Those that are left may need a long one each, where a
//! list of all covers would count them all in one search: 4,352 options of a graceful graph take
//! 4.8 million nodes by trials alone, and 0.6 million by both. Or there are millions of covers, and
//! a few trials end sooner. So, when the trials have taken about two milliseconds, a few random
//! ways down say roughly how long a list is ([`estimate`]), and when the trials have had a 64th of
//! that, the list begins on an engine of its own. In its pulses the trials go on, until they have
//! done as much.
//!
//! # Why it is exact
//!
//! Both count with the same counters. The list begins with the moves that the trials have made: all
//! covers that it misses are counted. A cover of the list with an option that is not dead is new
//! unless it is the one counted cover with that option, which is recognised. One whose options are
//! all dead changes no count. So each cover is counted once, as far as it matters, and at the end
//! of the list all of them are.
//!
//! Deliberately lacking: a second thread for the list.

// Searches have far fewer than 2^52 nodes.
#![allow(clippy::cast_precision_loss)]

use std::cell::RefCell;
use std::ops::ControlFlow;

use super::trials::{NoMore, Trials};
use crate::chance::Chance;
use crate::cover::engine::set_moves;
use crate::cover::question::estimate::estimate;
use crate::cover::{Cover, Engine, EngineProgress, Move, Statistics};
use crate::watch::Watch;

/// When the list begins, and how often it is left.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    /// The work of trials before the list begins.
    pub(super) alone: u64,
    /// It begins when the trials have had this part of the nodes that it may take.
    pub(super) part: f64,
    /// The most nodes of the list between two turns of the trials.
    pub(super) turn: u64,
}

impl Default for Pace {
    /// The list begins after about two milliseconds, unless it seems far longer than trials.
    fn default() -> Pace {
        Pace { alone: 1 << 20, part: 1.0 / 64.0, turn: 1 << 11 }
    }
}

/// The random ways down that say how many nodes a list may take.
const PROBES: u32 = 4;

/// The most items that these ways look at: some milliseconds.
const LOOKS: u64 = 1 << 22;

/// An engine that lists covers, made when it is needed. Its moves are those of its last list.
pub(super) struct Lister<'p> {
    /// The number of the problem's items.
    items: usize,
    make: Box<dyn FnMut() -> Option<Box<dyn Engine>> + Send + 'p>,
    engine: Option<Box<dyn Engine>>,
}

impl<'p> Lister<'p> {
    pub(super) fn new(
        items: usize,
        make: impl FnMut() -> Option<Box<dyn Engine>> + Send + 'p,
    ) -> Lister<'p> {
        Lister { items, make: Box::new(make), engine: None }
    }

    /// What the engine has done.
    pub(super) fn statistics(&self) -> Statistics {
        self.engine.as_ref().map(|engine| engine.statistics()).unwrap_or_default()
    }

    /// The engine with these moves; `None` if it can't be made.
    fn engine(&mut self, moves: &[Move]) -> Option<&mut dyn Engine> {
        if self.engine.is_none() {
            self.engine = (self.make)();
        }
        let engine = self.engine.as_mut()?.as_mut();
        set_moves(engine, moves.iter().copied()).expect("both engines are for one problem");
        Some(engine)
    }
}

/// Makes all trials, and lists covers beside them if they take long.
pub(super) fn run(
    trials: &mut Trials<'_>,
    pace: Pace,
    lister: &mut Lister<'_>,
) -> ControlFlow<NoMore> {
    let work = |trials: &Trials<'_>| trials.engine.statistics().work();
    let nodes = |trials: &Trials<'_>| trials.engine.statistics().nodes;
    let [before, first_node] = [work(trials), nodes(trials)];
    trials.settle()?;
    while work(trials) - before < pace.alone {
        if !trials.try_next()? {
            return ControlFlow::Continue(());
        }
    }
    let enough = pace.part * nodes_of_list(trials, lister.items)?;
    while ((nodes(trials) - first_node) as f64) < enough {
        if !trials.try_next()? {
            return ControlFlow::Continue(());
        }
    }
    let Some(list) = lister.engine(trials.engine.moves()) else { return trials.go_on() };
    let before = [work(trials), list.statistics().work()];
    let shared = RefCell::new(trials);
    let mut count = |cover: Cover<'_>| {
        shared.borrow_mut().counters.count_if_new(cover);
        ControlFlow::Continue(())
    };
    let mut turns = Turns { trials: &shared, turn: pace.turn, before, end: None };
    let flow = list.search(&mut count, &mut turns);
    match turns.end {
        Some(end) => end,
        None if flow.is_continue() => ControlFlow::Break(NoMore::Exhausted),
        None => ControlFlow::Continue(()),
    }
}

/// Roughly the nodes of a list, by a few random ways down. Infinite if they are too long to see.
fn nodes_of_list(trials: &mut Trials<'_>, items: usize) -> ControlFlow<NoMore, f64> {
    let mut chance = Chance::new(0, 0);
    let mut below = |bound| chance.below(bound);
    let most = LOOKS / (items as u64).max(1);
    let mut watch = |&steps: &u64| {
        if steps < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let found = estimate(trials.engine, PROBES, &mut below, &mut watch);
    trials.pulse()?;
    ControlFlow::Continue(if found.probes == PROBES { found.nodes.mean } else { f64::INFINITY })
}

/// Makes trials in the pulses of a list.
struct Turns<'r, 't, 'e> {
    trials: &'r RefCell<&'t mut Trials<'e>>,
    turn: u64,
    /// The work of both before.
    before: [u64; 2],
    /// How the trials ended.
    end: Option<ControlFlow<NoMore>>,
}

impl Turns<'_, '_, '_> {
    /// Makes trials until they have done as much as the list. Returns false if none is left.
    fn catch_up(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<NoMore, bool> {
        let mut trials = self.trials.borrow_mut();
        trials.listed = so_far.statistics;
        trials.pulse()?;
        let [of_trials, of_list] = self.before;
        let listed = so_far.statistics.work() - of_list;
        while trials.engine.statistics().work() - of_trials < listed {
            if !trials.try_next()? {
                return ControlFlow::Continue(false);
            }
        }
        ControlFlow::Continue(true)
    }
}

impl Watch<EngineProgress<'_>> for Turns<'_, '_, '_> {
    fn patience(&self) -> u64 {
        self.turn.min(self.trials.borrow().patience())
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        self.end = match self.catch_up(so_far) {
            ControlFlow::Continue(true) => return ControlFlow::Continue(()),
            ControlFlow::Continue(false) => Some(ControlFlow::Continue(())),
            ControlFlow::Break(no_more) => Some(ControlFlow::Break(no_more)),
        };
        ControlFlow::Break(())
    }
}
