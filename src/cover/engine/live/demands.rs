//! What a node still demands: which items need options, how many, and how many they have room for.
//!
//! ```text
//!      c of 2:3         open  need  room      a of 1:1      open  need  room
//!                         x     1     2                       x     0     0
//!      c a is chosen      x     0     1                       .     0     0     a is taken
//!      c b is chosen      .     0     0
//!      c d is chosen      .     0     0     c is taken
//! ```
//!
//! An item is *open* if it needs an option. Its need and its room are those *beyond one*. So they
//! are 0 in a plain search, and numbers of no planes are enough: `N` is [`PLAIN`]. Such demands are
//! a mask of open items, and what is done with the numbers compiles to nothing.
//!
//! Choosing an option subtracts 1 from the numbers of its items, in some twenty instructions for
//! all of them. Only what has no room left is taken, and clashes with the options that have it.
//!
//! Most items have room for one option, and are taken at once. Only the *roomy* items, which have
//! more, are counted down. An item whose room no cover can fill has *endless* room, and is not
//! counted: the largest number says so.
//!
//! Invariant: only open items need options beyond one.

use super::counts::Counts;
use super::mask::{Mask, both, minus, not_empty, union};
use super::numbers::Numbers;

/// The planes of the demands without multiplicities.
pub(super) const PLAIN: usize = 0;

/// The planes of the demands with multiplicities.
pub(super) const MULTIPLE: usize = 4;

/// The planes of a need in an endgame with multiplicities.
pub(super) const FEW: usize = 2;

/// The demands on all items: the room in numbers of `N` planes, the need of `M`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Demands<const W: usize, const N: usize, const M: usize = N> {
    /// The items that need options.
    pub(super) open: Mask<W>,
    /// How many options they need beyond one.
    pub(super) need: Numbers<W, M>,
    /// How many options each item has room for beyond one.
    pub(super) room: Numbers<W, N>,
}

impl<const W: usize, const N: usize, const M: usize> Demands<W, N, M> {
    /// One option for each item of `open`, and no room for more.
    pub(super) fn one_each(open: Mask<W>) -> Demands<W, N, M> {
        Demands { open, need: Numbers::NONE, room: Numbers::NONE }
    }

    /// An option is chosen: its items need one less.
    #[inline(always)]
    pub(super) fn satisfy(&mut self, option: &Mask<W>) {
        let several = both(option, &self.need.some());
        self.open = minus(&self.open, &minus(option, &several));
        if not_empty(&several) {
            self.need.decrement(&several);
        }
    }

    /// An option is chosen: its items have room for one less, but for those with `endless` room.
    /// Returns those that have none now.
    #[inline(always)]
    pub(super) fn fill(&mut self, option: &Mask<W>, endless: &Mask<W>) -> Mask<W> {
        let roomy = both(option, &self.room.some());
        if not_empty(&roomy) {
            self.room.decrement(&minus(&roomy, endless));
        }
        minus(option, &roomy)
    }

    /// Of the items that need several options: those that have too few among the options counted,
    /// and those that have just enough.
    #[inline(always)]
    pub(super) fn tight(&self, counts: &Counts<W>) -> (Mask<W>, Mask<W>) {
        let several = minus(&self.need.some(), &counts.more);
        // One option more than these numbers is needed.
        let (spare, short) = self.need.spared_by(counts);
        let short = both(&several, &union(&short, &minus(&several, &spare.some())));
        (short, minus(&several, &union(&short, &spare.several())))
    }

    /// The roomy items whose room the options counted may exceed.
    pub(super) fn may_fill(&self, counts: &Counts<W>) -> Mask<W> {
        let (over, short) = self.room.spared_by(counts);
        let more = union(&counts.more, &minus(&over.several(), &short));
        both(&self.room.some(), &minus(&more, &self.room.largest()))
    }

    /// Makes the room endless that the options counted can't exceed.
    pub(super) fn forget_room(&mut self, counts: &Counts<W>) {
        self.room.enlarge(&minus(&self.room.some(), &self.may_fill(counts)));
    }

    /// The same demands with each plane changed by `change`, which must treat all planes alike.
    pub(super) fn map<const V: usize>(
        &self,
        change: impl Fn(&Mask<W>) -> Mask<V>,
    ) -> Demands<V, N, M> {
        let Demands { open, need, room } = self;
        Demands { open: change(open), need: need.map(&change), room: room.map(&change) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::engine::live::mask::{Bit, meet};
    use proptest::prelude::*;

    type Several = Demands<2, MULTIPLE>;

    /// The need and the room of one item.
    #[derive(Clone, Copy, Debug)]
    struct Item {
        need: u32,
        /// None if it is endless.
        room: Option<u32>,
    }

    fn demands(items: &[Item]) -> Several {
        let mut demands = Several::one_each([0; 2]);
        for (item, bit) in items.iter().zip((0..).map(Bit::at)) {
            if let Some(more) = item.need.checked_sub(1) {
                bit.set(&mut demands.open);
                demands.need.set(bit, more);
            }
            demands.room.set(bit, item.room.map_or(15, |room| room - 1));
        }
        demands
    }

    /// Room for up to fourteen options, or for all, and a need that fits in it.
    fn item() -> impl Strategy<Value = Item> {
        (0..15_u32, 0..15_u32).prop_map(|(room, need)| {
            let room = (room > 0).then_some(room);
            Item { need: need.min(room.unwrap_or(14)), room }
        })
    }

    proptest! {
        #[test]
        fn they_are_numbers_that_are_counted_down(
            items in prop::collection::vec(item(), 128),
            options in prop::collection::vec(any::<[u64; 2]>(), 0..20),
            chosen in prop::collection::vec(any::<[u64; 2]>(), 0..6),
        ) {
            let (mut items, mut demands, mut taken) = (items.clone(), demands(&items), [0; 2]);
            for option in chosen {
                let option = minus(&option, &taken);
                demands.satisfy(&option);
                let endless = demands.room.largest();
                let full = demands.fill(&option, &endless);
                prop_assert!(!meet(&full, &taken));
                taken = union(&taken, &full);
                for (item, bit) in items.iter_mut().zip((0..).map(Bit::at)) {
                    if bit.is_in(&option) {
                        item.need = item.need.saturating_sub(1);
                        item.room = item.room.map(|room| room - 1);
                    }
                    prop_assert_eq!(bit.is_in(&demands.open), item.need > 0);
                    prop_assert_eq!(demands.need.of(bit), item.need.saturating_sub(1));
                    prop_assert_eq!(bit.is_in(&taken), item.room == Some(0));
                }
            }
            let options: Vec<_> = options.iter().map(|option| minus(option, &taken)).collect();
            let mut counts = Counts::NONE;
            for option in &options {
                counts.add(option);
            }
            let ((short, forced), may_fill) = (demands.tight(&counts), demands.may_fill(&counts));
            let mut forgetful = demands;
            forgetful.forget_room(&counts);
            for (item, bit) in items.iter().zip((0..).map(Bit::at)) {
                let count = options.iter().filter(|option| bit.is_in(option)).count() as u32;
                prop_assert_eq!(bit.is_in(&short), item.need > 1 && count < item.need);
                prop_assert_eq!(bit.is_in(&forced), item.need > 1 && count == item.need);
                let fills = item.room.is_some_and(|room| room > 1 && count > room);
                prop_assert_eq!(bit.is_in(&may_fill), fills);
                let is_endless = item.room.is_none_or(|room| room > 1 && !fills);
                prop_assert_eq!(bit.is_in(&forgetful.room.largest()), is_endless);
            }
        }
    }
}
