//! Alternating inference chains (AIC), and all that are such chains under names of their own.
//!
//! ```text
//!      truth      link       truth      link       truth
//!      a ═══ b ───────── c ═══ d ───────── e ═══ f        one of a and f is true: what sees both
//!                                                         is false
//! ```
//!
//! A truth has its candidates in two *nodes*: two candidates, or groups of one digit in a line and
//! a box. So one of the nodes is true. A link joins nodes of different truths that see each other.
//! If the ends see each other, too, the chain is closed, and each link is used up. If they are one
//! node, it is true.
//!
//! From each node chains go to the others breadth first, and so the shortest between two nodes is
//! found. They are shown by their length. Invariant: no two truths of a chain have a candidate in
//! common, so that it can be checked by counting. Only chains with sets, and those that are asked
//! for thoroughly, may meet a candidate twice, and are checked step by step.
//!
//! Source: the names are those of the forums and of HoDoKu.
//!
//! Deliberately lacking: chains longer than another one between the same ends, and others as short.
//! So W-wings, which are easier than most, are sought by themselves.

use super::bits::{cells, lowest, ones};
use super::constraint::Constraint;
use super::deduction::Removals;
use super::sight::OpenParts;
use super::tables::{HOUSE, SEES, number};
use super::visit::{Convention, Flow, Visit};
use super::{Board, Deduction, Evidence};

use graph::Graph;
use rows::bits;
use ways::{Before, Ways};

mod graph;
mod name;
mod rows;
mod sets;
mod ways;

/// The chains to look for.
#[derive(Clone, Copy)]
#[allow(clippy::struct_excessive_bools)] // they are chosen one by one
pub(super) struct Scope {
    /// Houses with two places are truths.
    houses: bool,
    /// Cells with two candidates are truths.
    cells: bool,
    /// Nodes may be groups.
    groups: bool,
    /// The most cells of almost locked sets that are truths; 0 if they are none.
    sets: u8,
    /// All links are of one digit.
    is_one_digit: bool,
    /// The most truths.
    most: usize,
    /// The first truth and the last of the most are cells, and those between are houses. So no
    /// other chain between the same ends hides one.
    has_cells_at_ends: bool,
    /// Only chains with a name of the kind.
    only: Option<fn(super::Technique) -> bool>,
    /// What a board has that has such a chain: it costs less than a graph.
    needs: Option<fn(&Board) -> bool>,
    /// Chains that can't be counted are shown, too, and sets may have a cell outside of their
    /// house.
    is_thorough: bool,
}

impl Scope {
    const ANY: Scope = Scope {
        houses: true,
        cells: true,
        groups: false,
        sets: 0,
        is_one_digit: false,
        most: 20,
        has_cells_at_ends: false,
        only: None,
        needs: None,
        is_thorough: false,
    };
    pub(super) const ALL: Scope = Scope::ANY;
    pub(super) const GROUPED: Scope = Scope { groups: true, ..Scope::ANY };
    pub(super) const SETS: Scope = Scope { sets: 8, ..Scope::GROUPED };
    pub(super) const DIGIT: Scope = Scope { cells: false, is_one_digit: true, ..Scope::ANY };
    pub(super) const CELLS: Scope = Scope { houses: false, ..Scope::ANY };
    pub(super) const W_WING: Scope = Scope {
        groups: true,
        most: 3,
        has_cells_at_ends: true,
        only: Some(name::is_w_wing),
        needs: Some(has_w_wing),
        ..Scope::ANY
    };

    /// The same by a convention.
    pub(super) const fn by(self, convention: Convention) -> Scope {
        Scope { is_thorough: convention.is_thorough(), ..self }
    }
}

/// Whether there are two cells with the same two digits that see all places of one of them in a
/// house, and take the other away.
fn has_w_wing(board: &Board) -> bool {
    let bivalue = board.bivalue();
    let between = |one: u8, other: u8| {
        let pair = board.left(one);
        if pair != board.left(other) || SEES[usize::from(one)] >> other & 1 == 1 {
            return false;
        }
        let [of_one, of_other] = [one, other].map(|cell| SEES[usize::from(cell)]);
        ones(pair).any(|digit| {
            let places = board.cells(digit);
            let is_seen = |house: &u128| {
                let places = places & house;
                places & places.wrapping_sub(1) != 0 && places & !(of_one | of_other) == 0
            };
            let goes = board.cells(lowest(pair & !(1 << digit))) & of_one & of_other;
            goes != 0 && HOUSE.iter().any(is_seen)
        })
    };
    cells(bivalue).any(|one| cells(bivalue & !((2 << one) - 1)).any(|other| between(one, other)))
}

