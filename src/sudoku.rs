//! Sudoku's terms: cells, digits, houses, candidates, and the shape of a grid.
//!
//! A grid of boxes with *m* rows and *n* columns has N = m·n digits, N rows, N columns and N boxes;
//! the everyday one is 3×3 with nine digits. With boxes of 2 rows and 3 columns:
//!
//! ```text
//!          c1 c2 c3   c4 c5 c6
//!        +----------+----------+
//!     r1 | .  .  .  | .  .  .  |      r2c5 is a cell, in row 2, column 5 and box 2;
//!     r2 | .  .  .  | .  4  .  |      r2c5=4 is a candidate: the digit 4 in that cell;
//!        +----------+----------+      a candidate that the puzzle gives is a clue.
//!     r3 | .  .  .  | .  .  .  |
//!      ...
//! ```
//!
//! This file holds small values only. A [`Cell`] stores its row and column, so that it can be
//! written (`r2c5`) without its grid; a [`Shape`] turns cells into positions in reading order and
//! back.
//!
//! The files of the room: [`Grid`] holds the digits, a [`Solution`] one in each cell, [`Marks`] the
//! candidates, and either is a [`Puzzle`]; only [`Alphabet`] knows their symbols; a [`Pattern`] has
//! their cells without the digits; [`encode`] states the puzzle as an exact-cover problem;
//! [`check`] examines grids without searching; [`canonical`] finds the common form of all grids
//! that differ only by a symmetry.
//!
//! Invariant: a [`Digit`] is 1 to 25, and a [`Shape`] has 1 to 25 digits. No other can be made.
//!
//! Deliberately lacking: solving, which is [`verify`](crate::verify)'s; and houses other than rows,
//! columns and boxes of one shape.

use std::fmt;
use std::num::NonZeroU8;

use crate::excerpt::Excerpt;

pub mod alphabet;
pub mod canonical;
pub mod check;
pub mod encode;
pub mod grid;
pub mod marks;
mod numbers;
pub mod pattern;
pub mod puzzle;
pub mod solution;

pub use alphabet::{Alphabet, AlphabetError};
pub use grid::{Grid, GridError};
pub use marks::{Marks, MarksError, MarksFault};
pub use pattern::{Pattern, PatternError};
pub use puzzle::{Puzzle, Unmet};
pub use solution::Solution;

/// A row and a column of a grid, both counted from 0; written from 1, as `r1c1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// 0 for the topmost row.
    pub row: u8,
    /// 0 for the leftmost column.
    pub column: u8,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", u32::from(self.row) + 1, u32::from(self.column) + 1)
    }
}

/// Why a text is no [`Cell`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a cell such as r5c4, found `{}`", Excerpt(.0))]
pub struct CellError(String);

impl std::str::FromStr for Cell {
    type Err = CellError;

    /// Reads a cell such as `r5c4`, up to `r25c25` in the largest grid.
    fn from_str(text: &str) -> Result<Cell, CellError> {
        let parse = || {
            let (row, column) = text.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
            // Read as a digit: digits have the range of rows and columns, and no sign.
            let number = |text: &str| {
                text.bytes().all(|byte| byte.is_ascii_digit()).then_some(())?;
                Digit::new(text.parse().ok()?)
            };
            Some(Cell { row: number(row)?.index() as u8, column: number(column)?.index() as u8 })
        };
        parse().ok_or_else(|| CellError(text.to_owned()))
    }
}

/// A digit, 1 to 25. An [`Alphabet`] writes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The largest digit of the largest grid (5×5 boxes).
    pub const MAX: u8 = 25;

    /// The digit `value`, counted from 1; `None` for 0 and above [`Digit::MAX`].
    pub const fn new(value: u8) -> Option<Digit> {
        match NonZeroU8::new(value) {
            Some(digit) if value <= Digit::MAX => Some(Digit(digit)),
            _ => None,
        }
    }

    /// The digit at `index`, counted from 0: 0 is the digit 1.
    ///
    /// # Panics
    /// If `index` is 25 or more.
    pub const fn at(index: usize) -> Digit {
        assert!(index < Digit::MAX as usize, "a digit's index is below 25");
        match Digit::new(index as u8 + 1) {
            Some(digit) => digit,
            None => unreachable!(),
        }
    }

    /// The digit's value, counted from 1.
    pub const fn value(self) -> u8 {
        self.0.get()
    }

    /// The digit's place among the digits, counted from 0.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A row, a column or a box, each counted from 0 (boxes in reading order) and written from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum House {
    /// A row, from the top.
    Row(u8),
    /// A column, from the left.
    Column(u8),
    /// A box, in reading order.
    Box(u8),
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            House::Row(k) => write!(f, "row {}", u32::from(*k) + 1),
            House::Column(k) => write!(f, "column {}", u32::from(*k) + 1),
            House::Box(k) => write!(f, "box {}", u32::from(*k) + 1),
        }
    }
}

