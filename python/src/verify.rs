//! Verdicts and solutions.

use std::ops::ControlFlow;
use std::{iter, slice};

use pyo3::prelude::*;
use tourdion::sudoku::{Alphabet, Grid, Shape};
use tourdion::verify::{Audience, Kind, LockstepVerifier, Verdict, Verifier};

use crate::answering::{self, RowRange};
use crate::answers::Table;
use crate::argument;
use crate::call::CallOptions;
use crate::puzzles::{Puzzles, Reading};
use crate::table::{Batch, Series};
use crate::work::{self, Portions, RowWatch};

/// The words of the column `verdict`; the first three as [`Kind`]s are numbered here.
pub const VERDICTS: &[&str] = &["proper", "pseudo", "impossible", "unreadable"];

/// The number of the word for what can't be read.
const UNREADABLE: usize = 3;

/// The most rows of a worker at a time: less than a millisecond, enough to fill the lanes, and few
/// enough that the grids and their answers stay near the core.
const MOST: usize = 2048;

/// The number of the word for a kind.
const fn word(kind: Kind) -> usize {
    match kind {
        Kind::Proper => 0,
        Kind::Pseudo => 1,
        Kind::Impossible => 2,
    }
}

/// The verdict on each puzzle, with the solutions that show it.
///
/// `puzzles` is a column of N puzzles: an Arrow array or stream (pyarrow, polars, DuckDB, pandas),
/// a numpy array (N, 81) or (N, 9, 9) of whole numbers with 0 for an empty cell, or a list of str.
/// The table has N rows, in their order:
///
/// - `verdict`: `proper` (exactly one solution), `pseudo` (more than one), `impossible` (none), or
///   `unreadable`; a dictionary of text
/// - `solution`: 81 digits; of a pseudo-puzzle one of its solutions; null if there is none
/// - `other_solution`: a second one of a pseudo-puzzle
/// - `error`: why a row can't be read, and where; null otherwise
///
/// Without `solutions` there are only `verdict` and `error`. `boxes` is the size of the boxes, rows
/// and columns, up to `5x5`; a grid has then as many cells as such boxes ask for. `threads` is the
/// number of threads, from 1 to 1024, by default that of the environment variable TOURDION_THREADS,
/// or all cores. `progress` is called with (done, total), numbers of rows, now and then.
///
/// The answers of a million rows take 100 MB. Raises TypeError for what is no column of puzzles,
/// ValueError for an argument of another value than is said here, what `progress` raises, and
/// KeyboardInterrupt soon after Ctrl-C. So do the other functions on columns.
///
/// >>> import tourdion
/// >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
/// >>> row = tourdion.verify([puzzle]).to_pylist()[0]
/// >>> row["verdict"], row["solution"][:9]
/// ('proper', '812753649')
#[pyfunction]
#[pyo3(signature = (puzzles, *, solutions=true, boxes="3x3", threads=None, progress=None))]
pub fn verify(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    solutions: bool,
    boxes: &str,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let shown = if solutions { 2 } else { 0 };
    verdicts(puzzles, shown, boxes, &CallOptions::of(py, threads, progress)?)
}

/// A solution of each puzzle that has one.
///
/// The same as `verify`, with the columns `verdict`, `solution` and `error`, and the same `boxes`,
/// `threads` and `progress`.
///
/// >>> import tourdion
/// >>> solutions = tourdion.solve(["1....2..3......4"], boxes="2x2")["solution"]
/// >>> solutions.to_pylist()
/// ['1342421334212134']
/// >>> solutions.digits(16).shape
/// (1, 16)
#[pyfunction]
#[pyo3(signature = (puzzles, *, boxes="3x3", threads=None, progress=None))]
pub fn solve(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    boxes: &str,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    verdicts(puzzles, 1, boxes, &CallOptions::of(py, threads, progress)?)
}

