//! What Python receives: a table of answers, and its columns.
//!
//! ```text
//!      Table   ─▶ __arrow_c_stream__     Arrow, nothing copied
//!              ─▶ table["verdict"]       Column ─▶ a list, numpy, Arrow
//!              ─▶ to_dict, to_pylist     lists and dicts
//!              ─▶ _repr_html_            a notebook
//! ```
//!
//! Invariants. A table and its columns share their batches, which never change. A row that has
//! nothing is None in lists and a null in Arrow; numpy has no nulls among whole numbers, so there
//! the caller says what stands for it.
//!
//! Deliberately lacking: the memory of columns ([`table`]), and Arrow's structs ([`export`]).
//! Tables are not sorted, joined or changed: there are libraries for that.

use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyKeyError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::slice::PySliceIndices;
use pyo3::types::{PyByteArray, PyBytes, PyCapsule, PyDict, PyList, PySlice};

use crate::argument;
use crate::arrow::export;
use crate::signals;
use crate::table::{self, Batch, Cells, Series};

/// A table of answers, a row for each puzzle, in their order.
///
/// Hand it to `pyarrow.table`, `polars.DataFrame`, `pandas.DataFrame.from_arrow`, `duckdb.sql`, or
/// any library that takes Arrow: nothing is copied here. Or look at it without one:
///
/// >>> import tourdion
/// >>> table = tourdion.verify(["1" * 81, "."])
/// >>> len(table), table.columns
/// (2, ['verdict', 'solution', 'other_solution', 'error'])
/// >>> table["verdict"].to_pylist()
/// ['impossible', 'unreadable']
/// >>> table.to_pylist()[1]["error"]
/// 'column 2: the puzzle ends after 1 of 81 cells'
#[pyclass(frozen, module = "tourdion")]
pub struct Table {
    batches: Vec<Arc<Batch>>,
}

/// A column of a table.
///
/// >>> import tourdion
/// >>> verdict = tourdion.verify(["1" * 81, "."])["verdict"]
/// >>> verdict[0], verdict[-1], len(verdict)
/// ('impossible', 'unreadable', 2)
#[pyclass(frozen, sequence, module = "tourdion")]
pub struct Column {
    batches: Vec<Arc<Batch>>,
    column: usize,
}

impl Table {
    /// The table of these batches, of which there is at least one.
    pub fn of(batches: Vec<Batch>) -> Table {
        assert!(!batches.is_empty(), "a table has a batch, which has its columns");
        Table { batches: batches.into_iter().map(Arc::new).collect() }
    }

    fn names(&self) -> Vec<&'static str> {
        self.batches[0].series.iter().map(|series| series.name).collect()
    }

    fn rows(&self) -> usize {
        self.batches.iter().map(|batch| batch.rows()).sum()
    }
}

/// A capsule for a struct of Arrow's.
fn capsule<'py, T: Send + 'static>(
    py: Python<'py>,
    value: T,
    name: &'static std::ffi::CStr,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, value, name)
}

#[pymethods]
impl Table {
    /// The number of rows.
    fn __len__(&self) -> usize {
        self.rows()
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&'static str> {
        self.names()
    }

    /// The column with this name.
    fn __getitem__(&self, name: &str) -> PyResult<Column> {
        match self.names().iter().position(|there| *there == name) {
            Some(column) => Ok(Column { batches: self.batches.clone(), column }),
            None => Err(PyKeyError::new_err(format!(
                "there is no column `{}`; there are {}",
                tourdion::excerpt::Excerpt(name),
                self.names().join(", ")
            ))),
        }
    }

    /// The columns as lists, by their names; None where a row has nothing.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (column, name) in self.names().into_iter().enumerate() {
            let column = Column { batches: self.batches.clone(), column };
            dict.set_item(name, column.to_pylist(py)?)?;
        }
        Ok(dict)
    }

    /// The rows as dicts; None where a row has nothing.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = PyList::empty(py);
        for batch in &self.batches {
            for row in 0..batch.rows() {
                signals::look(py, row)?;
                let dict = PyDict::new(py);
                for series in &batch.series {
                    dict.set_item(series.name, value(py, series, row)?)?;
                }
                rows.append(dict)?;
            }
        }
        Ok(rows)
    }

    fn __repr__(&self) -> String {
        let rows = tourdion::numerals::counted(self.rows(), "row");
        format!("<tourdion.Table: {rows} of {}>", self.names().join(", "))
    }

    #[expect(clippy::unused_self, reason = "methods of Python's have it")]
    fn __reduce__(&self) -> PyResult<()> {
        Err(unpickled("table", "pyarrow.table(table), polars.DataFrame(table) or table.to_dict()"))
    }

    fn _repr_html_(&self) -> String {
        let batches: Vec<&Batch> = self.batches.iter().map(AsRef::as_ref).collect();
        table::html(&batches, self.rows())
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule(py, export::schema_of(&self.batches[0]), c"arrow_schema")
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema; // the interface lets a producer ignore it
        let [batch] = &self.batches[..] else { return Err(too_large()) };
        let array = capsule(py, export::array_of(batch), c"arrow_array")?;
        Ok((self.__arrow_c_schema__(py)?, array))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        capsule(py, export::stream_of(&self.batches, None), c"arrow_array_stream")
    }
}

