//! Removes what has no influence on the covers: secondary items that keep no two options apart,
//! primary items that need no option and have room for all, and options that are in no cover.
//!
//! A primary item of this kind goes only if each of its options has another one, since an option
//! without primary items is in no cover.

use super::rest::Rest;
use super::steps::{Finding, Pass, ReductionStep};
use crate::cover::{ItemId, OptionId};

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
/// the item the same colour. And the primary items that any of their options may cover or not.
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
    if rest.problem().is_primary(item) {
        return is_free(rest, item);
    }
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

/// Whether a primary item needs no option, has room for all, and each has another primary item.
fn is_free(rest: &mut Rest<'_>, item: ItemId) -> bool {
    if rest.need(item) > 0 || rest.room(item) < rest.length(item) {
        return false;
    }
    let mut looked_at = 0;
    let has_another = |option: OptionId| {
        let mut entries = rest.entries(option);
        looked_at += rest.problem().entries_of(option).len();
        entries.any(|entry| entry.item != item && rest.problem().is_primary(entry.item))
    };
    let is_free = rest.list(item).map(|listed| listed.option).all(has_another);
    rest.spend(looked_at) && is_free
}
