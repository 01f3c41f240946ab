//! Whether the solution that a file has for its puzzle is the right one.
//!
//! ```text
//!      right                    it solves the puzzle, and nothing else does
//!      wrong: r1c3 is 4, …      of a proper puzzle: the first cell that differs
//!      wrong: 8 stands twice …  of another: the rule that is broken
//!      not-only                 it solves a pseudo-puzzle
//! ```
//!
//! A grid is compared with the rules first, which takes no search: most solutions are right.

use std::fmt::Write;

use tourdion::catalogue::{GivenSolution, SolutionContent};
use tourdion::expression::SolutionCheck;
use tourdion::sudoku::{Alphabet, Cell, Grid, Unmet, check};
use tourdion::verify::{Kind, Verdict};

use crate::cli::command_puzzle::CommandPuzzle;
use crate::cli::why_impossible;

/// What precedes the right digit: after "r1c3 is 4, not 2" either could be the right one.
const RIGHT: &str = "the solution has";

/// A judgement on a given solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Judgement {
    Right,
    Wrong(WrongSolution),
    /// It solves the puzzle, but others do too.
    NotOnly,
    /// There is none.
    Missing,
}

/// What is wrong with a given solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WrongSolution {
    pub(super) why: String,
    /// The cell that shows it.
    pub(super) cell: Option<Cell>,
}

impl Judgement {
    /// The judgement on the solution given for a puzzle of this kind. `verdict` makes the verdict
    /// with its witnesses.
    pub(super) fn on(
        given: Option<&GivenSolution>,
        puzzle: &impl CommandPuzzle,
        kind: Kind,
        verdict: &dyn Fn() -> Verdict,
        alphabet: &Alphabet,
    ) -> Judgement {
        let grid = match given.map(|given| &given.content) {
            None | Some(SolutionContent::Missing) => return Judgement::Missing,
            Some(SolutionContent::Unreadable(why)) => {
                return Judgement::Wrong(WrongSolution { why: why.clone(), cell: None });
            }
            Some(SolutionContent::Grid { grid, .. }) => grid,
        };
        let broken = broken_rule(grid, puzzle, alphabet);
        match (kind, broken) {
            (Kind::Proper, None) => Judgement::Right,
            (Kind::Pseudo, None) => Judgement::NotOnly,
            (Kind::Impossible, None) => unreachable!("the given grid solves the puzzle: {grid}"),
            (Kind::Proper, Some(broken)) => match verdict() {
                Verdict::Proper(solution) => {
                    let other = solution.grid();
                    Judgement::Wrong(match check::first_difference(grid, other) {
                        None => broken,
                        Some(cell) => WrongSolution {
                            why: difference(cell, grid, other, RIGHT, alphabet),
                            cell: Some(cell),
                        },
                    })
                }
                Verdict::Pseudo(_) | Verdict::Impossible => Judgement::Wrong(broken),
            },
            (_, Some(broken)) => Judgement::Wrong(broken),
        }
    }

    /// The judgement in one word.
    pub(super) const fn word(&self) -> &'static str {
        match self {
            Judgement::Right => "right",
            Judgement::Wrong(..) => "wrong",
            Judgement::NotOnly => "not-only",
            Judgement::Missing => "missing",
        }
    }

    /// The judgement with its reason.
    pub(super) fn in_words(&self) -> String {
        match self {
            Judgement::Right => "right".into(),
            Judgement::Wrong(WrongSolution { why, .. }) => format!("wrong: {why}"),
            Judgement::NotOnly => "not-only".into(),
            Judgement::Missing => "missing".into(),
        }
    }
}

/// What shows of the solution given for a puzzle without a search.
pub(in crate::cli) fn checked(
    given: Option<&GivenSolution>,
    puzzle: &impl CommandPuzzle,
    alphabet: &Alphabet,
) -> SolutionCheck {
    match given.map(|given| &given.content) {
        None | Some(SolutionContent::Missing) => SolutionCheck::Missing,
        Some(SolutionContent::Grid { grid, .. })
            if broken_rule(grid, puzzle, alphabet).is_none() =>
        {
            SolutionCheck::Fits
        }
        Some(_) => SolutionCheck::Wrong,
    }
}

/// Why a grid is no solution of a puzzle; `None` if it is one.
fn broken_rule(
    grid: &Grid,
    puzzle: &impl CommandPuzzle,
    alphabet: &Alphabet,
) -> Option<WrongSolution> {
    let at = |cell, why| WrongSolution { why, cell: Some(cell) };
    let shape = puzzle.shape();
    if let Some(clues) = puzzle.as_grid() {
        let mut pairs = grid.cells().iter().zip(clues.cells());
        if let Some(index) = pairs.position(|(content, clue)| clue.is_some() && content != clue) {
            let cell = shape.cell(index);
            return Some(at(cell, difference(cell, grid, clues, "the clue is", alphabet)));
        }
    } else if let Some(Unmet { cell, found, .. }) = puzzle.unmet(grid) {
        let found = alphabet.write(Some(found));
        return Some(at(cell, format!("{cell} is {found}, which is no candidate there")));
    }
    if let Some(index) = grid.cells().iter().position(Option::is_none) {
        let cell = shape.cell(index);
        return Some(at(cell, format!("{cell} is empty")));
    }
    let clash = |_| WrongSolution { why: why_impossible(grid, alphabet), cell: None };
    check::clash(grid).map(clash)
}

/// What stands in a cell, and what does in another grid.
fn difference(cell: Cell, one: &Grid, other: &Grid, word: &str, alphabet: &Alphabet) -> String {
    let mut text = match one.get(cell) {
        Some(digit) => format!("{cell} is {}", alphabet.write(Some(digit))),
        None => format!("{cell} is empty"),
    };
    if let Some(digit) = other.get(cell) {
        // A write into memory does not fail.
        let _ = write!(text, ", {word} {}", alphabet.write(Some(digit)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tourdion::sudoku::Shape;
    use tourdion::verify::{LinksVerifier, Verifier};

    #[test]
    fn solutions_are_judged() {
        let shape = Shape::new(2, 2).unwrap();
        let alphabet = Alphabet::usual(shape);
        let mut verifier = LinksVerifier::new(shape);
        let mut judged = |puzzle: &str, given: &str| {
            let puzzle: Grid = puzzle.parse().unwrap();
            let content = SolutionContent::Grid { grid: given.parse().unwrap(), is_plain: true };
            let given = GivenSolution { line: 1, column: 1, content };
            let verdict = verifier.verify(&puzzle);
            let again = || verdict.clone();
            Judgement::on(Some(&given), &puzzle, verdict.kind(), &again, &alphabet).in_words()
        };
        let [proper, pseudo, impossible] =
            ["1....2..3......4", "1...............", "11.............."];
        assert_eq!(judged(proper, "1324421331422431"), "wrong: r1c3 is 2, the solution has 4");
        let solution = "1423324123144132";
        for (puzzle, given, expected) in [
            (pseudo, solution, "not-only"),
            (pseudo, "2413314213244231", "wrong: r1c1 is 2, the clue is 1"),
            (pseudo, "1423324123144131", "wrong: 1 stands twice in row 4, in r4c2 and r4c4"),
            (pseudo, "142332412314413.", "wrong: r4c4 is empty"),
            (impossible, solution, "wrong: r1c2 is 4, the clue is 1"),
        ] {
            assert_eq!(judged(puzzle, given), expected);
        }
    }
}
