//! The puzzles to compare, read before the clock runs.

use std::ops::ControlFlow;
use std::sync::Arc;

use tourdion::catalogue::{Entry, Input, OrderedEnd, Reading};
use tourdion::sudoku::Grid;

use crate::cli::stream::{self, Answer, Entries, Files, Sheet, SheetTurn};
use crate::cli::tell;

/// A puzzle, and its place.
pub(super) struct Entered {
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) grid: Grid,
}

/// The wanted puzzles of a file.
pub(super) struct Catalogue {
    pub(super) file: Arc<str>,
    pub(super) entries: Vec<Entered>,
    /// The number of puzzles and other entries, up to the last wanted one.
    seen: u64,
    /// Whether all of them could be read.
    is_whole: bool,
}

/// The puzzles read.
pub(super) struct Gathered {
    pub(super) catalogues: Vec<Catalogue>,
    /// Whether everything could be read, and no file was empty.
    pub(super) is_whole: bool,
    pub(super) is_interrupted: bool,
}

/// Reads every `every`th puzzle of each input, up to `limit` of them. Reports unreadable entries.
pub(super) fn gather(
    inputs: impl Iterator<Item = Input>,
    reading: &Reading,
    every: u64,
    limit: u64,
) -> anyhow::Result<Gathered> {
    let mut files = Files::default();
    let mut gathered = Gathered { catalogues: Vec::new(), is_whole: true, is_interrupted: false };
    // One after the other, so that a catalogue need not be read beyond the last wanted puzzle.
    for input in inputs {
        let file = input.name().clone();
        let mut catalogue = Catalogue { file, entries: Vec::new(), seen: 0, is_whole: true };
        let sink = |sheet| catalogue.take(sheet, every, limit);
        let read = stream::stoppable()?;
        let flow = stream::sheets(&Reader { reading }, vec![input], 1, &read, sink);
        if flow == ControlFlow::Continue(OrderedEnd::Interrupted) {
            gathered.is_interrupted = true;
            return Ok(gathered);
        }
        files.see(catalogue.file.clone(), catalogue.seen > 0);
        gathered.is_whole &= catalogue.is_whole;
        gathered.catalogues.push(catalogue);
    }
    gathered.is_whole &= files.complain_of_empty() == 0;
    Ok(gathered)
}

/// Reads all entries, wanted or not.
struct Reader<'r> {
    reading: &'r Reading,
}

/// An entry of a file: a puzzle, or an error message.
type Found = Result<Entered, String>;

impl Answer for Reader<'_> {
    type Worker = ();
    type Tally = Vec<Found>;

    fn reading(&self) -> &Reading {
        self.reading
    }

    fn worker(&self) {}

    fn answer(
        &self,
        (): &mut (),
        entries: &Entries<'_>,
        sheet: &mut Sheet<Vec<Found>>,
        _: &SheetTurn<'_, Vec<Found>>,
    ) -> ControlFlow<()> {
        // Nothing is reported behind the last wanted puzzle, which is not known here.
        sheet.tally.extend(entries.batch.iter().map(|entry| match entry {
            Entry::Puzzle(record) => {
                let (line, column, grid) = (record.line, record.column, record.puzzle.clone());
                Ok(Entered { line, column, grid })
            }
            Entry::Sukaku(_) => unreachable!("the reading of this command refuses them"),
            Entry::Unreadable(unreadable) => Err(entries.complaint(unreadable)),
        }));
        ControlFlow::Continue(())
    }
}

impl Catalogue {
    /// Takes every wanted entry of a sheet. Breaks when there are enough.
    fn take(&mut self, sheet: Sheet<Vec<Found>>, every: u64, limit: u64) -> ControlFlow<()> {
        tell(&String::from_utf8_lossy(&sheet.complaints));
        self.is_whole &= sheet.failed == 0;
        self.seen += sheet.failed;
        for found in sheet.tally {
            match found {
                Ok(entered) if self.seen.is_multiple_of(every) => self.entries.push(entered),
                Ok(_) => {}
                Err(complaint) => {
                    tell(&complaint);
                    self.is_whole = false;
                }
            }
            self.seen += 1;
            if self.entries.len() as u64 >= limit {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
