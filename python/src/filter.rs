//! What puzzles have to be, as an expression, and whether they are.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use tourdion::expression::{Decision, Expression, Judge, JudgeLimits};
use tourdion::sudoku::Grid;

use crate::answering::{self, RowRange};
use crate::answers::Table;
use crate::call::CallOptions;
use crate::puzzles::{Puzzles, Reading};
use crate::table::{Batch, Series};
use crate::work::{Portions, RowWatch};
use crate::{argument, wrong};

/// The most rows of a worker at a time: verdicts and minimal forms are found for all at once.
const MOST: usize = 1024;

/// The same where puzzles may be rated or explained, which takes milliseconds or seconds.
pub const MOST_SLOW: usize = 16;

/// Whether each puzzle is what an expression asks for, as `tourdion filter` does.
///
/// An expression joins tests by `and`, `or` and `not`: `clues<=22`, `proper`, `minimal`,
/// `symmetry=half-turn`, `automorphisms>1`, `uses=x-wing`, `difficulty<3`, and ratings such as
/// `te>=2` or `b in 3..5`. What is cheap is asked first, and ratings only where they decide.
///
/// The table has the columns `keep` (bool; null if it can't be read, or is undecided) and `error`.
/// With `seconds` a puzzle is rated for so long at most, and is undecided if it may be either then.
/// `boxes`, `threads` and `progress` are those of `verify`. Raises ValueError for what is no
/// expression, and shows where it goes wrong.
///
/// >>> import tourdion
/// >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
/// >>> tourdion.filter([puzzle, "." * 81], "minimal and te>=2")["keep"].to_pylist()
/// [True, False]
#[pyfunction]
#[pyo3(signature = (
    puzzles, expression, *, seconds=None, boxes="3x3", threads=None, progress=None
))]
pub fn filter(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    expression: &str,
    #[pyo3(from_py_with = argument::seconds)] seconds: Option<Duration>,
    boxes: &str,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let (call, reading) = (CallOptions::of(py, threads, progress)?, Reading::of(boxes)?);
    let expression = read(expression, &reading)?;
    let puzzles = Puzzles::of(puzzles)?;
    let series = vec![Series::flags("keep"), Series::text("error")];
    let most = if expression.is_slow() { MOST_SLOW } else { MOST };
    let answer = |judge: &mut Judge,
                  (numbers, rows): RowRange<'_>,
                  batch: &mut Batch,
                  stop: &mut RowWatch| {
        let read: Vec<_> = numbers.clone().map(|row| rows.grid(row, &reading)).collect();
        let grids: Vec<&Grid> = read.iter().flatten().collect();
        let mut limits = Limits { stop, time: seconds, end: None };
        let mut decisions = judge.decide(&expression, &grids, &mut limits)?.into_iter();
        for (number, read) in numbers.zip(&read) {
            let decided = match read {
                Ok(_) => decisions.next().expect("a decision for each puzzle"),
                Err(error) => {
                    batch.add_error(number, error);
                    continue;
                }
            };
            match decided {
                Decision::Is(value) => {
                    batch.series[0].add_flag(value);
                    batch.series[1].skip();
                }
                open @ Decision::Open(_) => batch.add_error(number, &open.to_string()),
            }
        }
        ControlFlow::Continue(())
    };
    answering::answers(
        py,
        Portions { of: &puzzles, most },
        &call,
        Batch { series },
        Judge::new,
        answer,
    )
}

/// The expression of a text.
pub fn read(text: &str, reading: &Reading) -> PyResult<Expression> {
    Expression::read(text, reading.shape, &reading.alphabet)
        .map_err(|error| wrong(error.to_string()))
}

/// Ends the work when it is to stop, and the ratings of a puzzle after some time.
pub struct Limits<'l> {
    pub stop: &'l RowWatch,
    pub time: Option<Duration>,
    /// When the time of the puzzle under way is over.
    pub end: Option<Instant>,
}

impl JudgeLimits for Limits<'_> {
    fn pulse(&mut self) -> ControlFlow<()> {
        if self.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn begins_rating(&mut self) {
        // A time that no clock reaches is none.
        self.end = self.time.and_then(|time| Instant::now().checked_add(time));
    }

    fn gives_up(&mut self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}
