//! Tours: off/on searches over sets of puzzles, phase by phase.
//!
//! A phase takes a set of puzzles, takes clues off and puts clues on, and makes another set. What has been seen, and
//! how far a run has come, is kept by [`seen`].

pub mod seen;
