//! `tourdion minimize`: minimal forms of puzzles, and their redundant clues.
//!
//! A worker makes all puzzles of a batch minimal at once.

use std::io::Write;
use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use tourdion::catalogue::{Chunk, Reading};
use tourdion::chance::Chance;
use tourdion::generate::{self, Minimiser};
use tourdion::numerals::{counted, grouped};
use tourdion::sudoku::Grid;
use tourdion::verify::{Kind, LockstepVerifier, Verifier};

use super::interrupt::{pulse, watch};
use super::options::{Emit, ReadingArguments, RowForm, RunArguments, at_least, no_marks};
use super::stream::{self, Answer, Entries, PuzzleEntry, Rows, Sheet, SheetTurn, Stream, Value};
use super::{Ending, why_impossible};

const EXAMPLES: &str = "\
Examples:
  tourdion minimize puzzles.txt                   a minimal form of each puzzle
  tourdion minimize --seed 1 puzzles.txt          other forms, by another order
                                                  of the clues
  tourdion minimize --all --limit 100 puzzles.txt
                                                  all minimal forms, up to a
                                                  hundred of each puzzle
  tourdion minimize --redundant puzzles.txt       the redundant clues of each
                                                  puzzle
  tourdion minimize --emit csv sudoku.csv         all columns, and a minimal
                                                  form after them

Exit codes: 0 all puzzles are proper; 1 some are not; 2 something can't be read
or written; 130 interrupted.";

/// What `tourdion minimize` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Files of proper puzzles, packed or not; `-` or none is standard input
    #[arg(value_name = "CATALOGUE")]
    catalogues: Vec<PathBuf>,
    /// Take off clues in a random order, which depends on this seed and the puzzle's line [default:
    /// in reading order]
    #[arg(long, value_name = "N", conflicts_with_all = ["all", "redundant"],
          value_parser = at_least::<0>)]
    seed: Option<u64>,
    /// Print all minimal forms of each puzzle
    #[arg(long)]
    all: bool,
    /// With --all: stop after N forms of a puzzle
    #[arg(
        long,
        value_name = "N",
        requires = "all",
        conflicts_with_all = ["seed", "redundant"],
        default_value_t = 1000,
        value_parser = at_least::<1>
    )]
    limit: u64,
    /// Print each puzzle with its redundant clues instead: each of them can go if the others stay
    #[arg(long, conflicts_with = "all")]
    redundant: bool,
    /// Output form
    #[arg(long, value_name = "FORM", default_value = "lines")]
    emit: Emit,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Makes puzzles minimal.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    let catalogues = mem::take(&mut arguments.catalogues);
    let run = arguments.run;
    let thinner = Thinner::new(&arguments, catalogues.len())?;
    let stream = Stream::over_catalogues(catalogues, "minimize", &thinner.reading, run)?;
    let mut done = stream.run(&thinner, Sheet::print)?;
    done.complain_of_files();
    let (minimal, lines) = (grouped(done.tally.minimal), counted(done.tally.lines, "line"));
    let (improper, unreadable) = (grouped(done.tally.improper), grouped(done.unreadable));
    let seconds = done.seconds();
    done.sum_up(format_args!(
        "{minimal} minimal already, {improper} improper, {unreadable} unreadable; {lines} written; \
         {seconds:.2} s"
    ));
    Ok(done.ending())
}

/// The counts of puzzles.
#[derive(Default)]
struct Tally {
    puzzles: u64,
    /// Of these, those that were minimal already.
    minimal: u64,
    lines: u64,
    improper: u64,
}

impl stream::Tally for Tally {
    fn add(&mut self, other: Tally) {
        self.puzzles += other.puzzles;
        self.minimal += other.minimal;
        self.lines += other.lines;
        self.improper += other.improper;
    }

    fn puzzles(&self) -> u64 {
        self.puzzles
    }

    fn ending(&self) -> Ending {
        if self.improper > 0 { Ending::NotWell } else { Ending::Well }
    }
}

