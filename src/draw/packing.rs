//! A cover that packs pieces into a board or a box, as a plan of it.
//!
//! ```text
//!      option  P 2,1 3,1 2,2 3,2 2,3   ┌───┬───────┐    a piece with its name; the layers of a box
//!                                      │   │ P     │    stand side by side, in rows
//!                                      │   │   ┌───┤
//! ```
//!
//! Items named `x,y` or `x,y,z` are cells, counted from any number; those that no piece fills are
//! marked. A piece with a name has a colour of its own; pieces without names are coloured so that
//! touching ones differ.

use std::collections::{BTreeMap, BTreeSet};

use svg::node::element::{Group, Path, Text, Title};

use super::frame::{frame, paper};
use super::palette::INK;
use crate::cover::{OptionId, Problem};
use crate::excerpt::one_line;

/// A cell: depth, height, breadth, from 1.
type Cube = [usize; 3];

/// The same by the numbers of its name.
type Named = [i64; 3];

/// Why the covers of a problem can't be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotAPacking {
    /// No item is a cell.
    #[error("no item here is a cell, called as `3,1` or `3,1,2`")]
    NoCell,
    /// There are more than 10,000 rows, columns or layers.
    #[error("cells are too far apart here, by more than 10,000")]
    TooFar,
}

/// Light enough for a name in black.
const FILLS: [&str; 12] = [
    "#e8998d", "#86b6d9", "#f2cf7a", "#9ccf9c", "#c9a6d8", "#f0b27a", "#8fd3cf", "#d98fb0",
    "#b5c77a", "#7f9ccb", "#d9c1a0", "#b0b7bf",
];
const MARGIN: usize = 16;
/// The longest side of a picture, and the sides that a cell may have.
const LONGEST: usize = 1200;
const SIDES: (usize, usize) = (6, 48);
/// The most cells in a row, a column, or above each other. A larger picture would be useless, and
/// its measures would exceed 32 bits.
const FURTHEST: usize = 10_000;

/// A placed piece.
struct Piece {
    name: String,
    cells: BTreeSet<Cube>,
    /// The option, for a reader that points at it.
    option: String,
}

impl Piece {
    fn of(problem: &Problem, board: &Board, option: OptionId) -> Piece {
        let (mut names, mut cells) = (Vec::new(), BTreeSet::new());
        for entry in problem.entries_of(option) {
            let name = problem.name(entry.item);
            match board.place(name) {
                Some(place) => drop(cells.insert(place)),
                None => names.push(name),
            }
        }
        let option = one_line(&problem.spelled(option).to_string());
        Piece { name: one_line(&names.join(" ")), cells, option }
    }

    /// For each layer of the piece, the cell nearest to the middle: the place of the name.
    fn middles(&self) -> Vec<Cube> {
        let layers: BTreeSet<usize> = self.cells.iter().map(|cell| cell[0]).collect();
        let middle = |layer: usize| {
            let here = || self.cells.iter().filter(move |cell| cell[0] == layer);
            let count = here().count();
            let sums = [1, 2].map(|axis| here().map(|cell| cell[axis]).sum::<usize>());
            let away = |cell: &&Cube| {
                let aside = |axis: usize| (cell[axis] * count).abs_diff(sums[axis - 1]) as u64;
                aside(1).pow(2) + aside(2).pow(2)
            };
            here().min_by_key(away).copied()
        };
        layers.into_iter().filter_map(middle).collect()
    }
}

/// Where the cells of a problem begin: at the least number of each axis.
struct Board {
    least: Named,
}

impl Board {
    fn of(problem: &Problem) -> Result<Board, NotAPacking> {
        let mut cells = problem.items().filter_map(|item| named(problem.name(item)));
        let first = cells.next().ok_or(NotAPacking::NoCell)?;
        let (least, most) = cells.fold((first, first), |(least, most), cell| {
            let each = [0, 1, 2];
            (each.map(|k| least[k].min(cell[k])), each.map(|k| most[k].max(cell[k])))
        });
        let is_near = |k: usize| most[k].abs_diff(least[k]) < FURTHEST as u64;
        if !(0..3).all(is_near) {
            return Err(NotAPacking::TooFar);
        }
        Ok(Board { least })
    }

