//! The canonical form of a puzzle, of the kind that is asked for.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use tourdion::catalogue::Reading;
use tourdion::sudoku::canonical::{Canonical, Canoniser, NotClassic, Symmetry};
use tourdion::sudoku::{Grid, Pattern};
use tourdion::verify::{LockstepVerifier, Verdict};

use super::Form;
use crate::cli::interrupt::examine;
use crate::cli::why_impossible;

/// Finds forms. Each worker has its own.
#[derive(Default)]
pub(super) struct Finder {
    canoniser: Canoniser,
    /// Solves puzzles, if that is needed.
    verifier: Option<LockstepVerifier>,
}

/// A form, and the way to it if requested.
pub(super) struct Found {
    pub(super) form: Grid,
    /// The symmetry, and the number of automorphisms.
    pub(super) how: Option<(Symmetry, u32)>,
}

impl Finder {
    /// The form of a puzzle, or why it has none. Breaks if stopped.
    pub(super) fn find(
        &mut self,
        grid: &Grid,
        (form, is_way_wanted): (Form, bool),
        reading: &Reading,
        stop: &AtomicBool,
    ) -> ControlFlow<(), Result<Found, String>> {
        let canoniser = &mut self.canoniser;
        ControlFlow::Continue(match form {
            Form::Puzzle if is_way_wanted => Ok(nine_by_nine(canoniser.puzzle(grid)).into()),
            Form::Puzzle => Ok(Found { form: nine_by_nine(canoniser.form(grid)), how: None }),
            Form::Gsf if is_way_wanted => Ok(nine_by_nine(canoniser.gsf(grid)).into()),
            Form::Gsf => Ok(Found { form: nine_by_nine(canoniser.gsf_form(grid)), how: None }),
            Form::Pattern => Ok(nine_by_nine(canoniser.pattern(&Pattern::of(grid))).into()),
            Form::Solution => {
                let verifier = self.verifier.get_or_insert_default();
                let why = match examine(verifier, grid, 2, stop)?.verdict() {
                    Verdict::Proper(solution) => {
                        let found = nine_by_nine(canoniser.with_solution(grid, &solution));
                        return ControlFlow::Continue(Ok(found.into()));
                    }
                    Verdict::Pseudo(_) => "pseudo-puzzle: 2 or more solutions".to_owned(),
                    Verdict::Impossible => {
                        format!("impossible: {}", why_impossible(grid, &reading.alphabet))
                    }
                };
                Err(format!("{why}; it has no form by its solution"))
            }
        })
    }
}

impl From<Canonical> for Found {
    fn from(canonical: Canonical) -> Found {
        Found { form: canonical.form, how: Some((canonical.by, canonical.automorphisms)) }
    }
}

/// The canoniser's answer for a grid that was read.
fn nine_by_nine<T>(answer: Result<T, NotClassic>) -> T {
    answer.expect("no other shape is read")
}
