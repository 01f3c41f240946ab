//! Symmetries of clue patterns: they group cells that are clues together.
//!
//! ```text
//!      half-turn      quarter-turn      diagonal       horizontal       full
//!      a . . .        a . . b           a b . .        a . . .          a b b a
//!      . . . .        . . . .           b . . .        . . . .          b . . b
//!      . . . .        . . . .           . . . .        . . . .          b . . b
//!      . . . a        b . . a           . . . .        a . . .          a b b a
//! ```
//!
//! (In a quarter-turn the cells marked b are a's too.) Cells that a symmetry maps to each other
//! form an *orbit*: all of them are clues, or none. The clues' digits have no symmetry.

use std::fmt;
use std::str::FromStr;

use crate::excerpt::none_of;
use crate::sudoku::{Cell, Shape};

/// A symmetry of the pattern of a puzzle's clues.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PatternSymmetry {
    /// Each cell by itself.
    #[default]
    None,
    /// Turned by 180°, as in newspapers.
    HalfTurn,
    /// Turned by 90°.
    QuarterTurn,
    /// Mirrored in the diagonal from the top left: rows become columns.
    Diagonal,
    /// Mirrored in the diagonal from the top right.
    AntiDiagonal,
    /// Mirrored in the horizontal line through the middle: upside down.
    Horizontal,
    /// Mirrored in the vertical line through the middle: left for right.
    Vertical,
    /// Mirrored in both lines through the middle.
    BothLines,
    /// Mirrored in both diagonals.
    BothDiagonals,
    /// All of these: the eight symmetries of the square.
    Full,
}

/// A cell's image, in a square whose last row and column are the third argument.
type Image = fn(u8, u8, u8) -> (u8, u8);

const HALF: Image = |row, column, last| (last - row, last - column);
const QUARTER: Image = |row, column, last| (column, last - row);
const THREE_QUARTERS: Image = |row, column, last| (last - column, row);
const DIAGONAL: Image = |row, column, _| (column, row);
const ANTI_DIAGONAL: Image = |row, column, last| (last - column, last - row);
const HORIZONTAL: Image = |row, column, last| (last - row, column);
const VERTICAL: Image = |row, column, last| (row, last - column);

impl PatternSymmetry {
    /// All symmetries.
    pub const ALL: [PatternSymmetry; 10] = [
        PatternSymmetry::None,
        PatternSymmetry::HalfTurn,
        PatternSymmetry::QuarterTurn,
        PatternSymmetry::Diagonal,
        PatternSymmetry::AntiDiagonal,
        PatternSymmetry::Horizontal,
        PatternSymmetry::Vertical,
        PatternSymmetry::BothLines,
        PatternSymmetry::BothDiagonals,
        PatternSymmetry::Full,
    ];

