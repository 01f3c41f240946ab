//! Tours: hunting for puzzles around known ones.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tourdion::sudoku::Grid;
use tourdion::sudoku::canonical::Canoniser;
use tourdion::threads::Threads;
use tourdion::tour::seen::PackedPuzzle;
use tourdion::tour::sieve::canonical;
use tourdion::tour::{
    Body, Conditions, Quiet, Repeat, Runner, Sequence, Shelf, StepKind, TourError, TourStep,
};
use tourdion::verify::lockstep::LockstepOnPhase;
use tourdion::verify::on::OffOn;
use tourdion::verify::{Kind, LockstepVerifier, Verifier};
use tourdion::watch::Stop;

use crate::answers::Table;
use crate::call::CallOptions;
use crate::canon::improper;
use crate::puzzles::{Contents, Reading, Rows};
use crate::table::{Batch, ROW, Series};
use crate::work;
use crate::{argument, wrong};

/// The most results that become rows at a time.
const MOST: usize = 1 << 20;

/// The bytes of memory for sets; larger ones go to temporary files.
const MEMORY: usize = 1 << 30;

/// The puzzles that a tour finds around those of a column, each once up to symmetry.
///
/// `sequence` is in gsf's grammar: `{-1+1}` takes each clue off and adds each candidate that makes
/// the puzzle proper again; `{-2+1}x3` takes two off, three times; `{-1}` is an off phase alone,
/// which leaves pseudo-puzzles, and `{+1}` an on phase alone. The results are those of
/// `tourdion tour`: in canonical form, or as they are found if all steps have the option `e`.
///
/// The table has the columns `puzzle`, `row` (int64) and `error`. The results come first, in
/// ascending order: of their patterns, and with the same pattern of their digits. Behind them is a
/// row for each puzzle of the column from which no tour can begin, with its number and the reason.
/// Puzzles are 9×9; `threads` is that of `verify`. Results are many more than puzzles: what fits
/// into no memory is the program's, with `--state`. Raises ValueError for what is no sequence.
///
/// >>> import tourdion
/// >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
/// >>> len(tourdion.tour([puzzle], "{-1+1}"))
/// 27
#[pyfunction]
#[pyo3(signature = (puzzles, sequence, *, threads=None))]
pub fn tour(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    sequence: &str,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
) -> PyResult<Table> {
    let call = CallOptions::of(py, threads, None)?;
    let sequence: Sequence =
        sequence.parse().map_err(|error| wrong(format!("sequence: {error}")))?;
    let puzzles = Rows::of(puzzles, Contents::Puzzles)?;
    let (intake, results) = work::on_own_thread(py, |stop| {
        let threads = Threads::new(call.threads()).map_err(|error| error.to_string())?;
        let intake = Intake::of(&puzzles, &sequence, stop)?;
        let results =
            run(&intake.records, &sequence, &threads, stop).map_err(|error| error.to_string())?;
        Ok((intake, results))
    })?
    .map_err(|error: String| PyRuntimeError::new_err(error))?;
    let reading = Reading::of("3x3")?;
    let series = vec![Series::text("puzzle"), Series::whole(ROW), Series::text("error")];
    let empty = Batch { series };
    let mut batches = vec![empty.clone()];
    for some in results.chunks(MOST) {
        let mut batch = empty.clone();
        for grid in some {
            batch.series[0].add_grid(grid, &reading.alphabet);
            batch.series[1..].iter_mut().for_each(Series::skip);
        }
        batch.append_to(&mut batches);
    }
    for (row, error) in intake.refused {
        batches.last_mut().expect("there is a batch").add_error(row, &error);
    }
    Ok(Table::of(batches))
}

/// The phases of a tour, each as a sequence of its own: what `tour` makes of the results of one is
/// the next one's column. Each maps every puzzle by itself, so parts of a column can be done
/// anywhere, and their results put together.
///
/// An off/on step has two phases where the second one needs nothing of the first but what is left;
/// with `whole` it stays one. The off phase of a step takes pseudo-puzzles, too; the step does not.
/// A sequence that goes on until something comes has no number of phases, and the hardest of all
/// results (`b`) can't be chosen in parts: both are ValueErrors.
///
/// >>> import tourdion
/// >>> tourdion.phases("{-1+1}x2{-2+2 p}")
/// ['{-1}', '{+1}', '{-1}', '{+1}', '{-2+2 p}']
/// >>> tourdion.phases("{-1+1}x2{-2+2 p}", whole=True)
/// ['{-1+1}', '{-1+1}', '{-2+2 p}']
#[pyfunction]
#[pyo3(signature = (sequence, *, whole=false))]
pub fn phases(sequence: &str, whole: bool) -> PyResult<Vec<String>> {
    let sequence: Sequence =
        sequence.parse().map_err(|error| wrong(format!("sequence: {error}")))?;
    let mut phases = Vec::new();
    add_phases(&sequence, whole, &mut phases)?;
    Ok(phases)
}

