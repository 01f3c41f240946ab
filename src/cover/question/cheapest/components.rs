//! The cheapest covers of a problem in parts, which share no item.
//!
//! ```text
//!      parts    {a b}  3  5          {c d}  1  9          {e}  4
//!      joined          4 = 3+1   6 = 5+1   12 = 3+9   14 = 5+9      and 4 for each
//! ```
//!
//! A cover of the whole joins one of each part. One search for all would go through the covers of
//! one part again for each cover of the others, wherever its bound is too low.
//!
//! The searches go on in rounds, each four times as long as the last, so that one that takes for
//! ever does not keep the others from their covers: if the watch breaks off, what all have found is
//! joined. When one is left, it has all the time. A part without a cover ends all.
//!
//! Invariant: a cover among the cheapest of the whole has in each part one of the cheapest of that
//! part, so no search has to find more covers than are wanted.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow::{self, Continue};

use super::manner::Manner;
use super::state::State;
use super::team::{Spread, Team};
use super::{CheapestCovers, Priced};
use crate::cover::reduce::groups;
use crate::cover::{ItemId, OptionId, Statistics};
use crate::watch::{Relay, Watch};

/// The work of each search in the first round, and how many times as long each later round is.
const FIRST_ROUND: u64 = 1 << 14;
const ROUND: u64 = 4;

/// The parts of a problem, each with its search.
pub(super) struct Components<'s> {
    /// The whole, with what is held.
    state: &'s State,
    all: Vec<Component>,
    count: usize,
    /// The work of all searches.
    statistics: Statistics,
}

struct Component {
    search: Team,
    /// Its options, as options of the whole.
    options: Vec<OptionId>,
    is_done: bool,
}

