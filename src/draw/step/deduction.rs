//! A technique over a grid: its truths and links, its chain or its strand, and what follows.
//!
//! ```text
//!      counting   truths: blue ground, their candidates in blue circles; links: an orange frame
//!      chain      a full line between two of which one is true, a broken one between two that are
//!                 not both true
//!      sets       almost locked sets, each on a ground of its own; a blossom's stem in a frame
//!      strand     what follows from an assumption, in blue circles with their order; what nets
//!                 within it remove, struck out in orange
//!      cases      several assumptions, a, b, c ..., each with a colour of its own, and a1, a2 ...
//! ```
//!
//! Candidates of truths that no link holds (fins, ends of a wing) are green squares.

use std::slice;

use svg::node::element::{Group, Line};

pub(in crate::draw) use forcing::letter;
pub(in crate::draw) use legend::legend;

use super::mark::{Mark, around, colour, square, strike};
use super::plan::{Plan, RADIUS, SMALL};
use super::{FALSE, FALSE_GROUND, centred};
use crate::logic::technique::{Basis, Board, Constraint, Deadly, Deduction, Evidence, StrongLink};
use crate::logic::{Chain, Pencil, Wording};
use crate::sudoku::{Candidate, Cell};

mod forcing;
mod legend;

/// The technique in one sentence.
pub(in crate::draw) fn description(
    before: &Pencil,
    of: &Deduction,
    wording: Wording<'_>,
) -> String {
    let Some(board) = Board::of_pencil(before) else { return String::new() };
    match &of.evidence {
        Evidence::Forcing { .. } => {
            format!("{}: {}.", wording.sight(of, &board), wording.strands_end(of))
        }
        _ => format!("{} => {}", wording.sight(of, &board), wording.follows(of)),
    }
}

/// The cells of a constraint.
fn cells_of(plan: &Plan, constraint: Constraint) -> Vec<Cell> {
    match constraint {
        Constraint::Cell(cell) => vec![cell],
        Constraint::Places(house, _) => plan.shape.cells_of(house).collect(),
    }
}

/// What is below the digits: the ground of truths, and of what goes.
pub(super) fn ground(plan: &Plan, before: &Pencil, of: &Deduction) -> Group {
    let mut group = Group::new();
    let tinted = |cells: &[Cell], opacity: f64| {
        around(plan, cells).set("fill", colour(0)).set("fill-opacity", opacity)
    };
    let board = Board::of_pencil(before);
    let is_chain = board.is_some_and(|board| of.chain(&board).is_some());
    match &of.evidence {
        // Both have the same bases.
        Evidence::Twins(both) => return ground(plan, before, &both[0]),
        Evidence::Counting { truths, deadly, .. } => {
            for &truth in truths.iter().filter(|_| !is_chain) {
                group = group.add(tinted(&cells_of(plan, truth), 0.13));
            }
            if let Some(Deadly::Loop { cells, .. }) = deadly {
                for &cell in cells {
                    let frame = tinted(&[cell], 0.13).set("stroke", colour(0));
                    group = group.add(frame.set("stroke-width", 3));
                }
            }
        }
        Evidence::Single(constraint) => {
            group = group.add(tinted(&cells_of(plan, *constraint), 0.13));
        }
        Evidence::Chain { links, .. } => group = sets(plan, group, links),
        Evidence::Blossom { stem, petals } => {
            let frame = tinted(&[*stem], 0.25).set("stroke", colour(0));
            group = sets(plan, group.add(frame.set("stroke-width", 3)), petals);
        }
        Evidence::Aligned { cells, excluders } => {
            for &cell in cells {
                group = group.add(tinted(&[cell], 0.25));
            }
            for &cell in excluders {
                group = group.add(tinted(&[cell], 0.1));
            }
        }
        _ => {}
    }
    group
}

/// The ground of almost locked sets, each in a colour of its own.
fn sets(plan: &Plan, mut group: Group, links: &[StrongLink]) -> Group {
    let sets = links.iter().filter_map(|link| match &link.basis {
        Basis::Set(cells) => Some(cells),
        Basis::Constraint(_) => None,
    });
    for (k, cells) in sets.enumerate() {
        for &cell in cells {
            let ground = around(plan, &[cell]).set("fill", colour(k + 1));
            group = group.add(ground.set("fill-opacity", 0.16));
        }
    }
    group
}

