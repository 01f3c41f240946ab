//! Columns of puzzles, out of whatever Python has.
//!
//! ```text
//!      pyarrow, polars, DuckDB, pandas    Arrow's capsules      borrowed
//!      numpy (N, 81)                      __array_interface__   borrowed
//!      list, tuple                        of str or bytes       copied, some rows at a time
//!      any iterable                       of str or bytes       copied once
//!                │
//!                ▼
//!      Puzzles ──▶ Rows ──▶ a grid, or why there is none
//! ```
//!
//! The texts of a list are Python's, and can't be read without the interpreter's lock. The worker
//! that comes first to rows that are not there copies a window of them, while the others work.
//!
//! Invariant: a row that can't be read gives a reason, and no error: only the column as a whole can
//! have the wrong type.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use tourdion::sudoku::{Alphabet, Grid, GridError, Shape};

use crate::argument;
use crate::arrow::import::{self, Chunk};
use crate::numbers::{self, Numbers};
use crate::row::Row;
use crate::signals;

/// What a column is of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Contents {
    Puzzles,
    /// Of the puzzles of another column.
    Solutions,
    /// Those of `pack`.
    Records,
}

impl Contents {
    /// The error of what is no such column.
    fn wrong_type(self, found: &str) -> PyErr {
        let grids = "an Arrow array or stream (pyarrow, polars, DuckDB), a numpy array (N, 81) of \
                     whole numbers, or a list of str";
        PyTypeError::new_err(match self {
            Contents::Puzzles => {
                format!("expected a column of puzzles: {grids}; found {found}")
            }
            Contents::Solutions => {
                format!("solutions: expected a column of solutions: {grids}; found {found}")
            }
            Contents::Records => format!(
                "expected a column of records, as `pack` makes them: an Arrow array or stream of \
                 bytes, or a list of bytes; found {found}"
            ),
        })
    }

    /// The error of one text in place of a column.
    fn one_text(self) -> PyErr {
        self.wrong_type(match self {
            Contents::Puzzles => "one text; for one puzzle pass a list with it",
            Contents::Solutions => "one text; for one solution pass a list with it",
            Contents::Records => "one text; for one record pass a list with it",
        })
    }
}

/// The most bytes that are asked for before they have come.
const MOST_RESERVED: usize = 1 << 30;

/// The same of rows.
const MOST_ROWS_RESERVED: usize = 1 << 24;

/// The rows of a list that are copied at a time. The interpreter's lock may have to be waited for,
/// up to 5 ms if other threads of Python are busy, once for each copy.
const WINDOW: usize = 1 << 14;

/// A column of puzzles, whose rows need not all be there at once.
pub enum Puzzles {
    /// They are.
    Whole(Arc<Rows>),
    /// They are in a list.
    Listed(Listed),
}

/// A list or a tuple.
pub struct Listed {
    list: Py<PyAny>,
    contents: Contents,
    rows: usize,
    /// The rows that were copied last.
    window: Mutex<Arc<Rows>>,
}

impl Puzzles {
    /// The puzzles of a Python object.
    ///
    /// # Errors
    /// If it is no column of puzzles.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Puzzles> {
        Puzzles::with(object, Contents::Puzzles)
    }

    /// A column of what is said.
    ///
    /// # Errors
    /// If it is none.
    pub fn with(object: &Bound<'_, PyAny>, contents: Contents) -> PyResult<Puzzles> {
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            let (list, rows) = (object.clone().unbind(), object.len()?);
            return Ok(Puzzles::Listed(Listed { list, contents, rows, window: Mutex::default() }));
        }
        Ok(Puzzles::Whole(Arc::new(Rows::of(object, contents)?)))
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        match self {
            Puzzles::Whole(rows) => rows.len(),
            Puzzles::Listed(listed) => listed.rows,
        }
    }

    /// Rows, of which those with these numbers are there.
    ///
    /// # Errors
    /// If one of them is no text, or a list has become shorter.
    pub fn at(&self, numbers: Range<usize>) -> PyResult<Arc<Rows>> {
        match self {
            Puzzles::Whole(rows) => Ok(Arc::clone(rows)),
            Puzzles::Listed(listed) => listed.at(numbers),
        }
    }
}

