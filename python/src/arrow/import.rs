//! Columns of puzzles out of Arrow's structs.
//!
//! ```text
//!      u  U  vu       text        offsets of 32 or 64 bits, or views
//!      z  Z  vz       bytes       the same
//!      w:81           bytes       81 a row
//!      +w:81 of C     numbers     81 a row
//!      c ... L        keys        of a dictionary of text or bytes: categories, enums
//!      +s             a table with one of these as its only column
//! ```
//!
//! Invariant: a [`Chunk`] owns the array that its rows lie in, so a row lives as long as its chunk.
//!
//! The arrays are trusted, as the interface demands: nobody can check a pointer. Lengths below zero
//! are refused.

use std::ffi::{CStr, c_int, c_void};
use std::{ptr, slice};

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use tourdion::excerpt::{Excerpt, Names};

use super::types::type_name;
use super::{Array, Released, Schema, Stream};
use crate::row::Row;

/// Rows of a column.
pub struct Chunk {
    /// Owns all that the pointers below lead to.
    _owner: Box<Array>,
    rows: usize,
    column: Column,
    /// The dictionary, if the rows are keys of one.
    words: Option<Column>,
}

/// An array of a chunk: its column, or the dictionary of that.
struct Column {
    array: *const Array,
    layout: Layout,
    /// The place of the first row in the buffers.
    start: usize,
    /// The bits of the rows that are there, and the place of the first one: of the array, and of
    /// the table around it.
    present: Vec<(*const u8, usize)>,
}

// SAFETY: nothing changes the array while the chunk has it, so any thread may read it.
unsafe impl Send for Chunk {}
// SAFETY: as above.
unsafe impl Sync for Chunk {}

/// How a column's rows lie in its buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Offsets32,
    Offsets64,
    Views,
    Bytes(usize),
    /// This many bytes, each a number.
    Numbers(usize),
    /// The same with a sign.
    Signed(usize),
    /// Keys of a dictionary, each of this number of bytes.
    Keys(usize),
    Nulls,
}

