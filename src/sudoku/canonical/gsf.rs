//! The first band of gsf's form: the one with the least counts.
//!
//! Count the clues of each mini-line. Of all bands, in all orders of their lines and of the stacks,
//! rows and columns exchanged or not, only those may be first whose nine counts, read line by line,
//! are least. The form is the least string among these arrangements:
//!
//! ```text
//!     the least string              gsf's form of the same puzzle
//!     . . .|. . .|. . .   0 0 0     . . .|. . .|. . .   0 0 0
//!     . . .|. . 1|. . 2   0 1 1     . . .|. . 1|. . 2   0 1 1
//!     . 1 3|. 4 5|. . 6   2 2 1     . 2 3|. . 4|. 5 6   2 1 2    the least counts
//! ```
//!
//! If the first band is empty, its counts say nothing. Then the stacks have to be in an order in
//! which another band, with its lines in some order, has the least counts; which band comes second
//! is still decided by the string.
//!
//! Source: *Row Minimal Standard Form* by Michael Deverin (2007), with Mladen Dobrichev's
//! correction of 2011: the lines of that other band may have any order. It looks for the least
//! string, and only where the counts are least. gsf's `sudoku` prints it (`-f%#mc`), and
//! gridchecker (`--subcanon`).

use super::board::{Board, ORDERS, Side, ones, orders_of_twins};
use super::state::State;

/// Finds the first bands with the least counts, and a state for each of their arrangements.
pub(super) fn first_bands(board: &Board, states: &mut Vec<State>) {
    let mut least = [u32::MAX; 2];
    for (number, side) in (0..).zip(&board.sides) {
        let counts =
            side.lines.map(|line| [0, 3, 6].map(|at| (line.filled >> at & 7).count_ones()));
        let stack_orders = orders_of_twins(board.sides[1 - usize::from(number)].chute_twins);
        for stacks in ones(stack_orders).map(|order| ORDERS[order as usize]) {
            let keys = counts.map(|[a, b, c]| {
                let [to_a, to_b, to_c] = stacks.map(|place| 4 - 2 * place);
                a << to_a | b << to_b | c << to_c
            });
            let bands =
                [0, 3, 6].map(|first| sorted([keys[first], keys[first + 1], keys[first + 2]]));
            for band in (0..3).filter(|&band| side.chute_twins[band] == 0) {
                let key = [bands[band], second(bands, band)];
                if key < least {
                    least = key;
                    states.clear();
                }
                if key == least {
                    each_order(side, band, keys, |rows| {
                        states.push(State::of_band(number, rows, stacks));
                    });
                }
            }
        }
    }
}

/// The counts of three lines in their least order.
fn sorted(mut lines: [u32; 3]) -> u32 {
    lines.sort_unstable();
    lines[0] << 12 | lines[1] << 6 | lines[2]
}

/// The least counts of the other bands, where an empty band is first.
fn second(bands: [u32; 3], first: usize) -> u32 {
    if bands[first] > 0 {
        return 0;
    }
    bands[(first + 1) % 3].min(bands[(first + 2) % 3])
}

/// Shows the lines of a band in each of their orders with the least counts; of orders that differ
/// only in twins, one.
fn each_order(side: &Side, band: usize, keys: [u32; 9], mut visit: impl FnMut([u8; 3])) {
    let lines = [0, 1, 2].map(|k| 3 * band + k);
    let twins = lines.map(|line| side.twins[line] >> (3 * band));
    for places in ones(orders_of_twins(twins)).map(|order| ORDERS[order as usize]) {
        let mut rows = [0; 3];
        for (&line, place) in lines.iter().zip(places) {
            rows[usize::from(place)] = line as u8;
        }
        let [first, second, third] = rows.map(|row| keys[usize::from(row)]);
        if first <= second && second <= third {
            visit(rows);
        }
    }
}
