//! The search with multiplicities: what is forced, a branch, a pass; on lists of `W` words, or of
//! fewer words if these suffice.
//!
//! ```text
//!      c needs 2 of p q r s     p ...                    an option tried is banned from the list,
//!                               not p, q ...             and so from all lists below
//!                               not p, not q, r and s
//!      nothing is needed        a cover; then each option left, without those before it
//! ```
//!
//! The floors are those of the plain [search](crate::cover::engine::live::search). A ban is the top
//! bit of an option's mask, which each pass takes to be taken.

use std::ops::{ControlFlow, Range};

use super::demands::{Demands, Way};
use super::endgame::Table;
use super::node::MultipleNode;
use super::numbers::Numbers;
use crate::cover::engine::live::counts::{Tally, fewest};
use crate::cover::engine::live::lists::{BAN, LANES, Lanes, Lists, before, fit};
use crate::cover::engine::live::mask::{Bit, Mask, meet, minus, not_empty, size, squeezed, union};
use crate::cover::engine::live::node::{Node, Pairs};
use crate::cover::engine::live::passes::{Passed, Passes, Probed, Routine};
use crate::cover::engine::progress::Progress;

/// A branch on the options of an item, or on all of them.
#[derive(Debug)]
struct Branch<const W: usize> {
    start: usize,
    end: usize,
    demands: Demands<W>,
    /// How many options the items that need some can lose, and the items of which this is known.
    spare: Numbers<W>,
    known: Mask<W>,
    /// None if nothing is needed.
    item: Option<Bit>,
    /// The place of the search for the options, and the untried ones there.
    at: usize,
    untried: Lanes,
    /// The most options still to try.
    left: usize,
    /// The number of options chosen before.
    chosen: usize,
}

/// The narrower floors.
pub(super) trait Under {
    /// The number of words of the widest of them; 0 if there is none.
    const WORDS: usize;

    /// Searches below a node of wider lists. Only its bits in `kept` matter, and these fit.
    fn enter<P: Passes, const V: usize>(
        &mut self,
        passes: P,
        over: &Over<'_, V>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()>;
}

/// The input of a floor from one above it.
pub(super) struct Over<'a, const V: usize> {
    pub(super) node: MultipleNode<V>,
    pub(super) lists: &'a Lists<V>,
    pub(super) roomy: Mask<V>,
    pub(super) pairs: Pairs<V>,
    pub(super) kept: Mask<V>,
    /// Whether the node is yet to be looked at.
    pub(super) is_root: bool,
}

/// Nothing: stands below the lowest floor.
#[derive(Debug, Default)]
pub(super) struct Bottom;

impl Under for Bottom {
    const WORDS: usize = 0;

    fn enter<P: Passes, const V: usize>(
        &mut self,
        _: P,
        _: &Over<'_, V>,
        _: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        unreachable!("no list fits in no words")
    }
}

/// A floor of `W` words with the floors below it.
#[derive(Debug)]
pub(super) struct Storey<const W: usize, B> {
    lists: Lists<W>,
    branches: Vec<Branch<W>>,
    /// The items with room for more than one option when the search came to this floor.
    roomy: Mask<W>,
    pairs: Pairs<W>,
    tally: Tally<W>,
    endgame: Table,
    under: B,
}

impl<const W: usize, B: Default> Default for Storey<W, B> {
    fn default() -> Storey<W, B> {
        Storey {
            lists: Lists::default(),
            branches: Vec::new(),
            roomy: [0; W],
            pairs: [0; W],
            tally: Tally::default(),
            endgame: Table::default(),
            under: B::default(),
        }
    }
}

impl<const W: usize, B: Under> Under for Storey<W, B> {
    const WORDS: usize = W;

    fn enter<P: Passes, const V: usize>(
        &mut self,
        passes: P,
        over: &Over<'_, V>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        let length = over.node.node.end - over.node.node.start;
        if fit(size(&over.kept) + 1, length, B::WORDS) {
            return self.under.enter(passes, over, progress);
        }
        passes.perform(TakeOver { floor: self, over, progress })
    }
}

