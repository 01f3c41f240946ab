//! One puzzle with its mini-lines in the lanes of registers.
//!
//! ```text
//!      lane 9b + 3s + i is of the box in band b and stack s:        the diagonals of a box:
//!
//!      rows           its mini-row i                                     0  1  2
//!      columns        its mini-column i                                  2  0  1
//!      diagonal k     the cell of mini-row i and mini-column i + k       1  2  0
//! ```
//!
//! Nine boxes have 27 mini-rows, so the 32 lanes of one register have room for all, and those of
//! another for the mini-columns. The cells are in three. Instructions of AVX-512 put the lanes of a
//! register into any order: into that of the other lines of a box, or of the other boxes of a
//! chute. With the [boxes](super::boxes) in the lanes, lines and cells come one after the other,
//! most of each register is empty, and a puzzle takes almost twice as long (`benches/verify.rs`).
//!
//! Invariants. A word is in three lanes, one for each of its configuration's mini-lines. Lanes
//! without a mini-line stay 0. A sweep leaves the same words as one of boxes.

use super::boxes::{PLACES, State};
use super::chutes::{ALL, ChuteScore, Frame, Guess, WORDS, band, even, odd, stack};
use super::group::Mask;
use super::registers::{Order, Register, Sources, Wide};
use super::rules::Found;
use super::rules::{Cell, Word};
use crate::sudoku::{Digit, Grid, Marks};

/// The lanes that have a mini-line.
const LINES: u32 = (1 << 27) - 1;

/// The band, the stack and the number in its box of a lane's mini-line. As a cell's: the row in a
/// band, the stack, and the column in the box.
const fn place(lane: usize) -> (usize, usize, usize) {
    (lane / 9, lane / 3 % 3, lane % 3)
}

/// All digits in all mini-lines.
static EVERY: Order = {
    let mut lanes = [0; 32];
    let mut lane = 0;
    while lane < 27 {
        lanes[lane] = ALL;
        lane += 1;
    }
    Order(lanes)
};

/// For each lane the one `bands`, `stacks` and `lines` further on, modulo 3.
const fn further(bands: usize, stacks: usize, lines: usize) -> Order {
    let mut order = [31; 32];
    let mut lane = 0;
    while lane < 27 {
        let (b, s, i) = place(lane);
        order[lane] = (9 * ((b + bands) % 3) + 3 * ((s + stacks) % 3) + (i + lines) % 3) as u16;
        lane += 1;
    }
    Order(order)
}

/// The two other lines of a box.
static OTHER_LINES: [Order; 2] = [further(0, 0, 1), further(0, 0, 2)];

/// The two other mini-lines of each kind of configuration. From box to box an even one goes one
/// line down, and an odd one up.
static OTHER_BOXES: [[Order; 2]; 4] = [
    [further(0, 1, 1), further(0, 2, 2)],
    [further(0, 1, 2), further(0, 2, 1)],
    [further(1, 0, 1), further(2, 0, 2)],
    [further(1, 0, 2), further(2, 0, 1)],
];

/// The places of the cells of a diagonal among the cells of three bands, in reading order.
const fn of_bands(diagonal: usize) -> Sources {
    let mut sources = Sources::NONE;
    let mut lane = 0;
    while lane < 27 {
        let (b, s, i) = place(lane);
        sources = sources.with(lane, b, 9 * i + 3 * s + (i + diagonal) % 3);
        lane += 1;
    }
    sources
}

/// Where in three diagonals the cells of a band are, in reading order.
const fn of_diagonals(band: usize) -> Sources {
    let mut sources = Sources::NONE;
    let mut lane = 0;
    while lane < 27 {
        let (r, s, c) = place(lane);
        sources = sources.with(lane, (c + 3 - r) % 3, 9 * band + 3 * s + r);
        lane += 1;
    }
    sources
}

static DIAGONALS: [Sources; 3] = [of_bands(0), of_bands(1), of_bands(2)];
static BANDS: [Sources; 3] = [of_diagonals(0), of_diagonals(1), of_diagonals(2)];

