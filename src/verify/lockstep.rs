//! Verifying in lockstep: sixteen or thirty-two puzzles at a time, one in each lane of a vector.
//!
//! A processor adds two numbers in a cycle, or the sixteen numbers of one vector to those of
//! another. A search that does *the same* for every puzzle, without asking first what the puzzle is
//! like, can have a puzzle in each place of its vectors. So a puzzle is written as 36 words of nine
//! bits, and reasoning is AND, OR and NOT.
//!
//! ```text
//!   where 7 may stand in a band            its six configurations, one mini-line a box and a line:
//!   (three boxes side by side):
//!              box 0   box 1   box 2       even 0   even 1   even 2   odd 3    odd 4    odd 5
//!     line 0   . . .   # # .   # . .       # . .    . # .    . . #    # . .    . # .    . . #
//!     line 1   # . .   . . .   . # .       # . .    . . #    # . .    . . #    # . .    . # .
//!     line 2   . # .   . . .   . . .       . . #    # . .    . # .    . # .    . . #    # . .
//!
//!   box 1 has it on line 0:
//!   even 1 or odd 4                          -       yes       -        -       no       -
//!   odd 4 would need line 2 of box 2
//! ```
//!
//! 7 stays in the word of `even 1`, and goes from the other five; so it is on line 2 of box 0 and
//! line 1 of box 2, which neither of these boxes says by itself. All nine digits are there at once,
//! a bit each, and a vector has that word of sixteen puzzles. The three bands and three stacks have
//! 36 words; nothing else is kept of a puzzle (`chutes`). Five rules look at one box (`rules`). A
//! sweep applies them to the nine boxes of all puzzles (`group`). After each sweep every lane is
//! dead, solved, stuck or still moving, and the search goes on with it (`lane_search`).
//!
//! ```text
//!    puzzles ──▶ loader ──▶ lane_search ◀──▶ group ──▶ rules     a puzzle in each lane
//!                               │
//!                               ├──▶ reorder ──▶ verdicts, in the order of the puzzles
//!                               └──▶ shared_count ──▶ how many solutions, on all cores
//!
//!    one puzzle ──▶ one_puzzle ◀─┬▶ boxes ──▶ rules              its nine boxes in the lanes
//!                                ├▶ nine_boxes ──▶ rules         the same in registers of AVX2, or
//!                                └▶ mini_lines ──▶ rules         its mini-lines
//!
//!    on_phase ──▶ classes, pairs ──▶ trials ◀──▶ group           a candidate in each lane, under
//!                                     │  ▲                       masks
//!                                     ▼  │
//!                                  elimination                   solutions counted by candidate
//! ```
//!
//! `docs/lockstep.md` explains it slowly. The six configurations of a digit in a band are Dillon's.
//! His *Tdoku* (2019) has those of one puzzle's nine digits in a vector, beside its cells. Here
//! nothing else is kept, not even the cells, and a vector has one word of many puzzles.
//!
//! Invariants. A lane's verdict depends on its puzzle alone. Each rule is written once, and
//! compiled for each set of [`Instructions`]; all give the same verdicts, and tests run each that
//! the processor has.
//!
//! Deliberately lacking: shapes other than 9×9, which go to links and other engines
//! (`verify::any_shape`); and reasons for what it finds.

// A function that is called, not inlined, is compiled without the instructions of its caller.
#![allow(clippy::inline_always)]
// Loops over lanes go by index, so that the compiler makes vectors of them.
#![allow(clippy::needless_range_loop)]

use std::fmt;
use std::ops::ControlFlow;

use crate::instructions::Instructions;
use crate::sudoku::{Cell, Grid, Shape, Solution};
use crate::watch::Watch;

use super::any_shape::AnyShapeVerifier;
use super::{Audience, Effort, SolutionVisitor, Verifier, count_shown, shows_other};
use kinds::Laned;
use path::{PathAlone, PathSearch};
use reorder::{ReorderBuffer, Slots};

mod boxes;
mod candidates;
mod chutes;
mod classes;
#[cfg(feature = "parallel")]
mod counting;
mod elimination;
mod group;
mod kinds;
mod lane_search;
mod loader;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod mini_lines;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod nine_boxes;
mod on_phase;
mod one_puzzle;
mod pairs;
mod path;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod registers;
mod reorder;
mod rotation;
mod rules;
mod shared_count;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod shuffles;
mod solutions;
mod spare;
mod steps;
mod threads;
mod trials;

#[cfg(feature = "parallel")]
pub use counting::count_on;
pub use on_phase::LockstepOnPhase;

/// The largest limit for which counting is faster without lanes.
const FEW: u64 = 16;

