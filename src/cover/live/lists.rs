//! Lists of options, one above the other in one array, and the passes over them.
//!
//! ```text
//!      word 0    a b c d e . . . | a c e . . . . . | c . . .       an option's mask: the same place in each
//!      word 1    f g h i j . . . | f h j . . . . . | h . . .
//!                the first list    after a choice    after two
//!      numbers   4 7 8 11 15                                       of the first list's options in the problem
//! ```
//!
//! A *pass* reads a list, and writes those of its options that do not meet a mask, one after another, to a place above
//! it, or to its own, of which never more is written than was read. It counts the items of what it writes.
//!
//! The top bits of an option's last word are its *index*, its place in the first list. So it takes its name along with its
//! items, and nothing else has to be copied. Whatever counts items counts these bits too, and looks at the result no
//! more than at that of items that are covered.
//!
//! Invariant: each list begins at a multiple of [`LANES`], and above the last one there is room for that many
//! options more, so that a pass may read and write in whole vectors.

use std::ops::{ControlFlow, Range};

use super::counts::Counts;
use super::mask::{Bit, Mask, meet, minus, not_empty};
use super::search::{Above, Below, Floor};
use super::watch::Watch;

/// So many options a pass looks at in one step, whatever the processor.
pub(super) const LANES: usize = 8;

/// Of [`LANES`] options in a row, those that are meant: the first one's bit is the lowest.
pub(super) type Lanes = u8;

/// Lists of options, with their masks word by word.
#[derive(Debug)]
pub(super) struct Lists<const W: usize> {
    pub(super) words: [Vec<u64>; W],
    /// Of each index the option's number in the problem.
    numbers: Vec<u32>,
    /// Where an index begins in the last word.
    shift: u32,
}

impl<const W: usize> Default for Lists<W> {
    fn default() -> Lists<W> {
        Lists { words: std::array::from_fn(|_| Vec::new()), numbers: Vec::new(), shift: 0 }
    }
}

/// Whether so many bits and the indices of so many options have room in `words` words.
pub(super) const fn fit(bits: usize, options: usize, words: usize) -> bool {
    bits + index_bits(options) as usize <= 64 * words
}

const fn index_bits(options: usize) -> u32 {
    (options | 1).ilog2() + 1
}

impl<const W: usize> Lists<W> {
    /// Begins a first list, of so many options at most.
    pub(super) fn begin(&mut self, options: usize) {
        self.numbers.clear();
        self.shift = u64::BITS - index_bits(options);
        self.make_room(0, options);
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

    /// How many options the first list has.
    pub(super) fn count(&self) -> usize {
        self.numbers.len()
    }

    /// Sees to it that `length` options fit in from `start` on, and a vector beyond.
    pub(super) fn make_room(&mut self, start: usize, length: usize) {
        let needed = start + length + 2 * LANES;
        if self.words[0].len() < needed {
            self.grow(needed);
        }
    }

    #[cold]
    fn grow(&mut self, needed: usize) {
        let room = (2 * needed).next_multiple_of(LANES);
        self.words.iter_mut().for_each(|word| word.resize(room, 0));
    }

    /// The items of the option at this place, and its number.
    pub(super) fn option(&self, at: usize) -> (Mask<W>, u32) {
        let mask = self.mask(at);
        (self.items(&mask), self.numbers[(mask[W - 1] >> self.shift) as usize])
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

    fn put(&mut self, at: usize, mask: &Mask<W>) {
        for (word, &bits) in self.words.iter_mut().zip(mask) {
            word[at] = bits;
        }
    }
}

fn lanes(common: [u64; LANES]) -> Lanes {
    common.iter().enumerate().fold(0, |lanes, (k, &common)| lanes | Lanes::from(common != 0) << k)
}

/// The lanes that are before `end` where the first one is at `at`, which is before it.
pub(super) fn before(at: usize, end: usize) -> Lanes {
    Lanes::MAX >> (LANES - (end - at).min(LANES))
}

/// What a pass has found.
pub(super) struct Passed<const W: usize> {
    /// Where the new list ends.
    pub(super) end: usize,
    /// The counts of its items; none if an open item has no option left.
    pub(super) counts: Option<Counts<W>>,
}

/// The passes, for one instruction set.
pub(super) trait Passes: Copy {
    /// Copies the options of `from` that do not meet `taken` to `to` and on, and counts the items that they have. The
    /// counts are worked out only if each of `open` is among them.
    fn pass<const W: usize>(
        self,
        lists: &mut Lists<W>,
        from: Range<usize>,
        to: usize,
        taken: &Mask<W>,
        open: &Mask<W>,
    ) -> Passed<W>;

    /// Which of the options from `at` on, before `end`, have an item of `items`.
    fn meeting<const W: usize>(self, lists: &Lists<W>, at: usize, end: usize, items: &Mask<W>) -> Lanes;

    /// Which of the options from `at` on, before `end`, have this item.
    fn having<const W: usize>(self, lists: &Lists<W>, at: usize, end: usize, item: Bit) -> Lanes;

    /// The bits that are in `kept`, side by side.
    fn squeeze(self, bits: u64, kept: u64) -> u64;

    /// Has a floor take over from one above it, in code that is compiled for these instructions throughout.
    fn take_over<const W: usize, const V: usize, B: Below>(
        self,
        floor: &mut Floor<W, B>,
        above: &Above<'_, V>,
        watch: &mut Watch<'_>,
    ) -> ControlFlow<()>;
}

/// Any processor: one option after another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Passes for Portable {
    fn pass<const W: usize>(
        self,
        lists: &mut Lists<W>,
        from: Range<usize>,
        to: usize,
        taken: &Mask<W>,
        open: &Mask<W>,
    ) -> Passed<W> {
        let (mut end, mut counts) = (to, Counts::NONE);
        for at in from {
            let mask = lists.mask(at);
            let keep = !meet(&mask, taken);
            // Written in any case, and kept or not: a branch would be mispredicted every other time.
            lists.put(end, &mask);
            end += usize::from(keep);
            counts.add(&mask.map(|word| word & u64::from(keep).wrapping_neg()));
        }
        let alive = !not_empty(&minus(open, &counts.some()));
        Passed { end, counts: alive.then_some(counts) }
    }

    fn meeting<const W: usize>(self, lists: &Lists<W>, at: usize, end: usize, items: &Mask<W>) -> Lanes {
        let mut common = [0; LANES];
        for (word, &items) in lists.words.iter().zip(items) {
            for (common, bits) in common.iter_mut().zip(&word[at..at + LANES]) {
                *common |= bits & items;
            }
        }
        lanes(common) & before(at, end)
    }

    fn having<const W: usize>(self, lists: &Lists<W>, at: usize, end: usize, item: Bit) -> Lanes {
        let mut common = [0; LANES];
        common.copy_from_slice(&lists.words[item.word][at..at + LANES]);
        lanes(common.map(|bits| bits & item.mask)) & before(at, end)
    }

    fn squeeze(self, bits: u64, kept: u64) -> u64 {
        super::mask::squeeze(bits, kept)
    }

    fn take_over<const W: usize, const V: usize, B: Below>(
        self,
        floor: &mut Floor<W, B>,
        above: &Above<'_, V>,
        watch: &mut Watch<'_>,
    ) -> ControlFlow<()> {
        floor.take_over(self, above, watch)
    }
}
