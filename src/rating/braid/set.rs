//! Sets of a target and of what follows from it.
//!
//! ```text
//!      bits   241 .. 231 | 230 .. 220 | 219 .. 209 | ...
//!             target     | the greatest member, the next, ...; 0 where there is none
//! ```
//!
//! Targets and members are written from 1, so that 0 is none. Members are candidates and groups:
//! 729 of the one, and 486 of the other at most.

/// The most members, with the target.
pub(super) const MEMBERS: usize = 22;

const BITS: u32 = 11;
const MASK: u128 = (1 << BITS) - 1;
/// Members in each half, and the place of the first.
const HALF: u32 = 11;
const TOP: u32 = BITS * (HALF - 1);

/// A target and what follows from it, 22 members in all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

    /// A hash of its members, of which there are `number`, in any order.
    pub(super) fn hash(self, number: usize) -> u64 {
        (0..number).fold(0, |hash, at| hash.wrapping_add(mixed(self.member(at))))
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

/// A member of a hash: Fibonacci hashing, by 2^64 over the golden ratio (TAOCP 3, 6.4), twice,
/// since of one multiplication alone sets with one sum of members would have one hash.
fn mixed(member: usize) -> u64 {
    const RATIO: u64 = 0x9e37_79b9_7f4a_7c15;
    let hash = (member as u64 + 1).wrapping_mul(RATIO);
    (hash ^ hash >> 32).wrapping_mul(RATIO)
}

/// Sets of one size, each once but for a few: what is forgotten of them is found twice, and that
/// changes nothing. A set of all, which forgets nothing, took three tenths of the time of `b`.
pub(super) struct Sets {
    sets: Vec<Set>,
    /// Where a set is that had this slot last, and the rest of its hash: most sets are new, and
    /// then nothing is read of another.
    places: Vec<(u32, u32)>,
}

/// Slots, a power of two: with them all that is asked of a batch stays in a second-level cache.
const SLOTS: usize = 1 << 14;

impl Sets {
    pub(super) fn new() -> Sets {
        Sets { sets: Vec::new(), places: vec![(0, 0); SLOTS] }
    }

    /// Adds a set of `number` members with one more. `hash` is the set's.
    pub(super) fn insert(&mut self, set: Set, hash: u64, member: usize, number: usize) {
        let hash = hash.wrapping_add(mixed(member));
        let (place, rest) = &mut self.places[(hash >> (64 - SLOTS.ilog2())) as usize];
        let set = set.with(member, number);
        if *rest != hash as u32 || self.sets.get(*place as usize) != Some(&set) {
            (*place, *rest) = (self.sets.len() as u32, hash as u32);
            self.sets.push(set);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    pub(super) fn clear(&mut self) {
        self.sets.clear();
    }

    /// Takes all out, and keeps the memory of an empty list.
    pub(super) fn take(&mut self, list: &mut Vec<Set>) {
        list.clear();
        std::mem::swap(&mut self.sets, list);
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
