//! The puzzles that are compared, read before the clock runs.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tourdion::catalogue::{
    self, Chunk, End, Entry, Input, ReadProgress, Reading, SourceError, Unreadable,
};
use tourdion::sudoku::Grid;

use crate::cli::options::Threads;
use crate::cli::say;
use crate::cli::stream::{self, Files};

/// A puzzle, and where it stands.
pub(super) struct Entered {
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) grid: Grid,
}

/// The puzzles of a file that were asked for.
pub(super) struct Catalogue {
    pub(super) file: Arc<str>,
    pub(super) entries: Vec<Entered>,
    /// The puzzles and other entries that there were, up to the last one that was asked for.
    seen: u64,
}

/// What was read.
pub(super) struct Gathered {
    pub(super) catalogues: Vec<Catalogue>,
    /// Whether everything could be read, and there was something in each file.
    pub(super) is_whole: bool,
    pub(super) is_interrupted: bool,
}

/// Reads every `every`th puzzle of each input, up to `limit` of them. Complains of what can't be
/// read.
pub(super) fn gather(
    inputs: Vec<Input>,
    reading: &Reading,
    every: u64,
    limit: u64,
    interrupted: &Arc<AtomicBool>,
) -> anyhow::Result<Gathered> {
    let pool = stream::pool(Threads { number: Some(1) })?;
    let mut files = Files::default();
    let mut gathered = Gathered { catalogues: Vec::new(), is_whole: true, is_interrupted: false };
    // One after the other, so that a catalogue of which enough is known need not be read to its
    // end.
    for input in inputs {
        let file = input.name().clone();
        let mut catalogue = Catalogue { file, entries: Vec::new(), seen: 0 };
        let chunks = catalogue::chunks(vec![input], reading, ReadProgress::new());
        let sink = |chunk: Result<Chunk, SourceError>| match chunk {
            Ok(chunk) => chunk.for_each(reading, |entry| {
                gathered.is_whole &= catalogue.take(&entry, every);
                if (catalogue.entries.len() as u64) < limit {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            }),
            Err(error) => {
                let mut complaint = Vec::new();
                stream::complain_of_source(&error, reading, &mut complaint);
                say(String::from_utf8_lossy(&complaint).trim_end());
                gathered.is_whole = false;
                catalogue.seen += 1;
                ControlFlow::Continue(())
            }
        };
        match catalogue::ordered(chunks, &pool, interrupted, || (), |(), chunk, _| chunk, sink) {
            ControlFlow::Continue(End::Interrupted) => {
                gathered.is_interrupted = true;
                return Ok(gathered);
            }
            ControlFlow::Continue(End::Complete) | ControlFlow::Break(()) => {}
        }
        files.see(catalogue.file.clone(), catalogue.seen > 0);
        gathered.catalogues.push(catalogue);
    }
    gathered.is_whole &= files.complain_of_empty() == 0;
    Ok(gathered)
}

impl Catalogue {
    /// Takes an entry, if its turn has come. False if it can't be read.
    fn take(&mut self, entry: &Entry<'_>, every: u64) -> bool {
        self.seen += 1;
        match entry {
            Entry::Puzzle(record) => {
                if (self.seen - 1).is_multiple_of(every) {
                    let (line, column, grid) = (record.line, record.column, record.grid.clone());
                    self.entries.push(Entered { line, column, grid });
                }
                true
            }
            Entry::Unreadable(Unreadable { line, column, problem }) => {
                say(format_args!("{}:{line}:{column}: unreadable: {problem}", self.file));
                false
            }
        }
    }
}
