//! A set of block numbers, as ranges: of millions, most follow one another.
//!
//! Invariant: ranges are not empty, and neither overlap nor touch.

use std::collections::BTreeMap;
use std::ops::Range;

/// A set of block numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Blocks {
    /// The end of each range, by its beginning.
    ranges: BTreeMap<u64, u64>,
}

impl Blocks {
    pub(super) fn insert(&mut self, block: u64) {
        self.add(block..block.saturating_add(1));
    }

    /// Adds all of `range`.
    pub(super) fn add(&mut self, range: Range<u64>) {
        if range.is_empty() {
            return;
        }
        let (mut start, mut end) = (range.start, range.end);
        // From the last range that begins early enough, back to the first that reaches this far.
        while let Some((&first, &last)) = self.ranges.range(..=end).next_back() {
            if last < start {
                break;
            }
            (start, end) = (start.min(first), end.max(last));
            self.ranges.remove(&first);
        }
        self.ranges.insert(start, end);
    }

    pub(super) fn add_all(&mut self, other: &Blocks) {
        for range in other.ranges() {
            self.add(range);
        }
    }

    pub(super) fn contains(&self, block: u64) -> bool {
        self.ranges.range(..=block).next_back().is_some_and(|(_, &end)| block < end)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The ranges, in ascending order.
    pub(super) fn ranges(&self) -> impl ExactSizeIterator<Item = Range<u64>> + '_ {
        self.ranges.iter().map(|(&start, &end)| start..end)
    }

    /// The first block that is not in the set.
    pub(super) fn first_gap(&self) -> u64 {
        self.ranges.get(&0).copied().unwrap_or(0)
    }

    /// One more than the last block of the set; 0 if there is none.
    pub(super) fn end(&self) -> u64 {
        self.ranges.values().next_back().copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn ranges_are_those_of_a_set(added in prop::collection::vec((0..40_u64, 0..6_u64), 0..30)) {
            let (mut blocks, mut plain) = (Blocks::default(), BTreeSet::new());
            for (start, length) in added {
                blocks.add(start..start + length);
                plain.extend(start..start + length);
                let ranges: Vec<_> = blocks.ranges().collect();
                prop_assert!(ranges.iter().all(|range| !range.is_empty()));
                prop_assert!(ranges.windows(2).all(|pair| pair[0].end < pair[1].start));
                prop_assert!(ranges.into_iter().flatten().eq(plain.iter().copied()));
                prop_assert!((0..50).all(|block| blocks.contains(block) == plain.contains(&block)));
                prop_assert_eq!(
                    blocks.first_gap(),
                    (0..50).find(|block| !plain.contains(block)).unwrap()
                );
                prop_assert_eq!(blocks.end(), plain.last().map_or(0, |last| last + 1));
                prop_assert_eq!(blocks.is_empty(), plain.is_empty());
            }
        }
    }

    #[test]
    fn the_last_number_is_one_too_many() {
        let mut blocks = Blocks::default();
        blocks.insert(u64::MAX - 1);
        assert!(blocks.contains(u64::MAX - 1));
    }
}
