//! Packing puzzles of burr-tools: their placements and symmetries, against a slow way that turns
//! voxels by matrices.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use tourdion::cover::form::xmpuzzle::{Packing, Xmpuzzle};
use tourdion::cover::{OptionId, Problem, classics};

const PACKINGS: &str = include_str!("../../data/problems/packings.xmpuzzle");

type Point = [i32; 3];
/// Voxels by their points x, y, z: the state and the colour.
type Voxels = BTreeMap<Point, (char, u32)>;
/// What a piece takes: points, with its colours there.
type Taken = BTreeSet<(Point, u32)>;

/// A grid: its number, twice the centre of its turns, and whether a shift is on it.
#[derive(Clone, Copy, Debug)]
struct Grid {
    number: u32,
    centre: i32,
    allows: fn(Point) -> bool,
}

const GRIDS: [Grid; 3] = [
    Grid { number: 0, centre: 0, allows: |_| true },
    Grid { number: 3, centre: 4, allows: |shift| shift.iter().all(|k| k % 5 == 0) },
    Grid {
        number: 4,
        centre: -1,
        allows: |shift| shift.iter().all(|k| k % 3 == 0) && shift.iter().sum::<i32>() % 2 == 0,
    },
];

/// A puzzle as it is drawn: the box, the pieces with their bounds, and a pair of colours.
#[derive(Clone, Debug)]
struct Drawn {
    grid: usize,
    /// The number of places along each axis, for all shapes.
    side: i32,
    box_: Voxels,
    pieces: Vec<(Voxels, u32, u32)>,
    pair: Option<(u32, u32)>,
}

/// The matrices with a 1 or -1 in each row and column, and their determinants.
fn matrices() -> Vec<([Point; 3], i32)> {
    let mut matrices = Vec::new();
    for axes in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        for signs in 0..8 {
            let mut m = [[0; 3]; 3];
            for row in 0..3 {
                m[row][axes[row]] = if signs >> row & 1 == 1 { -1 } else { 1 };
            }
            let minor = |i: usize, k: usize| m[1][i] * m[2][k] - m[1][k] * m[2][i];
            let determinant = m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1);
            matrices.push((m, determinant));
        }
    }
    matrices
}

/// A point turned around the centre of the grid.
fn turned(grid: Grid, m: &[Point; 3], point: Point) -> Point {
    let from = point.map(|k| 2 * k - grid.centre);
    [0, 1, 2].map(|row| i32::midpoint((0..3).map(|k| m[row][k] * from[k]).sum(), grid.centre))
}

fn plus(point: Point, shift: Point) -> Point {
    [0, 1, 2].map(|k| point[k] + shift[k])
}

/// The shifts that can bring one set of points to another.
fn shifts(grid: Grid, from: Point, to: impl Iterator<Item = Point>) -> Vec<Point> {
    let shifts = to.map(|to| [0, 1, 2].map(|k| to[k] - from[k]));
    shifts.filter(|&shift| (grid.allows)(shift)).collect()
}

impl Drawn {
    fn grid(&self) -> Grid {
        GRIDS[self.grid]
    }

    fn text(&self) -> String {
        let side = self.side;
        let mut text = format!("<puzzle version=\"2\"><gridType type=\"{}\"/>", self.grid().number);
        text += "<shapes>\n";
        for voxels in self.pieces.iter().map(|(voxels, ..)| voxels).chain([&self.box_]) {
            write!(text, "<voxel x=\"{side}\" y=\"{side}\" z=\"{side}\" type=\"0\">").unwrap();
            for at in 0..side.pow(3) {
                match voxels.get(&[at % side, at / side % side, at / side / side]) {
                    Some((state, 0)) => text.push(*state),
                    Some((state, colour)) => write!(text, "{state}{colour}").unwrap(),
                    None => text.push('_'),
                }
            }
            text += "</voxel>\n";
        }
        text += "</shapes><problems><problem><shapes>\n";
        for (k, (_, least, most)) in self.pieces.iter().enumerate() {
            writeln!(text, "<shape id=\"{k}\" min=\"{least}\" max=\"{most}\"/>").unwrap();
        }
        write!(text, "</shapes><result id=\"{}\"/><bitmap>", self.pieces.len()).unwrap();
        if let Some((piece, result)) = self.pair {
            write!(text, "<pair piece=\"{}\" result=\"{}\"/>", piece - 1, result - 1).unwrap();
        }
        text + "</bitmap></problem></problems></puzzle>"
    }

