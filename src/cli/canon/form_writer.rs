//! Writes the canonical form of each puzzle.
//!
//! Each worker has a canoniser and a verifier of its own, which it keeps for the whole run.
//!
//! A form's *mark* is a hash of 128 bits, with random keys for each run. Among *n* different forms,
//! two have the same mark with a probability of at most n²/2¹²⁹.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use tourdion::catalogue::{Reading, Record};
use tourdion::sudoku::Grid;
use tourdion::sudoku::canonical::{Canonical, Canoniser, NotClassic, Symmetry};
use tourdion::verify::{LockstepVerifier, Verdict};

use super::{Arguments, Form, Tally};
use crate::cli::interrupt::examine;
use crate::cli::stream::{Answer, Entries, Place, Sheet};
use crate::cli::why_impossible;

/// 128 bits of a form.
pub(super) type Mark = u128;

/// Writes forms; shared by all workers.
pub(super) struct FormWriter {
    reading: Reading,
    form: Form,
    automorphisms: bool,
    mapping: bool,
    /// The keys of the marks, if marks are wanted: one for each half.
    keys: Option<[RandomState; 2]>,
}

/// The state of a worker from chunk to chunk.
#[derive(Default)]
pub(super) struct Worker {
    canoniser: Canoniser,
    /// Solves puzzles, if that is needed.
    verifier: Option<LockstepVerifier>,
}

impl FormWriter {
    pub(super) fn new(arguments: Arguments) -> anyhow::Result<FormWriter> {
        Ok(FormWriter {
            reading: arguments.reading.reading()?,
            form: arguments.form,
            automorphisms: arguments.automorphisms,
            mapping: arguments.mapping,
            keys: arguments.unique.then(|| [RandomState::new(), RandomState::new()]),
        })
    }

    /// Writes the form of a puzzle, if it has one. Breaks if stopped.
    fn puzzle(
        &self,
        place: Place<'_>,
        record: &Record<'_>,
        worker: &mut Worker,
        stop: &AtomicBool,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        let found = match self.form {
            Form::Solution => match self.by_solution(&record.grid, worker, stop)? {
                Ok(found) => found,
                Err(reason) => {
                    sheet.tally.puzzles += 1;
                    sheet.tally.improper += 1;
                    let what = format_args!("{reason}; it has no form by its solution");
                    sheet.complain(place, what);
                    return ControlFlow::Continue(());
                }
            },
            Form::Puzzle if self.automorphisms || self.mapping => {
                nine_by_nine(worker.canoniser.puzzle(&record.grid)).into()
            }
            Form::Puzzle => {
                Found { form: nine_by_nine(worker.canoniser.form(&record.grid)), how: None }
            }
        };
        let Sheet { results, tally, .. } = sheet;
        tally.puzzles += 1;
        let begin = results.len();
        found.form.write_line(&self.reading.alphabet, results);
        let mark = self.keys.as_ref().map(|keys| mark(keys, &results[begin..]));
        if let Some((by, automorphisms)) = found.how {
            // Writes into memory do not fail.
            if self.automorphisms {
                let _ = write!(results, " {automorphisms}");
            }
            if self.mapping {
                let _ = write!(results, " {by}");
            }
        }
        results.extend_from_slice(record.trailing);
        results.push(b'\n');
        tally.marks.extend(mark.map(|mark| (mark, results.len())));
        ControlFlow::Continue(())
    }

    /// The form of a puzzle by its solution, or why it has none. Breaks if stopped.
    fn by_solution(
        &self,
        grid: &Grid,
        worker: &mut Worker,
        stop: &AtomicBool,
    ) -> ControlFlow<(), Result<Found, String>> {
        let verifier = worker.verifier.get_or_insert_default();
        ControlFlow::Continue(match examine(verifier, grid, 2, stop)?.verdict() {
            Verdict::Proper(solution) => {
                Ok(nine_by_nine(worker.canoniser.with_solution(grid, &solution)).into())
            }
            Verdict::Pseudo(_) => Err("pseudo-puzzle: 2 or more solutions".to_owned()),
            Verdict::Impossible => {
                Err(format!("impossible: {}", why_impossible(grid, &self.reading.alphabet)))
            }
        })
    }
}

impl Answer for FormWriter {
    type Worker = Worker;
    type Tally = Tally;

    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn worker(&self) -> Worker {
        Worker::default()
    }

    fn answer(
        &self,
        worker: &mut Worker,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        entries.each(sheet, |record, sheet| {
            self.puzzle(entries.place(record), record, worker, entries.stop, sheet)
        })
    }
}

/// A form, and the way to it if requested.
struct Found {
    form: Grid,
    /// The symmetry, and the number of automorphisms.
    how: Option<(Symmetry, u32)>,
}

impl From<Canonical> for Found {
    fn from(canonical: Canonical) -> Found {
        Found { form: canonical.form, how: Some((canonical.by, canonical.automorphisms)) }
    }
}

/// The canoniser's answer for a grid that was read.
fn nine_by_nine<T>(answer: Result<T, NotClassic>) -> T {
    answer.expect("no other shape is read")
}

/// The mark of a form, written as a line.
fn mark(keys: &[RandomState; 2], form: &[u8]) -> Mark {
    let [low, high] = keys.each_ref().map(|key| u128::from(key.hash_one(form)));
    high << 64 | low
}
