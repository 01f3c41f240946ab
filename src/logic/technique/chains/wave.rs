//! How far a candidate is from its own negation: waves of false and of true candidates in turn.
//!
//! ```text
//!      true   ──▶ false: the digits of their cells, and all that they see, on boards of digits
//!      false  ──▶ true: their partners
//! ```
//!
//! Only the distance counts here; the way itself is found for the one chain that is taken. With one
//! digit alone a wave is one board.

use super::links::{Links, NONE};
use super::node::{Number, cell_of, digit_of, number};
use crate::logic::technique::Board;
use crate::logic::technique::bits::{cells, ones};
use crate::logic::technique::tables::SEES;

/// Space for waves.
#[derive(Default)]
pub(super) struct Waves {
    crest: Vec<Number>,
    next: Vec<Number>,
}

impl Waves {
    /// The nodes from a candidate to its negation, as [`of_digit`] counts them, by links of both
    /// kinds.
    pub(super) fn of_all(
        &mut self,
        board: &Board,
        links: &Links,
        start: Number,
        starts_true: bool,
        most: usize,
    ) -> Option<usize> {
        let (goal, digit) = (1_u128 << cell_of(start), usize::from(digit_of(start)));
        let (mut true_all, mut crest) = ([0_u128; 9], [0_u128; 9]);
        let mut wanted = *links.with_partners([true, true]);
        wanted[digit] |= goal;
        self.crest.clear();
        let mut count = 1;
        if starts_true {
            true_all[digit] = goal;
            self.crest.push(start);
            count += 1;
            self.fall(board, &wanted, &mut crest);
        } else {
            crest[digit] = goal;
        }
        while count <= most {
            (0..9).for_each(|digit| wanted[digit] &= !crest[digit]);
            if starts_true && crest[digit] & goal != 0 {
                return Some(count);
            }
            count += 1;
            if count > most {
                return None;
            }
            self.rise(links, &crest, &mut true_all);
            if !starts_true && true_all[digit] & goal != 0 {
                return Some(count);
            }
            if self.crest.is_empty() {
                return None;
            }
            count += 1;
            self.fall(board, &wanted, &mut crest);
        }
        None
    }

    /// The false candidates behind the true ones of the crest, of those that are wanted.
    fn fall(&self, board: &Board, wanted: &[u128; 9], crest: &mut [u128; 9]) {
        *crest = [0; 9];
        for &node in &self.crest {
            let (cell, digit) = (cell_of(node), digit_of(node));
            crest[usize::from(digit)] |= SEES[usize::from(cell)];
            for other in ones(board.left(cell) & !(1 << digit)) {
                crest[usize::from(other)] |= 1 << cell;
            }
        }
        for digit in 0..9 {
            crest[digit] &= wanted[digit];
        }
    }

    /// The true candidates behind false ones.
    fn rise(&mut self, links: &Links, crest: &[u128; 9], true_all: &mut [u128; 9]) {
        self.next.clear();
        for digit in 0..9 {
            for cell in cells(crest[digit]) {
                let node = number(cell, digit as u8);
                let other = links.in_cell[usize::from(node)];
                if other != NONE {
                    let all = &mut true_all[usize::from(digit_of(other))];
                    if *all >> cell & 1 == 0 {
                        *all |= 1 << cell;
                        self.next.push(other);
                    }
                }
                for other in links.in_houses(node) {
                    let bit = 1 << cell_of(other);
                    if true_all[digit] & bit == 0 {
                        true_all[digit] |= bit;
                        self.next.push(other);
                    }
                }
            }
        }
        std::mem::swap(&mut self.crest, &mut self.next);
    }
}

/// The nodes from a candidate to its negation, both counted, by links of houses alone; `None`
/// if there is no way of at most `most`.
pub(super) fn of_digit(
    board: &Board,
    links: &Links,
    start: Number,
    starts_true: bool,
    most: usize,
) -> Option<usize> {
    let (goal, digit) = (1_u128 << cell_of(start), digit_of(start));
    let with_partners = links.with_partners([false, true])[usize::from(digit)];
    let all = board.cells(digit) & (with_partners | goal);
    let mut false_all = if starts_true { 0 } else { goal };
    let mut true_all = if starts_true { goal } else { 0 };
    let mut crest = goal;
    let mut count = 1;
    let mut are_true = starts_true;
    while crest != 0 && count < most {
        count += 1;
        let mut next = 0;
        if are_true {
            cells(crest).for_each(|cell| next |= SEES[usize::from(cell)]);
            crest = next & all & !false_all;
            false_all |= crest;
        } else {
            for cell in cells(crest) {
                for partner in links.in_houses(number(cell, digit)) {
                    next |= 1 << cell_of(partner);
                }
            }
            crest = next & !true_all;
            true_all |= crest;
        }
        are_true = !are_true;
        if are_true != starts_true && crest & goal != 0 {
            return Some(count);
        }
    }
    None
}
