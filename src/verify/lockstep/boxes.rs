//! One puzzle with its nine boxes in the lanes of a vector.
//!
//! ```text
//!      lane 4b + s is box (band b, stack s):      bands, even      lane 4b + k   even k of band b
//!                                                 bands, odd       lane 4b + k   odd k of band b
//!        0  1  2  .      4 to 7: the next band    stacks, even     lane 4k + s   even k of stack s
//!        4  5  6  .      every fourth lane and    stacks, odd      lane 4k + s   odd k of stack s
//!        8  9 10  .      the last four are 0
//! ```
//!
//! A box finds the two words of its mini-row `r` by rotating each group of three lanes by `r`
//! ([`Rotate::within`]), those of its mini-column by rotating the three groups
//! ([`Rotate::across`]). What the three boxes of a chute leave of a word is rotated back, and the
//! three are combined by AND.
//!
//! In [`group`](super::group) one box comes after the other and starts from what those before it
//! found. Here all start from the same state; that takes more sweeps, but each costs an eighth.
//!
//! Invariant: lanes without a box stay 0.

use super::chutes::{ALL, ChuteScore, Frame, Guess, WORDS, even, odd, value};
use super::group::Mask;
use super::rotation::{LANES, Lanes, Rotate};
use super::rules::{BySign, Deduced, Found, Lane};
use crate::sudoku::{Digit, Grid, Marks};

/// The lanes that are boxes.
pub(super) const BOXES: Lanes = {
    let mut boxes = [0; LANES];
    let mut k = 0;
    while k < 9 {
        boxes[4 * (k / 3) + k % 3] = ALL;
        k += 1;
    }
    boxes
};

/// Puts the words of a solution into lanes, as a state has them.
#[inline(always)]
pub(super) fn fill(lanes: &mut [u16], word: impl Fn(usize) -> u16) {
    let lanes = &mut lanes[..4 * LANES];
    for k in 0..WORDS {
        lanes[usize::from(PLACES[k])] = word(k);
    }
}

/// A puzzle as it stands: the even and the odd configurations of its bands, and those of its
/// stacks.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct State(pub(super) [Lanes; 4]);

/// Where each of a frame's words is.
pub(super) static PLACES: [u8; WORDS] = {
    let mut places = [0; WORDS];
    let mut word = 0;
    while word < WORDS {
        let (chute, parity, k) = (word / 6, word % 6 / 3, word % 3);
        let (kind, lane) = if chute < 3 { (0, 4 * chute + k) } else { (2, 4 * k + chute - 3) };
        places[word] = (LANES * (kind + parity) + lane) as u8;
        word += 1;
    }
    places
};

/// Where each cell of the grid, counted in reading order, is among the lanes of the nine cells of a
/// box.
static CELLS: [u8; 81] = {
    let mut places = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        places[cell] = (LANES * (3 * (row % 3) + column % 3) + 4 * (row / 3) + column / 3) as u8;
        cell += 1;
    }
    places
};

/// For each cell, ones in those words of its band and its stack whose configurations do not go
/// through the cell.
static ELSEWHERE: [State; 81] = {
    let mut table = [State::NOTHING; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let (b, s) = (row / 3, column / 3);
        let mut k = 0;
        while k < 3 {
            // Even and odd configuration number k; it has the cell's mini-line if k is that line's
            // number.
            let all = u16::MAX;
            table[cell].0[0][4 * b + k] = if even(row % 3, s) == k { 0 } else { all };
            table[cell].0[1][4 * b + k] = if odd(row % 3, s) == k + 3 { 0 } else { all };
            table[cell].0[2][4 * k + s] = if even(column % 3, b) == k { 0 } else { all };
            table[cell].0[3][4 * k + s] = if odd(column % 3, b) == k + 3 { 0 } else { all };
            k += 1;
        }
        cell += 1;
    }
    table
};

/// For each word of a frame, ones in it.
pub(super) static ITSELF: [State; WORDS] = {
    let mut table = [State::NOTHING; WORDS];
    let mut word = 0;
    while word < WORDS {
        let place = PLACES[word] as usize;
        table[word].0[place / LANES][place % LANES] = u16::MAX;
        word += 1;
    }
    table
};

/// For each word of a frame, ones in the five others of its chute.
pub(super) static OTHERS: [State; WORDS] = {
    let mut table = [State::NOTHING; WORDS];
    let mut pair = 0;
    while pair < 6 * WORDS {
        let (word, other) = (pair / 6, pair / 36 * 6 + pair % 6);
        let place = PLACES[other] as usize;
        table[word].0[place / LANES][place % LANES] = if other == word { 0 } else { u16::MAX };
        pair += 1;
    }
    table
};

impl State {
    /// Nothing is possible.
    pub(super) const NOTHING: State = State([[0; LANES]; 4]);

