//! A portfolio: the same search in several orders of the problem, side by side.
//!
//! ```text
//!      thread 1   as listed   ▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮
//!      thread 2   shuffled         ▮▮▮▮▮▮▮▮▮▮▮ a cover at 16
//!      thread 3   shuffled         ▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮
//!                 clocks      0    5          16   19
//! ```
//!
//! The time to a first cover depends on the order of items and options by orders of magnitude, and
//! a good order is not known before. So the first of several searches in random orders has a cover
//! sooner than one of them does in the mean: two take half to two thirds of the time on many hard
//! problems (docs/benchmarks/choice.md).
//!
//! Each search is one in [turns](super::turns), which works on one thread. The others start when
//! the first has worked for a millisecond or more: most questions are over by then.
//!
//! Which cover comes first is decided by clocks that go by the work done; see `race`. So the same
//! number of threads has the same covers in the same order, whatever else the machine does. Another
//! number may have others.
//!
//! A plain search on a live list that is near its end ends the race: all threads search its parts
//! together. So they say sooner that there is no other cover. If that takes far longer than its
//! first choices say, the race begins anew. Which covers have been shown by then depends on the
//! pace of the threads: there alone the same number of threads may have others.
//!
//! Covers are remembered, and pass once. For a list ([`Portfolio::for_list`]) the search that has
//! the first cover goes on alone, and nothing is remembered.
//!
//! Deliberately lacking: what one search has learned for another.
//!
//! Source: Gomes and Selman, *Algorithm portfolios*, 2001.

mod events;
mod race;
mod search;
mod together;

use std::cell::{Cell, RefCell};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;

use self::race::Race;
use self::search::Plan;
use crate::cover::engine::sealed::SealedEngine;
use crate::cover::share::shown::Shown;
use crate::cover::share::turns::{Clock, Turns};
use crate::cover::{
    Clash, Cover, Engine, EngineProgress, EngineWatch, ItemId, Move, OptionId, Problem,
    ProblemError, Statistics,
};
use crate::watch::Watch;

/// The time of the first search before the others start, in nanoseconds of its clock, and besides
/// for each entry of the problem: others are made in a part of that.
const START: u64 = 1_000_000;
const START_PER_ENTRY: u64 = 100;

/// The time of the first search, in nanoseconds of its clock, before its plain search may be left
/// to all threads: their start takes a millisecond, and what the search has done is lost.
const SHARE: u64 = 10_000_000;

/// The most nodes of a search by all threads, as a multiple of what its first choices say. Beyond
/// it, the race begins anew.
const MOST_TOGETHER: u64 = 64;

/// The time in which another order is made, in nanoseconds for each entry.
const MAKING: u64 = 100;

/// The most entries of all orders but the first: an entry may take 200 bytes.
const ENTRIES: usize = 1 << 21;

/// The same search in several orders of the problem, side by side: see the [module](self).
///
/// ```
/// use std::num::NonZero;
/// use tourdion::cover::{Engine, Portfolio, classics};
///
/// let queens = classics::queens(60)?;
/// let mut engine = Portfolio::new(&queens, NonZero::new(2))?;
/// assert_eq!(engine.first(1)[0].len(), 60);
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
#[derive(Debug)]
pub struct Portfolio {
    turns: Turns,
    clock: Clock,
    /// The problem without names, if other orders of it take little enough memory.
    problem: Option<Arc<Problem>>,
    /// `None` for one on each core.
    threads: Option<NonZero<usize>>,
    is_for_list: bool,
    /// The first turn of all searches, for tests, in which the others start at once.
    first_turn: Option<u64>,
    /// The covers shown, once there was a search.
    covers: u64,
    /// The work of the others.
    others: Statistics,
    /// The most nodes of a search by all threads, as a multiple of what is estimated.
    most_together: u64,
    /// The number of these searches.
    together: u64,
}

impl Portfolio {
    /// An engine for a few covers of `problem`, with nothing held and nothing banned, on this
    /// number of threads; `None` takes one for each core. Needs the feature `parallel`.
    ///
    /// # Errors
    /// As [`Turns::new`].
    pub fn new(
        problem: &Problem,
        threads: Option<NonZero<usize>>,
    ) -> Result<Portfolio, ProblemError> {
        Ok(Portfolio::of(problem, Turns::new(problem)?, threads, false))
    }

    /// The same for more than a few covers: the search that has the first goes on alone.
    ///
    /// # Errors
    /// As [`Turns::new`].
    pub fn for_list(
        problem: &Problem,
        threads: Option<NonZero<usize>>,
    ) -> Result<Portfolio, ProblemError> {
        Ok(Portfolio::of(problem, Turns::for_list(problem)?, threads, true))
    }

    fn of(
        problem: &Problem,
        turns: Turns,
        threads: Option<NonZero<usize>>,
        is_for_list: bool,
    ) -> Portfolio {
        let entries = problem.entry_count();
        let is_alone = threads == NonZero::new(1) || entries > ENTRIES;
        let clock = Clock::default();
        Portfolio {
            turns: turns.timed_by(&clock),
            clock,
            problem: (!is_alone).then(|| Arc::new(problem.without_names())),
            threads,
            is_for_list,
            first_turn: None,
            covers: 0,
            others: Statistics::default(),
            most_together: MOST_TOGETHER,
            together: 0,
        }
    }

