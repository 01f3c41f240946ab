//! Critical candidates of pseudo-puzzles.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use tourdion::sudoku::Candidate;
use tourdion::threads::Threads;
use tourdion::verify::lockstep::LockstepOnPhase;
use tourdion::verify::on::{FoundPuzzle, NoTour, OffOn, OnPhase};

use crate::answering::{self, NoAnswer};
use crate::answers::Table;
use crate::argument;
use crate::call::CallOptions;
use crate::canon::improper;
use crate::puzzles::{Puzzles, Reading};
use crate::table::Series;
use crate::work::Portions;

/// The most rows of a worker at a time.
const MOST: usize = 64;

/// The critical candidates of each pseudo-puzzle: a digit in a cell that, added to the puzzle,
/// leaves exactly one solution.
///
/// The table has the columns `critical` (text, such as `r1c1=2 r4c1=2`, in reading order; empty if
/// there is none, as of a proper puzzle), `candidates` (int64, their number) and `error`, also of
/// an impossible puzzle. Puzzles are 9×9; `threads` and `progress` are those of `verify`.
///
/// >>> import tourdion
/// >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9......."
/// >>> tourdion.critical([puzzle]).to_pylist()
/// [{'critical': 'r2c7=9 r4c1=2 r4c7=9 r9c7=4 r9c7=5', 'candidates': 5, 'error': None}]
#[pyfunction]
#[pyo3(signature = (puzzles, *, threads=None, progress=None))]
pub fn critical(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let (call, reading) = (CallOptions::of(py, threads, progress)?, Reading::of("3x3")?);
    let puzzles = Puzzles::of(puzzles)?;
    let (phase, step) = (LockstepOnPhase::new(), OffOn::new(0, 1));
    let columns = vec![Series::text("critical"), Series::whole("candidates")];
    // A pool of one thread, so that an on phase takes no more than its worker has.
    let new = || Threads::new(1).map_err(|error| error.to_string());
    answering::each(
        py,
        Portions { of: &puzzles, most: MOST },
        &reading,
        &call,
        columns,
        new,
        |threads, row, batch, stop| {
            let threads = threads.as_ref().map_err(Clone::clone)?;
            let found = Mutex::new(Vec::<Candidate>::new());
            let finder = |one: FoundPuzzle| {
                found.lock().unwrap_or_else(PoisonError::into_inner).extend(one.on.iter());
                ControlFlow::Continue(())
            };
            match threads.run(|| phase.tour(row.grid, &step, &finder, &*stop)) {
                Ok(()) => {}
                Err(NoTour::BrokenOff) => return Err(NoAnswer::Stopped),
                Err(NoTour::Improper(kind)) => return Err(improper(kind).into()),
                Err(why) => return Err(why.to_string().into()),
            }
            let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
            found.sort_unstable();
            let names: Vec<String> = found.iter().map(ToString::to_string).collect();
            batch.series[0].add_text(&names.join(" "));
            batch.series[1].add_number(names.len() as i64);
            Ok(())
        },
    )
}
