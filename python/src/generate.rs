//! Making puzzles.

use std::ops::{ControlFlow, Range, RangeInclusive};

use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;
use tourdion::expression::{Decision, Expression, Judge};
use tourdion::generate::pattern::{check, fewest_clues};
use tourdion::generate::{Generator, PatternSearch, PatternSymmetry, Wish, is_minimal};
use tourdion::logic::Ladder;
use tourdion::numerals::counted;
use tourdion::sudoku::{Grid, Pattern, Shape};
use tourdion::verify::LockstepVerifier;

use crate::answers::Table;
use crate::call::CallOptions;
use crate::filter::{self, Limits, MOST_SLOW};
use crate::puzzles::Reading;
use crate::table::{Batch, Series};
use crate::work::{self, Portions, RowWatch};
use crate::{argument, wrong};

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
        clues: Option<RangeInclusive<usize>>,
        is_minimal: bool,
    },
}

impl Plan {
    /// Whether every attempt gives a puzzle.
    fn is_certain(&self) -> bool {
        match self {
            Plan::Full(_) => true,
            Plan::Removal { wish, is_strict } => {
                !is_strict && *wish == Wish { symmetry: wish.symmetry, ..Wish::new(wish.shape) }
            }
            Plan::Pattern { .. } => false,
        }
    }

    /// The attempts in a row without a puzzle after which to give up.
    fn effort(&self, given: Option<usize>, chooses: bool) -> PyResult<usize> {
        match given {
            Some(_) if self.is_certain() && !chooses => Err(wrong(
                "effort: expected a wish that an attempt may miss, such as clues or keep",
            )),
            Some(0) => Ok(usize::MAX),
            Some(effort) => Ok(effort),
            None if matches!(self, Plan::Pattern { .. }) => Ok(PATTERN_EFFORT),
            None => Ok(EFFORT),
        }
    }

    /// The numbers of clues that what is made may have, as far as it is known.
    fn clues(&self, shape: Shape) -> RangeInclusive<usize> {
        match self {
            Plan::Full(_) => shape.cells()..=shape.cells(),
            Plan::Removal { wish, .. } => {
                let (least, most) = (fewest_clues(shape), shape.cells());
                least.max(*wish.clues.start())..=most.min(*wish.clues.end())
            }
            Plan::Pattern { pattern, clues, .. } => {
                let all = pattern.cells().len();
                clues.as_ref().map_or(all..=all, |clues| *clues.start()..=all.min(*clues.end()))
            }
        }
    }
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
/// With `keep`, an expression as of `filter`, only those are kept that it asks for, and with
/// `technique`, such as `x-wing`, those whose path of `explain` uses it; both are of 9×9 ratings.
/// `boxes` and `threads` are those of `verify`; `progress` is called with (made, `n`).
///
/// The table has the columns `puzzle` and `clues` (int64). The same seed makes the same puzzles as
/// `tourdion generate --seed`, on any machine and with any number of threads. After about `effort`
/// attempts in a row that gave nothing, ten million unless it is given, or ten thousand of a
/// pattern, there are fewer rows, and a RuntimeWarning; with 0 it never gives up. Where every
/// attempt gives a puzzle, an `effort` is a ValueError.
///
/// >>> import tourdion
/// >>> tourdion.generate(2, seed=2, clues=(24, 26), symmetry="half-turn")["clues"].to_pylist()
/// [26, 26]
#[pyfunction]
#[pyo3(signature = (
    n, *, seed, clues=None, minimal=false, symmetry="none", pattern=None, full=false, keep=None,
    technique=None, effort=None, boxes="3x3", threads=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn generate(
    py: Python<'_>,
    #[pyo3(from_py_with = argument::n)] n: usize,
    #[pyo3(from_py_with = argument::seed)] seed: u64,
    clues: Option<&Bound<'_, PyAny>>,
    minimal: bool,
    symmetry: &str,
    pattern: Option<&str>,
    full: bool,
    keep: Option<&str>,
    technique: Option<&str>,
    #[pyo3(from_py_with = argument::effort)] effort: Option<usize>,
    boxes: &str,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let (call, reading) = (CallOptions::of(py, threads, progress)?.towards(n), Reading::of(boxes)?);
    let clues = clues.map(range).transpose()?;
    let symmetry: PatternSymmetry =
        symmetry.parse().map_err(|error| wrong(format!("symmetry: {error}")))?;
    let plan = Asked { full, pattern, clues, minimal, symmetry }.plan(&reading)?;
    let keep = wished(keep, technique, &reading, &plan)?;
    let effort = plan.effort(effort, keep.is_some())?;
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
        call.note(made);
        batch.append_to(&mut batches);
        let is_over = made == n || in_vain >= effort;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    if n > 0 {
        let most = if let Plan::Pattern { .. } = plan { 1 } else { MOST.min(n.div_ceil(2)) };
        let most = if keep.as_ref().is_some_and(Expression::is_slow) { MOST_SLOW } else { most };
        let new = || (Maker::of(&plan, seed), Judge::new());
        let attempts = |(maker, judge): &mut (Maker, Judge), numbers, stop: &mut RowWatch| {
            let made = maker.make(numbers, stop)?;
            match &keep {
                Some(keep) => kept(made, keep, judge, stop),
                None => ControlFlow::Continue(made),
            }
        };
        // One puzzle is one attempt, then, and has one thread.
        let is_each_kept = plan.is_certain() && keep.is_none();
        let total = if is_each_kept { n } else { usize::MAX };
        work::in_order(py, Portions { of: total, most }, &call, new, attempts, take)?;
    }
    if made < n {
        warn(py, in_vain, made)?;
    }
    Ok(Table::of(batches))
}

/// Warns that it was given up.
fn warn(py: Python<'_>, in_vain: usize, made: usize) -> PyResult<()> {
    let attempts = counted(in_vain, "attempt");
    let what = format!("given up after {attempts} in a row that gave nothing; {made} made");
    let text = std::ffi::CString::new(what).unwrap_or_default();
    PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &text, 1)
}

