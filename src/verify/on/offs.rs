//! The off phase: the sets of clues that can be taken off a puzzle.
//!
//! ```text
//!      clues 0 1 2 3, two off:      01 02 03 12 13 23        in this order
//!      from clue 1 on:              12 13 23
//! ```
//!
//! A set is an ascending list of clue numbers, counted from 0 in reading order. A [`Sample`] takes
//! or leaves each set by a hash of the seed, the puzzle and the set: the same ones on any number of
//! threads, and others of each puzzle.

use smallvec::SmallVec;

use super::{CandidateList, OffOn, Sample};
use crate::sudoku::{Candidate, Grid};

/// Clue numbers, ascending.
pub(in super::super) type Off = SmallVec<[u16; 8]>;

/// The sets of clues that `step` takes off a puzzle, in lexicographic order.
pub(in super::super) fn offs(step: &OffOn, puzzle: &Grid) -> impl Iterator<Item = Off> + use<> {
    let clues = puzzle.clue_count();
    let draw = step.sample.map(|sample| Draw::of(sample, puzzle));
    subsets(step.first_clue.min(clues), clues, step.off)
        .filter(move |off| draw.is_none_or(|draw| draw.takes(off)))
}

/// The same sets, as clues.
pub(in super::super) fn clue_sets(
    step: &OffOn,
    puzzle: &Grid,
) -> impl Iterator<Item = CandidateList> + use<> {
    let clues: Vec<Candidate> = puzzle.clues().collect();
    offs(step, puzzle).map(move |off| off.iter().map(|&clue| clues[usize::from(clue)]).collect())
}

/// The sets of `size` numbers of `first..end`, in lexicographic order.
pub(in super::super) fn subsets(
    first: usize,
    end: usize,
    size: usize,
) -> impl Iterator<Item = Off> {
    let mut next = (size <= end.saturating_sub(first))
        .then(|| (first..first + size).map(|k| k as u16).collect::<Off>());
    std::iter::from_fn(move || {
        let now = next.take()?;
        let mut after = now.clone();
        // The last number that can still grow does, and those after it follow it closely.
        let grows = (0..size).rfind(|&k| usize::from(after[k]) < end - size + k);
        if let Some(place) = grows {
            let from = after[place] + 1;
            after[place..].iter_mut().zip(from..).for_each(|(number, grown)| *number = grown);
            next = Some(after);
        }
        Some(now)
    })
}

/// A sample of the sets of one puzzle.
#[derive(Clone, Copy)]
struct Draw {
    per_million: u32,
    /// The hash of the seed and the puzzle.
    hash: u64,
}

impl Draw {
    fn of(sample: Sample, puzzle: &Grid) -> Draw {
        let cells = puzzle.cells().iter().zip(1_u64..);
        let clues = cells
            .filter_map(|(digit, cell)| Some((cell << 8) + u64::from(digit.as_ref()?.value())));
        let hash = clues.fold(mixed(sample.seed), |hash, clue| mixed(hash ^ clue));
        Draw { per_million: sample.per_million, hash }
    }

    fn takes(self, off: &Off) -> bool {
        let hash = off.iter().fold(self.hash, |hash, &clue| mixed(hash ^ (u64::from(clue) + 1)));
        hash % 1_000_000 < u64::from(self.per_million)
    }
}

/// The finaliser of `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
const fn mixed(number: u64) -> u64 {
    let z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(step: &OffOn, clues: usize) -> Vec<Vec<u16>> {
        of(step, &"1".repeat(clues))
    }

    /// Of a puzzle that begins with these clues: it need not have a solution.
    fn of(step: &OffOn, clues: &str) -> Vec<Vec<u16>> {
        offs(step, &format!("{clues:.<81}").parse().unwrap()).map(|off| off.to_vec()).collect()
    }

    #[test]
    fn sets_come_in_order_each_once() {
        assert_eq!(all(&OffOn::new(2, 1), 4), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(all(&OffOn { first_clue: 1, ..OffOn::new(2, 1) }, 4), [[1, 2], [1, 3], [2, 3]]);
        assert_eq!(all(&OffOn::new(0, 1), 4), [[0u16; 0]]);
        assert!(all(&OffOn::new(5, 1), 4).is_empty());
        assert!(all(&OffOn { first_clue: 9, ..OffOn::new(1, 1) }, 4).is_empty());
        for first_clue in [0, 1, usize::MAX] {
            assert!(all(&OffOn { first_clue, ..OffOn::new(usize::MAX, 1) }, 4).is_empty());
        }
        assert_eq!(all(&OffOn::new(4, 0), 25).len(), 12_650);
    }

    #[test]
    fn a_sample_takes_about_its_share_and_always_the_same() {
        let step = |seed| OffOn {
            sample: Some(Sample { per_million: 100_000, seed }),
            ..OffOn::new(4, 1)
        };
        let taken = all(&step(1), 25);
        assert!((1_150..1_380).contains(&taken.len()), "{} of 12,650", taken.len());
        assert_eq!(taken, all(&step(1), 25));
        assert_ne!(taken, all(&step(2), 25));
    }

    /// With the same sets of each, a small share of a few sets would be of all puzzles or of none.
    #[test]
    fn a_sample_takes_others_of_each_puzzle() {
        let sample = Some(Sample { per_million: 20_000, seed: 1 });
        let step = OffOn { sample, ..OffOn::new(1, 1) };
        let counts: Vec<usize> =
            (0..1_000).map(|k| of(&step, &format!("{:020}1", 1 + k)).len()).collect();
        // Of some 3,000 sets a fiftieth.
        let all: usize = counts.iter().sum();
        assert!((30..100).contains(&all), "{all}");
        assert!(counts.iter().filter(|&&count| count > 0).count() > 25);
    }
}
