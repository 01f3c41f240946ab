//! What chains go through: nodes, the truths of two nodes, and the nodes that see each other.
//!
//! ```text
//!      a ═══ b     strong: a truth has its candidates in both nodes, so one of them is true
//!      b ─── c     weak: they see each other, so one of them is false
//!      a ──▶ d     a step: a sees a node that has a truth with d
//! ```
//!
//! Invariant: nodes are numbered as they are found, and all lists of a node are in that order.

use std::collections::HashMap;

use smallvec::SmallVec;

use super::super::bits::{cells, lowest, ones};
use super::super::constraint::{Constraint, of_cell, of_places};
use super::super::deduction::Removals;
use super::super::tables::{CELLS, HOUSE, HOUSES, common_peers};
use super::rows::Rows;
use super::{NONE, Scope};
use crate::logic::technique::Board;

/// A candidate, or several of one digit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) digit: u8,
    pub(super) cells: u128,
}

impl Node {
    pub(super) fn of(cell: u8, digit: u8) -> Node {
        Node { digit, cells: 1 << cell }
    }

    /// The cell of a node that is no group.
    pub(super) fn cell(self) -> Option<u8> {
        self.cells.is_power_of_two().then(|| self.cells.trailing_zeros() as u8)
    }
}

/// The nodes of a board, and what joins them.
pub(super) struct Graph<'b> {
    pub(super) board: &'b Board,
    pub(super) scope: Scope,
    pub(super) nodes: Vec<Node>,
    /// What all cells of a node see.
    pub(super) sees: Vec<u128>,
    pub(super) truths: Vec<Constraint>,
    /// The other node of each truth of a node, and the truth.
    pub(super) strong: Vec<SmallVec<[(u16, u16); 4]>>,
    /// What a node sees of its digit, and in its cell.
    pub(super) weak: [Rows; 2],
    /// What is true if a node is, by two steps of a chain.
    pub(super) steps: Rows,
    /// The nodes of each digit.
    pub(super) of_digit: [Vec<u16>; 9],
    /// The nodes that are no groups.
    pub(super) of_cell: [[u16; 9]; 81],
    /// The groups: a digit's places where a box and a line cross.
    of_group: [[u16; 9]; 54],
    /// Other nodes, by their digits and cells: places in almost locked sets.
    of_set: HashMap<(u8, u128), u16>,
    /// Almost locked sets by their cells; their truths have the numbers behind the others.
    pub(super) sets: Vec<u128>,
}

/// Where the cells of a group are: a row and a chute across, or a column and one.
fn crossing(cells: u128) -> usize {
    let [first, last] = [cells.trailing_zeros(), cells.ilog2()].map(|cell| cell as usize);
    if first / 9 == last / 9 {
        first / 9 * 3 + first % 9 / 3
    } else {
        27 + first % 9 * 3 + first / 27
    }
}

impl<'b> Graph<'b> {
    /// The graph of some digits: those of others have nothing to do with them in chains of one
    /// digit.
    pub(super) fn of(board: &'b Board, scope: Scope, digits: u16) -> Graph<'b> {
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
            of_group: [[NONE; 9]; 54],
            of_set: HashMap::new(),
            sets: Vec::new(),
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
                ones(digits).for_each(|digit| graph.add_house(house, digit));
            }
        }
        if scope.sets > 0 {
            graph.add_sets();
        }
        graph.join();
        graph
    }

    /// Joins what sees each other, and sums up the steps of chains.
    pub(super) fn join(&mut self) {
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
    pub(super) fn seen(&self, node: u16) -> impl Iterator<Item = u16> + '_ {
        let in_cell = (!self.scope.is_one_digit).then(|| self.weak[1].of(node));
        self.weak[0].of(node).chain(in_cell.into_iter().flatten())
    }

    pub(super) fn is_seen(&self, one: u16, other: u16) -> bool {
        self.weak[0].has(one, other) || !self.scope.is_one_digit && self.weak[1].has(one, other)
    }

    pub(super) fn number(&mut self, node: Node) -> u16 {
        let next = self.nodes.len() as u16;
        let digit = usize::from(node.digit);
        // Of sets a digit may have some places of a group alone.
        let number = match node.cell() {
            Some(cell) => &mut self.of_cell[usize::from(cell)][digit],
            None if self.is_group(node) => &mut self.of_group[crossing(node.cells)][digit],
            None => self.of_set.entry((node.digit, node.cells)).or_insert(NONE),
        };
        if *number == NONE {
            *number = next;
            self.nodes.push(node);
            self.sees.push(common_peers(node.cells));
            self.strong.push(SmallVec::new());
            self.of_digit[digit].push(next);
            return next;
        }
        *number
    }

    /// Whether a node is all places of its digit in a line and a box.
    fn is_group(&self, node: Node) -> bool {
        let first = usize::from(node.cells.trailing_zeros() as u8);
        let [square, row, column] = HOUSES[first].map(|house| HOUSE[usize::from(house)]);
        let all = self.board.cells(node.digit) & square;
        node.cells == all & row || node.cells == all & column
    }

    pub(super) fn add(&mut self, truth: Constraint, one: Node, other: Node) {
        let [one, other] = [one, other].map(|node| self.number(node));
        let number = self.truths.len() as u16;
        self.truths.push(truth);
        self.strong[usize::from(one)].push((other, number));
        self.strong[usize::from(other)].push((one, number));
    }

    /// The two nodes of a digit's places in a house, if they are two.
    pub(super) fn add_house(&mut self, house: u8, digit: u8) {
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
    pub(super) fn see(&self, one: u16, other: u16) -> bool {
        let [one, other] = [one, other].map(usize::from);
        let [this, that] = [self.nodes[one].cells, self.nodes[other].cells];
        this & that == 0 && that & !self.sees[one] == 0
    }

    /// What sees the nodes at both ends; of one node at both ends, which is true, the other
    /// candidates of its cell.
    pub(super) fn gone(&self, one: u16, other: u16) -> Removals {
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

    /// Whether something goes by two different nodes at the ends.
    pub(super) fn takes(&self, one: u16, other: u16) -> bool {
        let [start, end] = [one, other].map(|node| self.nodes[usize::from(node)]);
        let [from_start, from_end] = [one, other].map(|node| self.sees[usize::from(node)]);
        if start.digit == end.digit {
            let gone = from_start & from_end & self.board.cells(start.digit);
            return gone & !(start.cells | end.cells) != 0;
        }
        if start.cells == end.cells && start.cells.is_power_of_two() {
            let both = 1 << start.digit | 1 << end.digit;
            return self.board.left(start.cells.trailing_zeros() as u8) & !both != 0;
        }
        let loses = |node: Node, sees: u128, digit: u8| {
            node.cells.is_power_of_two() && node.cells & sees & self.board.cells(digit) != 0
        };
        loses(start, from_end, end.digit) || loses(end, from_start, start.digit)
    }

    /// Whether two truths have no candidate in common.
    pub(super) fn are_apart(&self, one: u16, other: u16) -> bool {
        let [one, other] = [one, other].map(|truth| self.truths[usize::from(truth)]);
        let shares = |member| other.holds(member);
        !one.members(self.board).into_iter().any(shares)
    }

    /// The first house in which two nodes that see each other are, or their cell.
    pub(super) fn link(&self, one: u16, other: u16) -> Constraint {
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
}
