//! `--parts` and `--part`: a search divided, so that several machines can do it.
//!
//! ```text
//!      tourdion cover --parts problem.txt               1, 2, 3, ...: the places of the parts
//!      tourdion cover --part 17 --count problem.txt     on any machine; the counts add up
//! ```
//!
//! Sparse sets cut, whatever engine searches: they take every problem, so the parts depend on the
//! problem and the options held and banned alone.

use std::io::{BufWriter, Write};

use anyhow::Context;
use tourdion::cover::share::parts::{NoPart, Part, Place};
use tourdion::cover::{Cells, Problem};

use super::placed::Placed;
use crate::cli::output::output;
use crate::cli::{CANNOT_WRITE, Ending, say};

/// The options held and banned in a part, those of the whole among them.
pub(super) fn place_within(
    problem: &Problem,
    placed: Placed,
    place: &Place,
) -> anyhow::Result<Placed> {
    if *place == Place::WHOLE {
        return Ok(placed);
    }
    if placed.why_none(problem).is_some() {
        return Err(NoPart(place.clone()).into());
    }
    let mut cells = Cells::new(problem)?;
    placed.put(&mut cells, None)?;
    let part = Part::at(place, &mut cells)?;
    Ok(placed.with(part.moves()))
}

/// Prints the places of the parts of the part at `place`, a line each.
pub(super) fn print(
    problem: &Problem,
    placed: &Placed,
    place: &Place,
    is_quiet: bool,
) -> anyhow::Result<Ending> {
    let parts = if placed.why_none(problem).is_some() {
        Vec::new()
    } else {
        let mut cells = Cells::new(problem)?;
        placed.put(&mut cells, None)?;
        Part::at(place, &mut cells)?.cut(&mut cells)?
    };
    let mut output = BufWriter::new(output());
    let mut lines = parts.iter().map(Part::place);
    lines
        .try_for_each(|place| writeln!(output, "{place}"))
        .and_then(|()| output.flush())
        .context(CANNOT_WRITE)?;
    if parts.is_empty() && !is_quiet {
        say("no cover, and no parts");
    }
    Ok(if parts.is_empty() { Ending::NotWell } else { Ending::Well })
}
