//! A grid as eighteen lines: its rows, and its columns, which are the rows of the transposed grid.
//!
//! ```text
//!     .......12        row 1:  digits 0x210000000 (column 1 is the lowest nibble), filled 0b110000000
//!     .........  \
//!     .........  /     twins: equal lines of a chute; which of them comes first makes no difference
//! ```
//!
//! Twins keep a sparse grid's search from trying what is the same: of equal lines that are to be laid, the first one
//! alone is. What that leaves out is a group of symmetries of its own, whose order is [`Board::swaps`].

use crate::sudoku::Digit;

/// A row or column.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Line {
    /// The digit in each column, four bits each; 0 for none.
    pub(super) digits: u64,
    /// The columns that hold a digit.
    pub(super) filled: u16,
    /// Whether a digit stands in it twice.
    pub(super) repeats: bool,
}

impl Line {
    /// The digit in a column, 0 for none.
    #[inline]
    pub(super) fn digit(self, column: u32) -> u32 {
        (self.digits >> (4 * column)) as u32 & 15
    }
}

/// The lines of one direction, in which the columns are those of the other.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Side {
    pub(super) lines: [Line; 9],
    /// For each line the earlier ones of its chute that are equal to it.
    pub(super) twins: [u16; 9],
    /// For each chute of these lines the earlier ones that are equal to it, line by line.
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
                let digit = content.map_or(0, |digit| u64::from(digit.value()));
                rows.lines[r].digits |= digit << (4 * c);
                columns.lines[c].digits |= digit << (4 * r);
            }
        }
        for side in &mut board.sides {
            side.lines.iter_mut().for_each(Line::look);
            side.find_twins();
        }
        board
    }

    /// How many symmetries do nothing but exchange equal lines and equal chutes.
    pub(super) fn swaps(&self) -> u32 {
        let orders = |twins: u16| twins.count_ones() + 1; // after 0, 1 or 2 equal ones: times 1, 2, 3
        let side = |side: &Side| -> u32 {
            let twins = side.twins.iter().chain(&side.chute_twins);
            twins.map(|&twins| orders(twins)).product()
        };
        self.sides.iter().map(side).product()
    }

    /// Whether every house holds every digit once.
    pub(super) fn is_solution(&self) -> bool {
        let is_full = |line: &Line| line.filled == 0x1FF && !line.repeats;
        let digits_in = |line: &Line, stack: u32| {
            (3 * stack..3 * stack + 3).fold(0_u16, |seen, column| seen | 1 << line.digit(column))
        };
        let is_box_full = |band: &[Line], stack: u32| {
            band.iter().fold(0, |seen, line| seen | digits_in(line, stack)) == 0x3FE
        };
        let [rows, columns] = &self.sides;
        rows.lines.iter().chain(&columns.lines).all(is_full)
            && rows.lines.chunks_exact(3).all(|band| (0..3).all(|stack| is_box_full(band, stack)))
    }
}

impl Line {
    /// Notes which columns are filled, and whether a digit repeats.
    fn look(&mut self) {
        let mut seen = 0_u16;
        for column in 0..9 {
            let digit = self.digit(column);
            if digit != 0 {
                self.filled |= 1 << column;
                self.repeats |= seen >> digit & 1 != 0;
                seen |= 1 << digit;
            }
        }
    }
}

impl Side {
    fn find_twins(&mut self) {
        for line in 0..9 {
            for earlier in line / 3 * 3..line {
                if self.lines[earlier].digits == self.lines[line].digits {
                    self.twins[line] |= 1 << earlier;
                }
            }
        }
        for chute in 0..3 {
            for earlier in 0..chute {
                if (0..3).all(|k| self.lines[3 * earlier + k].digits == self.lines[3 * chute + k].digits) {
                    self.chute_twins[chute] |= 1 << earlier;
                }
            }
        }
    }
}
