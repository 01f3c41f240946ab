//! `tourdion morph`: symmetric copies of puzzles, and the symmetries between puzzles.
//!
//! ```text
//!      puzzle --> a frame         on a worker: what stands around each of its copies
//!      frame  --> copies          there, as many as a sheet has room for
//!                                 on the sheet's turn, the others, as they are written
//! ```
//!
//! The copies of a puzzle depend only on the seed and on its place in its file, so they are the
//! same on any number of threads ([`Copier`]). `--to` asks the other way round: which symmetry
//! leads from a puzzle to a given one ([`Mapper`]).

use std::ffi::OsString;
use std::mem;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tourdion::catalogue::Reading;
use tourdion::generate::SymmetryPart;
use tourdion::numerals::grouped;
use tourdion::sudoku::Grid;
use tourdion::sudoku::canonical::{self, Symmetry};

use super::options::{Emit, ReadingArguments, RunArguments, at_least, no_marks};
use super::progress::rate;
use super::stream::{self, Sheet, Stream};
use super::{Ending, any_seed, interrupt, say};
use copier::{Copier, CopyColumn, RandomSymmetries, Symmetries};
use mapper::Mapper;

mod copier;
mod frame;
mod mapper;

const EXAMPLES: &str = "\
Examples:
  tourdion morph puzzles.txt                      a random symmetric copy of
                                                  each puzzle
  tourdion morph -n 100 --seed 2007 puzzles.txt   the same hundred of each,
                                                  every time
  tourdion morph --emit csv --solution answer answers.csv
                                                  all columns, and both copies
  tourdion morph --mapping --inverse puzzles.txt  how a copy was made, and the
                                                  way back
  tourdion morph --keep-order digits,sides puzzles.txt
                                                  no digit gets another name, no
                                                  turning
  tourdion morph --by tr312645789c123456897d213456789 puzzles.txt
                                                  by a given symmetry
  tourdion morph --to \"$(cut -c 1-81 puzzle.txt)\" puzzles.txt
                                                  how each comes there, if it
                                                  can

A line is

  COPY [COPY OF THE SOLUTION] [MAPPING] [INVERSE] and the text after the puzzle
  MAPPING AUTOMORPHISMS [INVERSE] and that text, with --to: a way, and how many

All 1,218,998,108,160 symmetries of a 9x9 grid are equally likely. A mapping
such as tr312645789c123456897d213456789 says: transpose (t); the first row is
then the third one, the second the first, and so on (r); likewise the columns
(c); and 1 becomes 2, 2 becomes 1 (d).

Exit codes: 0 all is well; 1 a puzzle is essentially different from that of
--to, or has no solution in the column of --solution; 2 something can't be read
or written; 130 interrupted.";

/// What `tourdion morph` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Puzzles, each as one line of symbols, or files of puzzles; `-` or none is standard input
    #[arg(value_name = "PUZZLE|FILE")]
    puzzles: Vec<OsString>,
    /// Number of copies of each puzzle
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = at_least::<1>)]
    number: u64,
    /// The same seed makes the same copies of the puzzle at a line and column of a file [default: a
    /// random seed]
    #[arg(long, value_name = "N", value_parser = at_least::<0>)]
    seed: Option<u64>,
    /// Leave these as they are: digits, sides (no transposition), bands, rows (in their bands),
    /// stacks, columns (in their stacks); several with commas between them
    #[arg(long, value_name = "PARTS", value_delimiter = ',', value_parser = part())]
    keep_order: Vec<SymmetryPart>,
    /// Copy by this symmetry, and not by random ones
    #[arg(long, value_name = "MAPPING", conflicts_with_all = ["number", "seed", "keep_order"])]
    by: Option<String>,
    /// Write the symmetry that leads from each puzzle to this one, and the number of those that do
    #[arg(long, value_name = "PUZZLE",
          conflicts_with_all = ["number", "seed", "keep_order", "by", "solution", "mapping"])]
    to: Option<String>,
    /// Copy the solutions in this column of CSV or JSON lines, too, by the same symmetries: a name,
    /// or in CSV a number
    #[arg(long, value_name = "COLUMN")]
    solution: Option<String>,
    /// After each copy, write the symmetry that leads to it
    #[arg(long)]
    mapping: bool,
    /// After each copy, write the symmetry that leads back
    #[arg(long)]
    inverse: bool,
    /// Output form
    #[arg(long, value_name = "FORM", default_value = "lines")]
    emit: Emit,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// The parts of a symmetry, by their names.
