//! What the types of a loop remove.

use super::super::bits::{lowest, ones, subsets};
use super::super::constraint::{Constraint, of_cell, of_places};
use super::super::deduction::Removals;
use super::super::tables::{CELLS, HOUSES, PLACE, cell, common_peers};
use super::super::{Board, Deadly, Deduction, Evidence, Technique};
use crate::sudoku::Digit;

/// A loop with a type that removes something.
pub(super) struct Finding {
    /// Summed up as Sudoku Explainer does, in floating point: equal sums decide the order.
    pub(super) difficulty: f64,
    /// The type, 1 to 4.
    pub(super) kind: u8,
    cells: Vec<u8>,
    pair: u16,
    /// What tells it from others with the same cells and the same type.
    set: Set,
    removals: Removals,
    truths: Vec<Constraint>,
    links: Vec<Constraint>,
}

/// The set of type 3; none of other types.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Set {
    is_hidden: bool,
    house: u8,
    digits: u16,
    places: u16,
}

/// The two cells of a loop with extra digits, in a house that they share.
struct Extra {
    cells: [u8; 2],
    house: u8,
    places: [u8; 2],
    /// Their extra digits.
    digits: u16,
}

impl Finding {
    pub(super) fn deduction(self) -> Deduction {
        let technique = match self.cells.len() {
            4 => Technique::UniqueRectangle(self.kind),
            _ => Technique::UniqueLoop(self.kind),
        };
        let deadly = Deadly::Loop {
            cells: self.cells.iter().map(|&number| cell(number)).collect(),
            digits: [lowest(self.pair), lowest(self.pair & (self.pair - 1))]
                .map(|digit| Digit::at(digit.into())),
        };
        let evidence = Evidence::Counting {
            deadly: Some(deadly),
            truths: self.truths,
            links: self.links,
            single: None,
        };
        Deduction::removing(technique, tenths(self.difficulty), self.removals, evidence)
    }

    fn mask(&self) -> u128 {
        self.cells.iter().fold(0, |mask, cell| mask | 1 << cell)
    }
}

/// A sum of difficulties in tenths.
fn tenths(difficulty: f64) -> u16 {
    #[expect(clippy::cast_sign_loss, reason = "difficulties are positive")]
    let tenths = ((difficulty + 0.05) * 10.0) as u16;
    tenths
}

/// A loop, and where its findings go.
struct Loop<'l> {
    board: &'l Board,
    pair: u16,
    cells: &'l [u8],
    base: f64,
    found: &'l mut Vec<Finding>,
}

/// Adds what a loop removes.
pub(super) fn add(board: &Board, pair: u16, cells: &[u8], found: &mut Vec<Finding>) {
    let base = match cells.len() {
        4 => 4.5,
        6 => 4.5 + 0.1,
        8 => 4.5 + 0.2,
        _ => 4.5 + 0.3 + 0.2,
    };
    let extra: Vec<u8> = cells.iter().copied().filter(|&cell| board.count(cell) > 2).collect();
    let mut the_loop = Loop { board, pair, cells, base, found };
    match extra[..] {
        [] => {}
        [one] => the_loop.add(1, base, Removals::of_cell(one, pair), [vec![], vec![]]),
        [one, other] => {
            let rest = (board.left(one) | board.left(other)) & !pair;
            if rest.is_power_of_two() {
                the_loop.type_2(&extra);
            } else {
                the_loop.type_3([one, other], rest);
            }
            the_loop.type_4([one, other]);
        }
        _ => the_loop.type_2(&extra),
    }
}

