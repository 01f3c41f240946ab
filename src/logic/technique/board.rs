//! A 9×9 grid for techniques: candidates by cell, by place and by digit at once.
//!
//! ```text
//!      left[cell]            digits of a cell           9 bits
//!      places[house][digit]  places of a digit          9 bits
//!      digits[digit]         cells of a digit           81 bits
//! ```
//!
//! A cell has a value, or candidates; a cell that is set has no candidates. A cell may have one
//! candidate, and a digit one place, without being set: removing never sets anything.
//!
//! Invariant: the three views have the same candidates, and a removal changes all of them.
//!
//! Deliberately lacking: other shapes. [`Pencil`] has them.

use super::bits::{cells, ones};
use super::tables::{HOUSES, PLACE, SEES, candidate, cell, number};
use crate::logic::Pencil;
use crate::sudoku::{Candidate, Cell, Digit, Grid, Shape};

/// The candidates of a 9×9 grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    left: [u16; 81],
    values: [u8; 81],
    places: [[u16; 9]; 27],
    digits: [u128; 9],
    /// The cells of each house that have no value.
    empty: [u8; 27],
    /// How often each digit is set.
    standing: [u8; 9],
    /// The cells that have no value.
    open: u128,
    /// The cells with a clue, or with pencil marks that the puzzle gives.
    clued: u128,
}

impl Board {
    fn blank() -> Board {
        Board {
            left: [0o777; 81],
            values: [0; 81],
            places: [[0o777; 9]; 27],
            digits: [(1 << 81) - 1; 9],
            empty: [9; 27],
            standing: [0; 9],
            open: (1 << 81) - 1,
            clued: 0,
        }
    }

    /// The board of a puzzle's clues; `None` if it is not 9×9.
    pub fn of(grid: &Grid) -> Option<Board> {
        (grid.shape() == Shape::CLASSIC).then(|| {
            let mut board = Board::blank();
            for clue in grid.clues() {
                board.set(clue);
                board.clued |= 1 << number(clue.cell);
            }
            board
        })
    }

    /// The board of pencil marks; `None` if they are not 9×9.
    pub fn of_pencil(pencil: &Pencil) -> Option<Board> {
        if pencil.shape() != Shape::CLASSIC {
            return None;
        }
        let mut board = Board::blank();
        for index in 0..81 {
            let cell = cell(index);
            board.clued |= u128::from(pencil.is_clued(cell)) << index;
            match pencil.only_digit(cell) {
                Some(digit) if pencil.is_set(cell) => board.set(Candidate { cell, digit }),
                _ => {
                    for digit in 0..9 {
                        if !pencil.has(candidate(index, digit)) {
                            board.take(usize::from(index), usize::from(digit));
                        }
                    }
                }
            }
        }
        Some(board)
    }

    /// Whether a candidate is left; none is that a 9×9 grid does not have.
    pub fn has(&self, candidate: Candidate) -> bool {
        can_have(candidate) && self.left_of(candidate.cell) >> candidate.digit.index() & 1 == 1
    }

    /// The digit that a cell is set to; `None` also for a cell outside the grid.
    pub fn value(&self, cell: Cell) -> Option<Digit> {
        let is_in = Shape::CLASSIC.has(cell);
        Digit::new(if is_in { self.values[usize::from(number(cell))] } else { 0 })
    }

    /// Whether all cells are set.
    pub fn is_full(&self) -> bool {
        self.open == 0
    }

    /// Takes a candidate away.
    ///
    /// # Panics
    /// If a 9×9 grid does not have the cell or the digit.
    pub fn remove(&mut self, candidate: Candidate) {
        assert!(can_have(candidate), "a candidate is one of a 9x9 grid");
        self.take(usize::from(number(candidate.cell)), candidate.digit.index());
    }

    /// Sets a cell: its candidates go, and the digit from its peers.
    ///
    /// # Panics
    /// If a 9×9 grid does not have the cell or the digit.
    pub fn set(&mut self, candidate: Candidate) {
        assert!(can_have(candidate), "a candidate is one of a 9x9 grid");
        let (cell, digit) = (usize::from(number(candidate.cell)), candidate.digit.index());
        match usize::from(self.values[cell]) {
            0 => {
                self.open &= !(1 << cell);
                HOUSES[cell].iter().for_each(|&house| self.empty[usize::from(house)] -= 1);
            }
            before => self.standing[before - 1] -= 1,
        }
        self.standing[digit] += 1;
        self.values[cell] = digit as u8 + 1;
        ones(self.left[cell]).for_each(|digit| self.take(cell, digit.into()));
        let peers = self.digits[digit] & SEES[cell];
        cells(peers).for_each(|peer| self.take(peer.into(), digit));
    }

    /// The candidates of an empty cell, a bit for each digit.
    pub(in crate::logic) fn left_of(&self, cell: Cell) -> u16 {
        self.left(number(cell))
    }

    /// The same by the cell's number.
    pub(in crate::logic) fn left(&self, cell: u8) -> u16 {
        self.left[usize::from(cell)]
    }

