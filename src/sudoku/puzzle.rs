//! What a puzzle gives: clues, or pencil marks.
//!
//! ```text
//!      Grid     1 . . .      a clue is the digit of its cell
//!      Marks    1... .234    a cell has one of its candidates
//! ```
//!
//! Searches, checks and reports take either. Deliberately lacking: other kinds; the trait is
//! sealed, because engines know what each kind is.

use super::{Alphabet, Cell, Digit, Grid, Marks, Shape};

/// A puzzle, of clues ([`Grid`]) or of pencil marks ([`Marks`]).
pub trait Puzzle: sealed::SealedPuzzle + Clone + PartialEq + Send + Sync + 'static {
    /// The shape that fixes the size and the boxes.
    fn shape(&self) -> Shape;

    /// The puzzle as a grid, if it has clues.
    fn as_grid(&self) -> Option<&Grid>;

    /// The number of its clues, or of its candidates.
    fn given_count(&self) -> usize;

    /// The first cell in which a grid of the same shape contradicts the puzzle: its digit there is
    /// not the clue, or none of the candidates. `None` if there is no such cell.
    fn unmet(&self, grid: &Grid) -> Option<Unmet>;

    /// Appends the puzzle to `line` as symbols of `alphabet`, in UTF-8.
    fn write_line(&self, alphabet: &Alphabet, line: &mut Vec<u8>);
}

/// A cell with a digit that a puzzle does not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unmet {
    /// The cell.
    pub cell: Cell,
    /// Its clue; `None` if the puzzle gives pencil marks.
    pub clue: Option<Digit>,
    /// The digit found.
    pub found: Digit,
}

mod sealed {
    pub trait SealedPuzzle {}
}

impl sealed::SealedPuzzle for Grid {}

impl Puzzle for Grid {
    fn shape(&self) -> Shape {
        Grid::shape(self)
    }

    fn as_grid(&self) -> Option<&Grid> {
        Some(self)
    }

    fn given_count(&self) -> usize {
        self.clue_count()
    }

    fn unmet(&self, grid: &Grid) -> Option<Unmet> {
        self.clues().find_map(|clue| {
            let found = grid.get(clue.cell).filter(|&found| found != clue.digit)?;
            Some(Unmet { cell: clue.cell, clue: Some(clue.digit), found })
        })
    }

    fn write_line(&self, alphabet: &Alphabet, line: &mut Vec<u8>) {
        Grid::write_line(self, alphabet, line);
    }
}

impl sealed::SealedPuzzle for Marks {}

impl Puzzle for Marks {
    fn shape(&self) -> Shape {
        Marks::shape(self)
    }

    fn as_grid(&self) -> Option<&Grid> {
        None
    }

    fn given_count(&self) -> usize {
        self.candidate_count()
    }

    fn unmet(&self, grid: &Grid) -> Option<Unmet> {
        let other = grid.clues().find(|&candidate| !self.has(candidate))?;
        Some(Unmet { cell: other.cell, clue: None, found: other.digit })
    }

    fn write_line(&self, alphabet: &Alphabet, line: &mut Vec<u8>) {
        Marks::write_line(self, alphabet, line);
    }
}
