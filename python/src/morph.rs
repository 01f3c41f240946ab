//! Symmetric copies.

use pyo3::prelude::*;
use tourdion::chance::Chance;
use tourdion::generate::{SymmetryPart, random_symmetry};

use crate::answering;
use crate::answers::Table;
use crate::call::CallOptions;
use crate::puzzles::{Contents, Puzzles, Reading, Rows};
use crate::table::{ROW, Series};
use crate::work::Portions;
use crate::{Names, argument, wrong};

/// The most copies of a worker at a time.
const MOST: usize = 1 << 14;

/// Why a copy has no solution, as the program says it.
const MISSING: &str = "there is no solution beside it";

/// Random symmetric copies of each puzzle, each of the symmetries equally likely.
///
/// The table has `copies` rows for each puzzle, with the columns `row` (int64, the number of the
/// puzzle), `copy`, with `solutions` also `copy_solution`, with `mapping` the symmetry, and
/// `error`. A row that can't be read has one row. `solutions` is a column of solutions, which are
/// copied along; where one is missing, `error` says so beside the copy. `keep` names what stays as
/// it is: `digits`, `sides`, `bands`, `rows`, `stacks`, `columns`.
///
/// The same seed makes the same copies of a row, on any machine and with any number of threads:
/// those that `tourdion morph --seed` makes of a file with a puzzle a line. So augmentations of an
/// epoch are a seed. `boxes`, `threads` and `progress` are those of `verify`.
///
/// >>> import tourdion
/// >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
/// >>> copies = tourdion.morph([puzzle], seed=1, copies=3)
/// >>> len(copies), len(set(tourdion.canon(copies["copy"])["canonical"].to_pylist()))
/// (3, 1)
#[pyfunction]
#[pyo3(signature = (
    puzzles, *, seed, copies=1, solutions=None, keep=Names(Vec::new()), mapping=false, boxes="3x3",
    threads=None, progress=None
))]
#[pyo3(text_signature = "(puzzles, *, seed, copies=1, solutions=None, keep=(), mapping=False, \
    boxes='3x3', threads=None, progress=None)")]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn morph(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = argument::seed)] seed: u64,
    #[pyo3(from_py_with = argument::copies)] copies: usize,
    solutions: Option<&Bound<'_, PyAny>>,
    keep: Names,
    mapping: bool,
    boxes: &str,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let (call, reading) = (CallOptions::of(py, threads, progress)?, Reading::of(boxes)?);
    let rows = |solutions| Rows::of(solutions, Contents::Solutions);
    let (puzzles, solutions) = (Puzzles::of(puzzles)?, solutions.map(rows).transpose()?);
    if let Some(there) = solutions.as_ref().map(Rows::len).filter(|&rows| rows != puzzles.len()) {
        return Err(wrong(format!("there are {} puzzles and {there} solutions", puzzles.len())));
    }
    let most = (MOST / copies.max(1)).max(1);
    let keep: Vec<SymmetryPart> = keep.0.iter().map(|name| part(name)).collect::<PyResult<_>>()?;
    let mut columns = vec![Series::whole(ROW), Series::text("copy")];
    columns.extend(solutions.is_some().then(|| Series::text("copy_solution")));
    columns.extend(mapping.then(|| Series::text("mapping")));
    let new = || Chance::new(seed, 0);
    answering::each(
        py,
        Portions { of: &puzzles, most },
        &reading,
        &call,
        columns,
        new,
        |chance, row, batch, stop| {
            let given = solutions.as_ref().filter(|solutions| !solutions.is_blank(row.number));
            let solution = given.map(|solutions| solutions.grid(row.number, &reading)).transpose();
            let solution = solution.map_err(|error| format!("the solution: {error}"))?;
            // As the program counts lines.
            chance.turn_to(row.number as u64 + 1);
            for _ in 0..copies {
                if stop.is_stopped() {
                    return Err(answering::NoAnswer::Stopped);
                }
                let by = random_symmetry(reading.shape, &keep, chance);
                let image = |grid| by.apply(grid).expect("all grids have one shape");
                let mut series = batch.series.iter_mut();
                let mut next = || series.next().expect("there is a column for each value");
                next().add_number(row.number as i64);
                next().add_grid(&image(row.grid), &reading.alphabet);
                match &solution {
                    Some(solution) => next().add_grid(&image(solution), &reading.alphabet),
                    None if solutions.is_some() => next().skip(),
                    None => {}
                }
                if mapping {
                    next().add(|text| by.write(text));
                }
                let error = next();
                if solutions.is_some() && solution.is_none() {
                    error.add_text(MISSING);
                } else {
                    error.skip();
                }
            }
            if copies == 0 { Err(answering::NoAnswer::NoRow) } else { Ok(()) }
        },
    )
}

fn part(name: &str) -> PyResult<SymmetryPart> {
    match name {
        "digits" => Ok(SymmetryPart::Digits),
        "sides" => Ok(SymmetryPart::Sides),
        "bands" => Ok(SymmetryPart::Bands),
        "rows" => Ok(SymmetryPart::Rows),
        "stacks" => Ok(SymmetryPart::Stacks),
        "columns" => Ok(SymmetryPart::Columns),
        _ => Err(wrong(format!(
            "keep: expected digits, sides, bands, rows, stacks or columns, found `{}`",
            tourdion::excerpt::Excerpt(name)
        ))),
    }
}
