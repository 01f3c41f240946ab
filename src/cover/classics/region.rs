//! A board or a box: the cells to pack pieces into.
//!
//! ```text
//!      x  1 2 3 4                        x 1 2 3    1 2 3    1 2 3
//!    y 1  . . . .                      y 1 . . .    . . .    . . .
//!      2  . o . .   the cell `2,2`       2 . . .    . o .    . . .   the cell `2,2,2`
//!      3  . . . .                        3 . . .    . . .    . . .
//!                                      z     1        2        3
//! ```
//!
//! A board is a box one cell deep, so one packer serves polycubes and polyominoes: see
//! [`packing`](super::packing).
//!
//! Invariant: the cells are in reading order, without repeats.

use std::collections::BTreeSet;

use crate::cover::space::Cube;

/// The cells to pack pieces into: a rectangle, a box, or one with holes.
///
/// ```
/// use tourdion::cover::classics::Region;
///
/// let board = Region::rectangle(8, 8).without([(4, 4), (5, 4), (4, 5), (5, 5)]);
/// assert_eq!(board.cells(), 60);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    places: BTreeSet<Cube>,
    deep: bool,
}

impl Region {
    /// A board `width` cells across and `height` down.
    pub fn rectangle(width: usize, height: usize) -> Region {
        Region::cuboid(width, height, 1)
    }

    /// A box of `width` by `height` by `depth` cells.
    pub fn cuboid(width: usize, height: usize, depth: usize) -> Region {
        let (mut places, deep) = (BTreeSet::new(), depth > 1);
        // Without cells in a row, there need not be a loop over the rows.
        let (depth, height) = if width == 0 || height == 0 { (0, 0) } else { (depth, height) };
        for z in 0..depth {
            for y in 0..height {
                places.extend((0..width).map(|x| [z, y, x]));
            }
        }
        Region { places, deep }
    }

    /// The region without the cells `(x, y)`, counted from 1, of its first layer. Missing cells are
    /// ignored.
    #[must_use]
    pub fn without(mut self, cells: impl IntoIterator<Item = (usize, usize)>) -> Region {
        for (x, y) in cells {
            self.places.retain(|place| [place[0], place[1] + 1, place[2] + 1] != [0, y, x]);
        }
        self
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.places.len()
    }

    /// The cells, in reading order.
    pub(super) fn places(&self) -> impl Iterator<Item = Cube> {
        self.places.iter().copied()
    }

    /// The name of a cell's item: `x,y` on a board, `x,y,z` in a box, from 1.
    pub(super) fn name(&self, [z, y, x]: Cube) -> String {
        if self.deep {
            format!("{},{},{}", x + 1, y + 1, z + 1)
        } else {
            format!("{},{}", x + 1, y + 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_side_there_is_nothing_to_count() {
        let most = usize::MAX;
        for [width, height, depth] in [[0, most, most], [most, 0, most], [most, most, 0]] {
            assert_eq!(Region::cuboid(width, height, depth).cells(), 0);
        }
    }
}
