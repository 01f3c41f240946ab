//! The best covers so far: a heap with the worst of them at its top.

use std::collections::BinaryHeap;

use super::Priced;
use crate::cover::OptionId;

/// The cheapest covers offered, at most `count` of them.
#[derive(Debug)]
pub(super) struct Best {
    count: usize,
    heap: BinaryHeap<Priced>,
}

impl Best {
    pub(super) fn new(count: usize) -> Best {
        Best { count, heap: BinaryHeap::new() }
    }

    /// The cost that a cover must stay below to be kept. `None` if every cover is kept.
    pub(super) fn limit(&self) -> Option<u128> {
        if self.heap.len() < self.count { None } else { self.heap.peek().map(|worst| worst.cost) }
    }

    /// Keeps the cover if it is cheap enough, and drops the worst if there are then too many.
    pub(super) fn offer(&mut self, cost: u128, chosen: &[u32]) {
        if self.limit().is_some_and(|limit| cost >= limit) {
            return;
        }
        let mut options: Vec<OptionId> = chosen.iter().map(|&option| OptionId(option)).collect();
        options.sort_unstable();
        if self.heap.len() == self.count {
            self.heap.pop();
        }
        self.heap.push(Priced { cost, options });
    }

    /// The covers, the cheapest first.
    pub(super) fn into_sorted(self) -> Vec<Priced> {
        self.heap.into_sorted_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::Best;

    #[test]
    fn the_cheapest_stay_and_the_first_of_equal_ones() {
        let mut best = Best::new(3);
        for (k, cost) in [3, 1, 4, 1, 5, 2, 1, 1].into_iter().enumerate() {
            best.offer(cost, &[k as u32]);
        }
        assert_eq!(best.limit(), Some(1));
        let kept =
            best.into_sorted().into_iter().map(|priced| (priced.cost, priced.options[0].index()));
        assert_eq!(kept.collect::<Vec<_>>(), [(1, 1), (1, 3), (1, 6)]);
    }
}
