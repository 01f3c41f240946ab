//! Sudoku as an exact-cover problem.