/// The routine of taking over from the floor above.
struct TakeOver<'a, 'p, const W: usize, const V: usize, B> {
    floor: &'a mut Storey<W, B>,
    over: &'a Over<'a, V>,
    progress: &'a mut Progress<'p>,
}

impl<const W: usize, const V: usize, B: Under> Routine for TakeOver<'_, '_, W, V, B> {
    type Outcome = ControlFlow<()>;

    #[inline(always)]
    fn with<P: Passes>(self, passes: P) -> ControlFlow<()> {
        self.floor.take_over(passes, self.over, self.progress)
    }
}

impl<const W: usize, B: Under> Storey<W, B> {
    /// Squeezes the lists of a floor above, and searches there.
    #[inline(always)]
    fn take_over<P: Passes, const V: usize>(
        &mut self,
        passes: P,
        over: &Over<'_, V>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        let squeeze =
            |mask: &Mask<V>| squeezed(mask, &over.kept, |bits, kept| passes.squeeze(bits, kept));
        let MultipleNode { node, mut demands } = over.node;
        self.lists.begin_bannable(node.end - node.start);
        for at in node.start..node.end {
            let (mask, number) = over.lists.option(at);
            self.lists.push(&squeeze(&mask), number);
        }
        demands.room.enlarge(&minus(&over.roomy, &demands.may_fill(&node.counts)));
        let several = demands.room.several();
        self.roomy = squeeze(&std::array::from_fn(|w| over.roomy[w] & several[w]));
        self.pairs = squeeze(&over.pairs);
        let (need, room) = (demands.need.map(squeeze), demands.room.map(squeeze));
        let node = Node {
            start: 0,
            end: self.lists.count(),
            open: squeeze(&node.open),
            counts: node.counts.map(squeeze),
        };
        let node = MultipleNode { node, demands: Demands { need, room } };
        self.search(passes, node, over.is_root, progress)
    }

