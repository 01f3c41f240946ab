//! Pieces packed into a region: pentominoes, dominoes, L-trominoes, the Soma cube.
//!
//! ```text
//!      the piece P    its eight orientations                   one placement in a 3x3 board
//!
//!         # #         ##  ##  .#  #.  ##.  .##  ###  ###             . # #
//!         # #         ##  ##  ##  ##  ###  ###  ##.  .##             . # #
//!         # .         #.  .#  ##  ##                                 . # .
//!                                                         option  P 2,1 3,1 2,2 3,2 2,3
//! ```
//!
//! A piece is a set of cells, turned through the 24 rotations of the cube. A flat piece on a board
//! is no special case: the rotations that leave it flat are its four turns, and the same turned
//! over. So a board takes either side of a piece, and a box distinguishes left and right, as with
//! pieces of wood.
//!
//! Invariant: a piece's orientations are moved to the origin and compared as sorted lists of cells,
//! so a symmetrical piece gives every placement once.
//!
//! Deliberately lacking: optional pieces; they only need other bounds.

use std::collections::{BTreeMap, BTreeSet};

use super::check_options;
use super::region::Region;
use crate::cover::problem::{ItemId, Problem, ProblemError};
use crate::cover::space::{Cube, Turn};

/// The twelve pentominoes in Golomb's letters, a slash between lines.
const PENTOMINOES: [(&str, &str); 12] = [
    ("F", ".## / ##. / .#."),
    ("I", "#####"),
    ("L", "#### / #..."),
    ("N", "##.. / .###"),
    ("P", "## / ## / #."),
    ("T", "### / .#. / .#."),
    ("U", "#.# / ###"),
    ("V", "#.. / #.. / ###"),
    ("W", "#.. / ##. / .##"),
    ("X", ".#. / ### / .#."),
    ("Y", "#### / .#.."),
    ("Z", "##. / .#. / .##"),
];

/// The five tetrominoes.
const TETROMINOES: [(&str, &str); 5] =
    [("I", "####"), ("L", "### / #.."), ("O", "## / ##"), ("S", ".## / ##."), ("T", "### / .#.")];

/// The seven pieces of the Soma cube, a bar between layers. A and B are each other's mirror images.
const SOMA: [(&str, &str); 7] = [
    ("V", "## / #."),
    ("L", "### / #.."),
    ("T", "### / .#."),
    ("Z", "##. / .##"),
    ("A", "## / #. | .. / #."),
    ("B", "## / #. | .# / .."),
    ("P", "## / #. | #. / .."),
];

/// The twelve pentominoes packed into `board`, each once.
///
/// Items, all primary: the pieces F I L N P T U V W X Y Z and the cells. Options: every placement
/// of every piece, either side up; 2056 in the 6×10 board.
///
/// Covers: 6×10 9356, 5×12 4040, 4×15 1472, 3×20 8, that is four times 2339, 1010, 368 and 2 (C. B.
/// and J. Haselgrove, "A computer program for pentominoes", *Eureka* 23, 1960); the chessboard less
/// its centre 520, eight times 65 (Dana Scott, "Programming a combinatorial puzzle", 1958).
///
/// # Errors
/// If there are too many options for a problem.
///
/// ```
/// use tourdion::cover::classics::{self, Region};
///
/// let problem = classics::pentominoes(&Region::rectangle(6, 10))?;
/// assert_eq!((problem.items().len(), problem.options().len()), (72, 2056));
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn pentominoes(board: &Region) -> Result<Problem, ProblemError> {
    each_once(&PENTOMINOES, board)
}

/// The five tetrominoes packed into `board`, each twice.
///
/// Items, all primary: the pieces I L O S T, which stand in two options each, and the cells.
/// Options: every placement of every piece, either side up.
///
/// Covers of 8×5: 3106, the count of Knuth's program SSMCC too.
///
/// # Errors
/// If there are too many options for a problem.
///
/// ```
/// use tourdion::cover::classics::{self, Region};
///
/// assert_eq!(classics::tetrominoes_twice(&Region::rectangle(8, 5))?.covers().count(), 3106);
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn tetrominoes_twice(board: &Region) -> Result<Problem, ProblemError> {
    each(&TETROMINOES, 2, board)
}

