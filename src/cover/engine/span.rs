//! How much of the tree of a search is a node's, and how much is done when the search comes to it.
//!
//! ```text
//!      0                  1/3                2/3                 1       an item of three options
//!      |------ done ------|-- 1/6 --|--------|------------------|       one of two below
//!                         ▲
//!                         here: 1/3 of the tree is done, and 1/6 is the node's share
//! ```
//!
//! All children of a node count as equal, since nothing is known of them. So the shares are a guess
//! that costs nothing, and is far off where a tree is lopsided.
//!
//! Invariant: the children of a node have its share, one behind another: each begins with what is
//! done after the one before.
//!
//! Source: Knuth, *Estimating the efficiency of backtrack programs* (1975), for equal branches.
//!
//! Deliberately lacking: the way to the node. [`Place`](crate::cover::share::parts::Place) says
//! where a part is; a search has its branches.

/// A node's share of the tree of a search, and the share that lies before it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::cover) struct Span {
    done: f64,
    share: f64,
}

impl Span {
    /// That of the root.
    pub(in crate::cover) const WHOLE: Span = Span { done: 0.0, share: 1.0 };

    /// That of the child with this number, from 0, of a node with `children` of them.
    #[inline]
    pub(in crate::cover) fn child(self, number: u32, children: u32) -> Span {
        let share = self.share / f64::from(children);
        Span { done: self.done + f64::from(number) * share, share }
    }

    /// That of all children but the first together, of a node with `children` of them.
    #[inline]
    pub(in crate::cover) fn beyond_first(self, children: u32) -> Span {
        let first = self.child(0, children);
        Span { done: self.done + first.share, share: self.share - first.share }
    }

    /// The share of the tree that is done when a search comes to the node, from 0 to 1.
    #[inline]
    pub(in crate::cover) fn done(self) -> f64 {
        self.done
    }

    /// The node's own share.
    #[inline]
    pub(in crate::cover) fn share(self) -> f64 {
        self.share
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_begins_where_the_one_before_ends() {
        let halves = [0, 1].map(|number| Span::WHOLE.child(number, 2));
        assert_eq!(halves.map(|half| (half.done(), half.share())), [(0.0, 0.5), (0.5, 0.5)]);
        let last = halves[1].child(3, 4);
        assert_eq!((last.done(), last.share()), (0.875, 0.125));
        let others = halves[1].beyond_first(4);
        assert_eq!((others.done(), others.share()), (0.625, 0.375));
    }
}
