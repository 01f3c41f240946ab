//! A rearrangement of a 9×9 grid that takes houses to houses, with a relabelling of its digits.
//!
//! ```text
//!   transpose first, if at all; then each row and column of the result is one of the grid:
//!
//!   rows    312 645 789      the result's first row is the grid's third, its second the first, ...
//!   columns 123 456 897      likewise
//!   digits  213456789        1 becomes 2, 2 becomes 1
//! ```
//!
//! There are 2·6⁸ = 3,359,232 rearrangements: 6 orders of the bands, 6 of the rows in each, the
//! same for stacks and columns, and the transposition. With the 9! relabellings these are all
//! transformations that turn every Sudoku into a Sudoku (Russell and Jarvis, *Mathematics of Sudoku
//! II*, 2006).

use std::fmt;

use super::{NotClassic, of_cells};
use crate::sudoku::{Digit, Grid};

/// A symmetry of the cells, and a relabelling of the digits.
///
/// Written in its parts, each without spaces behind its letter: `r312645789c123456897d213456789`,
/// or `tr…` if it transposes.
///
/// ```
/// use tourdion::sudoku::canonical;
///
/// let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let canonical = canonical::puzzle(&puzzle)?;
/// assert_eq!(canonical.by.apply(&puzzle)?, canonical.form);
/// assert_eq!(canonical.by.inverse().apply(&canonical.form)?, puzzle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    is_transposing: bool,
    /// The source of each row: a row of the grid, or of the transposed grid.
    rows: [u8; 9],
    columns: [u8; 9],
    /// The image of each digit, less 1.
    digits: [u8; 9],
}

/// The identity of places and digits.
const SAME: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Symmetry =
        Symmetry { is_transposing: false, rows: SAME, columns: SAME, digits: SAME };

    /// The symmetry of these parts, all counted from 0: row `k` of the result is row `rows[k]` of
    /// the grid, or of the transposed grid, likewise for columns, and the digit with index `d`
    /// becomes the one with index `digits[d]`.
    ///
    /// `None` unless `digits` has each number below 9 once, and `rows` and `columns` do too and
    /// keep each band and stack together.
    pub fn new(
        is_transposing: bool,
        rows: [u8; 9],
        columns: [u8; 9],
        digits: [u8; 9],
    ) -> Option<Symmetry> {
        let is_permutation = |order: &[u8; 9]| {
            order.iter().fold(0_u16, |seen, &k| if k < 9 { seen | 1 << k } else { seen }) == 0x1FF
        };
        let keeps_chutes = |order: &[u8; 9]| {
            order.chunks_exact(3).all(|lines| lines.iter().all(|line| line / 3 == lines[0] / 3))
        };
        let is_one = [&rows, &columns, &digits].into_iter().all(is_permutation)
            && keeps_chutes(&rows)
            && keeps_chutes(&columns);
        is_one.then_some(Symmetry { is_transposing, rows, columns, digits })
    }

    /// Whether rows and columns are exchanged first.
    pub const fn is_transposing(&self) -> bool {
        self.is_transposing
    }

    /// For each row of the result, its source row of the grid, or of the transposed grid; from 0.
    pub const fn rows(&self) -> [u8; 9] {
        self.rows
    }

    /// For each column of the result, its source column of the grid, or of the transposed grid;
    /// from 0.
    pub const fn columns(&self) -> [u8; 9] {
        self.columns
    }

    /// The image of a digit; `None` beyond 9.
    pub fn relabel(&self, digit: Digit) -> Option<Digit> {
        self.digits.get(digit.index()).map(|&label| Digit::at(usize::from(label)))
    }

    /// The grid after this symmetry.
    ///
    /// # Errors
    /// If the grid is not 9×9.
    pub fn apply(&self, grid: &Grid) -> Result<Grid, NotClassic> {
        Ok(of_cells(&self.cells(NotClassic::cells(grid)?)))
    }

    /// The cells of a grid after this symmetry.
    pub(super) fn cells(&self, cells: &[Option<Digit>; 81]) -> [Option<Digit>; 81] {
        let mut moved = [None; 81];
        for (to, content) in moved.iter_mut().enumerate() {
            let (row, column) = (usize::from(self.rows[to / 9]), usize::from(self.columns[to % 9]));
            let from = if self.is_transposing { 9 * column + row } else { 9 * row + column };
            *content = cells[from].and_then(|digit| self.relabel(digit));
        }
        moved
    }

    /// The inverse symmetry.
    #[must_use]
    pub fn inverse(&self) -> Symmetry {
        let (rows, columns) = (inverse(&self.rows), inverse(&self.columns));
        // After the transposition, rows are columns.
        let (rows, columns) = if self.is_transposing { (columns, rows) } else { (rows, columns) };
        Symmetry {
            is_transposing: self.is_transposing,
            rows,
            columns,
            digits: inverse(&self.digits),
        }
    }

    /// The symmetry that applies this one first, and then `next`.
    #[must_use]
    pub fn then(&self, next: &Symmetry) -> Symmetry {
        let (rows, columns) =
            if next.is_transposing { (self.columns, self.rows) } else { (self.rows, self.columns) };
        Symmetry {
            is_transposing: self.is_transposing != next.is_transposing,
            rows: next.rows.map(|row| rows[usize::from(row)]),
            columns: next.columns.map(|column| columns[usize::from(column)]),
            digits: self.digits.map(|digit| next.digits[usize::from(digit)]),
        }
    }
}

