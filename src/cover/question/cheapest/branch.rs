//! A branch: what is below a choice, as a search of its own.
//!
//! ```text
//!      fork        chosen  x y    choices  a b c    left  a b c d e f g
//!      seeds       a;  b, without a;  c, without a and b
//!      branch      x y b, and of  c d e f g  what still fits, numbered anew
//! ```
//!
//! A seed is a few words, and becomes a branch where it is searched. A branch has the items and
//! options alone that are left below its choice. It begins with the taxes of the node above, so it
//! goes on about as well as the search that gave it away.
//!
//! Invariant: a cover of a branch, with what was chosen above, is a cover of the whole.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::Priced;
use super::linear::Linear;
use super::listing::Trials;
use super::manner::Common;
use super::search::{Fork, GivenChoice, Search};
use super::state::State;
use crate::cover::{ItemId, OptionId, Statistics};
use crate::watch::Watch;

/// A search, and what its numbers mean in the whole.
pub(super) struct Branch {
    pub(super) search: Search,
    /// Whether it is the whole, whose numbers it has.
    is_root: bool,
    /// The options left at its root, and its items, as of the whole.
    left: Vec<u32>,
    items: Vec<u32>,
    /// What was chosen above.
    chosen: Vec<u32>,
    /// What that costs.
    pub(super) cost: u128,
    /// What a cover costs at least, as the node above knows.
    floor: u128,
    /// The depth of its root in the tree of the whole.
    depth: usize,
}

/// A branch that has not begun: a choice of a stem.
pub(super) struct Seed {
    stem: Arc<Stem>,
    choice: usize,
    /// What a cover costs at least.
    pub(super) floor: u128,
}

impl Seed {
    /// The number of options left at the node above.
    pub(super) fn options(&self) -> usize {
        self.stem.left.len()
    }
}

/// The node above some seeds, in numbers of the whole.
struct Stem {
    chosen: Vec<u32>,
    left: Vec<u32>,
    choices: Vec<u32>,
    /// By item.
    taxes: Vec<i64>,
    trials: Trials,
    is_linear: bool,
    depth: usize,
}

/// What it takes to search branches, and to make them. Each thread has one.
#[derive(Default)]
pub(super) struct Desk {
    pub(super) linear: Linear,
    /// The whole, with nothing chosen, and room for a new number of each item. `None` as long as
    /// there are no seeds.
    whole: Option<(State, Vec<u32>)>,
}

impl Desk {
    /// Sets the whole, from a search of it.
    pub(super) fn set(&mut self, state: &State) {
        let mut state = state.clone();
        state.unchoose_to(0);
        let new = vec![0; state.items()];
        self.whole = Some((state, new));
    }

    /// A desk for another thread.
    #[cfg(feature = "parallel")]
    pub(super) fn another(&self) -> Desk {
        Desk { linear: Linear::default(), whole: self.whole.clone() }
    }
}

impl Branch {
    /// The search of the whole, which began with these options.
    pub(super) fn root(search: Search, left: Vec<u32>) -> Branch {
        let items = (0..search.state().items() as u32).collect();
        let (chosen, cost, floor, depth) = (Vec::new(), 0, 0, 0); // the search has what is held
        Branch { search, is_root: true, left, items, chosen, cost, floor, depth }
    }

