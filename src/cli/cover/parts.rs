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
use std::ops::ControlFlow::{self, Break, Continue};

use anyhow::Context;
use tourdion::cover::share::parts::{Part, PartError, Place};
use tourdion::cover::{Cells, Problem};

use super::ask::ending_of;
use super::placed::Placed;
use super::watch::Guard;
use crate::cli::output::output;
use crate::cli::{CANNOT_WRITE, Ending, say};

/// The options held and banned in a part, those of the whole among them; or the ending, if the
/// guard stops the cuts that lead to it.
pub(super) fn place_within(
    problem: &Problem,
    placed: Placed,
    place: &Place,
    mut guard: Guard<'_>,
    is_quiet: bool,
) -> anyhow::Result<ControlFlow<Ending, Placed>> {
    if *place == Place::WHOLE {
        return Ok(Continue(placed));
    }
    if placed.why_none(problem).is_some() {
        return Err(PartError::Missing(place.clone()).into());
    }
    let mut cells = Cells::new(problem)?;
    placed.put(&mut cells, None)?;
    let part = Part::at(place, &mut cells, &mut guard);
    if part == Err(PartError::Stopped) {
        return Ok(Break(stopped(&guard, is_quiet)));
    }
    Ok(Continue(placed.with(part?.moves())))
}

/// Prints the places of the parts of the part at `place`, a line each; none, if the guard stops the
/// cuts.
pub(super) fn print(
    problem: &Problem,
    placed: &Placed,
    place: &Place,
    mut guard: Guard<'_>,
    is_quiet: bool,
) -> anyhow::Result<Ending> {
    let parts = if placed.why_none(problem).is_some() {
        Vec::new()
    } else {
        let mut cells = Cells::new(problem)?;
        placed.put(&mut cells, None)?;
        let whole = Part::at(place, &mut cells, &mut guard);
        let parts = whole.and_then(|whole| whole.cut(&mut cells, &mut guard));
        if parts == Err(PartError::Stopped) {
            return Ok(stopped(&guard, is_quiet));
        }
        parts?
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

/// Says why there are no parts, and how the run ends.
fn stopped(guard: &Guard<'_>, is_quiet: bool) -> Ending {
    let end = guard.end();
    if let Some(why) = end.why_stopped().filter(|_| !is_quiet) {
        say(format_args!("{why} while the search is cut into parts"));
    }
    ending_of(end, false)
}
