//! The search: forced items, a branch, a pass; on lists of `W` words, or of fewer words if these
//! suffice.
//!
//! ```text
//!    floor of 4 words   list | list | list              each floor has its own lists and branches;
//!                                      \  squeezed      the search goes down to a narrower one
//!    floor of 2 words                   list | list     when what is left fits, and comes back up
//!                                                \      when that is finished
//!    floor of 1 word                              list | list | list
//! ```
//!
//! There are three floors, and so three nested calls. The depth of a search on a floor is the
//! length of its stack of branches.
//!
//! # Multiplicities
//!
//! ```text
//!      c needs 2 of p q r s     p ...                    an option tried is banned from the list,
//!                               not p, q ...             and so from all lists below
//!                               not p, not q, r and s
//!      nothing is needed        a cover; then each option left, without those before it
//! ```
//!
//! A ban is the top bit of an option's mask, which each pass takes to be taken. The plain search
//! bans nothing: all options tried have the same item, and no cover has two of them. Both are this
//! code, compiled for [demands](super::demands) of `N` planes, and of `M` in an endgame.

use std::ops::{ControlFlow, Range};

use super::branch::Branch;
use super::candidates::Candidates;
use super::counts::Tally;
use super::demands::PLAIN;
use super::endgame::Endgame;
use super::layout::WORDS;
use super::lists::{BAN, LANES, Lists, fit};
use super::mask::{Mask, meet, minus, not_empty, size, squeezed, union};
use super::node::{Node, Pairs, Way, kept};
use super::passes::{Passed, Passes, Probed, Routine};
use crate::cover::engine::order::OptionOrder;
use crate::cover::engine::progress::Progress;

/// The narrower floors.
pub(super) trait Below<const N: usize> {
    /// The number of words of the widest of them; 0 if there is none.
    const WORDS: usize;

    /// Sets the order in which options are tried.
    fn set_order(&mut self, order: OptionOrder);

    /// Searches below a node of wider lists. Only its bits in `kept` matter, and these fit.
    fn enter<P: Passes, const V: usize>(
        &mut self,
        passes: P,
        above: &Above<'_, V, N>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()>;
}

/// The input of a floor from one above it.
pub(super) struct Above<'a, const V: usize, const N: usize> {
    node: Node<V, N>,
    lists: &'a Lists<V>,
    pairs: Pairs<V>,
    kept: Mask<V>,
    /// Whether the node is yet to be looked at.
    is_root: bool,
}

/// Nothing: stands below the lowest floor.
#[derive(Debug, Default)]
pub(super) struct Ground;

impl<const N: usize> Below<N> for Ground {
    const WORDS: usize = 0;

    fn set_order(&mut self, _: OptionOrder) {}

    fn enter<P: Passes, const V: usize>(
        &mut self,
        _: P,
        _: &Above<'_, V, N>,
        _: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        unreachable!("no list fits in no words")
    }
}

/// A floor of `W` words with the floors below it.
#[derive(Debug)]
pub(super) struct Floor<const W: usize, const N: usize, const M: usize, B> {
    lists: Lists<W>,
    branches: Vec<Branch<W, N>>,
    order: OptionOrder,
    candidates: Candidates,
    pairs: Pairs<W>,
    tally: Tally<W>,
    endgame: Endgame<N, M>,
    below: B,
}

/// All floors.
pub(super) type Floors<const N: usize, const M: usize> =
    Floor<WORDS, N, M, Floor<2, N, M, Floor<1, N, M, Ground>>>;

impl<const W: usize, const N: usize, const M: usize, B: Default> Default for Floor<W, N, M, B> {
    fn default() -> Floor<W, N, M, B> {
        Floor {
            lists: Lists::default(),
            branches: Vec::new(),
            order: OptionOrder::default(),
            candidates: Candidates::default(),
            pairs: [0; W],
            tally: Tally::default(),
            endgame: Endgame::default(),
            below: B::default(),
        }
    }
}

impl<const W: usize, const N: usize, const M: usize, B: Below<N>> Below<N> for Floor<W, N, M, B> {
    const WORDS: usize = W;

    fn set_order(&mut self, order: OptionOrder) {
        self.order = order;
        self.below.set_order(order);
    }

    fn enter<P: Passes, const V: usize>(
        &mut self,
        passes: P,
        above: &Above<'_, V, N>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        let length = above.node.end - above.node.start;
        if fit(width::<V, N>(&above.kept), length, B::WORDS) {
            return self.below.enter(passes, above, progress);
        }
        passes.perform(TakeOver { floor: self, above, progress })
    }
}

