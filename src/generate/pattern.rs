//! Proper puzzles whose clues stand exactly in given cells.
//!
//! ```text
//!    # . #         a random solution        one clue changed at a time; kept if there is
//!    . # .   ──▶   on these cells:     ──▶  a solution and there are no more of them than   ──▶  1
//!    # . .         2,918 solutions          before: 2,918, 1,204, 1,204, 310, 52, ...
//! ```
//!
//! That is climbing a hill by its plainest rule; sideways is allowed, so that it does not stick on
//! flat ground. After so many steps without getting there an attempt is given up, and the next one
//! begins elsewhere. Whatever comes out has been counted: it has one solution and its clues stand
//! where they should. What this can't do is to say that a pattern has *no* proper puzzle, but for
//! reasons that are [seen](check) without a search.
//!
//! The more clues there are, the sooner it gets there; with less than twenty it mostly does not.

use std::ops::ControlFlow;

use super::full::Filler;
use super::minimise::redundant;
use crate::chance::Chance;
use crate::sudoku::{Candidate, Digit, Grid, House, Pattern, Shape};
use crate::verify::{LockstepVerifier, Verifier};
use crate::watch::Watch;

/// The fewest clues that a proper 9×9 puzzle has (`McGuire`, Tugemann and Civario, *There is no
/// 16-Clue Sudoku*, 2012).
pub const FEWEST_CLUES: usize = 17;

/// Solutions are counted up to this, to begin with.
const MOST: u64 = 1000;

/// Steps after which an attempt is given up.
const STEPS: usize = 1500;

/// Why no proper puzzle has a pattern.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HopelessPattern {
    /// There are too few clues.
    #[error("a proper puzzle has at least {least} clues, this pattern {found}")]
    TooFew {
        /// As many as there have to be.
        least: usize,
        /// As many as there are.
        found: usize,
    },
    /// Two lines of a chute have no clue: what stands in them could be exchanged.
    #[error("{} and {} are both empty, and could be exchanged", .0[0], .0[1])]
    EmptyLines([House; 2]),
}

/// Looks for reasons that can be seen without a search why no proper puzzle has `pattern`.
///
/// # Errors
/// The first reason that is found.
pub fn check(pattern: &Pattern) -> Result<(), HopelessPattern> {
    let shape = pattern.shape();
    let (least, found) = (fewest_clues(shape), pattern.cells().len());
    if found < least {
        return Err(HopelessPattern::TooFew { least, found });
    }
    let is_empty =
        |house: &House| shape.cells_of(*house).all(|cell| !pattern.cells().contains(&cell));
    let lines = (0..shape.size() as u8).map(House::Row).zip(0..);
    let lines = lines.chain((0..shape.size() as u8).map(House::Column).zip(0..));
    let empty: Vec<(House, usize)> = lines.filter(|(house, _)| is_empty(house)).collect();
    for pair in empty.windows(2) {
        let (&[(one, k), (other, m)], lines) = (pair, [shape.box_rows(), shape.box_columns()])
        else {
            continue;
        };
        let is_chute = match (one, other) {
            (House::Row(_), House::Row(_)) => k / lines[0] == m / lines[0],
            (House::Column(_), House::Column(_)) => k / lines[1] == m / lines[1],
            _ => false,
        };
        if is_chute {
            return Err(HopelessPattern::EmptyLines([one, other]));
        }
    }
    Ok(())
}

/// A number of clues that a proper puzzle of `shape` has to have: 17 for 9×9; otherwise all digits
/// but one, as two that are missing could be exchanged.
pub fn fewest_clues(shape: Shape) -> usize {
    if shape == Shape::CLASSIC { FEWEST_CLUES } else { shape.size() - 1 }
}

/// Looks for proper puzzles with a pattern.
///
/// Attempts have numbers. What comes of one depends on the pattern, the seed and its number alone.
pub struct PatternSearch {
    pattern: Pattern,
    is_minimal: bool,
    seed: u64,
    filler: Filler,
    verifier: LockstepVerifier,
}

impl PatternSearch {
    /// A search for puzzles with `pattern`; for minimal ones only, if that is wanted.
    ///
    /// # Errors
    /// If it can be [seen](check) without a search that no puzzle with this pattern is proper.
    pub fn new(
        pattern: Pattern,
        is_minimal: bool,
        seed: u64,
    ) -> Result<PatternSearch, HopelessPattern> {
        check(&pattern)?;
        let (filler, verifier) = (Filler::new(pattern.shape()), LockstepVerifier::new());
        Ok(PatternSearch { pattern, is_minimal, seed, filler, verifier })
    }

    /// What comes of attempt `number`: a proper puzzle, if it gets there.
    ///
    /// Breaks if `watch` does, which has a pulse at every step.
    pub fn attempt(
        &mut self,
        number: u64,
        watch: &mut dyn Watch<()>,
    ) -> ControlFlow<(), Option<Grid>> {
        let mut chance = Chance::new(self.seed, number);
        let solution = self.filler.fill(&mut chance);
        let mut puzzle = Grid::empty(self.pattern.shape());
        for &cell in self.pattern.cells() {
            puzzle.set(cell, solution.grid().get(cell));
        }
        let mut solutions = self.verifier.count(&puzzle, MOST);
        for _ in 0..STEPS {
            watch.pulse(&())?;
            if solutions == 1 {
                break;
            }
            let Some((old, new)) = self.change(&puzzle, &mut chance) else { continue };
            puzzle.place(new);
            let changed = self.verifier.count(&puzzle, (solutions + 1).min(MOST));
            if changed == 0 || changed > solutions {
                puzzle.place(old);
            } else {
                solutions = changed;
            }
        }
        let is_wanted = solutions == 1
            && (!self.is_minimal || redundant(&mut self.verifier, &puzzle).is_empty());
        ControlFlow::Continue(is_wanted.then_some(puzzle))
    }

    /// A random clue and another random digit for its cell, if that clashes with no other clue.
    fn change(&self, puzzle: &Grid, chance: &mut Chance) -> Option<(Candidate, Candidate)> {
        let shape = self.pattern.shape();
        let cell = self.pattern.cells()[chance.below(self.pattern.cells().len())];
        let digit = Digit::at(chance.below(shape.size()));
        let clashes = |house| shape.cells_of(house).any(|other| puzzle.get(other) == Some(digit));
        let old = puzzle.get(cell).map(|digit| Candidate { cell, digit })?;
        // A digit for itself is no change, and is found in its houses.
        let is_free = !shape.houses_of(cell).into_iter().any(clashes);
        is_free.then_some((old, Candidate { cell, digit }))
    }
}
