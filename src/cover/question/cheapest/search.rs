//! The search: branch and bound.
//!
//! ```text
//!      root      taxes, linear programming: a bound, perhaps the cheapest cover at once
//!       │
//!      alone     branch and bound, depth first, for some milliseconds
//!       │
//!      listing   an engine lists what is left at nodes where that takes less
//! ```
//!
//! A node gets linear programming when its siblings have shown that they are worth it: when the
//! work below them is several times what it takes.
//!
//! A node may have to do with the taxes of a node that the search left ([`rest`](super::rest)).
//! Then the node above may know a higher bound.
//!
//! Invariant: a cover below a level's open choices costs at least the level's bound, so the least
//! of these bounds is one for all covers not found.

mod fork;
mod listed;

use std::cmp::Reverse;
use std::mem;
use std::ops::ControlFlow::{self, Continue};

use super::Priced;
use super::best::Best;
use super::linear::{Linear, Program};
use super::listing::Trials;
use super::manner::Common;
use super::places::Places;
use super::rest::{Mark, Memory, Rest};
use super::state::State;
use super::taxes::{Grain, Lists};
use crate::cover::{Bounds, Statistics};
use crate::watch::Watch;

/// The most rounds of taxes before the first choice, and at each node after it.
const AT_THE_ROOT: usize = 50; // linear programming does the rest
const AT_A_NODE: usize = 1; // more rounds save few nodes, and take longer

/// How many times the work of linear programming is done below a node before its next child gets
/// it. At each node it takes a third to an eighth of the nodes, and twice to ten times the time.
const PATIENCE: u64 = 8;

/// The work that the search does before an engine lists anything: a few milliseconds.
const ALONE: u64 = 1 << 19;

pub(super) use self::fork::{Fork, GivenChoice};

/// A search in progress.
pub(super) struct Search {
    state: State,
    grain: Grain,
    best: Best,
    /// What a wanted cover costs less than, however few are known; more than any cover costs if
    /// nothing else is known.
    ceiling: u128,
    rest: Rest,
    /// The choices at each node, the cheapest first.
    choices: Vec<Choice>,
    levels: Vec<Level>,
    lists: Lists,
    places: Places,
    linear: Linear,
    /// The part of each option in the latest solution by linear programming, in thousandths.
    parts: Vec<i16>,
    /// The work done on lists: entries.
    work: u64,
    /// The bound of the root, before linear programming.
    at_the_root: i128,
    /// What linear programming took lately, for each option.
    price: u64,
    statistics: Statistics,
    trials: Trials,
    /// The work before anything is listed.
    alone: u64,
    root: Root,
}

/// How a search begins.
#[derive(Clone, Copy)]
enum Root {
    /// Of the whole, whose bound is worth much work. Nothing is listed before some work, unless it
    /// `lists_at_once`.
    Whole { lists_at_once: bool },
    /// Below a node of another search.
    Below { is_linear: bool },
    /// It has begun, with this work.
    Done { work: u64 },
}

/// An option that may be chosen at a node.
#[derive(Clone, Copy)]
struct Choice {
    option: u32,
    /// Its reduced cost, with the taxes of the node.
    reduced: i64,
}

/// A node of the current path, and the start of its data.
struct Level {
    /// To come back to its list.
    mark: Mark,
    choices: usize,
    /// The number of options that were chosen before its choices.
    chosen: usize,
    /// The choice tried now, or else the next one.
    next: usize,
    is_trying: bool,
    /// A lower bound, in grains, for covers below this node that have none of the choices tried
    /// before.
    bound: i128,
    /// Another, that the node above has for this one. It is the higher where taxes were lost.
    floor: i128,
    /// The work done before it.
    work: u64,
}

impl Level {
    /// A lower bound for covers below this node that have this choice, and none tried before.
    fn bound_of(&self, choice: &Choice) -> i128 {
        self.floor.max(self.bound + i128::from(choice.reduced.max(0)))
    }
}

impl Search {
    /// A search for the covers of all items that are left in `state`, which has chosen what is
    /// held, with some of these options.
    pub(super) fn new(common: Common, state: State, left: &[u32]) -> Search {
        Search::among(1, common, state, left)
    }

    /// The same, one of this number of searches at a time.
    fn among(searches: usize, common: Common, state: State, left: &[u32]) -> Search {
        let Common { grain, count, manner, .. } = common;
        let entries = || left.iter().map(|&option| state.taxing(option).len()).sum();
        let memory =
            manner.memory.unwrap_or_else(|| Memory::for_entries(entries()).among(searches));
        let costs = left.iter().map(|&option| u128::from(state.cost_of(option)));
        Search {
            ceiling: state.cost() + costs.sum::<u128>() + 1,
            rest: Rest::new(&state, grain, left, memory),
            grain,
            parts: vec![0; state.options()],
            state,
            best: Best::new(count),
            choices: Vec::new(),
            levels: Vec::new(),
            lists: Lists::default(),
            places: Places::default(),
            linear: Linear::default(),
            work: 0,
            root: Root::Whole { lists_at_once: manner.lists_at_once },
            at_the_root: 0,
            price: 1000,
            statistics: Statistics::default(),
            trials: Trials::default(),
            alone: u64::MAX,
        }
    }