    /// All placements of a piece.
    fn placements(&self, piece: &Voxels) -> BTreeSet<Taken> {
        let mut placements = BTreeSet::new();
        for (m, _) in matrices().iter().filter(|(_, determinant)| *determinant == 1) {
            let points: Vec<(Point, u32)> =
                piece.iter().map(|(&p, v)| (turned(self.grid(), m, p), v.1)).collect();
            for shift in shifts(self.grid(), points[0].0, self.box_.keys().copied()) {
                let taken: Taken = points.iter().map(|&(p, c)| (plus(p, shift), c)).collect();
                let fits = |(point, colour): &(Point, u32)| {
                    self.box_.get(point).is_some_and(|&(_, other)| {
                        *colour == 0 || other == 0 || self.pair == Some((*colour, other))
                    })
                };
                if taken.iter().all(fits) {
                    placements.insert(taken);
                }
            }
        }
        placements
    }

    /// Whether a matrix takes the voxels, shifted somehow, to the others.
    fn takes(&self, m: &[Point; 3], from: &Voxels, to: &Voxels) -> Option<Point> {
        let points: Vec<_> = from.iter().map(|(&p, &v)| (turned(self.grid(), m, p), v)).collect();
        shifts(self.grid(), points[0].0, to.keys().copied()).into_iter().find(|&shift| {
            points.iter().map(|&(p, v)| (plus(p, shift), v)).collect::<Voxels>() == *to
        })
    }

    /// For each piece the one that is its mirror image.
    fn partners(&self) -> Vec<Option<usize>> {
        let is_mirrored = |one: usize, other: usize| {
            let (one, other) = (&self.pieces[one].0, &self.pieces[other].0);
            let mirrors = matrices().into_iter().filter(|(_, determinant)| *determinant == -1);
            mirrors.into_iter().any(|(m, _)| self.takes(&m, one, other).is_some())
        };
        let mut partners = vec![None; self.pieces.len()];
        for k in 0..self.pieces.len() {
            let mut others = k..self.pieces.len();
            if partners[k].is_none()
                && let Some(other) = others.find(|&j| partners[j].is_none() && is_mirrored(k, j))
            {
                (partners[k], partners[other]) = (Some(other), Some(k));
            }
        }
        partners
    }
}

/// A cover: each piece with what it takes.
type Assembly = BTreeSet<(usize, Taken)>;

/// What an option of a packing takes, by the names of its items.
fn taken(drawn: &Drawn, problem: &Problem, option: OptionId) -> (usize, BTreeSet<Point>) {
    let names: Vec<&str> =
        problem.entries_of(option).iter().map(|entry| problem.name(entry.item)).collect();
    let piece: usize = names[0].strip_prefix('S').unwrap().parse().unwrap();
    let point = |name: &&str| {
        let numbers: Vec<i32> = name.split(',').map(|k| k.parse::<i32>().unwrap() - 1).collect();
        if drawn.side == 1 {
            [numbers[0], numbers[1], 0]
        } else {
            [numbers[0], numbers[1], numbers[2]]
        }
    };
    (piece - 1, names[1..].iter().map(point).collect())
}

/// The classes of assemblies that are images of each other.
fn classes(drawn: &Drawn, assemblies: &BTreeSet<Assembly>) -> usize {
    let partners = drawn.partners();
    let mut left = assemblies.clone();
    let mut classes = 0;
    while let Some(one) = left.pop_first() {
        classes += 1;
        for (m, determinant) in matrices() {
            let Some(shift) = drawn.takes(&m, &drawn.box_, &drawn.box_) else { continue };
            let image = |(piece, taken): &(usize, Taken)| {
                let partner = if determinant == 1 { *piece } else { partners[*piece]? };
                let moved =
                    taken.iter().map(|&(p, c)| (plus(turned(drawn.grid(), &m, p), shift), c));
                Some((partner, moved.collect()))
            };
            if let Some(image) = one.iter().map(image).collect::<Option<Assembly>>() {
                left.remove(&image);
            }
        }
    }
    classes
}

fn check(drawn: &Drawn) {
    let text = drawn.text();
    let puzzle = Xmpuzzle::read(&text).unwrap();
    let packing = puzzle.packing(0).unwrap();
    let problem = packing.problem();
    let mut expected: Vec<(usize, Taken)> = Vec::new();
    for (k, (piece, _, most)) in drawn.pieces.iter().enumerate().filter(|(_, p)| p.2 > 0) {
        assert!(*most > 0);
        expected.extend(drawn.placements(piece).into_iter().map(|taken| (k, taken)));
    }
    // Options with one piece and one set of points differ in colours alone, which no item shows;
    // so the placements are compared as a bag.
    let plain = |(k, taken): &(usize, Taken)| {
        (*k, taken.iter().map(|&(point, _)| point).collect::<BTreeSet<_>>())
    };
    let mut bag: Vec<_> = expected.iter().map(plain).collect();
    let mut found: Vec<_> = problem.options().map(|option| taken(drawn, problem, option)).collect();
    bag.sort();
    found.sort();
    assert_eq!(found, bag, "{text}");
    if drawn.pieces.iter().all(|(voxels, ..)| voxels.values().all(|&(_, colour)| colour == 0)) {
        check_classes(drawn, &packing, &text);
    }
}

