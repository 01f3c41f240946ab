//! The work of a worker: solves puzzles, or counts their solutions.
//!
//! As lines, every line of a file has one: its solution, a comment that says why there is none, or
//! nothing if the line is blank, a comment or a header. So the solutions stand beside their
//! puzzles.
//!
//! A remark on a puzzle stands behind its solutions and before those of the next. So a sheet is cut
//! into pieces, each of them results and then remarks.
//!
//! Solutions may be many, so a sheet is passed on in parts, and chunks are small. A long count of a
//! 9×9 puzzle waits for its turn, and begins again on all [`cores`](crate::cli::cores).

use std::ops::ControlFlow;

use tourdion::catalogue::{CatalogueForm, Chunk, Entry, Reading};
use tourdion::instructions::Instructions;
use tourdion::numerals::{counted, grouped};
use tourdion::sudoku::{Marks, Solution};
use tourdion::verify::{LockstepVerifier, Verdict, Verifier};

use super::Emit;
use crate::cli::cores::{Cores, Countable, SolutionCount};
use crate::cli::interrupt::{examine, pulse, watch};
use crate::cli::stream::{self, Answer, Entries, PuzzleEntry, Rows, Sheet, SheetTurn, Value};
use crate::cli::{Ending, why_impossible, written};

/// The question about each puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    One,
    All,
    Count,
}

/// The columns of rows.
const VERDICT: &str = "verdict";
const SOLUTION: &str = "solution";
const SOLUTIONS: &str = "solutions";
/// Whether there may be more solutions than the number; only if a limit is given.
const OR_MORE: &str = "or_more";

impl Question {
    /// The columns of its rows.
    pub(super) const fn columns(self, has_limit: bool) -> &'static [&'static str] {
        match self {
            Question::One => &[VERDICT, SOLUTION],
            Question::All => &[SOLUTION],
            Question::Count if has_limit => &[SOLUTIONS, OR_MORE],
            Question::Count => &[SOLUTIONS],
        }
    }
}

/// Solves puzzles; shared by all workers.
pub(super) struct Solver {
    pub(super) reading: Reading,
    pub(super) question: Question,
    pub(super) limit: u64,
    pub(super) emit: Emit,
    pub(super) rows: Option<Rows>,
    pub(super) cores: Cores,
}

/// The counts of puzzles.
#[derive(Default)]
pub(super) struct Tally {
    puzzles: u64,
    pub(super) unsolvable: u64,
    /// The first line that has none in the results yet, where each line has one. Such a sheet is
    /// not passed on in parts.
    line: Option<u64>,
}

/// The verifiers of a worker, one for each kind of puzzles.
pub(super) struct Verifiers {
    clues: LockstepVerifier,
    /// Made for the first puzzle of pencil marks.
    marks: Option<LockstepVerifier<Marks>>,
}

impl Verifiers {
    fn new() -> Verifiers {
        Verifiers { clues: LockstepVerifier::new(), marks: None }
    }

    /// The verifier of pencil marks.
    fn marks(&mut self) -> &mut LockstepVerifier<Marks> {
        self.marks.get_or_insert_with(|| LockstepVerifier::of_kind(Instructions::best()))
    }
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
    type Worker = Verifiers;
    type Tally = Tally;

    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn rows(&self) -> Option<&Rows> {
        self.rows.as_ref()
    }

    fn worker(&self) -> Verifiers {
        Verifiers::new()
    }

    fn is_slow(&self) -> bool {
        self.question != Question::One
    }

    fn keeps_begun(&self) -> bool {
        true
    }

