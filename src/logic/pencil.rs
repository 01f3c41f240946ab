//! Pencil marks: the candidates left of each cell.
//!
//! Invariant: a *set* cell has exactly its digit. A cell that is not set has no digit that is set
//! in one of its houses.

use std::fmt;

use crate::sudoku::{Candidate, Cell, Digit, Grid, House, Marks, Shape, check};

/// A grid with the candidates left in each cell. Two are equal if they have the same candidates and
/// the same set cells, even if they belong to different puzzles.
#[derive(Clone, Debug)]
pub struct Pencil {
    shape: Shape,
    cells: Vec<Left>,
    /// Whether the puzzle itself takes candidates from each cell.
    clued: Vec<bool>,
}

impl PartialEq for Pencil {
    fn eq(&self, other: &Pencil) -> bool {
        self.shape == other.shape && self.cells == other.cells
    }
}

impl Eq for Pencil {}

/// What is left of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Left {
    /// A bit for each digit left.
    digits: u32,
    is_set: bool,
}

/// Why a puzzle has no solution, as far as pencil marks show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Contradiction {
    /// Type 1: one digit is set twice in a house.
    #[error("{digit} stands twice in {house}, in {} and {}", .cells[0], .cells[1])]
    Twice {
        /// The digit.
        digit: Digit,
        /// The house.
        house: House,
        /// Two of its cells with the digit.
        cells: [Cell; 2],
    },
    /// Type 2: a cell has no candidate.
    #[error("nothing is left for {0}")]
    NoCandidate(Cell),
    /// Type 3: a house has no place for a digit.
    #[error("no place is left for {digit} in {house}")]
    NoPlace {
        /// The digit.
        digit: Digit,
        /// The house.
        house: House,
    },
}

impl Pencil {
    /// The candidates that the clues of a puzzle leave. Clashing clues are set too; see
    /// [`contradiction`](Pencil::contradiction).
    pub fn of(puzzle: &Grid) -> Pencil {
        let shape = puzzle.shape();
        let empty = Left { digits: (1 << shape.size()) - 1, is_set: false };
        let (cells, clued) = (vec![empty; shape.cells()], vec![false; shape.cells()]);
        let mut pencil = Pencil { shape, cells, clued };
        for clue in puzzle.clues() {
            pencil.clued[shape.index(clue.cell)] = true;
            pencil.set(clue, &mut |_| {});
        }
        pencil
    }

    /// The candidates that a puzzle of pencil marks gives. A digit alone in its cell is set if none
    /// of its neighbours has it as a candidate; otherwise it is a single that a step has to set.
    pub fn of_marks(marks: &Marks) -> Pencil {
        let left = |&digits| Left { digits, is_set: false };
        let all = (1 << marks.shape().size()) - 1;
        let mut pencil = Pencil {
            shape: marks.shape(),
            cells: marks.bits().iter().map(left).collect(),
            clued: marks.bits().iter().map(|&digits| digits != all).collect(),
        };
        for cell in (0..marks.shape().cells()).map(|index| marks.shape().cell(index)) {
            if let Some(digit) = pencil.only_digit(cell) {
                pencil.set_if_alone(Candidate { cell, digit });
            }
        }
        pencil
    }

    /// The candidates as pencil marks, whether cells are set or not.
    pub fn marks(&self) -> Marks {
        Marks::of_bits(self.shape, self.cells.iter().map(|left| left.digits).collect())
    }

    /// Sets a cell if that removes no candidate.
    fn set_if_alone(&mut self, candidate: Candidate) {
        let mut after = self.clone();
        let mut takes = self.digits(candidate.cell).count() > 1;
        after.set(candidate, &mut |_| takes = true);
        if !takes {
            *self = after;
        }
    }

    /// The grid's shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The candidates of a cell; none of one outside the grid.
    pub fn digits(&self, cell: Cell) -> impl DoubleEndedIterator<Item = Digit> + Clone + use<> {
        let digits = self.left(cell).digits;
        self.shape.digits().filter(move |digit| digits >> digit.index() & 1 == 1)
    }

    /// Whether a digit may still stand in a cell; not in one outside the grid.
    pub fn has(&self, candidate: Candidate) -> bool {
        self.left(candidate.cell).digits >> candidate.digit.index() & 1 == 1
    }

    /// Whether a cell is set. A single candidate is not yet set.
    pub fn is_set(&self, cell: Cell) -> bool {
        self.left(cell).is_set
    }

