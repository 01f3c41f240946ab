//! Counts of solutions by pair of candidates: the last two that an on phase adds.
//!
//! ```text
//!                        c₁  c₂  c₃  ...        a row for each candidate: the solutions that have it,
//!              c₁       [          ]            counted by candidate, up to two
//!              c₂       [          ]
//!              c₃       [          ]            each solution counts in its 81 rows
//! ```
//!
//! Each candidate c of a class is held in its turn, and the heap is [sifted](super::sieve) with what its row has
//! counted already. A solution found for c and e counts for all its pairs, so that rows are nearly done before
//! their turn. Partners that have been held themselves are left out: their rows have the pair. And rows that have had
//! their turn are not touched again: all their pairs are decided.
//!
//! What the sieve has left of the class is enough to begin with: a candidate that it removed is in solutions that are known,
//! all of them, and these are counted here from the start.
//!
//! Invariant: at the end each pair of candidates that is not barred has its count in the row of the one that was held
//! first, up to two, together with the rows of the classes below.

use std::ops::ControlFlow;

use super::marks::{Counts, Marks};
use super::sieve::{Heap, Held, Sieve, Spot};
use super::visit::Zero;

/// For each candidate the counts of the solutions that have it.
pub(super) struct Pairs(Vec<Counts>);

/// The row of a candidate.
#[inline(always)]
const fn row((cell, digit): Spot) -> usize {
    9 * cell + digit.trailing_zeros() as usize
}

/// The pairs of one class.
pub(super) struct Task<'t> {
    /// What the sieve left of the class; nothing if all its solutions are known.
    pub(super) left: Option<&'t Heap>,
    /// The candidates that all its solutions are to have.
    pub(super) held: &'t [Spot],
    /// Candidates that nobody asks about.
    pub(super) barred: &'t Marks,
    /// The pairs of the classes below.
    pub(super) below: &'t [&'t Pairs],
}

impl Pairs {
    /// No solutions.
    pub(super) fn new() -> Pairs {
        Pairs(vec![Counts::NONE; 729])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Counts::NONE);
    }

    /// What was counted with a candidate.
    pub(super) fn with(&self, spot: Spot) -> &Counts {
        &self.0[row(spot)]
    }

    /// Counts a solution in the rows of its candidates, but for those that are done.
    #[inline(always)]
    fn count(&mut self, solution: &Marks, done: &Marks) {
        for cell in 0..81 {
            let digit = solution.digits(cell);
            if !done.has(cell, digit) {
                self.0[row((cell, digit))].count(solution);
            }
        }
    }

    /// Counts the solutions of a class by pair, those that are known and all others that make a difference.
    #[inline(always)]
    pub(super) fn sift<Z: Zero>(
        &mut self,
        sieve: &mut Sieve,
        known: &[Marks],
        task: &Task<'_>,
        stop: &dyn Fn() -> bool,
    ) -> ControlFlow<()> {
        sieve.clear();
        for solution in known {
            self.count(solution, task.barred);
            sieve.recall(solution);
        }
        let Some(mut left) = task.left.copied() else { return ControlFlow::Continue(()) };
        let mut barred = *task.barred;
        let mut held: Held = task.held.into();
        let candidates = left.candidates().without(&barred);
        for spot in candidates.iter() {
            let done = barred;
            barred.add(spot.0, spot.1);
            let mut before = self.0[row(spot)];
            for below in task.below {
                before.add(below.with(spot));
            }
            before.bar(&barred);
            if left.candidates().without(&before.twos).is_empty() {
                continue;
            }
            held.push(spot);
            sieve.begin(&before, &held);
            held.pop();
            let mut heap = left;
            heap.state.hold(spot.0, spot.1);
            let found = sieve.solutions().len();
            let is_left = sieve.sift::<Z>(&mut heap, stop)?;
            for solution in &sieve.solutions()[found..] {
                self.count(solution, &done);
            }
            if !is_left {
                // All solutions with it are known and counted, so that it need not be found again.
                left.mask.remove(spot.0, spot.1);
            }
        }
        ControlFlow::Continue(())
    }
}
