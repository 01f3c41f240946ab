//! The two forms of the program miniexact: one of words, and one of numbers.
//!
//! ```text
//!     < a b c:2;3 >        the primary items; `c` stands in two to three options of a cover, and
//!     [ x y ]              `c:2` is short for `c:2;2`; then the secondary items, if there are any
//!     a b x:red;           each option ends with a semicolon
//!     c y $17;             this one costs 17
//! ```
//!
//! ```text
//!     p xcc 3 2            three primary items, numbered from 1, and two secondary ones after them
//!     1 2 4 -7 0           each option ends with 0; -7 is a colour of the item before it
//!     3 5 $17 0
//! ```
//!
//! Lines mean nothing in either form, beyond the first of the numbers: an option may go over
//! several. `p xc` stands for `p xcc` if no item has a colour. The line `p xc` of our own
//! [numeric](super::numeric) form has one number more.
//!
//! Source: the page of miniexact (Maximilian Heisinger, <https://github.com/miniexact/miniexact>),
//! and for costs, which that page lacks, what the program does.
//!
//! Not all problems can be [written](MiniexactText): the form of words has names of few characters
//! only, that of numbers has no bounds, and neither has large costs. What is read may have more
//! than miniexact takes: names of any characters but white space, control characters, `|` and
//! `<>[]:;$`, and in the form of numbers comments, lines that begin with a c.
//!
//! Deliberately lacking: the last option without its end, which miniexact takes in the form of
//! words. A text that was cut off should not be read as a whole one.

use crate::cover::problem::Problem;
use crate::excerpt::Excerpt;

mod numbers;
mod text;
mod written;

pub(super) use self::numbers::is_meant as is_meant_as_numbers;
pub use self::numbers::read as read_numbers;
pub(super) use self::text::is_meant as is_meant_as_text;
pub use self::text::read as read_text;
pub use self::written::{MiniexactNumbers, MiniexactText};

/// The greatest number that miniexact reads.
const GREATEST: u64 = i32::MAX as u64;

/// What is wrong with a cost that has another before it.
const ONE_COST: &str = "one cost for each option";

/// Why a problem can't be written for miniexact.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MiniexactError {
    /// A name with a character that miniexact takes for no part of a name.
    #[error("miniexact has no name `{}`: its form of numbers needs none", Excerpt(.0))]
    Name(String),
    /// A name longer than its memory for one.
    #[error("miniexact has no name as long as `{}`: its form of numbers needs none", Excerpt(.0))]
    LongName(String),
    /// A cost or a bound that is too large for it.
    #[error("miniexact reads numbers up to {GREATEST}, and not {0}")]
    Large(u64),
    /// Bounds, in the form of numbers.
    #[error(
        "miniexact's form of numbers has no multiplicities, as in `{}`; that of words has",
        Excerpt(.0)
    )]
    Multiple(String),
}

/// Refuses costs that miniexact can't read.
fn check_costs(problem: &Problem) -> Result<(), MiniexactError> {
    problem.options().try_for_each(|option| check_number(problem.cost(option)))
}

fn check_number(number: u64) -> Result<(), MiniexactError> {
    if number > GREATEST { Err(MiniexactError::Large(number)) } else { Ok(()) }
}
