//! What the held options take of each item.

use super::layout::Layout;

/// What is taken of an item.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Taken {
    /// The number of held options that have it.
    times: u32,
    /// The colour that they give it, or 0.
    colour: u32,
}

/// What the held options take of each item.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Held(Vec<Taken>);

impl Held {
    pub(super) fn none(layout: &Layout) -> Held {
        Held(vec![Taken::default(); layout.items() as usize])
    }

    /// Whether a held option has the item.
    pub(super) fn takes(&self, item: u32) -> bool {
        self.0[item as usize].times > 0
    }

    /// The item that keeps an option from joining those held.
    pub(super) fn clash(&self, layout: &Layout, option: u32) -> Option<u32> {
        let clashes = |taken: Taken, colour: u32| {
            taken.times > 0 && (taken.colour == 0 || taken.colour != colour)
        };
        let mut entries = layout.entries_of(option).iter();
        let entry = entries.find(|entry| clashes(self.0[entry.number as usize], entry.colour))?;
        Some(entry.number)
    }

    pub(super) fn hold(&mut self, layout: &Layout, option: u32) {
        for entry in layout.entries_of(option).iter() {
            let taken = &mut self.0[entry.number as usize];
            taken.times += 1;
            taken.colour = entry.colour;
        }
    }

    pub(super) fn release(&mut self, layout: &Layout, option: u32) {
        for entry in layout.entries_of(option).iter() {
            let taken = &mut self.0[entry.number as usize];
            taken.times -= 1;
            if taken.times == 0 {
                *taken = Taken::default();
            }
        }
    }
}
