//! Tables as Arrow's structs, without a copy: an array keeps the table alive.
//!
//! ```text
//!      Batch  ──▶  Array +s                    length, no nulls of its own
//!                   ├── c, dictionary u         words: numbers of 8 bits
//!                   ├── u                       text
//!                   ├── z                       bytes
//!                   ├── b                       yes or no, a bit each
//!                   └── l                       whole numbers of 64 bits
//! ```
//!
//! Invariant: each struct has a `private_data` that owns all that the struct points to, and its
//! `release` frees just that.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::Arc;

use super::{Array, NULLABLE, Released, Schema, Stream};
use crate::table::{Batch, Cells, Series};

/// What a schema owns.
struct SchemaParts {
    _texts: [CString; 2],
    children: Vec<*mut Schema>,
    dictionary: *mut Schema,
}

/// What an array owns.
struct ArrayParts {
    /// The table, whose buffers the array shows.
    _batch: Option<Arc<Batch>>,
    /// Buffers made for the array.
    _made: [Vec<u8>; 2],
    buffers: Vec<*const c_void>,
    children: Vec<*mut Array>,
    dictionary: *mut Array,
}

/// A text for C, without the zeros that it can't have.
fn text(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}

fn schema(format: &str, name: &str, children: Vec<Schema>, dictionary: Option<Schema>) -> Schema {
    let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
    let dictionary = dictionary.map_or(ptr::null_mut(), |one| Box::into_raw(Box::new(one)));
    let texts = [text(format), text(name)];
    let (format, name) = (texts[0].as_ptr(), texts[1].as_ptr());
    let mut parts = Box::new(SchemaParts { _texts: texts, children, dictionary });
    Schema {
        format,
        name,
        metadata: ptr::null(),
        flags: NULLABLE,
        n_children: parts.children.len() as i64,
        children: parts.children.as_mut_ptr(),
        dictionary,
        release: Some(release_schema),
        private_data: Box::into_raw(parts).cast(),
    }
}

unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: the schema is one that `schema` made, and not released yet; its children and its
    // dictionary are boxes that it owns.
    unsafe {
        let parts = Box::from_raw((*schema).private_data.cast::<SchemaParts>());
        parts.children.iter().for_each(|&child| drop(Box::from_raw(child)));
        if !parts.dictionary.is_null() {
            drop(Box::from_raw(parts.dictionary));
        }
        (*schema).disown();
    }
}

unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: the array is one that `array` made, and not released yet; its children and its
    // dictionary are boxes that it owns.
    unsafe {
        let parts = Box::from_raw((*array).private_data.cast::<ArrayParts>());
        parts.children.iter().for_each(|&child| drop(Box::from_raw(child)));
        if !parts.dictionary.is_null() {
            drop(Box::from_raw(parts.dictionary));
        }
        (*array).disown();
    }
}

/// The type of a table.
pub fn schema_of(batch: &Batch) -> Schema {
    schema("+s", "", batch.series.iter().map(schema_of_series).collect(), None)
}

/// The type of a column.
pub fn schema_of_series(series: &Series) -> Schema {
    match &series.cells {
        Cells::Words { .. } => {
            schema("c", series.name, Vec::new(), Some(schema("u", "", Vec::new(), None)))
        }
        Cells::Text { .. } => schema("u", series.name, Vec::new(), None),
        Cells::Bytes { .. } => schema("z", series.name, Vec::new(), None),
        Cells::Flags(_) => schema("b", series.name, Vec::new(), None),
        Cells::Whole(_) => schema("l", series.name, Vec::new(), None),
        Cells::Decimal(_) => schema("g", series.name, Vec::new(), None),
    }
}

fn array(length: usize, null_count: usize, mut parts: Box<ArrayParts>) -> Array {
    Array {
        length: length as i64,
        null_count: null_count as i64,
        offset: 0,
        n_buffers: parts.buffers.len() as i64,
        n_children: parts.children.len() as i64,
        buffers: parts.buffers.as_mut_ptr(),
        children: parts.children.as_mut_ptr(),
        dictionary: parts.dictionary,
        release: Some(release_array),
        private_data: Box::into_raw(parts).cast(),
    }
}

/// The rows of a table.
pub fn array_of(batch: &Arc<Batch>) -> Array {
    let columns = 0..batch.series.len();
    let children = columns.map(|column| Box::into_raw(Box::new(array_of_series(batch, column))));
    let parts = ArrayParts {
        _batch: None, // its columns keep it
        _made: Default::default(),
        buffers: vec![ptr::null()],
        children: children.collect(),
        dictionary: ptr::null_mut(),
    };
    array(batch.rows(), 0, Box::new(parts))
}

