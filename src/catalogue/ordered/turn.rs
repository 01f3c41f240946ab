//! The turn of an item: the time at which parts of its result can be passed on.
//!
//! ```text
//!   [1 passed][2 done][3 works on]         the turn of 3 comes once 2 is passed on
//!                      ╰─ pass(part), pass(part), and at last the rest as its result
//! ```
//!
//! A result that grows without an end, such as all solutions of a puzzle, would take all memory
//! until it is done, and nobody would see its beginning. Work whose turn has come can pass it on in
//! parts; before, it can wait.
//!
//! Invariant: a part comes behind all earlier results, and before what is left of its own.

use std::fmt;
use std::ops::ControlFlow;

/// A run, as the work on an item sees it.
pub(super) trait Passing<T> {
    /// Whether all results before this one have been passed on.
    fn has_come(&self, number: u64) -> bool;

    /// Waits for that. Breaks if the run is stopped.
    fn wait(&self, number: u64) -> ControlFlow<()>;

    /// Passes on a part of the oldest result. Breaks if the run is stopped.
    fn pass_part(&self, part: T) -> ControlFlow<()>;
}

/// The turn of one item of a [run](super::Ordered::run_in_parts), for the work on it.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::atomic::AtomicBool;
/// use tourdion::catalogue::{Ordered, OrderedTurn};
///
/// let (stop, mut seen) = (AtomicBool::new(false), Vec::new());
/// let work = |(): &mut (), n: u32, turn: &OrderedTurn<'_, u32>| {
///     // A part of its result for each number below 10 n, and 10 n at the end.
///     for part in 10 * n - 3..10 * n {
///         if turn.pass(part).is_break() {
///             break;
///         }
///     }
///     10 * n
/// };
/// let _ = Ordered::on(2, &stop).run_in_parts(1..=2, || (), work, |part| {
///     seen.push(part);
///     ControlFlow::<()>::Continue(())
/// });
/// assert_eq!(seen, [7, 8, 9, 10, 17, 18, 19, 20]);
/// ```
#[derive(Clone, Copy)]
pub struct OrderedTurn<'t, T> {
    number: u64,
    run: &'t dyn Passing<T>,
}

impl<T> fmt::Debug for OrderedTurn<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OrderedTurn").field("number", &self.number).finish_non_exhaustive()
    }
}

impl<'t, T> OrderedTurn<'t, T> {
    pub(super) fn of(number: u64, run: &'t dyn Passing<T>) -> OrderedTurn<'t, T> {
        OrderedTurn { number, run }
    }

    /// Whether a part would be passed on without waiting: all results before this one have been.
    pub fn has_come(&self) -> bool {
        self.run.has_come(self.number)
    }

    /// Waits until the turn has come. Breaks if the run is stopped before.
    pub fn wait(&self) -> ControlFlow<()> {
        self.run.wait(self.number)
    }

    /// Waits, and passes a part of the result to the sink of the run. Breaks if the run is stopped:
    /// before its turn the part is dropped.
    pub fn pass(&self, part: T) -> ControlFlow<()> {
        self.wait()?;
        self.run.pass_part(part)
    }
}