    /// Shows all covers below a node whose list is the lowest of this floor; if it is the root, its
    /// own too.
    #[inline(always)]
    fn search<P: Passes>(
        &mut self,
        passes: P,
        mut node: MultipleNode<W>,
        is_root: bool,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        self.branches.clear();
        if is_root {
            let way = Way { demands: node.demands, taken: banned() };
            match self.settle(passes, node.node.start..node.node.end, way, progress)? {
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
        node: &MultipleNode<W>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<()> {
        let Storey { lists, roomy, pairs, endgame, under, .. } = &mut *self;
        if Table::takes(node, roomy) {
            return endgame.play(passes, lists, node, (roomy, pairs), progress);
        }
        let kept = node.kept(lists, roomy, pairs);
        let length = node.node.end - node.node.start;
        if B::WORDS > 0 && fit(size(&kept) + 1, length, B::WORDS) {
            let (node, roomy, pairs) = (*node, *roomy, *pairs);
            let over = Over { node, lists, roomy, pairs, kept, is_root: false };
            return under.enter(passes, &over, progress);
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
        mut way: Way<W>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), Option<MultipleNode<W>>> {
        loop {
            if !self.probe(passes, &from, &mut way, progress)? {
                return ControlFlow::Continue(None);
            }
            let open = way.demands.need.some();
            if !not_empty(&open) {
                progress.show()?;
            }
            let start = from.end.next_multiple_of(LANES);
            self.lists.make_room(start, from.len());
            let Passed { end, counts } =
                passes.pass(&mut self.lists, from.clone(), start, &way.taken);
            progress.removed(from.len() - (end - start));
            let demands = way.demands;
            let node = Node { start, end, open, counts };
            if !not_empty(&open) {
                let node = (start < end).then_some(MultipleNode { node, demands });
                return ControlFlow::Continue(node);
            }
            let (spare, short) = demands.need.spared_by(&counts);
            if not_empty(&short) {
                return ControlFlow::Continue(None);
            }
            let forced = minus(&minus(&open, &spare.some()), &counts.more);
            if !not_empty(&forced) {
                return ControlFlow::Continue(Some(MultipleNode { node, demands }));
            }
            // The probe sees items that need one option; this one needs several.
            (from, way.taken) = (start..end, banned());
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
        way: &mut Way<W>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), bool> {
        loop {
            let (open, several) = (way.demands.need.some(), way.demands.need.several());
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

    /// Takes all options of the forced items. Returns false if two of them clash.
    #[inline(always)]
    fn take<P: Passes>(
        &self,
        passes: P,
        from: &Range<usize>,
        forced: &Mask<W>,
        way: &mut Way<W>,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), bool> {
        let before = way.taken;
        for at in from.clone().step_by(LANES) {
            let mut lanes = passes.meeting(&self.lists, at, from.end, forced, &before);
            while lanes != 0 {
                let (mask, number) = self.lists.option(at + lanes.trailing_zeros() as usize);
                lanes &= lanes - 1;
                progress.step(number)?;
                if meet(&mask, &way.taken) {
                    return ControlFlow::Continue(false);
                }
                way.choose(&mask, &self.roomy, &self.pairs);
            }
        }
        // Their options are all chosen, and leave the list by this even if they have room.
        way.taken = union(&way.taken, forced);
        ControlFlow::Continue(true)
    }

    /// Branches on the first item with the fewest options to spare, or on all options if none is
    /// needed.
    #[inline(always)]
    fn branch<P: Passes>(&mut self, passes: P, node: &MultipleNode<W>, chosen: usize) {
        let MultipleNode { node: Node { start, end, open, counts }, demands } = *node;
        let (spare, _) = demands.need.spared_by(&counts);
        let known = minus(&open, &counts.more);
        let lists = &self.lists;
        let item = if not_empty(&known) {
            Some(fewest(known, spare.planes()))
        } else if not_empty(&open) {
            Some(self.tally.rarest(&open, (start..end).map(|at| lists.mask(at))))
        } else {
            None
        };
        let left = match item {
            None => end - start,
            Some(item) if item.is_in(&known) => spare.of(item) as usize + 1,
            Some(item) => {
                let has_it = (start..end).filter(|&at| item.is_in(&lists.mask(at)));
                has_it.count() + 1 - demands.need.of(item) as usize
            }
        };
        let (at, untried) = (start, having(passes, lists, start, end, item));
        self.branches.push(Branch {
            start,
            end,
            demands,
            spare,
            known,
            item,
            at,
            untried,
            left,
            chosen,
        });
    }

    /// Goes on to the next option of the latest branch that has one, and to the node that follows.
    #[inline(always)]
    fn next<P: Passes>(
        &mut self,
        passes: P,
        progress: &mut Progress<'_>,
    ) -> ControlFlow<(), Option<MultipleNode<W>>> {
        while let Some(branch) = self.branches.last_mut() {
            let Some(at) = branch.next(passes, &self.lists) else {
                self.branches.pop();
                continue;
            };
            let (mask, number) = self.lists.option(at);
            branch.without(&mask);
            self.lists.ban(at);
            progress.back_to(branch.chosen);
            progress.step(number)?;
            let (from, demands) = (branch.start..branch.end, branch.demands);
            let mut way = Way { demands, taken: banned() };
            way.choose(&mask, &self.roomy, &self.pairs);
            if let Some(node) = self.settle(passes, from, way, progress)? {
                return ControlFlow::Continue(Some(node));
            }
        }
        ControlFlow::Continue(None)
    }
}

impl<const W: usize> Branch<W> {
    /// The place of the next option to try.
    #[inline(always)]
    fn next<P: Passes>(&mut self, passes: P, lists: &Lists<W>) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
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
    fn without(&mut self, option: &Mask<W>) {
        let lost = std::array::from_fn(|w| option[w] & self.known[w]);
        if not_empty(&self.spare.decrement(&lost)) {
            self.left = 0;
        }
    }
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

/// What banned options have, and no other.
const fn banned<const W: usize>() -> Mask<W> {
    let mut mask = [0; W];
    mask[W - 1] = BAN;
    mask
}
