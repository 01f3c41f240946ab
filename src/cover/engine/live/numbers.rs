//! A small number for each item, for all items at once: bit-sliced, as the counts are.
//!
//! ```text
//!                a b c              a b c
//!      needs     2 1 0     eights   . . .
//!                          fours    . . .
//!                          twos     x . .
//!                          ones     . x .
//! ```
//!
//! Numbers of `N` planes are less than the `N`th power of 2. Those of no planes take no space: each
//! is 0, and is also the largest.
//!
//! Subtracting is the pencil-and-paper way, with borrows, for all items in a step for each plane.

use super::counts::Counts;
use super::mask::{Bit, Mask, minus};

/// A number for each item, as planes of bits: ones, twos, fours, eights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers<const W: usize, const N: usize>([Mask<W>; N]);

impl<const W: usize, const N: usize> Numbers<W, N> {
    /// 0 for each item.
    pub(super) const NONE: Numbers<W, N> = Numbers([[0; W]; N]);

    /// The largest number.
    pub(super) const MOST: u32 = (1 << N) - 1;

    /// Gives an item, whose number is 0, another one.
    pub(super) fn set(&mut self, item: Bit, number: u32) {
        debug_assert!(number <= Self::MOST, "the number is small");
        for (_, plane) in self.0.iter_mut().enumerate().filter(|(k, _)| number >> k & 1 == 1) {
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
        std::array::from_fn(|w| self.0.iter().skip(1).fold(0, |some, plane| some | plane[w]))
    }

    /// The items with 3 or more.
    #[inline(always)]
    pub(super) fn beyond_two(&self) -> Mask<W> {
        let (ones, twos) = (self.plane(0), self.plane(1));
        std::array::from_fn(|w| {
            self.0.iter().skip(2).fold(ones[w] & twos[w], |some, plane| some | plane[w])
        })
    }

    /// The items with the largest number.
    #[inline(always)]
    pub(super) fn largest(&self) -> Mask<W> {
        std::array::from_fn(|w| self.0.iter().fold(u64::MAX, |all, plane| all & plane[w]))
    }

    /// The bits of 1, 2, 4, 8, for `k` from 0 on.
    #[inline(always)]
    pub(super) fn plane(&self, k: usize) -> Mask<W> {
        self.0.get(k).copied().unwrap_or([0; W])
    }

    /// Gives `items` the largest number.
    pub(super) fn enlarge(&mut self, items: &Mask<W>) {
        for plane in &mut self.0 {
            (0..W).for_each(|w| plane[w] |= items[w]);
        }
    }

    /// Takes 1 from the numbers of `items`, which are not 0.
    #[inline(always)]
    pub(super) fn decrement(&mut self, items: &Mask<W>) {
        let mut borrow = *items;
        for plane in &mut self.0 {
            for (bits, borrow) in plane.iter_mut().zip(&mut borrow) {
                *bits ^= *borrow;
                // A bit that is set now was not set before.
                *borrow &= *bits;
            }
        }
    }

    /// The counts less these numbers, and the items that have too few. For items that have sixteen
    /// or more the difference has no meaning.
    #[inline(always)]
    pub(super) fn spared_by(&self, counts: &Counts<W>) -> (Numbers<W, 4>, Mask<W>) {
        let mut spare = Numbers([counts.ones, counts.twos, counts.fours, counts.eights]);
        let mut borrow = [0; W];
        for (k, spare) in spare.0.iter_mut().enumerate() {
            let plane = self.plane(k);
            for w in 0..W {
                let (x, y) = (spare[w], plane[w]);
                spare[w] = x ^ y ^ borrow[w];
                borrow[w] = !x & (y | borrow[w]) | y & borrow[w];
            }
        }
        (spare, minus(&borrow, &counts.more))
    }

    /// The same numbers, which are small enough, in `M` planes.
    pub(super) fn resized<const M: usize>(&self) -> Numbers<W, M> {
        Numbers(std::array::from_fn(|k| self.plane(k)))
    }

    /// The same numbers with each plane changed by `change`, which must treat all planes alike.
    pub(super) fn map<const V: usize>(
        &self,
        change: impl Fn(&Mask<W>) -> Mask<V>,
    ) -> Numbers<V, N> {
        Numbers(self.0.each_ref().map(change))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::engine::live::mask::both;
    use proptest::prelude::*;

    fn bits() -> impl Iterator<Item = Bit> {
        (0..128).map(Bit::at)
    }

    proptest! {
        #[test]
        fn they_are_numbers(
            numbers in prop::collection::vec(0..16_u32, 128),
            items in any::<[u64; 2]>(),
            options in prop::collection::vec(any::<[u64; 2]>(), 0..20),
        ) {
            let mut all = Numbers::<2, 4>::NONE;
            for (bit, &number) in bits().zip(&numbers) {
                all.set(bit, number);
                prop_assert_eq!(all.of(bit), number);
            }
            let mut fewer = all;
            fewer.decrement(&both(&items, &all.some()));
            let mut larger = all;
            larger.enlarge(&items);
            let mut counts = Counts::NONE;
            for option in &options {
                counts.add(option);
            }
            let (spare, lacking) = all.spared_by(&counts);
            for (bit, &number) in bits().zip(&numbers) {
                prop_assert_eq!(bit.is_in(&all.some()), number > 0);
                prop_assert_eq!(bit.is_in(&all.several()), number > 1);
                prop_assert_eq!(bit.is_in(&all.beyond_two()), number > 2);
                prop_assert_eq!(bit.is_in(&all.largest()), number == 15);
                let is_in = bit.is_in(&items);
                prop_assert_eq!(fewer.of(bit), number.saturating_sub(u32::from(is_in)));
                prop_assert_eq!(larger.of(bit), if is_in { 15 } else { number });
                let count = options.iter().filter(|option| bit.is_in(option)).count() as u32;
                prop_assert_eq!(bit.is_in(&lacking), count < number);
                if number <= count && count < 16 {
                    prop_assert_eq!(spare.of(bit), count - number);
                }
            }
        }
    }

    #[test]
    fn numbers_of_no_planes_are_none_and_largest() {
        let mut all = Numbers::<2, 0>::NONE;
        all.enlarge(&[3, 5]);
        assert_eq!((all.some(), all.several(), all.beyond_two()), ([0; 2], [0; 2], [0; 2]));
        assert_eq!((all.largest(), all.of(Bit::at(70))), ([u64::MAX; 2], 0));
        assert_eq!(size_of_val(&all), 0);
    }
}
