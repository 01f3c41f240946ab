//! `tourdion explain`: how a person can solve a puzzle.
//!
//! ```text
//!      puzzle --> path      on a worker: printed as a text, a line or an object
//!      a path --> pictures  of one puzzle: a picture of a step, a page of all
//! ```

use std::ffi::OsString;
use std::fs::File;
use std::mem;
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};
use tourdion::excerpt::{Excerpt, PathName};
use tourdion::logic::technique::Technique;
use tourdion::logic::{Ladder, Limits, Strategy, TechniqueError};
use tourdion::sudoku::{Alphabet, Candidate, Cell, Shape};

use super::options::{ReadingArguments, RowForm, RunArguments, count};
use super::output::print;
use super::stream::{self, Rows, Sheet, Stream};
use super::{Ending, argument, say};
use guide::Guide;
use handbook::Handbook;

mod guide;
mod handbook;
mod line;
mod one;
mod record;
mod tally;
mod text;

const EXAMPLES: &str = "\
Examples:
  tourdion explain .......267.6.834...9.2.......9..7.5.....4......3569...13.............5.34...2...8
  tourdion explain puzzles.txt                    a line a puzzle, with its
                                                  hardest step
  tourdion explain --hint --emit text puzzle.txt  the next step alone
  tourdion explain --without uniqueness,nets puzzles.txt
                                                  without these techniques
  tourdion explain --only singles puzzles.txt     how far singles lead
  tourdion explain --only nets --emit text --smart four.txt
                                                  by singles and the best nets
  tourdion explain --start r5c4 --max-depth 3 puzzle.txt  limits on the nets
  tourdion explain --html path.html puzzle.txt    a page to step through
  tourdion explain --picture net.svg --step 2 puzzle.txt  a picture of a step
  tourdion explain --marks forum.txt              one grid of pencil marks that
                                                  is not recognised
  tourdion explain --emit csv sudoku.csv          all columns, and the means to
                                                  solve it
  tourdion explain --emit counts puzzles.txt      how often each technique is
                                                  needed
  tourdion explain --handbook techniques.md puzzles.txt  a page of techniques

Singles come first, then the first step of the least difficult technique that
has one (--list shows their order). Techniques are for 9x9, and nets for all
shapes. Deadly patterns (uniqueness) and nested nets are used for puzzles that
have exactly one solution.

A net begins with two candidates of which one is true: a cell has no others, or
a house no other places for the digit. A candidate that goes either way is
false, and so is one that leads to a contradiction. Chains are written in
Eureka: = says that one of the two is true, - that not both are.

Exit codes: 0 all puzzles are solved; 1 some are stuck or impossible; 2
something can't be read or written; 130 interrupted.";

/// What `tourdion explain` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Puzzles, each as one line of symbols, or files of puzzles; `-` or none is standard input
    #[arg(value_name = "PUZZLE|FILE")]
    puzzles: Vec<OsString>,
    /// Output form [default: text for puzzles on the command line and with --html, --picture or
    /// --marks; counts with --handbook; lines for files]
    #[arg(long, value_name = "FORM")]
    emit: Option<Emit>,
    /// With --emit text: form of the pencil marks that are left at the end [default: forum]
    #[arg(long, value_name = "FORM")]
    rest: Option<Rest>,
    /// Read one grid of pencil marks, or a file with one, that is not recognised as such: in
    /// braces, or in groups on lines of any length
    #[arg(long)]
    marks: bool,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    techniques: TechniqueArguments,
    #[command(flatten)]
    nets: NetArguments,
    #[command(flatten)]
    pictures: PictureArguments,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Which techniques are used, and in which order.
#[derive(Args, Debug)]
#[command(next_help_heading = "Techniques")]
struct TechniqueArguments {
    /// Use only these techniques beside singles, or groups such as fish, separated by commas. A
    /// technique that is named, and not its group, is used with its large instances, too.
    /// `--only singles` uses none
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',')]
    only: Vec<String>,
    /// Don't use these techniques or groups, such as uniqueness
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',')]
    without: Vec<String>,
    /// Take difficulties from a file: a technique and its difficulty on each line, as `x-wing 3.2`
    #[arg(long, value_name = "FILE")]
    difficulties: Option<PathBuf>,
    /// Show only the next step
    #[arg(long)]
    hint: bool,
    /// List the techniques with their difficulties and groups, as a file for --difficulties
    #[arg(
        long,
        conflicts_with_all = [
            "puzzles", "emit", "rest", "marks", "hint", "picture", "html", "handbook", "smart",
            "start", "target", "max_depth", "max_length", "min_cancelled", "min_gone", "drop",
            "keep_one", "threads", "boxes", "alphabet", "empty", "format", "column",
        ]
    )]
    list: bool,
}

