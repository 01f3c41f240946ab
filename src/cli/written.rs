//! Texts of reports, written as bytes.
//!
//! A catalogue of a million puzzles has a million findings, and to format one takes longer than to
//! judge its puzzle. So what stands in every finding is written here by hand. All else is
//! formatted.

use std::io::Write;

use tourdion::sudoku::check::{self, DigitClash};
use tourdion::sudoku::{Alphabet, Cell, Grid, House};

/// Writes a number.
pub(super) fn decimal(mut number: u64, out: &mut Vec<u8>) {
    if number < 10 {
        return out.push(b'0' + number as u8);
    }
    if number < 100_000_000 {
        return eight_figures(number as u32, out);
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

/// Writes a number of up to eight figures. Eight bytes are written without a call, and those after
/// the number are taken back.
fn eight_figures(mut number: u32, out: &mut Vec<u8>) {
    let (mut figures, mut end) = (0, out.len());
    loop {
        figures = figures << 8 | u64::from(b'0' + (number % 10) as u8);
        end += 1;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&figures.to_le_bytes());
    out.truncate(end);
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
    let symbol = alphabet.write(Some(digit));
    // Numbers of one figure, as all are at 9×9. A report of impossible puzzles has these on every
    // line: one write, whose length is known, takes no call.
    if symbol.is_ascii() && [first, second].iter().all(|cell| cell.row < 9 && cell.column < 9) {
        return match house {
            House::Row(number) => {
                let text = *b"1 stands twice in row 1, in r1c1 and r1c1";
                short_clash(text, (symbol, number, [first, second]), out);
            }
            House::Column(number) => {
                let text = *b"1 stands twice in column 1, in r1c1 and r1c1";
                short_clash(text, (symbol, number, [first, second]), out);
            }
            House::Box(number) => {
                let text = *b"1 stands twice in box 1, in r1c1 and r1c1";
                short_clash(text, (symbol, number, [first, second]), out);
            }
        };
    }
    let (house, number) = match house {
        House::Row(number) => ("row", number),
        House::Column(number) => ("column", number),
        House::Box(number) => ("box", number),
    };
    let number = u64::from(number) + 1;
    // A write into memory does not fail.
    let _ = write!(out, "{symbol} stands twice in {house} {number}, in ");
    cell(first, out);
    out.extend_from_slice(b" and ");
    cell(second, out);
}

/// Writes a text with a symbol at its beginning, the number of a house, and cells at its end, all
/// of one figure.
fn short_clash<const N: usize>(
    mut text: [u8; N],
    (symbol, number, [first, second]): (char, u8, [Cell; 2]),
    out: &mut Vec<u8>,
) {
    text[0] = symbol as u8;
    // Counted from the end: `1, in r1c1 and r1c1`.
    text[N - 19] += number;
    for (place, cell) in [(N - 13, first), (N - 4, second)] {
        text[place + 1] += cell.row;
        text[place + 3] += cell.column;
    }
    out.extend_from_slice(&text);
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
        for number in [0, 1, 9, 10, 49_158, 99_999_999, 100_000_000, u64::MAX] {
            assert_eq!(text(|out| decimal(number, out)), number.to_string());
        }
    }

    #[test]
    fn a_clash_is_written_as_it_is_displayed() {
        let nine = (0..81).flat_map(|first| (first + 1..81).map(move |second| (81, first, second)));
        let large = [1, 24, 60, 624].map(|second| (625, 0, second));
        for (size, first, second) in nine.chain(large) {
            let mut cells = vec!["."; size];
            (cells[first], cells[second]) = ("7", "7");
            let grid: Grid = cells.concat().parse().unwrap();
            let alphabet = Alphabet::usual(grid.shape());
            let expected = check::clash(&grid).map_or("no solution".to_owned(), |clash| {
                clash.to_string().strip_prefix("the digit ").unwrap().to_owned()
            });
            assert_eq!(text(|out| clash(&grid, &alphabet, out)), expected);
        }
    }
}
