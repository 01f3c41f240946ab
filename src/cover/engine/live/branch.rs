//! A branch of the search: which item it is on, and which of its options are untried.
//!
//! ```text
//!      p q r s   c needs 2         c can lose two: after p, q and r there is no cover
//!      ^
//!      untried, from here on
//! ```
//!
//! The item is the first with the fewest options to spare. [`Engine::shortest`] names the same, so
//! that parts of the tree have their covers in the order of the search.
//!
//! The options come as they are listed, or the best first; see [`candidates`](super::candidates).
//!
//! [`Engine::shortest`]: crate::cover::Engine::shortest

use std::ops::Range;

use super::candidates::Candidates;
use super::counts::{Tally, fewest};
use super::demands::{Demands, PLAIN};
use super::lists::{LANES, Lanes, Lists, before};
use super::mask::{Bit, Mask, bits, both, minus, not_empty};
use super::node::{Node, Pairs};
use super::numbers::Numbers;
use super::passes::Passes;

/// A branch on the options of an item, or on all of them.
#[derive(Debug)]
pub(super) struct Branch<const W: usize, const N: usize> {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) demands: Demands<W, N>,
    /// How many options an item can lose, and one; the largest number if it is more or not known.
    spare: Numbers<W, N>,
    /// None if nothing is needed.
    item: Option<Bit>,
    /// The place of the search for the options, and the untried ones there.
    at: usize,
    untried: Lanes,
    /// The most options still to try.
    left: usize,
    /// Where its candidates begin, if the best come first.
    bottom: Option<usize>,
    /// The number of options chosen before.
    pub(super) chosen: usize,
}

impl<const W: usize, const N: usize> Branch<W, N> {
    /// A branch on the first item with the fewest options to spare, or on all options if none is
    /// needed, after this number of choices.
    #[inline(always)]
    pub(super) fn on<P: Passes>(
        passes: P,
        node: &Node<W, N>,
        (lists, tally): (&Lists<W>, &mut Tally<W>),
        chosen: usize,
    ) -> Branch<W, N> {
        let &Node { start, end, counts, demands } = node;
        let Demands { open, need, .. } = &demands;
        let (spare, _) = need.spared_by(&counts);
        let known = minus(open, &counts.more);
        let (item, left) = if not_empty(&known) {
            let item = fewest(known, spare.planes());
            (Some(item), spare.of(item) as usize)
        } else if N != PLAIN && !not_empty(open) {
            (None, end - start)
        } else {
            let single = minus(open, &need.some());
            let of = if N == PLAIN || not_empty(&single) { single } else { *open };
            let item = tally.rarest(&of, (start..end).map(|at| lists.mask(at)));
            (Some(item), spared(lists, start..end, item, need))
        };
        let (item, left) = match item {
            Some(item) if N != PLAIN => {
                let (item, left) = neediest(node, lists, (item, left));
                (Some(item), left)
            }
            _ => (item, left),
        };
        let mut spare = spare.resized();
        spare.enlarge(&known.map(|word| !word));
        let (at, untried) = (start, having(passes, lists, start, end, item));
        Branch { start, end, demands, spare, item, at, untried, left, bottom: None, chosen }
    }

    /// The same branch of a plain search, which tries its best options first.
    #[inline(always)]
    pub(super) fn best_first<P: Passes>(
        mut self,
        passes: P,
        node: &Node<W, N>,
        (lists, pairs): (&Lists<W>, &Pairs<W>),
        candidates: &mut Candidates,
    ) -> Branch<W, N> {
        let bottom = candidates.count();
        while let Some(place) = self.listed(passes, lists) {
            candidates.push(node, (&lists.mask(place), pairs), place);
        }
        candidates.sort(bottom);
        self.bottom = Some(bottom);
        self
    }

    /// The place of the next option to try.
    #[inline(always)]
    pub(super) fn next<P: Passes>(
        &mut self,
        passes: P,
        lists: &Lists<W>,
        candidates: &mut Candidates,
    ) -> Option<usize> {
        if let Some(bottom) = self.bottom {
            return candidates.pop(bottom);
        }
        self.left = self.left.checked_sub(1)?;
        self.listed(passes, lists)
    }

    /// The place of the next option as they are listed.
    #[inline(always)]
    fn listed<P: Passes>(&mut self, passes: P, lists: &Lists<W>) -> Option<usize> {
        while self.untried == 0 {
            self.at += LANES;
            if self.at >= self.end {
                return None;
            }
            self.untried = having(passes, lists, self.at, self.end, self.item);
        }
        let option = self.at + self.untried.trailing_zeros() as usize;
        self.untried &= self.untried - 1;
        Some(option)
    }

    /// Ends with the option now tried if an item can't do without it.
    #[inline(always)]
    pub(super) fn lose(&mut self, option: &Mask<W>) {
        let lost = minus(option, &self.spare.largest());
        self.spare.decrement(&lost);
        if not_empty(&minus(&lost, &self.spare.some())) {
            self.left = 0;
        }
    }
}

/// How many of these options an item can lose, and one.
fn spared<const W: usize, const N: usize>(
    lists: &Lists<W>,
    options: Range<usize>,
    item: Bit,
    need: &Numbers<W, N>,
) -> usize {
    let count = options.filter(|&at| item.is_in(&lists.mask(at))).count();
    count - need.of(item) as usize
}

/// Of this item, which has the fewest options to spare of those whose count is known or that need
/// one, and of those that need several of sixteen options or more: the first with the fewest to
/// spare.
fn neediest<const W: usize, const N: usize>(
    node: &Node<W, N>,
    lists: &Lists<W>,
    (mut item, mut left): (Bit, usize),
) -> (Bit, usize) {
    let &Node { start, end, counts, demands } = node;
    let Demands { open, need, .. } = &demands;
    for other in bits(&both(&need.some(), &both(open, &counts.more))) {
        // Most have more to spare, whatever their count is.
        if 16 - need.of(other) as usize > left {
            continue;
        }
        let spared = spared(lists, start..end, other, need);
        if (spared, other.number()) < (left, item.number()) {
            (item, left) = (other, spared);
        }
    }
    (item, left)
}

/// The options from `at` on, before `end`, that have the item, if there is one.
#[inline(always)]
fn having<P: Passes, const W: usize>(
    passes: P,
    lists: &Lists<W>,
    at: usize,
    end: usize,
    item: Option<Bit>,
) -> Lanes {
    match item {
        Some(item) => passes.having(lists, at, end, item),
        None => before(at, end),
    }
}
