//! The canonical form of a puzzle, or its forms, of the kind that is asked for.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use tourdion::catalogue::Reading;
use tourdion::sudoku::canonical::{BandForm, Canonical, Canoniser, NotClassic, Symmetry};
use tourdion::sudoku::{Grid, Pattern, Solution};
use tourdion::verify::{LockstepVerifier, Verdict};

use super::Form;
use crate::cli::interrupt::examine;
use crate::cli::why_impossible;

/// Finds forms of one kind. Each worker has its own.
pub(super) struct Finder {
    form: Form,
    /// Whether the way to a form is asked for.
    is_way_wanted: bool,
    canoniser: Canoniser,
    /// Solves puzzles, if that is needed.
    verifier: Option<LockstepVerifier>,
    /// The forms of the last puzzle.
    found: Vec<Found>,
}

/// A form, and the way to it if requested.
pub(super) struct Found {
    pub(super) form: Grid,
    /// The number of the band that begins it, if it is one by a band.
    pub(super) band: Option<u16>,
    pub(super) way: Option<FormWay>,
}

/// The way to a form.
pub(super) struct FormWay {
    pub(super) by: Symmetry,
    /// How many ways lead to it.
    pub(super) automorphisms: u32,
}

impl Finder {
    pub(super) fn new(form: Form, is_way_wanted: bool) -> Finder {
        let (canoniser, verifier, found) = (Canoniser::new(), None, Vec::new());
        Finder { form, is_way_wanted, canoniser, verifier, found }
    }

    /// The form of a puzzle, or by bands its six forms; or why it has none. Breaks if stopped.
    pub(super) fn find(
        &mut self,
        grid: &Grid,
        reading: &Reading,
        stop: &AtomicBool,
    ) -> ControlFlow<(), Result<&[Found], String>> {
        let solution = match self.form {
            Form::Solution | Form::Band => match self.solve(grid, reading, stop)? {
                Ok(solution) => Some(solution),
                Err(why) => return ControlFlow::Continue(Err(why)),
            },
            _ => None,
        };
        self.found.clear();
        self.all(grid, solution.as_ref()).expect("no other shape is read");
        ControlFlow::Continue(Ok(&self.found))
    }

    /// Finds the forms, with the solution where it is needed.
    fn all(&mut self, grid: &Grid, solution: Option<&Solution>) -> Result<(), NotClassic> {
        let Finder { canoniser, found, is_way_wanted, .. } = self;
        let alone = |form| Found { form, band: None, way: None };
        found.push(match (self.form, solution) {
            (Form::Puzzle, _) if *is_way_wanted => canoniser.puzzle(grid)?.into(),
            (Form::Puzzle, _) => alone(canoniser.form(grid)?),
            (Form::Gsf, _) if *is_way_wanted => canoniser.gsf(grid)?.into(),
            (Form::Gsf, _) => alone(canoniser.gsf_form(grid)?),
            (Form::Pattern, _) => canoniser.pattern(&Pattern::of(grid))?.into(),
            (Form::Solution, Some(solution)) => canoniser.with_solution(grid, solution)?.into(),
            (Form::Band, Some(solution)) => {
                let of_band = |BandForm { number, canonical }| Found {
                    band: Some(number),
                    ..canonical.into()
                };
                found.extend(canoniser.by_bands(grid, solution)?.map(of_band));
                return Ok(());
            }
            (Form::Solution | Form::Band, None) => unreachable!("it was solved"),
        });
        Ok(())
    }

    /// The solution of a puzzle, or why it has no form by its solution. Breaks if stopped.
    fn solve(
        &mut self,
        grid: &Grid,
        reading: &Reading,
        stop: &AtomicBool,
    ) -> ControlFlow<(), Result<Solution, String>> {
        let verifier = self.verifier.get_or_insert_default();
        let why = match examine(verifier, grid, 2, stop)?.verdict() {
            Verdict::Proper(solution) => return ControlFlow::Continue(Ok(solution)),
            Verdict::Pseudo(_) => "pseudo-puzzle: 2 or more solutions".to_owned(),
            Verdict::Impossible => {
                format!("impossible: {}", why_impossible(grid, &reading.alphabet))
            }
        };
        ControlFlow::Continue(Err(format!("{why}; it has no form by its solution")))
    }
}

impl From<Canonical> for Found {
    fn from(canonical: Canonical) -> Found {
        let Canonical { form, by, automorphisms, .. } = canonical;
        Found { form, band: None, way: Some(FormWay { by, automorphisms }) }
    }
}
