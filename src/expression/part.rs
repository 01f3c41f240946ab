//! The parts of an expression, and their values while facts are missing.
//!
//! ```text
//!      and      true if all are, false if one is false, else open
//!      or       false if all are, true if one is true, else open
//!      not      the other one; open stays open
//! ```
//!
//! `None` stands for open.

use std::cmp::Ordering;
use std::mem;

use super::comparison::Comparison;
use super::given::{SolutionCheck, Standing};
use crate::generate::PatternSymmetry;
use crate::rating::{Rate, Rating};
use crate::sudoku::{Grid, Pattern, Puzzle};
use crate::verify::Kind;

/// A part of an expression, or all of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Test(Test),
    Not(Box<Part>),
    All(Vec<Part>),
    Any(Vec<Part>),
}

/// A question about a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Test {
    Clues(Comparison),
    Pattern(Pattern),
    Symmetry(PatternSymmetry),
    Verdict(Kind),
    /// Of the solution beside the puzzle.
    Solution(Standing),
    Automorphisms(Comparison),
    Minimal,
    /// A technique by its name.
    Uses(&'static str),
    /// Of the hardest technique, in tenths; singles are 1.0.
    Difficulty(Comparison),
    Rating(Rating, Comparison),
}

/// A kind of fact, from the cheapest to find to the dearest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fact {
    /// What the cells say.
    Cells,
    Verdict,
    Automorphisms,
    Minimal,
    Path,
    Rating(Rating),
}

/// How a person solves a puzzle.
#[derive(Clone)]
pub(super) struct Means {
    pub(super) techniques: Vec<&'static str>,
    /// In tenths.
    pub(super) difficulty: u16,
}

/// What is known of a puzzle, besides its cells.
#[derive(Clone, Default)]
pub(super) struct Known {
    /// What a check of the solution beside the puzzle has shown.
    pub(super) given: Option<SolutionCheck>,
    pub(super) kind: Option<Kind>,
    pub(super) automorphisms: Option<u32>,
    pub(super) is_minimal: Option<bool>,
    pub(super) means: Option<Means>,
    /// Each rating at most once.
    pub(super) rates: Vec<(Rating, Rate)>,
}

impl Known {
    /// The ratings that were not tried to their ends.
    pub(super) fn take_unsettled(&mut self) -> Vec<(Rating, Rate)> {
        let mut rates = mem::take(&mut self.rates);
        rates.retain(|(_, rate)| rate.is_unsettled());
        rates
    }
}

impl Part {
    /// Shows each test.
    pub(super) fn each_test(&self, visit: &mut impl FnMut(&Test)) {
        match self {
            Part::Test(test) => visit(test),
            Part::Not(part) => part.each_test(visit),
            Part::All(parts) | Part::Any(parts) => {
                for part in parts {
                    part.each_test(visit);
                }
            }
        }
    }

    /// Its value, as far as those of its tests decide it.
    pub(super) fn value(&self, test: &mut dyn FnMut(&Test) -> Option<bool>) -> Option<bool> {
        match self {
            Part::Test(one) => test(one),
            Part::Not(part) => part.value(test).map(|value| !value),
            Part::All(parts) => all(parts.iter().map(|part| part.value(test))),
            Part::Any(parts) => {
                let others = parts.iter().map(|part| part.value(test).map(|value| !value));
                all(others).map(|value| !value)
            }
        }
    }
}

/// Whether all hold: not if one does not, whatever is open.
fn all(values: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut whole = Some(true);
    for value in values {
        match value {
            Some(true) => {}
            Some(false) => return Some(false),
            None => whole = None,
        }
    }
    whole
}

impl Test {
    pub(super) fn fact(&self) -> Fact {
        match self {
            Test::Clues(_) | Test::Pattern(_) | Test::Symmetry(_) => Fact::Cells,
            Test::Verdict(_) | Test::Solution(_) => Fact::Verdict,
            Test::Automorphisms(_) => Fact::Automorphisms,
            Test::Minimal => Fact::Minimal,
            Test::Uses(_) | Test::Difficulty(_) => Fact::Path,
            Test::Rating(rating, _) => Fact::Rating(*rating),
        }
    }

    /// Whether only puzzles with clues have an answer.
    pub(super) fn is_of_clues(&self) -> bool {
        !matches!(self, Test::Clues(_) | Test::Verdict(_) | Test::Solution(_))
    }

    /// Its value for a puzzle.
    pub(super) fn value(&self, puzzle: &impl Puzzle, known: &Known) -> Option<bool> {
        let grid = || puzzle.as_grid().expect("pencil marks are refused for this test");
        let is_improper = matches!(known.kind, Some(Kind::Pseudo | Kind::Impossible));
        match self {
            Test::Clues(comparison) => Some(comparison.holds(puzzle.given_count() as u64)),
            Test::Pattern(pattern) => Some(Pattern::of(grid()) == *pattern),
            Test::Symmetry(symmetry) => Some(has_symmetry(grid(), *symmetry)),
            Test::Verdict(kind) => known.kind.map(|known| known == *kind),
            Test::Solution(standing) => {
                let check = known.given.expect("the solutions are checked before the decision");
                standing.value(check, known.kind)
            }
            Test::Automorphisms(comparison) => {
                known.automorphisms.map(|number| comparison.holds(number.into()))
            }
            Test::Minimal | Test::Uses(_) | Test::Difficulty(_) | Test::Rating(..)
                if is_improper =>
            {
                Some(false)
            }
            Test::Minimal => known.is_minimal,
            Test::Uses(name) => known.means.as_ref().map(|means| means.techniques.contains(name)),
            Test::Difficulty(comparison) => {
                known.means.as_ref().map(|means| comparison.holds(means.difficulty.into()))
            }
            Test::Rating(rating, comparison) => {
                let (_, rate) = known.rates.iter().find(|(known, _)| known == rating)?;
                comparison.value(|number| reaches(*rating, *rate, number))
            }
        }
    }

    /// Its value for proper puzzles with this number of clues, if it is the same for all.
    pub(super) fn value_for_clues(&self, clues: usize) -> Option<bool> {
        match self {
            Test::Clues(comparison) => Some(comparison.holds(clues as u64)),
            Test::Pattern(pattern) if pattern.cells().len() != clues => Some(false),
            Test::Verdict(kind) => Some(*kind == Kind::Proper),
            _ => None,
        }
    }
}

/// Whether a rate is at least a number, of tenths for ratings in tenths, if that is known.
fn reaches(rating: Rating, rate: Rate, number: u64) -> Option<bool> {
    // At least `number` is more than the number before it.
    let Some(before) = number.checked_sub(1) else { return Some(true) };
    let before = u32::try_from(before).expect("numbers of comparisons are of 32 bits");
    let order =
        if rating.is_in_tenths() { rate.compare_tenths(before) } else { rate.compare(before) };
    order.map(|order| order == Ordering::Greater)
}

/// Whether the pattern of the clues has a symmetry.
fn has_symmetry(grid: &Grid, symmetry: PatternSymmetry) -> bool {
    let shape = grid.shape();
    let image = |cell| symmetry.orbit(shape, cell);
    grid.clues().all(|clue| image(clue.cell).into_iter().all(|cell| grid.get(cell).is_some()))
}
