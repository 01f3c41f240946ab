//! Unavoidable sets found without a search: why some clues can't go.
//!
//! ```text
//!   5 . . | 2 . .   5 and 2 can be exchanged in these four cells:     . 3 . | . 8 .
//!   . . . | . . .   that gives another solution. So a proper puzzle   . 8 . | . 3 .
//!   2 . . | 5 . .   has a clue in one of them; and if it has only     and 3 and 8 here, as well as
//!                   one left there, that one is needed.               by digits by these two rows
//! ```
//!
//! An **unavoidable set** is the cells where a solution differs from another grid that keeps all
//! rules. Two families are found by walking round: the cells of two digits, which fall into parts
//! that no house links; and the cells of two lines of a chute, which fall into cycles, from a digit
//! in one line to the same digit in the other. Large sets are left out, since they rarely come down
//! to one clue. Measured in throw-away builds: for one puzzle, finding the sets of digits takes as
//! long as the questions that they save; it pays if many puzzles are made from one solution.
//! (Unavoidable sets are the tool of the search for 16 clues: `McGuire`, Tugemann and Civario,
//! *There is no 16-Clue Sudoku*, 2012, section 4.)
//!
//! Invariant: `left` has the number of clues of each set. Set 0 is a dummy that never runs out:
//! cells in few sets are also in it, so that every cell is in the same number of sets.

use crate::sudoku::{Cell, Digit, Grid, Shape};

/// The most pairs of cells that a set may have.
const MOST_PAIRS: u32 = 6;

/// The same, for finding sets quickly.
const FEW_PAIRS: u32 = 5;

/// More than the places in `of_cell`, and far enough below the limit of a counter.
const NEVER_OUT: u16 = 1 << 15;

/// Some unavoidable sets of a solution, and the number of a puzzle's clues left in each.
#[derive(Clone, Debug)]
pub(super) struct UnavoidableSets {
    shape: Shape,
    most_pairs: u32,
    /// The number of sets of a cell: one for each other digit, if these are used, and one for each
    /// other line of its chutes.
    memberships: usize,
    /// The sets of each cell, `memberships` places for each; below, the number of places taken.
    of_cell: Vec<u16>,
    count: Vec<u8>,
    left: Vec<u16>,
}

/// The places of a solution's digits: for each digit and each row, column or box. It is scratch
/// space that many sets can share.
#[derive(Clone, Debug)]
pub(super) struct Places {
    column_in_row: Table,
    box_in_row: Table,
    row_in_column: Table,
    row_in_box: Table,
}

/// A number for each digit and each row, column or box, in rows of 32.
#[derive(Clone, Debug)]
struct Table(Box<[u8; 1024]>);

impl Table {
    fn new() -> Table {
        Table(Box::new([0; 1024]))
    }

    /// The remainder changes nothing, but spares a bounds check.
    fn get(&self, digit: usize, place: usize) -> usize {
        usize::from(self.0[(32 * digit + place) % 1024])
    }

    fn set(&mut self, digit: usize, place: usize, value: usize) {
        self.0[(32 * digit + place) % 1024] = value as u8;
    }
}

impl UnavoidableSets {
    /// Room for the sets of both families.
    pub(super) fn new(shape: Shape) -> UnavoidableSets {
        let memberships = shape.size() - 1 + shape.box_rows() - 1 + shape.box_columns() - 1;
        UnavoidableSets::with(shape, MOST_PAIRS, memberships)
    }

    /// Room for the sets of lines only.
    pub(super) fn by_lines(shape: Shape) -> UnavoidableSets {
        UnavoidableSets::with(shape, FEW_PAIRS, shape.box_rows() - 1 + shape.box_columns() - 1)
    }

    fn with(shape: Shape, most_pairs: u32, memberships: usize) -> UnavoidableSets {
        UnavoidableSets {
            shape,
            most_pairs,
            memberships,
            of_cell: vec![0; memberships * shape.cells()],
            count: vec![0; shape.cells()],
            left: Vec::new(),
        }
    }