    fn place(&self, name: &str) -> Option<Cube> {
        let cell = named(name)?;
        Some([0, 1, 2].map(|axis| cell[axis].abs_diff(self.least[axis]) as usize + 1))
    }
}

/// Reads the name of a cell.
fn named(name: &str) -> Option<Named> {
    let numbers = name.split(',').map(|part| part.parse().ok()).collect::<Option<Vec<i64>>>()?;
    match numbers[..] {
        [x, y] => Some([1, y, x]),
        [x, y, z] => Some([z, y, x]),
        _ => None,
    }
}

/// The places of cells in the picture: layers side by side, in as many rows as make the cells
/// largest.
struct Plan {
    side: usize,
    /// The numbers of layers, and of cells down and across one layer.
    extent: Cube,
    /// The number of layers side by side.
    across: usize,
}

impl Plan {
    fn of(cells: &BTreeSet<Cube>) -> Plan {
        let extent = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).max().unwrap_or(1));
        let longest = |across: usize| {
            let rows = extent[0].div_ceil(across);
            (across * (extent[2] + 1)).max(rows * Plan::height_of_a_row(extent))
        };
        // Of those that make the cells as large as they may be, the widest, as lines are read.
        let across = (1..=extent[0]).rev();
        let across = across.min_by_key(|&across| longest(across).max(LONGEST / SIDES.1));
        let across = across.unwrap_or(1);
        let side = (LONGEST / longest(across)).clamp(SIDES.0, SIDES.1);
        Plan { side, extent, across }
    }

    /// The cells down a row of layers, and one for a caption if there are several layers.
    fn height_of_a_row(extent: Cube) -> usize {
        extent[1] + usize::from(extent[0] > 1)
    }

    /// The top left corner of a cell.
    fn corner(&self, [z, y, x]: Cube) -> (usize, usize) {
        let (row, column) = ((z - 1) / self.across, (z - 1) % self.across);
        let across = column * (self.extent[2] + 1) + x - 1;
        let down = row * Plan::height_of_a_row(self.extent) + y - 1;
        (MARGIN + across * self.side, MARGIN + down * self.side)
    }

    fn size(&self) -> (usize, usize) {
        let [layers, down, across] = self.extent;
        let (right, _) = self.corner([self.across, down, across]);
        let (_, bottom) = self.corner([layers, Plan::height_of_a_row(self.extent), across]);
        (right + self.side + MARGIN, bottom + self.side + MARGIN)
    }

    /// The captions of the layers, of which the first has the number `least`.
    fn captions(&self, least: i64) -> Group {
        let [layers, down, _] = self.extent;
        let mut group = Group::new().set("font-size", (self.side * 3 / 8).max(6));
        for layer in 1..=layers {
            let (x, y) = self.corner([layer, down + 1, 1]);
            let z = least.saturating_add_unsigned(layer as u64 - 1);
            let text = Text::new(format!("z = {z}")).set("x", x).set("y", y + self.side / 2);
            group = group.add(text.set("fill", INK));
        }
        group
    }
}

