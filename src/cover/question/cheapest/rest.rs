//! The options left at the deepest node of the path from the root, and how many each item has.
//!
//! ```text
//!      root            a b c d e f                   options and their reduced costs
//!      child           a b d e f | c                 c is gone: it no longer fits
//!      grandchild      a d f | c | b e               and so are b and e
//!      the child       a b d e f | c                 the search comes back: b and e are merged in
//! ```
//!
//! What leaves a node's list is subtracted from its items' counts, so that an item with too few
//! options shows at once, before anything is computed of taxes, and so does one that needs all its
//! options: these are chosen.
//!
//! Nodes on a path share a list. What leaves it at a node goes behind what left it above, and
//! returns when the search comes back above that node. Reduced costs are then computed anew from
//! the node's taxes, which were saved. That takes a third of the time of a node. So a node that
//! lacks one in [64](PART) of the options above it has a list of its own, a copy, and the list
//! above stays as it is. That is so in most small problems. All copies together have at most 64
//! times the options of the problem, however deep the search is; of an assignment, a third of 64
//! times what is left for the last 64 jobs.
//!
//! Taxes are saved as long as there is room; problems that linear programming takes have enough.
//! Where there is none, the search goes on with the taxes of the deepest node: any taxes give a
//! bound.
//!
//! Invariants:
//!
//! 1. A list is in the order of the problem.
//! 2. An item's count is the number of options in the node's list that give it no colour, and its
//!    sum that of their numbers.
//! 3. An option is in the list of a node, or gone once at one of the nodes that share it.
//!
//! Deliberately lacking: coming back to a node before something is chosen there. The search leaves
//! most nodes without need of their lists.

mod forced;

use super::linear::MOST_ROWS;
use super::state::State;
use super::taxes::{Grain, Lists, bound};

/// The options of an item: how many, and the sum of their numbers. The sum of one is that one.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    left: u32,
    sum: u32,
}

impl Count {
    fn add(&mut self, option: u32) {
        self.left += 1;
        self.sum = self.sum.wrapping_add(option);
    }
}

/// How much memory the lists may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// A node has a list of its own if it surely lacks one in this number of the options above it;
    /// never if 0.
    pub(super) part: usize,
    /// The most numbers of saved taxes.
    pub(super) taxes: usize,
}

/// With 16, assignments of 60, which go through many nodes, take a third longer, and crews a tenth.
const PART: usize = 64;

impl Memory {
    /// The memory for options with this number of entries.
    pub(super) fn for_entries(entries: usize) -> Memory {
        // The taxes of all items at each node, as far as linear programming improves them.
        Memory { part: PART, taxes: entries + MOST_ROWS * MOST_ROWS }
    }

    /// The memory of each of this number of searches, which together save as many taxes.
    pub(super) fn among(self, searches: usize) -> Memory {
        Memory { taxes: self.taxes / searches, ..self }
    }
}

/// The options left at the nodes of a path; the deepest node's are known.
#[derive(Debug)]
pub(super) struct Rest {
    /// The lists, one after another, each with the reduced costs of the deepest node that has it.
    options: Vec<u32>,
    reduced: Vec<i64>,
    /// By list, then by item.
    counts: Vec<Count>,
    taxes: Vec<i64>,
    items: usize,
    /// Where each list begins, and what was gone and saved before it.
    starts: Vec<Start>,
    /// What left the lists, by node.
    gone: Vec<u32>,
    /// The taxes of nodes whose list a node below took over.
    saved: Vec<i64>,
    memory: Memory,
    grain: Grain,
    /// Items that may need all of their options.
    tight: Vec<u32>,
    /// Whether an item needs more options than it has.
    is_dead: bool,
}

#[derive(Clone, Copy, Debug)]
struct Start {
    options: usize,
    gone: usize,
    saved: usize,
}

/// Where the data of a node end, to come [back](Rest::back) to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    lists: usize,
    gone: usize,
    saved: usize,
}

/// The reduced costs and the taxes of a node.
pub(super) struct KeptTaxes {
    reduced: Vec<i64>,
    taxes: Vec<i64>,
}

