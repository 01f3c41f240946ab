//! What is drawn over the grid of a step: marks around candidates, arrows between them, strikes
//! through them, and frames around cells.
//!
//! ```text
//!      ●    a circle, for what is first                          1●    a word in a corner
//!      ■    a square of a colour, for everything else            9̶     a strike
//!      ◐    half a circle and half a square, for both            ▢     a frame
//! ```
//!
//! Invariant: the symbol of its digit stands on every mark, in white.

use std::f64::consts::TAU;

use svg::node::element::path::Data;
use svg::node::element::{Definitions, Group, Line, Marker, Path, Rectangle, Text, Title};

use super::plan::{Plan, RADIUS, SMALL};
use super::{FALSE, centred};
use crate::draw::palette::{self, Colour, GREEN};
use crate::sudoku::{Candidate, Cell};

/// A mark around a candidate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// A blue circle.
    Circle,
    /// A square of a colour.
    Square(Colour),
    /// The left half of a circle and the right half of a square, in the colours of the first two
    /// branches.
    Halves,
}

impl Mark {
    /// A green square.
    pub(super) const GREEN: Mark = Mark::Square(GREEN);

    /// The mark of a branch of a net, or of a case of a forcing chain. Only the first is round.
    pub(super) fn of_branch(branch: usize) -> Mark {
        if branch == 0 { Mark::Circle } else { Mark::Square(palette::of(branch)) }
    }

    /// Draws it around a candidate, with the symbol of its digit on it and a tooltip.
    pub(super) fn draw(
        self,
        plan: &Plan,
        candidate: Candidate,
        symbol: &str,
        tooltip: &str,
    ) -> Group {
        let (x, y) = plan.place(candidate.cell, candidate.digit);
        let mark = Group::new().add(Title::new(tooltip));
        let mark = match self {
            Mark::Circle => mark.add(half_disc(x, y, RADIUS)).add(half_disc(x, y, -RADIUS)),
            Mark::Square(colour) => mark.add(square(plan, candidate, &palette::hex(colour))),
            Mark::Halves => mark.add(half_disc(x, y, RADIUS)).add(half_square(x, y)),
        };
        mark.add(on_mark(plan, candidate, symbol))
    }
}

/// The colour of a branch: blue, vermilion, and others for more than two.
pub(in crate::draw) fn colour(branch: usize) -> String {
    palette::hex(palette::of(branch))
}

/// The symbol on a mark.
pub(super) fn on_mark(plan: &Plan, candidate: Candidate, symbol: &str) -> Text {
    let (x, y) = plan.place(candidate.cell, candidate.digit);
    centred(symbol, x, y, SMALL).set("fill", "white").set("font-weight", "bold")
}

/// The left half of a disc, or with a negative radius the right one.
fn half_disc(x: f64, y: f64, r: f64) -> Path {
    // Written with points, because an arc's flags are easily mistaken.
    let point = |k: u32| {
        let turn = TAU / 4.0 + TAU / 2.0 * f64::from(k) / 16.0;
        (x + r * turn.cos(), y - r.abs() * turn.sin())
    };
    let mut outline = Data::new().move_to(point(0));
    for k in 1..=16 {
        outline = outline.line_to(point(k));
    }
    Path::new().set("d", outline.close()).set("fill", colour(0))
}

/// The right half of a square.
fn half_square(x: f64, y: f64) -> Rectangle {
    let half = Rectangle::new().set("x", x).set("y", y - RADIUS);
    half.set("width", RADIUS).set("height", 2.0 * RADIUS).set("fill", colour(1))
}

/// A square around a candidate.
pub(super) fn square(plan: &Plan, Candidate { cell, digit }: Candidate, fill: &str) -> Rectangle {
    let (x, y) = plan.place(cell, digit);
    let square = Rectangle::new().set("x", x - RADIUS).set("y", y - RADIUS);
    square.set("width", 2.0 * RADIUS).set("height", 2.0 * RADIUS).set("rx", 2).set("fill", fill)
}

/// A word in a corner of a mark: the upper left one, the upper right one, and those below.
pub(super) fn in_corner(
    plan: &Plan,
    candidate: Candidate,
    corner: usize,
    word: &str,
    fill: &str,
) -> Text {
    let (x, y) = plan.place(candidate.cell, candidate.digit);
    let aside = [-0.95, 0.95][corner % 2] * RADIUS;
    let above = [-0.95, 0.95][corner / 2 % 2] * RADIUS;
    centred(word, x + aside, y + above, SMALL * 0.7)
        .set("paint-order", "stroke")
        .set("stroke", "white")
        .set("stroke-width", 2.5)
        .set("fill", fill)
        .set("font-weight", "bold")
}

