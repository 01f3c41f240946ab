//! Grids as bytes: 81 characters of a line, or a number for each cell, 0 if empty, as in arrays of
//! other languages.
//!
//! ```
//! use tourdion::sudoku::{Grid, Shape};
//!
//! let line = b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
//! let grid = Grid::from_bytes(line)?;
//! let mut numbers = [0; 81];
//! grid.write_numbers(&mut numbers);
//! assert_eq!(numbers[..14], [8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 6, 0]);
//! assert_eq!(Grid::from_numbers(Shape::CLASSIC, &numbers)?, grid);
//! # Ok::<(), tourdion::sudoku::GridError>(())
//! ```

use super::{Alphabet, Digit, Grid, GridError, Shape};

impl Grid {
    /// The 9×9 grid with these characters, in the usual alphabet.
    ///
    /// # Errors
    /// If one is neither a digit nor a symbol of an empty cell.
    pub fn from_bytes(line: &[u8; 81]) -> Result<Grid, GridError> {
        Grid::read(line, Shape::CLASSIC, &Alphabet::usual(Shape::CLASSIC)).map(|(grid, _)| grid)
    }

    /// The grid with these numbers in reading order, 0 for an empty cell.
    ///
    /// # Errors
    /// If their number does not fit `shape`, or one is too large for it.
    pub fn from_numbers(shape: Shape, numbers: &[u8]) -> Result<Grid, GridError> {
        let expected = shape.cells();
        if numbers.len() < expected {
            return Err(GridError::Short { found: numbers.len(), expected });
        }
        if numbers.len() > expected {
            return Err(GridError::Long { expected });
        }
        let largest = shape.size() as u8;
        if shape == Shape::CLASSIC
            && let Ok(numbers) = <&[u8; 81]>::try_from(numbers)
            && numbers.iter().fold(0, |most, &number| most.max(number)) <= largest
        {
            return Ok(Grid::of_81(numbers));
        }
        if let Some(place) = numbers.iter().position(|&number| number > largest) {
            return Err(GridError::Number(shape.cell(place), shape.size(), numbers[place]));
        }
        let mut grid = Grid::empty(shape);
        for (content, &number) in grid.cells_mut().iter_mut().zip(numbers) {
            *content = Digit::new(number);
        }
        Ok(grid)
    }

    /// The 9×9 grid with these numbers up to 9. Their number is known, so the compiler makes
    /// vectors of them.
    pub(crate) fn of_81(numbers: &[u8; 81]) -> Grid {
        let mut contents = [None; 81];
        for (content, &number) in contents.iter_mut().zip(numbers) {
            *content = Digit::new(number);
        }
        Grid::of_contents(contents)
    }

    /// Writes the number of each cell, 0 if empty, in reading order.
    ///
    /// # Panics
    /// If the length of `numbers` is not the number of cells.
    pub fn write_numbers(&self, numbers: &mut [u8]) {
        assert_eq!(numbers.len(), self.shape().cells(), "there is a place for each cell");
        for (number, content) in numbers.iter_mut().zip(self.cells()) {
            *number = content.map_or(0, Digit::value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_grid_is_refused() {
        let four = Shape::new(2, 2).unwrap();
        let fault = |numbers: &[u8]| Grid::from_numbers(four, numbers).unwrap_err().to_string();
        assert_eq!(fault(&[0; 15]), "the puzzle ends after 15 of 16 cells");
        assert_eq!(fault(&[0; 17]), "expected 16 cells, found more");
        let mut numbers = [0; 16];
        numbers[6] = 5;
        assert_eq!(fault(&numbers), "r2c3: expected a number up to 4, found 5");
        let mut line = [b'.'; 81];
        line[80] = b'x';
        let fault = Grid::from_bytes(&line).unwrap_err();
        assert!(matches!(fault, GridError::Symbol { column: 81, found: 'x', .. }), "{fault}");
    }
}