/// The chunks of a Python object that has one of the methods of the `PyCapsule` interface; `None`
/// if it has neither.
pub fn chunks(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Chunk>>> {
    if object.hasattr("__arrow_c_stream__")? {
        let capsule = object.call_method0("__arrow_c_stream__")?;
        let stream: Stream = take(capsule.cast::<PyCapsule>()?, c"arrow_array_stream")?;
        return of_stream(object.py(), stream).map(Some);
    }
    if object.hasattr("__arrow_c_array__")? {
        let pair = object.call_method0("__arrow_c_array__")?;
        let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            pair.cast::<PyTuple>()?.extract()?;
        let schema: Schema = take(schema.cast::<PyCapsule>()?, c"arrow_schema")?;
        let array: Array = take(array.cast::<PyCapsule>()?, c"arrow_array")?;
        return Ok(Some(vec![chunk(&schema, array)?]));
    }
    Ok(None)
}

/// Moves a struct out of its capsule.
fn take<T: Released>(capsule: &Bound<'_, PyCapsule>, name: &'static CStr) -> PyResult<T> {
    let there = capsule.pointer_checked(Some(name))?.cast::<T>();
    // SAFETY: a capsule of this name holds this struct; the capsule's destructor frees only the
    // struct itself after it has been disowned.
    unsafe {
        if there.as_ref().is_released() {
            return Err(PyValueError::new_err("the Arrow data were taken before"));
        }
        let taken = there.read();
        (*there.as_ptr()).disown();
        Ok(taken)
    }
}

/// All arrays of a stream. Its producer may wait for threads of its own that need the interpreter,
/// so it is released meanwhile.
fn of_stream(py: Python<'_>, mut stream: Stream) -> PyResult<Vec<Chunk>> {
    let mut schema = Schema::released();
    let get_schema = stream.get_schema.ok_or_else(|| broken("it has no schema"))?;
    let (got, mut stream) = py.detach(|| {
        // SAFETY: the stream is not released, and the schema is an empty struct to be filled.
        let code = unsafe { get_schema(&raw mut stream, &raw mut schema) };
        (code, stream)
    });
    check(got, &mut stream)?;
    let mut chunks = Vec::new();
    loop {
        let get_next = stream.get_next.ok_or_else(|| broken("it has no arrays"))?;
        let (got, back, array) = py.detach(|| {
            let mut array = Array::released();
            // SAFETY: as above.
            let code = unsafe { get_next(&raw mut stream, &raw mut array) };
            (code, stream, array)
        });
        stream = back;
        check(got, &mut stream)?;
        if array.release.is_none() {
            if chunks.is_empty() {
                layout(only_column(&schema)?)?; // an empty column of a wrong type is wrong, too
            }
            return Ok(chunks);
        }
        chunks.push(chunk(&schema, array)?);
        py.check_signals()?;
    }
}

fn broken(what: &str) -> PyErr {
    PyRuntimeError::new_err(format!("the Arrow stream is broken: {what}"))
}

/// The error of a call to a stream, if it has one.
fn check(code: c_int, stream: &mut Stream) -> PyResult<()> {
    if code == 0 {
        return Ok(());
    }
    // SAFETY: the stream is not released; its text, if there is one, lives until the next call.
    let text = unsafe {
        let text = stream.get_last_error.map(|last| last(stream));
        text.filter(|text| !text.is_null()).map(|text| CStr::from_ptr(text).to_owned())
    };
    let text = text.map_or_else(|| format!("error {code}"), |t| t.to_string_lossy().into_owned());
    Err(PyRuntimeError::new_err(format!("the Arrow stream failed: {text}")))
}

/// The column of puzzles: the schema itself, or the only column of a table.
fn only_column(schema: &Schema) -> PyResult<&Schema> {
    if format_of(schema) != "+s" {
        return Ok(schema);
    }
    // SAFETY: a schema has this number of children.
    let children = unsafe { items(schema.children, schema.n_children) };
    if let [one] = children {
        // SAFETY: a child lives as long as its parent.
        return Ok(unsafe { &**one });
    }
    // SAFETY: as above; a name is text or null.
    let names: Vec<String> = children.iter().map(|&one| unsafe { name(&*one) }).collect();
    Err(PyValueError::new_err(if names.is_empty() {
        "expected one column of puzzles, found a table without columns".to_owned()
    } else {
        let (number, names) = (names.len(), Names(&names));
        format!(
            "expected one column of puzzles, found a table with {number}: {names}; choose one of \
             them"
        )
    }))
}

fn format_of(schema: &Schema) -> &str {
    if schema.format.is_null() {
        return "";
    }
    // SAFETY: a format is text that ends with 0 and lives as long as the schema.
    unsafe { CStr::from_ptr(schema.format) }.to_str().unwrap_or("")
}

/// # Safety
/// The name of the schema is text or null.
unsafe fn name(schema: &Schema) -> String {
    if schema.name.is_null() {
        return String::from("?");
    }
    // SAFETY: the caller says so.
    unsafe { CStr::from_ptr(schema.name) }.to_string_lossy().into_owned()
}

/// # Safety
/// `first` leads to this number of items, unless that is 0.
unsafe fn items<'a, T>(first: *const T, count: i64) -> &'a [T] {
    match usize::try_from(count) {
        // SAFETY: the caller says so.
        Ok(count) if count > 0 && !first.is_null() => unsafe {
            slice::from_raw_parts(first, count)
        },
        _ => &[],
    }
}

/// The type of the words, if a column has keys.
fn dictionary(schema: &Schema) -> Option<&Schema> {
    // SAFETY: a dictionary lives as long as its schema.
    unsafe { schema.dictionary.as_ref() }
}

/// The bytes of a key of this type. No key is below zero, so a sign makes no difference.
fn key_width(format: &str) -> Option<usize> {
    match format {
        "c" | "C" => Some(1),
        "s" | "S" => Some(2),
        "i" | "I" => Some(4),
        "l" | "L" => Some(8),
        _ => None,
    }
}

fn layout(schema: &Schema) -> PyResult<Layout> {
    let format = format_of(schema);
    let wrong = || {
        // SAFETY: a schema has this number of children, which live as long as it.
        let children = unsafe { items(schema.children, schema.n_children) };
        let what = match (format.strip_prefix("+w:"), children) {
            // SAFETY: as above.
            (Some(width), [child]) => {
                let child = type_name(format_of(unsafe { &**child }));
                format!("list of {width} of the type {child}")
            }
            _ => type_name(format),
        };
        PyTypeError::new_err(format!(
            "expected a column of text, of bytes or of 81 numbers of 8 bits a row, found the Arrow \
             type {}",
            Excerpt(&what)
        ))
    };
    if let Some(words) = dictionary(schema) {
        // A dictionary of something else gets the message that such a column gets.
        return match (layout(words)?, key_width(format)) {
            (Layout::Numbers(_) | Layout::Signed(_) | Layout::Keys(_), _) | (_, None) => {
                Err(wrong())
            }
            (_, Some(width)) => Ok(Layout::Keys(width)),
        };
    }
    match format {
        "u" | "z" => Ok(Layout::Offsets32),
        "U" | "Z" => Ok(Layout::Offsets64),
        "vu" | "vz" => Ok(Layout::Views),
        // A batch of nulls may have no other type.
        "n" => Ok(Layout::Nulls),
        _ => {
            let width = |text: &str| text.parse().ok().filter(|&width: &usize| width > 0);
            if let Some(width) = format.strip_prefix("w:").and_then(width) {
                return Ok(Layout::Bytes(width));
            }
            let width = format.strip_prefix("+w:").and_then(width).ok_or_else(wrong)?;
            // SAFETY: a schema has this number of children, which live as long as it.
            let number = unsafe {
                let child = items(schema.children, schema.n_children).first();
                let child = child.filter(|&&child| (*child).dictionary.is_null());
                child.map_or("", |&child| format_of(&*child))
            };
            match number {
                "C" => Ok(Layout::Numbers(width)),
                "c" => Ok(Layout::Signed(width)),
                _ => Err(wrong()),
            }
        }
    }
}

/// The rows of an array.
fn chunk(schema: &Schema, array: Array) -> PyResult<Chunk> {
    let type_of_column = only_column(schema)?;
    let layout_of_column = layout(type_of_column)?;
    let owner = Box::new(array);
    let (rows, mut start) = (number(owner.length)?, number(owner.offset)?);
    let (mut array, mut present): (*const Array, _) = (&raw const *owner, Vec::new());
    if format_of(schema) == "+s" {
        present.extend(bits(&owner, start));
        // SAFETY: an array of a table with one column has one child.
        let children = unsafe { items(owner.children, owner.n_children) };
        array = children.first().copied().ok_or_else(|| broken("a table has no column"))?;
        // SAFETY: a child lives as long as its parent.
        start += number(unsafe { (*array).offset })?;
    }
    // SAFETY: the array is the owner or its child.
    present.extend(bits(unsafe { &*array }, start));
    // SAFETY: as above; a dictionary lives as long as its array.
    let words = dictionary(type_of_column).map(|words| words_of(words, unsafe { &*array }));
    let column = Column { array, layout: layout_of_column, start, present };
    let chunk = Chunk { rows, column, words: words.transpose()?, _owner: owner };
    if let Layout::Numbers(width) | Layout::Signed(width) = layout_of_column
        && let Some(row) = chunk.row_with_a_hole(width)
    {
        return Err(PyValueError::new_err(format!(
            "a null among the numbers of row {row}; an empty cell is 0"
        )));
    }
    Ok(chunk)
}

fn number(n: i64) -> PyResult<usize> {
    usize::try_from(n).map_err(|_| broken("a length is below zero"))
}

/// The dictionary of an array of keys, which is of this type.
fn words_of(schema: &Schema, keys: &Array) -> PyResult<Column> {
    // SAFETY: a dictionary lives as long as its array.
    let words = unsafe { keys.dictionary.as_ref() };
    let words = words.ok_or_else(|| broken("keys have no dictionary"))?;
    let start = number(words.offset)?;
    let present = bits(words, start).into_iter().collect();
    Ok(Column { array: words, layout: layout(schema)?, start, present })
}

/// The bits that say which rows are there; `None` if all are.
fn bits(array: &Array, start: usize) -> Option<(*const u8, usize)> {
    // SAFETY: an array has this number of buffers; the first one has these bits, or is null.
    let first = unsafe { items(array.buffers, array.n_buffers) }.first().copied()?;
    (!first.is_null() && array.null_count != 0).then(|| (first.cast(), start))
}

impl Chunk {
    /// The number of its rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// The first row that is there and lacks one of its numbers, each of which has a bit.
    fn row_with_a_hole(&self, width: usize) -> Option<usize> {
        // SAFETY: the array lives as long as the chunk; of this layout it has a child.
        let child = unsafe { &**(*self.column.array).children };
        let offset = usize::try_from(child.offset).unwrap_or(0);
        let (bits, offset) = bits(child, offset)?;
        let is_hole = |at: usize| {
            // SAFETY: there is a bit for each number of each row.
            unsafe { *bits.add(at / 8) >> (at % 8) & 1 == 0 }
        };
        let begin = |row: usize| offset + width * (self.column.start + row);
        let has_hole = |row: usize| (begin(row)..begin(row + 1)).any(is_hole);
        (0..self.rows).find(|&row| self.column.has(row) && has_hole(row))
    }

    /// A row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, row: usize) -> Row<'_> {
        assert!(row < self.rows, "a row of the chunk is asked for");
        // SAFETY: the arrays live as long as their owner, which is the chunk's. The column has this
        // row, and the dictionary has a word for each of its keys.
        unsafe {
            match (self.column.layout, &self.words) {
                (Layout::Keys(width), Some(words)) if self.column.has(row) => {
                    words.row(self.column.key(row, width))
                }
                _ => self.column.row(row),
            }
        }
    }
}

