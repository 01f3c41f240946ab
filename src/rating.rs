//! Ratings: how hard a puzzle is, by theories in which the answer depends on nothing but the
//! puzzle.
//!
//! ```text
//!      te      the depth of trial and error that solves it             0 1 2 3
//!      b       how far braids have to look ahead                       at depth 0 and 1
//!      bxb     the same in the trials of T&E(1)                        at depth 2
//!      bxbb    the same in the trials of the trials, of T&E(2)         at depth 3
//! ```
//!
//! A *constraint* is one of 324: a cell, or a digit in a house. Candidates that share one are
//! *linked*. What is linked to a true candidate goes; a constraint with one candidate left has a
//! single; one with none is the contradiction. These are **singles**, and nothing else is used in
//! the innermost trial: no pointing, no pairs.
//!
//! - **T&E(1)** assumes a candidate, and does singles. If that contradicts itself, the candidate
//!   goes from the board, and so on until nothing moves. **T&E(n)** does T&E(n-1) where T&E(1) does
//!   singles. `te` is the least n that solves; 0 is singles alone.
//! - A **braid** is a chain of singles that begins with a candidate and ends with a contradiction,
//!   its length the constraints that it needs. `b` is the least n such that singles and braids of
//!   at most n constraints solve. Braids of any length are T&E(1).
//! - **B×B** does T&E(1) with braids of at most p constraints in its trials; `bxb` is the least p
//!   that solves. **B×BB** does T&E(2).
//!
//! Removing is monotone: a board with fewer candidates loses at least as much. So each of these has
//! one end, whatever the order of steps; symmetric copies have the same ratings; and there is one
//! right answer. The theory is Berthier's (*Pattern-Based Constraint Satisfaction and Logic
//! Puzzles*, 2012 and later editions).
//!
//! ```text
//!    puzzle ──▶ verify ──▶ board ──▶ singles                   nine digits at once
//!                           │
//!                           ├─▶ depth ──▶ sheet, sweep         all trials at once, bit by bit
//!                           ├─▶ braid ──▶ rows                 sets of what follows, 512 at once
//!                           └─▶ inner ──▶ depth and braid
//! ```
//!
//! Invariant: a rating is that of the definition, whatever the path and the processor; tests
//! compare with a reference that knows nothing but the definitions. Only proper puzzles have one.
//!
//! Deliberately lacking: shapes other than 9×9; ratings that depend on an order of steps, as those
//! of Sudoku Explainer; braids with groups of candidates; the steps themselves (see
//! [`logic`](crate::logic)).

// A function that is called, not inlined, is compiled without the instructions of the path.
#![allow(clippy::inline_always)]
// Loops over lanes go by index, so that the compiler makes vectors of them.
#![allow(clippy::needless_range_loop)]

use std::ops::ControlFlow;

use crate::instructions::Instructions;
use crate::sudoku::{Grid, Shape};
use crate::verify::{Effort, LockstepVerifier, Verdict, Verifier};
use crate::watch::{Patient, Watch};

use board::{Board, End};
use braid::{Braids, LONGEST};
use depth::{DEEPEST, Trials};
use inner::InnerBraids;
use path::Path;
pub use rate::{Rate, Rating, RatingError, Unrated};
use work::Work;

mod bits;
mod board;
mod braid;
mod depth;
mod digits;
mod incidence;
mod inner;
mod path;
mod rate;
mod sheet;
mod sweep;
mod vectors;
mod work;

/// Rates a puzzle. For many puzzles a [`Rater`] is faster, and for hard ones a watch can end it.
///
/// ```
/// use tourdion::rating::{Rate, Rating, rate};
///
/// let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// assert_eq!(rate(&puzzle.parse()?, Rating::Te)?, Rate::Is(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the puzzle is not 9×9, or not proper.
pub fn rate(puzzle: &Grid, rating: Rating) -> Result<Rate, Unrated> {
    Rater::new().rates(puzzle, &[rating], &mut Patient).map(|rates| rates[0])
}

/// Rates puzzles, one after another.
///
/// ```
/// use tourdion::rating::{Rate, Rater, Rating};
/// use tourdion::watch::Patient;
///
/// let mut rater = Rater::new();
/// let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// let rates = rater.rates(&puzzle.parse()?, Rating::ALL, &mut Patient)?;
/// assert_eq!(rates, [Rate::Is(2), Rate::Endless, Rate::Is(4), Rate::Is(0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rater {
    verifier: LockstepVerifier,
    path: Path,
    trials: Trials,
    braids: Braids,
}

impl Rater {
    /// A rater for the fastest instructions that this processor has.
    pub fn new() -> Rater {
        Rater::on(Instructions::best())
    }

