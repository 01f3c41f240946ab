//! Options shared by several commands: each has one name, one meaning and one parser.
//!
//! ```text
//!      #[command(flatten)]
//!      reading: ReadingArguments       --format, --column, --boxes, --alphabet
//!      run: RunArguments               --threads, --quiet
//!
//!      value_parser = seconds          0.5      as of --time-limit
//!      value_parser = bytes            512M     as of --memory
//!      value_parser = at_least::<1>    7        as of --number
//!      value_parser = within::<1, 24, u8>       as of --per-page
//! ```
//!
//! Invariant: an argument that is wrong by itself is refused before a command does anything, with
//! what was expected. What depends on two arguments, as an alphabet on a shape, is checked when the
//! command takes both.
//!
//! Deliberately lacking: options of one command, and what the values do.

use std::num::NonZero;
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use tourdion::catalogue::{CatalogueForm, Reading};
use tourdion::sudoku::{Alphabet, Shape};
use tourdion::threads::{Threads, ThreadsError};

/// How grids are written.
#[derive(Args, Clone, Debug)]
pub(super) struct GridArguments {
    /// Rows and columns of a box: 3x3 for the everyday grid, 2x3, 4x4, up to 25 digits
    #[arg(long, value_name = "RxC", default_value_t = Shape::CLASSIC)]
    pub(super) boxes: Shape,
    /// Symbols of the digits, in order [default: the first of 123456789ABCDEFGHIJKLMNOP]
    #[arg(long, value_name = "SYMBOLS", value_parser = Alphabet::new)]
    alphabet: Option<Alphabet>,
    /// Symbol of an empty cell in what is written, one of .0*?_- [default: the first that is no
    /// digit]
    #[arg(long, value_name = "SYMBOL")]
    empty: Option<char>,
}

impl GridArguments {
    /// The alphabet that is named, or the usual one.
    ///
    /// # Errors
    /// If its size is not that of the shape, or an empty cell can't be written so.
    pub(super) fn alphabet(&self) -> anyhow::Result<Alphabet> {
        let shape = self.boxes;
        let alphabet = self.alphabet.clone().unwrap_or_else(|| Alphabet::usual(shape));
        if alphabet.size() != shape.size() {
            let (has, needs) = (alphabet.size(), shape.size());
            bail!("--alphabet has {has} symbols where boxes of {shape} need {needs}");
        }
        Ok(match self.empty {
            Some(empty) => alphabet.with_empty(empty).context("--empty")?,
            None => alphabet,
        })
    }
}

/// How puzzles are written in files.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reading")]
pub(super) struct ReadingArguments {
    #[command(flatten)]
    pub(super) grid: GridArguments,
    /// Form of the files: lines, values, framed, lists, csv, jsonl, json, hodoku or opensudoku
    /// [default: recognised]
    #[arg(long, value_name = "FORM")]
    format: Option<CatalogueForm>,
    /// Column of the puzzles in CSV and JSON lines: a name, or in CSV a number from 1
    #[arg(long, value_name = "NAME")]
    column: Option<String>,
}

impl ReadingArguments {
    /// Whether they say which form files have, or where a puzzle is in them.
    pub(super) fn names_a_form(&self) -> bool {
        self.format.is_some() || self.column.is_some()
    }

    /// The reading of these options. `no_marks` is why puzzles of pencil marks are refused, if they
    /// are; [`no_marks!`] has the words around it.
    ///
    /// # Errors
    /// If the alphabet does not suit the shape.
    pub(super) fn reading(&self, no_marks: Option<&'static str>) -> anyhow::Result<Reading> {
        let (shape, alphabet) = (self.grid.boxes, self.grid.alphabet()?);
        let column = self.column.clone();
        let form = self.format;
        Ok(Reading { shape, alphabet, form, column, no_marks, ..Reading::default() })
    }
}

/// The error of pencil marks that a command does not take, with the reason and the way out.
macro_rules! no_marks {
    ($why:literal) => {
        Some(concat!(
            "these are pencil marks, and ",
            $why,
            "; verify, solve, filter and explain take them"
        ))
    };
}
pub(super) use no_marks;

/// How many threads a command works on.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct ThreadCount {
    /// Number of threads [default: as many as the machine has]
    #[arg(id = "threads", long, value_name = "N",
          value_parser = within::<1, 1024, u16>)]
    pub(super) number: Option<u16>,
}

impl ThreadCount {
    /// The number of threads.
    pub(super) fn count(self) -> usize {
        let here = || thread::available_parallelism().map_or(1, NonZero::get);
        self.number.map_or_else(here, usize::from)
    }

    /// Starts them; or half as many where the system refuses, and so on.
    pub(super) fn start(self) -> Result<Threads, ThreadsError> {
        at_most(self.count(), Threads::new)
    }
}

/// Starts this number, or the first half, quarter and so on that can be started.
fn at_most<T, E>(number: usize, start: impl Fn(usize) -> Result<T, E>) -> Result<T, E> {
    match start(number) {
        Err(_) if number > 1 => at_most(number / 2, start),
        started => started,
    }
}

/// What a command says beside its results.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Quiet {
    /// Print no summary, no remarks and no progress
    #[arg(id = "quiet", long, short)]
    pub(super) is_on: bool,
}

