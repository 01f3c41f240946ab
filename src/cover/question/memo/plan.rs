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

use super::layout::Layout;
use super::rest::Part;
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
    /// The bits of secondary items, and the end of the bits.
    passable: Vec<u64>,
    /// For each bit, the rank of the first primary item from there on.
    rank_at: Vec<u32>,
    /// The bit of each rank's item, and the end of the bits.
    bit_of: Vec<usize>,
}

impl<const W: usize> Plan<W> {
    /// Makes the masks of a part from its layout.
    pub(super) fn new(part: &Part, layout: Layout) -> Plan<W> {
        let Layout { places, bit_of, order, first, by_rank } = layout;
        let starts =
            (0..=order.len()).map(|rank| by_rank.partition_point(|&option| first[option] < rank));
        let end = bit_of[order.len()];
        let mut passable = vec![u64::MAX; end / 64 + 1];
        for bit in &bit_of {
            passable[bit / 64] &= !(1 << (bit % 64));
        }
        let rank_at = (0..=end).map(|bit| bit_of.partition_point(|&b| b < bit) as u32).collect();
        let mut plan = Plan {
            starts: starts.collect(),
            options: by_rank.iter().map(|&option| part.options[option]).collect(),
            takes: vec![[0; W]; by_rank.len()],
            clashes: vec![[0; W]; by_rank.len()],
            passable,
            rank_at,
            bit_of,
        };
        for (k, &option) in by_rank.iter().enumerate() {
            let word = plan.bit_of[first[option]] / 64;
            for &(item, colour) in &part.entries[option] {
                let (takes, clashes) = places[item].marks(colour);
                for bit in takes {
                    set(&mut plan.takes[k], bit - 64 * word);
                }
                for bit in clashes {
                    set(&mut plan.clashes[k], bit - 64 * word);
                }
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

    /// The start and end of a rank's options.
    #[inline]
    pub(super) fn options_at(&self, rank: u32) -> (usize, usize) {
        (self.starts[rank as usize], self.starts[rank as usize + 1])
    }

    /// The first option of its rank, from `from` up to `end`, that fits a state.
    #[inline]
    pub(super) fn fitting(&self, state: &[u64; W], from: usize, end: usize) -> Option<usize> {
        let masks = if self.clashes.is_empty() { &self.takes } else { &self.clashes };
        let fits = |mask: &[u64; W]| (0..W).fold(0, |met, w| met | state[w] & mask[w]) == 0;
        masks[from..end].iter().position(fits).map(|after| from + after)
    }

    /// Takes an option of this rank, moves the window to the next uncovered item, and returns its
    /// rank.
    #[inline]
    pub(super) fn take(&self, state: &mut [u64; W], rank: u32, option: usize) -> u32 {
        (0..W).for_each(|w| state[w] |= self.takes[option][w]);
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

fn set(words: &mut [u64], bit: usize) {
    words[bit / 64] |= 1 << (bit % 64);
}

/// Moves all words down by `by`; those below fall out.
fn shift<const W: usize>(words: &mut [u64; W], by: usize) {
    (0..W).for_each(|w| words[w] = words.get(w + by).copied().unwrap_or(0));
}
