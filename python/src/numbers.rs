//! Arrays of numbers, as numpy has them: borrowed through `__array_interface__`, not copied.
//!
//! ```text
//!      (N, 81)         a puzzle a row; with other boxes (N, 16), (N, 36) ...
//!      (N, 9, 9)       the same
//!      0               an empty cell
//! ```
//!
//! Whole numbers of any width, in any memory order, in the byte order of the machine. The stable
//! interface of CPython 3.10 has no buffers; this protocol needs no package.
//!
//! Invariant: the array lives as long as the [`Numbers`]. Another thread of Python can write into
//! it meanwhile, as into any array that is being read; a puzzle is then what was there.

// The array's own memory is read; each block says why it may.
#![allow(unsafe_code)]

use std::slice;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tourdion::sudoku::{Cell, Grid, GridError, Shape};

/// Rows of numbers.
pub struct Numbers {
    _owner: Py<PyAny>,
    data: usize,
    rows: usize,
    /// The cells of a row: along each of one or two dimensions their number, and the bytes from one
    /// to the next.
    cells: Vec<(usize, isize)>,
    /// The bytes from a row to the next.
    stride: isize,
    width: usize,
    is_signed: bool,
    /// Whether the cells of a row lie side by side, a byte each.
    is_packed: bool,
}

/// The interface of an array: `None` of an object that has none, or is no array of numbers, and so
/// may be a list in disguise.
pub fn interface<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyDict>>> {
    let Ok(interface) = object.getattr("__array_interface__") else { return Ok(None) };
    if object.hasattr("mask")? && object.hasattr("filled")? {
        return Err(PyTypeError::new_err(
            "a masked array: in a puzzle an empty cell is 0, and `filled(0)` writes that",
        ));
    }
    let interface = interface.cast_into::<PyDict>()?;
    let kind: String = item(&interface, "typestr")?;
    let is_text =
        matches!(kind.get(1..2), Some("U" | "S" | "O" | "T")) || kind.starts_with("StringDType");
    Ok((!is_text).then_some(interface))
}

fn item<'py, T: for<'a> FromPyObject<'a, 'py>>(
    interface: &Bound<'py, PyDict>,
    name: &str,
) -> PyResult<T> {
    let there = interface.get_item(name)?.filter(|value| !value.is_none());
    let there = there.ok_or_else(|| PyTypeError::new_err(format!("the array has no {name}")))?;
    there.extract().map_err(Into::into)
}

impl Numbers {
    /// The rows of an array with this interface.
    pub fn of(owner: &Bound<'_, PyAny>, interface: &Bound<'_, PyDict>) -> PyResult<Numbers> {
        let kind: String = item(interface, "typestr")?;
        let shape: Vec<usize> = item(interface, "shape")?;
        let (data, _): (usize, bool) = item(interface, "data")?;
        let width: usize = kind.get(2..).and_then(|text| text.parse().ok()).unwrap_or(0);
        let order = if cfg!(target_endian = "big") { '>' } else { '<' };
        let is_whole = matches!(kind.get(1..2), Some("u" | "i"))
            && matches!(width, 1 | 2 | 4 | 8)
            && (kind.starts_with('|') || kind.starts_with(order));
        if !is_whole {
            return Err(PyTypeError::new_err(format!(
                "expected whole numbers, such as uint8, in an array (N, 81); found `{kind}`"
            )));
        }
        if !matches!(shape[..], [_, _])
            && !matches!(shape[..], [_, rows, columns] if rows == columns)
        {
            return Err(PyValueError::new_err(format!(
                "expected an array (N, 81) or (N, 9, 9), a puzzle a row; found the shape {shape:?}"
            )));
        }
        let strides: Vec<isize> = match interface.get_item("strides")? {
            Some(strides) if !strides.is_none() => strides.extract()?,
            _ => packed(&shape, width),
        };
        if strides.len() != shape.len() {
            return Err(PyTypeError::new_err("the array has not one stride for each dimension"));
        }
        if !is_in_memory(data, &shape, &strides, width) {
            return Err(PyValueError::new_err(format!(
                "no memory holds an array of the shape {shape:?} at the address {data}"
            )));
        }
        let cells: Vec<_> = shape[1..].iter().copied().zip(strides[1..].iter().copied()).collect();
        Ok(Numbers {
            is_packed: width == 1 && strides[1..] == packed(&shape[1..], width),
            _owner: owner.clone().unbind(),
            data,
            rows: shape[0],
            cells,
            stride: strides[0],
            width,
            is_signed: kind[1..].starts_with('i'),
        })
    }

