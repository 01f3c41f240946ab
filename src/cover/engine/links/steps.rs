//! The steps of the dance: cover, hide, purify, choose, and the exact reverse of each.
//!
//! ```text
//!      choose o          for each item i of o, from left to right:
//!        cover i           i leaves its ring; for each other option in its list, from the top:
//!          hide              for each other node of the option, from left to right:
//!            unlink            the node leaves its list
//!      unchoose o        the same from right to left, from the bottom, relinking
//! ```
//!
//! [`Links`](super::Links) decides when to take which step.
//!
//! A choice that leaves an item without options is given up in the middle of a list, as soon as
//! this shows, and its steps so far are undone. (Looking only after each item cost a tenth more on
//! queens and pentominoes. Covering the branching item once for all its options, as Knuth does, and
//! sorting out afterwards which short lists matter, saved nothing: fewer options are hidden, but
//! the chosen one is hidden too.)

// Measured: without the hint the compiler calls `unlink` from the innermost loop, and searches take
// a tenth to a quarter more instructions.
#![allow(clippy::inline_always)]

use super::matrix::{Findings, Matrix, Neighbours, Node, Width};

/// A matrix with its fields borrowed one by one. The compiler then knows that storing into a node
/// does not move the slices, and need not reload them.
pub(super) struct Floor<'m, W, const COLOURS: bool> {
    pub(super) nodes: &'m mut [Node<W>],
    pub(super) ring: &'m mut [Neighbours<W>],
    pub(super) colours: &'m [u32],
    pub(super) purifier: &'m mut [W],
    pub(super) primary: usize,
    pub(super) findings: &'m mut Findings<W>,
    /// Removals not yet added to the findings: here a register can count them.
    pub(super) updates: u64,
}

impl<W: Width> Matrix<W> {
    /// The matrix as the steps need it; `COLOURS` says whether the problem has any.
    pub(super) fn floor<const COLOURS: bool>(&mut self) -> Floor<'_, W, COLOURS> {
        let Matrix { nodes, ring, colours, purifier, primary, findings, .. } = self;
        Floor { nodes, ring, colours, purifier, primary: *primary, findings, updates: 0 }
    }
}

