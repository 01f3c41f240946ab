//! Chance: random numbers determined by a seed and a number, the same on every machine.
//!
//! ```text
//!      seed 2007 ─▶ ChaCha ─┬─ stream 0    all draws of attempt 0
//!                           ├─ stream 1    all draws of attempt 1
//!                           └─ stream 2    ...
//!
//!      firsts    0 1 2 ... 31 | 32 33 ...   but the first wide one of each: made for 32 at once
//! ```
//!
//! `ChaCha` (Bernstein, 2008; here with eight rounds) is a cipher: a key gives 2⁶⁴ independent
//! streams. So attempts can run in any order, on any number of threads, with the same results.
//! Numbers below a bound are exactly equally likely (Lemire, *Fast Random Integer Generation in an
//! Interval*, 2019).
//!
//! Invariant: the next number of a stream depends only on the seed, the number of the stream and
//! the earlier draws from it, not on draws from other streams.

use std::{array, mem};

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// The random numbers of one attempt.
#[derive(Debug)]
pub struct Chance {
    numbers: ChaCha8Rng,
    /// Whether the first wide number of the stream is still to be drawn.
    has_first: bool,
    /// The first wide numbers of neighbours.
    firsts: Firsts,
}

/// The first wide numbers of neighbouring streams: as many as the cipher makes at a time.
#[derive(Debug)]
struct Firsts {
    /// The number of the first of these streams, divided by how many there are; `None` before any
    /// is drawn.
    group: Option<u64>,
    numbers: [u64; FIRSTS],
}

const FIRSTS: usize = 32;

/// The block of a stream with the first wide numbers of neighbours: no other draw comes this far.
const FIRST_BLOCK: u64 = 1 << 63;

impl Chance {
    /// Stream `number` of `seed`.
    pub fn new(seed: u64, number: u64) -> Chance {
        let mut numbers = ChaCha8Rng::seed_from_u64(seed);
        numbers.set_stream(number);
        let firsts = Firsts { group: None, numbers: [0; FIRSTS] };
        Chance { numbers, has_first: true, firsts }
    }

    /// Turns to the beginning of stream `number` of the same seed, as [`new`](Chance::new) makes
    /// it; but it makes no key again, which takes longer than a few numbers, and the first wide
    /// numbers of neighbours are made together.
    pub fn turn_to(&mut self, number: u64) {
        self.numbers.set_stream(number);
        self.has_first = true;
    }

