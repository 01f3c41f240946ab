//! Replays a reduction, finding by finding, and checks each first: by definition, without lists or
//! queues.

use std::collections::BTreeSet;

use tourdion::cover::reduce::{Finding, Reduction};
use tourdion::cover::{Bounds, ItemId, OptionEntry, OptionId, Problem};

/// The rest of a problem.
struct Left<'p> {
    problem: &'p Problem,
    options: BTreeSet<OptionId>,
    items: BTreeSet<ItemId>,
    /// In how many of the options left a cover has each item.
    bounds: Vec<Bounds>,
}

impl Left<'_> {
    fn entries(&self, option: OptionId) -> Vec<OptionEntry> {
        let mut entries = self.problem.entries_of(option).to_vec();
        entries.retain(|entry| self.items.contains(&entry.item));
        entries.sort_by_key(|entry| entry.item);
        entries
    }

    /// The options with an item.
    fn list(&self, item: ItemId) -> BTreeSet<OptionId> {
        let has_it =
            |&option: &OptionId| self.entries(option).iter().any(|entry| entry.item == item);
        self.options.iter().copied().filter(has_it).collect()
    }

    fn need(&self, item: ItemId) -> usize {
        self.bounds[item.index()].least as usize
    }

    fn room(&self, item: ItemId) -> usize {
        self.bounds[item.index()].most as usize
    }

    fn clash(&self, one: OptionId, other: OptionId) -> bool {
        let others = self.entries(other);
        let disagrees = |a: &OptionEntry, b: &OptionEntry| {
            let disagree = a.colour.is_none() || a.colour != b.colour;
            a.item == b.item && disagree && self.room(a.item) == 1
        };
        self.entries(one).iter().any(|a| others.iter().any(|b| disagrees(a, b)))
    }

    /// Whether no two options of `item` can be in one cover but for that item.
    fn is_redundant(&self, item: ItemId, because: ItemId) -> bool {
        let (list, other) = (self.list(item), self.list(because));
        if self.problem.is_primary(item) {
            return self.problem.is_primary(because)
                && list == other
                && self.need(item) <= self.need(because)
                && self.room(because) <= self.room(item);
        }
        let has_no_colour =
            |option| self.entries(option).contains(&OptionEntry { item: because, colour: None });
        let may_stand_once = self.room(because) == 1;
        list.is_subset(&other) && list.iter().all(|&option| has_no_colour(option)) && may_stand_once
    }

    /// Whether the item can't have as many options as it needs if this one is chosen.
    fn is_blocked(&self, option: OptionId, item: ItemId) -> bool {
        let mut list = self.list(item);
        let is_own = list.remove(&option);
        list.retain(|&other| !self.clash(option, other));
        let shared = self.entries(option).into_iter().filter(|entry| {
            let same = |&other: &OptionId| self.entries(other).contains(entry);
            entry.colour.is_none() && list.iter().all(same)
        });
        let room = shared.map(|entry| self.room(entry.item) - 1).min().unwrap_or(usize::MAX);
        usize::from(is_own) + list.len().min(room) < self.need(item)
    }

    /// Whether the primary item may stand in any of its options or in none, and each has another.
    fn is_free(&self, item: ItemId) -> bool {
        let list = self.list(item);
        let has_another = |&option: &OptionId| {
            let entries = self.entries(option);
            entries.iter().any(|entry| entry.item != item && self.problem.is_primary(entry.item))
        };
        self.need(item) == 0 && self.room(item) >= list.len() && list.iter().all(has_another)
    }

    /// Looks at a finding, and does what it says. The next findings may belong to it.
    fn make(&mut self, finding: Finding, next: &mut impl Iterator<Item = Finding>) -> bool {
        let is_primary =
            |left: &Self, item| left.items.contains(&item) && left.problem.is_primary(item);
        match finding {
            Finding::Held { option } => self.options.contains(&option) && self.choose(option, next),
            Finding::Forced { option, item } => {
                let list = self.list(item);
                let is_forced = is_primary(self, item)
                    && list.contains(&option)
                    && list.len() == self.need(item);
                is_forced && self.choose(option, next)
            }
            Finding::Banned { option } => self.options.remove(&option),
            Finding::Loose { option } => {
                let entries = self.problem.entries_of(option);
                self.options.remove(&option)
                    && !entries.iter().any(|e| self.problem.is_primary(e.item))
            }
            Finding::Twin { option, of } => {
                let same = option != of
                    && self.clash(option, of)
                    && self.problem.cost(option) == self.problem.cost(of)
                    && self.entries(option) == self.entries(of);
                same && self.options.contains(&of) && self.options.remove(&option)
            }
            Finding::Blocked { option, item } => {
                is_primary(self, item)
                    && self.is_blocked(option, item)
                    && self.options.remove(&option)
            }
            Finding::Idle { item } => {
                let agree = |one: &OptionId| {
                    self.list(item).iter().all(|&other| {
                        let colour = |option| {
                            self.entries(option)
                                .into_iter()
                                .find(|e| e.item == item)
                                .unwrap()
                                .colour
                        };
                        *one == other || colour(*one).is_some() && colour(*one) == colour(other)
                    })
                };
                let is_idle = if self.problem.is_primary(item) {
                    self.is_free(item)
                } else {
                    self.list(item).iter().all(agree)
                };
                is_idle && self.items.remove(&item)
            }
            Finding::Redundant { item, because } => {
                let is_redundant = item != because
                    && self.items.contains(&because)
                    && self.is_redundant(item, because);
                is_redundant && self.items.remove(&item)
            }
            // What clashes belongs to an option that is chosen. Nothing else is known to be true.
            _ => false,
        }
    }

    /// Chooses an option. The next findings must be those that clash with it.
    fn choose(&mut self, option: OptionId, next: &mut impl Iterator<Item = Finding>) -> bool {
        self.options.remove(&option);
        let clashing: BTreeSet<OptionId> =
            self.options.iter().copied().filter(|&other| self.clash(option, other)).collect();
        let said = next.by_ref().take(clashing.len()).filter_map(|finding| match finding {
            Finding::Clashing { option: other, with } if with == option => Some(other),
            _ => None,
        });
        let is_right = said.collect::<BTreeSet<_>>() == clashing;
        self.options.retain(|other| !clashing.contains(other));
        for entry in self.entries(option) {
            if self.room(entry.item) == 1 {
                self.items.remove(&entry.item);
            } else {
                let Bounds { least, most } = &mut self.bounds[entry.item.index()];
                (*least, *most) = (least.saturating_sub(1), *most - 1);
            }
        }
        is_right
    }
}

