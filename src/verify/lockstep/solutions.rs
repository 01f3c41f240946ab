//! Known solutions, and which of them have a candidate.
//!
//! ```text
//!                    solution   0 1 2 3 ...        63   64 65 ...
//!      r1c1=1                   # . . # ...              .  .        a word for each candidate and
//!      r1c1=2                   . # . . ...              #  .        each 64 solutions
//!       ...
//! ```
//!
//! The solutions that have all of several candidates are the AND of their words, those that have at
//! least one the OR.
//!
//! The words of new solutions are made only for an index, so a search without one does not pay for
//! it.

use super::candidates::{CANDIDATE_PLACES, CandidateSet, Spot};

/// The number of solutions in a word, a bit each.
const BLOCK: usize = 64;

/// Solutions, in the order in which they came.
pub(super) struct KnownSolutions {
    solutions: Vec<CandidateSet>,
    /// For each block of solutions the words of all candidates.
    words: Vec<[u64; CANDIDATE_PLACES]>,
    /// The number of solutions in the words.
    indexed: usize,
    /// The candidates that some solution has.
    seen: CandidateSet,
}

impl KnownSolutions {
    pub(super) const fn new() -> KnownSolutions {
        KnownSolutions {
            solutions: Vec::new(),
            words: Vec::new(),
            indexed: 0,
            seen: CandidateSet::NONE,
        }
    }

    pub(super) fn clear(&mut self) {
        self.solutions.clear();
        self.words.clear();
        self.indexed = 0;
        self.seen = CandidateSet::NONE;
    }

    #[inline(always)]
    pub(super) fn push(&mut self, solution: &CandidateSet) {
        self.solutions.push(*solution);
        self.seen = self.seen.or(solution);
    }

    #[inline(always)]
    pub(super) fn all(&self) -> &[CandidateSet] {
        &self.solutions
    }

    /// The candidates that some solution has.
    #[inline(always)]
    pub(super) fn seen(&self) -> &CandidateSet {
        &self.seen
    }

    /// The numbers of the solutions in each block.
    pub(super) fn blocks(&self) -> impl Iterator<Item = usize> + use<> {
        (0..self.solutions.len()).step_by(BLOCK)
    }

    /// The solutions with all candidates of `held` and at least one of `alive`, a bit each, in the
    /// block that begins with number `from`. They have to be in the
    /// [`index`](KnownSolutions::index).
    #[inline(always)]
    pub(super) fn with(&self, from: usize, held: &[Spot], alive: &CandidateSet) -> u64 {
        let words = &self.words[from / BLOCK];
        let mut having = u64::MAX;
        for &spot in held {
            having &= words[CandidateSet::place(spot)];
        }
        if having == 0 {
            return 0;
        }
        let mut lively = 0;
        for (k, &word) in alive.words().iter().enumerate() {
            let mut word = word;
            while word != 0 {
                lively |= words[64 * k + word.trailing_zeros() as usize];
                word &= word - 1;
            }
        }
        having & lively
    }

    /// Puts the new solutions into the words.
    #[inline(always)]
    pub(super) fn index(&mut self) {
        while self.indexed < self.solutions.len() {
            let (block, bit) = (self.indexed / BLOCK, self.indexed % BLOCK);
            if bit == 0 {
                self.words.push([0; CANDIDATE_PLACES]);
            }
            let words = &mut self.words[block];
            for (k, &word) in self.solutions[self.indexed].words().iter().enumerate() {
                let mut word = word;
                while word != 0 {
                    words[64 * k + word.trailing_zeros() as usize] |= 1 << bit;
                    word &= word - 1;
                }
            }
            self.indexed += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_with_all_candidates_are_found() {
        let mut solutions = KnownSolutions::new();
        let spot = |cell, digit| Spot { cell, digit };
        let find = |solutions: &mut KnownSolutions, held: &[Spot], alive: &CandidateSet| {
            solutions.index();
            let of_block = |from| {
                let having = solutions.with(from, held, alive);
                (0..BLOCK).filter(move |&k| having >> k & 1 == 1).map(move |k| from + k)
            };
            solutions.blocks().flat_map(of_block).collect::<Vec<usize>>()
        };
        for number in 0..200usize {
            let mut candidates = CandidateSet::NONE;
            candidates.add(number % 3, 1);
            candidates.add(70 + number % 5, 1 << 8);
            solutions.push(&candidates);
            if number % 50 == 0 {
                assert_eq!(
                    find(&mut solutions, &[spot(0, 1)], &CandidateSet::ALL).len(),
                    number / 3 + 1
                );
            }
        }
        let expected = |is_one: fn(usize) -> bool| {
            (0..200).filter(|&number| is_one(number)).collect::<Vec<_>>()
        };
        let found = find(&mut solutions, &[spot(2, 1), spot(71, 1 << 8)], &CandidateSet::ALL);
        assert_eq!(found, expected(|number| number % 3 == 2 && number % 5 == 1));
        let mut alive = CandidateSet::NONE;
        alive.add(70, 1 << 8);
        alive.add(74, 1 << 8);
        let found = find(&mut solutions, &[spot(1, 1)], &alive);
        assert_eq!(found, expected(|number| number % 3 == 1 && matches!(number % 5, 0 | 4)));
        assert_eq!(solutions.seen().len(), 8);
        solutions.clear();
        assert!(find(&mut solutions, &[spot(0, 1)], &CandidateSet::ALL).is_empty());
    }
}
