//! The layout of a picture of a grid.
//!
//! ```text
//!      title
//!            c1    c2    ...
//!      r1  +-----+-----+          a cell has a place for each digit: m rows of n,
//!          |1 2 3|                as a box has cells
//!          |4 5 6|
//!          |7 8 9|
//!          +-----+
//!      text
//! ```

// A grid has up to 625 cells.
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss)]

use crate::sudoku::{Cell, Digit, Shape};

/// The width and height of a candidate's place.
const PLACE: f64 = 22.0;

/// The size of a pencil mark.
pub(super) const SMALL: f64 = PLACE * 0.7;

/// The radius of a mark around a candidate.
pub(super) const RADIUS: f64 = PLACE * 0.43;

/// The left and top of a grid, and the places of the texts above and below it.
pub(super) const LEFT: f64 = 44.0;
const TOP: f64 = 66.0;

/// The measures of a grid's picture.
pub(super) struct Plan {
    pub(super) shape: Shape,
}

impl Plan {
    pub(super) const fn of(shape: Shape) -> Plan {
        Plan { shape }
    }

    /// The width and height of a cell.
    pub(super) fn cell(&self) -> (f64, f64) {
        // A cell of few candidates still has room for a large digit.
        let side = |places: usize| (PLACE * places as f64).max(44.0);
        (side(self.shape.box_columns()), side(self.shape.box_rows()))
    }

    /// The point where the lines above row `row` and left of column `column` meet.
    pub(super) fn point(&self, row: usize, column: usize) -> (f64, f64) {
        let (width, height) = self.cell();
        (LEFT + width * column as f64, TOP + height * row as f64)
    }

    /// The corner of a cell, at its left and top.
    pub(super) fn corner(&self, cell: Cell) -> (f64, f64) {
        self.point(cell.row.into(), cell.column.into())
    }

    pub(super) fn middle(&self, cell: Cell) -> (f64, f64) {
        let ((x, y), (width, height)) = (self.corner(cell), self.cell());
        (x + width / 2.0, y + height / 2.0)
    }

    /// The middle of a candidate's place.
    pub(super) fn place(&self, cell: Cell, digit: Digit) -> (f64, f64) {
        let ((x, y), (width, height)) = (self.corner(cell), self.cell());
        let (rows, columns) = (self.shape.box_rows(), self.shape.box_columns());
        let (row, column) = (digit.index() / columns, digit.index() % columns);
        let part = |k: usize, of: usize| (k as f64 + 0.5) / of as f64;
        (x + width * part(column, columns), y + height * part(row, rows))
    }

    /// The size of a digit that is set.
    pub(super) fn large(&self) -> f64 {
        let (width, height) = self.cell();
        width.min(height) * 0.6
    }

    pub(super) fn width(&self) -> f64 {
        (self.point(0, self.shape.size()).0 + 24.0).max(420.0)
    }

    /// Left, top, width and height of the grid with the names of its rows and columns.
    pub(super) fn bounds(&self) -> (f64, f64, f64, f64) {
        let ((left, top), (right, bottom)) =
            (self.point(0, 0), self.point(self.shape.size(), self.shape.size()));
        let (left, top) = (left - 28.0, top - 24.0);
        (left, top, right + 4.0 - left, bottom + 4.0 - top)
    }

    /// The bottom of the grid.
    pub(super) fn bottom(&self) -> f64 {
        self.point(self.shape.size(), 0).1 + 12.0
    }

    /// The number of characters in a line of text.
    pub(super) fn columns(&self) -> usize {
        ((self.width() - LEFT - 12.0) / 8.2) as usize
    }
}
