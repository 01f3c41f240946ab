//! What a worker does with a chunk: it reads the puzzles and writes the form of each.
//!
//! Each worker has a canoniser and a verifier of its own, which it keeps for the whole run.
//!
//! A form's *mark* is 128 bits of it, hashed with keys that are drawn for each run. If *n*
//! different forms have been seen, two of them have the same mark with a chance of at most n²/2¹²⁹.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use tourdion::catalogue::{Chunk, Entry, Reading, Record, SourceError, Unreadable};
use tourdion::sudoku::Grid;
use tourdion::sudoku::canonical::{Canonical, Canoniser, NotClassic, Symmetry};
use tourdion::verify::{LockstepVerifier, Verdict};

use super::{Arguments, Form, Part};
use crate::cli::interrupt::examine;
use crate::cli::{stream, why_impossible};

/// 128 bits of a form.
pub(super) type Mark = u128;

/// Writes forms; shared by all workers.
pub(super) struct Press {
    pub(super) reading: Reading,
    form: Form,
    automorphisms: bool,
    mapping: bool,
    /// The keys of the marks, if marks are wanted: one for each half.
    keys: Option<[RandomState; 2]>,
}

/// What a worker keeps from chunk to chunk.
#[derive(Default)]
pub(super) struct Worker {
    canoniser: Canoniser,
    /// Solves puzzles, if they have to be.
    verifier: Option<LockstepVerifier>,
}

impl Press {
    pub(super) fn new(arguments: Arguments) -> anyhow::Result<Press> {
        Ok(Press {
            reading: arguments.reading.reading()?,
            form: arguments.form,
            automorphisms: arguments.automorphisms,
            mapping: arguments.mapping,
            keys: arguments.unique.then(|| [RandomState::new(), RandomState::new()]),
        })
    }

    /// Writes the forms of a chunk's puzzles. After `stop` the rest of the chunk is left.
    pub(super) fn print(
        &self,
        worker: &mut Worker,
        chunk: Result<Chunk, SourceError>,
        stop: &AtomicBool,
    ) -> Part {
        let mut part = Part::default();
        let chunk = match chunk {
            Ok(chunk) => chunk,
            Err(error) => {
                part.tally.failed += 1;
                part.tally.files.see(error.file.clone(), true);
                stream::complain_of_source(&error, &self.reading, &mut part.complaints);
                return part;
            }
        };
        part.tally.files.see(chunk.file().clone(), false);
        let _ = chunk.for_each(&self.reading, |entry| {
            if stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            match entry {
                Entry::Puzzle(record) => {
                    self.puzzle(chunk.file(), &record, worker, stop, &mut part)
                }
                Entry::Unreadable(Unreadable { line, column, problem }) => {
                    part.tally.unreadable += 1;
                    complain(
                        &mut part,
                        format_args!("{}:{line}:{column}: unreadable: {problem}", chunk.file()),
                    );
                    ControlFlow::Continue(())
                }
            }
        });
        part
    }

    /// Writes the form of a puzzle, if it has one. Breaks if it was stopped.
    fn puzzle(
        &self,
        file: &str,
        record: &Record<'_>,
        worker: &mut Worker,
        stop: &AtomicBool,
        part: &mut Part,
    ) -> ControlFlow<()> {
        let found = match self.form {
            Form::Solution => match self.by_solution(&record.grid, worker, stop)? {
                Ok(found) => found,
                Err(reason) => {
                    part.tally.puzzles += 1;
                    part.tally.improper += 1;
                    let Record { line, column, .. } = record;
                    complain(
                        part,
                        format_args!(
                            "{file}:{line}:{column}: {reason}; it has no form by its solution"
                        ),
                    );
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
        part.tally.puzzles += 1;
        let begin = part.results.len();
        found.form.write_line(&self.reading.alphabet, &mut part.results);
        let mark = self.keys.as_ref().map(|keys| mark(keys, &part.results[begin..]));
        if let Some((by, automorphisms)) = found.how {
            // Writes into memory do not fail.
            if self.automorphisms {
                let _ = write!(part.results, " {automorphisms}");
            }
            if self.mapping {
                let _ = write!(part.results, " {by}");
            }
        }
        part.results.extend_from_slice(record.trailing);
        part.results.push(b'\n');
        part.marks.extend(mark.map(|mark| (mark, part.results.len())));
        ControlFlow::Continue(())
    }

    /// The form of a puzzle by its solution, or why it has none. Breaks if it was stopped.
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

/// A form, and how it was reached if that was asked for too.
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

/// What a canoniser says of a grid that has been read.
fn nine_by_nine<T>(answer: Result<T, NotClassic>) -> T {
    answer.expect("no other shape is read")
}

/// The mark of a form, written as a line.
fn mark(keys: &[RandomState; 2], form: &[u8]) -> Mark {
    let [low, high] = keys.each_ref().map(|key| u128::from(key.hash_one(form)));
    high << 64 | low
}

fn complain(part: &mut Part, complaint: fmt::Arguments<'_>) {
    // A write into memory does not fail.
    let _ = writeln!(part.complaints, "{complaint}");
}
