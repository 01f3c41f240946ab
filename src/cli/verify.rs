//! `tourdion verify`: a catalogue in, verdicts out.
//!
//! Like a linter it prints what is not as it should be, and nothing of the rest, unless it is asked
//! to write every verdict.

use std::mem;
use std::path::PathBuf;

use clap::Args;
use tourdion::instructions::Instructions;

use super::Ending;
use super::options::{Emit, ReadingArguments, RunArguments, at_least};
use super::paint::When;
use super::stream::{Answer, Sheet, Stream};
use engine::Engine;
pub(super) use given::checked;
use inspect::Inspector;

mod engine;
mod given;
mod inspect;
mod report;
mod tally;

const EXAMPLES: &str = "\
Examples:
  tourdion verify puzzles.txt                     what is not proper, and a
                                                  summary
  tourdion verify --emit csv *.txt.gz > all.csv   every verdict, packed files
                                                  too
  tourdion verify --emit csv sudoku.csv > all.csv
                                                  all columns, and the verdicts
                                                  after them
  tourdion verify --solution answer answers.csv   are the solutions in a column
                                                  right?
  zcat puzzles.gz | tourdion verify --strict -    stop at the first that is not
                                                  proper
  tourdion verify --column quizzes sudoku.csv     a CSV file with a header
  tourdion verify --boxes 4x4 --alphabet 0123456789ABCDEF big.txt

Exit codes: 0 all puzzles are proper; 1 some are not; 2 something can't be read
or written, or engines disagree; 130 interrupted.";

/// What `tourdion verify` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[allow(clippy::struct_excessive_bools)] // each is an option of its own
pub(super) struct Arguments {
    /// Files of puzzles, packed or not; `-` or none is standard input
    #[arg(value_name = "CATALOGUE")]
    catalogues: Vec<PathBuf>,
    /// Write every verdict in this form, instead of only what is not proper
    #[arg(long, value_name = "FORM")]
    emit: Option<Emit>,
    /// Write the solution of each puzzle, or two of a pseudo-puzzle, beside its verdict
    #[arg(long)]
    witness: bool,
    /// Check the solutions in this column of CSV or JSON lines, too: a name, or in CSV a number
    /// from 1
    #[arg(long, value_name = "COLUMN")]
    solution: Option<String>,
    /// Stop at the first puzzle that is not proper or can't be read
    #[arg(long)]
    strict: bool,
    /// Count the solutions of pseudo-puzzles, up to this many
    #[arg(long, alias = "limit-solutions", value_name = "N", default_value_t = 2,
          value_parser = at_least::<2>)]
    limit: u64,
    /// Search engine
    #[arg(long, value_name = "ENGINE", default_value = "lockstep")]
    engine: Engine,
    /// Instructions that lockstep uses: portable, avx2 or avx512 [default: the best that the
    /// processor has]
    #[arg(long, value_name = "PATH", hide = true, value_parser = engine::instructions)]
    path: Option<Instructions>,
    /// Verify each puzzle with another engine too, check all witnesses, and report every difference
    #[arg(long)]
    cross_check: bool,
    #[command(flatten)]
    run: RunArguments,
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Verifies catalogues.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    let catalogues = mem::take(&mut arguments.catalogues);
    let (run, is_cross_checked) = (arguments.run, arguments.cross_check);
    let has_solutions = arguments.solution.is_some();
    let inspector = Inspector::new(arguments, catalogues.len())?;
    let stream = Stream::over_catalogues(catalogues, "verify", inspector.reading(), run)?;
    let mut done = stream.run(&inspector, Sheet::print)?;
    done.complain_of_files();
    let (tally, unreadable) = (&done.tally, done.unreadable);
    let checked = is_cross_checked.then(|| format!(", {}", tally.disagreements()));
    let judged = has_solutions.then(|| format!("; solutions: {}", tally.judgements()));
    done.sum_up(format_args!(
        "{}{}{}; {}",
        tally.verdicts(unreadable),
        checked.unwrap_or_default(),
        judged.unwrap_or_default(),
        done.time_and_rate()
    ));
    Ok(done.ending())
}
