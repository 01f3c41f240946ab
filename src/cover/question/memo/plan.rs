//! A part laid out for the walk: its items as bits in the order of covering, its options as masks.
//!
//! ```text
//!     items by rank   p   q   r       secondary x, in no option after q's
//!     bits            p   q   x   r
//!                     0   1   2   3   p is covered at rank 0: a state is a window that begins at p
//!                         0   1   2   at rank 1 it begins at q
//!                                 0   at rank 2 at r: x no longer matters, and is gone
//! ```
//!
//! All bits before the first uncovered item are the same in all states of its rank, so a state is a
//! window of bits that begins there. Its width is known beforehand: it reaches as far as the
//! options whose first item is passed. A window begins with the word of its first bit, so only
//! whole words are shifted; the bits before that bit are set.
//!
//! An item that a cover may have in several options stays the first uncovered one until it is full,
//! or is *passed*: its other options are then left out.

use std::ops::Range;

use super::counted::Counter;
use super::layout::Layout;
use super::rest::Component;
use crate::cover::OptionId;

/// A part, laid out for windows of `W` words; see the [page](self).
#[derive(Debug)]
pub(super) struct Plan<const W: usize> {
    /// The start of each rank's options, whose first item has this rank; and their end.
    starts: Vec<usize>,
    /// The options in this order.
    pub(super) options: Vec<OptionId>,
    /// The bits that each option takes, and below those that it clashes with, in the window of its
    /// rank.
    takes: Vec<[u64; W]>,
    /// Empty if equal to `takes`.
    clashes: Vec<[u64; W]>,
    /// For each option the items that it adds to; empty if the part has none of them.
    counters: Vec<Vec<Counter>>,
    /// For each rank the counter of its item, if it has one; empty if the part has none.
    counter_of: Vec<Option<Counter>>,
    /// All bits but those that show that a primary item is covered, and the end of the bits.
    passable: Vec<u64>,
    /// For each bit, the rank of the first primary item from there on.
    rank_at: Vec<u32>,
    /// The first bit of each rank's item, and the end of the bits.
    bit_of: Vec<usize>,
    /// The bit of each rank's item that shows that it is covered.
    stop_of: Vec<usize>,
}

impl<const W: usize> Plan<W> {
    /// Makes the masks of a part from its layout.
    pub(super) fn new(component: &Component, layout: Layout) -> Plan<W> {
        let Layout { places, bit_of, stop_of, order, first, by_rank } = layout;
        let starts =
            (0..=order.len()).map(|rank| by_rank.partition_point(|&option| first[option] < rank));
        let end = bit_of[order.len()];
        let mut passable = vec![u64::MAX; end / 64 + 1];
        for bit in stop_of.iter().chain([&end]) {
            passable[bit / 64] &= !(1 << (bit % 64));
        }
        let rank_at = (0..=end).map(|bit| stop_of.partition_point(|&b| b < bit) as u32).collect();
        let has_counters = places.iter().any(|place| place.counted.is_some());
        // The counter of an item in a window that begins with this word.
        let counter = |item: usize, word: usize| {
            let place = &places[item];
            place.counted.map(|counted| Counter::new(counted, place.bit - 64 * word))
        };
        let ranks = order.iter().zip(&bit_of).filter(|_| has_counters);
        let mut plan = Plan {
            starts: starts.collect(),
            options: by_rank.iter().map(|&option| component.original(option)).collect(),
            takes: vec![[0; W]; by_rank.len()],
            clashes: vec![[0; W]; by_rank.len()],
            counters: Vec::new(),
            counter_of: ranks.map(|(&item, &bit)| counter(item, bit / 64)).collect(),
            passable,
            rank_at,
            bit_of,
            stop_of,
        };
        for (k, &option) in by_rank.iter().enumerate() {
            let word = plan.bit_of[first[option]] / 64;
            if has_counters {
                let items = component.entries_of(option).iter().map(|entry| entry.item.index());
                plan.counters.push(items.filter_map(|item| counter(item, word)).collect());
            }
            for entry in component.entries_of(option) {
                let place = &places[entry.item.index()];
                let (takes, clashes) = place.marks(entry.colour);
                let bit = place.bit - 64 * word;
                put(&mut plan.takes[k], bit, takes);
                put(&mut plan.clashes[k], bit, clashes);
            }
        }
        if plan.takes == plan.clashes {
            plan.clashes = Vec::new();
        }
        plan
    }

