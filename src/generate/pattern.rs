//! Proper puzzles with clues in exactly the given cells.
//!
//! ```text
//!    # . #         a random solution        one clue changed at a time; kept if there is
//!    . # .   ──▶   on these cells:     ──▶  a solution and there are no more of them than   ──▶  1
//!    # . .         2,918 solutions          before: 2,918, 1,204, 1,204, 310, 52, ...
//! ```
//!
//! That is the plainest hill climbing; sideways steps are allowed, so that it does not stick on
//! flat ground. An attempt without success after a number of steps is given up, and the next one
//! begins elsewhere. Results are verified: one solution, and clues in the right cells. This can't
//! prove that a pattern has *no* proper puzzle, except for reasons [seen](check) without a search.
//!
//! The more clues, the sooner it succeeds; with fewer than twenty it usually fails.
//!
//! With a [number of clues](PatternSearch::with_clues) the pattern says where clues may stand, and
//! some of its cells stay empty: of a puzzle with clues in all of them, clues go in random order.
//! No puzzle is out of reach: one with clues in some cells of the pattern becomes one with clues in
//! all of them when its solution fills the others.
//!
//! Invariant: while an attempt climbs, its puzzle has a clue in each cell of the pattern and in no
//! other, and a solution at least.

use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};

use super::full::Filler;
use super::minimise::is_minimal;
use super::removal::{Removal, RemovalRules};
use crate::chance::Chance;
use crate::sudoku::{Candidate, Digit, Grid, House, Pattern, Shape};
use crate::verify::{Effort, Examination, LockstepVerifier, Verdict, Verifier};
use crate::watch::Watch;

/// The fewest clues that a proper 9×9 puzzle has (`McGuire`, Tugemann and Civario, *There is no
/// 16-Clue Sudoku*, 2012).
pub const FEWEST_CLUES: usize = 17;

/// The initial limit for counting solutions.
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
        /// The least number of clues.
        least: usize,
        /// The number found.
        found: usize,
    },
    /// Two lines of a chute have no clue: their digits could be exchanged.
    #[error("{} and {} are both empty, and could be exchanged", .0[0], .0[1])]
    EmptyLines([House; 2]),
}

/// Looks for reasons, visible without a search, why no proper puzzle has `pattern`.
///
/// # Errors
/// The first reason found.
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

/// A lower bound for the clues of a proper puzzle of `shape`: 17 for 9×9; otherwise all digits but
/// one, as two missing digits could be exchanged.
pub fn fewest_clues(shape: Shape) -> usize {
    if shape == Shape::CLASSIC { FEWEST_CLUES } else { shape.size() - 1 }
}

/// Looks for proper puzzles with a pattern.
///
/// Attempts have numbers. The result of one depends only on the pattern, the seed and its number.
pub struct PatternSearch {
    pattern: Pattern,
    /// The numbers of clues allowed, if some cells of the pattern may stay empty.
    clues: Option<RangeInclusive<usize>>,
    is_minimal: bool,
    seed: u64,
    filler: Filler,
    verifier: LockstepVerifier,
    removal: Removal,
}

impl fmt::Debug for PatternSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternSearch")
            .field("pattern", &self.pattern)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

impl PatternSearch {
    /// A search for puzzles with `pattern`, or only for minimal ones.
    ///
    /// # Errors
    /// If a [check] without a search shows that no puzzle with this pattern is proper.
    pub fn new(
        pattern: Pattern,
        is_minimal: bool,
        seed: u64,
    ) -> Result<PatternSearch, HopelessPattern> {
        check(&pattern)?;
        let shape = pattern.shape();
        let (filler, verifier) = (Filler::new(shape), LockstepVerifier::new());
        let removal = Removal::new(shape);
        Ok(PatternSearch { pattern, clues: None, is_minimal, seed, filler, verifier, removal })
    }

