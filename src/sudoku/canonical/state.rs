//! A symmetry in the making: which lines have been laid, and what that says of columns and digits.
//!
//! ```text
//!     lines laid   ...|...|..1       the column with 1 is settled: it is the last one of the last stack;
//!                  ...|...|.23       so is that with 2; 1, 2 and 3 are labels.
//!                  ^^^ ^^^ ^         Columns that were empty in every line are open: which of them is which
//!                                    makes no difference yet. Two stacks are open as a whole.
//! ```
//!
//! A line that is laid next has to be as small as can be, so that open columns that are empty in it too come before
//! those that are not. Hence the open columns of a stack are always its first ones, and open stacks are the first
//! stacks. That is all there is to choose, but for the order of columns that are filled for the first time: in their
//! stack, known labels come first and in their order, and digits that have no label yet are as good as each other. For
//! each of their orders there is a state of its own. With stacks it is the same.
//!
//! So what a line comes to, its *key*, is known without trying any order, unless a digit stands in it twice: new labels
//! then depend on what is in front of them, all orders are tried, and the least key counts.

use super::board::{Board, Line};

/// The label of a digit that has none yet: above all labels.
const NEW: u64 = 15;

/// The low bit of each of nine places.
const PLACES: u64 = 0x1_1111_1111;

/// Lines laid so far, and what is fixed by them.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// The label of each digit, four bits each.
    labels: u64,
    /// The place of each settled column, four bits each; counted from the right, as the digits of a number are.
    places: u64,
    /// The lines laid, four bits each, the first one lowest.
    rows: u64,
    /// Columns that were empty in all lines laid.
    open: u16,
    /// Lines not laid yet.
    pub(super) left: u16,
    /// The place of each stack that has a settled column; from the left.
    stacks: [u8; 3],
    /// The label that the next new digit gets.
    next: u8,
    /// Which side of the board is laid.
    pub(super) side: u8,
}

impl State {
    /// Nothing laid yet, of a side.
    pub(super) const fn new(side: u8) -> State {
        State {
            labels: 0xFFFF_FFFF_F0, // no digit is 0 from the start
            places: 0,
            rows: 0,
            open: 0x1FF,
            left: 0x1FF,
            stacks: [0; 3],
            next: 1,
            side,
        }
    }

    /// With a full line laid first and another one after it; `columns` are the columns from the left.
    pub(super) fn of_two(side: u8, rows: [usize; 2], first: Line, columns: &[u32; 9]) -> State {
        let mut state = State::new(side);
        for (place, &column) in columns.iter().enumerate() {
            state.places |= (8 - place as u64) << (4 * column);
            state.stacks[column as usize / 3] = place as u8 / 3;
            state.label(first.digit(column));
        }
        state.open = 0;
        for (k, row) in rows.into_iter().enumerate() {
            state.rows |= (row as u64) << (4 * k);
            state.left &= !(1 << row);
        }
        state
    }

    /// The label of a digit, or `NEW`; 0 of no digit.
    #[inline]
    fn label_of(&self, digit: u32) -> u64 {
        self.labels >> (4 * digit) & 15
    }

    /// Gives a digit the next label.
    #[inline]
    fn label(&mut self, digit: u32) {
        self.labels ^= (NEW ^ u64::from(self.next)) << (4 * digit);
        self.next += 1;
    }

    /// The place of a settled column, from the right.
    #[inline]
    fn place(&self, column: u32) -> u32 {
        (self.places >> (4 * column)) as u32 & 15
    }

    /// The open columns of a stack, as three bits.
    #[inline]
    fn open_in(&self, stack: usize) -> u16 {
        self.open >> (3 * stack) & 7
    }

    /// The least that `line` comes to if it is laid next: nine labels, four bits each, the leftmost highest.
    #[inline]
    pub(super) fn key(&self, line: Line, board: &Board) -> u64 {
        if line.repeats {
            return self.key_with_repeats(line, board);
        }
        let mut key = 0;
        for column in ones(line.filled & !self.open) {
            key |= self.label_of(line.digit(column)) << (4 * self.place(column));
        }
        if line.filled & self.open != 0 {
            key |= self.key_of_open(line);
        }
        // The new digits are labelled from the left.
        let mut new = key & key >> 1 & key >> 2 & key >> 3 & PLACES;
        let mut label = u64::from(self.next);
        while new != 0 {
            let at = new.ilog2();
            key -= (NEW - label) << at;
            label += 1;
            new ^= 1 << at;
        }
        key
    }

