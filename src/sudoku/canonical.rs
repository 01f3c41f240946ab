//! Canonical forms: one grid for all variants of a puzzle.
//!
//! Turn a puzzle on its side, exchange two rows of a band, call its 5s 7s: the solver's work is the
//! same. A puzzle has 3,359,232 rearrangements of its cells, each with its best labels for the
//! digits. The *minlex* form is the least of these as a string of 81 digits, in which an empty cell
//! is 0 and so comes before all digits:
//!
//! ```text
//!     8 . .|. . .|. . .        . . .|. . .|. . 1       two puzzles are the same
//!     . . 3|6 . .|. . .        . . .|. . 2|. 3 .       up to a symmetry if and only if
//!     . 7 .|. 9 .|2 . .   ──▶  . . 4|. 5 .|6 . .       their forms are equal
//!     ...                      ...
//! ```
//!
//! ```
//! use tourdion::sudoku::canonical;
//!
//! let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
//! let canonical = canonical::puzzle(&puzzle)?;
//! assert_eq!(canonical.form.to_string(),
//!            "........1.....2.3...4.5.6.....6..7....678.....3...9.....8...5...9...7.1.12.....9.");
//! assert_eq!(canonical.automorphisms, 1); // only the identity maps it to itself
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This is the form of the *puzzle*: it needs no solution, and any grid has one, a pseudo-puzzle,
//! an impossible one or one whose clues clash. For a solution grid it is the usual form,
//! `123456789456…` or `123456789457…`. The form of a puzzle *by its solution* is different: it
//! moves the puzzle as the solution moves to its form ([`Canoniser::with_solution`]). So the kind
//! of form must be named.
//!
//! The players' forum has lists in gsf's form ([`Canoniser::gsf`]), which is not always the least
//! string. The clue cells alone have a form as well ([`Canoniser::pattern`]), and a proper puzzle
//! one for each band and stack of its solution ([`Canoniser::by_bands`]).
//!
//! Files: `board` has a grid's lines both ways, `lines` those laid, `state` an incomplete symmetry
//! and `outline` one of a pattern; `search` keeps the least of these line by line, `full` begins
//! with solution grids and `gsf` with bands; `bands` has the numbers of full bands; [`Symmetry`] is
//! the result.
//!
//! Invariants. The form is the least, not just a small one: tests compare it with all symmetries.
//! It is the image of the grid under a symmetry, and [`Canonical::by`] is this symmetry. Equal
//! grids have equal forms on every machine.
//!
//! Sources. The numbers of symmetries and solution grids are Russell's and Jarvis's (*Mathematics
//! of Sudoku II*, 2006). Leaving open choices open, so that irrelevant orders are never enumerated,
//! is nauty's method for graphs (*Practical Graph Isomorphism*, Congressus Numerantium 30, 1981).
//!
//! Deliberately lacking: shapes other than 9×9, whose symmetries form other groups; the
//! "sequential" form by rows; and the rank of a solution grid among the 5,472,730,538.

use super::{Digit, Grid, Pattern, Shape, Solution};
pub use bands::BandForm;
use board::{Board, ORDERS, ones, orders_of_twins};
use lines::Partial;
use outline::Outline;
use search::{Search, Wanted};
use state::State;
pub(crate) use symmetry::{Order, SAME, is_square};
pub use symmetry::{OtherShape, Symmetry, SymmetryError};

mod bands;
mod board;
mod full;
mod gsf;
mod lines;
mod outline;
mod search;
mod state;
mod symmetry;

/// The shape of a grid that has no canonical form here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("canonical forms are of grids with boxes of 3x3, and this one has {0}")]
pub struct NotClassic(pub Shape);

impl NotClassic {
    /// The cells of a 9×9 grid.
    fn cells(grid: &Grid) -> Result<&[Option<Digit>; 81], NotClassic> {
        let classic =
            (grid.shape() == Shape::CLASSIC).then(|| grid.cells().try_into().ok()).flatten();
        classic.ok_or(NotClassic(grid.shape()))
    }
}

