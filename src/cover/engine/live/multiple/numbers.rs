//! A number of up to fifteen for each item, for all items at once: bit-sliced, as the counts are.
//!
//! ```text
//!                a b c              a b c
//!      needs     2 1 0     eights   . . .
//!                          fours    . . .
//!                          twos     x . .
//!                          ones     . x .
//! ```
//!
//! Subtracting is the pencil-and-paper way, with borrows, for all items in four steps.

use crate::cover::engine::live::counts::Counts;
use crate::cover::engine::live::mask::{Bit, Mask, minus, union};

/// The largest number.
pub(super) const MOST: u32 = 15;

/// A number for each item, as planes of bits: ones, twos, fours, eights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers<const W: usize>([Mask<W>; 4]);

impl<const W: usize> Numbers<W> {
    /// 0 for each item.
    pub(super) const NONE: Numbers<W> = Numbers([[0; W]; 4]);

    /// Gives an item, whose number is 0, another one.
    pub(super) fn set(&mut self, item: Bit, number: u32) {
        for (k, plane) in self.0.iter_mut().enumerate().filter(|(k, _)| number >> k & 1 == 1) {
            debug_assert!(k < 4 && number <= MOST, "the number is small");
            item.set(plane);
        }
    }

    /// The number of an item.
    pub(super) fn of(&self, item: Bit) -> u32 {
        self.0.iter().rev().fold(0, |number, plane| number << 1 | u32::from(item.is_in(plane)))
    }

    /// The planes, from the top down.
    pub(super) fn planes(&self) -> impl Iterator<Item = &Mask<W>> {
        self.0.iter().rev()
    }

    /// The items with 1 or more.
    #[inline(always)]
    pub(super) fn some(&self) -> Mask<W> {
        std::array::from_fn(|w| self.0.iter().fold(0, |some, plane| some | plane[w]))
    }

    /// The items with 2 or more.
    #[inline(always)]
    pub(super) fn several(&self) -> Mask<W> {
        std::array::from_fn(|w| self.0[1..].iter().fold(0, |some, plane| some | plane[w]))
    }

    /// The items with 4 or more.
    pub(super) fn beyond_three(&self) -> Mask<W> {
        std::array::from_fn(|w| self.0[2][w] | self.0[3][w])
    }

    /// The items with the largest number.
    #[inline(always)]
    pub(super) fn largest(&self) -> Mask<W> {
        std::array::from_fn(|w| self.0.iter().fold(u64::MAX, |all, plane| all & plane[w]))
    }

    /// The bits of 1.
    pub(super) fn ones(&self) -> &Mask<W> {
        &self.0[0]
    }

    /// The bits of 2.
    pub(super) fn twos(&self) -> &Mask<W> {
        &self.0[1]
    }

    /// Gives `items` the largest number.
    pub(super) fn enlarge(&mut self, items: &Mask<W>) {
        for plane in &mut self.0 {
            (0..W).for_each(|w| plane[w] |= items[w]);
        }
    }

    /// Takes 1 from the numbers of `items`; returns those that had none.
    #[inline(always)]
    pub(super) fn decrement(&mut self, items: &Mask<W>) -> Mask<W> {
        let mut borrow = *items;
        for plane in &mut self.0 {
            for (bits, borrow) in plane.iter_mut().zip(&mut borrow) {
                *bits ^= *borrow;
                // A bit that is set now was not set before.
                *borrow &= *bits;
            }
        }
        borrow
    }

    /// The counts less these numbers, and the items that have too few. For items that have sixteen
    /// or more the difference has no meaning.
    #[inline(always)]
    pub(super) fn spared_by(&self, counts: &Counts<W>) -> (Numbers<W>, Mask<W>) {
        let (spare, short) = Numbers::counted(counts).less(self);
        (spare, minus(&short, &counts.more))
    }

    /// The items of which there are more than these numbers.
    pub(super) fn exceeded_by(&self, counts: &Counts<W>) -> Mask<W> {
        union(&self.less(&Numbers::counted(counts)).1, &counts.more)
    }

    /// The counts of items that have fewer than sixteen.
    fn counted(counts: &Counts<W>) -> Numbers<W> {
        Numbers([counts.ones, counts.twos, counts.fours, counts.eights])
    }

    /// The differences, and the items whose difference is below 0.
    #[inline(always)]
    fn less(&self, others: &Numbers<W>) -> (Numbers<W>, Mask<W>) {
        let (mut difference, mut borrow) = (Numbers::NONE, [0; W]);
        for (k, difference) in difference.0.iter_mut().enumerate() {
            for w in 0..W {
                let (x, y) = (self.0[k][w], others.0[k][w]);
                difference[w] = x ^ y ^ borrow[w];
                borrow[w] = !x & (y | borrow[w]) | y & borrow[w];
            }
        }
        (difference, borrow)
    }

    /// The same numbers with each plane changed by `change`, which must treat all planes alike.
    pub(super) fn map<const V: usize>(&self, change: impl Fn(&Mask<W>) -> Mask<V>) -> Numbers<V> {
        Numbers(self.0.each_ref().map(change))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bits() -> impl Iterator<Item = Bit> {
        (0..128).map(Bit::at)
    }

    proptest! {
        #[test]
        fn they_are_numbers(
            numbers in prop::collection::vec(0..=MOST, 128),
            items in any::<[u64; 2]>(),
            options in prop::collection::vec(any::<[u64; 2]>(), 0..20),
        ) {
            let mut all = Numbers::<2>::NONE;
            for (bit, &number) in bits().zip(&numbers) {
                all.set(bit, number);
                prop_assert_eq!(all.of(bit), number);
            }
            let mut fewer = all;
            let short = fewer.decrement(&items);
            let mut counts = Counts::NONE;
            for option in &options {
                counts.add(option);
            }
            let (spare, lacking) = all.spared_by(&counts);
            for (bit, &number) in bits().zip(&numbers) {
                prop_assert_eq!(bit.is_in(&all.some()), number > 0);
                prop_assert_eq!(bit.is_in(&all.several()), number > 1);
                prop_assert_eq!(bit.is_in(&all.beyond_three()), number > 3);
                prop_assert_eq!(bit.is_in(&all.largest()), number == MOST);
                let less = u32::from(bit.is_in(&items));
                prop_assert_eq!(bit.is_in(&short), number < less);
                prop_assert_eq!(fewer.of(bit), number.wrapping_sub(less) & MOST);
                let count = options.iter().filter(|option| bit.is_in(option)).count() as u32;
                prop_assert_eq!(bit.is_in(&lacking), count < number);
                prop_assert_eq!(bit.is_in(&all.exceeded_by(&counts)), count > number);
                if number <= count && count <= MOST {
                    prop_assert_eq!(spare.of(bit), count - number);
                }
            }
        }
    }
}
