//! A node of the search: its list, what it demands, and what an option takes.
//!
//! ```text
//!      list     c e      a d g      b c f      ...
//!      open     a b c d e f g
//!      counts   a twice, b thrice, ...
//! ```

use super::counts::Counts;
use super::demands::Demands;
use super::lists::Lists;
use super::mask::{Mask, minus, union};

/// A node whose options are listed and counted.
#[derive(Clone, Copy)]
pub(super) struct Node<const W: usize, const N: usize> {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) counts: Counts<W>,
    pub(super) demands: Demands<W, N>,
}

/// The demands on the way to a node, and the bits taken since its list was made.
#[derive(Clone, Copy)]
pub(super) struct Way<const W: usize, const N: usize> {
    pub(super) demands: Demands<W, N>,
    pub(super) taken: Mask<W>,
}

/// The pairs of bits that stand for colours; see [`layout`](super::layout).
pub(super) type Pairs<const W: usize> = Mask<W>;

impl<const W: usize, const N: usize> Way<W, N> {
    /// Chooses an option.
    #[inline(always)]
    pub(super) fn choose(&mut self, option: &Mask<W>, pairs: &Pairs<W>) {
        self.demands.satisfy(option);
        let endless = self.demands.room.largest();
        let full = self.demands.fill(option, &endless);
        self.taken = union(&self.taken, &taken_by(&full, pairs));
    }
}

/// The items and colours that an option takes from others: all that it has, and the other bit of
/// each pair.
pub(super) fn taken_by<const W: usize>(option: &Mask<W>, pairs: &Pairs<W>) -> Mask<W> {
    const EVEN: u64 = 0x5555_5555_5555_5555;
    std::array::from_fn(|w| {
        let colours = option[w] & pairs[w];
        option[w] & !pairs[w] | (colours & EVEN) << 1 | colours >> 1 & EVEN
    })
}

/// The bits that still matter: open items, items that two options have and whose room these may
/// fill, and pairs of which both bits occur.
pub(super) fn kept<const W: usize, const N: usize>(
    node: &Node<W, N>,
    lists: &Lists<W>,
    pairs: &Pairs<W>,
) -> Mask<W> {
    let Node { counts, demands, .. } = node;
    let (some, twice) = (counts.some(), counts.twice());
    let idle = minus(&demands.room.some(), &demands.may_fill(counts));
    let other = taken_by(&some, pairs);
    lists.items(&std::array::from_fn(|w| {
        (demands.open[w] | twice[w] & !idle[w]) & !pairs[w] | some[w] & other[w] & pairs[w]
    }))
}