impl Listed {
    fn at(&self, numbers: Range<usize>) -> PyResult<Arc<Rows>> {
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        let there = window.there();
        if there.start <= numbers.start && numbers.end <= there.end {
            return Ok(Arc::clone(&window));
        }
        if numbers.start < there.start {
            // A worker that comes late.
            drop(window);
            return self.copied(numbers, Rows::default()).map(Arc::new);
        }
        let end = self.rows.min(numbers.end.max(numbers.start + WINDOW));
        // Its memory, if no worker reads it.
        let emptied = Arc::get_mut(&mut window).map(std::mem::take).unwrap_or_default();
        *window = Arc::new(self.copied(numbers.start..end, emptied)?);
        Ok(Arc::clone(&window))
    }

    /// Copies rows.
    fn copied(&self, numbers: Range<usize>, emptied: Rows) -> PyResult<Rows> {
        let mut texts = if let Source::Texts(texts) = emptied.0 { texts } else { Texts::default() };
        texts.clear(numbers.start);
        Python::attach(|py| {
            let any = self.list.bind(py);
            let (list, tuple) = (any.cast::<PyList>(), any.cast::<PyTuple>());
            for number in numbers {
                let row = match (&list, &tuple) {
                    (Ok(list), _) => list.get_item(number)?,
                    (_, Ok(tuple)) => tuple.get_item(number)?,
                    _ => any.get_item(number)?,
                };
                texts.add(number, &row, self.contents)?;
            }
            Ok(Rows(Source::Texts(texts)))
        })
    }
}

/// Rows that can be read without the interpreter.
pub struct Rows(Source);

impl Default for Rows {
    fn default() -> Rows {
        Rows(Source::Texts(Texts::default()))
    }
}

enum Source {
    /// Each with the number of the rows up to its end.
    Chunks(Vec<(usize, Chunk)>),
    Numbers(Numbers),
    Texts(Texts),
}

/// Texts one behind the other.
#[derive(Default)]
struct Texts {
    /// The number of the first.
    first: usize,
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

impl Rows {
    /// The rows of a Python object.
    ///
    /// # Errors
    /// If it is no column with such contents.
    pub fn of(object: &Bound<'_, PyAny>, contents: Contents) -> PyResult<Rows> {
        if object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>() {
            return Err(contents.one_text());
        }
        if let Some(chunks) = import::chunks(object)? {
            let mut end = 0;
            let ended = chunks.into_iter().map(|chunk| {
                end += chunk.len();
                (end, chunk)
            });
            return Ok(Rows(Source::Chunks(ended.collect())));
        }
        if let Some(interface) = numbers::interface(object)? {
            if contents == Contents::Records {
                return Err(contents.wrong_type("an array of numbers"));
            }
            return Ok(Rows(Source::Numbers(Numbers::of(object, &interface)?)));
        }
        if object.is_instance_of::<PyDict>() {
            return Err(contents.wrong_type("a dict"));
        }
        let list =
            if object.hasattr("tolist")? { object.call_method0("tolist")? } else { object.clone() };
        if list.is_instance_of::<PyString>() || list.is_instance_of::<PyBytes>() {
            return Err(contents.one_text());
        }
        Texts::of(&list, contents).map(|texts| Rows(Source::Texts(texts)))
    }

    /// The numbers of the rows that are there.
    fn there(&self) -> Range<usize> {
        let first = if let Source::Texts(texts) = &self.0 { texts.first } else { 0 };
        first..first + self.len()
    }

    /// How many rows are there.
    pub fn len(&self) -> usize {
        match &self.0 {
            Source::Chunks(chunks) => chunks.last().map_or(0, |&(end, _)| end),
            Source::Numbers(numbers) => numbers.len(),
            Source::Texts(texts) => texts.ends.len(),
        }
    }

    /// The bytes in a row, if it has some; `None` for numbers.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn bytes(&self, row: usize) -> Option<&[u8]> {
        match self.content(row)? {
            Row::Text(bytes) => Some(bytes),
            Row::Missing | Row::Numbers(_) | Row::Signed(_) => None,
        }
    }

