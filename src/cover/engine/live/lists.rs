//! Lists of options, one above the other in one array.
//!
//! ```text
//!      word 0    a b c d e . . . | a c e . . . . . | c . . .    an option's mask: the same place
//!      word 1    f g h i j . . . | f h j . . . . . | h . . .    in each
//!                the first list    after a choice    after two
//!      numbers   4 7 8 11 15       of the first list's options in the problem
//! ```
//!
//! A *pass* reads a list, and writes its options that do not meet a mask, one after another, to a
//! place above the list. It counts the items of the options written.
//!
//! The top bits of an option's last word are its *index*, its place in the first list. So an option
//! carries its name with its items, and nothing else is copied. Counting items counts these bits
//! too; their counts are ignored, like those of covered items.
//!
//! Invariant: each list begins at a multiple of [`LANES`], and [`BEYOND`] more options fit above
//! the last one, so that a pass may read and write whole vectors.

use super::mask::Mask;

/// Options per step of a pass, on every processor.
pub(super) const LANES: usize = 8;

/// Options that fit beyond the end of any list.
pub(super) const BEYOND: usize = 32;

/// The bit of a banned option in its last word, above its index, if the list was begun for bans.
pub(super) const BAN: u64 = 1 << 63;

/// A set of some of [`LANES`] consecutive options: the lowest bit stands for the first.
pub(super) type Lanes = u8;

/// Lists of options, with their masks word by word.
#[derive(Debug)]
pub(super) struct Lists<const W: usize> {
    pub(super) words: [Vec<u64>; W],
    /// The option's number in the problem, for each index.
    numbers: Vec<u32>,
    /// The lowest bit of an index in the last word.
    shift: u32,
}

impl<const W: usize> Default for Lists<W> {
    fn default() -> Lists<W> {
        Lists { words: std::array::from_fn(|_| Vec::new()), numbers: Vec::new(), shift: 0 }
    }
}

/// Whether `bits` bits and the indices of `options` options fit in `words` words.
pub(super) const fn fit(bits: usize, options: usize, words: usize) -> bool {
    bits + index_bits(options) as usize <= 64 * words
}

const fn index_bits(options: usize) -> u32 {
    (options | 1).ilog2() + 1
}

impl<const W: usize> Lists<W> {
    /// Begins a first list, of this number of options at most.
    pub(super) fn begin(&mut self, options: usize) {
        self.numbers.clear();
        self.numbers.reserve(options);
        self.shift = u64::BITS - index_bits(options);
        self.make_room(0, options);
    }

    /// The same, for lists that never have another one above the first.
    pub(super) fn begin_alone(&mut self, options: usize) {
        if self.words[0].is_empty() {
            let room = (options + BEYOND).next_multiple_of(LANES);
            self.words = std::array::from_fn(|_| vec![0; room]);
        }
        self.begin(options);
    }

    /// The same as [`Lists::begin`], with a bit above each index for [`Lists::ban`].
    pub(super) fn begin_bannable(&mut self, options: usize) {
        self.begin(options);
        self.shift -= 1;
    }

    /// Marks the option at this place with [`BAN`].
    pub(super) fn ban(&mut self, at: usize) {
        self.words[W - 1][at] |= BAN;
    }

    /// Adds an option to the first list.
    pub(super) fn push(&mut self, mask: &Mask<W>, number: u32) {
        let index = self.numbers.len();
        self.numbers.push(number);
        for (word, &bits) in self.words.iter_mut().zip(mask) {
            word[index] = bits;
        }
        self.words[W - 1][index] |= (index as u64) << self.shift;
    }

    /// The number of options in the first list.
    pub(super) fn count(&self) -> usize {
        self.numbers.len()
    }

    /// Makes room for `length` options from `start` on, and [`BEYOND`] more.
    pub(super) fn make_room(&mut self, start: usize, length: usize) {
        let needed = start + length + BEYOND;
        if self.words[0].len() < needed {
            self.grow(needed);
        }
    }

    #[cold]
    fn grow(&mut self, needed: usize) {
        let room = (2 * needed).next_multiple_of(LANES);
        for word in &mut self.words {
            if word.is_empty() {
                *word = vec![0; room]; // zeros of the system, free until they are used
            } else {
                word.resize(room, 0);
            }
        }
    }

    /// The masks of a list word by word, in whole vectors; beyond the list's end the content is
    /// arbitrary.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn vectors(&self, list: &std::ops::Range<usize>) -> [&[[u64; LANES]]; W] {
        let end = list.start + list.len().next_multiple_of(LANES);
        self.words.each_ref().map(|word| word[list.start..end].as_chunks().0)
    }

    /// The same, and for each word the places from `to` on, which lies beyond these vectors.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn vectors_and_above(
        &mut self,
        list: &std::ops::Range<usize>,
        to: usize,
    ) -> [(&[[u64; LANES]], &mut [u64]); W] {
        let end = list.start + list.len().next_multiple_of(LANES);
        self.words.each_mut().map(|word| {
            let (below, above) = word.split_at_mut(to);
            (below[list.start..end].as_chunks().0, above)
        })
    }

    /// Thirty-two options from `at` on, which may be beyond the list's end.
    #[inline(always)]
    pub(super) fn few(&self, at: usize) -> [&[u64; BEYOND]; W] {
        self.words
            .each_ref()
            .map(|word| word[at..].first_chunk().expect("a list has room beyond its end"))
    }

    /// The items of the option at this place, and its number.
    pub(super) fn option(&self, at: usize) -> (Mask<W>, u32) {
        (self.items(&self.mask(at)), self.number(at))
    }

    /// The number of the option at this place.
    pub(super) fn number(&self, at: usize) -> u32 {
        self.numbers[(self.words[W - 1][at] >> self.shift) as usize]
    }

    /// A mask without the bits of an index.
    pub(super) fn items(&self, mask: &Mask<W>) -> Mask<W> {
        let mut items = *mask;
        items[W - 1] &= (1 << self.shift) - 1;
        items
    }

    /// The mask of the option at this place, with its index.
    pub(super) fn mask(&self, at: usize) -> Mask<W> {
        std::array::from_fn(|w| self.words[w][at])
    }

    /// Writes a mask with its index to this place.
    pub(super) fn put(&mut self, at: usize, mask: &Mask<W>) {
        for (word, &bits) in self.words.iter_mut().zip(mask) {
            word[at] = bits;
        }
    }
}

/// The lanes before `end`, if the first lane is at `at`, which is before `end`.
pub(super) fn before(at: usize, end: usize) -> Lanes {
    Lanes::MAX >> (LANES - (end - at).min(LANES))
}
