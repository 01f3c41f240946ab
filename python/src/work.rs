//! Work beside the interpreter: on all cores, without its lock, and ended by Ctrl-C.
//!
//! ```text
//!      this thread     waits, 50 ms at most at a time: are there signals? how far is it?
//!         ▲
//!         │ rows, in order
//!      workers         take the next rows, until there are no more or they are to stop
//!
//!      this thread     tries a few rows for a millisecond, before there are workers
//! ```
//!
//! Threads live as long as a call, so a process can be forked between two calls.
//!
//! Invariant: what is made comes in the order of the rows, each once, unless a signal or the
//! progress callback raises; then the call raises it, when all workers have stopped.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::io;
use std::ops::{ControlFlow, Range};
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use tourdion::sudoku::Grid;
use tourdion::threads::Threads;
use tourdion::verify::{Examination, LockstepVerifier, Verdict};
use tourdion::watch::{SharedWatch, Stop, Watch};

use crate::answers::Table;
use crate::argument::MOST_THREADS;
use crate::puzzles::{Puzzles, Reading, Rows};
use crate::signals::{self, SignalWatch};
use crate::table::{Batch, Series};
use crate::wrong;

/// The most rows that are tried on the caller's thread.
pub const FEW: usize = 16;

/// They are at most this share of those that a worker takes at a time, but for one row alone.
const SHARE: usize = 64;

