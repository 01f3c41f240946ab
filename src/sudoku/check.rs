//! Checks of grids without a search: code that needs no trust in any engine.
//!
//! A verdict carries its witnesses, one solution or two, and this code verifies them by counting
//! digits in houses. It shares no table, no encoding and no bit trick with the engines that it
//! judges (like the proof checkers of SAT solvers, which trust no solver).
//!
//! Deliberately lacking: a proof that there are *no more* solutions. Only a search can show that;
//! the tests compare engines with nothing in common.

use std::mem;

use super::{Cell, Digit, Grid, House, Puzzle, Shape, Unmet};

/// Two cells of one house with the same digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the digit {digit} stands twice in {house}, in {} and {}", .cells[0], .cells[1])]
pub struct DigitClash {
    /// The house.
    pub house: House,
    /// The digit.
    pub digit: Digit,
    /// The first two cells of the house that hold it.
    pub cells: [Cell; 2],
}

/// Why a grid does not solve a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolutionFault {
    /// The two grids have different shapes.
    #[error("the solution has another shape than the puzzle")]
    Shape,
    /// A cell is empty.
    #[error("{0} is empty")]
    Empty(Cell),
    /// A digit is in a house twice.
    #[error(transparent)]
    Clash(DigitClash),
    /// A cell of the solution differs from the puzzle's clue.
    #[error("{cell} is {found} where the puzzle gives {clue}")]
    Clue {
        /// The cell.
        cell: Cell,
        /// The digit that the puzzle gives.
        clue: Digit,
        /// The digit found instead.
        found: Digit,
    },
    /// A cell of the solution has a digit that is none of its candidates.
    #[error("{cell} is {found}, which is no candidate there")]
    Candidate {
        /// The cell.
        cell: Cell,
        /// The digit found.
        found: Digit,
    },
}

/// The first two equal digits in a house, if there are any: rows first, then columns, then boxes.
///
/// ```
/// use tourdion::sudoku::{Grid, check};
///
/// let grid: Grid = "1.........1.....".parse().unwrap();
/// assert_eq!(check::clash(&grid), None);
/// let grid: Grid = "1...1...........".parse().unwrap();
/// assert_eq!(check::clash(&grid).unwrap().to_string(),
///            "the digit 1 stands twice in column 1, in r1c1 and r2c1");
/// ```
pub fn clash(grid: &Grid) -> Option<DigitClash> {
    match grid.cells().try_into() {
        Ok(cells) if grid.shape() == Shape::CLASSIC => classic_clash(cells),
        _ => grid.shape().houses().find_map(|house| clash_in(grid, house)),
    }
}

/// The first two equal digits in a house.
fn clash_in(grid: &Grid, house: House) -> Option<DigitClash> {
    let cells = || grid.shape().cells_of(house);
    let mut seen = 0u32;
    for cell in cells() {
        let Some(digit) = grid.get(cell) else { continue };
        if seen >> digit.index() & 1 == 1 {
            let earlier = cells().find(|&cell| grid.get(cell) == Some(digit))?;
            return Some(DigitClash { house, digit, cells: [earlier, cell] });
        }
        seen |= 1 << digit.index();
    }
    None
}

/// For each house of a 9×9 grid its cells, in reading order: rows, columns, boxes.
const HOUSES: [[u8; 9]; 27] = {
    let mut houses = [[0; 9]; 27];
    let mut k = 0;
    while k < 81 {
        let (house, place) = (k / 9, k % 9);
        houses[house][place] = k as u8;
        houses[9 + house][place] = (9 * place + house) as u8;
        houses[18 + house][place] =
            (27 * (house / 3) + 9 * (place / 3) + 3 * (house % 3) + place % 3) as u8;
        k += 1;
    }
    houses
};

/// A cell's row, column and box, a bit each, in the order of [`HOUSES`].
const HOUSES_OF: [u32; 81] = {
    let mut houses_of = [0; 81];
    let mut k = 0;
    while k < 27 * 9 {
        houses_of[HOUSES[k / 9][k % 9] as usize] |= 1 << (k / 9);
        k += 1;
    }
    houses_of
};

/// Of each house the cells, a bit each: the first 64, and the rest.
const CELLS_OF: [[u64; 2]; 27] = {
    let mut cells_of = [[0; 2]; 27];
    let mut k = 0;
    while k < 27 * 9 {
        let cell = HOUSES[k / 9][k % 9];
        cells_of[k / 9][cell as usize / 64] |= 1 << (cell % 64);
        k += 1;
    }
    cells_of
};

