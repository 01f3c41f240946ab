//! Candidates of a puzzle, and what singles make of them (BRT): all nine digits at once.
//!
//! ```text
//!   a lane of a band: where a digit may stand in three rows, a bit between them
//!
//!        29        20 19        10 9         0
//!       | . 000100100 . 000000001 . 110000000 |
//!         guard        guard       guard
//!
//!   minus one in each row: a row that has none borrows from its guard;
//!   and with what was there: a row that had one place has none
//! ```
//!
//! A sweep finds all naked and hidden singles, and removes the candidates that are linked to them.
//! For each constraint it needs to know only whether no candidate, one, or more are left. So
//! columns and boxes need only two bits for each place ("some" and "two"), computed with AND and
//! OR.
//!
//! Invariant: the candidates in `done` are alone in a constraint, and those linked to them are
//! removed. Two linked candidates may be done in the same sweep; both stay, so the next sweep finds
//! the contradiction.
//!
//! Deliberately lacking: shapes other than 9×9, and why a candidate has gone.

// A function that is called, not inlined, is compiled without the instructions of its caller.
#![allow(clippy::inline_always)]
// Loops over lanes go by index, so that the compiler makes vectors of them.
#![allow(clippy::needless_range_loop)]

use crate::instructions::available::compiled_for_all;
use crate::instructions::digits::Digits;
use crate::instructions::vectors::Vectors;
use crate::sudoku::{Cell, Digit, Grid, Shape};

/// The number of constraints.
pub(crate) const CONSTRAINTS: usize = 324;

/// What a board is under some rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// A constraint has nothing left.
    Dead,
    /// Each cell has its digit.
    Solved,
    /// The rules find nothing more.
    Stuck,
}

/// A digit in a cell, as `cell * 9 + digit`, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct CandidateIndex(u16);

impl CandidateIndex {
    pub(crate) fn of(cell: Cell, digit: Digit) -> CandidateIndex {
        CandidateIndex((Shape::CLASSIC.index(cell) * 9 + digit.index()) as u16)
    }

    /// By the numbers of the cell and of the digit, both from 0.
    pub(crate) const fn numbered(cell: u8, digit: u8) -> CandidateIndex {
        CandidateIndex(cell as u16 * 9 + digit as u16)
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The numbers of the cell and of the digit.
    pub(crate) const fn numbers(self) -> (u8, u8) {
        ((self.0 / 9) as u8, (self.0 % 9) as u8)
    }

    /// A digit for its cell, and a place for the digit in its row, column and box.
    pub(crate) const fn constraints(self) -> [usize; 4] {
        let (cell, digit) = (self.index() / 9, self.index() % 9);
        let (row, column) = (cell / 9, cell % 9);
        let box_of = row / 3 * 3 + column / 3;
        [cell, 81 + row * 9 + digit, 162 + column * 9 + digit, 243 + box_of * 9 + digit]
    }

    /// Its digit, row and column, and its place in the box.
    pub(super) const fn places(self) -> [usize; 4] {
        let (cell, digit) = (self.index() / 9, self.index() % 9);
        let (row, column) = (cell / 9, cell % 9);
        [digit, row, column, row % 3 * 3 + column % 3]
    }

    /// The band, the lane and the bit.
    const fn place(self) -> (usize, usize, u32) {
        let (cell, digit) = (self.index() / 9, self.index() % 9);
        let (row, column) = (cell / 9, cell % 9);
        (row / 3, digit, 1 << (row % 3 * 10 + column))
    }

    const fn at(band: usize, lane: usize, bit: u32) -> CandidateIndex {
        let (row, column) = (band * 3 + bit as usize / 10, bit as usize % 10);
        CandidateIndex(((row * 9 + column) * 9 + lane) as u16)
    }
}

/// A band of all digits.
pub(crate) type Band = [u32; 16];

/// The candidates that are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bitboard {
    left: [Band; 3],
    done: [Band; 3],
}

const ROW: u32 = 0o777;
const ROWS: u32 = ROW | ROW << 10 | ROW << 20;
const LOWEST: u32 = 1 | 1 << 10 | 1 << 20;
const GUARDS: u32 = LOWEST << 9;
/// The first column of each box.
const BOXES: u32 = 0o111;

/// The lanes of digits.
const NINE: Band = {
    let mut lanes = [0; 16];
    let mut k = 0;
    while k < 9 {
        lanes[k] = u32::MAX;
        k += 1;
    }
    lanes
};

impl Bitboard {
    /// The board of the cells in which each digit is left, a bit for each cell.
    pub(crate) fn of_digits(digits: [u128; 9]) -> Bitboard {
        let mut left = [[0; 16]; 3];
        for (lane, cells) in digits.into_iter().enumerate() {
            for (band, lanes) in left.iter_mut().enumerate() {
                let rows = (cells >> (27 * band)) as u32;
                lanes[lane] = rows & ROW | rows << 1 & ROW << 10 | rows << 2 & ROW << 20;
            }
        }
        Bitboard { left, done: [[0; 16]; 3] }
    }

