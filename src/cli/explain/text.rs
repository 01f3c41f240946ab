//! A path as text, step by step.
//!
//! ```text
//!      2. Chain: (3=1)r1c5-(1=2)r1c1-(2=3)r5c1 => r5c5<>3
//!      3. Net: r4c4 is 2 or 7
//!           r4c4=2   1  r4c6=7, r6c4=9 (row 6)
//!                    2  r6c1=2 (column 1)
//!           r4c4=7   1  r9c4=2
//!                    2  r9c1=9
//!         either way r6c1<>9
//! ```

use std::fmt::Write;

use tourdion::logic::{Net, Node, Path, PathEnd, Pencil, Single, Step, Wording};
use tourdion::sudoku::Alphabet;

use super::Rest;

/// Lines are broken before this column.
const WIDTH: usize = 100;

/// A path, from its clues or its first pencil marks to its last.
pub(super) fn path(path: &Path, has_clues: bool, alphabet: &Alphabet, form: Rest) -> String {
    let mut text = if has_clues {
        format!("{}\n\n", path.start.grid().framed(alphabet))
    } else {
        format!("{}\n", path.start.forum(alphabet))
    };
    for (number, (before, made)) in path.replay().enumerate() {
        text.push_str(&step(number + 1, &before, made, alphabet));
    }
    let end = Wording { alphabet }.end(path.end, &path.rest);
    // A write into memory does not fail.
    let blank = if path.steps.is_empty() { "" } else { "\n" };
    let _ = writeln!(text, "{blank}{}{}", end[..1].to_uppercase(), &end[1..]);
    text.push_str(&rest(path, alphabet, form));
    text
}

/// A step on the pencil marks before it.
pub(super) fn step(number: usize, before: &Pencil, step: &Step, alphabet: &Alphabet) -> String {
    let (wording, mut text) = (Wording { alphabet }, String::new());
    let heading = format!("{number}. ");
    let indent = " ".repeat(heading.len());
    // Writes into memory do not fail.
    match step {
        Step::Singles(made) => singles(&mut text, &(heading + "Singles: "), made, wording),
        Step::Net(net, Some(chain)) => {
            let _ = writeln!(text, "{heading}Chain: {}", chain.eureka(alphabet));
            let _ = writeln!(
                text,
                "{indent}{}: {}",
                wording.pair(net.pair, before),
                wording.conclusion(net)
            );
        }
        Step::Net(net, None) => {
            let _ = writeln!(text, "{heading}Net: {}", wording.pair(net.pair, before));
            branches(&mut text, &indent, net, wording);
            let _ = writeln!(text, "{indent}{}", wording.conclusion(net));
        }
    }
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

fn singles(text: &mut String, heading: &str, singles: &[Single], wording: Wording<'_>) {
    list(text, heading, singles.iter().map(|&single| wording.single(single)));
}

/// The placements of each branch, iteration by iteration.
fn branches(text: &mut String, indent: &str, net: &Net, wording: Wording<'_>) {
    for branch in &net.branches {
        let Some((start, rest)) = branch.split_first() else { continue };
        let mut heading = format!("{indent}  {}   ", wording.candidate(start.single.candidate));
        if rest.is_empty() {
            let _ = writeln!(text, "{}", heading.trim_end());
        }
        for iteration in rest.chunk_by(|one: &Node, other| one.iteration == other.iteration) {
            let number = format!("{:>2}  ", iteration[0].iteration);
            list(
                text,
                &(heading.clone() + &number),
                iteration.iter().map(|node| wording.single(node.single)),
            );
            heading = " ".repeat(heading.chars().count());
        }
    }
}

/// Entries with commas, in lines of limited width; all but the first are indented like it.
fn list(text: &mut String, heading: &str, entries: impl Iterator<Item = String>) {
    text.push_str(heading);
    let indent = heading.chars().count();
    let mut column = indent;
    for (number, entry) in entries.enumerate() {
        if number > 0 {
            text.push(',');
            if column + entry.chars().count() + 2 > WIDTH {
                let _ = write!(text, "\n{}", " ".repeat(indent));
                column = indent;
            } else {
                text.push(' ');
                column += 2;
            }
        }
        column += entry.chars().count();
        text.push_str(&entry);
    }
    text.push('\n');
}
