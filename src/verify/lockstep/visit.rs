//! What one look at a box finds out.
//!
//! A box is where a band and a stack cross. Its three mini-rows come from the band's words, its three
//! mini-columns from the stack's, and a cell is where two of them cross:
//!
//! ```text
//!                 columns[0]  columns[1]  columns[2]      rows[0]  the digits that mini-row 0 may hold
//!     rows[0]         x           x           x           x        the digits of a cell: row AND column
//!     rows[1]         x           x           x
//!     rows[2]         x           x           x
//! ```
//!
//! Five rules, each for nine digits at a time:
//!
//! 1. [`asserted`]: a digit that one mini-line of three may hold is in it, wherever in it that is. Known
//!    to people as *pointing*; that the digit then leaves the rest of the line needs no rule here,
//!    because the other configurations are gone from the chute's words.
//! 2. [`filled`]: three asserted digits fill a mini-line, and no other digit has a place there.
//! 3. [`Cell::new`]: a digit asserted by a mini-row and a mini-column is in the cell where they cross
//!    (a *hidden single*), and what else was possible there is not.
//! 4. [`Cell::single`]: a cell of one digit has it (a *naked single*), and so it is in that mini-row and
//!    that mini-column, and in no other of the box.
//! 5. A cell without a digit, or into which two digits are forced, is a contradiction: [`Visit::least`]
//!    is 0.
//!
//! What the mini-lines may still hold comes out; the chutes' words keep what is in it, and so a box
//! tells its neighbours.
//!
//! All of it is written for one box of one puzzle, without a branch, so that the compiler can do it for many
//! at once: each word becomes a vector of words, whether of many puzzles ([`group`](super::group)) or of the
//! nine boxes of one ([`solo`](super::solo)).
//!
//! Invariant: no solution is ever lost. Deliberately lacking: naked and hidden pairs in a box, which cost
//! more than they save.

/// The digits that a box's three parallel mini-lines may hold.
pub(super) type Lines = [u16; 3];

/// What a visit leaves of a box.
pub(super) struct Visit {
    pub(super) rows: Lines,
    pub(super) columns: Lines,
    /// The smallest of the nine cells as a number: 0 if the box can't be filled.
    pub(super) least: u16,
}

/// Looks at a box. Its cell in row `r` and column `c` may hold no other digits than those of `mask(r, c)`.
#[inline(always)]
pub(super) fn visit<Z: Zero>(rows: Lines, columns: Lines, mask: impl Fn(usize, usize) -> u16) -> Visit {
    let (row_asserts, column_asserts) = (asserted(rows), asserted(columns));
    let rows = each(|r| rows[r] & filled::<Z>(row_asserts[r]));
    let columns = each(|c| columns[c] & filled::<Z>(column_asserts[c]));

    // What each line's cells hold together, and those of them that are settled.
    let (mut row_union, mut column_union) = ([0; 3], [0; 3]);
    let (mut row_settled, mut column_settled) = ([0; 3], [0; 3]);
    let mut least = u16::MAX;
    for r in 0..3 {
        for c in 0..3 {
            let digits = rows[r] & columns[c] & mask(r, c);
            let cell = Cell::new::<Z>(digits, row_asserts[r] & column_asserts[c]);
            least = least.min(cell.digits);
            row_union[r] |= cell.digits;
            column_union[c] |= cell.digits;
            row_settled[r] |= cell.single;
            column_settled[c] |= cell.single;
        }
    }
    Visit {
        rows: each(|r| row_union[r] & !others(row_settled, r)),
        columns: each(|c| column_union[c] & !others(column_settled, c)),
        least,
    }
}

/// A cell after the rules for cells.
struct Cell {
    /// The digits that it may hold; none if it can't be filled.
    digits: u16,
    /// The digit that it holds, if that is settled.
    single: u16,
}

