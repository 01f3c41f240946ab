//! A path as text, step by step.
//!
//! ```text
//!      the grid, or its pencil marks
//!      2. Chain: (3=1)r1c5-(1=2)r1c1-(2=3)r5c1 => r5c5<>3
//!      ...
//!      the solution, or the pencil marks left
//! ```

use std::fmt::Write;

use tourdion::logic::{Path, PathEnd, Wording};
use tourdion::sudoku::Alphabet;

use super::Rest;

/// A path, from its clues or its first pencil marks to its last.
pub(super) fn path(path: &Path, has_clues: bool, alphabet: &Alphabet, form: Rest) -> String {
    let mut text = if has_clues {
        format!("{}\n\n", path.start.grid().framed(alphabet))
    } else {
        format!("{}\n", path.start.forum(alphabet))
    };
    let wording = Wording { alphabet };
    for (number, (before, step)) in path.replay().enumerate() {
        text.push_str(&wording.step(number + 1, step, &before));
    }
    let end = wording.end(path.end, &path.rest);
    // A write into memory does not fail.
    let blank = if path.steps.is_empty() { "" } else { "\n" };
    let _ = writeln!(text, "{blank}{}{}", end[..1].to_uppercase(), &end[1..]);
    text.push_str(&rest(path, alphabet, form));
    text
}

/// The solution, or the pencil marks left.
fn rest(path: &Path, alphabet: &Alphabet, form: Rest) -> String {
    match (path.end, form) {
        (PathEnd::Solved, _) => format!("{}\n", path.rest.grid().framed(alphabet)),
        (_, Rest::Forum) => path.rest.forum(alphabet).to_string(),
        (_, Rest::Braced) => path.rest.braced(alphabet).to_string(),
        (_, Rest::Line) => format!("{}\n", path.rest.line(alphabet)),
    }
}
