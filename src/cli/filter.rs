//! `tourdion filter`: the rows of a catalogue that satisfy an expression, unchanged.
//!
//! ```text
//!      entries --> judge     on a worker: the value of the expression for each puzzle
//!      record  --> sheet     byte for byte, if it is true
//! ```

use std::mem;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use tourdion::catalogue::{Entry, Reading};
use tourdion::excerpt::Excerpt;
use tourdion::expression::{Decision, Expression, Judge, JudgeLimits, SolutionCheck};
use tourdion::numerals::grouped;
use tourdion::sudoku::{Marks, Puzzle};

use super::Ending;
use super::command_puzzle::CommandPuzzle;
use super::interrupt::pulse;
use super::options::{ReadingArguments, RunArguments, seconds};
use super::stream::{self, Answer, Entries, PuzzleEntry, Rows, Sheet, SheetTurn, Stream};
use super::verify::checked;

const EXAMPLES: &str = "\
Examples:
  tourdion filter 'clues<=22 and minimal' sudoku.csv > few.csv
  tourdion filter 'not proper' puzzles.txt        the rows of pseudo-puzzles and
                                                  impossible ones
  tourdion filter 'automorphisms>1 or symmetry=half-turn' puzzles.txt
  tourdion filter 'clues in 20..24 and not (pseudo or impossible)' puzzles.txt
  tourdion filter 'te>=2 and bxb in 3..5' puzzles.txt  by ratings; see `rate`
  tourdion filter --solution answer 'not solution=right' answers.csv

  clues, automorphisms         = != < <= > >= a number, or `in 3..5`, both ends
                               in it; of pencil marks, clues is the number of
                               candidates: they have no automorphisms
  proper, pseudo, impossible   the verdict; also verdict=proper
  minimal                      proper, and no clue can go
  symmetry                     of the clues' cells: half-turn, diagonal, ...;
                               see `generate`
  pattern                      the clues' cells: 81 characters, one for an empty
                               cell is `.`
  uses=x-wing                  the path of `explain` has this technique
  difficulty                   of the hardest technique of that path, such as
                               3.2; singles are 1
  te, b, bxb, ...              a rating of `rate`, compared as clues; its tests
                               are false for a puzzle that is not proper
  solution                     of the solution in the column --solution: right,
                               wrong, not-only or missing, as in `verify`
  and, or, not, ( )            `not` first, then `and`, then `or`

Cheap questions come first: a row that the number of its clues decides is not
searched, and one that a cheap rating decides is not rated further. A row that
can't be read is left out, and reported with its place. So is one with a rating
that --time-limit did not suffice for, if it may be either.

Exit codes: 0 all rows could be read; 2 something can't be read or written, or
the expression is wrong; 3 some rows are undecided; 130 interrupted.";

/// What `tourdion filter` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// What a row has to be, such as 'clues<=22 and minimal'
    #[arg(value_name = "EXPRESSION")]
    expression: String,
    /// Files of puzzles, packed or not; `-` or none is standard input
    #[arg(value_name = "CATALOGUE")]
    catalogues: Vec<PathBuf>,
    /// Column of the solutions that tests of `solution` ask for, as that of `verify`: a name, or in
    /// CSV a number from 1
    #[arg(long, value_name = "COLUMN")]
    solution: Option<String>,
    /// Give up rating a puzzle after this time; a row that is still undecided is reported
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Why pencil marks have no value for some expressions.
const NO_CLUES: &str = "these are pencil marks, and the expression asks for what only clues have; \
    of pencil marks it can ask for the verdict, for a given solution, and for clues, the number of \
    candidates";

/// Filters catalogues.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    let catalogues = mem::take(&mut arguments.catalogues);
    let run = arguments.run;
    let mut reading = arguments.reading.reading(None)?;
    if Path::new(&arguments.expression).is_file() {
        bail!(
            "`{}` is a file, and the expression comes first, as in `filter 'clues<=22' FILE`",
            Excerpt(&arguments.expression)
        );
    }
    let expression = expression(&arguments, &reading)?;
    reading.solution = arguments.solution;
    if expression.is_of_clues() {
        reading.no_marks = Some(NO_CLUES);
    }
    if !expression.ratings().is_empty() {
        reading.no_shapes = Some("the ratings of the expression are of 9x9 grids");
    } else if arguments.time_limit.is_some() {
        bail!("--time-limit is for ratings, and the expression has none");
    }
    let rows = Rows::unchanged(&reading.alphabet);
    let sifter = Sifter { reading, expression, time_limit: arguments.time_limit, rows };
    let stream = Stream::over_catalogues(catalogues, "filter", &sifter.reading, run)?;
    let mut done = stream.run(&sifter, Sheet::print)?;
    done.complain_of_files();
    let [kept, undecided, unreadable] =
        [done.tally.kept, done.tally.undecided, done.unreadable].map(grouped);
    let undecided =
        if done.tally.undecided > 0 { format!("{undecided} undecided, ") } else { String::new() };
    done.sum_up(format_args!(
        "{kept} written, {undecided}{unreadable} unreadable; {}",
        done.time_and_rate()
    ));
    Ok(done.ending())
}

