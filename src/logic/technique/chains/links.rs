//! The strong links of a board: for each candidate, what is true if it is false.

use super::node::{NO_CAUSE, Number, OF_BOX, OF_CELL, cell_of, digit_of, number};
use crate::logic::technique::Board;
use crate::logic::technique::bits::{cells, lowest};
use crate::logic::technique::tables::{CELLS, HOUSES};

/// No candidate.
pub(super) const NONE: Number = Number::MAX;

/// The links that may be used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum By {
    X,
    Y,
    Xy,
}

impl By {
    pub(super) const fn cells(self) -> bool {
        !matches!(self, By::X)
    }

    pub(super) const fn houses(self) -> bool {
        !matches!(self, By::Y)
    }

    pub(super) const fn cycle_base(self) -> f64 {
        if matches!(self, By::Xy) { 7.0 } else { 6.5 }
    }

    pub(super) const fn chain_base(self) -> f64 {
        if matches!(self, By::Xy) { 7.0 } else { 6.6 }
    }
}

/// The partners of each candidate.
pub(super) struct Links {
    /// In a cell with two candidates.
    pub(super) in_cell: [Number; 729],
    /// In houses with two places, each once; behind them there is `NONE`.
    pub(super) in_houses: [[Number; 3]; 729],
    /// The candidates that have partners, by digit: in cells, in houses, and in either. What has
    /// none leads nowhere once it is false.
    with_partners: [[u128; 9]; 3],
}

impl Links {
    pub(super) fn of(board: &Board) -> Links {
        let mut links =
            Links { in_cell: [NONE; 729], in_houses: [[NONE; 3]; 729], with_partners: [[0; 9]; 3] };
        let bivalue = board.bivalue();
        for digit in 0..9 {
            links.with_partners[0][usize::from(digit)] = board.cells(digit) & bivalue;
        }
        for cell in cells(bivalue) {
            let digits = board.left(cell);
            let [one, other] =
                [lowest(digits), lowest(digits & (digits - 1))].map(|digit| number(cell, digit));
            links.in_cell[usize::from(one)] = other;
            links.in_cell[usize::from(other)] = one;
        }
        for house in 0..27 {
            for digit in 0..9 {
                let places = board.places(house, digit);
                if places.count_ones() == 2 {
                    let [one, other] = [lowest(places), lowest(places & (places - 1))]
                        .map(|place| CELLS[usize::from(house)][usize::from(place)])
                        .map(|cell| number(cell, digit));
                    links.add(one, other);
                    links.add(other, one);
                }
            }
        }
        let [in_cells, in_houses, both] = &mut links.with_partners;
        for digit in 0..9 {
            both[digit] = in_cells[digit] | in_houses[digit];
        }
        links
    }

    fn add(&mut self, one: Number, other: Number) {
        self.with_partners[1][usize::from(digit_of(one))] |= 1 << cell_of(one);
        let partners = &mut self.in_houses[usize::from(one)];
        for partner in partners {
            if *partner == other {
                return;
            }
            if *partner == NONE {
                *partner = other;
                return;
            }
        }
    }

    pub(super) fn in_houses(&self, of: Number) -> impl Iterator<Item = Number> + '_ {
        self.in_houses[usize::from(of)].iter().copied().take_while(|&partner| partner != NONE)
    }

    /// The candidates with partners, by the kinds of links: cells, houses.
    pub(super) const fn with_partners(&self, [by_cells, by_houses]: [bool; 2]) -> &[u128; 9] {
        match (by_cells, by_houses) {
            (true, false) => &self.with_partners[0],
            (false, _) => &self.with_partners[1],
            (true, true) => &self.with_partners[2],
        }
    }

    /// The partners of a candidate: that of its cell before those of its houses.
    pub(super) fn partners(&self, of: Number, by: By) -> impl Iterator<Item = Number> + '_ {
        let in_cell = Some(self.in_cell[usize::from(of)]);
        let in_cell = in_cell.filter(|&partner| by.cells() && partner != NONE);
        let in_houses = self.in_houses(of).filter(move |_| by.houses());
        in_cell.into_iter().chain(in_houses)
    }

    /// The cause of a strong link: the cell, or the first house with the two places.
    pub(super) fn cause(board: &Board, one: Number, other: Number) -> u8 {
        if cell_of(one) == cell_of(other) {
            return OF_CELL;
        }
        let houses = [one, other].map(|number| HOUSES[usize::from(cell_of(number))]);
        let is_link = |kind: &usize| {
            houses[0][*kind] == houses[1][*kind]
                && board.places(houses[0][*kind], digit_of(one)).count_ones() == 2
        };
        (0..3).find(is_link).map_or(NO_CAUSE, |kind| OF_BOX + kind as u8)
    }
}
