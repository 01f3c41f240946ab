//! stub
mod attempts;
pub mod chance;
mod full;
mod removal;
mod rounds;
pub mod symmetry;
mod unavoidable;

pub use attempts::{Generator, Wish};
pub use symmetry::{Symmetry, SymmetryError};
