//! Aligned pair and triplet exclusion.
//!
//! ```text
//!      two cells {1,2,3} {1,2,4}; a cell {1,2} and a cell {2,4} see both of them
//!      2 with 4 would leave nothing to {2,4}; 1 with 2 nothing to {1,2}; ...
//!      a candidate without any combination goes
//! ```
//!
//! The cells need not be in line, nor see each other. Combinations are not listed: two digits that
//! an excluder has alone forbid each other, and so do three.
//!
//! Deliberately lacking: excluders with more candidates than there are cells; they exclude nothing.

use std::cell::{Cell, OnceCell};

use smallvec::SmallVec;

use super::bits::{cells, ones};
use super::deduction::Removals;
use super::tables::{HOUSE, HOUSES, SEES, cell};
use super::visit::{Flow, Visit};
use super::{Board, Deduction, Evidence, Technique};

/// Cells that may be combined, and what they see that can exclude a combination.
struct Bases {
    cells: Vec<u8>,
    all: u128,
    /// Of all cells; empty for those that are no base.
    excluders: [u128; 81],
}

impl Bases {
    /// Bases for excluders of up to `most` candidates.
    fn of(board: &Board, most: usize) -> Bases {
        let (mut fitting, mut alone) = (0_u128, 0_u128);
        for cell in 0..81 {
            match board.count(cell) {
                1 => alone |= 1 << cell,
                count if (2..=most).contains(&count) => fitting |= 1 << cell,
                _ => {}
            }
        }
        let mut bases = Bases { cells: Vec::new(), all: 0, excluders: [0; 81] };
        for cell in 0..81 {
            let sees = SEES[usize::from(cell)];
            if board.count(cell) >= 2 && sees & alone == 0 && sees & fitting != 0 {
                bases.cells.push(cell);
                bases.all |= 1 << cell;
                bases.excluders[usize::from(cell)] = sees & fitting;
            }
        }
        bases
    }

    fn excluders(&self, cell: u8) -> u128 {
        self.excluders[usize::from(cell)]
    }
}

/// Where nothing was excluded: what its cells had, and which of them were bases.
pub(super) struct NoneAligned {
    left: [u16; 81],
    bases: u128,
}

impl NoneAligned {
    fn of(board: &Board, bases: &Bases) -> NoneAligned {
        NoneAligned { left: std::array::from_fn(|cell| board.left(cell as u8)), bases: bases.all }
    }

    /// The cells that are different now; and those, with cells that are new bases.
    fn changed(&self, now: &NoneAligned) -> [u128; 2] {
        let differ = |cell: &usize| self.left[*cell] != now.left[*cell];
        let differ = (0..81).filter(differ).fold(0, |cells, cell| cells | 1 << cell);
        [differ, differ | now.bases & !self.bases]
    }
}

/// Two cells or three. `none` is where there were none, as far as it is known.
pub(super) fn find(
    board: &Board,
    size: usize,
    none: &Cell<Option<NoneAligned>>,
    visit: Visit<'_>,
) -> Flow {
    let mut known = none.take();
    let flow = if size == 2 {
        pairs(board, &mut known, visit)
    } else {
        triplets(board, &mut known, visit)
    };
    none.set(known);
    flow
}

/// Two cells. `known` is where there were none, and becomes so again.
fn pairs(board: &Board, known: &mut Option<NoneAligned>, visit: Visit<'_>) -> Flow {
    let bases = Bases::of(board, 2);
    let now = NoneAligned::of(board, &bases);
    let [changed, new] = known.as_ref().map_or([u128::MAX; 2], |known| known.changed(&now));
    let mut has_some = false;
    for (k, &second) in bases.cells.iter().enumerate() {
        for &first in &bases.cells[..k] {
            let excluders = bases.excluders(first) & bases.excluders(second);
            if excluders & excluders.wrapping_sub(1) == 0
                || (1 << first | 1 << second) & new == 0 && excluders & changed == 0
                || allows_pairs(board, [first, second], excluders)
            {
                continue;
            }
            let removals = exclusion(board, &[first, second], excluders);
            if !removals.is_empty() {
                visit(aligned(board, &[first, second], excluders, removals))?;
                has_some = true;
            }
        }
    }
    *known = (!has_some).then_some(now);
    Flow::Continue(())
}

