//! Checks of grids without a search: code that needs no trust in any engine.
//!
//! A verdict carries its witnesses, one solution or two, and this code verifies them by counting
//! digits in houses. It shares no table, no encoding and no bit trick with the engines that it
//! judges (like the proof checkers of SAT solvers, which trust no solver).
//!
//! Deliberately lacking: a proof that there are *no more* solutions. Only a search can show that;
//! the tests compare engines with nothing in common.

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
        Ok(cells) if grid.shape() == Shape::CLASSIC => clash_in(grid, first_crowded(cells)?),
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

/// The first house of a 9×9 grid with a repeated digit. One look at each cell counts all its
/// houses, without a branch on its content.
fn first_crowded(cells: &[Option<Digit>; 81]) -> Option<House> {
    // One occurrence of each digit; its count in a house has five bits.
    const ONE: [u64; 32] = {
        let mut one = [0; 32];
        let mut digit = 1;
        while digit <= 9 {
            one[digit] = 1 << (5 * (digit - 1));
            digit += 1;
        }
        one
    };
    const ONES: u64 = 0b00001_00001_00001_00001_00001_00001_00001_00001_00001;
    let [mut rows, mut columns, mut boxes] = [[0; 9]; 3];
    for (b, band) in cells.as_chunks::<27>().0.iter().enumerate() {
        // Sums of a band stay in registers; each house is written once.
        let mut of_boxes = [0; 3];
        for (line, row) in band.as_chunks::<9>().0.iter().enumerate() {
            let counts = row.map(|cell| ONE[usize::from(cell.map_or(0, Digit::value) % 32)]);
            let sum =
                |stack: usize| counts[3 * stack] + counts[3 * stack + 1] + counts[3 * stack + 2];
            let sums = [sum(0), sum(1), sum(2)];
            rows[3 * b + line] = sums[0] + sums[1] + sums[2];
            for (of_box, sum) in of_boxes.iter_mut().zip(sums) {
                *of_box += sum;
            }
            for (column, count) in columns.iter_mut().zip(counts) {
                *column += count;
            }
        }
        boxes[3 * b..3 * b + 3].copy_from_slice(&of_boxes);
    }
    let crowded =
        |counts: &[u64; 9]| counts.iter().position(|count| count & !ONES != 0).map(|k| k as u8);
    crowded(&rows)
        .map(House::Row)
        .or_else(|| crowded(&columns).map(House::Column))
        .or_else(|| crowded(&boxes).map(House::Box))
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
