//! The search: all forced items at once, a branch on a short item, a copy of the state.
//!
//! ```text
//!      state 0    branch on a: 3 left           a state for each branch above, and the one where
//!      state 1      branch on d: 2 left         the search is; the last option of a branch needs
//!      state 2        where the search is       no copy, and takes its state
//! ```
//!
//! # Which item
//!
//! An item with the fewest options. Many have two, and which of them is taken decides how soon what
//! has no cover is left. The first few are compared: the best is the item whose options all take
//! many others along. Measured on twenty Sudokus of 16×16, with 150 to 160 empty cells: a third
//! less time. Others were no better: the last of the shortest items, most clashes in all, the
//! number of times that an item was left without options (fewer nodes still, but every short item
//! must be looked at), also all of this among the last hundred options.
//!
//! An option that clashes with all options of an item could go as well, for all short items of a
//! node: hardly fewer nodes, and half as much time again.

use std::ops::ControlFlow;

use super::ending::{self, Ending};
use super::state::{COVERED, State, number};
use super::table::{Table, place};
use crate::cover::engine::live::compiled::Job;
use crate::cover::engine::progress::Progress;

/// The number of short items that are compared.
const COMPARED: usize = 8;

/// So many options must be left for a comparison to pay.
const MANY: usize = 96;

/// An item that was branched on.
#[derive(Debug)]
struct Branch {
    item: u16,
    /// The rank of the next option to look at, and the number of options not tried.
    rank: u32,
    untried: u32,
    /// The number of options chosen before.
    depth: usize,
}

/// What the search keeps from one time to the next, so that it need not be allocated again.
#[derive(Debug)]
pub(super) struct Room {
    states: Vec<State>,
    branches: Vec<Branch>,
    forced: Vec<u16>,
    /// The options that clash with those chosen in one step.
    union: Vec<u64>,
    ending: Ending,
    /// The most options of an ending.
    ending_at: usize,
}

impl Room {
    pub(super) fn new() -> Room {
        Room {
            states: Vec::new(),
            branches: Vec::new(),
            forced: Vec::new(),
            union: Vec::new(),
            ending: Ending::default(),
            ending_at: ending::OPTIONS,
        }
    }

    /// Sets the most options of an ending, at most to its room.
    pub(super) fn set_ending(&mut self, options: usize) {
        self.ending_at = options.min(ending::OPTIONS);
    }
}

/// Everything that a search uses.
pub(super) struct Search<'s, 'w> {
    pub(super) table: &'s Table,
    pub(super) root: &'s State,
    /// The options without primary items.
    pub(super) loose: &'s [u64],
    pub(super) room: &'s mut Room,
    pub(super) progress: Progress<'w>,
}

impl Job for Search<'_, '_> {
    type Outcome = ControlFlow<()>;

    #[inline(always)]
    fn run(mut self) -> ControlFlow<()> {
        if !self.begin() {
            return ControlFlow::Continue(());
        }
        loop {
            if self.settle()? {
                let Room { states, branches, ending, ending_at, .. } = &mut *self.room;
                let state = &states[branches.len()];
                if state.options <= *ending_at {
                    ending.play(self.table, state, &mut self.progress)?;
                } else {
                    self.branch();
                }
            }
            if !self.next()? {
                return ControlFlow::Continue(());
            }
        }
    }
}

impl Search<'_, '_> {
    /// Copies the state of the root, and notes the items that are forced there. Returns false if an
    /// item has no options.
    fn begin(&mut self) -> bool {
        let Room { states, branches, forced, union, .. } = &mut *self.room;
        branches.clear();
        forced.clear();
        union.resize(self.table.words, 0);
        states.resize_with(states.len().max(1), State::default);
        let state = &mut states[0];
        state.copy(self.root);
        for (left, loose) in state.left.iter_mut().zip(self.loose) {
            *left &= !loose;
        }
        state.options = state.left.iter().map(|word| word.count_ones() as usize).sum();
        for (item, &tally) in state.tallies.iter().enumerate() {
            match number(tally) {
                0 => return false,
                1 => forced.push(item as u16),
                _ => {}
            }
        }
        true
    }

