//! The unavoidable sets that are known, and what they say of clues that are kept and gone.
//!
//! ```text
//!      sets               a c   b c   b d       the number of their clues that are kept
//!      nothing is kept     0     0     0
//!      c is kept           1     1     0        b d alone can be lost yet
//!      and b               1     2     1        a c is the own set of c, and b d of b
//! ```
//!
//! A question is one pass over a bit for each set. Clues are decided in order, so a set is lost
//! only when its last clue goes: each clue knows the sets that end with it.
//!
//! Deliberately lacking: a set that contains another. Each is as small as it can be.

use std::iter;

use smallvec::{SmallVec, smallvec};

/// The most sets. They spare questions to a verifier; without one of them the answer is the same.
const MOST: usize = 1 << 16;

/// Numbers of redundant clues or of sets, a bit each.
#[derive(Clone, Default, Debug)]
pub(super) struct Numbers(SmallVec<[u64; 2]>);

impl Numbers {
    /// None of this many numbers.
    pub(super) fn none(bound: usize) -> Numbers {
        Numbers(smallvec![0; bound.div_ceil(64)])
    }

    /// Makes room for all numbers below `bound`.
    fn fit(&mut self, bound: usize) {
        self.0.resize(bound.div_ceil(64), 0);
    }

    pub(super) fn has(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    pub(super) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(super) fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    /// Whether `other` has all of them.
    pub(super) fn is_subset(&self, other: &Numbers) -> bool {
        self.0.iter().zip(&other.0).all(|(&one, &other)| one & !other == 0)
    }

    /// How many are in both, two if there are more.
    fn count_common(&self, other: &Numbers) -> u32 {
        // Not by counting bits: not all processors have an instruction for that.
        let common = self.0.iter().zip(&other.0).map(|(one, other)| one & other);
        common.fold(0, |count, word| {
            let more = u32::from(word != 0) + u32::from(word & word.wrapping_sub(1) != 0);
            2.min(count + more)
        })
    }

    /// The first that is in both.
    fn first_common(&self, other: &Numbers) -> Option<usize> {
        // Eight words at a time are looked at by vectors.
        let (ones, others) = (self.0.chunks(8), other.0.chunks(8));
        let any = |(one, other): (&[u64], &[u64])| {
            one.iter().zip(other).fold(0, |any, (one, other)| any | (one & other)) != 0
        };
        let first = 8 * ones.zip(others).position(any)?;
        let k = (first..self.0.len()).find(|&k| self.0[k] & other.0[k] != 0)?;
        Some(64 * k + (self.0[k] & other.0[k]).trailing_zeros() as usize)
    }

    /// The last of them.
    pub(super) fn last(&self) -> Option<usize> {
        let (k, word) = self.0.iter().enumerate().rfind(|&(_, &word)| word != 0)?;
        Some(64 * k + word.ilog2() as usize)
    }

    /// All of them, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(k, &word)| {
            let mut left = word;
            iter::from_fn(move || {
                let place = (left != 0).then(|| 64 * k + left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(place)
            })
        })
    }
}

/// Unavoidable sets.
#[derive(Debug)]
pub(super) struct KnownSets {
    all: Vec<Numbers>,
    /// For each clue, the sets that have it.
    having: Vec<Numbers>,
    /// For each clue, the sets whose last clue it is.
    ending: Vec<Numbers>,
}

/// The sets by what is kept of them. Those of which more is kept say nothing of what is left to
/// decide.
#[derive(Clone, Default, Debug)]
pub(super) struct Hit {
    /// No clue is kept.
    none: Numbers,
    /// One clue is kept.
    one: Numbers,
    /// The number of sets that were looked at.
    seen: usize,
}

impl KnownSets {
    /// No sets, of this number of clues.
    pub(super) fn none(clues: usize) -> KnownSets {
        let none = || vec![Numbers::default(); clues];
        KnownSets { all: Vec::new(), having: none(), ending: none() }
    }

    /// One more set, if there is room for it.
    pub(super) fn add(&mut self, set: Numbers) {
        let number = self.all.len();
        let Some(last) = set.last().filter(|_| number < MOST) else { return };
        self.having.iter_mut().chain(&mut self.ending).for_each(|sets| sets.fit(number + 1));
        for clue in set.iter() {
            self.having[clue].insert(number);
        }
        self.ending[last].insert(number);
        self.all.push(set);
    }

