//! Counting the solutions of one puzzle, exactly, on all cores.
//!
//! ```text
//!    the puzzle ──▶ [frames to do] ◀──── a worker gives back all it has when another waits
//!                        │  │  │
//!                        ▼  ▼  ▼
//!                    worker  worker      each searches what it took until nothing is left of it
//! ```
//!
//! The search tree of a puzzle is lopsided, so it is not divided beforehand. A worker searches its
//! frames until it has no more, or until another worker waits for some. Then it gives back all that
//! it has, in its lanes and on their stacks, and every worker takes from that.
//!
//! Invariant: each solution is below one frame, to do or with a worker, or was counted. `working`
//! workers have frames, so all is counted when nothing is to do and no worker has any.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::chutes::Frame;
use super::kinds::Laned;
use super::lane_search::Host;
use super::loader::Loader;
use super::path::PathSearch;
use crate::lock::locked;
use crate::watch::{Patient, SharedWatch};

/// The number of sweeps between two looks for a waiting worker: about a millisecond.
const SWEEPS: u32 = 4096;

/// Counts the solutions of `puzzle` on this thread, up to `limit`, with existing lanes.
pub(super) fn count_here<P: Laned>(puzzle: &P, limit: u64, search: &mut PathSearch<P>) -> u64 {
    let count = SharedCount::new(puzzle, limit, &Patient);
    count.work(search);
    match count.result() {
        ControlFlow::Continue(solutions) | ControlFlow::Break(solutions) => solutions,
    }
}

struct ToDo {
    frames: Vec<Frame>,
    /// The number of workers that have frames.
    working: usize,
}

/// The work that all workers share.
pub(super) struct SharedCount<'w, P> {
    puzzle: &'w P,
    to_do: Mutex<ToDo>,
    /// There are frames to do, or no worker has any.
    changed: Condvar,
    /// Whether a worker waits for frames.
    is_wanted: AtomicBool,
    solutions: AtomicU64,
    limit: u64,
    /// Whether the limit was reached, or the watch broke or panicked.
    is_over: AtomicBool,
    watch: &'w dyn SharedWatch<u64>,
}

impl<'w, P: Laned> SharedCount<'w, P> {
    /// A count that has not begun. From time to time `watch` receives the number of solutions so
    /// far, and can break the count off.
    pub(super) fn new(
        puzzle: &'w P,
        limit: u64,
        watch: &'w dyn SharedWatch<u64>,
    ) -> SharedCount<'w, P> {
        SharedCount {
            puzzle,
            to_do: Mutex::new(ToDo { frames: vec![puzzle.frame()], working: 0 }),
            changed: Condvar::new(),
            is_wanted: AtomicBool::new(false),
            solutions: AtomicU64::new(0),
            limit,
            is_over: AtomicBool::new(limit == 0),
            watch,
        }
    }

    /// `Continue` with the number of solutions, or `Break` with the number counted before the limit
    /// was reached or the watch broke.
    pub(super) fn result(self) -> ControlFlow<u64, u64> {
        let solutions = self.solutions.into_inner();
        if self.is_over.into_inner() {
            ControlFlow::Break(solutions.min(self.limit))
        } else {
            ControlFlow::Continue(solutions)
        }
    }

    fn to_do(&self) -> MutexGuard<'_, ToDo> {
        locked(&self.to_do)
    }

    /// Takes frames and counts what is below them, until all is counted or the count is over.
    pub(super) fn work(&self, search: &mut PathSearch<P>) {
        while let Some(_working) = self.begin() {
            let mut local = LocalCount { count: self, sweeps: 0, solutions: 0 };
            let flow = search.search_many(&mut local);
            local.add();
            if flow.is_break() {
                self.is_wanted.store(false, Ordering::Relaxed);
                search.leave(&mut self.to_do().frames);
            }
        }
    }

    /// Waits until there is something to do; `None` if there will be nothing any more.
    fn begin(&self) -> Option<Working<'_, 'w, P>> {
        let mut to_do = self.to_do();
        while to_do.frames.is_empty() && to_do.working > 0 && !self.is_over() {
            self.is_wanted.store(true, Ordering::Relaxed);
            to_do = self.changed.wait(to_do).unwrap_or_else(PoisonError::into_inner);
        }
        (!to_do.frames.is_empty() && !self.is_over()).then(|| {
            to_do.working += 1;
            Working(self)
        })
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

/// A worker that has frames. Dropping it counts it out, also when the watch panics.
struct Working<'c, 'w, P: Laned>(&'c SharedCount<'w, P>);

impl<P: Laned> Drop for Working<'_, '_, P> {
    fn drop(&mut self) {
        if thread::panicking() {
            // This worker's frames are lost, so the others need not go on.
            self.0.is_over.store(true, Ordering::Relaxed);
        }
        self.0.to_do().working -= 1;
        self.0.changed.notify_all();
    }
}

/// What one worker counts in one search.
struct LocalCount<'c, 'w, P> {
    count: &'c SharedCount<'w, P>,
    sweeps: u32,
    /// Not yet added to the shared count.
    solutions: u64,
}

impl<P: Laned> LocalCount<'_, '_, P> {
    /// Adds what was counted.
    fn add(&mut self) {
        let LocalCount { count, solutions, .. } = self;
        let total = count.solutions.fetch_add(*solutions, Ordering::Relaxed) + *solutions;
        *solutions = 0;
        if total >= count.limit || count.watch.pulse(&total).is_break() {
            count.is_over.store(true, Ordering::Relaxed);
        }
    }
}

impl<P: Laned> Host for LocalCount<'_, '_, P> {
    #[inline(always)]
    fn supply<const N: usize>(&mut self, loader: &mut Loader<N>) {
        let mut to_do = self.count.to_do();
        while !loader.is_full()
            && let Some(frame) = to_do.frames.pop()
        {
            loader.take_frame(0, &frame);
            self.count.puzzle.mask_last(loader);
        }
    }

    #[inline(always)]
    fn solved(&mut self, _: u32, _: impl Fn(usize) -> u16) -> bool {
        self.solutions += 1;
        true
    }

    fn shared(&mut self, _: u32) {}

    fn finished(&mut self, _: u32) {}

    #[inline(always)]
    fn pulse(&mut self) -> ControlFlow<()> {
        self.sweeps += 1;
        // A small limit should not have to wait for a pulse.
        if !self.sweeps.is_multiple_of(SWEEPS) && self.solutions < self.count.limit {
            return ControlFlow::Continue(());
        }
        self.add();
        let is_asked = self.count.is_over() || self.count.is_wanted.load(Ordering::Relaxed);
        if is_asked { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
