//! The rules: what follows from a box's words, for the box and for its neighbours.
//!
//! A box is where a band and a stack cross. Its three mini-rows come from the band's words, its
//! three mini-columns from the stack's, and a cell is where two of them cross:
//!
//! ```text
//!               columns[0]  columns[1]  columns[2]   rows[0]  the digits that mini-row 0 may hold
//!     rows[0]       x           x           x        x        the digits of a cell: row AND column
//!     rows[1]       x           x           x
//!     rows[2]       x           x           x
//! ```
//!
//! Five rules, each for nine digits at a time:
//!
//! 1. **Asserted**: a digit that one mini-line of three may hold is in it, wherever in it that is.
//!    Usually called *pointing*. No rule has to take the digit from the rest of the line, because
//!    the other configurations are gone from the chute's words.
//! 2. [`filled`](Word::filled): three asserted digits fill a mini-line, and no other digit has a
//!    place there.
//! 3. [`cell`](Word::cell): a digit asserted by a mini-row and a mini-column is in the cell where
//!    they cross (a *hidden single*), and no other digit can be there.
//! 4. [`Cell::single`]: a cell of one digit has it (a *naked single*), and so it is in that
//!    mini-row and that mini-column, and in no other of the box.
//! 5. A cell without a digit, or with two digits forced into it, is a contradiction:
//!    [`Deduced::least`] is 0.
//!
//! The result is what the mini-lines may still hold. The chutes' words keep only that, and so one
//! box restricts its neighbours.
//!
//! All of it is written for one box of one puzzle, without a branch, so that it can be done for
//! many at once. Each [`Word`] is a lane of a loop that the compiler turns into vectors, or a
//! [register](super::registers), whether of many puzzles ([`group`](super::group)) or of the nine
//! boxes of one ([`boxes`](super::boxes)).
//!
//! Invariant: no solution is ever lost. Deliberately lacking: naked and hidden pairs in a box,
//! which cost more than they save.

use std::marker::PhantomData;

/// What a box's three parallel mini-lines may hold.
pub(super) type Lines<W> = [W; 3];

/// What the rules leave of a box.
pub(super) struct Deduced<W> {
    pub(super) rows: Lines<W>,
    pub(super) columns: Lines<W>,
    /// The smallest of the nine cells as a number: 0 if the box can't be filled.
    pub(super) least: W,
    /// The digits that are settled: all nine are in nine cells.
    pub(super) settled: W,
}

/// Digits: those of one lane, or of all lanes of a register.
pub(super) trait Word: Copy {
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// These digits without the others.
    fn less(self, others: Self) -> Self;
    /// The smaller of two, as numbers.
    fn smaller(self, other: Self) -> Self;
    fn without_lowest(self) -> Self;
    /// All ones if there are no digits, and else 0.
    fn full_if_none(self) -> Self;

    /// `all` in the lanes that are `full`, and in the others these digits, which are among `all`.
    #[inline(always)]
    fn or_all(self, all: Self, full: Self) -> Self {
        all.and(self.or(full))
    }

    /// What is left of a mini-line that asserts some of its digits: these alone, if they are three
    /// or more.
    #[inline(always)]
    fn filled(self, asserted: Self) -> Self {
        asserted.or_all(self, asserted.without_lowest().without_lowest().full_if_none())
    }

    /// The cell that may hold those of these digits that are `allowed`. It must hold `hidden`,
    /// which has at most one of them unless the puzzle is impossible.
    #[inline(always)]
    fn cell(self, hidden: Self, allowed: impl Fn(Self) -> Self) -> Cell<Self> {
        let free = hidden.full_if_none();
        let digits = allowed(hidden.or_all(self, free));
        let settled = digits.without_lowest().full_if_none();
        Cell { digits: digits.and(settled.or(free)), single: digits.and(settled) }
    }
}

/// A cell after the rules for cells.
pub(super) struct Cell<W> {
    /// The digits that it may hold; none if it can't be filled.
    pub(super) digits: W,
    /// The digit that it holds, if that is settled.
    pub(super) single: W,
}