/// A canonical form and how it was reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canonical {
    /// The form.
    pub form: Grid,
    /// A symmetry that takes the grid to its form; there is one for each automorphism.
    pub by: Symmetry,
    /// The number of rearrangements of the cells, each with its relabelling, that map the grid to
    /// itself, including the identity. Missing digits make no difference. 3,359,232 for the empty
    /// grid, 648 for the most symmetric solution grid, 1 for nearly everything else.
    pub automorphisms: u32,
}

impl Canonical {
    /// A symmetry that leads from this grid to the one whose canonical form is `other`. There are
    /// as many as [`Canonical::automorphisms`]; this is one of them. `None` if the grids are
    /// essentially different.
    ///
    /// Both forms have to be of one kind: of the grids, or by their solutions.
    ///
    /// ```
    /// use tourdion::sudoku::Shape;
    /// use tourdion::sudoku::canonical::{self, Symmetry};
    ///
    /// let one = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
    /// let by = Symmetry::read("tr231456789c123978456d987654321", Shape::CLASSIC)?;
    /// let other = by.apply(&one)?;
    /// let way = canonical::puzzle(&one)?.symmetry_to(&canonical::puzzle(&other)?);
    /// assert_eq!(way, Some(by)); // the only one
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn symmetry_to(&self, other: &Canonical) -> Option<Symmetry> {
        (self.form == other.form).then(|| self.by.then(&other.by.inverse()))
    }
}

/// The canonical form of a puzzle, or of any grid, with a symmetry that leads there and the number
/// of automorphisms.
///
/// For many grids use a [`Canoniser`], which reuses its memory.
///
/// # Errors
/// If the grid is not 9×9.
#[doc(alias("canonical_form", "canonicalize", "min_lex", "normalize", "isomorphic"))]
pub fn puzzle(grid: &Grid) -> Result<Canonical, NotClassic> {
    Canoniser::new().puzzle(grid)
}

/// The canonical form of a puzzle by its solution: see [`Canoniser::with_solution`].
///
/// # Errors
/// If one of the grids is not 9×9.
pub fn with_solution(puzzle: &Grid, solution: &Solution) -> Result<Canonical, NotClassic> {
    Canoniser::new().with_solution(puzzle, solution)
}

/// Finds canonical forms. Make one for each thread, and use it for millions of grids.
///
/// It allocates nothing once its lists are large enough for its grids.
///
/// ```
/// use tourdion::sudoku::canonical::Canoniser;
/// use tourdion::sudoku::{Grid, Solution};
///
/// let mut canoniser = Canoniser::new();
/// let solution: Grid =
///     "812753649943682175675491283154237896369845721287169534521974368438526917796318452".parse()?;
/// assert!(canoniser.form(&solution)?.to_string().starts_with("123456789457"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("Canonicalizer", "minlex"))]
#[derive(Debug, Default)]
pub struct Canoniser {
    search: Search<State>,
    outlines: Search<Outline>,
}

impl Canoniser {
    /// A canoniser without any memory yet.
    pub fn new() -> Canoniser {
        Canoniser::default()
    }

    /// The canonical form, without the symmetry that leads there, in some microseconds for a
    /// puzzle. A grid with thousands of automorphisms, or one with digits repeated in its rows and
    /// columns, can take a thousand times as long.
    ///
    /// # Errors
    /// If the grid is not 9×9.
    pub fn form(&mut self, grid: &Grid) -> Result<Grid, NotClassic> {
        self.least(&Board::new(NotClassic::cells(grid)?), Wanted::Form);
        Ok(self.search.found())
    }

    /// The canonical form of a puzzle, or of any grid, with a symmetry that leads there and the
    /// number of automorphisms.
    ///
    /// # Errors
    /// If the grid is not 9×9.
    pub fn puzzle(&mut self, grid: &Grid) -> Result<Canonical, NotClassic> {
        let board = Board::new(NotClassic::cells(grid)?);
        self.least(&board, Wanted::Symmetries);
        Ok(self.search.canonical(&board))
    }