/// The most phases that are written out.
const MOST_PHASES: usize = 10_000;

fn add_phases(sequence: &Sequence, whole: bool, phases: &mut Vec<String>) -> PyResult<()> {
    for part in &sequence.parts {
        let Repeat::Times(times) = part.repeat else {
            return Err(wrong(format!("sequence: `{part}` has no fixed number of phases")));
        };
        for _ in 0..times {
            match &part.body {
                Body::Step(step) if step.hardest.is_some() => {
                    return Err(wrong(format!("sequence: `{step}` chooses among all results")));
                }
                Body::Step(step) if whole => phases.push(step.to_string()),
                Body::Step(step) => phases.extend(halves(step)),
                Body::Group(inner) => add_phases(inner, whole, phases)?,
            }
            if phases.len() > MOST_PHASES {
                return Err(wrong(format!("sequence: more than {MOST_PHASES} phases")));
            }
        }
    }
    Ok(())
}

/// The off phase and the on phase of a step, or the step where they can't be done apart.
fn halves(step: &TourStep) -> Vec<String> {
    let change = &step.change;
    let is_whole = step.kind != StepKind::OffOn
        || (change.off == 0 || change.on == 0)
        || (change.in_place || step.one_each || step.as_found);
    if is_whole {
        return vec![step.to_string()];
    }
    let off = OffOn { on: 0, superfluous: false, ..change.clone() };
    let on = OffOn { superfluous: change.superfluous, ..OffOn::new(0, change.on) };
    let off = TourStep { change: off, ..TourStep::off(change.off) };
    vec![off.to_string(), TourStep { change: on, ..step.clone() }.to_string()]
}

/// The puzzles with which a tour begins.
struct Intake {
    records: Vec<PackedPuzzle>,
    /// The rows without one, and why.
    refused: Vec<(usize, String)>,
}

impl Intake {
    fn of(puzzles: &Rows, sequence: &Sequence, stop: &mut Stop) -> Result<Intake, String> {
        let reading = Reading::of("3x3").map_err(|error| error.to_string())?;
        let steps = sequence.steps();
        let as_found = steps.iter().all(|step| step.as_found);
        let only_adds = steps[0].kind == StepKind::OffOn && steps[0].change.off == 0;
        let is_proper_needed = !only_adds && !steps[0].keeps_pseudo_puzzles();
        let (mut verifier, mut canoniser) = (LockstepVerifier::new(), Canoniser::new());
        let mut intake = Intake { records: Vec::new(), refused: Vec::new() };
        for row in 0..puzzles.len() {
            if stop.is_stopped() {
                return Err(TourError::BrokenOff.to_string());
            }
            let grid = match puzzles.grid(row, &reading) {
                Ok(grid) => grid,
                Err(error) => {
                    intake.refused.push((row, error));
                    continue;
                }
            };
            match verifier.verify(&grid).kind() {
                Kind::Proper => {}
                Kind::Pseudo if !is_proper_needed => {}
                kind => {
                    intake.refused.push((row, improper(kind)));
                    continue;
                }
            }
            let record =
                if as_found { PackedPuzzle::of(&grid) } else { canonical(&grid, &mut canoniser) };
            intake.records.extend(record);
        }
        Ok(intake)
    }
}

/// The results of a tour, in ascending order.
fn run(
    records: &[PackedPuzzle],
    sequence: &Sequence,
    threads: &Threads,
    stop: &Stop,
) -> Result<Vec<Grid>, TourError> {
    let (phase, shelf) = (LockstepOnPhase::new(), Shelf::in_memory(MEMORY));
    let mut runner = Runner::new(&phase, threads, shelf, Conditions::default(), &Quiet, stop);
    let input = runner.gather_from(|take| take(records.to_vec()))?;
    let results = runner.run(sequence, &input)?;
    let grids = results.records()?.map(|record| record.map(|record| record.grid()));
    Ok(grids.collect::<Result<_, _>>()?)
}
