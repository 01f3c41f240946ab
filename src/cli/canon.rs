//! `tourdion canon`: a catalogue in, canonical forms out.
//!
//! ```text
//!      entries --> sheet            on a worker: forms, and fingerprints if they are wanted
//!      sheet   --> standard output  on its turn, less what was there before
//! ```

use std::collections::HashSet;
use std::fmt;
use std::mem;
use std::ops::Range;
use std::path::PathBuf;

use anyhow::{bail, ensure};
use clap::{ArgGroup, Args, ValueEnum};
use tourdion::catalogue::Reading;
use tourdion::numerals::grouped;
use tourdion::sudoku::Shape;
use tourdion::sudoku::canonical::NotClassic;

use super::Ending;
use super::options::{Emit, ReadingArguments, RowForm, RunArguments, bytes, no_marks};
use super::stream::{self, Answer, Done, Sheet, Stream};
use form_writer::{Fingerprint, FormWriter};
use known::Known;

mod form_writer;
mod found;
mod known;

const EXAMPLES: &str = "\
Examples:
  tourdion canon puzzles.txt                      one line a puzzle: its form,
                                                  and the text after it
  tourdion canon --unique *.txt.gz > all.txt      one of all that are equal up
                                                  to symmetry
  tourdion canon --unique --keep puzzles.txt      the first of them, as it was
  tourdion canon --automorphisms puzzles.txt      how many symmetries leave a
                                                  puzzle as it is
  tourdion canon --mapping puzzles.txt            which symmetry leads from a
                                                  puzzle to its form
  tourdion canon --against puzzles.txt four.txt   which of four.txt are in
                                                  puzzles.txt, too
  tourdion canon --keep --without puzzles.txt four.txt
                                                  those that are not, as they
                                                  were
  tourdion canon --against sudoku.csv --against-column quizzes four.txt
  tourdion canon --emit csv sudoku.csv            all columns, and the form
                                                  after them
  tourdion canon --form gsf puzzles.txt | sort    a list as the players' forum
                                                  has them
  tourdion canon --form pattern puzzles.txt       the clue cells alone
  tourdion canon --form band puzzles.txt          six lines a puzzle, by the
                                                  bands of its solution

A form is the least string of 81 among all 3,359,232 arrangements of the cells,
with the digits labelled as they first appear; an empty cell is less than any
digit. A line is

  FORM [BAND] [AUTOMORPHISMS] [MAPPING] and the user's text after the puzzle

A mapping such as tr312645789c123456897d213456789 says: transpose (t); the first
row is then the third one, the second the first, and so on (r); likewise the
columns (c); and 1 becomes 2, 2 becomes 1 (d).

Exit codes: 0 all is well; 1 a puzzle equals one of --against, or is not proper,
where --form solution or band needs it; 2 something can't be read or written;
130 interrupted.";

/// What `tourdion canon` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, mut_arg("boxes", |boxes| boxes.hide(true)))]
#[command(group = ArgGroup::new("others").args(["against", "without"]))]
#[command(group = ArgGroup::new("picking").args(["unique", "without"]).multiple(true))]
#[allow(clippy::struct_excessive_bools)] // each is an option of its own
pub(super) struct Arguments {
    /// Files of puzzles, packed or not; `-` or none is standard input
    #[arg(value_name = "CATALOGUE")]
    catalogues: Vec<PathBuf>,
    /// Canonical form to write
    #[arg(long, value_name = "FORM", default_value = "puzzle")]
    form: Form,
    /// After each form, write the number of symmetries that leave the puzzle as it is
    #[arg(long)]
    automorphisms: bool,
    /// After each form, write the symmetry that leads to it
    #[arg(long)]
    mapping: bool,
    /// Drop puzzles that equal an earlier one up to symmetry
    ///
    /// Each form is kept as a hash of 16 bytes. Among a billion different puzzles, the chance that
    /// two are confused is below 1 in 10^20.
    #[arg(long)]
    unique: bool,
    /// With --unique or --without: write each puzzle as it is, and not its form
    ///
    /// The rows of a table keep their columns, and the table its header, unless --automorphisms or
    /// --mapping follows the puzzle.
    #[arg(long, requires = "picking")]
    keep: bool,
    /// Report each puzzle that equals one in this file up to symmetry, with both places; the
    /// option may be repeated
    ///
    /// This is how a test set is checked against its training set. Without --emit csv, tsv or jsonl
    /// nothing else is written. What has no room in --memory goes into a temporary file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["unique", "keep"])]
    against: Vec<PathBuf>,
    /// Drop puzzles that equal one in this file up to symmetry, and write the others; the option
    /// may be repeated
    ///
    /// So a list loses what is known, and a test set its training set: `--keep --without train.csv
    /// test.csv`. What has no room in --memory goes into a temporary file.
    #[arg(long, value_name = "FILE")]
    without: Vec<PathBuf>,
    /// Column of the puzzles in the files of --against or --without, if it is not that of
    /// CATALOGUE: a name, or in CSV a number from 1
    #[arg(long, value_name = "NAME", requires = "others")]
    against_column: Option<String>,
    /// Output form
    #[arg(long, value_name = "FORM", default_value = "lines")]
    emit: Emit,
    /// Memory for the forms of --against or --without, in bytes, or such as 64K, 512M, 2G; what has
    /// no room goes into a temporary file
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "1G",
        value_parser = bytes,
        requires = "others"
    )]
    memory: usize,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// A canonical form of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    /// The least form of the puzzle (minlex), which need not be proper
    #[value(alias = "minlex")]
    Puzzle,
    /// The form of the puzzle that makes its solution least; the puzzle has to be proper
    Solution,
    /// The form of hunters' lists, as gsf's `sudoku -f%#mc` and gridchecker print it: the least
    /// whose first band has the least counts of clues
    Gsf,
    /// The least form of the clue cells alone, without their digits
    Pattern,
    /// The six forms that make the solution least with one of its bands or stacks on top, each with
    /// the number of that band, from 1 to 416; the puzzle has to be proper
    Band,
}