impl<W: Width, const COLOURS: bool> Floor<'_, W, COLOURS> {
    /// Commits all nodes of an option, from `first` on. If that leaves an item without options,
    /// changes nothing and returns false.
    pub(super) fn choose(mut self, first: usize) -> bool {
        let mut node = first;
        while self.nodes[node].top.at() != 0 {
            if !self.commit::<true>(node) {
                self.findings.clear();
                self.uncommit_back(node - 1);
                self.findings.updates += self.updates;
                return false;
            }
            node += 1;
        }
        self.findings.updates += self.updates;
        true
    }

    /// Undoes [`Floor::choose`] for the option whose last node is `last`.
    pub(super) fn unchoose(mut self, last: usize) {
        self.uncommit_back(last);
    }

    /// Commits all nodes of an option, from `first` on, even if that leaves other items without
    /// options. [`Floor::unchoose`] undoes it.
    pub(super) fn commit_all(mut self, first: usize) {
        let mut node = first;
        while self.nodes[node].top.at() != 0 {
            self.commit::<false>(node);
            node += 1;
        }
        self.findings.updates += self.updates;
    }

    /// Takes all nodes of an option, from its `first` on, out of their lists.
    pub(super) fn strike(mut self, first: usize) {
        self.unlink(first);
        self.hide(first);
        self.findings.updates += self.updates;
    }

    /// Undoes [`Floor::strike`].
    pub(super) fn unstrike(mut self, first: usize) {
        self.unhide(first);
        self.relink(first);
    }

    /// Covers the item of `node`, or gives it the node's colour if it has none yet. If `CAREFUL`
    /// and that leaves an item without options, changes nothing and returns false.
    #[inline(always)]
    pub(super) fn commit<const CAREFUL: bool>(&mut self, node: usize) -> bool {
        let item = self.nodes[node].top.at();
        if !COLOURS || self.colours[node] == 0 {
            self.cover::<CAREFUL>(item, node)
        } else if self.purifier[item].at() == 0 {
            self.purify::<CAREFUL>(item, node)
        } else {
            true
        }
    }

    /// Undoes [`Floor::commit`] for the nodes of an option from `last` to the left.
    #[inline(always)]
    fn uncommit_back(&mut self, last: usize) {
        let mut node = last;
        loop {
            let item = self.nodes[node].top.at();
            if item == 0 {
                break;
            }
            if !COLOURS || self.colours[node] == 0 {
                self.uncover(item, node);
            } else if self.purifier[item].at() == node {
                self.unpurify(item, node);
            }
            node -= 1;
        }
    }

    /// Takes `item` out of its ring and hides the options in its list, except that of node `by`.
    #[inline(always)]
    fn cover<const CAREFUL: bool>(&mut self, item: usize, by: usize) -> bool {
        let Neighbours { left, right } = self.ring[item];
        self.ring[left.at()].right = right;
        self.ring[right.at()].left = left;
        self.updates += 1;
        self.findings.left -= usize::from(item <= self.primary);
        // Its own node steps aside, uncounted. Otherwise the walk would compare each node with it,
        // and the processor can't predict that branch.
        let Node { up, down, .. } = self.nodes[by];
        self.nodes[up.at()].down = down;
        self.nodes[down.at()].up = up;
        let mut node = self.nodes[item].down.at();
        while node != item {
            self.hide(node);
            if CAREFUL && self.findings.dead {
                self.uncover_from(node, item, by);
                return false;
            }
            node = self.nodes[node].down.at();
        }
        true
    }

    #[inline(always)]
    pub(super) fn uncover(&mut self, item: usize, by: usize) {
        self.uncover_from(self.nodes[item].up.at(), item, by);
    }

    /// Undoes a cover that reached node `last` of the list.
    #[inline(always)]
    fn uncover_from(&mut self, last: usize, item: usize, by: usize) {
        let mut node = last;
        while node != item {
            self.unhide(node);
            node = self.nodes[node].up.at();
        }
        let Node { up, down, .. } = self.nodes[by];
        self.nodes[up.at()].down = W::to(by);
        self.nodes[down.at()].up = W::to(by);
        self.findings.left += usize::from(item <= self.primary);
        let Neighbours { left, right } = self.ring[item];
        self.ring[left.at()].right = W::to(item);
        self.ring[right.at()].left = W::to(item);
    }

    /// Gives `item` the colour of node `by`, and hides the options in its list with another colour.
    #[inline(always)]
    fn purify<const CAREFUL: bool>(&mut self, item: usize, by: usize) -> bool {
        self.purifier[item] = W::to(by);
        let mut node = self.nodes[item].down.at();
        while node != item {
            if self.colours[node] != self.colours[by] {
                self.hide(node);
                if CAREFUL && self.findings.dead {
                    self.unpurify_from(node, item, by);
                    return false;
                }
            }
            node = self.nodes[node].down.at();
        }
        true
    }

    #[inline(always)]
    pub(super) fn unpurify(&mut self, item: usize, by: usize) {
        self.unpurify_from(self.nodes[item].up.at(), item, by);
    }

    /// Undoes a purification that reached node `last` of the list.
    #[inline(always)]
    fn unpurify_from(&mut self, last: usize, item: usize, by: usize) {
        let mut node = last;
        while node != item {
            if self.colours[node] != self.colours[by] {
                self.unhide(node);
            }
            node = self.nodes[node].up.at();
        }
        self.purifier[item] = W::to(0);
    }

    /// Takes the other nodes of the option of `from` out of their lists, from left to right.
    #[inline(always)]
    fn hide(&mut self, from: usize) {
        let mut node = from + 1;
        while self.nodes[node].top.at() != 0 {
            self.unlink(node);
            node += 1;
        }
        node = self.nodes[node].up.at(); // a spacer: go round to the option's first node
        while node != from {
            self.unlink(node);
            node += 1;
        }
    }

    /// Puts them back, from right to left.
    #[inline(always)]
    fn unhide(&mut self, from: usize) {
        let mut node = from - 1;
        while self.nodes[node].top.at() != 0 {
            self.relink(node);
            node -= 1;
        }
        node = self.nodes[node].down.at();
        while node != from {
            self.relink(node);
            node -= 1;
        }
    }

    /// Takes `node` out of its list.
    #[inline(always)]
    pub(super) fn unlink(&mut self, node: usize) {
        // Field by field: loading the whole node just after a store to one of its links would wait
        // until the store has reached the cache.
        let Node { up, down, top } = &self.nodes[node];
        let (up, down, top) = (*up, *down, *top);
        if self.is_pure(top) {
            return;
        }
        self.nodes[up.at()].down = down;
        self.nodes[down.at()].up = up;
        let length = self.nodes[top.at()].top.at() - 1;
        self.nodes[top.at()].top = W::to(length);
        self.updates += 1;
        if length <= 1 && top.at() <= self.primary {
            self.note(top, length);
        }
    }

    /// Puts `node` back where it was.
    #[inline(always)]
    pub(super) fn relink(&mut self, node: usize) {
        let Node { up, down, top } = &self.nodes[node];
        let (up, down, top) = (*up, *down, *top);
        if self.is_pure(top) {
            return;
        }
        self.nodes[up.at()].down = W::to(node);
        self.nodes[down.at()].up = W::to(node);
        let length = self.nodes[top.at()].top.at() + 1;
        self.nodes[top.at()].top = W::to(length);
    }

    /// Notes a primary item with one option left, or none.
    #[inline(always)]
    fn note(&mut self, item: W, length: usize) {
        if length == 0 {
            self.findings.dead = true;
        } else {
            self.findings.forced.push(item);
        }
    }

    /// Whether the item has a colour now. Then its list has only nodes of this colour, and stays as
    /// it is: the options of other colours are hidden already.
    #[inline(always)]
    fn is_pure(&self, item: W) -> bool {
        COLOURS && self.purifier[item.at()].at() != 0
    }
}