/// The error of what can't go to another process, with what can.
fn unpickled(what: &str, instead: &str) -> PyErr {
    PyTypeError::new_err(format!("a {what} can't be pickled; hand over {instead}"))
}

fn too_large() -> PyErr {
    PyValueError::new_err("the table is too large for one array; take its stream")
}

/// A place in a sequence, as Python's own take it: one beyond all is the last or the first.
fn clamped(place: &Bound<'_, PyAny>) -> PyResult<isize> {
    match place.extract::<isize>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(place.py()) => {
            Ok(if place.lt(0)? { isize::MIN } else { isize::MAX })
        }
        place => place,
    }
}

/// What a row of a column has.
fn value<'py>(py: Python<'py>, series: &Series, row: usize) -> PyResult<Bound<'py, PyAny>> {
    match (series.text_at(row), series.number_at(row)) {
        (Some(text), _) => Ok(text.into_pyobject(py)?.into_any()),
        (_, Some(number)) => Ok(number.into_pyobject(py)?.into_any()),
        _ => Ok(match (series.bytes_at(row), series.decimal_at(row), series.flag_at(row)) {
            (Some(bytes), ..) => PyBytes::new(py, bytes).into_any(),
            (_, Some(decimal), _) => decimal.into_pyobject(py)?.into_any(),
            (.., Some(flag)) => flag.into_pyobject(py)?.to_owned().into_any(),
            _ => py.None().into_bound(py),
        }),
    }
}

impl Column {
    /// What a row of the column has.
    fn at<'py>(&self, py: Python<'py>, mut row: usize) -> PyResult<Bound<'py, PyAny>> {
        for series in self.series() {
            if row < series.present.len() {
                return value(py, series, row);
            }
            row -= series.present.len();
        }
        unreachable!("the row is one of the column's")
    }

    fn series(&self) -> impl Iterator<Item = &Series> {
        self.batches.iter().map(|batch| &batch.series[self.column])
    }
}

#[pymethods]
impl Column {
    /// The number of rows.
    fn __len__(&self) -> usize {
        self.batches.iter().map(|batch| batch.rows()).sum()
    }

