//! The engine that learns, as far as it has been made.

use crate::cover::engine::plain::make;
use crate::cover::{Engine, Learn, Move, Problem, Statistics};

/// The engine that learns, made when it has its first turn.
#[derive(Debug)]
pub(super) enum Learner {
    /// Not made yet.
    Due,
    /// The problem is too large for it, or has multiplicities.
    Out,
    Made(Box<Learn>),
}

impl Learner {
    pub(super) fn made(&self) -> Option<&Learn> {
        if let Learner::Made(learn) = self { Some(learn) } else { None }
    }

    pub(super) fn made_mut(&mut self) -> Option<&mut Learn> {
        if let Learner::Made(learn) = self { Some(learn) } else { None }
    }

    /// Makes it with these moves, unless it has been made. The problem is freed before the engine
    /// grows, unless another engine still needs it.
    pub(super) fn make(
        &mut self,
        problem: &mut Option<Box<Problem>>,
        is_needed: bool,
        moves: &[Move],
    ) {
        if matches!(self, Learner::Due) {
            let learn = match problem {
                Some(problem) if is_needed => Some(Learn::new(problem)),
                _ => problem.take().map(Learn::in_place_of),
            };
            *self = match learn {
                Some(Ok(mut learn)) => {
                    make(&mut learn, moves);
                    Learner::Made(Box::new(learn))
                }
                _ => Learner::Out,
            };
        }
    }

    pub(super) fn statistics(&self) -> Statistics {
        match self {
            Learner::Due | Learner::Out => Statistics::default(),
            Learner::Made(learn) => learn.statistics(),
        }
    }
}
