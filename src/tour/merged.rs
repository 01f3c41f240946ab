//! The union of sorted sets, less others, as one ascending stream.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::TourError;
use super::seen::{PackedPuzzle, Records};
use super::shelf::Set;

/// An ascending stream of different records.
pub(super) struct Merged {
    sources: Vec<Records>,
    /// The next record of each source that has one.
    heads: BinaryHeap<Reverse<(PackedPuzzle, usize)>>,
}

impl Merged {
    pub(super) fn new(sets: &[&Set]) -> Result<Merged, TourError> {
        let sources = sets.iter().map(|set| set.records()).collect::<Result<Vec<_>, _>>()?;
        let mut merged = Merged { heads: BinaryHeap::with_capacity(sources.len()), sources };
        (0..merged.sources.len()).try_for_each(|source| merged.pull(source))?;
        Ok(merged)
    }

    fn pull(&mut self, source: usize) -> Result<(), TourError> {
        if let Some(record) = self.sources[source].next().transpose()? {
            self.heads.push(Reverse((record, source)));
        }
        Ok(())
    }

    /// The least record that is left.
    pub(super) fn take(&mut self) -> Result<Option<PackedPuzzle>, TourError> {
        let Some(Reverse((record, source))) = self.heads.pop() else { return Ok(None) };
        self.pull(source)?;
        while let Some(&Reverse((equal, source))) = self.heads.peek()
            && equal == record
        {
            self.heads.pop();
            self.pull(source)?;
        }
        Ok(Some(record))
    }

    /// Goes past all records before `record`, and takes it if it is there. The records asked for
    /// have to ascend.
    pub(super) fn has(&mut self, record: &PackedPuzzle) -> Result<bool, TourError> {
        while let Some(Reverse((head, _))) = self.heads.peek()
            && head <= record
        {
            if self.take()? == Some(*record) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
