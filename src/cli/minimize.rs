//! `tourdion minimize`: minimal forms of puzzles, and their redundant clues.
//!
//! A worker makes all puzzles of a batch minimal at once.

use std::io::Write;
use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Args;
use tourdion::catalogue::{Reading, Record};
use tourdion::chance::Chance;
use tourdion::generate::{self, Minimiser};
use tourdion::numerals::grouped;
use tourdion::sudoku::Grid;
use tourdion::verify::{Kind, LockstepVerifier, Verifier};

use super::interrupt::{pulse, watch};
use super::options::{Quiet, ReadingArguments, ThreadCount, at_least};
use super::stream::{self, Answer, Entries, Place, Sheet, Stream};
use super::{Ending, why_impossible};

const EXAMPLES: &str = "\
Examples:
  tourdion minimize puzzles.txt                   a minimal form of each puzzle
  tourdion minimize --seed 1 puzzles.txt          other forms, by another order of the clues
  tourdion minimize --all --limit 100 puzzles.txt  all minimal forms, up to a hundred of each puzzle
  tourdion minimize --redundant puzzles.txt       the redundant clues of each puzzle

Exit codes: 0 all puzzles are proper; 1 some are not; 2 something can't be read or written;
130 interrupted.";

/// What `tourdion minimize` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Files of proper puzzles, packed or not; `-` is standard input
    #[arg(value_name = "CATALOGUE")]
    catalogues: Vec<PathBuf>,
    /// Take off clues in a random order, which depends on this seed and the puzzle's line [default:
    /// in reading order]
    #[arg(long, value_name = "N", conflicts_with_all = ["all", "redundant"])]
    seed: Option<u64>,
    /// Print all minimal forms of each puzzle
    #[arg(long)]
    all: bool,
    /// With --all: stop after N forms of a puzzle
    #[arg(
        long,
        value_name = "N",
        requires = "all",
        default_value_t = 1000,
        value_parser = at_least::<1>
    )]
    limit: u64,
    /// Print each puzzle with its redundant clues instead: each of them can go if the others stay
    #[arg(long, conflicts_with = "all")]
    redundant: bool,
    #[command(flatten)]
    threads: ThreadCount,
    #[command(flatten)]
    quiet: Quiet,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Makes puzzles minimal.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    let catalogues = mem::take(&mut arguments.catalogues);
    let options = (arguments.threads, arguments.quiet);
    let thinner = Thinner::new(arguments)?;
    let stream = Stream::over_catalogues(catalogues, "minimize", &thinner.reading, options)?;
    let mut done = stream.run(&thinner, Sheet::print)?;
    done.complain_of_empty_files();
    let [minimal, lines] = [done.tally.minimal, done.tally.lines].map(grouped);
    let seconds = done.seconds();
    done.sum_up(format_args!("{minimal} minimal already; {lines} lines written; {seconds:.2} s"));
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
}

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

    fn worker(&self) -> Worker {
        Worker { minimiser: Minimiser::new(self.reading.shape), verifier: LockstepVerifier::new() }
    }

    fn answer(
        &self,
        worker: &mut Worker,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        let Worker { minimiser, verifier } = worker;
        let grids = entries.puzzles().map(|record| &record.grid);
        let mut forms = match self.question {
            Question::One(seed) => {
                let lines: Vec<u64> = entries.puzzles().map(|record| record.line).collect();
                let chance = &mut |k: usize| seed.map(|seed| Chance::new(seed, lines[k]));
                let grids: Vec<Grid> = grids.cloned().collect();
                minimiser.minimal(&grids, chance, &mut watch(entries.stop))?
            }
            // A puzzle that is not proper has neither.
            _ => grids.map(|grid| kind_of(verifier, grid)).collect(),
        }
        .into_iter();
        entries.each(sheet, |record, sheet| {
            sheet.tally.puzzles += 1;
            let place = entries.place(record);
            match forms.next().expect("each puzzle has an answer") {
                Err(kind) => self.improper(place, record, kind, sheet),
                Ok(form) => self.proper(verifier, (place, record), &form, entries.stop, sheet)?,
            }
            ControlFlow::Continue(())
        })
    }
}

impl Thinner {
    fn new(arguments: Arguments) -> anyhow::Result<Thinner> {
        let question = match arguments {
            Arguments { all: true, limit, .. } => Question::All(limit),
            Arguments { redundant: true, .. } => Question::Redundant,
            Arguments { seed, .. } => Question::One(seed),
        };
        Ok(Thinner { reading: arguments.reading.reading()?, question })
    }

    /// Answers for a proper puzzle that has this minimal form. Breaks if stopped.
    fn proper(
        &self,
        verifier: &mut LockstepVerifier,
        (place, record): (Place<'_>, &Record<'_>),
        form: &Grid,
        stop: &AtomicBool,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        match self.question {
            Question::One(_) => {
                sheet.tally.minimal += u64::from(*form == record.grid);
                self.write(form, record.trailing, sheet);
            }
            Question::Redundant => {
                let redundant = generate::redundant(verifier, &record.grid);
                sheet.tally.minimal += u64::from(redundant.is_empty());
                let mut names = Vec::new();
                for clue in &redundant {
                    // A write into memory does not fail.
                    let _ = write!(names, " {clue}");
                }
                self.write(&record.grid, &names, sheet);
            }
            Question::All(limit) => {
                let mut count = 0;
                let mut write = |form: &Grid| {
                    if count == limit {
                        return ControlFlow::Break(());
                    }
                    count += 1;
                    sheet.tally.minimal += u64::from(*form == record.grid);
                    self.write(form, record.trailing, sheet);
                    ControlFlow::Continue(())
                };
                let flow = generate::forms(verifier, &record.grid, &mut write, &mut watch(stop));
                pulse(stop)?;
                if flow.is_break() {
                    let limit = grouped(limit);
                    let what = format_args!("stopped at {limit} minimal forms; see --limit");
                    sheet.complain(place, what);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn improper(
        &self,
        place: Place<'_>,
        record: &Record<'_>,
        kind: Kind,
        sheet: &mut Sheet<Tally>,
    ) {
        sheet.tally.improper += 1;
        if kind == Kind::Impossible {
            let why = why_impossible(&record.grid, &self.reading.alphabet);
            sheet.complain(place, format_args!("impossible: {why}"));
        } else {
            sheet.complain(place, "pseudo-puzzle: it has more than one solution");
        }
    }

    fn write(&self, puzzle: &Grid, trailing: &[u8], sheet: &mut Sheet<Tally>) {
        puzzle.write_line(&self.reading.alphabet, &mut sheet.results);
        sheet.results.extend_from_slice(trailing);
        sheet.results.push(b'\n');
        sheet.tally.lines += 1;
    }
}

/// The puzzle itself if it is proper, and otherwise its kind.
fn kind_of(verifier: &mut LockstepVerifier, puzzle: &Grid) -> Result<Grid, Kind> {
    match verifier.verify(puzzle).kind() {
        Kind::Proper => Ok(puzzle.clone()),
        kind => Err(kind),
    }
}
