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
use tourdion::sudoku::canonical::{Canonical, Canoniser, NotClassic, Symmetry};
use tourdion::sudoku::{Grid, Pattern};
use tourdion::verify::{LockstepVerifier, Verdict};

use super::{Arguments, Form, Tally};
use crate::cli::interrupt::examine;
use crate::cli::options::RowForm;
use crate::cli::stream::{Answer, Entries, RowWriter, Rows, Sheet, Value};
use crate::cli::why_impossible;

/// The columns of rows.
const FORM: &str = "canonical";
const AUTOMORPHISMS: &str = "automorphisms";
const MAPPING: &str = "mapping";

/// 128 bits of a form.
pub(super) type Mark = u128;

/// Writes forms; shared by all workers.
pub(super) struct FormWriter {
    reading: Reading,
    form: Form,
    automorphisms: bool,
    mapping: bool,
    /// Whether the puzzle is written, and not its form.
    keep: bool,
    rows: Option<Rows>,
    /// The keys of the marks, if marks are wanted: one for each half.
    keys: Option<[RandomState; 2]>,
}

/// The state of a worker from chunk to chunk.
#[derive(Default)]
pub(super) struct Worker {
    canoniser: Canoniser,
    /// Solves puzzles, if that is needed.
    verifier: Option<LockstepVerifier>,
    /// A form as a line, for its mark.
    line: Vec<u8>,
}

impl FormWriter {
    pub(super) fn new(arguments: Arguments, inputs: usize) -> anyhow::Result<FormWriter> {
        let reading = arguments.reading.reading()?;
        let columns = [
            (!arguments.keep).then_some(FORM),
            arguments.automorphisms.then_some(AUTOMORPHISMS),
            arguments.mapping.then_some(MAPPING),
        ];
        let columns: Vec<_> = columns.into_iter().flatten().collect();
        let rows = RowForm::of(&arguments.emit);
        Ok(FormWriter {
            rows: rows.map(|form| Rows::new(form, &columns, inputs, &reading.alphabet)),
            reading,
            form: arguments.form,
            automorphisms: arguments.automorphisms,
            mapping: arguments.mapping,
            keep: arguments.keep,
            keys: arguments.unique.then(|| [RandomState::new(), RandomState::new()]),
        })
    }

    /// Writes the form of a puzzle, if it has one. Breaks if stopped.
    fn puzzle(
        &self,
        entries: &Entries<'_>,
        record: &Record<'_>,
        worker: &mut Worker,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        let found = match self.form {
            Form::Solution => match self.by_solution(&record.grid, worker, entries.stop)? {
                Ok(found) => found,
                Err(reason) => {
                    sheet.tally.puzzles += 1;
                    sheet.tally.improper += 1;
                    let what = format_args!("{reason}; it has no form by its solution");
                    entries.no_answer(record, sheet, what);
                    return ControlFlow::Continue(());
                }
            },
            _ => self.of_puzzle(&record.grid, &mut worker.canoniser),
        };
        let Sheet { results, tally, .. } = sheet;
        tally.puzzles += 1;
        let begin = results.len();
        if let Some(rows) = entries.rows {
            self.write_row(rows, record, &found, results);
        } else {
            self.write_line(record, &found, results);
        }
        let mark = self.keys.as_ref().map(|keys| {
            worker.line.clear();
            found.form.write_line(&self.reading.alphabet, &mut worker.line);
            mark(keys, &worker.line)
        });
        tally.marks.extend(mark.map(|mark| (mark, begin..results.len())));
        ControlFlow::Continue(())
    }

    /// A form that any grid has.
    fn of_puzzle(&self, grid: &Grid, canoniser: &mut Canoniser) -> Found {
        let is_form_only = !self.automorphisms && !self.mapping;
        match self.form {
            Form::Pattern => nine_by_nine(canoniser.pattern(&Pattern::of(grid))).into(),
            Form::Gsf if is_form_only => {
                Found { form: nine_by_nine(canoniser.gsf_form(grid)), how: None }
            }
            Form::Gsf => nine_by_nine(canoniser.gsf(grid)).into(),
            _ if is_form_only => Found { form: nine_by_nine(canoniser.form(grid)), how: None },
            _ => nine_by_nine(canoniser.puzzle(grid)).into(),
        }
    }

    /// Writes a form as a row.
    fn write_row(
        &self,
        rows: &RowWriter<'_>,
        record: &Record<'_>,
        found: &Found,
        results: &mut Vec<u8>,
    ) {
        let mut row = rows.begin(record, results);
        if !self.keep {
            match self.form {
                Form::Pattern => row.add(FORM, Value::Word(&Pattern::of(&found.form).to_string())),
                _ => row.add(FORM, Value::Grid(&found.form)),
            }
        }
        if let Some((by, automorphisms)) = &found.how {
            if self.automorphisms {
                row.add(AUTOMORPHISMS, Value::Number(u64::from(*automorphisms)));
            }
            if self.mapping {
                row.add(MAPPING, Value::Word(&by.to_string()));
            }
        }
        row.end();
    }

    /// Writes a form, or the puzzle as it is, as a line.
    fn write_line(&self, record: &Record<'_>, found: &Found, results: &mut Vec<u8>) {
        match record.spelling {
            Some(spelling) if self.keep => results.extend_from_slice(spelling),
            None if self.keep => record.grid.write_line(&self.reading.alphabet, results),
            _ if self.form == Form::Pattern => {
                let _ = write!(results, "{}", Pattern::of(&found.form));
            }
            _ => found.form.write_line(&self.reading.alphabet, results),
        }
        if let Some((by, automorphisms)) = &found.how {
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

    fn rows(&self) -> Option<&Rows> {
        self.rows.as_ref()
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
        entries.each(sheet, |record, sheet| self.puzzle(entries, record, worker, sheet))
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