impl Rest {
    /// The list of the root.
    pub(super) fn new(state: &State, grain: Grain, left: &[u32], memory: Memory) -> Rest {
        let items = state.items();
        let mut counts = vec![Count::default(); items];
        for &option in left {
            state.taxing(option).iter().for_each(|&item| counts[item as usize].add(option));
        }
        Rest {
            options: left.to_vec(),
            reduced: left.iter().map(|&option| grain.of(state.cost_of(option))).collect(),
            counts,
            taxes: vec![0; items],
            items,
            starts: vec![Start { options: 0, gone: 0, saved: 0 }],
            gone: Vec::new(),
            saved: Vec::new(),
            memory,
            grain,
            tight: (0..items as u32).collect(),
            is_dead: false,
        }
    }

    /// The deepest node, to come back to it.
    pub(super) fn mark(&self) -> Mark {
        Mark { lists: self.starts.len(), gone: self.gone.len(), saved: self.saved.len() }
    }

    /// Begins a node below the deepest, which `mark` is of: its list is what still fits, with the
    /// option chosen last.
    pub(super) fn push(&mut self, state: &State, mark: Mark) {
        let taken = state.taken_since(state.chosen().len() - 1);
        if self.lacks_enough(state) {
            self.copy(state, taken);
        } else {
            if self.saved.len() == mark.saved && mark.saved + self.items <= self.memory.taxes {
                self.saved.extend_from_slice(&self.taxes[self.taxes.len() - self.items..]);
            }
            self.retain(state, |option, _| state.still_fits(option, taken));
        }
        self.tight.clear();
        self.is_dead = false;
        (0..self.items as u32).for_each(|item| self.look_at(state, item));
    }

    /// Whether the option chosen last surely takes so many others out of the list that a copy is
    /// worth its memory: those of one of its items.
    fn lacks_enough(&self, state: &State) -> bool {
        let option = state.chosen()[state.chosen().len() - 1];
        let full = |item: &&u32| state.bounds_left(**item as usize).most == 0;
        let of_one = state.taxing(option).iter().filter(full).map(|&item| self.count(item).left);
        let lacking = of_one.max().unwrap_or(0) as usize;
        lacking.saturating_mul(self.memory.part) >= self.options().len()
    }

    /// Begins a list: of the deepest, what still fits.
    fn copy(&mut self, state: &State, taken: u128) {
        let (start, end) = (self.start(), self.options.len());
        self.starts.push(Start { options: end, gone: self.gone.len(), saved: self.saved.len() });
        self.counts.extend_from_within(self.counts.len() - self.items..);
        self.taxes.extend_from_within(self.taxes.len() - self.items..);
        for place in start..end {
            let option = self.options[place];
            if state.still_fits(option, taken) {
                self.options.push(option);
                self.reduced.push(self.reduced[place]);
            } else {
                self.subtract(state, option);
            }
        }
    }

    /// Comes back to a node from those below it, the first of which began by choosing `tried`, and
    /// leaves that one out from now on.
    #[allow(clippy::stable_sort_primitive)] // a stable sort merges runs
    pub(super) fn back(&mut self, state: &State, mark: &mut Mark, tried: u32) {
        self.forget_lists(mark.lists);
        self.restore_taxes(state, mark.saved);
        let gone = &mut self.gone[mark.gone..];
        gone.sort(); // one run by node, or a few
        if let Ok(at) = gone.binary_search(&tried) {
            gone[..=at].rotate_right(1);
        } else {
            // The node below had a list of its own.
            let start = self.start();
            if let Ok(at) = self.options().binary_search(&tried) {
                self.options.remove(start + at);
                self.reduced.remove(start + at);
                self.subtract(state, tried);
            }
            self.gone.push(tried);
        }
        mark.gone += 1;
        self.merge(state, mark.gone);
    }

