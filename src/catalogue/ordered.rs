//! Work on all cores, its results in the order of the input.
//!
//! ```text
//!   reader thread ──bounded channel──▶ calling thread ──spawn──▶ pool: work(state, chunk)
//!   (detached)                          │     in flight: [1 done][2 ·][3 done][4 ·]   oldest first
//!                                       ╰──▶ sink(result 1), then it waits for 2
//! ```
//!
//! The reader is never joined while it may be reading: a read of a terminal or a pipe can block
//! forever, and must not keep the program from ending. The calling thread keeps up to four chunks
//! per worker in flight, or as many as it is asked for, passes the oldest result on as soon as it
//! arrives, and checks the interrupt flag in between. So a slow pipe gets each answer promptly, and
//! a fast one keeps every core busy.
//!
//! Each worker has a state: an engine, and the memory of lists. It is made on the worker's thread
//! with the first chunk, and kept.
//!
//! Invariants. Results reach `sink` in the order of the chunks, none left out except after a stop.
//! Memory is bounded by the channel and the chunks in flight. A panic of `work` or of the reader
//! leaves [`ordered`]; nothing waits for a result that can't come.
//!
//! Deliberately lacking: order by anything but the input, a pool of its own, and `work` that waits
//! for other work of its pool: its thread could begin another chunk meanwhile, which would wait for
//! the state forever. A hand-made pool of scoped threads was a little faster, but hung when its
//! output pipe closed; rayon's `par_bridge` loses the order.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rayon::Scope;

use crate::threads::Threads;

/// Chunks in flight for each thread: enough that a hard chunk does not leave other threads idle.
const IN_FLIGHT: usize = 4;

/// Chunks read ahead.
const AHEAD: usize = 4;

/// The time to wait for one event before checking the others.
const MOMENT: Duration = Duration::from_millis(50);

/// The same, if a chunk may arrive while waiting for the oldest result.
const BRIEF: Duration = Duration::from_millis(2);

/// The end of a run that `sink` did not break.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderedEnd {
    /// The input ended.
    Complete,
    /// The interrupt flag was set; chunks in flight are dropped.
    Interrupted,
}

/// Does `work` on every item of `chunks`, on `threads`, and hands the results to
/// `sink`, on this thread, in the order of the items. Each thread has a state that `state` makes,
/// and `work` has it for each item that it does there.
///
/// The run ends at the end of the items, when `interrupted` is set, or when `sink` breaks. In the
/// last two cases the flag passed to `work` is set, and work in progress should return soon: its
/// result is dropped, but this function waits for it. `chunks` continues in a detached thread until
/// its next item.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::atomic::AtomicBool;
/// use tourdion::catalogue::{OrderedEnd, ordered};
/// use tourdion::threads::Threads;
///
/// let threads = Threads::new(2)?;
/// let mut squares = Vec::new();
/// let square = |buffer: &mut Vec<u32>, n: u32, _stop: &AtomicBool| {
///     buffer.clear(); // it is the thread's own
///     buffer.extend((0..n).map(|k| 2 * k + 1));
///     buffer.iter().sum::<u32>()
/// };
/// let end = ordered(0..5, &threads, &AtomicBool::new(false), Vec::new, square, |square| {
///     squares.push(square);
///     ControlFlow::<()>::Continue(())
/// });
/// assert_eq!(end, ControlFlow::Continue(OrderedEnd::Complete));
/// assert_eq!(squares, [0, 1, 4, 9, 16]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If `state`, `work` or the iterator panics: with the same panic.
pub fn ordered<C, S, T, B>(
    chunks: impl Iterator<Item = C> + Send + 'static,
    threads: &Threads,
    interrupted: &AtomicBool,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, C, &AtomicBool) -> T + Sync,
    sink: impl FnMut(T) -> ControlFlow<B>,
) -> ControlFlow<B, OrderedEnd>
where
    C: Send + 'static,
    S: Send,
    T: Send,
{
    ordered_ahead(IN_FLIGHT, chunks, threads, interrupted, state, work, sink)
}

