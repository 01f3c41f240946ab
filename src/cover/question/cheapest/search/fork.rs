//! Choices that a search gives away, so that others can try them.
//!
//! ```text
//!            ○                  given: c and d of the root, for covers without a and b
//!      ┌───┬─┴─┬╌╌╌┐
//!      a   b   c   d            a was tried, and the search is below b
//!          ○
//!        ┌─┴─┐
//!        e   f                  kept
//! ```
//!
//! They are those of the shallowest node that has any: most of what is left is below them.
//!
//! Invariant: a cover that the search would have found later, it still finds, or it has exactly one
//! of the given choices and none of the choices before that one.

use super::super::listing::Trials;
use super::{PATIENCE, Search};

/// A choice that is given away.
#[derive(Debug)]
pub(in super::super) struct GivenChoice {
    pub(in super::super) option: u32,
    /// What a cover costs at least that has it and no choice before it.
    pub(in super::super) least: u128,
}

/// The choices of one node that a search has not tried and no longer will.
#[derive(Debug)]
pub(in super::super) struct Fork {
    /// What was chosen above, what was held included.
    pub(in super::super) chosen: Vec<u32>,
    /// Options that covers with these choices lack: the choices before them, at the nodes above
    /// too.
    pub(in super::super) tried: Vec<u32>,
    /// The cheapest first.
    pub(in super::super) choices: Vec<GivenChoice>,
    /// Taxes that are near those of the node, by item.
    pub(in super::super) taxes: Vec<i64>,
    /// Whether linear programming is worth its time below.
    pub(in super::super) is_linear: bool,
    /// What listings took below nodes of this depth.
    pub(in super::super) trials: Trials,
}

impl Search {
    /// The depth of the shallowest node with choices to give away.
    pub(in super::super) fn forks_at(&self) -> Option<usize> {
        let has_more = |&depth: &usize| self.levels[depth].next + 1 < self.end_of(depth);
        (0..self.levels.len()).find(has_more)
    }

    /// Gives away the choices after the one that is tried, of the node at this depth.
    pub(in super::super) fn fork(&mut self, depth: usize) -> Fork {
        let limit = self.limit();
        let end = self.end_of(depth);
        let level = &self.levels[depth];
        let given = level.next + 1..end;
        let mut bound = level.bound - i128::from(self.choices[level.next].reduced.min(0));
        let choices = self.choices[given.clone()].iter().map(|choice| {
            let least = level.floor.max(bound + i128::from(choice.reduced.max(0)));
            bound -= i128::from(choice.reduced.min(0));
            GivenChoice { option: choice.option, least: self.grain.rounded_up(least) }
        });
        let choices = choices.filter(|choice| choice.least < limit).collect();
        let above = self.levels[..depth].iter().flat_map(|above| above.choices..above.next);
        let tried = above.chain(level.choices..=level.next);
        let work = self.work - level.work;
        let fork = Fork {
            chosen: self.state.chosen()[..level.chosen].to_vec(),
            tried: tried.map(|at| self.choices[at].option).collect(),
            choices,
            taxes: self.rest.taxes_near(level.mark).to_vec(),
            trials: self.trials.from(depth + 1),
            is_linear: work > PATIENCE * self.price * self.rest.options().len() as u64,
        };
        for below in &mut self.levels[depth + 1..] {
            below.choices -= given.len();
            below.next -= given.len();
        }
        self.choices.drain(given);
        fork
    }

    /// Where the choices of the node at this depth end.
    pub(super) fn end_of(&self, depth: usize) -> usize {
        self.levels.get(depth + 1).map_or(self.choices.len(), |next| next.choices)
    }
}
