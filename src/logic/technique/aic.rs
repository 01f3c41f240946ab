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
//! common, so that it can be checked by counting.
//!
//! Source: the names are those of the forums and of HoDoKu.
//!
//! Deliberately lacking: almost locked sets as nodes, and chains longer than another one between
//! the same ends.

use smallvec::SmallVec;

use super::bits::{cells, lowest, ones};
use super::constraint::{Constraint, of_cell, of_places};
use super::deduction::Removals;
use super::tables::{CELLS, HOUSE, common_peers, number};
use super::visit::{Flow, Visit};
use super::{Board, Deduction, Evidence};

mod name;
mod rows;

use rows::{Rows, bits};

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
    /// All links are of one digit.
    is_one_digit: bool,
    /// The most truths.
    most: usize,
    /// Only chains with a name of the kind.
    only: Option<fn(super::Technique) -> bool>,
}

impl Scope {
    const ANY: Scope = Scope {
        houses: true,
        cells: true,
        groups: false,
        is_one_digit: false,
        most: 20,
        only: None,
    };
    pub(super) const ALL: Scope = Scope::ANY;
    pub(super) const GROUPED: Scope = Scope { groups: true, ..Scope::ANY };
    pub(super) const DIGIT: Scope = Scope { cells: false, is_one_digit: true, ..Scope::ANY };
    pub(super) const CELLS: Scope = Scope { houses: false, ..Scope::ANY };
    pub(super) const TURBOT_FISH: Scope =
        Scope { groups: true, most: 2, only: Some(name::is_turbot_fish), ..Scope::DIGIT };
    pub(super) const W_WING: Scope =
        Scope { groups: true, most: 3, only: Some(name::is_w_wing), ..Scope::ANY };
}

/// A candidate, or several of one digit.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Node {
    digit: u8,
    cells: u128,
}

impl Node {
    fn of(cell: u8, digit: u8) -> Node {
        Node { digit, cells: 1 << cell }
    }

    /// The cell of a node that is no group.
    fn cell(self) -> Option<u8> {
        self.cells.is_power_of_two().then(|| self.cells.trailing_zeros() as u8)
    }
}

/// The nodes of a board, and what joins them.
struct Graph<'b> {
    board: &'b Board,
    scope: Scope,
    nodes: Vec<Node>,
    /// What all cells of a node see.
    sees: Vec<u128>,
    truths: Vec<Constraint>,
    /// The other node of each truth of a node, and the truth.
    strong: Vec<SmallVec<[(u16, u16); 4]>>,
    /// What a node sees of its digit, and in its cell.
    weak: [Rows; 2],
    /// What is true if a node is, by two steps of a chain.
    steps: Rows,
    /// The nodes of each digit.
    of_digit: [Vec<u16>; 9],
    /// The nodes that are no groups.
    of_cell: [[u16; 9]; 81],
}

/// A chain: its nodes in order, and the truths of the first two, the next two, and so on.
struct Found {
    nodes: Vec<u16>,
    truths: Vec<u16>,
    is_closed: bool,
}

/// No node.
const NONE: u16 = u16::MAX;

/// The ways from a start, breadth first.
#[derive(Default)]
struct Ways {
    /// Of each node the one before, which is false, the true one before that, and the truth between
    /// them.
    before: Vec<(u16, u16, u16)>,
    /// The start from which each node was reached the last time.
    reached: Vec<u16>,
    start: u16,
    layer: Vec<u16>,
    next: Vec<u16>,
    /// The first way back to the start: the true node before it, the false one, their truth.
    returned: Option<(u16, u16, u16)>,
    has_returned: bool,
}

impl Ways {
    fn begin(&mut self, count: usize, start: u16) {
        self.before.resize(count, (NONE, NONE, NONE));
        self.reached.resize(count, NONE);
        self.start = start;
        self.reached[usize::from(start)] = start;
        self.next.clear();
        (self.returned, self.has_returned) = (None, false);
    }

    /// Notes the first way back to the start, by another truth than that of its first step.
    fn returns(&mut self, node: u16, seen: u16, truth: u16) {
        let (mut first, mut previous) = (node, self.before[usize::from(node)].1);
        while previous != NONE {
            (first, previous) = (previous, self.before[usize::from(previous)].1);
        }
        if !self.has_returned && self.before[usize::from(first)].2 != truth {
            (self.returned, self.has_returned) = (Some((node, seen, truth)), true);
        }
    }

