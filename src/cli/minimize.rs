//! `tourdion minimize`: minimal forms of puzzles, and their redundant clues.
//!
//! ```text
//!      chunk --> part             on a worker: its puzzles made minimal, all at once
//!      part  --> standard output  on the main thread, in the order of the input
//! ```

use std::io::Write;
use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use tourdion::catalogue::{self, Chunk, End, Entry, ReadProgress, Reading, Record, SourceError};
use tourdion::chance::Chance;
use tourdion::generate::{self, FormVisitor, Minimiser};
use tourdion::sudoku::Grid;
use tourdion::verify::{Kind, LockstepVerifier, Verifier};

use super::options::{Quiet, Threads};
use super::progress::puzzles_in_words;
use super::stream::{self, Files};
use super::why_impossible;
use super::{Ending, ReadingArguments, at_least, grouped, interrupt, progress, say};

const EXAMPLES: &str = "\
Examples:
  tourdion minimize puzzles.txt                   a minimal form of each puzzle
  tourdion minimize --seed 1 puzzles.txt          another one, perhaps
  tourdion minimize --all --limit 100 puzzles.txt  all minimal forms, up to a hundred of each puzzle
  tourdion minimize --redundant puzzles.txt       only which clues can go

Exit codes: 0 all puzzles are proper; 1 some are not; 2 something can't be read or written;
130 interrupted.";

/// What `tourdion minimize` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Files of proper puzzles, packed or not; `-` is standard input
    #[arg(value_name = "CATALOGUE")]
    catalogues: Vec<PathBuf>,
    /// Take off clues in a random order, which this and the puzzle's line decide [default: in
    /// reading order]
    #[arg(long, value_name = "N", conflicts_with_all = ["all", "redundant"])]
    seed: Option<u64>,
    /// Print all minimal forms of each puzzle
    #[arg(long)]
    all: bool,
    /// With --all: stop at this many forms of a puzzle
    #[arg(long, value_name = "N", requires = "all", default_value_t = 1000, value_parser = at_least::<1>)]
    limit: u64,
    /// Print each puzzle with its redundant clues instead: those that can go, each by itself
    #[arg(long, conflicts_with = "all")]
    redundant: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    quiet: Quiet,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Makes puzzles minimal.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    let began = Instant::now();
    let inputs = stream::inputs(mem::take(&mut arguments.catalogues), "minimize")?;
    let interrupted = interrupt::flag()?;
    let quiet = arguments.quiet.is_on;
    let pool = stream::pool(arguments.threads)?;
    let files = Files::of(inputs.iter().map(|input| input.name().clone()));
    let thinner = Thinner::new(arguments)?;
    let read = ReadProgress::new();
    let chunks = catalogue::chunks(inputs, &thinner.reading, read.clone());
    let bar = if quiet { ProgressBar::hidden() } else { progress::over(&read) };
    let mut tally = Tally { files, ..Tally::default() };
    let work = |worker: &mut Worker, chunk, stop: &AtomicBool| thinner.thin(worker, chunk, stop);
    let sink = |part: Part| {
        tally.add(&part.tally);
        bar.set_position(read.bytes());
        match stream::print(&part.results, &part.complaints(), &bar) {
            Err(error) => ControlFlow::Break(error),
            Ok(()) => ControlFlow::Continue(()),
        }
    };
    let flow = catalogue::ordered(chunks, &pool, &interrupted, || thinner.worker(), work, sink);
    bar.finish_and_clear();
    let end = match flow {
        ControlFlow::Break(error) => return Err(error),
        ControlFlow::Continue(end) => end,
    };
    if end == End::Complete {
        tally.failed += tally.files.complain_of_empty();
    }
    if !quiet {
        let Tally { puzzles, minimal, lines, .. } = tally;
        let (puzzles, minimal, lines) =
            (puzzles_in_words(puzzles), grouped(minimal), grouped(lines));
        let interrupted = if end == End::Interrupted { "interrupted; " } else { "" };
        let seconds = began.elapsed().as_secs_f64();
        say(format_args!(
            "{interrupted}{puzzles}: {minimal} minimal already; {lines} lines written; {seconds:.2} s"
        ));
    }
    Ok(if end == End::Interrupted { Ending::Interrupted } else { tally.ending() })
}

/// How many of what there were.
#[derive(Default)]
struct Tally {
    puzzles: u64,
    /// Of these, those that were minimal as they came.
    minimal: u64,
    lines: u64,
    improper: u64,
    unreadable: u64,
    /// Files that could not be read, or not to their end.
    failed: u64,
    files: Files,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.puzzles += other.puzzles;
        self.minimal += other.minimal;
        self.lines += other.lines;
        self.improper += other.improper;
        self.unreadable += other.unreadable;
        self.failed += other.failed;
        self.files.add(&other.files, other.puzzles + other.unreadable > 0);
    }

    fn ending(&self) -> Ending {
        match (self.unreadable + self.failed, self.improper) {
            (0, 0) => Ending::Well,
            (0, _) => Ending::NotWell,
            _ => Ending::Unreadable,
        }
    }
}

/// What became of one chunk.
#[derive(Default)]
struct Part {
    results: Vec<u8>,
    /// Each with its line.
    complaints: Vec<(u64, String)>,
    tally: Tally,
}

impl Part {
    /// What is said of it, in the order of the lines.
    fn complaints(&self) -> Vec<u8> {
        self.complaints
            .iter()
            .flat_map(|(_, text)| [text.as_str(), "\n"])
            .collect::<String>()
            .into_bytes()
    }
}

/// What is asked of each puzzle.
#[derive(Clone, Copy)]
enum Question {
    /// One form, in reading order or in a random one.
    One(Option<u64>),
    /// All forms, up to so many.
    All(u64),
    Redundant,
}