/// The seven pieces of Piet Hein's Soma, three or four cubes each, packed into a cube of 3×3×3.
///
/// Items, all primary: the pieces and the cells. Options: every placement of every piece, 688.
///
/// Covers: 11520, that is 48 times 240 (found by Conway and Guy, by hand: Berlekamp, Conway and
/// Guy, *Winning Ways*).
///
/// # Errors
/// Never; building a problem has this type.
///
/// ```
/// use tourdion::cover::classics;
///
/// let problem = classics::soma()?;
/// assert_eq!((problem.items().len(), problem.options().len()), (34, 688));
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn soma() -> Result<Problem, ProblemError> {
    each_once(&SOMA, &Region::cuboid(3, 3, 3))
}

/// A board `width` across and `height` down, paved with dominoes.
///
/// Items: the cells, all primary. Options: every two neighbours.
///
/// Covers of the 2n×2n board: 2, 36, 6728, 12988816, 258584046368, 53060477521960000 (OEIS A004003;
/// any rectangle: A099390). Kasteleyn, and Temperley and Fisher, 1961, gave the formula.
///
/// # Errors
/// If there are too many options for a problem.
///
/// ```
/// use tourdion::cover::{Engine, Links, classics};
///
/// let mut engine = Links::new(&classics::dominoes(4, 4)?)?;
/// assert_eq!(engine.count(u64::MAX), 36);
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn dominoes(width: usize, height: usize) -> Result<Problem, ProblemError> {
    check_options(&[width, height])?;
    at_will("##", &Region::rectangle(width, height))
}

/// A board `width` across and `height` down, paved with L-trominoes, three cells of a 2×2 square.
///
/// Items: the cells, all primary. Options: every placement, four in each square of four cells.
///
/// Covers: 2^k for 3×2k, which divides into blocks of 3×2 with two pavings each; 18 for 4×6, 72 for
/// 5×6, 9567192 for 9×10.
///
/// # Errors
/// If there are too many options for a problem.
///
/// ```
/// use tourdion::cover::{Engine, Links, classics};
///
/// let mut engine = Links::new(&classics::l_trominoes(3, 6)?)?;
/// assert_eq!(engine.count(u64::MAX), 8);
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn l_trominoes(width: usize, height: usize) -> Result<Problem, ProblemError> {
    check_options(&[4, width.saturating_sub(1), height.saturating_sub(1)])?;
    at_will("## / #.", &Region::rectangle(width, height))
}

/// Packs every piece of `pieces` into `region`, once.
fn each_once(pieces: &[(&str, &str)], region: &Region) -> Result<Problem, ProblemError> {
    each(pieces, 1, region)
}

/// Packs every piece of `pieces` into `region`, this number of times.
fn each(pieces: &[(&str, &str)], times: u32, region: &Region) -> Result<Problem, ProblemError> {
    let mut problem = Problem::new();
    let mut names = Vec::new();
    for (name, _) in pieces {
        names.push(problem.multiple(name, times..=times)?);
    }
    let cells = cell_items(&mut problem, region)?;
    for (&name, (_, drawing)) in names.iter().zip(pieces) {
        for placement in placements(drawing, &cells) {
            problem.option([name].into_iter().chain(placement))?;
        }
    }
    Ok(problem)
}

/// Packs copies of one piece into `region`.
fn at_will(drawing: &str, region: &Region) -> Result<Problem, ProblemError> {
    let mut problem = Problem::new();
    let cells = cell_items(&mut problem, region)?;
    for placement in placements(drawing, &cells) {
        problem.option(placement)?;
    }
    Ok(problem)
}

fn cell_items(
    problem: &mut Problem,
    region: &Region,
) -> Result<BTreeMap<Cube, ItemId>, ProblemError> {
    region.places().map(|place| Ok((place, problem.primary(&region.name(place))?))).collect()
}

