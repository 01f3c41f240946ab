//! The sets of a tour, each with its number, in memory or in a folder.
//!
//! ```text
//!      FOLDER/lock               locked by the process that works here
//!      FOLDER/set-0 set-1 ...    a store each: the input, what is excluded, what each phase has found
//!      FOLDER/finished           a line for each set that is finished: its number, and how many puzzles it has
//!      FOLDER/parameters.json    what the tour is; there is a tour from this file on
//!      FOLDER/results.txt        when the tour is at its end
//! ```
//!
//! A tour is a list of sets, each made of earlier ones by a rule that gives the same again if it is applied again. So
//! a tour that was killed is resumed by doing it once more from the beginning: a set that is finished is not made
//! again, a half-made one is completed block by block ([`Store`] says how that survives a kill), and sets whose work is
//! done are gone, but their sizes are in `finished`, which is all that decides how the tour goes on.
//!
//! Invariants. Sets get their numbers in the order in which they are asked for, which depends on the sequence and
//! the sizes of sets alone. A line of `finished` is written after its set is on the disk. A set is removed
//! only when those that are made of it are finished.
//!
//! Deliberately lacking: what the sets mean.

use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::TourError;
use super::seen::{LOCK, Records, SeenError, Store, Untold, lock};
use journal::Journal;

mod journal;

const PARAMETERS: &str = "parameters.json";
const RESULTS: &str = "results.txt";
const SET: &str = "set-";

/// Where a tour has its sets.
pub struct Shelf {
    /// Bytes of memory for the set that is being made; those that are finished have a quarter of it each at most.
    budget: usize,
    next: u64,
    folder: Option<Folder>,
}

struct Folder {
    path: PathBuf,
    finished: Journal,
    is_resumed: bool,
    /// Open, and so locked, as long as the shelf is there.
    _lock: File,
}

/// A finished set of puzzles.
pub struct Set {
    len: u64,
    budget: usize,
    path: Option<PathBuf>,
    /// `None` until it is needed, if it was finished by an earlier run of the program.
    store: Mutex<Option<Store>>,
}

impl Shelf {
    /// A shelf without a folder: what exceeds `memory` bytes goes to temporary files.
    pub fn in_memory(memory: usize) -> Shelf {
        Shelf { budget: memory / 2, next: 0, folder: None }
    }

    /// Begins a tour in `folder`, which is made if need be. There is a tour in it once [`Shelf::settle`] was called.
    ///
    /// # Errors
    /// If there is anything else in the folder, another process has it, or it can't be written.
    pub fn create(folder: &Path, memory: usize) -> Result<Shelf, TourError> {
        fs::create_dir_all(folder).map_err(|error| wrong(folder, "can't be created", error))?;
        let mut leftovers = Vec::new();
        for entry in fs::read_dir(folder).map_err(|error| wrong(folder, "can't be listed", error))? {
            let entry = entry.map_err(|error| wrong(folder, "can't be listed", error))?;
            let name = entry.file_name();
            // Of a tour that was killed before it began.
            let is_ours = name.to_str().is_some_and(|name| {
                name.starts_with(SET) || [LOCK, journal::NAME, "parameters.json.tmp"].contains(&name)
            });
            if !is_ours {
                return Err(SeenError::Occupied { folder: folder.to_owned(), by: name }.into());
            }
            leftovers.push(entry.path());
        }
        let lock = lock(folder)?;
        if fs::exists(folder.join(PARAMETERS)).unwrap_or(true) {
            return Err(SeenError::Occupied { folder: folder.to_owned(), by: PARAMETERS.into() }.into());
        }
        for path in leftovers.iter().filter(|path| !path.ends_with(LOCK)) {
            let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
            removed.map_err(|error| wrong(path, "can't be removed", error))?;
        }
        Shelf::at(folder, memory, lock, false)
    }

    /// Goes on with the tour in `folder`.
    ///
    /// # Errors
    /// If there is no tour, another process has it, or it can't be read.
    pub fn resume(folder: &Path, memory: usize) -> Result<Shelf, TourError> {
        if !fs::exists(folder.join(PARAMETERS)).unwrap_or(false) {
            return Err(SeenError::NoTour { folder: folder.to_owned() }.into());
        }
        let lock = lock(folder)?;
        Shelf::at(folder, memory, lock, true)
    }

    fn at(folder: &Path, memory: usize, lock: File, is_resumed: bool) -> Result<Shelf, TourError> {
        let path = folder.to_owned();
        let folder = Folder { finished: Journal::open(folder)?, path, is_resumed, _lock: lock };
        Ok(Shelf { budget: memory / 2, next: 0, folder: Some(folder) })
    }

