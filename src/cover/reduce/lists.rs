//! The options of each item, one list after another in one array.

use crate::cover::{Colour, ItemId, OptionId, Problem};

/// An option in the list of an item, with the colour that it gives the item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed {
    pub(super) option: OptionId,
    pub(super) colour: Option<Colour>,
}

impl Listed {
    /// Whether this option clashes with another that gives the item `colour`.
    pub(super) fn clashes(self, colour: Option<Colour>) -> bool {
        !Colour::agree(colour, self.colour)
    }
}

/// The lists. They may contain removed options; [`Lists::tidy`] takes these out.
#[derive(Debug)]
pub(super) struct Lists {
    starts: Vec<usize>,
    listed: Vec<Listed>,
}

impl Lists {
    /// The lists of `problem`, each in the order of the options.
    pub(super) fn new(problem: &Problem) -> Lists {
        let mut starts = vec![0; problem.items().len() + 1];
        let entries =
            || problem.options().flat_map(|o| problem.entries_of(o).iter().map(move |&e| (o, e)));
        entries().for_each(|(_, entry)| starts[entry.item.index() + 1] += 1);
        for k in 1..starts.len() {
            starts[k] += starts[k - 1];
        }
        let mut next = starts.clone();
        let nothing = Listed { option: OptionId(0), colour: None };
        let mut listed = vec![nothing; problem.entry_count()];
        for (option, entry) in entries() {
            let place = &mut next[entry.item.index()];
            listed[*place] = Listed { option, colour: entry.colour };
            *place += 1;
        }
        Lists { starts, listed }
    }

    /// The list of an item.
    pub(super) fn of(&self, item: ItemId) -> &[Listed] {
        &self.listed[self.starts[item.index()]..self.starts[item.index() + 1]]
    }

    /// The number of places in all lists.
    pub(super) fn places(&self) -> usize {
        self.listed.len()
    }

    /// Keeps the options for which `is_left`.
    pub(super) fn tidy(&mut self, is_left: impl Fn(OptionId) -> bool) {
        let (mut from, mut to) = (0, 0);
        for end in &mut self.starts[1..] {
            while from < *end {
                let listed = self.listed[from];
                from += 1;
                if is_left(listed.option) {
                    self.listed[to] = listed;
                    to += 1;
                }
            }
            *end = to;
        }
        self.listed.truncate(to);
    }
}
