//! Numbers as arguments: a reader for each argument, by its name.
//!
//! ```text
//!      threads=-1      ValueError: threads: expected a whole number from 1 to 1024, found -1
//!      threads=2.5     TypeError: threads: expected a whole number from 1 to 1024, found `float`
//! ```
//!
//! The interface itself would speak of overflows, and name no argument.
//!
//! Invariant: what has `__index__` is a whole number, such as those of numpy, but a truth value is
//! none, though Python lets it be one.

use std::time::Duration;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};
use tourdion::excerpt::Excerpt;

use crate::wrong;

/// The greatest number of 64 bits.
pub const ALL: i128 = u64::MAX as i128;

/// The least and the greatest one with a sign.
const LEAST_SIGNED: i128 = i64::MIN as i128;
const MOST_SIGNED: i128 = i64::MAX as i128;

/// The most threads of a call, as of the program.
pub const MOST_THREADS: usize = 1024;

/// The greatest number of 32 bits.
const MOST_PROBES: i128 = u32::MAX as i128;

/// The numbers that an argument may be.
pub struct Wanted {
    pub name: &'static str,
    pub least: i128,
    pub most: i128,
}

impl Wanted {
    /// The number that an object is.
    ///
    /// # Errors
    /// `TypeError` if it is no whole number, `ValueError` if it is another one, and what its own
    /// `__index__` raises.
    pub fn read(&self, object: &Bound<'_, PyAny>) -> PyResult<i128> {
        let py = object.py();
        if object.is_instance_of::<PyBool>() {
            return Err(self.no_number(object));
        }
        match object.extract::<i128>() {
            Ok(number) if (self.least..=self.most).contains(&number) => Ok(number),
            Err(error) if error.is_instance_of::<PyTypeError>(py) => Err(self.no_number(object)),
            Err(error) if !error.is_instance_of::<PyOverflowError>(py) => Err(error),
            _ => Err(self.no_such_number(object)),
        }
    }

    /// The error of another whole number.
    fn no_such_number(&self, object: &Bound<'_, PyAny>) -> PyErr {
        let (name, range, found) = (self.name, self.range(), shown(object));
        wrong(format!("{name}: expected {range}, found {found}"))
    }

    /// The error of what is no whole number.
    fn no_number(&self, object: &Bound<'_, PyAny>) -> PyErr {
        let (name, range, found) = (self.name, self.range(), type_of(object));
        PyTypeError::new_err(format!("{name}: expected {range}, found {found}"))
    }

    fn range(&self) -> String {
        let ends = [self.least, self.most].map(|end| match end {
            ALL => String::from("2^64 - 1"),
            LEAST_SIGNED => String::from("-2^63"),
            MOST_SIGNED => String::from("2^63 - 1"),
            _ => end.to_string(),
        });
        format!("a whole number from {}", ends.join(" to "))
    }
}

/// The type of an object, as an error shows it.
pub fn type_of(object: &Bound<'_, PyAny>) -> String {
    let name = object.get_type().name();
    let name = name.map_or_else(|_| String::from("?"), |name| name.to_string());
    format!("`{}`", Excerpt(&name))
}

/// What an object is, as an error shows it; its type if Python has no text of it, as of a number of
/// thousands of digits.
pub fn shown(object: &Bound<'_, PyAny>) -> String {
    match object.repr() {
        Ok(text) => Excerpt(&text.to_string_lossy()).to_string(),
        Err(_) => type_of(object),
    }
}

/// A whole number from 0 on, which is no truth value.
pub fn plain<'a, 'py, T: FromPyObject<'a, 'py>>(object: &'a Bound<'py, PyAny>) -> Option<T> {
    if object.is_instance_of::<PyBool>() { None } else { object.extract().ok() }
}

/// A whole number, twice, or the least and the greatest one.
pub fn both<T>(object: &Bound<'_, PyAny>) -> Option<(T, T)>
where
    T: for<'a, 'py> FromPyObject<'a, 'py> + Copy,
{
    if let Some(both) = plain(object) {
        return Some((both, both));
    }
    let pair = object.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2)?;
    let end = |at: usize| pair.get_item(at).ok().and_then(|end| plain(&end));
    Some((end(0)?, end(1)?))
}

/// What a whole number is read as.
pub trait Whole: Sized {
    /// Reads it.
    ///
    /// # Errors
    /// As of [`Wanted::read`].
    fn read(object: &Bound<'_, PyAny>, wanted: &Wanted) -> PyResult<Self>;
}

macro_rules! whole {
    ($($type:ty)*) => {$(
        impl Whole for $type {
            fn read(object: &Bound<'_, PyAny>, wanted: &Wanted) -> PyResult<$type> {
                let number = wanted.read(object)?;
                <$type>::try_from(number).map_err(|_| wanted.no_such_number(object))
            }
        }
    )*};
}

whole!(u32 u64 usize i64);

impl<T: Whole> Whole for Option<T> {
    fn read(object: &Bound<'_, PyAny>, wanted: &Wanted) -> PyResult<Option<T>> {
        if object.is_none() { Ok(None) } else { T::read(object, wanted).map(Some) }
    }
}

macro_rules! arguments {
    ($($name:ident: $least:tt to $most:expr;)*) => {$(
        /// The argument of this name, for `from_py_with`.
        pub fn $name<T: Whole>(object: &Bound<'_, PyAny>) -> PyResult<T> {
            T::read(object, &Wanted { name: stringify!($name), least: $least, most: $most })
        }
    )*};
}

arguments! {
    cells: 1 to 625;
    copies: 0 to 3_000_000; // their text has to fit into one array
    effort: 0 to ALL;
    fill: LEAST_SIGNED to MOST_SIGNED;
    limit: 1 to ALL;
    n: 0 to ALL;
    probes: 1 to MOST_PROBES;
    seed: 0 to ALL;
    threads: 1 to MOST_THREADS as i128;
}

/// A time in seconds, for `from_py_with`.
pub fn seconds(object: &Bound<'_, PyAny>) -> PyResult<Option<Duration>> {
    if object.is_none() {
        return Ok(None);
    }
    let expected = "seconds: expected a number from 0 on, below 10^19";
    let (py, is_flag) = (object.py(), object.is_instance_of::<PyBool>());
    match object.extract::<f64>() {
        Ok(number) if !is_flag => match Duration::try_from_secs_f64(number) {
            Ok(time) => Ok(Some(time)),
            Err(_) => Err(wrong(format!("{expected}; found {}", shown(object)))),
        },
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
            Err(wrong(format!("{expected}; found {}", shown(object))))
        }
        Err(error) if !error.is_instance_of::<PyTypeError>(py) => Err(error),
        _ => Err(PyTypeError::new_err(format!("{expected}; found {}", type_of(object)))),
    }
}
