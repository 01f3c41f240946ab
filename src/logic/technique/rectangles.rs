//! Rectangles whose lines have one of the two digits nowhere else: hidden rectangles, and unique
//! rectangles of type 6.
//!
//! ```text
//!      r1c1 {2,7}      r1c4 {2,7,9}     row 5 and column 4 have a 2 in these cells alone: were
//!      r5c1 {2,7,8}    r5c4 {2,7,9}     r5c4 a 7, the other three would be 2, 7, 2, which could
//!                                       change places with 7, 2, 7: so r5c4 is not 7
//!
//!      type 6: r1c1 and r5c4 have only {2,7}, and rows 1 and 5 have a 2 in these cells alone:
//!      were r1c4 a 2, r5c1 would be one, and all four have only 2 and 7
//! ```
//!
//! Invariant: the deadly pattern is a truth, and so are the lines.
//!
//! Source: the names and types are those of HoDoKu.

use super::constraint::{Constraint, of_cell, of_places};
use super::deduction::Removals;
use super::tables::{HOUSES, cell};
use super::visit::{Flow, Visit};
use super::{Board, Deadly, Deduction, Evidence, Technique};
use crate::sudoku::Digit;

/// Four cells in two rows, two columns and two boxes, in turn around it.
type Corners = [u8; 4];

/// Rectangles, by their cells and digits.
pub(super) fn find(board: &Board, visit: Visit<'_>) -> Flow {
    for first in 0..81_u8 {
        for second in first + 1..(first / 9 + 1) * 9 {
            for below in (first / 9 + 1..9).map(|row| row * 9) {
                let corners = [first, second, below + second % 9, below + first % 9];
                let boxes = corners.map(|corner| HOUSES[usize::from(corner)][0]);
                if (boxes[0] == boxes[1]) == (boxes[0] == boxes[3]) {
                    continue;
                }
                let all = corners.iter().fold(0o777, |all, &corner| all & board.left(corner));
                if all.count_ones() < 2 {
                    continue;
                }
                let digits: Vec<u8> = super::bits::ones(all).collect();
                for (k, &one) in digits.iter().enumerate() {
                    for &other in &digits[..k] {
                        for digits in [[other, one], [one, other]] {
                            hidden(board, corners, digits, visit)?;
                            type_6(board, corners, digits, visit)?;
                        }
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

/// Whether a line of a rectangle has a digit in two of its corners alone.
fn is_only(board: &Board, line: u8, digit: u8) -> bool {
    board.places(line, digit).count_ones() == 2
}

/// `digits`: the one of the lines, and the other, which goes from the corner where they cross.
fn hidden(board: &Board, corners: Corners, digits: [u8; 2], visit: Visit<'_>) -> Flow {
    let [one, other] = digits;
    for k in 0..4 {
        let [bare, target] = [corners[k], corners[(k + 2) % 4]];
        let [_, row, column] = HOUSES[usize::from(target)];
        if board.count(bare) != 2 || !is_only(board, row, one) || !is_only(board, column, one) {
            continue;
        }
        let truths = vec![of_places(row, one), of_places(column, one)];
        let links = [corners[(k + 1) % 4], corners[(k + 3) % 4]].map(of_cell).to_vec();
        let removals = Removals::of_cell(target, 1 << other);
        visit(deduction(Technique::HiddenRectangle, (corners, digits), (truths, links), removals))?;
    }
    Flow::Continue(())
}

/// Two corners across have the two digits alone, and two lines one of them in the corners alone.
fn type_6(board: &Board, corners: Corners, digits: [u8; 2], visit: Visit<'_>) -> Flow {
    for k in 0..2 {
        let bare = [corners[k], corners[k + 2]];
        let others = [corners[k + 1], corners[(k + 3) % 4]];
        if bare.iter().any(|&cell| board.count(cell) != 2)
            || others.iter().any(|&cell| board.count(cell) == 2)
        {
            continue;
        }
        for kind in 1..3 {
            let lines = others.map(|cell| HOUSES[usize::from(cell)][kind]);
            if !lines.iter().all(|&line| is_only(board, line, digits[0])) {
                continue;
            }
            let truths = lines.map(|line| of_places(line, digits[0])).to_vec();
            let mut removals = Removals::default();
            others.iter().for_each(|&cell| removals.add(cell, 1 << digits[0]));
            let constraints = (truths, others.map(of_cell).to_vec());
            let technique = Technique::UniqueRectangle(6);
            visit(deduction(technique, (corners, digits), constraints, removals.sorted()))?;
        }
    }
    Flow::Continue(())
}

fn deduction(
    technique: Technique,
    (corners, mut digits): (Corners, [u8; 2]),
    (truths, links): (Vec<Constraint>, Vec<Constraint>),
    removals: Removals,
) -> Deduction {
    digits.sort_unstable();
    let deadly = Deadly::Loop {
        cells: corners.map(cell).to_vec(),
        digits: digits.map(|digit| Digit::at(digit.into())),
    };
    let evidence = Evidence::Counting { deadly: Some(deadly), truths, links, single: None };
    Deduction::removing(technique, technique.usual(), removals, evidence)
}
