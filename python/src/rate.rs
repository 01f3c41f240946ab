//! Ratings.

use pyo3::prelude::*;
use tourdion::rating::{Rate, Rater, Rating};

use crate::answering;
use crate::answers::Table;
use crate::call::CallOptions;
use crate::puzzles::{Puzzles, Reading};
use crate::table::Series;
use crate::work::Portions;
use crate::{Names, argument, wrong};

/// The most rows of a worker at a time: each takes some milliseconds, and some take seconds.
const MOST: usize = 16;

/// How hard each proper puzzle is.
///
/// `ratings` names them, as `tourdion rate` does: `te`, the depth of trial and error; `b`, how far
/// braids have to look ahead; `bxb` and `bxbb`, the same in trials; `se` for the three of Sudoku
/// Explainer, `er`, `ep` and `ed`; and others. The table has a column of int64 for each, of float64
/// for those of Sudoku Explainer, and `error`. A rating is null where no number is enough (the
/// puzzle is too deep for it) or where it was not tried further; the column `rates` says which:
/// `-`, or `>` with a number. A row takes milliseconds, and for some ratings seconds. Puzzles are
/// 9×9; `threads` and `progress` are those of `verify`.
///
/// Sources: Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles*, of depths and
/// braids; Juillerat, *Sudoku Explainer*, of `se`.
///
/// >>> import tourdion
/// >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
/// >>> tourdion.rate([puzzle], ratings=["te", "b", "bxb"]).to_pylist()
/// [{'te': 2, 'b': None, 'bxb': 4, 'rates': 'te=2 b=- bxb=4', 'error': None}]
#[pyfunction]
#[pyo3(signature = (
    puzzles, *, ratings=Names(vec![String::from("te")]), threads=None, progress=None
))]
#[pyo3(text_signature = "(puzzles, *, ratings='te', threads=None, progress=None)")]
pub fn rate(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    ratings: Names,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let (call, reading) = (CallOptions::of(py, threads, progress)?, Reading::of("3x3")?);
    let puzzles = Puzzles::of(puzzles)?;
    let named = |name| Rating::named(name).map_err(|error| wrong(format!("ratings: {error}")));
    let ratings = ratings.0.iter().map(|name| named(name)).collect::<PyResult<Vec<_>>>()?.concat();
    let is_twice = |k: usize| ratings[..k].contains(&ratings[k]);
    if ratings.is_empty() || (0..ratings.len()).any(is_twice) {
        return Err(wrong("ratings: expected some, each once"));
    }
    let column = |one: &Rating| {
        if one.is_in_tenths() { Series::decimal(one.name()) } else { Series::whole(one.name()) }
    };
    let mut columns: Vec<Series> = ratings.iter().map(column).collect();
    columns.push(Series::text("rates"));
    let new = Rater::new;
    answering::each(
        py,
        Portions { of: &puzzles, most: MOST },
        &reading,
        &call,
        columns,
        new,
        |rater, row, batch, stop| {
            let rates = rater.rates(row.grid, &ratings, stop).map_err(|error| error.to_string())?;
            if stop.is_stopped() {
                return Err(answering::NoAnswer::Stopped);
            }
            let words = ratings.iter().zip(&rates).map(|(rating, rate)| format!("{rating}={rate}"));
            batch.series[rates.len()].add_text(&words.collect::<Vec<_>>().join(" "));
            for (column, rate) in batch.series.iter_mut().zip(rates) {
                match rate {
                    Rate::Is(number) => column.add_number(number.into()),
                    Rate::Tenths(tenths) => column.add_decimal(f64::from(tenths) / 10.0),
                    Rate::Above(_) | Rate::Endless | Rate::Unknown => column.skip(),
                }
            }
            Ok(())
        },
    )
}
