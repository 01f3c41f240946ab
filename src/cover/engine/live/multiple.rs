//! Items that may or must stand in several options: what is asked of them.
//!
//! ```text
//!      2:3|c | x         need  room                     need  room
//!      c                   2     3     c is chosen        1     2
//!      c                               c x is chosen      0     1    no option with x is left
//!      c x               the counts less the needs: how many options c can lose
//!      c x               an option clashes only in items that have no room left
//! ```
//!
//! Needs and room are bit-sliced as the counts are (`numbers`), so choosing an option takes some
//! instructions for all its items (`demands`), and one subtraction finds the items with too few
//! options, those with just enough, and the one to branch on (`search`).
//!
//! A cover is a set, and each set is found once: an option tried is banned from the list before the
//! next one is tried. So of the lists only the masks change, and the next search makes them anew.
//!
//! Invariant: `times` has the number of held options of each bit.
//!
//! Source: Knuth, *The Art of Computer Programming* 4B, 7.2.2.1, Algorithm M and its tweaking.
//!
//! Deliberately lacking: bounds above 14 that the options of their item can exceed
//! ([`HighBounds`]).

use std::ops::ControlFlow;

use super::demands::{Demands, FEW, MULTIPLE};
use super::layout::{Layout, WORDS, Wide};
use super::lists::Lists;
use super::mask::{Bit, bits, both};
use super::node::Node;
use super::numbers::Numbers;
use super::passes::Passes;
use super::search::Floors;
use crate::cover::engine::progress::Progress;
use crate::cover::{Bounds, ItemId, Problem};
use crate::excerpt::Excerpt;

/// Endless room; bounds are below.
const MOST: u32 = Numbers::<WORDS, MULTIPLE>::MOST;

/// The bounds of an item are too high for a live list.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a live list keeps bounds of 14 at most, and not those of `{}`", Excerpt(.item))]
pub struct HighBounds {
    /// The item, with its bounds.
    pub item: String,
}

/// The bounds of a problem, and a search that obeys them.
#[derive(Debug)]
pub(super) struct Multiple {
    /// The bounds of each bit.
    asked: Vec<Bounds>,
    /// In how many held options each bit is.
    times: Vec<u32>,
    floors: Box<Floors<MULTIPLE, FEW>>,
}

/// Refuses bounds that a live list can't keep.
pub(super) fn check(problem: &Problem) -> Result<(), HighBounds> {
    let bounded =
        |item: &ItemId| problem.is_primary(*item) && problem.bounds(*item) != Bounds::ONCE;
    let high = |item: &ItemId| {
        let Bounds { least, most } = problem.bounds(*item);
        let has_it =
            |option: &_| problem.entries_of(*option).iter().any(|entry| entry.item == *item);
        // Room for all options is endless.
        least >= MOST || most >= MOST && (most as usize) < problem.options().filter(has_it).count()
    };
    match problem.items().filter(bounded).find(high) {
        None => Ok(()),
        Some(item) => Err(HighBounds { item: problem.spelled_item(item).to_string() }),
    }
}

impl Multiple {
    /// For a problem whose bounds have passed the check.
    pub(super) fn new(problem: &Problem, layout: &Layout) -> Multiple {
        let mut asked = vec![Bounds::AT_MOST_ONCE; 64 * WORDS];
        for (item, bit) in layout.primaries() {
            asked[bit.number()] = problem.bounds(item);
        }
        Multiple { asked, times: vec![0; 64 * WORDS], floors: Box::default() }
    }

    /// The same bounds, with nothing held.
    pub(super) fn unheld(&self) -> Multiple {
        let times = vec![0; self.times.len()];
        Multiple { asked: self.asked.clone(), times, floors: Box::default() }
    }

    /// Counts a held option, and returns those of its bits that have no room now.
    pub(super) fn hold(&mut self, mask: &Wide) -> Wide {
        let mut full = [0; WORDS];
        for bit in bits(mask) {
            let times = &mut self.times[bit.number()];
            *times += 1;
            if *times >= self.asked[bit.number()].most {
                bit.set(&mut full);
            }
        }
        full
    }

    /// Takes a hold back.
    pub(super) fn release(&mut self, mask: &Wide) {
        bits(mask).for_each(|bit| self.times[bit.number()] -= 1);
    }

    /// The bounds of a bit for the options that are not held.
    fn left(&self, bit: Bit) -> Bounds {
        self.asked[bit.number()].after(self.times[bit.number()])
    }

    /// How many options the item of a bit still needs.
    pub(super) fn need(&self, bit: Bit) -> u32 {
        self.left(bit).least
    }

    /// In how many held options each bit is.
    pub(super) fn times(&self) -> &[u32] {
        &self.times
    }

    /// Shows all covers of a root, whose list has all options left.
    pub(super) fn search<P: Passes, const N: usize>(
        &mut self,
        passes: P,
        root: Node<WORDS, N>,
        (lists, layout): (&Lists<WORDS>, &Layout),
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        let Node { start, end, counts, .. } = root;
        let mut demands = self.demands((start..end).map(|at| lists.mask(at)), layout);
        demands.forget_room(&counts);
        let node = Node { start, end, counts, demands };
        self.floors.begin(passes, node, (lists, layout.pairs), progress)
    }

    /// What the bounds demand of these options, beside the held ones.
    fn demands(
        &self,
        options: impl ExactSizeIterator<Item = Wide>,
        layout: &Layout,
    ) -> Demands<WORDS, MULTIPLE> {
        let mut demands = Demands::one_each([0; WORDS]);
        // An item of all options bounds a cover's length, and so how often others can be in it.
        let has_options = options.len() > 0;
        let in_all = options.fold(layout.primary, |all, mask| both(&all, &mask));
        let bound = bits(&in_all).min_by_key(|&bit| self.left(bit).most).filter(|_| has_options);
        for (_, bit) in layout.primaries() {
            let Bounds { least, most } = self.left(bit);
            if let Some(more) = least.checked_sub(1) {
                bit.set(&mut demands.open);
                demands.need.set(bit, more);
            }
            let is_endless =
                bound.is_some_and(|bound| bit != bound && most >= self.left(bound).most);
            if let Some(more) = most.checked_sub(1).filter(|&more| more > 0) {
                demands.room.set(bit, if is_endless { MOST } else { more.min(MOST) });
            }
        }
        demands
    }
}
