//! Weights and restarts: for a first cover, a search that begins anew again and again, and
//! remembers where it failed.
//!
//! ```text
//!      run 1   ▮▮▮▮▮▮▮▮▮▮▮▮  300 conflicts     when an item runs out of options, those that it
//!      run 2   ▮▮▮▮▮▮▮▮▮▮▮▮  300               had gain weight, and so do all their items
//!      run 3   ▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮  600
//!      run 4   ▮▮▮▮▮▮▮▮▮▮▮▮  300               next is the item with the fewest options for its
//!      ...                                     weight, by its option with the greatest weight, or
//!                                              of several the one that clashes with the fewest
//! ```
//!
//! A first choice that is wrong may cost a search without memory all its time. Here no choice
//! lasts, and items that are hard to cover come first in later runs. Timetables that take ages
//! otherwise, even with learning, are solved so in a moment.
//!
//! A branch is the choice of one option. If it fails, the search goes on without this option, on
//! any item. So an option that fails before any other choice fails for good: later runs go without
//! it. After a cover is shown the run does not end before it is complete: other covers are near,
//! and none is shown twice.
//!
//! Invariant: a run that is complete has shown each cover once, and no other run shows one.
//!
//! Sources: weights are Boussemart, Hemery, Lecoutre and Sais' (*Boosting systematic search by
//! weighting constraints*, 2004), with a step that grows; the lengths of the runs are
//! [Luby's](crate::cover::engine::restarts). Deliberately lacking: handing over to a live list,
//! which does not say where it failed.

use std::ops::ControlFlow::{self, Continue};

use super::bounds::COVERED;
use super::search::Search;
use super::sets::{Mark, Sets};
use crate::cover::engine::restarts::Restarts;

/// The conflicts of the shortest run.
const RUN: u32 = 300;

/// The steps of items and of options grow by these factors with each conflict.
const GROWTH: [f64; 2] = [1.02, 1.0 / 0.95];

/// The items that are looked at in the time of an update.
const LOOKS: usize = 4;

/// A step above which all weights become smaller.
const HUGE: f64 = 1e100;

/// What conflicts teach.
#[derive(Debug)]
pub(super) struct Weights {
    /// Of primary items, and of options.
    items: Vec<f64>,
    options: Vec<f64>,
    /// What the next conflict adds to those of an item and of an option.
    steps: [f64; 2],
    restarts: Restarts,
    choices: Vec<Choice>,
}

/// An option that was chosen, and the state before.
#[derive(Clone, Copy, Debug)]
struct Choice {
    option: u32,
    mark: Mark,
    /// The number of options chosen before.
    depth: usize,
}

impl Weights {
    /// Equal weights for this number of primary items, and of options.
    pub(super) fn new(items: usize, options: usize) -> Weights {
        Weights {
            items: vec![1.0; items],
            options: vec![0.0; options],
            steps: [1.0; 2],
            restarts: Restarts::after(RUN),
            choices: Vec::new(),
        }
    }

    /// The item with the fewest options for its weight, of those that are not covered.
    fn next_item(&self, sets: &Sets) -> Option<usize> {
        let (mut found, mut least) = (None, f64::INFINITY);
        for (item, &size) in sets.size[..sets.primary].iter().enumerate() {
            if size < COVERED && f64::from(size) < least * self.items[item] {
                (found, least) = (Some(item), f64::from(size) / self.items[item]);
            }
        }
        found
    }

    /// Lets the next conflict count more than those before.
    fn grow(&mut self) {
        for (k, weights) in [&mut self.items, &mut self.options].into_iter().enumerate() {
            self.steps[k] *= GROWTH[k];
            if self.steps[k] > HUGE {
                self.steps[k] /= HUGE;
                for weight in weights {
                    // Not to nothing: an item of no weight would never come.
                    *weight = (*weight / HUGE).max(1.0 / HUGE);
                }
            }
        }
    }
}