    /// The clues of a 9×9 grid and nothing else.
    pub(crate) fn of_clues(grid: &Grid) -> Bitboard {
        let mut clues = [[0; 16]; 3];
        for clue in grid.clues() {
            let (band, lane, bit) = CandidateIndex::of(clue.cell, clue.digit).place();
            clues[band][lane] |= bit;
        }
        Bitboard { left: clues, done: [[0; 16]; 3] }
    }

    /// The board of a 9×9 grid, before any single.
    pub(crate) fn of(grid: &Grid) -> Bitboard {
        let mut board = Bitboard::of_clues(grid);
        for band in &mut board.left {
            let taken = band[..9].iter().fold(0, |taken, places| taken | places);
            band[..9].iter_mut().for_each(|places| *places |= ROWS & !taken);
        }
        board
    }

    /// Takes the other digits from a candidate's cell.
    pub(crate) fn assume(&mut self, candidate: CandidateIndex) {
        let (band, lane, bit) = candidate.place();
        for (k, places) in self.left[band][..9].iter_mut().enumerate() {
            if k != lane {
                *places &= !bit;
            }
        }
    }

    pub(crate) fn remove(&mut self, candidate: CandidateIndex) {
        let (band, lane, bit) = candidate.place();
        self.left[band][lane] &= !bit;
    }

    pub(crate) fn has(&self, candidate: CandidateIndex) -> bool {
        let (band, lane, bit) = candidate.place();
        self.left[band][lane] & bit != 0
    }

    /// Whether it is left, and not known to be true.
    pub(crate) fn is_open(&self, candidate: CandidateIndex) -> bool {
        let (band, lane, bit) = candidate.place();
        (self.left[band][lane] & !self.done[band][lane]) & bit != 0
    }

    /// The candidates that are left and not known to be true, behind others.
    pub(crate) fn add_open(&self, candidates: &mut Vec<CandidateIndex>) {
        for band in 0..3 {
            for lane in 0..9 {
                let mut bits = self.left[band][lane] & !self.done[band][lane];
                while bits != 0 {
                    candidates.push(CandidateIndex::at(band, lane, bits.trailing_zeros()));
                    bits &= bits - 1;
                }
            }
        }
    }

    /// Takes what the other board has lost. Returns whether that was still here.
    pub(crate) fn narrow(&mut self, other: &Bitboard) -> bool {
        let mut lost = 0;
        for (left, others) in self.left.as_flattened_mut().iter_mut().zip(other.left.as_flattened())
        {
            lost |= *left & !others;
            *left &= others;
        }
        lost != 0
    }

    /// Has what either of both has left.
    #[inline]
    pub(crate) fn widen(&mut self, other: &Bitboard) {
        let others = other.left.as_flattened();
        self.left
            .as_flattened_mut()
            .iter_mut()
            .zip(others)
            .for_each(|(left, other)| *left |= other);
    }

    /// Whether the other board has something left that this one has lost.
    #[inline]
    pub(crate) fn lacks(&self, other: &Bitboard) -> bool {
        let both = self.left.as_flattened().iter().zip(other.left.as_flattened());
        both.fold(0, |lost, (left, others)| lost | others & !left) != 0
    }

    /// Open candidates in cells with two; those of `truths` are left out.
    pub(crate) fn in_pairs(&self, truths: &Bitboard) -> Vec<CandidateIndex> {
        let pairs = self.left.map(|band| {
            let [mut one, mut two, mut three] = [0; 3];
            for places in band {
                three |= two & places;
                two |= one & places;
                one |= places;
            }
            two & !three
        });
        let mut pairs_alone = *self;
        for (bands, pairs) in pairs_alone.left.iter_mut().zip(pairs) {
            for places in bands {
                *places &= pairs;
            }
        }
        let mut candidates = Vec::new();
        pairs_alone.add_open(&mut candidates);
        candidates.retain(|&candidate| !truths.has(candidate));
        candidates
    }

    /// The rounds of singles that solve a puzzle; `None` if singles do not. In a round all singles
    /// are set that there are at its beginning.
    #[inline(always)]
    fn rounds_in<D: Digits>(clues: &Bitboard) -> Option<u32> {
        let board = Bitboard { left: [NINE.map(|lane| lane & ROWS); 3], done: [[0; 16]; 3] };
        let mut sweep = Sweep::<D>::of(&board);
        let mut found = Sweep::<D>::of(clues).left;
        let mut rounds = 0;
        loop {
            sweep.take(found);
            found = sweep.find();
            if !found[0].or(found[1]).or(found[2]).is_some() {
                return (!sweep.is_open).then_some(rounds);
            }
            rounds += 1;
        }
    }

    /// Naked and hidden singles to the end.
    #[inline(always)]
    fn settle_in<D: Digits>(&mut self) -> End {
        let mut sweep = Sweep::<D>::of(self);
        loop {
            let found = sweep.find();
            if sweep.is_bad.and(D::load(&NINE)).is_some() {
                return End::Dead;
            }
            let is_moving = found[0].or(found[1]).or(found[2]).is_some();
            if !is_moving {
                sweep.end(self);
                return if sweep.is_open { End::Stuck } else { End::Solved };
            }
            sweep.take(found);
        }
    }
}

