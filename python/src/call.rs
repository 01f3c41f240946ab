//! What a call asks for besides its answers: threads, and reports of its progress.

use std::cell::OnceCell;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use tourdion::threads::Threads;

use crate::argument::MOST_THREADS;
use crate::wrong;

/// Threads that start for a question that takes long. Fewer than were asked for, or none, have the
/// same answer.
pub struct LazyThreads {
    number: usize,
    started: OnceCell<Option<Threads>>,
}

impl LazyThreads {
    pub fn new(number: usize) -> LazyThreads {
        LazyThreads { number, started: OnceCell::new() }
    }

    /// `None` for one thread.
    pub fn get(&self) -> Option<&Threads> {
        let start = || Threads::new(self.number).ok();
        if self.number > 1 { self.started.get_or_init(start).as_ref() } else { None }
    }
}

/// How many threads a call has, and what it reports to.
pub struct CallOptions {
    /// All cores if there is none.
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    /// What is reported instead of the rows done.
    made: Option<Made>,
}

/// How much was made.
struct Made {
    number: AtomicUsize,
    wanted: usize,
}

impl CallOptions {
    /// From the arguments of a call: without a number of threads, that of `TOURDION_THREADS`, or
    /// all cores.
    ///
    /// # Errors
    /// If the variable has no such number, or the callback can't be called.
    pub fn of(
        py: Python<'_>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<CallOptions> {
        if progress.as_ref().is_some_and(|progress| !progress.bind(py).is_callable()) {
            return Err(PyTypeError::new_err("progress: expected a function of (done, total)"));
        }
        Ok(CallOptions { threads: count(threads)?, progress, made: None })
    }

    /// Those of work that has its own threads, and reports nothing.
    pub fn quiet() -> CallOptions {
        CallOptions { threads: Some(1), progress: None, made: None }
    }

    /// The same, which reports how much of `wanted` was made, where nobody knows the number of
    /// attempts.
    pub fn towards(self, wanted: usize) -> CallOptions {
        CallOptions { made: Some(Made { number: AtomicUsize::new(0), wanted }), ..self }
    }

    /// Notes that this much was made.
    pub fn note(&self, number: usize) {
        if let Some(made) = &self.made {
            made.number.store(number, Ordering::Relaxed);
        }
    }

    /// The number of threads. To ask the system how many cores there are takes as long as a row or
    /// two of work, so it is asked late.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| {
            thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS)
        })
    }

    /// Looks at signals, and reports.
    pub fn look(&self, done: usize, total: usize) -> PyResult<()> {
        Python::attach(|py| {
            py.check_signals()?;
            if let Some(progress) = &self.progress {
                let (done, total) = match &self.made {
                    Some(made) => (made.number.load(Ordering::Relaxed), made.wanted),
                    None => (done, total),
                };
                progress.call1(py, (done, total))?;
            }
            Ok(())
        })
    }
}

/// The error of a thread that the system does not start.
pub fn no_thread(error: io::Error) -> PyErr {
    PyRuntimeError::new_err(format!("a thread could not be started: {error}"))
}

fn count(threads: Option<usize>) -> PyResult<Option<usize>> {
    match (threads, std::env::var("TOURDION_THREADS")) {
        (Some(threads), _) => Ok(Some(threads)),
        (None, Ok(text)) if !text.is_empty() => {
            let number = text.parse().ok().filter(|number| (1..=MOST_THREADS).contains(number));
            number.map(Some).ok_or_else(|| {
                wrong(format!(
                    "TOURDION_THREADS: expected a number of threads from 1 to {MOST_THREADS}, \
                     found `{}`",
                    tourdion::excerpt::Excerpt(&text)
                ))
            })
        }
        (None, _) => Ok(None),
    }
}
