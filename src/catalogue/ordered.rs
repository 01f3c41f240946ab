//! Work on all cores, its results in the order of the input.
//!
//! ```text
//!   each thread, again and again:
//!     take   the next chunk                          one thread at a time
//!     work   work(state, chunk)                      all at once
//!     pass   [1 passed][2 done][3 ·][4 done]         the oldest first, one thread at a time:
//!             ╰─ sink(2), then it returns to `take`; the thread with 3 passes 3 and 4
//! ```
//!
//! A thread reads, works and writes by itself: nothing is handed over but a result that is done
//! before its turn, so `n` threads are `n` busy cores and no more. A thread whose result is not the
//! oldest leaves it to the others, and takes the next chunk; as long as too many wait in this way,
//! none is taken. A long result goes to the sink in parts: the work on it waits for its
//! [turn](OrderedTurn).
//!
//! One flag stops a run: from outside, as an interrupt does, or from inside, when the sink breaks
//! or something panics. Nobody watches it but the work itself. An input that may block for ever,
//! such as a pipe, is read by a thread that nobody joins: [`detached`](super::detached). A thread
//! that waits for it looks at the flag.
//!
//! Each thread has a state: an engine, and the memory of lists. It is made there for the first
//! chunk, and kept.
//!
//! Invariants. Chunks are taken, and results passed on, in the order of the input, none left out
//! except after a stop. Memory is bounded by the chunks in flight. A panic of `work`, `sink` or the
//! input leaves [`Ordered::run`]; nothing waits for a result that can't come.
//!
//! With several threads the calling thread does not work: a thread that it has just started often
//! waits for its core. Working on it made short lists a tenth slower. The first chunk is taken
//! before any thread is started, and no more of them are started than there can be chunks: the
//! calling thread works on one chunk by itself.
//!
//! Deliberately lacking: order by anything but the input, and a pool: threads end with the run, and
//! a short one starts a quarter of a millisecond sooner without. rayon's `par_bridge` loses the
//! order. With a thread that reads and one that writes beside the workers, `--threads 1` took more
//! than a core, and two threads less than twice one; each chunk crossed from core to core twice.

use std::collections::VecDeque;
use std::iter::Peekable;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::lock::{locked, unlocked};
pub use turn::OrderedTurn;
use turn::Passing;

mod turn;

/// Chunks in flight for each thread: enough that a hard chunk does not leave other threads idle.
const IN_FLIGHT: usize = 4;

/// The end of a run that `sink` did not break.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderedEnd {
    /// The input ended.
    Complete,
    /// The flag was set; chunks in flight are dropped.
    Interrupted,
}

/// A run over chunks on several threads, its results in their order.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::atomic::AtomicBool;
/// use tourdion::catalogue::{Ordered, OrderedEnd};
///
/// let (stop, mut squares) = (AtomicBool::new(false), Vec::new());
/// let square = |buffer: &mut Vec<u32>, n: u32| {
///     buffer.clear(); // it is the thread's own
///     buffer.extend((0..n).map(|k| 2 * k + 1));
///     buffer.iter().sum::<u32>()
/// };
/// let end = Ordered::on(2, &stop).run(0..5, Vec::new, square, |square| {
///     squares.push(square);
///     ControlFlow::<()>::Continue(())
/// });
/// assert_eq!(end, ControlFlow::Continue(OrderedEnd::Complete));
/// assert_eq!(squares, [0, 1, 4, 9, 16]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ordered<'r> {
    threads: usize,
    stop: &'r AtomicBool,
    ahead: usize,
    /// Whether what was begun before a stop is passed on.
    passes_begun: bool,
}

impl<'r> Ordered<'r> {
    /// A run on this number of threads, or fewer if the system starts no more, or if the iterator's
    /// [`size_hint`](Iterator::size_hint) has fewer chunks behind the first. It ends early when
    /// `stop` is set, and sets it when it ends early: so an input that may wait has to look at the
    /// same flag, as [`chunks`](super::chunks) do at
    /// [`ReadProgress::stop`](super::ReadProgress::stop), and so has work that may take long.
    pub fn on(threads: usize, stop: &'r AtomicBool) -> Ordered<'r> {
        Ordered { threads: threads.max(1), stop, ahead: IN_FLIGHT, passes_begun: false }
    }

    /// The same run with up to `ahead` chunks in flight for each thread, instead of 4. Use more if
    /// there are many small chunks that take very different times: while one takes long, the other
    /// threads do the chunks after it, until the limit is reached.
    #[must_use]
    pub fn ahead(self, ahead: usize) -> Ordered<'r> {
        Ordered { ahead: ahead.max(1), ..self }
    }

