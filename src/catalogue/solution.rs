//! Solutions that a file has beside its puzzles.
//!
//! ```text
//!   id,puzzle,answer
//!   7,8..........36…,8127536…845     a grid
//!   8,8..........36…,8127536…84      unreadable: the solution ends after 80 of 81 cells
//!   9,8..........36…,                missing
//! ```
//!
//! Invariant: each solution has the place of its own text, or of the fault in it. Deliberately
//! lacking: whether it solves the puzzle.

use super::given::Given;
use super::place::Place;
use super::{Reading, blanks, field};
use crate::sudoku::Grid;

/// A solution that a file has for its puzzle, and its place. Nothing is known of its truth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenSolution {
    /// The line, from 1.
    pub line: u64,
    /// The column of its first character, or of the fault in it, in characters from 1.
    pub column: u64,
    /// What stands there.
    pub content: SolutionContent,
}

/// What stands where a solution should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolutionContent {
    /// Nothing.
    Missing,
    /// A grid, which may have empty cells.
    Grid {
        /// The grid.
        grid: Grid,
        /// Whether it is written as one symbol for each cell and nothing between them.
        is_plain: bool,
    },
    /// Why the text is no grid.
    Unreadable(String),
}

impl GivenSolution {
    /// Reads the content of a field that begins at this place.
    pub(super) fn read(text: &[u8], place: Place, reading: &Reading) -> GivenSolution {
        let plain = Grid::of_ascii(text, reading.shape, &reading.alphabet);
        if let Some(grid) = plain {
            return GivenSolution::of_grid(grid, true, place);
        }
        if blanks::trimmed(text).is_empty() {
            return GivenSolution::at(place, SolutionContent::Missing);
        }
        match field::read(text, reading) {
            Ok(Given::Clues(grid)) => GivenSolution::of_grid(grid, false, place),
            Ok(Given::Marks(_)) => GivenSolution::unreadable("it is pencil marks", place),
            Err(flaw) => GivenSolution::unreadable(&flaw.fault, place.at(flaw.column)),
        }
    }

    pub(super) fn at(Place { line, column }: Place, content: SolutionContent) -> GivenSolution {
        GivenSolution { line, column, content }
    }

    pub(super) fn of_grid(grid: Grid, is_plain: bool, place: Place) -> GivenSolution {
        GivenSolution::at(place, SolutionContent::Grid { grid, is_plain })
    }

    pub(super) fn unreadable(fault: &str, place: Place) -> GivenSolution {
        // The readers of grids call what they read a puzzle.
        let fault = match fault.strip_prefix("the puzzle") {
            Some(rest) => format!("the solution{rest}"),
            None => fault.to_owned(),
        };
        GivenSolution::at(place, SolutionContent::Unreadable(fault))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::described::small;

    #[test]
    fn a_solution_has_its_own_place_and_name() {
        let place = Place { line: 7, column: 20 };
        let read = |text: &str| GivenSolution::read(text.as_bytes(), place, &small());
        let grid = |is_plain| {
            let grid = "1234341221434321".parse().unwrap();
            GivenSolution::of_grid(grid, is_plain, place)
        };
        assert_eq!(read("1234341221434321"), grid(true));
        assert_eq!(read("1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1"), grid(false));
        assert_eq!(read(" "), GivenSolution::at(place, SolutionContent::Missing));
        for (text, column, fault) in [
            ("123434122143432", 35, "the solution ends after 15 of 16 cells"),
            ("12345", 24, "expected 1-4 or one of .0*?_-, found `5`"),
            (&"1234".repeat(16)[..], 20, "it is pencil marks"),
        ] {
            let content = SolutionContent::Unreadable(fault.into());
            assert_eq!(read(text), GivenSolution { line: 7, column, content }, "{text}");
        }
    }
}
