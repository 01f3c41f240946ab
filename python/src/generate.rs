//! Making puzzles.

use std::ops::{ControlFlow, Range};

use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;
use tourdion::generate::pattern::{check, fewest_clues};
use tourdion::generate::{Generator, PatternSearch, PatternSymmetry, Wish, redundant};
use tourdion::sudoku::{Grid, Pattern, Shape};
use tourdion::verify::LockstepVerifier;
use tourdion::watch::Stop;

use crate::answers::Table;
use crate::puzzles::Reading;
use crate::table::{Batch, Series};
use crate::work::{self, Pace};
use crate::wrong;

/// The most attempts of a worker at a time.
const MOST: usize = 128;

/// The attempts in vain, one after another, after which it is given up.
const EFFORT: usize = 10_000_000;

/// The same of a pattern, whose attempts take long.
const PATTERN_EFFORT: usize = 10_000;

/// What is to be made.
enum Plan {
    Full(Shape),
    /// If it is strict, no single clue can go where whole orbits are taken off.
    Removal {
        wish: Wish,
        is_strict: bool,
    },
    Pattern {
        pattern: Pattern,
        clues: Option<(usize, usize)>,
        is_minimal: bool,
    },
}

/// `n` proper puzzles, made by taking clues off random solution grids as long as there is one
/// solution.
///
/// They are minimal, with any number of clues; or they have a number of `clues`, such as `24` or
/// `(22, 25)`, and are minimal if `minimal` says so. `symmetry` is that of the clue cells:
/// `half-turn`, `quarter-turn`, `diagonal`, `anti-diagonal`, `horizontal`, `vertical`,
/// `both-lines`, `both-diagonals` or `full`. `pattern` is a text with a character for each cell,
/// `.` for an empty one: the clues are in all of its other cells, or in some with `clues`. With
/// `full`, solution grids are made.
///
/// The table has the columns `puzzle` and `clues` (int64). The same seed makes the same puzzles as
/// `tourdion generate --seed`, on any machine and with any number of threads. After `effort`
/// attempts in a row that gave nothing, ten million unless it is given, or ten thousand of a
/// pattern, there are fewer rows, and a RuntimeWarning.
///
/// >>> import tourdion
/// >>> tourdion.generate(2, seed=2, clues=(24, 26), symmetry="half-turn")["clues"].to_pylist()
/// [26, 26]
#[pyfunction]
#[pyo3(signature = (
    n, *, seed, clues=None, minimal=false, symmetry="none", pattern=None, full=false, effort=None,
    boxes="3x3", threads=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn generate(
    py: Python<'_>,
    n: usize,
    seed: u64,
    clues: Option<&Bound<'_, PyAny>>,
    minimal: bool,
    symmetry: &str,
    pattern: Option<&str>,
    full: bool,
    effort: Option<usize>,
    boxes: &str,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let (pace, reading) = (Pace::of(py, threads, progress)?, Reading::of(boxes)?);
    let clues = clues.map(range).transpose()?;
    let symmetry: PatternSymmetry =
        symmetry.parse().map_err(|error| wrong(format!("symmetry: {error}")))?;
    let plan = match pattern {
        _ if full => Plan::Full(reading.shape),
        Some(text) => pattern_plan(text, clues, minimal, &reading)?,
        None => removal_plan(clues, minimal, symmetry, reading.shape)?,
    };
    let usual = if let Plan::Pattern { .. } = plan { PATTERN_EFFORT } else { EFFORT };
    let effort = effort.unwrap_or(usual);
    let empty = Batch { series: vec![Series::text("puzzle"), Series::whole("clues")] };
    let (mut batches, mut made, mut in_vain) = (vec![empty.clone()], 0, 0);
    let take = |grids: Vec<Option<Grid>>| {
        let mut batch = empty.clone();
        for grid in grids {
            let Some(grid) = grid else {
                in_vain += 1;
                continue;
            };
            (in_vain, made) = (0, made + 1);
            batch.series[0].add_grid(&grid, &reading.alphabet);
            batch.series[1].add_number(grid.clue_count() as i64);
            if made == n {
                break;
            }
        }
        batch.append_to(&mut batches);
        let is_over = made == n || in_vain >= effort;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    if n > 0 {
        let most = if let Plan::Pattern { .. } = plan { 1 } else { MOST.min(n.div_ceil(2)) };
        let (new, total) = (|| Maker::of(&plan, seed), usize::MAX);
        work::in_order(py, (total, most), &pace, new, Maker::make, take)?;
    }
    if made < n {
        let what =
            format!("given up after {in_vain} attempts in a row that gave nothing; {made} made");
        let text = std::ffi::CString::new(what).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &text, 1)?;
    }
    Ok(Table::of(batches))
}

