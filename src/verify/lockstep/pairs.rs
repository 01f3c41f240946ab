//! Counts of solutions by pair of candidates: the last two that an on phase adds.
//!
//! ```text
//!                       c₁  c₂  c₃  ...      a row for each candidate: the solutions that have it,
//!              c₁      [          ]          counted by candidate, up to two
//!              c₂      [          ]
//!              c₃      [          ]
//! ```
//!
//! Each candidate c of a class is held in its turn, the solutions known that have it are counted,
//! and the heap is [sifted](super::sift) for others. A solution found for c and e is known in the
//! rows of all its candidates that are still to come, so that they are nearly done before their
//! turn. Partners that have been held themselves are left out: their rows have the pair.
//!
//! What the sift has left of the class is enough to begin with: a candidate that it removed is in
//! solutions that are known, all of them.
//!
//! Invariant: at the end each pair of candidates that is not barred has its count in the row of the
//! one that was held first, up to two, together with the rows of the classes below.

use super::marks::{Counts, Marks, Spot};
use super::sift::{Heap, Held, Sift};
use super::turn::Turn;

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

    /// What was counted with a candidate.
    #[inline(always)]
    pub(super) fn with(&self, spot: Spot) -> &Counts {
        &self.0[row(spot)]
    }
}

/// The rows of a class, one after the other.
pub(super) struct Rows {
    pub(super) pairs: Pairs,
    /// What is left of the class.
    left: Heap,
    /// Candidates that have had their turn, and others that nobody asks about.
    barred: Marks,
    /// Candidates that have not.
    coming: Marks,
    /// The candidate whose turn it is.
    spot: Spot,
}

impl Rows {
    pub(super) fn new() -> Rows {
        Rows {
            pairs: Pairs::new(),
            left: Heap::NOTHING,
            barred: Marks::NONE,
            coming: Marks::NONE,
            spot: (0, 0),
        }
    }

    /// Begins with a class of which some solutions are known, and all if nothing is `left`. Nobody
    /// asks about candidates that are `barred`.
    #[inline(always)]
    pub(super) fn begin<'m, T: Turn>(
        &mut self,
        sift: &mut Sift,
        left: Option<&Heap>,
        known: impl Iterator<Item = &'m Marks>,
        barred: &Marks,
    ) {
        self.pairs.0.fill(Counts::NONE);
        sift.clear();
        self.left = left.copied().unwrap_or(Heap::NOTHING);
        self.coming = self.left.candidates::<T>();
        for solution in known {
            self.coming = self.coming.or(solution);
            sift.recall(solution);
        }
        self.coming = self.coming.without(barred);
        self.barred = *barred;
    }

    /// Makes the sift ready for the next row that needs it. The pairs of the classes below are in
    /// `below`. False if all rows are done.
    #[inline(always)]
    pub(super) fn next<'p, T: Turn>(
        &mut self,
        sift: &mut Sift,
        held: &[Spot],
        below: &(impl Iterator<Item = &'p Pairs> + Clone),
    ) -> bool {
        while let Some(spot) = self.coming.first() {
            self.spot = spot;
            self.coming.remove(spot.0, spot.1);
            self.barred.add(spot.0, spot.1);
            let mut before = Counts::NONE;
            for pairs in below.clone() {
                before.add(pairs.with(spot));
            }
            let mut all: Held = held.into();
            all.push(spot);
            sift.begin(&before, &self.barred, &all);
            if self.left.mask.has(spot.0, spot.1) {
                sift.heap = self.left;
                sift.heap.state.hold(spot.0, spot.1);
                if !sift.is_over::<T>() {
                    return true;
                }
            }
            self.pairs.0[row(spot)] = *sift.own();
        }
        false
    }

    /// Takes what was found for a row.
    #[inline(always)]
    pub(super) fn take(&mut self, sift: &Sift, is_left: bool) {
        self.pairs.0[row(self.spot)] = *sift.own();
        if !is_left {
            // All solutions with it are known and counted, so that it need not be found again.
            self.left.mask.remove(self.spot.0, self.spot.1);
        }
    }
}
