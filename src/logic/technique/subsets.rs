//! Naked and hidden pairs, triplets and quads.
//!
//! ```text
//!      naked pair     {2,7} {2,7} .    two cells of a house have two digits: these go from the
//!                                      house's other cells
//!      hidden pair    {2,7,9} {2,5,7}  two digits of a house have two places: the other digits
//!                                      go from them
//! ```
//!
//! The cells without a naked set are a hidden set of the house, and the other way; Sudoku Explainer
//! asks how many cells are empty, and so names the smaller of both.

use super::bits::{lowest, ones, subsets};
use super::constraint::{of_cell, of_places};
use super::deduction::Removals;
use super::sight::OpenParts;
use super::tables::{BOXES_COLUMNS_ROWS, CELLS, HOUSES, candidate};
use super::visit::{Convention, Flow, Visit};
use super::{Board, Deduction, Evidence, Technique};

/// Cells of a house, and as many digits.
#[derive(Clone, Copy)]
pub(in crate::logic) struct Subset {
    pub(super) house: u8,
    /// The places of the cells.
    pub(super) places: u16,
    pub(super) digits: u16,
}

impl Subset {
    pub(super) fn cells(self) -> impl Iterator<Item = u8> + Clone {
        ones(self.places).map(move |place| CELLS[usize::from(self.house)][usize::from(place)])
    }

    /// What goes from the house's other cells.
    pub(super) fn outside(self, board: &Board) -> Removals {
        let mut removals = Removals::default();
        for place in ones(0o777 & !self.places) {
            let cell = CELLS[usize::from(self.house)][usize::from(place)];
            removals.add(cell, board.left(cell) & self.digits);
        }
        removals
    }

    /// The other digits of its cells.
    pub(super) fn inside(self, board: &Board) -> Removals {
        let mut removals = Removals::default();
        self.cells().for_each(|cell| removals.add(cell, board.left(cell) & !self.digits));
        removals
    }

    pub(super) fn naked_deduction(self, board: &Board) -> Option<Deduction> {
        let (technique, difficulty) = match self.digits.count_ones() {
            2 => (Technique::NakedPair, 30),
            3 => (Technique::NakedTriplet, 36),
            _ => (Technique::NakedQuad, 50),
        };
        self.removing(technique, difficulty, self.outside(board), true)
    }

    pub(super) fn hidden_deduction(self, board: &Board) -> Option<Deduction> {
        let (technique, difficulty) = match self.digits.count_ones() {
            2 => (Technique::HiddenPair, 34),
            3 => (Technique::HiddenTriplet, 40),
            _ => (Technique::HiddenQuad, 54),
        };
        self.removing(technique, difficulty, self.inside(board), false)
    }

    /// The deduction that takes these away, if there are any.
    fn removing(
        self,
        technique: Technique,
        difficulty: u16,
        removals: Removals,
        is_naked: bool,
    ) -> Option<Deduction> {
        let evidence = || self.evidence(is_naked, None);
        (!removals.is_empty())
            .then(|| Deduction::removing(technique, difficulty, removals, evidence()))
    }

    fn evidence(self, is_naked: bool, single: Option<u8>) -> Evidence {
        let cells = self.cells().map(of_cell).collect();
        let digits = ones(self.digits).map(|digit| of_places(self.house, digit)).collect();
        let (truths, links) = if is_naked { (cells, digits) } else { (digits, cells) };
        let single = single.map(|digit| of_places(self.house, digit));
        Evidence::Counting { deadly: None, truths, links, single }
    }
}

/// Subsets of `size` of the `sets` of nine whose union has `size` members, in increasing order.
/// Sets with fewer than two members are left out.
fn unions(sets: [u16; 9], size: usize, visit: &mut dyn FnMut(u16, u16) -> Flow) -> Flow {
    let mut fitting = [0; 9];
    let mut count = 0;
    for (k, set) in sets.iter().enumerate() {
        if (2..=size as u32).contains(&set.count_ones()) {
            fitting[count] = k;
            count += 1;
        }
    }
    for subset in subsets(size, count) {
        let (mut chosen, mut union) = (0, 0);
        for k in ones(subset) {
            chosen |= 1 << fitting[usize::from(k)];
            union |= sets[fitting[usize::from(k)]];
        }
        if union.count_ones() as usize == size {
            visit(chosen, union)?;
        }
    }
    Flow::Continue(())
}

