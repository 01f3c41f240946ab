//! Options with equal entries and equal costs: one of them stands for all.
//!
//! If two such options clash with each other, no cover has both, and either can replace the other.
//! So a cover of the rest stands for one cover per choice of twins. They clash unless all of their
//! items have room for both: these may stand in a cover together, and stay.
//!
//! Options may become equal when an item goes. Options with changed
//! [fingerprints](super::fingerprints) are looked up again, and options with equal fingerprints are
//! compared before merging.

use super::rest::Rest;
use super::steps::{Finding, Pass, ReductionStep};
use crate::cover::OptionId;

/// Merges options with equal entries, colours included, and equal costs into the first of them, if
/// no cover can have two of them.
pub fn duplicates<'r>(rest: &'r mut Rest<'_>) -> &'r ReductionStep {
    rest.step(Pass::Duplicates, |rest, findings| {
        let mut changed = std::mem::take(&mut rest.fingerprints.changed);
        changed.sort_unstable();
        for option in changed {
            rest.fingerprints.is_changed[option.index()] = false;
            if !rest.has(option) {
                continue;
            }
            let fingerprint = rest.fingerprints.of[option.index()];
            let known = rest.fingerprints.known.insert(fingerprint, option);
            let is_same = |other: OptionId| {
                other != option
                    && rest.has(other)
                    && rest.fingerprints.of[other.index()] == fingerprint
            };
            if let Some(other) = known.filter(|&other| is_same(other))
                && rest.problem().cost(option) == rest.problem().cost(other)
                && clash_with_their_like(rest, option)
                && same_entries(rest, option, other)
            {
                let (of, option) = (option.min(other), option.max(other));
                rest.fingerprints.known.insert(fingerprint, of);
                findings.push(Finding::Twin { option, of });
                rest.merge(option, of);
            }
        }
    })
}

/// Whether an option clashes with every other of the same entries.
fn clash_with_their_like(rest: &Rest<'_>, option: OptionId) -> bool {
    rest.tight_entries(option).any(|entry| entry.colour.is_none())
}

/// Whether two options have the same entries, in any order.
fn same_entries(rest: &mut Rest<'_>, one: OptionId, other: OptionId) -> bool {
    let mut stamps = std::mem::take(&mut rest.stamps);
    stamps.set_entries(rest.entries(one));
    let is_same = rest.entries(one).count() == rest.entries(other).count()
        && rest.entries(other).all(|entry| stamps.has(entry));
    rest.stamps = stamps;
    is_same
}
