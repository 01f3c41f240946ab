//! A path in one line, behind its puzzle: how it ends, its hardest technique, and how often each is
//! used.
//!
//! ```text
//!      .......26 ... 8  solved     x-wing 3.2; 2 pointing, 1 x-wing; step 4: ... => r5c5<>3
//!      8........ ... .  stuck      needs x-wing, 23 of 81 cells; 1 pointing; ... # my own words
//! ```

use std::fmt::Write;

use tourdion::logic::technique::Board;
use tourdion::logic::{Ladder, Path, PathEnd, Pencil, Step, Wording};
use tourdion::sudoku::Alphabet;

/// A path in one line, without its puzzle.
pub(super) fn path(path: &Path, alphabet: &Alphabet) -> String {
    let wording = Wording { alphabet };
    let mut line = format!("{:<10} ", path.outcome());
    // Writes into memory do not fail.
    match path.end {
        PathEnd::Solved | PathEnd::Open => {}
        PathEnd::Stuck { .. } => {
            let (set, all) = (path.rest.grid().clue_count(), path.rest.shape().cells());
            let needs = path.needs().map(|needs| format!("needs {needs}, ")).unwrap_or_default();
            let _ = write!(line, "{needs}{set} of {all} cells; ");
        }
        PathEnd::Impossible(contradiction) => {
            let _ = write!(line, "{}; ", wording.impossible(contradiction));
        }
    }
    let (Some(technique), Some(difficulty)) = (path.technique(), path.difficulty()) else {
        line.push_str(if path.steps.is_empty() { "no step" } else { Ladder::SINGLES });
        return line;
    };
    let _ =
        write!(line, "{technique} {}; {}", wording.difficulty(difficulty), wording.counts(path));
    let Some(number) = path.hardest() else { return line };
    if let Some((before, step)) = path.replay().nth(number - 1) {
        let _ = write!(line, "; step {number}: {}", gist(step, &before, wording));
    }
    line
}

/// A step in one line.
fn gist(step: &Step, before: &Pencil, wording: Wording<'_>) -> String {
    match step {
        Step::Singles(_) => wording.heading(step, before),
        Step::Deduction(deduction) => {
            let sight = Board::of_pencil(before).map(|board| wording.sight(deduction, &board));
            format!("{} => {}", sight.unwrap_or_default(), wording.follows(deduction))
        }
        Step::Net(_, Some(chain)) => chain.eureka(wording.alphabet).to_string(),
        Step::Net(net, None) => format!(
            "{} placements in {}, {}: {}",
            net.length(),
            tourdion::numerals::counted(net.depth(), "iteration"),
            wording.pair(net.pair, before),
            wording.conclusion(net)
        ),
    }
}
