//! Plans a tour without doing it.
//!
//! ```text
//!      phase  step     puzzles  pseudo-puzzles
//!          1  {-1+1}        20             340     exact: the sum of C(clues, 1) over the input
//!          2  {-1+1}       ~21            ~357     from a sample: results for each puzzle, and
//!                                                  their clues
//! ```
//!
//! The numbers of clues give the pseudo-puzzles of the first phase. Everything else depends on
//! results, and is measured on a few puzzles: the step is applied to some sets of clues of each,
//! for a limited time, and the results are the sample for the next step. Overlaps between the
//! results of different puzzles show only inside the sample, so estimates tend to be too high, and
//! increasingly so in a long tour.
//!
//! Estimates are floating-point numbers, whose sixteen digits are more than enough.
//!
//! Deliberately lacking: the number of rounds of `*` and `:N`; one round is shown.

#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss)] // see above; counts are positive

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::hardest::Bar;
use super::seen::PackedPuzzle;
use super::sieve::Sieve;
use super::{Body, Conditions, Repeat, Sequence, TourStep};
use crate::expression::Decision;
use crate::lock::{locked, unlocked};
use crate::threads::Threads;
use crate::verify::on::{Finder, FoundPuzzle, OffOn, OnPhase, Sample};
use crate::watch::SharedWatch;

/// Puzzles of a sample.
const PUZZLES: usize = 8;

/// The approximate number of pseudo-puzzles searched of each of them.
const SEARCHES: f64 = 64.0;

/// The time to measure a step.
const MEASURING: Duration = Duration::from_millis(1_500);

/// The most phases to list.
const LISTED: usize = 1_000;

/// The phases of a tour.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// The phases, in order; at most 1,000, with one round of `*` and `:N`.
    pub phases: Vec<Planned>,
    /// Whether there are more phases than listed: too many, or those that the watch has cut off.
    pub is_cut: bool,
}

/// A phase and its probable work.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Planned {
    /// The step.
    pub step: TourStep,
    /// The repeat, if the puzzles decide its number; otherwise `Times(1)`.
    pub repeat: Repeat,
    /// The number of puzzles of its input.
    pub puzzles: f64,
    /// The number of pseudo-puzzles to search.
    pub pseudo_puzzles: f64,
    /// Whether the two numbers above are exact.
    pub is_exact: bool,
    /// The time of a pseudo-puzzle on all threads; `None` if none was searched in time.
    pub each: Option<Duration>,
}

impl Planned {
    /// The time that the phase would take; `None` if no pseudo-puzzle was searched to measure it.
    pub fn seconds(&self) -> Option<f64> {
        self.each.map(|each| each.as_secs_f64() * self.pseudo_puzzles)
    }
}

/// The number of pseudo-puzzles that a change makes from a puzzle with `clues` clues: C(clues, N),
/// or the share of it that a sample takes on average.
pub fn pseudo_puzzles(change: &OffOn, clues: usize) -> f64 {
    let all = binomial(clues.saturating_sub(change.first_clue), change.off) as f64;
    let share = |sample: Sample| f64::from(sample.per_million) / 1e6;
    all * change.sample.map_or(1.0, share)
}

/// The number of sets of `k` of `n` things; at most `u128::MAX`.
fn binomial(n: usize, k: usize) -> u128 {
    if k > n {
        return 0;
    }
    // After i factors it is C(n, i), and so an integer.
    let mut number = 1_u128;
    for i in 0..k.min(n - k) as u128 {
        let Some(more) = number.checked_mul(n as u128 - i) else { return u128::MAX };
        number = more / (i + 1);
    }
    number
}

/// Plans `sequence` for `puzzles`, which are what a tour begins with. Takes up to 1.5 s for each
/// step of the sequence. If `watch` breaks, the plan ends with the phase that was being measured. A
/// sequence that does not pass its [check](Sequence::check) has no phases.
pub fn plan(
    sequence: &Sequence,
    puzzles: &[PackedPuzzle],
    on_phase: &dyn OnPhase,
    threads: &Threads,
    conditions: &Conditions,
    watch: &dyn SharedWatch<()>,
) -> Plan {
    let sieve = Sieve::new(conditions, threads.count());
    let mut planner = Planner {
        meter: Meter { on_phase, threads, sieve, watch },
        sample: spread(puzzles),
        puzzles: puzzles.len() as f64,
        exact: Some(puzzles),
        plan: Plan { phases: Vec::new(), is_cut: false },
    };
    if sequence.check().is_ok() {
        planner.sequence(sequence, Repeat::Times(1));
    }
    planner.plan
}

struct Planner<'p> {
    meter: Meter<'p>,
    /// Some of the puzzles of the next phase.
    sample: Vec<PackedPuzzle>,
    /// Their total number.
    puzzles: f64,
    /// All of them, if known.
    exact: Option<&'p [PackedPuzzle]>,
    plan: Plan,
}

