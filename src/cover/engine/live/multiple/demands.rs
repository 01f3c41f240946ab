//! What a node still demands: how many options each item needs, and how many it has room for.
//!
//! ```text
//!      c of 2:3         need  room       a of 1:1      need  room
//!                         2     3                        1     1
//!      c a is chosen      1     2                        0     0     a is taken
//!      c b is chosen      0     1
//!      c d is chosen      0     0     c is taken
//! ```
//!
//! Choosing an option subtracts 1 from the numbers of its items, in some twenty instructions for
//! all of them. Only what has no room left is taken, and clashes with the options that have it.
//!
//! Most items have room for one option, and are taken at once. Only the *roomy* items, which have
//! more, are counted down. An item whose room no cover can fill has *endless* room, and is not
//! counted: a room of 15 says so.

use super::numbers::Numbers;
use crate::cover::engine::live::counts::Counts;
use crate::cover::engine::live::mask::{Mask, minus, not_empty, union};
use crate::cover::engine::live::node::{Pairs, taken_by};

/// The needs and the room of all items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Demands<const W: usize> {
    pub(super) need: Numbers<W>,
    /// Of the roomy items.
    pub(super) room: Numbers<W>,
}

/// The demands on the way to a node, and the bits taken since its list was made.
#[derive(Clone, Copy)]
pub(super) struct Way<const W: usize> {
    pub(super) demands: Demands<W>,
    pub(super) taken: Mask<W>,
}

impl<const W: usize> Demands<W> {
    /// The roomy items among `counts` whose room may be filled: fewer than their options, and not
    /// endless.
    pub(super) fn may_fill(&self, counts: &Counts<W>) -> Mask<W> {
        minus(&self.room.exceeded_by(counts), &self.room.largest())
    }
}

impl<const W: usize> Way<W> {
    /// Chooses an option. `roomy` are the items that had room for more than one option at first.
    #[inline(always)]
    pub(super) fn choose(&mut self, option: &Mask<W>, roomy: &Mask<W>, pairs: &Pairs<W>) {
        let Demands { need, room } = &mut self.demands;
        let needed = need.some();
        need.decrement(&std::array::from_fn(|w| option[w] & needed[w]));
        let counted: Mask<W> = std::array::from_fn(|w| option[w] & roomy[w]);
        self.taken = union(&self.taken, &taken_by(&minus(option, roomy), pairs));
        if not_empty(&counted) {
            room.decrement(&minus(&counted, &room.largest()));
            self.taken = union(&self.taken, &minus(&counted, &room.some()));
        }
    }
}
