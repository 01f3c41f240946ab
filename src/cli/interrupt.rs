//! An interrupt asks for an end, and a second one insists.
//!
//! The first Ctrl-C (or termination, or hang-up) sets a flag that the commands look at: they finish what
//! they are at and say what they have. The second ends the program at once. Who started the program with
//! one of these signals ignored, as `nohup` does, wants it to live on: then all is left as it was.

use std::ops::ControlFlow;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use tourdion::sudoku::{Grid, Solution};
use tourdion::verify::{Effort, Examination, Verifier, Visitor};

/// The exit code after an interrupt, as shells give it.
const INTERRUPTED: i32 = 130;

/// A flag that an interrupt sets.
pub(super) fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    let handler = move || {
        if raised.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED);
        }
    };
    match ctrlc::try_set_handler(handler) {
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(flag),
        Err(error) => Err(error).context("can't listen for interrupts"),
    }
}

/// A visitor that a flag can stop.
pub(super) struct Stoppable<'f, V> {
    pub(super) visitor: V,
    pub(super) flag: &'f AtomicBool,
}

impl<V: Visitor> Visitor for Stoppable<'_, V> {
    fn solution(&mut self, found: &dyn Fn() -> Solution) -> ControlFlow<()> {
        self.visitor.solution(found)
    }

    fn pulse(&mut self, effort: &Effort) -> ControlFlow<()> {
        if self.flag.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { self.visitor.pulse(effort) }
    }
}

/// Counts the solutions of a puzzle up to `limit`. Breaks if it was stopped before.
pub(super) fn examine(
    verifier: &mut dyn Verifier,
    grid: &Grid,
    limit: u64,
    stop: &AtomicBool,
) -> ControlFlow<(), Examination> {
    let mut stoppable = Stoppable { visitor: Examination::up_to(limit), flag: stop };
    let flow = verifier.solutions(grid, &mut stoppable);
    let examination = stoppable.visitor;
    if flow.is_break() && !examination.is_cut_short() {
        return ControlFlow::Break(());
    }
    ControlFlow::Continue(examination)
}