/// The time for them: where they take longer, to start a thread adds less than a tenth.
const SOON: Duration = Duration::from_millis(1);

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
    /// What is reported instead of the rows done: what was made, and what is wanted.
    made: Option<(AtomicUsize, usize)>,
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

    /// The same, which reports how much of `wanted` was made, where nobody knows the number of
    /// attempts.
    pub fn towards(self, wanted: usize) -> CallOptions {
        CallOptions { made: Some((AtomicUsize::new(0), wanted)), ..self }
    }

    /// Notes that this much was made.
    pub fn note(&self, number: usize) {
        if let Some((made, _)) = &self.made {
            made.store(number, Ordering::Relaxed);
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
    fn look(&self, done: usize, total: usize) -> PyResult<()> {
        Python::attach(|py| {
            py.check_signals()?;
            if let Some(progress) = &self.progress {
                let made = self.made.as_ref();
                let made = made.map(|(made, wanted)| (made.load(Ordering::Relaxed), *wanted));
                progress.call1(py, made.unwrap_or((done, total)))?;
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

/// What ends the work on rows: a flag, and on the caller's thread also the time.
#[derive(Clone)]
pub struct RowWatch {
    stop: Stop,
    end: Option<Instant>,
}

impl RowWatch {
    /// Whether the work is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    fn flow(&self) -> ControlFlow<()> {
        if self.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<P: ?Sized> Watch<P> for RowWatch {
    fn pulse(&mut self, _: &P) -> ControlFlow<()> {
        self.flow()
    }
}

impl<P: ?Sized> SharedWatch<P> for RowWatch {
    fn pulse(&self, _: &P) -> ControlFlow<()> {
        self.flow()
    }
}

/// Does `work` on the numbers below `total`, at most `most` of them at a time, and passes what it
/// makes to `take`, in order. `new` makes the state of a worker. Ends early if `take` breaks.
///
/// Few numbers are tried on this thread first: to start threads and to wait for them takes longer
/// than most of such work. What is not done soon is dropped, and begun again by workers.
pub fn in_order<W, T: Send>(
    py: Python<'_>,
    (total, most): (usize, usize),
    call: &CallOptions,
    new: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, Range<usize>, &mut RowWatch) -> ControlFlow<(), T> + Sync,
    mut take: impl FnMut(T) -> ControlFlow<()> + Send,
) -> PyResult<()> {
    // Where workers take fewer rows at a time, each row takes longer.
    if (1..=(most / SHARE).clamp(1, FEW)).contains(&total) {
        let made = py.detach(|| {
            let end = Some(Instant::now() + SOON);
            work(&mut new(), 0..total, &mut RowWatch { stop: Stop::new(), end })
        });
        if let ControlFlow::Continue(made) = made {
            let _ = take(made); // there is nothing after it
            return call.look(total, total);
        }
        call.look(0, total)?;
    }
    let threads = call.threads();
    let size = most.min(total.div_ceil(2 * threads)).max(1);
    let (next, stop) = (AtomicUsize::new(0), Stop::new());
    let worker = |sender: mpsc::Sender<(usize, T)>| {
        let (mut state, mut stop) = (new(), RowWatch { stop: stop.clone(), end: None });
        while !stop.is_stopped() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let begin = number.saturating_mul(size);
            if begin >= total {
                return;
            }
            let rows = begin..total.min(begin.saturating_add(size));
            let ControlFlow::Continue(made) = work(&mut state, rows, &mut stop) else { return };
            if sender.send((number, made)).is_err() {
                return;
            }
        }
    };
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for number in 0..threads.min(total.div_ceil(size)) {
                let sender = sender.clone();
                let started = thread::Builder::new().spawn_scoped(scope, || worker(sender));
                // Fewer threads than were asked for have the same answers.
                match started {
                    Err(error) if number == 0 => return Err(no_thread(error)),
                    Err(_) => break,
                    Ok(_) => {}
                }
            }
            drop(sender);
            let ended =
                receive(&receiver, |number| total.min(number * size), total, call, &mut take);
            stop.stop();
            ended
        })
    })
}

/// Takes what workers make until they have ended. Dropping the receiver stops them.
fn receive<T>(
    receiver: &mpsc::Receiver<(usize, T)>,
    done: impl Fn(usize) -> usize,
    total: usize,
    call: &CallOptions,
    take: &mut dyn FnMut(T) -> ControlFlow<()>,
) -> PyResult<()> {
    let (mut waiting, mut due, mut looked) = (BTreeMap::new(), 0, Instant::now());
    loop {
        match receiver.recv_timeout(signals::INTERVAL) {
            Ok((number, made)) => {
                waiting.insert(number, made);
                while let Some(made) = waiting.remove(&due) {
                    due += 1;
                    if take(made).is_break() {
                        return call.look(done(due), total);
                    }
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return call.look(done(due), total),
        }
        if looked.elapsed() >= signals::INTERVAL {
            looked = Instant::now();
            call.look(done(due), total)?;
        }
    }
}

/// The numbers of some rows, and where they are.
pub type RowRange<'r> = (Range<usize>, &'r Rows);

/// Answers for each row of a column, in order. `empty` has the columns, and no rows; `answer` adds
/// a row for each of the rows of its range.
pub fn answers<W>(
    py: Python<'_>,
    (puzzles, most): (&Puzzles, usize),
    call: &CallOptions,
    empty: Batch,
    new: impl Fn() -> W + Sync,
    answer: impl Fn(&mut W, RowRange<'_>, &mut Batch, &mut RowWatch) -> ControlFlow<()> + Sync,
) -> PyResult<Table> {
    // Batches whose rows were taken: new memory for each would be asked of the system again and
    // again.
    let spare = Mutex::new(Vec::new());
    let spares = || spare.lock().unwrap_or_else(PoisonError::into_inner);
    let work = |worker: &mut W, numbers: Range<usize>, stop: &mut RowWatch| {
        let rows = match puzzles.at(numbers.clone()) {
            Ok(rows) => rows,
            Err(error) => return ControlFlow::Continue(Err(error)),
        };
        let mut batch = spares().pop().unwrap_or_else(|| empty.clone());
        batch.reserve(numbers.len());
        answer(worker, (numbers, &rows), &mut batch, stop)?;
        ControlFlow::Continue(Ok(batch))
    };
    let (mut batches, mut failed) = (vec![empty.clone()], None);
    let take = |answered: PyResult<Batch>| match answered {
        Ok(mut batch) => {
            batch.append_to(&mut batches);
            spares().push(batch);
            ControlFlow::Continue(())
        }
        Err(error) => {
            failed = Some(error);
            ControlFlow::Break(())
        }
    };
    in_order(py, (puzzles.len(), most), call, new, work, take)?;
    failed.map_or_else(|| Ok(Table::of(batches)), Err)
}

/// A puzzle, with the number of its row.
pub struct NumberedPuzzle<'g> {
    pub number: usize,
    pub grid: &'g Grid,
}

/// Why a puzzle has no answer.
pub enum NoAnswer {
    /// For this reason, which its row then has.
    Because(String),
    /// It is to have no row at all.
    NoRow,
    /// The work is to stop.
    Stopped,
}

impl From<String> for NoAnswer {
    fn from(why: String) -> NoAnswer {
        NoAnswer::Because(why)
    }
}

/// An answer to a puzzle, if it has one.
pub type Answer<T> = Result<T, NoAnswer>;

/// The solutions of a puzzle up to `limit`, unless the work is to stop.
pub fn examination(
    verifier: &mut LockstepVerifier,
    puzzle: &Grid,
    limit: u64,
    stop: &mut RowWatch,
) -> Answer<Examination> {
    Examination::of(verifier, puzzle, limit, stop).continue_value().ok_or(NoAnswer::Stopped)
}

/// The verdict on a puzzle, unless the work is to stop.
pub fn verdict(
    verifier: &mut LockstepVerifier,
    puzzle: &Grid,
    stop: &mut RowWatch,
) -> Answer<Verdict> {
    examination(verifier, puzzle, 2, stop).map(Examination::verdict)
}

/// As [`answers`], puzzle by puzzle. The table has `columns`, and a last one for errors. `answer`
/// adds to all columns but the last, or to none; also to the last where an answer lacks something.
pub fn each<W>(
    py: Python<'_>,
    (puzzles, reading, most): (&Puzzles, &Reading, usize),
    call: &CallOptions,
    columns: Vec<Series>,
    new: impl Fn() -> W + Sync,
    answer: impl Fn(&mut W, NumberedPuzzle<'_>, &mut Batch, &mut RowWatch) -> Answer<()> + Sync,
) -> PyResult<Table> {
    let mut series = columns;
    series.push(Series::text("error"));
    let answer =
        |worker: &mut W, (numbers, rows): RowRange<'_>, batch: &mut Batch, stop: &mut RowWatch| {
            for number in numbers {
                if stop.is_stopped() {
                    return ControlFlow::Break(());
                }
                let answered = match rows.grid(number, reading) {
                    Ok(grid) => answer(worker, NumberedPuzzle { number, grid: &grid }, batch, stop),
                    Err(error) => Err(error.into()),
                };
                match answered {
                    Ok(()) => {
                        let rows = batch.rows();
                        batch.series.last_mut().expect("there are columns").skip_to(rows);
                    }
                    Err(NoAnswer::Because(why)) => batch.add_error(number, &why),
                    Err(NoAnswer::NoRow) => {}
                    Err(NoAnswer::Stopped) => return ControlFlow::Break(()),
                }
            }
            ControlFlow::Continue(())
        };
    answers(py, (puzzles, most), call, Batch { series }, new, answer)
}

/// Does one long piece of work on this thread, without the interpreter's lock. It is to end soon
/// once its watch breaks. To start a thread would take longer than many a search.
pub fn on_this_thread<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut SignalWatch) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let mut signals = SignalWatch::new();
        let made = work(&mut signals);
        signals.raised().map(|()| made)
    })
}

