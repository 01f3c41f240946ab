//! The best covers so far.

use std::collections::BTreeSet;

use super::Priced;

/// The cheapest covers offered, at most `count` of them.
#[derive(Debug)]
pub(super) struct Best {
    count: usize,
    covers: BTreeSet<Priced>,
}

impl Best {
    pub(super) fn new(count: usize) -> Best {
        Best { count, covers: BTreeSet::new() }
    }

    /// As this one was at first.
    pub(super) fn emptied(&self) -> Best {
        Best::new(self.count)
    }

    /// The cost that a cover must stay below to be kept. `None` if every cover is kept.
    pub(super) fn limit(&self) -> Option<u128> {
        let worst = self.covers.last().filter(|_| self.covers.len() >= self.count);
        worst.map(|worst| worst.cost)
    }

    /// What the cheapest costs.
    pub(super) fn least(&self) -> Option<u128> {
        self.covers.first().map(|cover| cover.cost)
    }

    /// Keeps the cover if it is cheap enough and not there yet, and drops the worst if there are
    /// then too many. Returns whether it is kept.
    pub(super) fn offer(&mut self, cover: Priced) -> bool {
        if self.limit().is_some_and(|limit| cover.cost >= limit) {
            return false;
        }
        let is_new = self.covers.insert(cover);
        if self.covers.len() > self.count {
            self.covers.pop_last();
        }
        is_new
    }

    /// The covers, the cheapest first.
    pub(super) fn sorted(&self) -> impl ExactSizeIterator<Item = &Priced> {
        self.covers.iter()
    }

    /// The same.
    pub(super) fn into_sorted(self) -> Vec<Priced> {
        self.covers.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Priced;
    use super::Best;
    use crate::cover::OptionId;

    #[test]
    fn the_cheapest_stay_and_the_first_of_equal_ones() {
        let mut best = Best::new(3);
        let cover = |cost, k| Priced { cost, options: vec![OptionId(k)] };
        for (k, cost) in [3, 1, 4, 1, 5, 2, 1, 1].into_iter().enumerate() {
            best.offer(cover(cost, k as u32));
        }
        assert_eq!((best.least(), best.limit()), (Some(1), Some(1)));
        let kept =
            best.into_sorted().into_iter().map(|priced| (priced.cost, priced.options[0].index()));
        assert_eq!(kept.collect::<Vec<_>>(), [(1, 1), (1, 3), (1, 6)]);
    }

    #[test]
    fn a_cover_is_kept_once() {
        let mut best = Best::new(2);
        let cover = |cost| Priced { cost, options: vec![OptionId(7)] };
        assert!(best.offer(cover(5)) && !best.offer(cover(5)));
        assert_eq!((best.limit(), best.into_sorted()), (None, vec![cover(5)]));
    }
}
