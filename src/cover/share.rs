//! A search in parts: with pauses, in pieces, on all cores.
//!
//! ```text
//!      parts         a search as a tree of parts, each searched on its own
//!      parallel      all cores search parts; covers come in the order of one
//!      lazy          an iterator searches a part when it needs more covers
//!      turns         a plain search, and in its pulses one by weights and one that learns
//!      portfolio     searches in turns side by side, each in another order of the problem
//!      shown         the covers that have been shown, where two searches may show the same
//! ```

pub mod lazy;
#[cfg(feature = "parallel")]
pub mod parallel;
pub mod parts;
#[cfg(feature = "parallel")]
pub mod portfolio;
mod shown;
pub mod turns;

pub use lazy::{Covers, covers};
#[cfg(feature = "parallel")]
pub use parallel::Parallel;
#[cfg(feature = "parallel")]
pub use portfolio::Portfolio;
pub use turns::Turns;
