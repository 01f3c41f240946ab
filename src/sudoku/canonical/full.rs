//! The first two lines of the least form of a solution grid, or of its [bands](super::bands).
//!
//! Any line can be first, in 1,296 orders of its columns, and is then 123456789. The second line
//! decides: a digit of it is also in the first line, in another column, the *image* of its own.
//!
//! ```text
//!     columns      a  x  b | c  y  d | e  z  f     of a stack, all images lie in the other two.
//!     first line   1  2  3 | 4  5  6 | 7  8  9     In one of these: the second line can begin
//!     second line  4  5  7 | 1  8  9 | 2  3  6     with 456, in three orders of three columns,
//!                                                  and all others are images. If two lie in one
//!                                                  and one in the other: it begins with 457, in
//!                                                  two orders. Of the next three, images of the
//!                                                  second stack, two are those that were left,
//!                                                  and so become 89.
//! ```
//!
//! So there are 18 or 6 orders to examine for each of 36 pairs of lines, and none leaves anything
//! open.

use super::board::{Board, ones};
use super::state::State;

/// The key of the first line, 123456789.
pub(super) const FIRST: u64 = 0x1_2345_6789;

/// Finds the keys of the first two lines of a solution grid, and the states that they leave. Only
/// the lines in `may_be_first`, nine bits for each side of the board, may be first.
pub(super) fn lay_two(
    board: &Board,
    may_be_first: [u16; 2],
    keys: &mut [u64; 9],
    states: &mut Vec<State>,
) {
    keys[0] = FIRST;
    let mut least = u64::MAX;
    for ((number, side), may_be_first) in (0..).zip(&board.sides).zip(may_be_first) {
        for first in ones(may_be_first).map(|line| line as u8) {
            let band = first / 3 * 3;
            for second in (band..band + 3).filter(|&second| second != first) {
                let lines = [first, second].map(|line| side.lines[usize::from(line)]);
                each_order(lines.map(|line| line.digits), |columns, key| {
                    if key < least {
                        least = key;
                        states.clear();
                    }
                    if key == least {
                        states.push(State::of_two(number, [first, second], lines[0], columns));
                    }
                });
            }
        }
    }
    keys[1] = least;
}

/// The least key of the second of two lines, where the first one is 123456789.
pub(super) fn least_second(lines: [[u8; 9]; 2]) -> u64 {
    let mut least = u64::MAX;
    each_order(lines, |_, key| least = least.min(key));
    least
}

/// Shows each order of the columns that may make the second line least, and the line's key then.
fn each_order(lines: [[u8; 9]; 2], mut visit: impl FnMut([u8; 9], u64)) {
    let mut column_of = [0; 10];
    for column in 0..9 {
        column_of[usize::from(lines[0][usize::from(column)])] = column;
    }
    let images = lines[1].map(|digit| column_of[usize::from(digit)]);
    let image = |column: u8| images[usize::from(column)];
    let stack_of = |column: u8| image(column) / 3;
    let mut show = |first: [u8; 3]| {
        let columns = order(image, first);
        visit(columns, key(image, columns));
    };
    for stack in 0..3 {
        let [a, b, c] = [3 * stack, 3 * stack + 1, 3 * stack + 2];
        match [stack_of(a) == stack_of(b), stack_of(b) == stack_of(c)] {
            [true, true] => {
                for order in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
                    show(order);
                }
            }
            [true, false] => [[a, b, c], [b, a, c]].map(&mut show).into_iter().collect(),
            [false, true] => [[b, c, a], [c, b, a]].map(&mut show).into_iter().collect(),
            [false, false] => [[a, c, b], [c, a, b]].map(&mut show).into_iter().collect(),
        }
    }
}

/// All columns, if these three come first: their images, and the other columns of the images'
/// stacks.
fn order(image: impl Fn(u8) -> u8, first: [u8; 3]) -> [u8; 9] {
    let mut columns = [0; 9];
    columns[..3].copy_from_slice(&first);
    let [x, y, z] = first.map(&image);
    let last_of = |stack: u8, [k, l]: [u8; 2]| 9 * stack + 3 - k - l;
    if x / 3 == z / 3 {
        columns[3..6].copy_from_slice(&[x, y, z]);
        columns[6..].copy_from_slice(&[x, y, z].map(image));
        return columns;
    }
    let second = [x, y, last_of(x / 3, [x, y])];
    // The two columns of the third stack that are images of the second one, in this order.
    let mut others =
        second.map(image).into_iter().filter(|&column| column / 3 == z / 3 && column != z);
    let next = others.next().unwrap_or(z);
    columns[3..6].copy_from_slice(&second);
    columns[6..].copy_from_slice(&[z, next, last_of(z / 3, [z, next])]);
    columns
}

/// The key of the second line in this order of the columns.
fn key(image: impl Fn(u8) -> u8, columns: [u8; 9]) -> u64 {
    let mut labels = [0; 9];
    for (label, column) in (1..).zip(columns) {
        labels[usize::from(column)] = label;
    }
    columns.iter().fold(0, |key, &column| key << 4 | labels[usize::from(image(column))])
}
