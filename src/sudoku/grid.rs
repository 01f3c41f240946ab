//! A grid of digits, some of its cells empty.
//!
//! ```text
//!     ".1.3 ..4. ...2 4..."          index 0  1  2  3 | 4  5  6  7 | ...
//!      a line, boxes 2x2             cells -  1  -  3 | -  -  4  - | ...   one byte each
//! ```
//!
//! Invariant: `cells` has exactly `shape.cells()` entries, and every digit in it is at most
//! `shape.size()`. Repeats are allowed: two equal clues in a house make an impossible puzzle, not a
//! malformed one, and [`check`](super::check) finds them.
//!
//! A grid up to 9×9 is stored in place (no allocation, 81 bytes and its shape), a larger one on the
//! heap. Deliberately lacking: pencil marks, solving, and file formats beyond one grid in one text.

use std::fmt;
use std::str::FromStr;

use smallvec::SmallVec;

use super::{Alphabet, Candidate, Cell, Digit, Shape};
use crate::excerpt::Symbol;

/// A grid: for each cell a digit or nothing.
///
/// Read from a line with `str::parse`, which takes the shape from the length; written by `Display`
/// as a line, and by `{:#}` as a framed grid.
///
/// ```
/// use tourdion::sudoku::Grid;
///
/// let grid: Grid = ".1.3..4....24...".parse().unwrap();
/// assert_eq!(grid.shape().to_string(), "2x2");
/// assert_eq!(grid.clues().map(|c| c.to_string()).collect::<Vec<_>>(),
///            ["r1c2=1", "r1c4=3", "r2c3=4", "r3c4=2", "r4c1=4"]);
/// assert_eq!(format!("{grid:#}"), "\
/// +-----+-----+
/// | . 1 | . 3 |
/// | . . | 4 . |
/// +-----+-----+
/// | . . | . 2 |
/// | 4 . | . . |
/// +-----+-----+");
/// ```
#[doc(alias("Sudoku", "Puzzle", "Board"))]
#[derive(PartialEq, Eq, Hash)]
pub struct Grid {
    shape: Shape,
    cells: SmallVec<[Option<Digit>; 81]>,
}

impl Clone for Grid {
    /// All cells at once; a derived one copies them one by one.
    fn clone(&self) -> Grid {
        Grid { shape: self.shape, cells: SmallVec::from_slice(&self.cells) }
    }
}

/// Why a text is no [`Grid`]. Columns count characters from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// The text ends, or the user's own text begins, before the last cell.
    #[error("the puzzle ends after {found} of {expected} cells")]
    Short {
        /// Cells read.
        found: usize,
        /// Cells of the shape.
        expected: usize,
    },
    /// More cells than the shape has.
    #[error("expected {expected} cells, found more")]
    Long {
        /// Cells of the shape.
        expected: usize,
    },
    /// A character that is neither a digit of the alphabet nor an empty cell.
    #[error("expected {expected}, found {}", Symbol(*.found))]
    Symbol {
        /// The column, in characters from 1.
        column: usize,
        /// The character there.
        found: char,
        /// What is allowed there.
        expected: String,
    },
    /// A cell with a number above the largest digit of its shape.
    #[error("{0}: expected a number up to {1}, found {2}")]
    Number(Cell, usize, u8),
    /// No grid has the length of the text.
    #[error("expected the square of a number up to 25 (81 for a 9x9 grid), found {0} cells")]
    Length(usize),
}

impl GridError {
    /// The column at which the text goes wrong, in characters from 1.
    pub fn column(&self) -> usize {
        match self {
            GridError::Short { found, .. } => found + 1,
            GridError::Long { expected } => expected + 1,
            GridError::Symbol { column, .. } => *column,
            GridError::Number(cell, size, _) => cell.row as usize * size + cell.column as usize + 1,
            GridError::Length(found) => *found,
        }
    }
}

impl Grid {
    /// The grid of `shape` with every cell empty.
    #[inline]
    pub fn empty(shape: Shape) -> Grid {
        let cells = match shape.cells() {
            81 => SmallVec::from_buf([None; 81]),
            n => SmallVec::from_elem(None, n),
        };
        Grid { shape, cells }
    }

    /// The 9×9 grid with these contents, of digits up to 9.
    #[inline]
    pub(super) fn of_contents(cells: [Option<Digit>; 81]) -> Grid {
        Grid { shape: Shape::CLASSIC, cells: SmallVec::from_buf(cells) }
    }