    /// A 9×9 puzzle, clue by clue.
    #[inline(always)]
    pub(super) fn of(puzzle: &Grid) -> State {
        let mut state = State([BOXES; 4]);
        // One value for each bit of three words of 32 bits: the last 15 stay empty.
        let mut values = [0; 96];
        for (value, cell) in values.iter_mut().zip(puzzle.cells()) {
            *value = cell.map_or(0, Digit::value);
        }
        for (third, values) in values.as_chunks::<32>().0.iter().enumerate() {
            // From clue to clue by a mask: a branch for each cell would be mispredicted.
            let mut clues = 0u32;
            for (k, &value) in values.iter().enumerate() {
                clues |= u32::from(value != 0) << k;
            }
            while clues != 0 {
                let k = clues.trailing_zeros() as usize % 32;
                clues &= clues - 1;
                // The limits are never reached. They spare checks.
                state.hold((32 * third + k).min(80), 1 << ((values[k] - 1) % 16));
            }
        }
        state
    }

    /// Sets all words of a frame.
    #[inline(always)]
    pub(super) fn fill(&mut self, word: impl Fn(usize) -> u16) {
        fill(self.0.as_flattened_mut(), word);
    }

    /// The state in these lanes.
    pub(super) fn in_lanes(lanes: &[u16; 4 * LANES]) -> State {
        let mut state = State::NOTHING;
        state.0.as_flattened_mut().copy_from_slice(lanes);
        state
    }

    /// The configurations of the bands, even ones first, and those of the stacks.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    pub(super) fn halves(&self) -> [&[u16; 2 * LANES]; 2] {
        let [bands, stacks] = self.0.as_flattened().as_chunks().0 else {
            unreachable!("there are two halves")
        };
        [bands, stacks]
    }

    /// The grid of a solved puzzle.
    #[inline(always)]
    pub(super) fn grid<T: Rotate>(&self) -> Grid {
        let (rows, columns) = self.lines::<T>();
        // Of each mini-row two digits in the bytes of a number, and the third.
        let (mut pairs, mut thirds) = ([[0; LANES]; 3], [[0; LANES]; 3]);
        for line in 0..3 {
            for lane in 0..LANES {
                let cell = |k: usize| value(rows[line][lane] & columns[k][lane]);
                pairs[line][lane] = cell(0) | cell(1) << 8;
                thirds[line][lane] = cell(2);
            }
        }
        let mut bytes = [0; 81];
        for band in 0..3 {
            for line in 0..3 {
                let mini_row = |stack: usize| {
                    let lane = 4 * band + stack;
                    u64::from(pairs[line][lane]) | u64::from(thirds[line][lane]) << 16
                };
                let (left, middle, right) = (mini_row(0), mini_row(1), mini_row(2));
                // Three times three bytes are one more than a register has.
                let row = &mut bytes.as_chunks_mut::<9>().0[3 * band + line];
                row[..8].copy_from_slice(&(left | middle << 24 | right << 48).to_le_bytes());
                row[8] = (right >> 16) as u8;
            }
        }
        Grid::of_81(&bytes)
    }

    #[inline(always)]
    pub(super) fn frame(&self) -> Frame {
        let mut frame = Frame::EMPTY;
        frame.fill(|word| self.word(word));
        frame
    }

    /// A word of the frame.
    #[inline(always)]
    pub(super) fn word(&self, word: usize) -> u16 {
        self.0.as_flattened()[usize::from(PLACES[word])]
    }

    /// The configurations that are in both.
    #[inline(always)]
    pub(super) fn and(mut self, other: &State) -> State {
        for k in 0..4 {
            for lane in 0..LANES {
                self.0[k][lane] &= other.0[k][lane];
            }
        }
        self
    }

    /// Takes a digit from all words in which a table has ones.
    #[inline(always)]
    fn take(&mut self, digit: u16, from: &State) {
        for k in 0..4 {
            for lane in 0..LANES {
                self.0[k][lane] &= !(from.0[k][lane] & digit);
            }
        }
    }

    /// As [`Group::choose`](super::group::Group::choose), for one puzzle that has an open digit.
    #[inline(always)]
    pub(super) fn guess(&self) -> Guess {
        let (mut best, mut best_chute, mut best_digits) = (u16::MAX, 0, 0);
        for chute in 0..6 {
            let ChuteScore { score, digits } =
                ChuteScore::of(|k| Lane::<BySign>::new(self.word(6 * chute + k)));
            let is_better = score.0 < best;
            best = if is_better { score.0 } else { best };
            best_chute = if is_better { chute } else { best_chute };
            best_digits = if is_better { digits.0 } else { best_digits };
        }
        self.guess_in(best_chute, best_digits)
    }

    /// The guess of the lowest of some digits, in a chute.
    #[inline(always)]
    pub(super) fn guess_in(&self, chute: usize, digits: u16) -> Guess {
        let digit = digits & digits.wrapping_neg();
        let has = |k: usize| u32::from(self.word(6 * chute + k) & digit != 0) << k;
        let configurations = (0..6).fold(0, |found, k| found | has(k));
        Guess { digit, chute: 6 * chute, configurations }
    }

    /// The digits that each box's three mini-rows may hold, and those of its three mini-columns.
    #[inline(always)]
    pub(super) fn lines<T: Rotate>(&self) -> ([Lanes; 3], [Lanes; 3]) {
        let [even, odd, down, up] = &self.0;
        // From line to line even configurations move to the right and odd ones to the left: so the
        // two are rotated in opposite directions.
        let rows = [
            either(even, odd),
            either(&T::within::<2>(even), &T::within::<1>(odd)),
            either(&T::within::<1>(even), &T::within::<2>(odd)),
        ];
        let columns = [
            either(down, up),
            either(&T::across::<2>(down), &T::across::<1>(up)),
            either(&T::across::<1>(down), &T::across::<2>(up)),
        ];
        (rows, columns)
    }

    /// Puts a digit into a cell: in the cell's band and stack it keeps the configurations that go
    /// through the cell.
    #[inline(always)]
    pub(super) fn hold(&mut self, cell: usize, digit: u16) {
        self.take(digit, &ELSEWHERE[cell]);
    }

    /// The configurations that go through at least one of these mini-lines: three mini-rows and
    /// three mini-columns of each box, with their digits.
    #[inline(always)]
    pub(super) fn through<T: Rotate>(rows: &[Lanes; 3], columns: &[Lanes; 3]) -> State {
        let ([r0, r1, r2], [c0, c1, c2]) = (rows, columns);
        State([
            either(r0, &either(&T::within::<1>(r1), &T::within::<2>(r2))),
            either(r0, &either(&T::within::<2>(r1), &T::within::<1>(r2))),
            either(c0, &either(&T::across::<1>(c1), &T::across::<2>(c2))),
            either(c0, &either(&T::across::<2>(c1), &T::across::<1>(c2))),
        ])
    }

    /// Applies the rules to all boxes at once, under masks of the nine cells of each box.
    #[inline(always)]
    pub(super) fn sweep<T: Rotate>(&mut self, mask: &impl Mask<LANES>) -> Found {
        let (row_lines, column_lines) = self.lines::<T>();
        let Deduced { rows, columns, least, settled } = T::deduce(&row_lines, &column_lines, mask);
        let ([r0, r1, r2], [c0, c1, c2]) = (rows, columns);
        // A word has a mini-line in each of three boxes. Rotated back, all three say what they
        // leave of it in the word's own lane.
        let left = State([
            each3(&r0, &T::within::<1>(&r1), &T::within::<2>(&r2)),
            each3(&r0, &T::within::<2>(&r1), &T::within::<1>(&r2)),
            each3(&c0, &T::across::<1>(&c1), &T::across::<2>(&c2)),
            each3(&c0, &T::across::<2>(&c1), &T::across::<1>(&c2)),
        ]);
        let (mut lost, mut dead, mut open) = (0, 0, 0);
        for lane in 0..LANES {
            for k in 0..4 {
                lost |= self.0[k][lane] & !left.0[k][lane];
                self.0[k][lane] &= left.0[k][lane];
            }
            let any = |lines: &[Lanes; 3]| lines[0][lane] | lines[1][lane] | lines[2][lane];
            // Some digit has no place in a box. A lane without a box has 0, which means nothing.
            dead |= BOXES[lane] & !(any(&row_lines) & any(&column_lines));
            dead |= if least[lane] == 0 { BOXES[lane] } else { 0 };
            open |= BOXES[lane] & !settled[lane];
        }
        match (dead, lost, open) {
            (0, 0, 0) => Found::Solved,
            (0, 0, _) => Found::Nothing,
            (0, ..) => Found::Something,
            _ => Found::Contradiction,
        }
    }
}

