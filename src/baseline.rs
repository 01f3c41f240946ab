//! Plain backtracking: the searches that people write first, for comparison with dancing links and
//! lockstep.
//!
//! ```text
//!      listed    cells in reading order                 permute   one unknown in a house; then all
//!      sorted    cells sorted once, few digits first              permutations of a box
//!      fewest    the cell with the fewest digits        mended    the same, of those that can work
//!      norvig    sets of digits, propagated; fewest     pick      taboo, totem; a random pivot
//!                                                       pick+1    the same, or p + 1 digits
//! ```
//!
//! Each makes a [`Verifier`] like the others, gives the same verdicts, and counts its work
//! ([`Effort`](crate::verify::Effort)): a node is a call of its recursion, a step a test for a
//! conflict (`norvig`: a digit eliminated; `pick`: a cell or a group's letter looked at). They stay
//! as their authors describe them: plain, readable, and without tricks from elsewhere.
//!
//! ```
//! use tourdion::baseline::Baseline;
//! use tourdion::sudoku::Grid;
//! use tourdion::verify::{Budget, Kind, Verifier};
//! use tourdion::watch::Patient;
//!
//! let puzzle: Grid = "1....2..3......4".parse().unwrap();
//! for &baseline in Baseline::ALL {
//!     let mut verifier = baseline.verifier(puzzle.shape());
//!     let verdict = Budget::of_nodes(10_000).verify(verifier.as_mut(), &puzzle, &mut Patient);
//!     let verdict = verdict.expect("sixteen cells are few");
//!     assert_eq!(verdict.kind(), Kind::Proper);
//!     println!("{baseline}: {} nodes", verifier.effort().nodes);
//! }
//! ```
//!
//! Most of them take forever on some puzzle. A [`Budget`](crate::verify::Budget) ends them.
//!
//! Deliberately lacking: speed. Bits don't replace an author's lists: a faster search would be a
//! different one.

use std::fmt;
use std::ops::ControlFlow;

use crate::sudoku::Shape;
use crate::verify::Verifier;

mod board;
pub mod fewest;
pub mod listed;
pub mod norvig;
pub mod permute;
pub mod pick;
pub mod sorted;

use board::{Plain, Search};
use permute::Permutations;
use pick::Pivot;

/// One of the plain searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Baseline {
    /// [`listed`].
    Listed,
    /// [`sorted`].
    Sorted,
    /// [`fewest`].
    Fewest,
    /// [`norvig`].
    Norvig,
    /// [`pick`] with pivots of p digits.
    Pick,
    /// [`pick`] with pivots of p or p + 1 digits.
    PickMore,
    /// [`permute`].
    Permute,
    /// [`permute`], mended.
    Mended,
}

/// The seed of the pivots.
const SEED: u64 = 2007;

impl Baseline {
    /// All of them.
    pub const ALL: &[Baseline] = &[
        Baseline::Listed,
        Baseline::Sorted,
        Baseline::Fewest,
        Baseline::Norvig,
        Baseline::Pick,
        Baseline::PickMore,
        Baseline::Permute,
        Baseline::Mended,
    ];

    /// One word.
    pub const fn name(self) -> &'static str {
        match self {
            Baseline::Listed => "listed",
            Baseline::Sorted => "sorted",
            Baseline::Fewest => "fewest",
            Baseline::Norvig => "norvig",
            Baseline::Pick => "pick",
            Baseline::PickMore => "pick+1",
            Baseline::Permute => "permute",
            Baseline::Mended => "mended",
        }
    }

    /// The unit of its [steps](crate::verify::Effort::steps).
    pub const fn unit(self) -> &'static str {
        match self {
            Baseline::Norvig => "eliminations",
            Baseline::Pick | Baseline::PickMore => "looks",
            _ => "tests",
        }
    }

    /// A verifier for grids of `shape` with this search.
    pub fn verifier(self, shape: Shape) -> Box<dyn Verifier> {
        let solve: fn(&mut Search<'_>) -> ControlFlow<()> = match self {
            Baseline::Listed => listed::solve,
            Baseline::Sorted => sorted::solve,
            Baseline::Fewest => fewest::solve,
            Baseline::Norvig => norvig::solve,
            Baseline::Pick => |search| pick::solve(search, Pivot::Fewest, SEED),
            Baseline::PickMore => |search| pick::solve(search, Pivot::OneMore, SEED),
            Baseline::Permute => |search| permute::solve(search, Permutations::All),
            Baseline::Mended => |search| permute::solve(search, Permutations::Mended),
        };
        Box::new(Plain::new(shape, solve))
    }
}

impl fmt::Display for Baseline {
    /// As its [name](Baseline::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
