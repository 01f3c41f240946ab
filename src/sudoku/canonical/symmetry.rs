//! A rearrangement of a grid that takes houses to houses, with a relabelling of its digits.
//!
//! ```text
//!   transpose first, if at all; then each row and column of the result is one of the grid:
//!
//!   rows    312 645 789      the result's first row is the grid's third, its second the first, ...
//!   columns 123 456 897      likewise
//!   digits  213456789        1 becomes 2, 2 becomes 1
//! ```
//!
//! A 9×9 grid has 2·6⁸ = 3,359,232 rearrangements: 6 orders of the bands, 6 of the rows in each,
//! the same for stacks and columns, and the transposition. With the 9! relabellings these are all
//! transformations that turn every Sudoku into a Sudoku (Russell and Jarvis, *Mathematics of Sudoku
//! II*, 2006). Other shapes have other numbers of them. A transposition needs boxes that are as
//! wide as high, because it would turn boxes of 2×3 into boxes of 3×2.
//!
//! Invariant: an order has each number below the size of the shape once, keeps chutes together, and
//! is the identity beyond.

use std::fmt;

use crate::excerpt::Excerpt;
use crate::sudoku::{Alphabet, Digit, Grid, Shape};

/// A symmetry of the cells, and a relabelling of the digits.
///
/// Written in its parts, each without spaces behind its letter: `r312645789c123456897d213456789`,
/// or `tr…` if it transposes. Numbers above 9 are letters, as in the usual alphabet.
///
/// ```
/// use tourdion::sudoku::canonical::{self, Symmetry};
///
/// let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let canonical = canonical::puzzle(&puzzle)?;
/// assert_eq!(canonical.by.apply(&puzzle)?, canonical.form);
/// assert_eq!(canonical.by.inverse().apply(&canonical.form)?, puzzle);
/// assert_eq!(Symmetry::read(&canonical.by.to_string(), puzzle.shape())?, canonical.by);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    shape: Shape,
    is_transposing: bool,
    /// The source of each row: a row of the grid, or of the transposed grid.
    rows: Order,
    columns: Order,
    /// The image of each digit, less 1.
    digits: Order,
}

/// Numbers from 0 in some order, as many as the largest grid has digits.
pub(crate) type Order = [u8; Digit::MAX as usize];

/// The identity of places and digits.
pub(crate) const SAME: Order = {
    let (mut same, mut k) = ([0; Digit::MAX as usize], 0);
    while k < same.len() {
        same[k] = k as u8;
        k += 1;
    }
    same
};

/// A grid of another shape than its symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the symmetry is for boxes of {symmetry}, and the grid has boxes of {grid}")]
pub struct OtherShape {
    /// The shape that the symmetry is for.
    pub symmetry: Shape,
    /// The shape of the grid.
    pub grid: Shape,
}

/// Why a text is no [`Symmetry`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected a symmetry such as `{}` for boxes of {shape}, which keeps bands and stacks together, \
     found `{}`",
    Symmetry::identity(*.shape),
    Excerpt(.text)
)]
pub struct SymmetryError {
    shape: Shape,
    text: String,
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const fn identity(shape: Shape) -> Symmetry {
        Symmetry { shape, is_transposing: false, rows: SAME, columns: SAME, digits: SAME }
    }

