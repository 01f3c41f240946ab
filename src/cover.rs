//! Exact cover: choose options so that every item is covered exactly once.
//!
//! # The toy problem
//!
//! Seven items, `a` to `g`, and six options:
//!
//! ```text
//!      c e      a d g      b c f      a d f      b g      d e g
//! ```
//!
//! A *cover* is a set of options in which every item stands exactly once. Here there is one: take
//! `b g`, because nothing else can stand beside the rest, then `a d f`, then `c e`. Finding it by
//! hand shows the method. Choose the item with the fewest options (`a` has two); try each of them;
//! a chosen option covers its items and removes every other option that has one of them; when an
//! item has no options left, take the last choice back.
//!
//! That is Algorithm X. The item with the fewest options is best because an item with none ends a
//! branch at once, and an item with one, a *forced* item, leaves no choice: the tree of choices
//! grows only where it must.
//!
//! # Primary and secondary items, colours
//!
//! A *primary* item must be covered exactly once. A *secondary* item may be covered at most once,
//! such as the diagonals of a chessboard for queens. An option may give a secondary item a
//! *colour*; then any number of chosen options may share the item if they all give it the same
//! colour. An example is a cell of a word square, where a word across and a word down must agree.
//!
//! # What an engine promises
//!
//! A [`Problem`] says what to cover. An [`Engine`] is made from it once, keeps its own copy, and
//! answers many questions of one kind: *with these options held and those banned, which covers are
//! there?*
//!
//! ```text
//!      hold(o)      o is in every cover from now on; refused, without any change, if it clashes
//!      ban(o)       o is in no cover from now on
//!      release()    takes back the latest of these
//!      search(v,w)  shows v every cover, and w now and then how far it is, until one of them
//!                   breaks off; then the engine is as it was before
//! ```
//!
//! So the start-up cost is paid once: a Sudoku is a few options held in a matrix that already
//! exists, and so is the next one.
//!
//! # In ten lines
//!
//! ```
//! use tourdion::cover::{Cover, Engine, Problem};
//! use tourdion::watch::Patient;
//!
//! let mut problem = Problem::new();
//! let items = ["a", "b", "c", "d", "e", "f", "g"].map(|name| problem.primary(name).unwrap());
//! for option in ["ce", "adg", "bcf", "adf", "bg", "deg"] {
//!     problem.option(option.bytes().map(|name| items[usize::from(name - b'a')]))?;
//! }
//! assert_eq!(problem.count(), 1);
//! for cover in problem.covers() {                              // an iterator, or ...
//!     assert_eq!(cover.iter().map(|option| option.index()).collect::<Vec<_>>(), [0, 3, 4]);
//! }
//! let mut visitor = |cover: Cover<'_>| {                        // ... a visitor
//!     assert_eq!(cover.options().count(), 3);
//!     std::ops::ControlFlow::Continue(())
//! };
//! let _ = problem.engine().search(&mut visitor, &mut Patient);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A visitor can end the search, and is the fastest way. An iterator can be paused and resumed:
//! [`share::lazy`]. A long search is divided into [`share::parts`]: all cores can search them
//! (`share::parallel`), and a later run can continue with those that are left.
//!
//! Source: Knuth, *The Art of Computer Programming*, volume 4B, section 7.2.2.1.

mod answers;
pub mod choice;
pub mod classics;
pub mod engine;
pub mod form;
pub mod problem;
pub mod question;
pub mod reduce;
pub mod share;
mod space;
mod total;

pub use choice::EngineKind;
pub use engine::{
    Cells, Clash, Cover, Engine, EngineProgress, EngineWatch, HighBounds, Learn, Links, Live,
    LiveError, Move, Rows, RowsError, RowsTooWide, Statistics, TooWide,
};
pub use form::{ProblemForm, TextError, TextFault};
pub use problem::{
    Bounds, Colour, ItemId, OptionEntry, OptionId, Problem, ProblemError, Shuffled, Taken,
    UnknownOption,
};
pub use share::{Covers, Turns, covers};
#[cfg(feature = "parallel")]
pub use share::{Parallel, Portfolio};
pub use total::{CoverTotal, CoverTotalError};
