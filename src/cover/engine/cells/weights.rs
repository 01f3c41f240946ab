//! Weights: what conflicts teach a search that restarts again and again.
//!
//! ```text
//!      conflict    an item runs out of options:     its options       gain one
//!                  those that it had                their items       share a step
//!
//!      choice      the item with the fewest         its option with the greatest weight, or of
//!                  branches for its weight          several the one with the most primary items,
//!                                                   or of several the one with the fewest clashes
//!
//!      restart     items keep their weights         options lose theirs
//! ```
//!
//! A large option leaves a small problem. If that has no cover, it is known soon.
//!
//! Which items are hard is a property of the problem. Which options the conflicts were about is one
//! of the latest choices, and would make the next run like the last (docs/benchmarks/tried.md).
//!
//! The step grows with each conflict: what was learned late counts more.
//!
//! Invariant: weights of items are above zero.
//!
//! Source: Boussemart, Hemery, Lecoutre and Sais, *Boosting systematic search by weighting
//! constraints* (2004).

use super::blocks::COVERED;
use super::layout::Key;
use super::sets::Sets;
use crate::cover::engine::restarts::Restarts;

/// The conflicts of the shortest run.
const RUN: u32 = 100;

/// The step grows by this factor with each conflict.
const GROWTH: f64 = 1.02;

/// The items that are looked at in the time of an update.
const LOOKS: usize = 4;

/// A step above which all weights of items become smaller.
const HUGE: f64 = 1e100;

/// What conflicts teach, and when a run is over.
#[derive(Debug)]
pub(super) struct Weights {
    /// Of primary items.
    items: Vec<f64>,
    /// What the next conflict adds to them.
    step: f64,
    /// Of options: the conflicts of this run that each was in.
    options: Vec<u32>,
    pub(super) restarts: Restarts,
}

/// An option that was chosen, and the state before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<Mark> {
    pub(super) option: u32,
    pub(super) mark: Mark,
    /// The number of options chosen before.
    pub(super) depth: usize,
}

impl Weights {
    /// Equal weights for this number of primary items, and of options.
    pub(super) fn new(items: usize, options: usize) -> Weights {
        Weights {
            items: vec![1.0; items],
            step: 1.0,
            options: vec![0; options],
            restarts: Restarts::after(RUN),
        }
    }

    /// Begins a search: what earlier ones taught stays.
    pub(super) fn begin(&mut self) {
        self.restarts = Restarts::after(RUN);
    }

    /// Begins the next run of a search, and forgets which options the conflicts were about.
    pub(super) fn restart(&mut self) {
        self.restarts.next();
        self.options.fill(0);
    }

    /// The item with the fewest branches for its weight; those with [`COVERED`] or more don't
    /// count.
    pub(super) fn next_item(&self, branches: impl Iterator<Item = u32>) -> Option<usize> {
        let (mut found, mut least) = (None, f64::INFINITY);
        for (item, (count, weight)) in branches.zip(&self.items).enumerate() {
            if count < COVERED && f64::from(count) < least * weight {
                (found, least) = (Some(item), f64::from(count) / weight);
            }
        }
        found
    }

    /// The option of this item that is left and has the greatest weight. Of several the one with
    /// the most primary items, then the one that clashes with the fewest, and then the first,
    /// however the set is ordered.
    pub(super) fn next_option(&self, item: usize, sets: &mut Sets, key: &Key) -> u32 {
        sets.updates += (sets.primary / LOOKS) as u64;
        let options = sets.left_of(item).iter().map(|&node| key.option(node));
        let weight = |option: u32| self.options[option as usize];
        let clashes = |option: u32| sets.most_clashes(key.nodes(option));
        let order = |one: &u32, other: &u32| {
            let (one, other) = (*one, *other);
            let by_weight = weight(one).cmp(&weight(other));
            by_weight
                .then_with(|| key.width(one).cmp(&key.width(other)))
                .then_with(|| clashes(other).cmp(&clashes(one)))
                .then(other.cmp(&one))
        };
        options.max_by(order).expect("an item that is left has options")
    }

    /// The latest step took an option from `item`, and left it too few.
    pub(super) fn learn(&mut self, item: u32, sets: &mut Sets, key: &Key) {
        let Sets { set, start, nodes, updates, primary, .. } = sets;
        let all = &set[start[item as usize] as usize..start[item as usize + 1] as usize];
        let share = self.step / f64::from(all.len() as u32);
        for option in all.iter().map(|&node| key.option(node)) {
            self.options[option as usize] += 1;
            let nodes = &nodes[key.nodes(option)];
            *updates += nodes.len() as u64;
            for node in nodes.iter().filter(|node| (node.item as usize) < *primary) {
                self.items[node.item as usize] += share;
            }
        }
        self.grow();
        self.restarts.conflict();
    }

    /// Lets the next conflict count more than those before.
    pub(super) fn grow(&mut self) {
        self.step *= GROWTH;
        if self.step > HUGE {
            self.step /= HUGE;
            for weight in &mut self.items {
                // Not to nothing: an item of no weight would never come.
                *weight = (*weight / HUGE).max(1.0 / HUGE);
            }
        }
    }
}
