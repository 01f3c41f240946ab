//! A long search: searchers in a team, each with branches of the tree.
//!
//! ```text
//!      searcher 1   ▮▮▮▮▮▮▮▮ │ ▮▮▮▮▮▮▮▮ │ ▮▮▮▮▮▮▮▮      a branch, or several one after another
//!      searcher 2   ▮▮▮▮▮▮▮▮ │ ▮▮▮▮▮▮▮▮ │ ▮▮▮▮▮▮▮▮
//!          ⋮                 │          │
//!      searcher 16  ▮▮▮▮▮▮▮▮ │ ▮▮▮▮▮▮▮▮ │ ▮▮▮▮▮▮▮▮
//!                        covers and seeds are shared
//! ```
//!
//! One search, depth first, may stay below a bad choice near the root for long, and all that it
//! does before it knows a cheap cover is in vain. A team goes on at several places, those with the
//! lowest bounds first, and soon one of its searchers finds a cheap cover for all. On one thread
//! that takes half of the nodes of a long search in the mean; and several threads can divide the
//! searchers among them.
//!
//! A *round* is an amount of work for each searcher, not a time. Between rounds alone, searchers
//! learn what others found, and get seeds of those that have many choices left. So the search goes
//! the same way, whatever the number of threads and their pace.
//!
//! Invariant: a cover among the wanted ones is known, or is still to be found by exactly one branch
//! or seed.
//!
//! Deliberately lacking: costs that are shared within a round.

#[cfg(feature = "parallel")]
mod threads;

use std::collections::VecDeque;
use std::mem;
use std::ops::ControlFlow::{self, Continue};

use super::best::Best;
use super::branch::{Branch, Desk, Seed};
use super::manner::{Common, Manner};
use super::search::Search;
use super::state::State;
use super::taxes::Grain;
use crate::cover::Statistics;
use crate::watch::{Relay, Watch};

/// The searchers of a team. With 4 or 64, long searches take a fifth more.
const SEARCHERS: usize = 16;

/// The entries of the options of all searchers together: a larger problem has fewer searchers.
const ENTRIES: usize = 1 << 20;

/// The work of a search that stays alone, besides twice what its root takes: ten milliseconds.
const ALONE: u64 = 1 << 20;

/// The work of a searcher in a round: half a millisecond.
const ROUND: u64 = 1 << 16;

/// The work to make a branch, for each option.
const GROWTH: u64 = 8;

/// How the searchers of a team do their round: on one thread or several.
pub(super) type Spread<'t> = dyn Fn(&mut Team, &mut dyn Watch<Statistics>) -> ControlFlow<()> + 't;

/// The searchers, and what they share. At first there is one.
pub(super) struct Team {
    common: Common,
    searchers: Vec<Searcher>,
    best: Best,
    /// A wanted cover costs less than this.
    limit: u128,
    /// One for each thread, the first at least.
    desks: Vec<Desk>,
}

/// Searches one branch after another.
struct Searcher {
    branch: Option<Branch>,
    seeds: VecDeque<Seed>,
    /// What it found in this round.
    best: Best,
    statistics: Statistics,
    work: u64,
}

/// What a searcher knows in a round.
#[derive(Clone, Copy)]
struct Round {
    common: Common,
    limit: u128,
    work: u64,
}

impl Team {
    /// A search for the covers with some of these options, and those that `state` has.
    pub(super) fn new(state: State, left: Vec<u32>, count: usize, manner: Manner) -> Team {
        let entries: usize = left.iter().map(|&option| state.items_of(option).count()).sum();
        let most = if manner.is_alone { 1 } else { SEARCHERS };
        let searchers = (ENTRIES / entries.max(1)).clamp(1, most);
        let common = Common { grain: Grain::new(&state), count, searchers, manner };
        let search = Search::new(common, state, &left);
        let limit = search.limit();
        let branch = Some(Branch::root(search, left));
        Team {
            common,
            searchers: vec![Searcher { branch, ..Searcher::new(common) }],
            best: Best::new(count),
            limit,
            desks: vec![Desk::default()],
        }
    }

    /// Goes on until its work is at least this much. Returns whether there is more to do.
    pub(super) fn go_on(
        &mut self,
        work: u64,
        spread: &Spread<'_>,
        watch: &mut dyn Watch<Statistics>,
    ) -> ControlFlow<(), bool> {
        loop {
            let flow = if let Some(alone) = self.alone() {
                let work = alone.min(work).saturating_sub(self.work());
                let round = Round { work, ..self.round() };
                self.searchers[0].round(round, &mut self.desks[0], watch)
            } else {
                self.recruit();
                self.deal();
                spread(self, watch)
            };
            self.gather();
            flow?;
            if !self.searchers.iter().any(Searcher::has_more) {
                return Continue(false);
            }
            if self.work() >= work {
                return Continue(true);
            }
        }
    }

    /// The work until which the first searcher is alone; `None` if that is done.
    fn alone(&self) -> Option<u64> {
        let [Searcher { branch: Some(branch), .. }] = &self.searchers[..] else { return None };
        let Some(root) = branch.search.root_work() else { return Some(0) }; // it begins
        let alone = match self.common.manner.round {
            _ if self.common.searchers == 1 => u64::MAX,
            Some(_) => root,
            None => 2 * root + ALONE,
        };
        (branch.search.work() < alone).then_some(alone)
    }