    /// A rater for given instructions, falling back to portable code if unsupported.
    pub fn on(instructions: Instructions) -> Rater {
        Rater {
            verifier: LockstepVerifier::on(instructions),
            path: Path::new(instructions),
            trials: Trials::default(),
            braids: Braids::new(),
        }
    }

    /// The ratings of a puzzle, in the order in which they are asked for. `watch` sees the effort
    /// for the puzzle so far, in worlds of trials and batches of braids (nodes), every fraction of
    /// a millisecond; if it breaks, what is not known yet is [`Rate::Above`] what is.
    ///
    /// Depths up to 2 and braids take a millisecond, B×B and B×BB some to some thousand.
    ///
    /// # Errors
    /// If the puzzle is not 9×9, or not proper.
    pub fn rates(
        &mut self,
        puzzle: &Grid,
        ratings: &[Rating],
        watch: &mut dyn Watch<Effort>,
    ) -> Result<Vec<Rate>, Unrated> {
        if puzzle.shape() != Shape::CLASSIC {
            return Err(Unrated::Shape(puzzle.shape()));
        }
        let verdict = self.verifier.verify(puzzle);
        let Verdict::Proper(solution) = &verdict else {
            return Err(Unrated::NotProper(verdict.kind()));
        };
        let (truths, mut board) = (Board::of(solution.grid()), Board::of(puzzle));
        let mut work = Work::new(self.path, watch);
        let depth = match board::singles(self.path, &mut board) {
            End::Solved => Rate::Is(0),
            _ => self.depth(board, &truths, deepest(ratings), &mut work),
        };
        let rates = ratings.iter().map(|rating| match rating {
            Rating::Te => depth,
            Rating::B => self.braid(board, &truths, depth, &mut work),
            Rating::Bxb => self.inner(&board, &truths, (depth, 2), &mut work),
            Rating::Bxbb => self.inner(&board, &truths, (depth, 3), &mut work),
        });
        Ok(rates.collect())
    }

    /// The depth of a board on which singles are stuck.
    fn depth(
        &mut self,
        mut board: Board,
        truths: &Board,
        deepest: usize,
        work: &mut Work<'_>,
    ) -> Rate {
        if Trials::few(&mut board, truths, work) == End::Solved {
            return Rate::Is(1);
        }
        for depth in 1..=deepest {
            match self.trials.settle(&mut board, depth, Some(truths), work) {
                ControlFlow::Continue(End::Solved) => return Rate::Is(depth as u32),
                ControlFlow::Continue(_) => {}
                ControlFlow::Break(()) => return Rate::Above(depth as u32 - 1),
            }
        }
        Rate::Above(deepest as u32)
    }

    fn braid(
        &mut self,
        mut board: Board,
        truths: &Board,
        depth: Rate,
        work: &mut Work<'_>,
    ) -> Rate {
        match depth {
            Rate::Is(0) | Rate::Above(0) => return depth,
            Rate::Is(1) => {}
            _ => return Rate::Endless,
        }
        let mut length = 1;
        while length <= LONGEST {
            match self.braids.settle(&mut board, length, Some(truths), work) {
                ControlFlow::Continue((End::Stuck, Some(least))) => length = least.max(length + 1),
                ControlFlow::Continue((End::Stuck, None)) => break,
                ControlFlow::Continue(_) => return Rate::Is(length as u32),
                ControlFlow::Break(()) => return Rate::Above(length as u32 - 1),
            }
        }
        Rate::Above(LONGEST as u32)
    }

    /// The rating by braids in trials, which is for puzzles of the depth `at`.
    fn inner(
        &mut self,
        board: &Board,
        truths: &Board,
        (depth, at): (Rate, u32),
        work: &mut Work<'_>,
    ) -> Rate {
        match depth {
            Rate::Is(depth) if depth < at => return Rate::Is(0),
            Rate::Is(depth) if depth == at => {}
            Rate::Above(depth) if depth < at => return Rate::Above(0),
            _ => return Rate::Endless,
        }
        let mut inner = InnerBraids { trials: &mut self.trials, braids: &mut self.braids };
        match inner.least(board, at as usize - 1, (truths, LONGEST), work) {
            ControlFlow::Continue(Some(length)) => Rate::Is(length as u32),
            ControlFlow::Continue(None) => Rate::Above(LONGEST as u32),
            ControlFlow::Break(length) => Rate::Above(length as u32 - 1),
        }
    }
}

/// The depth to which it has to be known: that of `te` itself, or where a rating ends to be
/// defined.
fn deepest(ratings: &[Rating]) -> usize {
    let deepest = ratings.iter().map(|rating| match rating {
        Rating::B => 1,
        Rating::Bxb => 2,
        Rating::Te | Rating::Bxbb => DEEPEST,
    });
    deepest.max().unwrap_or(0)
}

impl Default for Rater {
    fn default() -> Self {
        Rater::new()
    }
}
