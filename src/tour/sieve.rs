//! Filters the puzzles that a step finds, and gives them their form.
//!
//! ```text
//!      found ─▶ clues A..B? ─▶ canonical form ─▶ excluded? ─▶ pattern? ─▶ minimal? ─▶ sifted
//!      sifted, of all threads ─▶ expression? ─▶ rates ─▶ the hardest          each puzzle once
//! ```
//!
//! Cheap questions come first, and equal puzzles are tested once. Minimality is tested for many
//! puzzles at once, which suits [`LockstepVerifier`]. Ratings take longest: they are for the set of
//! all puzzles that a step has found.

use std::ops::ControlFlow;
use std::sync::Mutex;

use super::hardest::{Bar, RankedPuzzle};
use super::seen::{PackedPuzzle, Seen, SeenError};
use super::{Set, TourStep};
use crate::expression::{Decision, Expression, Judge};
use crate::lock::locked;
use crate::rating::{Rater, Rating};
use crate::sudoku::canonical::Canoniser;
use crate::sudoku::{Grid, Pattern};
use crate::verify::{Effort, Kind, Kinds, LockstepVerifier, Verifier};
use crate::watch::Patient;

/// Conditions for all steps of a tour.
#[derive(Debug, Default)]
pub struct Conditions {
    /// Puzzles searched elsewhere: they and their equals up to symmetry are not kept, and so not
    /// searched. The caller removes them from the input.
    pub excluded: Option<Exclusion>,
    /// Only puzzles with this pattern of clues are kept.
    pub pattern: Option<Pattern>,
}

/// A set of puzzles that do not count, in memory.
#[derive(Debug)]
pub struct Exclusion(Seen);

impl Exclusion {
    /// The puzzles of `set`, which are canonical.
    ///
    /// # Errors
    /// If they can't be read.
    pub fn of(set: &Set) -> Result<Exclusion, SeenError> {
        let mut seen = Seen::new(usize::MAX);
        for record in set.records()? {
            seen.insert(&record?);
        }
        Ok(Exclusion(seen))
    }

    /// Whether the puzzle with this canonical form is excluded.
    pub fn contains(&self, canonical: &PackedPuzzle) -> bool {
        self.0.contains(canonical)
    }
}

/// The wanted pattern, prepared for comparison.
struct Wanted<'s> {
    pattern: &'s Pattern,
    /// The canonical form of its [ones](Pattern::ones); `None` if its grid is not 9×9: no puzzle of
    /// a tour has such a pattern.
    canonical: Option<Grid>,
}

impl Wanted<'_> {
    fn new(pattern: &Pattern) -> Wanted<'_> {
        Wanted {
            pattern,
            canonical: Canoniser::new().pattern(pattern).ok().map(|canonical| canonical.form),
        }
    }

    /// Whether a puzzle has its clues in these cells; with `by_symmetry`, in their image under a
    /// symmetry.
    fn is_of(&self, record: &PackedPuzzle, by_symmetry: bool, canoniser: &mut Canoniser) -> bool {
        if record.clue_count() != self.pattern.cells().len() {
            return false;
        }
        let pattern = record.pattern();
        pattern == *self.pattern
            || by_symmetry
                && canoniser.pattern(&pattern).ok().map(|canonical| canonical.form)
                    == self.canonical
    }
}

/// Asks the questions, on all threads.
pub(super) struct Sieve<'s> {
    conditions: &'s Conditions,
    wanted: Option<Wanted<'s>>,
    /// One for each thread, so that no thread ever waits for a lock.
    tools: Vec<Mutex<Tools>>,
}

#[derive(Default)]
struct Tools {
    canoniser: Canoniser,
    verifier: Option<LockstepVerifier>,
    judge: Option<Judge>,
    rater: Option<Rater>,
}

