//! How a person solves puzzles.

use pyo3::prelude::*;
use tourdion::draw;
use tourdion::logic::{Ladder, NetFinder, PathEnd, Pencil, Strategy, Wording};
use tourdion::sudoku::{Alphabet, Grid, Shape};
use tourdion::verify::is_proper;

use crate::answering;
use crate::answers::Table;
use crate::argument::Wanted;
use crate::call::CallOptions;
use crate::puzzles::{self, Puzzles, Reading};
use crate::table::Series;
use crate::work::{self, Portions};
use crate::{Names, argument, wrong};

/// The most rows of a worker at a time: each takes a millisecond or a hundred.
const MOST: usize = 16;

/// How each puzzle is solved by singles and named techniques, the simplest first.
///
/// `only` names the techniques to use beside singles, or groups of them such as `fish`, and
/// `without` those not to use; `tourdion explain --list` lists both. Of a technique that `only`
/// names itself, large instances are used, too, which takes longer.
///
/// The table has the columns `outcome` (`solved`, `stuck` or `impossible`), `needs` (of a stuck
/// puzzle the least difficult technique that is left out and would help; null otherwise, and if
/// none would), `technique` (the hardest one, or `singles`; null without a step), `difficulty`
/// (its difficulty, as text), `techniques` (how often each is used beside singles), `hardest`
/// (int64, the number of the hardest step, from 1; null if there are only singles), with `steps`
/// all steps as text, `rest` (the cells set in the end), `pencilmarks` (729 characters; null if it
/// is solved) and `error`. A row takes from a millisecond to a second. `boxes`, `threads` and
/// `progress` are those of `verify`. For one puzzle, with pictures, take `tourdion.Path`.
///
/// >>> import tourdion
/// >>> tourdion.explain(["1....2..3......4"], boxes="2x2", steps=True)["steps"][0][:17]
/// '1. Singles: r2c1='
///
/// >>> puzzle = "8.........9...4.6.......52..79........2.8..15...61...96.1..28..2...6...7...5....."
/// >>> row = tourdion.explain([puzzle], only=["locked candidates", "subsets"]).to_pylist()[0]
/// >>> row["outcome"], row["needs"]
/// ('stuck', 'skyscraper')
#[pyfunction]
#[pyo3(signature = (
    puzzles, *, steps=false, only=None, without=Names(Vec::new()), boxes="3x3", threads=None,
    progress=None
))]
#[pyo3(text_signature = "(puzzles, *, steps=False, only=None, without=(), boxes='3x3', \
    threads=None, progress=None)")]
#[allow(clippy::too_many_arguments)] // Python's are named
pub fn explain(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    steps: bool,
    only: Option<Names>,
    without: Names,
    boxes: &str,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let ladder = ladder(only, without)?;
    let (call, reading) = (CallOptions::of(py, threads, progress)?, Reading::of(boxes)?);
    let puzzles = Puzzles::of(puzzles)?;
    let mut columns = vec![
        Series::words("outcome", OUTCOMES),
        Series::text("needs"),
        Series::text("technique"),
        Series::text("difficulty"),
        Series::text("techniques"),
        Series::whole("hardest"),
    ];
    columns.extend(steps.then(|| Series::text("steps")));
    columns.extend([Series::text("rest"), Series::text("pencilmarks")]);
    let new = || NetFinder::new(reading.shape);
    answering::each(
        py,
        Portions { of: &puzzles, most: MOST },
        &reading,
        &call,
        columns,
        new,
        |finder, row, batch, _| {
            let path = Path::of(row.grid.clone(), finder, &ladder, reading.alphabet.clone());
            let found = &path.path;
            let mut series = batch.series.iter_mut();
            let mut next = || series.next().expect("there is a column for each value");
            let outcome = OUTCOMES.iter().position(|word| *word == found.outcome());
            next().add_word(outcome.ok_or_else(|| String::from("an unknown outcome"))?);
            match found.needs() {
                Some(needs) => next().add_text(needs),
                None => next().skip(),
            }
            let wording = Wording { alphabet: &reading.alphabet };
            match found.grade() {
                Some((technique, difficulty)) => {
                    next().add_text(technique);
                    next().add_text(&wording.difficulty(difficulty));
                }
                None => (0..2).for_each(|_| next().skip()),
            }
            match found.hardest() {
                Some(hardest) => {
                    next().add_text(&wording.counts(found));
                    next().add_number(hardest as i64);
                }
                None => (0..2).for_each(|_| next().skip()),
            }
            if steps {
                next().add_text(&path.steps().concat());
            }
            next().add_grid(&found.rest.grid(), &reading.alphabet);
            match found.end {
                PathEnd::Solved => next().skip(),
                _ => next().add_text(&found.rest.line(&reading.alphabet)),
            }
            Ok(())
        },
    )
}