/// A line through a candidate that goes.
pub(super) fn strike(
    plan: &Plan,
    Candidate { cell, digit }: Candidate,
    colour: &str,
    width: f64,
) -> Group {
    let ((x, y), r) = (plan.place(cell, digit), RADIUS);
    // From the upper left: 2, 4 and 7 have strokes the other way, and would be hidden.
    let line = Line::new().set("x1", x - r).set("y1", y - r).set("x2", x + r).set("y2", y + r);
    // A light edge separates it from a mark that it crosses.
    let edge = line.clone().set("stroke", "white").set("stroke-width", width + 1.2);
    Group::new().add(edge).add(line.set("stroke", colour).set("stroke-width", width))
}

/// A rectangle around cells.
pub(super) fn around(plan: &Plan, cells: &[Cell]) -> Rectangle {
    let rows = cells.iter().map(|cell| usize::from(cell.row));
    let columns = cells.iter().map(|cell| usize::from(cell.column));
    let least = plan.point(rows.clone().min().unwrap_or(0), columns.clone().min().unwrap_or(0));
    let most = plan.point(rows.max().unwrap_or(0) + 1, columns.max().unwrap_or(0) + 1);
    let frame = Rectangle::new().set("x", least.0).set("y", least.1);
    frame.set("width", most.0 - least.0).set("height", most.1 - least.1)
}

/// The frame around the cell or house that is contradicted.
pub(super) fn contradicted(plan: &Plan, cells: &[Cell]) -> Rectangle {
    let frame = around(plan, cells).set("fill", FALSE).set("fill-opacity", 0.07);
    frame.set("stroke", FALSE).set("stroke-width", 3.5)
}

/// The name of an arrowhead on a page: of a branch, in a picture.
fn arrowhead(picture: usize, branch: usize) -> String {
    format!("arrow-{picture}-{branch}")
}

/// The heads of the arrows of some branches. `picture` keeps their names apart from those of others
/// on a page.
pub(super) fn arrowheads(picture: usize, branches: usize) -> Definitions {
    let head = |branch: usize| {
        let triangle = Path::new().set("d", "M0,0 L8,3.5 L0,7 z").set("fill", colour(branch));
        Marker::new()
            .set("id", arrowhead(picture, branch))
            .set("markerWidth", 8)
            .set("markerHeight", 7)
            .set("refX", 7)
            .set("refY", 3.5)
            .set("orient", "auto")
            .set("markerUnits", "userSpaceOnUse")
            .add(triangle)
    };
    (0..branches).fold(Definitions::new(), |all, branch| all.add(head(branch)))
}

/// A bow from one candidate's mark to another's, so that arrows in a line do not cover each other.
/// Its head is one of [`arrowheads`].
pub(super) fn arrow(
    plan: &Plan,
    picture: usize,
    branch: usize,
    from: Candidate,
    to: Candidate,
) -> Path {
    let ((x, y), (u, v)) = (plan.place(from.cell, from.digit), plan.place(to.cell, to.digit));
    let (across, down) = (u - x, v - y);
    let length = across.hypot(down).max(1.0);
    // The branches bow to different sides.
    let bow = [0.14, -0.14][branch % 2] * length;
    let (middle, side) = ((x.midpoint(u), y.midpoint(v)), (-down / length, across / length));
    let control = (middle.0 + bow * side.0, middle.1 + bow * side.1);
    let towards = |(x, y): (f64, f64), by: f64| {
        let (across, down) = (control.0 - x, control.1 - y);
        let length = across.hypot(down).max(1.0);
        (x + across / length * by, y + down / length * by)
    };
    let (start, end) = (towards((x, y), RADIUS), towards((u, v), RADIUS + 2.0));
    let curve = Data::new().move_to(start).quadratic_curve_to((control, end));
    Path::new()
        .set("d", curve)
        .set("fill", "none")
        .set("stroke", colour(branch))
        .set("stroke-width", 1.6)
        .set("stroke-opacity", 0.75)
        .set("marker-end", format!("url(#{})", arrowhead(picture, branch)))
}
