//! The work of a worker: solves puzzles, and leaves long searches open.
//!
//! A remark on a puzzle stands behind its solutions and before those of the next. So a sheet is cut
//! into pieces, each of them results and then remarks.

use std::mem;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use tourdion::catalogue::{Reading, Record};
use tourdion::sudoku::{Grid, Solution};
use tourdion::verify::{Effort, LockstepVerifier, Verdict, Verifier};

use super::Emit;
use crate::cli::interrupt::{examine, pulse};
use crate::cli::stream::{self, Answer, Entries, Place, Sheet};
use crate::cli::{Ending, why_impossible};

/// The bytes of a sheet's results beyond which no puzzle is listed on a worker.
const ROOM: usize = 1 << 18;

/// The nodes after which a search for all solutions is left open.
const MOST_NODES: u64 = 10_000;

/// The question about each puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    One,
    All,
    Count,
}

/// Solves puzzles; shared by all workers.
pub(super) struct Solver {
    pub(super) reading: Reading,
    pub(super) question: Question,
    pub(super) limit: u64,
    pub(super) emit: Emit,
}

/// The results of puzzles.
#[derive(Default)]
pub(super) struct Tally {
    puzzles: u64,
    pub(super) unsolvable: u64,
    /// The pieces before the rest of the sheet.
    pub(super) pieces: Vec<Piece>,
    /// The bytes of all results in the pieces.
    written: usize,
}

/// Results, remarks on them, and the next puzzle, which is left open.
pub(super) struct Piece {
    pub(super) results: Vec<u8>,
    pub(super) complaints: Vec<u8>,
    pub(super) open: Option<OpenPuzzle>,
}

/// A puzzle not answered by a worker.
pub(super) struct OpenPuzzle {
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) grid: Grid,
}

impl stream::Tally for Tally {
    fn add(&mut self, other: Tally) {
        self.puzzles += other.puzzles;
        self.unsolvable += other.unsolvable;
    }

    fn puzzles(&self) -> u64 {
        self.puzzles
    }

    fn ending(&self) -> Ending {
        if self.unsolvable > 0 { Ending::NotWell } else { Ending::Well }
    }
}

impl Answer for Solver {
    type Worker = LockstepVerifier;
    type Tally = Tally;

    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn worker(&self) -> LockstepVerifier {
        LockstepVerifier::new()
    }

    fn answer(
        &self,
        verifier: &mut LockstepVerifier,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        entries.each(sheet, |record, sheet| {
            if !sheet.complaints.is_empty() {
                end_piece(sheet, None);
            }
            sheet.tally.puzzles += 1;
            let place = entries.place(record);
            match self.question {
                Question::One => self.one(verifier, (place, record), entries.stop, sheet)?,
                Question::All => self.all(verifier, (place, record), entries.stop, sheet)?,
                Question::Count => leave_open(sheet, record),
            }
            ControlFlow::Continue(())
        })
    }
}

impl Solver {
    /// Writes the first solution. Breaks if stopped.
    fn one(
        &self,
        verifier: &mut LockstepVerifier,
        (place, record): (Place<'_>, &Record<'_>),
        stop: &AtomicBool,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        let verdict = examine(verifier, &record.grid, 2, stop)?.verdict();
        match verdict.witnesses().first() {
            Some(solution) => self.write(solution, &mut sheet.results),
            None => self.no_solution(place, &record.grid, sheet),
        }
        if let Verdict::Pseudo(_) = verdict {
            sheet.complain(place, "pseudo-puzzle: it has other solutions too");
        }
        ControlFlow::Continue(())
    }

    /// Writes all solutions up to the limit, or leaves the puzzle open. Breaks if stopped.
    fn all(
        &self,
        verifier: &mut LockstepVerifier,
        (place, record): (Place<'_>, &Record<'_>),
        stop: &AtomicBool,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        let (begin, room) = (sheet.results.len(), ROOM.saturating_sub(sheet.tally.written));
        let results = &mut sheet.results;
        let (mut found, mut is_full, mut is_long) = (0, false, false);
        let mut write = |solution: &dyn Fn() -> Solution| {
            is_full = results.len() >= room;
            if is_full {
                return ControlFlow::Break(());
            }
            self.write(&solution(), results);
            found += 1;
            if found < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let mut watch = |effort: &Effort| {
            is_long = effort.nodes >= MOST_NODES;
            if is_long { ControlFlow::Break(()) } else { pulse(stop) }
        };
        let _ = verifier.solutions(&record.grid, &mut write, &mut watch);
        pulse(stop)?;
        if is_full || is_long {
            sheet.results.truncate(begin);
            leave_open(sheet, record);
        } else if found == 0 {
            self.no_solution(place, &record.grid, sheet);
        }
        ControlFlow::Continue(())
    }

    /// Writes a solution.
    pub(super) fn write(&self, solution: &Solution, results: &mut Vec<u8>) {
        let (grid, alphabet) = (solution.grid(), &self.reading.alphabet);
        match self.emit {
            Emit::Framed => results.extend_from_slice(grid.framed(alphabet).to_string().as_bytes()),
            Emit::Lines => grid.write_line(alphabet, results),
        }
        results.push(b'\n');
    }

    /// Reports that a puzzle has no solution, and why.
    pub(super) fn no_solution(&self, place: Place<'_>, grid: &Grid, sheet: &mut Sheet<Tally>) {
        sheet.tally.unsolvable += 1;
        let why = why_impossible(grid, &self.reading.alphabet);
        sheet.complain(place, format_args!("impossible: {why}"));
    }
}

/// Leaves a puzzle to the main thread.
fn leave_open(sheet: &mut Sheet<Tally>, record: &Record<'_>) {
    let (line, column, grid) = (record.line, record.column, record.grid.clone());
    end_piece(sheet, Some(OpenPuzzle { line, column, grid }));
}

/// Turns the sheet so far into a piece, with a puzzle left open behind it.
fn end_piece(sheet: &mut Sheet<Tally>, open: Option<OpenPuzzle>) {
    let (results, complaints) = (mem::take(&mut sheet.results), mem::take(&mut sheet.complaints));
    sheet.tally.written += results.len();
    sheet.tally.pieces.push(Piece { results, complaints, open });
}
