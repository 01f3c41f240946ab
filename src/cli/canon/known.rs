//! The classes of other files, and where each was seen first.
//!
//! ```text
//!      other files     --> form, fingerprint --> a set of these with places   in memory or a file
//!      CATALOGUE       --> form, fingerprint --> its first place              on the workers
//! ```
//!
//! A place is the number of a file and a line.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use anyhow::bail;
use tourdion::catalogue::Reading;
use tourdion::sudoku::Grid;
use tourdion::tour::seen::{FingerprintFinder, PlacedFingerprint, SeenError, SortedSet, Store};

use super::Form;
use super::found::Finder;
use crate::cli::Ending;
use crate::cli::lock::locked;
use crate::cli::options::RunArguments;
use crate::cli::stream::{self, Answer, Entries, Sheet, SheetTurn, Stream};

/// Bits of a place for the line; the others are for the number of the file.
const LINE: u32 = 40;

/// Classes of puzzles, with a place of each.
pub(super) struct Known {
    set: SortedSet<PlacedFingerprint>,
    /// The names of the files.
    files: Vec<Arc<str>>,
    /// Whether puzzles of these classes are left out, and not reported.
    pub(super) are_left_out: bool,
    /// Why the set can't be read further.
    fault: Mutex<Option<SeenError>>,
}

/// The first place of a class.
pub(super) struct KnownPlace<'k> {
    pub(super) file: &'k str,
    pub(super) line: u64,
}

impl Known {
    /// Reads the files of `--against` or `--without`, and returns how that ended. There are no
    /// classes if it was interrupted, or a file could not be read to its end: to look for others in
    /// a part of them would mislead.
    pub(super) fn read(
        catalogues: Vec<PathBuf>,
        reading: Reading,
        form: Form,
        memory: usize,
        run: RunArguments,
    ) -> anyhow::Result<(Option<Known>, Ending)> {
        let inputs = stream::inputs(catalogues.clone(), "canon")?;
        let files: Vec<Arc<str>> = inputs.iter().map(|input| input.name().clone()).collect();
        if files.len() > 1 << (u64::BITS - LINE) {
            bail!("--against: too many files");
        }
        let fingerprinter = Fingerprinter { reading, form, files };
        let store = Store::in_memory(memory);
        let stream = Stream::over_catalogues(catalogues, "canon", &fingerprinter.reading, run)?;
        let mut block = 0;
        let mut done = stream.run(&fingerprinter, |sheet, bar| {
            store.finish(block, &mut sheet.tally.fingerprints)?;
            block += 1;
            sheet.print(bar)
        })?;
        done.complain_of_files();
        let ending = done.ending();
        if ending == Ending::Interrupted || done.has_failed() {
            return Ok((None, ending));
        }
        let (set, _) = store.close()?;
        let (files, are_left_out, fault) = (fingerprinter.files, false, Mutex::default());
        Ok((Some(Known { set, files, are_left_out, fault }), ending))
    }

    /// The number of puzzles in them.
    pub(super) fn len(&self) -> u64 {
        self.set.len()
    }

    /// A search for a worker; `None` if the set can't be read.
    pub(super) fn finder(&self) -> Option<FingerprintFinder> {
        self.noted(self.set.finder())
    }

    /// The place of the first puzzle with this form. Breaks if the set can't be read.
    pub(super) fn find(
        &self,
        finder: Option<&mut FingerprintFinder>,
        form: &Grid,
    ) -> ControlFlow<(), Option<KnownPlace<'_>>> {
        let Some(finder) = finder else { return ControlFlow::Break(()) };
        match self.noted(finder.first_place(form)) {
            None => ControlFlow::Break(()),
            Some(place) => ControlFlow::Continue(place.map(|place| KnownPlace {
                file: &self.files[(place >> LINE) as usize],
                line: place & ((1 << LINE) - 1),
            })),
        }
    }

    /// Fails if the set could not be read.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let fault = locked(&self.fault).take();
        fault.map_or(Ok(()), |fault| Err(fault.into()))
    }

    fn noted<T>(&self, result: Result<T, SeenError>) -> Option<T> {
        let note = |fault| {
            locked(&self.fault).get_or_insert(fault);
        };
        result.map_err(note).ok()
    }
}

/// Fingerprints the puzzles of the files; shared by all workers.
struct Fingerprinter {
    reading: Reading,
    form: Form,
    files: Vec<Arc<str>>,
}

/// The fingerprints of a sheet.
#[derive(Default)]
struct Tally {
    puzzles: u64,
    improper: u64,
    fingerprints: Vec<PlacedFingerprint>,
}

impl stream::Tally for Tally {
    fn add(&mut self, other: Tally) {
        self.puzzles += other.puzzles;
        self.improper += other.improper;
    }

    fn puzzles(&self) -> u64 {
        self.puzzles
    }

    fn ending(&self) -> Ending {
        if self.improper > 0 { Ending::NotWell } else { Ending::Well }
    }
}

impl Answer for Fingerprinter {
    type Worker = Finder;
    type Tally = Tally;

    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn worker(&self) -> Finder {
        Finder::new(self.form, false)
    }

    fn answer(
        &self,
        finder: &mut Finder,
        entries: &Entries<'_>,
        sheet: &mut Sheet<Tally>,
        _: &SheetTurn<'_, Tally>,
    ) -> ControlFlow<()> {
        let file = self.files.iter().position(|file| **file == *entries.file).unwrap_or(0) as u64;
        entries.each(sheet, |entry, sheet| {
            let record = entry.record;
            sheet.tally.puzzles += 1;
            match finder.find(&record.puzzle, &self.reading, entries.stop)? {
                Ok(found) => {
                    let place = file << LINE | record.line.min((1 << LINE) - 1);
                    let fingerprints =
                        found.iter().map(|found| PlacedFingerprint::of(&found.form, place));
                    sheet.tally.fingerprints.extend(fingerprints);
                }
                Err(why) => {
                    sheet.tally.improper += 1;
                    entry.no_answer(sheet, why);
                }
            }
            ControlFlow::Continue(())
        })
    }
}
