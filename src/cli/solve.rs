//! `tourdion solve`: a solution, all solutions, or their number.
//!
//! ```text
//!      puzzle --> its solutions    on a worker; many are printed as they are found, on its turn
//!      puzzle --> their number     on a worker; long ones of 9x9 on all cores, on their turn
//! ```

use std::ffi::OsString;
use std::mem;
use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};
use tourdion::instructions::Instructions;
use tourdion::numerals::grouped;

use super::cores::Cores;
use super::options::{ReadingArguments, RowForm, RunArguments, at_least, no_marks, within};
use super::stream::{self, Rows, Sheet, Stream};
use super::{Ending, argument};
use solver::{Question, Solver};

mod booklet;
mod solver;
mod title;

const EXAMPLES: &str = "\
Examples:
  tourdion solve 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  tourdion solve puzzles.txt --emit lines         one solution a line
  tourdion solve sudoku.csv --emit csv            all columns, and the solution
                                                  after them
  tourdion solve --all --limit 10 puzzle.txt      the first ten solutions
  tourdion solve --count puzzle.txt               exactly how many there are
  tourdion solve --booklet book.html puzzles.txt  pages to print, with the
                                                  solutions at the end
  tourdion solve --booklet book.html --title name sudoku.csv

Exit codes: 0 all puzzles have a solution; 1 some have none, or with --booklet
several; 2 something can't be read or written; 130 interrupted.";

/// What `tourdion solve` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Puzzles, each as one line of symbols, or files of puzzles; `-` or none is standard input
    #[arg(value_name = "PUZZLE|FILE")]
    puzzles: Vec<OsString>,
    /// Print all solutions, as they are found
    #[arg(long, group = "many")]
    all: bool,
    /// Print the number of solutions
    #[arg(long, group = "many")]
    count: bool,
    /// With --all or --count: stop after N solutions of a puzzle
    #[arg(long, requires = "many", value_name = "N", value_parser = at_least::<1>)]
    limit: Option<u64>,
    /// Output form [default: framed; with --all lines]
    #[arg(long, value_name = "FORM")]
    emit: Option<Emit>,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten, next_help_heading = "Pages to print")]
    booklet: BookletArguments,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// The pages of puzzles.
#[derive(Args, Debug)]
struct BookletArguments {
    /// Write a page to print: the puzzles, each with its number and title, and their solutions on
    /// the last sheets. Puzzles without exactly one solution are left out
    #[arg(long = "booklet", value_name = "FILE.html", conflicts_with_all = ["many", "emit"])]
    file: Option<PathBuf>,
    /// With --booklet: puzzles on each sheet of paper, A4 or letter
    #[arg(long, value_name = "N", requires = "file", conflicts_with_all = ["many", "emit"],
          default_value_t = 6, value_parser = within::<1, 24, u8>)]
    per_page: u8,
    /// With --booklet: take the titles of puzzles from this column of CSV, or this member of JSON
    /// [default: the text after a puzzle on its line]
    #[arg(long, value_name = "COLUMN", requires = "file", conflicts_with_all = ["many", "emit"])]
    title: Option<String>,
}

/// How a solution is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Emit {
    /// A drawing of several lines
    Framed,
    /// A line for each line of the file, also for one without a solution: a comment, or nothing
    Lines,
    /// The rows of a CSV file with all their columns, and more at the end; of a list, a table
    Csv,
    /// The same with tabs between the fields
    Tsv,
    /// The same as a JSON object on each line
    Jsonl,
}

/// Solves puzzles.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    let puzzles = stream::arguments(mem::take(&mut arguments.puzzles), "solve")?;
    let run = arguments.run;
    if let Some(file) = arguments.booklet.file.take() {
        let reading = arguments.reading.reading(no_marks!("a booklet is of clues"))?;
        return booklet::run(&puzzles, &file, &arguments.booklet, reading, run);
    }
    let usual = if arguments.all { Emit::Lines } else { Emit::Framed };
    let question = match (arguments.all, arguments.count) {
        (true, _) => Question::All,
        (_, true) => Question::Count,
        _ => Question::One,
    };
    let (emit, reading) = (arguments.emit.unwrap_or(usual), arguments.reading.reading(None)?);
    if question == Question::Count && arguments.emit.is_some() && RowForm::of(&emit).is_none() {
        bail!("--count prints numbers: --emit must be csv, tsv or jsonl");
    }
    let rows = RowForm::of(&emit);
    let rows = rows.map(|form| {
        Rows::new(
            form,
            question.columns(arguments.limit.is_some()),
            puzzles.len(),
            &reading.alphabet,
        )
    });
    let limit = arguments.limit.unwrap_or(u64::MAX);
    let stream = Stream::over_arguments(&puzzles, &reading, run)?;
    let cores = Cores::new(stream.threads, Instructions::best(), stream.bar());
    let solver = Solver { reading, question, limit, emit, rows, cores };
    let mut done = stream.run(&solver, Sheet::print)?;
    done.complain_of_files();
    let has_files = puzzles.iter().any(|puzzle| argument::is_file(puzzle));
    // A drawing on the screen has no need for a summary.
    let is_listed = emit == Emit::Lines || solver.rows.is_some() || question == Question::Count;
    if has_files && is_listed || done.ending() == Ending::Interrupted {
        let (unsolvable, unreadable) = (grouped(done.tally.unsolvable), grouped(done.unreadable));
        let time = done.time_and_rate();
        done.sum_up(format_args!("{unsolvable} unsolvable, {unreadable} unreadable; {time}"));
    }
    Ok(done.ending())
}