    /// A number below `bound`, which is not 0, each equally likely.
    #[inline]
    pub(crate) fn below_wide(&mut self, bound: u64) -> u64 {
        let mut product = u128::from(self.wide()) * u128::from(bound);
        if (product as u64) < bound {
            // As below, of 2⁶⁴ / bound products.
            let excess = bound.wrapping_neg() % bound;
            while (product as u64) < excess {
                product = u128::from(self.wide()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// The next 64 bits: at first those that were made with the ones of neighbouring streams, since
    /// many streams need no others.
    #[inline]
    fn wide(&mut self) -> u64 {
        if !mem::take(&mut self.has_first) {
            return self.numbers.next_u64();
        }
        let stream = self.numbers.get_stream();
        let group = stream / FIRSTS as u64;
        if self.firsts.group != Some(group) {
            self.make_firsts(group);
        }
        self.firsts.numbers[stream as usize % FIRSTS]
    }

    /// Makes the first wide numbers of a group of streams, and leaves the stream where it is.
    #[cold]
    fn make_firsts(&mut self, group: u64) {
        let (stream, at) = (self.numbers.get_stream(), self.numbers.get_word_pos());
        self.numbers.set_stream(group);
        self.numbers.set_block_pos(FIRST_BLOCK);
        self.firsts.numbers = array::from_fn(|_| self.numbers.next_u64());
        self.firsts.group = Some(group);
        self.numbers.set_stream(stream);
        self.numbers.set_word_pos(at);
    }

    /// A number below `bound`, each equally likely.
    ///
    /// # Panics
    /// If `bound` is 0 or not below 2³².
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u32::try_from(bound).ok().filter(|&bound| bound > 0);
        self.choice(bound.expect("a choice has alternatives")) as usize
    }

    /// A number below `bound`, which is not 0.
    #[inline]
    fn choice(&mut self, bound: u32) -> u32 {
        let mut product = u64::from(self.numbers.next_u32()) * u64::from(bound);
        if (product as u32) < bound {
            // The first few of each 2³² / bound products would occur once too often.
            let excess = bound.wrapping_neg() % bound;
            while (product as u32) < excess {
                product = u64::from(self.numbers.next_u32()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// Brings `list` into a random order, each equally likely (Fisher and Yates; Durstenfeld's
    /// form).
    ///
    /// # Panics
    /// If the list has 2³² members or more.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        assert!(u32::try_from(list.len()).is_ok(), "a list has fewer than 2³² members");
        for last in (1..list.len()).rev() {
            list.swap(self.choice(last as u32 + 1) as usize, last);
        }
    }

    /// The same as [`shuffle`](Chance::shuffle), but with one random number for all members of a
    /// list that has at most 12: 12! is below 2³².
    #[allow(clippy::inline_always)] // for lists of known lengths, whose divisions are products
    #[inline(always)]
    pub fn shuffle_few<T>(&mut self, list: &mut [T]) {
        if list.len() > 12 {
            return self.shuffle(list);
        }
        if list.len() < 2 {
            return;
        }
        let orders = (2..=list.len() as u32).product::<u32>();
        // A digit of the number, in mixed bases, for each place.
        let mut number = self.choice(orders);
        for last in (1..list.len()).rev() {
            let base = last as u32 + 1;
            list.swap((number % base) as usize, last);
            number /= base;
        }
    }

    /// The place, from 0, of one of the bits set in `mask`, each equally likely.
    ///
    /// # Panics
    /// If no bit is set.
    pub fn one_bit_of(&mut self, mut mask: u32) -> usize {
        let count = mask.count_ones() as usize;
        for _ in 0..if count == 1 { 0 } else { self.below(count) } {
            mask &= mask - 1;
        }
        mask.trailing_zeros() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_a_bound_are_equally_likely() {
        let mut chance = Chance::new(1, 2);
        for bound in [1, 2, 3, 9, 81] {
            let mut counts = vec![0u32; bound];
            for _ in 0..1_000 * bound {
                counts[chance.below(bound)] += 1;
            }
            // Five standard deviations of a count with mean 1,000.
            assert!(counts.iter().all(|count| count.abs_diff(1_000) < 160), "{counts:?}");
        }
    }

    #[test]
    fn every_order_is_equally_likely() {
        let mut chance = Chance::new(5, 0);
        let mut counts = std::collections::BTreeMap::<[u8; 4], u32>::new();
        for _ in 0..24_000 {
            let mut list = [1, 2, 3, 4];
            chance.shuffle(&mut list);
            *counts.entry(list).or_default() += 1;
        }
        assert_eq!(counts.len(), 24);
        assert!(counts.values().all(|count| count.abs_diff(1_000) < 160), "{counts:?}");
        counts.clear();
        for _ in 0..24_000 {
            let mut list = [1, 2, 3, 4];
            chance.shuffle_few(&mut list);
            *counts.entry(list).or_default() += 1;
        }
        assert_eq!(counts.len(), 24);
        assert!(counts.values().all(|count| count.abs_diff(1_000) < 160), "{counts:?}");
    }

    #[test]
    fn a_shuffled_list_has_its_members() {
        let mut chance = Chance::new(5, 1);
        for length in [0, 1, 2, 9, 12, 13, 25] {
            let mut list: Vec<usize> = (0..length).collect();
            chance.shuffle_few(&mut list);
            list.sort_unstable();
            assert!(list.into_iter().eq(0..length));
        }
    }

    #[test]
    fn streams_differ_and_come_again() {
        let draw = |seed, number| {
            let mut chance = Chance::new(seed, number);
            [(); 8].map(|()| chance.below(1 << 31))
        };
        assert_eq!(draw(1, 7), draw(1, 7));
        assert_ne!(draw(1, 7), draw(1, 8));
        assert_ne!(draw(1, 7), draw(2, 7));
        let mut chance = Chance::new(1, 8);
        for number in [7, 8, 7] {
            chance.turn_to(number);
            assert_eq!([(); 8].map(|()| chance.below(1 << 31)), draw(1, number));
        }
    }

    #[test]
    fn wide_numbers_below_a_bound_are_equally_likely() {
        let mut chance = Chance::new(1, 3);
        for bound in [1, 2, 3, 9, 81] {
            let mut counts = vec![0u32; bound as usize];
            for _ in 0..1_000 * bound {
                counts[chance.below_wide(bound) as usize] += 1;
            }
            assert!(counts.iter().all(|count| count.abs_diff(1_000) < 160), "{counts:?}");
        }
        // Without the draws that are refused, one of three of these would come twice as often.
        let mut counts = [0u32; 3];
        for _ in 0..3_000 {
            counts[(chance.below_wide(3 << 62) % 3) as usize] += 1;
        }
        assert!(counts.iter().all(|count| count.abs_diff(1_000) < 160), "{counts:?}");
    }

    #[test]
    fn the_first_wide_number_depends_on_nothing_but_seed_and_stream() {
        let draw = |seed, number| {
            let mut chance = Chance::new(seed, number);
            [(); 3].map(|()| chance.below_wide(u64::MAX))
        };
        let streams = [0, 1, 31, 32, 33, 40, 1 << 40, u64::MAX - 1, u64::MAX];
        let all: Vec<[u64; 3]> = streams.iter().map(|&number| draw(9, number)).collect();
        let mut different: Vec<u64> = all.iter().flatten().copied().collect();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), 3 * streams.len());
        assert_ne!(draw(8, 0), all[0]);
        let mut chance = Chance::new(9, 5);
        for k in [0, 4, 1, 8, 3, 3, 7, 2, 6, 5, 0] {
            chance.turn_to(streams[k]);
            // Other draws before and behind it stay what they are.
            let others = [(); 3].map(|()| chance.below(1 << 31));
            assert_eq!(chance.below_wide(u64::MAX), all[k][0]);
            let mut alone = Chance::new(9, streams[k]);
            assert_eq!(others, [(); 3].map(|()| alone.below(1 << 31)));
            assert_eq!(chance.below(1 << 31), alone.below(1 << 31));
            chance.turn_to(streams[k]);
            assert_eq!([(); 3].map(|()| chance.below_wide(u64::MAX)), all[k]);
        }
    }

    #[test]
    fn every_bit_is_met() {
        let mut chance = Chance::new(1, 0);
        let met = (0..100).fold(0, |met, _| met | 1 << chance.one_bit_of(0b1_0110_0001));
        assert_eq!(met, 0b1_0110_0001);
        assert_eq!(chance.one_bit_of(0b100), 2);
    }
}
