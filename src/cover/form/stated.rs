//! A problem with options held and banned, item by item: what is written for programs that know no
//! items.

use crate::cover::problem::{Colour, ItemId, OptionId, Problem, UnknownOption};

/// A problem, and for each item its options.
#[derive(Debug)]
pub(super) struct Stated<'p> {
    pub(super) problem: &'p Problem,
    pub(super) held: &'p [OptionId],
    banned: &'p [OptionId],
    is_held: Vec<bool>,
    /// The options of each item, with their colours.
    options_of: Vec<Vec<(OptionId, Option<Colour>)>>,
}

impl<'p> Stated<'p> {
    pub(super) fn new(
        problem: &'p Problem,
        held: &'p [OptionId],
        banned: &'p [OptionId],
    ) -> Result<Stated<'p>, UnknownOption> {
        problem.check_options(held.iter().chain(banned))?;
        let mut is_held = vec![false; problem.options().len()];
        for option in held {
            is_held[option.index()] = true;
        }
        let mut options_of = vec![Vec::new(); problem.items().len()];
        for option in problem.options() {
            for entry in problem.entries_of(option) {
                options_of[entry.item.index()].push((option, entry.colour));
            }
        }
        Ok(Stated { problem, held, banned, is_held, options_of })
    }

    /// The options of an item, in order, with their colours.
    pub(super) fn options_of(&self, item: ItemId) -> &[(OptionId, Option<Colour>)] {
        &self.options_of[item.index()]
    }

    /// The options that are banned. One that is held too is held.
    pub(super) fn banned(&self) -> impl Iterator<Item = OptionId> + '_ {
        self.banned.iter().copied().filter(|option| !self.is_held[option.index()])
    }

    /// Options that are in no cover because they have no primary item.
    pub(super) fn loose(&self) -> impl Iterator<Item = OptionId> + '_ {
        let has_primary = |option: OptionId| {
            self.problem.entries_of(option).iter().any(|entry| self.problem.is_primary(entry.item))
        };
        self.problem
            .options()
            .filter(move |&option| !has_primary(option) && !self.is_held[option.index()])
    }
}