    /// The grid with these cells, in reading order; `None` if their number does not fit `shape`, or
    /// a digit is too large for it.
    pub fn from_cells(shape: Shape, cells: &[Option<Digit>]) -> Option<Grid> {
        let fits = |content: &Option<Digit>| content.is_none_or(|d| d.index() < shape.size());
        (cells.len() == shape.cells() && cells.iter().all(fits))
            .then(|| Grid { shape, cells: SmallVec::from_slice(cells) })
    }

    /// Reads the cells of one grid from the beginning of `text`, and returns the text after them.
    ///
    /// # Errors
    /// If the text ends before the last cell, or a character is neither a symbol of `alphabet` nor
    /// an empty cell.
    pub fn read<'t>(
        text: &'t [u8],
        shape: Shape,
        alphabet: &Alphabet,
    ) -> Result<(Grid, &'t [u8]), GridError> {
        if let Some((symbols, rest)) = text.split_at_checked(shape.cells())
            && let Some(grid) = Grid::of_ascii(symbols, shape, alphabet)
        {
            return Ok((grid, rest));
        }
        Grid::read_with_care(text, shape, alphabet)
    }

    /// The grid of `symbols`, if each of them is one byte and a cell, and their number is right.
    #[expect(clippy::inline_always, reason = "a call would copy each grid of a list once more")]
    #[inline(always)]
    pub(crate) fn of_ascii(symbols: &[u8], shape: Shape, alphabet: &Alphabet) -> Option<Grid> {
        let mut grid = Grid::empty(shape);
        if symbols.len() == shape.cells()
            && alphabet.read_ascii(symbols, &mut grid.cells, shape.size())
        {
            Some(grid)
        } else {
            None
        }
    }

    /// [`Grid::read`] symbol by symbol, for symbols of any length; finds the fault.
    #[cold]
    fn read_with_care<'t>(
        text: &'t [u8],
        shape: Shape,
        alphabet: &Alphabet,
    ) -> Result<(Grid, &'t [u8]), GridError> {
        let mut grid = Grid::empty(shape);
        let mut rest = text;
        for index in 0..shape.cells() {
            let (symbol, width) = match rest.first() {
                Some(byte) if byte.is_ascii() => (char::from(*byte), 1),
                Some(_) => {
                    let chunk =
                        rest[..rest.len().min(4)].utf8_chunks().next().expect("there is a byte");
                    match chunk.valid().chars().next() {
                        Some(symbol) => (symbol, symbol.len_utf8()),
                        None => (char::REPLACEMENT_CHARACTER, chunk.invalid().len()),
                    }
                }
                None => return Err(GridError::Short { found: index, expected: shape.cells() }),
            };
            match alphabet.read(symbol) {
                Some(content) if content.is_none_or(|d| d.index() < shape.size()) => {
                    grid.cells[index] = content;
                }
                _ => {
                    return Err(GridError::Symbol {
                        column: index + 1,
                        found: symbol,
                        expected: alphabet.expected(),
                    });
                }
            }
            rest = &rest[width..];
        }
        Ok((grid, rest))
    }

    /// The shape that fixes the grid's size and boxes.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// All cells in reading order.
    pub fn cells(&self) -> &[Option<Digit>] {
        &self.cells
    }

    /// All cells, for digits that suit the shape.
    pub(super) fn cells_mut(&mut self) -> &mut [Option<Digit>] {
        &mut self.cells
    }

    /// The digit in `cell`; `None` also for a cell outside the grid.
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        self.shape.has(cell).then(|| self.cells[self.shape.index(cell)])?
    }

    /// Writes `content` into `cell`.
    ///
    /// # Panics
    /// If the cell is outside the grid or the digit too large for it.
    pub fn set(&mut self, cell: Cell, content: Option<Digit>) {
        assert!(
            content.is_none_or(|d| d.index() < self.shape.size()),
            "a digit is at most the grid's size"
        );
        assert!(self.shape.has(cell), "a cell is in the grid");
        self.cells[self.shape.index(cell)] = content;
    }

    /// Writes the candidate's digit into its cell.
    ///
    /// # Panics
    /// As [`Grid::set`].
    pub fn place(&mut self, candidate: Candidate) {
        self.set(candidate.cell, Some(candidate.digit));
    }

    /// The grid with the cells of these clues empty.
    ///
    /// # Panics
    /// As [`Grid::set`].
    #[must_use]
    pub fn without(&self, clues: &[Candidate]) -> Grid {
        let mut less = self.clone();
        for clue in clues {
            less.set(clue.cell, None);
        }
        less
    }

    /// The digits in the grid, each with its cell, in reading order: a puzzle's clues.
    pub fn clues(&self) -> impl Iterator<Item = Candidate> + Clone + '_ {
        let cells = self.cells.iter().enumerate();
        cells.filter_map(|(k, &d)| d.map(|digit| Candidate { cell: self.shape.cell(k), digit }))
    }

    /// The number of cells with a digit.
    pub fn clue_count(&self) -> usize {
        // In bytes, in a loop of known length: a vector of them at a time.
        let count = |cells: &[Option<Digit>]| {
            cells.iter().fold(0_u8, |count, cell| count + u8::from(cell.is_some()))
        };
        match <&[_; 81]>::try_from(&self.cells[..]) {
            Ok(cells) => usize::from(count(cells)),
            Err(_) => self.cells.iter().flatten().count(),
        }
    }

    /// Whether no cell is empty.
    pub fn is_full(&self) -> bool {
        self.cells.iter().all(Option::is_some)
    }

    /// The grid as a line of symbols of `alphabet`.
    pub fn line<'g>(&'g self, alphabet: &'g Alphabet) -> impl fmt::Display + 'g {
        Line { grid: self, alphabet }
    }

    /// Appends the grid to `line` as symbols of `alphabet`, in UTF-8: the same as [`Grid::line`],
    /// for programs that write millions.
    pub fn write_line(&self, alphabet: &Alphabet, line: &mut Vec<u8>) {
        alphabet.write_all(&self.cells, line);
    }

    /// The grid as a drawing of several lines, its boxes framed, with symbols of `alphabet`.
    pub fn framed<'g>(&'g self, alphabet: &'g Alphabet) -> impl fmt::Display + 'g {
        Framed { grid: self, alphabet }
    }
}

