//! Canonical forms.

use pyo3::prelude::*;
use tourdion::sudoku::canonical::{Canonical, Canoniser};
use tourdion::sudoku::{Grid, Pattern};
use tourdion::verify::{Kind, LockstepVerifier, Verdict, Verifier};

use crate::answering;
use crate::answers::Table;
use crate::call::CallOptions;
use crate::puzzles::{Puzzles, Reading};
use crate::table::Series;
use crate::work::Portions;
use crate::{argument, wrong};

/// The most rows of a worker at a time.
const MOST: usize = 1024;

/// A kind of canonical form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Puzzle,
    Solution,
    Gsf,
    Pattern,
}

impl Form {
    fn named(name: &str) -> PyResult<Form> {
        match name {
            "puzzle" => Ok(Form::Puzzle),
            "solution" => Ok(Form::Solution),
            "gsf" => Ok(Form::Gsf),
            "pattern" => Ok(Form::Pattern),
            _ => Err(wrong(format!(
                "form: expected puzzle, solution, gsf or pattern, found `{}`",
                tourdion::excerpt::Excerpt(name)
            ))),
        }
    }
}

/// The canonical form of each puzzle: the least of its 3,359,232 symmetric copies, each with its
/// best digits. Two puzzles are the same up to symmetry if and only if their forms are equal.
///
/// `form` is `puzzle` (the least form of the puzzle, which need not be proper), `solution` (the
/// form that makes the solution least; the puzzle has to be proper), `gsf` (that of hunters' lists)
/// or `pattern` (of the clue cells alone). The table has the columns `canonical`, with
/// `automorphisms` their number (int64), with `mapping` a symmetry that leads to the form, and
/// `error`. Puzzles are 9×9; `threads` and `progress` are those of `verify`.
///
/// >>> import tourdion
/// >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
/// >>> turned = "".join(puzzle[9 * column + row] for row in range(9) for column in range(9))
/// >>> one, other = tourdion.canon([puzzle, turned])["canonical"].to_pylist()
/// >>> one == other
/// True
#[pyfunction]
#[pyo3(signature = (
    puzzles, *, form="puzzle", automorphisms=false, mapping=false, threads=None, progress=None
))]
pub fn canon(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    form: &str,
    automorphisms: bool,
    mapping: bool,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let (call, reading) = (CallOptions::of(py, threads, progress)?, Reading::of("3x3")?);
    let (puzzles, form) = (Puzzles::of(puzzles)?, Form::named(form)?);
    let mut columns = vec![Series::text("canonical")];
    columns.extend(automorphisms.then(|| Series::whole("automorphisms")));
    columns.extend(mapping.then(|| Series::text("mapping")));
    let is_alone = !automorphisms && !mapping;
    let new = || Finder { verifier: LockstepVerifier::new(), canoniser: Canoniser::new() };
    answering::each(
        py,
        Portions { of: &puzzles, most: MOST },
        &reading,
        &call,
        columns,
        new,
        |finder, row, batch, _| {
            let found = finder.find(row.grid, form, is_alone)?;
            let grid = found.as_ref().map_or_else(|form| form, |found| &found.form);
            let mut series = batch.series.iter_mut();
            if let Some(column) = series.next() {
                match form {
                    Form::Pattern => column.add_text(&Pattern::of(grid).to_string()),
                    _ => column.add_grid(grid, &reading.alphabet),
                }
            }
            let Ok(Canonical { by, automorphisms: number, .. }) = &found else { return Ok(()) };
            if automorphisms && let Some(column) = series.next() {
                column.add_number((*number).into());
            }
            if mapping && let Some(column) = series.next() {
                column.add(|text| by.write(text));
            }
            Ok(())
        },
    )
}

struct Finder {
    verifier: LockstepVerifier,
    canoniser: Canoniser,
}

impl Finder {
    /// A form with the way to it, or, as an error, the form alone, which takes less time.
    fn find(
        &mut self,
        puzzle: &Grid,
        form: Form,
        is_alone: bool,
    ) -> answering::Answer<Result<Canonical, Grid>> {
        let canoniser = &mut self.canoniser;
        let found = match form {
            Form::Puzzle if is_alone => canoniser.form(puzzle).map(Err),
            Form::Gsf if is_alone => canoniser.gsf_form(puzzle).map(Err),
            Form::Puzzle => canoniser.puzzle(puzzle).map(Ok),
            Form::Gsf => canoniser.gsf(puzzle).map(Ok),
            Form::Pattern => canoniser.pattern(&Pattern::of(puzzle)).map(Ok),
            Form::Solution => match self.verifier.verify(puzzle) {
                Verdict::Proper(solution) => canoniser.with_solution(puzzle, &solution).map(Ok),
                verdict => return Err(improper(verdict.kind()).into()),
            },
        };
        Ok(found.map_err(|error| error.to_string())?)
    }
}

/// Why a puzzle that is not proper has no answer.
pub fn improper(kind: Kind) -> String {
    match kind {
        Kind::Impossible => String::from("impossible: it has no solution"),
        Kind::Pseudo | Kind::Proper => String::from("pseudo-puzzle: it has more than one solution"),
    }
}
