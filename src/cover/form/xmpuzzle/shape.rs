//! Shapes: the voxels of a piece or of a box, and how a grid lets them move.
//!
//! ```text
//!      cubes          every place is a voxel's
//!      rhombic        places in boxes of 5 x 5 x 5, some of them a voxel's; a piece moves by boxes
//!      tetrahedral    places in boxes of 3 x 3 x 3, which alternate as the squares of a
//!                     chessboard do; a piece moves by an even number of boxes
//! ```
//!
//! In all of them the rotations of a cube turn a piece. So that these take boxes to boxes of the
//! same kind, a shape is turned in a space of whole boxes: the grid's *unit*.

use std::fmt;

use crate::cover::space::{Cube, Turn};

/// The grid of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Grid {
    Cubes,
    Rhombic,
    Tetrahedral,
}

/// The names of the grids, by their numbers.
pub(super) const GRIDS: [(&str, Option<Grid>); 5] = [
    ("cubes", Some(Grid::Cubes)),
    ("triangular prisms", None),
    ("spheres", None),
    ("rhombic tetrahedra", Some(Grid::Rhombic)),
    ("tetrahedra and octahedra", Some(Grid::Tetrahedral)),
];

/// How far a shape moves along the axes.
pub(super) type Shift = [isize; 3];

impl Grid {
    /// A shape turns in a space whose sides are multiples of this.
    fn unit(self) -> usize {
        match self {
            Grid::Cubes => 1,
            Grid::Rhombic => 5,
            Grid::Tetrahedral => 6,
        }
    }

    /// Whether a shape that moves so far is on the grid again.
    pub(super) fn allows(self, shift: Shift) -> bool {
        match self {
            Grid::Cubes => true,
            Grid::Rhombic => shift.iter().all(|along| along % 5 == 0),
            Grid::Tetrahedral => {
                let boxes = shift.map(|along| along / 3);
                shift.iter().all(|along| along % 3 == 0) && boxes.iter().sum::<isize>() % 2 == 0
            }
        }
    }
}

/// What a voxel is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum State {
    /// Filled, or to be filled.
    Filled,
    /// In a box: may stay empty.
    Variable,
}

/// A voxel that is not empty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Voxel {
    pub(super) place: Cube,
    pub(super) state: State,
    /// 0 is none.
    pub(super) colour: u32,
}

/// A shape.
#[derive(Clone)]
pub(super) struct Shape {
    /// In reading order.
    pub(super) voxels: Vec<Voxel>,
    /// The numbers of places along the axes.
    pub(super) extent: Cube,
    /// Where it is in the text.
    pub(super) place: usize,
}

impl Shape {
    /// The voxels, turned in a space of whole units; in the same order.
    pub(super) fn turned(&self, grid: Grid, turn: Turn) -> Vec<Voxel> {
        let last = self.extent.map(|side| side.next_multiple_of(grid.unit()) - 1);
        let turned = |voxel: &Voxel| Voxel { place: turn.of(voxel.place, last), ..*voxel };
        self.voxels.iter().map(turned).collect()
    }

    /// The shift that takes the turned shape to `other`, if one does: with the same states and
    /// colours at the same places.
    pub(super) fn shift(&self, grid: Grid, turn: Turn, other: &Shape) -> Option<Shift> {
        let mut turned = self.turned(grid, turn);
        turned.sort_unstable();
        shift(grid, &turned, &other.voxels)
    }
}

/// The shift that takes some voxels to others, if one does: with the same states and colours at the
/// same places. Both are in the order of their places.
pub(super) fn shift(grid: Grid, from: &[Voxel], to: &[Voxel]) -> Option<Shift> {
    if from.len() != to.len() {
        return None;
    }
    let mut shifts = from.iter().zip(to).map(|(one, two)| {
        let alike = one.state == two.state && one.colour == two.colour;
        alike.then(|| between(one.place, two.place))
    });
    let first = shifts.next()??;
    (grid.allows(first) && shifts.all(|shift| shift == Some(first))).then_some(first)
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} voxels in {:?}", self.voxels.len(), self.extent)
    }
}

/// The shift from one place to another.
pub(super) fn between(from: Cube, to: Cube) -> Shift {
    [0, 1, 2].map(|axis| to[axis].cast_signed() - from[axis].cast_signed())
}

/// A place after a shift, if it is one.
pub(super) fn moved(place: Cube, shift: Shift) -> Option<Cube> {
    let along = |axis: usize| place[axis].checked_add_signed(shift[axis]);
    Some([along(0)?, along(1)?, along(2)?])
}