/// A digit in a cell. Solutions are made of candidates; a candidate that the puzzle gives is a
/// clue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.digit)
    }
}

/// The size of a grid's boxes, which fixes everything else.
///
/// ```
/// use tourdion::sudoku::Shape;
///
/// let shape = Shape::new(2, 3).unwrap();           // boxes of two rows and three columns
/// assert_eq!((shape.size(), shape.cells()), (6, 36));
/// assert_eq!(shape.cell(10).to_string(), "r2c5");
/// assert_eq!(shape.box_of(shape.cell(10)), 1);     // the second box
/// assert!(Shape::new(5, 6).is_none());             // 30 digits: too many
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    box_rows: u8,
    box_columns: u8,
}

impl Shape {
    /// Boxes of three rows and three columns: the everyday Sudoku.
    pub const CLASSIC: Shape = Shape { box_rows: 3, box_columns: 3 };

    /// Boxes of `box_rows` rows and `box_columns` columns; `None` if either is 0, or for more than
    /// [`Digit::MAX`] digits.
    pub const fn new(box_rows: u8, box_columns: u8) -> Option<Shape> {
        let size = box_rows as u16 * box_columns as u16;
        if size == 0 || size > Digit::MAX as u16 {
            return None;
        }
        Some(Shape { box_rows, box_columns })
    }

    /// The shape that a grid of `cells` cells most likely has: the squarest boxes, wider than high.
    /// `None` if `cells` is not the square of a number up to 25.
    ///
    /// ```
    /// # use tourdion::sudoku::Shape;
    /// assert_eq!(Shape::of_cells(36), Shape::new(2, 3));
    /// assert_eq!(Shape::of_cells(80), None);
    /// ```
    pub fn of_cells(cells: usize) -> Option<Shape> {
        let size = (1..=Digit::MAX).find(|&n| usize::from(n) * usize::from(n) == cells)?;
        let box_rows = (1..=size.isqrt()).rev().find(|m| size % m == 0)?;
        Shape::new(box_rows, size / box_rows)
    }

    /// Rows in a box (m).
    pub const fn box_rows(self) -> usize {
        self.box_rows as usize
    }

    /// Columns in a box (n).
    pub const fn box_columns(self) -> usize {
        self.box_columns as usize
    }

    /// Digits, and cells of a house: N = m·n.
    pub const fn size(self) -> usize {
        self.box_rows as usize * self.box_columns as usize
    }

    /// Cells of the grid: N².
    pub const fn cells(self) -> usize {
        self.size() * self.size()
    }

    /// The cell at `index` in reading order, which is below [`cells`](Shape::cells).
    pub const fn cell(self, index: usize) -> Cell {
        Cell { row: (index / self.size()) as u8, column: (index % self.size()) as u8 }
    }

    /// Whether the grid has `cell`.
    pub const fn has(self, cell: Cell) -> bool {
        (cell.row as usize) < self.size() && (cell.column as usize) < self.size()
    }

    /// The place of `cell` in reading order, from 0, if the grid [has](Shape::has) it.
    pub const fn index(self, cell: Cell) -> usize {
        cell.row as usize * self.size() + cell.column as usize
    }

    /// The number of the box that holds `cell`, in reading order from 0.
    pub const fn box_of(self, cell: Cell) -> usize {
        let boxes_across = self.size() / self.box_columns as usize;
        (cell.row / self.box_rows) as usize * boxes_across
            + (cell.column / self.box_columns) as usize
    }

    /// The three houses of `cell`: its row, its column, its box.
    pub const fn houses_of(self, cell: Cell) -> [House; 3] {
        [House::Row(cell.row), House::Column(cell.column), House::Box(self.box_of(cell) as u8)]
    }

    /// All digits, from 1 to N.
    pub fn digits(self) -> impl DoubleEndedIterator<Item = Digit> + ExactSizeIterator + Clone {
        (0..self.size()).map(Digit::at)
    }

    /// All houses: the rows, then the columns, then the boxes.
    pub fn houses(self) -> impl Iterator<Item = House> + Clone {
        let numbers = 0..self.size() as u8;
        let rows = numbers.clone().map(House::Row);
        let columns = numbers.clone().map(House::Column);
        rows.chain(columns).chain(numbers.map(House::Box))
    }

    /// The N cells of `house`, in reading order; all outside of the grid if it does not have the
    /// house.
    pub fn cells_of(self, house: House) -> impl Iterator<Item = Cell> + Clone {
        let boxes_across = self.size() / self.box_columns();
        (0..self.size()).map(move |k| match house {
            House::Row(row) => Cell { row, column: k as u8 },
            House::Column(column) => Cell { row: k as u8, column },
            House::Box(b) => {
                let (across, down) = (usize::from(b) % boxes_across, usize::from(b) / boxes_across);
                // A box that the grid does not have is far below it.
                let row = down * self.box_rows() + k / self.box_columns();
                Cell {
                    row: row.min(u8::MAX.into()) as u8,
                    column: (across * self.box_columns() + k % self.box_columns()) as u8,
                }
            }
        })
    }
}

