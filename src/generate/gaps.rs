//! Gaps: cells that a random search fills.
//!
//! ```text
//!      a bit for each gap        gap   0 1 2 3 4 5
//!      where 1 may go                  1 0 1 1 0 0       gaps 1, 4 and 5 have one digit left:
//!      where 2 may go                  1 1 0 1 0 1       they come before gap 2, which has two,
//!      where 3 may go                  1 0 1 1 1 0       and the others, which have three
//! ```
//!
//! The search fills a gap with the fewest digits left with one of these at random, and so on; after
//! a dead end it takes another. To find such a gap, the rows are added bit by bit, for all gaps at
//! once. In large grids a search can get lost, so a search with too many steps is given up.
//!
//! Invariant: `open` has, for each empty gap, the digits that no filled cell of its houses has; for
//! filled gaps it means nothing.
//!
//! Source: D. E. Knuth, *The Art of Computer Programming* 4A, section 7.1.3 (counting in bit
//! slices).

use crate::chance::Chance;
use crate::sudoku::{Digit, Shape};

/// The most steps of a search, for each cell of the grid.
const STEPS: usize = 20;

/// The number of bits in a count of a gap's digits.
const PLANES: usize = (Digit::MAX.ilog2() + 1) as usize;

/// The gaps of a grid, and their possible digits.
#[derive(Clone, Debug)]
pub(super) struct Gaps {
    /// The cell of each gap.
    cells: Vec<u16>,
    /// The words of a set of gaps.
    words: usize,
    /// For each cell of the grid, the gaps that share a house with it.
    seen: Vec<u64>,
    /// The empty gaps, followed by the possible gaps of each digit.
    open: Vec<u64>,
    /// Steps with alternatives, each with the state of `open` before it.
    trail: Vec<Step>,
    saved: Vec<u64>,
}

/// A filled gap, and its untried digits.
#[derive(Clone, Copy, Debug)]
struct Step {
    gap: usize,
    untried: u32,
}

impl Gaps {
    /// Gaps in these cells.
    pub(super) fn new(shape: Shape, cells: Vec<u16>) -> Gaps {
        let words = cells.len().div_ceil(64).max(1);
        let mut seen = vec![0; shape.cells() * words];
        for (index, seen) in seen.chunks_exact_mut(words).enumerate() {
            let cell = shape.cell(index);
            for (gap, &other) in cells.iter().enumerate() {
                let other = shape.cell(usize::from(other));
                let is_seen = cell.row == other.row
                    || cell.column == other.column
                    || shape.box_of(cell) == shape.box_of(other);
                seen[gap / 64] |= u64::from(is_seen) << (gap % 64);
            }
        }
        let open = vec![0; (shape.size() + 1) * words];
        Gaps { cells, words, seen, open, trail: Vec::new(), saved: Vec::new() }
    }

    /// Empties all gaps, in a grid without digits.
    pub(super) fn clear(&mut self) {
        let gaps = self.cells.len();
        for (k, word) in self.open.iter_mut().enumerate() {
            let rest = gaps.saturating_sub(k % self.words * 64).min(64);
            *word = if rest == 0 { 0 } else { u64::MAX >> (64 - rest) };
        }
        self.trail.clear();
        self.saved.clear();
    }

    /// Notes that a cell of the grid, gap or not, has a digit.
    pub(super) fn see(&mut self, cell: usize, digit: usize) {
        let seen = &self.seen[cell * self.words..][..self.words];
        let open = &mut self.open[(digit + 1) * self.words..][..self.words];
        open.iter_mut().zip(seen).for_each(|(open, seen)| *open &= !seen);
    }

    /// Fills all gaps, and writes their digits into `digits`, those of the grid. Returns false if
    /// there is no way, or none is found soon enough.
    pub(super) fn fill(&mut self, digits: &mut [u8], chance: &mut Chance) -> bool {
        for _ in 0..STEPS * digits.len() {
            let Some(mut gap) = self.tightest() else { return true };
            let mut untried = self.digits(gap);
            if untried == 0 {
                let Some(step) = self.trail.last_mut() else { return false };
                (gap, untried) = (step.gap, step.untried);
                let saved = self.saved.len() - self.open.len();
                self.open.copy_from_slice(&self.saved[saved..]);
                self.saved.truncate(saved);
                self.trail.pop();
            }
            let digit = chance.one_bit_of(untried);
            untried &= !(1 << digit);
            if untried != 0 {
                self.trail.push(Step { gap, untried });
                self.saved.extend_from_slice(&self.open);
            }
            self.open[gap / 64] &= !(1 << (gap % 64));
            let cell = usize::from(self.cells[gap]);
            digits[cell] = digit as u8;
            self.see(cell, digit);
        }
        false
    }

