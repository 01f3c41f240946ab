//! Sue de coq: cells of a box and a line that share their digits with other cells of both.
//!
//! ```text
//!      r1c1 {1,2,8}  r1c2 {1,2,8,9}     two cells of row 1 and box 1 have 1, 2, 8, 9
//!      r1c7 {1,2}                       of the row, with digits 1, 2
//!      r2c3 {8,9}                       of the box, with digits 8, 9
//!
//!      four cells and four digits, each of them in the row or in the box: 1 and 2 go from the rest
//!      of the row, 8 and 9 from the rest of the box
//! ```
//!
//! A digit that only the shared cells have goes from both houses.
//!
//! Source: the name is that of its author in the forums.
//!
//! Deliberately lacking: digits that cells of both houses have.

use super::bits::{cells, ones, subsets};
use super::constraint::{of_cell, of_places};
use super::deduction::Removals;
use super::sight::{OpenParts, houses_of};
use super::tables::HOUSE;
use super::visit::{Flow, Visit};
use super::{Board, Deduction, Evidence, Technique};

/// Cells with their digits.
#[derive(Clone, Copy)]
struct Part {
    cells: u128,
    digits: u16,
}

/// All parts of up to `most` of some cells.
fn parts(board: &Board, of: u128, most: usize) -> Vec<Part> {
    let all: Vec<u8> = cells(of).filter(|&cell| board.count(cell) >= 2).collect();
    let mut parts = Vec::new();
    for size in 1..=most.min(all.len()) {
        parts.extend(subsets(size, all.len()).map(|chosen| {
            let chosen = ones(chosen).map(|k| all[usize::from(k)]);
            chosen.fold(Part { cells: 0, digits: 0 }, |part, cell| Part {
                cells: part.cells | 1 << cell,
                digits: part.digits | board.left(cell),
            })
        }));
    }
    parts
}

/// By boxes, then by lines.
pub(super) fn find(open: &OpenParts<'_>, visit: Visit<'_>) -> Flow {
    let board = open.board();
    for crossing in (0..54).filter(|&crossing| open.has(crossing)) {
        let [square, line] = houses_of(crossing);
        let [of_box, of_line] = [square, line].map(|house| HOUSE[usize::from(house)]);
        let unset = cells(of_box & of_line).filter(|&cell| board.count(cell) >= 2);
        if unset.fold(0, |all, cell| all | board.left(cell)).count_ones() < 4 {
            continue;
        }
        let shared = parts(board, of_box & of_line, 3);
        // Two cells with four digits at least.
        let is_fit = |part: &&Part| {
            let count = part.cells.count_ones();
            count > 1 && part.digits.count_ones() >= count + 2
        };
        let mut shared = shared.iter().filter(is_fit).peekable();
        if shared.peek().is_none() {
            continue;
        }
        let in_line = parts(board, of_line & !of_box, 4);
        let in_box = parts(board, of_box & !of_line, 4);
        for middle in shared {
            for one in in_line.iter().filter(|one| one.digits & middle.digits != 0) {
                for other in in_box.iter().filter(|other| {
                    other.digits & middle.digits != 0 && other.digits & one.digits == 0
                }) {
                    let parts = [*middle, *one, *other];
                    if let Some(deduction) = deduction(board, square, line, parts) {
                        open.found_in(crossing);
                        visit(deduction)?;
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

fn deduction(board: &Board, square: u8, line: u8, parts: [Part; 3]) -> Option<Deduction> {
    let all = parts.iter().fold(0, |all, part| all | part.cells);
    let digits = parts.iter().fold(0, |digits, part| digits | part.digits);
    if all.count_ones() != digits.count_ones() {
        return None;
    }
    let [_, one, other] = parts;
    let both = digits & !(one.digits | other.digits);
    let mut removals = Removals::default();
    for (house, of) in [(line, one.digits | both), (square, other.digits | both)] {
        for cell in cells(HOUSE[usize::from(house)] & !all) {
            removals.add(cell, board.left(cell) & of);
        }
    }
    if removals.is_empty() {
        return None;
    }
    let technique = Technique::SueDeCoq;
    let place =
        |digit: u8| of_places(if one.digits >> digit & 1 == 1 { line } else { square }, digit);
    let evidence = Evidence::Counting {
        deadly: None,
        truths: cells(all).map(of_cell).collect(),
        links: ones(digits).map(place).collect(),
        single: None,
    };
    Some(Deduction::removing(technique, technique.usual(), removals.sorted(), evidence))
}