/// For a word of a frame, the lanes of each kind of configuration that have it, and those that have
/// the five others of its chute.
struct Split {
    itself: [u32; 4],
    others: [u32; 4],
}

static SPLITS: [Split; WORDS] = {
    let mut splits = [const { Split { itself: [0; 4], others: [0; 4] } }; WORDS];
    let mut k = 0;
    while k < WORDS * 27 * 4 {
        let (word, lane, kind) = (k / 108, k / 4 % 27, k % 4);
        let other = word_of(kind, lane);
        if other == word {
            splits[word].itself[kind] |= 1 << lane;
        } else if other / 6 == word / 6 {
            splits[word].others[kind] |= 1 << lane;
        }
        k += 1;
    }
    splits
};

/// The word of a frame that a lane has, of a kind of configuration: even and odd ones of bands, and
/// those of stacks.
const fn word_of(kind: usize, lane: usize) -> usize {
    let (b, s, i) = place(lane);
    match kind {
        0 => band(b) + even(i, s),
        1 => band(b) + odd(i, s),
        2 => stack(s) + even(i, b),
        _ => stack(s) + odd(i, b),
    }
}

/// Where the lanes of boxes have the words of each kind of configuration.
static IN_BOXES: [Order; 4] = {
    let mut orders = [const { Order([31; 32]) }; 4];
    let mut k = 0;
    while k < 4 * 27 {
        let (kind, lane) = (k / 27, k % 27);
        orders[kind].0[lane] = PLACES[word_of(kind, lane)] as u16 % 32;
        k += 1;
    }
    orders
};

/// For each chute a lane of its first box's first line, among those of two registers; and two lanes
/// without a line.
static FIRST_BOXES: Order = {
    let mut lanes = [31; 32];
    let mut chute = 0;
    while chute < 3 {
        lanes[chute] = 9 * chute as u16;
        lanes[3 + chute] = 32 + 3 * chute as u16;
        chute += 1;
    }
    Order(lanes)
};

/// The first lane of each chute in its register, as in [`FIRST_BOXES`].
static FIRST_LANES: [u8; 8] = [0, 9, 18, 0, 3, 6, 0, 0];

/// A puzzle as it stands: the even and the odd configurations of its bands, and those of its
/// stacks.
#[derive(Clone, Copy)]
pub(super) struct MiniLines([Wide; 4]);

impl MiniLines {
    /// A 9×9 puzzle. All its clues are taken at once, as a sweep takes cells that hold a digit.
    #[inline(always)]
    pub(super) fn of(puzzle: &Grid) -> MiniLines {
        let mut values = [0; 96];
        for (value, cell) in values.iter_mut().zip(puzzle.cells()) {
            *value = cell.map_or(0, Digit::value);
        }
        let mut bands = [[0; 32]; 3];
        for (band, first) in bands.iter_mut().zip([0, 27, 54]) {
            // The lanes after a band's cells go nowhere.
            band.copy_from_slice(&values[first..first + 32]);
        }
        let [first, second, third] = &bands;
        let bands = [Wide::with(first), Wide::with(second), Wide::with(third)];
        let every = Wide::load(&EVERY.0);
        let mut clues = [every; 3];
        for (clues, sources) in clues.iter_mut().zip(&DIAGONALS) {
            *clues = every.and(Wide::from_three(&bands, sources));
        }
        let (rows, columns) = settled_elsewhere(&clues);
        MiniLines([every; 4]).narrowed(every.less(rows), every.less(columns))
    }

    /// The puzzle with these words.
    pub(super) fn of_frame(frame: &Frame) -> MiniLines {
        let lanes = |kind: usize| {
            let mut lanes = [0; 32];
            for (lane, digits) in lanes[..27].iter_mut().enumerate() {
                *digits = frame.0[word_of(kind, lane)];
            }
            lanes
        };
        let (even, odd, down, up) = (lanes(0), lanes(1), lanes(2), lanes(3));
        MiniLines([Wide::load(&even), Wide::load(&odd), Wide::load(&down), Wide::load(&up)])
    }