/// Draws a technique; `number` keeps the names of its arrows apart from those of others on a page.
pub(super) fn draw(
    plan: &Plan,
    number: usize,
    before: &Pencil,
    of: &Deduction,
    wording: Wording<'_>,
) -> Group {
    let mut group = Group::new();
    let Some(board) = Board::of_pencil(before) else { return group };
    for &removal in &of.removals {
        let (x, y) = plan.place(removal.cell, removal.digit);
        let symbol = centred(&wording.symbol(removal.digit).to_string(), x, y, SMALL);
        group = group.add(square(plan, removal, FALSE_GROUND)).add(symbol.set("fill", FALSE));
    }
    let painter = DeductionPainter { plan, number, board: &board, wording };
    group = painter.pattern(group, of);
    for &removal in &of.removals {
        group = group.add(strike(plan, removal, FALSE, 1.8));
    }
    match of.placement {
        Some(placement) => group.add(painter.mark(placement, Mark::GREEN)),
        None => group,
    }
}

/// Draws the marks of a technique.
struct DeductionPainter<'m> {
    plan: &'m Plan,
    number: usize,
    board: &'m Board,
    wording: Wording<'m>,
}

impl DeductionPainter<'_> {
    /// Where a deduction is seen.
    fn pattern(&self, group: Group, of: &Deduction) -> Group {
        match (&of.evidence, of.chain(self.board)) {
            (_, Some(chain)) => self.chain(group, &chain),
            (Evidence::Counting { deadly, .. }, _) => {
                self.counting(group, slice::from_ref(of), deadly.as_ref())
            }
            (Evidence::Cycle { nodes, .. }, _) => self.cycle(group, nodes),
            (Evidence::Colours { truths, clusters }, _) => self.colours(group, truths, clusters),
            (Evidence::Blossom { stem, petals }, _) => self.blossom(group, *stem, petals),
            (Evidence::Templates { .. }, _) => self.templates(group, of),
            (Evidence::Twins(both), _) if both[0].chain(self.board).is_none() => {
                self.counting(group, &both[..], None)
            }
            (Evidence::Twins(both), _) => {
                both.iter().fold(group, |group, one| self.pattern(group, one))
            }
            (Evidence::Forcing { ground, strands }, _) if ground.has_cases() => {
                self.cases(group, strands)
            }
            (Evidence::Forcing { strands, .. }, _) => self.strands(group, strands),
            _ => group,
        }
    }

    /// The places of a digit in its templates.
    fn templates(&self, mut group: Group, of: &Deduction) -> Group {
        let all = of.templates(self.board);
        let mut places = all.concat();
        places.sort_unstable();
        places.dedup();
        for place in places {
            let is_in_all = all.iter().all(|template| template.contains(&place));
            let mark = if is_in_all { Mark::GREEN } else { Mark::Circle };
            group = group.add(self.mark(place, mark));
        }
        group
    }

    /// The mark of a candidate.
    fn mark(&self, candidate: Candidate, mark: Mark) -> Group {
        let symbol = self.wording.symbol(candidate.digit).to_string();
        mark.draw(self.plan, candidate, &symbol, &self.wording.candidate(candidate))
    }

    /// Truths, whose candidates are in links or not, and links. Of several deductions each is drawn
    /// once; what the links of one of them leave out is a square.
    fn counting(&self, mut group: Group, all: &[Deduction], deadly: Option<&Deadly>) -> Group {
        let all = all.iter().filter_map(|one| match &one.evidence {
            Evidence::Counting { truths, links, .. } => Some((truths, links)),
            _ => None,
        });
        let mut frames: Vec<Vec<Cell>> = Vec::new();
        let mut members: Vec<(Candidate, bool)> = Vec::new();
        for (truths, links) in all {
            for cells in links.iter().map(|&link| cells_of(self.plan, link)) {
                if !frames.contains(&cells) {
                    frames.push(cells);
                }
            }
            for member in truths.iter().flat_map(|truth| truth.members(self.board)) {
                let is_linked = links.iter().any(|link| link.holds(member));
                match members.iter_mut().find(|(other, _)| *other == member) {
                    Some((_, is_linked_by_all)) => *is_linked_by_all &= is_linked,
                    None => members.push((member, is_linked)),
                }
            }
        }
        for cells in &frames {
            let frame = around(self.plan, cells).set("fill", "none").set("stroke", colour(1));
            group = group.add(frame.set("stroke-width", 2.5).set("stroke-opacity", 0.8));
        }
        for (member, is_linked) in members {
            let mark = if is_linked { Mark::Circle } else { Mark::GREEN };
            group = group.add(self.mark(member, mark));
        }
        let spoilers = deadly.map(|deadly| deadly.spoilers(self.board)).unwrap_or_default();
        spoilers.into_iter().fold(group, |group, one| group.add(self.mark(one, Mark::GREEN)))
    }

    fn line(from: (f64, f64), to: (f64, f64), is_strong: bool) -> Line {
        let (across, down) = (to.0 - from.0, to.1 - from.1);
        let length = across.hypot(down).max(1.0);
        let (x, y) = (across / length * RADIUS, down / length * RADIUS);
        let line = Line::new().set("x1", from.0 + x).set("y1", from.1 + y);
        let line = line.set("x2", to.0 - x).set("y2", to.1 - y).set("stroke", colour(0));
        if is_strong {
            line.set("stroke-width", 3.2)
        } else {
            line.set("stroke-width", 1.8).set("stroke-dasharray", "5 4")
        }
    }

    /// The nodes of a chain, joined by full and broken lines in turn.
    fn chain(&self, mut group: Group, chain: &Chain) -> Group {
        let places = |k: usize| {
            let link = &chain.links[k];
            link.cells.iter().map(|&cell| self.plan.place(cell, link.digit)).collect::<Vec<_>>()
        };
        for k in 1..chain.links.len() {
            let is_strong = (k % 2 == 1) == chain.is_strong_first;
            // The two nearest candidates of groups are joined.
            let pairs = places(k - 1)
                .into_iter()
                .flat_map(|one| places(k).into_iter().map(move |other| (one, other)));
            let length = |&((x, y), (u, v)): &((f64, f64), (f64, f64))| (u - x).hypot(v - y);
            let nearest = pairs.min_by(|one, other| length(one).total_cmp(&length(other)));
            if let Some((from, to)) = nearest {
                group = group.add(Self::line(from, to, is_strong));
            }
        }
        for (k, link) in chain.links.iter().enumerate() {
            let mark = if k % 2 == 0 { Mark::Circle } else { Mark::GREEN };
            for &cell in &link.cells {
                group = group.add(self.mark(Candidate { cell, digit: link.digit }, mark));
            }
        }
        group
    }

    /// The candidates of a stem, each with a broken line to the places that it sees in its petal,
    /// and the digits of petals that go.
    fn blossom(&self, mut group: Group, stem: Cell, petals: &[StrongLink]) -> Group {
        for petal in petals {
            let [seen, kept] = &petal.nodes;
            for &one in seen {
                let from = self.plan.place(stem, one.digit);
                let to = self.plan.place(one.cell, one.digit);
                group = group.add(Self::line(from, to, false)).add(self.mark(one, Mark::Circle));
            }
            if let Some(one) = seen.first() {
                group = group.add(self.mark(Candidate { cell: stem, ..*one }, Mark::Circle));
            }
            for &one in kept {
                group = group.add(self.mark(one, Mark::GREEN));
            }
        }
        group
    }

    /// Clusters in two colours each, with a line for each truth.
    fn colours(
        &self,
        mut group: Group,
        truths: &[Constraint],
        clusters: &[[Vec<Candidate>; 2]],
    ) -> Group {
        for truth in truths {
            if let [one, other] = truth.members(self.board)[..] {
                let [from, to] = [one, other].map(|one| self.plan.place(one.cell, one.digit));
                group = group.add(Self::line(from, to, true));
            }
        }
        for (k, cluster) in clusters.iter().enumerate() {
            for (colour, mark) in cluster.iter().zip([Mark::Circle, Mark::GREEN]) {
                for &member in colour {
                    let mark = self.mark(member, mark);
                    group = group.add(if k == 0 { mark } else { mark.set("opacity", 0.6) });
                }
            }
        }
        group
    }

    fn cycle(&self, mut group: Group, nodes: &[Candidate]) -> Group {
        let place = |k: usize| {
            let node = nodes[k % nodes.len()];
            self.plan.place(node.cell, node.digit)
        };
        for k in 0..nodes.len() {
            group = group.add(Self::line(place(k), place(k + 1), k % 2 == 1));
        }
        for (k, &node) in nodes.iter().enumerate() {
            let mark = if k % 2 == 0 { Mark::Circle } else { Mark::GREEN };
            group = group.add(self.mark(node, mark));
        }
        group
    }
}
