//! Whether a candidate may contradict itself by its digit alone: a look at a board of the digit,
//! before a run.
//!
//! ```text
//!      a place is taken ──▶ what it sees goes ──▶ a house with one place: that is taken, and so on
//!                                                 a house without a place: a contradiction
//! ```
//!
//! Invariant: what has no contradiction here has none in a run.

use super::node::{Node, cell_of, digit_of, number, number_of};
use crate::logic::technique::Board;
use crate::logic::technique::bits::cells;
use crate::logic::technique::tables::{HOUSE, SEES};

/// Whether a run from a digit in some cell, or not in it, may clash.
pub(super) fn has_clash(board: &Board, digit: u8) -> bool {
    cells(board.cells(digit)).any(|cell| {
        let on = number(cell, digit) * 2 + 1;
        may_clash(board, on) || may_clash(board, on ^ 1)
    })
}

/// Whether a run from a node may clash.
pub(super) fn may_clash(board: &Board, start: Node) -> bool {
    let (cell, digit) = (cell_of(number_of(start)), digit_of(number_of(start)));
    let mut left = board.cells(digit);
    let houses: [u128; 27] = HOUSE.map(|house| house & left);
    let (mut taken, mut new) = (0, 0);
    if start & 1 == 1 {
        new = 1 << cell;
    } else {
        left &= !(1 << cell);
    }
    loop {
        for cell in cells(new) {
            left &= !SEES[usize::from(cell)];
        }
        taken |= new;
        if taken & !left != 0 {
            return true;
        }
        new = 0;
        for house in houses.into_iter().filter(|&house| house != 0) {
            let places = house & left;
            if places == 0 {
                return true;
            }
            if places.is_power_of_two() {
                new |= places & !taken;
            }
        }
        if new == 0 {
            return false;
        }
    }
}
