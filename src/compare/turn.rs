//! A turn: the result of an engine on a puzzle, with a time that may be a bound.
//!
//! A search that has spent its budget took *at least* that time.

use std::fmt;
use std::time::Duration;

use crate::verify::{Effort, Kind};

/// The result of an engine on a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Turn {
    /// Its least time; a lower bound if the budget was spent.
    pub time: Duration,
    /// The effort besides time.
    pub effort: Effort,
    /// Its answer; for a first solution `Impossible`, or `Proper` even if there are more. `None` if
    /// the budget was spent.
    pub kind: Option<Kind>,
}

impl Turn {
    /// The time, and whether it is a bound.
    pub const fn bounded(&self) -> Bounded {
        Bounded { time: self.time, is_more: self.kind.is_none() }
    }
}

/// A time, or a lower bound for one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Bounded {
    /// The time.
    pub time: Duration,
    /// Whether it was longer than this.
    pub is_more: bool,
}

impl fmt::Display for Bounded {
    /// As `2.35 ms`, or `> 10 s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(f64, &str); 4] = [(1e0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")];
        let seconds = self.time.as_secs_f64();
        let (unit, name) =
            UNITS.into_iter().find(|&(unit, _)| seconds >= unit).unwrap_or((1e-9, "ns"));
        let more = if self.is_more { "> " } else { "" };
        f.pad(&format!("{more}{} {name}", three_digits(seconds / unit)))
    }
}

impl Bounded {
    /// Both, one after the other.
    pub(super) fn with(self, other: Bounded) -> Bounded {
        Bounded { time: self.time + other.time, is_more: self.is_more || other.is_more }
    }
}

/// A number with three significant digits, or all before the point.
pub(super) fn three_digits(number: f64) -> String {
    match number {
        99.95.. => format!("{number:.0}"),
        9.995.. => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}