const OUTCOMES: &[&str] = &["solved", "stuck", "impossible"];

/// The techniques that are used.
fn ladder(only: Option<Names>, without: Names) -> PyResult<Ladder> {
    let mut ladder = Ladder::default();
    if let Some(only) = only {
        ladder.only(&only.0).map_err(|error| wrong(format!("only: {error}")))?;
    }
    ladder.without(&without.0).map_err(|error| wrong(format!("without: {error}")))?;
    Ok(ladder)
}

/// The path from a puzzle to its solution, step by step: singles and named techniques.
///
/// `puzzle` is one text, str or bytes; `only` and `without` name techniques or groups of them, as
/// for `explain`. In a notebook the path shows its hardest step as a picture. `str` has all steps.
///
/// Raises TypeError for what is no text, and ValueError for a puzzle that can't be read.
///
/// >>> import tourdion
/// >>> path = tourdion.Path("1....2..3......4", boxes="2x2")
/// >>> path.outcome, len(path), path.svg(1)[:4]
/// ('solved', 1, '<svg')
#[pyclass(frozen, module = "tourdion")]
pub struct Path {
    path: tourdion::logic::Path,
    alphabet: Alphabet,
}

impl Path {
    fn of(puzzle: Grid, finder: &NetFinder, ladder: &Ladder, alphabet: Alphabet) -> Path {
        // Deadly patterns and nested nets are for puzzles with one solution; both are for 9×9.
        let is_proper = puzzle.shape() == Shape::CLASSIC && is_proper(&puzzle);
        let strategy = Strategy { is_proper, ladder: ladder.clone(), ..Strategy::default() };
        let path = tourdion::logic::Path::find(&Pencil::of(&puzzle), &strategy, finder);
        Path { path, alphabet }
    }
}

#[pymethods]
impl Path {
    #[new]
    #[pyo3(
        signature = (puzzle, *, only=None, without=Names(Vec::new()), boxes="3x3"),
        text_signature = "(puzzle, *, only=None, without=(), boxes='3x3')"
    )]
    fn new(
        puzzle: &Bound<'_, PyAny>,
        only: Option<Names>,
        without: Names,
        boxes: &str,
    ) -> PyResult<Path> {
        let (reading, ladder) = (Reading::of(boxes)?, ladder(only, without)?);
        let grid = puzzles::one(puzzle, &reading)?;
        work::on_this_thread(puzzle.py(), |_| {
            Path::of(grid, &NetFinder::new(reading.shape), &ladder, reading.alphabet)
        })
    }

    /// The number of steps.
    fn __len__(&self) -> usize {
        self.path.steps.len()
    }

    /// `solved`, `stuck` or `impossible`.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.path.outcome()
    }

    /// Of a stuck puzzle the least difficult technique that is left out and would help; None
    /// otherwise, and if none would.
    #[getter]
    fn needs(&self) -> Option<&'static str> {
        self.path.needs()
    }

    /// The hardest technique, or `singles`; None without a step.
    #[getter]
    fn technique(&self) -> Option<&'static str> {
        self.path.grade().map(|(technique, _)| technique)
    }

    /// The number of the hardest step, from 1; None if there are only singles.
    #[getter]
    fn hardest(&self) -> Option<usize> {
        self.path.hardest()
    }

    /// The steps as text.
    fn steps(&self) -> Vec<String> {
        let wording = Wording { alphabet: &self.alphabet };
        let steps = self.path.replay().enumerate();
        steps.map(|(number, (before, step))| wording.step(number + 1, step, &before)).collect()
    }

    /// A step, from 1, as a picture.
    ///
    /// Raises ValueError if there is no such step.
    fn svg(&self, step: &Bound<'_, PyAny>) -> PyResult<String> {
        let most = self.path.steps.len() as i128;
        if most == 0 {
            return Err(wrong("step: the path has no step"));
        }
        let step = Wanted { name: "step", least: 1, most }.read(step)?;
        let picture = draw::step(&self.path, step as usize, &self.alphabet);
        picture.ok_or_else(|| wrong("step: it has no picture"))
    }

    /// A page to step through.
    fn html(&self) -> String {
        draw::path(&self.path, None, &self.alphabet)
    }

    fn __str__(&self) -> String {
        let end = Wording { alphabet: &self.alphabet }.end(self.path.end, &self.path.rest);
        self.steps().concat() + &end
    }

    fn __repr__(&self) -> String {
        let steps = tourdion::numerals::counted(self.path.steps.len(), "step");
        format!("<tourdion.Path: {steps}, {}>", self.path.outcome())
    }

    fn _repr_svg_(&self) -> String {
        let hardest = self.path.hardest().unwrap_or(1);
        let step = draw::step(&self.path, hardest, &self.alphabet);
        step.unwrap_or_else(|| draw::rest(&self.path, &self.alphabet))
    }
}
