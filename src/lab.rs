//! A crate of a few rooms alone, which builds in seconds. Not committed.
pub mod chance;
pub mod cover;
pub mod sudoku;