/// A cover that packs pieces, as SVG: each option is a piece, with a name and a colour.
///
/// Items whose names are `x,y` or `x,y,z`, whole numbers, are the cells; the other items of an
/// option name its piece. An option without cells is not drawn.
///
/// ```
/// use tourdion::cover::{Engine, Links, classics};
/// use tourdion::draw;
///
/// let dominoes = classics::dominoes(4, 4)?;
/// let cover = Links::new(&dominoes)?.first(1).remove(0);
/// let picture = draw::packing(&dominoes, &cover)?;
/// assert!(picture.starts_with("<svg"));
/// assert_eq!(picture.matches("<title>").count(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there are no cells, or if they are too far apart.
pub fn packing(problem: &Problem, cover: &[OptionId]) -> Result<String, NotAPacking> {
    let board = Board::of(problem)?;
    let pieces: Vec<Piece> =
        cover.iter().map(|&option| Piece::of(problem, &board, option)).collect();
    let places = problem.items().filter_map(|item| board.place(problem.name(item)));
    let mut cells: BTreeSet<Cube> = places.collect();
    let plan = Plan::of(&cells);
    let (width, height) = plan.size();
    cells.retain(|cell| !pieces.iter().any(|piece| piece.cells.contains(cell)));
    let mut document = frame(width, height)
        .set("style", "max-width: 100%; height: auto")
        .set("font-family", "sans-serif")
        .add(paper());
    if !cells.is_empty() {
        document = document.add(unfilled(&cells, &plan));
    }
    if plan.extent[0] > 1 {
        document = document.add(plan.captions(board.least[0]));
    }
    for (piece, fill) in pieces.iter().zip(fills(&pieces)) {
        document = document.add(drawn(piece, fill, &plan));
    }
    let borders: String = pieces.iter().map(|piece| border(piece, &plan)).collect();
    let width = (plan.side / 16).max(1);
    let borders = Path::new().set("d", borders).set("stroke", INK).set("stroke-width", width);
    Ok(document.add(borders.set("stroke-linecap", "square").set("fill", "none")).to_string())
}

/// The cells that no piece fills: small squares, so that the board is seen.
fn unfilled(cells: &BTreeSet<Cube>, plan: &Plan) -> Path {
    let (inset, side) = (plan.side / 3, (plan.side / 3).max(1));
    let square = |&cell: &Cube| {
        let (x, y) = plan.corner(cell);
        format!("M{} {}h{side}v{side}h-{side}z", x + inset, y + inset)
    };
    let squares: String = cells.iter().map(square).collect();
    Path::new().set("d", squares).set("fill", "none").set("stroke", "#999999")
}

/// Whether the covers of a problem can be drawn, without any.
///
/// # Errors
/// As [`packing`].
pub fn check_packing(problem: &Problem) -> Result<(), NotAPacking> {
    Board::of(problem).map(|_| ())
}

/// The squares of a piece and its name.
fn drawn(piece: &Piece, fill: &str, plan: &Plan) -> Group {
    let side = plan.side;
    let square = |&cell: &Cube| {
        let (x, y) = plan.corner(cell);
        format!("M{x} {y}h{side}v{side}h-{side}z")
    };
    let squares: String = piece.cells.iter().map(square).collect();
    // A thin stroke of the same colour closes the seams between the squares.
    let path =
        Path::new().set("d", squares).set("fill", fill).set("stroke", fill).set("stroke-width", 1);
    let mut group = Group::new().add(Title::new(piece.option.as_str())).add(path);
    for middle in piece.middles().into_iter().filter(|_| !piece.name.is_empty()) {
        let (x, y) = plan.corner(middle);
        group = group.add(
            Text::new(piece.name.as_str())
                .set("x", x + side / 2)
                .set("y", y + side * 11 / 16)
                .set("font-size", font_size(&piece.name, side))
                .set("text-anchor", "middle")
                .set("fill", INK),
        );
    }
    group
}

/// The size of a name that stays within its cell.
fn font_size(name: &str, side: usize) -> usize {
    (side * 3 / 2 / name.chars().count().max(3)).max(1)
}