    /// The form of hunters' lists, without the symmetry that leads there: see [`Canoniser::gsf`].
    ///
    /// # Errors
    /// If the grid is not 9×9.
    pub fn gsf_form(&mut self, grid: &Grid) -> Result<Grid, NotClassic> {
        self.least_of_gsf(&Board::new(NotClassic::cells(grid)?), Wanted::Form);
        Ok(self.search.found())
    }

    /// The form that hunters' lists are in, which gsf's `sudoku` and gridchecker print: the least
    /// string among the arrangements whose first band has the least counts of clues.
    ///
    /// Count the clues in each mini-line of a band, and write the nine counts line by line: the
    /// first band, with its lines and the stacks in their order, has the least counts. If it is
    /// empty, the stacks are in an order in which some other band, its lines in any order, has the
    /// least counts. Of all arrangements that do so, the form is the least string.
    ///
    /// It is the least string of all for most puzzles, and for solution grids.
    ///
    /// # Errors
    /// If the grid is not 9×9.
    pub fn gsf(&mut self, grid: &Grid) -> Result<Canonical, NotClassic> {
        let board = Board::new(NotClassic::cells(grid)?);
        self.least_of_gsf(&board, Wanted::Symmetries);
        Ok(self.search.canonical(&board))
    }

    /// The canonical form of a pattern: the least of its arrangements, where an empty cell comes
    /// before a clue. The form has the digit 1 in each of its cells, the symmetry takes
    /// [`Pattern::ones`] to it and keeps the digits, and the automorphisms are those of the
    /// pattern.
    ///
    /// # Errors
    /// If the grid is not 9×9.
    pub fn pattern(&mut self, pattern: &Pattern) -> Result<Canonical, NotClassic> {
        let board = Board::new(NotClassic::cells(&pattern.ones())?);
        self.outlines.states.clear();
        for side in [0, 1] {
            let twins = board.sides[1 - usize::from(side)].chute_twins;
            let stacks = ones(orders_of_twins(twins)).map(|order| ORDERS[order as usize]);
            self.outlines.states.extend(stacks.map(|stacks| Outline::new(side, stacks)));
        }
        self.outlines.run(&board, 0..9, Wanted::Symmetries);
        Ok(self.outlines.canonical(&board))
    }

    /// The canonical form of a puzzle by its solution: the image of the puzzle when its solution
    /// moves to its own form. If the solution has automorphisms, several symmetries do that, and
    /// the least image counts.
    ///
    /// So two puzzles of one solution grid can be compared cell by cell. The automorphisms are
    /// those of the solution that also map the puzzle to itself; if the puzzle is proper, and this
    /// is its solution, these are all of them.
    ///
    /// # Errors
    /// If one of the grids is not 9×9.
    pub fn with_solution(
        &mut self,
        puzzle: &Grid,
        solution: &Solution,
    ) -> Result<Canonical, NotClassic> {
        let cells = NotClassic::cells(puzzle)?;
        self.least(&Board::new(NotClassic::cells(solution.grid())?), Wanted::Symmetries);
        Ok(self.search.least_image(cells))
    }

    /// The forms of a puzzle by the bands of its solution: the three bands from the top, then the
    /// three stacks from the left.
    ///
    /// Each is the image of the puzzle when its solution moves to the least grid that begins with
    /// this band. Of several symmetries that do that, the least image counts; the automorphisms are
    /// those of [`with_solution`](Canoniser::with_solution) that leave the band in its place.
    ///
    /// ```
    /// use tourdion::sudoku::canonical::Canoniser;
    /// use tourdion::verify;
    ///
    /// let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
    /// let solution = verify::solve(&puzzle).expect("it is proper");
    /// let forms = Canoniser::new().by_bands(&puzzle, &solution)?;
    /// assert_eq!(forms.map(|form| form.number), [92, 87, 162, 106, 356, 361]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If one of the grids is not 9×9.
    pub fn by_bands(
        &mut self,
        puzzle: &Grid,
        solution: &Solution,
    ) -> Result<[BandForm; 6], NotClassic> {
        let cells = NotClassic::cells(puzzle)?;
        let board = Board::new(NotClassic::cells(solution.grid())?);
        Ok([0, 1, 2, 3, 4, 5].map(|chute| {
            self.least_of_band(&board, chute, 9, Wanted::Symmetries);
            let number = bands::number(&self.search.keys);
            BandForm { number, canonical: self.search.least_image(cells) }
        }))
    }

