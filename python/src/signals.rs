//! Signals: Ctrl-C, and what else a handler of Python's raises for.
//!
//! Python looks at them between its own instructions alone, so what takes long here looks now and
//! then.

use std::time::Duration;

use pyo3::prelude::*;

/// The longest time between two looks.
pub const INTERVAL: Duration = Duration::from_millis(50);

/// Raises what signals ask for, once in thousands of rows: for loops over Python's objects.
///
/// # Errors
/// If a signal's handler raises.
pub fn look(py: Python<'_>, row: usize) -> PyResult<()> {
    if row.is_multiple_of(1 << 14) { py.check_signals() } else { Ok(()) }
}