/// The verdicts, with at most `shown` solutions each.
fn verdicts(
    puzzles: &Bound<'_, PyAny>,
    shown: usize,
    boxes: &str,
    call: &CallOptions,
) -> PyResult<Table> {
    let (py, reading) = (puzzles.py(), Reading::of(boxes)?);
    let puzzles = Puzzles::of(puzzles)?;
    let mut series = vec![Series::words("verdict", VERDICTS)];
    series.extend(["solution", "other_solution"].into_iter().take(shown).map(Series::text));
    series.push(Series::text("error"));
    let answer = |(verifier, grids): &mut (LockstepVerifier, Vec<Result<Grid, String>>),
                  (numbers, rows): RowRange<'_>,
                  batch: &mut Batch,
                  stop: &mut RowWatch| {
        grids.clear();
        grids.extend(numbers.map(|row| rows.grid(row, &reading)));
        let mut judged = grids.iter().filter_map(|grid| grid.as_ref().ok());
        let (rest, alphabet, flag) = (grids.iter(), &reading.alphabet, stop.clone());
        let mut writer = RowWriter { rest, batch, alphabet, shown, stop: flag };
        if grids.len() <= work::FEW {
            judged.try_for_each(|grid| verify_alone(verifier, grid, &mut writer, stop))?;
        } else {
            verifier.verify_all(&mut judged, &mut writer, stop)?;
        }
        writer.end();
        ControlFlow::Continue(())
    };
    let new = || (LockstepVerifier::new(), Vec::new());
    answering::answers(
        py,
        Portions { of: &puzzles, most: MOST },
        call,
        Batch { series },
        new,
        answer,
    )
}

/// One verdict: lanes for many puzzles take more memory than one puzzle is worth. Of the solutions
/// of a pseudo-puzzle, lanes show those that they show among many puzzles.
fn verify_alone(
    verifier: &mut LockstepVerifier,
    puzzle: &Grid,
    writer: &mut RowWriter<'_>,
    stop: &mut RowWatch,
) -> ControlFlow<()> {
    let Ok(verdict) = answering::verdict(verifier, puzzle, stop) else {
        return ControlFlow::Break(());
    };
    let has_lanes = puzzle.shape() == Shape::CLASSIC;
    if has_lanes && verdict.kind() == Kind::Pseudo && writer.wants_witnesses() {
        return verifier.verify_all(&mut iter::once(puzzle), writer, stop);
    }
    writer.verdict(verdict.kind(), &|| verdict.clone())
}

/// Writes verdicts down, and what can't be read between them. Most rows have a verdict and one
/// solution, or none, so other columns have their rows that are not there all at once.
struct RowWriter<'c> {
    rest: slice::Iter<'c, Result<Grid, String>>,
    batch: &'c mut Batch,
    alphabet: &'c Alphabet,
    shown: usize,
    /// Many easy puzzles may be judged between two pulses of a watch.
    stop: RowWatch,
}

impl RowWriter<'_> {
    /// Writes down what can't be read, up to the next puzzle, which is passed.
    fn skip_unreadable(&mut self) {
        for row in self.rest.by_ref() {
            let Err(error) = row else { return };
            let before = self.batch.rows();
            self.batch.series[0].add_word(UNREADABLE);
            let last = self.batch.series.last_mut().expect("there are columns");
            last.skip_to(before);
            last.add_text(error);
        }
    }

    /// Writes down what can't be read behind the last puzzle, and makes all columns equally long.
    fn end(&mut self) {
        self.skip_unreadable();
        let rows = self.batch.rows();
        self.batch.series.iter_mut().for_each(|series| series.skip_to(rows));
    }
}

impl Audience for RowWriter<'_> {
    fn verdict(&mut self, kind: Kind, verdict: &dyn Fn() -> Verdict) -> ControlFlow<()> {
        self.skip_unreadable();
        let before = self.batch.rows();
        let series = &mut self.batch.series;
        series[0].add_word(word(kind));
        if self.shown > 0 {
            let verdict = verdict();
            for (column, solution) in series[1..=self.shown].iter_mut().zip(verdict.witnesses()) {
                column.skip_to(before);
                column.add_grid(solution.grid(), self.alphabet);
            }
        }
        if self.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn wants_witnesses(&self) -> bool {
        self.shown > 0
    }
}
