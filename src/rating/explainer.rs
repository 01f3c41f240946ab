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

use super::rate::{Rate, Rating};
use crate::logic::technique::{Board, Convention, Deduction, Producer, Sight};
use crate::sudoku::Grid;

/// What Sudoku Explainer says of a board without a step.
const STUCK: u16 = 200;

/// A puzzle and its path.
pub(super) struct Explained {
    pub(super) puzzle: Grid,
    pub(super) steps: Vec<Deduction>,
    end: End,
}

/// Why a path has no further step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Solved,
    Stuck,
    GivenUp,
}

impl Explained {
    /// Takes step after step until the board is full, or none is found. `pulse` comes before each
    /// search for one; if it breaks, the path is given up.
    pub(super) fn find(
        puzzle: &Grid,
        board: Board,
        pulse: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Explained {
        let (mut steps, mut sight) = (Vec::new(), Sight::of(board));
        let end = 'path: loop {
            if sight.board().is_full() {
                break End::Solved;
            }
            let mut found = None;
            for producer in Producer::EXPLAINER {
                if pulse().is_break() {
                    break 'path End::GivenUp;
                }
                found = producer.first(&sight, Convention::Explainer);
                if found.is_some() {
                    break;
                }
            }
            let Some(deduction) = found else { break End::Stuck };
            let mut board = sight.board().clone();
            deduction.apply(&mut board);
            sight.turn(board);
            steps.push(deduction);
        };
        Explained { puzzle: puzzle.clone(), steps, end }
    }

    pub(super) fn is_complete(&self) -> bool {
        self.end != End::GivenUp
    }

    /// ER, EP or ED. Of a path that was given up, what is not known is above what is.
    pub(super) fn rate(&self, rating: Rating) -> Rate {
        let first_digit = self.steps.iter().position(|step| step.placement.is_some());
        let (steps, is_known) = match rating {
            Rating::Ed => (self.steps.len().min(1), !self.steps.is_empty()),
            Rating::Ep => (first_digit.map_or(self.steps.len(), |k| k + 1), first_digit.is_some()),
            _ => (self.steps.len(), false),
        };
        let hardest = self.steps[..steps].iter().map(|step| step.difficulty).max();
        let hardest = u32::from(hardest.unwrap_or(0));
        match self.end {
            // It is this hard at least: more than the whole number before it.
            End::GivenUp if !is_known => Rate::Above(hardest.div_ceil(10).saturating_sub(1)),
            End::Stuck if rating == Rating::Er => Rate::Tenths(STUCK.into()),
            _ => Rate::Tenths(hardest),
        }
    }
}
