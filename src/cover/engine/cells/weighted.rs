//! The search by weights: for a first cover, one that restarts again and again, and remembers
//! where it failed.
//!
//! ```text
//!      run 1   ▮▮▮▮▮▮▮▮▮▮▮▮  100 conflicts     each of them adds to the weights
//!      run 2   ▮▮▮▮▮▮▮▮▮▮▮▮  100               of items and options
//!      run 3   ▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮  200
//!      run 4   ▮▮▮▮▮▮▮▮▮▮▮▮  100
//!      ...
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
//! Sources: those of [`weights`](super::weights); the lengths of the runs are
//! [Luby's](crate::cover::engine::restarts). Deliberately lacking: handing over to a live list,
//! which does not say where it failed.

use std::ops::ControlFlow::{self, Continue};

use super::search::Search;
use super::sets::Mark;
use super::weights::{Choice, Weights};

/// The steps of a search that goes by weights: with multiplicities they are others.
pub(super) trait Steps {
    /// What takes a step back.
    type Mark: Copy;

    /// Prepares for a search. Returns false if there is no cover.
    fn begin(&mut self) -> bool;

    /// The number of covers shown so far.
    fn covers(&self) -> u64;

    /// Chooses what is forced. Returns false if the node is finished.
    fn settle(&mut self) -> ControlFlow<(), bool>;

    /// The next option to choose; `None` if no item needs one.
    fn next_choice(&mut self, weights: &Weights) -> Option<Choice<Self::Mark>>;

    /// Chooses an option. Returns false if the node is finished.
    fn choose(&mut self, option: u32) -> ControlFlow<(), bool>;

    /// Shows all covers from a node in which no item needs an option.
    fn list(&mut self) -> ControlFlow<()>;

    fn take_back(&mut self, choice: Choice<Self::Mark>);

    /// Goes on without an option. Returns false if that leaves an item too few.
    fn strike(&mut self, option: u32) -> bool;

    /// Learns that the latest step left an item too few options.
    fn learn(&mut self, weights: &mut Weights);
}

/// Shows all covers, the first as soon as possible. The caller takes the choices back.
pub(super) fn search_by<S: Steps>(weights: &mut Weights, steps: &mut S) -> ControlFlow<()> {
    weights.begin();
    if !steps.begin() {
        return Continue(());
    }
    let shown = steps.covers();
    let mut choices: Vec<Choice<S::Mark>> = Vec::new();
    loop {
        let covers = steps.covers();
        let mut is_alive = steps.settle()?;
        if is_alive {
            if weights.restarts.is_due() && covers == shown {
                weights.restart();
                // What has failed before the first choice stays left out.
                choices.drain(..).take(1).for_each(|first| steps.take_back(first));
            }
            is_alive = if let Some(choice) = steps.next_choice(weights) {
                choices.push(choice);
                steps.choose(choice.option)?
            } else {
                steps.list()?;
                false
            };
        }
        if !is_alive && steps.covers() == covers {
            steps.learn(weights);
        }
        while !is_alive {
            let Some(choice) = choices.pop() else { return Continue(()) };
            steps.take_back(choice);
            is_alive = steps.strike(choice.option);
            if !is_alive {
                steps.learn(weights);
            }
        }
    }
}

/// The steps of a search for exact covers.
pub(super) struct Exact<'r, 's, 'w, const COLOURS: bool>(pub(super) &'r mut Search<'s, 'w>);

impl<const COLOURS: bool> Steps for Exact<'_, '_, '_, COLOURS> {
    type Mark = Mark;

    fn begin(&mut self) -> bool {
        self.0.note_short_items()
    }

    fn covers(&self) -> u64 {
        self.0.progress.covers()
    }

    fn settle(&mut self) -> ControlFlow<(), bool> {
        self.0.settle::<COLOURS>()
    }

    fn next_choice(&mut self, weights: &Weights) -> Option<Choice<Mark>> {
        let Search { sets, key, progress, .. } = &mut *self.0;
        let item = weights.next_item(sets.size[..sets.primary].iter().copied())?;
        let option = weights.next_option(item, sets, key);
        Some(Choice { option, mark: sets.mark(), depth: progress.depth() })
    }

    fn choose(&mut self, option: u32) -> ControlFlow<(), bool> {
        self.0.choose::<COLOURS>(option)
    }

    fn list(&mut self) -> ControlFlow<()> {
        Continue(()) // the choice that leaves no item is shown at once
    }

    fn take_back(&mut self, choice: Choice<Mark>) {
        self.0.sets.back_to(choice.mark);
        self.0.progress.back_to(choice.depth);
    }

    fn strike(&mut self, option: u32) -> bool {
        self.0.sets.strike_in_search(self.0.key.nodes(option).start)
    }

    fn learn(&mut self, weights: &mut Weights) {
        let &item = self.0.sets.trail.last().expect("a step took an option");
        weights.learn(item, self.0.sets, self.0.key);
    }
}

#[cfg(test)]
mod tests {
    use crate::cover::{Cells, Engine, classics};

    #[test]
    fn items_that_never_failed_still_come_after_many_conflicts() {
        let mut cells = Cells::new(&classics::toy().unwrap()).unwrap().weighted();
        let weights = cells.weights.as_mut().unwrap();
        let sizes = || cells.sets.size[..cells.sets.primary].iter().copied();
        let first = weights.next_item(sizes());
        (0..100_000).for_each(|_| weights.grow());
        assert_eq!(weights.next_item(sizes()), first);
    }

    #[test]
    fn of_equal_weights_a_large_option_comes_first_and_then_one_with_few_clashes() {
        let first = |text: &str| {
            let problem = text.parse().unwrap();
            assert_ne!(Cells::new(&problem).unwrap().first(1)[0][0].index(), 1, "as it comes");
            Cells::new(&problem).unwrap().weighted().first(1).remove(0)
        };
        let second = crate::cover::OptionId::at(1);
        for text in ["a b\na\na b\nb\n", "a | x y\na x\na y\nx\nx\n"] {
            assert!(first(text).contains(&second), "{text}");
        }
    }
}