/// Which nets are used.
#[derive(Args, Debug)]
#[command(next_help_heading = "Nets")]
struct NetArguments {
    /// Use the best net each time instead of the simplest: one that leaves only singles, or else
    /// one after which most candidates are gone
    #[arg(long)]
    smart: bool,
    /// Use only nets that begin with a candidate of this cell, such as r5c4
    #[arg(long, value_name = "CELL")]
    start: Option<Cell>,
    /// Use only nets that remove candidates from this cell
    #[arg(long, value_name = "CELL")]
    target: Option<Cell>,
    /// Use only nets with at most N iterations
    #[arg(long, value_name = "N", value_parser = count)]
    max_depth: Option<usize>,
    /// Use only nets with at most N placements in both branches
    #[arg(long, value_name = "N", value_parser = count)]
    max_length: Option<usize>,
    /// Use only nets that cancel at least N candidates at once
    #[arg(long, value_name = "N", value_parser = count)]
    min_cancelled: Option<usize>,
    /// Use only nets after which, with the singles that follow, at least N candidates are gone or
    /// the puzzle is solved
    #[arg(long, value_name = "N", value_parser = count)]
    min_gone: Option<usize>,
    /// Never cancel these candidates by nets, such as r6c1=9, separated by commas
    #[arg(long, value_name = "CANDIDATES", value_delimiter = ',')]
    drop: Vec<String>,
    /// Of each net, use only the cancellation that takes the fewest placements
    #[arg(long)]
    keep_one: bool,
}

/// What is drawn, of one puzzle.
#[derive(Args, Debug)]
#[command(next_help_heading = "Pictures")]
struct PictureArguments {
    /// Draw a step (PNG needs a build with the feature `pictures`)
    #[arg(long, value_name = "FILE.svg|FILE.png")]
    picture: Option<PathBuf>,
    /// Number of the step to draw [default: the hardest step]
    #[arg(long, value_name = "N", requires = "picture", conflicts_with_all = ["handbook", "list"],
          value_parser = count)]
    step: Option<usize>,
    /// Write a page to step through the whole path
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    /// Write a page of the techniques, each with an example from these puzzles, and its pictures
    /// into the folder FILE; in a page that exists only the techniques and their pictures are
    /// replaced
    #[arg(long, value_name = "FILE.md", conflicts_with_all = ["picture", "html", "marks"])]
    handbook: Option<PathBuf>,
}

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Emit {
    /// The whole path, step by step
    Text,
    /// A line for each puzzle, with your own text after it
    Lines,
    /// The rows of a CSV file with all their columns, and more at the end; of a list, a table
    Csv,
    /// The same with tabs between the fields
    Tsv,
    /// The same as a JSON object on each line, with all steps
    Jsonl,
    /// How many puzzles use each technique, in how many steps, and how many need none that is
    /// harder; as CSV
    Counts,
}

/// How pencil marks are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Rest {
    /// Candidates side by side, in a frame
    Forum,
    /// Known digits bare, candidates in braces, nothing where all are left
    Braced,
    /// A line with a place for each digit of each cell
    Line,
}

impl TechniqueArguments {
    fn ladder(&self) -> anyhow::Result<Ladder> {
        let mut ladder = Ladder::default();
        if let Some(file) = &self.difficulties {
            let name = PathName(file);
            let text =
                File::open(file).and_then(|file| argument::short_text(file, "list of techniques"));
            let text = text.with_context(|| format!("can't read {name}"))?;
            ladder.read(&text).map_err(|bad| anyhow!("{name}:{bad}"))?;
        }
        let known = |option: &str, known: Result<(), TechniqueError>| {
            known.map_err(|unknown| {
                let all = Ladder::default();
                let names: Vec<&str> = all.rungs().map(|rung| rung.technique.name()).collect();
                let mut groups: Vec<&str> = all.rungs().map(|rung| rung.group).collect();
                groups.sort_unstable();
                groups.dedup();
                let (names, groups) = (names.join(", "), groups.join(", "));
                let singles = if option == "--only" { "singles, " } else { "" };
                anyhow!(
                    "{option}: {unknown}; expected {singles}one of {names}, or a group: {groups}"
                )
            })
        };
        if !self.only.is_empty() {
            known("--only", ladder.only(&self.only))?;
        }
        if self.without.iter().any(|name| Ladder::is_singles(name)) {
            bail!("--without: singles are always made");
        }
        known("--without", ladder.without(&self.without))?;
        let are_singles = !self.only.is_empty() && self.only.iter().all(|n| Ladder::is_singles(n));
        if ladder.rungs().next().is_none() && !are_singles {
            bail!("--only and --without leave no technique; `--only singles` asks for that");
        }
        Ok(ladder)
    }
}

impl NetArguments {
    /// Refuses options that mean nothing where no net is used.
    fn check(&self, ladder: &Ladder) -> anyhow::Result<()> {
        if has_nets(ladder) {
            return Ok(());
        }
        let of_nets = [
            ("--smart", self.smart),
            ("--start", self.start.is_some()),
            ("--target", self.target.is_some()),
            ("--max-depth", self.max_depth.is_some()),
            ("--max-length", self.max_length.is_some()),
            ("--min-cancelled", self.min_cancelled.is_some()),
            ("--min-gone", self.min_gone.is_some()),
            ("--drop", !self.drop.is_empty()),
            ("--keep-one", self.keep_one),
        ];
        match of_nets.iter().find(|(_, is_on)| *is_on) {
            Some((name, _)) => bail!("{name} is about nets: --only or --without leaves none"),
            None => Ok(()),
        }
    }

