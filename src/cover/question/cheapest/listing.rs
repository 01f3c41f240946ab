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

use super::Priced;
use super::state::State;
use crate::cover::{Cover, OptionEntry, OptionId, Problem, ProblemError};

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
        let mut problem = Problem::new();
        let mut items = Vec::with_capacity(root.items());
        for item in 0..root.items() {
            let (least, most) = root.need_and_room(item);
            let name = item.to_string();
            items.push(match (root.is_primary(item), most) {
                (_, 0) => None,
                (true, _) => Some(problem.multiple(&name, least..=most)?),
                (false, _) => Some(problem.secondary(&name)?),
            });
        }
        let mut options = Vec::new();
        for option in left {
            let plain = root.taxing(option).iter().map(|&item| (item, None));
            let coloured = root.coloured(option).iter().map(|&(item, colour)| (item, Some(colour)));
            let mut entries = Vec::new();
            for (item, colour) in plain.chain(coloured) {
                let Some(item) = items[item as usize] else { continue };
                let colour =
                    colour.map(|colour| problem.colour(&colour.to_string())).transpose()?;
                entries.push(OptionEntry { item, colour });
            }
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
