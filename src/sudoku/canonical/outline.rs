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

use super::board::{Board, Line, ones};
use super::lines::{Lines, Partial};

/// Lines laid so far, and what is fixed by them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    lines: Lines,
    /// The place of each stack.
    stacks: [u8; 3],
    /// For each column, the number of columns of its stack before it that are not equal to it.
    before: [u8; 9],
}

impl Outline {
    /// An outline of a side with nothing laid, and the place of each stack.
    pub(super) const fn new(side: u8, stacks: [u8; 3]) -> Outline {
        Outline { lines: Lines::new(side), stacks, before: [0; 9] }
    }

    /// The columns of a stack after a line with these of them filled: the filled ones go behind the
    /// empty ones that they were equal to.
    #[inline]
    fn told_apart(&self, stack: usize, filled: u16) -> [u8; 3] {
        let before = [0, 1, 2].map(|k| self.before[3 * stack + k]);
        let is_filled = [0, 1, 2].map(|k| filled >> (3 * stack + k) & 1 != 0);
        [0, 1, 2].map(|k: usize| {
            let passed = (0..3).filter(|&l| before[l] == before[k] && !is_filled[l]).count();
            before[k] + if is_filled[k] { passed as u8 } else { 0 }
        })
    }
}

impl Partial for Outline {
    fn lines(&self) -> &Lines {
        &self.lines
    }

    #[inline]
    fn key(&self, line: &Line, _: &Board) -> u64 {
        let mut key = 0;
        for stack in 0..3 {
            let before = self.told_apart(stack, line.filled);
            let mut used = [0; 3];
            for column in ones(line.filled >> (3 * stack) & 7) {
                let first = usize::from(before[column as usize]);
                let place = 3 * usize::from(self.stacks[stack]) + first + used[first];
                used[first] += 1;
                key |= 1 << (4 * (8 - place));
            }
        }
        key
    }

    fn numbered(&self, key: u64) -> u64 {
        key
    }

    #[inline]
    fn lay(&self, row: u8, _: u64, board: &Board, laid: &mut Vec<Outline>) {
        let filled = board.sides[self.lines.side()].lines[usize::from(row)].filled;
        let mut outline = *self;
        outline.lines.lay(row);
        for stack in 0..3 {
            let before = self.told_apart(stack, filled);
            outline.before[3 * stack..3 * stack + 3].copy_from_slice(&before);
        }
        laid.push(outline);
    }

    /// Columns that are equal take their places in their order.
    fn columns(&self) -> [u8; 9] {
        let mut columns = [0; 9];
        for stack in 0..3 {
            let mut used = [0; 3];
            for column in 3 * stack..3 * stack + 3 {
                let first = usize::from(self.before[column]);
                columns[3 * usize::from(self.stacks[stack]) + first + used[first]] = column as u8;
                used[first] += 1;
            }
        }
        columns
    }

    fn digits(&self) -> [u8; 9] {
        [0, 1, 2, 3, 4, 5, 6, 7, 8]
    }
}
