//! One puzzle with its nine boxes in the lanes of AVX2's registers.
//!
//! ```text
//!      half    low                       high
//!      lane    0  1  2  .  4  5  6  .    8  9 10  .  .  .  .  .
//!      box     band 0      band 1        band 2
//! ```
//!
//! The lanes are those of [`boxes`](super::boxes), the search and its guesses too. Here each step
//! is by name, from register to register, so that a sweep can end as soon as a cell can't be
//! filled, and asks only whether the puzzle is solved if it has found nothing else. All clues are
//! loaded at once: each is a cell that holds a digit. A solved puzzle becomes a grid by the same
//! way backwards.
//!
//! A row of nine bytes does not fit twice into half a register, so the middle band's rows are in
//! one register and the *outer* bands' in another.
//!
//! Invariants. Lanes without a box stay 0. A sweep leaves the same words as one of [`State`].

use super::boxes::{BOXES, ITSELF, OTHERS, State};
use super::chutes::{ChuteScore, Counted, Guess};
use super::group::Mask;
use super::registers::{Narrow, Register};
use super::rotation::{LANES, Lanes};
use super::rules::{Cell, Found, Word};
use super::shuffles::{NOWHERE, Order};
use crate::sudoku::{Digit, Grid};

/// The signs of the lanes that are boxes: two for each.
const SIGNS: u32 = {
    let (mut signs, mut lane) = (0, 0);
    while lane < LANES {
        if BOXES[lane] != 0 {
            signs |= 0b11 << (2 * lane);
        }
        lane += 1;
    }
    signs
};

/// For the boxes of some bands: the place of the cell in column `column` of the box, in a row of
/// the band. Both bytes of a lane have it.
const fn of_rows(column: usize, bands: &[usize]) -> Order {
    let mut order = [NOWHERE; 32];
    let mut k = 0;
    while k < 3 * bands.len() {
        let (band, stack) = (bands[k / 3], k % 3);
        let byte = 2 * (4 * band + stack);
        order[byte] = (3 * stack + column) as u8;
        order[byte + 1] = order[byte];
        k += 1;
    }
    order
}

static OF_OUTER_ROWS: [Order; 3] = [of_rows(0, &[0, 2]), of_rows(1, &[0, 2]), of_rows(2, &[0, 2])];
static OF_MIDDLE_ROWS: [Order; 3] = [of_rows(0, &[1]), of_rows(1, &[1]), of_rows(2, &[1])];

/// Where the cells of a row are among those of two columns of each box, or of the third, in a group
/// of lanes of each half.
const fn to_rows(group: usize, is_third: bool) -> Order {
    let mut order = [NOWHERE; 32];
    let mut k = 0;
    while k < 18 {
        let (half, stack, column) = (k / 9, k / 3 % 3, k % 3);
        if (column == 2) == is_third {
            order[16 * half + k % 9] = (8 * (column % 2) + 4 * group + stack) as u8;
        }
        k += 1;
    }
    order
}

static TO_OUTER_ROWS: [Order; 2] = [to_rows(0, false), to_rows(0, true)];
static TO_MIDDLE_ROWS: [Order; 2] = [to_rows(1, false), to_rows(1, true)];

/// Lanes that come from others of their half.
const fn lanes_from(pairs: &[(usize, usize)]) -> Order {
    let mut order = [NOWHERE; 32];
    let mut k = 0;
    while k < pairs.len() {
        let (to, from) = (2 * pairs[k].0, 2 * pairs[k].1 % 16);
        order[to] = from as u8;
        order[to + 1] = from as u8 + 1;
        k += 1;
    }
    order
}

/// A lane of each band, the last one of the high half, and of each stack, in the order of chutes.
static OF_BANDS: Order = lanes_from(&[(0, 0), (1, 4), (10, 8)]);
static OF_STACKS: Order = lanes_from(&[(3, 0), (4, 1), (5, 2)]);

/// Ones in two of eight lanes, which are no chutes.
static NO_CHUTES: Lanes = {
    let mut lanes = [0; LANES];
    lanes[6] = u16::MAX;
    lanes[7] = u16::MAX;
    lanes
};

/// A puzzle as it stands: the even and the odd configurations of its bands, and those of its
/// stacks.
#[derive(Clone, Copy)]
pub(super) struct NineBoxes([Narrow; 4]);

