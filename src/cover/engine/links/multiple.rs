//! The dance with multiplicities: an item stays in its ring while it has room.
//!
//! ```text
//!      2:3|c          p q r s t      c needs 2 of these, and has room for 3
//!      choose q       p   r s t      q leaves the list; c needs 1, and has room for 2
//!      choose t       p   r s        c needs none, and has room for 1
//!      choose p         (r s)        no room is left: c is covered, and r and s are hidden
//! ```
//!
//! An option that was tried is *struck* until its branch is over: it leaves all lists. So a cover
//! is found once, below the first of its options. If an item then has fewer options than it needs,
//! the rest of the branch is empty. When nothing needs an option the path is a cover, and every
//! option left may join it.
//!
//! Invariant: an item is in its ring if and only if it has room; its list has the options left,
//! without those chosen.
//!
//! Source: Knuth, *The Art of Computer Programming* 4B, 7.2.2.1, Algorithm M.
//!
//! Deliberately lacking: speed. After each step all items in the ring are looked at. This is the
//! reference for the other engines with multiplicities.

use std::ops::ControlFlow;

use super::matrix::{Key, Width};
use super::steps::Floor;
use super::{Links, Observers};
use crate::cover::{Bounds, Problem};

/// The bounds of the primary items, and the number of chosen options that each stands in.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Multiple {
    /// By header; the first is no item.
    bounds: Vec<Bounds>,
    pub(super) times: Vec<u32>,
}

impl Multiple {
    /// The bounds of `problem`; `None` if it has no multiplicities.
    pub(super) fn new<W>(problem: &Problem, key: &Key<W>) -> Option<Multiple> {
        if !problem.is_multiple() {
            return None;
        }
        let is_primary = |item: &&_| problem.is_primary(**item);
        let bounds = key.item.iter().take_while(is_primary).map(|&item| problem.bounds(item));
        let bounds: Vec<Bounds> = [Bounds::ONCE].into_iter().chain(bounds).collect();
        Some(Multiple { times: vec![0; bounds.len()], bounds })
    }

    /// The number of options that a primary item still needs.
    pub(super) fn need(&self, item: usize) -> usize {
        self.bounds[item].after(self.times[item]).least as usize
    }

    /// The most options that a primary item may stand in.
    pub(super) fn most(&self, item: usize) -> u32 {
        self.bounds[item].most
    }
}

/// The options of an item, or of all items, which are tried one after another.
#[derive(Debug)]
struct Branch {
    /// The first nodes of the options, in order.
    options: Vec<usize>,
    /// The number of options tried. All but the last of them are struck; the last is chosen.
    tried: usize,
}

impl<W: Width> Floor<'_, W, true> {
    /// Commits all nodes of an option, from `first` on. Items with more room stay in their ring.
    fn choose_with(mut self, multiple: &mut Multiple, first: usize) {
        let mut node = first;
        while self.nodes[node].top.at() != 0 {
            let item = self.nodes[node].top.at();
            if item <= self.primary {
                multiple.times[item] += 1;
            }
            if item <= self.primary && multiple.times[item] < multiple.most(item) {
                self.unlink(node);
            } else {
                self.commit::<false>(node);
            }
            node += 1;
        }
        self.findings.updates += self.updates;
        self.findings.clear();
    }

    /// Undoes [`Floor::choose_with`].
    fn unchoose_with(mut self, multiple: &mut Multiple, first: usize) {
        let mut end = first;
        while self.nodes[end].top.at() != 0 {
            end += 1;
        }
        for node in (first..end).rev() {
            let item = self.nodes[node].top.at();
            if item <= self.primary && multiple.times[item] < multiple.most(item) {
                self.relink(node);
            } else if self.colours[node] == 0 {
                self.uncover(item, node);
            } else if self.purifier[item].at() == node {
                self.unpurify(item, node);
            }
            if item <= self.primary {
                multiple.times[item] -= 1;
            }
        }
    }
}

impl<W: Width> Links<W> {
    /// Chooses or holds the option with this first node. Returns false if there are no
    /// multiplicities: then nothing is done.
    pub(super) fn take(&mut self, first: usize) -> bool {
        let Some(multiple) = &mut self.multiple else { return false };
        self.matrix.floor::<true>().choose_with(multiple, first);
        true
    }

