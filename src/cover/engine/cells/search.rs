//! The search: forced items from their queue, a branch on the item with the fewest options, and a
//! live list for the rest when it is small.
//!
//! The depth of a search is the length of a stack of branches: levels are not nested calls.

use std::ops::ControlFlow;

use super::layout::Key;
use super::residue::Rest;
use super::sets::{Mark, Sets};
use crate::cover::engine::progress::Progress;

/// An item that was branched on.
#[derive(Debug)]
struct Branch {
    mark: Mark,
    /// The number of options chosen before.
    depth: usize,
    /// The start of its options in `untried`.
    options: usize,
    look_at: usize,
}

/// The branches from the root to the current node.
#[derive(Debug, Default)]
pub(super) struct Branches {
    stack: Vec<Branch>,
    /// The untried options of all branches, in descending order within a branch.
    untried: Vec<u32>,
}

/// Everything that a search uses.
pub(super) struct Search<'s, 'w> {
    pub(super) sets: &'s mut Sets,
    pub(super) key: &'s Key,
    pub(super) rest: &'s mut Rest,
    pub(super) branches: &'s mut Branches,
    pub(super) progress: Progress<'w>,
}

impl Search<'_, '_> {
    /// Shows all covers. The caller takes the choices back.
    pub(super) fn run<const COLOURS: bool>(&mut self) -> ControlFlow<()> {
        self.branches.stack.clear();
        self.branches.untried.clear();
        self.rest.begin();
        if !self.note_short_items() {
            return ControlFlow::Continue(());
        }
        loop {
            if self.settle::<COLOURS>()? {
                if self.rest.takes(self.sets, self.key) {
                    self.rest.search::<COLOURS>(self.sets, self.key, &mut self.progress)?;
                } else {
                    self.branch();
                }
            }
            if !self.next::<COLOURS>()? {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Notes the items that are forced before the first choice. Returns false if an item has no
    /// options.
    pub(super) fn note_short_items(&mut self) -> bool {
        let Sets { size, primary, blocks, forced, .. } = &mut *self.sets;
        let mut alive = true;
        forced.clear();
        blocks.up_to(1, &size[..*primary], |item, size| {
            alive &= size > 0;
            forced.push(item as u32);
        });
        alive
    }

    /// Chooses the options of all forced items, until none is forced. Returns false if the node is
    /// finished: its cover has been shown, or it has none.
    pub(super) fn settle<const COLOURS: bool>(&mut self) -> ControlFlow<(), bool> {
        while let Some(item) = self.sets.forced.pop() {
            if !self.sets.is_covered(item as usize) {
                let option = self.key.option(self.sets.left_of(item as usize)[0]);
                if !self.choose::<COLOURS>(option)? {
                    return ControlFlow::Continue(false);
                }
            }
        }
        if self.sets.left == 0 {
            self.progress.show()?;
            return ControlFlow::Continue(false);
        }
        ControlFlow::Continue(true)
    }

    /// Chooses an option. Returns false if the node is finished.
    pub(super) fn choose<const COLOURS: bool>(&mut self, option: u32) -> ControlFlow<(), bool> {
        self.progress.step(option)?;
        if self.sets.left == self.key.width(option) {
            // It covers all items left, so the steps of covering are saved.
            self.progress.show()?;
            return ControlFlow::Continue(false);
        }
        let is_alive = self.sets.choose::<COLOURS>(self.key.nodes(option).start);
        self.count_updates();
        ControlFlow::Continue(is_alive)
    }

    /// Counts the updates since the last count, so that the watch sees them.
    pub(super) fn count_updates(&mut self) {
        self.progress.updated(std::mem::take(&mut self.sets.updates));
    }

    /// Branches on an item with the fewest options. None is forced, so an item with two is good
    /// enough.
    fn branch(&mut self) {
        let Sets { size, primary, blocks, .. } = &mut *self.sets;
        let Some(item) = blocks.shortest(&size[..*primary], 2) else { return };
        let Branches { stack, untried } = &mut *self.branches;
        let options = untried.len();
        untried.extend(self.sets.left_of(item).iter().map(|&node| self.key.option(node)));
        untried[options..].sort_unstable_by(|one, other| other.cmp(one));
        stack.push(Branch {
            mark: self.sets.mark(),
            depth: self.progress.depth(),
            options,
            look_at: self.rest.look_at,
        });
    }

    /// Goes on to the next option of the latest branch that has one. Returns false if none has.
    fn next<const COLOURS: bool>(&mut self) -> ControlFlow<(), bool> {
        while let Some(branch) = self.branches.stack.last() {
            let Some(option) = self.branches.untried.pop() else { break };
            self.sets.back_to(branch.mark);
            self.progress.back_to(branch.depth);
            self.rest.look_at = branch.look_at;
            if self.branches.untried.len() == branch.options {
                self.branches.stack.pop(); // its last option: no need to come back
            }
            if self.choose::<COLOURS>(option)? {
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }
}