    fn strategy(self, shape: Shape, alphabet: &Alphabet) -> anyhow::Result<Strategy> {
        for cell in self.start.iter().chain(&self.target) {
            is_inside(*cell, shape)?;
        }
        let dropped = self.drop.iter().map(|text| candidate(text, shape, alphabet));
        let limits = Limits {
            start: self.start,
            target: self.target,
            depth: self.max_depth,
            length: self.max_length,
            cancelled: self.min_cancelled,
            gone: self.min_gone,
            dropped: dropped.collect::<anyhow::Result<_>>()?,
        };
        Ok(Strategy {
            limits,
            is_smart: self.smart,
            keeps_one: self.keep_one,
            ..Strategy::default()
        })
    }
}

fn has_nets(ladder: &Ladder) -> bool {
    ladder.rungs().any(|rung| rung.technique == Technique::Net)
}

fn is_inside(cell: Cell, shape: Shape) -> anyhow::Result<()> {
    if usize::from(cell.row.max(cell.column)) >= shape.size() {
        bail!("there is no {cell} in a grid of {} rows", shape.size());
    }
    Ok(())
}

/// Reads a candidate, as `r6c1=9`.
fn candidate(text: &str, shape: Shape, alphabet: &Alphabet) -> anyhow::Result<Candidate> {
    let parse = || {
        let (cell, symbol) =
            text.trim().split_once("<>").or_else(|| text.trim().split_once('='))?;
        let mut symbols = symbol.chars();
        let digit = alphabet.read(symbols.next()?)??;
        symbols.next().is_none().then_some(())?;
        Some(Candidate { cell: cell.parse().ok()?, digit })
    };
    let Some(candidate) = parse() else {
        bail!("--drop: expected a candidate such as r6c1=9, found `{}`", Excerpt(text))
    };
    is_inside(candidate.cell, shape)?;
    Ok(candidate)
}

/// Explains puzzles.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    let ladder = arguments.techniques.ladder()?;
    if arguments.techniques.list {
        print(ladder.text().as_bytes())?;
        return Ok(Ending::Well);
    }
    let puzzles = stream::arguments(mem::take(&mut arguments.puzzles), "explain")?;
    let has_files = puzzles.iter().any(|argument| argument::is_file(argument));
    let is_one = arguments.marks
        || arguments.pictures.picture.is_some()
        || arguments.pictures.html.is_some();
    let handbook = arguments.pictures.handbook.take();
    let handbook = handbook.map(|page| Handbook::open(page, &puzzles)).transpose()?;
    let usual = match (&handbook, has_files && !is_one) {
        (Some(_), _) => Emit::Counts,
        (None, true) => Emit::Lines,
        (None, false) => Emit::Text,
    };
    let emit = arguments.emit.unwrap_or(usual);
    if emit != Emit::Text && arguments.rest.is_some() {
        bail!("--rest is about the pencil marks of --emit text");
    }
    arguments.nets.check(&ladder)?;
    if arguments.marks && arguments.reading.names_a_form() {
        bail!("--marks reads one grid of pencil marks: --format and --column are of other files");
    }
    let reading = arguments.reading.reading(None)?;
    let is_classic = reading.shape == Shape::CLASSIC;
    let are_singles = ladder.rungs().next().is_none();
    if !(is_classic || are_singles || has_nets(&ladder)) {
        bail!("techniques other than nets are for 9x9, and --only or --without leaves no nets");
    }
    let strategy = Strategy {
        ladder,
        is_hint: arguments.techniques.hint,
        ..arguments.nets.strategy(reading.shape, &reading.alphabet)?
    };
    let rows = RowForm::of(&emit);
    let columns = record::columns(emit == Emit::Jsonl);
    let rows = rows.map(|form| Rows::new(form, &columns, puzzles.len(), &reading.alphabet));
    let mut guide =
        Guide::new(strategy, reading, emit, arguments.rest.unwrap_or(Rest::Forum), rows);
    guide.keeps_examples = handbook.is_some();
    if is_one {
        if emit == Emit::Counts {
            bail!("--emit counts is of any number of puzzles, and pictures and --marks are of one");
        }
        return one::run(&puzzles, arguments.marks, arguments.pictures, &guide);
    }
    let run = arguments.run;
    let stream = Stream::over_arguments(&puzzles, &guide.reading, run)?;
    let mut done = stream.run(&guide, Sheet::print)?;
    done.complain_of_files();
    if emit == Emit::Counts {
        print(done.tally.table().as_bytes())?;
    }
    match handbook {
        // The page would lack what the rest of the puzzles show.
        Some(_) if done.ending() == Ending::Interrupted => say("no page is written"),
        Some(page) => page.write(guide.ladder(), &done.tally.examples, &guide.reading.alphabet)?,
        None => {}
    }
    if matches!(emit, Emit::Lines | Emit::Counts) || has_files && RowForm::of(&emit).is_some() {
        let counts = done.tally.in_words(done.unreadable);
        done.sum_up(format_args!("{counts}; {}", done.time_and_rate()));
    }
    Ok(done.ending())
}