    /// The branch of a seed. `None` if an item that needs options has none left.
    pub(super) fn grown(seed: &Seed, common: Common, desk: &mut Desk) -> Option<Branch> {
        let Seed { stem, choice, floor } = seed;
        let (state, new) = desk.whole.as_mut()?;
        let mut tried = stem.choices[..=*choice].to_vec();
        tried.sort_unstable();
        let chosen: Vec<u32> = stem.chosen.iter().copied().chain([stem.choices[*choice]]).collect();
        for &option in &chosen {
            state.choose(option);
        }
        let left = stem.left.iter().copied();
        let left = left.filter(|option| tried.binary_search(option).is_err());
        let left: Vec<u32> = left.filter(|&option| state.fits(option)).collect();
        let mut has_options = vec![false; state.items()];
        for item in left.iter().flat_map(|&option| state.items_of(option)) {
            has_options[item as usize] = true;
        }
        let needs = |item: usize| state.need(item) > 0;
        let branch = (0..state.items()).all(|item| has_options[item] || !needs(item)).then(|| {
            let is_open = |item: &usize| has_options[*item] && state.bounds_left(*item).most > 0;
            let items: Vec<u32> =
                (0..state.items()).filter(is_open).map(|item| item as u32).collect();
            let part = {
                let items: Vec<ItemId> = items.iter().map(|&item| ItemId(item)).collect();
                let options: Vec<OptionId> = left.iter().map(|&option| OptionId(option)).collect();
                state.part(&items, &options, new)
            };
            let taxes: Vec<i64> = items.iter().map(|&item| stem.taxes[item as usize]).collect();
            let search = Search::below(common, part, &taxes, stem.trials.clone(), stem.is_linear);
            let (cost, floor, depth) = (state.cost(), *floor, stem.depth);
            Branch { search, is_root: false, left, items, chosen, cost, floor, depth }
        });
        state.unchoose_to(0);
        branch
    }

    /// Goes on for this work, to find covers of the whole that cost less than `limit`. Returns
    /// whether there is more to do.
    pub(super) fn go_on(
        &mut self,
        limit: u128,
        work: u64,
        linear: &mut Linear,
        watch: &mut dyn Watch<Statistics>,
    ) -> ControlFlow<(), bool> {
        if limit <= self.cost {
            return ControlFlow::Continue(false);
        }
        self.search.lower_ceiling(limit - self.cost);
        self.search.swap_linear(linear);
        let flow = self.search.go_on(self.search.work() + work, watch);
        self.search.swap_linear(linear);
        flow
    }

    /// An option, as of the whole.
    fn option(&self, option: u32) -> u32 {
        if self.is_root { option } else { self.left[option as usize] }
    }

    /// A cover, as of the whole.
    pub(super) fn whole(&self, cover: &Priced) -> Priced {
        let options = cover.options.iter().map(|option| self.option(option.0));
        let options = options.chain(self.chosen.iter().copied()).map(OptionId);
        let mut options: Vec<OptionId> = options.collect();
        options.sort_unstable();
        Priced { cost: self.cost + cover.cost, options }
    }

    /// What a cover costs at least that is not found yet.
    pub(super) fn at_least(&self) -> u128 {
        self.floor.max(self.cost.saturating_add(self.search.at_least())) // none: the most
    }

    /// The depth, in the tree of the whole, of the choices that it can give away.
    pub(super) fn forks_at(&self) -> Option<usize> {
        self.search.forks_at().map(|depth| self.depth + depth)
    }

    /// Gives choices away, as seeds.
    pub(super) fn fork(&mut self) -> impl Iterator<Item = Seed> + use<> {
        let at = self.search.forks_at().unwrap_or_default();
        let Fork { chosen, tried, choices, taxes, trials, is_linear } = self.search.fork(at);
        let mut tried: Vec<u32> = tried.iter().map(|&option| self.option(option)).collect();
        tried.sort_unstable();
        let left = self.left.iter().copied();
        let left = left.filter(|option| tried.binary_search(option).is_err()).collect();
        let mut taxes_of_whole = vec![0; self.items.last().map_or(0, |&last| last as usize + 1)];
        for (&item, tax) in self.items.iter().zip(taxes) {
            taxes_of_whole[item as usize] = tax;
        }
        let chosen = chosen.iter().map(|&option| self.option(option));
        let stem = Arc::new(Stem {
            chosen: self.chosen.iter().copied().chain(chosen).collect(),
            left,
            choices: choices.iter().map(|choice| self.option(choice.option)).collect(),
            taxes: taxes_of_whole,
            trials,
            is_linear,
            depth: self.depth + at + 1,
        });
        let (floor, cost) = (self.floor, self.cost);
        choices.into_iter().enumerate().map(move |(choice, GivenChoice { least, .. })| Seed {
            stem: Arc::clone(&stem),
            choice,
            floor: floor.max(cost + least),
        })
    }
}
