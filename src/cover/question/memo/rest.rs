//! The rest beside the held and banned options, in independent parts.
//!
//! ```text
//!      a b c d e                              held: nothing
//!      a b                                    parts   {a b}    with  a b
//!      c d   d e   c   e   d                          {c d e}  with  c d   d e   c   e   d
//! ```
//!
//! Two items are in one part if an option has both, or if a chain of such options links them. A
//! cover of the whole joins one cover of each part, so the counts of the parts are multiplied.
//!
//! A secondary item is *idle* if all options left agree on it: there is only one, or all give it
//! the same colour. It keeps no two options apart, so it is dropped, and joins no parts.

use super::MemoError;
use crate::cover::engine::lengths::Lengths;
use crate::cover::reduce::groups;
use crate::cover::{Bounds, Colour, ItemId, OptionEntry, OptionId, Problem, Taken};

/// Items and options left, with numbers of their own: the primary items come first.
#[derive(Debug)]
pub(super) struct Component {
    /// The number of primary items: they are 0 to `primary`.
    pub(super) primary: usize,
    /// Those of the primary items.
    pub(super) bounds: Vec<Bounds>,
    /// The number of items.
    pub(super) items: usize,
    /// The options as the problem knows them.
    pub(super) options: Vec<OptionId>,
    /// The items of each option, with their colours.
    pub(super) entries: Vec<Vec<(usize, Option<Colour>)>>,
}

/// The parts left of `problem` with `held` held, each once, and `banned` banned; an option in both
/// is held. `None` if two held options clash, or a primary item has too few options left: then
/// there is no cover, and a problem that merely names a million items costs no more work.
pub(super) fn components(
    problem: &Problem,
    held: &[OptionId],
    banned: &[OptionId],
) -> Result<Option<Vec<Component>>, MemoError> {
    problem.check_options(held.iter().chain(banned))?;
    let mut is_out = vec![false; problem.options().len()];
    let mut taken = Taken::nothing(problem);
    for &option in held {
        let is_again = std::mem::replace(&mut is_out[option.index()], true);
        if is_again {
            continue;
        }
        if taken.clash(option).is_some() {
            return Ok(None);
        }
        taken.add(option);
    }
    for &option in banned {
        is_out[option.index()] = true;
    }
    let is_left = |&option: &OptionId| {
        let entries = problem.entries_of(option);
        !is_out[option.index()]
            && entries.iter().any(|entry| problem.is_primary(entry.item))
            && taken.clash(option).is_none()
    };
    let options: Vec<OptionId> = problem.options().filter(is_left).collect();
    let is_busy = busy(problem, &options);
    let mut lengths = vec![0; problem.items().len()];
    for entry in options.iter().flat_map(|&option| problem.entries_of(option)) {
        lengths[entry.item.index()] += 1;
    }
    if problem.items().any(|item| lengths[item.index()] < taken.left(item).least) {
        return Ok(None);
    }
    let is_open = |item: &ItemId| {
        taken.left(*item).most > 0 && is_busy[item.index()] && lengths[item.index()] > 0
    };
    let items: Vec<ItemId> = problem.items().filter(is_open).collect();
    Ok(Some(split(problem, &taken, &options, &items)))
}

/// Whether no primary item has too few options.
pub(super) fn has_enough(problem: &Problem) -> bool {
    let lengths = Lengths::of(problem);
    problem.items().zip(lengths.all()).all(|(item, &length)| length >= problem.bounds(item).least)
}

/// For each item, whether it is primary, or keeps two of the options apart.
fn busy(problem: &Problem, options: &[OptionId]) -> Vec<bool> {
    let mut is_busy: Vec<bool> = problem.items().map(|item| problem.is_primary(item)).collect();
    let mut seen: Vec<Option<OptionEntry>> = vec![None; is_busy.len()];
    for &entry in options.iter().flat_map(|&option| problem.entries_of(option)) {
        let index = entry.item.index();
        let agrees = |seen: OptionEntry| Colour::agree(entry.colour, seen.colour);
        is_busy[index] |= !seen[index].is_none_or(agrees);
        seen[index] = Some(entry);
    }
    is_busy
}

/// Sorts items and options into parts, in the order of their first items.
fn split(
    problem: &Problem,
    taken: &Taken<'_>,
    options: &[OptionId],
    items: &[ItemId],
) -> Vec<Component> {
    let mut is_open = vec![false; problem.items().len()];
    for item in items {
        is_open[item.index()] = true;
    }
    let open =
        |option| problem.entries_of(option).iter().filter(|entry| is_open[entry.item.index()]);
    let entries = |option| open(option).map(|entry| entry.item);
    let groups = groups(is_open.len(), items.iter().copied(), options.iter().copied(), entries);
    let mut number = vec![0; is_open.len()];
    let component = |(items, options): (Vec<ItemId>, Vec<OptionId>)| {
        let (primary, secondary): (Vec<ItemId>, Vec<ItemId>) =
            items.iter().partition(|&&item| problem.is_primary(item));
        for (k, item) in primary.iter().chain(&secondary).enumerate() {
            number[item.index()] = k;
        }
        let numbered = |entry: &OptionEntry| (number[entry.item.index()], entry.colour);
        let entries = options.iter().map(|&option| open(option).map(numbered).collect()).collect();
        let bounds = primary.iter().map(|&item| taken.left(item)).collect();
        Component { primary: primary.len(), bounds, items: items.len(), options, entries }
    };
    groups.into_iter().map(component).collect()
}
