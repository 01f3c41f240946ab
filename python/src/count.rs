//! Numbers of solutions.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use tourdion::instructions::Instructions;
use tourdion::sudoku::Grid;
use tourdion::threads::Threads;
use tourdion::verify::LockstepVerifier;
use tourdion::verify::lockstep::count_on;

use crate::answering;
use crate::answers::Table;
use crate::argument;
use crate::call::CallOptions;
use crate::puzzles::{Puzzles, Reading};
use crate::table::Series;
use crate::work::{Portions, RowWatch};

/// The most rows of a worker at a time: each can have very many solutions.
const MOST: usize = 256;

/// The largest limit for which a search for one solution after another is fast enough.
const FEW: u64 = 16;

/// The number of solutions of each puzzle, exactly, or at most `limit`, which is at least 1.
///
/// The table has the columns `solutions` (int64; null of what can't be read) and `error`. A puzzle
/// with `limit` solutions may have more. A number above 2^63 - 1 is that. Counts of billions take
/// minutes; Ctrl-C ends them. `boxes`, `threads` and `progress` are those of `verify`.
///
/// >>> import tourdion
/// >>> tourdion.count(["." * 16, "1....2..3......4"], boxes="2x2")["solutions"].to_pylist()
/// [288, 1]
/// >>> tourdion.count(["." * 81], limit=1000)["solutions"].to_pylist()
/// [1000]
#[pyfunction]
#[pyo3(signature = (puzzles, *, limit=None, boxes="3x3", threads=None, progress=None))]
pub fn count(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = argument::limit)] limit: Option<u64>,
    boxes: &str,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let (call, reading) = (CallOptions::of(py, threads, progress)?, Reading::of(boxes)?);
    let (puzzles, limit) = (Puzzles::of(puzzles)?, limit.unwrap_or(u64::MAX));
    let (call, rows) = (&call, puzzles.len());
    let new = || Counter { verifier: LockstepVerifier::new(), call, rows, threads: None };
    let columns = vec![Series::whole("solutions")];
    answering::each(
        py,
        Portions { of: &puzzles, most: MOST },
        &reading,
        call,
        columns,
        new,
        |counter, row, batch, stop| {
            let number = counter.count(row.grid, limit, stop)?;
            batch.series[0].add_number(i64::try_from(number).unwrap_or(i64::MAX));
            Ok(())
        },
    )
}

struct Counter<'c> {
    verifier: LockstepVerifier,
    call: &'c CallOptions,
    rows: usize,
    /// The threads for a puzzle with many solutions, started for the first one.
    threads: Option<Threads>,
}

impl Counter<'_> {
    fn count(&mut self, puzzle: &Grid, limit: u64, stop: &mut RowWatch) -> answering::Answer<u64> {
        let few = limit.clamp(2, FEW);
        let found = answering::examination(&mut self.verifier, puzzle, few, stop)?.count();
        if found < few || limit <= few {
            return Ok(found.min(limit));
        }
        if self.threads.is_none() {
            // Few rows have several threads each.
            let beside = (self.call.threads() / self.rows.max(1)).max(1);
            let threads = Threads::new(beside).map_err(|error| error.to_string())?;
            self.threads = Some(threads);
        }
        let threads = self.threads.as_ref().expect("they are started");
        match count_on(Some(threads), Instructions::best(), puzzle, limit, &*stop) {
            ControlFlow::Break(_) if stop.is_stopped() => Err(answering::NoAnswer::Stopped),
            ControlFlow::Break(number) | ControlFlow::Continue(number) => Ok(number),
        }
    }
}