impl Search<'_, '_> {
    /// Shows all covers, the first as soon as possible. The caller takes the choices back.
    pub(super) fn run_by<const COLOURS: bool>(&mut self, weights: &mut Weights) -> ControlFlow<()> {
        weights.choices.clear();
        weights.restarts = Restarts::after(RUN);
        if !self.note_short_items() {
            return Continue(());
        }
        let shown = self.progress.covers();
        loop {
            let covers = self.progress.covers();
            let mut is_alive = self.settle::<COLOURS>()?;
            if is_alive {
                if weights.restarts.is_due() && covers == shown {
                    weights.restarts.next();
                    self.begin_anew(weights);
                }
                is_alive = self.branch_by::<COLOURS>(weights)?;
            }
            if !is_alive && self.progress.covers() == covers {
                self.learn_from_conflict(weights);
            }
            while !is_alive {
                let Some(choice) = weights.choices.pop() else { return Continue(()) };
                self.take_back(choice);
                is_alive = self.sets.strike_in_search(self.key.nodes(choice.option).start);
                if !is_alive {
                    self.learn_from_conflict(weights);
                }
            }
        }
    }

    /// Takes back all choices. What has failed before the first one stays left out.
    fn begin_anew(&mut self, weights: &mut Weights) {
        if let Some(&first) = weights.choices.first() {
            self.take_back(first);
        }
        weights.choices.clear();
    }

    fn take_back(&mut self, choice: Choice) {
        self.sets.back_to(choice.mark);
        self.progress.back_to(choice.depth);
    }

    /// Chooses an option. Returns false if the node is finished.
    fn branch_by<const COLOURS: bool>(&mut self, weights: &mut Weights) -> ControlFlow<(), bool> {
        let item = weights.next_item(self.sets).expect("an item is left");
        self.sets.updates += (self.sets.primary / LOOKS) as u64;
        let options = self.sets.left_of(item).iter().map(|&node| self.key.option(node));
        let weight = |option: u32| weights.options[option as usize];
        let clashes = |option: u32| self.sets.most_clashes(self.key.nodes(option));
        // Of options with one weight and as many clashes the first, however the set is ordered.
        let option = options
            .max_by(|&one, &other| {
                let by_weight = weight(one).total_cmp(&weight(other));
                by_weight.then_with(|| clashes(other).cmp(&clashes(one))).then(other.cmp(&one))
            })
            .expect("an item that is left has options");
        let (mark, depth) = (self.sets.mark(), self.progress.depth());
        weights.choices.push(Choice { option, mark, depth });
        self.choose::<COLOURS>(option)
    }

    /// The latest step took its last option from an item: the options that it had gain weight, and
    /// their items share one gain.
    fn learn_from_conflict(&mut self, weights: &mut Weights) {
        let Sets { set, start, nodes, trail, updates, primary, .. } = &mut *self.sets;
        let &item = trail.last().expect("a step took an option");
        let all = &set[start[item as usize] as usize..start[item as usize + 1] as usize];
        let share = weights.steps[0] / f64::from(all.len() as u32);
        for option in all.iter().map(|&node| self.key.option(node)) {
            weights.options[option as usize] += weights.steps[1];
            let nodes = &nodes[self.key.nodes(option)];
            *updates += nodes.len() as u64;
            for node in nodes.iter().filter(|node| (node.item as usize) < *primary) {
                weights.items[node.item as usize] += share;
            }
        }
        weights.grow();
        weights.restarts.conflict();
    }
}

#[cfg(test)]
mod tests {
    use crate::cover::{Cells, Engine, classics};

    #[test]
    fn items_that_never_failed_still_come_after_many_conflicts() {
        let mut cells = Cells::new(&classics::toy().unwrap()).unwrap().weighted();
        let weights = cells.weights.as_mut().unwrap();
        let first = weights.next_item(&cells.sets);
        (0..100_000).for_each(|_| weights.grow());
        assert_eq!(weights.next_item(&cells.sets), first);
    }

    #[test]
    fn of_equal_weights_the_option_comes_first_that_clashes_with_fewer() {
        let problem = "a b c\na b\na\nb c\nb\nc\n".parse().unwrap();
        let first = Cells::new(&problem).unwrap().weighted().first(1).remove(0);
        let alone = crate::cover::OptionId::at(1);
        assert!(first.contains(&alone), "{first:?}");
        assert!(!Cells::new(&problem).unwrap().first(1)[0].contains(&alone));
    }
}
