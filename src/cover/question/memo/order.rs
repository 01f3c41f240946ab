//! The order of covering the items, which decides the number of states.
//!
//! ```text
//!      a board of 2x7, cell by cell         # covered already      o the frontier
//!
//!            # # o . . . .                  the frontier lies between the covered cells and those
//!            # o . . . . .                  out of reach; a state only describes the frontier
//! ```
//!
//! When the items up to a rank are covered, the *frontier* consists of the other items that share
//! an option with one of them. A state says which frontier items are covered, so a frontier of b
//! items has at most 2^b states, and usually far fewer. Candidates are:
//!
//! - the order of the problem;
//! - two greedy orders: next comes the frontier item that adds the fewest new items, or the fewest
//!   for each of its options;
//! - the order of the problem, started at another of its *families*: runs of items of which no
//!   option has two, such as the cells of a Sudoku, and its digits in rows, in columns and in
//!   boxes.
//!
//! The sum of 2^b decides the first candidate, and separates good orders of a board from bad ones.
//! If all sums are vast, it decides nothing, and the [heats](super::heats) do: Sudoku of 2x3 boxes
//! has 390,000 states digit by digit in its columns, and 2,700,000 in greedy order.
//!
//! Deliberately lacking: the best order; finding it is NP-hard (it is the pathwidth of a graph).

// Lists are far shorter than 2^52.
#![allow(clippy::cast_precision_loss)]

use std::collections::HashSet;

use super::rest::Part;

/// The most frontier items that a greedy order considers as the next one: the oldest.
const CHOICE: usize = 64;

/// The most families to try; in a problem with more they mean nothing.
const FAMILIES: usize = 8;

/// Orders of the primary items of `part`, each beginning with the first item to cover; at least
/// one, the most promising first.
pub(super) fn orders(part: &Part) -> Vec<Vec<usize>> {
    let families = families(part);
    let turned = families.iter().skip(1).filter(|_| families.len() <= FAMILIES).map(|&start| {
        let mut order: Vec<usize> = (0..part.primary).collect();
        order.rotate_left(start);
        order
    });
    let weighed = [
        given(part),
        greedy(part, |growth, _| growth as f64),
        greedy(part, |growth, options| growth as f64 / options.max(1) as f64),
    ];
    let best = (0..weighed.len()).min_by(|&a, &b| weighed[a].1.total_cmp(&weighed[b].1));
    let mut orders: Vec<Vec<usize>> = weighed.into_iter().map(|(order, _)| order).collect();
    orders.swap(0, best.unwrap_or(0));
    orders.extend(turned);
    let mut seen = HashSet::new();
    orders.retain(|order| seen.insert(order.clone()));
    orders
}

/// The starts of the families, each as long as no option has two of its items.
fn families(part: &Part) -> Vec<usize> {
    let options_of = options_of(part);
    let mut family_of = vec![0; part.options.len()];
    let mut starts = vec![0];
    for (item, options) in options_of.iter().enumerate().take(part.primary) {
        if options.iter().any(|&option| family_of[option] == starts.len()) {
            starts.push(item);
        }
        for &option in options {
            family_of[option] = starts.len();
        }
    }
    starts
}

/// The options of each item.
fn options_of(part: &Part) -> Vec<Vec<usize>> {
    let mut options_of = vec![Vec::new(); part.items];
    for (option, entries) in part.entries.iter().enumerate() {
        for &(item, _) in entries {
            options_of[item].push(option);
        }
    }
    options_of
}

/// The state of a sweep through an order: the items behind and before the frontier.
struct Sweep<'p> {
    part: &'p Part,
    options_of: Vec<Vec<usize>>,
    /// Options with a passed item.
    is_used: Vec<bool>,
    /// The number of unused options of each item.
    left: Vec<usize>,
    is_passed: Vec<bool>,
    is_met: Vec<bool>,
    /// The number of items of each option that are not met.
    fresh: Vec<usize>,
    /// The number of items that each item would add to the frontier: the `fresh` of its unused
    /// options. Equal options each count.
    growth: Vec<usize>,
    /// Items met and not passed; secondary items count while they have options left.
    frontier: usize,
    /// The approximate number of states so far: 2 to the power of each frontier.
    weight: f64,
}

impl Sweep<'_> {
    fn new(part: &Part) -> Sweep<'_> {
        let options_of = options_of(part);
        let fresh: Vec<usize> = part.entries.iter().map(Vec::len).collect();
        Sweep {
            part,
            is_used: vec![false; part.options.len()],
            left: options_of.iter().map(Vec::len).collect(),
            is_passed: vec![false; part.items],
            is_met: vec![false; part.items],
            growth: options_of.iter().map(|of| of.iter().map(|&o| fresh[o]).sum()).collect(),
            fresh,
            frontier: 0,
            weight: 0.0,
            options_of,
        }
    }

    /// Passes a primary item, and calls `joined` with each item that joins the frontier.
    fn pass(&mut self, item: usize, mut joined: impl FnMut(usize)) {
        self.is_passed[item] = true;
        self.frontier -= usize::from(self.is_met[item]);
        for k in 0..self.options_of[item].len() {
            let option = self.options_of[item][k];
            if std::mem::replace(&mut self.is_used[option], true) {
                continue;
            }
            for &(other, _) in &self.part.entries[option] {
                self.left[other] -= 1;
                self.growth[other] -= self.fresh[option];
                self.frontier -= usize::from(
                    other >= self.part.primary && self.left[other] == 0 && self.is_met[other],
                );
            }
            for &(other, _) in &self.part.entries[option] {
                if other != item && !self.is_met[other] {
                    self.meet(other);
                    let is_idle = other >= self.part.primary && self.left[other] == 0;
                    self.frontier += usize::from(!is_idle);
                    joined(other);
                }
            }
        }
        self.weight += f64::from(self.frontier as u32).exp2();
    }

    /// Marks an item as met.
    fn meet(&mut self, item: usize) {
        self.is_met[item] = true;
        for &option in &self.options_of[item] {
            self.fresh[option] -= 1;
            if !self.is_used[option] {
                for &(other, _) in &self.part.entries[option] {
                    self.growth[other] -= 1;
                }
            }
        }
    }
}

/// The order of the problem, and its weight.
fn given(part: &Part) -> (Vec<usize>, f64) {
    let mut sweep = Sweep::new(part);
    for item in 0..part.primary {
        sweep.pass(item, |_| {});
    }
    ((0..part.primary).collect(), sweep.weight)
}

/// The order that always takes the frontier item with the least price, and its weight. The price
/// depends on an item's growth and on the number of its options left.
fn greedy(part: &Part, price: impl Fn(usize, usize) -> f64) -> (Vec<usize>, f64) {
    let mut sweep = Sweep::new(part);
    let (mut order, mut frontier) = (Vec::with_capacity(part.primary), Vec::new());
    while order.len() < part.primary {
        let price = |item: usize| price(sweep.growth[item], sweep.left[item]);
        let cheaper = |&a: &usize, &b: &usize| price(a).total_cmp(&price(b));
        let of_frontier = frontier.iter().copied().take(CHOICE).min_by(cheaper);
        let any = || (0..part.primary).filter(|&item| !sweep.is_passed[item]).min_by(cheaper);
        let Some(next) = of_frontier.or_else(any) else { break };
        frontier.retain(|&item| item != next);
        sweep.pass(next, |met| frontier.extend((met < part.primary).then_some(met)));
        order.push(next);
    }
    (order, sweep.weight)
}