    /// The number of ranks; as a rank it stands for the state in which all is covered.
    pub(super) fn ranks(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// A rank's options.
    #[inline]
    pub(super) fn options_at(&self, rank: u32) -> Range<usize> {
        self.starts[rank as usize]..self.starts[rank as usize + 1]
    }

    /// The first option of its rank, from `from` up to `end`, that fits a state.
    #[inline]
    pub(super) fn fitting(&self, state: &[u64; W], from: usize, end: usize) -> Option<usize> {
        let masks = if self.clashes.is_empty() { &self.takes } else { &self.clashes };
        let fits = |mask: &[u64; W]| (0..W).fold(0, |met, w| met | state[w] & mask[w]) == 0;
        masks[from..end].iter().position(fits).map(|after| from + after)
    }

    /// Takes an option of this rank, moves the window to the next uncovered item, and returns its
    /// rank: the same if the item is not full.
    #[inline]
    pub(super) fn take(&self, state: &mut [u64; W], rank: u32, option: usize) -> u32 {
        (0..W).for_each(|w| state[w] |= self.takes[option][w]);
        if let Some(counters) = self.counters.get(option) {
            for counter in counters {
                counter.add(state);
            }
        }
        self.go_on(state, rank)
    }

    /// The counter of the item of this rank, if a cover may have the item in several options.
    #[inline]
    pub(super) fn counter(&self, rank: u32) -> Option<Counter> {
        self.counter_of.get(rank as usize).copied().flatten()
    }

    /// Leaves out all other options of the item of this rank, moves the window to the next
    /// uncovered item, and returns its rank.
    pub(super) fn pass(&self, state: &mut [u64; W], rank: u32) -> u32 {
        put(state, self.stop_of[rank as usize] - self.bit_of[rank as usize] / 64 * 64, 1);
        self.go_on(state, rank)
    }

    /// The number of a state in the table, beside its window: its rank, and if items are counted
    /// the first option that it may still have.
    #[inline]
    pub(super) fn key(&self, rank: u32, from: usize) -> u32 {
        if self.counter_of.is_empty() { rank } else { rank + from as u32 }
    }

    /// Moves the window to the next uncovered item, and returns its rank.
    #[inline]
    fn go_on(&self, state: &mut [u64; W], rank: u32) -> u32 {
        let from = self.bit_of[rank as usize] / 64;
        let mut run = 0;
        for (word, passable) in state.iter().zip(&self.passable[from..]) {
            let ones = (word | passable).trailing_ones() as usize;
            run += ones;
            if ones < 64 {
                break;
            }
        }
        // Items beyond the window are not covered.
        let next = self.rank_at[(64 * from + run).min(self.rank_at.len() - 1)];
        let bit = self.bit_of[next as usize];
        if bit / 64 > from {
            shift(state, bit / 64 - from);
        }
        state[0] |= (1 << (bit % 64)) - 1;
        next
    }
}

/// Sets these bits, the lowest of them at `bit`.
fn put(words: &mut [u64], bit: usize, bits: u64) {
    words[bit / 64] |= bits << (bit % 64);
    let beyond = bits.checked_shr(64 - (bit % 64) as u32).unwrap_or(0);
    if beyond != 0 {
        words[bit / 64 + 1] |= beyond;
    }
}

/// Moves all words down by `by`; those below fall out.
fn shift<const W: usize>(words: &mut [u64; W], by: usize) {
    (0..W).for_each(|w| words[w] = words.get(w + by).copied().unwrap_or(0));
}