compiled_for_all! {
    /// Naked and hidden singles to the end.
    pub(crate) fn settle(board: &mut Bitboard) -> End;
    V => board.settle_in::<<V as Vectors>::Digits>()
}

compiled_for_all! {
    /// The rounds of singles that solve a proper puzzle, from its clues alone; `None` if singles do
    /// not.
    pub(crate) fn rounds(clues: &Bitboard) -> Option<u32>;
    V => Bitboard::rounds_in::<<V as Vectors>::Digits>(clues)
}

/// A board in registers.
struct Sweep<D> {
    left: [D; 3],
    done: [D; 3],
    /// Where a constraint has nothing left, or two that are done.
    is_bad: D,
    /// Whether a cell has two candidates.
    is_open: bool,
}

impl<D: Digits> Sweep<D> {
    #[inline(always)]
    fn of(board: &Bitboard) -> Sweep<D> {
        let [a, b, c] = &board.left;
        let left = [D::load(a), D::load(b), D::load(c)];
        let [a, b, c] = &board.done;
        let done = [D::load(a), D::load(b), D::load(c)];
        Sweep { left, done, is_bad: D::all(0), is_open: true }
    }

    #[inline(always)]
    fn end(&self, board: &mut Bitboard) {
        for k in 0..3 {
            self.left[k].store(&mut board.left[k]);
            self.done[k].store(&mut board.done[k]);
        }
    }

    /// Singles that are not done.
    #[inline(always)]
    fn find(&mut self) -> [D; 3] {
        let (rows, boxes, row) = (D::all(ROWS), D::all(BOXES), D::all(ROW));
        let guards = D::all(GUARDS);
        let mut bad = self.is_bad;
        let none = D::all(0);
        let (mut in_two, mut open) = ([none; 3], none);
        let (mut column, mut columns) = (none, none);
        for k in 0..3 {
            let left = self.left[k];
            let [cell, cells] = left.any_and_two();
            bad = bad.or(rows.less(cell));
            open = open.or(cells);
            // Rows, by their guards.
            let lower = left.or(guards).minus(D::all(LOWEST));
            bad = bad.or(guards.less(lower));
            let many = filled(lower.and(left));
            // Columns of the band.
            let (a, b) = (left.and(row), left.right::<10>().and(row));
            let c = left.right::<20>();
            let (some, two) = (a.or(b).or(c), a.and(b).or(a.or(b).and(c)));
            columns = columns.or(two).or(column.and(some));
            column = column.or(some);
            // Boxes, in the place of their first column.
            let (a, b, c) = (some, some.right::<1>(), some.right::<2>());
            let twos = two.or(two.right::<1>()).or(two.right::<2>());
            bad = bad.or(boxes.less(a.or(b).or(c)));
            let two = a.and(b).or(a.or(b).and(c)).or(twos).and(boxes);
            in_two[k] = many.and(cells).and(tripled(wide(two)));
            bad = bad.or(self.done[k].and(many.or(cells).or(tripled(wide(two)))));
        }
        bad = bad.or(row.less(column));
        let two = tripled(columns);
        for k in 0..3 {
            bad = bad.or(self.done[k].and(two));
            in_two[k] = self.left[k].less(in_two[k].and(two)).less(self.done[k]);
        }
        self.is_bad = bad;
        self.is_open = open.is_some();
        in_two
    }

    /// Makes singles done, and takes away what is linked to them.
    #[inline(always)]
    fn take(&mut self, found: [D; 3]) {
        let row = D::all(ROW);
        let mut column = D::all(0);
        let mut gone = found;
        for k in 0..3 {
            let new = found[k];
            let (a, b) = (new.and(row), new.right::<10>().and(row));
            let some = a.or(b).or(new.right::<20>());
            column = column.or(some);
            let in_box = some.or(some.right::<1>()).or(some.right::<2>()).and(D::all(BOXES));
            gone[k] = new.any().or(filled(new)).or(tripled(wide(in_box)));
        }
        let column = tripled(column);
        for k in 0..3 {
            self.left[k] = self.left[k].less(gone[k].or(column)).or(found[k]);
            self.done[k] = self.done[k].or(found[k]);
        }
    }
}

/// All of each row in which there is something.
#[inline(always)]
fn filled<D: Digits>(places: D) -> D {
    let guards = places.plus(D::all(ROWS)).and(D::all(GUARDS));
    guards.minus(guards.right::<9>())
}

/// A row in the place of each of the three.
#[inline(always)]
fn tripled<D: Digits>(row: D) -> D {
    row.or(row.left::<10>()).or(row.left::<20>())
}

/// Boxes, from their first column to all three.
#[inline(always)]
fn wide<D: Digits>(boxes: D) -> D {
    boxes.or(boxes.left::<1>()).or(boxes.left::<2>())
}
