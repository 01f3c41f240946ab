//! Sets of items and options that are emptied in one step.

use crate::cover::{Colour, OptionEntry, OptionId};

/// The entries of an option, looked up by item; and a set of options.
///
/// A place is in the set if it has the number of the current round.
#[derive(Debug, Default)]
pub(super) struct Stamps {
    round: u32,
    entries: Vec<(u32, Option<Colour>)>,
    options: Vec<u32>,
}

impl Stamps {
    /// Empty sets, for these numbers of items and options.
    pub(super) fn new(items: usize, options: usize) -> Stamps {
        Stamps { round: 0, entries: vec![(0, None); items], options: vec![0; options] }
    }

    fn next_round(&mut self) -> u32 {
        if self.round == u32::MAX {
            *self = Stamps::new(self.entries.len(), self.options.len());
        }
        self.round += 1;
        self.round
    }

    /// Stamps these entries alone. Invalidates the set of options until `set_options`.
    pub(super) fn set_entries(&mut self, entries: impl Iterator<Item = OptionEntry>) {
        let round = self.next_round();
        entries.for_each(|entry| self.entries[entry.item.index()] = (round, entry.colour));
    }

    /// Whether exactly this entry is stamped.
    pub(super) fn has(&self, entry: OptionEntry) -> bool {
        self.entries[entry.item.index()] == (self.round, entry.colour)
    }

    /// Whether an option with this entry clashes with the stamped ones.
    pub(super) fn clashes(&self, entry: OptionEntry) -> bool {
        let (round, colour) = self.entries[entry.item.index()];
        round == self.round && !Colour::agree(colour, entry.colour)
    }

    /// Replaces the set by these options. Invalidates the entries until `set_entries`.
    pub(super) fn set_options(&mut self, options: impl Iterator<Item = OptionId>) {
        let round = self.next_round();
        options.for_each(|option| self.options[option.index()] = round);
    }

    /// Puts an option into the set. Returns false if it is there already.
    pub(super) fn insert(&mut self, option: OptionId) -> bool {
        std::mem::replace(&mut self.options[option.index()], self.round) != self.round
    }

    /// Whether an option is in the set.
    pub(super) fn contains(&self, option: OptionId) -> bool {
        self.options[option.index()] == self.round
    }
}
