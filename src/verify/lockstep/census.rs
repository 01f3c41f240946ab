//! The census: how many solutions a puzzle has, exactly, on all cores.
//!
//! ```text
//!      the puzzle ──▶ [frames to do] ◀──── a worker that sees others wait leaves all it has here
//!                          │  │  │
//!                          ▼  ▼  ▼
//!                      worker  worker      each dances with what it took until nothing is left of it
//! ```
//!
//! The search tree of a puzzle is lopsided, so it is not divided beforehand. A worker dances with
//! its frames until it has no more, or until another waits for some; then it puts down all that it
//! has, in its lanes and on their stacks, and everybody takes from that.
//!
//! Invariant: each solution is below one frame, be it to do or with a worker, or was counted.
//! `working` workers have frames, so that when nothing is to do and nobody works, all is counted.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use rayon::ThreadPool;

use super::chutes::Frame;
use super::dance::Host;
use super::path::Floor;
use super::wings::Wings;
use crate::instructions::Instructions;

/// How many sweeps a worker does before it looks at what others want: about a millisecond.
const SWEEPS: u32 = 4096;

/// Counts the solutions of `puzzle` on the threads of `pool`, up to `limit`. `watch` hears from
/// time to time how many there are so far.
///
/// Returns `Continue` with the number of solutions, or `Break` with how many were counted before
/// the limit was reached or `watch` broke.
pub(super) fn count(
    puzzle: &Frame,
    limit: u64,
    instructions: Instructions,
    pool: &ThreadPool,
    watch: &(dyn Fn(u64) -> ControlFlow<()> + Sync),
) -> ControlFlow<u64, u64> {
    let census = Census::new(puzzle, limit, watch);
    pool.broadcast(|_| census.work(&mut Floor::new(instructions)));
    census.result()
}

/// [`count`] on this thread, with lanes that are there.
pub(super) fn count_here(puzzle: &Frame, limit: u64, floor: &mut Floor) -> u64 {
    let census = Census::new(puzzle, limit, &|_| ControlFlow::Continue(()));
    census.work(floor);
    match census.result() {
        ControlFlow::Continue(solutions) | ControlFlow::Break(solutions) => solutions,
    }
}

struct ToDo {
    frames: Vec<Frame>,
    /// How many workers have frames.
    working: usize,
}

struct Census<'w> {
    to_do: Mutex<ToDo>,
    /// There are frames to do, or nobody works any more.
    changed: Condvar,
    /// Whether somebody waits for frames.
    is_wanted: AtomicBool,
    solutions: AtomicU64,
    limit: u64,
    /// Whether the limit was reached, or the watch broke or panicked.
    is_over: AtomicBool,
    watch: &'w (dyn Fn(u64) -> ControlFlow<()> + Sync),
}

impl<'w> Census<'w> {
    fn new(
        puzzle: &Frame,
        limit: u64,
        watch: &'w (dyn Fn(u64) -> ControlFlow<()> + Sync),
    ) -> Census<'w> {
        Census {
            to_do: Mutex::new(ToDo { frames: vec![*puzzle], working: 0 }),
            changed: Condvar::new(),
            is_wanted: AtomicBool::new(false),
            solutions: AtomicU64::new(0),
            limit,
            is_over: AtomicBool::new(limit == 0),
            watch,
        }
    }

    fn result(self) -> ControlFlow<u64, u64> {
        let solutions = self.solutions.into_inner();
        if self.is_over.into_inner() {
            ControlFlow::Break(solutions.min(self.limit))
        } else {
            ControlFlow::Continue(solutions)
        }
    }

    fn to_do(&self) -> MutexGuard<'_, ToDo> {
        self.to_do.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes frames and counts what is below them, until all is counted or the census is over.
    fn work(&self, floor: &mut Floor) {
        while let Some(_working) = self.begin() {
            let mut teller = Teller { census: self, sweeps: 0, solutions: 0 };
            let flow = floor.dance(&mut teller);
            teller.add();
            if flow.is_break() {
                self.is_wanted.store(false, Ordering::Relaxed);
                floor.leave(&mut self.to_do().frames);
            }
        }
    }

    /// Waits until there is something to do; `None` if there will be nothing any more.
    fn begin(&self) -> Option<Working<'_, 'w>> {
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

/// One worker more; one less when it goes, also if a panic of the watch makes it go.
struct Working<'c, 'w>(&'c Census<'w>);

impl Drop for Working<'_, '_> {
    fn drop(&mut self) {
        if thread::panicking() {
            // What this worker had is lost, so the others need not go on.
            self.0.is_over.store(true, Ordering::Relaxed);
        }
        self.0.to_do().working -= 1;
        self.0.changed.notify_all();
    }
}

/// Between the census and one dance.
struct Teller<'c, 'w> {
    census: &'c Census<'w>,
    sweeps: u32,
    /// Counted and not yet added to the census.
    solutions: u64,
}

impl Teller<'_, '_> {
    /// Adds what was counted.
    fn add(&mut self) {
        let Teller { census, solutions, .. } = self;
        let total = census.solutions.fetch_add(*solutions, Ordering::Relaxed) + *solutions;
        *solutions = 0;
        if total >= census.limit || (census.watch)(total).is_break() {
            census.is_over.store(true, Ordering::Relaxed);
        }
    }
}

impl Host for Teller<'_, '_> {
    #[inline(always)]
    fn bring<const N: usize>(&mut self, wings: &mut Wings<N>) {
        let mut to_do = self.census.to_do();
        while !wings.is_full()
            && let Some(frame) = to_do.frames.pop()
        {
            wings.take_frame(0, &frame);
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
        if !self.sweeps.is_multiple_of(SWEEPS) && self.solutions < self.census.limit {
            return ControlFlow::Continue(());
        }
        self.add();
        let is_asked = self.census.is_over() || self.census.is_wanted.load(Ordering::Relaxed);
        if is_asked { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
