//! Counts of solutions by pair of candidates: the last two that an on phase adds.
//!
//! ```text
//!                       c₁  c₂  c₃  ...      a row for each candidate: the solutions that have it,
//!              c₁      [          ]          counted by candidate, up to two
//!              c₂      [          ]
//!              c₃      [          ]
//! ```
//!
//! The candidates c of a class are held one after the other. For each of them the known solutions
//! that have it are counted, and an [elimination](super::elimination) finds the others. A solution
//! found for c and e is known in the rows of all its candidates that are still to come, so these
//! rows are nearly done before they begin. Partners that have been held themselves are left out:
//! their rows have the pair.
//!
//! The remainder of the class's own elimination is enough to begin with: all solutions with a
//! candidate that it removed are known.
//!
//! Invariant: at the end each pair of candidates that is not barred has its count in the row of the
//! one that was held first, up to two, together with the rows of the classes below.

use super::candidates::{CandidateSet, Counts, Spot};
use super::elimination::{Elimination, Held, Remainder};
use super::rotation::Rotate;

/// For each candidate the counts of the solutions that have it: 233 kB. With three candidates to
/// add each layer needs dozens.
pub(super) struct Pairs(Vec<Counts>);

/// The row of a candidate.
#[inline(always)]
const fn row(Spot { cell, digit }: Spot) -> usize {
    9 * cell + digit.trailing_zeros() as usize
}

impl Pairs {
    /// No solutions.
    pub(super) fn new() -> Pairs {
        Pairs(vec![Counts::NONE; 729])
    }

    /// The counts with a candidate.
    #[inline(always)]
    pub(super) fn with(&self, spot: Spot) -> &Counts {
        &self.0[row(spot)]
    }
}

/// The rows of a class, one after the other.
pub(super) struct Rows {
    pub(super) pairs: Pairs,
    /// What is left of the class.
    left: Remainder,
    /// Candidates that have had their row, and others that are not asked about.
    barred: CandidateSet,
    /// Candidates that have not had their row.
    coming: CandidateSet,
    /// The candidate of the current row.
    spot: Spot,
}

impl Rows {
    /// No rows yet, in this table.
    pub(super) fn in_table(pairs: Pairs) -> Rows {
        Rows {
            pairs,
            left: Remainder::NOTHING,
            barred: CandidateSet::NONE,
            coming: CandidateSet::NONE,
            spot: Spot { cell: 0, digit: 0 },
        }
    }

    /// Begins with a class. If nothing is `left` all its solutions are known, and some otherwise.
    /// Candidates that are `barred` are not asked about.
    #[inline(always)]
    pub(super) fn begin<'m, T: Rotate>(
        &mut self,
        elimination: &mut Elimination,
        left: Option<&Remainder>,
        known: impl Iterator<Item = &'m CandidateSet>,
        barred: &CandidateSet,
    ) {
        self.pairs.0.fill(Counts::NONE);
        elimination.clear();
        self.left = left.copied().unwrap_or(Remainder::NOTHING);
        self.coming = self.left.candidates::<T>();
        for solution in known {
            self.coming = self.coming.or(solution);
            elimination.add(solution);
        }
        self.coming = self.coming.without(barred);
        self.barred = *barred;
    }

    /// Makes the elimination ready for the next row that needs it. `below` has the pairs of the
    /// classes below. False if all rows are done.
    #[inline(always)]
    pub(super) fn next<'p, T: Rotate>(
        &mut self,
        elimination: &mut Elimination,
        held: &[Spot],
        below: &(impl Iterator<Item = &'p Pairs> + Clone),
    ) -> bool {
        while let Some(spot) = self.coming.first() {
            self.spot = spot;
            self.coming.remove(spot.cell, spot.digit);
            self.barred.add(spot.cell, spot.digit);
            let mut before = Counts::NONE;
            for pairs in below.clone() {
                before.add(pairs.with(spot));
            }
            let mut all: Held = held.into();
            all.push(spot);
            elimination.begin(&before, &self.barred, &all);
            if self.left.mask.has(spot.cell, spot.digit) {
                elimination.remainder = self.left;
                elimination.remainder.state.hold(spot.cell, spot.digit);
                if !elimination.is_over::<T>() {
                    return true;
                }
            }
            self.pairs.0[row(spot)] = *elimination.own();
        }
        false
    }

    /// Takes the result for a row.
    #[inline(always)]
    pub(super) fn take(&mut self, elimination: &Elimination, is_left: bool) {
        self.pairs.0[row(self.spot)] = *elimination.own();
        if !is_left {
            // All solutions with it are known and counted, so it need not be found again.
            self.left.mask.remove(self.spot.cell, self.spot.digit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_used_again() {
        let mut again = Pairs::new();
        let spot = Spot { cell: 40, digit: 1 };
        again.0[row(spot)].count(&CandidateSet::ALL);
        assert!(again.with(spot).ones.has(0, 1));
        // What a table had before does not count.
        let mut rows = Rows::in_table(again);
        let known = [CandidateSet::NONE];
        rows.begin::<super::super::rules::BySign>(
            &mut Elimination::new(),
            None,
            known.iter(),
            &CandidateSet::NONE,
        );
        assert!(!rows.pairs.with(spot).ones.has(0, 1));
    }
}