impl State {
    /// Gives the digit the guess's first configuration. Returns the other state.
    #[inline(always)]
    pub(super) fn split(&mut self, guess: &Guess) -> State {
        let word = guess.chute + guess.first();
        let mut otherwise = *self;
        otherwise.take(guess.digit, &ITSELF[word]);
        self.take(guess.digit, &OTHERS[word]);
        otherwise
    }
}

/// The candidates of pencil marks: of each box the nine cells, a box in a lane.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct BoxMasks([Lanes; 9]);

impl BoxMasks {
    /// The masks of a 9×9 puzzle.
    pub(super) fn of(marks: &Marks) -> BoxMasks {
        let mut cells = [[0; LANES]; 9];
        for (&digits, &place) in marks.bits().iter().zip(&CELLS) {
            cells.as_flattened_mut()[usize::from(place)] = digits as u16;
        }
        BoxMasks(cells)
    }
}

impl Mask<LANES> for BoxMasks {
    #[inline(always)]
    fn cell(&self, cell: usize) -> Option<&Lanes> {
        Some(&self.0[cell])
    }
}

/// The digits that one of two words has.
#[inline(always)]
fn either(a: &Lanes, b: &Lanes) -> Lanes {
    let mut any = [0; LANES];
    for lane in 0..LANES {
        any[lane] = a[lane] | b[lane];
    }
    any
}

/// What three boxes leave of a word.
#[inline(always)]
fn each3(a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
    let mut all = [0; LANES];
    for lane in 0..LANES {
        all[lane] = a[lane] & b[lane] & c[lane];
    }
    all
}