/// Applies the rules to a box. Its cell in row `r` and column `c` may hold only what
/// `allowed(r, c, _)` leaves.
#[inline(always)]
pub(super) fn deduce<W: Word>(
    rows: Lines<W>,
    columns: Lines<W>,
    allowed: impl Fn(usize, usize, W) -> W,
) -> Deduced<W> {
    // Loops with one call in each: a closure called in several places would not be inlined.
    let (mut row_asserts, mut column_asserts) = (rows, columns);
    for i in 0..3 {
        row_asserts[i] = rows[i].less(others(rows, i));
        column_asserts[i] = columns[i].less(others(columns, i));
    }
    let (mut left_rows, mut left_columns) = (rows, columns);
    for i in 0..3 {
        left_rows[i] = rows[i].filled(row_asserts[i]);
        left_columns[i] = columns[i].filled(column_asserts[i]);
    }
    // What each line's cells hold together, and those of them that are settled.
    let none = rows[0].less(rows[0]);
    let [mut row_union, mut column_union, mut row_settled, mut column_settled] = [[none; 3]; 4];
    let mut least = none.full_if_none();
    for r in 0..3 {
        for c in 0..3 {
            let hidden = row_asserts[r].and(column_asserts[c]);
            let cell =
                left_rows[r].and(left_columns[c]).cell(hidden, |digits| allowed(r, c, digits));
            least = least.smaller(cell.digits);
            row_union[r] = row_union[r].or(cell.digits);
            column_union[c] = column_union[c].or(cell.digits);
            row_settled[r] = row_settled[r].or(cell.single);
            column_settled[c] = column_settled[c].or(cell.single);
        }
    }
    for i in 0..3 {
        left_rows[i] = row_union[i].less(others(row_settled, i));
        left_columns[i] = column_union[i].less(others(column_settled, i));
    }
    let settled = row_settled[0].or(row_settled[1]).or(row_settled[2]);
    Deduced { rows: left_rows, columns: left_columns, least, settled }
}

/// The digits of the two other lines.
#[inline(always)]
fn others<W: Word>(lines: Lines<W>, i: usize) -> W {
    lines[(i + 1) % 3].or(lines[(i + 2) % 3])
}

/// The digits of one lane. The compiler turns loops over lanes into vectors.
pub(super) struct Lane<Z>(pub(super) u16, PhantomData<Z>);

impl<Z> Lane<Z> {
    #[inline(always)]
    pub(super) const fn new(digits: u16) -> Lane<Z> {
        Lane(digits, PhantomData)
    }
}

impl<Z> Clone for Lane<Z> {
    #[inline(always)]
    fn clone(&self) -> Lane<Z> {
        *self
    }
}

impl<Z> Copy for Lane<Z> {}

impl<Z: Zero> Word for Lane<Z> {
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Lane::new(self.0 & other.0)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Lane::new(self.0 | other.0)
    }

    #[inline(always)]
    fn less(self, others: Self) -> Self {
        Lane::new(self.0 & !others.0)
    }

    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        Lane::new(self.0.min(other.0))
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        Lane::new(self.0 & self.0.wrapping_sub(1))
    }

    #[inline(always)]
    fn full_if_none(self) -> Self {
        Lane::new(Z::full_if_zero(self.0))
    }
}

/// How a lane of a vector is filled with ones or zeros, by whether a word of digits is 0.
pub(super) trait Zero {
    /// All ones if `digits` is 0, and else 0.
    fn full_if_zero(digits: u16) -> u16;
}

/// By comparing, which is one instruction where vectors have it and the compiler knows it.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", test))]
pub(super) struct ByComparing;

#[cfg(any(target_arch = "x86", target_arch = "x86_64", test))]
impl Zero for ByComparing {
    #[inline(always)]
    fn full_if_zero(digits: u16) -> u16 {
        if digits == 0 { u16::MAX } else { 0 }
    }
}

/// By the sign of one less: a comparison in the loop keeps the compiler from using SSE2's vectors,
/// and a sweep would take six times as long.
pub(super) struct BySign;

impl Zero for BySign {
    #[inline(always)]
    fn full_if_zero(digits: u16) -> u16 {
        // Digits have nine bits, so only 0 less one is negative.
        (digits.wrapping_sub(1).cast_signed() >> 15).cast_unsigned()
    }
}