    /// Undoes [`Links::take`].
    pub(super) fn put_back(&mut self, first: usize) -> bool {
        let Some(multiple) = &mut self.multiple else { return false };
        self.matrix.floor::<true>().unchoose_with(multiple, first);
        true
    }

    /// The first item with the fewest dispensable options, among those that need options.
    pub(super) fn neediest(&self, multiple: &Multiple) -> Option<usize> {
        let needing = self.matrix.ring_items().filter(|&item| multiple.need(item) > 0);
        needing.min_by_key(|&item| self.length(item).saturating_sub(multiple.need(item)))
    }

    /// The number of options in the list of a primary item.
    fn length(&self, item: usize) -> usize {
        self.matrix.nodes[item].top.at()
    }

    /// Whether every item has as many options as it needs.
    fn can_be_met(&self) -> bool {
        let enough =
            |item| self.multiple.as_ref().is_none_or(|m| self.length(item) >= m.need(item));
        self.matrix.ring_items().all(enough)
    }

    /// The search proper. All its choices are undone when it returns.
    pub(super) fn dance_with_room(&mut self, (visitor, watch): Observers<'_>) -> ControlFlow<()> {
        self.nodes += 1;
        let mut branches = Vec::new();
        let mut is_alive = self.can_be_met();
        loop {
            if is_alive {
                let item = self.multiple.as_ref().and_then(|multiple| self.neediest(multiple));
                if item.is_none() && self.show(visitor).is_break() {
                    return self.climb_out_of(branches);
                }
                branches.push(Branch { options: self.options_to_try(item), tried: 0 });
                self.look_at_lists(item);
            }
            let Some(branch) = branches.last_mut() else { return ControlFlow::Continue(()) };
            if let Some(&first) = branch.options[..branch.tried].last() {
                self.path.pop();
                self.put_back(first);
                self.matrix.floor::<true>().strike(first);
                self.matrix.findings.clear();
            }
            is_alive = false;
            let Some(&first) = branch.options.get(branch.tried).filter(|_| self.can_be_met())
            else {
                for &first in branch.options[..branch.tried].iter().rev() {
                    self.matrix.floor::<true>().unstrike(first);
                }
                branches.pop();
                continue;
            };
            branch.tried += 1;
            self.nodes += 1;
            let is_over = self.is_pulse_due() && self.pulse(first, watch).is_break();
            self.take(first);
            self.path.push(first as u32);
            if is_over {
                return self.climb_out_of(branches);
            }
            is_alive = self.can_be_met();
        }
    }

    /// Counts a look at the list of an item, or of all items, and at each item of the ring: an
    /// update for each node and item.
    fn look_at_lists(&mut self, item: Option<usize>) {
        let looks = match item {
            Some(item) => self.length(item),
            None => self.matrix.ring_items().map(|item| self.length(item)).sum(),
        };
        self.due = self.due.saturating_sub((self.matrix.primary + looks) as u64);
    }

    /// The first nodes of the options left of an item, or of all items, in order.
    pub(super) fn options_to_try(&self, item: Option<usize>) -> Vec<usize> {
        let mut options = Vec::new();
        if let Some(item) = item {
            let nodes = self.matrix.list(item);
            options.extend(nodes.map(|node| self.matrix.option(node).start));
        } else {
            let nodes = self.matrix.ring_items().flat_map(|item| self.matrix.list(item));
            // An option stands in the lists of all its primary items.
            options.extend(nodes.filter(|&node| self.matrix.option(node).start == node));
            options.sort_unstable();
        }
        options
    }

    /// Undoes all choices.
    fn climb_out_of(&mut self, branches: Vec<Branch>) -> ControlFlow<()> {
        for Branch { options, tried } in branches.into_iter().rev() {
            let Some((&chosen, struck)) = options[..tried].split_last() else { continue };
            self.path.pop();
            self.put_back(chosen);
            for &first in struck.iter().rev() {
                self.matrix.floor::<true>().unstrike(first);
            }
        }
        ControlFlow::Break(())
    }
}