    /// The same engine, whose others start at once, and whose searches have first turns of this
    /// number of updates: for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn at_once(mut self, first_turn: u64) -> Portfolio {
        self.first_turn = Some(first_turn);
        self.turns = self.turns.first_for(first_turn);
        self
    }

    /// The same engine, in which no search by all threads comes to its end: for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn never_together(mut self) -> Portfolio {
        self.most_together = 0;
        self
    }

    /// The number of searches that all threads have begun together, for tests.
    #[doc(hidden)]
    pub fn together(&self) -> u64 {
        self.together
    }
}

impl SealedEngine for Portfolio {}

impl Engine for Portfolio {
    fn hold(&mut self, option: OptionId) -> Result<(), Clash> {
        self.turns.hold(option)
    }

    fn ban(&mut self, option: OptionId) {
        self.turns.ban(option);
    }

    fn release(&mut self) -> Option<Move> {
        self.turns.release()
    }

    fn moves(&self) -> &[Move] {
        self.turns.moves()
    }

    fn shortest(&self) -> Option<(ItemId, usize)> {
        self.turns.shortest()
    }

    fn list(&self, item: ItemId, options: &mut Vec<OptionId>) {
        self.turns.list(item, options);
    }

    fn optional(&self, options: &mut Vec<OptionId>) {
        self.turns.optional(options);
    }

    fn search(
        &mut self,
        visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &mut EngineWatch<'_>,
    ) -> ControlFlow<()> {
        let mut shown = Shown::default();
        let plan = self.plan();
        let share = if self.first_turn.is_some() { 0 } else { SHARE };
        let from = plan.start.max(self.clock.now().saturating_add(share));
        let is_shared = plan.problem.is_some() && !self.is_for_list;
        self.turns.share_from(is_shared.then_some(from), self.threads);
        if let Some(flow) = self.race(&plan, &mut shown, visitor, watch) {
            return flow;
        }
        if let Some(flow) = self.search_together(&plan, &mut shown, visitor, watch) {
            return flow;
        }
        self.turns.share_from(None, self.threads);
        let plan = self.plan();
        let flow = self.race(&plan, &mut shown, visitor, watch);
        flow.expect("a search that is not shared ends its race")
    }

    fn statistics(&self) -> Statistics {
        let turns = self.turns.statistics();
        Statistics { covers: self.covers, ..turns.plus(self.others) }
    }

    fn sanity(&self) -> Result<(), String> {
        self.turns.sanity()
    }
}

impl Portfolio {
    /// What the others search, and from when on.
    fn plan(&self) -> Plan {
        let entries = self.problem.as_ref().map_or(0, |problem| problem.entry_count()) as u64;
        let (start, making) = match self.first_turn {
            None => (START + START_PER_ENTRY * entries, MAKING * entries),
            Some(_) => (0, 0),
        };
        Plan {
            problem: self.problem.clone(),
            moves: self.turns.moves().to_vec(),
            threads: self.threads,
            is_for_list: self.is_for_list,
            first_turn: self.first_turn,
            start: self.clock.now().saturating_add(start),
            making,
        }
    }

    /// Searches in several orders. Returns how that has ended, unless the plain search is near its
    /// end, and left to all threads.
    fn race(
        &mut self,
        plan: &Plan,
        shown: &mut Shown,
        visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &mut EngineWatch<'_>,
    ) -> Option<ControlFlow<()>> {
        let done = Statistics { covers: self.covers, ..self.others };
        let race = Race::new(plan.clone(), &self.clock, visitor, watch, done, shown);
        let race = RefCell::new(race);
        let mut show = |cover: Cover<'_>| race.borrow_mut().show_first(cover);
        let mut watch = RaceWatch { race: &race };
        let flow = self.turns.search(&mut show, &mut watch);
        let mut race = race.into_inner();
        let is_left = self.turns.nodes_to_share().is_some() && race.settle_at_last().is_continue();
        let (flow, done) = race.end(flow);
        self.note(done);
        (!is_left).then_some(flow)
    }

    /// Lets all threads search the parts of the plain search. Returns how that has ended, unless it
    /// takes too long.
    fn search_together(
        &mut self,
        plan: &Plan,
        shown: &mut Shown,
        visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &mut EngineWatch<'_>,
    ) -> Option<ControlFlow<()>> {
        let nodes = self.turns.nodes_to_share()?.saturating_mul(self.most_together);
        self.together += 1;
        let before = self.statistics();
        let covers = Cell::new(before.covers);
        let mut show = |cover: Cover<'_>| {
            if !shown.add(cover.options()) {
                return ControlFlow::Continue(());
            }
            covers.set(covers.get() + 1);
            visitor(cover)
        };
        let mut pass = |nodes| {
            let so_far = Statistics { nodes: before.nodes + nodes, ..before };
            let statistics = Statistics { covers: covers.get(), ..so_far };
            watch.pulse(&EngineProgress { statistics, partial: Cover::new(&[], &[]) })
        };
        let (flow, done) = together::search(plan, nodes, &mut show, &mut pass);
        self.note(Statistics { covers: covers.get(), ..self.others.plus(done) });
        flow
    }

    /// Notes the work of all but the first search, and all covers shown.
    fn note(&mut self, done: Statistics) {
        self.covers = done.covers;
        self.others = Statistics { covers: 0, ..done };
    }
}

/// Watches the first search.
struct RaceWatch<'t, 'r> {
    race: &'t RefCell<Race<'r>>,
}

impl Watch<EngineProgress<'_>> for RaceWatch<'_, '_> {
    fn patience(&self) -> u64 {
        self.race.borrow().patience()
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        self.race.borrow_mut().pulse(so_far)
    }
}