    /// The symmetry of these parts, all counted from 0: row `k` of the result is row `rows[k]` of
    /// the grid, or of the transposed grid, likewise for columns, and the digit with index `d`
    /// becomes the one with index `digits[d]`.
    ///
    /// `None` unless `digits` has each number below the size of `shape` once, and `rows` and
    /// `columns` do too and keep each band and stack together; and if it transposes boxes that are
    /// not square.
    pub fn new(
        shape: Shape,
        is_transposing: bool,
        rows: &[u8],
        columns: &[u8],
        digits: &[u8],
    ) -> Option<Symmetry> {
        let size = shape.size();
        let is_permutation = |order: &[u8]| {
            let seen = order.iter().fold(0_u64, |seen, &k| seen | 1 << k.min(63));
            order.len() == size && seen == (1 << size) - 1
        };
        let keeps_chutes = |order: &[u8], lines: usize| {
            let chute = |line: &u8| usize::from(*line) / lines;
            order
                .chunks_exact(lines)
                .all(|chunk| chunk.iter().all(|k| chute(k) == chute(&chunk[0])))
        };
        let is_one = [rows, columns, digits].into_iter().all(is_permutation)
            && keeps_chutes(rows, shape.box_rows())
            && keeps_chutes(columns, shape.box_columns())
            && (!is_transposing || is_square(shape));
        let order = |part: &[u8]| {
            let mut order = SAME;
            order[..size].copy_from_slice(part);
            order
        };
        is_one.then(|| Symmetry {
            shape,
            is_transposing,
            rows: order(rows),
            columns: order(columns),
            digits: order(digits),
        })
    }

    /// The symmetry of parts that are known to be one; each is the identity beyond the size.
    pub(crate) fn of_orders(
        shape: Shape,
        is_transposing: bool,
        rows: Order,
        columns: Order,
        digits: Order,
    ) -> Symmetry {
        let symmetry = Symmetry { shape, is_transposing, rows, columns, digits };
        debug_assert!(
            {
                let digits = &digits[..shape.size()];
                let parts = (symmetry.rows(), symmetry.columns());
                Symmetry::new(shape, is_transposing, parts.0, parts.1, digits) == Some(symmetry)
            },
            "chutes stay together"
        );
        symmetry
    }

    /// Reads a symmetry as it is written.
    ///
    /// # Errors
    /// If the text is no symmetry of this shape.
    pub fn read(text: &str, shape: Shape) -> Result<Symmetry, SymmetryError> {
        let alphabet = Alphabet::usual(shape);
        let part = |text: &mut &str, letter: char| {
            *text = text.strip_prefix(letter)?;
            let mut order = Vec::with_capacity(shape.size());
            for symbol in text.chars().take(shape.size()) {
                order.push(alphabet.read(symbol)??.index() as u8);
            }
            // Symbols are ASCII.
            *text = text.get(order.len()..)?;
            Some(order)
        };
        let read = || {
            let mut rest = text.strip_prefix('t').unwrap_or(text);
            let [rows, columns, digits] =
                [part(&mut rest, 'r')?, part(&mut rest, 'c')?, part(&mut rest, 'd')?];
            let symmetry = Symmetry::new(shape, text.starts_with('t'), &rows, &columns, &digits);
            symmetry.filter(|_| rest.is_empty())
        };
        read().ok_or_else(|| SymmetryError { shape, text: text.to_owned() })
    }

    /// The shape of the grids that it is for.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether rows and columns are exchanged first.
    pub const fn is_transposing(&self) -> bool {
        self.is_transposing
    }

    /// For each row of the result, its source row of the grid, or of the transposed grid; from 0.
    pub fn rows(&self) -> &[u8] {
        &self.rows[..self.shape.size()]
    }

    /// For each column of the result, its source column of the grid, or of the transposed grid;
    /// from 0.
    pub fn columns(&self) -> &[u8] {
        &self.columns[..self.shape.size()]
    }

    /// The image of a digit; `None` beyond the largest.
    pub fn relabel(&self, digit: Digit) -> Option<Digit> {
        let digits = &self.digits[..self.shape.size()];
        digits.get(digit.index()).map(|&label| Digit::at(usize::from(label)))
    }

    /// The grid after this symmetry. Takes a tenth of a microsecond for a 9×9 grid.
    ///
    /// # Errors
    /// If the grid has another shape.
    pub fn apply(&self, grid: &Grid) -> Result<Grid, OtherShape> {
        if grid.shape() != self.shape {
            return Err(OtherShape { symmetry: self.shape, grid: grid.shape() });
        }
        let mut moved = Grid::empty(self.shape);
        self.cells(grid.cells(), moved.cells_mut());
        Ok(moved)
    }

