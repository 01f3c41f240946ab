//! What is left at the root as a problem of its own, for an engine that lists its covers.
//!
//! Where covers are few, no bound is as fast as an engine that knows no costs: its nodes take a
//! tenth of the time of those of the search, or less. Which of them ends first shows only by
//! trying. So, after the search has tried for a while, both take turns
//! ([`search`](super::search)): covers that the engine lists lower the limit of the search, and
//! when one of them has ended, so has the other.
//!
//! Invariant: a cover of the problem, with the options chosen at the root, is one that the search
//! has not looked at yet, or gives up for its cost; and each of those that it may still find is
//! such a cover.

use std::num::NonZeroU32;

use super::Priced;
use super::state::State;
use crate::cover::{Colour, Cover, ItemId, OptionEntry, OptionId, Problem, ProblemError};

/// The rest of a problem, and what was chosen before.
#[derive(Debug)]
pub(super) struct Listing {
    pub(super) problem: Problem,
    /// The options, by their numbers in the rest.
    options: Vec<u32>,
    root: State,
}

impl Listing {
    /// The problem of the options that are left at the root, with those chosen there in `root`.
    pub(super) fn new(
        root: State,
        left: impl Iterator<Item = u32>,
    ) -> Result<Listing, ProblemError> {
        // An item without room keeps none of these options apart.
        let has_room = |&item: &usize| root.need_and_room(item).1 > 0;
        let (primary, secondary): (Vec<usize>, Vec<usize>) =
            (0..root.items()).filter(has_room).partition(|&item| root.is_primary(item));
        let bounds: Vec<_> = primary.iter().map(|&item| root.need_and_room(item)).collect();
        let mut problem = Problem::unnamed(&bounds, secondary.len());
        let mut items: Vec<Option<ItemId>> = vec![None; root.items()];
        for (&item, id) in primary.iter().chain(&secondary).zip(problem.items()) {
            items[item] = Some(id);
        }
        let mut options = Vec::new();
        for option in left {
            let plain = root.taxing(option).iter().map(|&item| (item, None));
            let coloured = root.coloured(option).iter();
            let coloured =
                coloured.map(|&(item, colour)| (item, NonZeroU32::new(colour).map(Colour)));
            let entries = plain.chain(coloured).filter_map(|(item, colour)| {
                items[item as usize].map(|item| OptionEntry { item, colour })
            });
            problem.option(entries)?;
            options.push(option);
        }
        Ok(Listing { problem, options, root })
    }

    /// A cover of the problem, whose rest the engine has found.
    pub(super) fn priced(&self, cover: Cover<'_>, limit: u128) -> Option<Priced> {
        let options = || cover.options().map(|option: OptionId| self.options[option.index()]);
        let more: u128 = options().map(|option| u128::from(self.root.cost_of(option))).sum();
        let cost = self.root.cost() + more;
        (cost < limit)
            .then(|| Priced { cost, options: self.root.cover_with(&options().collect::<Vec<_>>()) })
    }
}
