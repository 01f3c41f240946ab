//! The search by weights with multiplicities, as [`weighted`](super::super::weighted) without.
//!
//! ```text
//!      c needs 2 of p q r s     p ...            or not p, and then any item
//!      d needs 2 of t u         both are forced, and nothing is tried in their place
//!      all needs are met        the covers from here are listed in the usual way
//! ```
//!
//! An item that can lose the fewest options for its weight comes first.
//!
//! Invariant: a run that is complete has shown each cover once, and no other run shows one.

use std::ops::ControlFlow::{self, Continue};

use super::MultipleSearch;
use crate::cover::engine::cells::weights::{Choice, Weights};

impl MultipleSearch<'_, '_> {
    /// Shows all covers, the first as soon as possible. The caller takes the choices back.
    pub(in crate::cover::engine::cells) fn run_by(
        &mut self,
        weights: &mut Weights,
    ) -> ControlFlow<()> {
        weights.begin();
        if !self.demands.can_be_met(self.sets) {
            return Continue(());
        }
        let shown = self.progress.covers();
        let mut choices: Vec<Choice<usize>> = Vec::new();
        loop {
            let covers = self.progress.covers();
            let mut is_alive = self.settle()?;
            if is_alive {
                if weights.restarts.is_due() && covers == shown {
                    weights.restarts.next();
                    choices.drain(..).take(1).for_each(|first| self.take_back(first));
                }
                is_alive = if let Some(choice) = self.next_choice(weights) {
                    choices.push(choice);
                    self.choose(choice.option)?
                } else {
                    self.list()?;
                    false
                };
            }
            if !is_alive && self.progress.covers() == covers {
                weights.learn(self.demands.short, self.sets, self.key);
            }
            while !is_alive {
                let Some(choice) = choices.pop() else { return Continue(()) };
                self.take_back(choice);
                is_alive = self.demands.ban(choice.option, self.sets, self.key);
                if !is_alive {
                    weights.learn(self.demands.short, self.sets, self.key);
                }
            }
        }
    }

    /// Chooses the options of items without slack, until there is none. Returns false if an item
    /// then has too few.
    fn settle(&mut self) -> ControlFlow<(), bool> {
        while let Some(item) = self.demands.forced() {
            let option = self.key.option(self.sets.left_of(item)[0]);
            if !self.choose(option)? {
                return Continue(false);
            }
        }
        Continue(true)
    }

    fn take_back(&mut self, choice: Choice<usize>) {
        self.demands.back_to(choice.mark, self.sets);
        self.progress.back_to(choice.depth);
    }

    /// The next option to choose; `None` if no item needs one.
    fn next_choice(&mut self, weights: &Weights) -> Option<Choice<usize>> {
        let item = weights.next_item(self.demands.slack.iter().map(|slack| slack + 1))?;
        let option = weights.next_option(item, self.sets, self.key);
        Some(Choice { option, mark: self.demands.mark(), depth: self.progress.depth() })
    }
}
