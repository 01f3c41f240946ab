//! `tourdion compare`: the same puzzles, several searches, and a table of their times.
//!
//! ```text
//!      catalogue --> entries      read first, so that reading does not disturb the clock
//!      entries   --> turns        round after round, one engine after the other, on this thread
//!      turns     --> a table, or a row for each puzzle and engine
//! ```

use std::io;
use std::mem;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use indicatif::ProgressBar;
use tourdion::baseline::Baseline;
use tourdion::catalogue::Input;
use tourdion::compare::{Contest, ContestOutcome, ContestQuestion, Contestant, Rules};
use tourdion::sudoku::{Alphabet, Grid, Shape};
use tourdion::verify::Budget;

use super::options::{Quiet, ReadingArguments, at_least, no_marks, seconds, within};
use super::output_file::Reserved;
use super::picture::open_page;
use super::stream;
use super::{CANNOT_WRITE, Ending, interrupt, progress, say};
use gather::{Catalogue, Gathered};
use report::{Compared, Emit, Report};
use tree::Order;

mod gather;
mod report;
mod tree;

const EXAMPLES: &str = "\
Examples:
  tourdion compare puzzles.txt                    the usual engines; ratios to
                                                  the first
  tourdion compare --engine listed,sorted four.txt  two of them
  tourdion compare --emit puzzles four.txt        a row for each puzzle
  tourdion compare --first-solution --time-limit 60 pseudo.txt
  tourdion compare --every 2 --emit csv puzzles.txt > turns.csv
  tourdion compare --time-limit 10 --total-time 600 puzzles.txt
  tourdion compare --tree mine.svg --puzzles 1 four.txt

Questions are asked in rounds, all puzzles once and then again, on one thread.
Before each question the engine is asked about another puzzle, off the clock, so
that it keeps nothing of the last time. The least time counts.

Engines: links (dancing links), lockstep; and plain backtracking: listed,
sorted, fewest, norvig, pick, pick+1, permute, mended (see docs/comparison.md).

Columns of the table: `ratio` is 26 of an engine that is 26 times as fast as the
first, and 1/26 of one that takes 26 times as long; 95 of 100 times are not
above `95 %`; `worst` is the time of the puzzle on `line`; `spent` counts the
questions that a limit has ended.

Exit codes: 0 all is well; 2 something can't be read or written, or engines
disagree; 130 interrupted.";

/// The engines to compare if none are named.
const USUAL: [Contestant; 6] = [
    Contestant::Links,
    Contestant::Lockstep,
    Contestant::Plain(Baseline::Norvig),
    Contestant::Plain(Baseline::Fewest),
    Contestant::Plain(Baseline::Sorted),
    Contestant::Plain(Baseline::Listed),
];

/// Why there is no page.
const NO_PICTURES: &str =
    "--report needs a program that was built with `cargo build --release --features pictures`";

/// What `tourdion compare` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Files of puzzles, packed or not; `-` or none is standard input
    #[arg(value_name = "CATALOGUE")]
    catalogues: Vec<PathBuf>,
    /// Engines to compare; ratios are to the first [default:
    /// links,lockstep,norvig,fewest,sorted,listed; without lockstep for boxes other than 3x3;
    /// links,listed with --tree]
    #[arg(long, short, value_name = "ENGINES", value_delimiter = ',')]
    engine: Vec<Contestant>,
    /// Search for one solution instead of a verdict
    #[arg(long)]
    first_solution: bool,
    /// Time limit for each question, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    time_limit: Duration,
    /// Time limit for all questions together, in seconds: a slow engine is asked only about every
    /// 2nd, 4th, 8th ... puzzle, and the results say so
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    total_time: Duration,
    /// Node limit for each question, checked every few milliseconds
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    node_limit: Option<u64>,
    /// Number of rounds; the least time counts (a question that takes above 0.2 s is asked once)
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        value_parser = within::<1, 1_000, u32>
    )]
    passes: u32,
    /// Take only every Nth puzzle of each catalogue
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<1>)]
    every: u64,
    /// Take at most N puzzles of each catalogue
    #[arg(long, alias = "limit", value_name = "N", value_parser = at_least::<1>)]
    puzzles: Option<u64>,
    /// Output form
    #[arg(long, value_name = "FORM", default_value = "table")]
    emit: Emit,
    /// Write a page with the tables and plots of them (needs a build with the feature `pictures`)
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Draw the search trees of two engines on one puzzle, side by side (PNG needs a build with the
    /// feature `pictures`)
    #[arg(long, value_name = "FILE.svg|FILE.png")]
    tree: Option<PathBuf>,
    /// Draw at most N nodes of each tree: the first ones, and the ways to solutions
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2_500,
        value_parser = within::<1, 100_000, u32>,
        requires = "tree"
    )]
    tree_nodes: u32,
    #[command(flatten)]
    quiet: Quiet,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Compares engines.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    let files = stream::catalogues(mem::take(&mut arguments.catalogues), "compare")?;
    let budget = Budget { time: Some(arguments.time_limit), nodes: arguments.node_limit };
    let question = if arguments.first_solution {
        ContestQuestion::FirstSolution
    } else {
        ContestQuestion::Verdict
    };
    let rules = Rules { question, budget, passes: arguments.passes };
    let reading = arguments.reading.reading(no_marks!("the engines compared take clues"))?;
    let engines = engines(arguments.engine, arguments.tree.is_some(), reading.shape);
    let contest = Contest::new(engines.clone(), reading.shape, rules)?;
    let Arguments { every, puzzles: limit, emit, quiet, total_time, .. } = arguments;
    let reserved = arguments.report.map(|path| reserve_page(path, &files)).transpose()?;
    let nodes = arguments.tree_nodes as usize;
    let order = arguments.tree.map(|path| Order::new(path, &files, &engines, nodes));
    let order = order.transpose()?;
    // After the files are open, which may wait for a pipe's reader.
    let interrupted = interrupt::flag()?;
    let Gathered { catalogues, is_whole, is_interrupted } =
        gather::gather(files.iter().map(Input::new), &reading, every, limit.unwrap_or(u64::MAX))?;
    let puzzles: u64 = catalogues.iter().map(|catalogue| catalogue.entries.len() as u64).sum();
    if order.is_some() {
        tree::check_puzzles(puzzles)?;
    }
    let mut course = Course {
        contest,
        alphabet: &reading.alphabet,
        interrupted: &interrupted,
        bar: if quiet.is_on {
            ProgressBar::hidden()
        } else {
            progress::questions(puzzles * u64::from(rules.passes))
        },
        have_agreed: true,
    };
    let report = Report { emit, engines, rules, total_time };
    let mut ending = if is_whole { Ending::Well } else { Ending::Unreadable };
    print(&course.bar, |out| report.header(out))?;
    let (compared, mut is_interrupted) =
        if is_interrupted { (Vec::new(), true) } else { course.compare(&catalogues, &report)? };
    course.bar.finish_and_clear();
    if let Some(reserved) = reserved {
        reserved.write(page(&report, &compared)?.as_bytes())?;
    }
    if let Some(order) = order.filter(|_| !is_interrupted) {
        is_interrupted =
            order.draw(&report, &compared, &reading.alphabet, &interrupted)?.is_break();
    }
    if !course.have_agreed {
        ending = Ending::Unreadable;
    }
    Ok(if is_interrupted { Ending::Interrupted } else { ending })
}

