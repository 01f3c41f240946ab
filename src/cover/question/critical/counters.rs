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

use crate::cover::OptionId;

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

    pub(super) fn has(&self, option: OptionId) -> bool {
        has(&self.0, option)
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
        options(&self.0)
    }
}

fn has(words: &[u64], option: OptionId) -> bool {
    words[option.index() / 64] >> (option.index() % 64) & 1 == 1
}

fn options(words: &[u64]) -> impl Iterator<Item = OptionId> {
    words.iter().enumerate().flat_map(|(k, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(OptionId::at(64 * k + bit))
        })
    })
}

/// The counts of all options, each up to two; see the [page](self).
#[derive(Clone, Debug)]
pub(super) struct Counters {
    ones: Bits,
    twos: Bits,
    own: Bits,
    /// Covers counted here, as sets, one after the other.
    kept: Vec<u64>,
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
            kept: Vec::new(),
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
        known.is_none_or(|known| *self.kept(known) != *self.fresh.0)
    }

    /// Counts the cover read last.
    pub(super) fn count(&mut self) {
        let mut is_first = false;
        for (k, &fresh) in self.fresh.0.iter().enumerate() {
            is_first |= fresh & !self.own.0[k] != 0;
            self.twos.0[k] |= self.ones.0[k] & fresh;
            self.ones.0[k] |= fresh;
            self.own.0[k] |= fresh;
        }
        if is_first {
            self.kept.extend_from_slice(&self.fresh.0);
        }
    }

    /// The first cover counted here that has the option.
    pub(super) fn first_with(&self, option: OptionId) -> Option<usize> {
        if !self.own.has(option) {
            return None;
        }
        self.kept.chunks_exact(self.fresh.0.len()).position(|cover| has(cover, option))
    }

    /// The options of a kept cover, in order.
    pub(super) fn options_of(&self, kept: usize) -> impl Iterator<Item = OptionId> {
        options(self.kept(kept))
    }

    /// The options of `asked` in exactly one counted cover, in order.
    pub(super) fn singles(&self, asked: &Bits) -> impl Iterator<Item = OptionId> {
        asked.options().filter(|&option| self.ones.has(option) && !self.twos.has(option))
    }

    /// Whether an option of `asked` is dead.
    pub(super) fn any_dead(&self, asked: &Bits) -> bool {
        self.twos.0.iter().zip(&asked.0).any(|(twos, asked)| twos & asked != 0)
    }

    fn kept(&self, index: usize) -> &[u64] {
        let words = self.fresh.0.len();
        &self.kept[index * words..][..words]
    }
}
