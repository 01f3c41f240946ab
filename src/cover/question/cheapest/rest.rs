//! The options left at each node of the path from the root, and how many each item has.
//!
//! ```text
//!      root            child                grandchild
//!      a b c d e f     a b . d e .          a . . d . .         options and their reduced costs
//!      3 2 4           2 1 3                1 0 1               by item: how many have it
//! ```
//!
//! A node's list is copied from the list above, without what no longer fits. What is left out is
//! subtracted from its items' counts, so that an item with too few options shows at once, before
//! anything is computed of taxes, and so does one that needs all its options: these are chosen.
//!
//! Invariant: an item's count is the number of options in the node's list that give it no colour,
//! and its sum that of their numbers.

use super::state::State;
use super::taxes::{Grain, Lists, bound};

/// The options of an item: how many, and the sum of their numbers. The sum of one is that one.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    left: u32,
    sum: u32,
}

/// The lists of options of the nodes on a path; the deepest node's is the one that changes.
#[derive(Debug)]
pub(super) struct Rest {
    options: Vec<u32>,
    reduced: Vec<i64>,
    /// Where the deepest node's list begins.
    start: usize,
    /// By node, then by item.
    counts: Vec<Count>,
    taxes: Vec<i64>,
    items: usize,
    /// Items that may need all of their options.
    tight: Vec<u32>,
    /// Whether an item needs more options than it has.
    is_dead: bool,
}

/// Marks an option that was tried.
const GONE: u32 = u32::MAX;

impl Rest {
    /// The list of the root.
    pub(super) fn new(state: &State, grain: Grain, left: &[u32]) -> Rest {
        let items = state.items();
        let mut counts = vec![Count::default(); items];
        for &option in left {
            for &item in state.taxing(option) {
                let count = &mut counts[item as usize];
                *count = Count { left: count.left + 1, sum: count.sum.wrapping_add(option) };
            }
        }
        Rest {
            options: left.to_vec(),
            reduced: left.iter().map(|&option| grain.of(state.cost_of(option))).collect(),
            start: 0,
            counts,
            taxes: vec![0; items],
            items,
            tight: (0..items as u32).collect(),
            is_dead: false,
        }
    }

    /// Begins a node below the deepest: its list is what still fits, with the option chosen last.
    pub(super) fn push(&mut self, state: &State) {
        let (start, end) = (self.start, self.options.len());
        let taken = state.taken_since(state.chosen().len() - 1);
        self.start = end;
        self.counts.extend_from_within(self.counts.len() - self.items..);
        self.taxes.extend_from_within(self.taxes.len() - self.items..);
        for place in start..end {
            let option = self.options[place];
            if option == GONE {
                continue;
            }
            if state.still_fits(option, taken) {
                self.options.push(option);
                self.reduced.push(self.reduced[place]);
            } else {
                self.subtract(state, option);
            }
        }
        self.tight.clear();
        self.is_dead = false;
        (0..self.items as u32).for_each(|item| self.look_at(state, item));
    }

    /// Forgets the deepest node; the one above began at `start`.
    pub(super) fn pop(&mut self, start: usize) {
        self.options.truncate(self.start);
        self.reduced.truncate(self.start);
        self.counts.truncate(self.counts.len() - self.items);
        self.taxes.truncate(self.taxes.len() - self.items);
        self.start = start;
    }

    /// Leaves the option at this place of the list out from now on: it was tried.
    pub(super) fn leave_out(&mut self, state: &State, place: usize) {
        let place = self.start + place;
        self.subtract(state, self.options[place]);
        self.options[place] = GONE;
    }

    /// Where the deepest node's list begins.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// The reduced cost of the option at a place in the list that begins at `list`.
    pub(super) fn reduced_at(&self, list: usize, place: u32) -> i64 {
        self.reduced[list + place as usize]
    }

    /// The deepest node's options.
    pub(super) fn options(&self) -> &[u32] {
        &self.options[self.start..]
    }

    /// Their reduced costs.
    pub(super) fn reduced(&self) -> &[i64] {
        &self.reduced[self.start..]
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

    /// Chooses what items need that have no more options than that, again and again. False if there
    /// is no cover.
    pub(super) fn force(&mut self, state: &mut State) -> bool {
        while self.is_tight() {
            let chosen = state.chosen().len();
            while let Some(item) = self.tight.pop() {
                let (need, count) = (state.need(item as usize), self.count(item));
                if need <= 0 || i64::from(count.left) > i64::from(need) {
                    continue;
                }
                let option = if need == 1 { Some(count.sum) } else { self.one_of(state, item) };
                let is_enough = i64::from(count.left) == i64::from(need);
                let Some(option) = option.filter(|&option| is_enough && state.fits(option)) else {
                    self.is_dead = true;
                    break;
                };
                state.choose(option);
            }
            if self.is_dead {
                return false;
            }
            if state.chosen().len() > chosen {
                let taken = state.taken_since(chosen);
                self.retain(state, |option, _| state.still_fits(option, taken));
            }
        }
        true
    }

    fn count(&self, item: u32) -> Count {
        self.counts[self.counts.len() - self.items + item as usize]
    }

    /// An option of an item that is not chosen yet.
    fn one_of(&self, state: &State, item: u32) -> Option<u32> {
        let has_it = |&option: &u32| state.taxing(option).contains(&item) && state.fits(option);
        self.options().iter().copied().find(has_it)
    }

    /// Drops options that cost more than this, so that no cover worth having has them. Returns how
    /// many.
    pub(super) fn drop_dearer(&mut self, state: &State, most: i128) -> usize {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        self.retain(state, |_, reduced| reduced <= most)
    }

    /// Keeps the options for which this holds. Returns how many were dropped.
    fn retain(&mut self, state: &State, is_kept: impl Fn(u32, i64) -> bool) -> usize {
        let (mut kept, end) = (self.start, self.options.len());
        for place in self.start..end {
            let (option, reduced) = (self.options[place], self.reduced[place]);
            if is_kept(option, reduced) {
                (self.options[kept], self.reduced[kept]) = (option, reduced);
                kept += 1;
            } else {
                self.subtract(state, option);
                state.taxing(option).iter().for_each(|&item| self.look_at(state, item));
            }
        }
        self.options.truncate(kept);
        self.reduced.truncate(kept);
        end - kept
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
        let items = self.counts.len() - self.items;
        self.fill(state, lists);
        lists.tax(state, grain, &mut self.reduced[self.start..], &mut self.taxes[items..]);
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
        let before = &mut self.taxes[self.counts.len() - self.items + item];
        let more = grain.clamped(tax) - *before;
        *before += more;
        for &place in lists.of(item) {
            self.reduced[self.start + place as usize] -= more;
        }
    }

    /// The deepest node's reduced costs and taxes, to [restore](Self::restore) them.
    pub(super) fn kept(&self) -> (Vec<i64>, Vec<i64>) {
        let items = self.taxes.len() - self.items;
        (self.reduced().to_vec(), self.taxes[items..].to_vec())
    }

    pub(super) fn restore(&mut self, (reduced, taxes): &(Vec<i64>, Vec<i64>)) {
        let items = self.taxes.len() - self.items;
        self.reduced[self.start..].copy_from_slice(reduced);
        self.taxes[items..].copy_from_slice(taxes);
    }
}