    /// The possible digits of a gap.
    fn digits(&self, gap: usize) -> u32 {
        let rows = self.open[self.words..].chunks_exact(self.words);
        rows.enumerate().fold(0, |digits, (digit, row)| {
            digits | ((row[gap / 64] >> (gap % 64)) as u32 & 1) << digit
        })
    }

    /// An empty gap with the fewest digits.
    fn tightest(&self) -> Option<usize> {
        let (empty, rows) = self.open.split_at(self.words);
        for (word, &empty) in empty.iter().enumerate() {
            let (mut one, mut two) = (0, 0);
            for row in rows.chunks_exact(self.words) {
                two |= one & row[word];
                one |= row[word];
            }
            if empty & !two != 0 {
                return Some(64 * word + (empty & !two).trailing_zeros() as usize);
            }
        }
        self.least()
    }

    /// As [`tightest`](Gaps::tightest), if each gap has at least two.
    fn least(&self) -> Option<usize> {
        let (empty, rows) = self.open.split_at(self.words);
        let mut best = None;
        for (word, &empty) in empty.iter().enumerate().filter(|&(_, &empty)| empty != 0) {
            let mut planes = [0; PLANES];
            for row in rows.chunks_exact(self.words) {
                let mut carry = row[word];
                for plane in &mut planes {
                    (*plane, carry) = (*plane ^ carry, *plane & carry);
                }
            }
            let (mut left, mut count) = (empty, 0);
            for plane in planes.iter().rev() {
                let fewer = left & !plane;
                left = if fewer == 0 { left } else { fewer };
                count = 2 * count + u32::from(fewer == 0);
            }
            if best.is_none_or(|(fewest, _)| count < fewest) {
                best = Some((count, 64 * word + left.trailing_zeros() as usize));
            }
        }
        best.map(|(_, gap)| gap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::{Grid, check};

    #[test]
    fn the_gap_with_the_fewest_digits_comes_first() {
        for (rows, columns) in [(2, 3), (3, 3), (4, 5)] {
            let shape = Shape::new(rows, columns).unwrap();
            let mut chance = Chance::new(1, 0);
            let mut gaps = Gaps::new(shape, (0..shape.cells() as u16).collect());
            gaps.clear();
            let mut open = vec![(1u32 << shape.size()) - 1; shape.cells()];
            let mut empty: Vec<usize> = (0..shape.cells()).collect();
            while !empty.is_empty() {
                let fewest = empty.iter().map(|&gap| open[gap].count_ones()).min().unwrap();
                let gap = gaps.tightest().unwrap();
                assert!(empty.contains(&gap));
                assert_eq!(gaps.digits(gap), open[gap]);
                // Dead ends count as one.
                assert_eq!(fewest.max(1), open[gap].count_ones().max(1));
                let gap = empty.swap_remove(chance.below(empty.len()));
                gaps.open[gap / 64] &= !(1 << (gap % 64));
                if open[gap] != 0 {
                    let digit = chance.one_bit_of(open[gap]);
                    gaps.see(gap, digit);
                    let cell = shape.cell(gap);
                    for (other, open) in open.iter_mut().enumerate() {
                        let other = shape.cell(other);
                        let is_seen = cell.row == other.row
                            || cell.column == other.column
                            || shape.box_of(cell) == shape.box_of(other);
                        *open &= !(u32::from(is_seen) << digit);
                    }
                }
            }
            assert_eq!(gaps.tightest(), None);
        }
    }

    #[test]
    fn all_ways_out_are_found() {
        // Two digits that can be exchanged in four gaps, so there are two ways.
        let shape = Shape::new(2, 2).unwrap();
        let whole = [0, 1, 2, 3, 2, 3, 0, 1, 1, 0, 3, 2, 3, 2, 1, 0];
        let cells = vec![0, 1, 8, 9];
        let mut gaps = Gaps::new(shape, cells.clone());
        let mut seen = std::collections::BTreeSet::new();
        for number in 0..40 {
            gaps.clear();
            let mut digits = whole;
            let filled = (0..16).filter(|cell| !cells.contains(cell));
            filled.for_each(|cell| {
                gaps.see(usize::from(cell), usize::from(whole[usize::from(cell)]));
            });
            assert!(gaps.fill(&mut digits, &mut Chance::new(1, number)));
            let cells: Vec<_> =
                digits.iter().map(|&digit| Some(Digit::at(usize::from(digit)))).collect();
            assert!(check::is_solution(&Grid::from_cells(shape, &cells).unwrap()));
            seen.insert(digits);
        }
        assert_eq!(seen.len(), 2);
        // A cell that sees all digits.
        gaps.clear();
        (0..4).for_each(|digit| gaps.see(4, digit));
        assert!(!gaps.fill(&mut whole.clone(), &mut Chance::new(1, 0)));
    }
}