/// [`clash`] for a 9×9 grid, whose houses are known beforehand.
fn classic_clash(cells: &[Option<Digit>; 81]) -> Option<DigitClash> {
    let values = cells.map(|cell| cell.map_or(0, Digit::value));
    let filled = [filled(&values[..64]), filled(&values[64..])];
    let number = first_crowded(&values, filled)?;
    let of_house = CELLS_OF[number];
    // Of each digit the cell, counted from 1.
    let mut holders = [0u8; 16];
    let [first, second] = find_set([filled[0] & of_house[0], filled[1] & of_house[1]], |cell| {
        let holder = &mut holders[usize::from(values[cell] % 16)];
        let earlier = mem::replace(holder, cell as u8 + 1);
        (earlier != 0).then(|| [earlier - 1, cell as u8])
    })?;
    let number_of_kind = (number % 9) as u8;
    // Not by a table of functions, which are calls that are mispredicted.
    let house = match number / 9 {
        0 => House::Row(number_of_kind),
        1 => House::Column(number_of_kind),
        _ => House::Box(number_of_kind),
    };
    let at = |cell: u8| Cell { row: cell / 9, column: cell % 9 };
    Some(DigitClash { house, digit: cells[usize::from(first)]?, cells: [at(first), at(second)] })
}

/// The first house of a 9×9 grid with a repeated digit: of each digit it is noted in which houses
/// it was seen, and of all digits in which one was seen again.
fn first_crowded(values: &[u8; 81], filled: [u64; 2]) -> Option<usize> {
    const ROWS: u32 = (1 << 9) - 1;
    let (mut seen, mut again) = ([0; 16], 0u32);
    // From digit to digit by masks: a branch for each cell would be mispredicted.
    let _row = find_set(filled, |cell| {
        let houses = &mut seen[usize::from(values[cell] % 16)];
        again |= *houses & HOUSES_OF[cell];
        *houses |= HOUSES_OF[cell];
        // Rows are first, and this one is the first of them.
        (again & ROWS != 0).then_some(())
    });
    (again != 0).then(|| again.trailing_zeros() as usize)
}

/// The first that `find` finds at the places of bits that are set, in order.
fn find_set<T>(masks: [u64; 2], mut find: impl FnMut(usize) -> Option<T>) -> Option<T> {
    for (first, mut mask) in [(0, masks[0]), (64, masks[1])] {
        while mask != 0 {
            // The limit is never reached. It spares a check.
            let place = (first + mask.trailing_zeros() as usize).min(80);
            mask &= mask - 1;
            if let Some(found) = find(place) {
                return Some(found);
            }
        }
    }
    None
}

/// Which of up to 64 values below 128 are not 0, a bit each.
fn filled(values: &[u8]) -> u64 {
    let (eights, rest) = values.as_chunks::<8>();
    let mut filled = 0;
    for (k, &eight) in eights.iter().enumerate() {
        // The highest bit of each byte by a sum without carries, gathered by a product without
        // carries.
        let high = (u64::from_le_bytes(eight) + 0x7F7F_7F7F_7F7F_7F7F) >> 7 & 0x0101_0101_0101_0101;
        filled |= (high.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * k);
    }
    for (k, &value) in rest.iter().enumerate() {
        filled |= u64::from(value != 0) << (8 * eights.len() + k);
    }
    filled
}

/// Whether every house of `grid` holds every digit once.
pub fn is_solution(grid: &Grid) -> bool {
    grid.is_full() && clash(grid).is_none()
}

/// The first cell, in reading order, in which two grids differ; or that only one of them has.
pub fn first_difference(one: &Grid, other: &Grid) -> Option<Cell> {
    if one.shape() == other.shape() {
        let index = one.cells().iter().zip(other.cells()).position(|(a, b)| a != b)?;
        return Some(one.shape().cell(index));
    }
    let larger = if one.shape().cells() < other.shape().cells() { other } else { one };
    let cells = (0..larger.shape().cells()).map(|index| larger.shape().cell(index));
    cells.into_iter().find(|&cell| one.get(cell) != other.get(cell))
}

