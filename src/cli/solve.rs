//! `tourdion solve`: a solution, all solutions, or their number.
//!
//! ```text
//!      puzzle --> its solutions   on a worker, if they are few and found soon
//!      others --> its solutions   on the main thread, as they are found; their number on all cores
//! ```

use std::ffi::OsString;
use std::mem;

use clap::{Args, ValueEnum};

use super::options::{Quiet, ReadingArguments, ThreadCount, at_least};
use super::stream::{self, Stream};
use super::{Ending, complain};
use open::Open;
use solver::{Question, Solver};

mod open;
mod solver;

const EXAMPLES: &str = "\
Examples:
  tourdion solve 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  tourdion solve puzzles.txt --emit lines         one solution a line
  tourdion solve --all --limit 10 puzzle.txt      the first ten solutions
  tourdion solve --count puzzle.txt               exactly how many there are

Exit codes: 0 all puzzles have a solution; 1 some have none; 2 something can't be read or written;
130 interrupted.";

/// What `tourdion solve` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Puzzles, each as one line of symbols, or files of puzzles; `-` is standard input
    #[arg(value_name = "PUZZLE|FILE")]
    puzzles: Vec<OsString>,
    /// Print all solutions, as they are found
    #[arg(long, group = "many")]
    all: bool,
    /// Print the number of solutions
    #[arg(long, group = "many", conflicts_with = "emit")]
    count: bool,
    /// With --all or --count: stop after N solutions of a puzzle
    #[arg(long, requires = "many", value_name = "N", value_parser = at_least::<1>)]
    limit: Option<u64>,
    /// Output form [default: framed; with --all lines]
    #[arg(long, value_name = "FORM")]
    emit: Option<Emit>,
    #[command(flatten)]
    threads: ThreadCount,
    #[command(flatten)]
    quiet: Quiet,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// How a solution is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Emit {
    /// A drawing of several lines
    Framed,
    /// A line of symbols
    Lines,
}

/// Solves puzzles.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    let puzzles = stream::arguments(mem::take(&mut arguments.puzzles), "solve")?;
    let usual = if arguments.all { Emit::Lines } else { Emit::Framed };
    let solver = Solver {
        question: match (arguments.all, arguments.count) {
            (true, _) => Question::All,
            (_, true) => Question::Count,
            _ => Question::One,
        },
        limit: arguments.limit.unwrap_or(u64::MAX),
        emit: arguments.emit.unwrap_or(usual),
        reading: arguments.reading.reading()?,
    };
    let options = (arguments.threads, arguments.quiet);
    let stream = Stream::over_arguments(&puzzles, &solver.reading, options)?;
    let mut open = Open::new(&solver, stream.threads.clone(), stream.interrupted.clone());
    let done = stream.run(&solver, |sheet, bar| open.print(sheet, bar))?;
    if done.is_empty() {
        complain("there is no puzzle to solve");
        return Ok(Ending::Unreadable);
    }
    Ok(done.ending())
}