/// Makes the puzzles of chunks minimal; shared by all workers.
struct Thinner {
    reading: Reading,
    question: Question,
}

struct Worker {
    minimiser: Minimiser,
    verifier: LockstepVerifier,
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

    /// What a worker begins with.
    fn worker(&self) -> Worker {
        Worker { minimiser: Minimiser::new(self.reading.shape), verifier: LockstepVerifier::new() }
    }

    /// Makes the puzzles of a chunk minimal. After `stop` the rest of the chunk is left.
    fn thin(
        &self,
        worker: &mut Worker,
        chunk: Result<Chunk, SourceError>,
        stop: &AtomicBool,
    ) -> Part {
        let mut part = Part::default();
        let chunk = match chunk {
            Ok(chunk) => chunk,
            Err(error) => {
                part.tally.failed += 1;
                part.tally.files.see(error.file.clone(), true);
                let mut complaint = Vec::new();
                stream::complain_of_source(&error, &self.reading, &mut complaint);
                part.complaints
                    .push((0, String::from_utf8_lossy(&complaint).trim_end().to_owned()));
                return part;
            }
        };
        part.tally.files.see(chunk.file().clone(), false);
        let mut records = Vec::new();
        let _ = chunk.for_each(&self.reading, |entry| {
            match entry {
                Entry::Puzzle(record) => records.push(record),
                Entry::Unreadable(unreadable) => {
                    part.tally.unreadable += 1;
                    let (file, catalogue::Unreadable { line, column, problem }) =
                        (chunk.file(), unreadable);
                    part.complaints
                        .push((line, format!("{file}:{line}:{column}: unreadable: {problem}")));
                }
            }
            ControlFlow::<()>::Continue(())
        });
        let _ = self.answer(chunk.file(), &records, worker, stop, &mut part);
        // What can't be read was found before the first puzzle was looked at.
        part.complaints.sort_by_key(|(line, _)| *line);
        part
    }

    /// Answers for the puzzles of a chunk, in their order. Breaks if it was stopped.
    fn answer(
        &self,
        file: &str,
        records: &[Record<'_>],
        worker: &mut Worker,
        stop: &AtomicBool,
        part: &mut Part,
    ) -> ControlFlow<()> {
        let pulse = &mut || {
            if stop.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let forms = match self.question {
            Question::One(seed) => {
                let grids: Vec<Grid> = records.iter().map(|record| record.grid.clone()).collect();
                let chance = &mut |k: usize| seed.map(|seed| Chance::new(seed, records[k].line));
                worker.minimiser.minimal(&grids, chance, pulse)?
            }
            // What is not proper has neither.
            _ => records.iter().map(|record| kind_of(&mut worker.verifier, &record.grid)).collect(),
        };
        for (record, form) in records.iter().zip(forms) {
            part.tally.puzzles += 1;
            pulse()?;
            match (form, self.question) {
                (Err(kind), _) => self.improper(file, record, kind, part),
                (Ok(form), Question::One(_)) => {
                    part.tally.minimal += u64::from(form == record.grid);
                    self.write(&form, record.trailing, part);
                }
                (Ok(_), Question::Redundant) => {
                    let redundant = generate::redundant(&mut worker.verifier, &record.grid);
                    part.tally.minimal += u64::from(redundant.is_empty());
                    let mut names = Vec::new();
                    for clue in &redundant {
                        // A write into memory does not fail.
                        let _ = write!(names, " {clue}");
                    }
                    self.write(&record.grid, &names, part);
                }
                (Ok(_), Question::All(limit)) => {
                    let mut shown = Shown { thinner: self, record, limit, count: 0, part, stop };
                    let flow = generate::forms(&mut worker.verifier, &record.grid, &mut shown);
                    pulse()?;
                    if flow.is_break() {
                        let Record { line, column, .. } = record;
                        let limit = grouped(limit);
                        let what = format!("stopped at {limit} minimal forms; see --limit");
                        part.complaints.push((*line, format!("{file}:{line}:{column}: {what}")));
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn write(&self, puzzle: &Grid, trailing: &[u8], part: &mut Part) {
        puzzle.write_line(&self.reading.alphabet, &mut part.results);
        part.results.extend_from_slice(trailing);
        part.results.push(b'\n');
        part.tally.lines += 1;
    }

    fn improper(&self, file: &str, record: &Record<'_>, kind: Kind, part: &mut Part) {
        part.tally.improper += 1;
        let Record { line, column, grid, .. } = record;
        let what = match kind {
            Kind::Impossible => {
                format!("impossible: {}", why_impossible(grid, &self.reading.alphabet))
            }
            _ => "pseudo-puzzle: it has more than one solution".to_owned(),
        };
        part.complaints.push((*line, format!("{file}:{line}:{column}: {what}")));
    }
}

/// The puzzle itself if it is proper, and otherwise what it is.
fn kind_of(verifier: &mut LockstepVerifier, puzzle: &Grid) -> Result<Grid, Kind> {
    match verifier.verify(puzzle).kind() {
        Kind::Proper => Ok(puzzle.clone()),
        kind => Err(kind),
    }
}

/// Writes minimal forms, up to a limit.
struct Shown<'s> {
    thinner: &'s Thinner,
    record: &'s Record<'s>,
    limit: u64,
    count: u64,
    part: &'s mut Part,
    stop: &'s AtomicBool,
}

impl FormVisitor for Shown<'_> {
    fn form(&mut self, form: &Grid) -> ControlFlow<()> {
        if self.count == self.limit {
            return ControlFlow::Break(());
        }
        self.count += 1;
        self.part.tally.minimal += u64::from(*form == self.record.grid);
        self.thinner.write(form, self.record.trailing, self.part);
        ControlFlow::Continue(())
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        if self.stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
