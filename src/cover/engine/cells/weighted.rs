//! The search by weights: for a first cover, one that begins anew again and again, and remembers
//! where it failed.
//!
//! ```text
//!      run 1   ▮▮▮▮▮▮▮▮▮▮▮▮  300 conflicts     each of them adds to the weights
//!      run 2   ▮▮▮▮▮▮▮▮▮▮▮▮  300               of items and options
//!      run 3   ▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮  600
//!      run 4   ▮▮▮▮▮▮▮▮▮▮▮▮  300
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

impl Search<'_, '_> {
    /// Shows all covers, the first as soon as possible. The caller takes the choices back.
    pub(super) fn run_by<const COLOURS: bool>(&mut self, weights: &mut Weights) -> ControlFlow<()> {
        weights.begin();
        if !self.note_short_items() {
            return Continue(());
        }
        let shown = self.progress.covers();
        let mut choices: Vec<Choice<Mark>> = Vec::new();
        loop {
            let covers = self.progress.covers();
            let mut is_alive = self.settle::<COLOURS>()?;
            if is_alive {
                if weights.restarts.is_due() && covers == shown {
                    weights.restarts.next();
                    // What has failed before the first choice stays left out.
                    choices.drain(..).take(1).for_each(|first| self.take_back(first));
                }
                let choice = self.next_choice(weights);
                choices.push(choice);
                is_alive = self.choose::<COLOURS>(choice.option)?;
            }
            if !is_alive && self.progress.covers() == covers {
                self.learn_from_conflict(weights);
            }
            while !is_alive {
                let Some(choice) = choices.pop() else { return Continue(()) };
                self.take_back(choice);
                is_alive = self.sets.strike_in_search(self.key.nodes(choice.option).start);
                if !is_alive {
                    self.learn_from_conflict(weights);
                }
            }
        }
    }

    fn take_back(&mut self, choice: Choice<Mark>) {
        self.sets.back_to(choice.mark);
        self.progress.back_to(choice.depth);
    }

    fn next_choice(&mut self, weights: &Weights) -> Choice<Mark> {
        let sizes = &self.sets.size[..self.sets.primary];
        let item = weights.next_item(sizes.iter().copied()).expect("an item is left");
        let option = weights.next_option(item, self.sets, self.key);
        Choice { option, mark: self.sets.mark(), depth: self.progress.depth() }
    }

    fn learn_from_conflict(&mut self, weights: &mut Weights) {
        let &item = self.sets.trail.last().expect("a step took an option");
        weights.learn(item, self.sets, self.key);
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
