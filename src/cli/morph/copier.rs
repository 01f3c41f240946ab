//! Writes copies: of each puzzle on a worker, and what a sheet has no room for on its turn.

use std::io::Write;
use std::mem;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use indicatif::ProgressBar;
use tourdion::catalogue::{Reading, Record, SolutionContent};
use tourdion::chance::Chance;
use tourdion::generate::{SymmetryPart, random_symmetry};
use tourdion::sudoku::Grid;
use tourdion::sudoku::canonical::{Canonical, Canoniser, Symmetry};

use super::frame::{self, Column, Frame};
use crate::cli::interrupt::pulse;
use crate::cli::options::{Emit, RowForm};
use crate::cli::output::output;
use crate::cli::stream::{self, Answer, Entries, Rows, Sheet, SheetTurn, Value};
use crate::cli::{CANNOT_WRITE, Ending};

/// The bytes of results after which a worker leaves the copies of a puzzle to the sheet's turn.
const ROOM: usize = 1 << 20;

/// The bytes that are written at a time then.
const PORTION: usize = 64 << 10;

/// What is asked about each puzzle.
pub(super) enum Question {
    /// Random copies.
    Random { number: u64, seed: u64, is_given: bool, kept: Vec<SymmetryPart> },
    /// The copy by a symmetry.
    By(Symmetry),
    /// The symmetry that leads to a grid, of which this is the canonical form.
    To(Box<Canonical>),
}

/// Writes copies; shared by all workers.
pub(super) struct Copier {
    pub(super) reading: Reading,
    pub(super) question: Question,
    columns: Vec<Column>,
    /// The writer of values; its form is that of lines too.
    rows: Rows,
    are_rows: bool,
}

/// The counts of puzzles and copies.
#[derive(Default)]
pub(super) struct Tally {
    puzzles: u64,
    /// Copies, or puzzles with a symmetry.
    pub(super) written: u64,
    /// Puzzles without an answer.
    pub(super) failed: u64,
    /// The puzzles whose copies are not all written, each with its place in the results.
    open: Vec<(usize, Box<Copies>)>,
}

/// Copies that are still to be written.
struct Copies {
    puzzle: Grid,
    solution: Option<Grid>,
    frame: Frame,
    left: u64,
    chance: Chance,
    /// The puzzles of its sheet up to this one.
    puzzles: u64,
}

/// The state of a worker from chunk to chunk.
#[derive(Default)]
pub(super) struct Worker {
    canoniser: Canoniser,
    /// That of the puzzle before, whose key serves again.
    chance: Option<Chance>,
    frame: Frame,
    scratch: Scratch,
}

/// A puzzle and the solution beside it.
type Grids<'g> = (&'g Grid, Option<&'g Grid>);

/// The memory of what is written again and again.
#[derive(Default)]
struct Scratch {
    mapping: Vec<u8>,
    inverse: Vec<u8>,
}

impl Copier {
    /// `shown` says whether mappings and inverse ones are written.
    pub(super) fn new(
        reading: Reading,
        question: Question,
        shown: (bool, bool),
        emit: Emit,
        inputs: usize,
    ) -> Copier {
        let is_to = matches!(question, Question::To(_));
        let columns = [
            (!is_to).then_some(Column::Copy),
            reading.solution.as_ref().map(|_| Column::Solution),
            (shown.0 || is_to).then_some(Column::Mapping),
            is_to.then_some(Column::Automorphisms),
            shown.1.then_some(Column::Inverse),
        ];
        let columns: Vec<Column> = columns.into_iter().flatten().collect();
        let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
        let form = RowForm::of(&emit);
        let rows = Rows::new(form.unwrap_or(RowForm::Csv), &names, inputs, &reading.alphabet);
        Copier { reading, question, columns, rows, are_rows: form.is_some() }
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
        for (to, copies) in open {
            stream::print(&sheet.results[from..to], &[], bar)?;
            from = to;
            let puzzles = copies.puzzles;
            sheet.tally.written += self.print_all(copies, bar, interrupted)?;
            if pulse(interrupted).is_break() {
                // The others of the sheet have not begun.
                sheet.tally.puzzles = puzzles;
                return Ok(());
            }
        }
        stream::print(&sheet.results[from..], &[], bar)
    }

    /// Prints the copies of a puzzle; returns their number.
    fn print_all(
        &self,
        mut copies: Box<Copies>,
        bar: &ProgressBar,
        interrupted: &AtomicBool,
    ) -> anyhow::Result<u64> {
        let (all, mut scratch, mut text) = (copies.left, Scratch::default(), Vec::new());
        bar.suspend(|| {
            let mut output = output();
            while copies.left > 0 && pulse(interrupted).is_continue() {
                text.clear();
                let Copies { puzzle, solution, frame, left, chance, .. } = &mut *copies;
                let fixed = ((&*puzzle, solution.as_ref()), &*frame);
                self.copies(fixed, (left, chance), &mut scratch, PORTION, &mut text);
                output.write_all(&text).context(CANNOT_WRITE)?;
            }
            output.flush().context(CANNOT_WRITE)
        })?;
        Ok(all - copies.left)
    }

