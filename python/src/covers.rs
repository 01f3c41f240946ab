//! Covers one after another, from a search on a thread of its own.
//!
//! ```text
//!      search ──▶ batch of 1, 2, 4, ... covers ──▶ a few batches wait ──▶ next(covers)
//! ```
//!
//! A search shows its covers to a visitor, which waits while enough batches wait. So a loop can
//! take its time, and one over millions of covers costs little more than their lists.
//!
//! Invariant: the thread ends soon after the iterator is gone, or its last batch is taken.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use tourdion::cover::{Cover, EngineProgress, OptionId, Problem};
use tourdion::watch::Stop;

use crate::work::SIGNAL_INTERVAL;

/// The most options in a batch.
const MOST: usize = 1 << 14;

/// The batches that may wait.
const WAITING: usize = 4;

/// How long a cover may wait for others in its batch.
const PATIENCE: Duration = Duration::from_millis(10);

/// Covers of a problem, as lists of its options.
#[pyclass(module = "tourdion")]
pub struct Covers {
    options: Arc<Vec<Py<PyAny>>>,
    receiver: Mutex<Receiver<Batch>>,
    batch: Batch,
    next: usize,
    stop: Stop,
    /// The process in which the thread that searches is.
    process: u32,
}

/// Covers one behind the other.
#[derive(Default)]
struct Batch {
    options: Vec<OptionId>,
    ends: Vec<usize>,
}

impl Drop for Covers {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

impl Covers {
    pub fn of(
        problem: Arc<Problem>,
        options: Arc<Vec<Py<PyAny>>>,
        held: Vec<OptionId>,
        banned: Vec<OptionId>,
    ) -> Covers {
        let (sender, receiver) = mpsc::sync_channel(WAITING);
        let stop = Stop::new();
        let its = stop.clone();
        thread::spawn(move || search(&problem, &held, &banned, sender, its));
        let batch = Batch::default();
        let process = std::process::id();
        Covers { options, receiver: Mutex::new(receiver), batch, next: 0, stop, process }
    }
}

/// Searches, and sends batches.
fn search(
    problem: &Problem,
    held: &[OptionId],
    banned: &[OptionId],
    sender: SyncSender<Batch>,
    stop: Stop,
) {
    let mut engine = problem.engine();
    if held.iter().any(|&option| engine.hold(option).is_err()) {
        return; // options that clash have no cover
    }
    for &option in banned {
        engine.ban(option);
    }
    let outbox =
        RefCell::new(Outbox { sender, batch: Batch::default(), room: 1, sent: Instant::now() });
    let mut visit = |cover: Cover<'_>| outbox.borrow_mut().take(cover);
    let mut watch = |_: &EngineProgress<'_>| {
        if stop.is_stopped() {
            return ControlFlow::Break(());
        }
        outbox.borrow_mut().send_if_due()
    };
    if engine.search(&mut visit, &mut watch).is_continue() {
        let _ = outbox.into_inner().send(); // nobody may want it any more
    }
}

/// Covers on their way.
struct Outbox {
    sender: SyncSender<Batch>,
    batch: Batch,
    /// The options after which the batch is sent.
    room: usize,
    sent: Instant,
}

impl Outbox {
    fn take(&mut self, cover: Cover<'_>) -> ControlFlow<()> {
        let begin = self.batch.options.len();
        self.batch.options.extend(cover.options());
        self.batch.options[begin..].sort_unstable();
        self.batch.ends.push(self.batch.options.len());
        if self.batch.options.len() < self.room {
            return ControlFlow::Continue(());
        }
        self.room = MOST.min(4 * self.room);
        self.send()
    }

    fn send_if_due(&mut self) -> ControlFlow<()> {
        let is_due = !self.batch.ends.is_empty() && self.sent.elapsed() > PATIENCE;
        if is_due { self.send() } else { ControlFlow::Continue(()) }
    }

    /// Sends the batch, and waits for room. Breaks if nobody wants it.
    fn send(&mut self) -> ControlFlow<()> {
        let sent = self.sender.send(std::mem::take(&mut self.batch));
        self.sent = Instant::now();
        if sent.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[pymethods]
impl Covers {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        while self.next == self.batch.ends.len() {
            if self.process != std::process::id() {
                let why =
                    "the covers come from a thread of another process: after a fork, ask anew";
                return Err(PyRuntimeError::new_err(why));
            }
            let receiver = &self.receiver;
            let next = py.detach(|| {
                receiver
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .recv_timeout(SIGNAL_INTERVAL)
            });
            match next {
                Ok(batch) => (self.batch, self.next) = (batch, 0),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
        let begin = self.next.checked_sub(1).map_or(0, |before| self.batch.ends[before]);
        let cover = &self.batch.options[begin..self.batch.ends[self.next]];
        self.next += 1;
        let options = cover.iter().map(|option| self.options[option.index()].bind(py));
        PyList::new(py, options).map(Some)
    }
}
