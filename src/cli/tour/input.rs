//! Reads puzzles into a set: those that a tour can begin with, each in the form that counts.
//!
//! What is not as it should be is reported with its place, and left out.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;
use tourdion::catalogue::{
    self, Chunk, End, Entry, Input, ReadProgress, Reading, Record as Found, SourceError,
};
use tourdion::sudoku::Grid;
use tourdion::sudoku::canonical::Canoniser;
use tourdion::tour::seen::Record;
use tourdion::tour::sieve::canonical;
use tourdion::tour::{Exclusion, Sequence, TourError};
use tourdion::verify::{Kind, LockstepVerifier, Verdict, Verifier};

use super::parameters::LeftOut;
use crate::cli::{stream, tell, why_impossible};

/// How puzzles get from files into a set.
pub(super) struct Intake<'i> {
    pub(super) reading: &'i Reading,
    pub(super) pool: &'i ThreadPool,
    pub(super) interrupted: &'i AtomicBool,
    /// Whether a file could not be read, or not to its end. It has been said.
    pub(super) has_lost_file: AtomicBool,
}

/// Which puzzles are taken.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'w> {
    /// All.
    Any,
    /// Proper ones.
    Proper(Rules<'w>),
    /// Proper ones and pseudo-puzzles.
    Solvable(Rules<'w>),
}

/// What becomes of those that are taken.
#[derive(Clone, Copy)]
pub(super) struct Rules<'r> {
    /// These are left out, without a word.
    pub(super) excluded: &'r Exclusion,
    /// Keep them as they are, and not in canonical form.
    pub(super) as_found: bool,
    /// Those of which nothing can come are reported.
    pub(super) sequence: &'r Sequence,
}

/// What a worker has made of a chunk.
#[derive(Default)]
struct Part {
    records: Vec<Record>,
    complaints: Vec<u8>,
    has_unwanted: bool,
    has_unreadable: bool,
    has_lost_file: bool,
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
        take: &mut dyn FnMut(Vec<Record>) -> Result<(), TourError>,
    ) -> Result<LeftOut, TourError> {
        let chunks = catalogue::chunks(inputs, self.reading, ReadProgress::new());
        let mut left_out = LeftOut::Nothing;
        let sink = |part: Part| {
            tell(&String::from_utf8_lossy(&part.complaints));
            if part.has_lost_file {
                self.has_lost_file.store(true, Ordering::Relaxed);
                return ControlFlow::Break(TourError::BrokenOff);
            }
            if part.has_unreadable {
                left_out = LeftOut::Lines;
            } else if part.has_unwanted && left_out == LeftOut::Nothing {
                left_out = LeftOut::Puzzles;
            }
            match take(part.records) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        };
        let work = |(): &mut (), chunk, _: &AtomicBool| self.judge(chunk, wanted);
        match catalogue::ordered(chunks, self.pool, self.interrupted, || (), work, sink) {
            ControlFlow::Break(error) => Err(error),
            ControlFlow::Continue(End::Interrupted) => Err(TourError::BrokenOff),
            ControlFlow::Continue(End::Complete) => Ok(left_out),
        }
    }

    fn judge(&self, chunk: Result<Chunk, SourceError>, wanted: Wanted<'_>) -> Part {
        let mut part = Part::default();
        let chunk = match chunk {
            Ok(chunk) => chunk,
            Err(error) => {
                part.has_lost_file = true;
                stream::complain_of_source(&error, self.reading, &mut part.complaints);
                return part;
            }
        };
        let (file, mut found, mut complaints) = (chunk.file().clone(), Vec::new(), Vec::new());
        let _ = chunk.for_each(self.reading, |entry| {
            match entry {
                Entry::Puzzle(record) => {
                    found.push(Found { spelling: None, trailing: b"", ..record })
                }
                Entry::Unreadable(error) => {
                    part.has_unreadable = true;
                    complaints.push((
                        (error.line, error.column),
                        format!("unreadable: {}", error.problem),
                    ));
                }
            }
            ControlFlow::<()>::Continue(())
        });
        let mut kinds = Vec::with_capacity(found.len());
        if !matches!(wanted, Wanted::Any) {
            let mut puzzles = found.iter().map(|found| &found.grid);
            let _ = LockstepVerifier::new().verify_all(
                &mut puzzles,
                &mut |kind, _: &dyn Fn() -> Verdict| {
                    kinds.push(kind);
                    ControlFlow::Continue(())
                },
            );
        }
        let mut kinds = kinds.into_iter();
        let mut canoniser = Canoniser::new();
        for Found { line, column, grid, .. } in found {
            let why = match (wanted, kinds.next().unwrap_or(Kind::Proper)) {
                (Wanted::Any, _) | (_, Kind::Proper) | (Wanted::Solvable(_), Kind::Pseudo) => None,
                (_, Kind::Pseudo) => {
                    Some("pseudo-puzzle: no tour begins at one unless it only adds".to_owned())
                }
                (_, Kind::Impossible) => {
                    Some(format!("impossible: {}", why_impossible(&grid, &self.reading.alphabet)))
                }
            };
            if let Some(why) = why.or_else(|| misfit(&grid, wanted)) {
                part.has_unwanted = true;
                complaints.push(((line, column), why));
            } else if let Some(record) = Record::of(&grid) {
                part.records.extend(in_form(&record, wanted, &mut canoniser));
            }
        }
        complaints.sort(); // in the order of the file
        for ((line, column), what) in complaints {
            let _ = writeln!(part.complaints, "{file}:{line}:{column}: {what}"); // memory takes it
        }
        part
    }
}

/// Why the sequence can't be done to a puzzle, whatever its clues are.
fn misfit(puzzle: &Grid, wanted: Wanted<'_>) -> Option<String> {
    let (Wanted::Proper(rules) | Wanted::Solvable(rules)) = wanted else { return None };
    let misfit = rules.sequence.fits(puzzle.clue_count()).err()?;
    Some(format!("nothing can come of it: {misfit}"))
}

/// The puzzle in the form that counts, if it is not excluded.
fn in_form(record: &Record, wanted: Wanted<'_>, canoniser: &mut Canoniser) -> Option<Record> {
    let form = canonical(record, canoniser);
    let (Wanted::Proper(rules) | Wanted::Solvable(rules)) = wanted else { return Some(form) };
    (!rules.excluded.contains(&form)).then_some(if rules.as_found { *record } else { form })
}
