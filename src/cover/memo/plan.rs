//! A part laid out for the walk: its items as bits in the order in which they are covered, its options as masks.
//!
//! ```text
//!      items by rank     p   q   r          secondary x, in no option after q's
//!      bits              p   q   x   r
//!                        0   1   2   3      p is covered at rank 0: a state is a window that begins at p
//!                            0   1   2      at rank 1 it begins at q
//!                                    0      at rank 2 at r: x can't matter any more, and is out of sight
//! ```
//!
//! All bits before the first item that is not covered are the same in all states of its rank, so that a state is a window of bits that
//! begins there. How wide it must be is known beforehand: as far as options go whose first item is passed.
//!
//! # Colours
//!
//! An option *takes* bits and *clashes* with bits; it fits if what it clashes with is not taken. For an item without colours these are
//! one bit, the same. The number of a colour is written in binary, with two bits for each digit, one of which is taken:
//!
//! ```text
//!      of four colours number 2 = 10      takes   1: the one bit   0: the zero bit       01 10
//!                                         clashes with the others of these pairs        10 01
//!      no colour                          takes all, clashes with all                   11 11
//! ```
//!
//! Two different numbers differ in a digit, and there one takes what the other clashes with.

use super::order::order;
use super::rest::Part;
use crate::cover::{Colour, OptionId};

/// The most words that the masks of a plan may have: 256 MiB. A part that is larger has too wide a window anyway.
const MOST: usize = 1 << 25;

/// A part, laid out; see the [page](self).
#[derive(Debug)]
pub(super) struct Plan {
    /// The words of a window.
    pub(super) words: usize,
    /// Where the options of each rank begin, those whose first item it is; and their end.
    pub(super) starts: Vec<usize>,
    /// The options in this order.
    pub(super) options: Vec<OptionId>,
    /// Of each option the bits that it takes, and those that it clashes with, in the window of its rank.
    takes: Vec<u64>,
    /// Empty if it is the same.
    clashes: Vec<u64>,
    /// Of each rank the secondary bits of its window. Empty if there are none.
    secondary: Vec<u64>,
    /// Of each bit the rank of the first primary item from there on.
    rank_at: Vec<u32>,
    /// Of each rank the bit of its item; and the end of the bits.
    bit_of: Vec<usize>,
}

/// Where an item's bits are, and its colours in the order of their numbers.
#[derive(Clone, Debug, Default)]
struct Place {
    bit: usize,
    colours: Vec<Colour>,
}

impl Place {
    /// The number of digits of a colour; 0 if the item has none.
    fn digits(&self) -> usize {
        match self.colours.len() {
            0 => 0,
            colours => (colours - 1).checked_ilog2().map_or(1, |bits| bits as usize + 1),
        }
    }

    fn bits(&self) -> usize {
        (2 * self.digits()).max(1)
    }

    /// The bits that an entry of this colour takes, and those that it clashes with.
    fn marks(&self, colour: Option<Colour>) -> (Vec<usize>, Vec<usize>) {
        let all = || (self.bit..self.bit + self.bits()).collect();
        let Some(colour) = colour else { return (all(), all()) };
        let number = self.colours.binary_search(&colour).unwrap_or_default();
        let pair = |digit: usize, one: usize| self.bit + 2 * digit + one;
        let digits = || (0..self.digits()).map(|digit| (digit, number >> digit & 1));
        (digits().map(|(d, one)| pair(d, one)).collect(), digits().map(|(d, one)| pair(d, 1 - one)).collect())
    }
}

impl Plan {
    /// Lays out `part`, unless the masks would be too large.
    pub(super) fn new(part: &Part) -> Option<Plan> {
        let order = order(part);
        let mut rank_of = vec![usize::MAX; part.items];
        order.iter().enumerate().for_each(|(rank, &item)| rank_of[item] = rank);
        let first: Vec<usize> = part.entries.iter().map(|entries| first_rank(entries, &rank_of)).collect();
        let mut by_rank: Vec<usize> = (0..part.options.len()).collect();
        by_rank.sort_by_key(|&option| first[option]);
        let starts = (0..=order.len()).map(|rank| by_rank.partition_point(|&option| first[option] < rank));
        let (places, bit_of) = places(part, &order, &first);
        let reach = |option: usize| {
            part.entries[option].iter().map(|&(item, _)| places[item].bit + places[item].bits())
        };
        let (mut furthest, mut widest) = (vec![0; order.len()], 1);
        (0..part.options.len())
            .for_each(|o| furthest[first[o]] = reach(o).max().unwrap_or(0).max(furthest[first[o]]));
        let mut end = 0;
        for (rank, &reach) in furthest.iter().enumerate() {
            end = end.max(reach);
            widest = widest.max(end.saturating_sub(bit_of[rank]));
        }
        let words = widest.div_ceil(64);
        if words.checked_mul(2 * part.options.len() + order.len()).is_none_or(|size| size > MOST) {
            return None;
        }
        let mut plan = Plan {
            words,
            starts: starts.collect(),
            options: by_rank.iter().map(|&option| part.options[option]).collect(),
            takes: vec![0; words * by_rank.len()],
            clashes: vec![0; words * by_rank.len()],
            secondary: vec![0; if part.items > part.primary { words * order.len() } else { 0 }],
            rank_at: (0..=bit_of[order.len()])
                .map(|bit| bit_of.partition_point(|&b| b < bit) as u32)
                .collect(),
            bit_of,
        };
        plan.draw(part, &by_rank, &first, &places);
        Some(plan)
    }