    /// Chooses the options of all forced items, until none is forced. Returns false if the node is
    /// finished: its cover has been shown, or it has none.
    #[inline(always)]
    fn settle(&mut self) -> ControlFlow<(), bool> {
        let table = self.table;
        let Room { states, branches, forced, union, .. } = &mut *self.room;
        let state = &mut states[branches.len()];
        while !forced.is_empty() {
            let mut chosen = 0;
            for &item in &*forced {
                let tally = state.tallies[item as usize];
                if number(tally) != 1 {
                    continue; // it was covered since, by an option chosen before
                }
                let option = table.options_of(item as usize)[(tally >> 8) as usize] as usize;
                self.progress.step(option as u32)?;
                let row = table.row(option);
                if chosen == 0 {
                    union.copy_from_slice(row);
                } else {
                    let (word, bit) = place(option);
                    if union[word] & bit != 0 {
                        return ControlFlow::Continue(false);
                    }
                    union.iter_mut().zip(row).for_each(|(all, row)| *all |= row);
                }
                chosen += 1;
                state.cover(table, option);
            }
            forced.clear();
            if state.open > 0 && chosen > 0 {
                let before = state.options;
                let alive = state.drop::<true>(table, union, forced);
                self.progress.removed(before - state.options);
                if !alive {
                    return ControlFlow::Continue(false);
                }
            }
        }
        if state.open == 0 {
            self.progress.show()?;
            return ControlFlow::Continue(false);
        }
        ControlFlow::Continue(true)
    }

    /// Branches on an item with the fewest options.
    #[inline(always)]
    fn branch(&mut self) {
        let Room { states, branches, .. } = &mut *self.room;
        let state = &states[branches.len()];
        let (mut item, untried) = shortest(&state.tallies);
        if state.options > MANY {
            item = best_of_the_shortest(self.table, state, item, untried);
        }
        let depth = self.progress.depth();
        branches.push(Branch { item: item as u16, rank: 0, untried: u32::from(untried), depth });
        if states.len() == branches.len() {
            states.push(State::default());
        }
    }

    /// Goes on to the next option of the latest branch that has one. Returns false if none has.
    #[inline(always)]
    fn next(&mut self) -> ControlFlow<(), bool> {
        let table = self.table;
        let Room { states, branches, forced, .. } = &mut *self.room;
        while let Some(branch) = branches.last_mut() {
            self.progress.back_to(branch.depth);
            let options = table.options_of(branch.item as usize);
            let level = branches.len() - 1;
            let branch = &mut branches[level];
            let option = loop {
                let option = options[branch.rank as usize] as usize;
                branch.rank += 1;
                if states[level].has(option) {
                    break option;
                }
            };
            branch.untried -= 1;
            let state = if branch.untried == 0 {
                branches.pop();
                &mut states[level]
            } else {
                let (above, below) = states.split_at_mut(level + 1);
                below[0].copy(&above[level]);
                &mut below[0]
            };
            self.progress.step(option as u32)?;
            forced.clear();
            state.cover(table, option);
            if state.open == 0 {
                self.progress.show()?;
                continue;
            }
            let before = state.options;
            let alive = state.drop::<true>(table, table.row(option), forced);
            self.progress.removed(before - state.options);
            if alive {
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }
}

/// The first item with the fewest options, and their number.
#[inline(always)]
fn shortest(tallies: &[u16]) -> (usize, u16) {
    let fewest = tallies.iter().fold(COVERED, |fewest, &tally| fewest.min(number(tally)));
    let item = tallies.iter().position(|&tally| number(tally) == fewest);
    (item.unwrap_or(0), fewest)
}

/// Of the first few items with the fewest options: the one whose least clashing option clashes with
/// most.
#[inline(always)]
fn best_of_the_shortest(table: &Table, state: &State, first: usize, fewest: u16) -> usize {
    let clashes = |option: usize| -> u32 {
        let both = table.row(option).iter().zip(&state.left);
        both.map(|(row, left)| (row & left).count_ones()).sum()
    };
    let least = |item: usize| {
        let options = table.options_of(item).iter().map(|&option| option as usize);
        options.filter(|&option| state.has(option)).map(clashes).min()
    };
    let items = first..state.tallies.len();
    let (mut best, mut most) = (first, None);
    for item in items.filter(|&item| number(state.tallies[item]) == fewest).take(COMPARED) {
        let least = least(item);
        if least > most {
            (best, most) = (item, least);
        }
    }
    best
}
