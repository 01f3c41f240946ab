//! The options that branches have yet to try, if the best come first.
//!
//! ```text
//!      options of d     open items     clashes       stack
//!         a d g             3         2 + 3 + 3
//!         a d f             3         2 + 3 + 2      ... | d e g | a d g | a d f |
//!         d e g             3         3 + 2 + 3                             next
//! ```
//!
//! An option of many open items leaves a small problem: if it has no cover, that is known soon. Of
//! those of as many, the one that clashes with the fewest leaves most ways to go on. How many
//! options clash in an item is known from the [counts](super::counts); one that clashes in two
//! items counts twice. Equals come as they are listed.
//!
//! Invariant: the candidates of a branch lie above those of the branches before it, the best on
//! top.

use super::counts::Counts;
use super::mask::{Mask, both, size};
use super::node::{Node, Pairs, taken_by};

/// The candidates of the branches of a floor.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    /// A number for each: the greater, the better. Its lower half says the place.
    stack: Vec<u64>,
}

impl Candidates {
    /// The number of candidates of all branches.
    pub(super) fn count(&self) -> usize {
        self.stack.len()
    }

    /// Adds an option of a node, at this place of its lists.
    #[inline(always)]
    pub(super) fn push<const W: usize, const N: usize>(
        &mut self,
        node: &Node<W, N>,
        (option, pairs): (&Mask<W>, &Pairs<W>),
        place: usize,
    ) {
        let open = size(&both(option, &node.demands.open)) as u64;
        let clashes = u64::from(clashes(&node.counts, &taken_by(option, pairs)));
        self.stack.push(open << 48 | (0xffff - clashes) << 32 | u64::from(u32::MAX - place as u32));
    }

    /// Brings the candidates above `bottom` into order.
    #[inline(always)]
    pub(super) fn sort(&mut self, bottom: usize) {
        self.stack[bottom..].sort_unstable();
    }

    /// The place of the best candidate above `bottom`, which is one no more.
    #[inline(always)]
    pub(super) fn pop(&mut self, bottom: usize) -> Option<usize> {
        let best = if self.stack.len() > bottom { self.stack.pop()? } else { return None };
        Some((u32::MAX - best as u32) as usize)
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.stack.clear();
    }
}

/// The numbers of options of these items and colours, up to sixteen each, added up.
#[inline(always)]
fn clashes<const W: usize>(counts: &Counts<W>, taken: &Mask<W>) -> u32 {
    let planes = [&counts.ones, &counts.twos, &counts.fours, &counts.eights, &counts.more];
    let sizes = planes.map(|plane| size(&both(plane, taken)) as u32);
    sizes.iter().rev().fold(0, |sum, size| 2 * sum + size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::engine::live::demands::{Demands, PLAIN};

    #[test]
    fn the_drawing_is_right() {
        let letters =
            |word: &str| [word.bytes().fold(0, |mask, letter| mask | 1 << (letter - b'a'))];
        let toy = ["ce", "adg", "bcf", "adf", "bg", "deg"].map(letters);
        let mut counts = Counts::<1>::NONE;
        for option in &toy {
            counts.add(option);
        }
        let demands = Demands::<1, PLAIN>::one_each(letters("abcdefg"));
        let node = Node { start: 0, end: toy.len(), counts, demands };
        let mut candidates = Candidates::default();
        candidates.push(&node, (&toy[0], &[0]), 0);
        for place in [1, 3, 5] {
            candidates.push(&node, (&toy[place], &[0]), place);
        }
        candidates.sort(1);
        let order: Vec<usize> = std::iter::from_fn(|| candidates.pop(1)).collect();
        assert_eq!(order, [3, 1, 5]);
        assert_eq!([candidates.pop(0), candidates.pop(0)], [Some(0), None]);
    }
}