    /// Finds the sets of a solution, with all cells as clues: those of lines, and with `places`
    /// those of digits too.
    pub(super) fn find(&mut self, solution: &Grid, places: Option<&mut Places>) {
        self.left.clear();
        self.left.push(NEVER_OUT);
        self.of_cell.fill(0);
        self.count.fill(0);
        if let Some(places) = places {
            places.find(solution);
            self.find_by_digits(places);
        }
        let (rows, columns) = (self.shape.box_rows(), self.shape.box_columns());
        self.find_by_lines(solution, rows, |line, place| (line, place));
        self.find_by_lines(solution, columns, |line, place| (place, line));
    }

    /// Adds a cell to the next set.
    fn add(&mut self, cell: usize) {
        let count = &mut self.count[cell];
        self.of_cell[cell * self.memberships + usize::from(*count)] = self.left.len() as u16;
        *count += 1;
    }

    /// The sets of a cell.
    fn sets_of(&self, cell: Cell) -> std::ops::Range<usize> {
        let first = self.shape.index(cell) * self.memberships;
        first..first + self.memberships
    }

    /// Two digits: from each row of the one, through the other's column and box, to further rows.
    fn find_by_digits(&mut self, places: &Places) {
        let size = self.shape.size();
        for one in 0..size {
            for other in one + 1..size {
                let mut rows = (1u32 << size) - 1;
                while rows != 0 {
                    let part = places.linked_rows(one, other, rows.trailing_zeros() as usize);
                    rows &= !part;
                    if part.count_ones() > self.most_pairs {
                        continue;
                    }
                    for row in bits(part) {
                        self.add(row * size + places.column_in_row.get(one, row));
                        self.add(row * size + places.column_in_row.get(other, row));
                    }
                    self.left.push(2 * part.count_ones() as u16);
                }
            }
        }
    }

    /// Two lines of a chute: from a digit in one to the same digit in the other, and across.
    fn find_by_lines(
        &mut self,
        solution: &Grid,
        lines: usize,
        at: impl Fn(usize, usize) -> (usize, usize),
    ) {
        let size = self.shape.size();
        let cell = |line: usize, place: usize| {
            let (row, column) = at(line, place);
            row * size + column
        };
        let mut digits = [[0u8; 32]; Digit::MAX as usize];
        for (line, digits) in digits[..size].iter_mut().enumerate() {
            for (place, digit) in digits[..size].iter_mut().enumerate() {
                *digit = solution.cells()[cell(line, place)].map_or(0, Digit::index) as u8;
            }
        }
        for one in 0..size {
            let mut place_of = [0u8; 32];
            (0..size)
                .for_each(|place| place_of[usize::from(digits[one][place]) % 32] = place as u8);
            for other in (one + 1..size).take_while(|other| other / lines == one / lines) {
                let mut places = (1u32 << size) - 1;
                while places != 0 {
                    let mut place = places.trailing_zeros() as usize;
                    let mut cycle = 0;
                    while cycle >> place & 1 == 0 {
                        cycle |= 1 << place;
                        place = usize::from(place_of[usize::from(digits[other][place % 32]) % 32]);
                    }
                    places &= !cycle;
                    if cycle.count_ones() > self.most_pairs {
                        continue;
                    }
                    for place in bits(cycle) {
                        self.add(cell(one, place));
                        self.add(cell(other, place));
                    }
                    self.left.push(2 * cycle.count_ones() as u16);
                }
            }
        }
    }

    /// Takes the clues of `cells` away, unless some set would lose its last clue: then changes
    /// nothing and returns false.
    pub(super) fn take(&mut self, cells: &[Cell]) -> bool {
        let mut is_hit = true;
        for &cell in cells {
            for &set in &self.of_cell[self.sets_of(cell)] {
                let left = &mut self.left[usize::from(set)];
                *left -= 1;
                is_hit &= *left != 0;
            }
        }
        if !is_hit {
            self.put_back(cells);
        }
        is_hit
    }

    /// Copies the numbers of clues from `other`, which has the same solution.
    pub(super) fn restore(&mut self, other: &UnavoidableSets) {
        self.left.clone_from(&other.left);
    }

    /// Puts the clues of `cells` back.
    pub(super) fn put_back(&mut self, cells: &[Cell]) {
        for &cell in cells {
            for &set in &self.of_cell[self.sets_of(cell)] {
                self.left[usize::from(set)] += 1;
            }
        }
    }
}

