//! What is left at a node as a problem of its own, for an engine that lists its covers.
//!
//! ```text
//!      depth 0             ○                 branch and bound: few nodes, which are dear
//!      depth 1        ○  ○   ■  ■            ○ searched     ■ listed: many nodes, which are cheap
//!      depth 2      ○ ■ ○ ■
//!                   │   │
//! ```
//!
//! Where covers are few, no bound is as fast as an engine that sets no taxes: its nodes take a
//! tenth of the time of those of the search, or less. But it would list what costs too much. So the
//! search does the first choices, which are where costs tell most, and what is left at a node after
//! that goes to the engine: without the options that are too dear there. A live list adds up the
//! reduced costs, as they are at the node, of what it chooses, and gives up what comes to more than
//! the node has room for; of pentominoes on 8×8 it has a twelfth of the nodes by that. Other
//! engines list all.
//!
//! How deep that is shows only by trying. A node has a listing if it takes no more work than the
//! nodes of its depth took that were searched, on average, and is searched if not. After a listing
//! that took too long, the next node of the depth is not tried, after another the next two, then
//! four; so tries in vain take a part of the time. What is below a searched node counts as its
//! work, listings too. So the depth of the listings comes to where they are worth most.
//!
//! Invariant: a cover of the problem, with the options chosen at the node, is one that the search
//! could find below it; and each of those that it may still keep is such a cover.

use std::num::NonZeroU32;
use std::ops::ControlFlow::{self, Break, Continue};

use super::Priced;
use super::state::{ColouredItem, State};
use crate::cover::{
    Bounds, Colour, Cover, EngineProgress, ItemId, OptionEntry, OptionId, Problem, ProblemError,
    Statistics,
};
use crate::watch::Watch;

/// The work that a listing may take at a depth of which no node was searched to its end.
const FIRST: u64 = 1 << 15;

/// The work to make an engine: for each option, and besides.
const ENGINE: [u64; 2] = [24, 1 << 11];

/// How many times the work to make an engine has to be spared.
const WORTH: u64 = 4;

/// The average counts a new node as this part.
const NEWEST: u64 = 4;

/// The most nodes of a depth that are not tried, as a power of 2.
const MOST_WAITING: u32 = 12;

/// The rest of a problem at a node.
#[derive(Debug)]
pub(super) struct Listing {
    pub(super) problem: Problem,
    /// The options, by their numbers in the rest.
    options: Vec<u32>,
}

impl Listing {
    /// The problem of these options, which are left at the node with what `state` has chosen.
    pub(super) fn new(state: &State, left: &[u32]) -> Result<Listing, ProblemError> {
        // An item without room keeps none of these options apart.
        let has_room = |&item: &usize| state.bounds_left(item).most > 0;
        let (primary, secondary): (Vec<usize>, Vec<usize>) =
            (0..state.items()).filter(has_room).partition(|&item| state.is_primary(item));
        let bounds: Vec<Bounds> = primary.iter().map(|&item| state.bounds_left(item)).collect();
        let mut problem = Problem::unnamed(&bounds, secondary.len());
        let mut items: Vec<Option<ItemId>> = vec![None; state.items()];
        for (&item, id) in primary.iter().chain(&secondary).zip(problem.items()) {
            items[item] = Some(id);
        }
        for &option in left {
            let plain = state.taxing(option).iter().map(|&item| (item, None));
            let coloured = state.coloured(option).iter();
            let coloured = coloured
                .map(|&ColouredItem { item, colour }| (item, NonZeroU32::new(colour).map(Colour)));
            let entries = plain.chain(coloured).filter_map(|(item, colour)| {
                items[item as usize].map(|item| OptionEntry { item, colour })
            });
            problem.option(entries)?;
        }
        Ok(Listing { problem, options: left.to_vec() })
    }

    /// A cover of the problem, whose rest the engine has found, if it costs less than `limit`.
    pub(super) fn priced(&self, state: &State, cover: Cover<'_>, limit: u128) -> Option<Priced> {
        let options = || cover.options().map(|option: OptionId| self.options[option.index()]);
        let more: u128 = options().map(|option| u128::from(state.cost_of(option))).sum();
        let cost = state.cost() + more;
        (cost < limit)
            .then(|| Priced { cost, options: state.cover_with(&options().collect::<Vec<_>>()) })
    }
}

/// Watches an engine that lists, and ends it when it has done too much.
pub(super) struct Budget<'w> {
    watch: &'w mut dyn Watch<Statistics>,
    /// What was done before.
    before: Statistics,
    work: u64,
    /// `Break` if the watch did.
    pub(super) flow: ControlFlow<()>,
}

impl<'w> Budget<'w> {
    pub(super) fn new(
        watch: &'w mut dyn Watch<Statistics>,
        before: Statistics,
        work: u64,
    ) -> Budget<'w> {
        Budget { watch, before, work, flow: Continue(()) }
    }
}

impl Watch<EngineProgress<'_>> for Budget<'_> {
    fn patience(&self) -> u64 {
        self.watch.patience().min(256)
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        self.flow = self.watch.pulse(&self.before.plus(so_far.statistics));
        self.flow?;
        if work_of(so_far.statistics) < self.work { Continue(()) } else { Break(()) }
    }
}

/// What an engine has done, in the units of the search's work, by the times that both take for
/// pentominoes.
pub(super) fn work_of(listed: Statistics) -> u64 {
    3 * listed.nodes + listed.updates / 6
}

/// The work to make an engine for this number of options.
pub(super) fn work_to_make(options: usize) -> u64 {
    ENGINE[0] * options as u64 + ENGINE[1]
}

/// What the nodes of each depth have taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Trials {
    depths: Vec<Depth>,
}

/// What the nodes of a depth have taken.
#[derive(Clone, Copy, Debug, Default)]
struct Depth {
    /// The average work of those searched.
    searched: Option<u64>,
    /// The listings in a row that took too long, and how many nodes are not tried now.
    failures: u32,
    waiting: u64,
}

impl Trials {
    /// What is known of the nodes from this depth on.
    pub(super) fn from(&self, depth: usize) -> Trials {
        Trials { depths: self.depths.get(depth..).unwrap_or_default().to_vec() }
    }

    fn at(&mut self, depth: usize) -> &mut Depth {
        if depth >= self.depths.len() {
            self.depths.resize(depth + 1, Depth::default());
        }
        &mut self.depths[depth]
    }

    /// The work that a listing of this number of options may take at a node of this depth; `None`
    /// if it is to be searched.
    pub(super) fn budget(&mut self, depth: usize, options: usize) -> Option<u64> {
        let at = self.at(depth);
        if at.waiting > 0 {
            at.waiting -= 1;
            return None;
        }
        let work = at.searched.unwrap_or(FIRST);
        (work >= WORTH * work_to_make(options)).then_some(work)
    }

    /// Notes whether a listing at this depth has come to its end.
    pub(super) fn listed(&mut self, depth: usize, is_done: bool) {
        let at = self.at(depth);
        at.failures = if is_done { 0 } else { (at.failures + 1).min(MOST_WAITING) };
        at.waiting = (1 << at.failures) - 1;
    }

    /// Notes the work of a node of this depth that was searched.
    pub(super) fn searched(&mut self, depth: usize, work: u64) {
        let at = self.at(depth);
        let before = at.searched.unwrap_or(work);
        at.searched = Some(before - before / NEWEST + work / NEWEST);
    }
}
