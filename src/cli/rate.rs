//! `tourdion rate`: how hard each puzzle is.
//!
//! ```text
//!      puzzle --> ratings     on a worker: as columns of its row, or as words in a line
//!      all    --> summary     how many puzzles have which rating, in words and as a picture
//! ```

use std::ffi::OsString;
use std::mem;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{bail, ensure};
use clap::Args;
use tourdion::numerals::{counted, grouped};
use tourdion::rating::{Rating, RatingError, Unrated};
use tourdion::sudoku::Shape;

use super::options::{Emit, ReadingArguments, RowForm, RunArguments, no_marks, seconds};
use super::picture::PictureFile;
use super::stream::{self, Done, Rows, Sheet, Stream};
use super::{Ending, argument, complain, say};
use judge::Judge;
use tally::Tally;

mod judge;
mod steps;
mod tally;

const EXAMPLES: &str = "\
Examples:
  tourdion rate 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  tourdion rate --emit csv sudoku.csv > rated.csv  all columns, and the ratings
  tourdion rate --rating te,b --histogram b.svg puzzles.txt
                                                  how many have which, drawn
  tourdion rate --rating b --histogram b.svg --by clues puzzles.txt
                                                  and with how many clues
  tourdion rate --rating bxb --time-limit 5 puzzles.txt
                                                  as >3 where 5 s are too few
  tourdion rate --rating se --steps puzzle.txt    Sudoku Explainer's, and its
                                                  path

  te        depth of trial and error: 0 singles alone, 1 trials of a candidate,
            2 trials in trials
  b         length of braids that solve it; - if T&E(1) does not
  gb        the same, with groups of candidates
  bxb       length of braids in the trials of T&E(1), where te is 2; 0 below, -
            above
  bxbb      length of braids in the trials of trials, where te is 3; 0 below
  backdoor  least number of cells that, once given, leave nothing but singles
  magic     number of cells of which one is enough for that
  steps     rounds of singles, all at a time; - if singles do not solve it
  nets      rounds in the nets of `explain`: 0 singles alone; - if nets do not
            solve it
  er        Sudoku Explainer's rating (SER): the hardest step of its path
  ep, ed    the hardest of its steps up to the first digit; its first step
  se        er, ep and ed
  guesses   choices of the lockstep search, until it has shown that there is one
            solution
  nodes     nodes of the search by dancing links, forced ones too
  clues     number of clues

A rating depends on nothing but the puzzle, and is that of all its symmetric
copies; only guesses and nodes depend on the engine too, and on the copy, and
er, ep and ed on what Sudoku Explainer finds first, which may differ a little
between copies (--canonical rates the canonical form). >12 is more than 12, and
not tried further; - is more than any number. Only proper puzzles have ratings.

Exit codes: 0 all puzzles are rated; 1 some are not proper; 2 something can't be
read or written; 3 a time limit was spent; 130 interrupted.";

/// What `tourdion rate` is asked to do.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, mut_arg("boxes", |boxes| boxes.hide(true)))]
pub(super) struct Arguments {
    /// Puzzles, each as one line of symbols, or files of puzzles; `-` or none is standard input
    #[arg(value_name = "PUZZLE|FILE")]
    puzzles: Vec<OsString>,
    /// Ratings, separated by commas; they are listed below
    #[arg(long, value_name = "RATINGS", value_delimiter = ',', default_value = "te,b,bxb",
          value_parser = ratings)]
    rating: Vec<&'static [Rating]>,
    /// Print the path of er, ep and ed: each step with its difficulty
    #[arg(long)]
    steps: bool,
    /// Rate the canonical form of each puzzle (minlex), so that symmetric copies have one er
    #[arg(long)]
    canonical: bool,
    /// Give up a puzzle after this time; what is known by then is written, as >3
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Draw how many puzzles have which rating, after an interrupt of those that are rated (PNG
    /// needs a build with the feature `pictures`)
    #[arg(long, value_name = "FILE.svg|FILE.png")]
    histogram: Option<PathBuf>,
    /// Draw a table of each rating against this one, or against the number of clues
    #[arg(long, value_name = "RATING", requires = "histogram", value_parser = rating)]
    by: Option<Rating>,
    /// Output form
    #[arg(long, value_name = "FORM", default_value = "lines")]
    emit: Emit,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Reads a rating.
pub(super) fn rating(text: &str) -> Result<Rating, RatingError> {
    text.trim().parse()
}

/// Reads a rating, or a name for several.
fn ratings(text: &str) -> Result<&'static [Rating], RatingError> {
    Rating::named(text.trim())
}