/// The expression of the arguments.
fn expression(arguments: &Arguments, reading: &Reading) -> anyhow::Result<Expression> {
    let (text, shape, alphabet) = (&arguments.expression, reading.shape, &reading.alphabet);
    if arguments.solution.is_none() {
        return Ok(Expression::read(text, shape, alphabet)?);
    }
    let expression = Expression::read_beside_solutions(text, shape, alphabet)?;
    if !expression.is_of_solutions() {
        bail!("--solution is for tests of solutions, such as solution=wrong, and there are none");
    }
    Ok(expression)
}

/// Sifts rows; shared by all workers.
struct Sifter {
    reading: Reading,
    expression: Expression,
    time_limit: Option<Duration>,
    rows: Rows,
}

/// What a worker keeps from chunk to chunk.
struct Worker {
    clues: Judge,
    /// Made for the first puzzle of pencil marks.
    marks: Option<Judge<Marks>>,
}

/// The counts of puzzles.
#[derive(Default)]
struct Tally {
    puzzles: u64,
    kept: u64,
    undecided: u64,
}

impl stream::Tally for Tally {
    fn add(&mut self, other: Tally) {
        self.puzzles += other.puzzles;
        self.kept += other.kept;
        self.undecided += other.undecided;
    }

    fn puzzles(&self) -> u64 {
        self.puzzles
    }

    fn ending(&self) -> Ending {
        if self.undecided > 0 { Ending::Spent } else { Ending::Well }
    }
}

impl Sifter {
    /// The decisions on the puzzles of one kind. Breaks if stopped.
    fn decide<P: CommandPuzzle>(
        &self,
        judge: &mut Judge<P>,
        entries: &Entries<'_>,
    ) -> ControlFlow<(), impl Iterator<Item = Decision>> {
        let records = || entries.batch.iter().filter_map(P::record);
        let mut limits = Limits { stop: entries.stop, time: self.time_limit, end: None };
        let puzzles: Vec<&P> = records().map(|record| &record.puzzle).collect();
        let (expression, limits) = (&self.expression, &mut limits);
        let decisions = if expression.is_of_solutions() {
            let checks: Vec<SolutionCheck> = records()
                .map(|record| {
                    let given = record.solution.as_deref();
                    checked(given, &record.puzzle, &self.reading.alphabet)
                })
                .collect();
            judge.decide_beside_solutions(expression, &puzzles, &checks, limits)?
        } else {
            judge.decide(expression, &puzzles, limits)?
        };
        ControlFlow::Continue(decisions.into_iter())
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
        Worker { clues: Judge::new(), marks: None }
    }

    fn is_slow(&self) -> bool {
        self.expression.is_slow()
    }

    fn answer(
        &self,
        Worker { clues, marks }: &mut Worker,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
        _: &SheetTurn<'_, Tally>,
    ) -> ControlFlow<()> {
        let mut decisions = self.decide(clues, entries)?;
        let has_marks = entries.batch.iter().any(|entry| matches!(entry, Entry::Sukaku(_)));
        let others = has_marks.then(|| self.decide(marks.get_or_insert_default(), entries));
        let mut others = match others {
            Some(others) => Some(others?),
            None => None,
        };
        for entry in entries.batch {
            pulse(entries.stop)?;
            match entry {
                Entry::Unreadable(unreadable) => entries.unreadable(unreadable, sheet),
                Entry::Puzzle(record) => {
                    keep(decisions.next(), PuzzleEntry { entries, record }, sheet);
                }
                Entry::Sukaku(record) => {
                    let decision = others.as_mut().and_then(Iterator::next);
                    keep(decision, PuzzleEntry { entries, record }, sheet);
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Counts a puzzle, and writes its row if it is what is asked for.
fn keep(decision: Option<Decision>, entry: PuzzleEntry<'_, impl Puzzle>, sheet: &mut Sheet<Tally>) {
    sheet.tally.puzzles += 1;
    match decision.expect("a decision for each puzzle") {
        Decision::Is(true) => {
            sheet.tally.kept += 1;
            let rows = entry.entries.rows.expect("the results are rows");
            rows.same(entry.record, &mut sheet.results);
        }
        Decision::Is(false) => {}
        open @ Decision::Open(_) => {
            sheet.tally.undecided += 1;
            sheet.complain(entry.place(), open);
        }
    }
}

/// Ends the work at an interrupt, and the ratings of a puzzle after some time.
struct Limits<'l> {
    stop: &'l AtomicBool,
    time: Option<Duration>,
    /// When the time of the puzzle under way is over.
    end: Option<Instant>,
}

impl JudgeLimits for Limits<'_> {
    fn pulse(&mut self) -> ControlFlow<()> {
        pulse(self.stop)
    }

    fn begins_rating(&mut self) {
        // A time that no clock reaches is none.
        self.end = self.time.and_then(|time| Instant::now().checked_add(time));
    }

    fn gives_up(&mut self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_small_where_puzzles_take_long() {
        let reading = Reading::default();
        for (text, is_slow) in [
            ("clues<=22 and minimal", false),
            ("not proper", false),
            ("automorphisms>1", false),
            ("difficulty>3", true),
            ("minimal and uses=x-wing", true),
            ("te>=2", true),
        ] {
            let sifter = Sifter {
                rows: Rows::unchanged(&reading.alphabet),
                reading: reading.clone(),
                expression: text.parse().unwrap(),
                time_limit: None,
            };
            assert_eq!(sifter.is_slow(), is_slow, "{text}");
        }
    }
}