/// The question about each puzzle.
#[derive(Clone, Copy)]
enum Question {
    /// One form, in reading order or in a random one.
    One(Option<u64>),
    /// All forms, up to a limit.
    All(u64),
    Redundant,
}

/// Makes puzzles minimal; shared by all workers.
struct Thinner {
    reading: Reading,
    question: Question,
    rows: Option<Rows>,
}

/// The columns of rows.
const FORM: &str = "minimal";
const REDUNDANT: &str = "redundant";
const CLUES: &str = "clues";

struct Worker {
    minimiser: Minimiser,
    verifier: LockstepVerifier,
}

impl Answer for Thinner {
    type Worker = Worker;
    type Tally = Tally;

    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn rows(&self) -> Option<&Rows> {
        self.rows.as_ref()
    }

    fn is_slow(&self) -> bool {
        matches!(self.question, Question::All(_))
    }

    fn keeps_begun(&self) -> bool {
        true
    }

    fn worker(&self) -> Worker {
        Worker { minimiser: Minimiser::new(self.reading.shape), verifier: LockstepVerifier::new() }
    }

    fn answer(
        &self,
        worker: &mut Worker,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
        turn: &SheetTurn<'_, Tally>,
    ) -> ControlFlow<()> {
        let Worker { minimiser, verifier } = worker;
        let grids = entries.puzzles().map(|record| &record.puzzle);
        let mut forms = match self.question {
            Question::One(seed) => {
                let lines: Vec<u64> = entries.puzzles().map(|record| record.line).collect();
                let chance = &mut |k: usize| seed.map(|seed| Chance::new(seed, lines[k]));
                let grids: Vec<Grid> = grids.cloned().collect();
                let forms = minimiser.minimal(&grids, chance, &mut watch(entries.stop))?;
                forms.into_iter().map(|form| form.map(Some)).collect()
            }
            // A puzzle that is not proper has neither.
            Question::All(_) | Question::Redundant => {
                grids.map(|grid| proper_or_kind(verifier, grid).map(|()| None)).collect::<Vec<_>>()
            }
        }
        .into_iter();
        entries.each(sheet, |entry, sheet| {
            // Parts of a sheet may be printed, and the remarks on them stand behind them.
            if self.is_slow() {
                sheet.end_piece();
            }
            match forms.next().expect("each puzzle has an answer") {
                Err(kind) => self.improper(entry, kind, sheet),
                Ok(form) => self.proper(verifier, entry, form.as_ref(), sheet, turn)?,
            }
            sheet.tally.puzzles += 1;
            ControlFlow::Continue(())
        })
    }

    fn end(&self, _: &Chunk, sheet: &mut Sheet<Tally>) {
        if self.is_slow() {
            sheet.end_piece();
        }
    }
}

impl Thinner {
    fn new(arguments: &Arguments, inputs: usize) -> anyhow::Result<Thinner> {
        let question = match *arguments {
            Arguments { all: true, limit, .. } => Question::All(limit),
            Arguments { redundant: true, .. } => Question::Redundant,
            Arguments { seed, .. } => Question::One(seed),
        };
        let columns = match question {
            Question::Redundant => [REDUNDANT, CLUES],
            Question::One(_) | Question::All(_) => [FORM, CLUES],
        };
        let (form, reading) = (
            RowForm::of(&arguments.emit),
            arguments.reading.reading(no_marks!("there are no clues to take off"))?,
        );
        let rows = form.map(|form| Rows::new(form, &columns, inputs, &reading.alphabet));
        Ok(Thinner { reading, question, rows })
    }

    /// Answers for a proper puzzle. `form` is its minimal form if the question is for one. Breaks
    /// if stopped.
    fn proper(
        &self,
        verifier: &mut LockstepVerifier,
        entry: PuzzleEntry<'_>,
        form: Option<&Grid>,
        sheet: &mut Sheet<Tally>,
        turn: &SheetTurn<'_, Tally>,
    ) -> ControlFlow<()> {
        match self.question {
            Question::One(_) => {
                self.write_form(entry, form.expect("a proper puzzle has a minimal form"), sheet);
                ControlFlow::Continue(())
            }
            Question::Redundant => self.redundant(verifier, entry, sheet),
            Question::All(limit) => self.all(limit, verifier, entry, sheet, turn),
        }
    }