impl Default for Shape {
    fn default() -> Self {
        Shape::CLASSIC
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.box_rows, self.box_columns)
    }
}

/// Why a text is no [`Shape`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected ROWSxCOLUMNS of a box with 1 to 25 digits, such as 3x3 or 2x3, found `{}`",
    Excerpt(.0)
)]
pub struct ShapeError(String);

impl std::str::FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        let parse = || {
            let (rows, columns) = text.split_once(['x', 'X', '×'])?;
            let side = |text: &str| {
                let digits = text.trim();
                digits
                    .starts_with(|sign: char| sign.is_ascii_digit())
                    .then(|| digits.parse().ok())?
            };
            Shape::new(side(rows)?, side(columns)?)
        };
        parse().ok_or_else(|| ShapeError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_outside_the_grid_is_no_other() {
        let mut grid = Grid::empty(Shape::CLASSIC);
        let [inside, outside] = ["r2c1", "r1c10"].map(|name| name.parse::<Cell>().unwrap());
        let seven = Digit::new(7).unwrap();
        grid.set(inside, Some(seven));
        assert_eq!((grid.get(inside), grid.get(outside)), (Some(seven), None));
        let marks = Marks::all(Shape::CLASSIC);
        assert!(!marks.has(Candidate { cell: outside, digit: seven }));
        assert_eq!(marks.digits("r20c1".parse().unwrap()).count(), 0);
        let set = || Grid::empty(Shape::CLASSIC).set(outside, Some(seven));
        assert!(std::panic::catch_unwind(set).is_err());
        let remove = |candidate| Marks::all(Shape::CLASSIC).remove(candidate);
        let candidate = Candidate { cell: outside, digit: seven };
        assert!(std::panic::catch_unwind(|| remove(candidate)).is_err());
        assert_eq!(Cell { row: 255, column: 0 }.to_string(), "r256c1");
        assert!("+3x3".parse::<Shape>().is_err() && "3x+3".parse::<Shape>().is_err());
    }

    #[test]
    fn every_cell_is_in_its_three_houses_and_in_no_other() {
        for (rows, columns) in [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (5, 5), (1, 7)] {
            let shape = Shape::new(rows, columns).unwrap();
            assert_eq!(shape.houses().count(), 3 * shape.size());
            for index in 0..shape.cells() {
                let cell = shape.cell(index);
                assert_eq!(shape.index(cell), index);
                let homes: Vec<House> =
                    shape.houses().filter(|&h| shape.cells_of(h).any(|c| c == cell)).collect();
                assert_eq!(homes, shape.houses_of(cell), "{shape} {cell}");
            }
        }
    }

    #[test]
    fn a_house_outside_of_the_grid_has_no_cell_in_it() {
        for shape in ["1x1", "2x3", "3x3", "9x1", "1x9", "25x1", "1x25", "5x5"] {
            let shape: Shape = shape.parse().unwrap();
            for number in shape.size() as u8..=255 {
                for house in [House::Row(number), House::Column(number), House::Box(number)] {
                    assert!(!shape.cells_of(house).any(|cell| shape.has(cell)), "{shape} {house}");
                }
            }
        }
    }

    #[test]
    fn shapes_are_read_back_as_written() {
        for text in ["3x3", "2x3", "5x5", "1x7"] {
            assert_eq!(text.parse::<Shape>().unwrap().to_string(), text);
        }
        for text in ["", "3", "0x3", "5x6", "300x1", "-1x3", "axb"] {
            assert!(text.parse::<Shape>().is_err(), "{text}");
        }
    }

    #[test]
    fn cells_are_read_back_as_written() {
        for text in ["r1c1", "r5c4", "r25c10"] {
            assert_eq!(text.parse::<Cell>().unwrap().to_string(), text);
        }
        for text in ["", "r", "r1", "c1", "r0c1", "r1c26", "r1c-1", "r+1c1", "1,1"] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_likely_shape_of_a_length() {
        let shape = |cells| Shape::of_cells(cells).map(|s| s.to_string());
        assert_eq!(shape(16).as_deref(), Some("2x2"));
        assert_eq!(shape(36).as_deref(), Some("2x3"));
        assert_eq!(shape(81).as_deref(), Some("3x3"));
        assert_eq!(shape(144).as_deref(), Some("3x4"));
        assert_eq!(shape(625).as_deref(), Some("5x5"));
        assert_eq!(shape(676), None);
        assert_eq!(shape(0), None);
    }
}
