//! Texts of reports, written as bytes.
//!
//! A catalogue of a million puzzles has a million findings, and formatting one takes longer than
//! verifying its puzzle. So the parts that occur in every finding are written here by hand. All
//! other text is formatted.

use std::io::Write;

use tourdion::sudoku::check::{self, DigitClash};
use tourdion::sudoku::{Alphabet, Cell, Grid, House, Solution};

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

/// Writes where two solutions of a pseudo-puzzle differ first, behind their number.
pub(super) fn difference([one, other]: &[Solution; 2], out: &mut Vec<u8>) {
    if let Some(at) = check::first_difference(one.grid(), other.grid()) {
        out.extend_from_slice(b", which differ first in ");
        cell(at, out);
    }
}

/// Writes which clues of an impossible puzzle clash, or that none do.
pub(super) fn clash(grid: &Grid, alphabet: &Alphabet, out: &mut Vec<u8>) {
    let Some(DigitClash { house, digit, cells: [first, second] }) = check::clash(grid) else {
        out.extend_from_slice(b"no solution");
        return;
    };
    let symbol = alphabet.write(Some(digit));
    let (name, number) = match house {
        House::Row(number) => ("row", number),
        House::Column(number) => ("column", number),
        House::Box(number) => ("box", number),
    };
    // Numbers of one figure, as all are at 9×9. A report of impossible puzzles has these on every
    // line: one write, whose length is known, takes no call.
    let numbers = [number, first.row, first.column, second.row, second.column];
    if symbol.is_ascii() && numbers.iter().all(|&number| number < 9) {
        let symbol = symbol as u8;
        return match house {
            House::Row(_) => {
                short_clash(*b"1 stands twice in row 1, in r1c1 and r1c1", symbol, numbers, out);
            }
            House::Column(_) => {
                short_clash(*b"1 stands twice in column 1, in r1c1 and r1c1", symbol, numbers, out);
            }
            House::Box(_) => {
                short_clash(*b"1 stands twice in box 1, in r1c1 and r1c1", symbol, numbers, out);
            }
        };
    }
    let number = u64::from(number) + 1;
    // A write into memory does not fail.
    let _ = write!(out, "{symbol} stands twice in {name} {number}, in ");
    cell(first, out);
    out.extend_from_slice(b" and ");
    cell(second, out);
}

/// Writes a text with a symbol at its beginning, and numbers of one figure at its end: of a house,
/// and of two cells.
fn short_clash<const N: usize>(mut text: [u8; N], symbol: u8, numbers: [u8; 5], out: &mut Vec<u8>) {
    text[0] = symbol;
    // Counted from the end of `1, in r1c1 and r1c1`.
    for (place, number) in [19, 12, 10, 3, 1].into_iter().zip(numbers) {
        text[N - place] += number;
    }
    out.extend_from_slice(&text);
}

#[cfg(test)]
mod tests {
    use tourdion::sudoku::{Digit, Shape};

    use super::*;

    fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_of_any_length() {
        let edges = (1..20).map(|figures| 10_u64.pow(figures)).flat_map(|edge| [edge - 1, edge]);
        let spread = (0..1_000).map(|k| k * 99_991);
        for number in edges.chain(spread).chain(0..12_000).chain([u64::MAX]) {
            assert_eq!(text(|out| decimal(number, out)), number.to_string());
        }
    }

    #[test]
    fn a_clash_is_written_as_it_is_displayed() {
        let pairs = |(rows, columns), cells: std::ops::Range<usize>| {
            let shape = Shape::new(rows, columns).unwrap();
            let pairs = cells.clone().flat_map(move |a| (a + 1..cells.end).map(move |b| [a, b]));
            pairs.map(move |pair| (shape, pair))
        };
        // At 12×12 a box of two figures has cells of one.
        let small = pairs((3, 3), 0..81).chain(pairs((6, 2), 72..144));
        for (shape, pair) in small.chain(pairs((5, 5), 590..625)) {
            let mut grid = Grid::empty(shape);
            for index in pair {
                grid.set(shape.cell(index), Digit::new(7));
            }
            let alphabet = Alphabet::usual(grid.shape());
            let expected = check::clash(&grid).map_or("no solution".to_owned(), |clash| {
                clash.to_string().strip_prefix("the digit ").unwrap().to_owned()
            });
            assert_eq!(text(|out| clash(&grid, &alphabet, out)), expected);
        }
    }
}
