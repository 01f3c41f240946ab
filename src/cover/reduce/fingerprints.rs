//! Fingerprints of options: equal options have equal fingerprints; different options hardly ever
//! do.
//!
//! A *fingerprint* is the sum of an option's cost and of a number for each entry. When an entry
//! goes, its number is subtracted; so a fingerprint takes no work until it changes.

use std::collections::HashMap;

use crate::cover::{OptionEntry, OptionId, Problem};

/// The fingerprints of options.
#[derive(Debug)]
pub(super) struct Fingerprints {
    pub(super) of: Vec<u64>,
    /// The options whose fingerprints have changed, each once.
    pub(super) changed: Vec<OptionId>,
    pub(super) is_changed: Vec<bool>,
    /// For each fingerprint, an option that had it, and may be gone or have another fingerprint
    /// now.
    pub(super) known: HashMap<u64, OptionId>,
}

impl Fingerprints {
    /// The fingerprints of all options, all marked as changed.
    pub(super) fn new(problem: &Problem) -> Fingerprints {
        let fingerprint = |option| {
            let entries = problem.entries_of(option).iter();
            entries.fold(problem.cost(option), |sum, &entry| sum.wrapping_add(number(entry)))
        };
        Fingerprints {
            of: problem.options().map(fingerprint).collect(),
            changed: problem.options().collect(),
            is_changed: vec![true; problem.options().len()],
            known: HashMap::new(),
        }
    }

    /// Subtracts an entry that an option has lost.
    pub(super) fn remove(&mut self, option: OptionId, entry: OptionEntry) {
        let fingerprint = &mut self.of[option.index()];
        *fingerprint = fingerprint.wrapping_sub(number(entry));
        self.change(option);
    }

    /// Marks an option as changed.
    pub(super) fn change(&mut self, option: OptionId) {
        if !std::mem::replace(&mut self.is_changed[option.index()], true) {
            self.changed.push(option);
        }
    }
}

/// A pseudo-random number for an entry: the mixing of `SplitMix64` (Steele, Lea and Flood, 2014).
fn number(entry: OptionEntry) -> u64 {
    let colour = entry.colour.map_or(0, |colour| u64::from(colour.0.get()));
    let mut z = (u64::from(entry.item.0) << 32 | colour).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
