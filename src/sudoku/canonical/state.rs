//! An incomplete symmetry: the lines laid so far, and their effect on columns and digits.
//!
//! ```text
//!     lines laid   ...|...|..1    the column with 1 is settled: it is the last one of the last
//!                  ...|...|.23    stack; so is that with 2; 1, 2 and 3 are labels.
//!                  ^^^ ^^^ ^      Columns that were empty in every line are open: which of them
//!                                 is which makes no difference yet. Two stacks are open as a
//!                                 whole.
//! ```
//!
//! The next line must be as small as possible, so open columns that are also empty in it come
//! before the filled ones. Hence the open columns of a stack are always its first ones, and open
//! stacks are the first stacks. The only other choice is the order of columns filled for the first
//! time: in their stack, known labels come first, in their order, and digits without labels are
//! interchangeable. Each of their orders has a state of its own. The same holds for stacks.
//!
//! So the value of a line, its *key*, is known without trying orders, unless a digit is in it
//! twice: new labels then depend on the labels before them, all orders are tried, and the least key
//! counts.
//!
//! In a key new digits are all `NEW`, above all labels. Compared states have laid the same form,
//! and would label new digits equally from the left, so keys compare like the lines that they stand
//! for.
//!
//! Clues are anywhere, so a processor can't predict them. Code that runs for each line has no
//! branches on them: with branches it took three times as long.

use super::board::{Board, Line, ORDERS, ones, orders_of_twins};
use super::lines::{Lines, Partial};

/// The label of a digit without one: above all labels.
const NEW: u8 = 15;

/// The low bit of each of the nine places of a key.
const PLACES: u64 = 0x1_1111_1111;

/// All bits of a key.
const KEY: u64 = 15 * PLACES;

/// Where a digit of an open column goes: out of the key.
const NOWHERE: u8 = 60;

/// Three labels in their order: a table, which takes the place of most comparisons of a key.
static SORTED: [u16; 1 << 12] = {
    let mut sorted = [0; 1 << 12];
    let mut labels = 0;
    while labels < sorted.len() {
        let (a, b, c) = (labels >> 8, labels >> 4 & 15, labels & 15);
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let (first, rest) = if c < low { (c, low) } else { (low, c) };
        let (second, third) = if rest < high { (rest, high) } else { (high, rest) };
        sorted[labels] = (first << 8 | second << 4 | third) as u16;
        labels += 1;
    }
    sorted
};

/// In `State::open` the bit of the first stack, behind those of nine columns.
const STACKS: usize = 9;

/// In `State::open` all columns and stacks.
const ALL: u16 = 0xFFF;

/// Lines laid so far, and what is fixed by them.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// The label of each digit; 0 for none.
    labels: [u8; 16],
    /// The shift of a label to the place of each column in a key: 32 bits for the leftmost,
    /// `NOWHERE` for an open column.
    shifts: [u8; 9],
    /// The place, from the left, of each stack that has one.
    stacks: [u8; 3],
    /// The label that the next new digit gets.
    next: u8,
    /// Columns that were empty in all lines laid; and from bit [`STACKS`] stacks without a place.
    open: u16,
    /// Which lines are laid.
    lines: Lines,
}

impl State {
    /// A state of a side with nothing laid.
    pub(super) const fn new(side: u8) -> State {
        let mut labels = [NEW; 16];
        labels[0] = 0;
        let (stacks, shifts, lines) = ([0; 3], [NOWHERE; 9], Lines::new(side));
        State { labels, shifts, stacks, next: 1, open: ALL, lines }
    }

    /// A state with nothing laid whose first lines will be `rows`, with the place of each stack.
    pub(super) const fn of_band(side: u8, rows: [u8; 3], stacks: [u8; 3]) -> State {
        State { stacks, open: 0x1FF, lines: Lines::of_band(side, rows), ..State::new(side) }
    }