impl Cell {
    /// The cell that may hold `digits`, and must hold `hidden`, which has at most one digit unless the
    /// puzzle is impossible.
    #[inline(always)]
    fn new<Z: Zero>(digits: u16, hidden: u16) -> Cell {
        let free = Z::full_if_zero(hidden);
        let digits = digits & (hidden | free);
        let settled = Z::full_if_zero(without_lowest(digits));
        Cell { digits: digits & (settled | free), single: digits & settled }
    }
}

/// The digits that one mini-line only may hold.
#[inline(always)]
fn asserted(lines: Lines) -> Lines {
    each(|i| lines[i] & !others(lines, i))
}

/// What a mini-line that asserts `digits` can hold: these alone, if they are three or more.
#[inline(always)]
fn filled<Z: Zero>(digits: u16) -> u16 {
    digits | Z::full_if_zero(without_lowest(without_lowest(digits)))
}

/// The digits of the two other lines.
#[inline(always)]
fn others(lines: Lines, i: usize) -> u16 {
    lines[(i + 1) % 3] | lines[(i + 2) % 3]
}

#[inline(always)]
fn without_lowest(digits: u16) -> u16 {
    digits & digits.wrapping_sub(1)
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

/// By the sign of one less: a comparison in the loop keeps the compiler from using SSE2's vectors, and a
/// sweep would take six times as long.
pub(super) struct BySign;

impl Zero for BySign {
    #[inline(always)]
    fn full_if_zero(digits: u16) -> u16 {
        // Digits have nine bits, so only 0 less one is negative.
        (digits.wrapping_sub(1).cast_signed() >> 15).cast_unsigned()
    }
}

#[inline(always)]
fn each(f: impl Fn(usize) -> u16) -> Lines {
    [f(0), f(1), f(2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: u16 = 0x1FF;

    /// The placements of nine digits in a box that its lines allow, by trying them all, and what of the lines
    /// these need.
    fn by_trying(rows: Lines, columns: Lines) -> Option<(Lines, Lines)> {
        fn place(cell: usize, left: u16, cells: &[u16; 9], done: &mut [u16; 9], seen: &mut [u16; 9]) -> bool {
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
            let seen = visit::<ByComparing>(rows, columns, |_, _| ALL);
            let by_sign = visit::<BySign>(rows, columns, |_, _| ALL);
            assert_eq!((seen.rows, seen.columns, seen.least), (by_sign.rows, by_sign.columns, by_sign.least));
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
        let seen = visit::<ByComparing>([ALL, ALL & !7, ALL & !7], [ALL; 3], |_, _| ALL);
        assert_eq!(seen.rows, [7, ALL & !7, ALL & !7]);
        // 3: 1 is on row 0 and in column 0, so where they cross.
        let seen = visit::<ByComparing>([ALL, ALL & !1, ALL & !1], [ALL, ALL & !1, ALL & !1], |_, _| ALL);
        assert_eq!((seen.rows[1] & 1, seen.columns[0]), (0, ALL));
        // 4: nothing but 1 can be where row 0 and column 0 cross, so 1 is on no other row or column.
        let seen = visit::<ByComparing>([0b1111, ALL, ALL], [1 | 0b1_1111_0000, ALL, ALL], |_, _| ALL);
        assert_eq!((seen.rows[1], seen.columns[1]), (ALL & !1, ALL & !1));
        // The box of docs/lockstep.md: 4 is in r3c7 and 7 in r3c8, hidden singles, so row 3 has no place for 5.
        let seen = visit::<ByComparing>([423, 439, 511], [447, 503, 423], |_, _| ALL);
        assert_eq!((seen.rows, seen.columns, seen.least), ([423, 439, 495], [447, 503, 423], 8));
        // 5: a cell without a digit, and one with two that must be there.
        assert_eq!(visit::<ByComparing>([1, ALL, ALL], [2, ALL, ALL], |_, _| ALL).least, 0);
        assert_eq!(
            visit::<ByComparing>([ALL, ALL & !3, ALL & !3], [ALL, ALL & !3, ALL & !3], |_, _| ALL).least,
            0
        );
    }
}
