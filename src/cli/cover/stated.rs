//! The problem itself, written in a form that other programs read.

use std::fmt::Display;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use tourdion::cover::Problem;
use tourdion::cover::form::cnf::Cnf;
use tourdion::cover::form::miniexact::{MiniexactNumbers, MiniexactText};
use tourdion::cover::form::opb::Opb;

use super::placed::Placed;
use super::printer::Emit;
use crate::cli::CANNOT_WRITE;
use crate::cli::output::output;
use crate::cli::reserved::Reserved;

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

/// Prints the problem, if it is printed instead of covers. Returns whether it is.
pub(super) fn is_printed(
    problem: &Problem,
    placed: &Placed,
    emit: Option<Emit>,
) -> anyhow::Result<bool> {
    let Some(emit) = emit else { return Ok(false) };
    let Placed { held, banned } = placed;
    if matches!(emit, Emit::Problem | Emit::Miniexact | Emit::MiniexactNumbers)
        && !(held.is_empty() && banned.is_empty())
    {
        bail!("--emit {emit} prints the whole problem, without --hold, --ban and --part");
    }
    match emit {
        Emit::Options | Emit::Numbers | Emit::Jsonl => return Ok(false),
        Emit::Problem => print(problem)?,
        Emit::Cnf => print(&Cnf::new(problem, held, banned)?)?,
        Emit::Opb => print(&Opb::new(problem, held, banned)?)?,
        Emit::Miniexact => print(&MiniexactText::new(problem)?)?,
        Emit::MiniexactNumbers => print(&MiniexactNumbers::new(problem)?)?,
    }
    Ok(true)
}

fn print(text: &dyn Display) -> anyhow::Result<()> {
    let mut output = BufWriter::new(output());
    write!(output, "{text}").and_then(|()| output.flush()).context(CANNOT_WRITE)
}
