//! Budgets: how much time and how many nodes a search may take.
//!
//! ```text
//!      search ── pulse, pulse ... ──▶ spent?  ──▶ broken off: no verdict, for nothing is known
//!             ── solutions ─────────▶ two, or the end ──▶ verdict
//! ```
//!
//! A search that was broken off gives no verdict, even if it found a solution: the verdict would be
//! a guess. Budgets are checked in the pulses of a search, every few milliseconds; a search that
//! ends before its first pulse always gives a verdict.

use std::ops::ControlFlow;
#[cfg(feature = "clock")]
use std::time::{Duration, Instant};

use super::{Effort, Examination, SolutionVisitor, Verdict, Verifier};
use crate::sudoku::{Grid, Solution};
use crate::watch::Watch;

/// The most time and nodes that a search may take. [`Budget::default`] has no limits.
///
/// The feature `clock` adds a field, and another package of your program may ask for it. So write
/// `..Budget::default()` behind the fields that you give, or use [`Budget::of_nodes`].
///
/// ```
/// # #[cfg(feature = "clock")] {
/// use std::time::Duration;
/// use tourdion::baseline::Baseline;
/// use tourdion::verify::{Budget, Verifier};
/// use tourdion::watch::Patient;
///
/// // Norvig's impossible puzzle, which the list's order can't see through.
/// let puzzle = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........".parse().unwrap();
/// let mut listed = Baseline::Listed.verifier(tourdion::sudoku::Shape::CLASSIC);
/// let budget = Budget { time: Some(Duration::from_millis(50)), ..Budget::default() };
/// assert_eq!(budget.verify(listed.as_mut(), &puzzle, &mut Patient), None);
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

    /// Returns the verdict on `puzzle`, or `None` if the budget was spent or `watch` broke before
    /// it was known.
    pub fn verify(
        self,
        verifier: &mut dyn Verifier,
        puzzle: &Grid,
        watch: &mut dyn Watch<Effort>,
    ) -> Option<Verdict> {
        let mut examination = Examination::up_to(2);
        let _ = self.solutions(verifier, puzzle, &mut examination, watch)?;
        Some(examination.verdict())
    }

    /// The first solution that a search finds. `Some(None)` if there is none, and `None` if the
    /// budget was spent or `watch` broke before that was known.
    pub fn first_solution(
        self,
        verifier: &mut dyn Verifier,
        puzzle: &Grid,
        watch: &mut dyn Watch<Effort>,
    ) -> Option<Option<Solution>> {
        let mut first = None;
        let mut keep = |found: &dyn Fn() -> Solution| {
            first = Some(found());
            ControlFlow::Break(())
        };
        let _ = self.solutions(verifier, puzzle, &mut keep, watch)?;
        Some(first)
    }

    /// Passes the solutions of `puzzle` to `visitor`, and the nodes if it wants them, as
    /// [`Verifier::solutions`] does. Returns `Break` if the visitor did, and `None` if the budget
    /// was spent or `watch` broke before the end.
    pub fn solutions(
        self,
        verifier: &mut dyn Verifier,
        puzzle: &Grid,
        visitor: &mut dyn SolutionVisitor,
        watch: &mut dyn Watch<Effort>,
    ) -> Option<ControlFlow<()>> {
        let mut spender = Spender {
            budget: self,
            #[cfg(feature = "clock")]
            began: Instant::now(),
            watch,
            is_spent: false,
        };
        let flow = verifier.solutions(puzzle, visitor, &mut spender);
        (!spender.is_spent).then_some(flow)
    }
}

/// Ends a search whose budget is spent.
struct Spender<'s> {
    budget: Budget,
    #[cfg(feature = "clock")]
    began: Instant,
    watch: &'s mut dyn Watch<Effort>,
    /// Whether the search was broken off.
    is_spent: bool,
}

impl Watch<Effort> for Spender<'_> {
    fn patience(&self) -> u64 {
        self.watch.patience()
    }

    fn pulse(&mut self, effort: &Effort) -> ControlFlow<()> {
        #[cfg(feature = "clock")]
        let is_late = self.budget.time.is_some_and(|time| self.began.elapsed() > time);
        #[cfg(not(feature = "clock"))]
        let is_late = false;
        self.is_spent = is_late
            || self.budget.nodes.is_some_and(|nodes| effort.nodes > nodes)
            || self.watch.pulse(effort).is_break();
        if self.is_spent { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
