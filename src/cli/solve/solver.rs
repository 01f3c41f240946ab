//! The work of a worker: solves puzzles, and leaves long searches open.
//!
//! As lines, every line of a file has one: its solution, a comment that says why there is none, or
//! nothing if the line is blank, a comment or a header. So the solutions stand beside their
//! puzzles.
//!
//! A remark on a puzzle stands behind its solutions and before those of the next. So a sheet is cut
//! into pieces, each of them results and then remarks.

use std::mem;
use std::ops::ControlFlow;

use tourdion::catalogue::{CatalogueForm, Chunk, Entry, Reading, Record};
use tourdion::instructions::Instructions;
use tourdion::sudoku::{Grid, Marks, Solution};
use tourdion::verify::{Effort, LockstepVerifier, Verdict, Verifier};

use super::Emit;
use crate::cli::command_puzzle::CommandPuzzle;
use crate::cli::interrupt::{examine, pulse};
use crate::cli::stream::{self, Answer, Entries, FilePlace, Rows, Sheet, Value};
use crate::cli::{Ending, why_impossible, written};

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
    /// The first line that has none in the results yet, where each line has one.
    line: Option<u64>,
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
    pub(super) puzzle: Left,
    pub(super) row: Option<OpenRow>,
}

/// A puzzle of either kind.
pub(super) enum Left {
    Clues(Grid),
    Marks(Marks),
}

/// A kind of puzzle that can be left open.
pub(super) trait Leave: CommandPuzzle {
    fn left(&self) -> Left;
}

impl Leave for Grid {
    fn left(&self) -> Left {
        Left::Clues(self.clone())
    }
}

impl Leave for Marks {
    fn left(&self) -> Left {
        Left::Marks(self.clone())
    }
}

/// The verifiers of a worker, one for each kind of puzzles.
pub(super) struct Verifiers {
    pub(super) clues: LockstepVerifier,
    /// Made for the first puzzle of pencil marks.
    marks: Option<LockstepVerifier<Marks>>,
}

impl Verifiers {
    pub(super) fn new() -> Verifiers {
        Verifiers { clues: LockstepVerifier::new(), marks: None }
    }

    /// The verifier of pencil marks.
    pub(super) fn marks(&mut self) -> &mut LockstepVerifier<Marks> {
        self.marks.get_or_insert_with(|| LockstepVerifier::of_kind(Instructions::best()))
    }
}

/// A row with a gap for the answer.
pub(super) struct OpenRow {
    before: Vec<u8>,
    after: Vec<u8>,
    /// The same behind a number that may be too small.
    after_or_more: Vec<u8>,
    /// The row of a puzzle without a solution.
    failed: Vec<u8>,
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