    /// The puzzle with the words of these boxes.
    #[inline(always)]
    pub(super) fn of_boxes(boxes: &State) -> MiniLines {
        let [bands, stacks] = boxes.halves();
        let (bands, stacks) = (Wide::load(bands), Wide::load(stacks));
        let [even, odd, down, up] = &IN_BOXES;
        MiniLines([
            bands.in_order(even),
            bands.in_order(odd),
            stacks.in_order(down),
            stacks.in_order(up),
        ])
    }

    /// The digits that each mini-row may hold, and each mini-column.
    #[inline(always)]
    fn lines(&self) -> (Wide, Wide) {
        let [even, odd, down, up] = self.0;
        (even.or(odd), down.or(up))
    }

    /// The configurations whose three mini-lines may hold these digits.
    #[inline(always)]
    fn narrowed(mut self, rows: Wide, columns: Wide) -> MiniLines {
        for (kind, lines) in [rows, rows, columns, columns].into_iter().enumerate() {
            let [first, second] = &OTHER_BOXES[kind];
            let others = lines.in_order(first).and(lines.in_order(second));
            self.0[kind] = self.0[kind].and(lines).and(others);
        }
        self
    }

    /// Applies the rules to all boxes at once, under masks of the three diagonals.
    #[inline(always)]
    pub(super) fn sweep(&mut self, mask: &impl Mask<32>) -> Found {
        let (rows, columns) = self.lines();
        let [next_row, last_row] = [next(rows), last(rows)];
        let columns = [columns, next(columns), last(columns)];
        let row_asserts = rows.less(next_row.or(last_row));
        let left_rows = rows.filled(row_asserts);
        let [mut cells, mut singles] = [columns; 2];
        let mut least = left_rows;
        for k in 0..3 {
            let column_asserts = columns[k].less(columns[(k + 1) % 3].or(columns[(k + 2) % 3]));
            let hidden = row_asserts.and(column_asserts);
            let allowed = |digits: Wide| match mask.cell(k) {
                Some(mask) => digits.and(Wide::load(mask)),
                None => digits,
            };
            let both = left_rows.and(columns[k].filled(column_asserts));
            let Cell { digits, single } = both.cell(hidden, allowed);
            least = least.smaller(digits);
            (cells[k], singles[k]) = (digits, single);
        }
        let somewhere =
            rows.or(next_row).or(last_row).and(columns[0].or(columns[1]).or(columns[2]));
        if least.some() != LINES || Wide::load(&EVERY.0).less(somewhere).some() != 0 {
            return Found::Contradiction;
        }
        let column_asserts = columns[0].less(columns[1].or(columns[2]));
        if rows.less(row_asserts).or(columns[0].less(column_asserts)).some() == 0 {
            return Found::Solved;
        }
        // A column's cells are in other lanes of the second and third diagonal.
        let in_rows = cells[0].or(cells[1]).or(cells[2]);
        let in_columns = cells[0].or(last(cells[1])).or(next(cells[2]));
        let (elsewhere, in_other_columns) = settled_elsewhere(&singles);
        let left = self.narrowed(in_rows.less(elsewhere), in_columns.less(in_other_columns));
        let lost = |kind: usize| self.0[kind].less(left.0[kind]);
        let lost = lost(0).or(lost(1)).or(lost(2)).or(lost(3)).some();
        *self = left;
        if lost == 0 { Found::Nothing } else { Found::Something }
    }

    /// As [`Group::choose`](super::group::Group::choose), for one puzzle that has an open digit.
    #[inline(always)]
    pub(super) fn guess(&self) -> Guess {
        let [even, odd, down, up] = self.0;
        let (bands, stacks) = (score(even, odd), score(down, up));
        let scores = Wide::from_two(bands.score, stacks.score, &FIRST_BOXES);
        let digits = Wide::from_two(bands.digits, stacks.digits, &FIRST_BOXES);
        let chute = scores.smallest_of_eight();
        let digits = digits.first_eight()[chute];
        let digit = digits & digits.wrapping_neg();
        let all = Wide::digit_in(digit, LINES);
        let [even, odd] = if chute < 3 { [even, odd] } else { [down, up] };
        let first_box = |kind: Wide| kind.and(all).some() >> FIRST_LANES[chute] & 0b111;
        let (even, odd) = (first_box(even), first_box(odd));
        // The first mini-line is in the first even configuration, the second in the last.
        let even = even & 0b001 | (even & 0b010) << 1 | (even & 0b100) >> 1;
        Guess { digit, chute: 6 * chute, configurations: even | odd << 3 }
    }

