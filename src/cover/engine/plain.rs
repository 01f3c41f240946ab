//! The engine that suits a problem best for a plain search: one that neither learns nor remembers.
//!
//! ```text
//!      more than 192 items, and rows of bits suit the problem      rows
//!      masks of 256 bits are enough, and bounds are below 15       live
//!      all others                                                  cells
//! ```
//!
//! Searches that race with another one ([`Turns`](crate::cover::Turns), and the counts of
//! [`memo`](crate::cover::question::memo)) take it. [`choose`](crate::cover::choice::choose)
//! decides in the same way, and gives reasons.

use crate::cover::{Cells, Engine, Live, Problem, ProblemError, Rows};

/// Up to this number of items a live list is faster than rows: its masks have three words then.
const NARROW: usize = 192;

/// Whether a live list is faster than rows, if it takes the problem.
pub(in crate::cover) fn is_narrow(problem: &Problem) -> bool {
    problem.items().len() <= NARROW
}

/// An engine for a plain search.
#[derive(Debug)]
pub(in crate::cover) enum Plain {
    Live(Box<Live>),
    Rows(Box<Rows>),
    Cells(Box<Cells>),
}

impl Plain {
    pub(in crate::cover) fn new(problem: &Problem) -> Result<Plain, ProblemError> {
        let is_narrow = is_narrow(problem);
        if is_narrow && let Ok(live) = Live::new(problem) {
            return Ok(Plain::Live(Box::new(live)));
        }
        if Rows::suit(problem)
            && let Ok(rows) = Rows::new(problem)
        {
            return Ok(Plain::Rows(Box::new(rows)));
        }
        if !is_narrow && let Ok(live) = Live::new(problem) {
            return Ok(Plain::Live(Box::new(live)));
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
