//! The search: all forced items at once, a branch on a short item, a copy of the state.
//!
//! ```text
//!      state 0    branch on a: 3 left           a state for each branch above, and the one where
//!      state 1      branch on d: 2 left         the search is; the last option of a branch needs
//!      state 2        where the search is       no copy, and takes its state
//! ```
//!
//! For a first cover a search may restart after some conflicts, with the failures that it has
//! noted: so it branches on other items. It does so until it has shown a cover, and for a part of a
//! second at most: without a cover the last run is complete, and the others were in vain. And a run
//! goes on that will soon have seen all: how much it has seen, its place in the tree says, whose
//! branches count as equal ([`Span`]). The tree of a random problem is small, and a restart is
//! in vain; in that of a Latin square of 30 no run comes far.

use std::ops::ControlFlow;

use super::branch::Branch;
use super::ending::{self, Ending};
use super::shortest::{Failures, shortest};
use super::state::{Forced, State, number};
use super::table::{Table, place};
use crate::cover::engine::live::compiled::Job;
use crate::cover::engine::order::OptionOrder;
use crate::cover::engine::progress::Progress;
use crate::cover::engine::restarts::Restarts;
use crate::cover::engine::span::Span;

/// With more options left than this, an item's failures count.
const MANY: usize = 160;

/// A run goes on if all of it is likely to take this number of conflicts at most: the bound hardly
/// matters (`docs/benchmarks/tried.md`).
const NEAR: u32 = 1 << 20;

/// After this number of conflicts no search restarts.
const LAST: u32 = 1 << 18;

/// What the search keeps from one time to the next, so that it need not be allocated again.
#[derive(Debug)]
pub(super) struct Room {
    states: Vec<State>,
    branches: Vec<Branch>,
    forced: Forced,
    /// The options that clash with those chosen in one step.
    union: Vec<u64>,
    failures: Failures,
    ending: Ending,
    /// The most options of an ending.
    ending_at: usize,
    /// The conflicts of the shortest run, if the search restarts.
    run: Option<u32>,
    order: OptionOrder,
    /// The node where the search is.
    span: Span,
}

impl Room {
    pub(super) fn new(items: usize) -> Room {
        Room {
            states: Vec::new(),
            branches: Vec::new(),
            forced: Forced::none(items),
            union: Vec::new(),
            failures: Failures::default(),
            ending: Ending::default(),
            ending_at: ending::OPTIONS,
            run: None,
            order: OptionOrder::AsListed,
            span: Span::WHOLE,
        }
    }

    /// Lets searches restart, the first time after this number of conflicts.
    pub(super) fn set_run(&mut self, conflicts: u32) {
        self.run = Some(conflicts);
    }

    /// Whether a run that has come so far by these conflicts will soon have seen all.
    fn is_near_its_end(&self, conflicts: u32) -> bool {
        f64::from(conflicts) <= self.span.done() * f64::from(NEAR)
    }

    /// Sets the order in which the options of an item are tried.
    pub(super) fn set_order(&mut self, order: OptionOrder) {
        self.order = order;
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
        self.room.failures.begin(self.table.items().len());
        if !self.begin() {
            return ControlFlow::Continue(());
        }
        let shown = self.progress.covers();
        let mut restarts = self.room.run.map(|conflicts| (Restarts::after(conflicts), 0));
        loop {
            if let Some((runs, noted)) = &mut restarts {
                let all = self.room.failures.noted();
                runs.conflicts(all - *noted);
                *noted = all;
                if self.progress.covers() != shown || all > LAST {
                    restarts = None;
                } else if runs.is_due() && self.room.is_near_its_end(runs.conflicts_so_far()) {
                    runs.lengthen();
                } else if runs.is_due() {
                    runs.next();
                    self.progress.back_to(0);
                    self.begin();
                }
            }
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
        let Room { states, branches, forced, union, span, .. } = &mut *self.room;
        *span = Span::WHOLE;
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
            let number = number(tally);
            if number == 0 {
                return false;
            }
            forced.add_if(number == 1, item as u16);
        }
        true
    }

    /// Chooses the options of all forced items, until none is forced. Returns false if the node is
    /// finished: its cover has been shown, or it has none.
    #[inline(always)]
    fn settle(&mut self) -> ControlFlow<(), bool> {
        let table = self.table;
        let Room { states, branches, forced, union, failures, .. } = &mut *self.room;
        let state = &mut states[branches.len()];
        while !forced.as_slice().is_empty() {
            let mut chosen = 0;
            for &item in forced.as_slice() {
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
                let dead = state.drop_hastily(table, union, forced);
                self.progress.removed(before - state.options);
                if let Some(item) = dead {
                    failures.note(item);
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
        let Room { states, branches, failures, span, .. } = &mut *self.room;
        let state = &states[branches.len()];
        let (item, untried) = if state.options > MANY {
            failures.worst_of_the_shortest(&state.tallies)
        } else {
            shortest(&state.tallies)
        };
        let depth = self.progress.depth();
        branches.push(Branch::on(item, untried, *span, depth));
        if states.len() == branches.len() {
            states.push(State::default());
        }
    }

    /// Goes on to the next option of the latest branch that has one. Returns false if none has.
    #[inline(always)]
    fn next(&mut self) -> ControlFlow<(), bool> {
        let table = self.table;
        let Room { states, branches, forced, failures, order, span, .. } = &mut *self.room;
        while let Some(level) = branches.len().checked_sub(1) {
            let branch = &mut branches[level];
            self.progress.back_to(branch.depth);
            let option = branch.take(table, &states[level], *order);
            *span = branch.span();
            let state = if branch.is_over() {
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
            let dead = state.drop_hastily(table, table.row(option), forced);
            self.progress.removed(before - state.options);
            match dead {
                None => return ControlFlow::Continue(true),
                Some(item) => failures.note(item),
            }
        }
        ControlFlow::Continue(false)
    }
}
