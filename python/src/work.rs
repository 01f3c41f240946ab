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

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use tourdion::watch::{SharedWatch, Stop, Watch};

use crate::call::{CallOptions, no_thread};
use crate::signals::{self, SignalWatch};

/// The most rows that are tried on the caller's thread.
pub const FEW: usize = 16;

/// They are at most this share of those that a worker takes at a time, but for one row alone.
const SHARE: usize = 64;

/// The time for them: where they take longer, to start a thread adds less than a tenth.
const SOON: Duration = Duration::from_millis(1);

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

/// What workers take, at most `most` of it at a time.
#[derive(Clone, Copy)]
pub struct Portions<T> {
    pub of: T,
    pub most: usize,
}

/// Does `work` on the numbers below a total, in portions, and passes what it makes to `take`, in
/// order. `new` makes the state of a worker. Ends early if `take` breaks.
///
/// Few numbers are tried on this thread first: to start threads and to wait for them takes longer
/// than most of such work. What is not done soon is dropped, and begun again by workers.
pub fn in_order<W, T: Send>(
    py: Python<'_>,
    Portions { of: total, most }: Portions<usize>,
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
    let call = CallOptions::quiet();
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
    let call = CallOptions::quiet();
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
