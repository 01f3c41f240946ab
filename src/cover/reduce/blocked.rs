//! Options that would leave a primary item without any, or with fewer than it needs.
//!
//! ```text
//!      a b      a has the options  a b  and  a c
//!      a c      with  a b  clash       b c   b d
//!      b c      with  a c  clash too   b c             a blocks  b c
//!      b d
//! ```
//!
//! An item blocks an option that lacks the item and clashes with all options of the item. So the
//! blocked options are those that clash with its first option, and with its second, and so on: a
//! set that starts small, and usually empties soon. An item that needs several options blocks those
//! that leave it fewer, some of its own among them; such an option clashes with one of any that the
//! item could have. Looking at each item is far less work than trying each option, as DLX-PRE does;
//! the findings are the same.

use super::rest::Rest;
use super::stamps::Stamps;
use super::steps::{Finding, Pass, ReductionStep};
use crate::cover::{ItemId, OptionEntry, OptionId};

/// Removes the options that some primary item blocks, until none is left or the effort is spent.
pub fn blocked<'r>(rest: &'r mut Rest<'_>) -> &'r ReductionStep {
    rest.step(Pass::Blocked, |rest, findings| {
        let mut stamps = std::mem::take(&mut rest.stamps);
        let mut blocked = Vec::new();
        while rest.bare().is_none()
            && !rest.is_spent()
            && let Some(item) = rest.news.next(Pass::Blocked)
        {
            if !rest.has_item(item) || rest.need(item) == 0 {
                continue;
            }
            if find(rest, item, &mut stamps, &mut blocked) {
                for &(option, _) in &blocked {
                    findings.push(Finding::Blocked { option, item });
                    rest.remove(option);
                }
            }
        }
        rest.stamps = stamps;
    })
}

/// Finds the options that `item` blocks, each with the number of the item's options that can stand
/// beside it, itself included if it is one. Returns false if the effort is spent before.
fn find(
    rest: &mut Rest<'_>,
    item: ItemId,
    stamps: &mut Stamps,
    found: &mut Vec<(OptionId, usize)>,
) -> bool {
    let need = rest.need(item);
    let options: Vec<OptionId> = rest.list(item).map(|listed| listed.option).collect();
    let entries: usize =
        options.iter().map(|&option| rest.problem().entries_of(option).len()).sum();
    if !rest.spend(rest.walk(item) + entries) {
        return false;
    }
    let clashes = |option: OptionId| -> usize {
        let entries = rest.tight_entries(option).filter(|entry| entry.item != item);
        entries.map(|entry| rest.walk(entry.item)).sum()
    };
    // Of any `need` options of the item, a blocked option clashes with one.
    let mut few: Vec<(usize, OptionId)> =
        options.iter().map(|&option| (clashes(option), option)).collect();
    few.sort_unstable();
    few.truncate(need);
    if !rest.spend(few.iter().map(|&(count, _)| count).sum()) {
        return false;
    }
    // If the item needs one option, none of its own is blocked.
    stamps.set_options(options.iter().copied().filter(|_| need == 1));
    found.clear();
    for &(_, one) in &few {
        for OptionEntry { item, colour } in rest.tight_entries(one).filter(|e| e.item != item) {
            let clashing = rest.list(item).filter(|o| o.option != one && o.clashes(colour));
            let new = clashing.map(|other| other.option).filter(|&other| stamps.insert(other));
            found.extend(new.map(|other| (other, 0)));
        }
    }
    let known = few.first().filter(|_| need == 1).map(|&(_, one)| one);
    for &option in options.iter().filter(|&&option| Some(option) != known) {
        if found.is_empty() {
            break;
        }
        let mut looked_at = 0;
        stamps.set_entries(rest.tight_entries(option));
        found.retain_mut(|(other, beside)| {
            looked_at += rest.problem().entries_of(*other).len();
            let clashes =
                *other != option && rest.entries(*other).any(|entry| stamps.clashes(entry));
            *beside += usize::from(!clashes);
            *beside < need
        });
        if !rest.spend(looked_at) {
            return false;
        }
    }
    true
}
