//! The two kinds of puzzles, of clues and of pencil marks, and the verifiers of each, for functions
//! that are generic over the kind.
//!
//! ```
//! use tourdion::instructions::Instructions;
//! use tourdion::sudoku::{Grid, Marks};
//! use tourdion::verify::{Kind, Verifiable};
//!
//! fn kinds<P: Verifiable>(puzzle: &P) -> [Kind; 2] {
//!     let lockstep = P::lockstep(Instructions::best()).verify(puzzle);
//!     [lockstep.kind(), P::links(puzzle.shape()).verify(puzzle).kind()]
//! }
//! let puzzle: Grid = "1....2..3......4".parse()?;
//! assert_eq!(kinds(&puzzle), [Kind::Proper; 2]);
//! assert_eq!(kinds(&Marks::of(&puzzle)), [Kind::Proper; 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Deliberately lacking: other kinds; see [`Puzzle`].

use super::any_shape::AnyShapeVerifier;
use super::{LinksVerifier, LockstepVerifier, Verifier};
use crate::instructions::Instructions;
use crate::sudoku::{Grid, Marks, Puzzle, Shape};

/// A puzzle that can be verified: of clues ([`Grid`]) or of pencil marks ([`Marks`]).
pub trait Verifiable: Puzzle {
    /// A [`LockstepVerifier`] of such puzzles.
    fn lockstep(instructions: Instructions) -> Box<dyn Verifier<Self>>;

    /// A [`LinksVerifier`] of such puzzles of a shape.
    fn links(shape: Shape) -> Box<dyn Verifier<Self>>;

    /// A verifier of such puzzles of a shape by [engines in turns](crate::cover::Turns) alone. It
    /// shares no search with the others where these are done soon, and takes longer for each.
    fn turns(shape: Shape) -> Box<dyn Verifier<Self>>;
}

impl Verifiable for Grid {
    fn lockstep(instructions: Instructions) -> Box<dyn Verifier> {
        Box::new(LockstepVerifier::on(instructions))
    }

    fn links(shape: Shape) -> Box<dyn Verifier> {
        Box::new(LinksVerifier::new(shape))
    }

    fn turns(shape: Shape) -> Box<dyn Verifier> {
        Box::new(AnyShapeVerifier::turns_alone(shape))
    }
}

impl Verifiable for Marks {
    fn lockstep(instructions: Instructions) -> Box<dyn Verifier<Marks>> {
        Box::new(LockstepVerifier::of_kind(instructions))
    }

    fn links(shape: Shape) -> Box<dyn Verifier<Marks>> {
        Box::new(LinksVerifier::of_kind(shape))
    }

    fn turns(shape: Shape) -> Box<dyn Verifier<Marks>> {
        Box::new(AnyShapeVerifier::turns_alone(shape))
    }
}
