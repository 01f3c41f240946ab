//! The number of covers with each option, up to two: two sets, `ones` and `twos`.
//!
//! ```text
//!      cover counted        ones             twos
//!      ab cd e              ab cd e          -
//!      ab c d e             ab cd c d e      ab e          twos |= ones & cover;  ones |= cover
//! ```
//!
//! An option in `twos` is *dead*: it can't be critical any more. An option only in `ones` is in
//! exactly one counted cover. The counts can begin with *seeds*: covers counted elsewhere, which
//! are not counted again here.
//!
//! Invariant: each cover is counted once; `own` has the options of the covers counted here; for
//! each of them the first cover with it is kept.

use crate::cover::{Cover, OptionId};

/// A set of options, a bit for each of the problem's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Bits(Box<[u64]>);

impl Bits {
    /// The empty set, with room for `options` options.
    pub(super) fn empty(options: usize) -> Bits {
        Bits(vec![0; options.div_ceil(64)].into())
    }

    /// The empty set, with as much room.
    pub(super) fn none(&self) -> Bits {
        Bits(vec![0; self.0.len()].into())
    }

    /// The number of options that it has room for.
    pub(super) fn room(&self) -> usize {
        64 * self.0.len()
    }

    pub(super) fn has(&self, option: OptionId) -> bool {
        self.0[option.index() / 64] >> (option.index() % 64) & 1 == 1
    }

    pub(super) fn add(&mut self, option: OptionId) {
        self.0[option.index() / 64] |= 1 << (option.index() % 64);
    }

    pub(super) fn remove(&mut self, option: OptionId) {
        self.0[option.index() / 64] &= !(1 << (option.index() % 64));
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The options of the set, in order.
    pub(super) fn options(&self) -> impl Iterator<Item = OptionId> {
        self.0.iter().enumerate().flat_map(|(k, &word)| options_of(k, word))
    }
}

/// The options of word `k`, in order.
fn options_of(k: usize, word: u64) -> impl Iterator<Item = OptionId> {
    let mut left = word;
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(OptionId::at(64 * k + bit))
    })
}

/// The words of a set that are not 0, each with its place.
fn words(set: &Bits) -> impl Iterator<Item = (u32, u64)> {
    (0..).zip(&*set.0).filter(|&(_, &word)| word != 0).map(|(k, &word)| (k, word))
}

/// The counts of all options, each up to two; see the [page](self).
#[derive(Clone, Debug)]
pub(super) struct Counters {
    ones: Bits,
    twos: Bits,
    own: Bits,
    /// For each option in `own`, the number of the first cover with it.
    first: Vec<u32>,
    /// Covers counted here, as sets, one after the other: their words that are not 0, each with its
    /// place. A few of 400,000 options are in a cover.
    kept: Vec<(u32, u64)>,
    /// The end of each.
    ends: Vec<usize>,
    /// The cover being read.
    fresh: Bits,
}

impl Counters {
    /// Counters of `options` options, with nothing counted.
    pub(super) fn new(options: usize) -> Counters {
        let empty = Bits::empty(options);
        Counters {
            ones: empty.clone(),
            twos: empty.clone(),
            own: empty.clone(),
            first: vec![0; options],
            kept: Vec::new(),
            ends: Vec::new(),
            fresh: empty,
        }
    }

    /// Adds the own covers of `other`, and its dead options. These covers must not be counted here,
    /// now or later.
    pub(super) fn seed(&mut self, other: &Counters) {
        let words =
            self.ones.0.iter_mut().zip(&mut self.twos.0).zip(other.own.0.iter().zip(&other.twos.0));
        for ((ones, twos), (&own, &dead)) in words {
            *twos |= (*ones & own) | dead;
            *ones |= own | dead;
        }
    }

    /// Whether two covers or more have the option.
    pub(super) fn is_dead(&self, option: OptionId) -> bool {
        self.twos.has(option)
    }

    /// The number of counted covers with the option, at most 2.
    pub(super) fn of(&self, option: OptionId) -> usize {
        usize::from(self.ones.has(option)) + usize::from(self.twos.has(option))
    }

    /// Reads a cover. Returns false if it is the one numbered `known`.
    pub(super) fn read(
        &mut self,
        cover: impl Iterator<Item = OptionId>,
        known: Option<usize>,
    ) -> bool {
        self.fresh.clear();
        cover.for_each(|option| self.fresh.add(option));
        known.is_none_or(|known| !self.kept(known).iter().copied().eq(words(&self.fresh)))
    }

    /// Counts the cover read last.
    pub(super) fn count(&mut self) {
        let mut is_first = false;
        for (k, &fresh) in self.fresh.0.iter().enumerate() {
            let new = fresh & !self.own.0[k];
            if new != 0 {
                is_first = true;
                for option in options_of(k, new) {
                    self.first[option.index()] = self.ends.len() as u32;
                }
            }
            self.twos.0[k] |= self.ones.0[k] & fresh;
            self.ones.0[k] |= fresh;
            self.own.0[k] |= fresh;
        }
        if is_first {
            self.kept.extend(words(&self.fresh));
            self.ends.push(self.kept.len());
        }
    }

    /// Counts a cover that may have been counted here before, if one of its options is not dead:
    /// then at most one counted cover has that option.
    pub(super) fn count_if_new(&mut self, cover: Cover<'_>) {
        let alive = cover.options().find(|&option| !self.is_dead(option));
        if let Some(option) = alive
            && self.read(cover.options(), self.first_with(option))
        {
            self.count();
        }
    }

    /// The first cover counted here that has the option.
    pub(super) fn first_with(&self, option: OptionId) -> Option<usize> {
        self.own.has(option).then(|| self.first[option.index()] as usize)
    }

    /// The options of a kept cover, in order.
    pub(super) fn options_of(&self, kept: usize) -> impl Iterator<Item = OptionId> {
        self.kept(kept).iter().flat_map(|&(k, word)| options_of(k as usize, word))
    }

    /// The options of `asked` in exactly one counted cover, in order.
    pub(super) fn singles(&self, asked: &Bits) -> impl Iterator<Item = OptionId> {
        asked.options().filter(|&option| self.ones.has(option) && !self.twos.has(option))
    }

    /// Whether an option of `asked` is dead.
    pub(super) fn any_dead(&self, asked: &Bits) -> bool {
        self.twos.0.iter().zip(&asked.0).any(|(twos, asked)| twos & asked != 0)
    }

    fn kept(&self, number: usize) -> &[(u32, u64)] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.kept[start..self.ends[number]]
    }
}
