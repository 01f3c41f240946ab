//! The ways from a start, breadth first: to each node the first of the shortest, and to those of
//! loops the others.
//!
//! ```text
//!      start ═══ a ─── b ═══ c ─── d ═══ end     of c the way knows b, a and the truth between b
//!                  ─── e ═══ f ─── d             and c; end is reached from f as soon: a change
//! ```
//!
//! Invariant: each way has as many truths as the shortest to its end.

use super::{Found, NONE};

/// What is before a node.
#[derive(Clone, Copy)]
pub(super) struct Before {
    /// The node that is false.
    pub(super) seen: u16,
    /// The true one before that.
    pub(super) previous: u16,
    /// The truth between the node and the false one.
    pub(super) truth: u16,
}

/// Another way to a node.
#[derive(Clone, Copy)]
pub(super) struct Change {
    node: u16,
    before: Before,
}

/// The ways from a start, breadth first.
#[derive(Default)]
pub(super) struct Ways {
    /// Of each node.
    before: Vec<Before>,
    /// The start from which each node was reached the last time.
    reached: Vec<u16>,
    start: u16,
    pub(super) layer: Vec<u16>,
    pub(super) next: Vec<u16>,
    /// What else is before nodes, by ways that are as short.
    others: Vec<Change>,
    /// The truths of the way to each node.
    length: Vec<u16>,
    /// The same of the nodes that are reached now.
    now: u16,
    /// What is before the start, by the first way back to it.
    pub(super) returned: Option<Before>,
    pub(super) has_returned: bool,
    /// The first such way that can't be counted.
    pub(super) uncounted: Option<Before>,
}

impl Ways {
    pub(super) fn begin(&mut self, count: usize, start: u16) {
        self.before.resize(count, Before { seen: NONE, previous: NONE, truth: NONE });
        self.reached.resize(count, NONE);
        self.length.resize(count, 0);
        self.others.clear();
        self.now = 1;
        self.start = start;
        self.reached[usize::from(start)] = start;
        self.next.clear();
        (self.returned, self.has_returned, self.uncounted) = (None, false, None);
    }

    /// Whether a way back to the start is by another truth than that of its first step.
    pub(super) fn may_return(&self, node: u16, truth: u16) -> bool {
        let (mut first, mut previous) = (node, self.before[usize::from(node)].previous);
        while previous != NONE {
            (first, previous) = (previous, self.before[usize::from(previous)].previous);
        }
        !self.has_returned && self.before[usize::from(first)].truth != truth
    }

    /// The chain of a way back to the start, which is true then.
    pub(super) fn around(&self, Before { seen, previous, truth }: Before) -> Found {
        let mut found = self.chain(previous, false);
        found.nodes.extend([seen, self.start]);
        found.truths.push(truth);
        found
    }

    /// Reaches a node, or notes another way to it that is as short.
    pub(super) fn reach(&mut self, node: u16, before: Before, has_others: bool) {
        let place = usize::from(node);
        if self.reached[place] != self.start {
            self.reached[place] = self.start;
            self.before[place] = before;
            self.next.push(node);
            if has_others {
                self.length[place] = self.now;
            }
        } else if has_others && node != self.start && self.length[place] == self.now {
            self.others.push(Change { node, before });
        }
    }

    /// Goes on from what was reached.
    pub(super) fn turn(&mut self) {
        self.now += 1;
        std::mem::swap(&mut self.layer, &mut self.next);
        self.next.clear();
    }

    /// The first way to an end.
    pub(super) fn chain(&self, end: u16, is_closed: bool) -> Found {
        Found { is_closed, ..self.changed(end, None) }
    }

    /// The changes of the way to an end, each at one node.
    pub(super) fn others(&self, end: u16) -> impl Iterator<Item = Change> + '_ {
        let before = |&node: &u16| Some(self.before[usize::from(node)].previous);
        let way = std::iter::successors(Some(end), move |node| before(node).filter(|&n| n != NONE));
        let way: Vec<u16> = way.collect();
        self.others.iter().copied().filter(move |change| way.contains(&change.node))
    }

    /// The way to an end with another way to one of its nodes, as a loop.
    pub(super) fn changed(&self, end: u16, change: Option<Change>) -> Found {
        let (mut nodes, mut truths, mut node) = (Vec::new(), Vec::new(), end);
        while node != NONE {
            let other = change.filter(|change| change.node == node).map(|change| change.before);
            let Before { seen, previous, truth } = other.unwrap_or(self.before[usize::from(node)]);
            nodes.extend([node, seen]);
            truths.push(truth);
            node = previous;
        }
        nodes.reverse();
        truths.reverse();
        Found { nodes, truths, is_closed: true }
    }
}
