//! Packing puzzles and burrs as burr-tools keeps them, in `.xmpuzzle` files. They are read, and not
//! written.
//!
//! ```text
//!     <puzzle version="2">
//!       <gridType type="0"/>                              cubes
//!       <shapes>
//!         <voxel x="3" y="1" z="1" type="0">###</voxel>   `#` is a voxel, `_` is none,
//!         <voxel x="2" y="2" z="1" type="0">##_#</voxel>  x first, then y, then z
//!         <voxel x="3" y="3" z="1" type="0">######+##</voxel>    `+` in a box may stay empty
//!       </shapes>
//!       <problems><problem name="both">
//!         <shapes><shape id="0" count="1"/><shape id="1" min="1" max="2"/></shapes>
//!         <result id="2"/>                                the box
//!       </problem></problems>
//!     </puzzle>
//! ```
//!
//! A problem's items are its pieces, called `S1`, `S2`, ... by the numbers of their shapes, with
//! their bounds, and the voxels of its box, called `x,y,z` from 1, or `x,y` if the box is flat.
//! Those that may stay empty are secondary. The options are all different placements: pieces are
//! turned as the grid allows, and not mirrored. Colours limit the placements: a coloured voxel of a
//! piece goes to a coloured one of the box only if the problem allows that pair. Placements that
//! differ in their colours alone are different.
//!
//! In a file packed with gzip, as burr-tools writes them, this is what is inside.
//!
//! Burr-tools counts assemblies that differ by turning or mirroring the whole box as one;
//! [`Symmetries`] tell them apart.
//!
//! Sources: the sources of burr-tools (Andreas Röver), where `puzzle.cpp` describes the format, and
//! its user guide.
//!
//! Invariant: what is read is checked, whatever problem is wanted; nothing is larger than the text
//! but the number of placements, which is limited.
//!
//! Deliberately lacking: the grids of triangular prisms and of spheres; how pieces come apart, and
//! so weights and groups; the results that a file has.

mod placements;
mod read;
mod shape;
mod stated;
mod symmetry;

use std::collections::BTreeSet;

pub use self::placements::Packing;
use self::shape::{Grid, Shape};
pub use self::symmetry::Symmetries;
use super::fault::{TextError, TextFault};
use crate::cover::problem::Bounds;

/// A file of burr-tools: shapes, and problems to be made of them.
///
/// ```
/// use tourdion::cover::form::xmpuzzle::Xmpuzzle;
///
/// let text = r##"<puzzle version="2"><shapes>
///     <voxel x="2" y="1" z="1" type="0">##</voxel>
///     <voxel x="4" y="4" z="1" type="0">################</voxel>
/// </shapes><problems><problem name="dominoes">
///     <shapes><shape id="0" count="8"/></shapes><result id="1"/>
/// </problem></problems></puzzle>"##;
/// let puzzle = Xmpuzzle::read(text)?;
/// assert_eq!(puzzle.names().collect::<Vec<_>>(), ["dominoes"]);
/// let packing = puzzle.packing(0)?;
/// assert_eq!(packing.problem().count(), 36);
/// let symmetries = packing.symmetries();
/// let is_least = |cover: &Vec<_>| symmetries.is_least(cover);
/// assert_eq!(packing.problem().covers().filter(is_least).count(), 9);
/// # Ok::<(), tourdion::cover::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Xmpuzzle<'t> {
    text: &'t str,
    grid: Grid,
    shapes: Vec<Shape>,
    tasks: Vec<Task>,
}

/// A problem as it is stated.
#[derive(Clone, Debug)]
struct Task {
    name: String,
    pieces: Vec<Piece>,
    /// The shape of the box.
    result: usize,
    /// The most voxels that may stay empty.
    holes: Option<u32>,
    /// The pairs of colours, of a piece and of the box, that may come together.
    pairs: BTreeSet<(u32, u32)>,
    /// Where it is in the text.
    place: usize,
}

/// A shape of which there are some pieces.
#[derive(Clone, Debug)]
struct Piece {
    shape: usize,
    bounds: Bounds,
    /// Where it is in the text.
    place: usize,
}

impl<'t> Xmpuzzle<'t> {
    /// Reads a file.
    ///
    /// # Errors
    /// If the text is not XML, or no puzzle, with the place and what was expected there.
    pub fn read(text: &'t str) -> Result<Xmpuzzle<'t>, TextError> {
        read::read(text)
    }

    /// The names of its problems; empty for those without.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.tasks.iter().map(|task| task.name.as_str())
    }

    /// States the problem of this number, from 0.
    ///
    /// # Errors
    /// If there is none, or it has too many placements.
    pub fn packing(&self, number: usize) -> Result<Packing, TextError> {
        let Some(task) = self.tasks.get(number) else {
            let count = self.tasks.len();
            let found = if count == 0 { "none".to_owned() } else { format!("{count}") };
            let expected = match number {
                0 => "a problem".to_owned(),
                _ => format!("{} problems or more", number + 1),
            };
            return Err(self.fault(0, TextFault::Unexpected { expected, found }));
        };
        Packing::new(self, task)
    }

    /// What is wrong at this byte.
    fn fault(&self, place: usize, what: TextFault) -> TextError {
        TextError::at(self.text.as_bytes(), place, what)
    }
}
