//! `tourdion verify`: a catalogue in, verdicts out.
//!
//! ```text
//!      chunk --> part             on a worker: verdicts, written and counted
//!      part  --> standard output  on the main thread, in the order of the input
//! ```
//!
//! Like a linter it prints what is not as it should be, and nothing of the rest, unless it is asked
//! to write every verdict.

use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use tourdion::catalogue::{self, End, ReadProgress};
use tourdion::verify::lockstep::Path as InstructionPath;

use super::paint::When;
use super::{Ending, ReadingArguments, at_least, interrupt, progress, say, stream};
use engine::Engine;
use inspect::{Inspector, Worker};
use report::Emit;
use tally::{Summary, Tally};

mod engine;
mod inspect;
mod report;
mod tally;

const EXAMPLES: &str = "\
Examples:
  tourdion verify puzzles.txt                     what is not proper, and a summary
  tourdion verify --emit csv *.txt.gz > all.csv   every verdict, of packed files too
  zcat puzzles.gz | tourdion verify --strict -    stop at the first that is not proper
  tourdion verify --column quizzes sudoku.csv     a CSV file with a header
  tourdion verify --boxes 4x4 --alphabet 0123456789ABCDEF big.txt

Exit codes: 0 all puzzles are proper; 1 some are not; 2 something can't be read or written, or
engines disagree; 130 interrupted.";

/// What `tourdion verify` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[allow(clippy::struct_excessive_bools)] // each is an option of its own
pub(super) struct Arguments {
    /// Files of puzzles, packed or not; `-` is standard input
    #[arg(value_name = "CATALOGUE")]
    catalogues: Vec<PathBuf>,
    /// Write every verdict in this form, instead of what is not proper
    #[arg(long, value_name = "FORM")]
    emit: Option<Emit>,
    /// Write the solution of each puzzle, or two of a pseudo-puzzle, beside its verdict
    #[arg(long)]
    witness: bool,
    /// Stop at the first puzzle that is not proper or not readable
    #[arg(long)]
    strict: bool,
    /// Count the solutions of pseudo-puzzles, up to this many
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = at_least::<2>)]
    limit_solutions: u64,
    /// The search that gives the verdicts
    #[arg(long, value_name = "ENGINE", default_value = "lockstep")]
    engine: Engine,
    /// The instructions that lockstep uses: portable, avx2 or avx512 [default: the best that are
    /// here]
    #[arg(long, value_name = "PATH", hide = true, value_parser = engine::path)]
    path: Option<InstructionPath>,
    /// Let links judge each puzzle too, check all witnesses, and complain of every difference
    #[arg(long)]
    cross_check: bool,
    /// The number of threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// No summary and no progress on standard error
    #[arg(long, short)]
    quiet: bool,
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Verifies catalogues.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    let began = Instant::now();
    let inputs = stream::inputs(mem::take(&mut arguments.catalogues), "verify")?;
    let interrupted = interrupt::flag()?;
    let (quiet, cross_checked) = (arguments.quiet, arguments.cross_check);
    let pool = stream::pool(arguments.threads)?;
    let mut tally = Tally::of(inputs.iter().map(|input| input.name().clone()));
    let inspector = Inspector::new(arguments)?;

    let read = ReadProgress::new();
    let chunks = catalogue::chunks(inputs, &inspector.reading, read.clone());
    let bar = if quiet { ProgressBar::hidden() } else { progress::over(&read) };
    let mut header = Part::default();
    inspector.report.header(&mut header.results);
    let flow = print(&header, &bar).and_then(|()| {
        let work =
            |worker: &mut Worker, chunk, stop: &AtomicBool| inspector.inspect(worker, chunk, stop);
        let sink = |part: Part| {
            tally.add(&part);
            bar.set_position(read.bytes());
            bar.set_message(tally.so_far(began.elapsed()));
            match print(&part, &bar) {
                Err(error) => ControlFlow::Break(Err(error)),
                Ok(()) if part.is_last => ControlFlow::Break(Ok(Ending::NotWell)),
                Ok(()) => ControlFlow::Continue(()),
            }
        };
        match catalogue::ordered(chunks, &pool, &interrupted, || inspector.worker(), work, sink) {
            ControlFlow::Break(stopped) => stopped.map(Some),
            ControlFlow::Continue(End::Interrupted) => Ok(Some(Ending::Interrupted)),
            ControlFlow::Continue(End::Complete) => Ok(None),
        }
    });
    bar.finish_and_clear();
    let ended = flow?;
    if ended.is_none() {
        tally.complain_of_empty_files();
    }
    if !quiet {
        say(Summary { tally: &tally, cross_checked, elapsed: began.elapsed(), ended });
    }
    Ok(if ended == Some(Ending::Interrupted) { Ending::Interrupted } else { tally.ending() })
}

/// What became of one chunk: what is to be printed, and how many of what it had.
#[derive(Default)]
pub(super) struct Part {
    /// For standard output.
    results: Vec<u8>,
    /// For standard error.
    complaints: Vec<u8>,
    tally: Tally,
    /// Whether the run is to stop after this part.
    is_last: bool,
}

/// Prints a part, out of the way of the progress bar.
fn print(part: &Part, bar: &ProgressBar) -> anyhow::Result<()> {
    stream::print(&part.results, &part.complaints, bar)
}