    /// What a line comes to in open columns; new digits are `NEW`.
    fn key_of_open(&self, line: Line) -> u64 {
        let (mut key, mut minis, mut open_stacks) = (0, [0; 3], 0);
        for stack in 0..3 {
            let open = self.open_in(stack);
            if open == 7 {
                minis[open_stacks] = self.mini(line, stack);
                open_stacks += 1;
            } else if open != 0 {
                let last_open = 3 * u32::from(self.stacks[stack]) + open.count_ones() - 1;
                key |= self.mini(line, stack) << (4 * (8 - last_open));
            }
        }
        // Empty ones are 0, and come first like the places that are left at the end of the array.
        sort(&mut minis);
        for (stack, mini) in minis[3 - open_stacks..].iter().enumerate() {
            key |= mini << (4 * (6 - 3 * stack));
        }
        key
    }

    /// What a line comes to in the open columns of a stack, with its last column at place 0.
    #[inline]
    fn mini(&self, line: Line, stack: usize) -> u64 {
        let mut labels = [0; 3];
        for (k, label) in (0..).zip(&mut labels) {
            let column = 3 * stack as u32 + k;
            if self.open >> column & 1 != 0 {
                *label = self.label_of(line.digit(column));
            }
        }
        sort(&mut labels);
        labels[0] << 8 | labels[1] << 4 | labels[2]
    }

    #[cold]
    fn key_with_repeats(&self, line: Line, board: &Board) -> u64 {
        let mut least = u64::MAX;
        self.settle_each(line, board, |settled| {
            let mut state = *settled;
            least = least.min(state.label_new(line));
        });
        least
    }

    /// Lays the line of this number, which comes to `key`: adds each state that there is then to `states`.
    #[inline]
    pub(super) fn lay(&self, row: usize, key: u64, board: &Board, states: &mut Vec<State>) {
        let line = board.sides[usize::from(self.side)].lines[row];
        let mut laid = *self;
        laid.rows |= (row as u64) << (4 * (9 - self.left.count_ones()));
        laid.left &= !(1 << row);
        if line.filled & self.open == 0 {
            laid.label_new(line);
            states.push(laid);
            return;
        }
        laid.settle_each(line, board, |settled| {
            let mut state = *settled;
            if state.label_new(line) == key {
                states.push(state);
            }
        });
    }

    /// Labels the new digits of a line whose columns are settled, and returns what it comes to.
    #[inline]
    fn label_new(&mut self, line: Line) -> u64 {
        let (mut key, mut new, mut digits) = (0, 0_u16, [0; 9]);
        for column in ones(line.filled) {
            let (place, digit) = (self.place(column), line.digit(column));
            let label = self.label_of(digit);
            if label == NEW {
                new |= 1 << place;
                digits[place as usize] = digit;
            } else {
                key |= label << (4 * place);
            }
        }
        while new != 0 {
            let place = new.ilog2();
            let digit = digits[place as usize];
            if self.label_of(digit) == NEW {
                self.label(digit);
            }
            key |= self.label_of(digit) << (4 * place);
            new ^= 1 << place;
        }
        key
    }

    /// Shows the state with the open columns settled that `line` fills, in every order that may make it least.
    fn settle_each(&self, line: Line, board: &Board, mut visit: impl FnMut(&State)) {
        let across = &board.sides[usize::from(self.side ^ 1)];
        // Of stacks filled for the first time those with known labels come first, as columns do.
        let open_stacks = (0..3).filter(|&stack| self.open_in(stack) == 7).count();
        let is_fresh = |stack: usize| self.open_in(stack) == 7 && line.filled >> (3 * stack) & 7 != 0;
        let stacks = List::of((0..3).filter(|&stack| is_fresh(usize::from(stack))));
        let rank = |stack: u8| self.mini(line, usize::from(stack));
        let stack_twins = |stack: u8| across.chute_twins[usize::from(stack)];
        let columns = [0, 1, 2].map(|stack: u8| {
            let fresh = |column: &u8| line.filled & self.open & 1 << column != 0;
            let columns = List::of((3 * stack..3 * stack + 3).filter(fresh));
            let label = |column: u8| self.label_of(line.digit(u32::from(column)));
            // Equal columns and stacks are twins: one of their orders will do.
            let twins = |column: u8| across.twins[usize::from(column)];
            columns.orders(label, twins)
        });
        for stacks in stacks.orders(rank, stack_twins).iter() {
            let mut placed = *self;
            for (k, &stack) in stacks.items().iter().enumerate() {
                placed.stacks[usize::from(stack)] = (open_stacks - stacks.length + k) as u8;
            }
            for first in columns[0].iter() {
                for second in columns[1].iter() {
                    for third in columns[2].iter() {
                        let mut settled = placed;
                        settled.settle(0, first);
                        settled.settle(1, second);
                        settled.settle(2, third);
                        visit(&settled);
                    }
                }
            }
        }
    }

