//! An incomplete symmetry of a pattern.
//!
//! The form of a pattern is the least string too, with the same label for every clue. Which column
//! is which matters only where a line tells them apart, so columns are never put into an order that
//! can be left open:
//!
//! ```text
//!     lines laid   .##  the left column is settled; the other two are *equal* so far: in the next
//!                       line the clue of one of them comes behind the other's empty cell
//! ```
//!
//! So a line has one key and one result for each order of the stacks, and a search has few states
//! where labels would have all orders of equal columns.
//!
//! Invariant: the columns of a stack are in a *weak* order, equal ones at the same first place.

use super::board::{Board, Line};
use super::lines::{Lines, Partial};

/// Lines laid so far, and what is fixed by them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    lines: Lines,
    /// The place of each stack.
    stacks: [u8; 3],
    /// The order of the columns of each stack.
    orders: [Order; 3],
}

/// A weak order of three columns: for each of them, the number of columns before it that are not
/// equal to it, two bits each, the first column lowest.
type Order = u8;

/// What a line does to a stack.
#[derive(Clone, Copy)]
struct Step {
    /// The order after it: filled columns go behind the empty ones that they were equal to.
    order: Order,
    /// The line in the stack, as three digits of a key.
    key: u16,
}

/// The step for each order and each three cells of a line, filled or not.
static STEPS: [[Step; 8]; 64] = steps();

const fn steps() -> [[Step; 8]; 64] {
    let mut steps = [[Step { order: 0, key: 0 }; 8]; 64];
    let mut order = 0;
    while order < steps.len() {
        let mut filled = 0;
        while filled < 8 {
            steps[order][filled] = step(order, filled);
            filled += 1;
        }
        order += 1;
    }
    steps
}

const fn step(order: usize, filled: usize) -> Step {
    let (mut after, mut key, mut column) = (0, 0, 0);
    while column < 3 {
        let before = order >> (2 * column) & 3;
        let is_filled = filled >> column & 1 != 0;
        // Of the columns equal to this one: those empty, and those filled that come before it.
        let (mut empty, mut earlier, mut other) = (0, 0, 0);
        while other < 3 {
            if order >> (2 * other) & 3 == before {
                let is_other_filled = filled >> other & 1 != 0;
                empty += !is_other_filled as usize;
                earlier += (is_other_filled && other < column) as usize;
            }
            other += 1;
        }
        let first = if is_filled { before + empty } else { before };
        after |= (first & 3) << (2 * column);
        // No order has more than two columns before another; the table has room for some.
        if is_filled && first + earlier < 3 {
            key |= 1 << (4 * (2 - first - earlier));
        }
        column += 1;
    }
    Step { order: after as Order, key }
}

impl Outline {
    /// An outline of a side with nothing laid, and the place of each stack.
    pub(super) const fn new(side: u8, stacks: [u8; 3]) -> Outline {
        Outline { lines: Lines::new(side), stacks, orders: [0; 3] }
    }

    /// What a line with these columns filled does to a stack.
    #[inline]
    fn step(&self, stack: usize, filled: u16) -> Step {
        STEPS[usize::from(self.orders[stack] & 63)][usize::from(filled >> (3 * stack) & 7)]
    }
}

impl Partial for Outline {
    fn lines(&self) -> &Lines {
        &self.lines
    }

    #[inline]
    fn key(&self, line: &Line, _: &Board, _: u64) -> u64 {
        let keys = [0, 1, 2].map(|stack| {
            let shift = 12 * (2 - self.stacks[stack]);
            u64::from(self.step(stack, line.filled).key) << shift
        });
        keys[0] | keys[1] | keys[2]
    }

    fn numbered(&self, key: u64) -> u64 {
        key
    }

    #[inline]
    fn lay(&self, row: u8, _: u64, board: &Board, laid: &mut Vec<Outline>) {
        let filled = board.sides[self.lines.side()].lines[usize::from(row)].filled;
        let mut outline = *self;
        outline.lines.lay(row);
        outline.orders = [0, 1, 2].map(|stack| self.step(stack, filled).order);
        laid.push(outline);
    }

    /// Columns that are equal take their places in their order.
    fn columns(&self) -> [u8; 9] {
        let mut columns = [0; 9];
        for stack in 0..3 {
            let mut used = [0; 3];
            for column in 0..3 {
                let before = usize::from(self.orders[stack] >> (2 * column) & 3);
                let place = 3 * usize::from(self.stacks[stack]) + before + used[before];
                columns[place] = (3 * stack + column) as u8;
                used[before] += 1;
            }
        }
        columns
    }

    fn digits(&self) -> [u8; 9] {
        [0, 1, 2, 3, 4, 5, 6, 7, 8]
    }
}
