//! Options with the same entries and the same cost: one of them stands for all.
//!
//! Two such options share a primary item, so that no cover has both; and where one is, the other
//! could be. So a cover of the rest stands for as many covers as its options have twins.
//!
//! Options may become the same when an item goes. So each has a *print*, a sum of numbers that
//! stand for its entries, and its cost: an entry that goes is subtracted, and only options whose
//! prints have changed are looked up again. Options of one print are compared before they are
//! merged.

use std::collections::HashMap;

use super::rest::Rest;
use super::steps::{Finding, Pass, ReductionStep};
use crate::cover::{OptionEntry, OptionId, Problem};

/// The prints of options.
#[derive(Debug)]
pub(super) struct Prints {
    of: Vec<u64>,
    /// The options whose prints have changed, each once.
    changed: Vec<OptionId>,
    is_changed: Vec<bool>,
    /// For each print an option that had it, and may be gone or have another one now.
    known: HashMap<u64, OptionId>,
}

impl Prints {
    /// The prints of all options, all of which are new.
    pub(super) fn new(problem: &Problem) -> Prints {
        let print = |option| {
            let entries = problem.items_of(option).iter();
            entries.fold(problem.cost(option), |sum, &entry| sum.wrapping_add(number(entry)))
        };
        Prints {
            of: problem.options().map(print).collect(),
            changed: problem.options().collect(),
            is_changed: vec![true; problem.options().len()],
            known: HashMap::new(),
        }
    }

    /// An option has lost an entry.
    pub(super) fn remove(&mut self, option: OptionId, entry: OptionEntry) {
        let print = &mut self.of[option.index()];
        *print = print.wrapping_sub(number(entry));
        if !std::mem::replace(&mut self.is_changed[option.index()], true) {
            self.changed.push(option);
        }
    }
}

/// A number for an entry, as different from the others as chance would have it: the mixing of
/// `SplitMix64` (Steele, Lea and Flood, 2014).
fn number(entry: OptionEntry) -> u64 {
    let colour = entry.colour.map_or(0, |colour| u64::from(colour.0.get()));
    let mut z = (u64::from(entry.item.0) << 32 | colour).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Merges options that have the same entries, colours too, and cost the same, into the first of
/// them.
pub fn duplicates<'r>(rest: &'r mut Rest<'_>) -> &'r ReductionStep {
    rest.step(Pass::Duplicates, |rest, findings| {
        let mut changed = std::mem::take(&mut rest.prints.changed);
        changed.sort_unstable();
        for option in changed {
            rest.prints.is_changed[option.index()] = false;
            if !rest.has(option) {
                continue;
            }
            let print = rest.prints.of[option.index()];
            let known = rest.prints.known.insert(print, option);
            let is_same = |other: OptionId| {
                other != option && rest.has(other) && rest.prints.of[other.index()] == print
            };
            if let Some(other) = known.filter(|&other| is_same(other))
                && rest.problem().cost(option) == rest.problem().cost(other)
                && same_entries(rest, option, other)
            {
                let (of, option) = (option.min(other), option.max(other));
                rest.prints.known.insert(print, of);
                findings.push(Finding::Twin { option, of });
                rest.merge(option, of);
            }
        }
    })
}

/// Whether two options have the same entries, in whatever order.
fn same_entries(rest: &mut Rest<'_>, one: OptionId, other: OptionId) -> bool {
    let mut marks = std::mem::take(&mut rest.marks);
    marks.set_entries(rest.entries(one));
    let is_same = rest.entries(one).count() == rest.entries(other).count()
        && rest.entries(other).all(|entry| marks.has(entry));
    rest.marks = marks;
    is_same
}