impl NineBoxes {
    /// A 9×9 puzzle.
    #[inline(always)]
    pub(super) fn of(puzzle: &Grid) -> NineBoxes {
        let mut values = [0; 96];
        for (value, cell) in values.iter_mut().zip(puzzle.cells()) {
            *value = cell.map_or(0, Digit::value);
        }
        let none = Narrow::load(&[0; LANES]);
        let [mut rows, mut columns] = [[none; 3]; 2];
        for r in 0..3 {
            // The bytes after a row's nine go nowhere.
            let row = |band: usize| values[27 * band + 9 * r..].first_chunk().expect("16 of 96");
            let outer = Narrow::of_halves(row(0), row(2));
            let middle = Narrow::of_halves(row(1), row(1));
            for c in 0..3 {
                let outer = outer.in_order(&OF_OUTER_ROWS[c]);
                let digits = outer.or(middle.in_order(&OF_MIDDLE_ROWS[c])).digits();
                rows[r] = rows[r].or(digits);
                columns[c] = columns[c].or(digits);
            }
        }
        // What one mini-line of a box holds the two others do not.
        let every = Narrow::load(&BOXES);
        let (rows, columns) = (without(&[every; 3], &rows), without(&[every; 3], &columns));
        NineBoxes([every; 4]).narrowed(&rows, &columns)
    }

    /// The puzzle with the words of these boxes.
    #[inline(always)]
    pub(super) fn of_boxes(State([even, odd, down, up]): &State) -> NineBoxes {
        NineBoxes([Narrow::load(even), Narrow::load(odd), Narrow::load(down), Narrow::load(up)])
    }

    /// The boxes with these words.
    #[inline(always)]
    pub(super) fn boxes(&self) -> State {
        let mut boxes = State::NOTHING;
        for (kind, lanes) in self.0.iter().zip(&mut boxes.0) {
            kind.store(lanes);
        }
        boxes
    }

    /// The digits that each box's three mini-rows may hold, and those of its three mini-columns.
    #[inline(always)]
    fn lines(&self) -> ([Narrow; 3], [Narrow; 3]) {
        let [even, odd, down, up] = self.0;
        let rows = [
            even.or(odd),
            even.within::<2>().or(odd.within::<1>()),
            even.within::<1>().or(odd.within::<2>()),
        ];
        let columns = [
            down.or(up),
            down.across::<2>().or(up.across::<1>()),
            down.across::<1>().or(up.across::<2>()),
        ];
        (rows, columns)
    }

    /// The configurations whose three mini-lines may hold these digits.
    #[inline(always)]
    fn narrowed(&self, [r0, r1, r2]: &[Narrow; 3], [c0, c1, c2]: &[Narrow; 3]) -> NineBoxes {
        let [even, odd, down, up] = self.0;
        NineBoxes([
            even.and(*r0).and(r1.within::<1>().and(r2.within::<2>())),
            odd.and(*r0).and(r1.within::<2>().and(r2.within::<1>())),
            down.and(*c0).and(c1.across::<1>().and(c2.across::<2>())),
            up.and(*c0).and(c1.across::<2>().and(c2.across::<1>())),
        ])
    }

    /// Applies the rules to all boxes at once, under masks of the nine cells of each box.
    #[inline(always)]
    pub(super) fn sweep(&mut self, mask: &impl Mask<LANES>) -> Found {
        let (rows, columns) = self.lines();
        let (row_asserts, column_asserts) = (asserted(&rows), asserted(&columns));
        let none = Narrow::load(&[0; LANES]);
        let [mut row_union, mut column_union, mut row_settled, mut column_settled] = [[none; 3]; 4];
        let mut left_columns = columns;
        for i in 0..3 {
            left_columns[i] = columns[i].filled(column_asserts[i]);
        }
        // 0 in a lane whose box has no place for a digit, or a cell that can't be filled.
        let mut least = union(&rows).and(union(&columns)).equal(Narrow::load(&BOXES));
        for r in 0..3 {
            let left_row = rows[r].filled(row_asserts[r]);
            for c in 0..3 {
                let hidden = row_asserts[r].and(column_asserts[c]);
                let allowed = |digits: Narrow| match mask.cell(3 * r + c) {
                    Some(mask) => digits.and(Narrow::load(mask)),
                    None => digits,
                };
                let Cell { digits, single } = cell(left_row.and(left_columns[c]), hidden, allowed);
                least = least.smaller(digits);
                row_union[r] = row_union[r].or(digits);
                column_union[c] = column_union[c].or(digits);
                row_settled[r] = row_settled[r].or(single);
                column_settled[c] = column_settled[c].or(single);
            }
        }
        if least.equal(none).signs() & SIGNS != 0 {
            return Found::Contradiction;
        }
        let rows_left = without(&row_union, &row_settled);
        let left = self.narrowed(&rows_left, &without(&column_union, &column_settled));
        let mut lost = none;
        for kind in 0..4 {
            lost = lost.or(self.0[kind].xor(left.0[kind]));
        }
        *self = left;
        if !lost.is_none() {
            return Found::Something;
        }
        let mut open = none;
        for i in 0..3 {
            open = open.or(rows[i].less(row_asserts[i])).or(columns[i].less(column_asserts[i]));
        }
        if open.is_none() { Found::Solved } else { Found::Nothing }
    }