    /// What a row has; None if it has nothing. A slice has a list of what its rows have.
    fn __getitem__<'py>(&self, row: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, rows) = (row.py(), self.__len__());
        if let Ok(slice) = row.cast::<PySlice>() {
            let PySliceIndices { start, step, slicelength, .. } = slice.indices(rows as isize)?;
            let list = PyList::empty(py);
            for number in 0..slicelength {
                signals::look(py, number)?;
                list.append(self.at(py, (start + number.cast_signed() * step).cast_unsigned())?)?;
            }
            return Ok(list.into_any());
        }
        let number = clamped(row).map_err(|error| {
            if !error.is_instance_of::<PyTypeError>(py) {
                return error;
            }
            let found = argument::type_of(row);
            PyTypeError::new_err(format!("expected the number of a row or a slice, found {found}"))
        })?;
        let at = if number < 0 { rows.checked_add_signed(number) } else { Some(number as usize) };
        let at = at.filter(|&at| at < rows).ok_or_else(|| {
            let found = argument::shown(row);
            PyIndexError::new_err(format!("there is no row {found}; there are {rows}"))
        })?;
        self.at(py, at)
    }

    /// The first row with this value, from `start` to `stop`, as of a list.
    ///
    /// Raises ValueError if there is none.
    #[pyo3(signature = (value, start=0, stop=None, /))]
    fn index<'py>(
        &self,
        py: Python<'py>,
        value: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = clamped)] start: isize,
        stop: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let stop = stop.map_or(Ok(isize::MAX), clamped)?;
        self.to_pylist(py)?.call_method1("index", (value, start, stop))
    }

    /// The number of rows with this value.
    #[pyo3(signature = (value, /))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        value: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.to_pylist(py)?.call_method1("count", (value,))
    }

    #[expect(clippy::unused_self, reason = "methods of Python's have it")]
    fn __reduce__(&self) -> PyResult<()> {
        Err(unpickled("column", "pyarrow.array(column), polars.Series(column) or a list of it"))
    }

    /// The column's name.
    #[getter]
    fn name(&self) -> &'static str {
        self.batches[0].series[self.column].name
    }

    /// The rows as a list; None where a row has nothing.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for series in self.series() {
            for row in 0..series.present.len() {
                signals::look(py, row)?;
                list.append(value(py, series, row)?)?;
            }
        }
        Ok(list)
    }

    /// The rows as a numpy array: int64 of whole numbers, float64 of others, bool where all rows
    /// have one, and otherwise Python's objects.
    ///
    /// `fill` stands where a row has no number; without it NaN does among float64.
    ///
    /// Raises ValueError if a row among int64 has no number, without `fill`, and if there is a
    /// `fill` for a column that has no numbers.
    #[pyo3(signature = (fill=None))]
    fn to_numpy<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::fill)] fill: Option<i64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let numpy = py.import("numpy")?;
        let mut numbers: Vec<u8> = Vec::new();
        let mut dtype = "int64";
        for series in self.series() {
            if let Cells::Decimal(_) = series.cells {
                dtype = "float64";
                #[allow(clippy::cast_precision_loss)] // beyond 2^53 no rating is meant
                let fill = fill.map_or(f64::NAN, |fill| fill as f64);
                let rows = 0..series.present.len();
                let rows = rows.map(|row| series.decimal_at(row).unwrap_or(fill));
                numbers.extend(rows.flat_map(f64::to_ne_bytes));
                continue;
            }
            if !matches!(series.cells, Cells::Whole(_)) {
                if fill.is_some() {
                    let why = format!("fill: the column `{}` has no numbers", series.name);
                    return Err(PyValueError::new_err(why));
                }
                let named = PyDict::new(py);
                let is_flag = |series: &Series| matches!(series.cells, Cells::Flags(_));
                let is_whole = |series: &Series| !series.present.contains(&false);
                let are_flags = self.series().all(|series| is_flag(series) && is_whole(series));
                named.set_item("dtype", if are_flags { "bool" } else { "object" })?;
                return numpy.call_method("array", (self.to_pylist(py)?,), Some(&named));
            }
            for row in 0..series.present.len() {
                signals::look(py, row)?;
                let number = series.number_at(row).or(fill).ok_or_else(|| {
                    PyValueError::new_err("a row has no number; pass `fill`, or take Arrow's nulls")
                })?;
                numbers.extend(number.to_ne_bytes());
            }
        }
        numpy.call_method1("frombuffer", (PyByteArray::new(py, &numbers), dtype))
    }

    /// The grids of the column as a numpy array of uint8, a row of digits for each, 0 for an empty
    /// cell; a row without a grid has only zeros.
    ///
    /// The shape is (N, 81), or (N, cells) of other boxes.
    #[pyo3(signature = (cells=81))]
    fn digits<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::cells)] cells: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut digits = Vec::with_capacity(self.__len__() * cells);
        for series in self.series() {
            if matches!(series.cells, Cells::Flags(_) | Cells::Whole(_) | Cells::Decimal(_)) {
                let why = format!("the column `{}` has no grids", series.name);
                return Err(PyValueError::new_err(why));
            }
            for row in 0..series.present.len() {
                signals::look(py, row)?;
                let text = series.text_at(row).unwrap_or("");
                if !text.is_empty() && text.len() != cells {
                    return Err(PyValueError::new_err(format!(
                        "expected grids of {cells} cells in the column `{}`, found {}",
                        series.name,
                        text.len()
                    )));
                }
                digits.extend(text.bytes().map(digit));
                digits.resize(digits.len() + cells - text.len(), 0);
            }
        }
        let numpy = py.import("numpy")?;
        let flat = numpy.call_method1("frombuffer", (PyByteArray::new(py, &digits), "uint8"))?;
        flat.call_method1("reshape", (self.__len__(), cells))
    }

    fn __repr__(&self) -> String {
        let rows = tourdion::numerals::counted(self.__len__(), "row");
        format!("<tourdion.Column {}: {rows}>", self.name())
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let series = &self.batches[0].series[self.column];
        capsule(py, export::schema_of_series(series), c"arrow_schema")
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        let [batch] = &self.batches[..] else { return Err(too_large()) };
        let array = capsule(py, export::array_of_series(batch, self.column), c"arrow_array")?;
        Ok((self.__arrow_c_schema__(py)?, array))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        capsule(py, export::stream_of(&self.batches, Some(self.column)), c"arrow_array_stream")
    }
}

/// The digit that a symbol of the usual alphabets stands for; 0 of an empty cell.
fn digit(symbol: u8) -> u8 {
    match symbol {
        b'1'..=b'9' => symbol - b'0',
        b'A'..=b'Z' => symbol - b'A' + 10,
        _ => 0,
    }
}
