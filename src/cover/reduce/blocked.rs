//! Options that would leave a primary item without any.
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
//! set that starts small, and usually empties soon. Looking at each item is far less work than
//! trying each option, as DLX-PRE does; the findings are the same.

use super::marks::Marks;
use super::rest::Rest;
use super::steps::{Finding, Pass, ReductionStep};
use crate::cover::{ItemId, OptionEntry, OptionId};

/// Removes the options that some primary item blocks, until none is left or the effort is spent.
pub fn blocked<'r>(rest: &'r mut Rest<'_>) -> &'r ReductionStep {
    rest.step(Pass::Blocked, |rest, findings| {
        let mut marks = std::mem::take(&mut rest.marks);
        let mut blocked = Vec::new();
        while rest.bare().is_none()
            && !rest.is_spent()
            && let Some(item) = rest.news.next(Pass::Blocked)
        {
            if !rest.has_item(item) || rest.length(item) == 0 {
                continue;
            }
            if find(rest, item, &mut marks, &mut blocked) {
                for &option in &blocked {
                    findings.push(Finding::Blocked { option, item });
                    rest.remove(option);
                }
            }
        }
        rest.marks = marks;
    })
}

/// Finds the options that `item` blocks. Returns false if the effort is spent before.
fn find(rest: &mut Rest<'_>, item: ItemId, marks: &mut Marks, found: &mut Vec<OptionId>) -> bool {
    let options: Vec<OptionId> = rest.list(item).map(|listed| listed.option).collect();
    let entries: usize = options.iter().map(|&option| rest.problem().items_of(option).len()).sum();
    if !rest.spend(rest.walk(item) + entries) {
        return false;
    }
    let clashes = |option: OptionId| -> usize {
        rest.entries(option)
            .filter(|entry| entry.item != item)
            .map(|entry| rest.walk(entry.item))
            .sum()
    };
    let Some((count, first)) = options.iter().map(|&option| (clashes(option), option)).min() else {
        return false;
    };
    if !rest.spend(count) {
        return false;
    }
    marks.set_options(options.iter().copied());
    found.clear();
    for OptionEntry { item, colour } in rest.entries(first).filter(|entry| entry.item != item) {
        let clashing = rest.list(item).filter(|other| other.clashes(colour));
        found.extend(clashing.map(|other| other.option).filter(|&other| marks.insert(other)));
    }
    for &option in options.iter().filter(|&&option| option != first) {
        if found.is_empty() {
            break;
        }
        let mut looked_at = 0;
        marks.set_entries(rest.entries(option));
        found.retain(|&other| {
            looked_at += rest.problem().items_of(other).len();
            rest.entries(other).any(|entry| marks.clashes(entry))
        });
        if !rest.spend(looked_at) {
            return false;
        }
    }
    true
}
