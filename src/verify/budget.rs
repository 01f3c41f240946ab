//! Budgets: how long a search may take, and how much.
//!
//! ```text
//!      search ── pulse, pulse ... ──▶ spent?  ──▶ broken off: no verdict, for nothing is known
//!             ── solutions ─────────▶ two, or the end ──▶ verdict
//! ```
//!
//! A verdict on a puzzle whose search was broken off would be a guess; so there is none, not even
//! where a solution was found. Budgets are looked at when the search feels a pulse, which is every
//! few milliseconds; a search that ends before its first pulse always gives a verdict.

use std::ops::ControlFlow;
#[cfg(feature = "clock")]
use std::time::{Duration, Instant};

use super::{Effort, Examination, SolutionVisitor, Verdict, Verifier};
use crate::sudoku::{Candidate, Grid, Solution};

/// What a search may take. [`Budget::default`] is without limits.
///
/// ```
/// # #[cfg(feature = "clock")] {
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
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// The time that a search may take. Needs the feature `clock`.
    #[cfg(feature = "clock")]
    pub time: Option<Duration>,
    /// The nodes that it may visit.
    pub nodes: Option<u64>,
}

impl Budget {
    /// A budget of nodes alone.
    pub const fn of_nodes(nodes: u64) -> Budget {
        Budget {
            #[cfg(feature = "clock")]
            time: None,
            nodes: Some(nodes),
        }
    }

    /// A budget of time alone. Needs the feature `clock`.
    #[cfg(feature = "clock")]
    pub const fn of_time(time: Duration) -> Budget {
        Budget { time: Some(time), nodes: None }
    }

    /// Says what `puzzle` is, or `None` if the budget was spent before that was known.
    pub fn verify(self, verifier: &mut dyn Verifier, puzzle: &Grid) -> Option<Verdict> {
        self.verify_watched(verifier, puzzle, &mut || ControlFlow::Continue(()))
    }

    /// As [`verify`](Budget::verify), with a `watch` that is called every few milliseconds. `None`
    /// too if that broke.
    pub fn verify_watched(
        self,
        verifier: &mut dyn Verifier,
        puzzle: &Grid,
        watch: &mut Watch<'_>,
    ) -> Option<Verdict> {
        let mut examination = Examination::up_to(2);
        let _ = self.solutions(verifier, puzzle, &mut examination, watch)?;
        Some(examination.verdict())
    }

    /// The first solution that a search finds, of one or many; `Some(None)` if there is none, and
    /// `None` if the budget was spent before that was known, or `watch` broke.
    pub fn first_solution(
        self,
        verifier: &mut dyn Verifier,
        puzzle: &Grid,
        watch: &mut Watch<'_>,
    ) -> Option<Option<Solution>> {
        let mut first = None;
        let mut keep = |found: &dyn Fn() -> Solution| {
            first = Some(found());
            ControlFlow::Break(())
        };
        let _ = self.solutions(verifier, puzzle, &mut keep, watch)?;
        Some(first)
    }

    /// Shows `visitor` the solutions of `puzzle`, and whatever else it wants, as
    /// [`Verifier::solutions`] does: `Break` if the visitor did. `None` if the budget was spent
    /// before, or `watch` broke.
    pub fn solutions(
        self,
        verifier: &mut dyn Verifier,
        puzzle: &Grid,
        visitor: &mut dyn SolutionVisitor,
        watch: &mut Watch<'_>,
    ) -> Option<ControlFlow<()>> {
        let mut spender = Spender {
            budget: self,
            #[cfg(feature = "clock")]
            began: Instant::now(),
            visitor,
            watch,
            is_spent: false,
        };
        let flow = verifier.solutions(puzzle, &mut spender);
        (!spender.is_spent).then_some(flow)
    }
}

/// Is called every few milliseconds of a search. `Break` ends it.
pub type Watch<'w> = dyn FnMut() -> ControlFlow<()> + 'w;

/// A visitor who looks at the budget at each pulse.
struct Spender<'s, 'w> {
    budget: Budget,
    #[cfg(feature = "clock")]
    began: Instant,
    visitor: &'s mut dyn SolutionVisitor,
    watch: &'s mut Watch<'w>,
    /// Whether the search was broken off.
    is_spent: bool,
}

impl SolutionVisitor for Spender<'_, '_> {
    fn solution(&mut self, found: &dyn Fn() -> Solution) -> ControlFlow<()> {
        self.visitor.solution(found)
    }

    fn pulse(&mut self, effort: &Effort) -> ControlFlow<()> {
        let is_late = {
            #[cfg(feature = "clock")]
            let is_late = self.budget.time.is_some_and(|time| self.began.elapsed() > time);
            #[cfg(not(feature = "clock"))]
            let is_late = false;
            is_late
        };
        self.is_spent = is_late
            || self.budget.nodes.is_some_and(|nodes| effort.nodes > nodes)
            || (self.watch)().is_break();
        if self.is_spent { ControlFlow::Break(()) } else { self.visitor.pulse(effort) }
    }

    fn wants_nodes(&self) -> bool {
        self.visitor.wants_nodes()
    }

    fn node(&mut self, depth: usize, by: Option<Candidate>) {
        self.visitor.node(depth, by);
    }
}
