//! Closed chains from a candidate, layer by layer.
//!
//! ```text
//!      start ─ false ─ true ─ false ─ true ... a false node of the second layer or later that
//!                                              makes the start true closes a cycle
//! ```
//!
//! A false node is entered for each true one that it sees, unless it is on the way there already;
//! true nodes once. So the ways are those of Sudoku Explainer. What a cycle removes sees a true and
//! a false node of it with its digit, and is in none of its cells.

use super::links::{Links, NONE};
use super::node::{Node, Number, cell_of, digit_of, each_false, number_of};
use super::plain::By;
use crate::logic::technique::Board;
use crate::logic::technique::bits::cells;
use crate::logic::technique::deduction::Removals;
use crate::logic::technique::tables::SEES;

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
        board: &Board,
        links: &Links,
        start: Number,
        by: By,
        mut most: usize,
        visit: &mut dyn FnMut(Vec<Node>, Removals) -> usize,
    ) {
        // The false nodes that close a cycle.
        let mut closing = [0_u128; 9];
        let mut close = |number: Number| {
            closing[usize::from(digit_of(number))] |= 1 << cell_of(number);
        };
        if by.cells() && links.in_cell[usize::from(start)] != NONE {
            close(links.in_cell[usize::from(start)]);
        }
        if by.houses() {
            links.in_houses(start).for_each(close);
        }
        let (mut true_all, mut false_all) = ([0_u128; 9], [0_u128; 9]);
        true_all[usize::from(digit_of(start))] |= 1 << cell_of(start);
        self.nodes.clear();
        self.nodes.push((start * 2 + 1, ROOT));
        self.crest.clear();
        self.crest.push(0);
        let mut count = 0;
        while !self.crest.is_empty() && count + 2 <= most {
            count += 2;
            self.falling.clear();
            for k in 0..self.crest.len() {
                let from = self.crest[k];
                let node = self.nodes[from as usize].0;
                each_false(board, number_of(node), by.cells(), |number| {
                    let (digit, bit) = (usize::from(digit_of(number)), 1 << cell_of(number));
                    let closes = count >= 4 && closing[digit] & bit != 0;
                    let is_new = false_all[digit] & bit == 0;
                    if !closes && !is_new || self.is_behind(number * 2, from) {
                        return false;
                    }
                    self.nodes.push((number * 2, from));
                    let this = self.nodes.len() as u32 - 1;
                    if closes && count <= most {
                        let removals = self.removals(board, this);
                        if !removals.is_empty() {
                            most = visit(self.way(this), removals);
                        }
                    }
                    if is_new {
                        false_all[digit] |= bit;
                        self.falling.push(this);
                    }
                    false
                });
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

    fn removals(&self, board: &Board, mut at: u32) -> Removals {
        let mut sees = [[0_u128; 9]; 2];
        let mut inside = 0_u128;
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
