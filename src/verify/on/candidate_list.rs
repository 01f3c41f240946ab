//! A few candidates: a list without an allocation, as long as it is short.

use std::ops::Deref;
use std::slice;

use smallvec::SmallVec;

use crate::sudoku::Candidate;

/// A few clues or candidates in reading order: those taken off a puzzle, or those added.
///
/// ```
/// use tourdion::sudoku::Candidate;
/// use tourdion::verify::on::CandidateList;
///
/// let grid: tourdion::sudoku::Grid = "1....2..3......4".parse()?;
/// let few: CandidateList = grid.clues().take(2).collect();
/// assert_eq!(few.len(), 2);
/// assert_eq!(few[0].to_string(), "r1c1=1");
/// let cells: Vec<_> = few.iter().map(|clue: &Candidate| clue.cell).collect();
/// assert_eq!(cells.len(), 2);
/// # Ok::<(), tourdion::sudoku::GridError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CandidateList(SmallVec<[Candidate; 4]>);

impl FromIterator<Candidate> for CandidateList {
    /// Puts the candidates in reading order.
    fn from_iter<I: IntoIterator<Item = Candidate>>(candidates: I) -> CandidateList {
        let mut few: SmallVec<[Candidate; 4]> = candidates.into_iter().collect();
        few.sort_unstable();
        CandidateList(few)
    }
}

impl Deref for CandidateList {
    type Target = [Candidate];

    fn deref(&self) -> &[Candidate] {
        &self.0
    }
}

impl<'f> IntoIterator for &'f CandidateList {
    type Item = &'f Candidate;
    type IntoIter = slice::Iter<'f, Candidate>;

    fn into_iter(self) -> slice::Iter<'f, Candidate> {
        self.iter()
    }
}