    /// Appends the grid after this symmetry to `line`, as symbols of `alphabet`, in UTF-8: what
    /// [`Grid::write_line`] writes of what [`apply`](Symmetry::apply) returns, in half of the time.
    ///
    /// ```
    /// use tourdion::sudoku::canonical::Symmetry;
    /// use tourdion::sudoku::{Alphabet, Grid};
    ///
    /// let grid: Grid = "12..............".parse().unwrap();
    /// let by = Symmetry::read("tr1234c1243d4321", grid.shape()).unwrap();
    /// let mut line = Vec::new();
    /// by.write_image(&grid, &Alphabet::usual(grid.shape()), &mut line).unwrap();
    /// assert_eq!(line, b"4...3...........");
    /// ```
    ///
    /// # Errors
    /// If the grid has another shape.
    pub fn write_image(
        &self,
        grid: &Grid,
        alphabet: &Alphabet,
        line: &mut Vec<u8>,
    ) -> Result<(), OtherShape> {
        match alphabet.ascii() {
            Some(symbols) if grid.shape() == self.shape && self.shape.size() == 9 => {
                let symbol = |value| symbols[usize::from(value)];
                // Written in place: the compiler gathers a text of its own byte by byte.
                let from = line.len();
                line.extend_from_slice(&[0; 81]);
                self.move_cells::<_, 16, 96>(9, grid.cells(), symbol, &mut line[from..]);
            }
            _ => self.apply(grid)?.write_line(alphabet, line),
        }
        Ok(())
    }

    /// Writes the cells of a grid after this symmetry to `moved`.
    pub(super) fn cells(&self, cells: &[Option<Digit>], moved: &mut [Option<Digit>]) {
        // A loop of known length takes half of the time.
        match self.shape.size() {
            9 => self.move_cells::<_, 16, 96>(9, cells, Digit::new, moved),
            size => self.move_cells::<_, 32, 640>(size, cells, Digit::new, moved),
        }
    }

    /// Writes what `shown` makes of the new value of each cell, 0 for an empty one, to the place
    /// where the cell comes to. `LINE` is a power of two, and at least the size; `CELLS` has room
    /// for as many cells behind the beginning of the last line.
    #[allow(clippy::inline_always)] // for the known length
    #[inline(always)]
    fn move_cells<T: Copy + Default, const LINE: usize, const CELLS: usize>(
        &self,
        size: usize,
        cells: &[Option<Digit>],
        shown: impl Fn(u8) -> T,
        moved: &mut [T],
    ) {
        // Labels for all bytes, and places below a power of two, so that no look at them is
        // checked.
        let mut labels = [T::default(); 256];
        labels[0] = shown(0);
        for (label, &digit) in labels[1..=size].iter_mut().zip(&self.digits) {
            *label = shown(digit + 1);
        }
        let mut padded = [None; CELLS];
        padded[..size * size].copy_from_slice(cells);
        // Each line of the grid goes into a row of the result, or of the transposed grid into a
        // column.
        let (lines, order) = if self.is_transposing {
            (&self.columns, &self.rows)
        } else {
            (&self.rows, &self.columns)
        };
        let mut places = [0; Digit::MAX as usize];
        for (place, &from) in places[..size].iter_mut().zip(order) {
            *place = usize::from(from) % LINE;
        }
        let line = |from: u8| -> &[Option<Digit>; LINE] {
            let first = size * usize::from(from);
            padded[first..first + LINE].try_into().expect("a line has this length")
        };
        let label = |line: &[Option<Digit>; LINE], place: usize| {
            labels[usize::from(line[place % LINE].map_or(0, Digit::value))]
        };
        if self.is_transposing {
            for (column, &from) in lines[..size].iter().enumerate() {
                let line = line(from);
                let moved = &mut moved[column..=column + size * (size - 1)];
                for row in 0..size {
                    moved[size * row] = label(line, places[row]);
                }
            }
        } else {
            for (row, &from) in moved.chunks_exact_mut(size).zip(lines) {
                let line = line(from);
                for (to, &place) in row.iter_mut().zip(&places[..size]) {
                    *to = label(line, place);
                }
            }
        }
    }

