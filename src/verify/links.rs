//! Verifying by exact cover: a puzzle is a few options held in a matrix that never changes.
//!
//! ```text
//!      matrix of the empty grid, built once                324 items, 729 options
//!      clues of the first puzzle   r1c1=8 r2c3=3 r2c4=6 ...    held, searched
//!      clues of the next           r1c1=8 r2c3=3 r2c5=1 ...    the first two stay held
//! ```
//!
//! Havard made such a verifier, with an amortised start-up, for his tours (gsf's note on off/on
//! tours, 2007): it sets and unsets clues in place instead of building a matrix for each puzzle.
//! This one goes a step further: it holds clues in reading order, and keeps those that a puzzle
//! shares with the one before it, up to the first difference. A sorted catalogue gains by it, and
//! so does a generator that takes off one clue after another.
//!
//! Invariant: between calls the engine holds the clues of the last puzzle, in reading order, or the
//! first of them if two clash; nothing is banned.

use std::cell::RefCell;
use std::ops::ControlFlow;

use crate::cover::{self, Cover, Engine, EngineProgress, EngineWatch, Links, Move};
use crate::sudoku::{Grid, Shape, Solution, encode};
use crate::watch::{Relay, Watch};

use super::{Effort, SolutionVisitor, Verifier};

/// A [`Verifier`] by dancing links. It is built for one shape, and built anew for a puzzle of
/// another.
pub struct LinksVerifier {
    shape: Shape,
    engine: Box<dyn Engine>,
    /// The engine's statistics before the last search.
    before: cover::Statistics,
}

impl LinksVerifier {
    /// A verifier for puzzles of `shape`.
    pub fn new(shape: Shape) -> LinksVerifier {
        LinksVerifier { shape, engine: engine(shape), before: cover::Statistics::default() }
    }

    /// Holds the clues of `puzzle`, and no others. False if two of them clash.
    fn hold_clues(&mut self, puzzle: &Grid) -> bool {
        let shape = self.shape;
        let clues = puzzle.clues().map(|clue| encode::option(shape, clue));
        let held = self.engine.moves().iter();
        let common =
            held.zip(clues.clone()).take_while(|&(&held, clue)| held == Move::Held(clue)).count();
        while self.engine.moves().len() > common {
            self.engine.release();
        }
        clues.skip(common).all(|clue| self.engine.hold(clue).is_ok())
    }
}

/// Links of 16 bits where the shape allows it: up to 23×23 cells.
fn engine(shape: Shape) -> Box<dyn Engine> {
    let problem = encode::problem(shape).expect("every shape is a problem");
    match Links::<u16>::with_width(&problem) {
        Ok(engine) => Box::new(engine),
        Err(_) => Box::new(Links::new(&problem).expect("the largest shape has 80,627 nodes")),
    }
}

impl Default for LinksVerifier {
    fn default() -> Self {
        LinksVerifier::new(Shape::CLASSIC)
    }
}

impl Verifier for LinksVerifier {
    fn solutions(
        &mut self,
        puzzle: &Grid,
        visitor: &mut dyn SolutionVisitor,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<()> {
        if puzzle.shape() != self.shape {
            *self = LinksVerifier::new(puzzle.shape());
        }
        self.before = self.engine.statistics();
        if !self.hold_clues(puzzle) {
            return ControlFlow::Continue(());
        }
        let before = self.before;
        let next_pulse = before.nodes.saturating_add(watch.patience());
        let mut relay =
            Relay::new(watch, |so_far: &EngineProgress<'_>| since(&before, &so_far.statistics));
        let visitor = RefCell::new(visitor);
        let mut show = |cover: Cover<'_>| {
            visitor.borrow_mut().solution(&|| {
                let mut grid = puzzle.clone();
                let shape = puzzle.shape();
                cover.chosen().for_each(|option| grid.place(encode::candidate(shape, option)));
                Solution::found(grid)
            })
        };
        if !visitor.borrow().wants_nodes() {
            return self.engine.search(&mut show, &mut relay);
        }
        visitor.borrow_mut().node(0, None);
        let shape = self.shape;
        let mut nodes = NodeTeller { visitor: &visitor, shape, watch: &mut relay, next_pulse };
        self.engine.search(&mut show, &mut nodes)
    }

    /// Nodes, and removals from lists, including those that hold clues.
    fn effort(&self) -> Effort {
        since(&self.before, &self.engine.statistics())
    }
}

/// The effort between two looks at the engine.
fn since(before: &cover::Statistics, now: &cover::Statistics) -> Effort {
    Effort { nodes: now.nodes - before.nodes, steps: now.updates - before.updates }
}

/// Shows a visitor each node, in a pulse of its own, so that the engine needs no extra check when
/// nodes are not wanted.
struct NodeTeller<'t, 'v> {
    visitor: &'t RefCell<&'v mut dyn SolutionVisitor>,
    shape: Shape,
    watch: &'t mut EngineWatch<'t>,
    /// The number of nodes at which the watch has its next pulse.
    next_pulse: u64,
}

impl Watch<EngineProgress<'_>> for NodeTeller<'_, '_> {
    fn patience(&self) -> u64 {
        1
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        let mut chosen = so_far.partial.chosen();
        let depth = chosen.len();
        let by = chosen.next_back().map(|option| encode::candidate(self.shape, option));
        self.visitor.borrow_mut().node(depth, by);
        if so_far.statistics.nodes < self.next_pulse {
            return ControlFlow::Continue(());
        }
        self.next_pulse = so_far.statistics.nodes.saturating_add(self.watch.patience());
        self.watch.pulse(so_far)
    }
}
