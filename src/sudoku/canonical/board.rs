//! A grid as eighteen lines: its rows, and its columns, which are the rows of the transposed grid.
//!
//! ```text
//!     .......12       row 1:  digits [0, 0, 0, 0, 0, 0, 0, 1, 2], filled 0b110000000
//!     .........  \
//!     .........  /    twins: equal lines of a chute; their order makes no difference
//! ```
//!
//! Twins keep the search in a sparse grid from trying equal choices: of equal lines, only the first
//! is laid. The omitted symmetries form a group of their own, whose order is [`Board::swaps`].

use crate::sudoku::Digit;

/// A row or column.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Line {
    /// The digit in each column; 0 for none.
    pub(super) digits: [u8; 9],
    /// The columns that hold a digit.
    pub(super) filled: u16,
    /// Whether a digit is in it twice.
    pub(super) repeats: bool,
}

/// The lines of one direction; their columns are the lines of the other.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Side {
    pub(super) lines: [Line; 9],
    /// For each line, the equal earlier lines of its chute.
    pub(super) twins: [u16; 9],
    /// The lines that have such earlier ones.
    pub(super) later_twins: u16,
    /// For each chute of these lines, the earlier chutes equal to it, line by line.
    pub(super) chute_twins: [u16; 3],
}

/// The lines of a grid both ways: first as it is, then transposed.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Board {
    pub(super) sides: [Side; 2],
}

impl Board {
    /// The lines of 81 cells.
    pub(super) fn new(cells: &[Option<Digit>; 81]) -> Board {
        let mut board = Board::default();
        let [rows, columns] = &mut board.sides;
        for (r, row) in cells.chunks_exact(9).enumerate() {
            for (c, content) in row.iter().enumerate() {
                let digit = content.map_or(0, Digit::value);
                rows.lines[r].digits[c] = digit;
                columns.lines[c].digits[r] = digit;
            }
        }
        for side in &mut board.sides {
            side.lines.iter_mut().for_each(Line::look);
            side.find_twins();
        }
        board
    }

    /// The number of symmetries that only exchange equal lines and equal chutes.
    pub(super) fn swaps(&self) -> u32 {
        // After 0, 1 or 2 equal ones: times 1, 2, 3.
        let orders = |twins: u16| twins.count_ones() + 1;
        let side = |side: &Side| -> u32 {
            let twins = side.twins.iter().chain(&side.chute_twins);
            twins.map(|&twins| orders(twins)).product()
        };
        self.sides.iter().map(side).product()
    }

    /// Whether every house holds every digit once.
    pub(super) fn is_solution(&self) -> bool {
        let is_full = |line: &Line| line.filled == 0x1FF && !line.repeats;
        let is_box_full = |band: &[Line], stack: usize| {
            let digits = band.iter().flat_map(|line| &line.digits[3 * stack..3 * stack + 3]);
            digits.fold(0_u16, |seen, digit| seen | 1 << digit) == 0x3FE
        };
        let [rows, columns] = &self.sides;
        rows.lines.iter().chain(&columns.lines).all(is_full)
            && rows.lines.chunks_exact(3).all(|band| (0..3).all(|stack| is_box_full(band, stack)))
    }
}

impl Line {
    /// Notes the filled columns, and whether a digit repeats. Without branches: clues are
    /// unpredictable.
    fn look(&mut self) {
        let mut seen = 0_u16;
        for (column, &digit) in self.digits.iter().enumerate() {
            self.filled |= u16::from(digit != 0) << column;
            seen |= 1 << digit;
        }
        self.repeats = (seen & !1).count_ones() < self.filled.count_ones();
    }
}

impl Side {
    fn find_twins(&mut self) {
        for line in 0..9 {
            for earlier in line / 3 * 3..line {
                let is_twin = self.lines[earlier].digits == self.lines[line].digits;
                self.twins[line] |= u16::from(is_twin) << earlier;
                self.later_twins |= u16::from(is_twin) << line;
            }
        }
        for chute in 0..3 {
            for earlier in 0..chute {
                let is_twin = (0..3).all(|k| {
                    self.lines[3 * earlier + k].digits == self.lines[3 * chute + k].digits
                });
                self.chute_twins[chute] |= u16::from(is_twin) << earlier;
            }
        }
    }
}

/// The places of the ones in a mask, from the lowest.
#[inline]
pub(super) fn ones(mut mask: u16) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (mask != 0).then(|| mask.trailing_zeros())?;
        mask &= mask - 1;
        Some(place)
    })
}

/// The orders of three: the place of each. First the identity, then the exchanges of two, then the
/// rotations.
pub(super) const ORDERS: [[u8; 3]; 6] =
    [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]];

/// The orders, as bits, in which none precedes an earlier twin.
pub(super) fn orders_of_twins(twins: [u16; 3]) -> u16 {
    let is_kept = |order: &[u8; 3]| {
        (0..3).all(|k| {
            (0..k).all(|earlier| twins[k] >> earlier & 1 == 0 || order[earlier] < order[k])
        })
    };
    ORDERS.iter().enumerate().map(|(k, order)| u16::from(is_kept(order)) << k).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Grid;

    fn board(text: &str) -> Board {
        let grid: Grid = text.parse().unwrap();
        Board::new(grid.cells().try_into().unwrap())
    }

    #[test]
    fn rows_are_the_columns_of_the_other_side() {
        let [rows, columns] =
            board(&(1..=81).map(|k| char::from(b'0' + k % 10)).collect::<String>()).sides;
        for r in 0..9 {
            for c in 0..9 {
                assert_eq!(rows.lines[r].digits[c], columns.lines[c].digits[r]);
                assert_eq!(rows.lines[r].filled >> c & 1, u16::from(rows.lines[r].digits[c] != 0));
            }
        }
        let [rows, columns] = board(&format!("7.7{}7", ".".repeat(77))).sides;
        assert!(rows.lines[0].repeats && !rows.lines[8].repeats && !columns.lines[0].repeats);
    }

    #[test]
    fn equal_lines_and_chutes_are_twins() {
        // One clue: two empty rows beside it, and two empty bands; likewise across.
        let one = board(&format!("{}5{}", ".".repeat(40), ".".repeat(40)));
        let [rows, _] = one.sides;
        assert_eq!(rows.twins, [0, 1, 3, 0, 0, 0b1000, 0, 0b100_0000, 0b1100_0000]);
        assert_eq!((rows.later_twins, rows.chute_twins), (0b1_1010_0110, [0, 0, 1]));
        assert_eq!(one.swaps(), (6 * 2 * 6 * 2_u32).pow(2));
        assert_eq!(board(&".".repeat(81)).swaps(), 2 * 6_u32.pow(8) / 2);
    }

    #[test]
    fn a_solution_is_told_from_a_latin_square() {
        let solution =
            "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
        assert!(board(solution).is_solution());
        assert!(!board(&solution.replacen('8', ".", 1)).is_solution());
        let square: String = (0..81).map(|k| char::from(b'1' + (k / 9 + k) % 9)).collect();
        assert!(!board(&square).is_solution());
    }
}