    /// Finds the least form.
    fn least(&mut self, board: &Board, wanted: Wanted) {
        let Search { keys, states, .. } = &mut self.search;
        states.clear();
        let begin = if board.is_solution() {
            full::lay_two(board, [0x1FF; 2], keys, states);
            2
        } else {
            states.extend([0, 1].map(State::new));
            0
        };
        self.search.run(board, begin..9, wanted);
    }

    /// Finds the first lines of the least form that begins with this band of a solution grid, or
    /// from 3 on this stack.
    fn least_of_band(&mut self, board: &Board, chute: usize, lines: usize, wanted: Wanted) {
        let Search { keys, states, .. } = &mut self.search;
        states.clear();
        let mut first = [0; 2];
        first[chute / 3] = 0b111 << (3 * (chute % 3));
        full::lay_two(board, first, keys, states);
        self.search.run(board, 2..lines, wanted);
    }

    /// Finds gsf's form.
    fn least_of_gsf(&mut self, board: &Board, wanted: Wanted) {
        if board.is_solution() {
            return self.least(board, wanted); // all counts are equal
        }
        self.search.states.clear();
        gsf::first_bands(board, &mut self.search.states);
        self.search.run(board, 0..9, wanted);
    }
}

impl<S: Partial> Search<S> {
    /// The form that the search has found.
    fn found(&self) -> Grid {
        let mut cells = [None; 81];
        for (row, key) in cells.chunks_exact_mut(9).zip(self.keys) {
            for (place, content) in row.iter_mut().rev().enumerate() {
                *content = Digit::new((key >> (4 * place)) as u8 & 15);
            }
        }
        of_cells(&cells)
    }

    /// The form with the way to it.
    fn canonical(&self, board: &Board) -> Canonical {
        let automorphisms = self.states.len() as u32 * board.swaps();
        Canonical { form: self.found(), by: symmetry(&self.states[0]), automorphisms }
    }

    /// The least image of a puzzle under the symmetries that the search has found for its solution.
    fn least_image(&self, puzzle: &[Option<Digit>; 81]) -> Canonical {
        // A solution grid has no equal lines, so each of its symmetries has a state.
        let mut by = symmetry(&self.states[0]);
        let moved_by = |symmetry: &Symmetry| {
            let mut moved = [None; 81];
            symmetry.cells(puzzle, &mut moved);
            moved
        };
        let (mut least, mut automorphisms) = (moved_by(&by), 0);
        for symmetry in self.states.iter().map(symmetry) {
            let moved = moved_by(&symmetry);
            if moved < least {
                (least, by, automorphisms) = (moved, symmetry, 0);
            }
            automorphisms += u32::from(moved == least);
        }
        Canonical { form: of_cells(&least), by, automorphisms }
    }
}

fn of_cells(cells: &[Option<Digit>; 81]) -> Grid {
    Grid::from_cells(Shape::CLASSIC, cells).expect("labels are digits")
}

/// The symmetry of a finished state.
fn symmetry(state: &impl Partial) -> Symmetry {
    let (lines, columns, digits) = (state.lines(), state.columns(), state.digits());
    let is_transposed = lines.side() == 1;
    let symmetry = Symmetry::new(Shape::CLASSIC, is_transposed, &lines.rows(), &columns, &digits);
    symmetry.expect("lines and columns stay in their chutes")
}
