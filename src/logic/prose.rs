//! A step as text.
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

use super::technique::{Board, Deduction};
use super::{Net, Node, Pencil, Single, Step, Strand, Wording};

/// Lines are broken before this column.
const WIDTH: usize = 100;

impl Wording<'_> {
    /// A step, from 1, on the pencil marks before it, in lines of at most 100 columns.
    ///
    /// ```
    /// use tourdion::logic::{NetFinder, Path, Pencil, Strategy, Wording};
    /// use tourdion::sudoku::{Alphabet, Grid};
    ///
    /// let puzzle: Grid = "1....2..3......4".parse()?;
    /// let finder = NetFinder::new(puzzle.shape());
    /// let path = Path::find(&Pencil::of(&puzzle), &Strategy::default(), &finder);
    /// let wording = Wording { alphabet: &Alphabet::usual(puzzle.shape()) };
    /// let text = wording.step(1, &path.steps[0], &path.start);
    /// assert!(text.starts_with("1. Singles: r2c1="), "{text}");
    /// # Ok::<(), tourdion::sudoku::GridError>(())
    /// ```
    pub fn step(self, number: usize, step: &Step, before: &Pencil) -> String {
        let mut text = String::new();
        let heading = format!("{number}. ");
        let indent = " ".repeat(heading.len());
        // Writes into memory do not fail.
        match step {
            Step::Singles(made) => singles(&mut text, &(heading + "Singles: "), made, self),
            Step::Deduction(deduction) => {
                self.technique_step(&mut text, &heading, deduction, before);
            }
            Step::Net(net, Some(chain)) => {
                let _ = writeln!(text, "{heading}Chain: {}", chain.eureka(self.alphabet));
                let _ = writeln!(
                    text,
                    "{indent}{}: {}",
                    self.pair(net.pair, before),
                    self.conclusion(net)
                );
            }
            Step::Net(net, None) => {
                let _ = writeln!(text, "{heading}Net: {}", self.pair(net.pair, before));
                branches(&mut text, &indent, net, self);
                let _ = writeln!(text, "{indent}{}", self.conclusion(net));
            }
        }
        text
    }

    /// A technique: one line, or a heading with strands or combinations below it.
    fn technique_step(self, text: &mut String, heading: &str, of: &Deduction, before: &Pencil) {
        let Some(board) = Board::of_pencil(before) else { return };
        let (name, indent) = (self.technique(of.technique), " ".repeat(heading.len()));
        let sight = self.sight(of, &board);
        let follows = self.follows(of);
        let mut combinations = self.combinations(of, &board);
        let mut strands = self.strands(of);
        // Writes into memory do not fail.
        if !combinations.is_empty() {
            let _ = writeln!(text, "{heading}{name}: {sight}");
            for one in &mut combinations {
                case(text, &indent, one);
            }
            let _ = writeln!(text, "{indent}{}", self.combinations_end(of));
            return;
        }
        if strands.is_empty() {
            let _ = writeln!(text, "{heading}{name}: {sight} => {follows}");
            return;
        }
        let _ = writeln!(text, "{heading}{name}: {sight}");
        match &mut strands[..] {
            [alone] if alone.entries.is_empty() => {}
            [alone] => list(text, &format!("{indent}  "), alone.entries.drain(..)),
            cases => cases.iter_mut().for_each(|one| case(text, &indent, one)),
        }
        let _ = writeln!(text, "{indent}{}", self.strands_end(of));
    }
}

/// What is assumed, and behind it what follows.
fn case(text: &mut String, indent: &str, of: &mut Strand) {
    let start = format!("{indent}  {}   ", of.start);
    list(text, &start, of.entries.drain(..));
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
            list(text, &heading, std::iter::empty());
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
    let mut entries = entries.peekable();
    if entries.peek().is_none() {
        text.push_str(heading.trim_end());
    } else {
        text.push_str(heading);
    }
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
