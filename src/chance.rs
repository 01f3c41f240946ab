//! Chance: random numbers determined by a seed and a number, the same on every machine.
//!
//! ```text
//!      seed 2007 ─▶ ChaCha ─┬─ stream 0    all draws of attempt 0
//!                           ├─ stream 1    all draws of attempt 1
//!                           └─ stream 2    ...
//! ```
//!
//! `ChaCha` (Bernstein, 2008; here with eight rounds) is a cipher: a key gives 2⁶⁴ independent
//! streams. So attempts can run in any order, on any number of threads, with the same results.
//! Numbers below a bound are exactly equally likely (Lemire, *Fast Random Integer Generation in an
//! Interval*, 2019).

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// The random numbers of one attempt.
#[derive(Debug)]
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// Stream `number` of `seed`.
    pub fn new(seed: u64, number: u64) -> Chance {
        let mut chance = Chance(ChaCha8Rng::seed_from_u64(seed));
        chance.turn_to(number);
        chance
    }

    /// Turns to the beginning of stream `number` of the same seed, as [`new`](Chance::new) makes
    /// it; but it makes no key again, which takes longer than a few numbers.
    pub fn turn_to(&mut self, number: u64) {
        self.0.set_stream(number);
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
        let mut product = u64::from(self.0.next_u32()) * u64::from(bound);
        if (product as u32) < bound {
            // The first few of each 2³² / bound products would occur once too often.
            let excess = bound.wrapping_neg() % bound;
            while (product as u32) < excess {
                product = u64::from(self.0.next_u32()) * u64::from(bound);
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
    fn every_bit_is_met() {
        let mut chance = Chance::new(1, 0);
        let met = (0..100).fold(0, |met, _| met | 1 << chance.one_bit_of(0b1_0110_0001));
        assert_eq!(met, 0b1_0110_0001);
        assert_eq!(chance.one_bit_of(0b100), 2);
    }
}
