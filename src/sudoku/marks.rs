//! Pencil marks: the candidates of each cell, as a puzzle gives them.
//!
//! ```text
//!      clues                 pencil marks: a place for each digit of each cell
//!      1 . . .               1... .234 .234 .234
//!      . . 2 .               .234 ...
//!      ...
//! ```
//!
//! A puzzle of pencil marks, a *sukaku*, allows some candidates and excludes the others. A puzzle
//! of clues is a special one ([`Marks::of`]), and most sukakus are no puzzles of clues: no clue
//! excludes a single candidate. A solution takes one candidate of each cell.
//!
//! Invariant: no digit exceeds the shape's size. A cell may have no candidate at all: the puzzle is
//! then impossible, and not malformed.
//!
//! Deliberately lacking: which cells are solved; see [`Pencil`](crate::logic::Pencil).

use std::fmt;
use std::str::FromStr;

use super::{Alphabet, Candidate, Cell, Digit, Grid, Shape};

mod read;

pub use read::{MarksError, MarksFault};

/// The candidates of each cell.
///
/// Written by `Display` as a line, and read from one, or from a framed grid, by `str::parse`:
///
/// ```
/// use tourdion::sudoku::{Grid, Marks};
///
/// let puzzle: Grid = "1....2..3......4".parse()?;
/// let marks = Marks::of(&puzzle);
/// assert!(marks.to_string().starts_with("1.....34.234.23."));
/// assert_eq!(marks.to_string().parse::<Marks>()?, marks);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Marks {
    shape: Shape,
    /// A bit for each candidate of a cell.
    cells: Vec<u32>,
}

impl Marks {
    /// All candidates of a shape.
    pub fn all(shape: Shape) -> Marks {
        Marks { shape, cells: vec![(1 << shape.size()) - 1; shape.cells()] }
    }

    /// The candidates that the clues of a puzzle leave: in a cell with a clue its digit, in another
    /// cell the digits that no clue in its houses has. The marks have the same solutions as the
    /// puzzle.
    pub fn of(puzzle: &Grid) -> Marks {
        let shape = puzzle.shape();
        let mut marks = Marks::all(shape);
        for Candidate { cell, digit } in puzzle.clues() {
            for house in shape.houses_of(cell) {
                shape.cells_of(house).for_each(|cell| marks.remove(Candidate { cell, digit }));
            }
        }
        for Candidate { cell, digit } in puzzle.clues() {
            marks.cells[shape.index(cell)] = 1 << digit.index();
        }
        marks
    }

    /// The marks with these candidates, a bit for each digit of each cell in reading order.
    pub(crate) fn of_bits(shape: Shape, cells: Vec<u32>) -> Marks {
        assert_eq!(cells.len(), shape.cells(), "marks have the cells of their shape");
        debug_assert!(cells.iter().all(|&cell| cell >> shape.size() == 0), "digits fit the shape");
        Marks { shape, cells }
    }

    /// The shape that fixes the size and the boxes.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// A bit for each candidate of each cell, in reading order.
    pub(crate) fn bits(&self) -> &[u32] {
        &self.cells
    }

    /// The candidates of a cell; none of one outside the grid.
    pub fn digits(&self, cell: Cell) -> impl DoubleEndedIterator<Item = Digit> + Clone + use<> {
        let digits = if self.shape.has(cell) { self.cells[self.shape.index(cell)] } else { 0 };
        self.shape.digits().filter(move |digit| digits >> digit.index() & 1 == 1)
    }

    /// Whether there is a candidate.
    pub fn has(&self, Candidate { cell, digit }: Candidate) -> bool {
        self.shape.has(cell) && self.cells[self.shape.index(cell)] >> digit.index() & 1 == 1
    }

    /// Adds a candidate.
    ///
    /// # Panics
    /// If the cell is outside the grid or the digit too large for it.
    pub fn add(&mut self, Candidate { cell, digit }: Candidate) {
        assert!(digit.index() < self.shape.size(), "a digit is at most the grid's size");
        assert!(self.shape.has(cell), "a cell is in the grid");
        self.cells[self.shape.index(cell)] |= 1 << digit.index();
    }