impl FromStr for Grid {
    type Err = GridError;

    /// Reads a grid written as one line in the usual alphabet; its length decides its shape.
    fn from_str(text: &str) -> Result<Grid, GridError> {
        let length = text.chars().count();
        let shape = Shape::of_cells(length).ok_or(GridError::Length(length))?;
        let (grid, rest) = Grid::read(text.as_bytes(), shape, &Alphabet::usual(shape))?;
        debug_assert!(rest.is_empty(), "a grid takes as many characters as its shape has cells");
        Ok(grid)
    }
}

impl fmt::Display for Grid {
    /// The grid in the usual alphabet: one line, or with `{:#}` framed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let alphabet = &Alphabet::usual(self.shape);
        if f.alternate() {
            Framed { grid: self, alphabet }.fmt(f)
        } else {
            Line { grid: self, alphabet }.fmt(f)
        }
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({}, {self})", self.shape)
    }
}

struct Line<'g> {
    grid: &'g Grid,
    alphabet: &'g Alphabet,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One call for a whole line, and not one for each symbol.
        let mut line = Vec::with_capacity(self.grid.cells.len());
        self.grid.write_line(self.alphabet, &mut line);
        f.write_str(str::from_utf8(&line).expect("symbols are characters"))
    }
}

struct Framed<'g> {
    grid: &'g Grid,
    alphabet: &'g Alphabet,
}

