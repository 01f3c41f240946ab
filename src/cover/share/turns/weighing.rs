//! The sparse sets that search by weights, as far as they have been made.

use crate::cover::engine::plain::make;
use crate::cover::{Cells, Engine, Move, Problem, Statistics};

/// The engine that searches by weights, made when it has its first turn.
#[derive(Debug)]
pub(super) enum Weighing {
    /// Not made yet.
    Due,
    /// It has no turns.
    Out,
    Made(Box<Cells>),
}

impl Weighing {
    pub(super) fn made(&self) -> Option<&Cells> {
        if let Weighing::Made(cells) = self { Some(cells) } else { None }
    }

    pub(super) fn made_mut(&mut self) -> Option<&mut Cells> {
        if let Weighing::Made(cells) = self { Some(cells) } else { None }
    }

    /// Makes it with these moves, unless it has been made.
    pub(super) fn make(&mut self, problem: Option<&Problem>, moves: &[Move]) {
        if matches!(self, Weighing::Due) {
            *self = match problem.map(Cells::new) {
                Some(Ok(cells)) => {
                    let mut cells = cells.weighted();
                    make(&mut cells, moves);
                    Weighing::Made(Box::new(cells))
                }
                _ => Weighing::Out,
            };
        }
    }

    pub(super) fn statistics(&self) -> Statistics {
        self.made().map_or_else(Statistics::default, Cells::statistics)
    }
}
