//! The rest of a problem, as the passes make it smaller.
//!
//! ```text
//!      problem      never changes; an entry is left if its option and its item are
//!      lengths      for each item, the number of its options left
//!      bounds       for each item, in how many of these a cover has it, at least and at most
//!      news         for each pass, the items whose options have changed since
//!      fingerprints for each option, a number that depends only on its entries
//! ```
//!
//! An item goes if it is covered or no longer needed. It goes from all options at once: if a chosen
//! option gave it a colour, the options that agree lose it, and those that disagree are gone. An
//! item that has room for more options stays; its bounds fall by one.
//!
//! Two options *clash* if they share a primary item with room for one, or a secondary item on whose
//! colour they don't agree.
//!
//! # Invariants
//!
//! 1. An option left has the entries of its items left; one of them is primary, unless none ever
//!    was.
//! 2. The lengths of the items left are right. If a primary item has fewer options than it needs,
//!    such an item is `bare`.
//! 3. No option left clashes with a chosen one.

use std::collections::BTreeMap;
use std::mem;

use super::classes::Classes;
use super::fingerprints::Fingerprints;
use super::lists::{Listed, Lists};
use super::news::News;
use super::stamps::Stamps;
use super::steps::{Finding, Pass, ReductionStep};
use super::{ReduceError, Reduction};
use crate::cover::{Bounds, Clash, ItemId, OptionEntry, OptionId, Problem, Taken};

/// The rest of a problem. See the [page](super) for its passes.
///
/// ```
/// use tourdion::cover::Problem;
/// use tourdion::cover::reduce::{Finding, Rest, blocked, forced};
///
/// let problem: Problem = "a b c d\na b\na c\nb c\nb d\nd\nc".parse()?;
/// let mut rest = Rest::new(&problem);
/// assert!(forced(&mut rest).findings.is_empty());     // each item has two options or more,
/// let step = blocked(&mut rest);                      // but beside `b c` none is left for a
/// let (option, item) = (problem.options().nth(2).unwrap(), problem.items().next().unwrap());
/// assert_eq!(step.findings, [Finding::Blocked { option, item }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rest<'p> {
    problem: &'p Problem,
    lists: Lists,
    /// The number of places in the lists that belong to removed options.
    dead: usize,
    option_left: Vec<bool>,
    options: usize,
    item_left: Vec<bool>,
    items: usize,
    lengths: Vec<u32>,
    /// In how many of its options a cover has each item.
    bounds: Vec<Bounds>,
    /// The most options that an item of the problem needs.
    most_needed: usize,
    /// The options that are in every cover.
    chosen: Vec<OptionId>,
    /// The other options that an option stands for, if any.
    twins: BTreeMap<OptionId, Vec<OptionId>>,
    bare: Option<ItemId>,
    steps: Vec<ReductionStep>,
    pub(super) news: News,
    pub(super) fingerprints: Fingerprints,
    pub(super) stamps: Stamps,
    /// Options without a primary item, until their pass runs.
    pub(super) loose: Vec<OptionId>,
    /// The number of entries that may still be looked at again.
    effort: u64,
}