    /// The images of a cell other than itself; with the identity they form a group.
    fn images(self) -> &'static [Image] {
        match self {
            PatternSymmetry::None => &[],
            PatternSymmetry::HalfTurn => &[HALF],
            PatternSymmetry::QuarterTurn => &[QUARTER, HALF, THREE_QUARTERS],
            PatternSymmetry::Diagonal => &[DIAGONAL],
            PatternSymmetry::AntiDiagonal => &[ANTI_DIAGONAL],
            PatternSymmetry::Horizontal => &[HORIZONTAL],
            PatternSymmetry::Vertical => &[VERTICAL],
            PatternSymmetry::BothLines => &[HORIZONTAL, VERTICAL, HALF],
            PatternSymmetry::BothDiagonals => &[DIAGONAL, ANTI_DIAGONAL, HALF],
            PatternSymmetry::Full => {
                &[QUARTER, HALF, THREE_QUARTERS, DIAGONAL, ANTI_DIAGONAL, HORIZONTAL, VERTICAL]
            }
        }
    }

    /// The orbit of `cell` in a grid of `shape`: the cell and its images, each once, in reading
    /// order.
    ///
    /// # Panics
    /// If the grid does not have the cell.
    pub fn orbit(self, shape: Shape, cell: Cell) -> Vec<Cell> {
        assert!(shape.has(cell), "a cell is in the grid");
        let last = shape.size() as u8 - 1;
        let images = self.images().iter().map(|image| {
            let (row, column) = image(cell.row, cell.column, last);
            Cell { row, column }
        });
        let mut orbit: Vec<Cell> = std::iter::once(cell).chain(images).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// All orbits of a grid of `shape`, in the reading order of their first cells.
    pub fn orbits(self, shape: Shape) -> Vec<Vec<Cell>> {
        let cells = (0..shape.cells()).map(|index| shape.cell(index));
        let orbits = cells.map(|cell| (cell, self.orbit(shape, cell)));
        orbits.filter(|(cell, orbit)| orbit[0] == *cell).map(|(_, orbit)| orbit).collect()
    }

    /// The numbers of clues that patterns with this symmetry can have, ascending.
    ///
    /// ```
    /// use tourdion::generate::PatternSymmetry;
    /// use tourdion::sudoku::Shape;
    ///
    /// let counts = PatternSymmetry::QuarterTurn.clue_counts(Shape::CLASSIC);
    /// assert_eq!(counts[..6], [0, 1, 4, 5, 8, 9]);
    /// ```
    pub fn clue_counts(self, shape: Shape) -> Vec<usize> {
        let mut can_be = vec![false; shape.cells() + 1];
        can_be[0] = true;
        for orbit in self.orbits(shape) {
            for clues in (orbit.len()..can_be.len()).rev() {
                can_be[clues] |= can_be[clues - orbit.len()];
            }
        }
        (0..can_be.len()).filter(|&clues| can_be[clues]).collect()
    }

    /// The symmetry's name.
    pub const fn name(self) -> &'static str {
        match self {
            PatternSymmetry::None => "none",
            PatternSymmetry::HalfTurn => "half-turn",
            PatternSymmetry::QuarterTurn => "quarter-turn",
            PatternSymmetry::Diagonal => "diagonal",
            PatternSymmetry::AntiDiagonal => "anti-diagonal",
            PatternSymmetry::Horizontal => "horizontal",
            PatternSymmetry::Vertical => "vertical",
            PatternSymmetry::BothLines => "both-lines",
            PatternSymmetry::BothDiagonals => "both-diagonals",
            PatternSymmetry::Full => "full",
        }
    }
}

impl fmt::Display for PatternSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text is no [`PatternSymmetry`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", none_of(PatternSymmetry::ALL, .found))]
pub struct PatternSymmetryError {
    found: String,
}

impl FromStr for PatternSymmetry {
    type Err = PatternSymmetryError;

    fn from_str(text: &str) -> Result<PatternSymmetry, PatternSymmetryError> {
        let symmetry = PatternSymmetry::ALL.into_iter().find(|symmetry| symmetry.name() == text);
        symmetry.ok_or_else(|| PatternSymmetryError { found: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_in_one_orbit() {
        for shape in [(2, 2), (2, 3), (3, 3), (1, 1)]
            .map(|(rows, columns)| Shape::new(rows, columns).unwrap())
        {
            for symmetry in PatternSymmetry::ALL {
                let orbits = symmetry.orbits(shape);
                let mut cells = orbits.concat();
                cells.sort_unstable();
                let all: Vec<Cell> = (0..shape.cells()).map(|index| shape.cell(index)).collect();
                assert_eq!(cells, all, "{symmetry}");
                for orbit in &orbits {
                    // From any of its cells.
                    assert!(
                        orbit.iter().all(|&cell| symmetry.orbit(shape, cell) == *orbit),
                        "{symmetry}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_cell_outside_of_the_grid_has_no_orbit() {
        for symmetry in PatternSymmetry::ALL {
            for (row, column) in [(0, 9), (9, 0), (255, 255)] {
                let orbit = || symmetry.orbit(Shape::CLASSIC, Cell { row, column });
                let panic = std::panic::catch_unwind(orbit).unwrap_err();
                assert_eq!(panic.downcast_ref::<&str>(), Some(&"a cell is in the grid"));
            }
        }
    }

    #[test]
    fn the_number_of_orbits_of_the_everyday_grid() {
        let counts = PatternSymmetry::ALL.map(|symmetry| symmetry.orbits(Shape::CLASSIC).len());
        assert_eq!(counts, [81, 41, 21, 45, 45, 45, 45, 25, 25, 15]);
    }

    #[test]
    fn symmetries_are_read_back_as_written() {
        for symmetry in PatternSymmetry::ALL {
            assert_eq!(symmetry.to_string().parse(), Ok(symmetry));
        }
        assert!(
            "round"
                .parse::<PatternSymmetry>()
                .unwrap_err()
                .to_string()
                .contains("both-lines, both-diagonals, full")
        );
    }
}
