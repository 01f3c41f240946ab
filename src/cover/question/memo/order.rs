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

use super::layout::first_rank;
use super::rest::Component;

/// The most frontier items that a greedy order considers as the next one: the oldest.
const CHOICE: usize = 64;

/// The most families to try; in a problem with more they mean nothing.
const FAMILIES: usize = 8;

/// Orders of the primary items of `part`, each beginning with the first item to cover; at least
/// one, the most promising first.
pub(super) fn orders(component: &Component) -> Vec<Vec<usize>> {
    let occurrences = Occurrences::new(component);
    let given: Vec<usize> = (0..component.primary).collect();
    let families = families(component, &occurrences);
    let turned = families.iter().skip(1).filter(|_| families.len() <= FAMILIES).map(|&start| {
        let mut order = given.clone();
        order.rotate_left(start);
        order
    });
    let turned: Vec<_> = turned.collect();
    let mut orders = vec![
        given,
        greedy(component, &occurrences, |growth, _| growth as f64),
        greedy(component, &occurrences, |growth, options| growth as f64 / options.max(1) as f64),
    ];
    let weights: Vec<f64> = orders.iter().map(|order| weight(component, order)).collect();
    let best = (0..weights.len()).min_by(|&a, &b| weights[a].total_cmp(&weights[b]));
    orders.swap(0, best.unwrap_or(0));
    orders.extend(turned);
    let mut seen = HashSet::new();
    orders.retain(|order| seen.insert(order.clone()));
    orders
}

/// The options of each item, one list after another.
struct Occurrences {
    /// Where each list begins, and the end.
    starts: Vec<usize>,
    options: Vec<usize>,
}

impl Occurrences {
    fn new(component: &Component) -> Occurrences {
        let items = || component.entries.iter().flatten().map(|&(item, _)| item);
        let mut starts = vec![0; component.items + 1];
        items().for_each(|item| starts[item + 1] += 1);
        (0..component.items).for_each(|item| starts[item + 1] += starts[item]);
        let (mut next, mut options) = (starts.clone(), vec![0; starts[component.items]]);
        for (option, entries) in component.entries.iter().enumerate() {
            for &(item, _) in entries {
                options[next[item]] = option;
                next[item] += 1;
            }
        }
        Occurrences { starts, options }
    }

    fn of(&self, item: usize) -> &[usize] {
        &self.options[self.starts[item]..self.starts[item + 1]]
    }
}

/// The starts of the families, each as long as no option has two of its items.
fn families(component: &Component, occurrences: &Occurrences) -> Vec<usize> {
    let mut family_of = vec![0; component.options.len()];
    let mut starts = vec![0];
    for item in 0..component.primary {
        let options = occurrences.of(item);
        if options.iter().any(|&option| family_of[option] == starts.len()) {
            starts.push(item);
        }
        for &option in options {
            family_of[option] = starts.len();
        }
    }
    starts
}

/// The approximate number of states in this order: 2 to the power of each frontier.
fn weight(component: &Component, order: &[usize]) -> f64 {
    let mut rank_of = vec![usize::MAX; component.items];
    order.iter().enumerate().for_each(|(rank, &item)| rank_of[item] = rank);
    // The ranks of the first and the last passed item that has an option with each item.
    let mut met = vec![[usize::MAX, 0]; component.items];
    for entries in &component.entries {
        let rank = first_rank(entries, &rank_of);
        for &(item, _) in entries {
            let [first, last] = met[item];
            met[item] = [first.min(rank), last.max(rank)];
        }
    }
    // An item joins the frontier when it is met, and leaves it when it is passed; a secondary one
    // when it has no option left.
    let mut change = vec![0_i64; order.len() + 1];
    for (item, [first, last]) in met.into_iter().enumerate() {
        let end = if item < component.primary { rank_of[item] } else { last };
        if first < end {
            change[first] += 1;
            change[end] -= 1;
        }
    }
    let frontiers = change[..order.len()].iter().scan(0, |frontier, change| {
        *frontier += change;
        Some(*frontier)
    });
    frontiers.map(|frontier| (frontier as f64).exp2()).sum()
}

/// The order that always takes the frontier item with the least price, which depends on an item's
/// growth and on the number of its options left.
fn greedy(
    component: &Component,
    occurrences: &Occurrences,
    price: impl Fn(usize, usize) -> f64,
) -> Vec<usize> {
    let mut sweep = Sweep::new(component, occurrences);
    let (mut order, mut frontier) = (Vec::with_capacity(component.primary), Vec::new());
    while order.len() < component.primary {
        let price = |item: usize| price(sweep.growth[item], sweep.left[item]);
        let cheaper = |&a: &usize, &b: &usize| price(a).total_cmp(&price(b));
        let of_frontier = frontier.iter().copied().take(CHOICE).min_by(cheaper);
        let any = || (0..component.primary).filter(|&item| !sweep.is_passed[item]).min_by(cheaper);
        let Some(next) = of_frontier.or_else(any) else { break };
        frontier.retain(|&item| item != next);
        sweep.pass(next, |met| frontier.extend((met < component.primary).then_some(met)));
        order.push(next);
    }
    order
}

/// The state of a sweep through an order: the items behind and before the frontier.
struct Sweep<'p> {
    component: &'p Component,
    occurrences: &'p Occurrences,
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
}

impl<'p> Sweep<'p> {
    fn new(component: &'p Component, occurrences: &'p Occurrences) -> Sweep<'p> {
        let fresh: Vec<usize> = component.entries.iter().map(Vec::len).collect();
        let lists = || (0..component.items).map(|item| occurrences.of(item));
        Sweep {
            component,
            occurrences,
            is_used: vec![false; component.options.len()],
            left: lists().map(<[_]>::len).collect(),
            is_passed: vec![false; component.items],
            is_met: vec![false; component.items],
            growth: lists().map(|list| list.iter().map(|&option| fresh[option]).sum()).collect(),
            fresh,
        }
    }

    /// Passes a primary item, and calls `joined` with each item that joins the frontier.
    fn pass(&mut self, item: usize, mut joined: impl FnMut(usize)) {
        self.is_passed[item] = true;
        for &option in self.occurrences.of(item) {
            if std::mem::replace(&mut self.is_used[option], true) {
                continue;
            }
            for &(other, _) in &self.component.entries[option] {
                self.left[other] -= 1;
                self.growth[other] -= self.fresh[option];
            }
            for &(other, _) in &self.component.entries[option] {
                if other != item && !self.is_met[other] {
                    self.meet(other);
                    joined(other);
                }
            }
        }
    }

    /// Marks an item as met.
    fn meet(&mut self, item: usize) {
        self.is_met[item] = true;
        for &option in self.occurrences.of(item) {
            self.fresh[option] -= 1;
            if !self.is_used[option] {
                for &(other, _) in &self.component.entries[option] {
                    self.growth[other] -= 1;
                }
            }
        }
    }
}
