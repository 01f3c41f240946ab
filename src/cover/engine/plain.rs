//! The engine that suits a problem best for a plain search: one that neither learns nor remembers.
//!
//! ```text
//!      more than 192 bits, and rows of bits suit the problem       rows
//!      masks of 256 bits are enough, and bounds are below 15       live
//!      all others                                                  cells
//! ```
//!
//! Searches that race with another one ([`Turns`](crate::cover::Turns), and the counts of
//! [`memo`](crate::cover::question::memo)) take it. [`choose`](crate::cover::choice::choose)
//! decides in the same way, and gives reasons.

use crate::cover::{Cells, Engine, Live, Problem, ProblemError, Rows};

/// Up to this number of bits a live list is faster than rows; masks of four words are not.
const NARROW: usize = 192;

/// Whether rows of bits suit a problem better than a live list, which needs this number of bits;
/// `None` if it needs more than it can have.
pub(in crate::cover) fn rows_suit(problem: &Problem, bits: Option<usize>) -> bool {
    bits.is_none_or(|bits| bits > NARROW) && Rows::suit(problem)
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
        let live = Live::new(problem).ok();
        if rows_suit(problem, live.as_ref().map(Live::own_bits))
            && let Ok(rows) = Rows::new(problem)
        {
            return Ok(Plain::Rows(Box::new(rows)));
        }
        if let Some(live) = live {
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
