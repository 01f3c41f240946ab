//! Sets of a target and of what follows from it, as numbers that can be sorted.
//!
//! ```text
//!      bits  250 .. 240 | 239 .. 230 | 229 .. 220 | ...
//!            target     | the greatest member, the next, ...; 0 where there is none
//! ```
//!
//! Members are written from 1, so that 0 is none. Sorted sets that follow each other have most of
//! their members in common.

/// The most members, with the target.
pub(super) const MEMBERS: usize = 25;

const BITS: u32 = 10;
const MASK: u128 = (1 << BITS) - 1;
/// Members in each half, and the place of the first.
const HALF: u32 = 12;
const TOP: u32 = BITS * (HALF - 1);

/// A target and what follows from it, up to 24 members.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Set {
    target: u16,
    high: u128,
    low: u128,
}

impl Set {
    /// A target alone.
    pub(super) const fn of(target: u16) -> Set {
        Set { target, high: 0, low: 0 }
    }

    pub(super) const fn target(self) -> u16 {
        self.target
    }

    /// The member at a place; 0 is the target.
    pub(super) const fn member(self, at: usize) -> usize {
        let at = at as u32;
        if at == 0 {
            return self.target as usize;
        }
        let (half, at) = if at <= HALF { (self.high, at - 1) } else { (self.low, at - 1 - HALF) };
        (half >> (TOP - BITS * at) & MASK) as usize - 1
    }

    /// The set with one member more, of the `number` that it has beside its target.
    pub(super) fn with(self, member: usize, number: usize) -> Set {
        let mut at = 1;
        while at <= number && self.member(at) > member {
            at += 1;
        }
        let (at, new) = (at as u32, member as u128 + 1);
        let mut set = self;
        if at <= HALF {
            // The last member of the first half becomes the first of the second one.
            set.low = (self.low >> BITS) | (self.high & MASK) << TOP;
            let shift = TOP - BITS * (at - 1);
            let below = (1 << (shift + BITS)) - 1;
            set.high = (self.high & !below) | (self.high & below) >> BITS | new << shift;
        } else {
            let shift = TOP - BITS * (at - 1 - HALF);
            let below = (1 << (shift + BITS)) - 1;
            set.low = (self.low & !below) | (self.low & below) >> BITS | new << shift;
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_in_falling_order_however_they_come() {
        let mut random = 1u64;
        for _ in 0..200 {
            let mut set = Set::of(728);
            let mut members: Vec<usize> = Vec::new();
            while members.len() < MEMBERS - 1 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let member = (random >> 40) as usize % 729;
                if members.contains(&member) {
                    continue;
                }
                set = set.with(member, members.len());
                members.push(member);
                members.sort_unstable_by(|a, b| b.cmp(a));
                let read: Vec<usize> = (1..=members.len()).map(|at| set.member(at)).collect();
                assert_eq!((set.target(), &read), (728, &members));
            }
        }
    }
}
