//! Closed chains from a candidate, layer by layer.
//!
//! ```text
//!      start ─ false ─ true ─ false ─ true ... a false node of the second layer or later that
//!                                              makes the start true closes a cycle
//! ```
//!
//! A false node is entered for each true one that it sees, unless it is on the way there already;
//! true nodes once. What makes nothing true is left out. So the ways are those of Sudoku Explainer.
//! What a cycle removes sees a true and a false node of it with its digit, and is in none of its
//! cells.

use super::links::{By, Links, NONE};
use super::node::{Node, Number, cell_of, digit_of, number, number_of};
use crate::logic::technique::Board;
use crate::logic::technique::bits::{cells, ones};
use crate::logic::technique::deduction::Removals;
use crate::logic::technique::tables::{HOUSE, HOUSES, SEES};

const ROOT: u32 = u32::MAX;

/// Space for cycles.
#[derive(Default)]
pub(super) struct Cycles {
    /// Each node with the place of the one before it.
    nodes: Vec<(Node, u32)>,
    crest: Vec<u32>,
    falling: Vec<u32>,
}

impl Cycles {
    /// Shows the cycles of at most `most` nodes from a candidate that remove something, with what
    /// they remove. `visit` returns the most from then on.
    pub(super) fn from(
        &mut self,
        (board, links): (&Board, &Links),
        start: Number,
        by: By,
        mut most: usize,
        visit: &mut dyn FnMut(Vec<Node>, Removals) -> usize,
    ) {
        let goal = (usize::from(digit_of(start)), 1 << cell_of(start));
        let closing = closing(links, start, by);
        let mut wanted = *links.with_partners([by.cells(), by.houses()]);
        let mut true_all = [0_u128; 9];
        true_all[goal.0] |= goal.1;
        self.nodes.clear();
        self.nodes.push((start * 2 + 1, ROOT));
        self.crest.clear();
        self.crest.push(0);
        let mut count = 0;
        loop {
            count += 2;
            if self.crest.is_empty() || count > most {
                return;
            }
            self.falling.clear();
            for k in 0..self.crest.len() {
                let from = self.crest[k];
                let number = number_of(self.nodes[from as usize].0);
                // Nodes that are not new matter only if they close a cycle.
                let may_close = count >= 4 && count <= most;
                let (list, length) = falls(board, number, by.cells(), |digit| {
                    wanted[digit] | if may_close { closing[digit] } else { 0 }
                });
                for &number in &list[..length] {
                    let (digit, bit) = (usize::from(digit_of(number)), 1 << cell_of(number));
                    if self.is_behind(number * 2, from) {
                        continue;
                    }
                    self.nodes.push((number * 2, from));
                    let this = self.nodes.len() as u32 - 1;
                    if may_close && closing[digit] & bit != 0 && count <= most {
                        let removals = self.removals(board, this);
                        if !removals.is_empty() {
                            most = visit(self.way(this), removals);
                        }
                    }
                    if wanted[digit] & bit != 0 {
                        wanted[digit] &= !bit;
                        self.falling.push(this);
                    }
                }
            }
            self.rise(links, by, &mut true_all);
        }
    }

    fn rise(&mut self, links: &Links, by: By, true_all: &mut [u128; 9]) {
        self.crest.clear();
        for k in 0..self.falling.len() {
            let from = self.falling[k];
            let number = number_of(self.nodes[from as usize].0);
            let mut add = |other: Number| {
                let (all, bit) = (&mut true_all[usize::from(digit_of(other))], 1 << cell_of(other));
                if *all & bit == 0 {
                    *all |= bit;
                    self.nodes.push((other * 2 + 1, from));
                    self.crest.push(self.nodes.len() as u32 - 1);
                }
            };
            if by.cells() && links.in_cell[usize::from(number)] != NONE {
                add(links.in_cell[usize::from(number)]);
            }
            if by.houses() {
                links.in_houses(number).for_each(add);
            }
        }
    }

    /// Whether a node is on the way to a place.
    fn is_behind(&self, node: Node, mut at: u32) -> bool {
        while at != ROOT {
            let (other, before) = self.nodes[at as usize];
            if other == node {
                return true;
            }
            at = before;
        }
        false
    }

    /// The nodes from the start to a place.
    fn way(&self, mut at: u32) -> Vec<Node> {
        let mut way = Vec::new();
        while at != ROOT {
            let (node, before) = self.nodes[at as usize];
            way.push(node);
            at = before;
        }
        way.reverse();
        way
    }

    /// What a cycle removes: it sees a true node and a false one, and is in none of the cells.
    fn removals(&self, board: &Board, mut at: u32) -> Removals {
        let (mut sees, mut inside) = ([[0_u128; 9]; 2], 0_u128);
        while at != ROOT {
            let (node, before) = self.nodes[at as usize];
            let (cell, digit) = (cell_of(number_of(node)), digit_of(number_of(node)));
            sees[usize::from(node & 1)][usize::from(digit)] |= SEES[usize::from(cell)];
            inside |= 1 << cell;
            at = before;
        }
        let gone: [u128; 9] = std::array::from_fn(|digit| {
            sees[0][digit] & sees[1][digit] & !inside & board.cells(digit as u8)
        });
        let mut removals = Removals::default();
        for cell in cells(gone.iter().fold(0, |all, gone| all | gone)) {
            let digits = (0..9).filter(|&digit| gone[digit] >> cell & 1 == 1);
            removals.add(cell, digits.fold(0, |digits, digit| digits | 1 << digit));
        }
        removals
    }
}

/// The false nodes that make a candidate true, and so close its cycles.
fn closing(links: &Links, start: Number, by: By) -> [u128; 9] {
    let mut closing = [0; 9];
    let mut close = |number: Number| {
        closing[usize::from(digit_of(number))] |= 1 << cell_of(number);
    };
    if by.cells() && links.in_cell[usize::from(start)] != NONE {
        close(links.in_cell[usize::from(start)]);
    }
    if by.houses() {
        links.in_houses(start).for_each(close);
    }
    closing
}

/// Of the candidates that a true one makes false those that `reach` has, by digit: those of its
/// cell, then those of its peers by box, row and column.
fn falls(
    board: &Board,
    of: Number,
    with_cell: bool,
    reach: impl Fn(usize) -> u128,
) -> ([Number; 28], usize) {
    let (mut list, mut length) = ([0; 28], 0);
    let mut add = |cell: u8, digit: u8| {
        list[length] = number(cell, digit);
        length += 1;
    };
    let (cell, digit) = (cell_of(of), digit_of(of));
    if with_cell {
        for other in ones(board.left(cell) & !(1 << digit)) {
            if reach(other.into()) >> cell & 1 == 1 {
                add(cell, other);
            }
        }
    }
    let all = reach(digit.into()) & SEES[usize::from(cell)];
    if all != 0 {
        let houses = HOUSES[usize::from(cell)].map(|house| HOUSE[usize::from(house)]);
        let [square, row, column] = houses;
        for peers in [all & square, all & row & !square, all & column & !square] {
            cells(peers).for_each(|peer| add(peer, digit));
        }
    }
    (list, length)
}
