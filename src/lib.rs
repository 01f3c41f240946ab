//! Exact cover by dancing links, and Sudoku as its hardest-worked case.

pub mod catalogue;
pub mod cover;
pub mod sudoku;
pub mod verify;
