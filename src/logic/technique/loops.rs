//! Unique rectangles and loops: a puzzle with one solution does not end with two digits in turn.
//!
//! ```text
//!      r1c1 {2,7}    r1c4 {2,7}       with 2 and 7 alone in all four cells the two could change
//!      r5c1 {2,7}    r5c4 {2,7,9}     places, and there would be two solutions: r5c4 is 9 (type 1)
//! ```
//!
//! A loop is found from each cell with two candidates, depth first, along houses of another kind
//! each time. Each of its houses has one of its odd and one of its even cells. Cells with more than
//! two candidates are *extra*:
//!
//! - type 1: one. It loses both digits.
//! - type 2: the extra digits are the same; what sees them all is not that digit.
//! - type 3: two in one house. Their extra digits stand for one cell of a naked set, or both cells
//!   for a missing place of a hidden set.
//! - type 4: two in one house that has no other place for one of the digits: the other digit goes.
//!
//! An extra digit is entered when it is the only kind so far, or twice at most otherwise. As in
//! Sudoku Explainer the kinds grow by the neighbours that were tried, not by those entered; this
//! decides which loops it finds.

use smallvec::SmallVec;

use super::bits::{lowest, ones};
use super::sight::{OpenParts, pair_number};
use super::tables::{CELLS, HOUSE, HOUSES};
use super::visit::{Flow, Visit};
use super::{Board, Deduction};
use types::Finding;

mod types;

/// A path that may close to a loop.
struct Search<'s> {
    board: &'s Board,
    pair: u16,
    /// The cells that may be in a loop.
    fit: u128,
    path: Vec<u8>,
    /// The houses of its even cells and of its odd ones.
    houses: [u32; 2],
    loops: Vec<Vec<u8>>,
}

fn houses_of(cell: u8) -> u32 {
    HOUSES[usize::from(cell)].iter().fold(0, |houses, house| houses | 1 << house)
}

impl Search<'_> {
    /// Goes on to a cell. `extra` are the extra digits so far, `allowance` the cells with several
    /// that may still come, `kind` the kind of house that leads here.
    fn enter(&mut self, cell: u8, allowance: i8, mut extra: u16, kind: usize) {
        let parity = self.path.len() % 2;
        let houses = houses_of(cell);
        // A house with two cells of one kind is never repaired.
        if self.houses[parity] & houses != 0 {
            return;
        }
        self.houses[parity] |= houses;
        self.path.push(cell);
        for (next_kind, &house) in HOUSES[usize::from(cell)].iter().enumerate() {
            if next_kind == kind {
                continue;
            }
            let digits = ones(self.pair);
            let both = digits.fold(0o777, |both, digit| both & self.board.places(house, digit));
            for place in ones(both) {
                let next = CELLS[usize::from(house)][usize::from(place)];
                if next == self.path[0] && self.path.len() >= 4 {
                    if self.houses[0] == self.houses[1] {
                        self.loops.push(self.path.clone());
                    }
                    continue;
                }
                if self.path.contains(&next) {
                    continue;
                }
                let left = self.board.left(next);
                extra = (extra | left) & !self.pair;
                let has_more = left != self.pair;
                if self.fit >> next & 1 == 0 {
                    continue;
                }
                if !has_more || extra.is_power_of_two() || allowance > 0 {
                    self.enter(next, allowance - i8::from(has_more), extra, next_kind);
                }
            }
        }
        self.path.pop();
        self.houses[parity] &= !houses;
    }
}

/// Those of some cells that have another one in each of their houses, as all cells of a loop do.
fn fit(mut cells: u128) -> u128 {
    loop {
        let before = cells;
        for house in HOUSE {
            let inside = cells & house;
            if inside.is_power_of_two() {
                cells &= !inside;
            }
        }
        if cells == before {
            return cells;
        }
    }
}

/// All loops, the least difficult first, then by type.
pub(super) fn find(open: &OpenParts<'_>, visit: Visit<'_>) -> Flow {
    let board = open.board();
    let mut found: Vec<Finding> = Vec::new();
    // The same loop is found from several cells, and both ways round.
    let mut known: Vec<(u16, u128, SmallVec<[u8; 4]>)> = Vec::new();
    for start in super::bits::cells(board.bivalue()) {
        let pair = board.left(start);
        let [one, other] = [lowest(pair), lowest(pair & (pair - 1))];
        let part = pair_number(one, other);
        if !open.has(part) {
            continue;
        }
        let fit = fit(board.cells(one) & board.cells(other));
        if fit >> start & 1 == 0 {
            continue;
        }
        let mut search =
            Search { board, pair, fit, path: Vec::new(), houses: [0; 2], loops: Vec::new() };
        search.enter(start, 2, 0, 3);
        if !search.loops.is_empty() {
            open.found_in(part);
        }
        for cells in search.loops {
            let all = cells.iter().fold(0, |all, cell| all | 1 << cell);
            let extra = cells.iter().copied().filter(|&cell| board.left(cell) != pair).collect();
            let this = (pair, all, extra);
            if !known.contains(&this) {
                types::add(board, pair, &cells, &mut found);
                known.push(this);
            }
        }
    }
    found.sort_by(|one, other| {
        one.difficulty.total_cmp(&other.difficulty).then(one.kind.cmp(&other.kind))
    });
    found.into_iter().map(Finding::deduction).try_for_each(|deduction: Deduction| visit(deduction))
}