/// Compares the least covers with the classes of all.
fn check_classes(drawn: &Drawn, packing: &Packing, text: &str) {
    let (problem, symmetries) = (packing.problem(), packing.symmetries());
    let covers: Vec<Vec<OptionId>> = problem.covers().collect();
    let assembly = |cover: &Vec<OptionId>| -> Assembly {
        let placed = cover.iter().map(|&option| taken(drawn, problem, option));
        placed.map(|(k, points)| (k, points.into_iter().map(|p| (p, 0)).collect())).collect()
    };
    let assemblies: BTreeSet<Assembly> = covers.iter().map(assembly).collect();
    assert_eq!(assemblies.len(), covers.len(), "{text}");
    let expected = classes(drawn, &assemblies);
    let least: Vec<_> = covers.iter().filter(|cover| symmetries.is_least(cover)).collect();
    assert_eq!(least.len(), expected, "{text}");
    let is_surplus = |option: &OptionId| symmetries.surplus().contains(option);
    assert!(!least.iter().any(|cover| cover.iter().any(is_surplus)), "{text}");
    if symmetries.are_broken() {
        let spared = covers.iter().filter(|cover| !cover.iter().any(is_surplus)).count();
        assert_eq!(spared, expected, "{text}");
    }
}

/// Puzzles of cubes, in a box of 3 x 3 x 3 or smaller.
fn cubes() -> impl Strategy<Value = Drawn> {
    let sign = prop_oneof![6 => Just('#'), 2 => Just('+'), 2 => Just('_')];
    let coloured = |state: char| (state, prop_oneof![6 => Just(0_u32), 1 => Just(1), 1 => Just(2)]);
    let full = prop::collection::vec(sign, 27);
    let piece = prop::collection::vec((any::<bool>(), 0..8_usize), 8);
    let pieces = prop::collection::vec((piece, 0..2_u32, 1..3_u32), 1..4);
    let sides = (1..4_i32, 1..4_i32, 1..3_i32);
    (full, pieces, sides, any::<bool>(), any::<bool>(), coloured('#').1, coloured('#').1).prop_map(
        |(signs, pieces, sides, is_full, has_pair, colour, other)| {
            let inside = |p: &Point| p[0] < sides.0 && p[1] < sides.1 && p[2] < sides.2;
            let points = (0..27).map(|k| [k % 3, k / 3 % 3, k / 9]);
            let signs = signs.into_iter().map(|sign| if is_full { '#' } else { sign });
            let mut box_: Voxels = points
                .zip(signs)
                .filter(|(p, sign)| inside(p) && *sign != '_')
                .map(|(p, sign)| (p, (sign, 0)))
                .collect();
            box_.entry([0, 0, 0]).or_insert(('#', 0)).1 = other;
            let piece = |(bits, least, more): (Vec<(bool, usize)>, u32, u32)| {
                let on = (0..8).zip(&bits).filter(|(_, (on, _))| *on);
                let mut voxels: Voxels =
                    on.map(|(k, _)| ([k % 2, k / 2 % 2, k / 4], ('#', 0))).collect();
                voxels.entry([0, 0, 0]).or_insert(('#', 0)).1 = colour;
                (voxels, least, least + more)
            };
            let pieces = pieces.into_iter().map(piece).collect();
            Drawn { grid: 0, side: 3, box_, pieces, pair: has_pair.then_some((1, 2)) }
        },
    )
}

/// Boxes that are cut into pieces, connected or not, so that there is a cover.
fn cut() -> impl Strategy<Value = Drawn> {
    let labels = prop::collection::vec(0..3_usize, 18);
    let bounds = prop_oneof![3 => Just((1_u32, 1_u32)), 1 => Just((0, 2))];
    let bounds = prop::collection::vec(bounds, 3);
    (labels, bounds, (2..4_i32, 1..4_i32, 1..3_i32), any::<bool>()).prop_map(
        |(labels, bounds, sides, has_hole)| {
            let inside = |p: &Point| p[0] < sides.0 && p[1] < sides.1 && p[2] < sides.2;
            let points = (0..18).map(|k| [k % 3, k / 3 % 3, k / 9]);
            let cells: Vec<(Point, usize)> =
                points.zip(labels).filter(|(p, _)| inside(p)).collect();
            let state = |p: &Point| if has_hole && *p == [0, 0, 0] { '+' } else { '#' };
            let box_ = cells.iter().map(|(p, _)| (*p, (state(p), 0))).collect();
            let piece = |label: usize| -> Voxels {
                let own = cells.iter().filter(|(_, other)| *other == label);
                own.map(|&(p, _)| (p, ('#', 0))).collect()
            };
            let pieces = (0..3).map(piece).zip(bounds).filter(|(piece, _)| !piece.is_empty());
            let pieces = pieces.map(|(piece, (least, most))| (piece, least, most)).collect();
            Drawn { grid: 0, side: 3, box_, pieces, pair: None }
        },
    )
}