    /// Takes a digit from the words in lanes of each kind.
    #[inline(always)]
    fn without(mut self, digit: u16, lanes: &[u32; 4]) -> MiniLines {
        for (kind, &lanes) in self.0.iter_mut().zip(lanes) {
            *kind = kind.less(Wide::digit_in(digit, lanes));
        }
        self
    }

    /// The grid of a solved puzzle.
    #[inline(always)]
    pub(super) fn grid(&self) -> Grid {
        let (rows, columns) = self.lines();
        let cells = [
            rows.and(columns).values(),
            rows.and(next(columns)).values(),
            rows.and(last(columns)).values(),
        ];
        let mut values = [0; 96];
        for (first, sources) in [0, 27, 54].into_iter().zip(&BANDS) {
            // The lanes after a band's cells are overwritten by the next.
            values[first..first + 32].copy_from_slice(&Wide::from_three(&cells, sources).bytes());
        }
        Grid::of_81(values.first_chunk().expect("there are 96"))
    }
}

/// The next line of each box, and the one after it, which is the last of three.
#[inline(always)]
fn next(lines: Wide) -> Wide {
    lines.in_order(&OTHER_LINES[0])
}

#[inline(always)]
fn last(lines: Wide) -> Wide {
    lines.in_order(&OTHER_LINES[1])
}

/// The digits that the cells of the two other mini-rows of the box hold, and those of the two other
/// mini-columns, from the digits that each cell holds.
#[inline(always)]
fn settled_elsewhere(singles: &[Wide; 3]) -> (Wide, Wide) {
    let [first, second, third] = *singles;
    let in_rows = first.or(second).or(third);
    // Mini-column i has cell i of the first diagonal, i + 2 of the second, i + 1 of the third.
    let in_columns = next(first.or(second)).or(last(first.or(third))).or(second).or(third);
    (next(in_rows).or(last(in_rows)), in_columns)
}

/// How good a guess in each chute is, in all lanes of its boxes.
#[inline(always)]
fn score(even: Wide, odd: Wide) -> ChuteScore<Wide> {
    let words = [even, next(even), last(even), odd, next(odd), last(odd)];
    ChuteScore::of(|k| words[k])
}

impl MiniLines {
    /// Gives the digit the guess's first configuration. Returns the other state.
    #[inline(always)]
    pub(super) fn split(&mut self, guess: &Guess) -> MiniLines {
        let split = &SPLITS[guess.chute + guess.first()];
        let otherwise = self.without(guess.digit, &split.itself);
        *self = self.without(guess.digit, &split.others);
        otherwise
    }
}

/// The candidates of pencil marks: of each diagonal the cells of all boxes.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct LineMasks([[u16; 32]; 3]);

impl LineMasks {
    /// The masks of a 9×9 puzzle.
    pub(super) fn of(marks: &Marks) -> LineMasks {
        let mut diagonals = [[0; 32]; 3];
        for (cell, &digits) in marks.bits().iter().enumerate() {
            let (row, column) = (cell / 9, cell % 9);
            let lane = 9 * (row / 3) + 3 * (column / 3) + row % 3;
            diagonals[(column + 9 - row) % 3][lane] = digits as u16;
        }
        LineMasks(diagonals)
    }
}

impl Mask<32> for LineMasks {
    #[inline(always)]
    fn cell(&self, diagonal: usize) -> Option<&[u16; 32]> {
        Some(&self.0[diagonal])
    }
}

#[cfg(test)]
mod tests;