impl<'s> Sieve<'s> {
    pub(super) fn new(conditions: &'s Conditions, threads: usize) -> Sieve<'s> {
        let wanted = conditions.pattern.as_ref().map(Wanted::new);
        Sieve { conditions, wanted, tools: (0..=threads).map(|_| Mutex::default()).collect() }
    }

    /// The kept puzzles of `found`, ascending, each once.
    pub(super) fn sift(&self, mut found: Vec<PackedPuzzle>, step: &TourStep) -> Vec<PackedPuzzle> {
        if let Some(range) = step.clues {
            found.retain(|record| range.contains(record.clue_count()));
        }
        let mut tools = self.tools();
        let Tools { canoniser, verifier, .. } = &mut *tools;
        tidy(&mut found);
        if !step.as_found {
            found = found.iter().map(|record| form_of(&record.grid(), canoniser)).collect();
            tidy(&mut found);
        }
        if let Some(excluded) = &self.conditions.excluded {
            found.retain(|record| {
                let form = if step.as_found { form_of(&record.grid(), canoniser) } else { *record };
                !excluded.contains(&form)
            });
        }
        if let Some(wanted) = &self.wanted {
            found.retain(|record| wanted.is_of(record, !step.as_found, canoniser));
        }
        if step.minimal {
            retain_minimal(&mut found, verifier.get_or_insert_with(LockstepVerifier::new));
        }
        found
    }

    /// Whether each puzzle is what `expression` asks for. Breaks if `pulse` does.
    pub(super) fn decide(
        &self,
        records: &[PackedPuzzle],
        expression: &Expression,
        pulse: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Vec<Decision>> {
        let grids: Vec<Grid> = records.iter().map(PackedPuzzle::grid).collect();
        let grids: Vec<&Grid> = grids.iter().collect();
        let mut tools = self.tools();
        tools.judge.get_or_insert_default().decide(expression, &grids, &mut || pulse())
    }

    /// The proper puzzles that may be among the hardest, with their rates. Breaks if `pulse` does.
    pub(super) fn rank(
        &self,
        records: &[PackedPuzzle],
        by: &[Rating],
        bar: &Bar,
        pulse: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Vec<RankedPuzzle>> {
        let mut tools = self.tools();
        let rater = tools.rater.get_or_insert_default();
        let mut find = |grid: &Grid, ratings: &[Rating]| {
            let mut flow = pulse();
            let mut watch = |_: &Effort| {
                flow = pulse();
                flow
            };
            let found = rater.rates(grid, ratings, &mut watch);
            flow?; // what was broken off is not known far enough
            ControlFlow::Continue(found.unwrap_or_default())
        };
        let (first, others) = by.split_at(1);
        let mut ranked = Vec::with_capacity(records.len());
        for record in records {
            let grid = record.grid();
            let mut found = find(&grid, first)?;
            // What is not proper has no rates: only the input of a tour may have that.
            let Some(&rate) = found.first() else { continue };
            if !others.is_empty() {
                if !bar.passes(rate) {
                    continue;
                }
                found.extend(find(&grid, others)?);
            }
            ranked.push(RankedPuzzle::new(&found, record));
        }
        ControlFlow::Continue(ranked)
    }

    /// The least kept result of `puzzle` other than the puzzle itself, or else the puzzle itself.
    pub(super) fn one_of(
        &self,
        kept: &[PackedPuzzle],
        puzzle: &PackedPuzzle,
        step: &TourStep,
    ) -> Option<PackedPuzzle> {
        let itself = if step.as_found {
            *puzzle
        } else {
            form_of(&puzzle.grid(), &mut self.tools().canoniser)
        };
        kept.iter().filter(|record| **record != itself).min().or_else(|| kept.first()).copied()
    }

    fn tools(&self) -> std::sync::MutexGuard<'_, Tools> {
        // Threads of other pools share the last.
        let own = rayon::current_thread_index().unwrap_or(usize::MAX).min(self.tools.len() - 1);
        locked(&self.tools[own])
    }
}

fn tidy(records: &mut Vec<PackedPuzzle>) {
    records.sort_unstable();
    records.dedup();
}

/// The canonical form of a puzzle, as a record; `None` if the puzzle is not 9×9.
pub fn canonical(puzzle: &Grid, canoniser: &mut Canoniser) -> Option<PackedPuzzle> {
    PackedPuzzle::of(&canoniser.form(puzzle).ok()?)
}

/// The canonical form of a puzzle of a record.
fn form_of(puzzle: &Grid, canoniser: &mut Canoniser) -> PackedPuzzle {
    canonical(puzzle, canoniser).expect("a record is of a 9x9 grid")
}

/// Keeps the puzzles without redundant clues.
fn retain_minimal(puzzles: &mut Vec<PackedPuzzle>, verifier: &mut LockstepVerifier) {
    let mut fewer = Vec::new();
    let mut ends = Vec::with_capacity(puzzles.len());
    for grid in puzzles.iter().map(PackedPuzzle::grid) {
        fewer.extend(grid.clues().map(|clue| grid.without(&[clue])));
        ends.push(fewer.len());
    }
    let mut kinds = Vec::with_capacity(fewer.len());
    let _ = verifier.verify_all(&mut fewer.iter(), &mut Kinds(&mut kinds), &mut Patient);
    let mut begin = 0;
    let mut ends = ends.into_iter();
    puzzles.retain(|_| {
        let end = ends.next().expect("each puzzle has an end");
        !kinds[std::mem::replace(&mut begin, end)..end].contains(&Kind::Proper)
    });
}
