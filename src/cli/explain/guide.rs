//! The work of a worker: finds the path of each puzzle, and prints it.

use std::io::Write;
use std::ops::ControlFlow;

use tourdion::catalogue::Reading;
use tourdion::logic::{NetFinder, Path, Pencil, Strategy};

use super::tally::Tally;
use super::{Emit, Rest, line, record, text};
use crate::cli::argument::WRITTEN_OUT;
use crate::cli::stream::{Answer, Entries, Place, Sheet};

/// Explains puzzles; shared by all workers.
pub(super) struct Guide {
    strategy: Strategy,
    pub(super) reading: Reading,
    emit: Emit,
    rest: Rest,
    finder: NetFinder,
}

impl Guide {
    pub(super) fn new(strategy: Strategy, reading: Reading, emit: Emit, rest: Rest) -> Guide {
        let finder = NetFinder::new(reading.shape);
        Guide { strategy, reading, emit, rest, finder }
    }

    /// The path from pencil marks.
    pub(super) fn path(&self, start: &Pencil) -> Path {
        Path::find(start, &self.strategy, &self.finder)
    }

    /// Prints a path.
    pub(super) fn tell(&self, place: Place<'_>, path: &Path, sheet: &mut Sheet<Tally>) {
        let Place { file, line, .. } = place;
        let alphabet = &self.reading.alphabet;
        sheet.tally.count(path.end, path.grade(), || format!("{file}:{line}"));
        // Writes into memory do not fail.
        let _ = match self.emit {
            Emit::Text => {
                if file != WRITTEN_OUT {
                    let _ = writeln!(sheet.results, "{place}");
                }
                write!(sheet.results, "{}", text::path(path, alphabet, self.rest))
            }
            Emit::Lines => writeln!(sheet.results, "{}", line::path(path, alphabet)),
            Emit::Jsonl => match record::path(path, file, line, alphabet) {
                Ok(object) => writeln!(sheet.results, "{object}"),
                Err(error) => {
                    writeln!(sheet.complaints, "{file}:{line}: can't be written as JSON: {error}")
                }
            },
        };
    }
}

impl Answer for Guide {
    type Worker = ();
    type Tally = Tally;

    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn worker(&self) {}

    fn answer(
        &self,
        (): &mut (),
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
    ) -> ControlFlow<()> {
        entries.each(sheet, |record, sheet| {
            let path = self.path(&Pencil::of(&record.grid));
            self.tell(entries.place(record), &path, sheet);
            ControlFlow::Continue(())
        })
    }
}