/// As [`ordered`], with up to `ahead` items in flight for each thread, 4 there. Many small items
/// that differ much want more: while one takes long, the other threads do those behind it, and
/// wait when there are no more in flight.
pub fn ordered_ahead<C, S, T, B>(
    ahead: usize,
    chunks: impl Iterator<Item = C> + Send + 'static,
    threads: &Threads,
    interrupted: &AtomicBool,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, C, &AtomicBool) -> T + Sync,
    mut sink: impl FnMut(T) -> ControlFlow<B>,
) -> ControlFlow<B, OrderedEnd>
where
    C: Send + 'static,
    S: Send,
    T: Send,
{
    let states = States::new(threads.count(), state);
    let work = |chunk, stop: &AtomicBool| states.lend(|state| work(state, chunk, stop));
    let stop = AtomicBool::new(false);
    let mut reader = Reader::begin(chunks);
    let most = ahead.max(1) * threads.count();
    threads.pool().in_place_scope(|scope| {
        let _stop_at_exit = Raised(&stop);
        let mut in_flight = VecDeque::with_capacity(most);
        loop {
            while in_flight.len() < most
                && let Some(chunk) = reader.wait(Duration::ZERO)
            {
                in_flight.push_back(start(scope, chunk, &work, &stop));
            }
            let result = match in_flight.front() {
                Some(front) => {
                    let is_full = in_flight.len() == most || reader.is_done();
                    wait_for(front, if is_full { MOMENT } else { BRIEF })
                }
                None => Waited::Nothing,
            };
            match result {
                Waited::Result(result) => {
                    in_flight.pop_front();
                    if let ControlFlow::Break(broken) = sink(result) {
                        return ControlFlow::Break(broken);
                    }
                }
                // The panic continues when the scope ends.
                Waited::Panicked => return ControlFlow::Continue(OrderedEnd::Interrupted),
                Waited::Nothing if in_flight.is_empty() && reader.is_done() => {
                    return ControlFlow::Continue(OrderedEnd::Complete);
                }
                Waited::Nothing if in_flight.is_empty() => {
                    if let Some(chunk) = reader.wait(MOMENT) {
                        in_flight.push_back(start(scope, chunk, &work, &stop));
                    }
                }
                Waited::Nothing => {}
            }
            if interrupted.load(Ordering::Relaxed) {
                return ControlFlow::Continue(OrderedEnd::Interrupted);
            }
        }
    })
}

/// The state that each thread of the pool keeps from chunk to chunk.
struct States<S, F> {
    /// One for each thread, so that no thread ever waits for a lock.
    states: Vec<Mutex<Option<S>>>,
    make: F,
}

impl<S, F: Fn() -> S> States<S, F> {
    fn new(threads: usize, make: F) -> States<S, F> {
        States { states: (0..threads).map(|_| Mutex::default()).collect(), make }
    }

    /// Does `work` with the state of this thread of the pool.
    fn lend<T>(&self, work: impl FnOnce(&mut S) -> T) -> T {
        let thread = rayon::current_thread_index().expect("it is a thread of the pool");
        // A panic may leave a wrong state, but the run is then over anyway.
        let mut state = self.states[thread].lock().unwrap_or_else(PoisonError::into_inner);
        work(state.get_or_insert_with(&self.make))
    }
}

/// Raises the flag when it goes out of scope, even by a panic.
struct Raised<'f>(&'f AtomicBool);

impl Drop for Raised<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Starts the work on one chunk; its result comes through the channel.
fn start<'scope, C, T>(
    scope: &Scope<'scope>,
    chunk: C,
    work: &'scope (impl Fn(C, &AtomicBool) -> T + Sync),
    stop: &'scope AtomicBool,
) -> Receiver<T>
where
    C: Send + 'scope,
    T: Send + 'scope,
{
    let (sender, receiver) = mpsc::sync_channel(1);
    scope.spawn(move |_| {
        if !stop.load(Ordering::Relaxed) {
            // After a stop the receiver may be gone.
            let _ = sender.send(work(chunk, stop));
        }
    });
    receiver
}

enum Waited<T> {
    Result(T),
    Nothing,
    Panicked,
}

fn wait_for<T>(front: &Receiver<T>, patience: Duration) -> Waited<T> {
    match front.recv_timeout(patience) {
        Ok(result) => Waited::Result(result),
        Err(RecvTimeoutError::Timeout) => Waited::Nothing,
        Err(RecvTimeoutError::Disconnected) => Waited::Panicked,
    }
}

/// The thread that reads, and the channel from it.
struct Reader<C> {
    receiver: Receiver<C>,
    /// `None` once the last chunk has come.
    thread: Option<JoinHandle<()>>,
}

impl<C: Send + 'static> Reader<C> {
    fn begin(chunks: impl Iterator<Item = C> + Send + 'static) -> Reader<C> {
        let (sender, receiver) = mpsc::sync_channel(AHEAD);
        let thread = thread::spawn(move || send_all(chunks, &sender));
        Reader { receiver, thread: Some(thread) }
    }

    /// Whether there are no more chunks.
    fn is_done(&self) -> bool {
        self.thread.is_none()
    }

    /// The next chunk, if it comes in time.
    fn wait(&mut self, patience: Duration) -> Option<C> {
        let waited = if patience.is_zero() {
            self.receiver.try_recv().map_err(|error| error == TryRecvError::Disconnected)
        } else {
            self.receiver
                .recv_timeout(patience)
                .map_err(|error| error == RecvTimeoutError::Disconnected)
        };
        if let Err(true) = waited
            && let Some(thread) = self.thread.take()
            // The channel closes as the thread ends, so this does not block.
            && let Err(payload) = thread.join()
        {
            panic::resume_unwind(payload);
        }
        waited.ok()
    }
}

