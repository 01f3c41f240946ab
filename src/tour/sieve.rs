//! Which of the puzzles that a step finds are kept, and in which form.
//!
//! ```text
//!      found ─▶ clues A..B? ─▶ canonical form ─▶ excluded? ─▶ pattern? ─▶ minimal? ─▶ kept
//! ```
//!
//! Cheap questions come first, and what is the same is asked about once. Whether puzzles are
//! minimal is asked of many at once, which is what [`LockstepVerifier`] likes.
//!
//! Deliberately lacking: the ranking of puzzles by how hard they are.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use super::seen::{PackedPuzzle, Seen, SeenError};
use super::{Set, TourStep};
use crate::sudoku::canonical::Canoniser;
use crate::sudoku::{Grid, Pattern};
use crate::verify::{Audience, Kind, LockstepVerifier, Verdict, Verifier};
use crate::watch::Patient;

/// What holds for all steps of a tour.
#[derive(Default)]
pub struct Conditions {
    /// Puzzles that have been searched elsewhere: they and all that are the same up to symmetry are
    /// not kept, and so not searched. Of the input, the caller leaves them out.
    pub excluded: Option<Exclusion>,
    /// Puzzles with this pattern of clues only are kept.
    pub pattern: Option<Pattern>,
}

/// A set of puzzles that do not count, in memory.
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

/// The pattern that puzzles have to have, made ready to be compared with.
struct Wanted<'s> {
    pattern: &'s Pattern,
    /// The canonical form of its [ones](Pattern::ones); `None` if it is not of a 9×9 grid, whose
    /// pattern no puzzle of a tour has.
    canonical: Option<Grid>,
}

impl Wanted<'_> {
    fn new(pattern: &Pattern) -> Wanted<'_> {
        Wanted { pattern, canonical: Canoniser::new().form(&pattern.ones()).ok() }
    }

    /// Whether a puzzle has its clues in these cells; with `by_symmetry`, in those that are theirs
    /// by a symmetry.
    fn is_of(&self, record: &PackedPuzzle, by_symmetry: bool, canoniser: &mut Canoniser) -> bool {
        if record.clue_count() != self.pattern.cells().len() {
            return false;
        }
        let pattern = record.pattern();
        pattern == *self.pattern
            || by_symmetry && canoniser.form(&pattern.ones()).ok() == self.canonical
    }
}

/// Asks the questions, on all threads of a pool.
pub(super) struct Sieve<'s> {
    conditions: &'s Conditions,
    wanted: Option<Wanted<'s>>,
    /// A thread's own, so that no lock is ever waited for.
    tools: Vec<Mutex<Tools>>,
}

#[derive(Default)]
struct Tools {
    canoniser: Canoniser,
    verifier: Option<LockstepVerifier>,
}

impl<'s> Sieve<'s> {
    pub(super) fn new(conditions: &'s Conditions, threads: usize) -> Sieve<'s> {
        let wanted = conditions.pattern.as_ref().map(Wanted::new);
        Sieve { conditions, wanted, tools: (0..=threads).map(|_| Mutex::default()).collect() }
    }

    /// What is kept of `found`, ascending, each once.
    pub(super) fn sift(&self, mut found: Vec<PackedPuzzle>, step: &TourStep) -> Vec<PackedPuzzle> {
        if let Some(range) = step.clues {
            found.retain(|record| range.contains(record.clue_count()));
        }
        let mut tools = self.tools();
        let Tools { canoniser, verifier } = &mut *tools;
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

    /// Of the puzzles that were kept of `puzzle`, which `record` is of, the least that is not the
    /// puzzle itself, or that if there is no other.
    pub(super) fn one_of(
        &self,
        kept: &[PackedPuzzle],
        (record, puzzle): (&PackedPuzzle, &Grid),
        step: &TourStep,
    ) -> Option<PackedPuzzle> {
        let itself =
            if step.as_found { *record } else { form_of(puzzle, &mut self.tools().canoniser) };
        kept.iter().filter(|record| **record != itself).min().or_else(|| kept.first()).copied()
    }

    fn tools(&self) -> std::sync::MutexGuard<'_, Tools> {
        // Threads of other pools share the last.
        let own = rayon::current_thread_index().unwrap_or(usize::MAX).min(self.tools.len() - 1);
        self.tools[own].lock().unwrap_or_else(PoisonError::into_inner)
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

/// Keeps the puzzles that have no redundant clue.
fn retain_minimal(puzzles: &mut Vec<PackedPuzzle>, verifier: &mut LockstepVerifier) {
    let mut fewer = Vec::new();
    let mut ends = Vec::with_capacity(puzzles.len());
    for grid in puzzles.iter().map(PackedPuzzle::grid) {
        for clue in grid.clues() {
            let mut less = grid.clone();
            less.set(clue.cell, None);
            fewer.push(less);
        }
        ends.push(fewer.len());
    }
    let mut kinds = Kinds(Vec::with_capacity(fewer.len()));
    let _ = verifier.verify_all(&mut fewer.iter(), &mut kinds, &mut Patient);
    let mut begin = 0;
    let mut ends = ends.into_iter();
    puzzles.retain(|_| {
        let end = ends.next().expect("each puzzle has an end");
        !kinds.0[std::mem::replace(&mut begin, end)..end].contains(&Kind::Proper)
    });
}

/// Keeps the kinds.
struct Kinds(Vec<Kind>);

impl Audience for Kinds {
    fn verdict(&mut self, kind: Kind, _: &dyn Fn() -> Verdict) -> ControlFlow<()> {
        self.0.push(kind);
        ControlFlow::Continue(())
    }

    fn wants_witnesses(&self) -> bool {
        false
    }
}
