//! What options cost, for a search of which only cheap covers are wanted.
//!
//! ```text
//!      prices   a b 3   a 0   b c 0   c 4       most 5
//!
//!      chosen   a b                             spent 3: not c, which makes it 7
//! ```
//!
//! A search leaves a choice out if what is chosen would cost more than the most. That may fall
//! while it lasts, when a cheaper cover is known.
//!
//! Invariant: no price is below 0, so what is spent never falls on the way down.

use std::cell::Cell;

/// The prices of all options of a problem, and the most that a cover may cost.
#[derive(Debug)]
pub(in crate::cover) struct Prices {
    of: Vec<u64>,
    most: Cell<u64>,
}

impl Prices {
    pub(in crate::cover) fn new(of: Vec<u64>, most: u64) -> Prices {
        Prices { of, most: Cell::new(most) }
    }

    /// Allows covers of this cost from now on.
    pub(in crate::cover) fn allow(&self, most: u64) {
        self.most.set(most);
    }

    /// What is spent with this option, if that is allowed.
    pub(super) fn with(&self, spent: u64, option: u32) -> Option<u64> {
        let spent = spent.saturating_add(self.of[option as usize]);
        (spent <= self.most.get()).then_some(spent)
    }
}
