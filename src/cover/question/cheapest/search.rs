//! The search: branch and bound.

use super::CheapestCovers;
use super::best::Best;
use super::state::State;
use super::taxes::{GRAINS, Left, Lists, bound};
use crate::cover::Statistics;
use crate::watch::Watch;

/// The most rounds of taxes before the first choice, and at each node after it.
const AT_THE_ROOT: usize = 200;
const AT_A_NODE: usize = 1; // more rounds save few nodes, and take longer

/// A search in progress.
pub(super) struct Search {
    state: State,
    best: Best,
    /// More than any cover costs.
    beyond_all: u128,
    /// The options left at each node of the current path, one list after another.
    lists: Vec<Left>,
    /// The taxes at each node, one for each item.
    taxes: Vec<i128>,
    /// The choices at each node: places in its list, the cheapest first.
    choices: Vec<u32>,
    levels: Vec<Level>,
    of_items: Lists,
    statistics: Statistics,
}

/// A node of the current path, and the start of its data.
struct Level {
    list: usize,
    choices: usize,
    /// The choice tried now, or else the next one.
    next: usize,
    is_trying: bool,
    /// A lower bound, in grains, for covers below this node that have none of the choices tried
    /// before.
    bound: i128,
}

impl Search {
    pub(super) fn new(state: State, left: &[u32], count: usize) -> Search {
        let as_left =
            |&option: &u32| Left { option, reduced: i128::from(state.cost_of(option)) * GRAINS };
        let costs = left.iter().map(|&option| u128::from(state.cost_of(option)));
        Search {
            beyond_all: state.cost() + costs.sum::<u128>() + 1,
            lists: left.iter().map(as_left).collect(),
            taxes: vec![0; state.items()],
            state,
            best: Best::new(count),
            choices: Vec::new(),
            levels: Vec::new(),
            of_items: Lists::default(),
            statistics: Statistics::default(),
        }
    }

    pub(super) fn run(mut self, watch: &mut dyn Watch<Statistics>) -> CheapestCovers {
        let mut at_least = self.state.cost();
        let mut is_complete = false;
        if let Some(bound) = self.enter(0, AT_THE_ROOT) {
            at_least = bound.max(0).unsigned_abs().div_ceil(GRAINS.unsigned_abs());
        }
        while watch.pulse(&self.statistics).is_continue() {
            is_complete = !self.advance();
            if is_complete {
                break;
            }
        }
        let Search { best, statistics, .. } = self;
        CheapestCovers { covers: best.into_sorted(), is_complete, at_least, statistics }
    }

    /// Goes on to the next node. Returns false if there is none.
    fn advance(&mut self) -> bool {
        while let Some(level) = self.levels.last_mut() {
            if level.is_trying {
                // An option that was tried is in no cover still to be found below this node.
                let place = level.list + self.choices[level.next] as usize;
                level.bound -= self.lists[place].reduced.min(0);
                self.lists[place].option = GONE;
                level.is_trying = false;
                level.next += 1;
                self.state.unchoose();
            }
            let (list, bound) = (level.list, level.bound);
            let next =
                self.choices.get(level.next).map(|&choice| self.lists[list + choice as usize]);
            let Some(next) =
                next.filter(|next| !is_beyond(bound + next.reduced.max(0), self.limit()))
            else {
                self.leave();
                continue;
            };
            if let Some(level) = self.levels.last_mut() {
                level.is_trying = true;
            }
            self.state.choose(next.option);
            let start = self.lists.len();
            for place in list..start {
                let left = self.lists[place];
                if left.option != GONE && left.option != next.option && self.state.fits(left.option)
                {
                    self.lists.push(left);
                }
            }
            self.statistics.updates += (start - list - (self.lists.len() - start)) as u64;
            let taxes = self.taxes.len() - self.state.items();
            self.taxes.extend_from_within(taxes..);
            self.enter(start, AT_A_NODE);
            return true;
        }
        false
    }

    /// Looks at the node whose list begins at `list`: notes a cover, and makes it a level if there
    /// is something to choose. Returns its bound; `None` if the node can be given up.
    fn enter(&mut self, list: usize, rounds: usize) -> Option<i128> {
        self.statistics.nodes += 1;
        let bound = self.settle(list, rounds);
        let choices = self.choices.len();
        if bound.is_some() {
            self.branch(list);
        }
        self.levels.push(Level {
            list,
            choices,
            next: choices,
            is_trying: false,
            bound: bound.unwrap_or_default(),
        });
        if self.choices.len() == choices {
            self.leave();
        }
        bound
    }

    /// Forgets the deepest node.
    fn leave(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        self.lists.truncate(level.list);
        self.choices.truncate(level.choices);
        self.taxes.truncate(self.taxes.len() - self.state.items());
    }

    /// Sets taxes, and removes options that are too dear, until neither changes anything. `None` if
    /// no cover here is cheap enough.
    fn settle(&mut self, list: usize, rounds: usize) -> Option<i128> {
        let limit = self.limit();
        let Search { state, lists, taxes, of_items, statistics, .. } = self;
        let own = taxes.len() - state.items();
        let (mut round, mut before) = (0, i128::MIN);
        of_items.fill(state, &lists[list..]);
        loop {
            if (0..state.items())
                .any(|item| of_items.of(item).len() < state.need_and_room(item).0 as usize)
            {
                return None;
            }
            of_items.tax(state, &mut lists[list..], &mut taxes[own..]);
            let bound = bound(state, &lists[list..], &taxes[own..]);
            round += 1;
            if is_beyond(bound, limit) {
                return None;
            }
            let mut kept = list;
            for place in list..lists.len() {
                if !is_beyond(bound + lists[place].reduced.max(0), limit) {
                    lists[kept] = lists[place];
                    kept += 1;
                }
            }
            let dropped = lists.len() - kept;
            lists.truncate(kept);
            statistics.updates += dropped as u64;
            if dropped > 0 {
                of_items.fill(state, &lists[list..]);
            } else if round >= rounds || bound <= before {
                return Some(bound);
            }
            before = bound;
        }
    }

    /// Notes the choices: the options of the item with the fewest ways to get one more. If no item
    /// needs any, the node is a cover, and all options left are choices.
    fn branch(&mut self, list: usize) {
        let start = self.choices.len();
        let ways = |item: usize| {
            let need = self.state.need_and_room(item).0 as usize;
            (need > 0).then(|| (self.of_items.of(item).len() - need, item))
        };
        if let Some((_, item)) = (0..self.state.items()).filter_map(ways).min() {
            self.choices.extend_from_slice(self.of_items.of(item));
        } else {
            self.statistics.covers += 1;
            self.best.offer(self.state.cost(), self.state.chosen());
            self.choices.extend(0..(self.lists.len() - list) as u32);
        }
        let lists = &self.lists[list..];
        self.choices[start..].sort_by_key(|&place| lists[place as usize].reduced);
    }

    /// The cost that a cover must stay below to be among the wanted ones.
    fn limit(&self) -> u128 {
        self.best.limit().unwrap_or(self.beyond_all)
    }
}

/// Marks an option that was tried.
const GONE: u32 = u32::MAX;

/// Whether a cover that costs at least `bound`, in grains, costs at least `limit`: costs of covers
/// are whole numbers.
fn is_beyond(bound: i128, limit: u128) -> bool {
    bound > (limit.cast_signed() - 1) * GRAINS
}