    /// The number of candidates of a cell.
    pub(in crate::logic) fn count(&self, cell: u8) -> usize {
        self.left(cell).count_ones() as usize
    }

    /// The places of a digit in a house, a bit for each.
    pub(in crate::logic) fn places(&self, house: u8, digit: u8) -> u16 {
        self.places[usize::from(house)][usize::from(digit)]
    }

    /// The cells that have a candidate.
    pub(in crate::logic) fn cells(&self, digit: u8) -> u128 {
        self.digits[usize::from(digit)]
    }

    /// The cells that have each digit as a candidate or a value.
    pub(in crate::logic) fn standing_or_left(&self) -> [u128; 9] {
        let mut digits = self.digits;
        for (cell, &value) in self.values.iter().enumerate().filter(|(_, value)| **value > 0) {
            digits[usize::from(value) - 1] |= 1 << cell;
        }
        digits
    }

    /// The number of cells of a house without a value.
    pub(in crate::logic) fn empty(&self, house: u8) -> usize {
        self.empty[usize::from(house)].into()
    }

    /// How often a digit is set.
    pub(in crate::logic) fn standing(&self, digit: u8) -> usize {
        self.standing[usize::from(digit)].into()
    }

    /// Whether the puzzle itself takes candidates from a cell: it has a clue there, or pencil
    /// marks. What else lacks a digit, or is set, has come to it by steps.
    pub fn is_clued(&self, cell: Cell) -> bool {
        Shape::CLASSIC.has(cell) && self.clued >> number(cell) & 1 == 1
    }

    /// The cells of which this is so.
    pub(super) fn clued(&self) -> u128 {
        self.clued
    }

    /// The cells that have a value.
    pub(super) fn set_cells(&self) -> u128 {
        !self.open & ((1 << 81) - 1)
    }

    /// Whether a cell has no value.
    pub(in crate::logic) fn is_open(&self, cell: u8) -> bool {
        self.open >> cell & 1 == 1
    }

    /// The cells with exactly two candidates.
    pub(in crate::logic) fn bivalue(&self) -> u128 {
        let [mut one, mut two, mut three] = [0; 3];
        for cells in self.digits {
            three |= two & cells;
            two |= one & cells;
            one |= cells;
        }
        two & !three
    }

    /// Takes a digit, from 0, from a cell.
    pub(in crate::logic) fn take(&mut self, cell: usize, digit: usize) {
        if self.left[cell] >> digit & 1 == 1 {
            self.left[cell] &= !(1 << digit);
            self.digits[digit] &= !(1 << cell);
            for (house, place) in HOUSES[cell].into_iter().zip(PLACE[cell]) {
                self.places[usize::from(house)][digit] &= !(1 << place);
            }
        }
    }
}

/// Whether a 9×9 grid has the cell and the digit.
pub(super) fn can_have(Candidate { cell, digit }: Candidate) -> bool {
    Shape::CLASSIC.has(cell) && digit.index() < 9
}

#[cfg(test)]
mod tests {
    use super::super::Constraint;
    use super::*;
    use crate::sudoku::House;

    #[test]
    fn what_a_grid_does_not_have_is_nothing_else() {
        // By their numbers r1c10 would be r2c1, row 12 the third column, and the digit 25 a 9.
        let board = Board::of(&Grid::empty(Shape::CLASSIC)).unwrap();
        let mut set = board.clone();
        set.set("r2c1".parse().map(|cell| Candidate { cell, digit: Digit::at(0) }).unwrap());
        for (cell, digit) in
            [("r1c10", 1), ("r10c1", 1), ("r25c25", 25), ("r2c2", 25), ("r3c3", 10)]
        {
            let cell = cell.parse().unwrap();
            let candidate = Candidate { cell, digit: Digit::new(digit).unwrap() };
            assert!(!board.has(candidate) && !board.is_clued(cell), "{candidate}");
            assert_eq!(set.value(cell), None, "{candidate}");
            for change in [Board::set, Board::remove] {
                let mut other = board.clone();
                let change = std::panic::AssertUnwindSafe(|| change(&mut other, candidate));
                assert!(std::panic::catch_unwind(change).is_err() && other == board, "{candidate}");
            }
        }
        for constraint in [
            Constraint::Cell("r1c10".parse().unwrap()),
            Constraint::Places(House::Row(12), Digit::at(1)),
            Constraint::Places(House::Box(200), Digit::at(1)),
            Constraint::Places(House::Row(0), Digit::at(9)),
        ] {
            assert_eq!(constraint.members(&board), [], "{constraint:?}");
        }
    }

    #[test]
    fn a_cell_that_is_set_anew_counts_once() {
        let mut board = Board::of(&Grid::empty(Shape::CLASSIC)).unwrap();
        let cell = "r5c5".parse().unwrap();
        for digit in Shape::CLASSIC.digits() {
            board.set(Candidate { cell, digit });
        }
        assert_eq!((0..9).map(|digit| board.standing(digit)).sum::<usize>(), 1);
        assert_eq!((board.value(cell), board.empty(13)), (Some(Digit::at(8)), 8));
    }
}
