//! A problem with options held and banned, item by item: what is written for programs that know no
//! items.

use crate::cover::problem::{Colour, ItemId, OptionId, Problem};

/// A problem, and for each item its options.
#[derive(Debug)]
pub(super) struct Stated<'p> {
    pub(super) problem: &'p Problem,
    pub(super) held: &'p [OptionId],
    pub(super) banned: &'p [OptionId],
    /// The options of each item, with their colours.
    options_of: Vec<Vec<(OptionId, Option<Colour>)>>,
}

impl<'p> Stated<'p> {
    pub(super) fn new(
        problem: &'p Problem,
        held: &'p [OptionId],
        banned: &'p [OptionId],
    ) -> Stated<'p> {
        let mut options_of = vec![Vec::new(); problem.items().len()];
        for option in problem.options() {
            for entry in problem.entries_of(option) {
                options_of[entry.item.index()].push((option, entry.colour));
            }
        }
        Stated { problem, held, banned, options_of }
    }

    /// The options of an item, in order, with their colours.
    pub(super) fn options_of(&self, item: ItemId) -> &[(OptionId, Option<Colour>)] {
        &self.options_of[item.index()]
    }

    /// Options that are in no cover because they have no primary item.
    pub(super) fn loose(&self) -> impl Iterator<Item = OptionId> + '_ {
        let has_primary = |option: OptionId| {
            self.problem.entries_of(option).iter().any(|entry| self.problem.is_primary(entry.item))
        };
        self.problem
            .options()
            .filter(move |&option| !has_primary(option) && !self.held.contains(&option))
    }
}