    /// The chain of a way back to the start, which is true then.
    fn around(&self, (node, seen, truth): (u16, u16, u16)) -> Found {
        let mut found = self.chain(node, false);
        found.nodes.extend([seen, self.start]);
        found.truths.push(truth);
        found
    }

    fn reach(&mut self, node: u16, before: (u16, u16, u16)) {
        if self.reached[usize::from(node)] != self.start {
            self.reached[usize::from(node)] = self.start;
            self.before[usize::from(node)] = before;
            self.next.push(node);
        }
    }

    /// Goes on from what was reached.
    fn turn(&mut self) {
        std::mem::swap(&mut self.layer, &mut self.next);
        self.next.clear();
    }

    fn chain(&self, end: u16, is_closed: bool) -> Found {
        let (mut nodes, mut truths, mut node) = (Vec::new(), Vec::new(), end);
        while node != NONE {
            let (seen, previous, truth) = self.before[usize::from(node)];
            nodes.extend([node, seen]);
            truths.push(truth);
            node = previous;
        }
        nodes.reverse();
        truths.reverse();
        Found { nodes, truths, is_closed }
    }
}

impl<'b> Graph<'b> {
    fn of(board: &'b Board, scope: Scope) -> Graph<'b> {
        let mut graph = Graph {
            board,
            scope,
            nodes: Vec::new(),
            sees: Vec::new(),
            truths: Vec::new(),
            strong: Vec::new(),
            weak: [0, 0].map(Rows::new),
            steps: Rows::new(0),
            of_digit: Default::default(),
            of_cell: [[NONE; 9]; 81],
        };
        if scope.cells {
            for cell in cells(board.bivalue()) {
                let left = board.left(cell);
                let [one, other] = [lowest(left), lowest(left & (left - 1))];
                graph.add(of_cell(cell), Node::of(cell, one), Node::of(cell, other));
            }
        }
        if scope.houses {
            for house in (9..27).chain(0..9) {
                (0..9).for_each(|digit| graph.add_house(house, digit));
            }
        }
        graph.join();
        graph
    }

    /// Joins what sees each other, and sums up the steps of chains.
    fn join(&mut self) {
        let count = self.nodes.len();
        let mut weak = [count, if self.scope.is_one_digit { 0 } else { count }].map(Rows::new);
        for same in &self.of_digit {
            for (k, &one) in same.iter().enumerate() {
                for &other in same[..k].iter().filter(|&&other| self.see(one, other)) {
                    weak[0].join(one, other);
                    weak[0].join(other, one);
                }
            }
        }
        if !self.scope.is_one_digit {
            for same in self.of_cell {
                for one in same.into_iter().filter(|&one| one != NONE) {
                    let others = same.into_iter().filter(|&other| other != NONE && other != one);
                    others.for_each(|other| weak[1].join(one, other));
                }
            }
        }
        self.weak = weak;
        let mut strong = Rows::new(count);
        for (one, others) in (0..).zip(&self.strong) {
            others.iter().for_each(|&(other, _)| strong.join(one, other));
        }
        let mut steps = Rows::new(count);
        for one in 0..count as u16 {
            self.seen(one).for_each(|seen| steps.add(one, &strong, seen));
            steps.part(one, one);
        }
        self.steps = steps;
    }

    /// The nodes that a node sees.
    fn seen(&self, node: u16) -> impl Iterator<Item = u16> + '_ {
        let in_cell = (!self.scope.is_one_digit).then(|| self.weak[1].of(node));
        self.weak[0].of(node).chain(in_cell.into_iter().flatten())
    }

    fn is_seen(&self, one: u16, other: u16) -> bool {
        self.weak[0].has(one, other) || !self.scope.is_one_digit && self.weak[1].has(one, other)
    }

    fn number(&mut self, node: Node) -> u16 {
        let known = if let Some(cell) = node.cell() {
            Some(self.of_cell[usize::from(cell)][usize::from(node.digit)])
        } else {
            let mut same = self.of_digit[usize::from(node.digit)].iter().copied();
            same.find(|&number| self.nodes[usize::from(number)] == node)
        };
        known.filter(|&number| number != NONE).unwrap_or_else(|| {
            let number = self.nodes.len() as u16;
            self.nodes.push(node);
            self.sees.push(common_peers(node.cells));
            self.strong.push(SmallVec::new());
            self.of_digit[usize::from(node.digit)].push(number);
            if let Some(cell) = node.cell() {
                self.of_cell[usize::from(cell)][usize::from(node.digit)] = number;
            }
            number
        })
    }