/// The routine of taking over from the floor above.
struct TakeOver<'a, 'p, const W: usize, const V: usize, const N: usize, const M: usize, B> {
    floor: &'a mut Floor<W, N, M, B>,
    above: &'a Above<'a, V, N>,
    progress: &'a mut Progress<'p>,
}

impl<const W: usize, const V: usize, const N: usize, const M: usize, B: Below<N>> Routine
    for TakeOver<'_, '_, W, V, N, M, B>
{
    type Outcome = ControlFlow<()>;

    #[inline(always)]
    fn with<P: Passes>(self, passes: P) -> ControlFlow<()> {
        self.floor.take_over(passes, self.above, self.progress)
    }
}

impl<const W: usize, const N: usize, const M: usize, B: Below<N>> Floor<W, N, M, B> {
    /// The order in which options are tried.
    pub(super) fn order(&self) -> OptionOrder {
        self.order
    }

    /// Shows all covers of a root with its list.
    pub(super) fn begin<P: Passes, const V: usize>(
        &mut self,
        passes: P,
        node: Node<V, N>,
        (lists, pairs): (&Lists<V>, Pairs<V>),
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        let kept = kept(&node, lists, &pairs);
        self.enter(passes, &Above { node, lists, pairs, kept, is_root: true }, progress)
    }

    /// Squeezes the lists of a floor above, and searches there.
    #[inline(always)]
    fn take_over<P: Passes, const V: usize>(
        &mut self,
        passes: P,
        above: &Above<'_, V, N>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        let squeeze =
            |mask: &Mask<V>| squeezed(mask, &above.kept, |bits, kept| passes.squeeze(bits, kept));
        let Node { start, end, counts, mut demands } = above.node;
        if N == PLAIN {
            self.lists.begin(end - start);
        } else {
            self.lists.begin_bannable(end - start);
        }
        for at in start..end {
            let (mask, number) = above.lists.option(at);
            self.lists.push(&squeeze(&mask), number);
        }
        self.pairs = squeeze(&above.pairs);
        demands.forget_room(&counts);
        let node = Node {
            start: 0,
            end: self.lists.count(),
            counts: counts.map(squeeze),
            demands: demands.map(squeeze),
        };
        self.search(passes, node, above.is_root, progress)
    }

    /// Shows all covers below a node whose list is the lowest of this floor; if it is the root, its
    /// own too.
    #[inline(always)]
    fn search<P: Passes>(
        &mut self,
        passes: P,
        mut node: Node<W, N>,
        is_root: bool,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        self.branches.clear();
        self.candidates.clear();
        let has_forced = || not_empty(&node.counts.forced(&node.demands.open));
        if is_root && (N != PLAIN || has_forced()) {
            let way = Way { demands: node.demands, taken: banned::<W, N>() };
            match self.settle(passes, node.start..node.end, way, progress)? {
                Some(settled) => node = settled,
                None => return ControlFlow::Continue(()),
            }
        }
        loop {
            self.descend(passes, &node, progress)?;
            match self.next(passes, progress)? {
                Some(next) => node = next,
                None => return ControlFlow::Continue(()),
            }
        }
    }

    /// Handles a settled node: in the endgame, on a floor below, or by a branch here.
    #[inline(always)]
    fn descend<P: Passes>(
        &mut self,
        passes: P,
        node: &Node<W, N>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        if Endgame::<N, M>::takes(node) {
            return self.endgame.play(passes, &self.lists, node, &self.pairs, progress);
        }
        let kept = kept(node, &self.lists, &self.pairs);
        if B::WORDS > 0 && fit(width::<W, N>(&kept), node.end - node.start, B::WORDS) {
            let (lists, pairs) = (&self.lists, self.pairs);
            let above = Above { node: *node, lists, pairs, kept, is_root: false };
            return self.below.enter(passes, &above, progress);
        }
        self.branch(passes, node, progress.depth());
        ControlFlow::Continue(())
    }

    /// Takes the options of all items that have just enough of them, until none has; shows a cover
    /// if nothing is needed; and copies the options left. Returns `None` if nothing is to be found
    /// below.
    #[inline(always)]
    fn settle<P: Passes>(
        &mut self,
        passes: P,
        mut from: Range<usize>,
        mut way: Way<W, N>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), Option<Node<W, N>>> {
        loop {
            if !self.probe(passes, &from, &mut way, progress)? {
                return ControlFlow::Continue(None);
            }
            let demands = way.demands;
            let is_cover = !not_empty(&demands.open);
            if is_cover {
                progress.show()?;
                if N == PLAIN {
                    // Every option has an item that is covered now.
                    return ControlFlow::Continue(None);
                }
            }
            let start = from.end.next_multiple_of(LANES);
            self.lists.make_room(start, from.len());
            let Passed { end, counts } =
                passes.pass(&mut self.lists, from.clone(), start, &way.taken);
            progress.removed(from.len() - (end - start));
            progress.looked(from.len() as u64);
            let node = Node { start, end, counts, demands };
            if is_cover {
                return ControlFlow::Continue((start < end).then_some(node));
            }
            let (short, forced) = demands.tight(&counts);
            if not_empty(&short) {
                return ControlFlow::Continue(None);
            }
            if !not_empty(&forced) {
                return ControlFlow::Continue(Some(node));
            }
            // The probe sees items that need one option; this one needs several.
            (from, way.taken) = (start..end, banned::<W, N>());
            if !self.take(passes, &from, &forced, &mut way, progress)? {
                return ControlFlow::Continue(None);
            }
        }
    }