/// A chain: its nodes in order, and the truths of the first two, the next two, and so on.
struct Found {
    nodes: Vec<u16>,
    truths: Vec<u16>,
    is_closed: bool,
}

/// No node.
const NONE: u16 = u16::MAX;

impl Graph<'_> {
    /// Whether there is a chain from a node to a later one, or perhaps one back to it.
    fn has_any(&self, start: u16, [reached, last, next]: &mut [Vec<u64>; 3]) -> bool {
        let empty = |set: &mut Vec<u64>| {
            set.clear();
            set.resize(self.steps.width(), 0);
        };
        [&mut *reached, &mut *last].into_iter().for_each(empty);
        let put = |set: &mut [u64], node: u16| set[usize::from(node) / 64] |= 1 << (node % 64);
        put(reached, start);
        for &(node, _) in &self.strong[usize::from(start)] {
            put(reached, node);
            put(last, node);
        }
        for _ in 1..self.scope.most {
            empty(next);
            for node in bits(last) {
                // The way back is by another truth.
                if self.strong[usize::from(start)].len() > 1 && self.steps.has(node, start) {
                    return true;
                }
                next.iter_mut().zip(self.steps.row(node)).for_each(|(next, row)| *next |= row);
            }
            for (next, reached) in next.iter_mut().zip(&mut *reached) {
                *next &= !*reached;
                *reached |= *next;
            }
            std::mem::swap(last, next);
            if last.iter().all(|&word| word == 0) {
                return false;
            }
            let mut ends = bits(last).filter(|&end| end > start);
            if ends.any(|end| self.is_seen(start, end) || self.takes(start, end)) {
                return true;
            }
        }
        false
    }

    /// Whether other loops than the first of the shortest are looked for: with sets there are too
    /// many.
    fn has_others(&self) -> bool {
        self.scope.is_thorough && self.scope.sets == 0
    }

    /// All chains from a node to later ones, the shortest to each.
    fn from(&self, start: u16, ways: &mut Ways, found: &mut Vec<Found>) {
        ways.begin(self.nodes.len(), start);
        let (mut closed, has_others) = (Vec::new(), self.has_others());
        for &(next, truth) in &self.strong[usize::from(start)] {
            if self.allows(truth, 1) {
                let before = Before { seen: start, previous: NONE, truth };
                ways.reach(next, before, has_others);
            }
        }
        for step in 2..=self.scope.most {
            ways.turn();
            for k in 0..ways.layer.len() {
                let node = ways.layer[k];
                for seen in self.seen(node) {
                    for &(next, truth) in &self.strong[usize::from(seen)] {
                        if !self.allows(truth, step) {
                            continue;
                        }
                        let before = Before { seen, previous: node, truth };
                        if next == start {
                            self.returns(ways, before);
                        } else if next != node {
                            ways.reach(next, before, has_others);
                        }
                    }
                }
            }
            let returned = ways.returned.take().map(|way| ways.around(way));
            found.extend(returned.filter(|_| !self.gone(start, start).is_empty()));
            for &end in ways.next.iter().filter(|&&end| end > start) {
                let is_closed = self.is_seen(start, end);
                if is_closed || self.takes(start, end) {
                    found.push(ways.chain(end, is_closed));
                }
                if is_closed && has_others {
                    closed.push(end);
                }
            }
        }
        for end in closed {
            found.extend(ways.others(end).map(|change| ways.changed(end, Some(change))));
        }
        let uncounted = ways.uncounted.take().filter(|_| !ways.has_returned);
        let uncounted = uncounted.map(|way| ways.around(way));
        found.extend(uncounted.filter(|_| !self.gone(start, start).is_empty()));
    }

    /// Whether a truth may be number `step` of a chain, counted from 1.
    fn allows(&self, truth: u16, step: usize) -> bool {
        let is_cell = || matches!(self.truths[usize::from(truth)], Constraint::Cell(_));
        !self.scope.has_cells_at_ends || is_cell() == (step == 1 || step == self.scope.most)
    }

    /// Notes the first way back to the start that is a chain.
    fn returns(&self, ways: &mut Ways, way: Before) {
        if !ways.may_return(way.previous, way.truth) {
            return;
        }
        if self.is_chain(&ways.around(way)) {
            (ways.returned, ways.has_returned) = (Some(way), true);
        } else if self.scope.is_thorough {
            ways.uncounted.get_or_insert(way);
        }
    }

    /// Whether truths have nothing in common: it could not be counted. With sets it is not.
    fn is_chain(&self, Found { nodes, truths, .. }: &Found) -> bool {
        // The ends of a chain around have their node in common.
        let is_around = nodes.first() == nodes.last();
        let is_apart = |(k, &one): (usize, &u16)| {
            let is_end = is_around && k + 1 == truths.len();
            let others = &truths[usize::from(is_end).min(k)..k];
            others.iter().all(|&other| self.are_apart(one, other))
        };
        self.scope.sets > 0 || truths.iter().enumerate().all(is_apart)
    }

    /// What goes by a closed chain: what sees both nodes of a link, and is in no truth.
    fn used_up(&self, nodes: &[u16], truths: &[Constraint]) -> Removals {
        let mut lost = [0_u128; 9];
        let next = nodes.iter().skip(1).chain(nodes.first());
        for (&one, &other) in nodes.iter().zip(next).skip(1).step_by(2) {
            self.gone(one, other).gather(&mut lost);
        }
        for truth in truths {
            for member in truth.members(self.board) {
                lost[member.digit.index()] &= !(1 << number(member.cell));
            }
        }
        Removals::of_digits(&lost)
    }

    /// The deduction of a chain; `None` if nothing goes. If its truths have something in common it
    /// can't be counted, and is shown only if that is asked for.
    fn deduction(&self, found: &Found) -> Option<Deduction> {
        let Found { nodes, truths, is_closed } = found;
        let is_chain = self.is_chain(found);
        if !is_chain && !self.scope.is_thorough {
            return None;
        }
        let is_around = nodes.first() == nodes.last();
        let mut links: Vec<Constraint> =
            nodes[1..].chunks_exact(2).map(|two| self.link(two[0], two[1])).collect();
        let truths: Vec<Constraint> =
            truths.iter().map(|&truth| self.truths[usize::from(truth)]).collect();
        let ends = (nodes[0], *nodes.last()?);
        let removals = if *is_closed {
            links.push(self.link(ends.1, ends.0));
            self.used_up(nodes, &truths)
        } else {
            self.gone(ends.0, ends.1)
        };
        if removals.is_empty() {
            return None;
        }
        let has_group = nodes.iter().any(|&node| self.nodes[usize::from(node)].cell().is_none());
        let technique = name::of(self.board, &truths, &links, (*is_closed, has_group));
        if self.scope.only.is_some_and(|is_one| !is_one(technique)) {
            return None;
        }
        let by = |evidence| {
            Deduction::removing(technique, technique.usual(), removals.clone(), evidence)
        };
        let counted = by(Evidence::Counting { deadly: None, truths, links, single: None });
        // The truths at the ends may have more in common than the node.
        if is_chain && (!is_around || counted.check(self.board).is_ok()) {
            return Some(counted);
        }
        self.scope.is_thorough.then(|| by(self.linked(found, *is_closed)))
    }

    /// What goes by a closed chain if it is not closed: its ends have the same digit.
    fn opened(&self, found: &Found) -> Option<Deduction> {
        let is_fit = found.is_closed && (!self.scope.houses || self.scope.groups);
        let ends = [*found.nodes.first()?, *found.nodes.last()?];
        let [one, other] = ends.map(|end| self.nodes[usize::from(end)].digit);
        if !is_fit || one != other {
            return None;
        }
        let (nodes, truths) = (found.nodes.clone(), found.truths.clone());
        self.deduction(&Found { nodes, truths, is_closed: false })
    }
}

/// Chains by their length.
pub(super) fn find(open: &OpenParts<'_>, scope: Scope, visit: Visit<'_>) -> Flow {
    let board = open.board();
    if scope.needs.is_some_and(|has_any| !has_any(board)) {
        return Flow::Continue(());
    }
    let graph = Graph::of(board, scope, open.digits());
    let (mut all, mut ways, mut sets) = (Vec::new(), Ways::default(), [const { Vec::new() }; 3]);
    for start in 0..graph.nodes.len() as u16 {
        // Most begin no chain.
        if graph.has_any(start, &mut sets) {
            graph.from(start, &mut ways, &mut all);
        }
    }
    all.sort_by_key(|found| found.truths.len());
    all.iter().try_for_each(|found| {
        if scope.sets > 0 {
            return graph.show_with_sets(found, visit);
        }
        let deductions = [graph.deduction(found), graph.opened(found)];
        deductions.into_iter().flatten().try_for_each(|deduction| {
            open.found_in(graph.nodes[usize::from(found.nodes[0])].digit);
            visit(deduction)
        })
    })
}
