//! Writes copies: of each puzzle on a worker, and what a sheet has no room for on its turn.

use std::io::Write;
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use indicatif::ProgressBar;
use tourdion::catalogue::{GivenSolution, Reading, Record, SolutionContent};
use tourdion::chance::Chance;
use tourdion::generate::{SymmetryPart, random_symmetry};
use tourdion::sudoku::Grid;
use tourdion::sudoku::canonical::Symmetry;

use super::frame::{self, Frame};
use crate::cli::interrupt::pulse;
use crate::cli::options::{Emit, RowForm};
use crate::cli::output::output;
use crate::cli::stream::{self, Answer, Entries, PuzzleEntry, Rows, Sheet, SheetTurn, Value};
use crate::cli::{CANNOT_WRITE, Ending};

/// The bytes of results after which a worker leaves the copies of a puzzle to the sheet's turn.
const ROOM: usize = 1 << 20;

/// The bytes that are written at a time then.
const PORTION: usize = 64 << 10;

/// Why a copy has no solution. In rows the copy stands beside it; a line would have a field less.
const MISSING: &str = "there is no solution beside it";

/// The symmetries by which each puzzle is copied.
pub(super) enum Symmetries {
    Random(RandomSymmetries),
    One(Symmetry),
}

/// Random symmetries, other ones for each puzzle.
pub(super) struct RandomSymmetries {
    /// How many each puzzle has.
    pub(super) number: u64,
    pub(super) seed: u64,
    /// The parts that change nothing.
    pub(super) kept: Arc<[SymmetryPart]>,
}

/// What is written of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CopyColumn {
    Copy,
    Solution,
    Mapping,
    Inverse,
}

impl CopyColumn {
    /// The name in rows.
    const fn name(self) -> &'static str {
        match self {
            CopyColumn::Copy => "copy",
            CopyColumn::Solution => "copy_solution",
            CopyColumn::Mapping => "mapping",
            CopyColumn::Inverse => "inverse",
        }
    }
}

/// Writes copies; shared by all workers.
pub(super) struct Copier {
    reading: Reading,
    symmetries: Symmetries,
    columns: Vec<CopyColumn>,
    /// The writer of values; its form is that of lines too.
    rows: Rows,
    are_rows: bool,
}

/// The counts of puzzles and copies.
#[derive(Default)]
pub(super) struct Tally {
    puzzles: u64,
    pub(super) copies: u64,
    /// Puzzles whose solutions can't be read, or are lacking.
    pub(super) without_solution: u64,
    /// The puzzles whose copies are not all written.
    open: Vec<Open>,
}

/// A puzzle whose copies are not all written.
struct Open {
    /// The end of those that are, in the results of its sheet.
    end: usize,
    /// The puzzles of its sheet up to this one.
    puzzles: u64,
    puzzle: Grid,
    solution: Option<Grid>,
    frame: Frame<CopyColumn>,
    kept: Arc<[SymmetryPart]>,
    chance: Chance,
    left: u64,
}

/// The random copies of a puzzle that are still to be written.
struct RandomCopies<'c> {
    puzzle: &'c Grid,
    solution: Option<&'c Grid>,
    frame: &'c Frame<CopyColumn>,
    kept: &'c [SymmetryPart],
    chance: &'c mut Chance,
    left: u64,
}

/// A puzzle that is copied once.
struct Original<'c> {
    entry: PuzzleEntry<'c>,
    solution: Option<&'c Grid>,
    /// What is lacking, as the rows of its copies say.
    error: Option<&'c str>,
}

/// A copy that is to be written.
struct PuzzleCopy<'c> {
    puzzle: &'c Grid,
    solution: Option<&'c Grid>,
    by: &'c Symmetry,
    notes: &'c Notes,
}

impl PuzzleCopy<'_> {
    /// What a column says of it.
    fn value(&self, column: CopyColumn) -> Value<'_> {
        match column {
            CopyColumn::Copy => Value::Image(self.puzzle, self.by),
            CopyColumn::Solution => Value::Image(self.solution.unwrap_or(self.puzzle), self.by),
            CopyColumn::Mapping => Value::Text(&self.notes.mapping),
            CopyColumn::Inverse => Value::Text(&self.notes.inverse),
        }
    }
}