/// Whether no digit of the two cells can go. A digit goes only if every digit of the other cell is
/// excluded beside it: by an excluder with both, or because both are equal and the cells see each
/// other.
fn allows_pairs(board: &Board, two: [u8; 2], excluders: u128) -> bool {
    // `of_many[k]`: the digits that at least k excluders have; `of_many[3]` stands for three and
    // more.
    let mut of_many = [0o777, 0, 0, 0];
    for digits in cells(excluders).map(|cell| board.left(cell)) {
        for k in (0..3).rev() {
            of_many[k + 1] |= of_many[k] & digits;
        }
    }
    let seen = usize::from(SEES[usize::from(two[0])] >> two[1] & 1 == 1);
    let [first, second] = two.map(|cell| of_many[(board.count(cell) - seen).min(3)]);
    board.left(two[0]) & second == 0 && board.left(two[1]) & first == 0
}

/// Three cells: two, and an excluder of one of them. `known` is as above.
fn triplets(board: &Board, known: &mut Option<NoneAligned>, visit: Visit<'_>) -> Flow {
    let bases = Bases::of(board, 3);
    let now = NoneAligned::of(board, &bases);
    let [changed, new] = known.as_ref().map_or([u128::MAX; 2], |known| known.changed(&now));
    let mut has_some = false;
    for (k, &second) in bases.cells.iter().enumerate() {
        for &first in &bases.cells[..k] {
            let excluders = bases.excluders(first) & bases.excluders(second);
            if excluders & excluders.wrapping_sub(1) == 0 {
                continue;
            }
            let is_new = (1 << first | 1 << second) & new != 0 || excluders & changed != 0;
            let open = if is_new { bases.all } else { bases.all & new };
            if open == 0 {
                continue;
            }
            let combined = OnceCell::new();
            let combined =
                || combined.get_or_init(|| Combined::of(board, [first, second], excluders));
            let mut seen = 1 << first | 1 << second;
            for of in [first, second] {
                let thirds = bases.excluders(of) & open & !seen;
                seen |= thirds;
                let [square, row, column] =
                    HOUSES[usize::from(of)].map(|house| HOUSE[usize::from(house)]);
                let by_house = [thirds & square, thirds & row & !square, thirds & column & !square];
                for third in by_house.into_iter().flat_map(cells) {
                    let excluders = excluders & bases.excluders(third);
                    if excluders & excluders.wrapping_sub(1) == 0
                        || combined().allows_all(board, third)
                    {
                        continue;
                    }
                    let trio = [first, second, third];
                    let removals = exclusion(board, &trio, excluders);
                    if !removals.is_empty() {
                        visit(aligned(board, &trio, excluders, removals))?;
                        has_some = true;
                    }
                }
            }
        }
    }
    *known = (!has_some).then_some(now);
    Flow::Continue(())
}

/// What two cells may have together by all that excludes something of both, and what a third one
/// may have beside that.
struct Combined {
    cells: [u8; 2],
    /// A digit of each, and those of a third that is seen by all excluders.
    ways: SmallVec<[(u8, u8, u16); 32]>,
    /// What a third cell that sees both may have beside each digit of the two, and beside any.
    beside: [[u16; 9]; 2],
    any: u16,
}

impl Combined {
    fn of(board: &Board, cells: [u8; 2], excluders: u128) -> Combined {
        let forbidden = Forbidden::by(board, excluders);
        let [first, second] = cells.map(|cell| board.left(cell));
        let sees = SEES[usize::from(cells[0])] >> cells[1] & 1 == 1;
        let (mut ways, mut any) = (SmallVec::new(), 0);
        let mut beside = [[u16::MAX; 9]; 2];
        for digit in ones(first) {
            beside[0][usize::from(digit)] = 0;
        }
        for digit in ones(second) {
            beside[1][usize::from(digit)] = 0;
        }
        for one in ones(first) {
            let not = forbidden.beside[usize::from(one)] | u16::from(sees) << one;
            for other in ones(second & !not) {
                let thirds = !forbidden.beside_both(one, other);
                ways.push((one, other, thirds));
                let of_seen = thirds & !(1 << one | 1 << other);
                beside[0][usize::from(one)] |= of_seen;
                beside[1][usize::from(other)] |= of_seen;
                any |= of_seen;
            }
        }
        Combined { cells, ways, beside, any }
    }

