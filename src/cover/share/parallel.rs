//! A search on all cores: its parts on many engines, their covers in the order of one.
//!
//! ```text
//!      window    1.1 done │ 1.2 searched │ 1.3 done │ 1.4 searched │ 1.5 ...     in order; started
//!                   │          ╰── too large: its pieces take its place          from the left
//!                   ▼
//!                 sink      on the calling thread, always the first of the window
//! ```
//!
//! The whole is a part itself, and the first that is tried; so what one thread has done in a few
//! milliseconds is done by one. What is larger is cut into [parts](crate::cover::share::parts), and
//! these go to the threads of a pool, each of which has an engine of its own. A part is cut again
//! when a thread has nothing to do, or if it is very large; of a list whose order depends on cuts,
//! when it has come to its own limit. The calling thread waits for results, hands those at the
//! front of the window to the sink, and looks at the clock and lets the watch look.
//!
//! Invariants.
//! 1. The sink receives each uncut part once, in order, and none is left out except after a stop.
//!    This does not depend on the number of threads.
//! 2. With each part it receives the next one. A later search that begins there gives exactly the
//!    rest.
//! 3. The covers that wait for others take at most the granted memory and one part's memory for
//!    each thread.
//!
//! Deliberately lacking: threads of its own, and giving away half of a part that runs: it begins
//! anew in pieces.

use std::fmt;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::cover::share::parts::{Gather, Listing, Part, PartError, Place};
use crate::cover::{Engine, OptionId, Statistics};
use crate::lock::{locked, unlocked};
use crate::threads::Threads;
use crate::watch::Watch;
use meter::Meter;
use window::{Popped, Window};

mod meter;
mod window;

/// The most time, nodes and memory that a search may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchBudget {
    /// Looked at every few milliseconds.
    pub time: Option<Duration>,
    /// Of all threads together, those of parts that had to be cut among them. Each thread can go
    /// [`PATIENCE`](crate::watch::PATIENCE) nodes beyond.
    pub nodes: Option<u64>,
    /// Bytes for covers that wait for those before them. Too little memory slows a search, but does
    /// not end it.
    pub memory: usize,
}

impl Default for SearchBudget {
    /// No limits on time and nodes, and 64 MiB.
    fn default() -> SearchBudget {
        SearchBudget { time: None, nodes: None, memory: 1 << 26 }
    }
}

/// The progress of a search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct SearchProgress {
    /// The share of the tree that is done, from 0 to 1, counting all children of a node as equal.
    pub share: f64,
    /// The covers that the sink has received.
    pub covers: u64,
    /// Nodes of all threads, as in [`SearchBudget::nodes`].
    pub nodes: u64,
}

/// The reason for the end of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEnd {
    /// All covers were found.
    Complete,
    /// The wanted number of covers was found.
    Enough,
    /// The budget is spent.
    Spent,
    /// The watch broke.
    Stopped,
}

/// The result of a search, and the reason for its end. The result is complete after
/// [`SearchEnd::Complete`] and [`SearchEnd::Enough`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SearchOutcome<T> {
    /// The result.
    pub known: T,
    /// The reason for its end.
    pub end: SearchEnd,
}

/// The end of a search in parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Ended {
    /// The reason.
    pub end: SearchEnd,
    /// Covers found that the sink did not receive: those of parts behind an unfinished one, and of
    /// parts that were broken off.
    pub beyond: u64,
}

/// The outcome of a part. If the first one left is cut, there is one without covers, and its first
/// piece is the next part: so a search in a very large part can be resumed within it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Searched<'s, G> {
    /// Its covers, as gathered.
    pub gathered: G,
    /// Their number.
    pub covers: u64,
    /// The next part; `None` if this was the last one.
    pub next: Option<&'s Part>,
}

/// Engines for the threads of a pool. The watch of a search has its pulses on the calling thread,
/// at least every few hundredths of a second.
///
/// ```
/// use tourdion::cover::share::parallel::{SearchBudget, SearchEnd};
/// use tourdion::cover::{Live, Parallel, classics};
/// use tourdion::threads::Threads;
/// use tourdion::watch::Patient;
///
/// let problem = classics::langford(11)?;
/// let build = || Box::new(Live::new(&problem).unwrap()) as _;
/// let threads = Threads::all()?;
/// let parallel = Parallel::new(&build, &threads);
/// let counted = parallel.count(u64::MAX, SearchBudget::default(), &mut Patient);
/// assert_eq!((counted.known, counted.end), (35_584, SearchEnd::Complete));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Parallel<'p> {
    build: &'p (dyn Fn() -> Box<dyn Engine> + Sync),
    threads: &'p Threads,
    /// The engines not in use.
    engines: Mutex<Vec<Box<dyn Engine>>>,
}