impl fmt::Display for Framed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.grid.shape;
        let boxes_across = shape.size() / shape.box_columns();
        let rule = format!(
            "+{}",
            format!("{}+", "-".repeat(2 * shape.box_columns() + 1)).repeat(boxes_across)
        );
        for (row, cells) in self.grid.cells.chunks(shape.size()).enumerate() {
            if row % shape.box_rows() == 0 {
                writeln!(f, "{rule}")?;
            }
            for part in cells.chunks(shape.box_columns()) {
                f.write_str("|")?;
                for &content in part {
                    write!(f, " {}", self.alphabet.write(content))?;
                }
                f.write_str(" ")?;
            }
            f.write_str("|\n")?;
        }
        f.write_str(&rule)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const INKALA: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    #[test]
    fn a_line_is_read_in_all_its_spellings() {
        let grid: Grid = INKALA.parse().unwrap();
        assert_eq!(grid.clue_count(), 21);
        assert_eq!(grid.to_string(), INKALA);
        for empty in ["0", "*", "?", "_", "-"] {
            assert_eq!(INKALA.replace('.', empty).parse::<Grid>().unwrap(), grid);
        }
    }

    #[test]
    fn what_is_wrong_with_a_line_and_where() {
        let read = |text: &str| {
            let alphabet = Alphabet::usual(Shape::CLASSIC);
            let error = Grid::read(text.as_bytes(), Shape::CLASSIC, &alphabet).unwrap_err();
            (error.column(), error.to_string())
        };
        assert_eq!(read(&INKALA[..80]), (81, "the puzzle ends after 80 of 81 cells".into()));
        assert_eq!(read(""), (1, "the puzzle ends after 0 of 81 cells".into()));
        let found = |text: &str| read(text).1.split_once(", found ").unwrap().1.to_owned();
        assert_eq!(read(&INKALA.replacen("36", "x6", 1)).0, 12);
        assert_eq!(found(&INKALA.replacen('6', "x", 1)), "`x`");
        assert_eq!(found(&INKALA.replacen('6', "é", 1)), "`é`");
        assert_eq!(found(&INKALA.replacen('6', "\0", 1)), "the control character U+0000");
        for invisible in ['\u{200b}', '\u{a0}', '\u{feff}', '\u{3000}'] {
            let name = format!("the invisible character U+{:04X}", invisible as u32);
            assert_eq!(found(&INKALA.replacen('6', &invisible.to_string(), 1)), name);
        }
        assert_eq!("123".parse::<Grid>(), Err(GridError::Length(3)));
    }

    #[test]
    fn a_digit_beyond_the_shape_is_refused() {
        let alphabet = Alphabet::new("123456789").unwrap();
        let shape = Shape::new(2, 2).unwrap();
        let error = Grid::read(b"1234567812345678", shape, &alphabet).unwrap_err();
        assert_eq!(error.column(), 5);
        assert!(Grid::from_cells(shape, &[Digit::new(5); 16]).is_none());
    }

    #[test]
    fn what_follows_the_cells_is_returned() {
        let alphabet = Alphabet::new("αβγδ").unwrap();
        let shape = Shape::new(2, 2).unwrap();
        let (grid, rest) =
            Grid::read("α...β...γ...δ... rest".as_bytes(), shape, &alphabet).unwrap();
        assert_eq!(rest, b" rest");
        assert_eq!(grid.to_string(), "1...2...3...4...");
        assert_eq!(grid.line(&alphabet).to_string(), "α...β...γ...δ...");
    }

    #[test]
    fn a_line_is_written_symbol_by_symbol() {
        for symbols in ALPHABETS {
            let alphabet = Alphabet::new(symbols).unwrap();
            // Includes digits beyond the alphabet.
            let cells: Vec<_> = (0..=Digit::MAX).cycle().map(Digit::new).take(625).collect();
            let grid = Grid::from_cells(Shape::new(5, 5).unwrap(), &cells).unwrap();
            let written: String = cells.iter().map(|&content| alphabet.write(content)).collect();
            assert_eq!(grid.line(&alphabet).to_string(), written);
        }
    }

    /// Alphabets of all kinds: computed, looked up, decoded, and too large.
    const ALPHABETS: [&str; 8] =
        ["1234", "123456789", "ABCD", "αβγδ", "aAbB", "0-.z", "12ab", "123456789ABCDEFGHIJKLMNOP"];

    /// A text in an alphabet: many symbols and empty cells, few others, sometimes too few.
    fn text(symbols: &'static str) -> impl Strategy<Value = Vec<u8>> {
        let symbols: Vec<char> = symbols.chars().chain(".0*?_-".chars()).collect();
        let symbol =
            prop::sample::select(symbols).prop_map(|symbol| symbol.to_string().into_bytes());
        let other = prop::collection::vec(any::<u8>(), 1..3);
        prop::collection::vec(prop_oneof![199 => symbol, 1 => other], 0..120)
            .prop_map(|parts| parts.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn with_and_without_care_is_the_same(
            (alphabet, text) in prop::sample::select(&ALPHABETS[..]).prop_flat_map(|symbols| {
                (Just(Alphabet::new(symbols).unwrap()), text(symbols))
            }),
            (rows, columns) in prop::sample::select(vec![(2, 2), (1, 4), (2, 3), (3, 3), (1, 1)]),
        ) {
            let shape = Shape::new(rows, columns).unwrap();
            let (read, careful) = (
                Grid::read(&text, shape, &alphabet),
                Grid::read_with_care(&text, shape, &alphabet),
            );
            prop_assert_eq!(read, careful);
        }
    }

    #[test]
    fn every_byte_is_read_as_with_care() {
        for symbols in ALPHABETS {
            let alphabet = Alphabet::new(symbols).unwrap();
            for shape in [Shape::new(1, 1), Shape::new(2, 2), Shape::new(5, 5)].map(Option::unwrap)
            {
                for byte in 0..=u8::MAX {
                    let text = [vec![b'?'; shape.cells() - 1], vec![byte]].concat();
                    let careful = Grid::read_with_care(&text, shape, &alphabet);
                    assert_eq!(Grid::read(&text, shape, &alphabet), careful, "{byte} in {symbols}");
                }
            }
        }
    }
}