/// Makes the reduction of `problem` again.
///
/// # Panics
/// If a finding is not true, or something else is left than the reduction says.
pub(crate) fn replay(problem: &Problem, reduction: &Reduction) {
    let mut left = Left {
        problem,
        options: problem.options().collect(),
        items: problem.items().collect(),
        bounds: problem.items().map(|item| problem.bounds(item)).collect(),
    };
    for step in reduction.steps() {
        let mut findings = step.findings.iter().copied();
        while let Some(finding) = findings.next() {
            assert!(
                left.make(finding, &mut findings),
                "{finding:?} of {:?} in\n{problem}",
                step.pass
            );
        }
        assert_eq!(
            (step.options, step.items),
            (left.options.len(), left.items.len()),
            "{step:?}\n{problem}"
        );
    }
    if let Some(item) = reduction.bare() {
        assert!(
            problem.is_primary(item)
                && left.items.contains(&item)
                && left.list(item).len() < left.need(item)
        );
    } else {
        let built = reduction.problem();
        let spelled = |option| {
            let entries = left.entries(option).into_iter();
            entries.map(|entry| problem.spelled_entry(entry).to_string()).collect::<BTreeSet<_>>()
        };
        let options = left
            .options
            .iter()
            .map(|&option| spelled(option))
            .filter(|entries| !entries.is_empty());
        let again = built.options().map(|option| {
            built
                .entries_of(option)
                .iter()
                .map(|&entry| built.spelled_entry(entry).to_string())
                .collect()
        });
        assert!(options.eq(again), "{built}");
        let said = |p: &Problem, item: ItemId, bounds: Bounds| {
            (p.name(item).to_owned(), p.is_primary(item), bounds)
        };
        let items = left.items.iter().map(|&item| said(problem, item, left.bounds[item.index()]));
        assert!(
            items.eq(built.items().map(|item| said(built, item, built.bounds(item)))),
            "{built}"
        );
    }
}