    /// Whether nothing of a third cell and the two is excluded, even if all excluders saw the
    /// third.
    fn allows_all(&self, board: &Board, third: u8) -> bool {
        let all = [self.cells[0], self.cells[1], third].map(|cell| board.left(cell));
        if all[2] & !self.any == 0 && self.beside.as_flattened().iter().all(|set| all[2] & set != 0)
        {
            return true;
        }
        let [by_first, by_second] =
            self.cells.map(|cell| u16::from(SEES[usize::from(cell)] >> third & 1 == 1));
        let mut allowed = [0_u16; 3];
        for &(one, other, digits) in &self.ways {
            let thirds = all[2] & digits & !(by_first << one | by_second << other);
            if thirds != 0 {
                allowed[0] |= 1 << one;
                allowed[1] |= 1 << other;
                allowed[2] |= thirds;
                if allowed == all {
                    return true;
                }
            }
        }
        false
    }
}

fn aligned(board: &Board, cells_of: &[u8], excluders: u128, removals: Removals) -> Deduction {
    let (technique, difficulty) = match cells_of.len() {
        2 => (Technique::AlignedPair, 62),
        _ => (Technique::AlignedTriplet, 75),
    };
    // Those without which the same goes are not shown.
    let excluders = cells(excluders).fold(excluders, |needed, one| {
        let fewer = needed & !(1 << one);
        if exclusion(board, cells_of, fewer) == removals { fewer } else { needed }
    });
    let evidence = Evidence::Aligned {
        cells: cells_of.iter().map(|&number| cell(number)).collect(),
        excluders: cells(excluders).map(cell).collect(),
    };
    Deduction::removing(technique, difficulty, removals, evidence)
}

/// What excluders forbid: to each digit some others, and sets of three.
struct Forbidden {
    beside: [u16; 9],
    threes: SmallVec<[u16; 16]>,
}

impl Forbidden {
    fn by(board: &Board, excluders: u128) -> Forbidden {
        let mut forbidden = Forbidden { beside: [0; 9], threes: SmallVec::new() };
        for excluder in cells(excluders) {
            let digits = board.left(excluder);
            if digits.count_ones() == 2 {
                for digit in ones(digits) {
                    forbidden.beside[usize::from(digit)] |= digits & !(1 << digit);
                }
            } else {
                forbidden.threes.push(digits);
            }
        }
        forbidden
    }

    /// The digits of a third cell that may not stand beside two.
    fn beside_both(&self, one: u8, other: u8) -> u16 {
        let both = 1 << one | 1 << other;
        let beside = self.beside[usize::from(one)] | self.beside[usize::from(other)];
        if one == other {
            return beside;
        }
        let threes = self.threes.iter().filter(|&three| three & both == both);
        threes.fold(beside, |beside, three| beside | three & !both)
    }
}

/// The candidates of the cells that are in no combination.
fn exclusion(board: &Board, cells: &[u8], excluders: u128) -> Removals {
    let forbidden = Forbidden::by(board, excluders);
    let sees = |one: usize, other: usize| SEES[usize::from(cells[one])] >> cells[other] & 1 == 1;
    // A digit that another cell may not repeat.
    let not = |digit: u8, holds: bool| if holds { !(1 << digit) } else { u16::MAX };
    let mut all = [0_u16; 3];
    for (all, &cell) in all.iter_mut().zip(cells) {
        *all = board.left(cell);
    }
    let mut allowed = [0_u16; 3];
    for first in ones(all[0]) {
        let seconds = all[1] & !forbidden.beside[usize::from(first)] & not(first, sees(0, 1));
        if cells.len() == 2 {
            if seconds != 0 {
                allowed[0] |= 1 << first;
                allowed[1] |= seconds;
            }
            continue;
        }
        let thirds = all[2] & not(first, sees(0, 2));
        for second in ones(seconds) {
            let thirds = thirds & !forbidden.beside_both(first, second) & not(second, sees(1, 2));
            if thirds != 0 {
                allowed[0] |= 1 << first;
                allowed[1] |= 1 << second;
                allowed[2] |= thirds;
                if allowed == all {
                    return Removals::default();
                }
            }
        }
    }
    let mut removals = Removals::default();
    for (k, &cell) in cells.iter().enumerate() {
        removals.add(cell, all[k] & !allowed[k]);
    }
    removals
}
