//! Threads for long work: started once, lent to whatever can use them.
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

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Some threads, started once and used often.
#[derive(Debug)]
pub struct Threads {
    pool: ThreadPool,
}

/// The system refuses to start a thread.
#[derive(Debug, thiserror::Error)]
#[error("can't start threads")]
pub struct ThreadsError(#[source] ThreadPoolBuildError);

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

    /// Does `work` on this thread, and on the others what it passes to the function that it
    /// receives. Returns when all of it is done.
    ///
    /// # Panics
    /// If any of it panics.
    pub(crate) fn beside<T>(&self, work: impl FnOnce(&dyn Fn(Box<dyn FnOnce() + Send>)) -> T) -> T {
        self.pool.in_place_scope(|scope| work(&|job| scope.spawn(move |_| job())))
    }

    /// The pool, for the rooms that divide their work among its threads.
    pub(crate) fn pool(&self) -> &ThreadPool {
        &self.pool
    }
}
