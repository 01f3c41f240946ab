//! Signals: Ctrl-C, and what else a handler of Python's raises for.
//!
//! Python looks at them between its own instructions alone, so what takes long here looks now and
//! then.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use tourdion::watch::Watch;

/// The longest time between two looks.
pub const INTERVAL: Duration = Duration::from_millis(50);

/// Watches one long piece of work, and looks at signals meanwhile. It breaks once a handler raises.
///
/// Python runs handlers on its main thread alone, so pulses on other threads than the caller's see
/// none.
pub struct SignalWatch {
    looked: Instant,
    raised: PyResult<()>,
}

impl SignalWatch {
    pub fn new() -> SignalWatch {
        SignalWatch { looked: Instant::now(), raised: Ok(()) }
    }

    /// What a handler has raised.
    pub fn raised(self) -> PyResult<()> {
        self.raised
    }
}

impl<P: ?Sized> Watch<P> for SignalWatch {
    fn pulse(&mut self, _: &P) -> ControlFlow<()> {
        if self.raised.is_ok() && self.looked.elapsed() >= INTERVAL {
            self.looked = Instant::now();
            #[expect(clippy::redundant_closure_for_method_calls, reason = "not for all lifetimes")]
            let raised = Python::attach(|py| py.check_signals());
            self.raised = raised;
        }
        if self.raised.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Raises what signals ask for, once in thousands of rows: for loops over Python's objects.
///
/// # Errors
/// If a signal's handler raises.
pub fn look(py: Python<'_>, row: usize) -> PyResult<()> {
    if row.is_multiple_of(1 << 14) { py.check_signals() } else { Ok(()) }
}