/// All naked sets of a size in some houses, whether something goes or not.
pub(super) fn each_naked(
    board: &Board,
    houses: u32,
    size: usize,
    convention: Convention,
    visit: &mut dyn FnMut(Subset) -> Flow,
) -> Flow {
    for house in BOXES_COLUMNS_ROWS {
        let least = if convention.is_explainer() { 2 * size } else { size + 1 };
        if houses >> house & 1 == 0 || board.empty(house) < least {
            continue;
        }
        let sets = CELLS[usize::from(house)].map(|cell| board.left(cell));
        unions(sets, size, &mut |places, digits| visit(Subset { house, places, digits }))?;
    }
    Flow::Continue(())
}

/// All hidden sets of a size in some houses, whether something goes or not.
pub(super) fn each_hidden(
    board: &Board,
    houses: u32,
    size: usize,
    least: usize,
    visit: &mut dyn FnMut(Subset) -> Flow,
) -> Flow {
    for house in BOXES_COLUMNS_ROWS {
        if houses >> house & 1 == 0 || board.empty(house) < least {
            continue;
        }
        let sets = std::array::from_fn(|digit| board.places(house, digit as u8));
        unions(sets, size, &mut |digits, places| visit(Subset { house, places, digits }))?;
    }
    Flow::Continue(())
}

/// The fewest empty cells of a house for a hidden set.
pub(super) const fn least_for_hidden(size: usize, convention: Convention) -> usize {
    if convention.is_explainer() { 2 * size + 1 } else { size + 1 }
}

/// Naked sets that take something away.
pub(super) fn naked(
    open: &OpenParts<'_>,
    size: usize,
    convention: Convention,
    visit: Visit<'_>,
) -> Flow {
    let board = open.board();
    each_naked(board, open.houses(), size, convention, &mut |subset| {
        let Some(deduction) = subset.naked_deduction(board) else { return Flow::Continue(()) };
        open.found_in(subset.house);
        visit(deduction)
    })
}

/// Naked sets in a box and a line that take something away from both.
pub(super) fn locked(open: &OpenParts<'_>, size: usize, visit: Visit<'_>) -> Flow {
    let board = open.board();
    let technique = if size == 2 { Technique::LockedPair } else { Technique::LockedTriplet };
    for house in (0..9).filter(|&house| open.has(house)) {
        let sets = CELLS[usize::from(house)].map(|cell| board.left(cell));
        unions(sets, size, &mut |places, digits| {
            let subset = Subset { house, places, digits };
            let first = subset.cells().next().unwrap_or_default();
            let is_of_all =
                |line: &u8| subset.cells().all(|cell| HOUSES[usize::from(cell)].contains(line));
            let Some(&line) = HOUSES[usize::from(first)][1..].iter().find(|line| is_of_all(line))
            else {
                return Flow::Continue(());
            };
            // The rest of the line may change without the box.
            open.found_in(house);
            let mut removals = subset.outside(board);
            let in_box = removals.0.len();
            for cell in CELLS[usize::from(line)] {
                if HOUSES[usize::from(cell)][0] != house {
                    removals.add(cell, board.left(cell) & digits);
                }
            }
            if in_box == 0 || removals.0.len() == in_box {
                return Flow::Continue(());
            }
            let evidence = subset.evidence(true, None);
            visit(Deduction::removing(technique, technique.usual(), removals, evidence))
        })?;
    }
    Flow::Continue(())
}

/// Hidden sets that take something away.
pub(super) fn hidden(
    open: &OpenParts<'_>,
    size: usize,
    convention: Convention,
    visit: Visit<'_>,
) -> Flow {
    let board = open.board();
    let least = least_for_hidden(size, convention);
    each_hidden(board, open.houses(), size, least, &mut |subset| {
        let Some(deduction) = subset.hidden_deduction(board) else { return Flow::Continue(()) };
        open.found_in(subset.house);
        visit(deduction)
    })
}

/// Hidden sets that leave another digit of the house with one place, the least such digit.
pub(super) fn direct(open: &OpenParts<'_>, size: usize, visit: Visit<'_>) -> Flow {
    let board = open.board();
    let (technique, difficulty) = match size {
        2 => (Technique::DirectHiddenPair, 20),
        _ => (Technique::DirectHiddenTriplet, 25),
    };
    each_hidden(board, open.houses(), size, size + 1, &mut |subset| {
        let is_single = |digit: &u8| {
            let places = board.places(subset.house, *digit);
            places.count_ones() > 1 && (places & !subset.places).is_power_of_two()
        };
        let Some(digit) = ones(0o777 & !subset.digits).find(is_single) else {
            return Flow::Continue(());
        };
        let place = lowest(board.places(subset.house, digit) & !subset.places);
        let cell = CELLS[usize::from(subset.house)][usize::from(place)];
        open.found_in(subset.house);
        visit(Deduction {
            technique,
            difficulty,
            removals: Vec::new(),
            placement: Some(candidate(cell, digit)),
            evidence: subset.evidence(false, Some(digit)),
        })
    })
}
