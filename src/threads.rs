//! Threads for long work, started once and used by any number of calls.
//!
//! ```
//! use tourdion::threads::Threads;
//!
//! let threads = Threads::new(2)?;
//! assert_eq!(threads.count(), 2);
//! assert_eq!(threads.run(|| 6 * 7), 42); // on one of them
//! # Ok::<(), tourdion::threads::ThreadsError>(())
//! ```
//!
//! Invariant: dropping the value ends its threads, once their work is done.
//!
//! The pool inside is rayon's. No public signature names it, so that its version can change without
//! a change for users.
//!
//! Deliberately lacking: ways to divide other work among the threads, which rayon has.

use std::num::NonZero;
use std::panic;
#[cfg(target_os = "linux")]
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
#[cfg(target_os = "linux")]
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Some threads, started once and used often.
#[derive(Debug)]
pub struct Threads {
    pool: ThreadPool,
}

/// The system refuses to start a thread. The reason is part of the message, and so not its source.
#[derive(Debug, thiserror::Error)]
#[error("can't start threads: {0}")]
pub struct ThreadsError(ThreadPoolBuildError);

impl Threads {
    /// Starts this number of threads, one at least.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn new(number: usize) -> Result<Threads, ThreadsError> {
        Threads::start(number.max(1))
    }

    /// Starts a thread for each core.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn all() -> Result<Threads, ThreadsError> {
        Threads::start(0) // rayon's word for all
    }

    fn start(number: usize) -> Result<Threads, ThreadsError> {
        let pool = ThreadPoolBuilder::new().num_threads(number).build().map_err(ThreadsError)?;
        Ok(Threads { pool })
    }

    /// The number of threads.
    pub fn count(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Does `work` on one of the threads and returns its result. Inside it,
    /// [`OnPhase::tour`](crate::verify::on::OnPhase::tour) works on all of these threads.
    ///
    /// # Panics
    /// If `work` panics.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }

    /// The pool, for the rooms that divide their work among its threads.
    pub(crate) fn pool(&self) -> &ThreadPool {
        &self.pool
    }
}

/// The number of cores that this process may use. To ask takes longer than many a question.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// The longest time to wait until new threads have left the core of the caller.
#[cfg(target_os = "linux")]
const LEAVING: Duration = Duration::from_millis(1);

/// Work on a thread of its own, beside that of the caller.
#[derive(Debug)]
pub(crate) struct Beside(JoinHandle<()>);

impl Beside {
    /// Starts each of these on a thread of its own, as far as the system has threads.
    ///
    /// Linux starts a thread on the core of the caller at times, and may leave both there for some
    /// ten milliseconds, while another core has nothing to do. So a thread moves away first, while
    /// the caller waits (docs/benchmarks/tried.md).
    pub(crate) fn start<W>(works: impl Iterator<Item = W>) -> Vec<Beside>
    where
        W: FnOnce() + Send + 'static,
    {
        #[cfg(target_os = "linux")]
        let (core, (leaves, left)) = (rustix::thread::sched_getcpu(), mpsc::channel::<()>());
        let started = works.map_while(|work| {
            #[cfg(target_os = "linux")]
            let work = {
                let leaves = leaves.clone();
                move || {
                    leave(core);
                    drop(leaves);
                    work();
                }
            };
            thread::Builder::new().spawn(work).ok().map(Beside)
        });
        let started = started.collect();
        #[cfg(target_os = "linux")]
        {
            drop(leaves);
            let _ = left.recv_timeout(LEAVING); // an error, when all have left
        }
        started
    }

    /// Waits for its end.
    ///
    /// # Panics
    /// If it has panicked.
    pub(crate) fn join(self) {
        if let Err(panicked) = self.0.join() {
            panic::resume_unwind(panicked);
        }
    }
}

/// Moves this thread to another core than this, if there is one; later it may be on any again.
#[cfg(target_os = "linux")]
fn leave(core: usize) {
    let Ok(all) = sched_getaffinity(None) else { return };
    let mut others = all;
    if core < CpuSet::MAX_CPU {
        others.unset(core);
    }
    if others.count() > 0 && sched_setaffinity(None, &others).is_ok() {
        let _ = sched_setaffinity(None, &all);
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc;

    use super::Beside;

    #[test]
    fn work_beside_is_done_and_shows_its_panic() {
        let (sender, receiver) = mpsc::channel();
        let works = (0..3).map(|k| {
            let sender = sender.clone();
            move || sender.send(k).unwrap()
        });
        let started = Beside::start(works);
        assert_eq!(started.len(), 3);
        started.into_iter().for_each(Beside::join);
        let mut numbers: Vec<i32> = receiver.try_iter().collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [0, 1, 2]);
        let panics = Beside::start([|| panic!("of the work")].into_iter()).remove(0);
        assert!(catch_unwind(AssertUnwindSafe(|| panics.join())).is_err());
    }
}
