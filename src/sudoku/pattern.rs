//! Patterns: the cells of a puzzle's clues, without their digits.
//!
//! ```text
//!      4 . . 1        # . . #
//!      . . 3 .        . . # .        #..#..#..#..#.#.
//!      . 1 . .        . # . .
//!      2 . 1 .        # . # .
//! ```
//!
//! Deliberately lacking: deciding whether a pattern has a proper puzzle. Only a search can tell.

use std::fmt;

use super::{Alphabet, Cell, Digit, Grid, Shape};

/// The cells of a grid in which a puzzle has its clues.
///
/// ```
/// use tourdion::sudoku::{Alphabet, Pattern, Shape};
///
/// let shape = Shape::new(2, 2).unwrap();
/// let pattern = Pattern::read("#..#..#..#..#.#.", shape, &Alphabet::usual(shape))?;
/// assert_eq!(pattern, Pattern::of(&"4..1..3..1..2.1.".parse().unwrap()));
/// assert_eq!(pattern.cells().len(), 6);
/// # Ok::<(), tourdion::sudoku::PatternError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    shape: Shape,
    cells: Vec<Cell>,
}

/// Why a text is no [`Pattern`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected} cells, found {found}")]
pub struct PatternError {
    expected: usize,
    found: usize,
}

impl Pattern {
    /// The pattern of a grid's clues.
    pub fn of(grid: &Grid) -> Pattern {
        Pattern::of_cells(grid.shape(), grid.clues().map(|clue| clue.cell))
    }

    /// The pattern of these cells, which come in reading order.
    pub(crate) fn of_cells(shape: Shape, cells: impl Iterator<Item = Cell>) -> Pattern {
        Pattern { shape, cells: cells.collect() }
    }

    /// Reads a pattern: a character for each cell, in reading order. A symbol for an empty cell of
    /// `alphabet` is one; any other character stands for a clue.
    ///
    /// # Errors
    /// If the number of characters is not the number of cells.
    pub fn read(text: &str, shape: Shape, alphabet: &Alphabet) -> Result<Pattern, PatternError> {
        let (expected, found) = (shape.cells(), text.chars().count());
        if found != expected {
            return Err(PatternError { expected, found });
        }
        let clues = text.chars().enumerate();
        let clues = clues.filter(|&(_, symbol)| alphabet.read(symbol) != Some(None));
        Ok(Pattern { shape, cells: clues.map(|(index, _)| shape.cell(index)).collect() })
    }

    /// The shape of the grid.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The cells, in reading order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// A grid with the digit 1 in each of the cells. Two of them are equal up to symmetry if and
    /// only if the patterns are.
    pub fn ones(&self) -> Grid {
        let mut grid = Grid::empty(self.shape);
        self.cells.iter().for_each(|&cell| grid.set(cell, Some(Digit::at(0))));
        grid
    }
}

impl fmt::Display for Pattern {
    /// A line with `#` for clues and `.` for empty cells.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cells = self.cells.iter().peekable();
        let signs = (0..self.shape.cells()).map(|index| {
            if cells.next_if_eq(&&self.shape.cell(index)).is_some() { '#' } else { '.' }
        });
        f.write_str(&signs.collect::<String>())
    }
}
