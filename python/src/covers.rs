//! Covers one after another, from a search on a thread of its own.
//!
//! ```text
//!      search ──▶ batch of 1, 2, 4, ... covers ──▶ a few batches wait ──▶ next(covers)
//! ```
//!
//! A search shows its covers to a visitor, which waits while enough batches wait. So a loop can
//! take its time, and one over millions of covers costs little more than their lists.
//!
//! Threads of Python's may share an iterator. One of them has what is there in its hands while it
//! waits for the search, and the others wait for that one.
//!
//! Invariants. The thread ends soon after the iterator is gone, or its last batch is taken. Each
//! cover goes to one call. No lock is held while Python runs: a call may come out of a destructor.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use tourdion::cover::{Cover, EngineProgress, OptionId, Problem};
use tourdion::watch::Stop;

use crate::call::no_thread;
use crate::signals;

/// The most options in a batch.
const MOST: usize = 1 << 14;

/// The batches that may wait.
const WAITING: usize = 4;

/// How long a cover may wait for others in its batch.
const PATIENCE: Duration = Duration::from_millis(10);

/// Covers of a problem, as lists of its options: an iterator.
///
/// Threads may share it. Each cover goes to one of them, and all of them go to some.
#[pyclass(frozen, module = "tourdion")]
pub struct Covers {
    options: Arc<Vec<Py<PyAny>>>,
    /// `None` while a call has them in its hands.
    waiting: Mutex<Option<Waiting>>,
    /// Told when a call has put them back.
    put_back: Condvar,
    stop: Stop,
    /// The process in which the thread that searches is.
    process: u32,
}

/// The covers that have come, and the way of the others.
struct Waiting {
    receiver: Receiver<Batch>,
    batch: Batch,
    next: usize,
    /// Whether the search came to its end, and did not panic.
    has_ended: Arc<AtomicBool>,
}

impl Waiting {
    /// The next cover that has come.
    fn take(&mut self) -> Option<Vec<OptionId>> {
        let end = *self.batch.ends.get(self.next)?;
        let begin = self.next.checked_sub(1).map_or(0, |before| self.batch.ends[before]);
        self.next += 1;
        Some(self.batch.options[begin..end].to_vec())
    }
}

/// Covers one behind the other.
#[derive(Default)]
struct Batch {
    options: Vec<OptionId>,
    ends: Vec<usize>,
}

/// What a call for the next cover finds.
enum Next {
    Cover(Vec<OptionId>),
    End,
    /// The search has panicked, with a message on standard error.
    Fault,
    /// Nothing, for as long as signals can wait.
    NotYet,
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
    ) -> PyResult<Covers> {
        let (sender, receiver) = mpsc::sync_channel(WAITING);
        let stop = Stop::new();
        let its = stop.clone();
        let has_ended = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&has_ended);
        let search = move || search(&problem, &held, &banned, (sender, &ended), its);
        thread::Builder::new().spawn(search).map_err(no_thread)?;
        let waiting = Waiting { receiver, batch: Batch::default(), next: 0, has_ended };
        Ok(Covers {
            options,
            waiting: Mutex::new(Some(waiting)),
            put_back: Condvar::new(),
            stop,
            process: std::process::id(),
        })
    }

    fn waiting(&self) -> MutexGuard<'_, Option<Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next cover, for which it waits a little, without the interpreter's lock.
    fn next(&self) -> Next {
        let is_away = |waiting: &mut Option<Waiting>| waiting.is_none();
        let there = self.put_back.wait_timeout_while(self.waiting(), signals::INTERVAL, is_away);
        let (mut there, _) = there.unwrap_or_else(PoisonError::into_inner);
        let Some(mut waiting) = there.take() else { return Next::NotYet };
        drop(there);
        let next = loop {
            if let Some(cover) = waiting.take() {
                break Next::Cover(cover);
            }
            match waiting.receiver.recv_timeout(signals::INTERVAL) {
                Ok(batch) => (waiting.batch, waiting.next) = (batch, 0),
                Err(RecvTimeoutError::Timeout) => break Next::NotYet,
                Err(RecvTimeoutError::Disconnected) => {
                    let has_ended = waiting.has_ended.load(Ordering::Acquire);
                    break if has_ended { Next::End } else { Next::Fault };
                }
            }
        };
        *self.waiting() = Some(waiting);
        self.put_back.notify_one();
        next
    }

    /// The next cover, if it has come and no other call is at it.
    fn next_at_once(&self) -> Option<Vec<OptionId>> {
        // A process that was forked may have a lock that nobody there will open.
        self.waiting.try_lock().ok()?.as_mut()?.take()
    }
}

/// Searches, and sends batches.
fn search(
    problem: &Problem,
    held: &[OptionId],
    banned: &[OptionId],
    (sender, has_ended): (SyncSender<Batch>, &AtomicBool),
    stop: Stop,
) {
    let mut engine = problem.engine();
    if held.iter().any(|&option| engine.hold(option).is_err()) {
        has_ended.store(true, Ordering::Release); // options that clash have no cover
        return;
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
    let searched = engine.search(&mut visit, &mut watch);
    has_ended.store(true, Ordering::Release);
    if searched.is_continue() {
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

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let cover = loop {
            if let Some(cover) = self.next_at_once() {
                break cover;
            }
            if self.process != std::process::id() {
                let why =
                    "the covers come from a thread of another process: after a fork, ask anew";
                return Err(PyRuntimeError::new_err(why));
            }
            match py.detach(|| self.next()) {
                Next::Cover(cover) => break cover,
                Next::End => return Ok(None),
                Next::Fault => {
                    let why = "the search for covers has ended by a fault of its own";
                    return Err(PyRuntimeError::new_err(why));
                }
                Next::NotYet => py.check_signals()?,
            }
        };
        let options = cover.iter().map(|option| self.options[option.index()].bind(py));
        PyList::new(py, options).map(Some)
    }
}