    /// The same run, which after a stop from outside still passes on the results of all items that
    /// were begun, until `sink` breaks. So no finished work is lost.
    #[must_use]
    pub fn passing_begun(self, passes_begun: bool) -> Ordered<'r> {
        Ordered { passes_begun, ..self }
    }

    /// Does `work` on every item of `chunks`, and passes the results to `sink`, in the order of the
    /// items; all of it on the threads of the run, `sink` on one at a time. Each thread has a state
    /// that `state` makes, and `work` has it for each item that it does there.
    ///
    /// The run ends at the end of the items, when it is stopped, or when `sink` breaks. In the last
    /// two cases work in progress should return soon: its result is dropped, unless the run
    /// [passes on](Ordered::passing_begun) what was begun, but this function waits for it.
    ///
    /// # Panics
    /// If `state`, `work`, `sink` or the iterator panics: with the same panic.
    pub fn run<C, S, T, B>(
        self,
        chunks: impl Iterator<Item = C> + Send,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, C) -> T + Sync,
        sink: impl FnMut(T) -> ControlFlow<B> + Send,
    ) -> ControlFlow<B, OrderedEnd>
    where
        C: Send,
        T: Send,
        B: Send,
    {
        self.run_in_parts(chunks, state, |state, chunk, _| work(state, chunk), sink)
    }

    /// The same, with work that may pass on parts of its result: what it returns is the rest.
    ///
    /// # Panics
    /// As [`run`](Ordered::run).
    pub fn run_in_parts<C, S, T, B>(
        self,
        chunks: impl Iterator<Item = C> + Send,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, C, &OrderedTurn<'_, T>) -> T + Sync,
        sink: impl FnMut(T) -> ControlFlow<B> + Send,
    ) -> ControlFlow<B, OrderedEnd>
    where
        C: Send,
        T: Send,
        B: Send,
    {
        let mut chunks = chunks.peekable();
        let threads = match self.threads {
            1 => 1,
            threads => threads.min(self.most_of(&mut chunks)),
        };
        let run = SharedRun {
            chunks: Mutex::new(Some(chunks)),
            state,
            work,
            sink: Mutex::new(sink),
            in_flight: Mutex::new(InFlight::new()),
            has_moved: Condvar::new(),
            stop: self.stop,
            most: self.ahead.saturating_mul(threads),
        };
        let worked = thread::scope(|scope| {
            let start = |_| thread::Builder::new().spawn_scoped(scope, || run.work_on()).ok();
            let wanted = if threads == 1 { 0 } else { threads };
            let started: Vec<_> = (0..wanted).map_while(start).collect();
            let own = if started.is_empty() { run.work_on() } else { Ok(()) };
            started.into_iter().fold(own, |worked, other| worked.and(other.join().flatten()))
        });
        if let Err(panic) = worked {
            panic::resume_unwind(panic);
        }
        let (mut in_flight, mut sink) = (unlocked(run.in_flight), unlocked(run.sink));
        while self.passes_begun
            && in_flight.broken.is_none()
            && let Some(result) = in_flight.take_oldest()
        {
            in_flight.broken = sink(result).break_value();
        }
        match in_flight.broken {
            Some(broken) => ControlFlow::Break(broken),
            None if self.stop.load(Ordering::Relaxed) => {
                ControlFlow::Continue(OrderedEnd::Interrupted)
            }
            None => ControlFlow::Continue(OrderedEnd::Complete),
        }
    }

    /// The most chunks that there can be, as far as that is known with the first; at least 1.
    fn most_of<I: Iterator>(&self, chunks: &mut Peekable<I>) -> usize {
        if !self.stop.load(Ordering::Relaxed) {
            let peeked = panic::catch_unwind(AssertUnwindSafe(|| chunks.peek().is_some()));
            if let Err(panic) = peeked {
                self.stop.store(true, Ordering::Relaxed);
                panic::resume_unwind(panic);
            }
        }
        chunks.size_hint().1.map_or(usize::MAX, |most| most.max(1))
    }
}

/// What is in flight, and whose turn it is.
struct InFlight<T, B> {
    /// A place for each chunk that was taken and whose result has not been passed on, the oldest
    /// first; with the result, if it is done.
    results: VecDeque<Option<T>>,
    /// The number of the oldest.
    oldest: u64,
    /// Whether a thread passes results on.
    is_passing: bool,
    /// Threads that wait for room, or for their turn.
    waiting: usize,
    /// The value with which `sink` broke off.
    broken: Option<B>,
}

impl<T, B> InFlight<T, B> {
    fn new() -> InFlight<T, B> {
        let results = VecDeque::new();
        InFlight { results, oldest: 0, is_passing: false, waiting: 0, broken: None }
    }

    /// Places a chunk; returns its number.
    fn place(&mut self) -> u64 {
        self.results.push_back(None);
        self.oldest + self.results.len() as u64 - 1
    }

    /// Notes the result of a chunk.
    fn done(&mut self, number: u64, result: T) {
        self.results[(number - self.oldest) as usize] = Some(result);
    }

    /// Whether it is the turn of this chunk, on which a thread works.
    fn is_turn(&self, number: u64) -> bool {
        self.oldest == number && !self.is_passing
    }

    /// Takes the oldest result, if it is done.
    fn take_oldest(&mut self) -> Option<T> {
        let result = self.results.front_mut()?.take()?;
        self.results.pop_front();
        self.oldest += 1;
        Some(result)
    }
}