impl Loop<'_> {
    fn add(&mut self, kind: u8, difficulty: f64, removals: Removals, sets: [Vec<Constraint>; 2]) {
        self.add_with(Set::default(), kind, difficulty, removals, sets);
    }

    fn add_with(
        &mut self,
        set: Set,
        kind: u8,
        difficulty: f64,
        removals: Removals,
        [truths, links]: [Vec<Constraint>; 2],
    ) {
        if removals.is_empty() {
            return;
        }
        let (cells, pair) = (self.cells.to_vec(), self.pair);
        let finding = Finding { difficulty, kind, cells, pair, set, removals, truths, links };
        let is_same = |other: &Finding| {
            other.kind == kind && other.set == set && other.mask() == finding.mask()
        };
        if !self.found.iter().any(is_same) {
            self.found.push(finding);
        }
    }

    /// The least extra digit of the first extra cell goes from what sees all extra cells.
    fn type_2(&mut self, extra: &[u8]) {
        let digit = lowest(self.board.left(extra[0]) & !self.pair);
        let mask = extra.iter().fold(0, |mask, cell| mask | 1 << cell);
        let gone = common_peers(mask) & self.board.cells(digit) & !mask;
        self.add(2, self.base, Removals::of_digit(gone, digit), [vec![], vec![]]);
    }

    /// Sets of growing size, in each house that both cells share.
    fn type_3(&mut self, extra: [u8; 2], rest: u16) {
        for size in rest.count_ones() as usize..=7 {
            for kind in 0..3 {
                let [house, other] = extra.map(|cell| HOUSES[usize::from(cell)][kind]);
                if house != other {
                    continue;
                }
                let places = extra.map(|cell| PLACE[usize::from(cell)][kind]);
                let empty = self.board.empty(house);
                let extra = Extra { cells: extra, house, places, digits: rest };
                if 2 * size <= empty {
                    self.naked(&extra, size);
                }
                if 2 * size < empty {
                    self.hidden(&extra, size);
                }
            }
        }
    }

    fn naked(&mut self, extra: &Extra, size: usize) {
        let &Extra { cells: extra, house, places: [one, other], digits: rest } = extra;
        let cells = CELLS[usize::from(house)];
        let common = rest & self.board.left(extra[0]) & self.board.left(extra[1]);
        for chosen in subsets(size, 9) {
            if chosen >> one & 1 == 0 || chosen >> other & 1 == 1 {
                continue;
            }
            let others = ones(chosen & !(1 << one)).map(|place| cells[usize::from(place)]);
            if others.clone().any(|cell| self.board.count(cell) < 2) {
                continue;
            }
            let union = others.clone().fold(0, |union, cell| union | self.board.left(cell));
            let all = rest | union;
            if all.count_ones() as usize != size || (common | union).count_ones() as usize != size {
                continue;
            }
            let mut removals = Removals::default();
            for place in ones(0o777 & !(chosen | 1 << one | 1 << other)) {
                let cell = cells[usize::from(place)];
                removals.add(cell, self.board.left(cell) & all);
            }
            let truths = others.map(of_cell).collect();
            let links = ones(all).map(|digit| of_places(house, digit)).collect();
            let difficulty = self.base + f64::from(size as u8 - 1) * 0.1;
            let set = Set { is_hidden: false, house, digits: all, places: chosen };
            self.add_with(set, 3, difficulty, removals, [truths, links]);
        }
    }

    fn hidden(&mut self, extra: &Extra, size: usize) {
        let &Extra { cells: extra, house, places: [one, other], digits: rest } = extra;
        let free: Vec<u8> = ones(0o777 & !self.pair & !rest).collect();
        for chosen in subsets(size - 2, free.len()) {
            let digits =
                ones(chosen).fold(self.pair, |digits, k| digits | 1 << free[usize::from(k)]);
            let places = |digit| self.board.places(house, digit) & !(1 << other);
            if ones(digits).any(|digit| places(digit) == 0) {
                continue;
            }
            let union = ones(digits).fold(0, |union, digit| union | places(digit));
            if union.count_ones() as usize != size {
                continue;
            }
            let union = union & !(1 << one);
            let cells = ones(union).map(|place| CELLS[usize::from(house)][usize::from(place)]);
            let mut removals = Removals::default();
            cells.clone().for_each(|cell| removals.add(cell, self.board.left(cell) & !digits));
            let truths = ones(digits).map(|digit| of_places(house, digit)).collect();
            let links = extra.into_iter().chain(cells).map(of_cell).collect();
            let difficulty = self.base + (f64::from(union.count_ones()) - 1.0) * 0.1;
            let set = Set { is_hidden: true, house, digits, places: union };
            self.add_with(set, 3, difficulty, removals, [truths, links]);
        }
    }

    /// If a house has no other place for one of the digits, the other goes from both cells.
    fn type_4(&mut self, extra: [u8; 2]) {
        let pair = [lowest(self.pair), lowest(self.pair & (self.pair - 1))];
        let shared = (0..3).filter(|&kind| {
            HOUSES[usize::from(extra[0])][kind] == HOUSES[usize::from(extra[1])][kind]
        });
        for (digit, goes) in [(pair[0], pair[1]), (pair[1], pair[0])] {
            let is_held = |&kind: &usize| {
                let places = extra.map(|cell| PLACE[usize::from(cell)][kind]);
                let only = places.iter().fold(0, |only, place| only | 1 << place);
                let house = HOUSES[usize::from(extra[0])][kind];
                self.board.places(house, digit) & !only == 0
            };
            if let Some(kind) = shared.clone().find(is_held) {
                let house = HOUSES[usize::from(extra[0])][kind];
                let mask = extra.iter().fold(0, |mask, cell| mask | 1 << cell);
                let sets = [vec![of_places(house, digit)], extra.map(of_cell).to_vec()];
                self.add(4, self.base, Removals::of_digit(mask, goes), sets);
                return;
            }
        }
    }
}
