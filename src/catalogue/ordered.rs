//! Work on all cores, its results in the order of the input.
//!
//! ```text
//!   each thread of the pool, again and again:
//!     take   the next chunk                          one thread at a time
//!     work   work(state, chunk)                      all at once
//!     pass   [1 passed][2 done][3 ·][4 done]         the oldest first, one thread at a time:
//!             ╰─ sink(2), then it returns to `take`; the thread with 3 passes 3 and 4
//! ```
//!
//! A thread reads, works and writes by itself: nothing is handed over but a result that is done
//! before its turn, so `n` threads are `n` busy cores and no more. The calling thread only watches
//! the interrupt flag. A thread whose result is not the oldest leaves it to the others, and takes
//! the next chunk; as long as too many wait in this way, none is taken.
//!
//! An input that may block for ever, such as a pipe, is read by a thread that nobody joins:
//! [`detached`](super::detached). A thread that waits for it looks at the flag `stop`.
//!
//! Each thread has a state: an engine, and the memory of lists. It is made there for the first
//! chunk, and kept.
//!
//! Invariants. Chunks are taken, and results passed on, in the order of the input, none left out
//! except after a stop. Memory is bounded by the chunks in flight. A panic of `work`, `sink` or the
//! input leaves [`Ordered::run`]; nothing waits for a result that can't come.
//!
//! Deliberately lacking: order by anything but the input, a pool of its own, and work or a sink
//! that needs the other threads of the pool: they are busy. rayon's `par_bridge` loses the order.
//! With a thread that reads and one that writes beside the workers, `--threads 1` took more than a
//! core, and two threads less than twice one; each chunk crossed from core to core twice.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::threads::Threads;

/// Chunks in flight for each thread: enough that a hard chunk does not leave other threads idle.
const IN_FLIGHT: usize = 4;

/// The time between two looks at the interrupt flag.
const MOMENT: Duration = Duration::from_millis(50);

/// The end of a run that `sink` did not break.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderedEnd {
    /// The input ended.
    Complete,
    /// The interrupt flag was set; chunks in flight are dropped.
    Interrupted,
}

/// A run over chunks on all threads, its results in their order.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::atomic::AtomicBool;
/// use tourdion::catalogue::{Ordered, OrderedEnd};
/// use tourdion::threads::Threads;
///
/// let (threads, interrupted) = (Threads::new(2)?, AtomicBool::new(false));
/// let mut squares = Vec::new();
/// let square = |buffer: &mut Vec<u32>, n: u32, _stop: &AtomicBool| {
///     buffer.clear(); // it is the thread's own
///     buffer.extend((0..n).map(|k| 2 * k + 1));
///     buffer.iter().sum::<u32>()
/// };
/// let end = Ordered::on(&threads, &interrupted).run(0..5, Vec::new, square, |square| {
///     squares.push(square);
///     ControlFlow::<()>::Continue(())
/// });
/// assert_eq!(end, ControlFlow::Continue(OrderedEnd::Complete));
/// assert_eq!(squares, [0, 1, 4, 9, 16]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ordered<'r> {
    threads: &'r Threads,
    interrupted: &'r AtomicBool,
    stop: Option<&'r AtomicBool>,
    ahead: usize,
}

