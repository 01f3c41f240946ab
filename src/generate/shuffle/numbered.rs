//! The symmetries of 9×9 grids by number.
//!
//! ```text
//!      number    ((rows · 6⁴ + columns) · 2 + sides) · 9! + digits      below 1,218,998,108,160
//!      rows      ((bands · 6 + first) · 6 + second) · 6 + third         an order of three each
//!      columns   likewise
//!      digits    8! · one of nine + 7! · one of the eight left + ...
//! ```
//!
//! Invariant: each number below [`SYMMETRIES`] is another symmetry, and they are all there are. So
//! if numbers are equally likely, symmetries are. A part that is kept has its first choice, by
//! which it stays as it is, and those of the others are as likely as before.
//!
//! Source: the digits are counted by the code of Lehmer (*Teaching Combinatorial Tricks to a
//! Computer*, 1960).
//!
//! Deliberately lacking: the number of a symmetry; other shapes, of which many have more symmetries
//! than 64 bits count.

use super::SymmetryPart;
use crate::sudoku::Shape;
use crate::sudoku::canonical::{Order, SAME, Symmetry};

/// The number of symmetries.
pub(super) const SYMMETRIES: u64 = 2 * LINES * LINES * DIGITS;

/// The number of orders of the rows, or of the columns.
const LINES: u64 = 6 * 6 * 6 * 6;

/// The number of orders of the digits.
const DIGITS: u64 = 362_880;

/// The orders of three: each a number whose bytes, the lowest first, are 0, 1 and 2.
const THREES: [u32; 6] = [0x02_01_00, 0x01_02_00, 0x02_00_01, 0x00_02_01, 0x01_00_02, 0x00_01_02];

/// The symmetry with a number, but for the parts `kept`.
#[inline] // its one caller may be in another unit of the compiler
pub(super) fn symmetry(number: u64, kept: &[SymmetryPart]) -> Symmetry {
    use SymmetryPart::{Bands, Columns, Digits, Rows, Sides, Stacks};
    let is_kept = |part| kept.contains(&part);
    let (places, digits) = ((number / DIGITS) as u32, (number % DIGITS) as u32);
    let (lines, is_transposing) = (places / 2, places % 2 == 1);
    let (rows, columns) = (lines / LINES as u32, lines % LINES as u32);
    Symmetry::of_orders(
        Shape::CLASSIC,
        is_transposing && !is_kept(Sides),
        order_of_lines(rows, is_kept(Bands), is_kept(Rows)),
        order_of_lines(columns, is_kept(Stacks), is_kept(Columns)),
        order_of_digits(if is_kept(Digits) { 0 } else { digits }),
    )
}

/// The order of lines with a number below [`LINES`], but for what is kept.
#[inline]
fn order_of_lines(number: u32, are_chutes_kept: bool, are_lines_kept: bool) -> Order {
    let chutes = THREES[if are_chutes_kept { 0 } else { number as usize / 216 % 6 }];
    let chute = |place: u32, choice: u32| {
        let lines = THREES[if are_lines_kept { 0 } else { choice as usize % 6 }];
        // No byte is above 8, so none runs over.
        u128::from(lines + (chutes >> (8 * place) & 0xff) * 0x03_03_03) << (24 * place)
    };
    let lines = chute(0, number / 36) | chute(1, number / 6) | chute(2, number);
    let mut order = SAME;
    order[..9].copy_from_slice(&lines.to_le_bytes()[..9]);
    order
}

/// The order of digits with a number below [`DIGITS`].
#[inline]
fn order_of_digits(number: u32) -> Order {
    const FACTORIALS: [u32; 9] = [40_320, 5_040, 720, 120, 24, 6, 2, 1, 1];
    // Four bits for each digit that is left, the lowest first. A list in memory would be read just
    // after it is written, which takes three times as long.
    let (mut left, mut before, mut order) = (0x8_7654_3210_u64, 0, SAME);
    for (place, factorial) in FACTORIALS.into_iter().enumerate() {
        // Divisions of the number itself need not wait for one another.
        let choices = number / factorial;
        let choice = choices - before * (9 - place as u32);
        before = choices;
        let at = 4 * choice;
        order[place] = (left >> at) as u8 & 15;
        let below = (1 << at) - 1;
        left = left & below | left >> 4 & !below;
    }
    order
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_number_is_another_order() {
        let lines: HashSet<Order> =
            (0..LINES as u32).map(|number| order_of_lines(number, false, false)).collect();
        assert_eq!(lines.len() as u64, LINES);
        let digits: HashSet<Order> = (0..DIGITS as u32).map(order_of_digits).collect();
        assert_eq!(digits.len() as u64, DIGITS);
        for order in &digits {
            let seen = order[..9].iter().fold(0_u32, |seen, digit| seen | 1 << digit);
            assert_eq!((seen, &order[9..]), (0x1ff, &SAME[9..]));
        }
    }

    #[test]
    fn a_number_is_made_of_those_of_its_parts() {
        assert_eq!(symmetry(0, &[]), Symmetry::identity(Shape::CLASSIC));
        let last = symmetry(SYMMETRIES - 1, &[]);
        assert_eq!(last.to_string(), "tr987654321c987654321d987654321");
        let (rows, columns) = ([0, 7, 216, 1_295], [0, 1, 35, 1_290]);
        for (row, column) in rows.into_iter().flat_map(|row| columns.map(|column| (row, column))) {
            for (sides, digits) in (0..DIGITS).step_by(1_001).flat_map(|k| [(0, k), (1, k)]) {
                let number = ((row * LINES + column) * 2 + sides) * DIGITS + digits;
                let lines = |number| order_of_lines(number as u32, false, false);
                let digits = order_of_digits(digits as u32);
                let (shape, rows, columns) = (Shape::CLASSIC, lines(row), lines(column));
                let expected = Symmetry::of_orders(shape, sides == 1, rows, columns, digits);
                assert_eq!(symmetry(number, &[]), expected);
            }
        }
    }

    #[test]
    fn all_lines_are_those_that_keep_chutes_together() {
        for number in 0..LINES as u32 {
            let order = &order_of_lines(number, false, false)[..9];
            let chutes: Vec<u8> = order.iter().map(|line| line / 3).collect();
            let lines: Vec<u8> = order.iter().map(|line| line % 3).collect();
            assert!(chutes.chunks(3).all(|chute| chute.iter().all(|one| *one == chute[0])));
            // What is kept stays, and the rest is the same.
            let in_place = order_of_lines(number, true, false);
            assert!(in_place[..9].iter().zip(0..).all(|(line, k)| line / 3 == k / 3));
            assert!(in_place[..9].iter().map(|line| line % 3).eq(lines));
            let in_order = order_of_lines(number, false, true);
            assert!(in_order[..9].iter().zip(0..).all(|(line, k)| line % 3 == k % 3));
            assert!(in_order[..9].iter().map(|line| line / 3).eq(chutes));
        }
    }
}