    /// A state with a full line laid first and another after it; `columns` are the columns from the
    /// left.
    pub(super) fn of_two(side: u8, rows: [u8; 2], first: Line, columns: [u8; 9]) -> State {
        let mut state = State::new(side);
        for (place, column) in (0..).zip(columns) {
            state.shifts[usize::from(column)] = 4 * (8 - place);
            state.stacks[usize::from(column / 3)] = place / 3;
            state.label(first.digits[usize::from(column)]);
        }
        state.open = 0;
        for row in rows {
            state.lines.lay(row);
        }
        state
    }

    /// Gives a digit the next label.
    #[inline]
    fn label(&mut self, digit: u8) {
        self.labels[usize::from(digit & 15)] = self.next;
        self.next += 1;
    }

    /// The label of the content of a line's column.
    #[inline]
    fn label_in(&self, line: &Line, column: usize) -> u8 {
        self.labels[usize::from(line.digits[column] & 15)]
    }

    /// The open columns of a stack, as three bits.
    #[inline]
    fn open_in(&self, stack: usize) -> u16 {
        self.open >> (3 * stack) & 7
    }

    /// Whether a stack has no place yet.
    #[inline]
    fn is_unplaced(&self, stack: usize) -> bool {
        self.open >> (STACKS + stack) & 1 != 0
    }

    /// The part of a line's key in settled columns.
    #[inline]
    fn key_of_settled(&self, line: &Line) -> u64 {
        let labels = (0..9).map(|k| u64::from(self.label_in(line, k)) << self.shifts[k]);
        labels.fold(0, |key, label| key | label) & KEY
    }

    /// The part of a line's key in open columns.
    #[inline]
    fn key_of_open(&self, line: &Line) -> u64 {
        let (mut key, mut minis, mut places) = (0, [0; 3], 0);
        for (stack, mini_of_open) in minis.iter_mut().enumerate() {
            let mini = self.mini(line, stack);
            let open = self.open_in(stack);
            let is_open = u64::from(self.is_unplaced(stack));
            *mini_of_open = mini * is_open;
            places += is_open;
            // Behind the last open place.
            let last = 3 * u32::from(self.stacks[stack]) + open.count_ones();
            key |= (mini * (1 - is_open)) << (4 * (9 - last));
        }
        // Empty ones are 0, and come first.
        sort(&mut minis);
        key | (minis[0] << 24 | minis[1] << 12 | minis[2]) << (12 * (3 - places)) & KEY
    }

    /// The part of a line's key in the open columns of a stack, with the last column at the last
    /// place.
    #[inline]
    fn mini(&self, line: &Line, stack: usize) -> u64 {
        let [first, second, third] = self.open_labels(line, stack);
        u64::from(SORTED[(first << 8 | second << 4 | third) as usize & 0xFFF])
    }

    /// The labels in the columns of a stack, those of settled columns as 0.
    #[inline]
    fn open_labels(&self, line: &Line, stack: usize) -> [u64; 3] {
        let open = u64::from(self.open_in(stack));
        three(|k| u64::from(self.label_in(line, 3 * stack + k)) * (open >> k & 1))
    }

    #[cold]
    fn key_with_repeats(&self, line: &Line, board: &Board) -> u64 {
        let mut least = u64::MAX;
        self.settle_each(line, board, |mut settled| least = least.min(settled.label_new(line)));
        least
    }

    /// Labels the new digits of a line without repeats, whose columns are settled and whose key
    /// this is.
    #[inline]
    fn label_at(&mut self, key: u64, line: &Line) {
        let digits = self.digits_in_places(line);
        for at in new_places(key) {
            self.label((digits >> at) as u8 & 15);
        }
    }

    /// Labels the new digits of a line whose columns are settled, and returns its key.
    #[inline]
    fn label_new(&mut self, line: &Line) -> u64 {
        let mut key = self.key_of_settled(line);
        let digits = self.digits_in_places(line);
        for at in new_places(key) {
            let digit = (digits >> at) as u8 & 15;
            let label = self.labels[usize::from(digit)];
            if label == NEW {
                self.label(digit);
            } else {
                key -= u64::from(NEW - label) << at; // it is in the line twice
            }
        }
        key
    }

