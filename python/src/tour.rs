//! Tours: hunting for puzzles around known ones.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tourdion::sudoku::Grid;
use tourdion::sudoku::canonical::Canoniser;
use tourdion::threads::Threads;
use tourdion::tour::seen::PackedPuzzle;
use tourdion::tour::sieve::canonical;
use tourdion::tour::{Conditions, Quiet, Runner, Sequence, Shelf, StepKind, TourError};
use tourdion::verify::lockstep::LockstepOnPhase;
use tourdion::verify::{Kind, LockstepVerifier, Verifier};
use tourdion::watch::Stop;

use crate::answers::Table;
use crate::canon::improper;
use crate::puzzles::{Puzzles, Reading};
use crate::table::{Batch, ROW, Series};
use crate::work::{self, Pace};
use crate::wrong;

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
/// ascending order. Behind them is a row for each puzzle of the column from which no tour can
/// begin, with its number and the reason.
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
    threads: Option<usize>,
) -> PyResult<Table> {
    let pace = Pace::of(py, threads, None)?;
    let sequence: Sequence =
        sequence.parse().map_err(|error| wrong(format!("sequence: {error}")))?;
    let puzzles = Puzzles::of(puzzles)?;
    let (intake, results) = work::attended(py, |stop| {
        let threads = Threads::new(pace.threads).map_err(|error| error.to_string())?;
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

/// The puzzles with which a tour begins.
struct Intake {
    records: Vec<PackedPuzzle>,
    /// The rows without one, and why.
    refused: Vec<(usize, String)>,
}

impl Intake {
    fn of(puzzles: &Puzzles, sequence: &Sequence, stop: &mut Stop) -> Result<Intake, String> {
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