    /// Writes the redundant clues. Breaks if stopped.
    fn redundant(
        &self,
        verifier: &mut LockstepVerifier,
        entry: PuzzleEntry<'_>,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        let puzzle = &entry.record.puzzle;
        let redundant = generate::redundant(verifier, puzzle, &mut watch(entry.entries.stop))?;
        sheet.tally.minimal += u64::from(redundant.is_empty());
        let mut names = Vec::new();
        for clue in &redundant {
            // A write into memory does not fail.
            let _ = write!(names, " {clue}");
        }
        match entry.row(&mut sheet.results) {
            Some(mut row) => {
                row.add(REDUNDANT, Value::Text(names.trim_ascii_start()));
                row.add(CLUES, Value::Number(puzzle.clue_count() as u64));
                row.end();
            }
            None => self.write_line(puzzle, &names, sheet),
        }
        sheet.tally.lines += 1;
        ControlFlow::Continue(())
    }

    /// Writes all minimal forms up to the limit, as they are found. Breaks if stopped.
    fn all(
        &self,
        limit: u64,
        verifier: &mut LockstepVerifier,
        entry: PuzzleEntry<'_>,
        sheet: &mut Sheet<Tally>,
        turn: &SheetTurn<'_, Tally>,
    ) -> ControlFlow<()> {
        let (puzzle, stop) = (&entry.record.puzzle, entry.entries.stop);
        let mut count = 0;
        let mut write = |form: &Grid| {
            if count == limit {
                return ControlFlow::Break(());
            }
            count += 1;
            self.write_form(entry, form, sheet);
            turn.offer(sheet)
        };
        let flow = generate::forms(verifier, puzzle, &mut write, &mut watch(stop));
        if pulse(stop).is_break() {
            let count = counted(count, "minimal form");
            let what = format_args!("interrupted after {count}; there may be more");
            sheet.complain(entry.place(), what);
            return ControlFlow::Break(());
        }
        if flow.is_break() {
            let limit = counted(limit, "minimal form");
            sheet.complain(entry.place(), format_args!("stopped at {limit}; see --limit"));
        }
        ControlFlow::Continue(())
    }

    fn improper(&self, entry: PuzzleEntry<'_>, kind: Kind, sheet: &mut Sheet<Tally>) {
        sheet.tally.improper += 1;
        if kind == Kind::Impossible {
            let why = why_impossible(&entry.record.puzzle, &self.reading.alphabet);
            entry.no_answer(sheet, format_args!("impossible: {why}"));
        } else {
            entry.no_answer(sheet, "pseudo-puzzle: it has more than one solution");
        }
    }

    /// Writes a minimal form of a puzzle, which may be the puzzle itself.
    fn write_form(&self, entry: PuzzleEntry<'_>, form: &Grid, sheet: &mut Sheet<Tally>) {
        sheet.tally.minimal += u64::from(*form == entry.record.puzzle);
        match entry.row(&mut sheet.results) {
            Some(mut row) => {
                row.add(FORM, Value::Grid(form));
                row.add(CLUES, Value::Number(form.clue_count() as u64));
                row.end();
            }
            None => self.write_line(form, entry.record.trailing, sheet),
        }
        sheet.tally.lines += 1;
    }

    fn write_line(&self, puzzle: &Grid, text: &[u8], sheet: &mut Sheet<Tally>) {
        puzzle.write_line(&self.reading.alphabet, &mut sheet.results);
        sheet.results.extend_from_slice(text);
        sheet.results.push(b'\n');
    }
}

/// Whether a puzzle is proper; the error is its kind if it is not.
fn proper_or_kind(verifier: &mut LockstepVerifier, puzzle: &Grid) -> Result<(), Kind> {
    match verifier.verify(puzzle).kind() {
        Kind::Proper => Ok(()),
        kind => Err(kind),
    }
}