    /// Forgets all but this number of lists.
    fn forget_lists(&mut self, lists: usize) {
        let Some(&Start { options, gone, saved }) = self.starts.get(lists) else { return };
        self.starts.truncate(lists);
        self.options.truncate(options);
        self.reduced.truncate(options);
        self.counts.truncate(lists * self.items);
        self.taxes.truncate(lists * self.items);
        self.gone.truncate(gone);
        self.saved.truncate(saved);
    }

    /// Takes the taxes that were saved here back, if there are any.
    fn restore_taxes(&mut self, state: &State, saved: usize) {
        let Some(before) = self.saved.get(saved..saved + self.items) else { return };
        let items = self.taxes.len() - self.items;
        if self.taxes[items..] != *before {
            self.taxes[items..].copy_from_slice(before);
            for place in self.start()..self.options.len() {
                self.reduced[place] = self.taxed(state, self.options[place]);
            }
        }
        self.saved.truncate(saved + self.items);
    }

    /// What an option costs, less its taxes.
    fn taxed(&self, state: &State, option: u32) -> i64 {
        let taxes = &self.taxes[self.taxes.len() - self.items..];
        let paid: i64 = state.taxing(option).iter().map(|&item| taxes[item as usize]).sum();
        self.grain.of(state.cost_of(option)) - paid
    }

    /// Merges what is gone from here on into the deepest list. It is in order.
    fn merge(&mut self, state: &State, gone: usize) {
        let (start, mut from) = (self.start(), self.options.len());
        let mut to = from + self.gone.len() - gone;
        self.options.resize(to, 0);
        self.reduced.resize(to, 0);
        let counts = self.counts.len() - self.items;
        // From the end, so that each option moves once; those before the first stay.
        while self.gone.len() > gone {
            let Some(option) = self.gone.pop() else { break };
            while from > start && self.options[from - 1] > option {
                (from, to) = (from - 1, to - 1);
                (self.options[to], self.reduced[to]) = (self.options[from], self.reduced[from]);
            }
            to -= 1;
            (self.options[to], self.reduced[to]) = (option, self.taxed(state, option));
            for &item in state.taxing(option) {
                self.counts[counts + item as usize].add(option);
            }
        }
    }

    /// Where the deepest list begins.
    #[inline]
    fn start(&self) -> usize {
        self.starts[self.starts.len() - 1].options
    }

    /// Taxes of the node that `mark` is of, or of one below it that has the same list.
    pub(super) fn taxes_near(&self, mark: Mark) -> &[i64] {
        let saved = self.saved.get(mark.saved..mark.saved + self.items);
        let of_list = (mark.lists - 1) * self.items;
        saved.unwrap_or(&self.taxes[of_list..of_list + self.items])
    }

    /// Sets the taxes at the root.
    pub(super) fn set_taxes(&mut self, state: &State, taxes: &[i64]) {
        self.taxes.copy_from_slice(taxes);
        for place in 0..self.options.len() {
            self.reduced[place] = self.taxed(state, self.options[place]);
        }
    }

    /// The deepest node's options.
    pub(super) fn options(&self) -> &[u32] {
        &self.options[self.start()..]
    }

    /// Their reduced costs.
    pub(super) fn reduced(&self) -> &[i64] {
        &self.reduced[self.start()..]
    }

    /// The number of options that an item has left.
    #[inline]
    pub(super) fn left(&self, item: usize) -> u32 {
        self.counts[self.counts.len() - self.items + item].left
    }

    /// Whether there is something to be [forced](Self::force).
    pub(super) fn is_tight(&self) -> bool {
        self.is_dead || !self.tight.is_empty()
    }

    fn count(&self, item: u32) -> Count {
        self.counts[self.counts.len() - self.items + item as usize]
    }

    /// Drops options that cost more than this, so that no cover worth having has them. Returns how
    /// many.
    pub(super) fn drop_dearer(&mut self, state: &State, most: i128) -> usize {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        self.retain(state, |_, reduced| reduced <= most)
    }

    /// Keeps the options for which this holds. Returns how many were dropped.
    fn retain(&mut self, state: &State, is_kept: impl Fn(u32, i64) -> bool) -> usize {
        let before = self.gone.len();
        self.sift(|_, option, reduced| is_kept(option, reduced));
        for at in before..self.gone.len() {
            self.drop_from_counts(state, self.gone[at]);
        }
        self.gone.len() - before
    }

