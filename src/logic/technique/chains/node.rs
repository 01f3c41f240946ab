//! Nodes of chains: a candidate, true or false.
//!
//! ```text
//!      candidate   cell * 9 + digit          0..729
//!      node        candidate * 2 + is_true   0..1458
//! ```
//!
//! A true node makes others false: the other digits of its cell, and the digit in its peers. A
//! false node makes another true if that is all that is left of a constraint. Links come in a fixed
//! order, since the first one to reach a node counts.

use crate::logic::technique::Board;
use crate::logic::technique::bits::{cells, ones};
use crate::logic::technique::deduction::Removals;
use crate::logic::technique::tables::{CELLS, HOUSE, HOUSES, PLACE, SEES, candidate};
use crate::sudoku::Candidate;

/// A candidate, `cell * 9 + digit`.
pub(super) type Number = u16;
/// A candidate that is true or false.
pub(super) type Node = u16;

/// The constraint that a strong link stands in.
pub(super) const NO_CAUSE: u8 = 0;
pub(super) const OF_CELL: u8 = 1;
/// Of the box; of the row and of the column are the next two.
pub(super) const OF_BOX: u8 = 2;

pub(super) const fn number_of(node: Node) -> Number {
    node / 2
}

pub(super) const fn cell_of(number: Number) -> u8 {
    (number / 9) as u8
}

pub(super) const fn digit_of(number: Number) -> u8 {
    (number % 9) as u8
}

pub(super) const fn number(cell: u8, digit: u8) -> Number {
    cell as u16 * 9 + digit as u16
}

pub(super) const fn candidate_of(number: Number) -> Candidate {
    candidate(cell_of(number), digit_of(number))
}

/// A set of candidates: for each digit its cells, in two words, since one of 128 bits is slow to
/// shift.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct NumberSet([[u64; 2]; 9]);

impl NumberSet {
    pub(super) const fn all() -> NumberSet {
        NumberSet([[u64::MAX; 2]; 9])
    }

    pub(super) const fn has(&self, number: Number) -> bool {
        let cell = cell_of(number);
        self.0[digit_of(number) as usize][cell as usize / 64] >> (cell % 64) & 1 == 1
    }

    pub(super) const fn add(&mut self, number: Number) {
        let cell = cell_of(number);
        self.0[digit_of(number) as usize][cell as usize / 64] |= 1 << (cell % 64);
    }

    pub(super) fn retain(&mut self, other: &NumberSet) {
        let others = other.0.as_flattened();
        self.0.as_flattened_mut().iter_mut().zip(others).for_each(|(one, other)| *one &= other);
    }

    pub(super) fn unite(&mut self, other: &NumberSet) {
        let others = other.0.as_flattened();
        self.0.as_flattened_mut().iter_mut().zip(others).for_each(|(one, other)| *one |= other);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.as_flattened().iter().all(|&cells| cells == 0)
    }

    /// Adds a digit of some cells.
    pub(super) const fn add_cells(&mut self, cells: u128, digit: u8) {
        let [low, high] = &mut self.0[digit as usize];
        *low |= cells as u64;
        *high |= (cells >> 64) as u64;
    }

    /// The cells of a digit.
    pub(super) const fn cells(&self, digit: u8) -> u128 {
        let [low, high] = self.0[digit as usize];
        low as u128 | (high as u128) << 64
    }
}

/// The candidates that a true one makes false: those of its cell if wanted, then those of its peers
/// by box, row and column.
pub(super) fn each_false(
    board: &Board,
    of: Number,
    with_cell: bool,
    mut visit: impl FnMut(Number),
) {
    let (cell, digit) = (cell_of(of), digit_of(of));
    if with_cell {
        ones(board.left(cell) & !(1 << digit)).for_each(|other| visit(number(cell, other)));
    }
    let peers = by_house(cell, board.cells(digit) & SEES[usize::from(cell)]);
    peers.into_iter().flat_map(cells).for_each(|peer| visit(number(peer, digit)));
}

/// Peers of a cell: those in its box, then the others in its row and in its column.
#[inline]
pub(super) fn by_house(cell: u8, peers: u128) -> [u128; 3] {
    let [square, row, column] = HOUSES[usize::from(cell)].map(|house| HOUSE[usize::from(house)]);
    [peers & square, peers & row & !square, peers & column & !square]
}

/// The candidates that a false one makes true, each once, with the causes.
#[inline]
pub(super) fn each_true(
    board: &Board,
    of: Number,
    [with_cell, with_houses]: [bool; 2],
    mut visit: impl FnMut(Number, u8),
) {
    let (cell, digit) = (cell_of(of), digit_of(of));
    if with_cell && board.count(cell) == 2 {
        let other = board.left(cell) & !(1 << digit);
        visit(number(cell, other.trailing_zeros() as u8), OF_CELL);
    }
    if !with_houses {
        return;
    }
    let mut seen = [u8::MAX; 2];
    for (kind, house) in HOUSES[usize::from(cell)].into_iter().enumerate() {
        let places = board.places(house, digit);
        if places.count_ones() != 2 {
            continue;
        }
        let place = (places & !(1 << PLACE[usize::from(cell)][kind])).trailing_zeros();
        let other = CELLS[usize::from(house)][place as usize];
        if !seen.contains(&other) {
            seen[kind.min(1)] = other;
            visit(number(other, digit), OF_BOX + kind as u8);
        }
    }
}

/// The house of a cause, for a cell that is in it.
pub(super) fn house_of(cell: u8, cause: u8) -> u8 {
    HOUSES[usize::from(cell)][usize::from(cause - OF_BOX)]
}

/// The cause of a weak link: the cell, or the first house of both.
pub(super) fn weak_cause(one: Number, other: Number) -> u8 {
    if cell_of(one) == cell_of(other) {
        return OF_CELL;
    }
    let [one, other] = [one, other].map(|number| HOUSES[usize::from(cell_of(number))]);
    let kind = (0..3).find(|&kind| one[kind] == other[kind]);
    OF_BOX + kind.expect("linked candidates share a house") as u8
}

/// What a conclusion removes: a true candidate the others of its cell.
pub(super) fn removals_of(result: Node, board: &Board) -> Removals {
    let (cell, digit) = (cell_of(number_of(result)), digit_of(number_of(result)));
    let digits = if result & 1 == 1 { board.left(cell) & !(1 << digit) } else { 1 << digit };
    Removals::of_cell(cell, digits)
}
