//! The number of options of each item, for all items at once: bit-sliced.
//!
//! A number of four bits for each of 64 items would be 64 numbers. Here it is four words, the
//! *planes*: one has the last bit of each number, the next one the bit before it. To count an
//! option, 1 is added to the numbers of its items: the pencil-and-paper sum with carries, for 64
//! items in one step:
//!
//! ```text
//!                 a b c d e f g
//!      before     2 1 1 2 1 1 2       ones    . x x . x x .      twos    x . . x . . x
//!      d e g            1 1   1       carry   . . . . x . .      in `ones`, and counted again
//!      after      2 1 1 3 2 1 3       ones    . x x x . x x      twos    x . . x x . x
//! ```
//!
//! An item with sixteen or more keeps its bit in `more` for good, and its four planes start from 0
//! again.
//!
//! The item with the fewest options is found from the top plane down: keep the items without a bit
//! in the plane, if there are any.
//!
//! Source: bit-sliced adders are folklore; Knuth, *The Art of Computer Programming* 4A, 7.1.2 and
//! 7.1.3, has the full adder and the sideways addition of many words.

use super::mask::{Bit, Mask, first, not_empty};

/// The number of options of each item, exact up to fifteen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Counts<const W: usize> {
    pub(super) ones: Mask<W>,
    pub(super) twos: Mask<W>,
    pub(super) fours: Mask<W>,
    pub(super) eights: Mask<W>,
    /// Items that have sixteen or more.
    pub(super) more: Mask<W>,
}

impl<const W: usize> Counts<W> {
    pub(super) const NONE: Counts<W> =
        Counts { ones: [0; W], twos: [0; W], fours: [0; W], eights: [0; W], more: [0; W] };

    /// Counts an option with these items.
    pub(super) fn add(&mut self, option: &Mask<W>) {
        for (w, &items) in option.iter().enumerate() {
            // A carry goes up where an item already has the bit: `twice` is the carry out of
            // `ones`.
            let twice = self.ones[w] & items;
            self.ones[w] ^= items;
            let fourth = self.twos[w] & twice;
            self.twos[w] ^= twice;
            let carry = self.fours[w] & fourth;
            self.fours[w] ^= fourth;
            // The carry out of the top plane must not be lost: `more` keeps it for good.
            self.more[w] |= self.eights[w] & carry;
            self.eights[w] ^= carry;
        }
    }

    /// The items that have an option.
    pub(super) fn some(&self) -> Mask<W> {
        let twice = self.twice();
        std::array::from_fn(|w| self.ones[w] | twice[w])
    }

    /// The items that have two or more.
    pub(super) fn twice(&self) -> Mask<W> {
        std::array::from_fn(|w| self.twos[w] | self.fours[w] | self.eights[w] | self.more[w])
    }

    /// Those of `open` that have exactly one option.
    pub(super) fn forced(&self, open: &Mask<W>) -> Mask<W> {
        let twice = self.twice();
        // `ones` alone is not enough: it is also set for 3, 5, 7 options.
        std::array::from_fn(|w| open[w] & self.ones[w] & !twice[w])
    }

    /// The same counts with each plane changed by `change`, which must treat all planes alike.
    pub(super) fn map<const V: usize>(&self, change: impl Fn(&Mask<W>) -> Mask<V>) -> Counts<V> {
        Counts {
            ones: change(&self.ones),
            twos: change(&self.twos),
            fours: change(&self.fours),
            eights: change(&self.eights),
            more: change(&self.more),
        }
    }
}

/// The first of `items` with the least number; `items` is not empty, `planes` go from the top down.
pub(super) fn fewest<'p, const W: usize>(
    items: Mask<W>,
    planes: impl IntoIterator<Item = &'p Mask<W>>,
) -> Bit {
    let mut left = items;
    for plane in planes {
        // An item without this bit has a smaller number than any with it, whatever the planes below
        // say.
        let fewer: Mask<W> = std::array::from_fn(|w| left[w] & !plane[w]);
        if not_empty(&fewer) {
            left = fewer;
        }
    }
    first(&left)
}

/// Adds two counts plane by plane, given in pairs, with full adders. An item with a final carry has
/// sixteen or more. The portable code adds one option after another instead.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn added<V: Copy>(
    planes: [(V, V); 5],
    and: impl Fn(V, V) -> V,
    or: impl Fn(V, V) -> V,
    xor: impl Fn(V, V) -> V,
) -> [V; 5] {
    // Sum and carry: two of three bits make a carry.
    let full =
        |(x, y): (V, V), carry: V| (xor(xor(x, y), carry), or(and(x, y), and(xor(x, y), carry)));
    let [(x, y), twos, fours, eights, (more, others)] = planes;
    let (ones, carry) = (xor(x, y), and(x, y));
    let (twos, carry) = full(twos, carry);
    let (fours, carry) = full(fours, carry);
    let (eights, carry) = full(eights, carry);
    [ones, twos, fours, eights, or(or(more, others), carry)]
}

