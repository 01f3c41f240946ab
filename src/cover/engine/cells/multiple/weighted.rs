//! The steps of the search [by weights](super::super::weighted) with multiplicities.
//!
//! ```text
//!      c needs 2 of p q r s     p ...            or not p, and then any item
//!      d needs 2 of t u         both are forced, and nothing is tried in their place
//!      all needs are met        the covers from here are listed in the usual way
//! ```
//!
//! An item that can lose the fewest options for its weight comes first.

use std::ops::ControlFlow::{self, Continue};

use super::MultipleSearch;
use crate::cover::engine::cells::weighted::Steps;
use crate::cover::engine::cells::weights::{Choice, Weights};

impl Steps for MultipleSearch<'_, '_> {
    type Mark = usize;

    fn begin(&mut self) -> bool {
        self.demands.can_be_met(self.sets)
    }

    fn covers(&self) -> u64 {
        self.progress.covers()
    }

    fn settle(&mut self) -> ControlFlow<(), bool> {
        while let Some(item) = self.demands.forced() {
            let option = self.key.option(self.sets.left_of(item)[0]);
            if !self.choose(option)? {
                return Continue(false);
            }
        }
        Continue(true)
    }

    fn next_choice(&mut self, weights: &Weights) -> Option<Choice<usize>> {
        let item = weights.next_item(self.demands.slack.iter().map(|slack| slack + 1))?;
        let option = weights.next_option(item, self.sets, self.key);
        Some(Choice { option, mark: self.demands.mark(), depth: self.progress.depth() })
    }

    fn choose(&mut self, option: u32) -> ControlFlow<(), bool> {
        MultipleSearch::choose(self, option)
    }

    fn list(&mut self) -> ControlFlow<()> {
        MultipleSearch::list(self)
    }

    fn take_back(&mut self, choice: Choice<usize>) {
        self.demands.back_to(choice.mark, self.sets);
        self.progress.back_to(choice.depth);
    }

    fn strike(&mut self, option: u32) -> bool {
        self.demands.ban(option, self.sets, self.key)
    }

    fn learn(&mut self, weights: &mut Weights) {
        weights.learn(self.demands.short, self.sets, self.key);
    }
}