    /// The same for puzzles with clues in *some* cells of the pattern and in no others, and with
    /// these numbers of clues. Puzzles that need not be minimal have as few clues as allowed, if
    /// the random order leads there.
    #[must_use]
    pub fn with_clues(self, clues: RangeInclusive<usize>) -> PatternSearch {
        PatternSearch { clues: Some(clues), ..self }
    }

    /// The result of attempt `number`: a proper puzzle, if it succeeds.
    ///
    /// Breaks if `watch` does, which has a pulse at every step, and in a long one every few
    /// milliseconds.
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
        let mut watch = |_: &Effort| watch.pulse(&());
        let mut solutions = self.count(&puzzle, MOST, &mut watch)?;
        for _ in 0..STEPS {
            watch.pulse(&Effort::default())?;
            if solutions == 1 {
                break;
            }
            let Some((old, new)) = self.change(&puzzle, &mut chance) else { continue };
            puzzle.place(new);
            let changed = self.count(&puzzle, (solutions + 1).min(MOST), &mut watch)?;
            if changed == 0 || changed > solutions {
                puzzle.place(old);
            } else {
                solutions = changed;
            }
        }
        if solutions != 1 {
            return ControlFlow::Continue(None);
        }
        if let Some(clues) = self.clues.clone() {
            let least = *clues.start();
            let less = self.with_fewer_clues(&puzzle, least, &mut chance, &mut watch)?;
            return ControlFlow::Continue(less.filter(|less| clues.contains(&less.clue_count())));
        }
        let is_wanted = !self.is_minimal || is_minimal(&mut self.verifier, &puzzle, &mut watch)?;
        ControlFlow::Continue(is_wanted.then_some(puzzle))
    }

    /// A proper puzzle less clues that go in random order: until it is minimal, or has `least`.
    fn with_fewer_clues(
        &mut self,
        puzzle: &Grid,
        least: usize,
        chance: &mut Chance,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<(), Option<Grid>> {
        let verdict = Examination::of(&mut self.verifier, puzzle, 2, watch)?.verdict();
        let Verdict::Proper(solution) = verdict else { return ControlFlow::Continue(None) };
        let mut cells = self.pattern.cells().to_vec();
        chance.shuffle(&mut cells);
        let parts = self.removal.parts_mut();
        parts.clear();
        for cell in cells {
            parts.push(&[cell]);
        }
        let rules = RemovalRules {
            least: if self.is_minimal { 0 } else { least },
            first_parts_only: false,
        };
        self.removal.begin(puzzle, solution.grid(), rules);
        while self.removal.question().is_some() {
            let is_proper = self.removal.ask(&mut self.verifier, watch)?;
            self.removal.answer(is_proper);
        }
        ControlFlow::Continue(self.removal.outcome().cloned())
    }

    /// The number of solutions of `puzzle`, at most `limit`.
    fn count(
        &mut self,
        puzzle: &Grid,
        limit: u64,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<(), u64> {
        if puzzle.shape() == Shape::CLASSIC {
            // That is over before a watch would look.
            return ControlFlow::Continue(self.verifier.count(puzzle, limit));
        }
        Examination::of(&mut self.verifier, puzzle, limit, watch).map_continue(|seen| seen.count())
    }

    /// A random clue and another random digit for its cell, if this clashes with no other clue.
    fn change(&self, puzzle: &Grid, chance: &mut Chance) -> Option<(Candidate, Candidate)> {
        let shape = self.pattern.shape();
        let cell = self.pattern.cells()[chance.below(self.pattern.cells().len())];
        let digit = Digit::at(chance.below(shape.size()));
        let clashes = |house| shape.cells_of(house).any(|other| puzzle.get(other) == Some(digit));
        let old = puzzle.get(cell).map(|digit| Candidate { cell, digit })?;
        // Replacing a digit by itself is no change; the clue's own cell rules it out.
        let is_free = !shape.houses_of(cell).into_iter().any(clashes);
        is_free.then_some((old, Candidate { cell, digit }))
    }
}