fn send_all<C>(chunks: impl Iterator<Item = C>, sender: &SyncSender<C>) {
    for chunk in chunks {
        if sender.send(chunk).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::time::Instant;

    fn threads(number: usize) -> Threads {
        Threads::new(number).unwrap()
    }

    static CALM: AtomicBool = AtomicBool::new(false);

    fn pause(milliseconds: u64) {
        thread::sleep(Duration::from_millis(milliseconds));
    }

    #[test]
    fn results_come_in_order_whatever_the_work_takes() {
        for number in [1, 2, 5] {
            let mut seen = Vec::new();
            let work = |(): &mut (), n: u64, _: &AtomicBool| {
                pause(n * 7919 % 5);
                n
            };
            let end = ordered(
                0..100,
                &threads(number),
                &CALM,
                || (),
                work,
                |n| {
                    seen.push(n);
                    ControlFlow::<()>::Continue(())
                },
            );
            assert_eq!(end, ControlFlow::Continue(OrderedEnd::Complete));
            assert!(seen.iter().copied().eq(0..100), "{seen:?}");
        }
    }

    #[test]
    fn a_thread_keeps_its_state() {
        let made = AtomicUsize::new(0);
        let state = || {
            made.fetch_add(1, Ordering::Relaxed);
            0
        };
        let work = |done: &mut usize, _: usize, _: &AtomicBool| {
            *done += 1;
            *done
        };
        let mut firsts = 0;
        let end = ordered(0..100, &threads(3), &CALM, state, work, |done| {
            firsts += usize::from(done == 1);
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(end, ControlFlow::Continue(OrderedEnd::Complete));
        assert!(made.load(Ordering::Relaxed) == firsts && (1..=3).contains(&firsts), "{firsts}");
    }

    #[test]
    fn a_break_stops_the_work_in_progress() {
        let started = AtomicUsize::new(0);
        let work = |(): &mut (), n: usize, stop: &AtomicBool| {
            started.fetch_add(1, Ordering::Relaxed);
            while n > 2 && !stop.load(Ordering::Relaxed) {
                pause(1);
            }
            n
        };
        let sink =
            |n| if n == 2 { ControlFlow::Break("closed") } else { ControlFlow::Continue(()) };
        assert_eq!(
            ordered(0.., &threads(2), &CALM, || (), work, sink),
            ControlFlow::Break("closed")
        );
        assert!(started.into_inner() <= 3 + 2, "no work is started after the break");
    }

    #[test]
    fn an_interrupt_is_heard_while_the_reader_is_blocked() {
        let (_keep, never) = mpsc::channel::<()>();
        let interrupted = AtomicBool::new(false);
        let begin = Instant::now();
        let end = thread::scope(|scope| {
            scope.spawn(|| {
                pause(60);
                interrupted.store(true, Ordering::Relaxed);
            });
            let chunks = std::iter::from_fn(move || never.recv().ok());
            ordered(
                chunks,
                &threads(2),
                &interrupted,
                || (),
                |(), (), _| (),
                |()| ControlFlow::<()>::Continue(()),
            )
        });
        assert_eq!(end, ControlFlow::Continue(OrderedEnd::Interrupted));
        assert!(begin.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn a_slow_source_gets_each_answer_before_the_next_question() {
        let (ask, questions) = mpsc::channel::<u32>();
        ask.send(0).unwrap();
        let chunks = std::iter::from_fn(move || questions.recv().ok());
        let mut ask = Some(ask);
        let mut answers = 0;
        // Each question comes only after the answer to the one before.
        let _ = ordered(
            chunks,
            &threads(2),
            &CALM,
            || (),
            |(), n, _| n,
            |n| {
                answers += 1;
                match n {
                    5 => drop(ask.take()),
                    _ => ask.as_ref().unwrap().send(n + 1).unwrap(),
                }
                ControlFlow::<()>::Continue(())
            },
        );
        assert_eq!(answers, 6);
    }

    #[test]
    fn panics_come_out() {
        let run = |chunks: Box<dyn Iterator<Item = u32> + Send>, bad: u32| {
            let work = move |(): &mut (), n, _: &AtomicBool| assert_ne!(n, bad, "the work's");
            let sink = |()| ControlFlow::<()>::Continue(());
            let run = || ordered(chunks, &threads(2), &CALM, || (), work, sink);
            panic::catch_unwind(panic::AssertUnwindSafe(run)).is_err()
        };
        assert!(run(Box::new(0..10), 7));
        assert!(run(Box::new((0..10).inspect(|&n| assert_ne!(n, 7, "the reader's"))), 99));
        assert!(!run(Box::new(0..10), 99));
    }
}