    /// A search below a node of another, for the covers of what is left there. It begins with these
    /// taxes, and with linear programming if that is worth its time.
    pub(super) fn below(
        common: Common,
        state: State,
        taxes: &[i64],
        trials: Trials,
        is_linear: bool,
    ) -> Search {
        let left: Vec<u32> = (0..state.options() as u32).collect();
        let mut search = Search::among(common.searchers, common, state, &left);
        search.rest.set_taxes(&search.state, taxes);
        Search { trials, alone: 0, root: Root::Below { is_linear }, ..search }
    }

    /// Begins with the root.
    fn begin(&mut self, watch: &mut dyn Watch<Statistics>) -> ControlFlow<()> {
        match self.root {
            Root::Done { .. } => return Continue(()),
            Root::Below { is_linear } => {
                self.enter(AT_A_NODE, is_linear, watch)?;
            }
            Root::Whole { lists_at_once } => {
                self.enter(AT_THE_ROOT, true, watch)?;
                let alone = self.work + ALONE + 64 * self.rest.options().len() as u64;
                self.alone = if lists_at_once { 0 } else { alone };
            }
        }
        self.root = Root::Done { work: self.work };
        Continue(())
    }

    /// Goes on until its work is at least this much. Returns whether there is more to do.
    pub(super) fn go_on(
        &mut self,
        work: u64,
        watch: &mut dyn Watch<Statistics>,
    ) -> ControlFlow<(), bool> {
        self.begin(watch)?;
        while self.work < work {
            if !self.step(watch)? {
                return Continue(false);
            }
        }
        Continue(true)
    }

    pub(super) fn work(&self) -> u64 {
        self.work
    }

