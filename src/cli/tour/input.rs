//! Reads the puzzles of a tour into a set, each in its required form.
//!
//! Unsuitable entries are reported with their places, and left out.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tourdion::catalogue::{Input, OrderedEnd, ReadProgress, Reading};
use tourdion::sudoku::Grid;
use tourdion::sudoku::canonical::Canoniser;
use tourdion::threads::Threads;
use tourdion::tour::seen::PackedPuzzle;
use tourdion::tour::sieve::canonical;
use tourdion::tour::{Exclusion, Sequence, TourError};
use tourdion::verify::{Kind, LockstepVerifier, Verdict, Verifier};

use super::parameters::LeftOut;
use crate::cli::interrupt::watch;
use crate::cli::stream::{self, Answer, Entries, Files, Sheet, SheetTurn};
use crate::cli::{tell, why_impossible};

/// Reads puzzles from files into a set.
pub(super) struct Intake<'i> {
    pub(super) reading: &'i Reading,
    pub(super) threads: &'i Threads,
    /// The reading, which an interrupt stops.
    pub(super) read: Arc<ReadProgress>,
    /// Whether a file could not be read, or not to its end. It has been reported.
    pub(super) has_lost_file: AtomicBool,
}

/// The puzzles to take.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'w> {
    /// All.
    Any,
    /// Proper ones.
    Proper(Rules<'w>),
    /// Proper ones and pseudo-puzzles.
    Solvable(Rules<'w>),
}

/// The rules for taken puzzles.
#[derive(Clone, Copy)]
pub(super) struct Rules<'r> {
    /// These are left out, without a message.
    pub(super) excluded: &'r Exclusion,
    /// Keep them unchanged, not in canonical form.
    pub(super) as_found: bool,
    /// Puzzles without possible results are reported.
    pub(super) sequence: &'r Sequence,
}

impl Intake<'_> {
    /// Reads `inputs` and hands what is wanted to `take`. Returns what was left out.
    ///
    /// # Errors
    /// That of `take`, and [`TourError::BrokenOff`] after an interrupt or at a file that can't be
    /// read.
    pub(super) fn read(
        &self,
        inputs: Vec<Input>,
        wanted: Wanted<'_>,
        take: &mut (dyn FnMut(Vec<PackedPuzzle>) -> Result<(), TourError> + Send),
    ) -> Result<LeftOut, TourError> {
        let mut left_out = LeftOut::Nothing;
        let mut files = Files::of(inputs.iter().map(|input| input.name().clone()));
        let sink = |sheet: Sheet<Taken>| {
            files.see(sheet.file().clone(), sheet.has_entries);
            tell(&String::from_utf8_lossy(&sheet.complaints));
            if sheet.failed > 0 {
                self.has_lost_file.store(true, Ordering::Relaxed);
                return ControlFlow::Break(TourError::BrokenOff);
            }
            if sheet.unreadable > 0 {
                left_out = LeftOut::Lines;
            } else if sheet.tally.has_unwanted && left_out == LeftOut::Nothing {
                left_out = LeftOut::Puzzles;
            }
            match take(sheet.tally.records) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        };
        let judge = Judge { reading: self.reading, wanted };
        match stream::sheets(&judge, inputs, self.threads.count(), &self.read, sink) {
            ControlFlow::Break(error) => Err(error),
            ControlFlow::Continue(OrderedEnd::Interrupted) => Err(TourError::BrokenOff),
            ControlFlow::Continue(OrderedEnd::Complete) => {
                files.complain_of_empty();
                Ok(left_out)
            }
        }
    }
}

/// What is taken of a chunk.
#[derive(Default)]
struct Taken {
    records: Vec<PackedPuzzle>,
    has_unwanted: bool,
}

/// Takes the puzzles that are wanted, and complains of the others.
struct Judge<'j> {
    reading: &'j Reading,
    wanted: Wanted<'j>,
}

impl Answer for Judge<'_> {
    type Worker = (LockstepVerifier, Canoniser);
    type Tally = Taken;

    fn reading(&self) -> &Reading {
        self.reading
    }

    fn worker(&self) -> Self::Worker {
        (LockstepVerifier::new(), Canoniser::new())
    }

    fn answer(
        &self,
        (verifier, canoniser): &mut Self::Worker,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Taken>,
        _: &SheetTurn<'_, Taken>,
    ) -> ControlFlow<()> {
        let mut kinds = Vec::new();
        if !matches!(self.wanted, Wanted::Any) {
            let mut puzzles = entries.puzzles().map(|record| &record.puzzle);
            let mut keep = |kind, _: &dyn Fn() -> Verdict| {
                kinds.push(kind);
                ControlFlow::Continue(())
            };
            verifier.verify_all(&mut puzzles, &mut keep, &mut watch(entries.stop))?;
        }
        let mut kinds = kinds.into_iter();
        entries.each(sheet, |found, sheet| {
            let kind = kinds.next().unwrap_or(Kind::Proper);
            if let Some(why) = self.why_unwanted(&found.record.puzzle, kind) {
                sheet.tally.has_unwanted = true;
                sheet.complain(found.place(), why);
            } else {
                sheet.tally.records.extend(in_form(&found.record.puzzle, self.wanted, canoniser));
            }
            ControlFlow::Continue(())
        })
    }
}

impl Judge<'_> {
    /// Why no tour begins at a puzzle, if none does.
    fn why_unwanted(&self, grid: &Grid, kind: Kind) -> Option<String> {
        match (self.wanted, kind) {
            (Wanted::Any, _) | (_, Kind::Proper) | (Wanted::Solvable(_), Kind::Pseudo) => {
                misfit(grid, self.wanted)
            }
            (_, Kind::Pseudo) => {
                Some("pseudo-puzzle: no tour begins at one unless it only adds".to_owned())
            }
            (_, Kind::Impossible) => {
                Some(format!("impossible: {}", why_impossible(grid, &self.reading.alphabet)))
            }
        }
    }
}

/// Why the sequence can't be done to a puzzle, whatever its clues are.
fn misfit(puzzle: &Grid, wanted: Wanted<'_>) -> Option<String> {
    let (Wanted::Proper(rules) | Wanted::Solvable(rules)) = wanted else { return None };
    let misfit = rules.sequence.fits(puzzle.clue_count()).err()?;
    Some(format!("nothing can come of it: {misfit}"))
}

/// The puzzle in the form that counts, if it is 9×9 and not excluded.
fn in_form(puzzle: &Grid, wanted: Wanted<'_>, canoniser: &mut Canoniser) -> Option<PackedPuzzle> {
    let form = canonical(puzzle, canoniser)?;
    let (Wanted::Proper(rules) | Wanted::Solvable(rules)) = wanted else { return Some(form) };
    if rules.excluded.contains(&form) {
        return None;
    }
    if rules.as_found { PackedPuzzle::of(puzzle) } else { Some(form) }
}
