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
//! - the same with the items last that a cover may have in several options: an option often has
//!   another item too, and an item that comes first would be covered in every set of its options;
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
use std::ops::ControlFlow::{self, Continue};

use super::layout::first_rank;
use super::rest::Component;
use crate::cover::Bounds;

/// The most frontier items that a greedy order considers as the next one: the oldest.
const CHOICE: usize = 64;

/// The most families to try; in a problem with more they mean nothing.
const FAMILIES: usize = 8;

/// Orders of the primary items of a part, each beginning with the first item to cover: the most
/// promising first, or none if in every order a window needs more bits than `most`. `Break` if
/// `goes_on` breaks, which is asked for each item of some orders.
pub(super) fn orders(
    component: &Component,
    most: usize,
    goes_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), Vec<Vec<usize>>> {
    let occurrences = Occurrences::new(component);
    if occurrences.have_more_neighbours(component, most) {
        return Continue(Vec::new());
    }
    goes_on()?;
    let given: Vec<usize> = (0..component.primary()).collect();
    let families = families(component, &occurrences);
    let turned = families.iter().skip(1).filter(|_| families.len() <= FAMILIES).map(|&start| {
        let mut order = given.clone();
        order.rotate_left(start);
        order
    });
    let turned: Vec<_> = turned.collect();
    let mut orders = vec![
        given,
        greedy(component, &occurrences, |growth, _| growth as f64, goes_on)?,
        greedy(
            component,
            &occurrences,
            |growth, options| growth as f64 / options.max(1) as f64,
            goes_on,
        )?,
    ];
    if component.is_multiple() {
        let once = |&item: &usize| component.bounds(item) == Bounds::ONCE;
        let (once, several): (Vec<usize>, Vec<usize>) = (0..component.primary()).partition(once);
        orders.push([once, several].concat());
    }
    let weights: Vec<f64> = orders.iter().map(|order| weight(component, order)).collect();
    let best = (0..weights.len()).min_by(|&a, &b| weights[a].total_cmp(&weights[b]));
    orders.swap(0, best.unwrap_or(0));
    orders.extend(turned);
    let mut seen = HashSet::new();
    orders.retain(|order| seen.insert(order.clone()));
    Continue(orders)
}

/// The options of each item, one list after another.
struct Occurrences {
    /// Where each list begins, and the end.
    starts: Vec<usize>,
    options: Vec<u32>,
}

impl Occurrences {
    fn new(component: &Component) -> Occurrences {
        let items = component.items();
        let mut starts = vec![0; items + 1];
        for entry in component.problem().entries() {
            starts[entry.item.index() + 1] += 1;
        }
        (0..items).for_each(|item| starts[item + 1] += starts[item]);
        let (mut next, mut options) = (starts.clone(), vec![0; starts[items]]);
        for (option, entries) in component.entries().enumerate() {
            for entry in entries {
                let next = &mut next[entry.item.index()];
                options[*next] = option as u32;
                *next += 1;
            }
        }
        Occurrences { starts, options }
    }

    fn of(&self, item: usize) -> impl ExactSizeIterator<Item = usize> {
        let options = &self.options[self.starts[item]..self.starts[item + 1]];
        options.iter().map(|&option| option as usize)
    }

    /// Whether the options of each primary item have more items together than `most`. In the window
    /// of the first item all of its options' items have their bits, whichever item is the first.
    fn have_more_neighbours(&self, component: &Component, most: usize) -> bool {
        let mut met_by = vec![usize::MAX; component.items()];
        (0..component.primary()).all(|item| {
            let entries = self.of(item).flat_map(|option| component.entries_of(option));
            let mut new = entries
                .filter(|entry| std::mem::replace(&mut met_by[entry.item.index()], item) != item);
            new.nth(most).is_some()
        })
    }
}

/// The starts of the families, each as long as no option has two of its items.
fn families(component: &Component, occurrences: &Occurrences) -> Vec<usize> {
    let mut family_of = vec![0; component.options()];
    let mut starts = vec![0];
    for item in 0..component.primary() {
        if occurrences.of(item).any(|option| family_of[option] == starts.len()) {
            starts.push(item);
        }
        for option in occurrences.of(item) {
            family_of[option] = starts.len();
        }
    }
    starts
}

/// The approximate number of states in this order: 2 to the power of each frontier.
fn weight(component: &Component, order: &[usize]) -> f64 {
    let mut rank_of = vec![usize::MAX; component.items()];
    order.iter().enumerate().for_each(|(rank, &item)| rank_of[item] = rank);
    // The ranks of the first and the last passed item that has an option with each item.
    let mut met = vec![[usize::MAX, 0]; component.items()];
    for entries in component.entries() {
        let rank = first_rank(entries, &rank_of);
        for entry in entries {
            let met = &mut met[entry.item.index()];
            let [first, last] = *met;
            *met = [first.min(rank), last.max(rank)];
        }
    }
    // An item joins the frontier when it is met, and leaves it when it is passed; a secondary one
    // when it has no option left.
    let mut change = vec![0_i64; order.len() + 1];
    for (item, [first, last]) in met.into_iter().enumerate() {
        let end = if item < component.primary() { rank_of[item] } else { last };
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
    goes_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), Vec<usize>> {
    let mut sweep = Sweep::new(component, occurrences);
    let primary = component.primary();
    let (mut order, mut frontier) = (Vec::with_capacity(primary), Vec::new());
    while order.len() < primary {
        goes_on()?;
        let price = |item: usize| price(sweep.growth[item], sweep.left[item]);
        let cheaper = |&a: &usize, &b: &usize| price(a).total_cmp(&price(b));
        let of_frontier = frontier.iter().copied().take(CHOICE).min_by(cheaper);
        let any = || (0..primary).filter(|&item| !sweep.is_passed[item]).min_by(cheaper);
        let Some(next) = of_frontier.or_else(any) else { break };
        frontier.retain(|&item| item != next);
        sweep.pass(next, |met| frontier.extend((met < primary).then_some(met)));
        order.push(next);
    }
    Continue(order)
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
        let fresh: Vec<usize> = component.entries().map(<[_]>::len).collect();
        let lists = || (0..component.items()).map(|item| occurrences.of(item));
        Sweep {
            component,
            occurrences,
            is_used: vec![false; component.options()],
            left: lists().map(|list| list.len()).collect(),
            is_passed: vec![false; component.items()],
            is_met: vec![false; component.items()],
            growth: lists().map(|list| list.map(|option| fresh[option]).sum()).collect(),
            fresh,
        }
    }

    /// Passes a primary item, and calls `joined` with each item that joins the frontier.
    fn pass(&mut self, item: usize, mut joined: impl FnMut(usize)) {
        self.is_passed[item] = true;
        for option in self.occurrences.of(item) {
            if std::mem::replace(&mut self.is_used[option], true) {
                continue;
            }
            let items = || self.component.entries_of(option).iter().map(|it| it.item.index());
            for other in items() {
                self.left[other] -= 1;
                self.growth[other] -= self.fresh[option];
            }
            for other in items() {
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
        for option in self.occurrences.of(item) {
            self.fresh[option] -= 1;
            if !self.is_used[option] {
                for entry in self.component.entries_of(option) {
                    self.growth[entry.item.index()] -= 1;
                }
            }
        }
    }
}
