//! Shared by the plain searches: a grid to fill, the houses and neighbourhoods of its cells, and an
//! account of the work.
//!
//! ```text
//!      . . x | . . .        the neighbours of x: the cells that share a row, a column
//!      . . . | . . .        or a box with it, here 4 + 5 + 5 less what is counted twice
//! ```
//!
//! Neighbourhoods are computed once for a shape (Douillet, *Open Questions in Sudoku*, 2007,
//! section 4.1). The searches ask it one question, the seeds' `conflict?`: does a neighbour have
//! this digit already?
//!
//! Deliberately lacking: sets of candidates. A search that needs them keeps its own.

use std::ops::ControlFlow;

use crate::sudoku::{Candidate, Digit, Grid, House, Shape, Solution};
use crate::verify::{Effort, SolutionVisitor, Verifier};
use crate::watch::Watch;

/// The steps between two pulses: some milliseconds.
const PULSE: u64 = 1 << 18;

/// A plain search as a verifier: a board, and the search of a puzzle on it.
pub(super) struct Plain {
    board: Board,
    solve: fn(&mut Search<'_>) -> ControlFlow<()>,
}

impl Plain {
    pub(super) fn new(shape: Shape, solve: fn(&mut Search<'_>) -> ControlFlow<()>) -> Plain {
        Plain { board: Board::new(shape), solve }
    }
}

impl Verifier for Plain {
    fn solutions(
        &mut self,
        puzzle: &Grid,
        visitor: &mut dyn SolutionVisitor,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<()> {
        (self.solve)(&mut self.board.begin(puzzle, visitor, watch))
    }

    fn effort(&self) -> Effort {
        self.board.effort
    }
}

/// The houses of a shape, and the neighbours of each cell.
pub(super) struct Board {
    pub(super) shape: Shape,
    /// The cells of each row, column and box.
    pub(super) houses: Vec<Vec<usize>>,
    /// For each cell, its row, column and box among these.
    pub(super) houses_of: Vec<Vec<usize>>,
    pub(super) neighbours: Vec<Vec<usize>>,
    effort: Effort,
}

impl Board {
    fn new(shape: Shape) -> Board {
        let cells_of = |house: House| shape.cells_of(house).map(|cell| shape.index(cell)).collect();
        let neighbours_of = |cell: usize| {
            let houses = shape.houses_of(shape.cell(cell)).into_iter();
            let mut neighbours: Vec<usize> =
                houses.flat_map(|house| shape.cells_of(house)).map(|n| shape.index(n)).collect();
            neighbours.sort_unstable();
            neighbours.dedup();
            neighbours.retain(|&neighbour| neighbour != cell);
            neighbours
        };
        let houses: Vec<Vec<usize>> = shape.houses().map(cells_of).collect();
        let houses_of =
            |cell| (0..houses.len()).filter(|&house| houses[house].contains(&cell)).collect();
        Board {
            shape,
            houses_of: (0..shape.cells()).map(houses_of).collect(),
            houses,
            neighbours: (0..shape.cells()).map(neighbours_of).collect(),
            effort: Effort::default(),
        }
    }

    /// Begins the search of a puzzle; replaces a board of another shape.
    fn begin<'s>(
        &'s mut self,
        puzzle: &Grid,
        visitor: &'s mut dyn SolutionVisitor,
        watch: &'s mut dyn Watch<Effort>,
    ) -> Search<'s> {
        if puzzle.shape() != self.shape {
            *self = Board::new(puzzle.shape());
        }
        self.effort = Effort::default();
        let (digits, wants_nodes) = (puzzle.cells().to_vec(), visitor.wants_nodes());
        Search { digits, board: self, visitor, watch, wants_nodes, depth: 0, next_pulse: PULSE }
    }
}

/// A search in progress.
pub(super) struct Search<'s> {
    pub(super) board: &'s mut Board,
    pub(super) digits: Vec<Option<Digit>>,
    visitor: &'s mut dyn SolutionVisitor,
    watch: &'s mut dyn Watch<Effort>,
    wants_nodes: bool,
    /// The depth of the next node.
    depth: usize,
    next_pulse: u64,
}

impl Search<'_> {
    /// Counts a node of the search tree, to which a digit in a cell led, if it was one alone, and
    /// goes on from there. Breaks if the visitor or the watch does.
    pub(super) fn node(
        &mut self,
        by: Option<(usize, Digit)>,
        go_on: impl FnOnce(&mut Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.board.effort.nodes += 1;
        if self.wants_nodes {
            let shape = self.board.shape;
            let by = by.map(|(cell, digit)| Candidate { cell: shape.cell(cell), digit });
            self.visitor.node(self.depth, by);
        }
        self.rest()?;
        self.depth += 1;
        go_on(self)?;
        self.depth -= 1;
        ControlFlow::Continue(())
    }

    /// Counts steps.
    pub(super) fn step(&mut self, steps: u64) {
        self.board.effort.steps += steps;
    }

    /// Has a pulse if it is time for it. Breaks if the watch does.
    pub(super) fn rest(&mut self) -> ControlFlow<()> {
        let Effort { nodes, steps } = self.board.effort;
        if nodes + steps < self.next_pulse {
            return ControlFlow::Continue(());
        }
        self.next_pulse = nodes + steps + PULSE;
        self.watch.pulse(&self.board.effort)
    }

    /// Whether a neighbour of the cell has the digit already.
    pub(super) fn has_conflict(&mut self, cell: usize, digit: Digit) -> bool {
        self.board.effort.steps += 1;
        self.board.neighbours[cell].iter().any(|&neighbour| self.digits[neighbour] == Some(digit))
    }

    /// Whether two neighbours have the same digit.
    pub(super) fn has_clash(&mut self) -> bool {
        (0..self.digits.len())
            .any(|cell| self.digits[cell].is_some_and(|digit| self.has_conflict(cell, digit)))
    }

    /// Shows the full grid as a solution.
    pub(super) fn show(&mut self) -> ControlFlow<()> {
        let (shape, digits) = (self.board.shape, &self.digits);
        self.visitor.solution(&|| {
            Solution::found(Grid::from_cells(shape, digits).expect("a digit for each cell"))
        })
    }
}