/// What a sweep found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    Contradiction,
    Solved,
    Something,
    Nothing,
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: u16 = 0x1FF;

    type Digits = Lines<u16>;

    fn each(f: impl Fn(usize) -> u16) -> Digits {
        [f(0), f(1), f(2)]
    }

    fn deduce<Z: Zero>(rows: Digits, columns: Digits) -> Deduced<u16> {
        let Deduced { rows, columns, least, settled } =
            super::deduce(rows.map(Lane::<Z>::new), columns.map(Lane::new), |_, _, digits| digits);
        Deduced {
            rows: rows.map(|line| line.0),
            columns: columns.map(|line| line.0),
            least: least.0,
            settled: settled.0,
        }
    }

    /// The placements of nine digits in a box that its lines allow, by trying them all, and what of
    /// the lines these need.
    fn by_trying(rows: Digits, columns: Digits) -> Option<(Digits, Digits)> {
        fn place(
            cell: usize,
            left: u16,
            cells: &[u16; 9],
            done: &mut [u16; 9],
            seen: &mut [u16; 9],
        ) -> bool {
            if cell == 9 {
                (0..9).for_each(|k| seen[k] |= done[k]);
                return true;
            }
            let mut any = false;
            for digit in (0..9).map(|d| 1 << d).filter(|digit| digit & left & cells[cell] != 0) {
                done[cell] = digit;
                any |= place(cell + 1, left & !digit, cells, done, seen);
            }
            any
        }
        let cells = std::array::from_fn(|k| rows[k / 3] & columns[k % 3]);
        let mut seen = [0; 9];
        place(0, ALL, &cells, &mut [0; 9], &mut seen).then(|| {
            (
                each(|r| seen[3 * r] | seen[3 * r + 1] | seen[3 * r + 2]),
                each(|c| seen[c] | seen[c + 3] | seen[c + 6]),
            )
        })
    }

    #[test]
    fn nothing_that_is_possible_is_lost() {
        let mut state = 1u64;
        let mut word = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 40) | (state >> 50)) as u16 & ALL
        };
        let (mut possible, mut narrowed) = (0, 0);
        for _ in 0..2_000 {
            let (rows, columns) = ([word(), word(), word()], [word(), word(), word()]);
            let seen = deduce::<ByComparing>(rows, columns);
            let by_sign = deduce::<BySign>(rows, columns);
            assert_eq!(
                (seen.rows, seen.columns, seen.least),
                (by_sign.rows, by_sign.columns, by_sign.least)
            );
            let Some((needed_rows, needed_columns)) = by_trying(rows, columns) else { continue };
            possible += 1;
            assert_ne!(seen.least, 0, "{rows:?} {columns:?}");
            for i in 0..3 {
                assert_eq!(needed_rows[i] & !seen.rows[i], 0, "{rows:?} {columns:?}");
                assert_eq!(needed_columns[i] & !seen.columns[i], 0, "{rows:?} {columns:?}");
            }
            narrowed += usize::from((seen.rows, seen.columns) != (rows, columns));
        }
        assert!(possible > 100 && narrowed > 50, "{possible} {narrowed}");
    }

    #[test]
    fn each_rule_finds_what_it_is_for() {
        // 1 and 2: 1, 2, 3 are on row 0 alone, so 4 to 9 have no place there.
        let seen = deduce::<ByComparing>([ALL, ALL & !7, ALL & !7], [ALL; 3]);
        assert_eq!(seen.rows, [7, ALL & !7, ALL & !7]);
        // 3: 1 is on row 0 and in column 0, so where they cross.
        let seen = deduce::<ByComparing>([ALL, ALL & !1, ALL & !1], [ALL, ALL & !1, ALL & !1]);
        assert_eq!((seen.rows[1] & 1, seen.columns[0]), (0, ALL));
        // 4: nothing but 1 can be where row 0 and column 0 cross, so 1 is on no other row or
        // column.
        let seen = deduce::<ByComparing>([0b1111, ALL, ALL], [1 | 0b1_1111_0000, ALL, ALL]);
        assert_eq!((seen.rows[1], seen.columns[1]), (ALL & !1, ALL & !1));
        // The box of docs/lockstep.md: 4 is in r3c7 and 7 in r3c8, hidden singles, so row 3 has no
        // place for 5.
        let seen = deduce::<ByComparing>([423, 439, 511], [447, 503, 423]);
        assert_eq!((seen.rows, seen.columns, seen.least), ([423, 439, 495], [447, 503, 423], 8));
        // 5: a cell without a digit, and one with two that must be there.
        assert_eq!(deduce::<ByComparing>([1, ALL, ALL], [2, ALL, ALL]).least, 0);
        assert_eq!(
            deduce::<ByComparing>([ALL, ALL & !3, ALL & !3], [ALL, ALL & !3, ALL & !3]).least,
            0
        );
    }
}
