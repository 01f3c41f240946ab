//! The bivalue universal grave (BUG): a puzzle with one solution does not come down to two
//! candidates in each cell, with each digit twice in each house where it is missing.
//!
//! ```text
//!      {1,2} {1,4} {2,4,7}     all cells have two candidates but one, and 7 is three times in its
//!                              row: without it the grid would be a BUG, so the cell is 7 (type 1)
//! ```
//!
//! The candidates that are too many are *bug candidates*: one of them is true. Type 1: a cell has
//! them all, and loses the others. Type 2: they have one digit; what sees them all loses it. Type
//! 3: they stand for a cell of a naked set. Type 4: two cells share a house and another digit,
//! which is then in one of them; they keep that digit and their bug candidates.

use super::bits::{ones, subsets};
use super::constraint::{Constraint, of_cell, of_places};
use super::deduction::Removals;
use super::tables::{CELLS, HOUSES, PEERS, SEES, candidate};
use super::visit::{Flow, Visit};
use super::{Board, Deadly, Deduction, Evidence, Technique};

/// The bug candidates of a board.
struct Bug<'b> {
    board: &'b Board,
    /// In the order of finding.
    cells: Vec<u8>,
    digits: [u16; 81],
    all: u16,
    /// What sees all bug cells.
    common: u128,
}

impl<'b> Bug<'b> {
    /// `None` if the board does not become a BUG.
    fn of(board: &'b Board) -> Option<Bug<'b>> {
        let mut bug = Bug { board, cells: Vec::new(), digits: [0; 81], all: 0, common: u128::MAX };
        let mut rest = board.clone();
        for house in 0..27 {
            for digit in 0..9 {
                let places = board.places(house, digit);
                if matches!(places.count_ones(), 0 | 2) {
                    continue;
                }
                let cells = ones(places).map(|place| CELLS[usize::from(house)][usize::from(place)]);
                let mut larger = cells.filter(|&cell| board.count(cell) >= 3);
                match (larger.next(), larger.next()) {
                    (Some(cell), None) => bug.add(cell, digit, &mut rest)?,
                    (None, _) => return None,
                    _ => {}
                }
            }
        }
        let has_two = |cell: u8| !rest.is_open(cell) || rest.count(cell) == 2;
        let is_twice = |house, digit| matches!(rest.places(house, digit).count_ones(), 0 | 2);
        let is_bug =
            (0..81).all(has_two) && (0..27).all(|house| (0..9).all(|digit| is_twice(house, digit)));
        (is_bug && !bug.cells.is_empty()).then_some(bug)
    }

    fn add(&mut self, cell: u8, digit: u8, rest: &mut Board) -> Option<()> {
        if !self.cells.contains(&cell) {
            self.cells.push(cell);
        }
        self.digits[usize::from(cell)] |= 1 << digit;
        self.all |= 1 << digit;
        rest.take(cell.into(), digit.into());
        let cells = self.cells.iter().fold(0, |cells, cell| cells | 1 << cell);
        self.common &= SEES[usize::from(cell)] & !cells;
        let is_hopeless = self.cells.len() > 1 && self.all.count_ones() > 1 && self.common == 0;
        (!is_hopeless).then_some(())
    }

    fn deduction(
        &self,
        kind: u8,
        difficulty: u16,
        removals: Removals,
        [truths, links]: [Vec<Constraint>; 2],
    ) -> Option<Deduction> {
        let bugs = self.cells.iter().flat_map(|&cell| {
            ones(self.digits[usize::from(cell)]).map(move |digit| candidate(cell, digit))
        });
        let deadly = Some(Deadly::Bug(bugs.collect()));
        let evidence = Evidence::Counting { deadly, truths, links, single: None };
        (!removals.is_empty())
            .then(|| Deduction::removing(Technique::Bug(kind), difficulty, removals, evidence))
    }

    fn type_2(&self) -> Option<Deduction> {
        let digit = super::bits::lowest(self.all);
        let gone = self.common & self.board.cells(digit);
        self.deduction(2, 57, Removals::of_digit(gone, digit), [vec![], vec![]])
    }

    fn type_4(&self) -> Option<Deduction> {
        let &[one, other] = &self.cells[..] else { return None };
        let common = self.board.left(one) & self.board.left(other) & !self.all;
        let digit = super::bits::lowest(common);
        let mut pairs = HOUSES[usize::from(one)].into_iter().zip(HOUSES[usize::from(other)]);
        if common.count_ones() != 1 || !pairs.clone().any(|(one, other)| one == other) {
            return None;
        }
        let mut removals = Removals::default();
        for cell in [one, other] {
            removals.add(cell, self.board.left(cell) & !self.digits[usize::from(cell)] & !common);
        }
        let is_only = |house| self.board.places(house, digit).count_ones() == 2;
        let house = pairs.find(|&(one, other)| one == other && is_only(one));
        let truth = house.map(|(house, _)| of_places(house, digit));
        let links = [one, other].map(of_cell).to_vec();
        self.deduction(4, 57, removals, [truth.into_iter().collect(), links])
    }

    fn type_3(&self) -> Option<Deduction> {
        let first = self.cells[0];
        for (kind, &house) in HOUSES[usize::from(first)].iter().enumerate() {
            if self.cells.iter().any(|&cell| HOUSES[usize::from(cell)][kind] != house) {
                continue;
            }
            let is_near = |cell: &u8| {
                self.common >> cell & 1 == 1 && HOUSES[usize::from(*cell)][kind] == house
            };
            let near: Vec<u8> =
                PEERS[usize::from(first)].into_iter().filter(|cell| is_near(cell)).collect();
            for size in (2..=6).take_while(|&size| near.len() >= size) {
                for chosen in subsets(size - 1, near.len()) {
                    if let Some(deduction) = self.naked(house, &near, chosen, size) {
                        return Some(deduction);
                    }
                }
            }
        }
        None
    }

    fn naked(&self, house: u8, near: &[u8], chosen: u16, size: usize) -> Option<Deduction> {
        let cells = ones(chosen).map(|k| near[usize::from(k)]);
        if cells.clone().any(|cell| self.board.count(cell) < 2) {
            return None;
        }
        let union = cells.clone().fold(0, |union, cell| union | self.board.left(cell));
        let is_set = union.count_ones() as usize == size
            && self.all.count_ones() > 1
            && self.all & !union == 0;
        if !is_set {
            return None;
        }
        let mut removals = Removals::default();
        for (k, &cell) in near.iter().enumerate() {
            if chosen >> k & 1 == 0 {
                removals.add(cell, self.board.left(cell) & union);
            }
        }
        let truths = cells.map(of_cell).collect();
        let links = ones(union).map(|digit| of_places(house, digit)).collect();
        self.deduction(3, 57 + size as u16 - 1, removals, [truths, links])
    }
}

/// The BUG of a board, if it is one.
pub(super) fn find(board: &Board, visit: Visit<'_>) -> Flow {
    // Bug cells see each other or what goes; so there are never many.
    if (0..81).filter(|&cell| board.count(cell) > 2).count() > 20 {
        return Flow::Continue(());
    }
    let Some(bug) = Bug::of(board) else { return Flow::Continue(()) };
    let found = if let &[cell] = &bug.cells[..] {
        let removals = Removals::of_cell(cell, board.left(cell) & !bug.all);
        bug.deduction(1, 56, removals, [vec![], vec![]])
    } else if bug.all.is_power_of_two() {
        bug.type_2().or_else(|| bug.type_4())
    } else if bug.common == 0 {
        None
    } else {
        bug.type_4().or_else(|| bug.type_3())
    };
    found.map_or(Flow::Continue(()), visit)
}