    /// The number of its rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// The puzzle in a row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn grid(&self, row: usize, shape: Shape) -> Result<Grid, String> {
        assert!(row < self.rows, "a row of the array is asked for");
        let cells: usize = self.cells.iter().map(|&(count, _)| count).product();
        let begin = self.data.wrapping_add_signed(self.stride * row.cast_signed());
        if self.is_packed {
            // SAFETY: the array has this row, whose cells lie side by side, and lives as long as
            // `self`.
            let numbers = unsafe { slice::from_raw_parts(begin as *const u8, cells) };
            if let Ok(grid) = Grid::from_numbers(shape, numbers) {
                return Ok(grid);
            }
        }
        let mut numbers = [0; 625];
        for (k, number) in numbers.iter_mut().enumerate().take(cells.min(shape.cells())) {
            let found = self.number(begin, k);
            *number = u8::try_from(found)
                .ok()
                .filter(|&n| usize::from(n) <= shape.size())
                .ok_or_else(|| out_of_range(shape.cell(k), shape.size(), found))?;
        }
        if cells > shape.cells() {
            return Err(GridError::Long { expected: shape.cells() }.to_string());
        }
        Grid::from_numbers(shape, &numbers[..cells]).map_err(|error| error.to_string())
    }

    /// The number of a cell in the row that begins at this address.
    fn number(&self, begin: usize, cell: usize) -> i128 {
        let (mut address, mut rest) = (begin, cell);
        for &(count, stride) in self.cells.iter().rev() {
            address = address.wrapping_add_signed(stride * (rest % count).cast_signed());
            rest /= count;
        }
        // SAFETY: the array has this cell, of this width; it lives as long as `self`.
        unsafe {
            match (self.width, self.is_signed) {
                (1, false) => (address as *const u8).read().into(),
                (1, true) => (address as *const i8).read().into(),
                (2, false) => (address as *const u16).read_unaligned().into(),
                (2, true) => (address as *const i16).read_unaligned().into(),
                (4, false) => (address as *const u32).read_unaligned().into(),
                (4, true) => (address as *const i32).read_unaligned().into(),
                (_, false) => (address as *const u64).read_unaligned().into(),
                (_, true) => (address as *const i64).read_unaligned().into(),
            }
        }
    }
}

/// What is wrong with a number in a cell, as of [`GridError::Number`] where it is one of 8 bits.
pub fn out_of_range(cell: Cell, largest: usize, found: i128) -> String {
    format!("{cell}: expected a number up to {largest}, found {found}")
}

/// Whether there can be an array: what an object says of its memory may be wrong. An array without
/// a number in it has no memory.
fn is_in_memory(data: usize, shape: &[usize], strides: &[isize], width: usize) -> bool {
    if shape.contains(&0) {
        return true;
    }
    let reach = shape.iter().zip(strides).try_fold(width, |reach, (&count, stride)| {
        stride.unsigned_abs().checked_mul(count - 1)?.checked_add(reach)
    });
    let count = shape.iter().try_fold(1_usize, |all, &count| all.checked_mul(count));
    data != 0 && [reach, count].iter().all(|n| n.is_some_and(|n| isize::try_from(n).is_ok()))
}

/// The strides of an array in reading order.
fn packed(shape: &[usize], width: usize) -> Vec<isize> {
    let below = |k: usize| shape[k + 1..].iter().fold(width, |all, &n| all.saturating_mul(n));
    (0..shape.len()).map(|k| isize::try_from(below(k)).unwrap_or(isize::MAX)).collect()
}
