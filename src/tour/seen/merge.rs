//! Merges ascending sequences by a tournament.
//!
//! ```text
//!                 3          the winner, which comes next
//!                 |
//!                 4          each match keeps its loser
//!               /   \
//!              9     5
//!            [9][3][5][4]    the heads of four sequences
//! ```
//!
//! When the winner leaves and its sequence shows its next head, only the matches on that head's way
//! up are played again: log₂ of the number of sequences (Knuth, *The Art of Computer Programming*,
//! volume 3, section 5.4.1, "tree of losers"). Records equal to the one before are left out.
//!
//! Invariant: `losers[0]` is the sequence with the least head; of all other matches, the inner
//! nodes of a binary tree whose leaf for sequence *s* is node *k + s*, `losers` has the loser. A
//! sequence without a head loses.

use super::{SeenError, SetRecord};

/// The union of ascending sequences, ascending. It ends with the first error.
pub(in super::super) struct Merge<R, I> {
    sequences: Vec<I>,
    heads: Vec<Option<R>>,
    losers: Vec<usize>,
    last: Option<R>,
}

impl<R: SetRecord, I: Iterator<Item = Result<R, SeenError>>> Merge<R, I> {
    pub(in super::super) fn new(mut sequences: Vec<I>) -> Result<Merge<R, I>, SeenError> {
        let heads = sequences.iter_mut().map(|sequence| sequence.next().transpose());
        let heads = heads.collect::<Result<Vec<_>, _>>()?;
        let mut merge = Merge { losers: vec![0; heads.len()], sequences, heads, last: None };
        if !merge.heads.is_empty() {
            merge.losers[0] = merge.play(1);
        }
        Ok(merge)
    }

    /// Plays all matches at and below `node`, and returns the winner.
    fn play(&mut self, node: usize) -> usize {
        let leaves = self.heads.len();
        if node >= leaves {
            return node - leaves;
        }
        let (one, other) = (self.play(2 * node), self.play(2 * node + 1));
        let (winner, loser) = if self.beats(one, other) { (one, other) } else { (other, one) };
        self.losers[node] = loser;
        winner
    }

    fn beats(&self, one: usize, other: usize) -> bool {
        match (&self.heads[one], &self.heads[other]) {
            (Some(head), Some(opponent)) => head <= opponent,
            (head, _) => head.is_some(),
        }
    }

    /// Takes the least head; its sequence shows the next one.
    fn take(&mut self) -> Result<Option<R>, SeenError> {
        let Some(&first) = self.losers.first() else { return Ok(None) };
        let Some(record) = self.heads[first] else { return Ok(None) };
        self.heads[first] = self.sequences[first].next().transpose()?;
        let mut winner = first;
        let mut node = usize::midpoint(self.heads.len(), first);
        while node > 0 {
            if self.beats(self.losers[node], winner) {
                std::mem::swap(&mut self.losers[node], &mut winner);
            }
            node /= 2;
        }
        self.losers[0] = winner;
        Ok(Some(record))
    }
}

impl<R: SetRecord, I: Iterator<Item = Result<R, SeenError>>> Iterator for Merge<R, I> {
    type Item = Result<R, SeenError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.take() {
                Ok(Some(record)) if self.last == Some(record) => {}
                Ok(Some(record)) => {
                    self.last = Some(record);
                    return Some(Ok(record));
                }
                Ok(None) => return None,
                Err(error) => {
                    (self.heads, self.losers) = (Vec::new(), Vec::new());
                    return Some(Err(error));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::PackedPuzzle;
    use super::super::tests::record;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn it_is_the_union(
            sets in prop::collection::vec(prop::collection::btree_set(0..60_u64, 0..30), 0..12),
        ) {
            let sets: Vec<BTreeSet<PackedPuzzle>> =
                sets.into_iter().map(|set| set.into_iter().map(record).collect()).collect();
            let union: BTreeSet<PackedPuzzle> = sets.iter().flatten().copied().collect();
            let merge =
                Merge::new(sets.into_iter().map(|set| set.into_iter().map(Ok)).collect()).unwrap();
            prop_assert!(merge.map(Result::unwrap).eq(union));
        }
    }

    #[test]
    fn an_error_is_the_last_that_is_heard() {
        let fail = || SeenError::Open { block: 0 };
        let least = (0..9).map(record).min().unwrap();
        let sequences =
            [vec![Ok(least), Err(fail()), Ok(least)], (0..1).map(|n| Ok(record(n))).collect()];
        let merge = Merge::new(sequences.map(Vec::into_iter).into()).unwrap();
        assert_eq!(merge.map(|item| item.is_ok()).filter(|is_ok| !is_ok).count(), 1);
    }
}
