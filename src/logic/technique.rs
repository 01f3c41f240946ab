//! Named techniques on a 9×9 board: finders, and deductions that are checked by looking at houses.
//!
//! ```text
//!      sight ──▶ producer ──▶ deduction      technique, where it is seen, what goes
//!                                │
//!                                └──▶ check  truths and links are counted, chains replayed
//! ```
//!
//! ```
//! use tourdion::logic::technique::{Board, Convention, Producer, Sight, Technique};
//! use tourdion::sudoku::Grid;
//!
//! let puzzle: Grid =
//!     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
//! let sight = Sight::of(Board::of(&puzzle).expect("a 9x9 grid"));
//! let locked = Producer::Locking.first(&sight, Convention::Plain).unwrap();
//! assert_eq!((locked.technique, locked.check(sight.board())), (Technique::Pointing, Ok(())));
//! # Ok::<(), tourdion::sudoku::GridError>(())
//! ```
//!
//! One engine serves explanations and ratings. [`Convention::Explainer`] is for ratings: it finds
//! what Sudoku Explainer 1.2.1 finds, in its order, with its quirks of size.
//!
//! Invariant: a deduction is true of every solution of the board; one with a
//! [deadly pattern](Deadly) if the puzzle has exactly one.
//!
//! Source: Nicolas Juillerat, *Sudoku Explainer*, 2007, for the techniques and their order; forums
//! for the names.
//!
//! Deliberately lacking: a choice among techniques, and other shapes than 9×9.

mod aic;
mod aligned;
mod als;
mod avoidable;
mod bits;
mod board;
mod bug;
mod chains;
mod check;
mod colours;
mod conclusion;
mod constraint;
mod deduction;
mod definition;
mod finned;
mod fish;
mod franken;
mod kind;
mod locking;
mod loops;
mod nested;
mod producer;
mod rectangles;
mod refuter;
mod sight;
mod singles;
mod subsets;
mod sue_de_coq;
mod tables;
mod templates;
mod turbot;
mod twins;
mod visit;
mod wings;

pub use board::Board;
pub use check::BadDeduction;
pub use constraint::Constraint;
pub use deduction::{
    Basis, Deadly, Deduction, Evidence, ForcingReason, Inference, Reason, StrongLink,
};
pub use kind::Technique;
pub use producer::Producer;
pub use sight::Sight;
pub use visit::Convention;