/// What the threads of a run share.
struct SharedRun<'r, I, F, W, K, T, B> {
    /// `None` once they have ended.
    chunks: Mutex<Option<I>>,
    state: F,
    work: W,
    /// Only the thread that passes results on has it.
    sink: Mutex<K>,
    in_flight: Mutex<InFlight<T, B>>,
    /// Notified when a result has been passed on.
    has_moved: Condvar,
    stop: &'r AtomicBool,
    /// The most chunks in flight.
    most: usize,
}

impl<I, F, W, K, T, B> SharedRun<'_, I, F, W, K, T, B> {
    /// Lets all threads leave soon.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        // No thread is now between its look at the flag and its sleep.
        drop(locked(&self.in_flight));
        self.has_moved.notify_all();
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Sleeps until a result has been passed on, or the run is stopped.
    fn wait_for_a_move<'g>(
        &self,
        mut in_flight: MutexGuard<'g, InFlight<T, B>>,
    ) -> MutexGuard<'g, InFlight<T, B>> {
        in_flight.waiting += 1;
        let woken = self.has_moved.wait(in_flight);
        let mut in_flight = woken.unwrap_or_else(PoisonError::into_inner);
        in_flight.waiting -= 1;
        in_flight
    }

    /// Wakes those that wait for a move.
    fn moved(&self, in_flight: &InFlight<T, B>) {
        // To notify nobody is a call of the system too.
        if in_flight.waiting > 0 {
            self.has_moved.notify_all();
        }
    }
}

impl<I, S, F, W, K, T, B> SharedRun<'_, I, F, W, K, T, B>
where
    I: Iterator,
    F: Fn() -> S,
    W: Fn(&mut S, I::Item, &OrderedTurn<'_, T>) -> T,
    K: FnMut(T) -> ControlFlow<B>,
{
    /// What a thread does until nothing is left, or something panics.
    fn work_on(&self) -> thread::Result<()> {
        let work = || {
            let mut state = None;
            while let Some((number, chunk)) = self.take() {
                let state = state.get_or_insert_with(&self.state);
                self.pass(number, (self.work)(state, chunk, &OrderedTurn::of(number, self)));
            }
        };
        // No lock has a state between two others, so what a panic leaves can be used to end.
        let worked = panic::catch_unwind(AssertUnwindSafe(work));
        // After a stop from outside, too, others may still wait for what nobody does.
        if worked.is_err() || self.is_stopped() {
            self.stop();
        }
        worked
    }

    /// The next chunk, and its number.
    fn take(&self) -> Option<(u64, I::Item)> {
        let mut in_flight = locked(&self.in_flight);
        while in_flight.results.len() >= self.most && !self.is_stopped() {
            in_flight = self.wait_for_a_move(in_flight);
        }
        drop(in_flight);
        let mut chunks = locked(&self.chunks);
        if self.is_stopped() {
            return None;
        }
        let Some(chunk) = chunks.as_mut()?.next() else {
            *chunks = None;
            return None;
        };
        // The chunks are still locked, so that numbers are in their order.
        Some((locked(&self.in_flight).place(), chunk))
    }

    /// Passes on a result, if it is its turn and no other thread does, and then those that others
    /// have left meanwhile.
    fn pass(&self, number: u64, result: T) {
        let mut in_flight = locked(&self.in_flight);
        in_flight.done(number, result);
        if in_flight.is_passing {
            return;
        }
        in_flight.is_passing = true;
        while !self.is_stopped()
            && let Some(result) = in_flight.take_oldest()
        {
            drop(in_flight);
            let flow = locked(&self.sink)(result);
            in_flight = locked(&self.in_flight);
            if let ControlFlow::Break(broken) = flow {
                in_flight.broken = Some(broken);
                self.stop.store(true, Ordering::Relaxed);
            }
            self.moved(&in_flight);
        }
        in_flight.is_passing = false;
        // The thread with the oldest may wait for its turn.
        self.moved(&in_flight);
    }
}

impl<I, F, W, K, T, B> Passing<T> for SharedRun<'_, I, F, W, K, T, B>
where
    K: FnMut(T) -> ControlFlow<B>,
{
    fn has_come(&self, number: u64) -> bool {
        locked(&self.in_flight).is_turn(number)
    }

    fn wait(&self, number: u64) -> ControlFlow<()> {
        let mut in_flight = locked(&self.in_flight);
        while !self.is_stopped() {
            if in_flight.is_turn(number) {
                return ControlFlow::Continue(());
            }
            in_flight = self.wait_for_a_move(in_flight);
        }
        ControlFlow::Break(())
    }

    fn pass_part(&self, part: T) -> ControlFlow<()> {
        // The oldest result is not done, so no other thread has the sink.
        let ControlFlow::Break(broken) = locked(&self.sink)(part) else {
            return ControlFlow::Continue(());
        };
        locked(&self.in_flight).broken = Some(broken);
        self.stop();
        ControlFlow::Break(())
    }
}

#[cfg(test)]
mod tests;
