//! The loader: turns N puzzles into words at once, before they go to lanes.
//!
//! ```text
//!    N grids, a row of 81 bytes each          81 rows of N bytes            36 rows of N words
//!    1 . . . . 7 . 9 .  ...                   cell 0: 1 . 8 ...             word 0: # # # ...
//!    . . 2 . 9 . 5 . .  ...       ──▶         cell 1: . . 3 ...      ──▶    word 1: # # # ...
//!    8 . . 3 . . . . 6  ...    transposed     cell 2: . 2 . ...    loops
//! ```
//!
//! In its band and in its stack, a clue takes its digit from the four configurations without the
//! clue's mini-line. Puzzle by puzzle this took a third of the time of easy catalogues. With a
//! puzzle in each lane from the start it is a few loops over vectors.
//!
//! The cells are transposed by squares of 8×8 bytes, each row of a square being a number of 64
//! bits: halves of a square change places, then halves of the halves (Warren, *Hacker's Delight*,
//! section 7-3, "Transposing a Bit Matrix", with bytes for bits).
//!
//! Pencil marks have a number for each cell, and are written into their column at once. A
//! configuration keeps the digits for which each of its mini-lines has a candidate.

use super::chutes::{ALL, Frame, WORDS, band, line_at, stack};
use crate::sudoku::{Digit, Grid, Marks};

/// The cells of a grid divided by eight, rounded up.
const SQUARES: usize = 11;

/// N puzzles, on their way into lanes.
#[repr(align(64))]
pub(super) struct Loader<const N: usize> {
    words: [[u16; N]; WORDS],
    /// Squares of digits: `digits[row][square]` has eight cells side by side of each puzzle whose
    /// number is `row` modulo 8; after transposing, cell `8 * square + row` of each puzzle.
    digits: [[[u8; N]; SQUARES]; 8],
    /// The clue of each cell as a bit, or 0; of pencil marks a bit for each candidate.
    cells: [[u16; N]; 81],
    ids: [u32; N],
    /// Columns `given..taken` have a puzzle that has not gone to a lane yet.
    given: usize,
    taken: usize,
}

impl<const N: usize> Loader<N> {
    pub(super) const fn new() -> Loader<N> {
        Loader {
            words: [[0; N]; WORDS],
            digits: [[[0; N]; SQUARES]; 8],
            cells: [[0; N]; 81],
            ids: [0; N],
            given: 0,
            taken: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        (self.given, self.taken) = (0, 0);
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.given == self.taken
    }

    pub(super) const fn is_full(&self) -> bool {
        self.taken == N
    }

    /// Takes a puzzle. It has words after [`load`](Loader::load).
    #[inline(always)]
    pub(super) fn take(&mut self, id: u32, puzzle: &Grid) {
        let cells: &[Option<Digit>; 81] =
            puzzle.cells().try_into().expect("lanes are for 9x9 puzzles");
        let (eighth, row) = (self.taken / 8, self.taken % 8);
        for (k, square) in self.digits[row].iter_mut().enumerate() {
            // Eight bytes at a time stay in a register; all 81 of them would be written and read
            // again.
            let mut eight = [0; 8];
            for (byte, cell) in eight.iter_mut().zip(&cells[8 * k..]) {
                *byte = cell.map_or(0, Digit::value);
            }
            square.as_chunks_mut::<8>().0[eighth] = eight;
        }
        self.ids[self.taken] = id;
        self.taken += 1;
    }

    /// Takes pencil marks. They have words after [`load_marks`](Loader::load_marks).
    #[inline(always)]
    pub(super) fn take_marks(&mut self, id: u32, marks: &Marks) {
        self.ids[self.taken] = id;
        self.taken += 1;
        self.mask_last(marks);
    }

    /// Writes pencil marks into the column that was taken last.
    #[inline(always)]
    pub(super) fn mask_last(&mut self, marks: &Marks) {
        let marks: &[u32; 81] = marks.bits().try_into().expect("lanes are for 9x9 puzzles");
        for (cell, &digits) in self.cells.iter_mut().zip(marks) {
            cell[self.taken - 1] = digits as u16;
        }
    }

    /// Takes a puzzle that is begun. It has words already.
    #[inline(always)]
    pub(super) fn take_frame(&mut self, id: u32, frame: &Frame) {
        for (word, &digits) in self.words.iter_mut().zip(&frame.0) {
            word[self.taken] = digits;
        }
        self.ids[self.taken] = id;
        self.taken += 1;
    }

    /// The id and the column of the puzzle taken first among those not yet given to a lane.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<(u32, usize)> {
        let column = self.given;
        (!self.is_empty()).then(|| {
            self.given += 1;
            (self.ids[column], column)
        })
    }

