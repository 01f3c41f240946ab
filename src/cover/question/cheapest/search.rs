//! The search: branch and bound.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::best::Best;
use super::linear::Linear;
use super::rest::Rest;
use super::state::State;
use super::taxes::{Grain, Lists};
use super::{CheapestCovers, Priced};
use crate::cover::Statistics;
use crate::watch::Watch;

/// The most rounds of taxes before the first choice, and at each node after it.
const AT_THE_ROOT: usize = 200;
const AT_A_NODE: usize = 1; // more rounds save few nodes, and take longer

/// A search in progress.
pub(super) struct Search {
    state: State,
    grain: Grain,
    best: Best,
    /// More than any cover costs.
    beyond_all: u128,
    rest: Rest,
    /// The choices at each node: places in its list, the cheapest first.
    choices: Vec<u32>,
    levels: Vec<Level>,
    lists: Lists,
    linear: Linear,
    /// The part of each option in the latest solution by linear programming, in thousandths.
    parts: Vec<u16>,
    /// How many times what linear programming takes a subtree takes before it gets it.
    patience: u64,
    /// The work done on lists: entries.
    work: u64,
    /// What linear programming took lately, for each option.
    price: u64,
    statistics: Statistics,
}

/// A node of the current path, and the start of its data.
struct Level {
    list: usize,
    choices: usize,
    /// The number of options that were chosen before its choices.
    chosen: usize,
    /// The choice tried now, or else the next one.
    next: usize,
    is_trying: bool,
    /// A lower bound, in grains, for covers below this node that have none of the choices tried
    /// before.
    bound: i128,
    /// The work done before it.
    work: u64,
}

impl Search {
    pub(super) fn new(state: State, left: &[u32], count: usize) -> Search {
        let costs = left.iter().map(|&option| u128::from(state.cost_of(option)));
        let grain = Grain::new(&state);
        Search {
            beyond_all: state.cost() + costs.sum::<u128>() + 1,
            rest: Rest::new(&state, grain, left),
            grain,
            parts: vec![0; state.options()],
            state,
            best: Best::new(count),
            choices: Vec::new(),
            levels: Vec::new(),
            lists: Lists::default(),
            linear: Linear::default(),
            patience: 8,
            work: 0,
            price: 1000,
            statistics: Statistics::default(),
        }
    }

    pub(super) fn run(mut self, watch: &mut dyn Watch<Statistics>) -> CheapestCovers {
        let mut at_least = self.state.cost();
        let flow = self.enter(AT_THE_ROOT, true, watch);
        if let ControlFlow::Continue(Some(bound)) = flow {
            at_least = self.grain.rounded_up(bound);
        }
        let mut flow = flow.map_continue(|_| true);
        while flow == ControlFlow::Continue(true) && watch.pulse(&self.statistics).is_continue() {
            flow = self.advance(watch);
        }
        let is_complete = flow == ControlFlow::Continue(false);
        let Search { best, statistics, .. } = self;
        CheapestCovers { covers: best.into_sorted(), is_complete, at_least, statistics }
    }

    /// Goes on to the next node. Returns false if there is none.
    fn advance(&mut self, watch: &mut dyn Watch<Statistics>) -> ControlFlow<(), bool> {
        while let Some(level) = self.levels.last_mut() {
            if level.is_trying {
                // An option that was tried is in no cover still to be found below this node.
                let place = self.choices[level.next] as usize;
                level.bound -= i128::from(self.rest.reduced()[place].min(0));
                level.is_trying = false;
                level.next += 1;
                self.state.unchoose_to(level.chosen);
                self.rest.leave_out(&self.state, place);
            }
            let (bound, work) = (level.bound, self.work - level.work);
            let cut = self.grain.cut(self.limit());
            let reduced = self.rest.reduced();
            let is_cheap = |&&place: &&u32| bound + i128::from(reduced[place as usize].max(0)) <= cut;
            let level = self.levels.last_mut().expect("a level is looked at");
            let ahead = &self.choices[level.next..];
            let Some((skipped, &place)) = ahead.iter().enumerate().find(|(_, place)| is_cheap(place)) else {
                self.leave();
                continue;
            };
            level.next += skipped;
            level.is_trying = true;
            self.state.choose(self.rest.options()[place as usize]);
            let before = self.rest.options().len();
            self.rest.push(&self.state);
            self.work += before as u64;
            self.statistics.updates += (before - self.rest.options().len()) as u64;
            let is_linear = work > self.patience * self.price * self.rest.options().len() as u64;
            return self.enter(AT_A_NODE, is_linear, watch).map_continue(|_| true);
        }
        ControlFlow::Continue(false)
    }