/// Puzzles of the other grids: the pieces are parts of the box.
fn others() -> impl Strategy<Value = Drawn> {
    let point = || (0..6_i32, 0..6_i32, 0..6_i32).prop_map(|(x, y, z)| [x, y, z]);
    let voxels = prop::collection::btree_set(point(), 4..9);
    let part = prop::collection::vec(any::<prop::sample::Index>(), 1..4);
    let pieces = prop::collection::vec((part, 0..2_u32, 1..3_u32), 1..4);
    (voxels, pieces, 1..3_usize, any::<bool>()).prop_map(|(points, pieces, grid, is_even)| {
        // One half is the other one turned, so that there is a symmetry.
        let mut points: Vec<Point> = points.into_iter().collect();
        if is_even {
            let round = points.clone().into_iter().map(|[x, y, z]| [5 - x, 5 - y, z]);
            points.extend(round);
        }
        let box_: Voxels = points.iter().map(|&p| (p, ('+', 0))).collect();
        let piece = |(part, least, more): (Vec<prop::sample::Index>, u32, u32)| {
            let voxels = part.into_iter().map(|k| (*k.get(&points), ('#', 0))).collect();
            (voxels, least, least + more)
        };
        let pieces = pieces.into_iter().map(piece).collect();
        Drawn { grid, side: 6, box_, pieces, pair: None }
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150,
        max_shrink_iters: 2_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn cubes_are_placed_and_turned_as_by_matrices(drawn in cubes()) {
        check(&drawn);
    }

    #[test]
    fn so_are_boxes_that_are_cut_into_pieces(drawn in cut()) {
        check(&drawn);
    }

    #[test]
    fn and_so_are_the_voxels_of_other_grids(drawn in others()) {
        check(&drawn);
    }

    #[test]
    fn no_text_makes_the_reader_panic(place in any::<prop::sample::Index>(), with in ".{0,4}") {
        let mut text = PACKINGS.to_owned();
        let places: Vec<usize> = text.char_indices().map(|(k, _)| k).collect();
        let at = *place.get(&places);
        text.replace_range(at..=at, &with);
        if let Ok(puzzle) = Xmpuzzle::read(&text) {
            for number in 0..puzzle.names().len() {
                let _ = puzzle.packing(number);
            }
        }
    }
}

#[test]
fn the_random_puzzles_have_covers_and_symmetries() {
    let mut runner = TestRunner::deterministic();
    for (strategy, least_broken) in [(cut().boxed(), 40), (others().boxed(), 0)] {
        let (mut are_broken, mut are_not) = (0, 0);
        for _ in 0..400 {
            let text = strategy.new_tree(&mut runner).unwrap().current().text();
            let packing = Xmpuzzle::read(&text).unwrap().packing(0).unwrap();
            let (symmetries, count) = (packing.symmetries(), packing.problem().covers().count());
            let least = packing.problem().covers().filter(|cover| symmetries.is_least(cover));
            if least.count() < count {
                let counter = if symmetries.are_broken() { &mut are_broken } else { &mut are_not };
                *counter += 1;
            }
        }
        assert!(are_broken >= least_broken && are_not > 20, "{are_broken} and {are_not} of 400");
    }
}

#[test]
fn soma_from_a_file_is_soma() {
    let puzzle = Xmpuzzle::read(PACKINGS).unwrap();
    let number = puzzle.names().position(|name| name == "Soma").unwrap();
    let packing = puzzle.packing(number).unwrap();
    let letters = ["V", "L", "T", "Z", "A", "B", "P"];
    let mut text = packing.problem().to_string();
    for (k, letter) in (1..).zip(letters) {
        text = text.replace(&format!("S{k} "), &format!("{letter} "));
    }
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&text), sorted(&classics::soma().unwrap().to_string()));
    let symmetries = packing.symmetries();
    assert_eq!(symmetries.count(), 48);
    // 240, found by Conway and Guy, are those that differ in more than turning and mirroring.
    let mut engine = packing.problem().engine();
    symmetries.surplus().iter().for_each(|&option| engine.ban(option));
    let covers = engine.first(usize::MAX);
    assert!(covers.len() < 1000, "{}", covers.len());
    assert_eq!(covers.iter().filter(|cover| symmetries.is_least(cover)).count(), 240);
}
