//! Closed chains from a candidate, layer by layer.
//!
//! ```text
//!      start ─ false ─ true ─ false ─ true ... a false node of the second layer or later that
//!                                              makes the start true closes a cycle
//! ```
//!
//! A false node is entered for each true one that it sees, unless it is on the way there already;
//! true nodes once. What makes nothing true is left out, and so is what is too far from the start
//! for the way back. So the ways that close are those of Sudoku Explainer, in its order. What a
//! cycle removes sees a true and a false node of it with its digit, and is in none of its cells.

use smallvec::SmallVec;

use super::layers::{Layers, Row, Rows, each, has, put, take};
use super::links::NONE;
use super::node::{Node, Number, cell_of, digit_of, number_of};
use crate::logic::technique::Board;
use crate::logic::technique::bits::cells;
use crate::logic::technique::deduction::Removals;
use crate::logic::technique::tables::{HOUSES, SEES};

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
    /// they remove; nothing but `ends`, if that is known. `visit` returns the most from then on.
    pub(super) fn from(
        &mut self,
        layers: &Layers<'_>,
        start: Number,
        ends: Option<&[Number]>,
        most: usize,
        visit: &mut dyn FnMut(Vec<Node>, Removals) -> usize,
    ) {
        match layers {
            Layers::Small(rows) => self.by_rows(rows, start, ends, most, visit),
            Layers::Usual(rows) => self.by_rows(rows, start, ends, most, visit),
            Layers::Large(rows) => self.by_rows(rows, start, ends, most, visit),
        }
    }

    fn by_rows<const W: usize>(
        &mut self,
        rows: &Rows<'_, W>,
        start: Number,
        ends: Option<&[Number]>,
        mut most: usize,
        visit: &mut dyn FnMut(Vec<Node>, Removals) -> usize,
    ) {
        let place = rows.place(start);
        if place == NONE {
            return;
        }
        // From what is true once the start is false there is a way back to it.
        let (closing, near) = (*rows.partners(place), rows.waves(place, false, most));
        if let Some(ends) = ends {
            let forth = rows.waves(place, true, most);
            if !rows.is_seen([&forth, &near], ends) {
                return;
            }
        }
        let mut wanted = [u64::MAX; W];
        let mut true_all = [0; W];
        put(&mut true_all, place);
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
            // From what is further away no way of this length leads back.
            let near = &near[((most - count) / 2).min(near.len() - 1)][1];
            // Nodes that are not new matter only if they close a cycle.
            let may_close = count >= 4;
            self.falling.clear();
            for k in 0..self.crest.len() {
                let from = self.crest[k];
                let number = number_of(self.nodes[from as usize].0);
                let falls = rows.falls(rows.place(number));
                let open: Row<W> = std::array::from_fn(|k| {
                    let closing = if may_close { closing[k] } else { 0 };
                    falls[k] & (wanted[k] & near[k] | closing)
                });
                for number in in_order(rows, number, &open) {
                    if self.is_behind(number * 2, from) {
                        continue;
                    }
                    self.nodes.push((number * 2, from));
                    let this = self.nodes.len() as u32 - 1;
                    let place = rows.place(number);
                    if may_close && has(&closing, place) && count <= most {
                        let removals = self.removals(rows.board, this);
                        if !removals.is_empty() {
                            most = visit(self.way(this), removals);
                        }
                    }
                    if has(&wanted, place) {
                        take(&mut wanted, place);
                        self.falling.push(this);
                    }
                }
            }
            self.rise(rows, &mut true_all);
        }
    }

    fn rise<const W: usize>(&mut self, rows: &Rows<'_, W>, true_all: &mut Row<W>) {
        self.crest.clear();
        for k in 0..self.falling.len() {
            let from = self.falling[k];
            let number = number_of(self.nodes[from as usize].0);
            for partner in rows.links.partners(number, rows.by) {
                let place = rows.place(partner);
                if !has(true_all, place) {
                    put(true_all, place);
                    self.nodes.push((partner * 2 + 1, from));
                    self.crest.push(self.nodes.len() as u32 - 1);
                }
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

/// What a true candidate makes false: those of its cell, then those of its peers by box, row and
/// column.
fn in_order<const W: usize>(
    rows: &Rows<'_, W>,
    of: Number,
    falls: &Row<W>,
) -> SmallVec<[Number; 8]> {
    let mut list = SmallVec::new();
    each(falls, |place| list.push(rows.number(place as u16)));
    let houses = HOUSES[usize::from(cell_of(of))];
    list.sort_unstable_by_key(|&other| {
        let theirs = HOUSES[usize::from(cell_of(other))];
        let kind = (0..3).find(|&kind| theirs[kind] == houses[kind]);
        if cell_of(other) == cell_of(of) { (0, other) } else { (1 + kind.unwrap_or(0), other) }
    });
    list
}