const PARTS: [(&str, SymmetryPart); 6] = [
    ("digits", SymmetryPart::Digits),
    ("sides", SymmetryPart::Sides),
    ("bands", SymmetryPart::Bands),
    ("rows", SymmetryPart::Rows),
    ("stacks", SymmetryPart::Stacks),
    ("columns", SymmetryPart::Columns),
];

/// Reads a part of a symmetry.
fn part() -> impl TypedValueParser<Value = SymmetryPart> {
    let part = |text: String| PARTS.into_iter().find(|(name, _)| *name == text);
    PossibleValuesParser::new(PARTS.map(|(name, _)| name))
        .map(move |text| part(text).expect("a possible value is the name of a part").1)
}

/// Writes symmetric copies, or the symmetries that lead to a puzzle.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    let puzzles = stream::arguments(mem::take(&mut arguments.puzzles), "morph")?;
    match arguments.to.take() {
        Some(to) => map(&arguments, &to, &puzzles),
        None => copy(arguments, &puzzles),
    }
}

/// Writes copies.
fn copy(arguments: Arguments, puzzles: &[OsString]) -> anyhow::Result<Ending> {
    let reading = reading(&arguments)?;
    let run = arguments.run;
    let symmetries = if let Some(text) = &arguments.by {
        Symmetries::One(Symmetry::read(text, reading.shape).context("--by")?)
    } else {
        let seed = arguments.seed.unwrap_or_else(any_seed);
        if arguments.seed.is_none() && !arguments.run.quiet.is_on {
            say(format_args!("seed {seed}"));
        }
        let (number, kept) = (arguments.number, arguments.keep_order.into());
        Symmetries::Random(RandomSymmetries { number, seed, kept })
    };
    let stream = Stream::over_arguments(puzzles, &reading, run)?;
    let columns = [
        Some(CopyColumn::Copy),
        reading.solution.is_some().then_some(CopyColumn::Solution),
        arguments.mapping.then_some(CopyColumn::Mapping),
        arguments.inverse.then_some(CopyColumn::Inverse),
    ];
    let columns = columns.into_iter().flatten().collect();
    let copier = Copier::new(reading, symmetries, columns, arguments.emit, puzzles.len());
    let interrupted = interrupt::flag()?;
    let mut done = stream.run(&copier, |sheet, bar| copier.print(sheet, bar, &interrupted))?;
    done.complain_of_files();
    let counts = [done.tally.copies, done.tally.without_solution, done.unreadable];
    let [written, without_solution, unreadable] = counts.map(grouped);
    let (seconds, rate) = (done.seconds(), rate(done.tally.copies, done.elapsed()));
    done.sum_up(format_args!(
        "{written} written, {without_solution} without a solution, {unreadable} unreadable; \
         {seconds:.2} s, {rate}/s"
    ));
    Ok(done.ending())
}

/// Writes the symmetries that lead to a puzzle.
fn map(arguments: &Arguments, to: &str, puzzles: &[OsString]) -> anyhow::Result<Ending> {
    let reading = reading(arguments)?;
    let (to, rest) = Grid::read(to.as_bytes(), reading.shape, &reading.alphabet).context("--to")?;
    if !rest.is_empty() {
        bail!("--to: expected {} cells, found more", reading.shape.cells());
    }
    let (to, run) = (canonical::puzzle(&to)?, arguments.run);
    let stream = Stream::over_arguments(puzzles, &reading, run)?;
    let mapper = Mapper::new(reading, to, arguments.inverse, arguments.emit, puzzles.len());
    let mut done = stream.run(&mapper, Sheet::print)?;
    done.complain_of_files();
    let counts = [done.tally.mapped, done.tally.different, done.unreadable];
    let [with_one, different, unreadable] = counts.map(grouped);
    done.sum_up(format_args!(
        "{with_one} with a symmetry, {different} essentially different, {unreadable} unreadable; \
         {}",
        done.time_and_rate()
    ));
    Ok(done.ending())
}

/// How the puzzles are read.
fn reading(arguments: &Arguments) -> anyhow::Result<Reading> {
    let reading = arguments.reading.reading(no_marks!("copies are made of clues"))?;
    Ok(Reading { solution: arguments.solution.clone(), ..reading })
}
