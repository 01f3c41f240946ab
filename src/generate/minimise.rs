//! A minimal form of each of given puzzles, and their redundant clues.
//!
//! ```text
//!      a proper puzzle       redundant: each can go         minimal forms: the clues left when
//!      a b c d e             by itself, here b and d        no clue can go any more
//!                                                             a c d e   (b went)
//!                                                             a b c e   (d went, and then b can't)
//! ```
//!
//! A clue needed in a puzzle is needed in all its proper sub-puzzles, since fewer clues never mean
//! fewer solutions. So only redundant clues are tried, and a clue that has become necessary is not
//! tried again.
//!
//! Invariant: every puzzle on the way to a form is proper, with the solution of the first one.

use std::fmt;
use std::ops::ControlFlow;

use super::removal::{Removal, RemovalRules};
use super::rounds::{Removals, Rounds};
use crate::chance::Chance;
use crate::sudoku::{Candidate, Cell, Grid, Shape, Solution};
use crate::verify::{Audience, Effort, Examination, Kind, LockstepVerifier, Verdict, Verifier};
use crate::watch::Watch;

/// Makes puzzles minimal, many at a time.
pub struct Minimiser {
    verifier: Box<dyn Verifier>,
    rounds: Rounds,
}

impl fmt::Debug for Minimiser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Minimiser").finish_non_exhaustive()
    }
}

impl Minimiser {
    /// A minimiser for puzzles of `shape`.
    pub fn new(shape: Shape) -> Minimiser {
        Minimiser { verifier: Box::new(LockstepVerifier::new()), rounds: Rounds::new(shape) }
    }

    /// A minimal form of each puzzle, in order. Clues are taken off in reading order, or in a
    /// random order if `chance` returns random numbers for the puzzle's number (from 0); each goes
    /// if the puzzle stays proper without it. A puzzle that is not proper gives its kind.
    ///
    /// Breaks if `watch` does, which sees what the question under way to the verifier has taken.
    ///
    /// # Panics
    /// If a puzzle has another shape than the minimiser.
    pub fn minimal(
        &mut self,
        puzzles: &[Grid],
        chance: &mut dyn FnMut(usize) -> Option<Chance>,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<(), Vec<Result<Grid, Kind>>> {
        assert!(puzzles.iter().all(|puzzle| puzzle.shape() == self.rounds.shape()), "one shape");
        let mut found = Vec::with_capacity(puzzles.len());
        let mut keep = |kind: Kind, verdict: &dyn Fn() -> Verdict| {
            found.push(match kind {
                Kind::Proper => verdict().witnesses().first().cloned().ok_or(kind),
                _ => Err(kind),
            });
            ControlFlow::Continue(())
        };
        self.verifier.verify_all(&mut puzzles.iter(), &mut keep, watch)?;
        let made = found
            .iter()
            .map(|found| found.as_ref().map_or_else(|kind| Err(*kind), |s| Ok(s.grid().clone())));
        let made = made.collect();
        let mut removals = PuzzleRemovals { puzzles, found, chance, next: 0, made };
        self.rounds.carry_out(self.verifier.as_mut(), &mut removals, watch)?;
        ControlFlow::Continue(removals.made)
    }
}

/// Removals from given puzzles.
struct PuzzleRemovals<'t> {
    puzzles: &'t [Grid],
    found: Vec<Result<Solution, Kind>>,
    chance: &'t mut dyn FnMut(usize) -> Option<Chance>,
    next: usize,
    made: Vec<Result<Grid, Kind>>,
}

impl Removals for PuzzleRemovals<'_> {
    fn begin(&mut self, removal: &mut Removal) -> Option<usize> {
        while let Some(found) = self.found.get(self.next) {
            let number = self.next;
            self.next += 1;
            let Ok(solution) = found else { continue };
            let mut clues: Vec<Cell> = self.puzzles[number].clues().map(|clue| clue.cell).collect();
            if let Some(mut chance) = (self.chance)(number) {
                chance.shuffle(&mut clues);
            }
            let parts = removal.parts_mut();
            parts.clear();
            for &cell in &clues {
                parts.push(&[cell]);
            }
            removal.begin(&self.puzzles[number], solution.grid(), RemovalRules::default());
            return Some(number);
        }
        None
    }

    fn finished(&mut self, number: usize, outcome: Option<&Grid>) {
        if let Some(minimal) = outcome {
            self.made[number] = Ok(minimal.clone());
        }
    }
}

/// The clues of a proper puzzle that can each go alone, in reading order: none if and only if it is
/// minimal. `watch` sees what the questions to the verifier have taken. Returns `Break` if it did.
///
/// ```
/// use std::ops::ControlFlow;
/// use tourdion::generate::redundant;
/// use tourdion::verify::LockstepVerifier;
/// use tourdion::watch::Patient;
///
/// let puzzle = "1....2..3......4".parse()?; // minimal
/// let mut verifier = LockstepVerifier::new();
/// assert_eq!(redundant(&mut verifier, &puzzle, &mut Patient), ControlFlow::Continue(vec![]));
/// let puzzle = "13...2..3......4".parse()?;
/// let clues = redundant(&mut verifier, &puzzle, &mut Patient).continue_value();
/// let names: Vec<_> = clues.iter().flatten().map(ToString::to_string).collect();
/// assert_eq!(names.join(" "), "r1c2=3 r2c2=2");
/// # Ok::<(), tourdion::sudoku::GridError>(())
/// ```
pub fn redundant(
    verifier: &mut dyn Verifier,
    puzzle: &Grid,
    watch: &mut dyn Watch<Effort>,
) -> ControlFlow<(), Vec<Candidate>> {
    let clues: Vec<Candidate> = puzzle.clues().collect();
    let mut asking = Asking { verifier, grids: Vec::new(), watch };
    asking.redundant_among(puzzle, &clues, usize::MAX)
}