/// Writes canonical forms.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    if arguments.reading.grid.boxes != Shape::CLASSIC {
        bail!(NotClassic(arguments.reading.grid.boxes));
    }
    let catalogues = mem::take(&mut arguments.catalogues);
    let run = arguments.run;
    let mut seen = arguments.unique.then(HashSet::new);
    let mut reading = arguments.reading.reading(no_marks!("canonical forms are of clues"))?;
    reading.no_shapes = Some("canonical forms are of 9x9 grids");
    ensure!(
        arguments.against.is_empty()
            || RowForm::of(&arguments.emit).is_some()
            || !(arguments.automorphisms || arguments.mapping),
        "--against prints where a puzzle is: --automorphisms and --mapping need --emit csv, tsv or \
         jsonl, or --without"
    );
    ensure!(
        arguments.form != Form::Band
            || !arguments.unique && arguments.against.is_empty() && arguments.without.is_empty(),
        "--form band has six forms of a puzzle: --unique, --against and --without compare by one, \
         such as --form puzzle"
    );
    let option = if arguments.without.is_empty() { "--against" } else { "--without" };
    let others = [mem::take(&mut arguments.against), arguments.without.clone()].concat();
    stream::refuse_stdin_twice(&catalogues, option, &others)?;
    let (mut known, mut ending) = (None, Ending::Well);
    if !others.is_empty() {
        let column = arguments.against_column.take().or_else(|| reading.column.clone());
        let column_option = "--against-column";
        let reading = Reading { column, column_option, ..reading.clone() };
        let (form, memory) = (arguments.form, arguments.memory);
        let (read, end_of_read) = Known::read(others, reading, form, memory, run)?;
        let Some(mut read) = read else { return Ok(end_of_read) };
        read.are_left_out = !arguments.without.is_empty();
        (known, ending) = (Some(read), end_of_read);
    }
    let writer = FormWriter::new(&arguments, reading, known, catalogues.len());
    let stream = Stream::over_catalogues(catalogues, "canon", writer.reading(), run)?;
    let mut done = stream.run(&writer, |sheet, bar| {
        if let Some(seen) = &mut seen {
            leave_out_repeated(sheet, seen);
        }
        sheet.print(bar)
    })?;
    done.complain_of_files();
    if let Some(known) = &writer.known {
        known.check()?;
        ending = ending.worse(done.ending());
        if !known.are_left_out {
            let (equal, of) = (grouped(done.tally.known), grouped(known.len()));
            sum_up(&done, format_args!("{equal} equal to one of {of}"));
            return Ok(ending);
        }
    }
    let Tally { puzzles, improper, repeated, left_out, .. } = done.tally;
    let written = grouped(puzzles - improper - repeated - left_out);
    let repeated = grouped(repeated);
    let left_out = match &writer.known {
        Some(_) => format!("{} left out, ", grouped(left_out)),
        None => String::new(),
    };
    sum_up(&done, format_args!("{written} written, {left_out}{repeated} repeated"));
    Ok(ending.worse(done.ending()))
}

/// Sums up what a run has done, which began with this.
fn sum_up(done: &Done<Tally>, what: fmt::Arguments<'_>) {
    let [improper, unreadable] = [done.tally.improper, done.unreadable].map(grouped);
    done.sum_up(format_args!(
        "{what}, {improper} improper, {unreadable} unreadable; {}",
        done.time_and_rate()
    ));
}

/// Leaves out the results with known fingerprints.
fn leave_out_repeated(sheet: &mut Sheet<Tally>, seen: &mut HashSet<Fingerprint>) {
    let (mut new, mut begin) = (Vec::with_capacity(sheet.results.len()), 0);
    for (fingerprint, place) in mem::take(&mut sheet.tally.fingerprints) {
        if !seen.insert(fingerprint) {
            sheet.tally.repeated += 1;
            new.extend_from_slice(&sheet.results[begin..place.start]);
            begin = place.end;
        }
    }
    new.extend_from_slice(&sheet.results[begin..]);
    sheet.results = new;
}

/// The numbers of puzzles, and of those not written, by reason.
#[derive(Default)]
struct Tally {
    puzzles: u64,
    /// Puzzles without the single solution that their form needs.
    improper: u64,
    /// Puzzles that equal an earlier one up to a symmetry.
    repeated: u64,
    /// Puzzles that equal one of `--against` up to a symmetry.
    known: u64,
    /// Puzzles that equal one of `--without`.
    left_out: u64,
    /// The fingerprint of each form, and the place of its line in a sheet's results, if only new
    /// forms are wanted.
    fingerprints: Vec<(Fingerprint, Range<usize>)>,
}

impl stream::Tally for Tally {
    fn add(&mut self, other: Tally) {
        self.puzzles += other.puzzles;
        self.improper += other.improper;
        self.repeated += other.repeated;
        self.known += other.known;
        self.left_out += other.left_out;
    }

    fn puzzles(&self) -> u64 {
        self.puzzles
    }

    fn ending(&self) -> Ending {
        if self.improper + self.known > 0 { Ending::NotWell } else { Ending::Well }
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn the_least_form_has_the_name_that_hunters_give_it() {
        assert!(matches!(Form::from_str("minlex", false), Ok(Form::Puzzle)));
        assert!(matches!(Form::from_str("puzzle", false), Ok(Form::Puzzle)));
        assert!(Form::from_str("maxlex", false).is_err());
    }
}
