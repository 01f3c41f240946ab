//! Where the options of each item are in a list.
//!
//! ```text
//!      list     a b    b c    c d    d        places    a 0    b 0 1    c 1 2    d 2 3
//!      a b is chosen, and b is full:  gone  0 1         then c needs  c d,  and d 3 is gone
//! ```
//!
//! In a chain of forced options each choice takes a few options out of the list and so forces the
//! next. To go through the whole list for each of them takes a time with the square of its length.
//! With the places of each item, a choice looks only at the options of the items that it fills, and
//! each item is filled once.
//!
//! Invariant: an option stays at its place, gone or not, until the list is next filled.
//!
//! Deliberately lacking: the places as of the list above, which would have to be restored.

use super::state::State;

/// The places of each item's options, with a colour and without, and which are gone.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The end of each item's places; they begin at the end of the item before.
    ends: Vec<u32>,
    listed: Vec<u32>,
    is_gone: Vec<bool>,
}

impl Places {
    /// Notes the places of these options, none of which is gone.
    pub(super) fn fill(&mut self, state: &State, options: &[u32]) {
        self.ends.clear();
        self.ends.resize(state.items(), 0);
        for &option in options {
            state.items_of(option).for_each(|item| self.ends[item as usize] += 1);
        }
        let mut total = 0;
        for end in &mut self.ends {
            total += *end;
            *end = total - *end; // for now, the start of the item's places
        }
        self.listed.clear();
        self.listed.resize(total as usize, 0);
        for (place, &option) in (0..).zip(options) {
            for item in state.items_of(option) {
                let end = &mut self.ends[item as usize];
                self.listed[*end as usize] = place;
                *end += 1;
            }
        }
        self.is_gone.clear();
        self.is_gone.resize(options.len(), false);
    }

    /// Where an item's places begin and end in [`at`](Self::at).
    pub(super) fn of(&self, item: u32) -> std::ops::Range<usize> {
        let item = item as usize;
        let start = if item == 0 { 0 } else { self.ends[item - 1] };
        start as usize..self.ends[item] as usize
    }

    /// The place of an option, if the option is not gone.
    pub(super) fn at(&self, number: usize) -> Option<usize> {
        let place = self.listed[number] as usize;
        (!self.is_gone[place]).then_some(place)
    }

    pub(super) fn go(&mut self, place: usize) {
        self.is_gone[place] = true;
    }

    pub(super) fn is_gone(&self, place: usize) -> bool {
        self.is_gone[place]
    }
}
