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

use std::ops::{ControlFlow, Range};

use super::counts::Tally;
use super::endgame::Endgame;
use super::lists::{LANES, Lanes, Lists, fit};
use super::mask::{Bit, Mask, meet, minus, not_empty, size, squeezed, union};
use super::node::{Node, Pairs, kept, taken_by};
use super::passes::{Passed, Passes, Probed, Routine};
use crate::cover::engine::progress::Progress;

/// An item that was branched on, and its options tried so far.
#[derive(Debug)]
struct Branch<const W: usize> {
    start: usize,
    end: usize,
    open: Mask<W>,
    item: Bit,
    /// The place of the search for the item's options, and the untried options there.
    at: usize,
    untried: Lanes,
    /// The number of options chosen before.
    chosen: usize,
}

/// The narrower floors.
pub(super) trait Below {
    /// The number of words of the widest of them; 0 if there is none.
    const WORDS: usize;

    /// Searches below a node of wider lists. Only its bits in `kept` matter, and these fit.
    fn enter<P: Passes, const V: usize>(
        &mut self,
        passes: P,
        above: &Above<'_, V>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()>;
}

/// The input of a floor from one above it.
pub(super) struct Above<'a, const V: usize> {
    pub(super) node: Node<V>,
    pub(super) lists: &'a Lists<V>,
    pub(super) pairs: Pairs<V>,
    pub(super) kept: Mask<V>,
}

/// Nothing: stands below the lowest floor.
#[derive(Debug, Default)]
pub(super) struct Ground;

impl Below for Ground {
    const WORDS: usize = 0;

    fn enter<P: Passes, const V: usize>(
        &mut self,
        _: P,
        _: &Above<'_, V>,
        _: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        unreachable!("what is kept has no items, and a node without open items is a cover")
    }
}

/// A floor of `W` words with the floors below it.
#[derive(Debug)]
pub(super) struct Floor<const W: usize, B> {
    lists: Lists<W>,
    branches: Vec<Branch<W>>,
    pairs: Pairs<W>,
    tally: Tally<W>,
    endgame: Endgame,
    below: B,
}

impl<const W: usize, B: Default> Default for Floor<W, B> {
    fn default() -> Floor<W, B> {
        Floor {
            lists: Lists::default(),
            branches: Vec::new(),
            pairs: [0; W],
            tally: Tally::default(),
            endgame: Endgame::default(),
            below: B::default(),
        }
    }
}

impl<const W: usize, B: Below> Below for Floor<W, B> {
    const WORDS: usize = W;

    fn enter<P: Passes, const V: usize>(
        &mut self,
        passes: P,
        above: &Above<'_, V>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        if fit(size(&above.kept), above.node.end - above.node.start, B::WORDS) {
            return self.below.enter(passes, above, progress);
        }
        passes.perform(TakeOver { floor: self, above, progress })
    }
}

/// The routine of taking over from the floor above.
struct TakeOver<'a, 'p, const W: usize, const V: usize, B> {
    floor: &'a mut Floor<W, B>,
    above: &'a Above<'a, V>,
    progress: &'a mut Progress<'p>,
}

impl<const W: usize, const V: usize, B: Below> Routine for TakeOver<'_, '_, W, V, B> {
    type Outcome = ControlFlow<()>;

    #[inline(always)]
    fn with<P: Passes>(self, passes: P) -> ControlFlow<()> {
        self.floor.take_over(passes, self.above, self.progress)
    }
}

impl<const W: usize, B: Below> Floor<W, B> {
    /// Squeezes the lists of a floor above, and searches there.
    #[inline(always)]
    fn take_over<P: Passes, const V: usize>(
        &mut self,
        passes: P,
        above: &Above<'_, V>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        let squeeze =
            |mask: &Mask<V>| squeezed(mask, &above.kept, |bits, kept| passes.squeeze(bits, kept));
        let node = above.node;
        self.lists.begin(node.end - node.start);
        for at in node.start..node.end {
            let (mask, number) = above.lists.option(at);
            self.lists.push(&squeeze(&mask), number);
        }
        self.pairs = squeeze(&above.pairs);
        let node = Node {
            start: 0,
            end: self.lists.count(),
            open: squeeze(&node.open),
            counts: node.counts.map(squeeze),
        };
        self.search(passes, node, progress)
    }

