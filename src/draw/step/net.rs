//! A net over a grid: the placements of each branch, their premises, and the conclusion.
//!
//! ```text
//!      ● - - ■     the two candidates of which one is true, and the beginnings of the branches
//!      ● ──▶ ●     from a premise to what it makes a single, a bow
//!      ◐           a candidate that both branches set: a half of each mark
//!      9̶           a candidate that goes
//!      ▢           the cell or house that is contradicted
//! ```
//!
//! Invariant: each candidate has one mark, however many branches set it, and each branch its colour
//! and its shape.
//!
//! Deliberately lacking: a way round other marks. Bows only keep arrows of one line apart.

use std::collections::HashMap;
use std::f64::consts::TAU;

use svg::node::element::path::Data;
use svg::node::element::{Definitions, Group, Line, Marker, Path, Rectangle, Text, Title};

use super::plan::{Plan, RADIUS, SMALL};
use super::{FALSE, FALSE_GROUND, LEGEND, centred};
use crate::draw::palette;
use crate::logic::{Conclusion, Contradiction, Net, Node, Pencil, Wording};
use crate::sudoku::{Candidate, Cell};

/// Draws a net; `number` keeps the names of its arrows apart from those of others on a page.
pub(super) fn draw(
    plan: &Plan,
    number: usize,
    pencil: &Pencil,
    net: &Net,
    wording: Wording<'_>,
) -> Group {
    let mut group = Group::new().add(arrowheads(number, 2));
    group = contradicted(plan, pencil, net, group);
    let cancelled = net.cancellations();
    if let Conclusion::Common(_) = net.conclusion {
        for candidate in &cancelled {
            let ((x, y), r) = (plan.place(candidate.cell, candidate.digit), RADIUS);
            let ground = Rectangle::new().set("x", x - r).set("y", y - r);
            let ground = ground.set("width", 2.0 * r).set("height", 2.0 * r);
            let symbol = centred(&wording.symbol(candidate.digit).to_string(), x, y, SMALL);
            group = group.add(ground.set("fill", FALSE_GROUND)).add(symbol.set("fill", FALSE));
        }
    }
    for (branch, nodes) in net.branches.iter().enumerate() {
        for node in nodes {
            for premise in net.premises(branch, node) {
                let (from, to) = (premise.single.candidate, node.single.candidate);
                group = group.add(arrow(plan, number, branch, from, to));
            }
        }
    }
    group = pair(plan, net).into_iter().fold(group, Group::add);
    group = group.add(marks(plan, net, wording));
    for candidate in cancelled {
        group = group.add(strike(plan, candidate, FALSE, 1.8));
        if net.branches.iter().flatten().any(|node| node.single.candidate == candidate) {
            // Its digit is white, as the strike's edge is.
            let (x, y) = plan.place(candidate.cell, candidate.digit);
            group = group.add(in_mark(&wording.symbol(candidate.digit).to_string(), x, y));
        }
    }
    group
}

/// What the marks mean.
pub(super) fn legend(net: &Net, wording: Wording<'_>) -> String {
    let starts = net.branches.each_ref().map(|branch| branch.first());
    let [Some(first), Some(second)] = starts else { return LEGEND.to_owned() };
    let [first, second] = [first, second].map(|start| wording.candidate(start.single.candidate));
    format!("Blue circles: what follows from {first}; orange squares: from {second}. {LEGEND}")
}

/// The colour of a branch: blue, vermilion, and others for more than two.
pub(in crate::draw) fn colour(branch: usize) -> String {
    palette::hex(palette::of(branch))
}

fn arrowhead(number: usize, branch: usize) -> String {
    format!("arrow-{number}-{branch}")
}

