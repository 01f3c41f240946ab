//! Cells in space, and the symmetries of the cube that turn them.
//!
//! ```text
//!      axes  1 2 0, flips  n n y        each axis takes its number from another one, which may be
//!      [z, y, x]  becomes  [y, s-x, z]  counted from its other end
//! ```
//!
//! Exchanging two axes mirrors, and so does a flip; a rotation has an even number of both together.
//! So 24 of the 48 symmetries are rotations: pieces of wood can be turned, but not mirrored.
//!
//! Deliberately lacking: other grids than that of cubes. Those whose cells lie among cubes can use
//! it ([`form::xmpuzzle`](super::form::xmpuzzle)).

/// A cell's place: depth, then height, then breadth, from 0; ordered as in reading.
pub(super) type Cube = [usize; 3];

/// A symmetry of the cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    /// The axis that each axis takes its numbers from.
    axes: [usize; 3],
    /// The axes that are flipped before.
    flips: [bool; 3],
}

impl Turn {
    /// All 48.
    pub(super) fn all() -> impl Iterator<Item = Turn> {
        const AXES: [[usize; 3]; 6] =
            [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
        let flips = (0..8_u32).map(|bits| [0, 1, 2].map(|axis| bits >> axis & 1 == 1));
        flips.flat_map(|flips| AXES.into_iter().map(move |axes| Turn { axes, flips }))
    }

    /// The 24 that are rotations.
    pub(super) fn rotations() -> impl Iterator<Item = Turn> {
        Turn::all().filter(|turn| !turn.mirrors())
    }

    /// Whether it takes left to right.
    pub(super) fn mirrors(self) -> bool {
        let [a, b, c] = self.axes;
        let is_odd = (a > b) ^ (a > c) ^ (b > c);
        self.flips.iter().filter(|&&flip| flip).count() % 2 == usize::from(!is_odd)
    }

    /// Where a place of a box comes to; `last` is the box's last place.
    pub(super) fn of(self, place: Cube, last: Cube) -> Cube {
        self.axes.map(|k| if self.flips[k] { last[k] - place[k] } else { place[k] })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// What the three axes become, as columns of a matrix; its determinant is -1 for a mirror.
    fn determinant(turn: Turn) -> isize {
        let at = |place| turn.of(place, [1, 1, 1]).map(|k| isize::try_from(k).unwrap());
        let from = at([0, 0, 0]);
        let [a, b, c] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(|place| {
            let to = at(place);
            [0, 1, 2].map(|k| to[k] - from[k])
        });
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    }

    #[test]
    fn half_of_the_symmetries_are_rotations() {
        let images = |turns: Vec<Turn>| -> BTreeSet<Vec<Cube>> {
            let places = [[0, 0, 1], [0, 2, 0], [3, 0, 0]];
            turns.iter().map(|turn| places.map(|place| turn.of(place, [3, 3, 3])).into()).collect()
        };
        assert_eq!(images(Turn::all().collect()).len(), 48);
        assert_eq!(images(Turn::rotations().collect()).len(), 24);
        for turn in Turn::all() {
            assert_eq!(determinant(turn), if turn.mirrors() { -1 } else { 1 }, "{turn:?}");
        }
    }
}
