//! Finds the order with the fewest states. Walks in several orders run in heats, and the better
//! half continues.
//!
//! ```text
//!      the first alone      ────────────  32,768 nodes, and most problems are done
//!      all of them          ────────────  each as far          a b c d e f
//!      the better half      ────────────────────────           a   c   e
//!                           ────────────────────────────────── ...
//! ```
//!
//! At equal nodes, the walk that covered more of its tree ranks higher. A heat loses only the nodes
//! of the walks that drop out; in total these hardly exceed the nodes that it takes to recognise
//! the winner.
//!
//! Invariant: at the end of a heat all runners left have taken the same number of nodes.
//!
//! Source: successive halving, as in Karnin, Koren and Somekh, *Almost optimal exploration in
//! multi-armed bandits* (2013).

use std::ops::ControlFlow;

use super::order::orders;
use super::rest::Component;
use super::walk::{Walk, most_bits, walk};
use super::{BigUint, CountWork, beside};
use crate::cover::OptionId;
use crate::watch::Watch;

/// The nodes of the first heat.
const FIRST: u64 = 1 << 15;

/// Walks through one part in several orders; see the [page](self).
pub(super) struct Heats {
    /// The first walk alone, while other orders wait.
    runners: Vec<Box<dyn Walk>>,
    waiting: Vec<Vec<usize>>,
    /// The number of nodes at which this heat ends for each runner.
    goal: u64,
    /// The work of the walks that dropped out; their tables are gone.
    lost: CountWork,
}

impl Heats {
    /// Walks through a part; `None` if their windows would be too wide. `Break` if `goes_on`
    /// breaks.
    pub(super) fn new(
        component: &Component,
        goes_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Option<Heats>> {
        let mut waiting = orders(component, most_bits(component), goes_on)?.into_iter();
        let first = waiting.next().and_then(|order| walk(component, order));
        ControlFlow::Continue(first.map(|first| Heats {
            runners: vec![first],
            waiting: waiting.collect(),
            goal: FIRST,
            lost: CountWork::default(),
        }))
    }

    /// The work of all walks.
    pub(super) fn work(&self) -> CountWork {
        self.runners.iter().fold(self.lost, |sum, runner| sum.plus(runner.work()))
    }

    /// The nodes that known states spared the walks left, for each node that these took.
    #[allow(clippy::cast_precision_loss)] // it need not be exact
    pub(super) fn gain(&self) -> f64 {
        let [nodes, saved] = self.runners.iter().fold([0, 0], |[nodes, saved], runner| {
            [nodes + runner.work().nodes, saved + runner.saved()]
        });
        saved as f64 / nodes.max(1) as f64
    }

    /// Continues for about `nodes` nodes, with tables of at most `limit` words together. Returns
    /// true if a walk has finished.
    pub(super) fn advance(&mut self, component: &Component, nodes: u64, limit: usize) -> bool {
        let until = self.work().nodes.saturating_add(nodes);
        loop {
            for k in 0..self.runners.len() {
                let (here, is_alone) =
                    (self.runners[k].work().nodes, self.runners.len() + self.waiting.len() == 1);
                let left = until.saturating_sub(self.work().nodes);
                let goal =
                    here.saturating_add(left).min(if is_alone { u64::MAX } else { self.goal });
                let used: usize = self.runners.iter().map(|runner| runner.work().bytes / 8).sum();
                let of_others = used - self.runners[k].work().bytes / 8;
                let room = (limit / self.runners.len()).min(limit.saturating_sub(of_others));
                if self.runners[k].advance(goal, room) {
                    self.keep(&[k]);
                    self.waiting.clear();
                    return true;
                }
            }
            if self.work().nodes >= until {
                return false;
            }
            if self.waiting.is_empty() {
                self.halve();
            } else {
                self.runners
                    .extend(self.waiting.drain(..).filter_map(|order| walk(component, order)));
            }
        }
    }

    /// Ends a heat.
    fn halve(&mut self) {
        let mut places: Vec<usize> = (0..self.runners.len()).collect();
        let done: Vec<f64> = self.runners.iter().map(|runner| runner.done()).collect();
        places.sort_by(|&a, &b| done[b].total_cmp(&done[a]));
        places.truncate(places.len().div_ceil(2));
        self.keep(&places);
        self.goal *= 2;
    }

    /// Drops all runners but these.
    fn keep(&mut self, places: &[usize]) {
        for (place, runner) in std::mem::take(&mut self.runners).into_iter().enumerate() {
            if places.contains(&place) {
                self.runners.push(runner);
            } else {
                let CountWork { nodes, hits, .. } = runner.work();
                self.lost = self.lost.plus(CountWork { nodes, hits, ..CountWork::default() });
            }
        }
    }

    /// The number of covers, once a walk has finished.
    pub(super) fn total(&self) -> BigUint {
        self.runners[0].total()
    }

    /// The number of covers that the walks have counted so far.
    pub(super) fn so_far(&self) -> BigUint {
        self.runners.iter().map(|runner| runner.so_far()).max().unwrap_or(BigUint::ZERO)
    }

    /// As [`Walk::descend`], for the finished walk.
    pub(super) fn descend(
        &mut self,
        before: BigUint,
        limit: usize,
        watch: &mut dyn Watch<CountWork>,
        cover: &mut Vec<OptionId>,
    ) -> ControlFlow<()> {
        self.runners[0].descend(before, limit, &mut beside(watch, self.lost), cover)
    }
}