/// The rows of a column.
pub fn array_of_series(batch: &Arc<Batch>, column: usize) -> Array {
    let series = &batch.series[column];
    let (bits, nulls) = bits_of(&series.present);
    let first = if nulls == 0 { ptr::null() } else { bits.as_ptr().cast() };
    let mut dictionary = ptr::null_mut();
    let mut made = Vec::new();
    let buffers = match &series.cells {
        Cells::Words { codes, words } => {
            dictionary = Box::into_raw(Box::new(array_of_words(words)));
            vec![first, codes.as_ptr().cast()]
        }
        Cells::Text { ends, bytes } | Cells::Bytes { ends, bytes } => {
            vec![first, ends.as_ptr().cast(), bytes.as_ptr().cast()]
        }
        Cells::Flags(flags) => {
            made = packed(flags);
            vec![first, made.as_ptr().cast()]
        }
        Cells::Whole(numbers) => vec![first, numbers.as_ptr().cast()],
        Cells::Decimal(numbers) => vec![first, numbers.as_ptr().cast()],
    };
    let parts = ArrayParts {
        _batch: Some(Arc::clone(batch)),
        _made: [bits, made],
        buffers,
        children: Vec::new(),
        dictionary,
    };
    array(batch.rows(), nulls, Box::new(parts))
}

fn array_of_words(words: &[&str]) -> Array {
    let (mut ends, mut end) = (0_i32.to_ne_bytes().to_vec(), 0);
    for word in words {
        end += word.len() as i32;
        ends.extend(end.to_ne_bytes());
    }
    let made = [ends, words.concat().into_bytes()];
    let buffers = vec![ptr::null(), made[0].as_ptr().cast(), made[1].as_ptr().cast()];
    let parts = ArrayParts {
        _batch: None,
        _made: made,
        buffers,
        children: Vec::new(),
        dictionary: ptr::null_mut(),
    };
    array(words.len(), 0, Box::new(parts))
}

/// A bit for each row that is there, and the number of the others.
fn bits_of(present: &[bool]) -> (Vec<u8>, usize) {
    let nulls = present.iter().filter(|is_there| !**is_there).count();
    (if nulls == 0 { Vec::new() } else { packed(present) }, nulls)
}

/// A bit for each.
fn packed(flags: &[bool]) -> Vec<u8> {
    let byte = |eight: &[bool]| {
        eight.iter().enumerate().fold(0, |byte, (k, &flag)| byte | u8::from(flag) << k)
    };
    flags.chunks(8).map(byte).collect()
}

/// What a stream owns: the tables to come, the next one last; and the column to show of each, if it
/// is not the whole table.
struct StreamParts {
    type_of: Arc<Batch>,
    batches: Vec<Arc<Batch>>,
    column: Option<usize>,
}

/// A stream of tables of one type, or of a column of each. There is at least one.
pub fn stream_of(batches: &[Arc<Batch>], column: Option<usize>) -> Stream {
    let parts = StreamParts {
        type_of: Arc::clone(&batches[0]),
        batches: batches.iter().rev().cloned().collect(),
        column,
    };
    Stream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private_data: Box::into_raw(Box::new(parts)).cast(),
    }
}

unsafe extern "C" fn get_schema(stream: *mut Stream, there: *mut Schema) -> c_int {
    // SAFETY: the stream is one that `stream_of` made, and not released; `there` is room for a
    // schema, whatever it has.
    unsafe {
        let parts = &*(*stream).private_data.cast::<StreamParts>();
        there.write(match parts.column {
            Some(column) => schema_of_series(&parts.type_of.series[column]),
            None => schema_of(&parts.type_of),
        });
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut Stream, there: *mut Array) -> c_int {
    // SAFETY: as above, with room for an array; nobody else uses the stream meanwhile.
    unsafe {
        let parts = &mut *(*stream).private_data.cast::<StreamParts>();
        there.write(match (parts.batches.pop(), parts.column) {
            (Some(batch), Some(column)) => array_of_series(&batch, column),
            (Some(batch), None) => array_of(&batch),
            (None, _) => Array::released(),
        });
    }
    0
}

unsafe extern "C" fn get_last_error(_: *mut Stream) -> *const c_char {
    ptr::null() // nothing fails
}

unsafe extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: the stream is one that `stream_of` made, and not released yet.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<StreamParts>()));
        (*stream).disown();
    }
}
