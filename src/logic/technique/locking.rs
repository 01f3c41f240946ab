//! Locked candidates: pointing and claiming.
//!
//! ```text
//!      box 1    4 4 .  | x . x | . . x      all 4s of the box are in row 1:
//!               . . .  | . . . | . . .      the row's other 4s go (pointing)
//!               . . .  | . . . | . . .      with row and box exchanged: claiming
//! ```
//!
//! The direct kind looks for what else a box (or a line) has of the digit: if all but one place of
//! another box are in the same line, that one is right. Sudoku Explainer has it before the others.

use super::bits::{cells, ones};
use super::constraint::of_places;
use super::deduction::Removals;
use super::sight::OpenParts;
use super::tables::{CELLS, HOUSE, candidate};
use super::visit::{Flow, Visit};
use super::{Board, Deduction, Evidence, Technique};

/// A digit that is locked where two houses cross.
#[derive(Clone, Copy)]
pub(in crate::logic) struct Locked {
    /// The house whose places all are in the other.
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) digit: u8,
    /// The places that go.
    pub(super) gone: u128,
}

/// The kinds of houses that cross, by the first of their houses: box and column, box and row, then
/// the other way.
const KINDS: [(u8, u8); 4] = [(0, 18), (0, 9), (18, 0), (9, 0)];

/// Which houses of the second kind cross a house of the first, in their order, is a matter of its
/// places: for a box its columns or its rows, for a line its thirds. Of two places and more the one
/// that has them all; of other sets `NOWHERE`.
const ACROSS: [[u8; 512]; 2] = [across([0o111, 0o222, 0o444]), across([0o7, 0o70, 0o700])];

const NOWHERE: u8 = 3;

const fn across(parts: [u16; 3]) -> [u8; 512] {
    let mut table = [NOWHERE; 512];
    let mut places = 0;
    while places < 512_u16 {
        let mut part = 0;
        while part < 3 {
            if places & !parts[part] == 0 && places.count_ones() >= 2 {
                table[places as usize] = part as u8;
            }
            part += 1;
        }
        places += 1;
    }
    table
}

/// The house of the second kind by its place among those that cross a house.
const fn crossing((first, second): (u8, u8), from: u8, part: u8) -> u8 {
    let k = from - first;
    match (first, second) {
        (0, 18) => 18 + k % 3 * 3 + part,
        (0, _) => 9 + k / 3 * 3 + part,
        (18, _) => k / 3 + part * 3,
        (_, _) => k / 3 * 3 + part,
    }
}

/// The cells of some places of a house.
fn cells_of(house: u8, places: u16) -> u128 {
    ones(places).fold(0, |cells, place| cells | 1 << CELLS[usize::from(house)][usize::from(place)])
}

/// All places where one of some digits is locked, whether something goes or not.
pub(super) fn each(board: &Board, digits: u16, visit: &mut dyn FnMut(Locked) -> Flow) -> Flow {
    if digits == 0 {
        return Flow::Continue(());
    }
    for kinds in KINDS {
        let (first, second) = kinds;
        let table = &ACROSS[usize::from((first, second) != (0, 18))];
        for from in first..first + 9 {
            let mut locked = [0_u16; 4];
            for digit in ones(digits) {
                let part = table[usize::from(board.places(from, digit))];
                locked[usize::from(part)] |= 1 << digit;
            }
            for part in 0..NOWHERE {
                for digit in ones(locked[usize::from(part)]) {
                    let to = crossing(kinds, from, part);
                    let gone =
                        board.cells(digit) & HOUSE[usize::from(to)] & !HOUSE[usize::from(from)];
                    visit(Locked { from, to, digit, gone })?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// Locked candidates that take some away.
pub(super) fn indirect(open: &OpenParts<'_>, visit: Visit<'_>) -> Flow {
    each(open.board(), open.digits(), &mut |locked| {
        if locked.gone == 0 {
            return Flow::Continue(());
        }
        open.found_in(locked.digit);
        visit(locked.deduction())
    })
}

/// Locked candidates that leave a house of the first kind with one place.
pub(super) fn direct(open: &OpenParts<'_>, visit: Visit<'_>) -> Flow {
    let board = open.board();
    each(board, open.digits(), &mut |locked| {
        let kind = locked.from / 9 * 9;
        for house in (kind..kind + 9).filter(|&house| house != locked.from) {
            let across = HOUSE[usize::from(locked.to)];
            if HOUSE[usize::from(house)] & across == 0 {
                continue;
            }
            let places = cells_of(house, board.places(house, locked.digit));
            let left = places & !across;
            if places.count_ones() < 2 || left.count_ones() != 1 {
                continue;
            }
            let (technique, difficulty) = if kind == 0 {
                (Technique::DirectPointing, 17)
            } else {
                (Technique::DirectClaiming, 19)
            };
            let placement = cells(left).next().map(|cell| candidate(cell, locked.digit));
            let evidence = locked.evidence(Some(house));
            let removals = Vec::new();
            open.found_in(locked.digit);
            visit(Deduction { technique, difficulty, removals, placement, evidence })?;
        }
        Flow::Continue(())
    })
}

impl Locked {
    pub(super) fn deduction(self) -> Deduction {
        let is_pointing = self.from < 9;
        let (technique, difficulty) =
            if is_pointing { (Technique::Pointing, 26) } else { (Technique::Claiming, 28) };
        let removals = Removals::of_digit(self.gone, self.digit);
        Deduction::removing(technique, difficulty, removals, self.evidence(None))
    }

    fn evidence(self, single: Option<u8>) -> Evidence {
        Evidence::Counting {
            deadly: None,
            truths: vec![of_places(self.from, self.digit)],
            links: vec![of_places(self.to, self.digit)],
            single: single.map(|house| of_places(house, self.digit)),
        }
    }
}
