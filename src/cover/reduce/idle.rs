//! Removes what decides nothing: secondary items that keep no two options apart, and options in no
//! cover.

use super::rest::Rest;
use super::steps::{Finding, Pass, ReductionStep};
use crate::cover::ItemId;

/// Removes the options without a primary item. An engine never chooses them; to be in the covers,
/// such an option must be held before.
pub fn loose<'r>(rest: &'r mut Rest<'_>) -> &'r ReductionStep {
    rest.step(Pass::Loose, |rest, findings| {
        for option in std::mem::take(&mut rest.loose) {
            if rest.has(option) {
                findings.push(Finding::Loose { option });
                rest.remove(option);
            }
        }
    })
}

/// Removes the secondary items on which all their options agree: there is at most one, or all give
/// the item the same colour.
pub fn idle<'r>(rest: &'r mut Rest<'_>) -> &'r ReductionStep {
    rest.step(Pass::Idle, |rest, findings| {
        while !rest.is_spent()
            && let Some(item) = rest.news.next(Pass::Idle)
        {
            if rest.has_item(item) && is_idle(rest, item) {
                findings.push(Finding::Idle { item });
                rest.remove_item(item);
            }
        }
    })
}

fn is_idle(rest: &mut Rest<'_>, item: ItemId) -> bool {
    if rest.length(item) <= 1 {
        return true;
    }
    let first = rest.list(item).next().and_then(|first| first.colour);
    if first.is_none() {
        return false;
    }
    let same = rest.list(item).take_while(|other| other.colour == first).count();
    rest.spend(same);
    same == rest.length(item)
}