    /// Shows all covers below a node whose list is the lowest of this floor.
    #[inline(always)]
    fn search<P: Passes>(
        &mut self,
        passes: P,
        node: Node<W>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        self.branches.clear();
        // A node from a floor above has no forced items, but the root may have some.
        let mut node = node;
        if not_empty(&node.counts.forced(&node.open)) {
            match self.settle(passes, node.start..node.end, node.open, [0; W], progress)? {
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

    /// Handles a node without forced items: in the endgame, on a floor below, or by a branch here.
    #[inline(always)]
    fn descend<P: Passes>(
        &mut self,
        passes: P,
        node: &Node<W>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        if Endgame::takes(node) {
            return self.endgame.play(passes, &self.lists, node, &self.pairs, progress);
        }
        let kept = kept(node, &self.lists, &self.pairs);
        if B::WORDS > 0 && fit(size(&kept), node.end - node.start, B::WORDS) {
            let above = Above { node: *node, lists: &self.lists, pairs: self.pairs, kept };
            return self.below.enter(passes, &above, progress);
        }
        self.branch(passes, node, progress.depth());
        ControlFlow::Continue(())
    }

    /// Takes the options of all forced items of a list without what is taken, until none is forced,
    /// and copies the options left. Returns `None` if the node is finished: its cover has been
    /// shown, or it has none.
    #[inline(always)]
    fn settle<P: Passes>(
        &mut self,
        passes: P,
        from: Range<usize>,
        mut open: Mask<W>,
        mut taken: Mask<W>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), Option<Node<W>>> {
        loop {
            if !not_empty(&open) {
                progress.show()?;
                return ControlFlow::Continue(None);
            }
            let Probed { once, twice } = passes.probe(&self.lists, from.clone(), &taken);
            if not_empty(&minus(&open, &once)) {
                return ControlFlow::Continue(None);
            }
            let forced = minus(&open, &twice);
            if !not_empty(&forced) {
                break;
            }
            let Some(had) = self.take(passes, from.clone(), &forced, &mut taken, progress)? else {
                return ControlFlow::Continue(None);
            };
            open = minus(&open, &had);
        }
        let start = from.end.next_multiple_of(LANES);
        self.lists.make_room(start, from.len());
        let Passed { end, counts } = passes.pass(&mut self.lists, from.clone(), start, &taken);
        progress.removed(from.len() - (end - start));
        ControlFlow::Continue(Some(Node { start, end, open, counts }))
    }

    /// Takes the single option of each forced item, and returns the bits that these options have;
    /// `None` if two of them clash.
    #[inline(always)]
    fn take<P: Passes>(
        &self,
        passes: P,
        from: Range<usize>,
        forced: &Mask<W>,
        taken: &mut Mask<W>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), Option<Mask<W>>> {
        let (before, mut had) = (*taken, [0; W]);
        for at in from.clone().step_by(LANES) {
            let mut lanes = passes.meeting(&self.lists, at, from.end, forced, &before);
            while lanes != 0 {
                let (mask, number) = self.lists.option(at + lanes.trailing_zeros() as usize);
                lanes &= lanes - 1;
                progress.step(number)?;
                if meet(&mask, taken) {
                    return ControlFlow::Continue(None);
                }
                had = union(&had, &mask);
                *taken = union(taken, &taken_by(&mask, &self.pairs));
            }
        }
        ControlFlow::Continue(Some(had))
    }

    /// Branches on the first item with the fewest options.
    #[inline(always)]
    fn branch<P: Passes>(&mut self, passes: P, node: &Node<W>, chosen: usize) {
        let &Node { start, end, open, counts } = node;
        let lists = &self.lists;
        let item = match counts.rarest(&open) {
            Some(item) => item,
            None => self.tally.rarest(&open, (start..end).map(|at| lists.mask(at))),
        };
        let untried = passes.having(lists, start, end, item);
        self.branches.push(Branch { start, end, open, item, at: start, untried, chosen });
    }

    /// Goes on to the next option of the latest branch that has one, and to the node that follows.
    #[inline(always)]
    fn next<P: Passes>(
        &mut self,
        passes: P,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), Option<Node<W>>> {
        while let Some(branch) = self.branches.last_mut() {
            let Some(option) = branch.next(passes, &self.lists) else {
                self.branches.pop();
                continue;
            };
            let (from, open) = (branch.start..branch.end, branch.open);
            progress.back_to(branch.chosen);
            let (mask, number) = self.lists.option(option);
            progress.step(number)?;
            let (open, taken) = (minus(&open, &mask), taken_by(&mask, &self.pairs));
            if let Some(node) = self.settle(passes, from, open, taken, progress)? {
                return ControlFlow::Continue(Some(node));
            }
        }
        ControlFlow::Continue(None)
    }
}

impl<const W: usize> Branch<W> {
    /// The place of the next option that has the item.
    #[inline(always)]
    fn next<P: Passes>(&mut self, passes: P, lists: &Lists<W>) -> Option<usize> {
        while self.untried == 0 {
            self.at += LANES;
            if self.at >= self.end {
                return None;
            }
            self.untried = passes.having(lists, self.at, self.end, self.item);
        }
        let option = self.at + self.untried.trailing_zeros() as usize;
        self.untried &= self.untried - 1;
        Some(option)
    }
}
