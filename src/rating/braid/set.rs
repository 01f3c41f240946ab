//! Sets of a target and of what follows from it, each once.
//!
//! ```text
//!      bits   241 .. 231 | 230 .. 220 | 219 .. 209 | ...
//!             target     | the greatest member, the next, ...; 0 where there is none
//! ```
//!
//! Targets and members are written from 1, so that 0 is none. Members are candidates and groups:
//! 729 of the one, and 486 of the other at most.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// The most members, with the target.
pub(super) const MEMBERS: usize = 22;

const BITS: u32 = 11;
const MASK: u128 = (1 << BITS) - 1;
/// Members in each half, and the place of the first.
const HALF: u32 = 11;
const TOP: u32 = BITS * (HALF - 1);

/// A target and what follows from it, 22 members in all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Set {
    high: u128,
    low: u128,
}

impl Set {
    /// A target alone.
    pub(super) const fn of(target: u16) -> Set {
        Set { high: (target as u128 + 1) << TOP, low: 0 }
    }

    pub(super) const fn target(self) -> u16 {
        (self.high >> TOP) as u16 - 1
    }

    /// The member at a place; 0 is the target.
    pub(super) const fn member(self, at: usize) -> usize {
        let at = at as u32;
        let (half, at) = if at < HALF { (self.high, at) } else { (self.low, at - HALF) };
        (half >> (TOP - BITS * at) & MASK) as usize - 1
    }

    /// The set with one member more, of the `number` that it has.
    pub(super) fn with(self, member: usize, number: usize) -> Set {
        let mut at = 1;
        while at < number && self.member(at) > member {
            at += 1;
        }
        let (at, new) = (at as u32, member as u128 + 1);
        let mut set = self;
        if at < HALF {
            // The last member of the first half becomes the first of the second one.
            set.low = (self.low >> BITS) | (self.high & MASK) << TOP;
            set.high = inserted(self.high, at, new);
        } else {
            set.low = inserted(self.low, at - HALF, new);
        }
        set
    }
}

/// A half with a member more at a place; its last one falls out.
const fn inserted(half: u128, at: u32, new: u128) -> u128 {
    let shift = TOP - BITS * at;
    let below = (1 << (shift + BITS)) - 1;
    (half & !below) | (half & below) >> BITS | new << shift
}

/// Sets, each once.
pub(super) type Sets = HashSet<Set, BuildHasherDefault<Mixer>>;

/// Mixes the words of a set. What is in it is from a puzzle, and few puzzles could be made to
/// clash.
#[derive(Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(byte.into());
        }
    }

    fn write_u128(&mut self, number: u128) {
        // Fibonacci hashing, by 2^64 over the golden ratio (TAOCP 3, 6.4).
        let mut mix = |word: u64| {
            self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        };
        mix(number as u64);
        mix((number >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_in_falling_order_however_they_come() {
        let mut random = 1u64;
        for _ in 0..200 {
            let mut set = Set::of(1214);
            let mut members: Vec<usize> = Vec::new();
            while members.len() < MEMBERS - 1 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let member = (random >> 40) as usize % 1214;
                if members.contains(&member) {
                    continue;
                }
                set = set.with(member, members.len() + 1);
                members.push(member);
                members.sort_unstable_by(|a, b| b.cmp(a));
                let read: Vec<usize> = (1..=members.len()).map(|at| set.member(at)).collect();
                assert_eq!((set.target(), &read), (1214, &members));
            }
        }
    }
}
