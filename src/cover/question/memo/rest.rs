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
use crate::cover::reduce::groups;
use crate::cover::{Bounds, Colour, ItemId, OptionEntry, OptionId, Problem};

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
    let mut taken = Taken { problem, of: vec![(0, None); problem.items().len()] };
    for &option in held {
        let is_again = std::mem::replace(&mut is_out[option.index()], true);
        for &entry in if is_again { &[] } else { problem.entries_of(option) } {
            if !taken.admits(entry) {
                return Ok(None);
            }
            let (times, colour) = &mut taken.of[entry.item.index()];
            (*times, *colour) = (*times + 1, entry.colour);
        }
    }
    for &option in banned {
        is_out[option.index()] = true;
    }
    let is_left = |&option: &OptionId| {
        let entries = problem.entries_of(option);
        !is_out[option.index()]
            && entries.iter().any(|entry| problem.is_primary(entry.item))
            && entries.iter().all(|&entry| taken.admits(entry))
    };
    let options: Vec<OptionId> = problem.options().filter(is_left).collect();
    let is_busy = busy(problem, &options);
    let mut lengths = vec![0; problem.items().len()];
    for entry in options.iter().flat_map(|&option| problem.entries_of(option)) {
        lengths[entry.item.index()] += 1;
    }
    if problem.items().any(|item| lengths[item.index()] < taken.bounds(item).least) {
        return Ok(None);
    }
    let is_open = |item: &ItemId| {
        let is_left = if problem.is_primary(*item) {
            taken.bounds(*item).most > 0
        } else {
            taken.of[item.index()].0 == 0 && is_busy[item.index()]
        };
        is_left && lengths[item.index()] > 0
    };
    let items: Vec<ItemId> = problem.items().filter(is_open).collect();
    Ok(Some(split(&taken, &options, &items)))
}

/// Whether no primary item has too few options.
pub(super) fn has_enough(problem: &Problem) -> bool {
    let mut lengths = vec![0; problem.items().len()];
    for entry in problem.options().flat_map(|option| problem.entries_of(option)) {
        lengths[entry.item.index()] += 1;
    }
    problem.items().all(|item| lengths[item.index()] >= problem.bounds(item).least)
}

/// What the held options take of each item.
struct Taken<'p> {
    problem: &'p Problem,
    /// The number of these options, and the colour that the last gave it.
    of: Vec<(u32, Option<Colour>)>,
}

impl Taken<'_> {
    /// Whether an option with `entry` may join them.
    fn admits(&self, entry: OptionEntry) -> bool {
        let (times, colour) = self.of[entry.item.index()];
        let agrees = entry.colour.is_some() && entry.colour == colour;
        agrees || times < self.problem.bounds(entry.item).most
    }

    /// The bounds of the item for the other options.
    fn bounds(&self, item: ItemId) -> Bounds {
        self.problem.bounds(item).after(self.of[item.index()].0)
    }
}

/// For each item, whether it is primary, or keeps two of the options apart.
fn busy(problem: &Problem, options: &[OptionId]) -> Vec<bool> {
    let mut is_busy: Vec<bool> = problem.items().map(|item| problem.is_primary(item)).collect();
    let mut seen: Vec<Option<OptionEntry>> = vec![None; is_busy.len()];
    for &entry in options.iter().flat_map(|&option| problem.entries_of(option)) {
        let index = entry.item.index();
        let agrees = |seen: OptionEntry| entry.colour.is_some() && entry.colour == seen.colour;
        is_busy[index] |= !seen[index].is_none_or(agrees);
        seen[index] = Some(entry);
    }
    is_busy
}

/// Sorts items and options into parts, in the order of their first items.
fn split(taken: &Taken<'_>, options: &[OptionId], items: &[ItemId]) -> Vec<Component> {
    let problem = taken.problem;
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
        let bounds = primary.iter().map(|&item| taken.bounds(item)).collect();
        Component { primary: primary.len(), bounds, items: items.len(), options, entries }
    };
    groups.into_iter().map(component).collect()
}
