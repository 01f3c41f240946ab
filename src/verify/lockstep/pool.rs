//! Known solutions, and which of them have a candidate.
//!
//! ```text
//!                    solution   0 1 2 3 ...        63   64 65 ...
//!      r1c1=1                   # . . # ...              .  .        a word for each candidate and
//!      r1c1=2                   . # . . ...              #  .        each 64 solutions
//!       ...
//! ```
//!
//! Those that have several candidates are the AND of their words, those that have one of several
//! the OR.
//!
//! The words are made for all solutions that came since they were last asked for: a search that
//! never asks does not pay for them.

use super::marks::{Marks, SPREAD, Spot};

/// How many solutions have their bits in a word.
const BLOCK: usize = 64;

/// Solutions, in the order in which they came.
pub(super) struct Pool {
    solutions: Vec<Marks>,
    /// For each block of solutions the words of all candidates.
    words: Vec<[u64; SPREAD]>,
    /// How many solutions are in the words.
    indexed: usize,
    /// The candidates that a solution has.
    seen: Marks,
}

impl Pool {
    pub(super) const fn new() -> Pool {
        Pool { solutions: Vec::new(), words: Vec::new(), indexed: 0, seen: Marks::NONE }
    }

    pub(super) fn clear(&mut self) {
        self.solutions.clear();
        self.words.clear();
        self.indexed = 0;
        self.seen = Marks::NONE;
    }

    #[inline(always)]
    pub(super) fn push(&mut self, solution: &Marks) {
        self.solutions.push(*solution);
        self.seen = self.seen.or(solution);
    }

    #[inline(always)]
    pub(super) fn all(&self) -> &[Marks] {
        &self.solutions
    }

    /// The candidates that a solution has.
    #[inline(always)]
    pub(super) fn seen(&self) -> &Marks {
        &self.seen
    }

    /// The numbers of the solutions in each block.
    pub(super) fn blocks(&self) -> impl Iterator<Item = usize> + use<> {
        (0..self.solutions.len()).step_by(BLOCK)
    }

    /// Of the block of solutions that begins with number `from` those that have all candidates of
    /// `held`, and one at least of `alive`; a bit each. They have to be in the
    /// [`index`](Pool::index).
    #[inline(always)]
    pub(super) fn with(&self, from: usize, held: &[Spot], alive: &Marks) -> u64 {
        let words = &self.words[from / BLOCK];
        let mut having = u64::MAX;
        for &spot in held {
            having &= words[Marks::place(spot)];
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

    /// Puts the solutions that are new into the words.
    #[inline(always)]
    pub(super) fn index(&mut self) {
        while self.indexed < self.solutions.len() {
            let (block, bit) = (self.indexed / BLOCK, self.indexed % BLOCK);
            if bit == 0 {
                self.words.push([0; SPREAD]);
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
        let mut pool = Pool::new();
        let find = |pool: &mut Pool, held: &[Spot], alive: &Marks| {
            pool.index();
            let of_block = |from| {
                let having = pool.with(from, held, alive);
                (0..BLOCK).filter(move |&k| having >> k & 1 == 1).map(move |k| from + k)
            };
            pool.blocks().flat_map(of_block).collect::<Vec<usize>>()
        };
        for number in 0..200usize {
            let mut marks = Marks::NONE;
            marks.add(number % 3, 1);
            marks.add(70 + number % 5, 1 << 8);
            pool.push(&marks);
            if number % 50 == 0 {
                assert_eq!(find(&mut pool, &[(0, 1)], &Marks::ALL).len(), number / 3 + 1);
            }
        }
        let expected = |is_one: fn(usize) -> bool| {
            (0..200).filter(|&number| is_one(number)).collect::<Vec<_>>()
        };
        let found = find(&mut pool, &[(2, 1), (71, 1 << 8)], &Marks::ALL);
        assert_eq!(found, expected(|number| number % 3 == 2 && number % 5 == 1));
        let mut alive = Marks::NONE;
        alive.add(70, 1 << 8);
        alive.add(74, 1 << 8);
        let found = find(&mut pool, &[(1, 1)], &alive);
        assert_eq!(found, expected(|number| number % 3 == 1 && matches!(number % 5, 0 | 4)));
        assert_eq!(pool.seen().len(), 8);
        pool.clear();
        assert!(find(&mut pool, &[(0, 1)], &Marks::ALL).is_empty());
    }
}
