//! Parts of a problem that share no item.
//!
//! ```text
//!      a b c d                       a c      b d        two parts
//!      a c                           a c      b d
//!      b                             a        b
//!      a          is                 c        d
//!      b d
//!      c
//!      d
//! ```
//!
//! Two items are in one part if an option has both, or if a chain of such options links them. A
//! cover of the whole joins one cover of each part.
//!
//! Invariant: each option is in exactly one part, and so is each item that is primary or has an
//! option. Items and options keep their order.
//!
//! Deliberately lacking: parts that only show once some items are idle; that is for the passes
//! before ([`idle`](super::idle)).

use std::collections::BTreeMap;

use super::union::Union;
use crate::cover::{Bounds, ItemId, OptionEntry, OptionId, Problem, ProblemError};

/// Items and options of a problem that share nothing with the others.
#[derive(Clone, Debug)]
pub struct Component {
    problem: Problem,
    options: Vec<OptionId>,
}

impl Component {
    /// The part as a problem of its own: items and options in their old order, with the old names.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Its options, as options of the whole problem, in their order.
    pub(in crate::cover) fn into_options(self) -> Vec<OptionId> {
        self.options
    }

    /// A cover of the part, as options of the whole problem.
    pub fn cover(
        &self,
        cover: impl IntoIterator<Item = OptionId>,
    ) -> impl Iterator<Item = OptionId> {
        cover.into_iter().filter_map(|option| self.options.get(option.index()).copied())
    }
}

/// The parts of `problem`, in the order of their first items. A secondary item without options is
/// in no part.
///
/// ```
/// use tourdion::cover::Problem;
/// use tourdion::cover::reduce::components;
///
/// let problem: Problem = "a b c d\na c\nb\na\nc\nb d\nd".parse()?;
/// let parts: Vec<String> =
///     components(&problem).iter().map(|part| part.problem().to_string()).collect();
/// assert_eq!(parts, ["a c\na c\na\nc\n", "b d\nb\nb d\nd\n"]);
/// # Ok::<(), tourdion::cover::TextError>(())
/// ```
pub fn components(problem: &Problem) -> Vec<Component> {
    let mut is_used: Vec<bool> = problem.items().map(|item| problem.is_primary(item)).collect();
    for entry in problem.options().flat_map(|option| problem.entries_of(option)) {
        is_used[entry.item.index()] = true;
    }
    let items = problem.items().filter(|item| is_used[item.index()]);
    let entries = |option| problem.entries_of(option).iter().map(|entry| entry.item);
    let groups = groups(problem.items().len(), items, problem.options(), entries);
    let mut new = vec![None; problem.items().len()];
    groups.into_iter().map(|(items, options)| part(problem, &items, options, &mut new)).collect()
}

/// Items that share options, and these options, in the order of the first items. `count` exceeds
/// every item's number; an option without items is in no group.
pub(in crate::cover) fn groups<E: Iterator<Item = ItemId>>(
    count: usize,
    items: impl Iterator<Item = ItemId>,
    options: impl Iterator<Item = OptionId> + Clone,
    entries: impl Fn(OptionId) -> E,
) -> Vec<(Vec<ItemId>, Vec<OptionId>)> {
    let mut union = Union::new(count);
    for option in options.clone() {
        let mut entries = entries(option);
        let Some(first) = entries.next() else { continue };
        entries.for_each(|other| {
            union.join(first.index(), other.index());
        });
    }
    let mut groups: BTreeMap<usize, (Vec<ItemId>, Vec<OptionId>)> = BTreeMap::new();
    for item in items {
        groups.entry(union.find(item.index())).or_default().0.push(item);
    }
    for option in options {
        if let Some(first) = entries(option).next() {
            groups.entry(union.find(first.index())).or_default().1.push(option);
        }
    }
    groups.into_values().collect()
}

/// Whether all items of `problem` hang together. Most problems show it by a part of their options.
pub(in crate::cover) fn is_connected(problem: &Problem) -> bool {
    let mut union = Union::new(problem.items().len());
    let mut parts = problem.items().len();
    problem.options().any(|option| {
        let entries = problem.entries_of(option);
        for pair in entries.windows(2) {
            parts -= usize::from(union.join(pair[0].item.index(), pair[1].item.index()));
        }
        parts <= 1
    })
}

/// The part with these items and options. `new` has room for a new number of each item. Where items
/// have no names, the primary ones come first.
fn part(
    problem: &Problem,
    items: &[ItemId],
    options: Vec<OptionId>,
    new: &mut [Option<ItemId>],
) -> Component {
    const WHOLE: &str = "a part of a problem is a problem";
    let has_names = items.iter().all(|&item| !problem.name(item).is_empty());
    let mut built = if has_names {
        named(problem, items, new).expect(WHOLE)
    } else {
        unnamed(problem, items, new)
    };
    let mut entries = Vec::new();
    for &option in &options {
        entries.clear();
        for &OptionEntry { item, colour } in problem.entries_of(option) {
            let again = |colour| built.colour(problem.colour_name(colour)).expect(WHOLE);
            let colour = if has_names { colour.map(again) } else { colour };
            entries.push(OptionEntry { item: new[item.index()].expect(WHOLE), colour });
        }
        let again = built.option(entries.iter().copied()).expect(WHOLE);
        built.set_cost(again, problem.cost(option)).expect(WHOLE);
    }
    Component { problem: built, options }
}

/// These items with their names, without options. `new` receives their numbers.
fn named(
    problem: &Problem,
    items: &[ItemId],
    new: &mut [Option<ItemId>],
) -> Result<Problem, ProblemError> {
    let mut built = Problem::new();
    for &item in items {
        let name = problem.name(item);
        new[item.index()] = Some(if problem.is_primary(item) {
            built.multiple(name, problem.bounds(item))?
        } else {
            built.secondary(name)?
        });
    }
    Ok(built)
}

/// The same of items without names.
fn unnamed(problem: &Problem, items: &[ItemId], new: &mut [Option<ItemId>]) -> Problem {
    let (primary, secondary): (Vec<ItemId>, Vec<ItemId>) =
        items.iter().partition(|&&item| problem.is_primary(item));
    let bounds: Vec<Bounds> = primary.iter().map(|&item| problem.bounds(item)).collect();
    let built = Problem::unnamed(&bounds, secondary.len());
    for (item, again) in primary.into_iter().chain(secondary).zip(built.items()) {
        new[item.index()] = Some(again);
    }
    built
}