    /// What a row has, if it is not one of numpy's.
    fn content(&self, row: usize) -> Option<Row<'_>> {
        match &self.0 {
            Source::Numbers(_) => None,
            Source::Texts(texts) => Some(texts.row(row)),
            Source::Chunks(chunks) => {
                let (end, chunk) = &chunks[chunks.partition_point(|&(end, _)| end <= row)];
                Some(chunk.row(row + chunk.len() - end))
            }
        }
    }

    /// Whether a row has nothing: a null, or a text of blanks.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn is_blank(&self, row: usize) -> bool {
        match self.content(row) {
            Some(Row::Missing) => true,
            Some(Row::Text(text)) => text.trim_ascii().is_empty(),
            Some(Row::Numbers(_) | Row::Signed(_)) | None => false,
        }
    }

    /// The puzzle in a row, or why there is none.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn grid(&self, row: usize, reading: &Reading) -> Result<Grid, String> {
        if let Source::Numbers(numbers) = &self.0 {
            return numbers.grid(row, reading.shape);
        }
        match self.content(row).unwrap_or(Row::Missing) {
            Row::Missing => Err(String::from("there is no puzzle: the row is null")),
            Row::Text(text) => reading.grid(text),
            Row::Numbers(numbers) => {
                Grid::from_numbers(reading.shape, numbers).map_err(|error| error.to_string())
            }
            Row::Signed(numbers) => Grid::from_numbers(reading.shape, numbers).map_err(|error| {
                if let GridError::Number(cell, largest, number) = error {
                    return numbers::out_of_range(cell, largest, number.cast_signed().into());
                }
                error.to_string()
            }),
        }
    }
}

impl Texts {
    fn of(list: &Bound<'_, PyAny>, contents: Contents) -> PyResult<Texts> {
        let rows = list.try_iter().map_err(|error| {
            let is_type = error.is_instance_of::<PyTypeError>(list.py());
            if is_type { contents.wrong_type(&argument::type_of(list)) } else { error }
        })?;
        let mut texts = Texts::default();
        // Most lists have texts of one length, so their memory is asked for once. A range has any
        // length, and memory for that would end the process.
        let count = list.len().unwrap_or(0);
        texts.ends.reserve(count.min(MOST_ROWS_RESERVED));
        for (number, row) in rows.enumerate() {
            texts.add(number, &row?, contents)?;
            if number == 0 {
                texts.bytes.reserve(texts.bytes.len().saturating_mul(count).min(MOST_RESERVED));
            }
            signals::look(list.py(), number)?;
        }
        Ok(texts)
    }

    /// Leaves no row. The next one has this number.
    fn clear(&mut self, first: usize) {
        self.first = first;
        self.bytes.clear();
        self.ends.clear();
    }

    /// Adds a row of this number.
    fn add(&mut self, number: usize, row: &Bound<'_, PyAny>, contents: Contents) -> PyResult<()> {
        if let Ok(text) = row.cast::<PyString>() {
            // A lone surrogate is no character; its row is unreadable, and stays.
            match text.to_str() {
                Ok(text) => self.bytes.extend_from_slice(text.as_bytes()),
                Err(_) => self.bytes.extend_from_slice(text.to_string_lossy().as_bytes()),
            }
        } else if let Ok(bytes) = row.cast::<PyBytes>() {
            self.bytes.extend_from_slice(bytes.as_bytes());
        } else if !row.is_none() {
            let found = argument::type_of(row);
            return Err(contents.wrong_type(&format!("{found} in row {number} of a list")));
        }
        self.ends.push((self.bytes.len(), !row.is_none()));
        Ok(())
    }

    fn row(&self, row: usize) -> Row<'_> {
        let row = row - self.first;
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
    if !puzzle.is_instance_of::<PyString>() && !puzzle.is_instance_of::<PyBytes>() {
        let found = argument::type_of(puzzle);
        let why = format!("expected one puzzle, a str or bytes with its cells; found {found}");
        return Err(PyTypeError::new_err(why));
    }
    let rows = Rows::of(PyList::new(puzzle.py(), [puzzle])?.as_any(), Contents::Puzzles)?;
    rows.grid(0, reading).map_err(crate::wrong)
}
