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
        self.verify_watched(verifier, puzzle, &mut || ControlFlow::Continue(()))
    }

    /// As [`verify`](Budget::verify), with a `watch` that is called every few milliseconds. `None` too if that broke.
    pub fn verify_watched(
        self,
        verifier: &mut dyn Verifier,
        puzzle: &Grid,
        watch: &mut Watch<'_>,
    ) -> Option<Verdict> {
        let mut spender = self.spender(watch);
        let mut examination = Examination::up_to(2);
        let _ = verifier
            .solutions(puzzle, &mut Examined { examination: &mut examination, spender: &mut spender });
        (!spender.is_spent).then(|| examination.verdict())
    }

    /// The first solution that a search finds, of one or many; `Some(None)` if there is none, and `None` if the budget was
    /// spent before that was known, or `watch` broke.
    pub fn first_solution(
        self,
        verifier: &mut dyn Verifier,
        puzzle: &Grid,
        watch: &mut Watch<'_>,
    ) -> Option<Option<Solution>> {
        let mut spender = self.spender(watch);
        let mut solution = None;
        let _ = verifier.solutions(puzzle, &mut First { solution: &mut solution, spender: &mut spender });
        (!spender.is_spent).then_some(solution)
    }

    fn spender<'w, 'b>(self, watch: &'w mut Watch<'b>) -> Spender<'w, 'b> {
        Spender { budget: self, began: Instant::now(), watch, is_spent: false }
    }
}

/// Is called every few milliseconds of a search. `Break` ends it.
pub type Watch<'w> = dyn FnMut() -> ControlFlow<()> + 'w;

/// Who spends a budget.
struct Spender<'w, 'b> {
    budget: Budget,
    began: Instant,
    watch: &'w mut Watch<'b>,
    /// Whether the search was broken off.
    is_spent: bool,
}

impl Spender<'_, '_> {
    fn pulse(&mut self, effort: &Effort) -> ControlFlow<()> {
        let Budget { time, nodes } = self.budget;
        self.is_spent = time.is_some_and(|time| self.began.elapsed() > time)
            || nodes.is_some_and(|nodes| effort.nodes > nodes)
            || (self.watch)().is_break();
        if self.is_spent { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// An examination under a budget.
struct Examined<'e, 'w, 'b> {
    examination: &'e mut Examination,
    spender: &'e mut Spender<'w, 'b>,
}

impl Visitor for Examined<'_, '_, '_> {
    fn solution(&mut self, found: &dyn Fn() -> Solution) -> ControlFlow<()> {
        self.examination.solution(found)
    }

    fn pulse(&mut self, effort: &Effort) -> ControlFlow<()> {
        self.spender.pulse(effort)
    }
}

/// Keeps the first solution, and ends there.
struct First<'f, 'w, 'b> {
    solution: &'f mut Option<Solution>,
    spender: &'f mut Spender<'w, 'b>,
}

impl Visitor for First<'_, '_, '_> {
    fn solution(&mut self, found: &dyn Fn() -> Solution) -> ControlFlow<()> {
        *self.solution = Some(found());
        ControlFlow::Break(())
    }

    fn pulse(&mut self, effort: &Effort) -> ControlFlow<()> {
        self.spender.pulse(effort)
    }
}
