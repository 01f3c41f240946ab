//! The engines beside the plain search, as far as they have been made.
//!
//! ```text
//!      due  ──▶  made       at its first turn, with the moves of the others
//!       │
//!       ╰─────▶  out        it can't be made, or has no turns
//! ```

use crate::cover::engine::plain::make;
use crate::cover::{Cells, Engine, Learn, Move, Problem, ProblemError, Statistics};

/// An engine that is made when it has its first turn.
#[derive(Debug)]
pub(super) enum Late<E> {
    /// Not made yet.
    Due,
    /// It has no turns: it does not suit the problem, which may be too large for it.
    Out,
    Made(Box<E>),
}

impl<E: Engine> Late<E> {
    pub(super) fn made(&self) -> Option<&E> {
        if let Late::Made(engine) = self { Some(engine) } else { None }
    }

    pub(super) fn made_mut(&mut self) -> Option<&mut E> {
        if let Late::Made(engine) = self { Some(engine) } else { None }
    }

    pub(super) fn statistics(&self) -> Statistics {
        self.made().map_or_else(Statistics::default, Engine::statistics)
    }

    /// Makes it by `new`, with these moves, unless it has been made.
    fn make_by(&mut self, new: impl FnOnce() -> Option<Result<E, ProblemError>>, moves: &[Move]) {
        if matches!(self, Late::Due) {
            *self = match new() {
                Some(Ok(mut engine)) => {
                    make(&mut engine, moves);
                    Late::Made(Box::new(engine))
                }
                _ => Late::Out,
            };
        }
    }
}

impl Late<Cells> {
    /// Makes the search by weights with these moves, unless it has been made.
    pub(super) fn make(&mut self, problem: Option<&Problem>, moves: &[Move]) {
        self.make_by(|| problem.map(|problem| Cells::new(problem).map(Cells::weighted)), moves);
    }
}

impl Late<Learn> {
    /// Makes the search that learns with these moves, unless it has been made. The problem is freed
    /// before the engine grows, unless another engine still needs it.
    pub(super) fn make(
        &mut self,
        problem: &mut Option<Box<Problem>>,
        is_needed: bool,
        moves: &[Move],
    ) {
        let new = || match problem {
            Some(problem) if is_needed => Some(Learn::new(problem)),
            _ => problem.take().map(Learn::in_place_of),
        };
        self.make_by(new, moves);
    }
}
