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
use crate::cover::reduce::{groups, is_connected};
use crate::cover::{Bounds, Colour, ItemId, OptionEntry, OptionId, Problem, ProblemError, Taken};

/// A part of what is left, as a problem of its own: its primary items come first, and have the
/// bounds that are left.
#[derive(Debug)]
pub(super) struct Component {
    problem: Problem,
    /// Its options as the whole problem knows them; `None` if it has all of them.
    originals: Option<Vec<OptionId>>,
}

impl Component {
    /// The whole of `problem`, if it is one part and its primary items come first: then nothing is
    /// copied.
    fn whole(problem: &Problem) -> Option<Component> {
        let primary = problem.primary_count();
        let has_primary =
            |option| problem.entries_of(option).iter().any(|entry| entry.item.index() < primary);
        let is_whole = problem.items().take(primary).all(|item| problem.is_primary(item))
            && is_connected(problem)
            && problem.options().all(has_primary)
            && busy(problem, problem.options()).iter().all(|&is_busy| is_busy);
        is_whole.then(|| Component { problem: problem.without_names(), originals: None })
    }

    /// The number of primary items: they are 0 to this.
    pub(super) fn primary(&self) -> usize {
        self.problem.primary_count()
    }

    /// The number of items.
    pub(super) fn items(&self) -> usize {
        self.problem.items().len()
    }

    /// The bounds of an item.
    pub(super) fn bounds(&self, item: usize) -> Bounds {
        self.problem.bounds(ItemId(item as u32))
    }

    /// Whether an item has other bounds than once.
    pub(super) fn is_multiple(&self) -> bool {
        self.problem.is_multiple()
    }

    /// The number of options.
    pub(super) fn options(&self) -> usize {
        self.problem.options().len()
    }

    /// An option as the whole problem knows it.
    pub(super) fn original(&self, option: usize) -> OptionId {
        let whole = OptionId::at(option);
        self.originals.as_ref().map_or(whole, |originals| originals[option])
    }

    /// The items of an option, with their colours.
    pub(super) fn entries_of(&self, option: usize) -> &[OptionEntry] {
        self.problem.entries_of(OptionId::at(option))
    }

    /// The same of all options, in their order.
    pub(super) fn entries(&self) -> impl ExactSizeIterator<Item = &[OptionEntry]> {
        self.problem.options().map(|option| self.problem.entries_of(option))
    }

    /// The part as a problem of its own.
    pub(super) fn problem(&self) -> &Problem {
        &self.problem
    }
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
    if held.is_empty()
        && banned.is_empty()
        && has_enough(problem)
        && let Some(whole) = Component::whole(problem)
    {
        return Ok(Some(vec![whole]));
    }
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
    let is_busy = busy(problem, options.iter().copied());
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
    Ok(Some(split(problem, &taken, &options, &items)?))
}

/// Whether no primary item has too few options.
pub(super) fn has_enough(problem: &Problem) -> bool {
    let lengths = Lengths::of(problem);
    problem.items().zip(lengths.all()).all(|(item, &length)| length >= problem.bounds(item).least)
}

/// For each item, whether it is primary, or keeps two of the options apart.
fn busy(problem: &Problem, options: impl Iterator<Item = OptionId>) -> Vec<bool> {
    let mut is_busy: Vec<bool> = problem.items().map(|item| problem.is_primary(item)).collect();
    let mut seen: Vec<Option<OptionEntry>> = vec![None; is_busy.len()];
    for &entry in options.flat_map(|option| problem.entries_of(option)) {
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
) -> Result<Vec<Component>, ProblemError> {
    let mut is_open = vec![false; problem.items().len()];
    for item in items {
        is_open[item.index()] = true;
    }
    let open =
        |option| problem.entries_of(option).iter().filter(|entry| is_open[entry.item.index()]);
    let entries = |option| open(option).map(|entry| entry.item);
    let groups = groups(is_open.len(), items.iter().copied(), options.iter().copied(), entries);
    let mut new = vec![ItemId(0); is_open.len()];
    let component = |(items, options): (Vec<ItemId>, Vec<OptionId>)| {
        let (primary, secondary): (Vec<ItemId>, Vec<ItemId>) =
            items.iter().partition(|&&item| problem.is_primary(item));
        let bounds: Vec<Bounds> = primary.iter().map(|&item| taken.left(item)).collect();
        let mut part = Problem::unnamed(&bounds, secondary.len());
        for (item, again) in primary.iter().chain(&secondary).zip(part.items()) {
            new[item.index()] = again;
        }
        for &option in &options {
            let again =
                |entry: &OptionEntry| OptionEntry { item: new[entry.item.index()], ..*entry };
            part.option(open(option).map(again))?;
        }
        Ok(Component { problem: part, originals: Some(options) })
    };
    groups.into_iter().map(component).collect()
}
