//! The on phase in its simplest form: it tries every set of candidates.
//!
//! ```text
//!      for each set of clues: take them off
//!          for each set of candidates: add them, verify; is there one solution?
//! ```
//!
//! It is the reference for all others, and needs hours where they need seconds.

use std::fmt;
use std::ops::ControlFlow;

use crate::sudoku::{Candidate, Grid, House};
use crate::watch::SharedWatch;

use super::super::Verifier;
use super::offs::{clue_sets, subsets};
use super::{CandidateList, Finder, FoundPuzzle, NoTour, OffOn, OnPhase, start};

/// An [`OnPhase`] that tries every set of candidates by a [`Verifier`].
pub struct PlainOnPhase {
    verifier: fn() -> Box<dyn Verifier>,
}

impl fmt::Debug for PlainOnPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlainOnPhase").finish_non_exhaustive()
    }
}

impl PlainOnPhase {
    /// An on phase with the verifiers that `verifier` makes.
    pub const fn new(verifier: fn() -> Box<dyn Verifier>) -> PlainOnPhase {
        PlainOnPhase { verifier }
    }
}

impl OnPhase for PlainOnPhase {
    fn tour(
        &self,
        puzzle: &Grid,
        step: &OffOn,
        finder: &dyn Finder,
        watch: &dyn SharedWatch<()>,
    ) -> Result<(), NoTour> {
        let mut verifier = (self.verifier)();
        start(verifier.as_mut(), puzzle, step)?;
        for off in clue_sets(step, puzzle, watch) {
            let ControlFlow::Continue(off) = off else { return Err(NoTour::BrokenOff) };
            let pseudo = puzzle.without(&off);
            let candidates = candidates(&pseudo, &off, step);
            for (number, on) in subsets(0, candidates.len(), step.on).enumerate() {
                if number % 1_000 == 999 && watch.pulse(&()).is_break() {
                    return Err(NoTour::BrokenOff);
                }
                let on: CandidateList = on.iter().map(|&k| candidates[usize::from(k)]).collect();
                let Some(grid) = with(&pseudo, &on) else { continue };
                let mut is_superfluous = || {
                    (0..on.len()).any(|out| {
                        let others = on.iter().enumerate().filter(|(k, _)| *k != out);
                        let fewer = others.map(|(_, &candidate)| candidate).collect();
                        with(&pseudo, &fewer).is_some_and(|grid| verifier.verify(&grid).is_proper())
                    })
                };
                if (step.superfluous || !is_superfluous()) && verifier.verify(&grid).is_proper() {
                    let found = FoundPuzzle { puzzle: grid, off: off.clone(), on };
                    if finder.found(found).is_break() {
                        return Err(NoTour::BrokenOff);
                    }
                }
            }
            finder.searched();
            if watch.pulse(&()).is_break() {
                return Err(NoTour::BrokenOff);
            }
        }
        Ok(())
    }
}

/// The candidates that may be added: in empty cells, digits that stand in none of the cell's
/// houses.
fn candidates(pseudo: &Grid, off: &CandidateList, step: &OffOn) -> Vec<Candidate> {
    let shape = pseudo.shape();
    let cells = (0..shape.cells()).map(|k| shape.cell(k)).filter(|&cell| {
        if step.in_place {
            off.iter().any(|clue| clue.cell == cell)
        } else {
            pseudo.get(cell).is_none()
        }
    });
    let stands =
        |house: House, digit| shape.cells_of(house).any(|cell| pseudo.get(cell) == Some(digit));
    cells
        .flat_map(|cell| shape.digits().map(move |digit| Candidate { cell, digit }))
        .filter(|c| !shape.houses_of(c.cell).into_iter().any(|house| stands(house, c.digit)))
        .collect()
}

/// The puzzle with candidates added; `None` if two are for one cell.
fn with(pseudo: &Grid, on: &CandidateList) -> Option<Grid> {
    let mut grid = pseudo.clone();
    for &candidate in on {
        if grid.get(candidate.cell).is_some() {
            return None;
        }
        grid.place(candidate);
    }
    Some(grid)
}