impl Column {
    /// Whether a row is no null.
    fn has(&self, row: usize) -> bool {
        self.present.iter().all(|&(bits, start)| {
            let at = start + row;
            // SAFETY: there are at least as many bits as rows up to this one.
            unsafe { *bits.add(at / 8) >> (at % 8) & 1 == 1 }
        })
    }

    /// The key of a row.
    ///
    /// # Safety
    /// The array lives, has such a row that is no null, and keys of this number of bytes.
    unsafe fn key(&self, row: usize, width: usize) -> usize {
        // SAFETY: the caller says so; the second buffer of such an array has its keys.
        unsafe {
            let keys = items((*self.array).buffers, (*self.array).n_buffers)[1];
            let at = self.start + row;
            match width {
                1 => usize::from(*keys.cast::<u8>().add(at)),
                2 => usize::from(*keys.cast::<u16>().add(at)),
                4 => *keys.cast::<u32>().add(at) as usize,
                _ => *keys.cast::<u64>().add(at) as usize,
            }
        }
    }

    /// A row.
    ///
    /// # Safety
    /// The array lives, and has such a row.
    unsafe fn row<'a>(&self, row: usize) -> Row<'a> {
        if !self.has(row) {
            return Row::Missing;
        }
        // SAFETY: the caller says so; an array of this layout has the buffers that are read.
        unsafe {
            let column = &*self.array;
            let buffers = items(column.buffers, column.n_buffers);
            let at = self.start + row;
            // Lists have their values in a child, and no second buffer.
            let first = buffers.get(1).copied().unwrap_or(ptr::null());
            match self.layout {
                Layout::Offsets32 => {
                    let ends = first.cast::<i32>().add(at);
                    Row::Text(bytes(buffers[2], (*ends).into(), (*ends.add(1)).into()))
                }
                Layout::Offsets64 => {
                    let ends = first.cast::<i64>().add(at);
                    Row::Text(bytes(buffers[2], *ends, *ends.add(1)))
                }
                // Keys lead to another array, whose rows are asked for in their place.
                Layout::Nulls | Layout::Keys(_) => Row::Missing,
                Layout::Views => Row::Text(view(first.cast::<i32>().add(4 * at), buffers)),
                Layout::Bytes(width) => {
                    Row::Text(slice::from_raw_parts(first.cast::<u8>().add(width * at), width))
                }
                Layout::Numbers(width) | Layout::Signed(width) => {
                    let child = &**column.children;
                    let numbers = items(child.buffers, child.n_buffers)[1].cast::<u8>();
                    let at = usize::try_from(child.offset).unwrap_or(0) + width * at;
                    let numbers = slice::from_raw_parts(numbers.add(at), width);
                    match self.layout {
                        Layout::Signed(_) => Row::Signed(numbers),
                        _ => Row::Numbers(numbers),
                    }
                }
            }
        }
    }
}

/// The bytes between two ends.
///
/// # Safety
/// The buffer has them, and they live as long as it is needed.
unsafe fn bytes<'a>(buffer: *const c_void, begin: i64, end: i64) -> &'a [u8] {
    match (usize::try_from(begin), usize::try_from(end - begin)) {
        (Ok(begin), Ok(length)) if length > 0 => {
            // SAFETY: the caller says so.
            unsafe { slice::from_raw_parts(buffer.cast::<u8>().add(begin), length) }
        }
        _ => &[],
    }
}

/// The text of a view: four numbers, of which the first is the length. A text of at most twelve
/// bytes stands in the others; a longer one in the buffer that the third of them names.
///
/// # Safety
/// The view is one of a column with these buffers.
unsafe fn view<'a>(view: *const i32, buffers: &[*const c_void]) -> &'a [u8] {
    // SAFETY: the caller says so.
    unsafe {
        let length = (*view).into();
        if length <= 12 {
            return bytes(view.add(1).cast(), 0, length);
        }
        let (buffer, begin) = (*view.add(2), i64::from(*view.add(3)));
        let buffer = usize::try_from(buffer).unwrap_or(0);
        bytes(buffers[2 + buffer], begin, begin + length)
    }
}
