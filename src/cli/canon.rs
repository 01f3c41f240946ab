//! `tourdion canon`: a catalogue in, canonical forms out.
//!
//! ```text
//!      chunk --> part             on a worker: forms, written, each with its mark if marks are wanted
//!      part  --> standard output  on the main thread, in the order of the input, less what was there before
//! ```

use std::collections::HashSet;
use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use tourdion::catalogue::{self, End, ReadProgress};
use tourdion::sudoku::Shape;
use tourdion::sudoku::canonical::NotClassic;

use super::options::{Quiet, Threads};
use super::progress::{puzzles_in_words, rate};
use super::{Ending, ReadingArguments, grouped, interrupt, progress, say, stream};
use press::{Mark, Press, Worker};
use stream::Files;

mod press;

const EXAMPLES: &str = "\
Examples:
  tourdion canon puzzles.txt                      one line a puzzle: its form, and the text after it
  tourdion canon --unique *.txt.gz > all.txt      without those that differ by a symmetry only
  tourdion canon --automorphisms puzzles.txt      how many symmetries leave a puzzle as it is
  tourdion canon --mapping puzzles.txt            which symmetry leads from a puzzle to its form

A form is the least string of 81 among all 3,359,232 arrangements of the cells, with the digits
labelled as they first appear; an empty cell is less than any digit. A line is

  FORM [AUTOMORPHISMS] [MAPPING] and the user's text after the puzzle

A mapping such as tr312645789c123456897d213456789 says: transpose (t); the first row is then the
third one, the second the first, and so on (r); likewise the columns (c); and 1 becomes 2, 2
becomes 1 (d).

Exit codes: 0 all is well; 1 a puzzle is not proper, where --form solution needs it; 2 something
can't be read or written; 130 interrupted.";

/// What `tourdion canon` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[allow(clippy::struct_excessive_bools)] // each is an option of its own
pub(super) struct Arguments {
    /// Files of puzzles, packed or not; `-` is standard input
    #[arg(value_name = "CATALOGUE")]
    catalogues: Vec<PathBuf>,
    /// Which canonical form is written
    #[arg(long, value_name = "FORM", default_value = "puzzle")]
    form: Form,
    /// Write after each form how many symmetries leave the puzzle as it is
    #[arg(long)]
    automorphisms: bool,
    /// Write after each form the symmetry that leads to it
    #[arg(long)]
    mapping: bool,
    /// Leave out what equals an earlier puzzle up to a symmetry. Of each form 16 bytes are kept, a
    /// hash: of a billion different puzzles one is taken for another with a chance below 1 in 10^20
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    quiet: Quiet,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// A canonical form of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    /// The least that the puzzle can become; it need not be proper
    Puzzle,
    /// What the puzzle becomes where its solution becomes the least that it can; the puzzle has to
    /// be proper
    Solution,
}

/// Writes canonical forms.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    let began = Instant::now();
    if arguments.reading.boxes != Shape::CLASSIC {
        bail!(NotClassic(arguments.reading.boxes));
    }
    let inputs = stream::inputs(mem::take(&mut arguments.catalogues), "canon")?;
    let interrupted = interrupt::flag()?;
    let quiet = arguments.quiet.is_on;
    let pool = stream::pool(arguments.threads)?;
    let files = Files::of(inputs.iter().map(|input| input.name().clone()));
    let mut tally = Tally { files, ..Tally::default() };
    let mut seen = arguments.unique.then(HashSet::new);
    let press = Press::new(arguments)?;

    let read = ReadProgress::new();
    let chunks = catalogue::chunks(inputs, &press.reading, read.clone());
    let bar = if quiet { ProgressBar::hidden() } else { progress::over(&read) };
    let sink = |part: Part| {
        tally.add(&part.tally);
        bar.set_position(read.bytes());
        bar.set_message(tally.so_far(began.elapsed()));
        let results = match &mut seen {
            None => part.results,
            Some(seen) => part.new_lines(seen, &mut tally),
        };
        match stream::print(&results, &part.complaints, &bar) {
            Err(error) => ControlFlow::Break(error),
            Ok(()) => ControlFlow::Continue(()),
        }
    };
    let flow = catalogue::ordered(
        chunks,
        &pool,
        &interrupted,
        Worker::default,
        |worker, chunk, stop| press.print(worker, chunk, stop),
        sink,
    );
    bar.finish_and_clear();
    let end = match flow {
        ControlFlow::Break(error) => return Err(error),
        ControlFlow::Continue(end) => end,
    };
    if end == End::Complete {
        tally.failed += tally.files.complain_of_empty();
    }
    if !quiet {
        let interrupted = if end == End::Interrupted { "interrupted after " } else { "" };
        say(format_args!("{interrupted}{}", tally.summary(began.elapsed())));
    }
    Ok(if end == End::Interrupted { Ending::Interrupted } else { tally.ending() })
}

/// What became of one chunk.
#[derive(Default)]
struct Part {
    /// For standard output.
    results: Vec<u8>,
    /// Of each line of the results the mark of its form and where it ends, if only new forms are
    /// wanted.
    marks: Vec<(Mark, usize)>,
    /// For standard error.
    complaints: Vec<u8>,
    tally: Tally,
}

impl Part {
    /// The results whose marks were not seen before.
    fn new_lines(&self, seen: &mut HashSet<Mark>, tally: &mut Tally) -> Vec<u8> {
        let (mut new, mut begin) = (Vec::with_capacity(self.results.len()), 0);
        for &(mark, end) in &self.marks {
            if seen.insert(mark) {
                new.extend_from_slice(&self.results[begin..end]);
            } else {
                tally.repeated += 1;
            }
            begin = end;
        }
        new
    }
}

/// How many puzzles there were, and what kept some from being written.
#[derive(Default)]
struct Tally {
    puzzles: u64,
    /// Puzzles without the one solution that their form needs.
    improper: u64,
    /// Puzzles that equal an earlier one up to a symmetry.
    repeated: u64,
    /// Entries that could not be read.
    unreadable: u64,
    /// Files that could not be read, or not to their end.
    failed: u64,
    files: Files,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        let Tally { puzzles, improper, repeated, unreadable, failed, files } = other;
        self.puzzles += puzzles;
        self.improper += improper;
        self.repeated += repeated;
        self.unreadable += unreadable;
        self.failed += failed;
        self.files.add(files, puzzles + unreadable > 0);
    }

    /// The running figures for a progress bar.
    fn so_far(&self, elapsed: Duration) -> String {
        format!("{}, {}/s", puzzles_in_words(self.puzzles), grouped(rate(self.puzzles, elapsed)))
    }

    fn summary(&self, elapsed: Duration) -> String {
        let Tally { puzzles, improper, repeated, unreadable, .. } = *self;
        let written = grouped(puzzles - improper - repeated);
        let [improper, repeated, unreadable] = [improper, repeated, unreadable].map(grouped);
        let (seconds, rate) = (elapsed.as_secs_f64(), grouped(rate(puzzles, elapsed)));
        let puzzles = puzzles_in_words(puzzles);
        format!(
            "{puzzles}: {written} written, {repeated} repeated, {improper} improper, {unreadable} unreadable; \
             {seconds:.2} s, {rate}/s"
        )
    }

    /// What the counts mean for the exit code.
    fn ending(&self) -> Ending {
        if self.unreadable + self.failed > 0 {
            Ending::Unreadable
        } else if self.improper > 0 {
            Ending::NotWell
        } else {
            Ending::Well
        }
    }
}
