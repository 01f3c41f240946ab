//! The union of sets less others, as one ascending stream.

use std::iter::Peekable;

use super::Set;
use super::seen::{Merge, PackedPuzzle, Records, SeenError};

/// The records of some sets that are not in others, ascending, each once.
pub(super) struct Difference {
    plus: Merge<PackedPuzzle, Records>,
    minus: Peekable<Merge<PackedPuzzle, Records>>,
}

impl Difference {
    pub(super) fn new(plus: &[&Set], minus: &[&Set]) -> Result<Difference, SeenError> {
        Ok(Difference { plus: union(plus)?, minus: union(minus)?.peekable() })
    }

    /// Whether to leave out `record`. Records must be asked for in ascending order.
    fn is_left_out(&mut self, record: &PackedPuzzle) -> Result<bool, SeenError> {
        // Errors are taken too, and returned.
        let is_before = |next: &Result<PackedPuzzle, _>| next.as_ref().map_or(true, |n| n < record);
        while let Some(passed) = self.minus.next_if(is_before) {
            passed?;
        }
        Ok(matches!(self.minus.peek(), Some(Ok(next)) if next == record))
    }
}

impl Iterator for Difference {
    type Item = Result<PackedPuzzle, SeenError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let next = self.plus.next()?;
            match next.and_then(|record| Ok((record, self.is_left_out(&record)?))) {
                Ok((_, true)) => {}
                Ok((record, false)) => return Some(Ok(record)),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

fn union(sets: &[&Set]) -> Result<Merge<PackedPuzzle, Records>, SeenError> {
    Merge::new(sets.iter().map(|set| set.records()).collect::<Result<_, _>>()?)
}
