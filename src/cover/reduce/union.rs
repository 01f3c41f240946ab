//! Disjoint sets of numbers, joined pair by pair.
//!
//! ```text
//!      join 3 5,  join 1 3   0   1 ← 3 ← 5   2   4    each points to a smaller one, or is a leader
//! ```
//!
//! Source: Tarjan, *Data structures and network algorithms* (1983), the set union problem, with
//! path halving.

/// Numbers from 0, each alone at first.
#[derive(Clone, Debug)]
pub(super) struct Union(Vec<usize>);

impl Union {
    pub(super) fn new(count: usize) -> Union {
        Union((0..count).collect())
    }

    /// The least number in the set of this one.
    pub(super) fn find(&mut self, mut number: usize) -> usize {
        while self.0[number] != number {
            self.0[number] = self.0[self.0[number]];
            number = self.0[number];
        }
        number
    }

    /// Joins the sets of both numbers. Returns whether they were two.
    pub(super) fn join(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.find(one), self.find(other));
        self.0[one.max(other)] = one.min(other);
        one != other
    }
}