impl Arguments {
    /// The ratings, each once. Refuses options that none of them has.
    fn ratings(&self) -> anyhow::Result<Vec<Rating>> {
        let mut ratings = Vec::new();
        for &rating in self.rating.iter().copied().flatten() {
            if !ratings.contains(&rating) {
                ratings.push(rating);
            }
        }
        let explained = |rating: &Rating| Rating::EXPLAINER.contains(rating);
        ensure!(
            !self.steps || ratings.iter().any(explained),
            "--steps: expected --rating with se, er, ep or ed; other ratings have no path"
        );
        ensure!(
            !self.canonical || !ratings.iter().all(|rating| rating.is_invariant()),
            "--canonical: expected --rating with se, er, ep, ed, guesses or nodes; other ratings \
             are those of each symmetric copy"
        );
        Ok(ratings)
    }
}

/// Rates puzzles.
pub(super) fn run(mut arguments: Arguments) -> anyhow::Result<Ending> {
    if arguments.reading.grid.boxes != Shape::CLASSIC {
        bail!(Unrated::Shape(arguments.reading.grid.boxes));
    }
    let puzzles = stream::arguments(mem::take(&mut arguments.puzzles), "rate")?;
    let mut reading = arguments.reading.reading(no_marks!("ratings are of clues"))?;
    reading.no_shapes = Some("ratings are of 9x9 grids");
    let ratings = arguments.ratings()?;
    let picture = arguments.histogram;
    let picture = picture.map(|path| PictureFile::open("--histogram", path, &puzzles));
    let picture = picture.transpose()?;
    let mut columns: Vec<&str> = ratings.iter().map(|rating| rating.name()).collect();
    columns.extend(arguments.steps.then_some(judge::STEPS));
    let rows = RowForm::of(&arguments.emit);
    let rows = rows.map(|form| Rows::new(form, &columns, puzzles.len(), &reading.alphabet));
    let (time_limit, shows_steps) = (arguments.time_limit, arguments.steps);
    let (is_canonical, by) = (arguments.canonical, arguments.by);
    let judge = Judge { reading, ratings, by, time_limit, shows_steps, is_canonical, rows };
    let run = arguments.run;
    let has_files = puzzles.iter().any(|argument| argument::is_file(argument));
    let stream = if puzzles.iter().all(|argument| argument::is_file(argument)) {
        // The length of files is known, and so how much is left.
        let files = puzzles.into_iter().map(PathBuf::from).collect();
        Stream::over_catalogues(files, "rate", &judge.reading, run)?
    } else {
        Stream::over_arguments(&puzzles, &judge.reading, run)?
    };
    let mut done = stream.run(&judge, Sheet::print)?;
    done.complain_of_files();
    if has_files || done.ending() == Ending::Interrupted {
        let Tally { rated, improper, spent, .. } = done.tally;
        let spent =
            if spent > 0 { format!("{} given up, ", grouped(spent)) } else { String::new() };
        let [rated, improper, unreadable] = [rated, improper, done.unreadable].map(grouped);
        done.sum_up(format_args!(
            "{rated} rated, {spent}{improper} improper, {unreadable} unreadable; {}",
            done.time_and_rate()
        ));
        if has_files && !arguments.run.quiet.is_on {
            done.tally.histograms(&judge.ratings).for_each(say);
        }
    }
    match picture {
        Some(picture) => draw(picture, &judge, &done),
        None => Ok(done.ending()),
    }
}

/// Draws the counts, if there are any: an empty picture would take the place of an older one.
fn draw(picture: PictureFile, judge: &Judge, done: &Done<Tally>) -> anyhow::Result<Ending> {
    let is_interrupted = done.ending() == Ending::Interrupted;
    if done.tally.rated + done.tally.spent == 0 {
        if is_interrupted {
            say("no picture is drawn");
        } else {
            complain("no picture is drawn: there is no puzzle with a rating");
        }
        return Ok(done.ending().worse(Ending::NotWell));
    }
    if is_interrupted {
        let puzzles = counted(done.tally.puzzles, "puzzle");
        say(format_args!("the picture ends after {puzzles}"));
    }
    picture.write(&done.tally.picture(&judge.ratings, judge.by, is_interrupted))?;
    Ok(done.ending())
}