    pub(super) fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// What the root took. `None` before it.
    pub(super) fn root_work(&self) -> Option<u64> {
        if let Root::Done { work } = self.root { Some(work) } else { None }
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// The best covers so far, which the search forgets.
    pub(super) fn take_best(&mut self) -> Best {
        let none = self.best.emptied();
        mem::replace(&mut self.best, none)
    }

    /// Looks only for covers that cost less than this, from now on.
    pub(super) fn lower_ceiling(&mut self, ceiling: u128) {
        self.ceiling = self.ceiling.min(ceiling);
    }

    /// Exchanges the work space for linear programming.
    pub(super) fn swap_linear(&mut self, other: &mut Linear) {
        mem::swap(&mut self.linear, other);
    }

    /// Goes on by a node, if the watch lets it. Returns false if there is none.
    fn step(&mut self, watch: &mut dyn Watch<Statistics>) -> ControlFlow<(), bool> {
        watch.pulse(&self.statistics)?;
        self.advance(watch)
    }

    /// What a cover costs at least: those known, and those below nodes with choices left.
    pub(super) fn at_least(&self) -> u128 {
        if self.levels.is_empty() {
            return self.grain.rounded_up(self.at_the_root); // broken off there
        }
        let mut least = self.best.least().unwrap_or(u128::MAX);
        for (k, level) in self.levels.iter().enumerate() {
            let is_open = level.is_trying && k + 1 < self.levels.len(); // then it has a level
            let end = self.end_of(k);
            let ahead = &self.choices[(level.next + usize::from(is_open)).min(end)..end];
            if let Some(bound) = ahead.iter().map(|choice| level.bound_of(choice)).min() {
                least = least.min(self.grain.rounded_up(bound));
            }
        }
        least
    }

    /// Goes on to the next node. Returns false if there is none.
    fn advance(&mut self, watch: &mut dyn Watch<Statistics>) -> ControlFlow<(), bool> {
        let limit = self.limit();
        while let Some(level) = self.levels.last_mut() {
            let mut tried = None;
            if level.is_trying {
                // An option that was tried is in no cover still to be found below this node.
                let Choice { option, reduced } = self.choices[level.next];
                level.bound -= i128::from(reduced.min(0));
                level.is_trying = false;
                level.next += 1;
                tried = Some(option);
            }
            let (cut, work) = (self.grain.cut(limit), self.work - level.work);
            let is_cheap = |choice: &Choice| level.bound_of(choice) <= cut;
            let Some(skipped) = self.choices[level.next..].iter().position(is_cheap) else {
                self.leave();
                continue;
            };
            if let Some(tried) = tried {
                self.state.unchoose_to(level.chosen);
                self.rest.back(&self.state, &mut level.mark, tried);
            }
            level.next += skipped;
            level.is_trying = true;
            self.state.choose(self.choices[level.next].option);
            let before = self.rest.options().len();
            self.rest.push(&self.state, level.mark);
            self.work += before as u64;
            self.statistics.updates += (before - self.rest.options().len()) as u64;
            let is_linear = work > PATIENCE * self.price * self.rest.options().len() as u64;
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
        let Some(bound) = self.settle(rounds, is_linear, watch)? else {
            return ControlFlow::Continue(None);
        };
        if self.list(bound, watch)? {
            return ControlFlow::Continue(None);
        }
        let floor = self.levels.last().map(|level| level.bound_of(&self.choices[level.next]));
        let choices = self.choices.len();
        self.branch();
        self.levels.push(Level {
            mark: self.rest.mark(),
            choices,
            chosen: self.state.chosen().len(),
            next: choices,
            is_trying: false,
            bound,
            floor: floor.unwrap_or(bound),
            work,
        });
        ControlFlow::Continue(Some(bound))
    }

    /// Forgets the deepest node.
    fn leave(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        self.choices.truncate(level.choices);
        self.trials.searched(self.levels.len(), self.work - level.work);
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
        loop {
            let mut pulse = || watch.pulse(&self.statistics);
            if !self.rest.force(&mut self.state, &mut self.places, &mut pulse)? {
                return ControlFlow::Continue(None);
            }
            let cut = self.grain.cut(self.limit());
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
                if self.levels.is_empty() {
                    self.at_the_root = bound;
                }
                self.go_linear(bound, cut, watch)?;
                continue;
            }
            self.rest.tax(&self.state, self.grain, &mut self.lists);
            self.work += self.rest.options().len() as u64;
            (round, before) = (round + 1, bound);
        }
    }

    /// Sets taxes by linear programming, if that raises the bound. `Break` if the watch does.
    #[allow(clippy::cast_precision_loss)] // proposals need not be exact
    fn go_linear(
        &mut self,
        bound: i128,
        cut: i128,
        watch: &mut dyn Watch<Statistics>,
    ) -> ControlFlow<()> {
        let Search { state, rest, lists, linear, statistics, parts, grain, .. } = &mut *self;
        if !Linear::takes(state.items()) {
            return ControlFlow::Continue(());
        }
        let kept = rest.kept();
        rest.fill(state, lists);
        for item in 0..state.items() {
            let Bounds { least, most } = state.bounds_left(item);
            if least != most {
                rest.set_tax(lists, *grain, item, 0); // linear programming begins without these
            }
        }
        let begun = linear.work;
        let enough = (cut - bound) as f64;
        let mut pulse = || watch.pulse(statistics);
        let program = Program { state, options: rest.options(), lists, reduced: rest.reduced() };
        linear.solve(&program, enough, &mut pulse)?;
        let options = rest.options().len() as u64;
        parts.fill(0);
        for (place, part) in linear.parts() {
            parts[rest.options()[place as usize] as usize] = (part * 1000.0) as i16;
        }
        let work = linear.work - begun;
        self.price = work / options + 1;
        self.work += work;
        self.try_parts();
        let Search { state, rest, lists, linear, grain, .. } = self;
        for (item, more) in linear.changes() {
            rest.set_tax(lists, *grain, item, rest.tax_of(item).saturating_add(more));
        }
        if rest.bound(state, *grain) <= bound {
            rest.restore(&kept);
        }
        ControlFlow::Continue(())
    }

    /// Keeps the options with the larger parts if they are a cover: those of linear programming
    /// often are.
    fn try_parts(&mut self) {
        let chosen = self.state.chosen().len();
        for (place, _) in self.linear.parts().filter(|&(_, part)| part > 0.5) {
            let option = self.rest.options()[place as usize];
            if self.state.fits(option) {
                self.state.choose(option);
            }
        }
        if (0..self.state.items()).all(|item| self.state.need(item) <= 0) {
            self.keep_chosen();
        }
        self.state.unchoose_to(chosen);
    }

    /// Keeps the chosen options, which are a cover.
    fn keep_chosen(&mut self) {
        self.statistics.covers += 1;
        let cost = self.state.cost();
        if cost < self.limit() {
            self.best.offer(Priced { cost, options: self.state.cover_with(&[]) });
        }
    }

    /// Notes the choices: the options of the item with the fewest ways to get one more. If no item
    /// needs any, the node is a cover, and all options left are choices.
    fn branch(&mut self) {
        let start = self.choices.len();
        let ways = |item: usize| {
            let need = self.state.bounds_left(item).least;
            (need > 0).then(|| (self.rest.left(item) - need, item))
        };
        let (options, reduced) = (self.rest.options(), self.rest.reduced());
        let choices = options.iter().zip(reduced);
        let choices = choices.map(|(&option, &reduced)| Choice { option, reduced });
        if let Some((_, item)) = (0..self.state.items()).filter_map(ways).min() {
            let has_it =
                |choice: &Choice| self.state.taxing(choice.option).contains(&(item as u32));
            self.choices.extend(choices.filter(has_it));
        } else {
            self.choices.extend(choices);
            self.keep_chosen();
        }
        let (parts, noise) = (&self.parts, self.grain.noise());
        self.choices[start..].sort_by_key(|choice| {
            (choice.reduced.max(noise), Reverse(parts[choice.option as usize]))
        });
    }

    /// The cost that a cover must stay below to be among the wanted ones.
    pub(super) fn limit(&self) -> u128 {
        self.best.limit().map_or(self.ceiling, |limit| limit.min(self.ceiling))
    }
}
