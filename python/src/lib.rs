//! The Python package `tourdion`: whole columns of puzzles, and exact cover of anything hashable.
//!
//! ```text
//!      columns     arrow, numbers ─▶ puzzles        in, borrowed
//!                  table ─▶ answers                 out, with arrow
//!      argument    numbers, each with its name and what it may be
//!      work        all cores, Ctrl-C (signals), progress
//!      questions   verify, ...                      a file for each function of Python's
//! ```
//!
//! The library does all the work; here is only the way to it and back. `README.md` and the
//! docstrings are for users, `tourdion/_tourdion.pyi` has the types.
//!
//! Invariants. No input raises but one of a wrong type; a row that can't be read is a row with an
//! error. What is raised says what was expected, and of which argument. Every long call runs
//! without the interpreter's lock, and ends within half a second of Ctrl-C.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use tourdion::excerpt::shortened;

mod answering;
mod answers;
mod argument;
mod arrow;
mod call;
mod canon;
mod count;
mod covers;
mod critical;
mod explain;
mod filter;
mod generate;
mod minimize;
mod morph;
mod numbers;
mod problem;
mod puzzles;
mod rate;
mod records;
mod row;
mod signals;
mod statement;
mod table;
mod tour;
mod trees;
mod verify;

mod work;

/// The most characters of a line of an error, as in the program.
const LONGEST_LINE: usize = 2_000;

/// The error of a wrong argument. What it repeats of the argument steers no terminal.
fn wrong(what: impl Into<String>) -> PyErr {
    let text: String = what.into();
    let lines: Vec<_> = text.lines().map(|line| shortened(line, LONGEST_LINE)).collect();
    PyValueError::new_err(lines.join("\n"))
}

/// Names, as a list of them, or in one text with commas, as the program takes them.
struct Names(Vec<String>);

impl FromPyObject<'_, '_> for Names {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Names> {
        if let Ok(text) = object.extract::<String>() {
            return Ok(Names(text.split(',').map(|name| name.trim().to_owned()).collect()));
        }
        object.extract().map(Names).map_err(|_| {
            PyTypeError::new_err("expected a list of names, or one text with commas between them")
        })
    }
}

/// The module. `tourdion/__init__.py` gives its names to the package.
#[pymodule]
mod _tourdion {
    #[pymodule_export]
    use super::answers::{Column, Table};
    #[pymodule_export]
    use super::canon::canon;
    #[pymodule_export]
    use super::count::count;
    #[pymodule_export]
    use super::covers::Covers;
    #[pymodule_export]
    use super::critical::critical;
    #[pymodule_export]
    use super::explain::{Path, explain};
    #[pymodule_export]
    use super::filter::filter;
    #[pymodule_export]
    use super::generate::generate;
    #[pymodule_export]
    use super::minimize::{minimize, redundant_clues};
    #[pymodule_export]
    use super::morph::morph;
    #[pymodule_export]
    use super::problem::{Picture, Problem};
    #[pymodule_export]
    use super::rate::rate;
    #[pymodule_export]
    use super::records::{pack, unpack};
    #[pymodule_export]
    use super::tour::{phases, tour};
    #[pymodule_export]
    use super::trees::trees;
    #[pymodule_export]
    use super::verify::{solve, verify};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.setattr("__version__", env!("CARGO_PKG_VERSION"))
    }
}
