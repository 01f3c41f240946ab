//! The lines of a board that an incomplete symmetry has laid, and those that it may lay next.
//!
//! ```text
//!     laid  r5 r6 r4 r8      next: r7 or r9, the rest of the band in progress
//!     laid  r5 r6 r4         next: any line of the other bands; of twins only the first
//! ```

use super::board::{Board, Line, Side, ones};

/// Which lines are laid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    /// The lines laid, the first one first; and behind them those that are known beforehand.
    rows: [u8; 9],
    /// Lines not laid yet.
    left: u16,
    /// The side of the board that is laid.
    side: u8,
    /// The number of first lines that are known beforehand.
    known: u8,
}

impl Lines {
    /// Nothing laid of a side.
    pub(super) const fn new(side: u8) -> Lines {
        Lines { rows: [0; 9], left: 0x1FF, side, known: 0 }
    }

    /// Nothing laid of a side whose first lines are known.
    pub(super) const fn of_band(side: u8, [first, second, third]: [u8; 3]) -> Lines {
        let rows = [first, second, third, 0, 0, 0, 0, 0, 0];
        Lines { rows, left: 0x1FF, side, known: 3 }
    }

    /// The number of the side.
    pub(super) const fn side(&self) -> usize {
        self.side as usize
    }

    /// The lines laid, the first one first.
    pub(super) const fn rows(&self) -> [u8; 9] {
        self.rows
    }

    /// Lays a line.
    #[inline]
    pub(super) fn lay(&mut self, row: u8) {
        self.rows[self.count()] = row;
        self.left &= !(1 << row);
    }

    #[inline]
    const fn count(&self) -> usize {
        9 - self.left.count_ones() as usize
    }

    /// The lines that may be laid next: the one that is known; the rest of a band in progress; or
    /// else all lines left, of twins only the first.
    #[inline]
    pub(super) fn next(&self, side: &Side) -> u16 {
        let round = self.count();
        if round < usize::from(self.known) {
            return 1 << self.rows[round];
        }
        let mut lines = self.left;
        if round.is_multiple_of(3) {
            for (band, &twins) in side.chute_twins.iter().enumerate() {
                if ones(twins).any(|twin| self.left >> (3 * twin) & 1 != 0) {
                    lines &= !(7 << (3 * band));
                }
            }
        } else {
            lines &= 7 << (self.rows[round - 1] / 3 * 3);
        }
        for line in ones(side.later_twins & lines) {
            if side.twins[line as usize] & self.left != 0 {
                lines &= !(1 << line);
            }
        }
        lines
    }
}

/// An incomplete symmetry.
pub(super) trait Partial: Copy {
    /// Which lines are laid.
    fn lines(&self) -> &Lines;

    /// The least key of `line` if it is laid next: nine values, four bits each, the leftmost
    /// highest. Keys of symmetries that have laid the same form compare like lines of the form.
    /// Where the key is above `least`, the answer may be anything above it.
    fn key(&self, line: &Line, board: &Board, least: u64) -> u64;

    /// The line of the form for a key.
    fn numbered(&self, key: u64) -> u64;

    /// Lays the line of this number, with this `key`: adds each result to `laid`.
    fn lay(&self, row: u8, key: u64, board: &Board, laid: &mut Vec<Self>);

    /// The column at each place from the left.
    fn columns(&self) -> [u8; 9];

    /// The label of each digit, both less 1.
    fn digits(&self) -> [u8; 9];
}