/// Does one long piece of work on a thread of its own, while this one looks at signals: for work
/// whose watch other threads have. It is to end soon once the flag is set.
pub fn on_own_thread<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut Stop) -> T + Send,
) -> PyResult<T> {
    let stop = Stop::new();
    let call = CallOptions { threads: Some(1), progress: None, made: None };
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel::<()>();
            let mut its = stop.clone();
            let work = move || {
                let _ended = sender;
                work(&mut its)
            };
            let worker = thread::Builder::new().spawn_scoped(scope, work).map_err(no_thread)?;
            while receiver.recv_timeout(signals::INTERVAL) == Err(RecvTimeoutError::Timeout) {
                call.look(0, 1).inspect_err(|_| stop.stop())?;
            }
            worker.join().map_err(|panic| panic::resume_unwind(panic))
        })
    })
}

/// Does a piece of work that looks at its flag too seldom, or never, on a thread of its own. After
/// a signal nobody waits for it, and its result is dropped.
///
/// # Panics
/// If the work does.
pub fn apart<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&mut Stop) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = Stop::new();
    let call = CallOptions { threads: Some(1), progress: None, made: None };
    py.detach(|| {
        let (sender, receiver) = mpsc::sync_channel(1);
        let mut its = stop.clone();
        let work = move || {
            let _ = sender.send(work(&mut its)); // nobody may want it any more
        };
        let worker = thread::Builder::new().spawn(work).map_err(no_thread)?;
        loop {
            match receiver.recv_timeout(signals::INTERVAL) {
                Ok(made) => return Ok(made),
                Err(RecvTimeoutError::Timeout) => {
                    call.look(0, 1).inspect_err(|_| stop.stop())?;
                }
                Err(RecvTimeoutError::Disconnected) => match worker.join() {
                    Err(panic) => panic::resume_unwind(panic),
                    Ok(()) => unreachable!("work that ends has sent what it made"),
                },
            }
        }
    })
}
