//! The houses of a 9×9 grid as numbers and masks.
//!
//! ```text
//!      houses    0..9 boxes    9..18 rows    18..27 columns
//!      cells     0..81, row by row
//! ```
//!
//! Three houses hold a cell: its box, its row, its column, always in this order. Peers of a cell
//! come in the same order, each once.

use crate::sudoku::{Candidate, Cell, Digit, House};

/// The cells of each house, in reading order.
pub(in crate::logic) static CELLS: [[u8; 9]; 27] = cells();
/// The cells of each house as a mask.
pub(in crate::logic) static HOUSE: [u128; 27] = masks();
/// The box, the row and the column of each cell.
pub(in crate::logic) static HOUSES: [[u8; 3]; 81] = houses();
/// The place of each cell in its box, its row and its column.
pub(in crate::logic) static PLACE: [[u8; 3]; 81] = places();
/// The cells that share a house with each cell.
pub(in crate::logic) static SEES: [u128; 81] = sees();
/// The same as a list: first those of the box, then of the row, then of the column.
pub(in crate::logic) static PEERS: [[u8; 20]; 81] = peers();

/// Boxes, columns, rows: the order in which singles and subsets are looked for.
pub(super) static BOXES_COLUMNS_ROWS: [u8; 27] = {
    let mut order = [0; 27];
    let mut k = 0;
    while k < 9 {
        order[k] = k as u8;
        order[k + 9] = k as u8 + 18;
        order[k + 18] = k as u8 + 9;
        k += 1;
    }
    order
};

const fn houses() -> [[u8; 3]; 81] {
    let mut houses = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        houses[cell] = [(row / 3 * 3 + column / 3) as u8, 9 + row as u8, 18 + column as u8];
        cell += 1;
    }
    houses
}

const fn places() -> [[u8; 3]; 81] {
    let mut places = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        places[cell] = [(row % 3 * 3 + column % 3) as u8, column as u8, row as u8];
        cell += 1;
    }
    places
}

const fn cells() -> [[u8; 9]; 27] {
    let (houses, places) = (houses(), places());
    let mut cells = [[0; 9]; 27];
    let mut cell = 0;
    while cell < 81 {
        let mut kind = 0;
        while kind < 3 {
            cells[houses[cell][kind] as usize][places[cell][kind] as usize] = cell as u8;
            kind += 1;
        }
        cell += 1;
    }
    cells
}

const fn masks() -> [u128; 27] {
    let cells = cells();
    let mut masks = [0; 27];
    let mut house = 0;
    while house < 27 {
        let mut place = 0;
        while place < 9 {
            masks[house] |= 1 << cells[house][place];
            place += 1;
        }
        house += 1;
    }
    masks
}

const fn sees() -> [u128; 81] {
    let (houses, masks) = (houses(), masks());
    let mut sees = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let [a, b, c] = houses[cell];
        sees[cell] = (masks[a as usize] | masks[b as usize] | masks[c as usize]) & !(1 << cell);
        cell += 1;
    }
    sees
}

const fn peers() -> [[u8; 20]; 81] {
    let (houses, cells) = (houses(), cells());
    let mut peers = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (mut seen, mut count, mut k) = (1_u128 << cell, 0, 0);
        while k < 27 {
            let other = cells[houses[cell][k / 9] as usize][k % 9];
            if seen >> other & 1 == 0 {
                seen |= 1 << other;
                peers[cell][count] = other;
                count += 1;
            }
            k += 1;
        }
        cell += 1;
    }
    peers
}

/// A cell by its number.
pub(in crate::logic) const fn cell(number: u8) -> Cell {
    Cell { row: number / 9, column: number % 9 }
}

/// The number of a cell.
pub(in crate::logic) const fn number(cell: Cell) -> u8 {
    cell.row * 9 + cell.column
}

/// A digit, from 0, in a cell.
pub(in crate::logic) const fn candidate(number: u8, digit: u8) -> Candidate {
    Candidate { cell: cell(number), digit: Digit::at(digit as usize) }
}

/// A house by its number.
pub(in crate::logic) const fn house(number: u8) -> House {
    match number {
        0..9 => House::Box(number),
        9..18 => House::Row(number - 9),
        _ => House::Column(number - 18),
    }
}

/// The number of a house.
pub(in crate::logic) const fn house_number(house: House) -> u8 {
    match house {
        House::Box(k) => k,
        House::Row(k) => 9 + k,
        House::Column(k) => 18 + k,
    }
}

/// The first house that two cells share: their box, row or column.
pub(in crate::logic) fn shared(one: u8, other: u8) -> Option<u8> {
    let pairs = HOUSES[usize::from(one)].into_iter().zip(HOUSES[usize::from(other)]);
    pairs.into_iter().find(|(one, other)| one == other).map(|(house, _)| house)
}

/// The cells that all of some cells see.
pub(in crate::logic) fn common_peers(of: u128) -> u128 {
    super::bits::cells(of).fold(u128::MAX, |common, cell| common & SEES[usize::from(cell)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Shape;

    #[test]
    fn tables_are_those_of_the_shape() {
        let shape = Shape::CLASSIC;
        for known in shape.houses() {
            let number = house_number(known);
            assert_eq!(house(number), known);
            let cells: Vec<Cell> =
                CELLS[usize::from(number)].iter().map(|&number| cell(number)).collect();
            assert_eq!(cells, shape.cells_of(known).collect::<Vec<_>>());
        }
        for index in 0..81 {
            let [row, column, square] = shape.houses_of(shape.cell(index)).map(house_number);
            assert_eq!(HOUSES[index], [square, row, column]);
            let peers = PEERS[index].iter().fold(0, |peers, &peer| peers | 1 << peer);
            assert_eq!((peers, SEES[index].count_ones()), (SEES[index], 20));
            for (kind, &house) in HOUSES[index].iter().enumerate() {
                let place = usize::from(PLACE[index][kind]);
                assert_eq!(usize::from(CELLS[usize::from(house)][place]), index);
            }
        }
    }
}