    /// Looks at the sets that are new.
    pub(super) fn look(&self, hit: &mut Hit, kept: &Numbers) {
        if hit.seen == self.all.len() {
            return;
        }
        hit.none.fit(self.all.len());
        hit.one.fit(self.all.len());
        for (number, set) in self.all.iter().enumerate().skip(hit.seen) {
            match set.count_common(kept) {
                0 => hit.none.insert(number),
                1 => hit.one.insert(number),
                _ => {}
            }
        }
        hit.seen = self.all.len();
    }

    /// The sets if `clue` is kept, too.
    pub(super) fn keep(&self, clue: usize, hit: &Hit) -> Hit {
        let having = &self.having[clue].0;
        let words = || hit.none.0.iter().zip(&hit.one.0).zip(having);
        let none = words().map(|((none, _), having)| none & !having).collect();
        let one = words().map(|((none, one), having)| (none & having) | (one & !having)).collect();
        Hit { none: Numbers(none), one: Numbers(one), seen: hit.seen }
    }

    /// Whether a set is lost when `clue` goes, if all clues before it are decided.
    pub(super) fn loses_one(&self, hit: &Hit, clue: usize) -> bool {
        hit.none.first_common(&self.ending[clue]).is_some()
    }

    /// The number of a set of which `clue` alone is kept. `likely` is looked at first.
    pub(super) fn own(&self, hit: &Hit, clue: usize, likely: usize) -> Option<usize> {
        let having = &self.having[clue];
        if hit.one.has(likely) && having.has(likely) {
            return Some(likely);
        }
        hit.one.first_common(having)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    fn clues(numbers: impl IntoIterator<Item = usize>) -> Numbers {
        let mut clues = Numbers::none(90);
        numbers.into_iter().for_each(|number| clues.insert(number));
        clues
    }

    #[test]
    fn clues_are_counted_and_listed() {
        let some = clues([3, 63, 64, 89]);
        assert_eq!(some.iter().collect::<Vec<_>>(), [3, 63, 64, 89]);
        assert_eq!((some.last(), clues([]).last()), (Some(89), None));
        let counts = [&[5][..], &[3], &[64, 70], &[3, 89], &[3, 63, 64]];
        assert_eq!(counts.map(|other| some.count_common(&clues(other.to_vec()))), [0, 1, 1, 2, 2]);
    }

    /// Clue after clue is kept or gone by chance, and sets come up in between: each question is
    /// answered as by a look at all sets.
    #[test]
    fn questions_are_answered_as_by_the_sets_themselves() {
        let mut answers = [0; 4];
        for seed in 0..40 {
            let mut chance = Chance::new(seed, 0);
            let (mut known, mut all) = (KnownSets::none(90), Vec::new());
            let (mut kept, mut hit) = (Numbers::none(90), Hit::default());
            for clue in 0..90 {
                for _ in 0..chance.below(12) {
                    let set = clues((0..=chance.below(7)).map(|_| chance.below(90)));
                    all.push(set.clone());
                    known.add(set);
                }
                known.look(&mut hit, &kept);
                let is_lost =
                    |set: &Numbers| set.last() == Some(clue) && set.count_common(&kept) == 0;
                let loses = all.iter().any(is_lost);
                assert_eq!(known.loses_one(&hit, clue), loses);
                answers[usize::from(loses)] += 1;
                if chance.below(2) == 0 {
                    hit = known.keep(clue, &hit);
                    kept.insert(clue);
                }
                for clue in kept.iter() {
                    let is_own = |set: &Numbers| set.has(clue) && set.count_common(&kept) == 1;
                    let likely = chance.below(all.len() + 1);
                    let own = known.own(&hit, clue, likely);
                    assert!(own.is_none_or(|own| is_own(&all[own])));
                    assert_eq!(own.is_some(), all.iter().any(is_own));
                    answers[2 + usize::from(own.is_some())] += 1;
                }
            }
        }
        assert!(answers.iter().all(|&count| count > 100), "{answers:?}");
    }

    #[test]
    fn more_sets_than_there_is_room_for_are_left_out() {
        let mut known = KnownSets::none(2);
        for _ in 0..MOST + 3 {
            known.add(clues([1]));
        }
        assert_eq!(known.all.len(), MOST);
    }
}