    /// The digits of a line whose columns are settled, each at its place in the key.
    #[inline]
    fn digits_in_places(&self, line: &Line) -> u64 {
        let digits = (0..9).map(|k| u64::from(line.digits[k]) << self.shifts[k]);
        digits.fold(0, |digits, digit| digits | digit)
    }

    /// Shows each state in which the open columns that `line` fills are settled, in an order that
    /// may make it least.
    #[inline]
    fn settle_each(&self, line: &Line, board: &Board, mut visit: impl FnMut(State)) {
        // Of stacks filled for the first time those with known labels come first, as columns do.
        let minis = three(|stack| self.mini(line, stack) * u64::from(self.is_unplaced(stack)));
        let labels = three(|stack| self.open_labels(line, stack));
        let mut stack_orders = orders_of_equal(minis);
        let mut orders = three(|stack| orders_of_equal(labels[stack]));
        if line.repeats {
            // Equal columns and stacks are twins: one of their orders is enough.
            let across = &board.sides[self.lines.side() ^ 1];
            stack_orders &= orders_of_twins(across.chute_twins);
            for (stack, orders) in orders.iter_mut().enumerate() {
                *orders &= orders_of_twins(three(|k| across.twins[3 * stack + k] >> (3 * stack)));
            }
        }
        for order in ones(stack_orders) {
            let placed = self.with_stacks(minis, ORDERS[order as usize]);
            for first in ones(orders[0]) {
                for second in ones(orders[1]) {
                    for third in ones(orders[2]) {
                        let mut settled = placed;
                        for (stack, order) in [first, second, third].into_iter().enumerate() {
                            settled.settle(stack, labels[stack], ORDERS[order as usize]);
                        }
                        visit(settled);
                    }
                }
            }
        }
    }

    /// The state with the open stacks placed in the order of a line's keys in them; equal ones in
    /// this order.
    #[inline]
    fn with_stacks(&self, minis: [u64; 3], order: [u8; 3]) -> State {
        let mut placed = *self;
        let are_open = three(|stack| self.is_unplaced(stack));
        let ranks = ranks(minis, are_open, order);
        for stack in 0..3 {
            placed.stacks[stack] = if are_open[stack] { ranks[stack] } else { self.stacks[stack] };
        }
        placed
    }

    /// Settles the columns of a stack that have labels, in the order of these; equal ones in this
    /// order.
    #[inline]
    fn settle(&mut self, stack: usize, labels: [u64; 3], order: [u8; 3]) {
        let open = self.open_in(stack);
        let ranks = ranks(labels, three(|k| open >> k & 1 != 0), order);
        for k in 0..3 {
            let shift = 4 * (8 - 3 * self.stacks[stack] - ranks[k]);
            let is_settled = labels[k] != 0;
            let column = 3 * stack + k;
            self.shifts[column] = if is_settled { shift } else { self.shifts[column] };
            let settled = u16::from(is_settled);
            self.open &= !(settled << column | settled << (STACKS + stack));
        }
    }
}

impl Partial for State {
    fn lines(&self) -> &Lines {
        &self.lines
    }

    #[inline]
    fn key(&self, line: &Line, board: &Board, least: u64) -> u64 {
        if line.repeats {
            return self.key_with_repeats(line, board);
        }
        if self.open == ALL {
            return key_of_first(line.filled);
        }
        // What is open only adds to this.
        let key = self.key_of_settled(line);
        if self.open == 0 || key > least { key } else { key | self.key_of_open(line) }
    }

    /// With labels for the new digits.
    fn numbered(&self, mut key: u64) -> u64 {
        for (label, at) in (u64::from(self.next)..).zip(new_places(key)) {
            key -= (u64::from(NEW) - label) << at;
        }
        key
    }