    /// Keeps the options in the list for which this holds, by place, option and reduced cost. The
    /// counts stay as they are.
    fn sift(&mut self, is_kept: impl Fn(usize, u32, i64) -> bool) {
        let (start, end) = (self.start(), self.options.len());
        let is_kept_at =
            |rest: &Rest, at: usize| is_kept(at - start, rest.options[at], rest.reduced[at]);
        let first = (start..end).find(|&at| !is_kept_at(self, at)); // often all stay
        let Some(first) = first else { return };
        let mut kept = first;
        for at in first..end {
            let (option, reduced) = (self.options[at], self.reduced[at]);
            if is_kept(at - start, option, reduced) {
                (self.options[kept], self.reduced[kept]) = (option, reduced);
                kept += 1;
            } else {
                self.gone.push(option);
            }
        }
        self.options.truncate(kept);
        self.reduced.truncate(kept);
    }

    fn drop_from_counts(&mut self, state: &State, option: u32) {
        self.subtract(state, option);
        state.taxing(option).iter().for_each(|&item| self.look_at(state, item));
    }

    fn subtract(&mut self, state: &State, option: u32) {
        let counts = self.counts.len() - self.items;
        for &item in state.taxing(option) {
            let count = &mut self.counts[counts + item as usize];
            count.left -= 1;
            count.sum = count.sum.wrapping_sub(option);
        }
    }

    /// Notes whether an item needs all of its options, or more.
    #[inline]
    fn look_at(&mut self, state: &State, item: u32) {
        let (need, left) = (state.need(item as usize), self.count(item).left);
        if need > 0 && i64::from(left) <= i64::from(need) {
            self.is_dead |= i64::from(left) < i64::from(need);
            self.tight.push(item);
        }
    }

    /// A lower bound, in grains, for covers of the chosen options and others in the list.
    pub(super) fn bound(&self, state: &State, grain: Grain) -> i128 {
        bound(state, grain, self.reduced(), &self.taxes[self.taxes.len() - self.items..])
    }

    /// Sets the tax of each item anew. `lists` then has the options of each item.
    pub(super) fn tax(&mut self, state: &State, grain: Grain, lists: &mut Lists) {
        let (items, start) = (self.counts.len() - self.items, self.start());
        self.fill(state, lists);
        lists.tax(state, grain, &mut self.reduced[start..], &mut self.taxes[items..]);
    }

    /// Notes the options of each item in `lists`.
    pub(super) fn fill(&self, state: &State, lists: &mut Lists) {
        let counts = self.counts[self.counts.len() - self.items..].iter().map(|count| count.left);
        lists.fill(state, self.options(), counts);
    }

    /// The tax of an item.
    pub(super) fn tax_of(&self, item: usize) -> i64 {
        self.taxes[self.taxes.len() - self.items + item]
    }

    /// Sets the tax of an item. `lists` has the options of each item.
    pub(super) fn set_tax(&mut self, lists: &Lists, grain: Grain, item: usize, tax: i64) {
        let start = self.start();
        let before = &mut self.taxes[self.counts.len() - self.items + item];
        let more = grain.clamped(tax) - *before;
        *before += more;
        for &place in lists.of(item) {
            self.reduced[start + place as usize] -= more;
        }
    }

    /// The deepest node's reduced costs and taxes, to [restore](Self::restore) them.
    pub(super) fn kept(&self) -> KeptTaxes {
        let items = self.taxes.len() - self.items;
        KeptTaxes { reduced: self.reduced().to_vec(), taxes: self.taxes[items..].to_vec() }
    }

    pub(super) fn restore(&mut self, KeptTaxes { reduced, taxes }: &KeptTaxes) {
        let (items, start) = (self.taxes.len() - self.items, self.start());
        self.reduced[start..].copy_from_slice(reduced);
        self.taxes[items..].copy_from_slice(taxes);
    }
}