    /// A word of the puzzle in `column`.
    #[inline(always)]
    pub(super) fn word(&self, column: usize, word: usize) -> u16 {
        self.words[word][column]
    }

    /// The cells of the puzzles: the candidates of pencil marks.
    #[inline(always)]
    pub(super) const fn cells(&self) -> &[[u16; N]; 81] {
        &self.cells
    }

    /// Makes the words of all puzzles that were taken.
    #[inline(always)]
    pub(super) fn load(&mut self) {
        self.transpose();
        for chute in 0..3 {
            self.fill_chute(band(chute), |line, place, k| 9 * (3 * chute + line) + 3 * place + k);
            self.fill_chute(stack(chute), |line, place, k| 9 * (3 * place + k) + 3 * chute + line);
        }
    }

    /// Makes the words of all pencil marks that were taken.
    #[inline(always)]
    pub(super) fn load_marks(&mut self) {
        for chute in 0..3 {
            self.keep_chute(band(chute), |line, place, k| 9 * (3 * chute + line) + 3 * place + k);
            self.keep_chute(stack(chute), |line, place, k| 9 * (3 * place + k) + 3 * chute + line);
        }
    }

    /// Turns digits, a puzzle in each row, into clues, a cell in each row.
    #[inline(always)]
    fn transpose(&mut self) {
        exchange::<N, 4, 0x0000_0000_FFFF_FFFF>(&mut self.digits);
        exchange::<N, 2, 0x0000_FFFF_0000_FFFF>(&mut self.digits);
        exchange::<N, 1, 0x00FF_00FF_00FF_00FF>(&mut self.digits);
        for (cell, clues) in self.cells.iter_mut().enumerate() {
            for (clue, digit) in clues.iter_mut().zip(self.digits[cell % 8][cell / 8]) {
                // An empty cell's bit is the last of 16, which no word of digits has.
                *clue = 1u16.wrapping_shl(u32::from(digit.wrapping_sub(1)));
            }
        }
    }

    /// Fills a chute's words with what the pencil marks leave. `cell` finds the cells of a
    /// mini-line.
    #[inline(always)]
    fn keep_chute(&mut self, chute: usize, cell: impl Fn(usize, usize, usize) -> usize) {
        let Loader { words, cells, .. } = self;
        let mini_lines = mini_lines(cells, cell);
        for (k, words) in words[chute..chute + 6].iter_mut().enumerate() {
            for column in 0..N {
                let kept = |place: usize| mini_lines[line_at(k, place)][place][column];
                words[column] = kept(0) & kept(1) & kept(2);
            }
        }
    }

    /// Fills a chute's words with what the clues leave. `cell` finds the cells of a mini-line.
    #[inline(always)]
    fn fill_chute(&mut self, chute: usize, cell: impl Fn(usize, usize, usize) -> usize) {
        let Loader { words, cells, .. } = self;
        let mini_lines = mini_lines(cells, cell);
        for (k, words) in words[chute..chute + 6].iter_mut().enumerate() {
            for column in 0..N {
                // The clues of a place that are not on the configuration's line.
                let lost = |place: usize| {
                    let line = line_at(k, place);
                    mini_lines[(line + 1) % 3][place][column]
                        | mini_lines[(line + 2) % 3][place][column]
                };
                words[column] = ALL & !(lost(0) | lost(1) | lost(2));
            }
        }
    }
}

