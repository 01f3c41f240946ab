//! Minimal forms, and redundant clues.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use tourdion::chance::Chance;
use tourdion::generate::{Minimiser, redundant};
use tourdion::sudoku::Grid;
use tourdion::verify::LockstepVerifier;

use crate::answering::{self, RowRange};
use crate::answers::Table;
use crate::argument;
use crate::call::CallOptions;
use crate::canon::improper;
use crate::puzzles::{Puzzles, Reading};
use crate::table::{Batch, Series};
use crate::work::{Portions, RowWatch};

/// The most rows of a worker at a time: all are made minimal at once.
const MOST: usize = 256;

/// A minimal form of each proper puzzle: clues go as long as there is one solution.
///
/// They go in reading order, or with a `seed` in a random one, which depends on the seed and the
/// number of the row. The table has the columns `minimal`, `clues` (int64, of the minimal form) and
/// `error`, also of a puzzle that is not proper. `boxes`, `threads` and `progress` are those of
/// `verify`.
///
/// >>> import tourdion
/// >>> tourdion.minimize(["13...2..3......4"], boxes="2x2").to_pylist()
/// [{'minimal': '1....2..3......4', 'clues': 4, 'error': None}]
#[pyfunction]
#[pyo3(signature = (puzzles, *, seed=None, boxes="3x3", threads=None, progress=None))]
pub fn minimize(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = argument::seed)] seed: Option<u64>,
    boxes: &str,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let (call, reading) = (CallOptions::of(py, threads, progress)?, Reading::of(boxes)?);
    let puzzles = Puzzles::of(puzzles)?;
    let series = vec![Series::text("minimal"), Series::whole("clues"), Series::text("error")];
    let answer = |minimiser: &mut Minimiser,
                  (numbers, rows): RowRange<'_>,
                  batch: &mut Batch,
                  stop: &mut RowWatch| {
        let first = numbers.start;
        let read: Vec<_> = numbers.clone().map(|row| rows.grid(row, &reading)).collect();
        let numbers: Vec<usize> =
            numbers.zip(&read).filter(|(_, grid)| grid.is_ok()).map(|(row, _)| row).collect();
        let grids: Vec<Grid> = read.iter().flatten().cloned().collect();
        // As the program counts lines.
        let chance = &mut |k: usize| seed.map(|seed| Chance::new(seed, numbers[k] as u64 + 1));
        let mut forms = minimiser.minimal(&grids, chance, stop)?.into_iter();
        for (number, read) in (first..).zip(&read) {
            let form = match read {
                Ok(_) => forms.next().expect("each puzzle has an answer").map_err(improper),
                Err(error) => Err(error.clone()),
            };
            match (form, &mut batch.series[..]) {
                (Ok(form), [minimal, clues, error]) => {
                    minimal.add_grid(&form, &reading.alphabet);
                    clues.add_number(form.clue_count() as i64);
                    error.skip();
                }
                (Err(error), _) => batch.add_error(number, &error),
                _ => unreachable!("there are three columns"),
            }
        }
        ControlFlow::Continue(())
    };
    let new = || Minimiser::new(reading.shape);
    answering::answers(
        py,
        Portions { of: &puzzles, most: MOST },
        &call,
        Batch { series },
        new,
        answer,
    )
}

/// The redundant clues of each proper puzzle: each of them can go if the others stay.
///
/// The table has the columns `redundant` (text, such as `r1c2=3 r2c2=2`; empty of a minimal
/// puzzle), `clues` (int64, of the puzzle) and `error`. `boxes`, `threads` and `progress` are those
/// of `verify`.
///
/// >>> import tourdion
/// >>> tourdion.redundant(["13...2..3......4"], boxes="2x2")["redundant"][0]
/// 'r1c2=3 r2c2=2'
#[pyfunction(name = "redundant")]
#[pyo3(signature = (puzzles, *, boxes="3x3", threads=None, progress=None))]
pub fn redundant_clues(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    boxes: &str,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let (call, reading) = (CallOptions::of(py, threads, progress)?, Reading::of(boxes)?);
    let puzzles = Puzzles::of(puzzles)?;
    let columns = vec![Series::text("redundant"), Series::whole("clues")];
    let new = LockstepVerifier::new;
    answering::each(
        py,
        Portions { of: &puzzles, most: MOST },
        &reading,
        &call,
        columns,
        new,
        |verifier, row, batch, stop| {
            let verdict = answering::verdict(verifier, row.grid, stop)?;
            if !verdict.is_proper() {
                return Err(improper(verdict.kind()).into());
            }
            let ControlFlow::Continue(clues) = redundant(verifier, row.grid, stop) else {
                return Err(answering::NoAnswer::Stopped);
            };
            let names: Vec<String> = clues.iter().map(ToString::to_string).collect();
            batch.series[0].add_text(&names.join(" "));
            batch.series[1].add_number(row.grid.clue_count() as i64);
            Ok(())
        },
    )
}
