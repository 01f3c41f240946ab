//! Arrow's C data interface: columns from pyarrow, polars, DuckDB and Spark, and back to them,
//! without a copy and without a package of theirs.
//!
//! ```text
//!      their object ── __arrow_c_stream__ ──▶ capsule ──▶ Stream ──▶ Array, Array, ...   import
//!                      __arrow_c_array__                                                 columns
//!
//!      our table ────▶ Array, whose buffers are those of the table ──▶ capsule           export
//! ```
//!
//! The structs are those of the specification (*The Arrow C data interface*, *The Arrow PyCapsule
//! interface*), field by field. They are written here and not taken from `arrow-array`, which
//! brings 34 packages for them.
//!
//! Invariants. A struct with a `release` owns what it points to, and calls it once, when it is
//! dropped. What is moved out of a capsule has no `release` left there.
//!
//! Deliberately lacking: types that no column of puzzles or answers has.

// The one place where memory of other languages is read; each block says why it may.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

pub mod export;
pub mod import;
mod types;

/// `ArrowSchema`: the type of a column.
#[repr(C)]
pub struct Schema {
    pub format: *const c_char,
    pub name: *const c_char,
    pub metadata: *const c_char,
    pub flags: i64,
    pub n_children: i64,
    pub children: *mut *mut Schema,
    pub dictionary: *mut Schema,
    pub release: Option<unsafe extern "C" fn(*mut Schema)>,
    pub private_data: *mut c_void,
}

/// `ArrowArray`: some rows of a column.
#[repr(C)]
pub struct Array {
    pub length: i64,
    pub null_count: i64,
    pub offset: i64,
    pub n_buffers: i64,
    pub n_children: i64,
    pub buffers: *mut *const c_void,
    pub children: *mut *mut Array,
    pub dictionary: *mut Array,
    pub release: Option<unsafe extern "C" fn(*mut Array)>,
    pub private_data: *mut c_void,
}

/// `ArrowArrayStream`: arrays of one type, one after another.
#[repr(C)]
pub struct Stream {
    pub get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    pub get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    pub get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    pub release: Option<unsafe extern "C" fn(*mut Stream)>,
    pub private_data: *mut c_void,
}

/// A column may have nulls.
pub const NULLABLE: i64 = 2;

/// A struct of the interface.
pub trait Released {
    /// The struct that owns nothing.
    fn released() -> Self;

    /// Whether it owns nothing.
    fn is_released(&self) -> bool;

    /// Gives up what it owns, without freeing it: something else owns it now.
    fn disown(&mut self);
}

macro_rules! released {
    ($type:ty { $($field:ident: $empty:expr),* $(,)? }) => {
        impl Released for $type {
            fn released() -> Self {
                Self { $($field: $empty,)* release: None, private_data: ptr::null_mut() }
            }

            fn is_released(&self) -> bool {
                self.release.is_none()
            }

            fn disown(&mut self) {
                self.release = None;
            }
        }

        impl Drop for $type {
            fn drop(&mut self) {
                if let Some(release) = self.release.take() {
                    self.release = Some(release);
                    // SAFETY: a struct with a `release` is whole, and it is called once: it
                    // empties the field itself, as the interface demands.
                    unsafe { release(self) };
                }
            }
        }

        // SAFETY: the interface lets any thread use and release a struct, one at a time.
        unsafe impl Send for $type {}
    };
}

released!(Schema {
    format: ptr::null(),
    name: ptr::null(),
    metadata: ptr::null(),
    flags: 0,
    n_children: 0,
    children: ptr::null_mut(),
    dictionary: ptr::null_mut(),
});

released!(Array {
    length: 0,
    null_count: 0,
    offset: 0,
    n_buffers: 0,
    n_children: 0,
    buffers: ptr::null_mut(),
    children: ptr::null_mut(),
    dictionary: ptr::null_mut(),
});

released!(Stream { get_schema: None, get_next: None, get_last_error: None });
