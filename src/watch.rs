//! Watches: how a caller follows the progress of a long call, and ends it.
//!
//! ```text
//!      question ──▶ results ─────────────▶ visitor, audience, sink
//!         │
//!         ╰── now and then: so far ... ──▶ watch ──▶ go on, or `Break`: the question ends
//! ```
//!
//! Every function that may take long has a [`Watch`] as its last argument, and calls it now and
//! then: a *pulse*. A closure is a watch, which receives what has been done so far. A [`Stop`] is a
//! watch, which another thread can set. A caller that waits for the end passes [`Patient`]. The
//! receiver of results is another argument, so that each of the two is as simple as possible. A few
//! short forms have no watch and wait, such as [`Problem::count`](crate::cover::Problem::count).
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::thread;
//! use std::time::Duration;
//! use tourdion::cover::{Engine, Links, classics};
//! use tourdion::watch::Stop;
//!
//! let mut engine = Links::new(&classics::queens(27)?)?;    // nobody waits for all its covers
//! let mut stop = Stop::new();
//! let from_elsewhere = stop.clone();
//! thread::spawn(move || {
//!     thread::sleep(Duration::from_millis(10));
//!     from_elsewhere.stop();
//! });
//! let mut found = 0_u64;
//! let mut count = |_: tourdion::cover::Cover<'_>| {
//!     found += 1;
//!     ControlFlow::Continue(())
//! };
//! assert!(engine.search(&mut count, &mut stop).is_break());
//! # Ok::<(), tourdion::cover::ProblemError>(())
//! ```
//!
//! A function that works on several threads has a [`SharedWatch`], whose pulse takes `&self`. A
//! watch for each thread would have to be cloned, for threads that the caller does not know; and
//! watches that count or draw would need a lock all the same.
//!
//! Invariant: a pulse changes nothing in the work. With a watch that never breaks, the result is
//! the same as with [`Patient`].
//!
//! Deliberately lacking: clocks. A watch that has one looks at it in a pulse.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most nodes that a search goes without a pulse if its watch is not less
/// [patient](Watch::patience): a few milliseconds. Where nodes take longer, it goes fewer.
pub const PATIENCE: u64 = 4096;

/// Watches a long question: it sees now and then how far the question is, and may end it.
///
/// A closure on what it sees is one. What that is, `P`, the question says.
pub trait Watch<P: ?Sized> {
    /// The most nodes between two pulses. Engines that can't count so finely pulse later. With 1
    /// there is a pulse at every node but the root.
    fn patience(&self) -> u64 {
        PATIENCE
    }

    /// Looks at what has been done so far. `Break` ends the question.
    fn pulse(&mut self, so_far: &P) -> ControlFlow<()>;
}

impl<P: ?Sized, F: FnMut(&P) -> ControlFlow<()>> Watch<P> for F {
    fn pulse(&mut self, so_far: &P) -> ControlFlow<()> {
        self(so_far)
    }
}

/// Watches a question that several threads work on: each of them calls it.
pub trait SharedWatch<P: ?Sized>: Sync {
    /// Looks at what has been done so far. `Break` ends the question on all threads.
    fn pulse(&self, so_far: &P) -> ControlFlow<()>;
}

impl<P: ?Sized, F: Fn(&P) -> ControlFlow<()> + Sync> SharedWatch<P> for F {
    fn pulse(&self, so_far: &P) -> ControlFlow<()> {
        self(so_far)
    }
}

/// A watch that never ends a question: its caller waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Patient;

impl<P: ?Sized> Watch<P> for Patient {
    fn pulse(&mut self, _: &P) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<P: ?Sized> SharedWatch<P> for Patient {
    fn pulse(&self, _: &P) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A watch that ends a question once its flag is set, by any of its clones: from another thread, an
/// interrupt handler, or another language. The question ends a few milliseconds later.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not set.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Sets the flag, for good.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// `Break` once the flag is set.
    fn flow(&self) -> ControlFlow<()> {
        if self.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl From<Arc<AtomicBool>> for Stop {
    /// A watch of a flag that something else may set, such as a handler of signals.
    fn from(flag: Arc<AtomicBool>) -> Stop {
        Stop(flag)
    }
}

impl<P: ?Sized> Watch<P> for Stop {
    fn pulse(&mut self, _: &P) -> ControlFlow<()> {
        self.flow()
    }
}

impl<P: ?Sized> SharedWatch<P> for Stop {
    fn pulse(&self, _: &P) -> ControlFlow<()> {
        self.flow()
    }
}

/// Passes the pulses of a part of a question on to the question's watch, which sees something else,
/// and keeps whether that broke.
pub(crate) struct Relay<'w, P, F> {
    watch: &'w mut dyn Watch<P>,
    seen: F,
    flow: ControlFlow<()>,
}

impl<'w, P, F> Relay<'w, P, F> {
    /// `seen` makes what `watch` sees of what the part shows.
    pub(crate) fn new(watch: &'w mut dyn Watch<P>, seen: F) -> Relay<'w, P, F> {
        Relay { watch, seen, flow: ControlFlow::Continue(()) }
    }

    /// `Break` if the watch broke.
    pub(crate) const fn flow(&self) -> ControlFlow<()> {
        self.flow
    }
}

impl<P, Q: ?Sized, F: FnMut(&Q) -> P> Watch<Q> for Relay<'_, P, F> {
    fn patience(&self) -> u64 {
        self.watch.patience()
    }

    fn pulse(&mut self, so_far: &Q) -> ControlFlow<()> {
        self.flow = self.watch.pulse(&(self.seen)(so_far));
        self.flow
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_that_something_else_sets_is_a_stop() {
        let flag = Arc::new(AtomicBool::new(false));
        let mut stop = Stop::from(Arc::clone(&flag));
        assert!(Watch::pulse(&mut stop, &0).is_continue() && !stop.is_stopped());
        flag.store(true, Ordering::Relaxed);
        assert!(Watch::pulse(&mut stop, &0).is_break() && stop.is_stopped());
        assert!(SharedWatch::pulse(&stop, "anything").is_break());
    }

    #[test]
    fn a_relay_keeps_whether_the_watch_broke() {
        let mut seen = Vec::new();
        let mut watch = |&length: &usize| {
            seen.push(length);
            if length < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let mut relay = Relay::new(&mut watch, |text: &str| text.len());
        assert!(relay.pulse("ab").is_continue() && relay.flow().is_continue());
        assert!(relay.pulse("abc").is_break() && relay.flow().is_break());
        assert_eq!(seen, [2, 3]);
    }
}