impl<'p> Rest<'p> {
    /// The whole of `problem`.
    pub fn new(problem: &'p Problem) -> Rest<'p> {
        let (items, options) = (problem.items().len(), problem.options().len());
        let lists = Lists::new(problem);
        let lengths: Vec<u32> = problem.items().map(|item| lists.of(item).len() as u32).collect();
        let bounds: Vec<Bounds> = problem.items().map(|item| problem.bounds(item)).collect();
        let is_loose = |option: &OptionId| {
            !problem.entries_of(*option).iter().any(|entry| problem.is_primary(entry.item))
        };
        Rest {
            bare: problem.items().find(|item| lengths[item.index()] < bounds[item.index()].least),
            news: News::new(problem),
            fingerprints: Fingerprints::new(problem),
            stamps: Stamps::new(items, options),
            loose: problem.options().filter(is_loose).collect(),
            effort: (1 << 24) + 64 * problem.entry_count() as u64,
            problem,
            lists,
            dead: 0,
            option_left: vec![true; options],
            options,
            item_left: vec![true; items],
            items,
            lengths,
            most_needed: bounds.iter().map(|bounds| bounds.least as usize).max().unwrap_or(0),
            bounds,
            chosen: Vec::new(),
            twins: BTreeMap::new(),
            steps: Vec::new(),
        }
    }

    /// Holds some options and bans others, of the original problem; an option in both is held. Call
    /// this before all passes: they may remove options that could be held.
    ///
    /// # Errors
    /// If two of `held` clash, or an option is not from the problem. Some may then be held already.
    pub fn given(
        &mut self,
        held: &[OptionId],
        banned: &[OptionId],
    ) -> Result<&ReductionStep, ReduceError> {
        let count = self.option_left.len();
        if let Some(&option) = held.iter().chain(banned).find(|option| option.index() >= count) {
            return Err(ReduceError::Clash { option, clash: Clash::Unknown });
        }
        let mut refused = None;
        self.step(Pass::Given, |rest, findings| {
            let mut stamps = mem::take(&mut rest.stamps);
            stamps.set_options([].into_iter());
            for &option in held.iter().filter(|&&option| stamps.insert(option)) {
                if !rest.has(option) {
                    refused = Some(option);
                    break;
                }
                findings.push(Finding::Held { option });
                rest.choose(option, findings);
            }
            rest.stamps = stamps;
            if refused.is_some() {
                return;
            }
            for &option in banned {
                if rest.has(option) {
                    findings.push(Finding::Banned { option });
                    rest.remove(option);
                }
            }
        });
        match refused {
            Some(option) => {
                Err(ReduceError::Clash { option, clash: Clash::Item(self.taken(option)) })
            }
            None => Ok(&self.steps[self.steps.len() - 1]),
        }
    }

    /// The first item of an option that the chosen options have taken.
    fn taken(&self, option: OptionId) -> ItemId {
        let mut taken = Taken::nothing(self.problem);
        self.chosen.iter().for_each(|&chosen| taken.add(chosen));
        taken.clash(option).unwrap_or(self.problem.entries_of(option)[0].item)
    }

    /// Runs a pass, and keeps its findings.
    pub(super) fn step(
        &mut self,
        pass: Pass,
        run: impl FnOnce(&mut Self, &mut Vec<Finding>),
    ) -> &ReductionStep {
        if self.dead > self.lists.places() / 2 {
            self.lists.tidy(|option| self.option_left[option.index()]);
            self.dead = 0;
        }
        let mut findings = Vec::new();
        if self.bare.is_none() || pass == Pass::Given {
            run(self, &mut findings);
        }
        let step = ReductionStep { pass, findings, options: self.options, items: self.items };
        // A step that found nothing is kept only until the next one, as the answer.
        if self.steps.last().is_some_and(|last| last.findings.is_empty()) {
            self.steps.pop();
        }
        self.steps.push(step);
        &self.steps[self.steps.len() - 1]
    }

    /// The steps taken, without those that found nothing.
    pub fn steps(&self) -> impl Iterator<Item = &ReductionStep> {
        self.steps.iter().filter(|step| !step.findings.is_empty())
    }

    /// The original problem.
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    /// Whether an option is left.
    pub fn has(&self, option: OptionId) -> bool {
        self.option_left.get(option.index()).copied().unwrap_or(false)
    }

    /// The options left, in their order.
    pub fn options(&self) -> impl Iterator<Item = OptionId> {
        self.problem.options().filter(|&option| self.has(option))
    }

    /// Whether an item is left.
    pub fn has_item(&self, item: ItemId) -> bool {
        self.item_left.get(item.index()).copied().unwrap_or(false)
    }

    /// The items left, in their order.
    pub fn items(&self) -> impl Iterator<Item = ItemId> {
        self.problem.items().filter(|&item| self.has_item(item))
    }

    /// The entries of an option, for items left.
    pub fn entries(&self, option: OptionId) -> impl Iterator<Item = OptionEntry> {
        self.problem.entries_of(option).iter().copied().filter(|entry| self.has_item(entry.item))
    }

    /// The options that are in every cover, in the order of finding.
    pub fn chosen(&self) -> &[OptionId] {
        &self.chosen
    }

    /// The other options that this one stands for.
    pub fn twins(&self, option: OptionId) -> &[OptionId] {
        self.twins.get(&option).map_or(&[], |twins| twins)
    }

    /// A primary item with fewer options left than it needs, if there is one. Then there is no
    /// cover, and the passes do nothing more.
    pub fn bare(&self) -> Option<ItemId> {
        self.bare
    }

    /// Whether a pass has stopped because the effort is spent.
    pub fn is_spent(&self) -> bool {
        self.effort == 0
    }

    /// The number of options left of an item.
    pub(super) fn length(&self, item: ItemId) -> usize {
        self.lengths[item.index()] as usize
    }

    /// The number of options that an item still needs.
    pub(super) fn need(&self, item: ItemId) -> usize {
        self.bounds[item.index()].least as usize
    }

    /// The most options that an item can still stand in, if they give it no colour.
    pub(super) fn room(&self, item: ItemId) -> usize {
        self.bounds[item.index()].most as usize
    }

    /// The entries of an option on which others can clash with it.
    pub(super) fn tight_entries(&self, option: OptionId) -> impl Iterator<Item = OptionEntry> {
        self.entries(option).filter(|entry| self.room(entry.item) == 1)
    }

    /// The options left of an item, with the colours that they give it.
    pub(super) fn list(&self, item: ItemId) -> impl Iterator<Item = Listed> {
        self.lists.of(item).iter().copied().filter(|listed| self.has(listed.option))
    }

    /// Spends effort for this number of entries. Returns false once the effort is spent.
    pub(super) fn spend(&mut self, entries: usize) -> bool {
        self.effort = self.effort.saturating_sub(entries as u64);
        self.effort > 0
    }

    /// The number of places that a walk through the list of an item passes.
    pub(super) fn walk(&self, item: ItemId) -> usize {
        self.lists.of(item).len()
    }

    /// Removes an option.
    pub(super) fn remove(&mut self, option: OptionId) {
        self.option_left[option.index()] = false;
        self.options -= 1;
        let problem = self.problem;
        self.dead += problem.entries_of(option).len();
        for &OptionEntry { item, .. } in problem.entries_of(option) {
            if self.has_item(item) {
                self.lengths[item.index()] -= 1;
                self.news.add(item);
                if self.length(item) < self.need(item) {
                    self.bare = self.bare.or(Some(item));
                }
            }
        }
    }

    /// Removes an option; `of` now stands for it and for its twins.
    pub(super) fn merge(&mut self, option: OptionId, of: OptionId) {
        let mut more = self.twins.remove(&option).unwrap_or_default();
        more.push(option);
        let twins = self.twins.entry(of).or_default();
        // The shorter is added to the longer, so that no option moves often.
        if twins.len() < more.len() {
            mem::swap(twins, &mut more);
        }
        twins.append(&mut more);
        self.remove(option);
    }

    /// Removes an item from all options.
    pub(super) fn remove_item(&mut self, item: ItemId) {
        self.item_left[item.index()] = false;
        self.items -= 1;
        for listed in self.lists.of(item) {
            if self.option_left[listed.option.index()] {
                self.fingerprints
                    .remove(listed.option, OptionEntry { item, colour: listed.colour });
            }
        }
    }

    /// Puts an option into every cover: removes the items that it covers, and the options that
    /// clash with it.
    pub(super) fn choose(&mut self, option: OptionId, findings: &mut Vec<Finding>) {
        let (covered, roomy): (Vec<OptionEntry>, Vec<OptionEntry>) =
            self.entries(option).partition(|entry| self.room(entry.item) == 1);
        for &OptionEntry { item, colour } in &covered {
            let others =
                self.list(item).filter(|other| other.option != option && other.clashes(colour));
            let others: Vec<Listed> = others.collect();
            for other in others {
                findings.push(Finding::Clashing { option: other.option, with: option });
                self.remove(other.option);
            }
        }
        self.option_left[option.index()] = false;
        self.options -= 1;
        self.dead += self.problem.entries_of(option).len();
        self.chosen.push(option);
        for entry in covered {
            self.remove_item(entry.item);
        }
        for entry in roomy {
            self.use_up(entry.item);
        }
    }

    /// Counts an option that was chosen for an item that has room for more.
    fn use_up(&mut self, item: ItemId) {
        let bounds = &mut self.bounds[item.index()];
        *bounds = bounds.after(1);
        self.lengths[item.index()] -= 1;
        self.news.add(item);
        if self.room(item) > self.most_needed.max(1) {
            return;
        }
        // Other items of its options may need all that it has room for. If that is one option, they
        // clash, and twins among them can stand for each other.
        let options: Vec<OptionId> = self.list(item).map(|listed| listed.option).collect();
        let entries = options.iter().map(|&option| self.problem.entries_of(option).len()).sum();
        if !self.spend(entries) {
            return;
        }
        for option in options {
            if self.room(item) == 1 {
                self.fingerprints.change(option);
            }
            let items: Vec<ItemId> = self.entries(option).map(|entry| entry.item).collect();
            for item in items {
                self.news.add(item);
            }
        }
    }

    /// Turns the rest into a reduction.
    pub fn into_reduction(mut self) -> Reduction {
        self.steps.retain(|step| !step.findings.is_empty());
        let left = if self.bare.is_some() { Vec::new() } else { self.solid().collect() };
        let class = |&option: &OptionId| {
            let mut class = vec![option];
            class.extend(self.twins(option));
            class.sort_unstable();
            class
        };
        Reduction {
            problem: self.build(&left),
            left: Classes::new(left.iter().map(class)),
            always: Classes::new(self.chosen.iter().map(class)),
            cost: self.chosen.iter().map(|&option| u128::from(self.problem.cost(option))).sum(),
            bare: self.bare,
            is_complete: !self.is_spent(),
            steps: self.steps,
        }
    }

    /// The options left that have an entry: a loose option may have lost all of its entries, and is
    /// in no cover.
    fn solid(&self) -> impl Iterator<Item = OptionId> {
        self.options().filter(|&option| self.entries(option).next().is_some())
    }

    /// The problem of these options.
    fn build(&self, options: &[OptionId]) -> Problem {
        const WHOLE: &str = "what is left of a problem is a problem";
        let mut built = Problem::new();
        let mut new = vec![None; self.item_left.len()];
        let all = self.bare.is_none();
        for item in self.items().filter(|&item| all || self.bare == Some(item)) {
            let name = self.problem.name(item);
            let item_again = if self.problem.is_primary(item) {
                built.multiple(name, self.bounds[item.index()])
            } else {
                built.secondary(name)
            };
            new[item.index()] = Some(item_again.expect(WHOLE));
        }
        let mut entries = Vec::new();
        for &option in options {
            entries.clear();
            for OptionEntry { item, colour } in self.entries(option) {
                let colour = colour
                    .map(|colour| built.colour(self.problem.colour_name(colour)).expect(WHOLE));
                entries.push(OptionEntry { item: new[item.index()].expect(WHOLE), colour });
            }
            let again = built.option(entries.iter().copied()).expect(WHOLE);
            built.set_cost(again, self.problem.cost(option)).expect(WHOLE);
        }
        built
    }
}