    /// Writes random copies until none is `left` or the text has `room` bytes.
    fn copies(
        &self,
        (grids, frame): (Grids<'_>, &Frame),
        (left, chance): (&mut u64, &mut Chance),
        scratch: &mut Scratch,
        room: usize,
        text: &mut Vec<u8>,
    ) {
        while *left > 0 && text.len() < room {
            let by = self.random(chance);
            scratch.note(&by, &self.columns);
            frame.fill(|column, out| self.value((column, &by), grids, scratch, out), text);
            *left -= 1;
        }
    }

    /// The next random symmetry.
    fn random(&self, chance: &mut Chance) -> Symmetry {
        let kept = match &self.question {
            Question::Random { kept, .. } => &kept[..],
            Question::By(_) | Question::To(_) => &[],
        };
        random_symmetry(self.reading.shape, kept, chance)
    }

    /// Writes the value of a column for the copies by a symmetry, which is noted down.
    fn value(
        &self,
        (column, by): (Column, &Symmetry),
        (puzzle, solution): Grids<'_>,
        scratch: &Scratch,
        out: &mut Vec<u8>,
    ) {
        let value = match column {
            Column::Solution => Value::Image(solution.unwrap_or(puzzle), by),
            Column::Mapping => Value::Text(&scratch.mapping),
            Column::Inverse => Value::Text(&scratch.inverse),
            Column::Copy | Column::Automorphisms => Value::Image(puzzle, by),
        };
        // No value has a delimiter in it.
        self.rows.value(value, b',', out);
    }

    /// Answers for a puzzle.
    fn puzzle(
        &self,
        entries: &Entries<'_>,
        record: &Record<'_>,
        worker: &mut Worker,
        sheet: &mut Sheet<Tally>,
    ) {
        sheet.tally.puzzles += 1;
        let solution = match record.solution.as_deref().map(|given| (given, &given.content)) {
            Some((_, SolutionContent::Grid { grid, .. })) => Some(grid),
            Some((given, SolutionContent::Unreadable(why))) => {
                sheet.tally.failed += 1;
                let field = entries.solution_field(&self.reading);
                let (place, why) = (entries.place_of(given), format!("{field}: {why}"));
                return entries.no_answer_at(place, record, sheet, why);
            }
            Some((_, SolutionContent::Missing)) | None => None,
        };
        let columns = self.columns.iter().copied();
        let columns = columns.filter(|&column| column != Column::Solution || solution.is_some());
        if self.reading.solution.is_some() && solution.is_none() {
            sheet.tally.failed += 1;
            if !self.are_rows {
                return entries.no_answer(record, sheet, "there is no solution beside it");
            }
        }
        if let Question::To(to) = &self.question {
            return self.way(to, (entries, record), worker, sheet);
        }
        let grids = (&record.puzzle, solution);
        let mut one = |by: &Symmetry, scratch: &mut Scratch| {
            scratch.note(by, &self.columns);
            let write = |column, out: &mut Vec<u8>| self.value((column, by), grids, scratch, out);
            frame::write(record, columns.clone(), entries.rows, write, &mut sheet.results);
            sheet.tally.written += 1;
        };
        let Worker { chance, frame, scratch, .. } = worker;
        let (number, seed) = match &self.question {
            Question::By(by) => return one(by, scratch),
            Question::To(_) => return,
            Question::Random { number, seed, .. } => (*number, *seed),
        };
        let random = chance.get_or_insert_with(|| Chance::new(seed, 0));
        random.turn_to(stream_of(record));
        if number == 1 {
            return one(&self.random(random), scratch);
        }
        frame.around(record, columns, entries.rows);
        let mut left = number;
        self.copies((grids, frame), (&mut left, random), scratch, ROOM, &mut sheet.results);
        sheet.tally.written += number - left;
        if left > 0
            && let Some(chance) = chance.take()
        {
            let (puzzle, solution) = (record.puzzle.clone(), solution.cloned());
            let (frame, puzzles) = (mem::take(frame), sheet.tally.puzzles);
            let open = Copies { puzzle, solution, frame, left, chance, puzzles };
            sheet.tally.open.push((sheet.results.len(), Box::new(open)));
        }
    }

    /// Writes the symmetry that leads from a puzzle to another.
    fn way(
        &self,
        to: &Canonical,
        (entries, record): (&Entries<'_>, &Record<'_>),
        worker: &mut Worker,
        sheet: &mut Sheet<Tally>,
    ) {
        let Worker { canoniser, scratch, .. } = worker;
        let from = canoniser.puzzle(&record.puzzle).expect("no other shape is read");
        let Some(by) = from.symmetry_to(to) else {
            sheet.tally.failed += 1;
            let what = "it is essentially different from the puzzle of --to";
            return entries.no_answer(record, sheet, what);
        };
        scratch.note(&by, &self.columns);
        let write = |column, out: &mut Vec<u8>| {
            let value = match column {
                Column::Automorphisms => Value::Number(u64::from(from.automorphisms)),
                Column::Inverse => Value::Text(&scratch.inverse),
                _ => Value::Text(&scratch.mapping),
            };
            self.rows.value(value, b',', out);
        };
        let columns = self.columns.iter().copied();
        frame::write(record, columns, entries.rows, write, &mut sheet.results);
        sheet.tally.written += 1;
    }
}

impl Scratch {
    /// Writes down a symmetry, as far as there are columns for it.
    fn note(&mut self, by: &Symmetry, columns: &[Column]) {
        self.mapping.clear();
        self.inverse.clear();
        if columns.contains(&Column::Mapping) {
            by.write(&mut self.mapping);
        }
        if columns.contains(&Column::Inverse) {
            by.inverse().write(&mut self.inverse);
        }
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
        entries.each(sheet, |record, sheet| {
            self.puzzle(entries, record, worker, sheet);
            ControlFlow::Continue(())
        })
    }
}

impl stream::Tally for Tally {
    fn add(&mut self, other: Tally) {
        self.puzzles += other.puzzles;
        self.written += other.written;
        self.failed += other.failed;
    }

    fn puzzles(&self) -> u64 {
        self.puzzles
    }

    fn ending(&self) -> Ending {
        if self.failed > 0 { Ending::NotWell } else { Ending::Well }
    }
}