    /// The inverse symmetry.
    #[must_use]
    pub fn inverse(&self) -> Symmetry {
        let (rows, columns) = (inverse(&self.rows), inverse(&self.columns));
        // After the transposition, rows are columns.
        let (rows, columns) = if self.is_transposing { (columns, rows) } else { (rows, columns) };
        Symmetry { rows, columns, digits: inverse(&self.digits), ..*self }
    }

    /// The symmetry that applies this one first, and then `next`.
    ///
    /// # Panics
    /// If their shapes differ.
    #[must_use]
    pub fn then(&self, next: &Symmetry) -> Symmetry {
        assert_eq!(self.shape, next.shape, "symmetries of one shape can follow one another");
        let (rows, columns) =
            if next.is_transposing { (self.columns, self.rows) } else { (self.rows, self.columns) };
        Symmetry {
            shape: self.shape,
            is_transposing: self.is_transposing != next.is_transposing,
            rows: next.rows.map(|row| rows[usize::from(row)]),
            columns: next.columns.map(|column| columns[usize::from(column)]),
            digits: self.digits.map(|digit| next.digits[usize::from(digit)]),
        }
    }

    /// Appends the symmetry to `text` as it is written, for programs that write millions.
    pub fn write(&self, text: &mut Vec<u8>) {
        if self.is_transposing {
            text.push(b't');
        }
        for (letter, order) in [(b'r', self.rows), (b'c', self.columns), (b'd', self.digits)] {
            text.push(letter);
            let symbol = |&k: &u8| if k < 9 { b'1' + k } else { b'A' + k - 9 };
            text.extend(order[..self.shape.size()].iter().map(symbol));
        }
    }
}

/// Whether a grid of this shape can be transposed.
pub(crate) fn is_square(shape: Shape) -> bool {
    shape.box_rows() == shape.box_columns()
}