    fn add(&mut self, truth: Constraint, one: Node, other: Node) {
        let [one, other] = [one, other].map(|node| self.number(node));
        let number = self.truths.len() as u16;
        self.truths.push(truth);
        self.strong[usize::from(one)].push((other, number));
        self.strong[usize::from(other)].push((one, number));
    }

    /// The two nodes of a digit's places in a house, if they are two.
    fn add_house(&mut self, house: u8, digit: u8) {
        let places = self.board.places(house, digit);
        let count = places.count_ones();
        let truth = of_places(house, digit);
        if count < 2 || count > 2 && !self.scope.groups {
            return;
        }
        let all = ones(places)
            .fold(0, |all, place| all | 1_u128 << CELLS[usize::from(house)][usize::from(place)]);
        if count == 2 {
            let [one, other] = [all.trailing_zeros(), all.ilog2()];
            self.add(truth, Node::of(one as u8, digit), Node::of(other as u8, digit));
            return;
        }
        let node = |cells| Node { digit, cells };
        let mut pairs: SmallVec<[[u128; 2]; 4]> = SmallVec::new();
        // A line crosses boxes, and a box lines of two kinds.
        let across = if house < 9 { 9..27 } else { 0..9 };
        let parts: SmallVec<[(u8, u128); 6]> = across
            .map(|other| (other, all & HOUSE[usize::from(other)]))
            .filter(|&(_, part)| part != 0 && part != all)
            .collect();
        for (k, &(_, one)) in parts.iter().enumerate() {
            for &(_, other) in &parts[..k] {
                // The candidate where a row and a column cross may be in both.
                if one | other == all && one & !other != 0 && other & !one != 0 {
                    pairs.push([other, one]);
                }
            }
        }
        for [one, other] in pairs {
            self.add(truth, node(one), node(other));
        }
    }

    /// Whether two nodes of a digit can't both be true.
    fn see(&self, one: u16, other: u16) -> bool {
        let [one, other] = [one, other].map(usize::from);
        let [this, that] = [self.nodes[one].cells, self.nodes[other].cells];
        this & that == 0 && that & !self.sees[one] == 0
    }

    /// What sees the nodes at both ends; of one node at both ends, which is true, the other
    /// candidates of its cell.
    fn gone(&self, one: u16, other: u16) -> Removals {
        let [start, end] = [one, other].map(|node| self.nodes[usize::from(node)]);
        if let Some(cell) = start.cell().filter(|_| one == other) {
            return Removals::of_cell(cell, self.board.left(cell) & !(1 << start.digit));
        }
        let [from_start, from_end] = [one, other].map(|node| self.sees[usize::from(node)]);
        if start.digit == end.digit {
            let gone = from_start & from_end & self.board.cells(start.digit);
            return Removals::of_digit(gone & !(start.cells | end.cells), start.digit);
        }
        let mut removals = Removals::default();
        match (start.cell(), end.cell()) {
            (Some(cell), Some(same)) if cell == same => {
                let both = 1 << start.digit | 1 << end.digit;
                removals.add(cell, self.board.left(cell) & !both);
            }
            (start_cell, end_cell) => {
                for (cell, sees, digit) in
                    [(start_cell, from_end, end.digit), (end_cell, from_start, start.digit)]
                {
                    if let Some(cell) = cell.filter(|&cell| sees >> cell & 1 == 1) {
                        removals.add(cell, self.board.left(cell) & 1 << digit);
                    }
                }
            }
        }
        removals
    }

    /// Whether two truths have no candidate in common.
    fn are_apart(&self, one: u16, other: u16) -> bool {
        let [one, other] = [one, other].map(|truth| self.truths[usize::from(truth)]);
        let shares = |member| other.holds(member);
        !one.members(self.board).into_iter().any(shares)
    }