/// Whether a proper puzzle is minimal: as if [`redundant`] found no clue, and over as soon as one
/// is found. Of 9×9 all clues are asked about at once. Breaks if `watch` does.
pub fn is_minimal(
    verifier: &mut dyn Verifier,
    puzzle: &Grid,
    watch: &mut dyn Watch<Effort>,
) -> ControlFlow<(), bool> {
    let clues: Vec<Candidate> = puzzle.clues().collect();
    let mut asking = Asking { verifier, grids: Vec::new(), watch };
    asking.redundant_among(puzzle, &clues, 1).map_continue(|found| found.is_empty())
}

/// Verifies many puzzles that lack one clue each.
struct Asking<'a> {
    verifier: &'a mut dyn Verifier,
    grids: Vec<Grid>,
    watch: &'a mut dyn Watch<Effort>,
}

impl Asking<'_> {
    /// The clues among `clues` without which `puzzle` stays proper; at least the first `enough` of
    /// them.
    fn redundant_among(
        &mut self,
        puzzle: &Grid,
        clues: &[Candidate],
        enough: usize,
    ) -> ControlFlow<(), Vec<Candidate>> {
        if puzzle.shape() != Shape::CLASSIC {
            return self.redundant_one_by_one(puzzle, clues, enough);
        }
        self.grids.clear();
        self.grids.extend(clues.iter().map(|&clue| puzzle.without(&[clue])));
        let mut sorter = Sorter { clues: clues.iter(), redundant: Vec::new() };
        self.verifier.verify_all(&mut self.grids.iter(), &mut sorter, self.watch)?;
        self.watch.pulse(&self.verifier.effort())?;
        ControlFlow::Continue(sorter.redundant)
    }

    /// The same for a puzzle that is not 9×9, for which there are no lanes to fill.
    fn redundant_one_by_one(
        &mut self,
        puzzle: &Grid,
        clues: &[Candidate],
        enough: usize,
    ) -> ControlFlow<(), Vec<Candidate>> {
        let verdict = Examination::of(self.verifier, puzzle, 2, self.watch)?.verdict();
        let mut redundant = Vec::new();
        for &clue in clues {
            let less = puzzle.without(&[clue]);
            if let [known] = verdict.witnesses()
                && !self.verifier.has_other(&less, known, clue.cell, self.watch)?
            {
                redundant.push(clue);
            }
            if redundant.len() >= enough {
                break;
            }
            self.watch.pulse(&self.verifier.effort())?;
        }
        ControlFlow::Continue(redundant)
    }
}

/// Keeps each clue without which the puzzle is proper.
struct Sorter<'s> {
    clues: std::slice::Iter<'s, Candidate>,
    redundant: Vec<Candidate>,
}

impl Audience for Sorter<'_> {
    fn verdict(&mut self, kind: Kind, _: &dyn Fn() -> Verdict) -> ControlFlow<()> {
        let clue = self.clues.next().expect("a verdict is on a puzzle");
        if kind == Kind::Proper {
            self.redundant.push(*clue);
        }
        ControlFlow::Continue(())
    }

    fn wants_witnesses(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Generator, PatternSymmetry, Wish};
    use crate::verify::LinksVerifier;
    use crate::watch::Patient;

    #[test]
    fn a_puzzle_is_minimal_if_no_clue_is_redundant() {
        let mut verifier = LockstepVerifier::new();
        let mut seen = [0; 2];
        for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 4)] {
            let shape = Shape::new(rows, columns).unwrap();
            let mut links = LinksVerifier::new(shape);
            let wish = Wish { symmetry: PatternSymmetry::HalfTurn, ..Wish::new(shape) };
            for puzzle in Generator::new(wish, 3).puzzles(0..40) {
                let found = redundant(&mut verifier, &puzzle, &mut Patient).continue_value();
                let said = is_minimal(&mut verifier, &puzzle, &mut Patient).continue_value();
                let clues: Vec<Candidate> = puzzle.clues().collect();
                let can_go = |clue: &Candidate| links.verify(&puzzle.without(&[*clue])).is_proper();
                let plain: Vec<Candidate> = clues.into_iter().filter(can_go).collect();
                assert_eq!(said, Some(plain.is_empty()), "{puzzle}");
                assert_eq!(found, Some(plain), "{puzzle}");
                seen[usize::from(said == Some(true))] += 1;
            }
        }
        assert!(seen.iter().all(|&number| number > 20), "{seen:?}");
    }

    #[test]
    fn one_redundant_clue_is_enough() {
        let full = Generator::new(Wish::new(Shape::new(4, 4).unwrap()), 1).solution(0);
        let mut pulses = 0;
        let mut count = |_: &Effort| {
            pulses += 1;
            ControlFlow::Continue(())
        };
        let said = is_minimal(&mut LockstepVerifier::new(), full.grid(), &mut count);
        assert_eq!(said, ControlFlow::Continue(false));
        assert!(pulses < 20, "{pulses} of 256 clues");
    }
}