/// The outer sides of a piece's cells.
fn border(piece: &Piece, plan: &Plan) -> String {
    let side = plan.side;
    let mut lines = String::new();
    for &[z, y, x] in &piece.cells {
        let (left, top) = plan.corner([z, y, x]);
        let (right, bottom) = (left + side, top + side);
        for (next, line) in [
            ([z, y - 1, x], format!("M{left} {top}H{right}")),
            ([z, y + 1, x], format!("M{left} {bottom}H{right}")),
            ([z, y, x - 1], format!("M{left} {top}V{bottom}")),
            ([z, y, x + 1], format!("M{right} {top}V{bottom}")),
        ] {
            if !piece.cells.contains(&next) {
                lines.push_str(&line);
            }
        }
    }
    lines
}

/// The colour of each piece.
fn fills(pieces: &[Piece]) -> Vec<&'static str> {
    let names: BTreeSet<&str> = pieces.iter().map(|piece| &*piece.name).collect();
    let owners: BTreeMap<Cube, usize> = pieces
        .iter()
        .enumerate()
        .flat_map(|(k, piece)| piece.cells.iter().map(move |&cell| (cell, k)))
        .collect();
    let mut chosen: Vec<usize> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let own =
            names.iter().position(|name| *name == piece.name).filter(|_| !piece.name.is_empty());
        let near = piece
            .cells
            .iter()
            .flat_map(|&cell| neighbours(cell))
            .filter_map(|cell| owners.get(&cell));
        let taken: BTreeSet<usize> = near.filter_map(|&k| chosen.get(k).copied()).collect();
        let free = (0..FILLS.len()).find(|colour| !taken.contains(colour));
        chosen.push(own.or(free).unwrap_or(0));
    }
    chosen.into_iter().map(|colour| FILLS[colour % FILLS.len()]).collect()
}