    /// Writes what the tour is, in the caller's own words. From then on it can be resumed. Does nothing without a
    /// folder.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn settle(&self, parameters: &str) -> Result<(), TourError> {
        self.write(PARAMETERS, |file| file.write_all(parameters.as_bytes()))
    }

    /// What was given to [`Shelf::settle`]; nothing without a folder.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn parameters(&self) -> Result<String, TourError> {
        let Some(folder) = &self.folder else { return Ok(String::new()) };
        let path = folder.path.join(PARAMETERS);
        fs::read_to_string(&path).map_err(|error| wrong(&path, "can't be read", error))
    }

    /// Writes the results of the tour, a line each, as `results.txt`. Does nothing without a folder.
    ///
    /// # Errors
    /// If they can't be read or the file can't be written.
    pub fn conclude(&self, results: &Set) -> Result<(), TourError> {
        let mut failed = None;
        let written = self.write(RESULTS, |file| {
            for record in results.records().map_err(std::io::Error::other)? {
                match record {
                    Ok(record) => writeln!(file, "{}", record.grid())?,
                    Err(error) => {
                        failed = Some(error);
                        return Err(ErrorKind::InvalidData.into());
                    }
                }
            }
            Ok(())
        });
        failed.map_or(written, |error| Err(error.into()))
    }

    /// Whether an earlier run of the program has worked on this tour.
    pub fn is_resumed(&self) -> bool {
        self.folder.as_ref().is_some_and(|folder| folder.is_resumed)
    }

    /// The next set of the tour: what `work` hands to the store, in blocks of its own numbers. If it is finished already,
    /// `work` is not called; if it is half made, the store knows which blocks are finished.
    pub(super) fn make(
        &mut self,
        work: impl FnOnce(&Store) -> Result<(), TourError>,
    ) -> Result<Set, TourError> {
        let number = self.next;
        self.next += 1;
        let budget = self.budget;
        let Some(folder) = &mut self.folder else {
            let mut store = Store::in_memory(1, budget);
            work(&store)?;
            let len = store.end_phase()?;
            return Ok(Set { len, budget, path: None, store: Mutex::new(Some(store)) });
        };
        let path = folder.path.join(format!("{SET}{number}"));
        if let Some(len) = folder.finished.get(number) {
            return Ok(Set { len, budget, path: Some(path), store: Mutex::default() });
        }
        let mut store = match Store::resume(&path, budget) {
            Err(SeenError::NoTour { .. }) => Store::create(&path, "", 1, budget)?,
            store => store?,
        };
        if store.phase() == 0 {
            if let Err(error) = work(&store) {
                // What was finished is kept, if it can be; the first error is the one to be told.
                let _ = store.sync();
                return Err(error);
            }
            store.end_phase()?;
        }
        let len = store.latest_len();
        folder.finished.append(number, len)?;
        Ok(Set { len, budget, path: Some(path), store: Mutex::new(Some(store)) })
    }

    /// Removes a set of which nothing more will be made.
    pub(super) fn discard(set: Set) -> Result<(), TourError> {
        drop(set.store);
        match set.path.map(|path| (fs::remove_dir_all(&path), path)) {
            Some((Err(error), path)) if error.kind() != ErrorKind::NotFound => {
                Err(wrong(&path, "can't be removed", error))
            }
            _ => Ok(()),
        }
    }

    /// Writes a file that is there whole or not at all.
    fn write(
        &self,
        name: &str,
        content: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>,
    ) -> Result<(), TourError> {
        let Some(Folder { path: folder, .. }) = &self.folder else { return Ok(()) };
        let (draft, path) = (folder.join(format!("{name}.tmp")), folder.join(name));
        let write = || {
            let mut file = BufWriter::new(File::create(&draft)?);
            content(&mut file)?;
            file.into_inner()?.sync_all()?;
            fs::rename(&draft, &path)?;
            if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
        };
        write().map_err(|error| wrong(&path, "can't be written", error))
    }
}

impl Set {
    /// How many puzzles it has.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The puzzles, ascending.
    ///
    /// # Errors
    /// If their file can't be read.
    pub fn records(&self) -> Result<Records, SeenError> {
        self.with(Store::latest)
    }

    /// The puzzles that this run of the program was not told of while the set was made.
    pub(super) fn untold(&self) -> Result<Untold, SeenError> {
        self.with(Store::untold)
    }

    /// Frees what the store knows of what it has told. A set of an earlier run is not opened for that; it may be gone.
    pub(super) fn forget_told(&self) {
        if let Some(store) = &*self.store.lock().unwrap_or_else(PoisonError::into_inner) {
            // A file that can't be opened now will be missed by whoever needs it.
            drop(store.untold());
        }
    }

    fn with<T>(&self, ask: impl FnOnce(&Store) -> Result<T, SeenError>) -> Result<T, SeenError> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if store.is_none()
            && let Some(path) = &self.path
        {
            *store = Some(Store::resume(path, self.budget)?);
        }
        ask(store.as_ref().expect("a set without a folder has its store"))
    }
}

fn wrong(path: &Path, what: &'static str, error: std::io::Error) -> TourError {
    TourError::File { path: path.to_owned(), what, error }
}
