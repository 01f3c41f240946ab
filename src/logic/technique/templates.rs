//! Templates: all ways to place a digit in the whole grid at once.
//!
//! ```text
//!      4 . .   . x .      a template: one 4 in each row, column and box, at its values and
//!      . . .   4 . .      candidates. What is in no template of 4 is no 4, as x here; what is
//!      . . .   . . .      in all of them is one
//! ```
//!
//! Finding steps from row to row, and keeps what columns and boxes of a chute are taken, not the
//! templates. Checking lists them, one after another.
//!
//! Invariant: the templates of a digit are those of its candidates alone. So every solution has
//! its digit in one of them.
//!
//! Source: the name is that of HoDoKu, after Patrick Cremers's "pattern overlay method".
//!
//! Deliberately lacking: templates of two digits that don't overlap.

use super::bits::{cells, ones};
use super::deduction::Removals;
use super::franken::arranged;
use super::sight::Fertile;
use super::tables::{HOUSE, HOUSES, candidate};
use super::visit::{Flow, Visit};
use super::{Board, Deduction, Evidence, Technique};
use crate::sudoku::Digit;

/// What is in no template, then what is in all of them, by digits.
pub(super) fn find((board, fertile): (&Board, &Fertile), visit: Visit<'_>) -> Flow {
    for digit in ones(fertile.digits()) {
        let all = board.cells(digit);
        let arranged = arranged(board, digit);
        let (technique, gone) = (Technique::Template, all & !arranged);
        let evidence = Evidence::Templates(Digit::at(digit.into()));
        if gone != 0 {
            fertile.bears(digit);
            let removals = Removals::of_digit(gone, digit);
            visit(Deduction::removing(technique, technique.usual(), removals, evidence.clone()))?;
        }
        // It is in all if it is alone in its row among those that are in some.
        for cell in cells(arranged) {
            let [_, row, _] = HOUSES[usize::from(cell)];
            if arranged & HOUSE[usize::from(row)] == 1 << cell {
                fertile.bears(digit);
                visit(Deduction {
                    technique,
                    difficulty: technique.usual(),
                    removals: Vec::new(),
                    placement: Some(candidate(cell, digit)),
                    evidence: evidence.clone(),
                })?;
            }
        }
    }
    Flow::Continue(())
}

/// All templates of a digit, each as the cells of its candidates.
pub(super) fn list(board: &Board, digit: Digit) -> Vec<u128> {
    let digit = digit.index() as u8;
    let (mut all, mut rows) = (Vec::new(), Vec::new());
    for row in 0..9 {
        // A row in which the digit is set has no place for it.
        if board.places(9 + row, digit) != 0 {
            rows.push(board.cells(digit) & HOUSE[usize::from(9 + row)]);
        }
    }
    // Columns and boxes need it, too.
    let is_open = |house: &u8| board.places(*house, digit) != 0;
    let needed = (0..9).chain(18..27).filter(is_open).fold(0_u32, |set, house| set | 1 << house);
    extend(&rows, 0, (0, needed), &mut all);
    all
}

/// Extends a template by the next row; `open` are the columns and boxes that still need the digit.
fn extend(rows: &[u128], template: u128, (taken, needed): (u32, u32), all: &mut Vec<u128>) {
    let Some((&row, rest)) = rows.split_first() else {
        if taken & needed == needed {
            all.push(template);
        }
        return;
    };
    for cell in cells(row) {
        let [square, _, column] = HOUSES[usize::from(cell)];
        let houses = 1 << square | 1 << column;
        if taken & houses == 0 {
            extend(rest, template | 1 << cell, (taken | houses, needed), all);
        }
    }
}