impl Places {
    pub(super) fn new() -> Places {
        Places {
            column_in_row: Table::new(),
            box_in_row: Table::new(),
            row_in_column: Table::new(),
            row_in_box: Table::new(),
        }
    }

    fn find(&mut self, solution: &Grid) {
        let (shape, size) = (solution.shape(), solution.shape().size());
        let mut digits = solution.cells().iter().map(|digit| digit.map_or(0, Digit::index));
        for row in 0..size {
            for (column, digit) in digits.by_ref().take(size).enumerate() {
                let within = shape.box_of(Cell { row: row as u8, column: column as u8 });
                self.column_in_row.set(digit, row, column);
                self.box_in_row.set(digit, row, within);
                self.row_in_column.set(digit, column, row);
                self.row_in_box.set(digit, within, row);
            }
        }
    }

    /// The rows that houses link with `row`, each from one of the two digits to the other. (Both
    /// ways round are permutations of the rows, so going forward is enough.)
    fn linked_rows(&self, one: usize, other: usize, row: usize) -> u32 {
        let mut linked = 1u32 << row;
        let mut untried = linked;
        while untried != 0 {
            let row = untried.trailing_zeros() as usize;
            untried &= untried - 1;
            let by_column = self.row_in_column.get(one, self.column_in_row.get(other, row));
            let by_box = self.row_in_box.get(one, self.box_in_row.get(other, row));
            let next = 1u32 << by_column | 1 << by_box;
            untried |= next & !linked;
            linked |= next;
        }
        linked
    }
}

/// The places of the bits that are set.
fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;
    use crate::generate::full::Filler;
    use crate::verify::{LinksVerifier, Verdict, Verifier};

    /// The cells of each set; none for the dummy.
    fn members(sets: &UnavoidableSets) -> Vec<Vec<Cell>> {
        let mut members = vec![Vec::new(); sets.left.len()];
        for cell in (0..sets.shape.cells()).map(|index| sets.shape.cell(index)) {
            for &set in &sets.of_cell[sets.sets_of(cell)] {
                members[usize::from(set)].push(cell);
            }
        }
        members[0].clear();
        members
    }

    #[test]
    fn each_set_is_unavoidable() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (1, 5), (1, 1)] {
            let shape = Shape::new(rows, columns).unwrap();
            let (mut filler, mut sets) = (Filler::new(shape), UnavoidableSets::new(shape));
            let mut verifier = LinksVerifier::new(shape);
            for number in 0..5 {
                let solution = filler.fill(&mut Chance::new(1, number));
                sets.find(solution.grid(), Some(&mut Places::new()));
                for (set, cells) in members(&sets).iter().enumerate().skip(1) {
                    assert_eq!(cells.len(), usize::from(sets.left[set]), "each cell is there once");
                    let mut without = solution.grid().clone();
                    for &cell in cells {
                        without.set(cell, None);
                    }
                    let Verdict::Pseudo(witnesses) = verifier.verify(&without) else {
                        panic!("{solution} without {cells:?}")
                    };
                    assert!(witnesses.iter().any(|witness| *witness != solution));
                }
            }
        }
    }

    #[test]
    fn the_last_clue_of_a_set_is_not_taken() {
        let shape = Shape::CLASSIC;
        let solution = Filler::new(shape).fill(&mut Chance::new(2, 0));
        let mut sets = UnavoidableSets::new(shape);
        sets.find(solution.grid(), Some(&mut Places::new()));
        for cells in members(&sets).into_iter().skip(1) {
            let before = sets.left.clone();
            assert!(!sets.take(&cells), "not all of {cells:?} can go");
            assert_eq!(sets.left, before);
            let (_, others) = cells.split_last().expect("no set is empty");
            for &cell in others {
                // If it stays, a smaller set keeps it.
                let is_taken = sets.take(&[cell]);
                let keeps = |set: &Vec<Cell>| set.contains(&cell) && set.len() <= others.len();
                assert!(is_taken || members(&sets).iter().any(keeps));
            }
            sets.find(solution.grid(), Some(&mut Places::new()));
        }
    }
}