/// The heads of the arrows of some branches.
pub(super) fn arrowheads(number: usize, branches: usize) -> Definitions {
    let head = |branch: usize| {
        let triangle = Path::new().set("d", "M0,0 L8,3.5 L0,7 z").set("fill", colour(branch));
        Marker::new()
            .set("id", arrowhead(number, branch))
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
pub(super) fn arrow(
    plan: &Plan,
    number: usize,
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
        .set("marker-end", format!("url(#{})", arrowhead(number, branch)))
}

/// A broken line between the two candidates, one of which is true.
fn pair(plan: &Plan, net: &Net) -> Option<Line> {
    let [Some(one), Some(other)] = net.branches.each_ref().map(|branch| branch.first()) else {
        return None;
    };
    let place = |Candidate { cell, digit }: Candidate| plan.place(cell, digit);
    let ((x, y), (u, v)) = (place(one.single.candidate), place(other.single.candidate));
    let line = Line::new()
        .set("x1", x)
        .set("y1", y)
        .set("x2", u)
        .set("y2", v)
        .set("stroke", super::INK)
        .set("stroke-width", 2)
        .set("stroke-dasharray", "5 4");
    Some(line)
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

/// The cell or house that is contradicted, in a frame, and its candidates that have gone.
fn contradicted(plan: &Plan, pencil: &Pencil, net: &Net, group: Group) -> Group {
    let Conclusion::Contradicted { contradiction, branch } = net.conclusion else { return group };
    let (cells, gone): (Vec<Cell>, Vec<Candidate>) = match contradiction {
        Contradiction::NoCandidate(cell) => {
            (vec![cell], pencil.digits(cell).map(|digit| Candidate { cell, digit }).collect())
        }
        Contradiction::Twice { house, .. } => (plan.shape.cells_of(house).collect(), Vec::new()),
        Contradiction::NoPlace { house, digit } => {
            let places = pencil.places(house, digit).map(|cell| Candidate { cell, digit });
            (plan.shape.cells_of(house).collect(), places.collect())
        }
    };
    let frame = around(plan, &cells).set("fill", FALSE).set("fill-opacity", 0.07);
    let group = group.add(frame.set("stroke", FALSE).set("stroke-width", 3.5));
    gone.into_iter()
        .fold(group, |group, candidate| group.add(strike(plan, candidate, &colour(branch), 1.2)))
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

/// The placements, once for each candidate.
fn marks(plan: &Plan, net: &Net, wording: Wording<'_>) -> Group {
    let mut set: HashMap<Candidate, [Option<&Node>; 2]> = HashMap::new();
    let mut order = Vec::new();
    for (branch, nodes) in net.branches.iter().enumerate() {
        for node in nodes {
            let candidate = node.single.candidate;
            set.entry(candidate).or_insert_with(|| {
                order.push(candidate);
                [None, None]
            })[branch] = Some(node);
        }
    }
    let mut group = Group::new();
    for candidate in order {
        let ((x, y), r) = (plan.place(candidate.cell, candidate.digit), RADIUS);
        let by = set[&candidate];
        let mut mark = Group::new().add(title(candidate, by, wording));
        mark = match by {
            [Some(_), Some(_)] => mark.add(half_disc(x, y, r)).add(half_square(x, y, r)),
            [Some(_), None] => mark.add(half_disc(x, y, r)).add(half_disc(x, y, -r)),
            _ => mark.add(square(x, y, r)),
        };
        let symbol = wording.symbol(candidate.digit).to_string();
        mark = mark.add(in_mark(&symbol, x, y));
        for (branch, node) in
            by.iter().enumerate().filter_map(|(branch, node)| Some((branch, (*node)?)))
        {
            if node.iteration > 0 {
                let aside = x + [-1.0, 1.0][branch] * r * 0.95;
                let number = centred(&node.iteration.to_string(), aside, y - r * 0.95, SMALL * 0.7);
                let halo = number
                    .set("paint-order", "stroke")
                    .set("stroke", "white")
                    .set("stroke-width", 2.5);
                mark = mark.add(halo.set("fill", colour(branch)).set("font-weight", "bold"));
            }
        }
        group = group.add(mark);
    }
    group
}

/// The digit in a mark.
pub(super) fn in_mark(symbol: &str, x: f64, y: f64) -> Text {
    centred(symbol, x, y, SMALL).set("fill", "white").set("font-weight", "bold")
}

/// The tooltip of a mark.
fn title(candidate: Candidate, by: [Option<&Node>; 2], wording: Wording<'_>) -> Title {
    let texts = by.iter().flatten().map(|node| {
        let single = wording.single(node.single);
        match node.iteration {
            0 => format!("{single}, a start"),
            iteration => format!("{single}, iteration {iteration}"),
        }
    });
    let texts: Vec<String> = texts.collect();
    Title::new(if texts.is_empty() { wording.candidate(candidate) } else { texts.join("; ") })
}

/// The left half of a disc, or with a negative radius the right one.
pub(super) fn half_disc(x: f64, y: f64, r: f64) -> Path {
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

fn half_square(x: f64, y: f64, r: f64) -> Rectangle {
    let half = Rectangle::new().set("x", x).set("y", y - r).set("width", r).set("height", 2.0 * r);
    half.set("fill", colour(1))
}

pub(super) fn square(x: f64, y: f64, r: f64) -> Rectangle {
    let square = Rectangle::new()
        .set("x", x - r)
        .set("y", y - r)
        .set("width", 2.0 * r)
        .set("height", 2.0 * r);
    square.set("rx", 2).set("fill", colour(1))
}
