//! Many removals at a time: each round asks one question for each.
//!
//! ```text
//!      removal 0   . . 4 . . .      ─┐                 ┌─▶ yes: on with the next run
//!      removal 1   7 . . . 2 .       ├─▶ verify_all ───┼─▶ no: half of the run
//!      removal 2   . 1 . . . .      ─┘   in lanes      └─▶ no: finished, the next one in its place
//! ```
//!
//! A verifier is several times faster with many puzzles at once than with one at a time. A removal
//! does not depend on the others under way.

use std::ops::ControlFlow;

use super::removal::Removal;
use crate::sudoku::{Grid, Shape};
use crate::verify::{Effort, Kind, Kinds, Verifier};
use crate::watch::Watch;

/// The most removals under way: enough to fill all lanes most of the time, and few enough to stay
/// in the cache.
const MOST: usize = 256;

/// Removals, one after the other.
pub(super) trait Removals {
    /// Prepares the next removal, and returns its number; `None` if there are no more.
    fn begin(&mut self, removal: &mut Removal) -> Option<usize>;

    /// Takes the outcome of a removal; `None` if it was given up.
    fn finished(&mut self, number: usize, outcome: Option<&Grid>);
}

/// Removals under way: each has a question in every round.
pub(super) struct Rounds {
    shape: Shape,
    removals: Vec<Removal>,
    /// The numbers of the removals under way, which come first.
    numbers: Vec<usize>,
    kinds: Vec<Kind>,
}

impl Rounds {
    pub(super) fn new(shape: Shape) -> Rounds {
        Rounds { shape, removals: Vec::new(), numbers: Vec::new(), kinds: Vec::new() }
    }

    /// The shape of all removals.
    pub(super) const fn shape(&self) -> Shape {
        self.shape
    }

    /// Carries out all removals of `source`. Breaks if the watch does.
    pub(super) fn carry_out(
        &mut self,
        verifier: &mut dyn Verifier,
        source: &mut dyn Removals,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<()> {
        self.numbers.clear();
        loop {
            self.fill_up(source);
            if self.numbers.is_empty() {
                return ControlFlow::Continue(());
            }
            self.ask_all(verifier, watch)?;
            for k in (0..self.numbers.len()).rev() {
                while self.removals[k].question().is_none() {
                    source.finished(self.numbers[k], self.removals[k].outcome());
                    let Some(number) = source.begin(&mut self.removals[k]) else {
                        self.numbers.swap_remove(k);
                        self.removals.swap(k, self.numbers.len());
                        break;
                    };
                    self.numbers[k] = number;
                }
            }
        }
    }

    /// Asks the questions of all removals under way, and answers them.
    fn ask_all(
        &mut self,
        verifier: &mut dyn Verifier,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<()> {
        let under_way = &mut self.removals[..self.numbers.len()];
        if self.shape != Shape::CLASSIC {
            // There are no lanes to fill.
            return under_way.iter_mut().try_for_each(|removal| {
                let is_proper = removal.ask(verifier, watch)?;
                removal.answer(is_proper);
                watch.pulse(&verifier.effort())
            });
        }
        self.kinds.clear();
        let mut questions = under_way.iter().filter_map(Removal::question);
        verifier.verify_all(&mut questions, &mut Kinds(&mut self.kinds), watch)?;
        watch.pulse(&verifier.effort())?;
        for (removal, kind) in under_way.iter_mut().zip(&self.kinds) {
            removal.answer(*kind == Kind::Proper);
        }
        ControlFlow::Continue(())
    }

    /// Begins as many removals as fit.
    fn fill_up(&mut self, source: &mut dyn Removals) {
        while self.numbers.len() < MOST {
            let k = self.numbers.len();
            if k == self.removals.len() {
                self.removals.push(Removal::new(self.shape));
            }
            let Some(number) = source.begin(&mut self.removals[k]) else { return };
            if self.removals[k].question().is_some() {
                self.numbers.push(number);
            } else {
                source.finished(number, self.removals[k].outcome());
            }
        }
    }
}
