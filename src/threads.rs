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
use std::sync::OnceLock;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

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

/// Work for a [`LateThread`].
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// One more thread, which starts when it is needed: many a question ends before. It does one job
/// after another, and ends when the value is dropped and its jobs are done.
#[derive(Debug, Default)]
pub(crate) struct LateThread {
    /// Whether it needs a core of its own. To ask for their number takes longer than many a
    /// question, so this is late, too.
    needs_core: bool,
    /// `None` inside if the system refuses to start it, or there is no core.
    started: OnceLock<Option<Started>>,
}

#[derive(Debug)]
struct Started {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
}

impl LateThread {
    /// One that starts only if there are several cores.
    pub(crate) fn with_a_core() -> LateThread {
        LateThread { needs_core: true, started: OnceLock::new() }
    }

    /// Whether it can do work, which starts it.
    pub(crate) fn is_there(&self) -> bool {
        self.started().is_some()
    }

    /// Lets it do this job. Nothing happens if it is not there.
    pub(crate) fn start(&self, job: Job) {
        if let Some(started) = self.started() {
            // After a panic there is nobody to do it; `join` shows the panic.
            let _ = started.jobs.send(job);
        }
    }

    /// Waits for the end of all jobs; the thread starts anew for the next one.
    ///
    /// # Panics
    /// If a job has panicked.
    pub(crate) fn join(&mut self) {
        if let Some(Started { jobs, thread }) = self.started.take().flatten() {
            drop(jobs);
            if let Err(panicked) = thread.join() {
                panic::resume_unwind(panicked);
            }
        }
    }

    fn started(&self) -> Option<&Started> {
        let start = || {
            if self.needs_core && thread::available_parallelism().map_or(1, NonZero::get) == 1 {
                return None;
            }
            let (jobs, waiting) = mpsc::channel::<Job>();
            let work = move || waiting.iter().for_each(|job| job());
            let thread = thread::Builder::new().spawn(work).ok()?;
            Some(Started { jobs, thread })
        };
        self.started.get_or_init(start).as_ref()
    }
}

#[cfg(test)]
mod tests {
    use std::panic::AssertUnwindSafe;
    use std::sync::mpsc;

    use super::LateThread;

    #[test]
    fn a_late_thread_does_its_jobs_in_order_and_shows_their_panics() {
        let mut thread = LateThread::default();
        let (sender, receiver) = mpsc::channel();
        for k in 0..3 {
            let sender = sender.clone();
            thread.start(Box::new(move || sender.send(k).unwrap()));
        }
        thread.join();
        assert_eq!(receiver.try_iter().collect::<Vec<_>>(), [0, 1, 2]);
        assert!(thread.is_there(), "it starts anew");
        thread.start(Box::new(|| panic!("of a job")));
        assert!(std::panic::catch_unwind(AssertUnwindSafe(|| thread.join())).is_err());
        thread.join();
    }
}
