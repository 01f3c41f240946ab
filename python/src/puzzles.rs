//! Columns of puzzles, out of whatever Python has.
//!
//! ```text
//!      pyarrow, polars, DuckDB, pandas    Arrow's capsules      borrowed
//!      numpy (N, 81)                      __array_interface__   borrowed
//!      list, tuple, any iterable          of str or bytes       copied once
//!                │
//!                ▼
//!      Puzzles: rows ──▶ a grid, or why there is none
//! ```
//!
//! Invariant: a row that can't be read gives a reason, and no error: only the column as a whole can
//! have the wrong type.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use tourdion::sudoku::{Alphabet, Grid, GridError, Shape};

use crate::arrow::import::{self, Chunk};
use crate::numbers::{self, Numbers};
use crate::work::look_at_signals;

/// The contents of a row.
pub enum Row<'r> {
    /// A null.
    Missing,
    /// Characters.
    Text(&'r [u8]),
    /// A number for each cell.
    Numbers(&'r [u8]),
}

/// The most bytes that are asked for before they have come.
const MOST_RESERVED: usize = 1 << 30;

/// A column of puzzles.
pub struct Puzzles(Rows);

enum Rows {
    /// Each with the number of the rows up to its end.
    Chunks(Vec<(usize, Chunk)>),
    Numbers(Numbers),
    Texts(Texts),
}

/// Texts one behind the other.
#[derive(Default)]
struct Texts {
    bytes: Vec<u8>,
    /// The end of each, and whether it is there.
    ends: Vec<(usize, bool)>,
}

/// How the rows of a column are read.
pub struct Reading {
    /// The shape of all puzzles.
    pub shape: Shape,
    /// Its usual symbols.
    pub alphabet: Alphabet,
}

impl Reading {
    /// For boxes such as `3x3`.
    pub fn of(boxes: &str) -> PyResult<Reading> {
        let shape: Shape =
            boxes.parse().map_err(|error| crate::wrong(format!("boxes: {error}")))?;
        Ok(Reading { shape, alphabet: Alphabet::usual(shape) })
    }

    fn grid(&self, text: &[u8]) -> Result<Grid, String> {
        let wrong = |error: GridError| format!("column {}: {error}", error.column());
        let text = text.trim_ascii();
        let (grid, rest) = Grid::read(text, self.shape, &self.alphabet).map_err(wrong)?;
        if rest.is_empty() {
            return Ok(grid);
        }
        Err(wrong(GridError::Long { expected: self.shape.cells() }))
    }
}

impl Puzzles {
    /// The puzzles of a Python object.
    ///
    /// # Errors
    /// If it is no column of puzzles.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Puzzles> {
        if object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>() {
            return Err(wrong_type("one text; for one puzzle pass a list with it"));
        }
        if let Some(chunks) = import::chunks(object)? {
            let mut end = 0;
            let ended = chunks.into_iter().map(|chunk| {
                end += chunk.len();
                (end, chunk)
            });
            return Ok(Puzzles(Rows::Chunks(ended.collect())));
        }
        if let Some(interface) = numbers::interface(object)? {
            return Ok(Puzzles(Rows::Numbers(Numbers::of(object, &interface)?)));
        }
        if object.is_instance_of::<PyDict>() {
            return Err(wrong_type("a dict"));
        }
        let list =
            if object.hasattr("tolist")? { object.call_method0("tolist")? } else { object.clone() };
        Texts::of(&list).map(|texts| Puzzles(Rows::Texts(texts)))
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        match &self.0 {
            Rows::Chunks(chunks) => chunks.last().map_or(0, |&(end, _)| end),
            Rows::Numbers(numbers) => numbers.len(),
            Rows::Texts(texts) => texts.ends.len(),
        }
    }

    /// The bytes in a row, if it has some; `None` for numbers.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn bytes(&self, row: usize) -> Option<&[u8]> {
        match self.content(row)? {
            Row::Text(bytes) => Some(bytes),
            Row::Missing | Row::Numbers(_) => None,
        }
    }

    /// What a row has, if it is not one of numpy's.
    fn content(&self, row: usize) -> Option<Row<'_>> {
        match &self.0 {
            Rows::Numbers(_) => None,
            Rows::Texts(texts) => Some(texts.row(row)),
            Rows::Chunks(chunks) => {
                let (end, chunk) = &chunks[chunks.partition_point(|&(end, _)| end <= row)];
                Some(chunk.row(row + chunk.len() - end))
            }
        }
    }

    /// The puzzle in a row, or why there is none.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn grid(&self, row: usize, reading: &Reading) -> Result<Grid, String> {
        if let Rows::Numbers(numbers) = &self.0 {
            return numbers.grid(row, reading.shape);
        }
        match self.content(row).unwrap_or(Row::Missing) {
            Row::Missing => Err(String::from("there is no puzzle: the row is null")),
            Row::Text(text) => reading.grid(text),
            Row::Numbers(numbers) => {
                Grid::from_numbers(reading.shape, numbers).map_err(|error| error.to_string())
            }
        }
    }
}

impl Texts {
    fn of(list: &Bound<'_, PyAny>) -> PyResult<Texts> {
        let Ok(rows) = list.try_iter() else {
            return Err(wrong_type(&format!("`{}`", list.get_type().name()?)));
        };
        let mut texts = Texts::default();
        // Most lists have texts of one length, so their memory is asked for once.
        let count = list.len().unwrap_or(0);
        texts.ends.reserve(count);
        for (number, row) in rows.enumerate() {
            let row = row?;
            if let Ok(text) = row.cast::<PyString>() {
                // A lone surrogate is no character; its row is unreadable, and stays.
                match text.to_str() {
                    Ok(text) => texts.bytes.extend(text.as_bytes()),
                    Err(_) => texts.bytes.extend(text.to_string_lossy().as_bytes()),
                }
            } else if let Ok(bytes) = row.cast::<PyBytes>() {
                texts.bytes.extend(bytes.as_bytes());
            } else if !row.is_none() {
                let name = row.get_type().name()?;
                return Err(wrong_type(&format!("`{name}` in row {number} of a list")));
            }
            if number == 0 {
                texts.bytes.reserve(texts.bytes.len().saturating_mul(count).min(MOST_RESERVED));
            }
            texts.ends.push((texts.bytes.len(), !row.is_none()));
            look_at_signals(list.py(), number)?;
        }
        Ok(texts)
    }

    fn row(&self, row: usize) -> Row<'_> {
        let begin = row.checked_sub(1).map_or(0, |before| self.ends[before].0);
        match self.ends[row] {
            (_, false) => Row::Missing,
            (end, true) => Row::Text(&self.bytes[begin..end]),
        }
    }
}

/// The puzzle in one text.
///
/// # Errors
/// If it is no text, or can't be read.
pub fn one(puzzle: &Bound<'_, PyAny>, reading: &Reading) -> PyResult<Grid> {
    let puzzles = Puzzles::of(PyList::new(puzzle.py(), [puzzle])?.as_any())?;
    puzzles.grid(0, reading).map_err(crate::wrong)
}

fn wrong_type(found: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "expected a column of puzzles: an Arrow array or stream (pyarrow, polars, DuckDB), a numpy \
         array (N, 81) of whole numbers, or a list of str; found {found}"
    ))
}