    /// Gives the first searcher, which was alone, its company.
    fn recruit(&mut self) {
        if let [Searcher { branch: Some(branch), .. }] = &self.searchers[..] {
            self.desks[0].set(branch.search.state());
            let more = (1..self.common.searchers).map(|_| Searcher::new(self.common));
            self.searchers.extend(more);
        }
    }

    pub(super) fn work(&self) -> u64 {
        self.searchers.iter().map(|searcher| searcher.work).sum()
    }

    pub(super) fn statistics(&self) -> Statistics {
        let all = self.searchers.iter().map(|searcher| searcher.statistics);
        all.fold(Statistics::default(), Statistics::plus)
    }

    pub(super) fn best(&self) -> &Best {
        &self.best
    }

    pub(super) fn into_best(self) -> Best {
        self.best
    }

    /// What a cover costs at least: those known, and those still to be found.
    pub(super) fn at_least(&self) -> u128 {
        let branches = self.searchers.iter().filter_map(|searcher| searcher.branch.as_ref());
        let seeds = self.searchers.iter().flat_map(|searcher| &searcher.seeds);
        let open = branches.map(Branch::at_least).chain(seeds.map(|seed| seed.floor));
        open.chain(self.best.least()).min().unwrap_or_default()
    }

    /// Lets the searchers do their round on this thread.
    pub(super) fn on_this_thread(&mut self, watch: &mut dyn Watch<Statistics>) -> ControlFlow<()> {
        let (round, mut all) = (self.round(), self.statistics());
        for searcher in &mut self.searchers {
            let before = searcher.statistics;
            let seen = |own: &Statistics| all.plus(own.since(before));
            searcher.round(round, &mut self.desks[0], &mut Relay::new(watch, seen))?;
            all = all.plus(searcher.statistics.since(before));
        }
        Continue(())
    }

    fn round(&self) -> Round {
        let work = self.common.manner.round.unwrap_or(ROUND);
        Round { common: self.common, limit: self.limit, work }
    }

    /// Divides the seeds among the searchers. If there are few, and a searcher has no branch, there
    /// are new ones first, from the branches that can give away the most.
    fn deal(&mut self) {
        let limit = self.limit;
        let seeds = self.searchers.iter_mut().flat_map(|searcher| searcher.seeds.drain(..));
        let mut seeds: Vec<Seed> = seeds.filter(|seed| seed.floor < limit).collect();
        let is_wanted = self.searchers.iter().any(|searcher| searcher.branch.is_none());
        while is_wanted && seeds.len() < self.searchers.len() {
            let branches = self.searchers.iter_mut().filter_map(|it| it.branch.as_mut());
            let forking = branches.filter_map(|branch| Some((branch.forks_at()?, branch)));
            let Some((_, branch)) = forking.min_by_key(|&(depth, _)| depth) else { break };
            seeds.extend(branch.fork());
        }
        seeds.sort_by_key(|seed| seed.floor);
        let mut order: Vec<usize> = (0..self.searchers.len()).collect();
        order.sort_by_key(|&k| self.searchers[k].branch.is_some());
        for (seed, &k) in seeds.into_iter().zip(order.iter().cycle()) {
            self.searchers[k].seeds.push_back(seed);
        }
    }

    /// Lets all know the covers that were found.
    fn gather(&mut self) {
        for searcher in &mut self.searchers {
            let found = mem::replace(&mut searcher.best, Best::new(self.common.count));
            for cover in found.into_sorted() {
                self.best.offer(cover);
            }
        }
        self.limit = self.best.limit().map_or(self.limit, |limit| limit.min(self.limit));
    }
}

impl Searcher {
    fn new(common: Common) -> Searcher {
        Searcher {
            branch: None,
            seeds: VecDeque::new(),
            best: Best::new(common.count),
            statistics: Statistics::default(),
            work: 0,
        }
    }

    fn has_more(&self) -> bool {
        self.branch.is_some() || !self.seeds.is_empty()
    }

    /// Does the work of a round, if there is as much. The watch sees all that it has done.
    fn round(
        &mut self,
        round: Round,
        desk: &mut Desk,
        watch: &mut dyn Watch<Statistics>,
    ) -> ControlFlow<()> {
        let end = self.work.saturating_add(round.work);
        while self.has_more() {
            let limit = self.best.limit().map_or(round.limit, |known| known.min(round.limit));
            if self.branch.is_none()
                && let Some(seed) = self.seeds.pop_front()
                && seed.floor < limit
            {
                self.branch = Branch::grown(&seed, round.common, desk);
                self.work += GROWTH * seed.options() as u64;
            }
            if let Some(branch) = &mut self.branch {
                let (before, work, done) =
                    (branch.search.statistics(), branch.search.work(), self.statistics);
                let mut seen = Relay::new(watch, |own: &Statistics| done.plus(own.since(before)));
                let left = end.saturating_sub(self.work);
                let flow = branch.go_on(limit, left, &mut desk.linear, &mut seen);
                self.statistics = done.plus(branch.search.statistics().since(before));
                self.work += branch.search.work() - work;
                for cover in branch.search.take_best().into_sorted() {
                    self.best.offer(branch.whole(&cover));
                }
                if !flow? {
                    self.branch = None;
                }
            }
            if self.work >= end {
                break;
            }
        }
        Continue(())
    }
}