    /// Whether there is a chain from a node to a later one.
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
            if ends.any(|end| self.is_seen(start, end) || !self.gone(start, end).is_empty()) {
                return true;
            }
        }
        false
    }

    /// All chains from a node to later ones, the shortest to each.
    fn from(&self, start: u16, ways: &mut Ways, found: &mut Vec<Found>) {
        ways.begin(self.nodes.len(), start);
        for &(next, truth) in &self.strong[usize::from(start)] {
            ways.reach(next, (start, NONE, truth));
        }
        for _ in 1..self.scope.most {
            ways.turn();
            for k in 0..ways.layer.len() {
                let node = ways.layer[k];
                for seen in self.seen(node) {
                    for &(next, truth) in &self.strong[usize::from(seen)] {
                        if next == start {
                            ways.returns(node, seen, truth);
                        } else if next != node {
                            ways.reach(next, (seen, node, truth));
                        }
                    }
                }
            }
            let returned = ways.returned.take().map(|way| ways.around(way));
            found.extend(returned.filter(|_| !self.gone(start, start).is_empty()));
            for &end in ways.next.iter().filter(|&&end| end > start) {
                let is_closed = self.is_seen(start, end);
                if is_closed || !self.gone(start, end).is_empty() {
                    found.push(ways.chain(end, is_closed));
                }
            }
        }
    }

    /// The first house in which two nodes that see each other are, or their cell.
    fn link(&self, one: u16, other: u16) -> Constraint {
        let [one, other] = [one, other].map(|node| self.nodes[usize::from(node)]);
        if one.digit != other.digit {
            return of_cell(one.cells.trailing_zeros() as u8);
        }
        let both = one.cells | other.cells;
        let rest =
            |house: u8| (self.board.cells(one.digit) & HOUSE[usize::from(house)]).count_ones();
        let houses = (9..27).chain(0..9).filter(|&house| both & !HOUSE[usize::from(house)] == 0);
        let house = houses.max_by_key(|&house| rest(house)).expect("linked nodes have a house");
        of_places(house, one.digit)
    }

    /// The deduction of a chain; `None` if nothing goes, or its truths have something in common.
    fn deduction(&self, found: &Found) -> Option<Deduction> {
        let Found { nodes, truths, is_closed } = found;
        let is_around = nodes.first() == nodes.last();
        for (k, &one) in truths.iter().enumerate() {
            // The ends of a chain around have their node in common.
            let is_end = is_around && k + 1 == truths.len();
            let others = &truths[usize::from(is_end)..k];
            if others.iter().any(|&other| !self.are_apart(one, other)) {
                return None;
            }
        }
        let mut links: Vec<Constraint> =
            nodes[1..].chunks_exact(2).map(|two| self.link(two[0], two[1])).collect();
        let truths: Vec<Constraint> =
            truths.iter().map(|&truth| self.truths[usize::from(truth)]).collect();
        let ends = (nodes[0], *nodes.last()?);
        let mut removals = Removals::default();
        if *is_closed {
            links.push(self.link(ends.1, ends.0));
            let mut gone: Vec<_> = links.iter().flat_map(|link| link.members(self.board)).collect();
            gone.sort_unstable();
            gone.dedup();
            for one in gone {
                removals.add(number(one.cell), 1 << one.digit.index());
            }
        } else {
            removals = self.gone(ends.0, ends.1);
        }
        if *is_closed {
            // What is in two links is a node.
            let is_truth = |cell: u8, digit: u8| {
                let candidate = super::tables::candidate(cell, digit);
                truths.iter().any(|truth| truth.holds(candidate))
            };
            let mut rest = Removals::default();
            for &(cell, digits) in &removals.0 {
                let kept = ones(digits).filter(|&digit| !is_truth(cell, digit));
                rest.add(cell, kept.fold(0, |kept, digit| kept | 1 << digit));
            }
            removals = rest;
        }
        if removals.is_empty() {
            return None;
        }
        let has_group = nodes.iter().any(|&node| self.nodes[usize::from(node)].cell().is_none());
        let technique = name::of(self.board, &truths, &links, (*is_closed, has_group));
        if self.scope.only.is_some_and(|is_one| !is_one(technique)) {
            return None;
        }
        let evidence = Evidence::Counting { deadly: None, truths, links, single: None };
        let deduction = Deduction::removing(technique, technique.usual(), removals, evidence);
        // The truths at the ends may have more in common than the node.
        (!is_around || deduction.check(self.board).is_ok()).then_some(deduction)
    }
}

/// Chains by their length.
pub(super) fn find(board: &Board, scope: Scope, visit: Visit<'_>) -> Flow {
    let graph = Graph::of(board, scope);
    let (mut all, mut ways, mut sets) = (Vec::new(), Ways::default(), [const { Vec::new() }; 3]);
    for start in 0..graph.nodes.len() as u16 {
        // Most begin no chain.
        if graph.has_any(start, &mut sets) {
            graph.from(start, &mut ways, &mut all);
        }
    }
    all.sort_by_key(|found| found.truths.len());
    all.iter().filter_map(|found| graph.deduction(found)).try_for_each(visit)
}
