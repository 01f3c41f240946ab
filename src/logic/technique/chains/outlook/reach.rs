//! What follows from candidates by links of the board as it is.
//!
//! ```text
//!      true ──▶ false: all that they see ──▶ true: their partners ──▶ false ...
//!      a true one that was followed before brings all that it reaches
//! ```

use smallvec::{SmallVec, smallvec};

use super::super::links::{By, Links, NONE};
use super::super::node::{Number, NumberSet, cell_of, digit_of, number};
use crate::logic::technique::Board;
use crate::logic::technique::bits::{cells, ones};
use crate::logic::technique::tables::SEES;

/// What follows from candidates that are true.
pub(in super::super) struct Reach {
    links: Links,
    /// The place of what follows from a candidate.
    places: [u16; 729],
    /// All that becomes false, and true.
    far: Vec<[NumberSet; 2]>,
}

impl Reach {
    pub(super) fn of(board: &Board) -> Reach {
        Reach { links: Links::of(board), places: [NONE; 729], far: Vec::with_capacity(256) }
    }

    /// Whether some candidate is false if it is true.
    pub(super) fn has_loop(&mut self, board: &Board) -> bool {
        (0..9).any(|digit| {
            let mut all = cells(board.cells(digit)).map(|cell| number(cell, digit));
            all.any(|candidate| self.falls(board, candidate).has(candidate))
        })
    }

    /// Whether a candidate is false, whichever of some others is true.
    pub(super) fn is_common(
        &mut self,
        board: &Board,
        starts: impl Iterator<Item = Number>,
    ) -> bool {
        let mut common = NumberSet::all();
        for start in starts {
            common.retain(self.falls(board, start));
            if common.is_empty() {
                return false;
            }
        }
        true
    }

    /// What becomes false.
    fn falls(&mut self, board: &Board, start: Number) -> &NumberSet {
        if self.places[usize::from(start)] == NONE {
            let far = self.follow(board, start);
            self.places[usize::from(start)] = self.far.len() as u16;
            self.far.push(far);
        }
        &self.far[usize::from(self.places[usize::from(start)])][0]
    }

    fn follow(&self, board: &Board, start: Number) -> [NumberSet; 2] {
        let [mut falls, mut rises] = [NumberSet::default(); 2];
        rises.add(start);
        let mut open: SmallVec<[Number; 64]> = smallvec![start];
        while let Some(this) = open.pop() {
            if let Some([known_falls, known_rises]) = self.known(this) {
                falls.unite(known_falls);
                rises.unite(known_rises);
                continue;
            }
            let mut fall = |number: Number| {
                for partner in self.links.partners(number, By::Xy) {
                    if !rises.has(partner) {
                        rises.add(partner);
                        open.push(partner);
                    }
                }
            };
            let (cell, digit) = (cell_of(this), digit_of(this));
            for other in ones(board.left(cell) & !(1 << digit)) {
                let other = number(cell, other);
                if !falls.has(other) {
                    falls.add(other);
                    fall(other);
                }
            }
            let peers = board.cells(digit) & SEES[usize::from(cell)];
            let with_partners = self.links.with_partners([true; 2])[usize::from(digit)];
            let new = peers & with_partners & !falls.cells(digit);
            falls.add_cells(peers, digit);
            cells(new).for_each(|peer| fall(number(peer, digit)));
        }
        [falls, rises]
    }

    fn known(&self, candidate: Number) -> Option<&[NumberSet; 2]> {
        self.far.get(usize::from(self.places[usize::from(candidate)]))
    }
}
