//! A clock that goes by work, for searches that race on several threads.
//!
//! ```text
//!      plain     ▮▮▮▮▮▮▮   1,000 of work, 2 ns each ──╮
//!      learn            ▮     20 of work, 64 ns each ─┴─▶ 3,280 ns
//! ```
//!
//! The time of a real clock depends on the machine and on what else it does. This one depends on
//! the search alone: each unit of work passes about the time that it takes. So which of two
//! searches is first by such clocks is always the same.
//!
//! Invariant: a clock never goes back.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A clock that goes by the work of the searches that have it, in nanoseconds of some machine.
#[derive(Clone, Debug, Default)]
pub(in crate::cover::share) struct Clock(Arc<AtomicU64>);

impl Clock {
    /// One that shows this time.
    #[cfg(feature = "parallel")]
    pub(in crate::cover::share) fn at(nanoseconds: u64) -> Clock {
        Clock(Arc::new(AtomicU64::new(nanoseconds)))
    }

    pub(in crate::cover::share) fn now(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// The drive of an engine whose unit of work takes this time, and which has done this work.
    pub(super) fn drive(&self, nanoseconds: u64, work: u64) -> Drive {
        Drive { clock: self.clone(), nanoseconds, work }
    }
}

/// Advances a clock by the work of an engine.
#[derive(Debug)]
pub(super) struct Drive {
    clock: Clock,
    nanoseconds: u64,
    /// The work by which the clock has been advanced.
    work: u64,
}

impl Drive {
    /// Advances the clock by what the engine has done since the last call: this is all of its work.
    pub(super) fn advance_to(&mut self, work: u64) {
        let since = work.saturating_sub(self.work);
        self.work = work;
        // The searches of one clock are on one thread.
        let now = self.clock.0.load(Ordering::Relaxed);
        let then = now.saturating_add(since.saturating_mul(self.nanoseconds));
        self.clock.0.store(then, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_goes_by_the_work_of_all_its_drives() {
        let clock = Clock::default();
        let (mut plain, mut learn) = (clock.drive(2, 50), clock.drive(64, 0));
        plain.advance_to(1050);
        plain.advance_to(1050);
        learn.advance_to(20);
        assert_eq!(clock.0.load(Ordering::Relaxed), 3280);
        learn.advance_to(u64::MAX);
        assert_eq!(clock.0.load(Ordering::Relaxed), u64::MAX);
    }
}
