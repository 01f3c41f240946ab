//! The ratings of Sudoku Explainer: ER, EP and ED.
//!
//! ```text
//!      board ──▶ the first deduction of the first producer that has one ──▶ board ──▶ ...
//!
//!      ER   the greatest difficulty of all steps
//!      EP   of the steps up to the first that places a digit    "pearl" if it is the ER
//!      ED   of the first step                                   "diamond" if it is the ER
//! ```
//!
//! The order of [`Producer::EXPLAINER`], and that of each producer, is a part of the definition.
//! What is taken first decides what is there next, so symmetric copies may differ.
//!
//! Invariant: where no producer has anything, ER is 20.0, as Sudoku Explainer says.
//!
//! Source: Nicolas Juillerat, *Sudoku Explainer* 1.2.1, 2007, with the entry point `serate`.

use std::ops::ControlFlow;

use crate::logic::technique::{Board, Convention, Deduction, Producer};

/// The three numbers, in tenths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct ExplainerRating {
    /// The greatest difficulty of all steps.
    pub er: u16,
    /// That of the steps up to the first that places a digit; 0 if there is none.
    pub ep: u16,
    /// That of the first step; 0 if there is none.
    pub ed: u16,
}

/// What Sudoku Explainer says of a board without a step.
const STUCK: u16 = 200;

impl ExplainerRating {
    /// Takes a step into account.
    fn add(&mut self, deduction: &Deduction) {
        self.er = self.er.max(deduction.difficulty);
        if self.ep == 0 {
            if self.ed == 0 {
                self.ed = self.er;
            }
            if deduction.placement.is_some() {
                self.ep = self.er;
            }
        }
    }
}

/// Takes step after step until the board is full, or none is found. `visit` sees each step with
/// the board before it; `pulse` comes before each search for one. If it breaks, the rating so far
/// is an `Err`.
pub(super) fn follow(
    mut board: Board,
    pulse: &mut dyn FnMut() -> ControlFlow<()>,
    visit: &mut dyn FnMut(&Board, &Deduction),
) -> Result<ExplainerRating, ExplainerRating> {
    let mut rating = ExplainerRating::default();
    while !board.is_full() {
        let mut found = None;
        for producer in Producer::EXPLAINER {
            if pulse().is_break() {
                return Err(rating);
            }
            found = producer.first(&board, Convention::Explainer);
            if found.is_some() {
                break;
            }
        }
        let Some(deduction) = found else {
            rating.er = STUCK;
            return Ok(rating);
        };
        rating.add(&deduction);
        visit(&board, &deduction);
        deduction.apply(&mut board);
    }
    Ok(rating)
}