impl fmt::Debug for Parallel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parallel").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl<'p> Parallel<'p> {
    /// `build` makes an engine, with the same options held and banned each time. It is called once
    /// for each thread that has work, and the engine is kept. Do not call the methods from one of
    /// the `threads`: it would wait for itself.
    pub fn new(
        build: &'p (dyn Fn() -> Box<dyn Engine> + Sync),
        threads: &'p Threads,
    ) -> Parallel<'p> {
        Parallel { build, threads, engines: Mutex::default() }
    }

    /// The same with an existing engine, equal to those that `build` makes.
    #[must_use]
    pub fn with(self, engine: Box<dyn Engine>) -> Parallel<'p> {
        self.put_back(engine);
        self
    }

    /// The number of covers, at most `limit`. If the search is stopped, a lower bound.
    pub fn count(
        &self,
        limit: u64,
        budget: SearchBudget,
        watch: &mut dyn Watch<SearchProgress>,
    ) -> SearchOutcome<u64> {
        let mut known = 0_u64;
        let mut add = |searched: Searched<'_, ()>| {
            known = known.saturating_add(searched.covers).min(limit);
            if known < limit { Continue(()) } else { Break(()) }
        };
        let ended = self.search(vec![Part::whole()], budget, &|| (), &mut add, watch);
        SearchOutcome { known: known.saturating_add(ended.beyond).min(limit), end: ended.end }
    }

    /// Passes all covers to `sink`, each with its options in the order of the problem. The order of
    /// the covers is that of [`parts`](crate::cover::share::parts).
    pub fn list(
        &self,
        budget: SearchBudget,
        sink: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>,
        watch: &mut dyn Watch<SearchProgress>,
    ) -> SearchEnd {
        let mut sink =
            |searched: Searched<'_, Listing>| searched.gathered.iter().try_for_each(&mut *sink);
        self.search(vec![Part::whole()], budget, &Listing::default, &mut sink, watch).end
    }

    /// The first `limit` covers of [`Parallel::list`].
    pub fn first(
        &self,
        limit: usize,
        budget: SearchBudget,
        watch: &mut dyn Watch<SearchProgress>,
    ) -> SearchOutcome<Vec<Vec<OptionId>>> {
        let mut known = Vec::new();
        if limit == 0 {
            return SearchOutcome { known, end: SearchEnd::Enough };
        }
        let mut keep = |cover: &[OptionId]| {
            known.push(cover.to_vec());
            if known.len() < limit { Continue(()) } else { Break(()) }
        };
        let end = self.list(budget, &mut keep, watch);
        SearchOutcome { known, end }
    }

    /// Whether there is no cover, one or several: none, the only one, or the first two.
    pub fn unique(
        &self,
        budget: SearchBudget,
        watch: &mut dyn Watch<SearchProgress>,
    ) -> SearchOutcome<Vec<Vec<OptionId>>> {
        self.first(2, budget, watch)
    }

    /// The part at `place` and all behind it, for [`Parallel::search`].
    ///
    /// # Errors
    /// If there is no such part, or the watch ends it.
    pub fn from_place_on(
        &self,
        place: &Place,
        watch: &mut dyn Watch<[Part]>,
    ) -> Result<Vec<Part>, PartError> {
        let mut engine = self.engine();
        let parts = Part::from_place_on(place, engine.as_mut(), watch);
        self.put_back(engine);
        parts
    }

    /// Searches `parts`, which must not overlap, and passes what is gathered in each to `sink`, on
    /// the calling thread, part by part in order. `new` makes the gatherer of a part. `Break` from
    /// the sink ends the search with [`SearchEnd::Enough`].
    ///
    /// # Panics
    /// If an engine, a gatherer or `build` panics: with the same panic.
    pub fn search<G: Gather + Send>(
        &self,
        parts: Vec<Part>,
        budget: SearchBudget,
        new: &(dyn Fn() -> G + Sync),
        sink: &mut dyn FnMut(Searched<'_, G>) -> ControlFlow<()>,
        watch: &mut dyn Watch<SearchProgress>,
    ) -> Ended {
        let meter = Meter::new(budget.nodes);
        let began = Instant::now();
        let mut progress = SearchProgress::default();
        let mut done = parts.iter().map(Part::share).fold(1.0, |rest, share| rest - share);
        let window = Window::new(self, parts, new, &meter, budget.memory);
        self.threads.pool().in_place_scope(|scope| {
            let _stopped_at_exit = meter.stopped_at_exit();
            let end = loop {
                window.fill(scope);
                while let Some(Popped { share, gathered, covers, next }) = window.pop() {
                    done += share;
                    progress.covers = progress.covers.saturating_add(covers);
                    if sink(Searched { gathered, covers, next: next.as_ref() }).is_break() {
                        return Ended { end: SearchEnd::Enough, beyond: 0 };
                    }
                    window.fill(scope);
                }
                if window.is_empty() {
                    return Ended { end: SearchEnd::Complete, beyond: 0 };
                }
                // A panic continues when the scope ends.
                let Some(()) = window.wait() else { break SearchEnd::Stopped };
                progress.share = done.clamp(0.0, 1.0);
                progress.nodes = meter.nodes();
                if meter.is_spent() || budget.time.is_some_and(|time| began.elapsed() > time) {
                    break SearchEnd::Spent;
                }
                if watch.pulse(&progress).is_break() {
                    break SearchEnd::Stopped;
                }
            };
            meter.stop();
            Ended { end, beyond: window.abandon() }
        })
    }

    /// The work of all engines so far.
    pub fn statistics(&self) -> Statistics {
        let engines = locked(&self.engines);
        let all = engines.iter().map(|engine| engine.statistics());
        all.fold(Statistics::default(), Statistics::plus)
    }

    /// An unused engine, or a new one.
    fn engine(&self) -> Box<dyn Engine> {
        let free = locked(&self.engines).pop();
        free.unwrap_or_else(|| (self.build)())
    }

    /// One of the engines, if there is any, without moves.
    pub(in crate::cover) fn into_engine(self) -> Option<Box<dyn Engine>> {
        unlocked(self.engines).pop()
    }

    fn put_back(&self, engine: Box<dyn Engine>) {
        locked(&self.engines).push(engine);
    }
}