impl<'s> Components<'s> {
    /// The parts of what `state` and these options leave, if there are several.
    pub(super) fn of(
        state: &'s State,
        left: &[u32],
        count: usize,
        manner: Manner,
    ) -> Option<Components<'s>> {
        let has_room = |item: usize| state.bounds_left(item).most > 0;
        let entries = |option: OptionId| {
            state.items_of(option.0).filter(|&item| has_room(item as usize)).map(ItemId)
        };
        let items = (0..state.items()).filter(|&item| has_room(item));
        let items = items.map(|item| ItemId(item as u32));
        let options = left.iter().map(|&option| OptionId(option));
        let mut groups = groups(state.items(), items, options, entries);
        let needs = |item: &ItemId| state.need(item.index()) > 0;
        groups.retain(|(items, options)| !options.is_empty() || items.iter().any(needs));
        if groups.len() < 2 {
            return None;
        }
        let mut new = vec![0; state.items()];
        let all = groups.into_iter().map(|(items, options)| {
            let part = state.part(&items, &options, &mut new);
            let left: Vec<u32> = (0..options.len() as u32).collect();
            Component { search: Team::new(part, left, count, manner), options, is_done: false }
        });
        let all = all.collect();
        Some(Components { state, all, count, statistics: Statistics::default() })
    }

    /// The cheapest covers of the whole.
    pub(super) fn search(
        mut self,
        spread: &Spread<'_>,
        watch: &mut dyn Watch<Statistics>,
    ) -> CheapestCovers {
        let flow = self.go(spread, watch);
        let has_covers = |part: &Component| part.search.best().least().is_some();
        let covers = if self.all.iter().all(has_covers) { self.joined() } else { Vec::new() };
        let is_complete = flow.is_continue();
        let least = |part: &Component| {
            let known = part.search.best().least().filter(|_| part.is_done);
            known.unwrap_or_else(|| part.search.at_least())
        };
        let at_least = match (is_complete, covers.first()) {
            (true, cheapest) => cheapest.map_or(0, |cheapest| cheapest.cost),
            (false, _) => self.state.cost() + self.all.iter().map(least).sum::<u128>(),
        };
        CheapestCovers { covers, is_complete, at_least, statistics: self.statistics }
    }

    /// Lets all search to the end, or until one has no cover.
    fn go(&mut self, spread: &Spread<'_>, watch: &mut dyn Watch<Statistics>) -> ControlFlow<()> {
        let (mut open, mut round) = (self.all.len(), 0); // all begin
        while open > 0 {
            for part in self.all.iter_mut().filter(|part| !part.is_done) {
                let work =
                    if open > 1 { part.search.work().saturating_add(round) } else { u64::MAX };
                let is_open = watched(&mut self.statistics, watch, part, |search, watch| {
                    search.go_on(work, spread, watch)
                })?;
                if !is_open {
                    part.is_done = true;
                    open -= 1;
                    if part.search.best().least().is_none() {
                        return Continue(());
                    }
                }
            }
            round = round.saturating_mul(ROUND).max(FIRST_ROUND);
        }
        Continue(())
    }

    /// The cheapest of all covers that join one of each part.
    fn joined(&self) -> Vec<Priced> {
        let (several, single): (Vec<&Component>, Vec<&Component>) =
            self.all.iter().partition(|part| part.search.best().sorted().len() > 1);
        let mut costs = vec![0];
        let mut layers = Vec::new();
        for part in &several {
            let of_part: Vec<u128> = part.search.best().sorted().map(|cover| cover.cost).collect();
            let layer = cheapest_pairs(&costs, &of_part, self.count);
            let cost = |&[before, pick]: &[u32; 2]| costs[before as usize] + of_part[pick as usize];
            costs = layer.iter().map(cost).collect();
            layers.push(layer);
        }
        let covers: Vec<Vec<&Priced>> =
            several.iter().map(|part| part.search.best().sorted().collect()).collect();
        let (mut base, mut options_of_base) = (self.state.cost(), Vec::new());
        for part in single {
            for cover in part.search.best().sorted() {
                base += cover.cost;
                options_of_base.extend(part.whole(cover));
            }
        }
        let priced = costs.iter().enumerate().map(|(last, cost)| {
            let (mut options, mut at) = (options_of_base.clone(), last as u32);
            for ((layer, covers), part) in layers.iter().zip(&covers).zip(&several).rev() {
                let [before, pick] = layer[at as usize];
                options.extend(part.whole(covers[pick as usize]));
                at = before;
            }
            Priced { cost: base + cost, options: self.state.cover_with(&options) }
        });
        let mut priced: Vec<Priced> = priced.collect();
        priced.sort_unstable();
        priced
    }
}

impl Component {
    /// The options of a cover, as options of the whole.
    fn whole(&self, cover: &Priced) -> impl Iterator<Item = u32> {
        cover.options.iter().map(|option| self.options[option.index()].0)
    }
}

/// Lets the search of a part go on, and the watch see the work of all, which is noted.
fn watched<T>(
    done: &mut Statistics,
    watch: &mut dyn Watch<Statistics>,
    part: &mut Component,
    go_on: impl FnOnce(&mut Team, &mut dyn Watch<Statistics>) -> T,
) -> T {
    let (before, own) = (*done, part.search.statistics());
    let mut whole = Relay::new(watch, |so_far: &Statistics| before.plus(so_far.since(own)));
    let result = go_on(&mut part.search, &mut whole);
    *done = before.plus(part.search.statistics().since(own));
    result
}

/// The pairs of a number of `one` and a number of `other`, both in ascending order, with the least
/// sums, in their order; at most `count`.
fn cheapest_pairs(one: &[u128], other: &[u128], count: usize) -> Vec<[u32; 2]> {
    let sum = |a: usize, b: usize| Some(one.get(a)? + other.get(b)?);
    let entry = |a, b| Some(Reverse((sum(a, b)?, a, b)));
    let mut next: BinaryHeap<_> = entry(0, 0).into_iter().collect();
    let mut pairs = Vec::new();
    while pairs.len() < count
        && let Some(Reverse((_, a, b))) = next.pop()
    {
        pairs.push([a as u32, b as u32]);
        next.extend(entry(a, b + 1));
        next.extend(entry(a + 1, 0).filter(|_| b == 0));
    }
    pairs
}