    /// Whether the puzzle itself restricts a cell: it has a clue there, or pencil marks that are
    /// not all digits.
    ///
    /// ```
    /// use tourdion::logic::{Pencil, totem};
    /// use tourdion::sudoku::{Cell, Grid};
    ///
    /// let mut pencil = Pencil::of(&"123.............".parse::<Grid>()?);
    /// totem(&mut pencil, &mut |_| {})?;
    /// let cell = |column| Cell { row: 0, column };
    /// assert!(pencil.is_clued(cell(2)) && pencil.is_set(cell(3)) && !pencil.is_clued(cell(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_clued(&self, cell: Cell) -> bool {
        self.shape.has(cell) && self.clued[self.shape.index(cell)]
    }

    /// The cells of a house where a digit is possible or set.
    pub fn places(&self, house: House, digit: Digit) -> impl Iterator<Item = Cell> + Clone {
        self.shape.cells_of(house).filter(move |&cell| self.has(Candidate { cell, digit }))
    }

    /// The digit of a cell with one candidate, set or not.
    pub fn only_digit(&self, cell: Cell) -> Option<Digit> {
        let mut digits = self.digits(cell);
        digits.next().filter(|_| digits.next().is_none())
    }

    /// The place of a digit with one place in a house, set or not.
    pub fn only_place(&self, house: House, digit: Digit) -> Option<Cell> {
        let mut places = self.places(house, digit);
        places.next().filter(|_| places.next().is_none())
    }

    /// Sets a cell to a digit. The other candidates of the digit in the houses of the cell are
    /// removed, and `gone` receives each. The other candidates of the cell are removed, too.
    ///
    /// # Panics
    /// If the cell is outside the grid or the digit too large for it.
    pub fn set(&mut self, Candidate { cell, digit }: Candidate, gone: &mut dyn FnMut(Candidate)) {
        assert!(digit.index() < self.shape.size(), "a digit is at most the grid's size");
        assert!(self.shape.has(cell), "a cell is in the grid");
        let others = self.digits(cell).filter(|&other| other != digit).collect::<Vec<_>>();
        for digit in others {
            gone(Candidate { cell, digit });
        }
        let index = self.shape.index(cell);
        self.cells[index] = Left { digits: 1 << digit.index(), is_set: true };
        let shape = self.shape;
        for neighbour in shape.houses_of(cell).into_iter().flat_map(|house| shape.cells_of(house)) {
            let candidate = Candidate { cell: neighbour, digit };
            if neighbour != cell && !self.is_set(neighbour) && self.has(candidate) {
                self.remove(candidate);
                gone(candidate);
            }
        }
    }

    /// Removes a candidate, unless it is set.
    ///
    /// # Panics
    /// If the cell is outside the grid.
    pub fn remove(&mut self, Candidate { cell, digit }: Candidate) {
        assert!(self.shape.has(cell), "a cell is in the grid");
        let marks = &mut self.cells[self.shape.index(cell)];
        if !marks.is_set {
            marks.digits &= !(1 << digit.index());
        }
    }

    /// Removes candidates, as [`remove`](Pencil::remove) does.
    ///
    /// # Panics
    /// As [`Pencil::remove`].
    pub fn remove_all(&mut self, candidates: &[Candidate]) {
        for &candidate in candidates {
            self.remove(candidate);
        }
    }

    /// The first contradiction: type 1 before 2 before 3.
    pub fn contradiction(&self) -> Option<Contradiction> {
        if let Some(check::DigitClash { house, digit, cells }) = check::clash(&self.grid()) {
            return Some(Contradiction::Twice { digit, house, cells });
        }
        let mut cells = (0..self.cells.len()).map(|index| self.shape.cell(index));
        if let Some(cell) = cells.find(|&cell| self.left(cell).digits == 0) {
            return Some(Contradiction::NoCandidate(cell));
        }
        let mut pairs = self
            .shape
            .houses()
            .flat_map(|house| self.shape.digits().map(move |digit| (house, digit)));
        let lacking = pairs.find(|&(house, digit)| self.places(house, digit).next().is_none());
        lacking.map(|(house, digit)| Contradiction::NoPlace { digit, house })
    }

    /// The contradiction in the pencil marks of a puzzle, if it can be seen without a step. A digit
    /// that is alone in two cells of a house counts as set twice.
    pub fn contradiction_of(marks: &Marks) -> Option<Contradiction> {
        let (pencil, shape) = (Pencil::of_marks(marks), marks.shape());
        let twice = shape.houses().find_map(|house| {
            let mut alone: Vec<(Digit, Cell)> = shape
                .cells_of(house)
                .filter_map(|cell| Some((pencil.only_digit(cell)?, cell)))
                .collect();
            alone.sort_unstable();
            let pair = alone.windows(2).find(|pair| pair[0].0 == pair[1].0)?;
            Some(Contradiction::Twice { digit: pair[0].0, house, cells: [pair[0].1, pair[1].1] })
        });
        twice.or_else(|| pencil.contradiction())
    }

    /// The number of candidates left, including set ones.
    pub fn candidate_count(&self) -> usize {
        self.cells.iter().map(|marks| marks.digits.count_ones() as usize).sum()
    }

    /// Whether all cells are set.
    pub fn is_full(&self) -> bool {
        self.cells.iter().all(|marks| marks.is_set)
    }

    /// The cells that are set.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::empty(self.shape);
        for (index, marks) in self.cells.iter().enumerate().filter(|(_, marks)| marks.is_set) {
            grid.set(
                self.shape.cell(index),
                Some(Digit::at(marks.digits.trailing_zeros() as usize)),
            );
        }
        grid
    }

    /// What is left of a cell: nothing of one outside the grid.
    fn left(&self, cell: Cell) -> Left {
        if !self.shape.has(cell) {
            return Left { digits: 0, is_set: false };
        }
        self.cells[self.shape.index(cell)]
    }
}

