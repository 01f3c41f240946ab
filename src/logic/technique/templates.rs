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
use super::sight::OpenParts;
use super::tables::{HOUSE, HOUSES, candidate, number};
use super::visit::{Flow, Visit};
use super::{Board, Deduction, Evidence, Technique};
use crate::sudoku::{Candidate, Digit};

/// What is in no template, then what is in all of them, by digits: first of each digit alone, then
/// without the cells that the other digits have in all of theirs.
pub(super) fn find(open: &OpenParts<'_>, visit: Visit<'_>) -> Flow {
    let board = open.board();
    let mut has_any = false;
    for digit in ones(open.digits()) {
        let arranged = arranged(board, digit);
        show(board, digit, arranged, &[], &mut |deduction| {
            has_any = true;
            open.found_in(digit);
            visit(deduction)
        })?;
    }
    // If no digit has a place in all templates, none keeps others out.
    if has_any { together(open, visit) } else { Flow::Continue(()) }
}

/// What digits come to together.
fn together(open: &OpenParts<'_>, visit: Visit<'_>) -> Flow {
    let board = open.board();
    let (mut rest, mut placed) = (board.clone(), Vec::new());
    let mut before = [0; 9];
    loop {
        let all: [u128; 9] = std::array::from_fn(|digit| arranged(&rest, digit as u8));
        if all == before {
            break;
        }
        for digit in 0..9 {
            for cell in forced(all[usize::from(digit)]) {
                let one = candidate(cell, digit);
                if rest.left(cell) != 1 << digit {
                    placed.push(one);
                    occupy(&mut rest, one);
                }
            }
        }
        before = all;
    }
    for digit in 0..9 {
        // What is placed of the digit itself may be why another one is.
        if placed.iter().any(|one| one.digit.index() != usize::from(digit)) {
            show(board, digit, before[usize::from(digit)], &placed, &mut |deduction| {
                open.found_in(digit);
                visit(deduction)
            })?;
        }
    }
    Flow::Continue(())
}

/// The cells that are in all templates: each is alone in its row among those that are in some.
fn forced(arranged: u128) -> impl Iterator<Item = u8> {
    cells(arranged).filter(move |&cell| {
        let [_, row, _] = HOUSES[usize::from(cell)];
        arranged & HOUSE[usize::from(row)] == 1 << cell
    })
}

/// Takes the other digits from the cell of one that is true.
pub(super) fn occupy(board: &mut Board, one: Candidate) {
    let cell = number(one.cell);
    for digit in ones(board.left(cell) & !(1 << one.digit.index())) {
        board.take(cell.into(), digit.into());
    }
}

/// What goes of a digit whose templates have some places, and what is in all of them.
fn show(board: &Board, digit: u8, arranged: u128, placed: &[Candidate], visit: Visit<'_>) -> Flow {
    let (technique, gone) = (Technique::Template, board.cells(digit) & !arranged);
    let (the_digit, placed) = (Digit::at(digit.into()), placed.to_vec());
    let evidence = Evidence::Templates { digit: the_digit, placed };
    if gone != 0 {
        let removals = Removals::of_digit(gone, digit);
        visit(Deduction::removing(technique, technique.usual(), removals, evidence.clone()))?;
    }
    for cell in forced(arranged) {
        visit(Deduction {
            technique,
            difficulty: technique.usual(),
            removals: Vec::new(),
            placement: Some(candidate(cell, digit)),
            evidence: evidence.clone(),
        })?;
    }
    Flow::Continue(())
}

impl Deduction {
    /// The templates of its digit, each with its candidates, if it is seen in them.
    pub fn templates(&self, board: &Board) -> Vec<Vec<Candidate>> {
        let Evidence::Templates { digit, placed } = &self.evidence else { return Vec::new() };
        let members =
            |template| cells(template).map(|cell| candidate(cell, digit.index() as u8)).collect();
        let mut rest = board.clone();
        for &one in placed {
            occupy(&mut rest, one);
        }
        list(&rest, *digit).into_iter().map(members).collect()
    }
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
