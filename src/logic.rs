//! Solving as people do: pencil marks, singles, forcing nets, and steps that can be replayed.
//! Without a search or an oracle.
//!
//! ```text
//!      8 .  .  | . . .       8      {1,2,4,6} {2,4,5,6,9}      one candidate in a cell: a naked
//!      . .  3  | 6 . .  ──▶  ...                          ──▶  single (taboo); one place in a
//!      . 7  .  | . 9 .                                         house: a hidden single (totem)
//! ```
//!
//! ```
//! use tourdion::logic::{Pencil, totem};
//! use tourdion::sudoku::Grid;
//!
//! let puzzle: Grid = "1....2..3......4".parse()?;
//! let mut pencil = Pencil::of(&puzzle);
//! let mut singles = Vec::new();
//! totem(&mut pencil, &mut |single| singles.push(single.to_string()))?;
//! assert_eq!(singles[0], "r2c1=4: one candidate");
//! assert!(pencil.grid().is_full());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Single`] names its reason, and [`Single::check`] verifies it without a search. A [`Path`]
//! takes singles, and then the simplest step of its [`Ladder`] of [techniques](technique).
//! Conclusions are true of every solution of the puzzle, whether it has one, many or none (but
//! those of deadly patterns only if it has one); a [`Contradiction`] shows that it has none.
//!
//! Source: P. L. Douillet, *Open Questions in Sudoku*, 2007, sections 4.2 and 4.3, for taboo and
//! totem; Draco and daj95376, *Pseudocode for forcing chain/net discovery*, 2008, for the three
//! kinds of contradiction.
//!
//! Deliberately lacking: verdicts. This room never asks a verifier; tests do.

mod account;
mod chain;
mod combinations;
mod find;
mod items;
mod ladder;
mod net;
mod path;
mod pencil;
mod prose;
mod show;
mod single;
mod spread;
mod strands;
pub mod technique;
mod wording;

pub use chain::{Chain, Link};
pub use find::{Limits, NetFinder, Score};
pub use ladder::{Ladder, LadderError, Rung, TechniqueError};
pub use net::{BadNet, Conclusion, Net, Node, Pair, pairs};
pub use path::{BadPath, Path, PathEnd, Step, Strategy};
pub use pencil::{Contradiction, Pencil};
pub use single::{Single, Unfounded, taboo, totem};
pub use strands::Strand;
pub use wording::Wording;