/// The texts of a symmetry, as far as there are columns for them.
#[derive(Default)]
struct Notes {
    mapping: Vec<u8>,
    inverse: Vec<u8>,
}

impl Notes {
    /// Writes down a symmetry.
    fn take(&mut self, by: &Symmetry, columns: &[CopyColumn]) {
        self.mapping.clear();
        self.inverse.clear();
        if columns.contains(&CopyColumn::Mapping) {
            by.write(&mut self.mapping);
        }
        if columns.contains(&CopyColumn::Inverse) {
            by.inverse().write(&mut self.inverse);
        }
    }
}

/// The state of a worker from chunk to chunk.
#[derive(Default)]
pub(super) struct Worker {
    /// That of the puzzle before, whose key serves again.
    chance: Option<Chance>,
    frame: Frame<CopyColumn>,
    notes: Notes,
}

impl Copier {
    /// `inputs` is the number of files.
    pub(super) fn new(
        reading: Reading,
        symmetries: Symmetries,
        columns: Vec<CopyColumn>,
        emit: Emit,
        inputs: usize,
    ) -> Copier {
        let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
        let form = RowForm::of(&emit);
        let rows = Rows::new(form.unwrap_or(RowForm::Csv), &names, inputs, &reading.alphabet);
        Copier { reading, symmetries, columns, rows, are_rows: form.is_some() }
    }

    /// Prints a sheet, and all copies for which it has no room, up to an interrupt.
    pub(super) fn print(
        &self,
        sheet: &mut Sheet<Tally>,
        bar: &ProgressBar,
        interrupted: &AtomicBool,
    ) -> anyhow::Result<()> {
        let (open, mut from) = (mem::take(&mut sheet.tally.open), 0);
        stream::print(&[], &sheet.complaints, bar)?;
        for mut open in open {
            stream::print(&sheet.results[from..open.end], &[], bar)?;
            from = open.end;
            sheet.tally.copies += self.print_all(&mut open, bar, interrupted)?;
            if pulse(interrupted).is_break() {
                // The others of the sheet have not begun.
                sheet.tally.puzzles = open.puzzles;
                return Ok(());
            }
        }
        stream::print(&sheet.results[from..], &[], bar)
    }

    /// Prints the copies of a puzzle that are left; returns their number.
    fn print_all(
        &self,
        open: &mut Open,
        bar: &ProgressBar,
        interrupted: &AtomicBool,
    ) -> anyhow::Result<u64> {
        let Open { puzzle, solution, frame, kept, chance, left, .. } = open;
        let (solution, left) = (solution.as_ref(), *left);
        let mut copies = RandomCopies { puzzle, solution, frame, kept, chance, left };
        let (mut notes, mut text) = (Notes::default(), Vec::new());
        bar.suspend(|| {
            let mut output = output();
            while copies.left > 0 && pulse(interrupted).is_continue() {
                text.clear();
                self.write_random(&mut copies, PORTION, &mut notes, &mut text);
                output.write_all(&text).context(CANNOT_WRITE)?;
            }
            output.flush().context(CANNOT_WRITE)
        })?;
        Ok(left - copies.left)
    }

    /// Writes random copies until none is left or the text has `room` bytes.
    fn write_random(
        &self,
        copies: &mut RandomCopies<'_>,
        room: usize,
        notes: &mut Notes,
        text: &mut Vec<u8>,
    ) {
        let RandomCopies { puzzle, solution, frame, kept, .. } = *copies;
        while copies.left > 0 && text.len() < room {
            let by = &random_symmetry(self.reading.shape, kept, copies.chance);
            notes.take(by, &self.columns);
            let copy = PuzzleCopy { puzzle, solution, by, notes };
            frame.fill(|column, out| self.write_value(&copy, column, out), text);
            copies.left -= 1;
        }
    }

    /// Writes the value of a column.
    fn write_value(&self, copy: &PuzzleCopy<'_>, column: CopyColumn, out: &mut Vec<u8>) {
        // No value has a delimiter in it.
        self.rows.value(copy.value(column), b',', out);
    }