impl<'r> Ordered<'r> {
    /// A run on `threads`, which ends early when `interrupted` is set.
    pub fn on(threads: &'r Threads, interrupted: &'r AtomicBool) -> Ordered<'r> {
        Ordered { threads, interrupted, stop: None, ahead: IN_FLIGHT }
    }

    /// With a flag that the run sets when it ends early, for an input that may wait: one that does
    /// has to end within a moment then, as [`chunks`](super::chunks) do for
    /// [`ReadProgress::stop`](super::ReadProgress::stop).
    #[must_use]
    pub fn stopping(self, stop: &'r AtomicBool) -> Ordered<'r> {
        Ordered { stop: Some(stop), ..self }
    }

    /// With up to `ahead` chunks in flight for each thread, instead of 4. Many small ones that
    /// differ much want more: while one takes long, the other threads do those behind it, and wait
    /// when there are no more in flight.
    #[must_use]
    pub fn ahead(self, ahead: usize) -> Ordered<'r> {
        Ordered { ahead: ahead.max(1), ..self }
    }

    /// Does `work` on every item of `chunks`, and passes the results to `sink`, in the order of the
    /// items; all of it on the threads of the run, `sink` on one at a time. Each thread has a state
    /// that `state` makes, and `work` has it for each item that it does there.
    ///
    /// The run ends at the end of the items, when it is interrupted, or when `sink` breaks. In the
    /// last two cases the flag passed to `work` is set, and work in progress should return soon:
    /// its result is dropped, but this function waits for it.
    ///
    /// # Panics
    /// If `state`, `work`, `sink` or the iterator panics: with the same panic. If the run begins on
    /// one of its own threads, which would wait for itself.
    pub fn run<C, S, T, B>(
        self,
        chunks: impl Iterator<Item = C> + Send,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, C, &AtomicBool) -> T + Sync,
        sink: impl FnMut(T) -> ControlFlow<B> + Send,
    ) -> ControlFlow<B, OrderedEnd>
    where
        C: Send,
        S: Send,
        T: Send,
        B: Send,
    {
        let is_own = self.threads.pool().current_thread_index().is_some();
        assert!(!is_own, "a run begins outside of its threads");
        let (threads, own) = (self.threads.count(), AtomicBool::new(false));
        let stop = self.stop.unwrap_or(&own);
        // One for each thread, so that no thread ever waits for a lock.
        let states: Vec<Mutex<Option<S>>> = (0..threads).map(|_| Mutex::default()).collect();
        let crew = Crew {
            chunks: Mutex::new(Some(chunks)),
            work: |thread: usize, chunk| {
                let mut own = locked(&states[thread]);
                work(own.get_or_insert_with(&state), chunk, stop)
            },
            sink: Mutex::new(sink),
            turns: Mutex::new(Turns::new(threads)),
            has_room: Condvar::new(),
            all_left: Condvar::new(),
            interrupted: self.interrupted,
            stop,
            most: self.ahead * threads,
        };
        self.threads.pool().in_place_scope(|scope| {
            scope.spawn_broadcast(|_, context| crew.work_on(context.index()));
            crew.watch();
        });
        match crew.turns.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Turns { broken: Some(broken), .. } => ControlFlow::Break(broken),
            Turns { is_interrupted: true, .. } => ControlFlow::Continue(OrderedEnd::Interrupted),
            _ => ControlFlow::Continue(OrderedEnd::Complete),
        }
    }
}

/// What is in flight, and whose turn it is.
struct Turns<T, B> {
    /// A place for each chunk that was taken and whose result has not been passed on, the oldest
    /// first; with the result, if it is done.
    in_flight: VecDeque<Option<T>>,
    /// The number of the oldest.
    oldest: u64,
    /// Whether a thread passes results on.
    is_passing: bool,
    /// Threads that have not left.
    threads: usize,
    /// Threads that wait for room.
    waiting: usize,
    /// With this `sink` broke.
    broken: Option<B>,
    is_interrupted: bool,
}

impl<T, B> Turns<T, B> {
    fn new(threads: usize) -> Turns<T, B> {
        let in_flight = VecDeque::new();
        Turns {
            in_flight,
            oldest: 0,
            is_passing: false,
            threads,
            waiting: 0,
            broken: None,
            is_interrupted: false,
        }
    }

    /// Places a chunk; returns its number.
    fn place(&mut self) -> u64 {
        self.in_flight.push_back(None);
        self.oldest + self.in_flight.len() as u64 - 1
    }

    /// Notes the result of a chunk.
    fn done(&mut self, number: u64, result: T) {
        self.in_flight[(number - self.oldest) as usize] = Some(result);
    }