impl fmt::Display for Pencil {
    /// As [`Pencil::forum`] with the usual symbols.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.forum(&crate::sudoku::Alphabet::usual(self.shape)).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Single, Unfounded};
    use super::*;

    fn contradiction(puzzle: &str) -> Option<String> {
        Pencil::of(&puzzle.parse().unwrap()).contradiction().map(|found| found.to_string())
    }

    #[test]
    fn each_type_of_contradiction_is_found_and_named() {
        assert_eq!(contradiction("1....2..3......4"), None);
        assert_eq!(
            contradiction("1..1............").unwrap(),
            "1 stands twice in row 1, in r1c1 and r1c4"
        );
        assert_eq!(contradiction("12....3....4....").as_deref(), Some("nothing is left for r1c4"));
        // daj95376's example: 3 in r1c8 leaves no place for it in box 1.
        let type_3 = [".......3.", "456......", "789......", &".".repeat(54)].concat();
        assert_eq!(contradiction(&type_3).unwrap(), "no place is left for 3 in box 1");
    }

    #[test]
    fn marks_are_those_of_their_clues() {
        let hard =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        for puzzle in ["1..............2", hard] {
            let puzzle: Grid = puzzle.parse().unwrap();
            let pencil = Pencil::of(&puzzle);
            assert_eq!(pencil.marks(), Marks::of(&puzzle));
            assert_eq!(Pencil::of_marks(&pencil.marks()), pencil);
            assert_eq!(pencil.to_string().parse::<Marks>().ok(), {
                (puzzle.shape() == Shape::CLASSIC).then(|| pencil.marks())
            });
        }
    }

    #[test]
    fn a_single_with_neighbours_is_still_to_be_made() {
        let marks: Marks = ("1...".to_owned() + &"1234".repeat(15)).parse().unwrap();
        let pencil = Pencil::of_marks(&marks);
        assert!(!pencil.is_set(Cell { row: 0, column: 0 }));
        assert_eq!(pencil.candidate_count(), 61);
    }

    #[test]
    fn marks_that_contradict_each_other() {
        let rest = "1234".repeat(12);
        for (row, found) in [
            ("1...1...12341234", "1 stands twice in row 1, in r1c1 and r1c2"),
            ("12..12..12..12..", "no place is left for 3 in row 1"),
            ("....123412341234", "nothing is left for r1c1"),
        ] {
            let marks: Marks = (row.to_owned() + &rest).parse().unwrap();
            let contradiction = Pencil::contradiction_of(&marks).map(|found| found.to_string());
            assert_eq!(contradiction.as_deref(), Some(found));
        }
        assert_eq!(Pencil::contradiction_of(&Marks::all(Shape::CLASSIC)), None);
    }

    #[test]
    fn a_cell_outside_the_grid_is_no_other() {
        // By its number r1c10 would be r2c1.
        let pencil = Pencil::of(&"1....2..3......4".parse().unwrap());
        for outside in ["r1c5", "r1c9", "r5c1", "r25c25"].map(|name| name.parse().unwrap()) {
            let candidate = Candidate { cell: outside, digit: Digit::at(0) };
            assert_eq!((pencil.digits(outside).count(), pencil.only_digit(outside)), (0, None));
            assert!(!pencil.has(candidate) && !pencil.is_set(outside));
            assert!(!pencil.is_clued(outside));
            let single = Single { candidate, house: None };
            assert_eq!(single.check(&pencil), Err(Unfounded::Gone(single)));
            let refused = |change: &dyn Fn(&mut Pencil)| {
                let mut other = pencil.clone();
                let change = std::panic::AssertUnwindSafe(|| change(&mut other));
                std::panic::catch_unwind(change).is_err() && other == pencil
            };
            assert!(refused(&|pencil| pencil.remove(candidate)));
            assert!(refused(&|pencil| pencil.set(candidate, &mut |_| {})));
        }
        assert_eq!(pencil.only_place(House::Row(4), Digit::at(0)), None);
        assert_eq!(pencil.places(House::Box(200), Digit::at(24)).count(), 0);
    }

    #[test]
    fn what_goes_is_heard_once() {
        let mut pencil = Pencil::of(&Grid::empty(Shape::CLASSIC));
        let candidate = Candidate { cell: Cell { row: 4, column: 4 }, digit: Digit::at(2) };
        let mut gone = Vec::new();
        pencil.set(candidate, &mut |candidate| gone.push(candidate));
        assert_eq!(gone.len(), 8 + 20);
        let reported = gone.clone();
        gone.sort();
        gone.dedup();
        assert_eq!(gone.len(), reported.len());
        assert!(reported.iter().all(|&gone| !pencil.has(gone)));
        assert!(pencil.is_set(candidate.cell) && pencil.has(candidate));
        pencil.remove(candidate);
        assert!(pencil.has(candidate));
        assert_eq!(pencil.grid().clue_count(), 1);
    }
}