    /// Writes the copies of a puzzle.
    fn puzzle(&self, entry: PuzzleEntry<'_>, worker: &mut Worker, sheet: &mut Sheet<Tally>) {
        let PuzzleEntry { entries, record } = entry;
        sheet.tally.puzzles += 1;
        let solution = match record.solution.as_deref() {
            Some(GivenSolution { content: SolutionContent::Grid { grid, .. }, .. }) => Some(grid),
            Some(given @ GivenSolution { content: SolutionContent::Unreadable(why), .. }) => {
                sheet.tally.without_solution += 1;
                let why = format!("{}: {why}", entries.solution_field(&self.reading));
                return entry.no_answer_at(entries.place_of(given), sheet, why);
            }
            Some(GivenSolution { content: SolutionContent::Missing, .. }) | None => None,
        };
        let mut error = None;
        if self.reading.solution.is_some() && solution.is_none() {
            sheet.tally.without_solution += 1;
            if !self.are_rows {
                return entry.no_answer(sheet, MISSING);
            }
            error = Some(format!("{}: {MISSING}", entry.place()));
        }
        let error = error.as_deref();
        let original = Original { entry, solution, error };
        let Worker { chance, frame, notes } = worker;
        let random = match &self.symmetries {
            Symmetries::One(by) => return self.write_one(&original, by, notes, sheet),
            Symmetries::Random(random) => random,
        };
        let (number, kept) = (random.number, &random.kept);
        let chance = chance.get_or_insert_with(|| Chance::new(random.seed, 0));
        chance.turn_to(stream_of(record));
        if number == 1 {
            let by = random_symmetry(self.reading.shape, kept, chance);
            return self.write_one(&original, &by, notes, sheet);
        }
        frame.around(entry, self.columns(solution), error);
        let puzzle = &record.puzzle;
        let mut copies = RandomCopies { puzzle, solution, frame, kept, chance, left: number };
        self.write_random(&mut copies, ROOM, notes, &mut sheet.results);
        let left = copies.left;
        sheet.tally.copies += number - left;
        if left > 0
            && let Some(chance) = worker.chance.take()
        {
            let (end, puzzles) = (sheet.results.len(), sheet.tally.puzzles);
            let (puzzle, solution) = (puzzle.clone(), solution.cloned());
            let (frame, kept) = (mem::take(frame), kept.clone());
            let open = Open { end, puzzles, puzzle, solution, frame, kept, chance, left };
            sheet.tally.open.push(open);
        }
    }

    /// Writes the copy of a puzzle by a symmetry.
    fn write_one(
        &self,
        original: &Original<'_>,
        by: &Symmetry,
        notes: &mut Notes,
        sheet: &mut Sheet<Tally>,
    ) {
        let Original { entry, solution, error } = *original;
        notes.take(by, &self.columns);
        let copy = PuzzleCopy { puzzle: &entry.record.puzzle, solution, by, notes };
        let write = |column, out: &mut Vec<u8>| self.write_value(&copy, column, out);
        frame::write(entry, self.columns(solution), error, write, &mut sheet.results);
        sheet.tally.copies += 1;
    }

    /// The columns of a puzzle with this solution, or without one; with their names.
    fn columns(&self, solution: Option<&Grid>) -> impl Iterator<Item = (&'static str, CopyColumn)> {
        let columns = self.columns.iter().copied();
        let has_it = solution.is_some();
        let columns = columns.filter(move |&column| column != CopyColumn::Solution || has_it);
        columns.map(|column| (column.name(), column))
    }
}

/// The number of the random numbers for a puzzle: its line, and its column on it.
fn stream_of(record: &Record<'_>) -> u64 {
    record.line ^ (record.column - 1).rotate_right(24)
}

impl Answer for Copier {
    type Worker = Worker;
    type Tally = Tally;

    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn rows(&self) -> Option<&Rows> {
        self.are_rows.then_some(&self.rows)
    }

    fn worker(&self) -> Worker {
        Worker::default()
    }

    fn answer(
        &self,
        worker: &mut Worker,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
        _: &SheetTurn<'_, Tally>,
    ) -> ControlFlow<()> {
        entries.each(sheet, |entry, sheet| {
            self.puzzle(entry, worker, sheet);
            ControlFlow::Continue(())
        })
    }
}

impl stream::Tally for Tally {
    fn add(&mut self, other: Tally) {
        self.puzzles += other.puzzles;
        self.copies += other.copies;
        self.without_solution += other.without_solution;
    }

    fn puzzles(&self) -> u64 {
        self.puzzles
    }

    fn ending(&self) -> Ending {
        if self.without_solution > 0 { Ending::NotWell } else { Ending::Well }
    }
}
