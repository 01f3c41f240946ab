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

use svg::node::element::{Group, Line, Rectangle};

use super::mark::{self, Mark, arrow, arrowheads, colour, in_corner, on_mark, strike};
use super::plan::{Plan, RADIUS, SMALL};
use super::{FALSE, FALSE_GROUND, LEGEND, centred};
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
            group =
                group.add(on_mark(plan, candidate, &wording.symbol(candidate.digit).to_string()));
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
    let group = group.add(mark::contradicted(plan, &cells));
    gone.into_iter()
        .fold(group, |group, candidate| group.add(strike(plan, candidate, &colour(branch), 1.2)))
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
        let by = set[&candidate];
        let form = match by {
            [Some(_), Some(_)] => Mark::Halves,
            [Some(_), None] => Mark::of_branch(0),
            _ => Mark::of_branch(1),
        };
        let symbol = wording.symbol(candidate.digit).to_string();
        let mut mark = form.draw(plan, candidate, &symbol, &tooltip(candidate, by, wording));
        for (branch, node) in by.into_iter().enumerate() {
            if let Some(iteration) = node.map(|node| node.iteration).filter(|&number| number > 0) {
                let (number, fill) = (iteration.to_string(), colour(branch));
                mark = mark.add(in_corner(plan, candidate, branch, &number, &fill));
            }
        }
        group = group.add(mark);
    }
    group
}

/// The tooltip of a mark.
fn tooltip(candidate: Candidate, by: [Option<&Node>; 2], wording: Wording<'_>) -> String {
    let texts = by.iter().flatten().map(|node| {
        let single = wording.single(node.single);
        match node.iteration {
            0 => format!("{single}, a start"),
            iteration => format!("{single}, iteration {iteration}"),
        }
    });
    let texts: Vec<String> = texts.collect();
    if texts.is_empty() { wording.candidate(candidate) } else { texts.join("; ") }
}
