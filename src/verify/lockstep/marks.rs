//! A set of candidates, and the saturating count of solutions by candidate.
//!
//! ```text
//!      marks.0[k][4b + s]      the digits of cell k of box (band b, stack s): nine vectors of boxes
//! ```
//!
//! The places are those of [`boxes`](super::boxes), so that a state's candidates, and a solution's, are had without
//! moving anything.
//!
//! Invariant: lanes that are no box stay 0.

use super::boxes::{BOXES, LANES, Lanes, State};

/// A set of candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub(super) struct Marks([Lanes; 9]);

/// Where a cell of the grid, counted in reading order, is: its cell of a box, and the lane.
#[inline(always)]
const fn place(cell: usize) -> (usize, usize) {
    let (row, column) = (cell / 9, cell % 9);
    (3 * (row % 3) + column % 3, 4 * (row / 3) + column / 3)
}

/// The cell of the grid that is cell `k` of the box in `lane`.
const fn cell_at(k: usize, lane: usize) -> usize {
    9 * (3 * (lane / 4) + k / 3) + 3 * (lane % 4) + k % 3
}

impl Marks {
    pub(super) const NONE: Marks = Marks([[0; LANES]; 9]);

    /// Every candidate.
    pub(super) const ALL: Marks = Marks([BOXES; 9]);

    /// The candidates that a state leaves.
    #[inline(always)]
    pub(super) fn of(state: &State) -> Marks {
        let (rows, columns) = state.lines();
        let mut marks = Marks::NONE;
        for k in 0..9 {
            for lane in 0..LANES {
                marks.0[k][lane] = rows[k / 3][lane] & columns[k % 3][lane] & BOXES[lane];
            }
        }
        marks
    }

    /// The digits of a cell of the grid.
    #[inline(always)]
    pub(super) fn digits(&self, cell: usize) -> u16 {
        let (k, lane) = place(cell);
        self.0[k][lane]
    }

    #[inline(always)]
    pub(super) fn has(&self, cell: usize, digit: u16) -> bool {
        self.digits(cell) & digit != 0
    }

    #[inline(always)]
    pub(super) fn add(&mut self, cell: usize, digits: u16) {
        let (k, lane) = place(cell);
        self.0[k][lane] |= digits;
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, cell: usize, digits: u16) {
        let (k, lane) = place(cell);
        self.0[k][lane] &= !digits;
    }

    #[inline(always)]
    fn each(&mut self, other: &Marks, f: impl Fn(u16, u16) -> u16) {
        for k in 0..9 {
            for lane in 0..LANES {
                self.0[k][lane] = f(self.0[k][lane], other.0[k][lane]);
            }
        }
    }

    /// The candidates of this set and of `other`.
    #[inline(always)]
    pub(super) fn or(mut self, other: &Marks) -> Marks {
        self.each(other, |a, b| a | b);
        self
    }

    /// The candidates that both sets have.
    #[inline(always)]
    pub(super) fn and(mut self, other: &Marks) -> Marks {
        self.each(other, |a, b| a & b);
        self
    }

    /// The candidates that `other` has not.
    #[inline(always)]
    pub(super) fn without(mut self, other: &Marks) -> Marks {
        self.each(other, |a, b| a & !b);
        self
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        let mut any = 0;
        for k in 0..9 {
            for lane in 0..LANES {
                any |= self.0[k][lane];
            }
        }
        any == 0
    }

    /// The configurations that go through one of the candidates at least.
    #[inline(always)]
    pub(super) fn configurations(&self) -> State {
        let [mut rows, mut columns] = [[[0; LANES]; 3]; 2];
        for k in 0..9 {
            for lane in 0..LANES {
                rows[k / 3][lane] |= self.0[k][lane];
                columns[k % 3][lane] |= self.0[k][lane];
            }
        }
        State::through(&rows, &columns)
    }

    /// How many candidates there are.
    pub(super) fn len(&self) -> u32 {
        self.0.iter().flatten().map(|digits| digits.count_ones()).sum()
    }

    /// The first candidate: its cell and its digit in a bit.
    #[inline(always)]
    pub(super) fn first(&self) -> Option<(usize, u16)> {
        for k in 0..9 {
            let words: [u64; 4] = bytemuck::cast(self.0[k]);
            for (group, word) in words.into_iter().enumerate() {
                if word != 0 {
                    let bit = word.trailing_zeros() as usize;
                    return Some((cell_at(k, 4 * group + bit / 16), 1 << (bit % 16)));
                }
            }
        }
        None
    }

    /// The candidates, each with its cell and its digit in a bit.
    #[inline(always)]
    pub(super) fn iter(mut self) -> impl Iterator<Item = (usize, u16)> {
        std::iter::from_fn(move || {
            let (cell, digit) = self.first()?;
            self.remove(cell, digit);
            Some((cell, digit))
        })
    }
}

/// For each candidate how many solutions have it: none, one, or more than one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Counts {
    /// In one solution or more.
    pub(super) ones: Marks,
    /// In two or more: *dead*, for no such candidate is critical.
    pub(super) twos: Marks,
}

impl Counts {
    pub(super) const NONE: Counts = Counts { ones: Marks::NONE, twos: Marks::NONE };

    /// Counts one more solution.
    #[inline(always)]
    pub(super) fn count(&mut self, solution: &Marks) {
        self.twos = self.twos.or(&self.ones.and(solution));
        self.ones = self.ones.or(solution);
    }

    /// Adds what was counted of other solutions.
    #[inline(always)]
    pub(super) fn add(&mut self, others: &Counts) {
        self.twos = self.twos.or(&others.twos).or(&self.ones.and(&others.ones));
        self.ones = self.ones.or(&others.ones);
    }

    /// Makes candidates dead that nobody asks about.
    #[inline(always)]
    pub(super) fn bar(&mut self, barred: &Marks) {
        self.ones = self.ones.or(barred);
        self.twos = self.twos.or(barred);
    }

    /// Whether one solution was counted, and no more.
    pub(super) fn is_one_solution(&self) -> bool {
        self.twos.is_empty() && self.ones.len() == 81
    }

    /// The candidates that exactly one solution has.
    #[inline(always)]
    pub(super) fn critical(&self) -> Marks {
        self.ones.without(&self.twos)
    }
}
