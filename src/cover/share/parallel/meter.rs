//! Counts the nodes of all threads, and stops them.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::watch::PATIENCE;

/// Shared by all threads of a search.
pub(super) struct Meter {
    limit: u64,
    nodes: AtomicU64,
    stop: AtomicBool,
}

/// Stops all threads when it goes out of scope, even by a panic.
pub(super) struct StoppedAtExit<'m>(&'m Meter);

impl Drop for StoppedAtExit<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Meter {
    pub(super) fn new(limit: Option<u64>) -> Meter {
        Meter {
            limit: limit.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        }
    }

    /// Stops all threads.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(super) fn stopped_at_exit(&self) -> StoppedAtExit<'_> {
        StoppedAtExit(self)
    }

    /// Counts searched nodes, and returns the number that may follow until the next call.
    pub(super) fn report(&self, nodes: u64) -> ControlFlow<(), u64> {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if nodes > self.limit || self.stop.load(Ordering::Relaxed) {
            return Break(());
        }
        Continue((self.limit - nodes).saturating_add(1).min(PATIENCE))
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether the nodes exceed their limit.
    pub(super) fn is_spent(&self) -> bool {
        self.nodes() > self.limit
    }
}
