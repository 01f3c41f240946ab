//! The problem that the arguments name: a file's, or a maker's.

use std::io::ErrorKind::NotFound;
use std::io::{self, IsTerminal};
use std::mem;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use tourdion::catalogue::{Input, SourceError, SourceFault};
use tourdion::cover::form::xmpuzzle::{Symmetries, Xmpuzzle};
use tourdion::cover::{Problem, ProblemForm, TextError};
use tourdion::draw;
use tourdion::excerpt::Excerpt;
use tourdion::numerals::{counted, grouped};

use super::maker::Maker;
use crate::cli::options::at_least;
use crate::cli::picture::PictureFile;
use crate::cli::say;

/// The most problems of a file that are named.
const MOST_NAMED: usize = 8;

/// Where the problem is, and what of it.
#[derive(Args, Debug)]
pub(super) struct Given {
    /// The file of the problem, packed or not; `-` or none is standard input
    #[arg(value_name = "FILE", conflicts_with = "make")]
    file: Option<PathBuf>,
    /// Make a classic problem instead, such as pentominoes:6x10 or queens:8; see the list below
    #[arg(long, value_name = "NAME:SIZE")]
    make: Option<Maker>,
    /// Form of the file: knuth, numeric, json, miniexact, miniexact-numbers, matrix or xmpuzzle
    /// [default: recognised]
    #[arg(long, alias = "form", value_name = "FORM", conflicts_with = "make")]
    format: Option<ProblemForm>,
    /// Number of the problem in an .xmpuzzle file [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "make", value_parser = at_least::<1>)]
    problem: Option<u64>,
    /// Take assemblies of an .xmpuzzle file as one if they differ only by turning or mirroring the
    /// whole box
    #[arg(
        long,
        conflicts_with_all = [
            "make", "hold", "ban", "parts", "part", "cheapest", "sample", "estimate", "critical",
            "trace", "proof", "state", "resume", "write", "reduce",
        ]
    )]
    distinct: bool,
}

/// A problem, and how its box can be turned, if that matters.
pub(super) struct Taken {
    pub(super) problem: Problem,
    /// The file that it was read from.
    pub(super) file: Option<PathBuf>,
    pub(super) symmetries: Option<Symmetries>,
}

impl From<Problem> for Taken {
    fn from(problem: Problem) -> Taken {
        Taken { problem, file: None, symmetries: None }
    }
}

impl Given {
    /// Whether what is made can't be drawn.
    pub(super) fn is_made_undrawn(&self) -> bool {
        self.make.as_ref().is_some_and(|maker| !maker.is_drawn())
    }

    /// Whether of covers that are the same one is wanted.
    pub(super) fn is_distinct(&self) -> bool {
        self.distinct
    }

    /// Makes or reads the problem.
    pub(super) fn take(&mut self, is_quiet: bool) -> anyhow::Result<Taken> {
        if let Some(maker) = &self.make {
            return Ok(maker.problem().context("the problem can't be made")?.into());
        }
        let file = match mem::take(&mut self.file) {
            Some(file) => file,
            None if io::stdin().is_terminal() => {
                bail!(
                    "expected a FILE, `-` to read standard input, or --make; \
                     try `tourdion cover --help`"
                )
            }
            None => "-".into(),
        };
        let input = Input::new(&file);
        let name = input.name().clone();
        let bytes =
            input.read_whole(ProblemForm::can_begin).map_err(|error| unread(error, &file))?;
        let fault = |error: TextError| anyhow!("{name}:{error}");
        let text = ProblemForm::text(&bytes).map_err(fault)?;
        let form = self.format.map_or_else(|| ProblemForm::recognise(text), Ok).map_err(fault)?;
        if form == ProblemForm::Xmpuzzle {
            let puzzle = Xmpuzzle::read(text).map_err(fault)?;
            if self.problem.is_none() && !is_quiet {
                say_others(&puzzle);
            }
            let number = usize::try_from(self.problem.unwrap_or(1) - 1).unwrap_or(usize::MAX);
            let packing = puzzle.packing(number).map_err(fault)?;
            let symmetries = self.distinct.then(|| packing.symmetries());
            return Ok(Taken { symmetries, file: Some(file), problem: packing.into_problem() });
        }
        if self.problem.is_some() || self.distinct {
            let option = if self.distinct { "--distinct" } else { "--problem" };
            bail!("{option} is for .xmpuzzle files, and {name} is none: its form is {form}");
        }
        Ok(Taken { file: Some(file), ..form.read_text(text).map_err(fault)?.into() })
    }
}

/// The error of a file that can't be read, with what was meant if there is none of this name, and
/// it is a maker's.
fn unread(error: SourceError, file: &Path) -> anyhow::Error {
    let is_missing = matches!(&error.fault, SourceFault::Open(why) if why.kind() == NotFound);
    let maker = file.to_str().filter(|name| is_missing && name.parse::<Maker>().is_ok());
    match maker {
        Some(name) => anyhow!("{error}; --make {name} makes a problem of this name"),
        None => error.into(),
    }
}

/// Names the problems that are not taken, if there are others than the first.
fn say_others(puzzle: &Xmpuzzle<'_>) {
    let names = puzzle.names();
    let count = names.len();
    if count < 2 {
        return;
    }
    let shown = |(number, name): (usize, &str)| match name {
        "" => number.to_string(),
        name => format!("{number} ({})", Excerpt(name)),
    };
    let mut listed: Vec<String> = (1..).zip(names).take(MOST_NAMED).map(shown).collect();
    if count > MOST_NAMED {
        listed.push(format!("... up to {}", grouped(count as u64)));
    }
    let problems = counted(count, "problem");
    say(format_args!(
        "{problems}, of which the first is taken; for --problem: {}",
        listed.join(", ")
    ));
}

/// Opens the file for a picture of a cover, if this problem packs pieces.
pub(super) fn drawing(
    problem: &Problem,
    path: PathBuf,
    inputs: &[PathBuf],
) -> anyhow::Result<PictureFile> {
    draw::check_packing(problem).context("--svg draws what packs pieces")?;
    PictureFile::open("--svg", path, inputs)
}