    fn answer(
        &self,
        verifiers: &mut Verifiers,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
        turn: &SheetTurn<'_, Tally>,
    ) -> ControlFlow<()> {
        for entry in entries.batch {
            pulse(entries.stop)?;
            match entry {
                Entry::Puzzle(record) => {
                    self.ask(&mut verifiers.clues, PuzzleEntry { entries, record }, sheet, turn)?;
                }
                Entry::Sukaku(record) => {
                    self.ask(verifiers.marks(), PuzzleEntry { entries, record }, sheet, turn)?;
                }
                Entry::Unreadable(unreadable) => {
                    if self.has_lines(entries.chunk) {
                        fill_lines(entries.chunk, unreadable.line, sheet);
                    }
                    if self.has_a_line_each() {
                        comment(&entries.complaint(unreadable), sheet);
                    }
                    entries.unreadable(unreadable, sheet);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn end(&self, chunk: &Chunk, sheet: &mut Sheet<Tally>) {
        if self.has_lines(chunk) {
            fill_lines(chunk, chunk.lines().end, sheet);
        }
        sheet.end_piece();
    }
}

impl Solver {
    /// Answers for a puzzle. Breaks if stopped.
    fn ask<P: Countable>(
        &self,
        verifier: &mut dyn Verifier<P>,
        entry: PuzzleEntry<'_, P>,
        sheet: &mut Sheet<Tally>,
        turn: &SheetTurn<'_, Tally>,
    ) -> ControlFlow<()> {
        sheet.end_piece();
        match self.question {
            Question::One => self.one(verifier, entry, sheet)?,
            Question::All => self.all(verifier, entry, sheet, turn)?,
            Question::Count => self.count(verifier, entry, sheet, turn)?,
        }
        sheet.tally.puzzles += 1;
        ControlFlow::Continue(())
    }

    /// Writes the first solution. Breaks if stopped.
    fn one<P: Countable>(
        &self,
        verifier: &mut dyn Verifier<P>,
        entry: PuzzleEntry<'_, P>,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        let PuzzleEntry { entries, record } = entry;
        let verdict = examine(verifier, &record.puzzle, 2, entries.stop)?.verdict();
        if self.has_lines(entries.chunk) {
            fill_lines(entries.chunk, record.line, sheet);
        }
        let Some(solution) = verdict.witnesses().first() else {
            sheet.tally.unsolvable += 1;
            let why = why_impossible(&record.puzzle, &self.reading.alphabet);
            let (place, why) = (entry.place(), format!("impossible: {why}"));
            if let Some(mut row) = entry.row(&mut sheet.results) {
                row.add(VERDICT, Value::Word(verdict.kind().name()));
                row.fail(format_args!("{place}: {why}"));
            } else {
                if self.has_a_line_each() {
                    comment(&format!("{place}: {why}\n"), sheet);
                }
                sheet.complain(place, why);
            }
            return ControlFlow::Continue(());
        };
        if let Some(mut row) = entry.row(&mut sheet.results) {
            row.add(VERDICT, Value::Word(verdict.kind().name()));
            row.add(SOLUTION, Value::Grid(solution.grid()));
            row.end();
            return ControlFlow::Continue(());
        }
        self.write_grid(solution, &mut sheet.results);
        if let Verdict::Pseudo(_) = verdict {
            sheet.complain(entry.place(), "pseudo-puzzle: it has other solutions too");
        }
        ControlFlow::Continue(())
    }

    /// Writes all solutions up to the limit, as they are found. Breaks if stopped.
    fn all<P: Countable>(
        &self,
        verifier: &mut dyn Verifier<P>,
        entry: PuzzleEntry<'_, P>,
        sheet: &mut Sheet<Tally>,
        turn: &SheetTurn<'_, Tally>,
    ) -> ControlFlow<()> {
        let PuzzleEntry { entries, record } = entry;
        let mut found = 0;
        let mut write = |solution: &dyn Fn() -> Solution| {
            self.write(&solution(), entry, &mut sheet.results);
            found += 1;
            turn.offer(sheet)?;
            if found < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let _ = verifier.solutions(&record.puzzle, &mut write, &mut watch(entries.stop));
        if pulse(entries.stop).is_break() {
            let count = counted(found, "solution");
            let what = format_args!("interrupted after {count}; there may be more");
            sheet.complain(entry.place(), what);
            return ControlFlow::Break(());
        }
        if found == 0 {
            self.no_solution(entry, sheet);
        }
        ControlFlow::Continue(())
    }

    /// Writes the number of solutions up to the limit. Breaks if stopped.
    fn count<P: Countable>(
        &self,
        verifier: &mut dyn Verifier<P>,
        entry: PuzzleEntry<'_, P>,
        sheet: &mut Sheet<Tally>,
        turn: &SheetTurn<'_, Tally>,
    ) -> ControlFlow<()> {
        let (puzzle, limit, stop) = (&entry.record.puzzle, self.limit, entry.entries.stop);
        let begun = self.cores.begin(verifier, puzzle, limit, stop);
        let is_long = matches!(begun, ControlFlow::Continue(None));
        let counted = match begun {
            ControlFlow::Continue(Some(counted)) => counted,
            ControlFlow::Continue(None) => {
                turn.pass_on(sheet)?;
                self.cores.count(puzzle, limit, stop)
            }
            ControlFlow::Break(0) => return ControlFlow::Break(()),
            ControlFlow::Break(count) => SolutionCount { count, or_more: true },
        };
        sheet.tally.unsolvable += u64::from(counted.count == 0 && !counted.or_more);
        self.write_count(counted, entry, sheet);
        // What was counted so far is written at an interrupt, too.
        pulse(stop)?;
        if is_long { turn.pass_on(sheet) } else { turn.offer(sheet) }
    }

    /// Whether every input line gets one output line.
    fn has_lines(&self, chunk: &Chunk) -> bool {
        let is_by_line = match chunk.form() {
            CatalogueForm::Lines
            | CatalogueForm::Values
            | CatalogueForm::Csv
            | CatalogueForm::JsonLines
            | CatalogueForm::Library => true,
            // Other puzzles have several lines, or share one.
            _ => false,
        };
        is_by_line && self.has_a_line_each()
    }

    /// Whether every puzzle gets one output line, also without a solution.
    fn has_a_line_each(&self) -> bool {
        self.emit == Emit::Lines && self.question == Question::One
    }

    /// Writes the number of a puzzle's solutions.
    fn write_count<P: Countable>(
        &self,
        SolutionCount { count, or_more }: SolutionCount,
        entry: PuzzleEntry<'_, P>,
        sheet: &mut Sheet<Tally>,
    ) {
        let are_rows = entry.entries.rows.is_some();
        let has_limit = self.limit < u64::MAX;
        if are_rows && or_more && !has_limit {
            // Only an interrupt ends such a count early, and its rows can't say so.
            let what = format!("{} solutions or more", grouped(count));
            return sheet.complain(entry.place(), what);
        }
        if let Some(mut row) = entry.row(&mut sheet.results) {
            row.add(SOLUTIONS, Value::Number(count));
            if or_more {
                row.add(OR_MORE, Value::Word("yes"));
            }
            row.end();
        } else {
            written::decimal(count, &mut sheet.results);
            let end = if or_more { &b" or more\n"[..] } else { b"\n" };
            sheet.results.extend_from_slice(end);
        }
    }

    /// Writes one of all solutions.
    fn write<P: Countable>(
        &self,
        solution: &Solution,
        entry: PuzzleEntry<'_, P>,
        results: &mut Vec<u8>,
    ) {
        match entry.row(results) {
            Some(mut row) => {
                row.add(SOLUTION, Value::Grid(solution.grid()));
                row.end();
            }
            None => self.write_grid(solution, results),
        }
    }

    /// Writes a solution that is no row.
    fn write_grid(&self, solution: &Solution, results: &mut Vec<u8>) {
        let (grid, alphabet) = (solution.grid(), &self.reading.alphabet);
        if self.emit == Emit::Framed {
            results.extend_from_slice(grid.framed(alphabet).to_string().as_bytes());
        } else {
            grid.write_line(alphabet, results);
        }
        results.push(b'\n');
    }

    /// Says that a puzzle has no solution, and why.
    fn no_solution<P: Countable>(&self, entry: PuzzleEntry<'_, P>, sheet: &mut Sheet<Tally>) {
        sheet.tally.unsolvable += 1;
        let why = why_impossible(&entry.record.puzzle, &self.reading.alphabet);
        entry.no_answer(sheet, format_args!("impossible: {why}"));
    }
}

/// Writes a comment line where the solution would stand.
fn comment(why: &str, sheet: &mut Sheet<Tally>) {
    sheet.results.extend_from_slice(b"# ");
    sheet.results.extend_from_slice(why.as_bytes());
}

/// Writes an empty line for each earlier input line without output.
fn fill_lines(chunk: &Chunk, line: u64, sheet: &mut Sheet<Tally>) {
    let open = sheet.tally.line.unwrap_or(chunk.lines().start);
    let lacking = line.saturating_sub(open);
    sheet.results.extend((0..lacking).map(|_| b'\n'));
    // The line itself comes next.
    sheet.tally.line = Some(line + 1);
}