    /// Draws the masks.
    fn draw(&mut self, part: &Part, by_rank: &[usize], first: &[usize], places: &[Place]) {
        for (k, &option) in by_rank.iter().enumerate() {
            let from = self.bit_of[first[option]];
            let all = k * self.words..(k + 1) * self.words;
            for &(item, colour) in &part.entries[option] {
                let (takes, clashes) = places[item].marks(colour);
                for bit in takes {
                    set(&mut self.takes[all.clone()], bit - from);
                }
                for bit in clashes {
                    set(&mut self.clashes[all.clone()], bit - from);
                }
            }
        }
        if self.takes == self.clashes {
            self.clashes = Vec::new();
        }
        let is_primary: Vec<bool> =
            (0..self.rank_at.len()).map(|bit| self.bit_of.binary_search(&bit).is_ok()).collect();
        for (rank, window) in self.secondary.chunks_exact_mut(self.words).enumerate() {
            let from = self.bit_of[rank];
            let bits = (0..window.len() * 64).take_while(|bit| from + bit < is_primary.len());
            bits.filter(|bit| !is_primary[from + bit]).for_each(|bit| set(window, bit));
        }
    }

    /// The number of ranks; it stands for the state in which all is covered.
    pub(super) fn ranks(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// The first option from `from` on of those of its rank, up to `end`, that fits a state.
    #[inline]
    pub(super) fn fitting(&self, state: &[u64], from: usize, end: usize) -> Option<usize> {
        let masks = if self.clashes.is_empty() { &self.takes } else { &self.clashes };
        (from..end).find(|&option| {
            let mask = &masks[option * self.words..][..self.words];
            state.iter().zip(mask).fold(0, |met, (state, mask)| met | state & mask) == 0
        })
    }

    /// Takes an option of this rank, moves the window on to the next item that is not covered, and returns its rank.
    #[inline]
    pub(super) fn take(&self, state: &mut [u64], rank: u32, option: usize) -> u32 {
        let mask = &self.takes[option * self.words..][..self.words];
        state.iter_mut().zip(mask).for_each(|(state, mask)| *state |= mask);
        self.settle(state, rank)
    }

    /// Moves the window from `rank` on to the first item that is not covered, and returns its rank.
    #[inline]
    pub(super) fn settle(&self, state: &mut [u64], rank: u32) -> u32 {
        let covered = if self.secondary.is_empty() {
            &[]
        } else {
            &self.secondary[rank as usize * self.words..][..self.words]
        };
        let mut run = 0;
        for (word, &bits) in state.iter().enumerate() {
            let ones = (bits | covered.get(word).unwrap_or(&0)).trailing_ones() as usize;
            run += ones;
            if ones < 64 {
                break;
            }
        }
        let from = self.bit_of[rank as usize];
        // What lies beyond the window is not covered.
        let next = self.rank_at[(from + run).min(self.rank_at.len() - 1)];
        shift(state, self.bit_of[next as usize] - from);
        next
    }
}

/// The rank of an option: that of its first item. Each option of a part has a primary item.
fn first_rank(entries: &[(usize, Option<Colour>)], rank_of: &[usize]) -> usize {
    entries.iter().map(|&(item, _)| rank_of[item]).min().expect("an option that is left has a primary item")
}

/// The place of each item, and the bit of each rank: a secondary item's bits lie behind the last rank whose options have it.
fn places(part: &Part, order: &[usize], first: &[usize]) -> (Vec<Place>, Vec<usize>) {
    let mut places = vec![Place::default(); part.items];
    let mut last = vec![0; part.items];
    for (option, entries) in part.entries.iter().enumerate() {
        for &(item, colour) in entries {
            last[item] = first[option].max(last[item]);
            places[item].colours.extend(colour);
        }
    }
    for place in &mut places {
        place.colours.sort_unstable();
        place.colours.dedup();
    }
    let mut behind = vec![Vec::new(); order.len()];
    (part.primary..part.items).for_each(|item| behind[last[item]].push(item));
    let (mut bit_of, mut bit) = (Vec::with_capacity(order.len() + 1), 0);
    for (&item, behind) in order.iter().zip(&behind) {
        bit_of.push(bit);
        for &item in [item].iter().chain(behind) {
            places[item].bit = bit;
            bit += places[item].bits();
        }
    }
    bit_of.push(bit);
    (places, bit_of)
}

fn set(words: &mut [u64], bit: usize) {
    words[bit / 64] |= 1 << (bit % 64);
}

/// Moves all bits down by `by`; those below fall out.
#[inline]
fn shift(words: &mut [u64], by: usize) {
    let (whole, bits) = (by / 64, by % 64);
    for k in 0..words.len() {
        let low = words.get(k + whole).copied().unwrap_or(0) >> bits;
        let high = if bits == 0 { 0 } else { words.get(k + whole + 1).copied().unwrap_or(0) << (64 - bits) };
        words[k] = low | high;
    }
}
