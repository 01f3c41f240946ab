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
use tourdion::catalogue::{Entry, Reading};
use tourdion::numerals::grouped;
use tourdion::sudoku::Shape;
use tourdion::sudoku::canonical::NotClassic;

use super::Ending;
use super::interrupt::pulse;
use super::options::{Quiet, ReadingArguments, ThreadCount};
use super::stream::{self, Answer, Entries, Rows, Sheet, Stream};
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

  clues, automorphisms         = != < <= > >= a number
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

/// Filters catalogues.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    let catalogues = mem::take(&mut arguments.catalogues);
    let options = (arguments.threads, arguments.quiet);
    let reading = arguments.reading.reading()?;
    let expression = Expression::read(&arguments.expression, reading.shape, &reading.alphabet)?;
    let facts = expression.facts();
    if facts.contains(&Fact::Automorphisms) && reading.shape != Shape::CLASSIC {
        bail!("automorphisms: {}", NotClassic(reading.shape));
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
    type Worker = Judge;
    type Tally = Tally;

    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn rows(&self) -> Option<&Rows> {
        Some(&self.rows)
    }

    fn worker(&self) -> Judge {
        Judge::new(self.reading.shape)
    }

    fn answer(
        &self,
        judge: &mut Judge,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        let grids = entries.puzzles().map(|record| &record.puzzle);
        let values = judge.values((&self.expression, &self.facts), grids, entries.stop)?;
        let (mut values, rows) = (values.into_iter(), entries.rows.expect("the results are rows"));
        for entry in entries.batch {
            pulse(entries.stop)?;
            match entry {
                Entry::Unreadable(unreadable) => {
                    sheet.unreadable += 1;
                    sheet.complaints.extend_from_slice(entries.complaint(unreadable).as_bytes());
                }
                Entry::Puzzle(record) => {
                    sheet.tally.puzzles += 1;
                    if values.next().expect("a value for each puzzle") {
                        sheet.tally.kept += 1;
                        rows.same(record, &mut sheet.results);
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
