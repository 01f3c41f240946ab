//! Guesses which item comes next in an option, and its colour.
//!
//! ```text
//!      a x:1 y:2        after a comes x, after x comes y, and an option begins with a
//!      a x:2 y:1        so it is here, and each name is compared with one name only
//!      b y:2 z:1        b and z are looked up by their names, and come after the start and y now
//! ```
//!
//! Options side by side often have the same items, or an item more than once the same neighbour. A
//! comparison takes a small part of the time that a search by name takes. At first each item is
//! followed by the next of the problem.
//!
//! A colour's name is often one sign. For these there is a table.
//!
//! Invariant: a guess is compared with the text before it is taken. So guesses cost or save time
//! alone.

use crate::cover::problem::{Colour, ItemId, Problem};

/// What came last after what.
pub(super) struct Guesses {
    /// The item after each item, and after the start of an option.
    next: Vec<ItemId>,
    /// The colours that are called by one sign of ASCII.
    colours: [Option<Colour>; 128],
}

impl Guesses {
    /// Guesses for the items of this problem, of which there is at least one.
    pub(super) fn new(problem: &Problem) -> Guesses {
        let items = problem.items();
        let next =
            items.clone().skip(1).chain(items.clone().take(1)).chain(items.take(1)).collect();
        Guesses { next, colours: [None; 128] }
    }

    /// The place of the start of an option among the items.
    pub(super) fn start(&self) -> usize {
        self.next.len() - 1
    }

    /// The item that is guessed after another.
    pub(super) fn after(&self, before: usize) -> Option<ItemId> {
        self.next.get(before).copied()
    }

    /// The colour called by this sign alone, if it is known.
    #[inline]
    pub(super) fn colour(&self, sign: u8) -> Option<Colour> {
        self.colours.get(usize::from(sign)).copied().flatten()
    }

    /// Keeps that this item came after the item `before`.
    pub(super) fn learn(&mut self, before: usize, item: ItemId) {
        self.next[before] = item;
    }

    /// Keeps a colour's name, if it is one sign.
    pub(super) fn learn_colour(&mut self, name: &str, colour: Colour) {
        if let &[sign] = name.as_bytes()
            && let Some(known) = self.colours.get_mut(usize::from(sign))
        {
            *known = Some(colour);
        }
    }
}