/// The cells that share a side with this one. Cells are counted from 1, so 0 is beside the board.
fn neighbours([z, y, x]: Cube) -> [Cube; 6] {
    [[z - 1, y, x], [z + 1, y, x], [z, y - 1, x], [z, y + 1, x], [z, y, x - 1], [z, y, x + 1]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{Engine, Links, classics};

    fn first(problem: &Problem) -> Vec<OptionId> {
        Links::new(problem).unwrap().first(1).remove(0)
    }

    #[test]
    fn pieces_that_touch_differ_in_colour() {
        for problem in [classics::dominoes(8, 8), classics::l_trominoes(9, 4), classics::soma()] {
            let problem = problem.unwrap();
            let board = Board::of(&problem).unwrap();
            let pieces: Vec<Piece> =
                first(&problem).iter().map(|&o| Piece::of(&problem, &board, o)).collect();
            let fills = fills(&pieces);
            for (k, piece) in pieces.iter().enumerate() {
                for cell in piece.cells.iter().flat_map(|&cell| neighbours(cell)) {
                    let others = pieces.iter().position(|other| other.cells.contains(&cell));
                    assert!(others.is_none_or(|other| other == k || fills[other] != fills[k]));
                }
            }
        }
    }

    #[test]
    fn a_piece_is_drawn_with_its_name_and_its_outline() {
        let problem = classics::soma().unwrap();
        let drawn = packing(&problem, &first(&problem)).unwrap();
        for name in ["V", "L", "T", "Z", "A", "B", "P"] {
            assert!(drawn.contains(&format!(">\n{name}\n</text>")), "{name}: {drawn}");
        }
        let squares = drawn.matches("h48v48h-48z").count();
        assert_eq!(squares, 27);
        let domino = classics::dominoes(2, 1).unwrap();
        let drawn = packing(&domino, &first(&domino)).unwrap();
        assert_eq!(drawn.matches('H').count() + drawn.matches('V').count(), 6, "{drawn}");
    }

    #[test]
    fn layers_stand_in_rows_where_that_makes_them_larger() {
        let plan = |x, y, z| {
            let cells = [[1, 1, 1], [z, y, x]].into_iter().collect();
            let plan = Plan::of(&cells);
            (plan.side, plan.across, plan.corner([z, y, x]))
        };
        assert_eq!(plan(10, 6, 1), (48, 1, (16 + 9 * 48, 16 + 5 * 48)));
        assert_eq!(plan(3, 3, 3), (48, 3, (16 + 10 * 48, 16 + 2 * 48)));
        // Four and four and two layers, of eleven cells each way.
        assert_eq!(plan(10, 10, 10), (27, 4, (16 + 20 * 27, 16 + 31 * 27)));
        // Where cells can't be smaller, the picture is as square as it can be.
        assert_eq!(plan(35, 35, 35), (SIDES.0, 6, (16 + 178 * 6, 16 + 214 * 6)));
    }

    #[test]
    fn cells_that_no_piece_fills_are_marked() {
        let problem: Problem = "a | 1,1,1 2,1,1 1,1,2\na 1,1,1\n".parse().unwrap();
        let drawn = packing(&problem, &first(&problem)).unwrap();
        assert_eq!(drawn.matches("h16v16h-16z").count(), 2, "{drawn}");
        assert_eq!(drawn.matches("h48v48h-48z").count(), 1, "{drawn}");
        assert!(drawn.contains("z = 1") && drawn.contains("z = 2"), "{drawn}");
    }

    #[test]
    fn cells_are_known_by_their_names() {
        assert_eq!(named("3,12"), Some([1, 12, 3]));
        assert_eq!(named("1,2,3"), Some([3, 2, 1]));
        assert_eq!(named("0,-1"), Some([1, -1, 0]));
        assert_eq!(["P", "1", "1,a", "1,2,3,4", "1,18446744073709551615"].map(named), [None; 5]);
    }

    #[test]
    fn names_from_outside_are_escaped() {
        let mut problem = Problem::new();
        let items = ["</text>&\u{202e}m", "1,1"].map(|name| problem.primary(name).unwrap());
        problem.option(items).unwrap();
        let drawn = packing(&problem, &first(&problem)).unwrap();
        assert_eq!(drawn.matches("&lt;/text&gt;&amp;\u{fffd}m").count(), 2, "{drawn}");
        assert!(!drawn.contains('\u{202e}'));
    }

    #[test]
    fn the_furthest_cells_have_room() {
        let of_corners = |corners: [&str; 2]| {
            let mut problem = Problem::new();
            let corners = corners.map(|name| problem.primary(name).unwrap());
            problem.option(corners).unwrap();
            packing(&problem, &first(&problem))
        };
        assert!(of_corners(["1,1,1", "10000,10000,10000"]).unwrap().starts_with("<svg"));
        for furthest in ["10001,1", "1,10001", "9223372036854775807,-9223372036854775808"] {
            assert_eq!(of_corners(["1,1", furthest]), Err(NotAPacking::TooFar), "{furthest}");
        }
        assert_eq!(of_corners(["a", "b"]), Err(NotAPacking::NoCell));
    }

    #[test]
    fn a_board_is_counted_from_any_number() {
        let picture = |corner: [i64; 3]| {
            let mut problem = Problem::new();
            let cells: Vec<_> = (0..8)
                .map(|k| [k % 2, k / 2 % 2, k / 4].map(i64::from))
                .map(|cell| [0, 1, 2].map(|axis| (cell[axis] + corner[axis]).to_string()).join(","))
                .map(|name| problem.primary(&name).unwrap())
                .collect();
            for piece in cells.chunks(4) {
                problem.option(piece.to_vec()).unwrap();
            }
            packing(&problem, &first(&problem)).unwrap()
        };
        let without_words = |picture: &str| {
            let is_drawn = |line: &&str| line.starts_with('<') && !line.starts_with("<title>");
            let lines = picture.lines().filter(is_drawn);
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        let usual = picture([1; 3]);
        for corner in [[0; 3], [-5, 7, 3], [i64::MIN; 3], [i64::MAX - 1; 3]] {
            let drawn = picture(corner);
            assert_eq!(without_words(&drawn), without_words(&usual), "{corner:?}");
            assert!(drawn.contains(&format!("z = {}", corner[2])), "{drawn}");
        }
    }
}