/// Whether `solution` is a solution of `puzzle`.
///
/// # Errors
/// The first reason found why it is not.
pub fn solves(puzzle: &impl Puzzle, solution: &Grid) -> Result<(), SolutionFault> {
    let shape = puzzle.shape();
    if solution.shape() != shape {
        return Err(SolutionFault::Shape);
    }
    if let Some(index) = solution.cells().iter().position(Option::is_none) {
        return Err(SolutionFault::Empty(shape.cell(index)));
    }
    if let Some(Unmet { cell, clue, found }) = puzzle.unmet(solution) {
        return Err(match clue {
            Some(clue) => SolutionFault::Clue { cell, clue, found },
            None => SolutionFault::Candidate { cell, found },
        });
    }
    clash(solution).map_or(Ok(()), |clash| Err(SolutionFault::Clash(clash)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::sudoku::Marks;

    const PUZZLE: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    const SOLUTION: &str =
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

    #[test]
    fn the_solution_of_inkalas_puzzle() {
        let (puzzle, solution): (Grid, Grid) = (PUZZLE.parse().unwrap(), SOLUTION.parse().unwrap());
        assert_eq!(solves(&puzzle, &solution), Ok(()));
    }

    #[test]
    fn each_fault_is_named() {
        let puzzle: Grid = PUZZLE.parse().unwrap();
        let fault = |text: &str| solves(&puzzle, &text.parse().unwrap()).unwrap_err().to_string();
        assert_eq!(fault("1234341221434321"), "the solution has another shape than the puzzle");
        assert_eq!(fault(PUZZLE), "r1c2 is empty");
        assert_eq!(fault(&SOLUTION.replacen('8', "9", 1)), "r1c1 is 9 where the puzzle gives 8");
        // Two digits of the first row exchanged, neither a clue.
        let exchanged = format!("821{}", &SOLUTION[3..]);
        assert_eq!(fault(&exchanged), "the digit 2 stands twice in column 2, in r1c2 and r7c2");
    }

    #[test]
    fn a_digit_that_is_no_candidate_is_named() {
        let (puzzle, solution): (Grid, Grid) = (PUZZLE.parse().unwrap(), SOLUTION.parse().unwrap());
        let mut marks = Marks::of(&puzzle);
        assert_eq!(solves(&marks, &solution), Ok(()));
        let candidate = solution.clues().nth(40).unwrap();
        marks.remove(candidate);
        let fault = solves(&marks, &solution).unwrap_err();
        assert_eq!(fault.to_string(), "r5c5 is 4, which is no candidate there");
    }

    #[test]
    fn the_quick_look_finds_the_first_house_that_the_slow_one_finds() {
        let solution: Grid = SOLUTION.parse().unwrap();
        let mut found = BTreeSet::new();
        for first in 0..81 {
            for second in 0..81 {
                let mut grid = solution.clone();
                let (first, second) = (Shape::CLASSIC.cell(first), Shape::CLASSIC.cell(second));
                grid.set(second, solution.get(first));
                let slow = Shape::CLASSIC.houses().find_map(|house| clash_in(&grid, house));
                assert_eq!(clash(&grid), slow, "{grid}");
                found.extend(slow.map(|clash| clash.house));
                // Among empty cells the same two digits clash or not.
                grid = Grid::empty(Shape::CLASSIC);
                for cell in [first, second] {
                    grid.set(cell, Some(Digit::at(8)));
                }
                let slow = Shape::CLASSIC.houses().find_map(|house| clash_in(&grid, house));
                assert_eq!(clash(&grid), slow, "{grid}");
                found.extend(slow.map(|clash| clash.house));
            }
        }
        assert_eq!(found.len(), 27, "{found:?}");
    }

    #[test]
    fn clashes_are_found_in_every_house() {
        let shape = super::super::Shape::new(2, 3).unwrap();
        for house in shape.houses() {
            let cells: Vec<Cell> = shape.cells_of(house).collect();
            for (a, &first) in cells.iter().enumerate() {
                for &second in &cells[a + 1..] {
                    let mut grid = Grid::empty(shape);
                    grid.set(first, Some(Digit::at(3)));
                    grid.set(second, Some(Digit::at(3)));
                    let found = clash(&grid).expect("two equal digits in a house are a clash");
                    assert_eq!(found.cells, [first, second]);
                    grid.set(second, Some(Digit::at(4)));
                    assert_eq!(clash(&grid), None);
                }
            }
        }
    }
}
