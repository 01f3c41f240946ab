//! Ratings.
#![allow(clippy::inline_always)]
#![allow(clippy::needless_range_loop)]
#![allow(missing_docs)]

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::instructions::Instructions;
use crate::sudoku::{Grid, Shape};
use crate::verify::{Effort, Kind, LockstepVerifier, Verdict, Verifier};
use crate::watch::{Patient, Watch};

use board::{Board, End};
use braid::{Braids, LONGEST};
use depth::{DEEPEST, Trials};
use inner::InnerBraids;
use path::Path;
use work::Work;

mod bits;
mod board;
mod braid;
mod depth;
mod digits;
mod incidence;
mod inner;
mod path;
mod sheet;
mod sweep;
mod work;

/// A way to say how hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Rating {
    /// The depth of T&E.
    Te,
    /// The length of braids.
    B,
    /// The length of braids in trials, at depth 2.
    Bxb,
    /// The same in the trials of trials, at depth 3.
    Bxbb,
}

impl Rating {
    pub const ALL: &[Rating] = &[Rating::Te, Rating::B, Rating::Bxb, Rating::Bxbb];

    /// One word: `te`, `b`, `bxb` or `bxbb`.
    pub const fn name(self) -> &'static str {
        match self {
            Rating::Te => "te",
            Rating::B => "b",
            Rating::Bxb => "bxb",
            Rating::Bxbb => "bxbb",
        }
    }
}

impl fmt::Display for Rating {
    /// As its [name](Rating::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text is no [`Rating`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected te, b, bxb or bxbb, found `{0}`")]
pub struct RatingError(String);

impl FromStr for Rating {
    type Err = RatingError;

    fn from_str(text: &str) -> Result<Rating, RatingError> {
        let named = Rating::ALL.iter().copied().find(|rating| rating.name() == text);
        named.ok_or_else(|| RatingError(text.to_owned()))
    }
}

/// What a rating says of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rate {
    /// This number.
    Is(u32),
    /// More than this number, up to which it was tried.
    Above(u32),
    /// No number: not even the greatest is enough.
    None,
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rate::Is(number) => f.pad(&number.to_string()),
            Rate::Above(number) => f.pad(&format!(">{number}")),
            Rate::None => f.pad("-"),
        }
    }
}

/// Why a grid has no ratings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unrated {
    /// It is not 9×9.
    #[error("ratings are for 9x9 puzzles, this is {0}")]
    Shape(Shape),
    /// It has no solution, or more than one.
    #[error("{0}")]
    NotProper(Kind),
}

/// Rates puzzles.
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

    pub fn rate(
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
        let truths = Board::of(solution.grid());
        let mut work = Work::new(self.path, watch);
        let mut start = Board::of(puzzle);
        start.singles(self.path);
        let depth = self.depth(start, &truths, DEEPEST, &mut work);
        let rates = ratings.iter().map(|rating| match rating {
            Rating::Te => depth,
            Rating::B => self.b(start, &truths, depth, &mut work),
            Rating::Bxb => self.inner(start, 2, &truths, depth, &mut work),
            Rating::Bxbb => self.inner(start, 3, &truths, depth, &mut work),
        });
        Ok(rates.collect())
    }

    /// The depth of a board under singles.
    fn depth(&mut self, mut board: Board, truths: &Board, deepest: usize, work: &mut Work<'_>) -> Rate {
        if board.is_solved() {
            return Rate::Is(0);
        }
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

    fn b(&mut self, mut board: Board, truths: &Board, depth: Rate, work: &mut Work<'_>) -> Rate {
        match depth {
            Rate::Is(0) => return Rate::Is(0),
            Rate::Is(1) => {}
            Rate::Above(0) => return Rate::Above(0),
            _ => return Rate::None,
        }
        let mut length = 1;
        while length <= LONGEST {
            match self.braids.settle(&mut board, length, Some(truths), work) {
                ControlFlow::Continue((End::Stuck, Some(least))) => length = least.max(length + 1),
                ControlFlow::Continue((End::Stuck, None)) => return Rate::None,
                ControlFlow::Continue(_) => return Rate::Is(length as u32),
                ControlFlow::Break(()) => return Rate::Above(length as u32 - 1),
            }
        }
        Rate::Above(LONGEST as u32)
    }

    fn inner(
        &mut self,
        board: Board,
        at: usize,
        truths: &Board,
        depth: Rate,
        work: &mut Work<'_>,
    ) -> Rate {
        let at = at as u32;
        match depth {
            Rate::Is(depth) if depth < at => return Rate::Is(0),
            Rate::Is(depth) if depth > at => return Rate::None,
            Rate::Is(_) => {}
            Rate::Above(depth) if depth >= at => return Rate::None,
            _ => return Rate::Above(0),
        }
        let mut inner = InnerBraids { trials: &mut self.trials, braids: &mut self.braids };
        match inner.rate(board, at as usize - 1, (truths, LONGEST), work) {
            ControlFlow::Continue(Some(length)) => Rate::Is(length as u32),
            ControlFlow::Continue(None) => Rate::Above(LONGEST as u32),
            ControlFlow::Break(length) => Rate::Above((length as u32).saturating_sub(1)),
        }
    }

    pub fn work(&mut self, what: &str, puzzle: &Grid) -> String {
        let ratings: Vec<Rating> = what.split(',').map(|w| w.parse().unwrap()).collect();
        match self.rate(puzzle, &ratings, &mut Patient) {
            Ok(rates) => rates.iter().map(|r| r.to_string()).collect::<Vec<_>>().join(","),
            Err(e) => e.to_string(),
        }
    }

    pub fn notes(&self) -> Vec<u64> { vec![] }
}