    /// Settles columns of a stack in this order, at the last of its open places.
    fn settle(&mut self, stack: usize, columns: &List) {
        let end = 3 * u64::from(self.stacks[stack]) + u64::from(self.open_in(stack).count_ones());
        for (&column, place) in columns.items().iter().rev().zip(9 - end..) {
            self.places |= place << (4 * column);
            self.open &= !(1 << column);
        }
    }

    /// The line that was laid as the `k`-th, from 0.
    pub(super) fn row(&self, k: usize) -> u8 {
        (self.rows >> (4 * k)) as u8 & 15
    }

    /// The column at each place from the left. Those still open take their places in their order.
    pub(super) fn columns(&self) -> [u8; 9] {
        let (mut columns, mut open_stacks) = ([0; 9], 0);
        for stack in 0..3 {
            let open = self.open_in(stack);
            let at = if open == 7 { open_stacks } else { usize::from(self.stacks[stack]) };
            open_stacks += usize::from(open == 7);
            let mut open_places = 3 * at..;
            for column in 3 * stack as u8..3 * stack as u8 + 3 {
                let is_open = self.open >> column & 1 != 0;
                let settled = 8 - self.place(u32::from(column)) as usize;
                let place = if is_open { open_places.next() } else { Some(settled) };
                columns[place.expect("places go on for ever")] = column;
            }
        }
        columns
    }

    /// The label of each digit, both less 1. Digits without one have those that are left, in their order.
    pub(super) fn digits(&self) -> [u8; 9] {
        let mut next = self.next;
        let mut label = |digit| match self.label_of(digit) {
            NEW => {
                next += 1;
                next - 2
            }
            label => label as u8 - 1,
        };
        [1, 2, 3, 4, 5, 6, 7, 8, 9].map(&mut label)
    }
}

/// Up to three columns or stacks, in an order.
#[derive(Clone, Copy, Default)]
struct List {
    items: [u8; 3],
    length: usize,
}

/// The orders of three; the first two are those of two.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

impl List {
    fn of(items: impl Iterator<Item = u8>) -> List {
        let mut list = List::default();
        for item in items {
            list.items[list.length] = item;
            list.length += 1;
        }
        list
    }

    fn items(&self) -> &[u8] {
        &self.items[..self.length]
    }

    /// The orders in which ranks don't fall, and none comes after a later one of its twins.
    fn orders(&self, rank: impl Fn(u8) -> u64, twins: impl Fn(u8) -> u16) -> Orders {
        let mut orders = Orders { lists: [*self; 6], length: 0 };
        if self.length < 2 {
            orders.length = 1;
            return orders;
        }
        let may_precede = |first: u8, second: u8| {
            let is_later_twin = twins(first) >> second & 1 != 0;
            rank(first) <= rank(second) && !is_later_twin
        };
        for order in &ORDERS[..if self.length == 2 { 2 } else { 6 }] {
            let items = order.map(|k| self.items[k]);
            let pairs = [(0, 1), (1, 2), (0, 2)];
            let pairs = &pairs[..if self.length == 2 { 1 } else { 3 }];
            if pairs.iter().all(|&(k, l)| may_precede(items[k], items[l])) {
                orders.lists[orders.length].items = items;
                orders.length += 1;
            }
        }
        orders
    }
}

/// Orders of one list.
struct Orders {
    lists: [List; 6],
    length: usize,
}

impl Orders {
    fn iter(&self) -> std::slice::Iter<'_, List> {
        self.lists[..self.length].iter()
    }
}

/// The places of the ones in a mask, from the lowest.
#[inline]
fn ones(mut mask: u16) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (mask != 0).then(|| mask.trailing_zeros())?;
        mask &= mask - 1;
        Some(place)
    })
}

/// Sorts three numbers.
#[inline]
fn sort(numbers: &mut [u64; 3]) {
    let [a, b, c] = *numbers;
    let (low, high) = (a.min(b), a.max(b));
    *numbers = [low.min(c), low.max(high.min(c)), high.max(c)];
}