/// What is asked for.
struct Asked<'a> {
    full: bool,
    pattern: Option<&'a str>,
    clues: Option<RangeInclusive<usize>>,
    minimal: bool,
    symmetry: PatternSymmetry,
}

impl Asked<'_> {
    /// What is to be made.
    fn plan(self, reading: &Reading) -> PyResult<Plan> {
        let Asked { full, pattern, clues, minimal, symmetry } = self;
        let has_symmetry = symmetry != PatternSymmetry::None;
        if full && (clues.is_some() || minimal || has_symmetry || pattern.is_some()) {
            return Err(wrong(
                "full: no clues, minimal, symmetry or pattern: each cell has a clue",
            ));
        }
        match pattern {
            _ if full => Ok(Plan::Full(reading.shape)),
            Some(_) if has_symmetry => {
                Err(wrong("pattern: no symmetry beside it: the pattern has one, or none"))
            }
            Some(text) => pattern_plan(text, clues, minimal, reading),
            None => removal_plan(clues, minimal, symmetry, reading.shape),
        }
    }
}

/// The expression that decides what is kept, if there is one.
fn wished(
    keep: Option<&str>,
    technique: Option<&str>,
    reading: &Reading,
    plan: &Plan,
) -> PyResult<Option<Expression>> {
    let mut wishes = Vec::new();
    if let Some(name) = technique {
        let technique =
            Ladder::named(name).map_err(|error| wrong(format!("technique: {error}")))?;
        wishes.push(format!("uses={}", technique.name().replace(' ', "-")));
    }
    if let Some(keep) = keep {
        filter::read(keep, reading)?; // so that an error shows what was passed
        wishes.push(format!("({keep})"));
    }
    if wishes.is_empty() {
        return Ok(None);
    }
    let wish = filter::read(&wishes.join(" and "), reading)?;
    let clues = plan.clues(reading.shape);
    if !clues.clone().any(|clues| wish.may_hold(clues)) {
        let (least, most) = clues.into_inner();
        return Err(wrong(format!(
            "nothing that is made here is `{wish}`: all is proper, with {least} to {most} clues"
        )));
    }
    Ok(Some(wish))
}

/// What is made, without the grids that are not to be kept.
fn kept(
    mut made: Vec<Option<Grid>>,
    keep: &Expression,
    judge: &mut Judge,
    stop: &RowWatch,
) -> ControlFlow<(), Vec<Option<Grid>>> {
    let grids: Vec<&Grid> = made.iter().flatten().collect();
    let decisions = judge.decide(keep, &grids, &mut Limits { stop, time: None, end: None })?;
    for (one, decision) in made.iter_mut().filter(|one| one.is_some()).zip(decisions) {
        if decision != Decision::Is(true) {
            *one = None;
        }
    }
    ControlFlow::Continue(made)
}

/// A number of clues, or the least and the most.
fn range(clues: &Bound<'_, PyAny>) -> PyResult<RangeInclusive<usize>> {
    let (least, most) = argument::both::<usize>(clues).ok_or_else(|| {
        wrong(format!(
            "clues: expected a number such as 24, or a least and a greatest one, as (22, 25); \
             found {}",
            argument::shown(clues)
        ))
    })?;
    if least > most {
        return Err(wrong(format!("clues: the least, {least}, is more than the most, {most}")));
    }
    Ok(least..=most)
}

fn pattern_plan(
    text: &str,
    clues: Option<RangeInclusive<usize>>,
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
    clues: Option<RangeInclusive<usize>>,
    is_minimal: bool,
    symmetry: PatternSymmetry,
    shape: Shape,
) -> PyResult<Plan> {
    let mut wish = Wish { symmetry, ..Wish::new(shape) };
    if let Some(clues) = clues {
        if *clues.end() < fewest_clues(shape) || *clues.start() > shape.cells() {
            let (fewest, cells) = (fewest_clues(shape), shape.cells());
            return Err(wrong(format!("clues: a proper puzzle has from {fewest} to {cells}")));
        }
        (wish.clues, wish.is_minimal) = (clues, is_minimal);
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
                    Some(clues) => search.with_clues(clues.clone()),
                    None => search,
                }))
            }
        }
    }

    /// The results of these attempts.
    fn make(
        &mut self,
        numbers: Range<usize>,
        stop: &mut RowWatch,
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
                        if let Some(grid) = one
                            && !is_minimal(checker, grid, stop)?
                        {
                            *one = None;
                        }
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
