//! Decides an expression for many puzzles, the cheapest questions first.
//!
//! ```text
//!      clues<=22 and minimal          clues: 24, 21, 19        of the cells
//!                                     minimal: -, ?, ?         only of those still undecided
//! ```
//!
//! An expression has three values while facts are missing: true, false, open. Facts are found kind
//! by kind, from the cheapest on, each for all puzzles that are still open, so that searches work
//! on many at once.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use tourdion::generate::{Minimiser, PatternSymmetry};
use tourdion::sudoku::canonical::Canoniser;
use tourdion::sudoku::{Grid, Pattern, Shape};
use tourdion::verify::{Kind, Verdict, Verifier};

use super::expression::{Expression, Test};
use crate::cli::asked::Asked;
use crate::cli::interrupt::{pulse, watch};

/// A kind of fact, from the cheapest to find to the dearest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fact {
    /// What the cells say.
    Cells,
    Verdict,
    Automorphisms,
    Minimal,
}

impl Expression {
    /// The facts that it may need, from the cheapest on.
    pub(super) fn facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        self.each_test(&mut |test| facts.push(test.fact()));
        facts.sort_unstable();
        facts.dedup();
        facts
    }

    /// Whether it asks for what only puzzles with clues have.
    pub(super) fn is_of_clues(&self) -> bool {
        let mut is_of_clues = false;
        self.each_test(&mut |test| is_of_clues |= test.is_of_clues());
        is_of_clues
    }

    fn each_test(&self, visit: &mut impl FnMut(&Test)) {
        match self {
            Expression::Test(test) => visit(test),
            Expression::Not(part) => part.each_test(visit),
            Expression::All(parts) | Expression::Any(parts) => {
                for part in parts {
                    part.each_test(visit);
                }
            }
        }
    }

    /// Its value for a puzzle, as far as the facts decide it.
    fn value(&self, puzzle: &impl Asked, known: &Known) -> Option<bool> {
        match self {
            Expression::Test(test) => test.value(puzzle, known),
            Expression::Not(part) => part.value(puzzle, known).map(|value| !value),
            Expression::All(parts) => all(parts.iter().map(|part| part.value(puzzle, known))),
            Expression::Any(parts) => {
                all(parts.iter().map(|part| part.value(puzzle, known).map(|value| !value)))
                    .map(|value| !value)
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
    fn fact(&self) -> Fact {
        match self {
            Test::Clues(_) | Test::Pattern(_) | Test::Symmetry(_) => Fact::Cells,
            Test::Verdict(_) => Fact::Verdict,
            Test::Automorphisms(_) => Fact::Automorphisms,
            Test::Minimal => Fact::Minimal,
        }
    }

    /// Whether only puzzles with clues have an answer.
    fn is_of_clues(&self) -> bool {
        match self {
            Test::Clues(_) | Test::Verdict(_) => false,
            Test::Pattern(_) | Test::Symmetry(_) | Test::Automorphisms(_) | Test::Minimal => true,
        }
    }

    fn value(&self, puzzle: &impl Asked, known: &Known) -> Option<bool> {
        let grid = || puzzle.clues().expect("the reading refuses pencil marks for this test");
        match self {
            Test::Clues(comparison) => Some(comparison.holds(puzzle.count() as u64)),
            Test::Pattern(pattern) => Some(Pattern::of(grid()) == *pattern),
            Test::Symmetry(symmetry) => Some(has_symmetry(grid(), *symmetry)),
            Test::Verdict(kind) => known.kind.map(|known| known == *kind),
            Test::Automorphisms(comparison) => {
                known.automorphisms.map(|number| comparison.holds(number.into()))
            }
            Test::Minimal => match known.kind {
                Some(Kind::Pseudo | Kind::Impossible) => Some(false),
                _ => known.is_minimal,
            },
        }
    }
}

/// Whether the pattern of the clues has a symmetry.
fn has_symmetry(grid: &Grid, symmetry: PatternSymmetry) -> bool {
    let shape = grid.shape();
    let image = |cell| symmetry.orbit(shape, cell);
    grid.clues().all(|clue| image(clue.cell).into_iter().all(|cell| grid.get(cell).is_some()))
}

/// What is known of a puzzle, besides its cells.
#[derive(Clone, Default)]
struct Known {
    kind: Option<Kind>,
    automorphisms: Option<u32>,
    is_minimal: Option<bool>,
}

/// Finds facts; each worker has its own.
pub(super) struct Judge {
    canoniser: Canoniser,
    minimiser: Minimiser,
}

impl Judge {
    pub(super) fn new(shape: Shape) -> Judge {
        Judge { canoniser: Canoniser::new(), minimiser: Minimiser::new(shape) }
    }

    /// The value of the expression for each puzzle, in order. `facts` are those that it needs.
    /// Breaks if stopped.
    pub(super) fn values<'g, P: Asked>(
        &mut self,
        (expression, facts): (&Expression, &[Fact]),
        verifier: &mut dyn Verifier<P>,
        puzzles: impl Iterator<Item = &'g P>,
        stop: &AtomicBool,
    ) -> ControlFlow<(), Vec<bool>> {
        let puzzles: Vec<&P> = puzzles.collect();
        let mut known = vec![Known::default(); puzzles.len()];
        let mut values = vec![None; puzzles.len()];
        let mut open: Vec<usize> = (0..puzzles.len()).collect();
        for fact in facts {
            if *fact == Fact::Verdict {
                find_verdicts(verifier, &puzzles, &open, &mut known, stop)?;
            } else {
                self.find(*fact, &puzzles, &open, &mut known, stop)?;
            }
            open.retain(|&number| {
                values[number] = expression.value(puzzles[number], &known[number]);
                values[number].is_none()
            });
        }
        ControlFlow::Continue(
            values.into_iter().map(|value| value.expect("all facts are known")).collect(),
        )
    }

    /// Finds a fact for the open puzzles, other than the verdict. Breaks if stopped.
    fn find<P: Asked>(
        &mut self,
        fact: Fact,
        puzzles: &[&P],
        open: &[usize],
        known: &mut [Known],
        stop: &AtomicBool,
    ) -> ControlFlow<()> {
        let grid = |number: usize| {
            puzzles[number].clues().expect("the reading refuses pencil marks for this fact")
        };
        match fact {
            Fact::Cells | Fact::Verdict => {}
            Fact::Automorphisms => {
                for &number in open {
                    pulse(stop)?;
                    let canonical = self.canoniser.puzzle(grid(number));
                    known[number].automorphisms =
                        Some(canonical.expect("other shapes are refused").automorphisms);
                }
            }
            Fact::Minimal => {
                let puzzles: Vec<Grid> = open.iter().map(|&number| grid(number).clone()).collect();
                let forms = self.minimiser.minimal(&puzzles, &mut |_| None, &mut watch(stop))?;
                for ((&number, puzzle), form) in open.iter().zip(&puzzles).zip(forms) {
                    known[number].is_minimal = Some(form.is_ok_and(|form| form == *puzzle));
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Finds the verdicts on the open puzzles. Breaks if stopped.
fn find_verdicts<P>(
    verifier: &mut dyn Verifier<P>,
    puzzles: &[&P],
    open: &[usize],
    known: &mut [Known],
    stop: &AtomicBool,
) -> ControlFlow<()> {
    let mut next = open.iter();
    let mut keep = |kind, _: &dyn Fn() -> Verdict| {
        known[*next.next().expect("a puzzle for each verdict")].kind = Some(kind);
        ControlFlow::Continue(())
    };
    let mut puzzles = open.iter().map(|&number| puzzles[number]);
    verifier.verify_all(&mut puzzles, &mut keep, &mut watch(stop))
}
