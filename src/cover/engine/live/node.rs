//! A node of the search: its list, its open items, and what an option takes.
//!
//! ```text
//!      list     c e      a d g      b c f      ...
//!      open     a b c d e f g
//!      counts   a twice, b thrice, ...
//! ```

use super::counts::Counts;
use super::lists::Lists;
use super::mask::Mask;

/// A node whose options are listed and counted.
#[derive(Clone, Copy)]
pub(super) struct Node<const W: usize> {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The primary items still to cover.
    pub(super) open: Mask<W>,
    pub(super) counts: Counts<W>,
}

/// The pairs of bits that stand for colours; see [`layout`](super::layout).
pub(super) type Pairs<const W: usize> = Mask<W>;

/// The items and colours that an option takes from others: all that it has, and the other bit of
/// each pair.
pub(super) fn taken_by<const W: usize>(option: &Mask<W>, pairs: &Pairs<W>) -> Mask<W> {
    const EVEN: u64 = 0x5555_5555_5555_5555;
    std::array::from_fn(|w| {
        let colours = option[w] & pairs[w];
        option[w] & !pairs[w] | (colours & EVEN) << 1 | colours >> 1 & EVEN
    })
}

/// The bits that still matter: open items, secondary items that two options have, and pairs of
/// which both bits occur.
pub(super) fn kept<const W: usize>(node: &Node<W>, lists: &Lists<W>, pairs: &Pairs<W>) -> Mask<W> {
    let Node { open, counts, .. } = node;
    let (some, twice) = (counts.some(), counts.twice());
    let other = taken_by(&some, pairs);
    lists.items(&std::array::from_fn(|w| {
        (open[w] | twice[w]) & !pairs[w] | some[w] & other[w] & pairs[w]
    }))
}
