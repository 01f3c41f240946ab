//! Texts of reports, written as bytes.
//!
//! A catalogue of a million puzzles has a million findings, and to format one takes longer than to
//! judge its puzzle. So what stands in every finding is written here by hand. All else is
//! formatted.

use tourdion::sudoku::check::{self, DigitClash};
use tourdion::sudoku::{Alphabet, Cell, Grid, House};

/// Writes a number.
pub(super) fn decimal(mut number: u64, out: &mut Vec<u8>) {
    if number < 10 {
        return out.push(b'0' + number as u8);
    }
    let mut digits = [0; u64::MAX.ilog10() as usize + 1];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[first..]);
}

/// Writes a number of tenths, as 7.1.
pub(super) fn tenths(number: u32, out: &mut Vec<u8>) {
    decimal((number / 10).into(), out);
    out.extend([b'.', b'0' + (number % 10) as u8]);
}

/// Writes a cell: `r1c2`.
pub(super) fn cell(cell: Cell, out: &mut Vec<u8>) {
    if cell.row < 9 && cell.column < 9 {
        return out.extend_from_slice(&[b'r', b'1' + cell.row, b'c', b'1' + cell.column]);
    }
    out.push(b'r');
    decimal(u64::from(cell.row) + 1, out);
    out.push(b'c');
    decimal(u64::from(cell.column) + 1, out);
}

/// Writes which clues of an impossible puzzle clash, or that none do.
pub(super) fn clash(grid: &Grid, alphabet: &Alphabet, out: &mut Vec<u8>) {
    let Some(DigitClash { house, digit, cells: [first, second] }) = check::clash(grid) else {
        out.extend_from_slice(b"no solution");
        return;
    };
    let mut symbol = [0; 4];
    out.extend_from_slice(alphabet.write(Some(digit)).encode_utf8(&mut symbol).as_bytes());
    // Whole texts, whose lengths are known: their bytes are written without a call.
    let number = match house {
        House::Row(number) => {
            out.extend_from_slice(b" stands twice in row ");
            number
        }
        House::Column(number) => {
            out.extend_from_slice(b" stands twice in column ");
            number
        }
        House::Box(number) => {
            out.extend_from_slice(b" stands twice in box ");
            number
        }
    };
    decimal(u64::from(number) + 1, out);
    // Numbers of one figure, as all are at 9×9: both cells in one write. A report of impossible
    // puzzles has these on every line.
    if [first, second].iter().all(|cell| cell.row < 9 && cell.column < 9) {
        let mut cells = *b", in r1c1 and r1c1";
        for (place, cell) in [(6, first), (15, second)] {
            cells[place] += cell.row;
            cells[place + 2] += cell.column;
        }
        return out.extend_from_slice(&cells);
    }
    out.extend_from_slice(b", in ");
    cell(first, out);
    out.extend_from_slice(b" and ");
    cell(second, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_of_any_length() {
        for number in [0, 1, 9, 10, 49_158, u64::MAX] {
            assert_eq!(text(|out| decimal(number, out)), number.to_string());
        }
    }

    #[test]
    fn a_clash_is_written_as_it_is_displayed() {
        for place in [1, 24, 60, 624] {
            let mut cells = vec!["."; 625];
            (cells[0], cells[place]) = ("7", "7");
            let grid: Grid = cells.concat().parse().unwrap();
            let alphabet = Alphabet::usual(grid.shape());
            let expected = check::clash(&grid).map_or("no solution".to_owned(), |clash| {
                clash.to_string().strip_prefix("the digit ").unwrap().to_owned()
            });
            assert_eq!(text(|out| clash(&grid, &alphabet, out)), expected);
        }
    }
}
