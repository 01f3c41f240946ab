//! The problem itself, written in a form that other programs read.

use std::fmt::{self, Display, Write as _};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use tourdion::cover::Problem;
use tourdion::cover::form::cnf::Cnf;
use tourdion::cover::form::miniexact::{MiniexactNumbers, MiniexactText};
use tourdion::cover::form::opb::Opb;

use super::placed::Placed;
use super::printer::Emit;
use crate::cli::output::output;
use crate::cli::output_file::Reserved;
use crate::cli::{CANNOT_WRITE, Ending, interrupt, say};

/// What means nothing where the problem is written and not searched.
pub(super) const WITHOUT_A_SEARCH: [&str; 12] = [
    "question",
    "limit",
    "seed",
    "emit",
    "svg",
    "stats",
    "engine",
    "branch",
    "memory",
    "time_limit",
    "node_limit",
    "threads",
];

/// Writes the problem into a file, if one is named. Returns whether one is.
pub(super) fn is_written(
    problem: &Problem,
    file: Option<PathBuf>,
    inputs: &[PathBuf],
) -> anyhow::Result<bool> {
    let Some(file) = file else { return Ok(false) };
    Reserved::open(file, inputs)?.write(problem.to_string().as_bytes())?;
    Ok(true)
}

/// Prints the problem, if it is printed instead of covers. Returns how that ended, if it is.
pub(super) fn print(
    problem: &Problem,
    placed: &Placed,
    emit: Option<Emit>,
    is_quiet: bool,
) -> anyhow::Result<Option<Ending>> {
    let Some(emit) = emit else { return Ok(None) };
    let Placed { held, banned, .. } = placed;
    if matches!(emit, Emit::Problem | Emit::Miniexact | Emit::MiniexactNumbers)
        && !(held.is_empty() && banned.is_empty())
    {
        bail!("--emit {emit} prints the whole problem, without --hold, --ban and --part");
    }
    match emit {
        Emit::Options | Emit::Numbers | Emit::Jsonl => return Ok(None),
        Emit::Problem => print_text(problem, is_quiet),
        Emit::Cnf => print_text(&Cnf::new(problem, held, banned)?, is_quiet),
        Emit::Opb => print_text(&Opb::new(problem, held, banned)?, is_quiet),
        Emit::Miniexact => print_text(&MiniexactText::new(problem)?, is_quiet),
        Emit::MiniexactNumbers => print_text(&MiniexactNumbers::new(problem)?, is_quiet),
    }
    .map(Some)
}

fn print_text(text: &dyn Display, is_quiet: bool) -> anyhow::Result<Ending> {
    let mut lines = Lines { output: BufWriter::new(output()), is_within: false, error: None };
    let written = write!(lines, "{text}");
    let Lines { mut output, error, .. } = lines;
    error.map_or(Ok(()), Err).and_then(|()| output.flush()).context(CANNOT_WRITE)?;
    if written.is_ok() {
        return Ok(Ending::Well);
    }
    if !is_quiet {
        say("interrupted: the problem is not written to its end");
    }
    Ok(Ending::Interrupted)
}

/// Takes lines until there is an interrupt, and keeps the error of the output.
struct Lines<W> {
    output: W,
    /// Whether a line has begun and not come to its end.
    is_within: bool,
    error: Option<io::Error>,
}

impl<W: Write> fmt::Write for Lines<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if !self.is_within && interrupt::is_raised() {
            return Err(fmt::Error);
        }
        if let Some(&last) = text.as_bytes().last() {
            self.is_within = last != b'\n';
        }
        self.output.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}