    /// Takes the options of items that need one and have one, until there are none. Returns false
    /// if an item has too few.
    #[inline(always)]
    fn probe<P: Passes>(
        &self,
        passes: P,
        from: &Range<usize>,
        way: &mut Way<W, N>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), bool> {
        loop {
            let (open, several) = (way.demands.open, way.demands.need.some());
            if !not_empty(&open) {
                return ControlFlow::Continue(true);
            }
            let Probed { once, twice } = passes.probe(&self.lists, from.clone(), &way.taken);
            if not_empty(&union(&minus(&open, &once), &minus(&several, &twice))) {
                return ControlFlow::Continue(false);
            }
            let forced = minus(&minus(&open, &several), &twice);
            if !not_empty(&forced) {
                return ControlFlow::Continue(true);
            }
            if !self.take(passes, from, &forced, way, progress)? {
                return ControlFlow::Continue(false);
            }
        }
    }

    /// Takes all options of the forced items. Returns false if two of them clash, or they are too
    /// dear.
    #[inline(always)]
    fn take<P: Passes>(
        &self,
        passes: P,
        from: &Range<usize>,
        forced: &Mask<W>,
        way: &mut Way<W, N>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), bool> {
        let before = way.taken;
        for at in from.clone().step_by(LANES) {
            let mut lanes = passes.meeting(&self.lists, at, from.end, forced, &before);
            while lanes != 0 {
                let (mask, number) = self.lists.option(at + lanes.trailing_zeros() as usize);
                lanes &= lanes - 1;
                if !progress.affords(number) {
                    return ControlFlow::Continue(false);
                }
                progress.step(number)?;
                if meet(&mask, &way.taken) {
                    return ControlFlow::Continue(false);
                }
                way.choose(&mask, &self.pairs);
            }
        }
        if N != PLAIN {
            // Their options are all chosen, and leave the list by this even if they have room.
            way.taken = union(&way.taken, forced);
        }
        ControlFlow::Continue(true)
    }

    /// Branches on the first item with the fewest options to spare, or on all options if none is
    /// needed.
    #[inline(always)]
    fn branch<P: Passes>(&mut self, passes: P, node: &Node<W, N>, chosen: usize) {
        let branch = Branch::on(passes, node, (&self.lists, &mut self.tally), chosen);
        let branch = match self.order {
            OptionOrder::LeastClashingFirst => {
                let lists = (&self.lists, &self.pairs);
                branch.best_first(passes, node, lists, &mut self.candidates)
            }
            OptionOrder::AsListed => branch,
        };
        self.branches.push(branch);
    }

    /// Goes on to the next option of the latest branch that has one, and to the node that follows.
    #[inline(always)]
    fn next<P: Passes>(
        &mut self,
        passes: P,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), Option<Node<W, N>>> {
        while let Some(branch) = self.branches.last_mut() {
            let Some(at) = branch.next(passes, &self.lists, &mut self.candidates) else {
                self.branches.pop();
                continue;
            };
            let (mask, number) = self.lists.option(at);
            if N != PLAIN {
                branch.lose(&mask);
                self.lists.ban(at);
            }
            progress.back_to(branch.chosen);
            if !progress.affords(number) {
                continue;
            }
            progress.step(number)?;
            let (from, demands) = (branch.start..branch.end, branch.demands);
            let mut way = Way { demands, taken: banned::<W, N>() };
            way.choose(&mask, &self.pairs);
            if let Some(node) = self.settle(passes, from, way, progress)? {
                return ControlFlow::Continue(Some(node));
            }
        }
        ControlFlow::Continue(None)
    }
}

/// The number of bits that masks of these items need on a floor below.
fn width<const W: usize, const N: usize>(kept: &Mask<W>) -> usize {
    size(kept) + usize::from(N != PLAIN)
}

/// What banned options have, and no other; nothing in a plain search.
const fn banned<const W: usize, const N: usize>() -> Mask<W> {
    let mut mask = [0; W];
    if N != PLAIN {
        mask[W - 1] = BAN;
    }
    mask
}
