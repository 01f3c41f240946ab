//! Answers for the rows of a column, a table of them.
//!
//! ```text
//!      rows ─▶ a worker's batch of answers ─▶ the batches of the table, in order
//! ```
//!
//! Invariant: each row has an answer or its error, unless it is to have none.

use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use tourdion::sudoku::Grid;
use tourdion::verify::{Examination, LockstepVerifier, Verdict};

use crate::answers::Table;
use crate::call::CallOptions;
use crate::puzzles::{Puzzles, Reading, Rows};
use crate::table::{Batch, Series};
use crate::work::{Portions, RowWatch, in_order};

/// The numbers of some rows, and where they are.
pub type RowRange<'r> = (Range<usize>, &'r Rows);

/// Answers for each row of a column, in order. `empty` has the columns, and no rows; `answer` adds
/// a row for each of the rows of its range.
pub fn answers<W>(
    py: Python<'_>,
    Portions { of: puzzles, most }: Portions<&Puzzles>,
    call: &CallOptions,
    empty: Batch,
    new: impl Fn() -> W + Sync,
    answer: impl Fn(&mut W, RowRange<'_>, &mut Batch, &mut RowWatch) -> ControlFlow<()> + Sync,
) -> PyResult<Table> {
    // Batches whose rows were taken: new memory for each would be asked of the system again and
    // again.
    let spare = Mutex::new(Vec::new());
    let spares = || spare.lock().unwrap_or_else(PoisonError::into_inner);
    let work = |worker: &mut W, numbers: Range<usize>, stop: &mut RowWatch| {
        let rows = match puzzles.at(numbers.clone()) {
            Ok(rows) => rows,
            Err(error) => return ControlFlow::Continue(Err(error)),
        };
        let mut batch = spares().pop().unwrap_or_else(|| empty.clone());
        batch.reserve(numbers.len());
        answer(worker, (numbers, &rows), &mut batch, stop)?;
        ControlFlow::Continue(Ok(batch))
    };
    let (mut batches, mut failed) = (vec![empty.clone()], None);
    let take = |answered: PyResult<Batch>| match answered {
        Ok(mut batch) => {
            batch.append_to(&mut batches);
            spares().push(batch);
            ControlFlow::Continue(())
        }
        Err(error) => {
            failed = Some(error);
            ControlFlow::Break(())
        }
    };
    in_order(py, Portions { of: puzzles.len(), most }, call, new, work, take)?;
    failed.map_or_else(|| Ok(Table::of(batches)), Err)
}

/// A puzzle, with the number of its row.
pub struct NumberedPuzzle<'g> {
    pub number: usize,
    pub grid: &'g Grid,
}

/// Why a puzzle has no answer.
pub enum NoAnswer {
    /// For this reason, which its row then has.
    Because(String),
    /// It is to have no row at all.
    NoRow,
    /// The work is to stop.
    Stopped,
}

impl From<String> for NoAnswer {
    fn from(why: String) -> NoAnswer {
        NoAnswer::Because(why)
    }
}

/// An answer to a puzzle, if it has one.
pub type Answer<T> = Result<T, NoAnswer>;

/// The solutions of a puzzle up to `limit`, unless the work is to stop.
pub fn examination(
    verifier: &mut LockstepVerifier,
    puzzle: &Grid,
    limit: u64,
    stop: &mut RowWatch,
) -> Answer<Examination> {
    Examination::of(verifier, puzzle, limit, stop).continue_value().ok_or(NoAnswer::Stopped)
}

/// The verdict on a puzzle, unless the work is to stop.
pub fn verdict(
    verifier: &mut LockstepVerifier,
    puzzle: &Grid,
    stop: &mut RowWatch,
) -> Answer<Verdict> {
    examination(verifier, puzzle, 2, stop).map(Examination::verdict)
}

/// As [`answers`], puzzle by puzzle. The table has `columns`, and a last one for errors. `answer`
/// adds to all columns but the last, or to none; also to the last where an answer lacks something.
pub fn each<W>(
    py: Python<'_>,
    puzzles: Portions<&Puzzles>,
    reading: &Reading,
    call: &CallOptions,
    columns: Vec<Series>,
    new: impl Fn() -> W + Sync,
    answer: impl Fn(&mut W, NumberedPuzzle<'_>, &mut Batch, &mut RowWatch) -> Answer<()> + Sync,
) -> PyResult<Table> {
    let mut series = columns;
    series.push(Series::text("error"));
    let answer =
        |worker: &mut W, (numbers, rows): RowRange<'_>, batch: &mut Batch, stop: &mut RowWatch| {
            for number in numbers {
                if stop.is_stopped() {
                    return ControlFlow::Break(());
                }
                let answered = match rows.grid(number, reading) {
                    Ok(grid) => answer(worker, NumberedPuzzle { number, grid: &grid }, batch, stop),
                    Err(error) => Err(error.into()),
                };
                match answered {
                    Ok(()) => {
                        let rows = batch.rows();
                        batch.series.last_mut().expect("there are columns").skip_to(rows);
                    }
                    Err(NoAnswer::Because(why)) => batch.add_error(number, &why),
                    Err(NoAnswer::NoRow) => {}
                    Err(NoAnswer::Stopped) => return ControlFlow::Break(()),
                }
            }
            ControlFlow::Continue(())
        };
    answers(py, puzzles, call, Batch { series }, new, answer)
}
