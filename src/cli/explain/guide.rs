//! What a worker does with a chunk: it finds the path of each puzzle, and tells it.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use tourdion::catalogue::{Chunk, Entry, Reading, Record, SourceError, Unreadable};
use tourdion::logic::{NetFinder, Nodes, Path, Pencil, Strategy};

use super::tally::Tally;
use super::{Emit, Rest, line, record, text};
use crate::cli::argument::WRITTEN_OUT;
use crate::cli::stream;

/// Explains puzzles; shared by all workers.
pub(super) struct Guide {
    strategy: Strategy,
    pub(super) reading: Reading,
    emit: Emit,
    rest: Rest,
    finder: NetFinder,
}

/// What became of one chunk.
#[derive(Default)]
pub(super) struct Part {
    /// For standard output.
    pub(super) results: Vec<u8>,
    /// For standard error.
    pub(super) complaints: Vec<u8>,
    pub(super) tally: Tally,
}

impl Guide {
    pub(super) fn new(strategy: Strategy, reading: Reading, emit: Emit, rest: Rest) -> Guide {
        let finder = NetFinder::new(reading.shape);
        Guide { strategy, reading, emit, rest, finder }
    }

    /// Tells the paths of a chunk's puzzles. After `stop` the rest of the chunk is left.
    pub(super) fn explain(&self, chunk: Result<Chunk, SourceError>, stop: &AtomicBool) -> Part {
        let mut part = Part::default();
        let chunk = match chunk {
            Ok(chunk) => chunk,
            Err(error) => {
                part.tally.fail(error.file.clone());
                stream::complain_of_source(&error, &self.reading, &mut part.complaints);
                return part;
            }
        };
        part.tally.see(chunk.file().clone());
        let _ = chunk.for_each(&self.reading, |entry| {
            if stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            match entry {
                Entry::Puzzle(record) => self.puzzle(chunk.file(), &record, &mut part),
                Entry::Unreadable(Unreadable { line, column, problem }) => {
                    part.tally.unreadable += 1;
                    let file = chunk.file();
                    // A write into memory does not fail.
                    let _ =
                        writeln!(part.complaints, "{file}:{line}:{column}: unreadable: {problem}");
                }
            }
            ControlFlow::Continue(())
        });
        part
    }

    /// Tells the path of a puzzle.
    fn puzzle(&self, file: &str, record: &Record<'_>, part: &mut Part) {
        let nodes = Nodes::new();
        let path = self.path(&Pencil::of(&record.grid), &nodes);
        self.tell(&Place { file, line: record.line, column: record.column }, &path, part);
    }

    /// The path from pencil marks.
    pub(super) fn path<'n>(&self, start: &Pencil, nodes: &'n Nodes<'n>) -> Path<'n> {
        Path::find(start, &self.strategy, &self.finder, nodes)
    }

    /// Tells a path.
    pub(super) fn tell(&self, place: &Place<'_>, path: &Path<'_>, part: &mut Part) {
        let Place { file, line, column } = *place;
        let alphabet = &self.reading.alphabet;
        part.tally.count(path.end, path.grade(), || format!("{file}:{line}"));
        // Writes into memory do not fail.
        let _ = match self.emit {
            Emit::Text => {
                if file != WRITTEN_OUT {
                    let _ = writeln!(part.results, "{file}:{line}:{column}");
                }
                write!(part.results, "{}", text::path(path, alphabet, self.rest))
            }
            Emit::Lines => writeln!(part.results, "{}", line::path(path, alphabet)),
            Emit::Jsonl => match record::path(path, file, line, alphabet) {
                Ok(object) => writeln!(part.results, "{object}"),
                Err(error) => {
                    writeln!(part.complaints, "{file}:{line}: can't be written as JSON: {error}")
                }
            },
        };
    }
}

/// Where a puzzle stands.
pub(super) struct Place<'p> {
    pub(super) file: &'p str,
    pub(super) line: u64,
    pub(super) column: u64,
}
