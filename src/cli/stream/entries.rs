//! The entries that a command answers for, and one of them that is a puzzle.
//!
//! What a command says of a puzzle needs both: the file has its name and the writer of rows, and
//! the record its place, its puzzle and the user's own text.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use tourdion::catalogue::{Chunk, Entry, GivenSolution, Reading, Record, Unreadable};
use tourdion::excerpt::Excerpt;
use tourdion::sudoku::{Grid, Puzzle};

use super::rows::{Row, RowWriter};
use super::sheet::{FilePlace, Sheet};
use crate::cli::command_puzzle::CommandPuzzle;
use crate::cli::interrupt::pulse;

/// Entries of a file, one after another.
#[derive(Clone, Copy)]
pub(in crate::cli) struct Entries<'e> {
    pub(in crate::cli) file: &'e str,
    pub(in crate::cli) batch: &'e [Entry<'e>],
    pub(in crate::cli) chunk: &'e Chunk,
    /// The writer of rows, if the results are rows.
    pub(in crate::cli) rows: Option<&'e RowWriter<'e>>,
    /// Set when the answers are not needed any more.
    pub(in crate::cli) stop: &'e AtomicBool,
}

impl<'e> Entries<'e> {
    /// The puzzles with clues alone.
    pub(in crate::cli) fn puzzles(&self) -> impl Iterator<Item = &'e Record<'e>> {
        self.batch.iter().filter_map(Grid::record)
    }

    /// Lets `puzzle` answer for each puzzle of a command that takes clues alone, and reports
    /// unreadable entries between them.
    pub(in crate::cli) fn each<T>(
        &self,
        sheet: &mut Sheet<T>,
        mut puzzle: impl FnMut(PuzzleEntry<'_>, &mut Sheet<T>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for entry in self.batch {
            pulse(self.stop)?;
            match entry {
                Entry::Puzzle(record) => puzzle(PuzzleEntry { entries: self, record }, sheet)?,
                Entry::Sukaku(_) => unreachable!("the reading of this command refuses them"),
                Entry::Unreadable(unreadable) => self.unreadable(unreadable, sheet),
            }
        }
        ControlFlow::Continue(())
    }

    /// The writer of rows with columns of answers, if the results are such rows.
    fn rows_of_answers(&self) -> Option<&'e RowWriter<'e>> {
        self.rows.filter(|rows| !rows.are_unchanged())
    }

    /// Reports an unreadable entry: in its row, or as a complaint where rows have no column for it.
    pub(in crate::cli) fn unreadable<T>(&self, unreadable: &Unreadable<'_>, sheet: &mut Sheet<T>) {
        sheet.unreadable += 1;
        match self.rows_of_answers() {
            Some(rows) => rows.unreadable(unreadable, &mut sheet.results),
            None => sheet.complaints.extend_from_slice(self.complaint(unreadable).as_bytes()),
        }
    }

    /// The message for an unreadable entry, with its line end.
    pub(in crate::cli) fn complaint(&self, unreadable: &Unreadable<'_>) -> String {
        format!("{}: unreadable: {}\n", self.place_of_unreadable(unreadable), unreadable.fault)
    }

    /// The place of an unreadable entry.
    pub(in crate::cli) fn place_of_unreadable(&self, unreadable: &Unreadable<'_>) -> FilePlace<'e> {
        FilePlace { file: self.file, line: unreadable.line, column: unreadable.column }
    }

    /// Where the solutions that are asked for stand: "column `answer`".
    pub(in crate::cli) fn solution_field(&self, reading: &Reading) -> String {
        let table = self.chunk.table();
        let name = table.and_then(|table| Some(&table.names()[table.solution()?]));
        if let Some(name) = name {
            return format!("column `{}`", Excerpt(name));
        }
        format!("member `{}`", Excerpt(reading.solution.as_deref().unwrap_or_default()))
    }

    /// The place of a solution.
    pub(in crate::cli) fn place_of(&self, solution: &GivenSolution) -> FilePlace<'e> {
        FilePlace { file: self.file, line: solution.line, column: solution.column }
    }
}

/// An entry that is a puzzle.
pub(in crate::cli) struct PuzzleEntry<'e, P = Grid> {
    /// The entries that it stands among.
    pub(in crate::cli) entries: &'e Entries<'e>,
    pub(in crate::cli) record: &'e Record<'e, P>,
}

// Derived, these would ask that puzzles can be copied.
impl<P> Clone for PuzzleEntry<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for PuzzleEntry<'_, P> {}

impl<'e, P> PuzzleEntry<'e, P> {
    /// Where the puzzle stands.
    pub(in crate::cli) fn place(self) -> FilePlace<'e> {
        let Record { line, column, .. } = *self.record;
        FilePlace { file: self.entries.file, line, column }
    }
}

impl<'e, P: Puzzle> PuzzleEntry<'e, P> {
    /// Begins the row of the puzzle, if the results are rows.
    pub(in crate::cli) fn row<'r>(self, results: &'r mut Vec<u8>) -> Option<Row<'r>>
    where
        'e: 'r,
    {
        self.entries.rows.map(|rows| rows.begin(self.record, results))
    }

    /// Says why there is no answer, in the puzzle's row or as a complaint.
    pub(in crate::cli) fn no_answer<T>(self, sheet: &mut Sheet<T>, why: impl Display) {
        self.no_answer_at(self.place(), sheet, why);
    }

    /// The same, with another place than the puzzle's.
    pub(in crate::cli) fn no_answer_at<T>(
        self,
        place: FilePlace<'_>,
        sheet: &mut Sheet<T>,
        why: impl Display,
    ) {
        match self.entries.rows_of_answers() {
            Some(rows) => {
                rows.begin(self.record, &mut sheet.results).fail(format_args!("{place}: {why}"));
            }
            None => sheet.complain(place, why),
        }
    }
}