/// The digits of a chute's mini-lines, by line and place.
#[inline(always)]
fn mini_lines<const N: usize>(
    cells: &[[u16; N]; 81],
    cell: impl Fn(usize, usize, usize) -> usize,
) -> [[[u16; N]; 3]; 3] {
    let mut mini_lines = [[[0; N]; 3]; 3];
    for line in 0..3 {
        for place in 0..3 {
            for column in 0..N {
                let digits = |k| cells[cell(line, place, k)][column];
                mini_lines[line][place][column] = digits(0) | digits(1) | digits(2);
            }
        }
    }
    mini_lines
}

/// In each square, exchanges the high parts of the upper rows with the low parts of the rows `D`
/// below, `LOW` being the low ones.
#[inline(always)]
fn exchange<const N: usize, const D: usize, const LOW: u64>(rows: &mut [[[u8; N]; SQUARES]; 8]) {
    for row in (0..8).filter(|row| row & D == 0) {
        let (upper, lower) = rows.split_at_mut(row + D);
        let (upper, lower) = (upper[row].as_flattened_mut(), lower[0].as_flattened_mut());
        for (upper, lower) in upper.as_chunks_mut().0.iter_mut().zip(lower.as_chunks_mut().0) {
            let (a, b) = (u64::from_le_bytes(*upper), u64::from_le_bytes(*lower));
            let differ = ((a >> (8 * D)) ^ b) & LOW;
            *upper = (a ^ (differ << (8 * D))).to_le_bytes();
            *lower = (b ^ differ).to_le_bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Shape;

    /// Grids with anything in them, from full to almost empty.
    fn grids() -> impl Iterator<Item = Grid> {
        let mut state = 1u64;
        let mut chance = move |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        std::iter::repeat_with(move || {
            let most = 10 + chance(60);
            let cells: Vec<_> = (0..81)
                .map(|_| Digit::new(chance(most) as u8).filter(|d| d.value() <= 9))
                .collect();
            Grid::from_cells(Shape::CLASSIC, &cells).unwrap()
        })
    }

    fn what_is_taken_is_given<const N: usize>() {
        let mut loader = Box::new(Loader::<N>::new());
        for number in [N, 1, N - 1, 3] {
            let grids: Vec<Grid> = grids().skip(number).take(number).collect();
            loader.clear();
            grids.iter().zip(7..).for_each(|(grid, id)| loader.take(id, grid));
            assert_eq!(loader.is_full(), number == N);
            loader.load();
            for (grid, expected) in grids.iter().zip(7..) {
                let (id, column) = loader.next().unwrap();
                assert_eq!(id, expected);
                let mut frame = Frame::EMPTY;
                frame.fill(|word| loader.word(column, word));
                assert_eq!(frame, Frame::of(grid), "{grid}");
            }
            assert_eq!(loader.next(), None);
        }
    }

    #[test]
    fn puzzles_loaded_together_are_as_if_loaded_alone() {
        what_is_taken_is_given::<8>();
        what_is_taken_is_given::<16>();
        what_is_taken_is_given::<32>();
    }

    #[test]
    fn pencil_marks_loaded_together_are_as_if_loaded_alone() {
        let marks: Vec<Marks> = grids().take(16).map(|grid| Marks::of(&grid)).collect();
        let mut loader = Box::new(Loader::<16>::new());
        marks.iter().zip(7..).for_each(|(marks, id)| loader.take_marks(id, marks));
        loader.load_marks();
        for (marks, expected) in marks.iter().zip(7..) {
            let (id, column) = loader.next().unwrap();
            assert_eq!(id, expected);
            let mut frame = Frame::EMPTY;
            frame.fill(|word| loader.word(column, word));
            assert_eq!(frame, Frame::of_marks(marks), "{marks}");
            let cells = loader.cells().iter().map(|cell| u32::from(cell[column]));
            assert!(cells.eq(marks.bits().iter().copied()), "{marks}");
        }
    }

    #[test]
    fn frames_are_given_as_they_are() {
        let mut loader = Loader::<8>::new();
        let frame = Frame(std::array::from_fn(|word| word as u16));
        loader.take_frame(3, &Frame::EMPTY);
        loader.take_frame(4, &frame);
        assert_eq!(loader.next(), Some((3, 0)));
        assert_eq!(loader.next(), Some((4, 1)));
        assert!((0..WORDS).all(|word| loader.word(1, word) == frame.0[word]));
    }
}
