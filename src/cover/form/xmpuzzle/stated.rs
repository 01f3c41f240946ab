//! What the options of a packing place where.

use super::shape::{Grid, Shape};
use crate::cover::problem::Bounds;

/// The voxels of the box that a piece takes, by their numbers, with the piece's colours there;
/// sorted.
pub(super) type Placement = Vec<(u32, u32)>;

/// What is needed beside the problem to turn the whole box.
#[derive(Clone, Debug)]
pub(super) struct Stated {
    pub(super) grid: Grid,
    /// The shape of each piece with options, and its bounds.
    pub(super) pieces: Vec<(Shape, Bounds)>,
    /// The box.
    pub(super) result: Shape,
    /// For each option, its piece and where it is; a voxel that stays empty has the number after
    /// the last piece.
    pub(super) options: Vec<(usize, Placement)>,
}
