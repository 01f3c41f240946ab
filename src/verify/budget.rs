//! Budgets: how long a search may take, and how much.
//!
//! ```text
//!      search ── pulse, pulse ... ──▶ spent?  ──▶ broken off: no verdict, for nothing is known
//!             ── solutions ─────────▶ two, or the end ──▶ verdict
//! ```
//!
//! A verdict on a puzzle whose search was broken off would be a guess; so there is none, not even where a solution was
//! found. Budgets are looked at when the search feels a pulse, which is every few milliseconds; a search that ends
//! before its first pulse always gives a verdict.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::{Effort, Examination, Verdict, Verifier, Visitor};
use crate::sudoku::{Grid, Solution};

/// What a search may take. [`Budget::default`] is without limits.
///
/// ```
/// use std::time::Duration;
/// use tourdion::baseline::Baseline;
/// use tourdion::verify::{Budget, Verifier};
///
/// // Norvig's impossible puzzle, which the list's order can't see through.
/// let puzzle = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........".parse().unwrap();
/// let mut listed = Baseline::Listed.verifier(tourdion::sudoku::Shape::CLASSIC);
/// let budget = Budget { time: Some(Duration::from_millis(50)), ..Budget::default() };
/// assert_eq!(budget.verify(listed.as_mut(), &puzzle), None);
/// assert!(listed.effort().nodes > 1_000);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// The time that a search may take.
    pub time: Option<Duration>,
    /// The nodes that it may visit.
    pub nodes: Option<u64>,
}

impl Budget {
    /// A budget of nodes alone.
    pub const fn of_nodes(nodes: u64) -> Budget {
        Budget { time: None, nodes: Some(nodes) }
    }

    /// A budget of time alone.
    pub const fn of_time(time: Duration) -> Budget {
        Budget { time: Some(time), nodes: None }
    }

    /// Says what `puzzle` is, or `None` if the budget was spent before that was known.
    pub fn verify(self, verifier: &mut dyn Verifier, puzzle: &Grid) -> Option<Verdict> {
        let mut spender = self.spender(2);
        let _ = verifier.solutions(puzzle, &mut spender);
        spender.verdict()
    }

    /// The first solution that a search finds, which need not be the only one; `Some(None)` if there is none, and `None`
    /// if the budget was spent before that was known.
    pub fn first_solution(self, verifier: &mut dyn Verifier, puzzle: &Grid) -> Option<Option<Solution>> {
        let mut found = None;
        let mut spender = self.spender(2);
        let _ = verifier.solutions(puzzle, &mut First { solution: &mut found, spender: &mut spender });
        if found.is_none() && spender.is_spent { None } else { Some(found) }
    }

    fn spender(self, limit: u64) -> Spender {
        Spender {
            budget: self,
            began: Instant::now(),
            examination: Examination::up_to(limit),
            is_spent: false,
        }
    }
}

/// An examination that ends when the budget does.
struct Spender {
    budget: Budget,
    began: Instant,
    examination: Examination,
    is_spent: bool,
}

impl Spender {
    fn verdict(self) -> Option<Verdict> {
        (!self.is_spent).then(|| self.examination.verdict())
    }
}

impl Visitor for Spender {
    fn solution(&mut self, found: &dyn Fn() -> Solution) -> ControlFlow<()> {
        self.examination.solution(found)
    }

    fn pulse(&mut self, effort: &Effort) -> ControlFlow<()> {
        let Budget { time, nodes } = self.budget;
        self.is_spent = time.is_some_and(|time| self.began.elapsed() > time)
            || nodes.is_some_and(|nodes| effort.nodes > nodes);
        if self.is_spent { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Keeps the first solution, and ends there.
struct First<'f> {
    solution: &'f mut Option<Solution>,
    spender: &'f mut Spender,
}

impl Visitor for First<'_> {
    fn solution(&mut self, found: &dyn Fn() -> Solution) -> ControlFlow<()> {
        *self.solution = Some(found());
        ControlFlow::Break(())
    }

    fn pulse(&mut self, effort: &Effort) -> ControlFlow<()> {
        self.spender.pulse(effort)
    }
}