/// The cells of every placement of a piece among `cells`.
fn placements(drawing: &str, cells: &BTreeMap<Cube, ItemId>) -> Vec<Vec<ItemId>> {
    let mut placements = Vec::new();
    for orientation in orientations(&places_of(drawing)) {
        let Some(&from) = orientation.first() else { continue };
        for &to in cells.keys() {
            // All or nothing: a place outside the region makes the whole placement `None`.
            let places = orientation.iter().map(|&place| moved(place, from, to));
            placements.extend(
                places.map(|place| cells.get(&place?).copied()).collect::<Option<Vec<_>>>(),
            );
        }
    }
    placements
}

/// `place` after the move that brings `from` to `to`.
fn moved(place: Cube, from: Cube, to: Cube) -> Option<Cube> {
    let along = |axis: usize| (place[axis] + to[axis]).checked_sub(from[axis]);
    Some([along(0)?, along(1)?, along(2)?])
}

/// The places of a drawing's `#`, with `|` between layers and `/` between lines.
fn places_of(drawing: &str) -> Vec<Cube> {
    let mut places = Vec::new();
    for (z, layer) in drawing.split('|').enumerate() {
        for (y, line) in layer.split('/').enumerate() {
            let marks = line.trim().chars().enumerate().filter(|&(_, mark)| mark == '#');
            places.extend(marks.map(|(x, _)| [z, y, x]));
        }
    }
    places
}

/// The different orientations of the piece, each as a sorted list.
fn orientations(piece: &[Cube]) -> BTreeSet<Vec<Cube>> {
    let last = [0, 1, 2].map(|axis| piece.iter().map(|place| place[axis]).max().unwrap_or(0));
    let turned = Turn::rotations().map(|turn| {
        let mut places: Vec<Cube> = piece.iter().map(|&place| turn.of(place, last)).collect();
        places.sort_unstable();
        places
    });
    turned.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of orientations of a flat piece that stay flat.
    fn flat(drawing: &str) -> usize {
        orientations(&places_of(drawing))
            .iter()
            .filter(|o| o.iter().all(|place| place[0] == 0))
            .count()
    }

    #[test]
    fn there_are_63_fixed_pentominoes_and_no_two_alike() {
        let counts = PENTOMINOES.map(|(name, drawing)| (name, flat(drawing)));
        let expected = "F8 I2 L8 N8 P8 T4 U4 V4 W4 X1 Y8 Z4"; // OEIS A001168: 63 in all
        assert_eq!(counts.map(|(name, count)| format!("{name}{count}")).join(" "), expected);
        let all: BTreeSet<_> =
            PENTOMINOES.iter().flat_map(|(_, d)| orientations(&places_of(d))).collect();
        assert_eq!(all.iter().filter(|o| o.iter().all(|place| place[0] == 0)).count(), 63);
    }

    #[test]
    fn left_and_right_stay_apart_in_space() {
        let of = |name: &str| {
            let (_, drawing) = SOMA.iter().find(|(other, _)| *other == name).unwrap();
            orientations(&places_of(drawing))
        };
        assert_eq!(SOMA.map(|(name, _)| of(name).len()), [12, 24, 12, 12, 12, 12, 8]);
        assert!(of("A").is_disjoint(&of("B")));
    }

    #[test]
    fn a_placement_reads_as_drawn() {
        let text = pentominoes(&Region::rectangle(3, 3)).unwrap().to_string();
        assert!(text.lines().any(|line| line == "P 2,1 3,1 2,2 3,2 2,3"), "{text}");
        assert_eq!(
            text.lines().filter(|line| line.starts_with('X')).collect::<Vec<_>>(),
            ["X 2,1 1,2 2,2 3,2 2,3"]
        );
    }

    #[test]
    fn a_hole_takes_its_placements_with_it() {
        let board = Region::rectangle(3, 2).without([(2, 1), (9, 9)]);
        assert_eq!(at_will("##", &board).unwrap().to_string().lines().count(), 1 + 4);
    }
}