fn inverse(order: &Order) -> Order {
    let mut inverse = [0; Digit::MAX as usize];
    for (to, &from) in (0..).zip(order) {
        inverse[usize::from(from)] = to;
    }
    inverse
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::with_capacity(4 + 3 * self.shape.size());
        self.write(&mut text);
        f.pad(str::from_utf8(&text).expect("symbols are ASCII"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SHAPES: [(u8, u8); 5] = [(3, 3), (2, 2), (2, 3), (1, 4), (5, 5)];

    /// Any symmetry of a shape.
    fn symmetry(shape: Shape) -> impl Strategy<Value = Symmetry> {
        let numbers = |count: usize| Just((0..count as u8).collect::<Vec<_>>()).prop_shuffle();
        let order = move |lines: usize| {
            let chutes = shape.size() / lines;
            (numbers(chutes), prop::collection::vec(numbers(lines), chutes)).prop_map(
                move |(chutes, inner)| {
                    let line = |(chute, inner): (&u8, Vec<u8>)| {
                        let first = chute * lines as u8;
                        inner.into_iter().map(move |k| first + k)
                    };
                    chutes.iter().zip(inner).flat_map(line).collect::<Vec<u8>>()
                },
            )
        };
        let orders = (order(shape.box_rows()), order(shape.box_columns()));
        (any::<bool>(), orders, numbers(shape.size())).prop_map(
            move |(is_transposing, (rows, columns), digits)| {
                let is_transposing = is_transposing && is_square(shape);
                Symmetry::new(shape, is_transposing, &rows, &columns, &digits).expect("it is one")
            },
        )
    }

    fn grid(shape: Shape) -> impl Strategy<Value = Grid> {
        prop::collection::vec(0..=shape.size() as u8, shape.cells()).prop_map(move |values| {
            let cells: Vec<_> = values.into_iter().map(Digit::new).collect();
            Grid::from_cells(shape, &cells).expect("no digit is too large")
        })
    }

    /// Two symmetries and a grid of one shape.
    fn all() -> impl Strategy<Value = (Symmetry, Symmetry, Grid)> {
        prop::sample::select(&SHAPES[..]).prop_flat_map(|(rows, columns)| {
            let shape = Shape::new(rows, columns).expect("it is a shape");
            (symmetry(shape), symmetry(shape), grid(shape))
        })
    }

    proptest! {
        #[test]
        fn symmetries_are_a_group_that_acts((one, other, grid) in all()) {
            let [both, back] = [one.then(&other), one.inverse()];
            let (moved, same) = (one.apply(&grid).unwrap(), Symmetry::identity(grid.shape()));
            prop_assert_eq!(both.apply(&grid), other.apply(&moved));
            prop_assert_eq!(back.apply(&moved), Ok(grid.clone()));
            prop_assert_eq!([one.then(&back), back.then(&one)], [same; 2]);
            prop_assert_eq!(same.apply(&grid), Ok(grid.clone()));
            prop_assert_eq!(Symmetry::read(&one.to_string(), grid.shape()), Ok(one));
            for cell in (0..grid.shape().cells()).map(|index| grid.shape().cell(index)) {
                let row = one.rows()[usize::from(cell.row)];
                let column = one.columns()[usize::from(cell.column)];
                let is_turned = one.is_transposing();
                let (row, column) = if is_turned { (column, row) } else { (row, column) };
                let from = grid.get(crate::sudoku::Cell { row, column });
                prop_assert_eq!(moved.get(cell), from.and_then(|digit| one.relabel(digit)));
            }
        }
    }

    #[test]
    fn what_tears_a_band_apart_is_none() {
        let (same, torn) = ([0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 1, 3, 2, 4, 5, 6, 7, 8]);
        let new = |is_transposing, rows: &[u8], columns: &[u8], digits: &[u8]| {
            Symmetry::new(Shape::CLASSIC, is_transposing, rows, columns, digits)
        };
        assert_eq!(new(false, &torn, &same, &same), None);
        assert_eq!(new(true, &same, &torn, &same), None);
        assert!(new(true, &same, &same, &torn).is_some());
        assert_eq!(new(false, &[0; 9], &same, &same), None);
        assert_eq!(new(false, &same, &same, &[9, 1, 2, 3, 4, 5, 6, 7, 8]), None);
        assert_eq!(new(false, &same, &same, &[255, 1, 2, 3, 4, 5, 6, 7, 8]), None);
        assert_eq!(new(false, &same[..8], &same, &same), None);
        let (flat, six) = (Shape::new(2, 3).unwrap(), [0, 1, 2, 3, 4, 5]);
        assert!(Symmetry::new(flat, false, &six, &six, &six).is_some());
        assert_eq!(Symmetry::new(flat, true, &six, &six, &six), None);
    }

    #[test]
    fn a_symmetry_is_written_in_its_parts() {
        let mut rows = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        let same = rows;
        rows.swap(0, 2);
        let symmetry = Symmetry::new(Shape::CLASSIC, true, &rows, &same, &same).unwrap();
        let same = "123456789";
        assert_eq!(symmetry.to_string(), format!("tr321456789c{same}d{same}"));
        for wrong in [
            "",
            "t",
            "r123456789c123456789d12345678",
            "r123456789c123456789d1234567890",
            "r123456789c123456789d123456788",
            "r123456789c123456789d12345678é",
            "r12345678Ac123456789d123456789",
            "r124356789c123456789d123456789",
            "r123456789d123456789c123456789",
        ] {
            let error = Symmetry::read(wrong, Shape::CLASSIC).unwrap_err().to_string();
            assert!(error.ends_with(&format!("found `{wrong}`")), "{error}");
        }
    }
}