    /// Takes the oldest result, if it is done.
    fn take_oldest(&mut self) -> Option<T> {
        let result = self.in_flight.front_mut()?.take()?;
        self.in_flight.pop_front();
        self.oldest += 1;
        Some(result)
    }
}

/// The threads of a run, and what they share.
struct Crew<'r, I, W, K, T, B> {
    /// `None` once they have ended.
    chunks: Mutex<Option<I>>,
    /// The work of a thread on a chunk.
    work: W,
    /// Only the thread that passes results on has it.
    sink: Mutex<K>,
    turns: Mutex<Turns<T, B>>,
    has_room: Condvar,
    all_left: Condvar,
    interrupted: &'r AtomicBool,
    stop: &'r AtomicBool,
    /// The most chunks in flight.
    most: usize,
}

impl<I, W, K, T, B> Crew<'_, I, W, K, T, B>
where
    I: Iterator,
    W: Fn(usize, I::Item) -> T,
    K: FnMut(T) -> ControlFlow<B>,
{
    /// What a thread does until nothing is left.
    fn work_on(&self, thread: usize) {
        let work = || {
            while let Some((number, chunk)) = self.take() {
                self.pass(number, (self.work)(thread, chunk));
            }
        };
        // No lock has a state between two others, so what a panic leaves can be used to end.
        let worked = panic::catch_unwind(AssertUnwindSafe(work));
        if worked.is_err() {
            self.stop();
        }
        let mut turns = locked(&self.turns);
        turns.threads -= 1;
        if turns.threads == 0 {
            self.all_left.notify_one();
        }
        drop(turns);
        if let Err(panic) = worked {
            panic::resume_unwind(panic);
        }
    }

    /// Lets all threads leave soon.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        // No thread is now between its look at the flag and its sleep.
        drop(locked(&self.turns));
        self.has_room.notify_all();
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The next chunk, and its number.
    fn take(&self) -> Option<(u64, I::Item)> {
        let mut turns = locked(&self.turns);
        while turns.in_flight.len() >= self.most && !self.is_stopped() {
            turns.waiting += 1;
            turns = self.has_room.wait(turns).unwrap_or_else(PoisonError::into_inner);
            turns.waiting -= 1;
        }
        drop(turns);
        let mut chunks = locked(&self.chunks);
        if self.is_stopped() {
            return None;
        }
        let Some(chunk) = chunks.as_mut()?.next() else {
            *chunks = None;
            return None;
        };
        // The chunks are still locked, so that numbers are in their order.
        Some((locked(&self.turns).place(), chunk))
    }

    /// Passes on a result, if it is its turn and no other thread does, and then those that others
    /// have left meanwhile.
    fn pass(&self, number: u64, result: T) {
        let mut turns = locked(&self.turns);
        turns.done(number, result);
        if turns.is_passing {
            return;
        }
        turns.is_passing = true;
        while !self.is_stopped()
            && let Some(result) = turns.take_oldest()
        {
            drop(turns);
            let flow = locked(&self.sink)(result);
            turns = locked(&self.turns);
            if let ControlFlow::Break(broken) = flow {
                turns.broken = Some(broken);
                self.stop.store(true, Ordering::Relaxed);
            }
            // An interrupt may have cut the sink short, even for the last result.
            if self.interrupted.load(Ordering::Relaxed) {
                turns.is_interrupted = true;
                self.stop.store(true, Ordering::Relaxed);
            }
            // To notify nobody is a call of the system too.
            if turns.waiting > 0 {
                self.has_room.notify_all();
            }
        }
        turns.is_passing = false;
    }

    /// Waits until all threads have left, and stops them at an interrupt.
    fn watch(&self) {
        let mut turns = locked(&self.turns);
        while turns.threads > 0 {
            if self.interrupted.load(Ordering::Relaxed) {
                turns.is_interrupted = true;
                drop(turns);
                return self.stop();
            }
            let waited = self.all_left.wait_timeout(turns, MOMENT);
            turns = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        // A panic continues when the scope ends.
    }
}

/// The value of a lock; a panic elsewhere ends the run anyway.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