/// Exact counts of any size: for the few nodes at which every item has sixteen options or more.
#[derive(Debug)]
pub(super) struct Tally<const W: usize> {
    planes: [Mask<W>; 32],
    used: usize,
}

impl<const W: usize> Default for Tally<W> {
    fn default() -> Tally<W> {
        Tally { planes: [[0; W]; 32], used: 0 }
    }
}

impl<const W: usize> Tally<W> {
    /// The first of `open`, which is not empty, with the fewest of `options`.
    pub(super) fn rarest(&mut self, open: &Mask<W>, options: impl Iterator<Item = Mask<W>>) -> Bit {
        self.planes[..self.used].fill([0; W]);
        self.used = 0;
        for option in options {
            self.add(option);
        }
        fewest(*open, self.planes[..self.used].iter().rev())
    }

    fn add(&mut self, mut carry: Mask<W>) {
        let mut at = 0;
        // The loop ends with the last carry, usually after a few planes.
        while not_empty(&carry) {
            for (plane, carry) in self.planes[at].iter_mut().zip(&mut carry) {
                let twice = *plane & *carry;
                *plane ^= *carry;
                *carry = twice;
            }
            at += 1;
            self.used = self.used.max(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number(counts: &Counts<2>, w: usize, bit: usize) -> usize {
        let at = |plane: &Mask<2>| (plane[w] >> bit & 1) as usize;
        at(&counts.ones) + 2 * at(&counts.twos) + 4 * at(&counts.fours) + 8 * at(&counts.eights)
    }

    #[test]
    fn the_drawing_is_right() {
        let letters =
            |word: &str| [word.bytes().fold(0, |mask, letter| mask | 1 << (letter - b'a'))];
        let mut counts = Counts::<1>::NONE;
        for option in ["ce", "adg", "bcf", "adf", "bg"] {
            counts.add(&letters(option));
        }
        // The toy problem without its last option.
        assert_eq!((counts.ones, counts.twos), (letters("e"), letters("abcdfg")));
        counts = Counts { ones: letters("bcef"), twos: letters("adg"), ..Counts::NONE };
        counts.add(&letters("deg"));
        assert_eq!((counts.ones, counts.twos), (letters("bcdfg"), letters("adeg")));
    }

    proptest! {
        #[test]
        fn they_count_as_plain_counting_does(
            options in prop::collection::vec(any::<[u64; 2]>(), 0..60),
            thin in 0..4_u32,
            open in any::<[u64; 2]>(),
        ) {
            // Thin masks have small counts, thick ones large counts.
            let spread = |mask: [u64; 2]| {
                mask.map(|word| (0..thin).fold(word, |word, k| word & word.rotate_left(7 * k + 1)))
            };
            let options: Vec<_> = options.into_iter().map(spread).collect();
            let mut counts = Counts::NONE;
            for option in &options {
                counts.add(option);
            }
            let plain = |w: usize, bit: usize| {
                options.iter().filter(|option| option[w] >> bit & 1 == 1).count()
            };
            let mut least: Option<(usize, Bit)> = None;
            for (w, bit) in (0..128).map(|k| (k / 64, k % 64)) {
                let count = plain(w, bit);
                prop_assert_eq!(counts.more[w] >> bit & 1 == 1, count >= 16);
                prop_assert_eq!(number(&counts, w, bit), count % 16);
                prop_assert_eq!(counts.some()[w] >> bit & 1 == 1, count > 0);
                let is_open = open[w] >> bit & 1 == 1;
                prop_assert_eq!(counts.forced(&open)[w] >> bit & 1 == 1, is_open && count == 1);
                if is_open && least.is_none_or(|(fewest, _)| count < fewest) {
                    least = Some((count, Bit { word: w, mask: 1 << bit }));
                }
            }
            if let Some((count, bit)) = least {
                if count < 16 {
                    let few: Mask<2> = std::array::from_fn(|w| open[w] & !counts.more[w]);
                    let planes = [&counts.eights, &counts.fours, &counts.twos, &counts.ones];
                    prop_assert_eq!(fewest(few, planes), bit);
                }
                let mut tally = Tally::default();
                for _ in 0..2 {
                    prop_assert_eq!(tally.rarest(&open, options.iter().copied()), bit);
                }
            }
        }
    }
}
