//! `tourdion filter`: the rows of a catalogue that have what is asked for, as they are.
//!
//! ```text
//!      entries --> judge     on a worker: the value of the expression for each puzzle
//!      record  --> sheet     byte for byte, if it is true
//! ```

use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use tourdion::catalogue::{Entry, Reading, Record};
use tourdion::instructions::Instructions;
use tourdion::numerals::grouped;
use tourdion::sudoku::canonical::NotClassic;
use tourdion::sudoku::{Marks, Puzzle, Shape};
use tourdion::verify::LockstepVerifier;

use super::Ending;
use super::asked::Asked;
use super::interrupt::pulse;
use super::options::{Quiet, ReadingArguments, ThreadCount};
use super::stream::{self, Answer, Entries, RowWriter, Rows, Sheet, Stream};
use expression::Expression;
use judge::{Fact, Judge};

mod expression;
mod judge;

const EXAMPLES: &str = "\
Examples:
  tourdion filter 'clues<=22 and minimal' sudoku.csv > few.csv
  tourdion filter 'not proper' puzzles.txt        the rows of pseudo-puzzles and impossible ones
  tourdion filter 'automorphisms>1 or symmetry=half-turn' puzzles.txt
  tourdion filter 'clues>=20 and clues<=24 and not (pseudo or impossible)' puzzles.txt

  clues, automorphisms         = != < <= > >= a number; of pencil marks, clues is the number of
                               candidates, and there are no automorphisms
  proper, pseudo, impossible   the verdict; also verdict=proper
  minimal                      proper, and no clue can go
  symmetry                     of the clues' cells: half-turn, diagonal, ...; see `generate`
  pattern                      the clues' cells: 81 characters, one for an empty cell is `.`
  and, or, not, ( )            `not` first, then `and`, then `or`

Cheap questions come first: a row that the number of its clues decides is not searched. A row that
can't be read is left out, and reported with its place.

Exit codes: 0 all rows could be read; 2 something can't be read or written, or the expression is
wrong; 130 interrupted.";

/// What `tourdion filter` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// What a row has to be, such as 'clues<=22 and minimal'
    #[arg(value_name = "EXPRESSION")]
    expression: String,
    /// Files of puzzles, packed or not; `-` is standard input
    #[arg(value_name = "CATALOGUE")]
    catalogues: Vec<PathBuf>,
    #[command(flatten)]
    threads: ThreadCount,
    #[command(flatten)]
    quiet: Quiet,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Why pencil marks have no value for some expressions.
const NO_CLUES: &str = "these are pencil marks, and the expression asks for what only clues have; \
    of pencil marks it can ask for the verdict, and for clues, the number of candidates";

/// Filters catalogues.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    let catalogues = mem::take(&mut arguments.catalogues);
    let options = (arguments.threads, arguments.quiet);
    let mut reading = arguments.reading.reading(None)?;
    let expression = Expression::read(&arguments.expression, reading.shape, &reading.alphabet)?;
    let facts = expression.facts();
    if facts.contains(&Fact::Automorphisms) && reading.shape != Shape::CLASSIC {
        bail!("automorphisms: {}", NotClassic(reading.shape));
    }
    if expression.is_of_clues() {
        reading.no_marks = Some(NO_CLUES);
    }
    let rows = Rows::unchanged(&reading.alphabet);
    let sifter = Sifter { reading, expression, facts, rows };
    let stream = Stream::over_catalogues(catalogues, "filter", &sifter.reading, options)?;
    let mut done = stream.run(&sifter, Sheet::print)?;
    done.complain_of_files();
    let [kept, unreadable] = [done.tally.kept, done.unreadable].map(grouped);
    done.sum_up(format_args!("{kept} written, {unreadable} unreadable; {}", done.pace()));
    Ok(done.ending())
}

/// Sifts rows; shared by all workers.
struct Sifter {
    reading: Reading,
    expression: Expression,
    facts: Vec<Fact>,
    rows: Rows,
}

/// What a worker keeps from chunk to chunk.
struct Worker {
    judge: Judge,
    clues: LockstepVerifier,
    /// Made for the first puzzle of pencil marks.
    marks: Option<LockstepVerifier<Marks>>,
}

/// The counts of puzzles.
#[derive(Default)]
struct Tally {
    puzzles: u64,
    kept: u64,
}

impl stream::Tally for Tally {
    fn add(&mut self, other: Tally) {
        self.puzzles += other.puzzles;
        self.kept += other.kept;
    }

    fn puzzles(&self) -> u64 {
        self.puzzles
    }

    fn ending(&self) -> Ending {
        Ending::Well
    }
}

impl Answer for Sifter {
    type Worker = Worker;
    type Tally = Tally;

    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn rows(&self) -> Option<&Rows> {
        Some(&self.rows)
    }

    fn worker(&self) -> Worker {
        Worker {
            judge: Judge::new(self.reading.shape),
            clues: LockstepVerifier::new(),
            marks: None,
        }
    }

    fn answer(
        &self,
        Worker { judge, clues, marks }: &mut Worker,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        let (what, rows) = ((&self.expression, &self.facts[..]), entries.rows);
        let rows = rows.expect("the results are rows");
        let grids = entries.puzzles().map(|record| &record.puzzle);
        let mut values = judge.values(what, clues, grids, entries.stop)?.into_iter();
        let mut sukakus = entries.batch.iter().filter_map(Marks::record).peekable();
        let mut others = Vec::new().into_iter();
        if sukakus.peek().is_some() {
            let marks =
                marks.get_or_insert_with(|| LockstepVerifier::of_kind(Instructions::best()));
            let sukakus = sukakus.map(|record| &record.puzzle);
            others = judge.values(what, marks, sukakus, entries.stop)?.into_iter();
        }
        for entry in entries.batch {
            pulse(entries.stop)?;
            match entry {
                Entry::Unreadable(unreadable) => {
                    sheet.unreadable += 1;
                    sheet.complaints.extend_from_slice(entries.complaint(unreadable).as_bytes());
                }
                Entry::Puzzle(record) => keep(values.next(), record, rows, sheet),
                Entry::Sukaku(record) => keep(others.next(), record, rows, sheet),
            }
        }
        ControlFlow::Continue(())
    }
}

/// Counts a puzzle, and writes its row if the expression is true.
fn keep(
    value: Option<bool>,
    record: &Record<'_, impl Puzzle>,
    rows: &RowWriter<'_>,
    sheet: &mut Sheet<Tally>,
) {
    sheet.tally.puzzles += 1;
    if value.expect("a value for each puzzle") {
        sheet.tally.kept += 1;
        rows.same(record, &mut sheet.results);
    }
}
