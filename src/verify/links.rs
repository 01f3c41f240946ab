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
//! Pencil marks are bans: each candidate that a puzzle does not give is an option banned in place,
//! and bans are kept in the same way.
//!
//! Invariant: between calls the engine keeps the moves of the last puzzle. For clues, these are the
//! clues, held in reading order, up to the first that clashes. For pencil marks, they are the
//! candidates that the marks lack, banned. A search for another solution adds the ban of one
//! candidate.

use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use crate::cover::engine::set_moves;
use crate::cover::{self, Cover, Engine, EngineProgress, EngineWatch, Links, Move};
use crate::sudoku::{Candidate, Grid, Marks, Puzzle, Shape, Solution, encode};
use crate::watch::{Relay, Watch};

use super::{Effort, SolutionVisitor, Verifier};

/// A [`Verifier`] by dancing links. It is built for one shape, and builds itself anew when a puzzle
/// has another shape.
pub struct LinksVerifier<P = Grid> {
    shape: Shape,
    engine: Box<dyn Engine>,
    /// The engine's statistics before the last search.
    before: cover::Statistics,
    kind: PhantomData<fn(&P)>,
}

impl<P> fmt::Debug for LinksVerifier<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LinksVerifier").field("shape", &self.shape).finish_non_exhaustive()
    }
}

impl LinksVerifier {
    /// A verifier for puzzles of `shape` with clues.
    pub fn new(shape: Shape) -> LinksVerifier {
        LinksVerifier::of_kind(shape)
    }
}

#[expect(private_bounds, reason = "sealed: each engine knows both kinds of puzzles")]
impl<P: Linked> LinksVerifier<P> {
    /// A verifier for puzzles of `shape`, of either kind.
    pub fn of_kind(shape: Shape) -> LinksVerifier<P> {
        let (engine, before) = (engine(shape), cover::Statistics::default());
        LinksVerifier { shape, engine, before, kind: PhantomData }
    }

    /// Makes the moves of `puzzle`, and bans a candidate, if one is given; makes no others. False
    /// if two of its clues clash.
    fn make_moves(&mut self, puzzle: &P, banned: Option<Candidate>) -> bool {
        let ban = banned.map(|banned| Move::Banned(encode::option(self.shape, banned)));
        set_moves(self.engine.as_mut(), puzzle.moves().chain(ban)).is_ok()
    }

    /// States a puzzle, without a candidate if one is given. False if two of its clues clash.
    pub(super) fn state(&mut self, puzzle: &P, banned: Option<Candidate>) -> bool {
        if puzzle.shape() != self.shape {
            *self = LinksVerifier::of_kind(puzzle.shape());
        }
        self.before = self.engine.statistics();
        self.make_moves(puzzle, banned)
    }

    /// The [solutions](Verifier::solutions) without a candidate, if one is given.
    pub(super) fn solutions_without(
        &mut self,
        puzzle: &P,
        banned: Option<Candidate>,
        visitor: &mut dyn SolutionVisitor,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<()> {
        if !self.state(puzzle, banned) {
            return ControlFlow::Continue(());
        }
        let before = self.before;
        let next_pulse = before.nodes.saturating_add(watch.patience());
        let mut relay =
            Relay::new(watch, |so_far: &EngineProgress<'_>| since(&before, &so_far.statistics));
        let visitor = RefCell::new(visitor);
        let mut show = |cover: Cover<'_>| {
            visitor.borrow_mut().solution(&|| {
                let mut grid = puzzle.held();
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
}

/// A kind of puzzle, as options held and banned: [`Grid`] and [`Marks`].
pub(super) trait Linked: Puzzle {
    /// The moves that state the puzzle.
    fn moves(&self) -> impl Iterator<Item = Move>;

    /// The digits that are held.
    fn held(&self) -> Grid;

    /// Whether a candidate is not banned.
    fn allows(&self, candidate: Candidate) -> bool;
}

impl Linked for Grid {
    fn moves(&self) -> impl Iterator<Item = Move> {
        let shape = self.shape();
        self.clues().map(move |clue| Move::Held(encode::option(shape, clue)))
    }

    fn held(&self) -> Grid {
        self.clone()
    }

    fn allows(&self, _: Candidate) -> bool {
        true
    }
}

impl Linked for Marks {
    fn moves(&self) -> impl Iterator<Item = Move> {
        let shape = self.shape();
        let cells = (0..shape.cells()).map(move |index| shape.cell(index));
        let candidates =
            cells.flat_map(move |cell| shape.digits().map(move |digit| Candidate { cell, digit }));
        let others = candidates.filter(|&candidate| !self.has(candidate));
        others.map(move |other| Move::Banned(encode::option(shape, other)))
    }

    fn held(&self) -> Grid {
        Grid::empty(self.shape())
    }

    fn allows(&self, candidate: Candidate) -> bool {
        self.has(candidate)
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

impl<P: Linked> Verifier<P> for LinksVerifier<P> {
    fn solutions(
        &mut self,
        puzzle: &P,
        visitor: &mut dyn SolutionVisitor,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<()> {
        self.solutions_without(puzzle, None, visitor, watch)
    }

    /// Nodes, and removals from lists, including those that hold clues or ban candidates.
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