/// A [`Verifier`] of 9×9 puzzles by lockstep; of other shapes by [dancing
/// links](super::LinksVerifier) for a moment, and then by [engines in turns](crate::cover::Turns).
/// The puzzles have clues, or pencil marks if `P` is [`Marks`](crate::sudoku::Marks).
#[expect(private_bounds, reason = "sealed: each engine knows both kinds of puzzles")]
pub struct LockstepVerifier<P: Laned = Grid> {
    search: PathSearch<P>,
    alone: PathAlone,
    slots: Slots,
    /// For other shapes; made for the first puzzle that has one.
    others: Option<Box<AnyShapeVerifier<P>>>,
    effort: Effort,
}

impl<P: Laned> fmt::Debug for LockstepVerifier<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LockstepVerifier").field("effort", &self.effort).finish_non_exhaustive()
    }
}

impl LockstepVerifier {
    /// A verifier of puzzles with clues, for the fastest instructions that this processor has.
    pub fn new() -> LockstepVerifier {
        LockstepVerifier::on(Instructions::best())
    }

    /// A verifier of puzzles with clues, for given instructions, falling back to portable code if
    /// unsupported.
    pub fn on(instructions: Instructions) -> LockstepVerifier {
        LockstepVerifier::of_kind(instructions)
    }
}

#[expect(private_bounds, reason = "sealed: each engine knows both kinds of puzzles")]
impl<P: Laned> LockstepVerifier<P> {
    /// A verifier of puzzles of either kind, for given instructions, falling back to portable code
    /// if unsupported.
    ///
    /// ```
    /// use tourdion::instructions::Instructions;
    /// use tourdion::sudoku::{Grid, Marks};
    /// use tourdion::verify::{LockstepVerifier, Verifier};
    ///
    /// let puzzle: Grid =
    ///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    ///         .parse()?;
    /// let marks = Marks::of(&puzzle);
    /// let mut verifier = LockstepVerifier::<Marks>::of_kind(Instructions::best());
    /// let verdict = verifier.verify(&marks);
    /// assert!(verdict.is_proper());
    /// verdict.check(&marks)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_kind(instructions: Instructions) -> LockstepVerifier<P> {
        LockstepVerifier {
            search: PathSearch::new(instructions),
            alone: PathAlone::new(instructions),
            slots: Slots::new(),
            others: None,
            effort: Effort::default(),
        }
    }
}

impl Default for LockstepVerifier {
    fn default() -> Self {
        LockstepVerifier::new()
    }
}

impl<P: Laned> Verifier<P> for LockstepVerifier<P> {
    fn solutions(
        &mut self,
        puzzle: &P,
        visitor: &mut dyn SolutionVisitor,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<()> {
        if puzzle.shape() != Shape::CLASSIC {
            let others = self.others.get_or_insert_with(|| AnyShapeVerifier::boxed(puzzle.shape()));
            let flow = others.solutions(puzzle, visitor, watch);
            self.effort = others.effort();
            return flow;
        }
        let mut show = |grid: &dyn Fn() -> Grid| visitor.solution(&|| Solution::found(grid()));
        self.alone.search(puzzle, &mut self.effort, &mut show, watch)
    }

    fn has_other(
        &mut self,
        puzzle: &P,
        known: &Solution,
        cell: Cell,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<(), bool> {
        if puzzle.shape() != Shape::CLASSIC {
            let others = self.others.get_or_insert_with(|| AnyShapeVerifier::boxed(puzzle.shape()));
            let found = others.has_other(puzzle, known, cell, watch);
            self.effort = others.effort();
            return found;
        }
        shows_other(self, puzzle, known, cell, watch)
    }

    /// Nodes and sweeps; of a puzzle that is not 9×9 the steps of links and other engines.
    fn effort(&self) -> Effort {
        self.effort
    }

    fn count(&mut self, puzzle: &P, limit: u64) -> u64 {
        // A few solutions are found before all lanes have something to do.
        if puzzle.shape() == Shape::CLASSIC && limit > FEW {
            return shared_count::count_here(puzzle, limit, &mut self.search);
        }
        count_shown(self, puzzle, limit)
    }

    fn verify_all(
        &mut self,
        puzzles: &mut dyn Iterator<Item = &P>,
        audience: &mut dyn Audience,
        watch: &mut dyn Watch<Effort>,
    ) -> ControlFlow<()> {
        let mut buffer = ReorderBuffer::new(
            puzzles,
            audience,
            watch,
            &mut self.slots,
            &mut self.others,
            &self.alone,
        );
        // `flow` says the same as this `Break`: the audience or the watch broke off.
        let _ = self.search.search_many(&mut buffer);
        buffer.flow()
    }
}