    fn answer(
        &self,
        verifiers: &mut Verifiers,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        for entry in entries.batch {
            pulse(entries.stop)?;
            match entry {
                Entry::Puzzle(record) => self.ask(&mut verifiers.clues, entries, record, sheet)?,
                Entry::Sukaku(record) => self.ask(verifiers.marks(), entries, record, sheet)?,
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
    }
}

impl Solver {
    /// Answers for a puzzle. Breaks if stopped.
    fn ask<P: Leave>(
        &self,
        verifier: &mut dyn Verifier<P>,
        entries: &Entries<'_>,
        record: &Record<'_, P>,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        if !sheet.complaints.is_empty() {
            end_piece(sheet, None);
        }
        sheet.tally.puzzles += 1;
        match self.question {
            Question::One => self.one(verifier, entries, record, sheet),
            Question::All => self.all(verifier, entries, record, sheet),
            Question::Count => {
                self.leave_open(entries, record, sheet);
                ControlFlow::Continue(())
            }
        }
    }

    /// Writes the first solution. Breaks if stopped.
    fn one<P: Leave>(
        &self,
        verifier: &mut dyn Verifier<P>,
        entries: &Entries<'_>,
        record: &Record<'_, P>,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        let verdict = examine(verifier, &record.puzzle, 2, entries.stop)?.verdict();
        if self.has_lines(entries.chunk) {
            fill_lines(entries.chunk, record.line, sheet);
        }
        let Some(solution) = verdict.witnesses().first() else {
            sheet.tally.unsolvable += 1;
            let why = self.why_none(&record.puzzle);
            let place = entries.place(record);
            if let Some(rows) = entries.rows {
                let mut row = rows.begin(record, &mut sheet.results);
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
        if let Some(rows) = entries.rows {
            let mut row = rows.begin(record, &mut sheet.results);
            row.add(VERDICT, Value::Word(verdict.kind().name()));
            row.add(SOLUTION, Value::Grid(solution.grid()));
            row.end();
            return ControlFlow::Continue(());
        }
        self.write(solution, None, &mut sheet.results);
        if let Verdict::Pseudo(_) = verdict {
            sheet.complain(entries.place(record), "pseudo-puzzle: it has other solutions too");
        }
        ControlFlow::Continue(())
    }

    /// Writes all solutions up to the limit, or leaves the puzzle open. Breaks if stopped.
    fn all<P: Leave>(
        &self,
        verifier: &mut dyn Verifier<P>,
        entries: &Entries<'_>,
        record: &Record<'_, P>,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        let (begin, room) = (sheet.results.len(), ROOM.saturating_sub(sheet.tally.written));
        let row = self.open_row(entries, record);
        let results = &mut sheet.results;
        let (mut found, mut is_full, mut is_long) = (0, false, false);
        let mut write = |solution: &dyn Fn() -> Solution| {
            is_full = results.len() >= room;
            if is_full {
                return ControlFlow::Break(());
            }
            self.write(&solution(), row.as_ref(), results);
            found += 1;
            if found < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let mut watch = |effort: &Effort| {
            is_long = effort.nodes >= MOST_NODES;
            if is_long { ControlFlow::Break(()) } else { pulse(entries.stop) }
        };
        let _ = verifier.solutions(&record.puzzle, &mut write, &mut watch);
        pulse(entries.stop)?;
        if is_full || is_long {
            sheet.results.truncate(begin);
            self.leave_open(entries, record, sheet);
        } else if found == 0 {
            self.no_solution(entries.place(record), (&record.puzzle, row.as_ref()), sheet);
        }
        ControlFlow::Continue(())
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

    /// Leaves a puzzle to the sheet's turn.
    fn leave_open(
        &self,
        entries: &Entries<'_>,
        record: &Record<'_, impl Leave>,
        sheet: &mut Sheet<Tally>,
    ) {
        let (line, column, puzzle) = (record.line, record.column, record.puzzle.left());
        let row = self.open_row(entries, record);
        end_piece(sheet, Some(OpenPuzzle { line, column, puzzle, row }));
    }

    /// The row of a puzzle whose answer is not known yet, if the results are rows.
    fn open_row(
        &self,
        entries: &Entries<'_>,
        record: &Record<'_, impl CommandPuzzle>,
    ) -> Option<OpenRow> {
        let rows = entries.rows?;
        let is_counted = self.question == Question::Count;
        let column = if is_counted { SOLUTIONS } else { SOLUTION };
        // What stands before the gap, and what behind it.
        let halves = |is_more: bool| {
            let mut before = Vec::new();
            let mut row = rows.begin(record, &mut before);
            let gap = row.begin(column).len();
            if is_more {
                row.add(OR_MORE, Value::Word("yes"));
            }
            row.end();
            let after = before.split_off(gap);
            (before, after)
        };
        let (before, after) = halves(false);
        let has_limit = is_counted && self.limit < u64::MAX;
        let after_or_more = if has_limit { halves(true).1 } else { Vec::new() };
        let mut failed = Vec::new();
        let (place, why) = (entries.place(record), self.why_none(&record.puzzle));
        rows.begin(record, &mut failed).fail(format_args!("{place}: {why}"));
        Some(OpenRow { before, after, after_or_more, failed })
    }

    /// Writes the number of a puzzle's solutions.
    pub(super) fn write_count(
        &self,
        (count, is_all): (u64, bool),
        row: Option<&OpenRow>,
        results: &mut Vec<u8>,
    ) {
        if let (Some(rows), Some(row)) = (&self.rows, row) {
            return row.fill((rows, Value::Number(count)), is_all, results);
        }
        written::decimal(count, results);
        results.extend_from_slice(if is_all { b"\n" } else { b" or more\n" });
    }

    /// Writes a solution.
    pub(super) fn write(&self, solution: &Solution, row: Option<&OpenRow>, results: &mut Vec<u8>) {
        let (grid, alphabet) = (solution.grid(), &self.reading.alphabet);
        if let (Some(rows), Some(row)) = (&self.rows, row) {
            return row.fill((rows, Value::Grid(grid)), true, results);
        }
        if self.emit == Emit::Framed {
            results.extend_from_slice(grid.framed(alphabet).to_string().as_bytes());
        } else {
            grid.write_line(alphabet, results);
        }
        results.push(b'\n');
    }

    /// Why a puzzle has no solution.
    fn why_none(&self, puzzle: &impl CommandPuzzle) -> String {
        format!("impossible: {}", why_impossible(puzzle, &self.reading.alphabet))
    }

    /// Reports that a puzzle has no solution, and why.
    pub(super) fn no_solution(
        &self,
        place: FilePlace<'_>,
        (puzzle, row): (&impl CommandPuzzle, Option<&OpenRow>),
        sheet: &mut Sheet<Tally>,
    ) {
        sheet.tally.unsolvable += 1;
        match row {
            Some(row) => sheet.results.extend_from_slice(&row.failed),
            None => sheet.complain(place, self.why_none(puzzle)),
        }
    }
}

impl OpenRow {
    /// Whether a row can say that there may be more solutions: if a number of them was asked for.
    /// Without that only an interrupt ends a count early, and there is no row.
    pub(super) fn has_or_more(&self) -> bool {
        !self.after_or_more.is_empty()
    }

    /// Writes the row with this answer; `is_all` says whether the count is complete.
    fn fill(&self, (rows, answer): (&Rows, Value<'_>), is_all: bool, results: &mut Vec<u8>) {
        results.extend_from_slice(&self.before);
        // Answers are numbers and grids, in which nothing delimits.
        rows.value(answer, b',', results);
        results.extend_from_slice(if is_all { &self.after } else { &self.after_or_more });
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

/// Turns the sheet so far into a piece, with a puzzle left open behind it.
fn end_piece(sheet: &mut Sheet<Tally>, open: Option<OpenPuzzle>) {
    let (results, complaints) = (mem::take(&mut sheet.results), mem::take(&mut sheet.complaints));
    sheet.tally.written += results.len();
    sheet.tally.pieces.push(Piece { results, complaints, open });
}
