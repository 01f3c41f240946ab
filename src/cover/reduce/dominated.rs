//! Items that are covered whenever another item is.
//!
//! ```text
//!      p q r s        every option with p has q. One of them is in each cover, and covers q:
//!      p q r          so  q s  goes, and then q says no more than p does.
//!      p q s
//!      q s
//! ```
//!
//! The same is true of a secondary q without a colour in the options with p. If q has one colour in
//! all of them, only the options that disagree go. A secondary item also goes if all its options
//! have a second item on which no two of them can agree: a primary item, or one without a colour in
//! any of them. They clash without the first item, too.
//!
//! With multiplicities more is asked. That p takes all that q has room for is true if p needs as
//! many options as that. That q says no more is true if both have the same options, and p needs no
//! fewer and has no more room. And the second item of a secondary one must have room for one
//! option.

use super::rest::Rest;
use super::stamps::Stamps;
use super::steps::{Finding, Pass, ReductionStep};
use crate::cover::{ItemId, OptionEntry, OptionId};

/// The shortest of this number of an item's options is the first that is looked at.
const FEW: usize = 8;

/// Removes items that are covered correctly whenever another item is, and options that have only
/// one of two items that always go together.
pub fn dominated<'r>(rest: &'r mut Rest<'_>) -> &'r ReductionStep {
    rest.step(Pass::Dominated, |rest, findings| {
        let mut stamps = std::mem::take(&mut rest.stamps);
        let mut common = Vec::new();
        while rest.bare().is_none()
            && !rest.is_spent()
            && let Some(item) = rest.news.next(Pass::Dominated)
        {
            if !rest.has_item(item) || rest.length(item) == 0 {
                continue;
            }
            in_all_options(rest, item, &mut stamps, &mut common);
            if common.is_empty() {
                continue;
            }
            if rest.problem().is_primary(item) {
                follow(rest, item, &common, &mut stamps, findings);
            } else if let Some(because) = common.iter().find(|&&entry| keeps_apart(rest, entry)) {
                findings.push(Finding::Redundant { item, because: because.item });
                rest.remove_item(item);
            }
        }
        rest.stamps = stamps;
    })
}

/// Whether no cover has two options with this entry.
fn keeps_apart(rest: &Rest<'_>, entry: OptionEntry) -> bool {
    entry.colour.is_none() && rest.room(entry.item) == 1
}

/// The entries that all options of an item have, besides the item itself. None if the effort is
/// spent before.
fn in_all_options(
    rest: &mut Rest<'_>,
    item: ItemId,
    stamps: &mut Stamps,
    common: &mut Vec<OptionEntry>,
) {
    common.clear();
    let mut looked_at = rest.walk(item);
    // Not from a very long option, if the item has a short one besides: all items of it would go
    // through all of it.
    let length = |option: OptionId| rest.problem().entries_of(option).len();
    let options = || rest.list(item).map(|listed| listed.option);
    let Some(shortest) = options().take(FEW).min_by_key(|&option| length(option)) else {
        return;
    };
    looked_at += length(shortest);
    common.extend(rest.entries(shortest).filter(|entry| entry.item != item));
    let mut others = options().filter(|&option| option != shortest);
    while let Some(other) = others.next().filter(|_| !common.is_empty()) {
        looked_at += length(other);
        stamps.set_entries(rest.entries(other));
        common.retain(|&entry| stamps.has(entry));
    }
    drop(others);
    rest.spend(looked_at);
}

/// The options of `item` that a cover has, have `common`: removes options that clash with it in
/// every cover, and items that are no longer needed.
fn follow(
    rest: &mut Rest<'_>,
    item: ItemId,
    common: &[OptionEntry],
    stamps: &mut Stamps,
    findings: &mut Vec<Finding>,
) {
    stamps.set_options(rest.list(item).map(|listed| listed.option));
    let (need, room) = (rest.need(item), rest.room(item));
    for entry in common {
        let is_taken = match entry.colour {
            None => need > 0 && need >= rest.room(entry.item),
            Some(_) => need > 0,
        };
        if is_taken {
            let list = rest.list(entry.item);
            let others =
                list.filter(|other| !stamps.contains(other.option) && other.clashes(entry.colour));
            let others: Vec<_> = others.map(|other| other.option).collect();
            for option in others {
                findings.push(Finding::Blocked { option, item });
                rest.remove(option);
            }
        }
        if entry.colour.is_some() || rest.length(entry.item) != rest.length(item) {
            continue;
        }
        // Both have the same options.
        let (other_need, other_room) = (rest.need(entry.item), rest.room(entry.item));
        if other_need <= need && room <= other_room {
            findings.push(Finding::Redundant { item: entry.item, because: item });
            rest.remove_item(entry.item);
        } else if rest.problem().is_primary(entry.item) && need <= other_need && other_room <= room
        {
            findings.push(Finding::Redundant { item, because: entry.item });
            rest.remove_item(item);
            return;
        }
    }
}