    /// Looks at the node that the deepest list is of: notes a cover, and makes it a level if there
    /// is something to choose. Returns its bound; `None` if the node can be given up.
    fn enter(
        &mut self,
        rounds: usize,
        is_linear: bool,
        watch: &mut dyn Watch<Statistics>,
    ) -> ControlFlow<(), Option<i128>> {
        self.statistics.nodes += 1;
        let work = self.work;
        let bound = self.settle(rounds, is_linear, watch)?;
        let Some(bound) = bound else {
            self.rest.pop(self.levels.last().map_or(0, |level| level.list));
            return ControlFlow::Continue(None);
        };
        let choices = self.choices.len();
        self.branch();
        let (list, chosen) = (self.rest.start(), self.state.chosen().len());
        self.levels.push(Level { list, choices, chosen, next: choices, is_trying: false, bound, work });
        ControlFlow::Continue(Some(bound))
    }

    /// Forgets the deepest node.
    fn leave(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        self.choices.truncate(level.choices);
        self.rest.pop(self.levels.last().map_or(0, |level| level.list));
    }

    /// Chooses what has to be, sets taxes, and removes options that are too dear, until nothing
    /// changes. `None` if no cover here is cheap enough.
    fn settle(
        &mut self,
        rounds: usize,
        mut is_linear: bool,
        watch: &mut dyn Watch<Statistics>,
    ) -> ControlFlow<(), Option<i128>> {
        let (mut round, mut before) = (0, i128::MIN);
        let cut = self.grain.cut(self.limit());
        loop {
            if !self.rest.force(&mut self.state) {
                return ControlFlow::Continue(None);
            }
            let bound = self.rest.bound(&self.state, self.grain);
            if bound > cut {
                return ControlFlow::Continue(None);
            }
            let dropped = self.rest.drop_dearer(&self.state, cut - bound);
            self.statistics.updates += dropped as u64;
            if self.rest.is_tight() {
                continue;
            }
            if self.rest.options().is_empty() {
                return ControlFlow::Continue(Some(bound));
            }
            if round >= rounds || bound <= before {
                if !is_linear {
                    return ControlFlow::Continue(Some(bound));
                }
                (is_linear, round) = (false, rounds);
                self.go_linear(bound, cut, watch)?;
                continue;
            }
            self.rest.tax(&self.state, self.grain, &mut self.lists);
            self.work += self.rest.options().len() as u64;
            (round, before) = (round + 1, bound);
        }
    }

    /// Sets taxes by linear programming, if that raises the bound. `Break` if the watch does.
    fn go_linear(
        &mut self,
        bound: i128,
        cut: i128,
        watch: &mut dyn Watch<Statistics>,
    ) -> ControlFlow<()> {
        let Search { state, rest, lists, linear, statistics, parts, grain, .. } = self;
        if !Linear::takes(state.items()) {
            return ControlFlow::Continue(());
        }
        let kept = rest.kept();
        rest.fill(state, lists);
        for item in 0..state.items() {
            let (need, room) = state.need_and_room(item);
            if need != room {
                rest.set_tax(lists, *grain, item, 0); // linear programming begins without these
            }
        }
        let begun = linear.work;
        let enough = (cut - bound) as f64;
        let mut pulse = || watch.pulse(statistics);
        linear.solve(state, rest.options(), lists, rest.reduced(), enough, &mut pulse)?;
        let options = rest.options().len() as u64;
        parts.fill(0);
        for (place, part) in linear.parts() {
            parts[rest.options()[place as usize] as usize] = (part * 1000.0) as u16;
        }
        for (item, more) in linear.changes() {
            rest.set_tax(lists, *grain, item, rest.tax_of(item).saturating_add(more));
        }
        self.price = (linear.work - begun) / options + 1;
        self.work += linear.work - begun;
        if rest.bound(state, *grain) <= bound {
            rest.restore(&kept);
        }
        ControlFlow::Continue(())
    }

    /// Notes the choices: the options of the item with the fewest ways to get one more. If no item
    /// needs any, the node is a cover, and all options left are choices.
    fn branch(&mut self) {
        let start = self.choices.len();
        let ways = |item: usize| {
            let need = self.state.need_and_room(item).0;
            (need > 0).then(|| (self.rest.left(item) - need, item))
        };
        let options = self.rest.options();
        if let Some((_, item)) = (0..self.state.items()).filter_map(ways).min() {
            let has_it = |&place: &u32| {
                self.state.taxing(options[place as usize]).contains(&(item as u32))
            };
            self.choices.extend((0..options.len() as u32).filter(has_it));
        } else {
            self.statistics.covers += 1;
            let cost = self.state.cost();
            self.best.offer(Priced { cost, options: self.state.cover_with(&[]) });
            self.choices.extend(0..options.len() as u32);
        }
        let (reduced, parts) = (self.rest.reduced(), &self.parts);
        let noise = self.grain.noise();
        self.choices[start..].sort_by_key(|&place| {
            let part = parts[options[place as usize] as usize];
            (reduced[place as usize].max(noise), Reverse(part))
        });
    }

    /// The cost that a cover must stay below to be among the wanted ones.
    fn limit(&self) -> u128 {
        self.best.limit().unwrap_or(self.beyond_all)
    }
}