impl Planner<'_> {
    fn sequence(&mut self, sequence: &Sequence, outer: Repeat) {
        for part in &sequence.parts {
            let (times, repeat) = match part.repeat {
                Repeat::Times(times) => (times, outer),
                repeat => (1, repeat),
            };
            for _ in 0..times {
                // What is not measured whole says nothing of the phases behind it.
                if self.plan.phases.len() >= LISTED || self.meter.watch.pulse(&()).is_break() {
                    self.plan.is_cut = true;
                    return;
                }
                match &part.body {
                    Body::Step(step) => self.step(step, repeat),
                    Body::Group(inner) => self.sequence(inner, repeat),
                }
            }
        }
    }

    fn step(&mut self, step: &TourStep, repeat: Repeat) {
        let searches = |records: &[PackedPuzzle]| {
            let of = |record: &PackedPuzzle| pseudo_puzzles(&step.change, record.clue_count());
            records.iter().map(of).sum::<f64>()
        };
        let mean = if self.sample.is_empty() {
            0.0
        } else {
            searches(&self.sample) / self.sample.len() as f64
        };
        let pseudo_puzzles = self.exact.map_or(mean * self.puzzles, searches);
        let is_exact = self.exact.take().is_some() && step.change.sample.is_none();
        // A repeated step is measured once, if there is a sample of its results.
        let Measured { each, growth, results } = self.meter.measure(step, &self.sample);
        self.plan.phases.push(Planned {
            step: step.clone(),
            repeat,
            puzzles: self.puzzles,
            pseudo_puzzles,
            is_exact,
            each,
        });
        self.puzzles *= growth;
        if let Some(hardest) = &step.hardest {
            self.puzzles = self.puzzles.min(hardest.count as f64);
        }
        self.sample = spread(&results);
    }
}

/// Applies steps to samples.
struct Meter<'m> {
    on_phase: &'m dyn OnPhase,
    threads: &'m Threads,
    sieve: Sieve<'m>,
    watch: &'m dyn SharedWatch<()>,
}

struct Measured {
    each: Option<Duration>,
    /// Results for each puzzle.
    growth: f64,
    results: Vec<PackedPuzzle>,
}

impl Meter<'_> {
    fn measure(&self, step: &TourStep, sample: &[PackedPuzzle]) -> Measured {
        let began = Instant::now();
        let (mut share_searched, mut searched, mut results) = (0.0, 0, Vec::new());
        for puzzle in sample {
            let grid = puzzle.grid();
            let all = pseudo_puzzles(&step.change, puzzle.clue_count());
            let mut some = step.clone();
            let change = &mut some.change;
            if all > SEARCHES {
                let of_all = change.sample.map_or(1_000_000, |sample| sample.per_million);
                let per_million = (f64::from(of_all) * SEARCHES / all).ceil().max(1.0) as u32;
                change.sample = Some(Sample {
                    per_million,
                    seed: change.sample.map_or(0, |sample| sample.seed),
                });
            }
            let finder = SampleFinder { found: Mutex::default(), searched: AtomicU64::new(0) };
            let pulse = |(): &()| {
                if self.is_over(began) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            // Broken off or not, its work counts.
            let _ = self.threads.run(|| some.tour(self.on_phase, &grid, &finder, &pulse));
            let here = finder.searched.into_inner();
            searched += here;
            share_searched += if all > 0.0 { here as f64 / all } else { 0.0 };
            let mut kept = self.sieve.sift(unlocked(finder.found), step);
            // Judging takes its part of the time.
            let mut pulse = || pulse(&());
            if let Some(keep) = &step.keep {
                let decided = self.sieve.decide(&kept, keep, &mut pulse);
                let decided = decided.continue_value().unwrap_or_default();
                let mut decided = decided.into_iter();
                kept.retain(|_| decided.next() == Some(Decision::Is(true)));
            }
            if let Some(hardest) = &step.hardest {
                let bar = Bar::new(hardest.count);
                let _ = self.sieve.rank(&kept, &hardest.by, &bar, &mut pulse);
            }
            if step.one_each {
                kept = self.sieve.one_of(&kept, puzzle, step).into_iter().collect();
            }
            results.extend(kept);
            if self.is_over(began) {
                break;
            }
        }
        results.sort_unstable();
        results.dedup();
        let each = (searched > 0).then(|| began.elapsed().div_f64(searched as f64));
        let growth = if share_searched > 0.0 { results.len() as f64 / share_searched } else { 0.0 };
        Measured { each, growth, results }
    }

    fn is_over(&self, began: Instant) -> bool {
        began.elapsed() > MEASURING || self.watch.pulse(&()).is_break()
    }
}

/// Takes and counts the results of a sample.
struct SampleFinder {
    found: Mutex<Vec<PackedPuzzle>>,
    searched: AtomicU64,
}

impl Finder for SampleFinder {
    fn found(&self, found: FoundPuzzle) -> ControlFlow<()> {
        locked(&self.found).extend(PackedPuzzle::of(&found.puzzle));
        ControlFlow::Continue(())
    }

    fn searched(&self) {
        self.searched.fetch_add(1, Ordering::Relaxed);
    }
}

/// A few records, spread evenly.
fn spread(records: &[PackedPuzzle]) -> Vec<PackedPuzzle> {
    let few = records.len().min(PUZZLES);
    (0..few).map(|k| records[k * records.len() / few]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_counted() {
        assert_eq!(
            [(17, 2), (4, 4), (4, 5), (5, 0), (0, 0), (81, 1)].map(|(n, k)| binomial(n, k)),
            [136, 1, 0, 1, 1, 81]
        );
        assert_eq!(binomial(81, 40), 212_392_290_424_395_860_814_420); // Pascal's triangle
        let share = |per_million| Some(Sample { per_million, seed: 0 });
        let change = |off, first_clue, sample| OffOn { first_clue, sample, ..OffOn::new(off, 1) };
        let counts = [
            (change(2, 0, None), 17, 136.0),
            (change(2, 3, None), 17, 91.0),
            (change(2, 30, None), 17, 0.0),
            (change(2, 0, share(10_000)), 17, 1.36),
            (change(40, 0, None), 81, 2.123_922_904_243_958_6e23),
        ];
        for (change, clues, count) in counts {
            let found = pseudo_puzzles(&change, clues);
            assert!((found - count).abs() <= count * 1e-12, "{change:?}: {found}");
        }
    }
}