/// How a run over puzzles goes.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct RunArguments {
    #[command(flatten)]
    pub(super) threads: ThreadCount,
    #[command(flatten)]
    pub(super) quiet: Quiet,
}

/// A form of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum RowForm {
    /// Fields with commas between them, or with the separator of the file
    Csv,
    /// Fields with tabs between them
    Tsv,
    /// A JSON object on each line
    Jsonl,
}

impl RowForm {
    /// The form of rows with the name that a value of `--emit` has, if there is one.
    pub(super) fn of(emit: &impl ValueEnum) -> Option<RowForm> {
        RowForm::from_str(emit.to_possible_value()?.get_name(), false).ok()
    }
}

/// A form in which answers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Emit {
    /// A line for each puzzle, with your own text after it
    Lines,
    /// The rows of a CSV file with all their columns, and more at the end; of a list, a table
    Csv,
    /// The same with tabs between the fields
    Tsv,
    /// The same as a JSON object on each line
    Jsonl,
}

/// Reads an argument that is a number from `LEAST` on.
pub(super) fn at_least<const LEAST: u64>(text: &str) -> Result<u64, String> {
    let is_too_large = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    match text.parse() {
        Ok(number) if number >= LEAST => Ok(number),
        Err(_) if is_too_large => Err(format!("expected a whole number up to {}", u64::MAX)),
        _ => Err(format!("expected a whole number from {LEAST} on")),
    }
}

/// Reads an argument that is a number in a range, which has both ends.
pub(super) fn within<const LEAST: u64, const MOST: u64, N: TryFrom<u64>>(
    text: &str,
) -> Result<N, String> {
    let number = at_least::<LEAST>(text).ok().filter(|&number| number <= MOST);
    let number = number.and_then(|number| N::try_from(number).ok());
    number.ok_or_else(|| format!("expected a whole number from {LEAST} to {MOST}"))
}

/// Reads an argument that is a number of things in memory.
pub(super) fn count(text: &str) -> Result<usize, String> {
    let count = at_least::<0>(text)?;
    usize::try_from(count).map_err(|_| format!("expected a whole number up to {}", usize::MAX))
}

/// Reads a time in seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "expected seconds above 0, below 10^19, as in 0.5 or 10".to_owned())
}

/// Reads a size in bytes, or with a suffix in units of 1024, 1024² or 1024³ bytes.
pub(super) fn bytes(text: &str) -> Result<usize, String> {
    let (number, shift) = match text.char_indices().next_back() {
        Some((at, 'K' | 'k')) => (&text[..at], 10),
        Some((at, 'M' | 'm')) => (&text[..at], 20),
        Some((at, 'G' | 'g')) => (&text[..at], 30),
        _ => (text, 0),
    };
    let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    match number.parse::<usize>() {
        Ok(0) => Err("expected a size above 0".to_owned()),
        Ok(number) if is_number => number.checked_mul(1 << shift).ok_or_else(too_large),
        Err(_) if is_number => Err(too_large()),
        _ => Err("expected a size in bytes, as in 4096, 64K, 512M or 2G".to_owned()),
    }
}

/// What is wrong with a size that no memory has.
fn too_large() -> String {
    format!("expected a size of at most {} bytes", usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_wrong_is_refused_in_a_sentence() {
        let number = within::<2, 24, u8>;
        assert_eq!(["2", "24"].map(number), [Ok(2), Ok(24)]);
        for text in ["", "0", "1", "-1", "1.5", "25", "1000000000", "100000000000000000000", "x"] {
            assert_eq!(number(text), Err("expected a whole number from 2 to 24".into()), "{text}");
        }
        // A type that is too narrow is one more bound.
        assert!(within::<0, 1_000, u8>("256").is_err());
    }

    #[test]
    fn a_time_is_above_nothing_and_no_longer_than_can_be_counted() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(seconds("9999999999999999999").is_ok());
        for text in ["", "0", "-1", "1e-300", "nan", "-inf", "x", "1,5", "1e20", "inf"] {
            let expected = "expected seconds above 0, below 10^19, as in 0.5 or 10";
            assert_eq!(seconds(text), Err(expected.into()), "{text}");
        }
    }

    #[test]
    fn as_many_threads_are_started_as_the_system_lets() {
        let most = |most| move |number| if number <= most { Ok(number) } else { Err(number) };
        for (number, allowed, expected) in
            [(4, 4, Ok(4)), (1000, 40, Ok(31)), (3, 1, Ok(1)), (64, 0, Err(1)), (1, 0, Err(1))]
        {
            assert_eq!(at_most(number, most(allowed)), expected);
        }
    }

    #[test]
    fn sizes_have_suffixes() {
        assert_eq!(
            ["1", "4096", "64K", "3m", "2G"].map(bytes),
            [1, 4096, 65_536, 3 << 20, 2 << 30].map(Ok)
        );
        let large = format!("expected a size of at most {} bytes", usize::MAX);
        for text in ["99999999999999999999", "99999999999999G", "99999999999999999999K"] {
            assert_eq!(bytes(text), Err(large.clone()), "{text}");
        }
        for text in [
            "",
            "+1",
            "K",
            "0",
            "0G",
            "-1",
            "1.5G",
            "1T",
            "1KK",
            "99999999999999999999",
            "99999999999999G",
            "é",
        ] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
