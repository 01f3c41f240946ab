//! A constraint: a cell, which has one digit, or a digit in a house, which has one place.

use super::Board;
use super::bits::ones;
use super::tables::{CELLS, SEES, candidate, house_number, number};
use crate::sudoku::{Candidate, Cell, Digit, House, Shape};

/// One of the 324: exactly one of its candidates is true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Constraint {
    /// A cell has one digit.
    Cell(Cell),
    /// A digit has one place in a house.
    Places(House, Digit),
}

impl Constraint {
    /// Whether a candidate is one of its.
    pub fn holds(self, candidate: Candidate) -> bool {
        match self {
            Constraint::Cell(cell) => candidate.cell == cell,
            Constraint::Places(house, digit) => {
                candidate.digit == digit
                    && Shape::CLASSIC.houses_of(candidate.cell).contains(&house)
            }
        }
    }

    /// Whether it is one of the 324 of a 9×9 grid.
    pub(super) fn is_classic(self) -> bool {
        match self {
            Constraint::Cell(cell) => Shape::CLASSIC.has(cell),
            Constraint::Places(House::Row(k) | House::Column(k) | House::Box(k), digit) => {
                k < 9 && digit.index() < 9
            }
        }
    }

    /// Its candidates that are left on a board; none if it is met, or none of a 9×9 grid.
    pub fn members(self, board: &Board) -> Vec<Candidate> {
        match self {
            _ if !self.is_classic() => Vec::new(),
            Constraint::Cell(cell) => {
                ones(board.left_of(cell)).map(|digit| candidate(number(cell), digit)).collect()
            }
            Constraint::Places(house, digit) => {
                let (house, digit) = (house_number(house), digit.index() as u8);
                let cells = CELLS[usize::from(house)];
                let places = ones(board.places(house, digit));
                places.map(|place| candidate(cells[usize::from(place)], digit)).collect()
            }
        }
    }
}

/// The cell of a number.
pub(in crate::logic) const fn of_cell(cell: u8) -> Constraint {
    Constraint::Cell(super::tables::cell(cell))
}

/// A digit in a house, by their numbers.
pub(in crate::logic) const fn of_places(house: u8, digit: u8) -> Constraint {
    Constraint::Places(super::tables::house(house), Digit::at(digit as usize))
}

/// Whether two candidates can't both be true.
pub(super) fn see(one: Candidate, other: Candidate) -> bool {
    if one.cell == other.cell {
        return one.digit != other.digit;
    }
    one.digit == other.digit && SEES[usize::from(number(one.cell))] >> number(other.cell) & 1 == 1
}