impl Default for Symmetry {
    fn default() -> Self {
        Symmetry::IDENTITY
    }
}

fn inverse(order: &[u8; 9]) -> [u8; 9] {
    let mut inverse = [0; 9];
    for (to, &from) in (0..9).zip(order) {
        inverse[usize::from(from)] = to;
    }
    inverse
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from_one =
            |order: [u8; 9]| -> String { order.map(|k| char::from(b'1' + k)).iter().collect() };
        if self.is_transposing {
            f.write_str("t")?;
        }
        let [rows, columns, digits] = [self.rows, self.columns, self.digits].map(from_one);
        write!(f, "r{rows}c{columns}d{digits}")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sudoku::Shape;

    /// Any symmetry.
    fn symmetry() -> impl Strategy<Value = Symmetry> {
        let order = || {
            let three = || Just([0_u8, 1, 2]).prop_shuffle();
            (three(), [three(), three(), three()]).prop_map(|(chutes, lines)| {
                let mut order = [0; 9];
                for (place, line) in order.iter_mut().enumerate() {
                    *line = 3 * chutes[place / 3] + lines[place / 3][place % 3];
                }
                order
            })
        };
        (any::<bool>(), order(), order(), Just(SAME).prop_shuffle()).prop_map(
            |(is_transposing, rows, columns, digits)| {
                Symmetry::new(is_transposing, rows, columns, digits).expect("it is one")
            },
        )
    }

    fn grid() -> impl Strategy<Value = Grid> {
        prop::collection::vec(0_u8..10, 81).prop_map(|values| {
            let cells: Vec<_> = values.into_iter().map(Digit::new).collect();
            Grid::from_cells(Shape::CLASSIC, &cells).expect("all digits are below ten")
        })
    }

    proptest! {
        #[test]
        fn symmetries_are_a_group_that_acts(
            one in symmetry(),
            other in symmetry(),
            grid in grid(),
        ) {
            let [both, back] = [one.then(&other), one.inverse()];
            let moved = one.apply(&grid).unwrap();
            prop_assert_eq!(both.apply(&grid), other.apply(&moved));
            prop_assert_eq!(back.apply(&moved), Ok(grid.clone()));
            prop_assert_eq!([one.then(&back), back.then(&one)], [Symmetry::IDENTITY; 2]);
            prop_assert_eq!(Symmetry::IDENTITY.apply(&grid), Ok(grid));
        }
    }

    #[test]
    fn what_tears_a_band_apart_is_none() {
        let torn = [0, 1, 3, 2, 4, 5, 6, 7, 8];
        assert_eq!(Symmetry::new(false, torn, SAME, SAME), None);
        assert_eq!(Symmetry::new(true, SAME, torn, SAME), None);
        assert!(Symmetry::new(true, SAME, SAME, torn).is_some());
        assert_eq!(Symmetry::new(false, [0; 9], SAME, SAME), None);
        assert_eq!(Symmetry::new(false, SAME, SAME, [9, 1, 2, 3, 4, 5, 6, 7, 8]), None);
    }

    #[test]
    fn a_symmetry_is_written_in_its_parts() {
        let mut rows = SAME;
        rows.swap(0, 2);
        let symmetry = Symmetry::new(true, rows, SAME, SAME).unwrap();
        let same = "123456789";
        assert_eq!(symmetry.to_string(), format!("tr321456789c{same}d{same}"));
    }
}
