//! The search with multiplicities: a cover is a set of options, and each set is found once.
//!
//! ```text
//!      c needs 2 of p q r s     p ...                    at most as many branches as c can do
//!                               not p, q ...             without, and one more
//!                               not p, not q, r and s
//!      all needs are met        a cover; then with each option more that is left, without those
//!      and u v are left         before it: here u, u v and v are covers too
//! ```
//!
//! An item without slack is forced, and branches once.
//!
//! Source: Knuth, *The Art of Computer Programming* 4B, 7.2.2.1, Algorithm M and its tweaking: an
//! option tried for an item is not tried again for it.

mod weighted;

use std::ops::ControlFlow::{self, Continue};

use super::demands::Demands;
use super::layout::Key;
use super::sets::Sets;
use crate::cover::engine::progress::Progress;

/// The options from which on those of an item that needs all of them are listed once, and not again
/// after each choice.
const MANY: u32 = 8;

/// A node on the current path, with its untried options.
#[derive(Debug)]
struct Branch {
    mark: usize,
    depth: usize,
    /// The start of its options in `untried`.
    options: usize,
    /// The option tried last. It is banned before the next one is tried.
    tried: Option<u32>,
}

/// The branches from the root to the current node.
#[derive(Debug, Default)]
pub(super) struct Choices {
    stack: Vec<Branch>,
    untried: Vec<u32>,
}

/// Everything that a search uses.
pub(super) struct MultipleSearch<'s, 'w> {
    pub(super) sets: &'s mut Sets,
    pub(super) key: &'s Key,
    pub(super) demands: &'s mut Demands,
    pub(super) choices: &'s mut Choices,
    pub(super) progress: Progress<'w>,
}

impl MultipleSearch<'_, '_> {
    /// Shows all covers. The caller takes the choices back.
    pub(super) fn run(&mut self) -> ControlFlow<()> {
        if !self.demands.can_be_met(self.sets) {
            return Continue(());
        }
        self.list()
    }

    /// Shows all covers from here on.
    fn list(&mut self) -> ControlFlow<()> {
        self.choices.stack.clear();
        self.choices.untried.clear();
        loop {
            let Demands { blocks, slack, .. } = &mut *self.demands;
            if let Some(item) = blocks.shortest(slack, 0) {
                let is_long = slack[item] == 0 && self.demands.need[item] > MANY;
                if !is_long {
                    self.branch_on(item);
                } else if self.choose_all(item)? {
                    continue;
                }
            } else {
                self.progress.show()?;
                self.branch_freely();
            }
            if !self.next()? {
                return Continue(());
            }
        }
    }

    /// Chooses the options of an item that needs all it has left, in order, as long as no item
    /// before it does. Returns false if an item then has too few.
    fn choose_all(&mut self, item: usize) -> ControlFlow<(), bool> {
        self.push(self.choices.untried.len());
        let nodes = self.sets.left_of(item);
        self.progress.looked(nodes.len() as u64);
        let mut options: Vec<u32> = nodes.iter().map(|&node| self.key.option(node)).collect();
        options.sort_unstable();
        for option in options {
            if !self.choose(option)? {
                return Continue(false);
            }
            if self.demands.forced() != Some(item) {
                break;
            }
        }
        Continue(true)
    }

    /// Branches on an item that needs options: on the first of them that a cover has.
    fn branch_on(&mut self, item: usize) {
        let from = self.choices.untried.len();
        let nodes = self.sets.left_of(item).iter();
        self.progress.looked(nodes.len() as u64);
        self.choices.untried.extend(nodes.map(|&node| self.key.option(node)));
        self.choices.untried[from..].sort_unstable_by(|one, other| other.cmp(one));
        // The first option that a cover has is not among the last few: these would be too few.
        let few = self.demands.need[item] as usize - 1;
        self.choices.untried.drain(from..from + few);
        self.push(from);
    }

    /// Branches on the first option of a cover beyond the needed ones.
    fn branch_freely(&mut self) {
        let from = self.choices.untried.len();
        self.choices.untried.extend(options_left(self.sets, self.key));
        let open = (0..self.sets.primary).filter(|&item| !self.sets.is_covered(item));
        let looks: u64 = open.map(|item| u64::from(self.sets.size[item])).sum();
        self.progress.looked(looks);
        self.choices.untried[from..].sort_unstable_by(|one, other| other.cmp(one));
        self.push(from);
    }

    fn push(&mut self, options: usize) {
        let (mark, depth) = (self.demands.mark(), self.progress.depth());
        self.choices.stack.push(Branch { mark, depth, options, tried: None });
    }

    /// Goes on to the next option of the latest branch that has one. Returns false if none has.
    fn next(&mut self) -> ControlFlow<(), bool> {
        while let Some(branch) = self.choices.stack.last_mut() {
            self.demands.back_to(branch.mark, self.sets);
            self.progress.back_to(branch.depth);
            let untried = &mut self.choices.untried;
            let mut alive = untried.len() > branch.options;
            if let Some(tried) = branch.tried.filter(|_| alive) {
                alive = self.demands.ban(tried, self.sets, self.key);
                branch.mark = self.demands.mark();
                self.progress.updated(std::mem::take(&mut self.sets.updates));
            }
            if !alive {
                self.demands.back_to(branch.mark, self.sets);
                untried.truncate(branch.options);
                self.choices.stack.pop();
                continue;
            }
            branch.tried = untried.pop();
            if let Some(option) = branch.tried
                && self.choose(option)?
            {
                return Continue(true);
            }
        }
        Continue(false)
    }

    /// Chooses an option. Returns false if an item then has too few.
    fn choose(&mut self, option: u32) -> ControlFlow<(), bool> {
        self.progress.step(option)?;
        let is_alive = self.demands.choose(option, self.sets, self.key);
        self.progress.updated(std::mem::take(&mut self.sets.updates));
        Continue(is_alive)
    }
}

/// The options left that have a primary item, each once.
pub(super) fn options_left<'s>(sets: &'s Sets, key: &'s Key) -> impl Iterator<Item = u32> + 's {
    let items = (0..sets.primary).filter(|&item| !sets.is_covered(item));
    let nodes = items.flat_map(|item| sets.left_of(item)).copied();
    nodes.filter_map(|node| {
        let option = key.option(node);
        // Its first node is of a primary item.
        (key.nodes(option).start == node as usize).then_some(option)
    })
}
