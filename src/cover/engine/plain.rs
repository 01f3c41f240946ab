//! The engine that suits a problem best for a plain search: one that neither learns nor remembers.
//!
//! ```text
//!      masks of 256 bits are enough, and bounds are below 15       live
//!      wider, and rows of bits suit the problem                    rows
//!      all others                                                  cells
//! ```
//!
//! Searches that race with another one ([`Turns`](crate::cover::Turns), and the counts of
//! [`memo`](crate::cover::question::memo)) take it. [`choose`](crate::cover::choice::choose)
//! decides in the same way, and gives reasons.

use crate::cover::{Cells, Engine, Live, Problem, ProblemError, Rows};

/// An engine for a plain search.
#[derive(Debug)]
pub(in crate::cover) enum Plain {
    Live(Box<Live>),
    Rows(Box<Rows>),
    Cells(Box<Cells>),
}

impl Plain {
    pub(in crate::cover) fn new(problem: &Problem) -> Result<Plain, ProblemError> {
        if let Ok(live) = Live::new(problem) {
            return Ok(Plain::Live(Box::new(live)));
        }
        if Rows::suit(problem)
            && let Ok(rows) = Rows::new(problem)
        {
            return Ok(Plain::Rows(Box::new(rows)));
        }
        Ok(Plain::Cells(Box::new(Cells::new(problem)?)))
    }

    /// The same, for a first cover: sparse sets search by weights and begin anew.
    pub(in crate::cover) fn for_few(self) -> Plain {
        match self {
            Plain::Cells(cells) => Plain::Cells(Box::new(cells.weighted())),
            other => other,
        }
    }

    pub(in crate::cover) fn engine(&self) -> &dyn Engine {
        match self {
            Plain::Live(live) => &**live,
            Plain::Rows(rows) => &**rows,
            Plain::Cells(cells) => &**cells,
        }
    }

    pub(in crate::cover) fn engine_mut(&mut self) -> &mut dyn Engine {
        match self {
            Plain::Live(live) => &mut **live,
            Plain::Rows(rows) => &mut **rows,
            Plain::Cells(cells) => &mut **cells,
        }
    }

    #[cfg(feature = "parallel")]
    pub(in crate::cover) fn into_engine(self) -> Box<dyn Engine> {
        match self {
            Plain::Live(live) => live,
            Plain::Rows(rows) => rows,
            Plain::Cells(cells) => cells,
        }
    }
}