    /// Removes a candidate.
    ///
    /// # Panics
    /// If the cell is outside the grid.
    pub fn remove(&mut self, Candidate { cell, digit }: Candidate) {
        assert!(self.shape.has(cell), "a cell is in the grid");
        self.cells[self.shape.index(cell)] &= !(1 << digit.index());
    }

    /// The candidates, cell by cell in reading order.
    pub fn candidates(&self) -> impl Iterator<Item = Candidate> + Clone + '_ {
        let cells = (0..self.cells.len()).map(|index| self.shape.cell(index));
        cells.flat_map(|cell| self.digits(cell).map(move |digit| Candidate { cell, digit }))
    }

    /// The number of candidates.
    pub fn candidate_count(&self) -> usize {
        self.cells.iter().map(|cell| cell.count_ones() as usize).sum()
    }

    /// The marks as a line of N³ symbols of `alphabet`: a place for each digit of each cell.
    pub fn line<'m>(&'m self, alphabet: &'m Alphabet) -> impl fmt::Display + 'm {
        Line { marks: self, alphabet }
    }

    /// Appends the marks to `line`, in UTF-8: the same as [`Marks::line`], for programs that write
    /// millions.
    pub fn write_line(&self, alphabet: &Alphabet, line: &mut Vec<u8>) {
        let digit = |cell: u32, digit: Digit| (cell >> digit.index() & 1 == 1).then_some(digit);
        for &cell in &self.cells {
            let mut contents = [None; Digit::MAX as usize];
            for (content, one) in contents.iter_mut().zip(self.shape.digits()) {
                *content = digit(cell, one);
            }
            alphabet.write_all(&contents[..self.shape.size()], line);
        }
    }
}

impl FromStr for Marks {
    type Err = MarksError;

    /// Reads marks in the usual alphabet. N³ symbols are a line; anything else is a grid of 9×9
    /// cells.
    fn from_str(text: &str) -> Result<Marks, MarksError> {
        let length = text.trim().chars().count();
        let size = (1..=usize::from(Digit::MAX)).find(|size| size * size * size == length);
        let shape = size.and_then(|size| Shape::of_cells(size * size)).unwrap_or(Shape::CLASSIC);
        Marks::read(text, shape, &Alphabet::usual(shape))
    }
}

impl fmt::Display for Marks {
    /// The marks as a line in the usual alphabet.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Line { marks: self, alphabet: &Alphabet::usual(self.shape) }.fmt(f)
    }
}

impl fmt::Debug for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Marks({}, {self})", self.shape)
    }
}

struct Line<'m> {
    marks: &'m Marks,
    alphabet: &'m Alphabet,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = Vec::new();
        self.marks.write_line(self.alphabet, &mut line);
        f.write_str(str::from_utf8(&line).expect("symbols are characters"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clues_leave_candidates() {
        let marks = Marks::of(&"1....2..3......4".parse().unwrap());
        let line = "1.....34.234.23....4.2..1.341.3...3.1..412..12...2..1...123....4";
        assert_eq!((marks.to_string(), marks.candidate_count()), (line.to_owned(), 28));
        assert_eq!(marks.candidates().count(), 28);
        assert_eq!(line.parse(), Ok(marks));
        // A clue stands, whatever the others say.
        let clash = Marks::of(&"11..............".parse().unwrap());
        assert!(clash.to_string().starts_with("1...1....234.234"));
    }

    #[test]
    fn a_candidate_comes_and_goes() {
        let mut marks = Marks::all(Shape::CLASSIC);
        let candidate = Candidate { cell: Cell { row: 8, column: 0 }, digit: Digit::at(8) };
        assert!(marks.has(candidate) && marks.candidate_count() == 729);
        marks.remove(candidate);
        assert!(!marks.has(candidate) && marks.candidate_count() == 728);
        assert_eq!(marks.digits(candidate.cell).last(), Some(Digit::at(7)));
        marks.add(candidate);
        assert_eq!(marks, Marks::all(Shape::CLASSIC));
    }
}