    /// As [`Group::choose`](super::group::Group::choose), for one puzzle that has an open digit.
    #[inline(always)]
    pub(super) fn guess(&self) -> Guess {
        let [even, odd, down, up] = self.0;
        let (even1, even2) = (even.within::<1>(), even.within::<2>());
        let (odd1, odd2) = (odd.within::<1>(), odd.within::<2>());
        let bands = [even, even1, even2, odd, odd1, odd2];
        let (down1, down2) = (down.across::<1>(), down.across::<2>());
        let (up1, up2) = (up.across::<1>(), up.across::<2>());
        let stacks = [down, down1, down2, up, up1, up2];
        let (bands, stacks) = (ChuteScore::of(|k| bands[k]), ChuteScore::of(|k| stacks[k]));
        let scores = of_chutes(bands.score, stacks.score).or(Narrow::load(&NO_CHUTES));
        // The limit is never reached. It spares checks.
        let chute = scores.smallest_of_eight().min(5);
        let digits = of_chutes(bands.digits, stacks.digits).first_eight()[chute];
        self.boxes().guess_in(chute, digits)
    }

    /// Takes a digit from all words in which a table has ones.
    #[inline(always)]
    fn less(mut self, digit: Narrow, from: &State) -> NineBoxes {
        for (kind, from) in self.0.iter_mut().zip(&from.0) {
            *kind = kind.less(digit.and(Narrow::load(from)));
        }
        self
    }

    /// Gives the digit the guess's first configuration. Returns the other state.
    #[inline(always)]
    pub(super) fn split(&mut self, guess: &Guess) -> NineBoxes {
        let (word, digit) = (guess.chute + guess.first(), Narrow::all(guess.digit));
        let otherwise = self.less(digit, &ITSELF[word]);
        *self = self.less(digit, &OTHERS[word]);
        otherwise
    }

    /// The grid of a solved puzzle.
    #[inline(always)]
    pub(super) fn grid(&self) -> Grid {
        let (rows, columns) = self.lines();
        let mut lines = [[0; 16]; 9];
        for r in 0..3 {
            let two = Narrow::values(rows[r].and(columns[0]), rows[r].and(columns[1]));
            let third = rows[r].and(columns[2]);
            let third = Narrow::values(third, third);
            let [of_two, of_third] = &TO_OUTER_ROWS;
            [lines[r], lines[6 + r]] = two.in_order(of_two).or(third.in_order(of_third)).halves();
            let [of_two, of_third] = &TO_MIDDLE_ROWS;
            [lines[3 + r], _] = two.in_order(of_two).or(third.in_order(of_third)).halves();
        }
        let mut values = [0; 88];
        for (row, line) in lines.iter().enumerate() {
            // The bytes after a row's nine are overwritten by the next.
            values[9 * row..9 * row + 16].copy_from_slice(line);
        }
        Grid::of_81(values.first_chunk().expect("there are 88"))
    }
}

/// As [`Word::cell`], with one operation less. In the lanes of many puzzles it takes more.
#[inline(always)]
fn cell(left: Narrow, hidden: Narrow, allowed: impl Fn(Narrow) -> Narrow) -> Cell<Narrow> {
    let free = hidden.full_if_none();
    let digits = allowed(hidden.or_all(left, free));
    let single = digits.and(digits.without_lowest().full_if_none());
    // A cell that is neither free nor settled has two hidden singles, and keeps none.
    Cell { digits: single.or_all(digits, free), single }
}

/// A lane of each chute, bands first.
#[inline(always)]
fn of_chutes(bands: Narrow, stacks: Narrow) -> Narrow {
    bands.in_order(&OF_BANDS).folded().or(stacks.in_order(&OF_STACKS))
}

/// The digits that any of three lines may hold.
#[inline(always)]
fn union(lines: &[Narrow; 3]) -> Narrow {
    lines[0].or(lines[1]).or(lines[2])
}

/// The digits that one line alone may hold.
#[inline(always)]
fn asserted(lines: &[Narrow; 3]) -> [Narrow; 3] {
    without(lines, lines)
}

/// Three lines without what the two others have taken.
#[inline(always)]
fn without(lines: &[Narrow; 3], taken: &[Narrow; 3]) -> [Narrow; 3] {
    let [first, second, third] = *taken;
    [
        lines[0].less(second.or(third)),
        lines[1].less(first.or(third)),
        lines[2].less(first.or(second)),
    ]
}
