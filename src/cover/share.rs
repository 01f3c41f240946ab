//! A search in parts: with pauses, in pieces, on all cores.
//!
//! ```text
//!      parts         a search as a tree of parts, each of which can be done by itself
//!      parallel      all cores do parts, and covers come in the order of one
//!      lazy          an iterator does a part when it is asked for more
//! ```

pub mod lazy;
#[cfg(feature = "parallel")]
pub mod parallel;
pub mod parts;

pub use lazy::{Covers, covers};
#[cfg(feature = "parallel")]
pub use parallel::Parallel;
