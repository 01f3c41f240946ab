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

use super::marks::{Counts, Marks};
use super::sift::{Heap, Held, Sift, Spot};

/// For each candidate the counts of the solutions that have it.
pub(super) struct Pairs(Vec<Counts>);

/// The row of a candidate.
#[inline(always)]
const fn row((cell, digit): Spot) -> usize {
    9 * cell + digit.trailing_zeros() as usize
}

impl Pairs {
    /// No solutions.
    pub(super) fn new() -> Pairs {
        Pairs(vec![Counts::NONE; 729])
    }

    fn clear(&mut self) {
        self.0.fill(Counts::NONE);
    }

    /// What was counted with a candidate.
    #[inline(always)]
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
}

/// The rows of a class, one after the other.
pub(super) struct Rows {
    pub(super) pairs: Pairs,
    /// What is left of the class.
    left: Heap,
    /// Candidates that have had their turn, and others that nobody asks about.
    barred: Marks,
    /// Those that had theirs before the one whose turn it is.
    done: Marks,
    /// Candidates that have not.
    coming: Marks,
    spot: Spot,
}

impl Rows {
    pub(super) fn new() -> Rows {
        Rows {
            pairs: Pairs::new(),
            left: Heap::NOTHING,
            barred: Marks::NONE,
            done: Marks::NONE,
            coming: Marks::NONE,
            spot: (0, 0),
        }
    }

    /// Begins with a class of which some solutions are known, and all if nothing is `left`. Candidates that are `barred` are none
    /// that somebody asks about.
    #[inline(always)]
    pub(super) fn begin<'m>(
        &mut self,
        sift: &mut Sift,
        left: Option<&Heap>,
        known: impl Iterator<Item = &'m Marks>,
        barred: &Marks,
    ) {
        self.pairs.clear();
        sift.clear();
        for solution in known {
            self.pairs.count(solution, barred);
            sift.recall(solution);
        }
        self.left = left.copied().unwrap_or(Heap::NOTHING);
        self.barred = *barred;
        self.coming = self.left.candidates().without(barred);
    }

    /// Makes the sift ready for the next row that needs it. The pairs of the classes below are in `below`. False if
    /// all rows are done.
    #[inline(always)]
    pub(super) fn next<'p>(
        &mut self,
        sift: &mut Sift,
        held: &[Spot],
        below: impl Iterator<Item = &'p Pairs> + Clone,
    ) -> bool {
        while let Some(spot) = self.coming.first() {
            self.coming.remove(spot.0, spot.1);
            self.done = self.barred;
            self.barred.add(spot.0, spot.1);
            let mut before = *self.pairs.with(spot);
            for pairs in below.clone() {
                before.add(pairs.with(spot));
            }
            before.bar(&self.barred);
            if self.left.candidates().without(&before.twos).is_empty() {
                continue;
            }
            let mut all: Held = held.into();
            all.push(spot);
            sift.begin(&before, &all);
            let mut heap = self.left;
            heap.state.hold(spot.0, spot.1);
            sift.start(&heap);
            self.spot = spot;
            return true;
        }
        false
    }

    /// Takes what was found for a row.
    #[inline(always)]
    pub(super) fn take(&mut self, sift: &Sift, is_left: bool) {
        for solution in sift.fresh() {
            self.pairs.count(solution, &self.done);
        }
        if !is_left {
            // All solutions with it are known and counted, so that it need not be found again.
            self.left.mask.remove(self.spot.0, self.spot.1);
        }
    }
}