/// A number of clues, or the least and the most.
fn range(clues: &Bound<'_, PyAny>) -> PyResult<(usize, usize)> {
    let both = clues.extract::<usize>().map(|clues| (clues, clues));
    let (least, most) = both.or_else(|_| clues.extract::<(usize, usize)>()).map_err(|_| {
        wrong("clues: expected a number such as 24, or a least and a greatest one, (22, 25)")
    })?;
    if least > most {
        return Err(wrong(format!("clues: the least, {least}, is more than the most, {most}")));
    }
    Ok((least, most))
}

fn pattern_plan(
    text: &str,
    clues: Option<(usize, usize)>,
    is_minimal: bool,
    reading: &Reading,
) -> PyResult<Plan> {
    let signs: String = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    let pattern = Pattern::read(&signs, reading.shape, &reading.alphabet)
        .map_err(|error| wrong(format!("pattern: {error}")))?;
    check(&pattern).map_err(|error| wrong(format!("pattern: {error}")))?;
    Ok(Plan::Pattern { pattern, clues, is_minimal })
}

fn removal_plan(
    clues: Option<(usize, usize)>,
    is_minimal: bool,
    symmetry: PatternSymmetry,
    shape: Shape,
) -> PyResult<Plan> {
    let mut wish = Wish { symmetry, ..Wish::new(shape) };
    if let Some((least, most)) = clues {
        if most < fewest_clues(shape) || least > shape.cells() {
            let (fewest, cells) = (fewest_clues(shape), shape.cells());
            return Err(wrong(format!("clues: a proper puzzle has from {fewest} to {cells}")));
        }
        (wish.clues, wish.is_minimal) = (least..=most, is_minimal);
    }
    let is_strict = is_minimal && symmetry != PatternSymmetry::None;
    Ok(Plan::Removal { wish, is_strict })
}

/// Carries out a plan on a worker.
enum Maker {
    Full(Box<Generator>),
    /// With a checker, puzzles with a redundant clue are left out.
    Removal(Box<Generator>, Option<LockstepVerifier>),
    Pattern(Box<PatternSearch>),
}

impl Maker {
    fn of(plan: &Plan, seed: u64) -> Maker {
        match plan {
            Plan::Full(shape) => Maker::Full(Box::new(Generator::new(Wish::new(*shape), seed))),
            Plan::Removal { wish, is_strict } => {
                let checker = is_strict.then(LockstepVerifier::new);
                Maker::Removal(Box::new(Generator::new(wish.clone(), seed)), checker)
            }
            Plan::Pattern { pattern, clues, is_minimal } => {
                let search = PatternSearch::new(pattern.clone(), *is_minimal, seed);
                let search = search.expect("what is planned has been checked");
                Maker::Pattern(Box::new(match clues {
                    Some((least, most)) => search.with_clues(*least..=*most),
                    None => search,
                }))
            }
        }
    }

    /// The results of these attempts.
    fn make(
        &mut self,
        numbers: Range<usize>,
        stop: &mut Stop,
    ) -> ControlFlow<(), Vec<Option<Grid>>> {
        let numbers = numbers.start as u64..numbers.end as u64;
        match self {
            Maker::Full(generator) => {
                let solution = |number| Some(generator.solution(number).grid().clone());
                ControlFlow::Continue(numbers.map(solution).collect())
            }
            Maker::Removal(generator, checker) => {
                let mut made = generator.attempts(numbers, stop)?;
                if let Some(checker) = checker {
                    for one in &mut made {
                        *one = one.take().filter(|grid| redundant(checker, grid).is_empty());
                    }
                }
                ControlFlow::Continue(made)
            }
            Maker::Pattern(search) => {
                let mut made = Vec::new();
                for number in numbers {
                    made.push(search.attempt(number, stop)?);
                }
                ControlFlow::Continue(made)
            }
        }
    }
}
