//! Avoidable rectangles: unique rectangles with corners that are set, but have no clue.
//!
//! ```text
//!      r1c1  2    r1c4  7            the three were set by steps. Were r2c4 a 2, 2 and 7 could
//!      r2c1  7    r2c4 {2,7,9}       change places, and the clues would have two solutions
//!
//!      type 1: one corner may be another digit: it is
//!      type 2: several may, all the same digit: what sees them all is not that digit
//! ```
//!
//! Invariant: at least one corner is set, and none has a clue. If all corners have one of the two
//! digits, they have them in turn, since two in a line are not the same.
//!
//! Source: the name and the types are those of HoDoKu.
//!
//! Deliberately lacking: sets of further cells; longer loops.

use super::bits::{cells, lowest, ones};
use super::deduction::Removals;
use super::rectangles::{Corners, each_rectangle};
use super::tables::{cell, common_peers};
use super::visit::{Flow, Visit};
use super::{Board, Deadly, Deduction, Evidence, Technique};
use crate::sudoku::Digit;

/// Avoidable rectangles, by their cells and digits.
pub(super) fn find(board: &Board, visit: Visit<'_>) -> Flow {
    let (set, free) = (board.set_cells(), !board.clued() & ((1 << 81) - 1));
    // Without a corner that is set it is a unique rectangle.
    if set & free == 0 {
        return Flow::Continue(());
    }
    each_rectangle(free, &mut |corners| {
        let mask = corners.iter().fold(0_u128, |mask, corner| mask | 1 << corner);
        if mask & set != 0 && mask & !set != 0 {
            with_corners(board, corners, visit)?;
        }
        Flow::Continue(())
    })
}

/// The digits that a corner is set to, or may have.
fn digits(board: &Board, corner: u8) -> u16 {
    board.value(cell(corner)).map_or_else(|| board.left(corner), |digit| 1 << digit.index())
}

fn with_corners(board: &Board, corners: Corners, visit: Visit<'_>) -> Flow {
    let all = corners.map(|corner| digits(board, corner));
    let [ones_of, others_of] = [all[0] & all[2], all[1] & all[3]];
    for one in ones(ones_of) {
        for other in ones(others_of & !(1 << one)) {
            let pair = 1 << one | 1 << other;
            // Those that may have another digit.
            let more = corners.into_iter().filter(|&corner| board.left(corner) & !pair != 0);
            let more = more.fold(0_u128, |more, corner| more | 1 << corner);
            let rest = cells(more).fold(0, |rest, corner| rest | board.left(corner) & !pair);
            let (kind, removals) = if more.is_power_of_two() {
                let corner = more.trailing_zeros() as u8;
                (1, Removals::of_cell(corner, board.left(corner) & pair))
            } else if rest.is_power_of_two() {
                let digit = lowest(rest);
                (2, Removals::of_digit(common_peers(more) & board.cells(digit), digit))
            } else {
                continue;
            };
            if removals.is_empty() {
                continue;
            }
            let digits = [one.min(other), one.max(other)];
            let deadly = Deadly::Loop {
                cells: corners.map(cell).to_vec(),
                digits: digits.map(|digit| Digit::at(digit.into())),
            };
            let (deadly, truths, links) = (Some(deadly), Vec::new(), Vec::new());
            let evidence = Evidence::Counting { deadly, truths, links, single: None };
            let technique = Technique::AvoidableRectangle(kind);
            visit(Deduction::removing(technique, technique.usual(), removals, evidence))?;
        }
    }
    Flow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::technique::BadDeduction;
    use crate::logic::technique::tables::candidate;

    /// A board of 2 and 7 in three corners, of which some are clues.
    fn board(clues: &str) -> Board {
        let grid = (clues.to_owned() + &".".repeat(81 - clues.len())).parse().unwrap();
        let mut board = Board::of(&grid).unwrap();
        for (cell, digit) in [(0, 1), (3, 6), (9, 6)] {
            board.set(candidate(cell, digit));
        }
        board
    }

    fn found(board: &Board) -> Vec<Deduction> {
        let mut found = Vec::new();
        let _ = find(board, &mut |deduction| {
            found.push(deduction);
            Flow::Continue(())
        });
        found
    }

    #[test]
    fn a_clue_at_a_corner_keeps_the_digits_apart() {
        let free = board("");
        let [one] = &found(&free)[..] else { panic!("there is one") };
        assert_eq!((&one.removals[..], one.check(&free)), (&[candidate(12, 1)][..], Ok(())));
        for clues in ["2", "...7"] {
            let clued = board(clues);
            assert!(found(&clued).is_empty());
            assert_eq!(one.check(&clued), Err(BadDeduction::NotDeadly));
        }
    }
}