/// The engines that were named, or the usual ones that suit the shape.
fn engines(named: Vec<Contestant>, has_tree: bool, shape: Shape) -> Vec<Contestant> {
    if !named.is_empty() {
        return named;
    }
    let usual: &[Contestant] = if has_tree { &tree::USUAL } else { &USUAL };
    usual.iter().copied().filter(|engine| engine.suits(shape).is_ok()).collect()
}

/// Prints without disturbing the progress bar.
fn print(
    bar: &ProgressBar,
    what: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
) -> anyhow::Result<()> {
    let mut text = Vec::new();
    what(&mut text).context(CANNOT_WRITE)?;
    stream::print(&text, &[], bar)
}

/// The page's file, if this program can draw one.
fn reserve_page(path: PathBuf, inputs: &[PathBuf]) -> anyhow::Result<Reserved> {
    if cfg!(not(feature = "pictures")) {
        bail!(NO_PICTURES);
    }
    open_page("--report", path, inputs)
}

/// The page of the comparison.
#[cfg(feature = "pictures")]
fn page(report: &Report, compared: &[Compared<'_>]) -> anyhow::Result<String> {
    let contests: Vec<_> = compared.iter().map(|compared| report.of(compared)).collect();
    Ok(tourdion::draw::report(&contests)?)
}

#[cfg(not(feature = "pictures"))]
fn page(_: &Report, _: &[Compared<'_>]) -> anyhow::Result<String> {
    bail!(NO_PICTURES)
}

/// A contest in progress.
struct Course<'c> {
    contest: Contest,
    alphabet: &'c Alphabet,
    interrupted: &'c AtomicBool,
    bar: ProgressBar,
    have_agreed: bool,
}

impl Course<'_> {
    /// Runs the contest on all catalogues, and prints what comes of each. Returns these, and
    /// whether it was interrupted.
    fn compare<'g>(
        &mut self,
        catalogues: &'g [Catalogue],
        report: &Report,
    ) -> anyhow::Result<(Vec<Compared<'g>>, bool)> {
        let (began, mut compared) = (Instant::now(), Vec::new());
        for (number, catalogue) in catalogues.iter().enumerate() {
            // Each catalogue gets an equal share of the remaining time.
            let left = report.total_time.saturating_sub(began.elapsed());
            let share = left / (catalogues.len() - number) as u32;
            let here = Compared { catalogue, outcome: self.run(catalogue, share) };
            print(&self.bar, |out| {
                if number > 0 {
                    report.between(out);
                }
                report.catalogue(&here, self.alphabet, out)
            })?;
            let is_interrupted = here.outcome.is_broken_off;
            compared.push(here);
            if is_interrupted {
                return Ok((compared, true));
            }
        }
        Ok((compared, false))
    }

    /// The outcome of a catalogue, up to an interrupt. Reports disagreements.
    fn run(&mut self, catalogue: &Catalogue, time: Duration) -> ContestOutcome {
        let puzzles: Vec<&Grid> = catalogue.entries.iter().map(|entry| &entry.grid).collect();
        let before = self.bar.position();
        let mut watch = |so_far: &usize| {
            self.bar.set_position(before + *so_far as u64);
            interrupt::pulse(self.interrupted)
        };
        let outcome = self.contest.run(&puzzles, Some(time), &mut watch);
        for (&number, disagreement) in &outcome.disagreements {
            let entry = &catalogue.entries[number];
            let (file, line, column) = (&catalogue.file, entry.line, entry.column);
            let puzzle = entry.grid.line(self.alphabet);
            self.bar.suspend(|| {
                say(format_args!("{file}:{line}:{column}: disagreement: {disagreement}: {puzzle}"));
            });
            self.have_agreed = false;
        }
        outcome
    }
}
