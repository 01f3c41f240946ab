//! A path in one line, behind its puzzle: how it is solved, and its hardest step.
//!
//! ```text
//!      .......26 ... 8  chains  3 chains, 0 nets; step 4: (3=1)r1c5-(1=2)r1c1-(2=3)r5c1 => r5c5<>3
//!      8........ ... .  stuck   0 chains, 0 nets; 23 of 81 cells
//! ```

use std::fmt::Write;

use tourdion::logic::{Path, PathEnd, Step, Wording};
use tourdion::sudoku::Alphabet;

/// A path in one line, without its puzzle.
pub(super) fn path(path: &Path, alphabet: &Alphabet) -> String {
    let wording = Wording { alphabet };
    let [chains, nets] = path.counts();
    let mut line = format!("{:<10}", path.outcome());
    match path.end {
        PathEnd::Solved => {}
        PathEnd::Stuck => {
            // Writes into memory do not fail.
            let _ = write!(
                line,
                " {} of {} cells;",
                path.rest.grid().clue_count(),
                path.rest.shape().cells()
            );
        }
        PathEnd::Impossible(_) => {
            let why = wording.end(path.end, &path.rest);
            let _ = write!(line, " {};", why.trim_start_matches("impossible: "));
        }
    }
    let plural =
        |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let _ = write!(line, " {}, {}", plural(chains, "chain"), plural(nets, "net"));
    let Some(number) = path.hardest() else { return line };
    let before = path.replay().nth(number - 1);
    if let Some((before, Step::Net(net, chain))) = before {
        let _ = write!(line, "; hardest, step {number}: ");
        let _ = match chain {
            Some(chain) => write!(line, "{}", chain.eureka(alphabet)),
            None => write!(
                line,
                "{} placements in {}, {}: {}",
                net.length(),
                plural(net.depth(), "iteration"),
                wording.pair(net.pair, &before),
                wording.conclusion(net)
            ),
        };
    }
    line
}
