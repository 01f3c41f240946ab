//! The work of a worker: finds the path of each puzzle, and prints it.

use std::io::Write;
use std::ops::ControlFlow;

use tourdion::catalogue::{Entry, Reading, Record};
use tourdion::logic::{Ladder, NetFinder, Path, Strategy};
use tourdion::sudoku::Shape;
use tourdion::verify::is_proper;

use super::tally::Tally;
use super::{Emit, Rest, line, record, text};
use crate::cli::argument::WRITTEN_OUT;
use crate::cli::command_puzzle::CommandPuzzle;
use crate::cli::interrupt::pulse;
use crate::cli::stream::{
    Answer, Entries, FilePlace, PuzzleEntry, RowWriter, Rows, Sheet, SheetTurn,
};

/// Explains puzzles; shared by all workers.
pub(super) struct Guide {
    /// For puzzles that are not known to be proper, and for those that are.
    strategies: [Strategy; 2],
    pub(super) reading: Reading,
    emit: Emit,
    rest: Rest,
    finder: NetFinder,
    rows: Option<Rows>,
    /// Whether examples are kept for a handbook.
    pub(super) keeps_examples: bool,
}

/// A puzzle with its path.
struct Explained<'e, P> {
    file: &'e str,
    record: &'e Record<'e, P>,
    path: &'e Path,
    /// The writer of the file's rows, if the results are rows.
    rows: Option<&'e RowWriter<'e>>,
}

impl Guide {
    pub(super) fn new(
        strategy: Strategy,
        reading: Reading,
        emit: Emit,
        rest: Rest,
        rows: Option<Rows>,
    ) -> Guide {
        let finder = NetFinder::new(reading.shape);
        let proper = Strategy { is_proper: true, ..strategy.clone() };
        Guide {
            strategies: [strategy, proper],
            reading,
            emit,
            rest,
            finder,
            rows,
            keeps_examples: false,
        }
    }

    /// The techniques in use.
    pub(super) const fn ladder(&self) -> &Ladder {
        &self.strategies[0].ladder
    }

    /// The path of a puzzle.
    pub(super) fn path(&self, puzzle: &impl CommandPuzzle) -> Path {
        // Only techniques for 9×9 ask for it.
        let is_proper = self.reading.shape == Shape::CLASSIC && is_proper(puzzle);
        Path::find(&puzzle.pencil(), &self.strategies[usize::from(is_proper)], &self.finder)
    }

    /// Prints the path of a puzzle.
    fn print(&self, explained: &Explained<'_, impl CommandPuzzle>, sheet: &mut Sheet<Tally>) {
        let Explained { file, record, path, rows } = *explained;
        let place = FilePlace { file, line: record.line, column: record.column };
        let alphabet = &self.reading.alphabet;
        sheet.tally.count(path, || format!("{file}:{}", record.line));
        if self.keeps_examples {
            let mut puzzle = Vec::new();
            record.puzzle.write_line(alphabet, &mut puzzle);
            sheet.tally.examples.see(path, &String::from_utf8_lossy(&puzzle));
        }
        if let Some(rows) = rows {
            let mut row = rows.begin(record, &mut sheet.results);
            record::add(path, self.emit == Emit::Jsonl, alphabet, &mut row);
            row.end();
            return;
        }
        // Writes into memory do not fail.
        match self.emit {
            Emit::Counts => {}
            Emit::Text => {
                if file != WRITTEN_OUT {
                    let _ = writeln!(sheet.results, "{place}");
                }
                let has_clues = record.puzzle.as_grid().is_some();
                let text = text::path(path, has_clues, alphabet, self.rest);
                let _ = write!(sheet.results, "{text}");
            }
            Emit::Lines | Emit::Csv | Emit::Tsv | Emit::Jsonl => {
                match record.spelling {
                    Some(spelling) => sheet.results.extend_from_slice(spelling),
                    None => record.puzzle.write_line(alphabet, &mut sheet.results),
                }
                let _ = write!(sheet.results, " {}", line::path(path, alphabet));
                sheet.results.extend_from_slice(record.trailing);
                sheet.results.push(b'\n');
            }
        }
    }

    /// Finds and prints the path of a puzzle.
    fn explain(
        &self,
        PuzzleEntry { entries, record }: PuzzleEntry<'_, impl CommandPuzzle>,
        sheet: &mut Sheet<Tally>,
    ) {
        let (file, path, rows) = (entries.file, &self.path(&record.puzzle), entries.rows);
        self.print(&Explained { file, record, path, rows }, sheet);
    }

    /// Prints the path of a puzzle that is in no stream.
    pub(super) fn print_alone(
        &self,
        file: &str,
        record: &Record<'_, impl CommandPuzzle>,
        path: &Path,
        sheet: &mut Sheet<Tally>,
    ) {
        match &self.rows {
            Some(rows) => {
                let writer = rows.of_places(file);
                sheet.results.extend_from_slice(writer.header().as_slice());
                self.print(&Explained { file, record, path, rows: Some(&writer) }, sheet);
            }
            None => self.print(&Explained { file, record, path, rows: None }, sheet),
        }
    }
}

impl Answer for Guide {
    type Worker = ();
    type Tally = Tally;

    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn rows(&self) -> Option<&Rows> {
        self.rows.as_ref()
    }

    fn worker(&self) {}

    fn is_slow(&self) -> bool {
        true
    }

    fn answer(
        &self,
        (): &mut (),
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
        _: &SheetTurn<'_, Tally>,
    ) -> ControlFlow<()> {
        for entry in entries.batch {
            pulse(entries.stop)?;
            match entry {
                Entry::Puzzle(record) => self.explain(PuzzleEntry { entries, record }, sheet),
                Entry::Sukaku(record) => self.explain(PuzzleEntry { entries, record }, sheet),
                Entry::Unreadable(unreadable) => entries.unreadable(unreadable, sheet),
            }
        }
        ControlFlow::Continue(())
    }
}
