//! A round of a team on several threads.
//!
//! ```text
//!      thread 1    searcher 1 │ searcher 3 │ searcher 4 ...    each the next that nobody has
//!      thread 2    searcher 2              │ searcher 5 ...
//!      caller      the watch sees the work of all, every two milliseconds
//! ```
//!
//! Invariant: what a searcher does does not depend on the thread, nor on other searchers.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::{Searcher, Team};
use crate::cover::Statistics;
use crate::lock::locked;
use crate::threads::Threads;
use crate::watch::{Stop, Watch};

/// The time between two pulses of the watch.
const MOMENT: Duration = Duration::from_millis(2);

/// What the calling thread sees of a searcher, in a line of the cache of its own.
#[derive(Default)]
#[repr(align(64))]
struct Seen {
    nodes: AtomicU64,
    updates: AtomicU64,
    covers: AtomicU64,
}

impl Seen {
    fn set(&self, done: &Statistics) {
        self.nodes.store(done.nodes, Ordering::Relaxed);
        self.updates.store(done.updates, Ordering::Relaxed);
        self.covers.store(done.covers, Ordering::Relaxed);
    }

    fn get(&self) -> Statistics {
        Statistics {
            nodes: self.nodes.load(Ordering::Relaxed),
            updates: self.updates.load(Ordering::Relaxed),
            covers: self.covers.load(Ordering::Relaxed),
        }
    }
}

/// A searcher, and what is seen of it.
type Task<'t> = Mutex<(&'t mut Searcher, &'t Seen)>;

impl Team {
    /// Lets the searchers do their round on these threads. The calling thread is none of them.
    pub(in super::super) fn on(
        &mut self,
        threads: &Threads,
        watch: &mut dyn Watch<Statistics>,
    ) -> ControlFlow<()> {
        let (round, hands) = (self.round(), threads.count().min(self.searchers.len()));
        while self.desks.len() < hands {
            self.desks.push(self.desks[0].another());
        }
        let seen: Vec<Seen> = self.searchers.iter().map(|_| Seen::default()).collect();
        seen.iter().zip(&self.searchers).for_each(|(seen, it)| seen.set(&it.statistics));
        let tasks: Vec<Task<'_>> = self.searchers.iter_mut().zip(&seen).map(Mutex::new).collect();
        let (next, stop) = (AtomicUsize::new(0), Stop::new());
        let mut flow = Continue(());
        threads.pool().in_place_scope(|scope| {
            let (working, all) = mpsc::channel::<()>();
            for desk in &mut self.desks[..hands] {
                let (working, tasks, next, stop) = (working.clone(), &tasks, &next, &stop);
                scope.spawn(move |_| {
                    let _working = working; // it is dropped at the end
                    while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let (searcher, seen) = &mut *locked(task);
                        let mut watch = |done: &Statistics| {
                            seen.set(done);
                            if stop.is_stopped() { Break(()) } else { Continue(()) }
                        };
                        if searcher.round(round, desk, &mut watch).is_break() {
                            break;
                        }
                    }
                });
            }
            drop(working);
            while all.recv_timeout(MOMENT) == Err(RecvTimeoutError::Timeout) {
                flow = pulse(&seen, watch);
                if flow.is_break() {
                    stop.stop();
                    break;
                }
            }
        });
        flow?;
        pulse(&seen, watch)
    }
}

/// A pulse of the watch, which sees the work of all.
fn pulse(seen: &[Seen], watch: &mut dyn Watch<Statistics>) -> ControlFlow<()> {
    let all = seen.iter().map(Seen::get);
    watch.pulse(&all.fold(Statistics::default(), Statistics::plus))
}
