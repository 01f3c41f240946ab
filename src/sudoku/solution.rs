//! A solution: a full, correct grid.

use std::fmt;

use super::{Grid, check};

/// A full grid in which every house holds every digit once.
///
/// ```
/// use tourdion::sudoku::{Grid, Solution};
///
/// let grid: Grid = "2143341212434321".parse().unwrap();
/// assert!(Solution::new(grid).is_none());        // two 4s in the third column
/// let grid: Grid = "2143341212344321".parse().unwrap();
/// assert!(Solution::new(grid).is_some());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Solution(Grid);

impl Solution {
    /// The grid as a solution, if it is one.
    pub fn new(grid: Grid) -> Option<Solution> {
        check::is_solution(&grid).then_some(Solution(grid))
    }

    /// The grid that an engine found, which is a solution if the engine is right. Tests check it.
    pub(crate) fn found(grid: Grid) -> Solution {
        debug_assert!(check::is_solution(&grid), "an engine's solution is one");
        Solution(grid)
    }

    /// The grid itself.
    pub const fn grid(&self) -> &Grid {
        &self.0
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
