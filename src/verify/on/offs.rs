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
//!
//! A small sample of many sets leaves out billions before it takes one. So it has pulses of its own
//! while it leaves some out, and a `Break` in the place of a set ends all.

use std::ops::ControlFlow::{self, Break, Continue};

use smallvec::SmallVec;

use super::{CandidateList, OffOn, Sample};
use crate::sudoku::{Candidate, Grid};
use crate::watch::{PATIENCE, SharedWatch};

/// Clue numbers, ascending.
pub(in super::super) type Off = SmallVec<[u16; 8]>;

/// The sets of clues that `step` takes off a puzzle, in lexicographic order, until the watch breaks
/// between two of them.
pub(in super::super) fn offs<'w>(
    step: &OffOn,
    puzzle: &Grid,
    watch: &'w dyn SharedWatch<()>,
) -> impl Iterator<Item = ControlFlow<(), Off>> + use<'w> {
    let clues = puzzle.clue_count();
    let draw = step.sample.map(|sample| Draw::of(sample, puzzle));
    let mut left_out = 0_u64;
    subsets(step.first_clue.min(clues), clues, step.off).filter_map(move |off| {
        if draw.is_none_or(|draw| draw.takes(&off)) {
            return Some(Continue(off));
        }
        left_out += 1;
        let is_broken = left_out.is_multiple_of(PATIENCE) && watch.pulse(&()).is_break();
        is_broken.then_some(Break(()))
    })
}

/// These sets, unless the watch breaks.
pub(in super::super) fn gathered(
    offs: impl Iterator<Item = ControlFlow<(), Off>>,
) -> ControlFlow<(), Vec<Off>> {
    let mut all = Vec::new();
    for off in offs {
        all.push(off?);
    }
    Continue(all)
}

/// The sets of a sample, if there are no more than this.
pub(in super::super) fn few(
    step: &OffOn,
    puzzle: &Grid,
    watch: &dyn SharedWatch<()>,
    most: usize,
) -> ControlFlow<(), Option<Vec<Off>>> {
    if step.sample.is_none() {
        return Continue(None);
    }
    // One more shows that they are too many; all would take memory without a bound.
    let sets = gathered(offs(step, puzzle, watch).take(most + 1));
    sets.map_continue(|sets| Some(sets).filter(|sets| sets.len() <= most))
}

/// The same sets, as clues.
pub(in super::super) fn clue_sets<'w>(
    step: &OffOn,
    puzzle: &Grid,
    watch: &'w dyn SharedWatch<()>,
) -> impl Iterator<Item = ControlFlow<(), CandidateList>> + use<'w> {
    let clues: Vec<Candidate> = puzzle.clues().collect();
    let clues_of = move |off: Off| off.iter().map(|&clue| clues[usize::from(clue)]).collect();
    offs(step, puzzle, watch).map(move |off| off.map_continue(&clues_of))
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
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::watch::Patient;

    fn all(step: &OffOn, clues: usize) -> Vec<Vec<u16>> {
        of(step, &"1".repeat(clues))
    }

    /// Of a puzzle that begins with these clues: it need not have a solution.
    fn of(step: &OffOn, clues: &str) -> Vec<Vec<u16>> {
        let puzzle = format!("{clues:.<81}").parse().unwrap();
        let offs = gathered(offs(step, &puzzle, &Patient)).continue_value().unwrap();
        offs.iter().map(|off| off.to_vec()).collect()
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

    /// Of 81 clues 40 can be taken off in more ways than can be counted one by one.
    #[test]
    fn a_small_sample_of_many_sets_has_pulses() {
        let sample = Some(Sample { per_million: 1, seed: 1 });
        let step = OffOn { sample, ..OffOn::new(40, 1) };
        let pulses = AtomicUsize::new(0);
        let watch = |(): &()| {
            let pulses = pulses.fetch_add(1, Ordering::Relaxed);
            if pulses < 3 { Continue(()) } else { Break(()) }
        };
        let puzzle = "1".repeat(81).parse().unwrap();
        assert!(gathered(offs(&step, &puzzle, &watch)).is_break());
        assert_eq!(pulses.into_inner(), 4);
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