    #[inline]
    fn lay(&self, row: u8, key: u64, board: &Board, states: &mut Vec<State>) {
        let line = &board.sides[self.lines.side()].lines[usize::from(row)];
        let mut laid = *self;
        laid.lines.lay(row);
        if line.repeats {
            laid.settle_each(line, board, |mut settled| {
                if settled.label_new(line) == key {
                    states.push(settled);
                }
            });
        } else if line.filled & self.open == 0 {
            laid.label_at(key, line);
            states.push(laid);
        } else {
            laid.settle_each(line, board, |mut settled| {
                settled.label_at(key, line);
                states.push(settled);
            });
        }
    }

    /// Columns still open take their places in their order.
    fn columns(&self) -> [u8; 9] {
        let placed = self.with_stacks([0; 3], ORDERS[0]);
        let mut columns = [0; 9];
        for stack in 0..3 {
            let mut open_places = 3 * placed.stacks[stack]..;
            for column in 3 * stack..3 * stack + 3 {
                let settled = (self.shifts[column] != NOWHERE).then(|| 8 - self.shifts[column] / 4);
                let place =
                    settled.or_else(|| open_places.next()).expect("a stack has three places");
                columns[usize::from(place)] = column as u8;
            }
        }
        columns
    }

    /// Digits without a label get the remaining labels, in order.
    fn digits(&self) -> [u8; 9] {
        let mut all = *self;
        for digit in 1..=9 {
            if self.labels[usize::from(digit)] == NEW {
                all.label(digit);
            }
        }
        [1, 2, 3, 4, 5, 6, 7, 8, 9].map(|digit: usize| all.labels[digit] - 1)
    }
}

/// The key of a line without repeats where all lines laid are empty: its numbers of digits decide.
/// A third of all lines that are compared are the first ones, and these took a fifth of the search.
#[inline]
fn key_of_first(filled: u16) -> u64 {
    const MINIS: [u64; 8] = [0, 0xF, 0xF, 0xFF, 0xF, 0xFF, 0xFF, 0xFFF];
    let mut minis = three(|stack| MINIS[usize::from(filled >> (3 * stack) & 7)]);
    sort(&mut minis);
    minis[0] << 24 | minis[1] << 12 | minis[2]
}

/// What belongs to each of three. `map` of an array is a call, which cost a tenth of the search.
#[allow(clippy::inline_always)] // see above
#[inline(always)]
fn three<T>(of: impl Fn(usize) -> T) -> [T; 3] {
    [of(0), of(1), of(2)]
}

/// The places of new digits in a key, from the left.
#[inline]
fn new_places(key: u64) -> impl Iterator<Item = u32> {
    let mut new = key & key >> 1 & key >> 2 & key >> 3 & PLACES;
    std::iter::from_fn(move || {
        let at = new.checked_ilog2()?;
        new ^= 1 << at;
        Some(at)
    })
}

/// The orders, as bits, in which only equal values other than 0 change places.
#[inline]
fn orders_of_equal([a, b, c]: [u64; 3]) -> u16 {
    let is_equal = |a, b| u16::from(a == b && a != 0);
    let (ab, bc, ca) = (is_equal(a, b), is_equal(b, c), is_equal(c, a));
    1 | ab << 1 | bc << 2 | ca << 3 | (ab & bc) << 4 | (ab & bc) << 5
}

/// The rank of each value among those that take part; equal values keep their order.
#[inline]
fn ranks(values: [u64; 3], take_part: [bool; 3], order: [u8; 3]) -> [u8; 3] {
    let values = [0, 1, 2].map(|k| values[k] << 2 | u64::from(order[k]));
    let is_before = |k: usize, l: usize| u8::from(take_part[k] && values[k] < values[l]);
    [
        is_before(1, 0) + is_before(2, 0),
        is_before(0, 1) + is_before(2, 1),
        is_before(0, 2) + is_before(1, 2),
    ]
}

/// Sorts three numbers.
#[inline]
fn sort(numbers: &mut [u64; 3]) {
    let [a, b, c] = *numbers;
    let (low, high) = (a.min(b), a.max(b));
    *numbers = [low.min(c), low.max(high.min(c)), high.max(c)];
}
