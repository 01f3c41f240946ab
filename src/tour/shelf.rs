//! The sets of a tour, each with its number, in memory or in a folder.
//!
//! ```text
//!      FOLDER/tourdion-state     the marker, locked by the process that works here
//!      FOLDER/set-0.* set-1.*    a store each: the input, what is excluded, what each phase found
//!      FOLDER/finished           a line for each set that is finished: its number, and how many
//!                                puzzles it has
//!      FOLDER/parameters.json    what the tour is, sealed; there is a tour from this file on
//!      FOLDER/results.txt        when the tour is at its end
//! ```
//!
//! A tour is a list of sets, each made of earlier ones by a rule that gives the same again if it is
//! applied again. So a tour that was killed is resumed by doing it once more from the beginning: a
//! set that is finished is not made again, a half-made one is completed block by block ([`Store`]
//! says how that survives a kill), and sets whose work is done are gone, but their sizes are in
//! `finished`, which is all that decides how the tour goes on.
//!
//! Invariants. Sets get their numbers in the order in which they are asked for, which depends on
//! the sequence and the sizes of sets alone. A line of `finished` is written after its set is on
//! the disk. A set is removed only when those that are made of it are finished. Whoever resumes has
//! read all files, and held `finished` against them, before anything changes.
//!
//! Deliberately lacking: what the sets mean, and what is allowed in a folder
//! ([`keep`](crate::keep)).

use std::collections::{BTreeMap, BTreeSet};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::TourError;
use super::seen::{self, Limits, Records, SeenError, Store, Untold};
use crate::keep::{Folder, FolderKind, Journal, KeepError};

const PARAMETERS: &str = "parameters.json";
const RESULTS: &str = "results.txt";
const FINISHED: &str = "finished";

/// A folder with a tour.
const TOUR: FolderKind = FolderKind { noun: "tour", version: 2, settled: PARAMETERS, is_ours };

fn is_ours(name: &str) -> bool {
    name == FINISHED || name == RESULTS || set_of(name).is_some_and(|(_, file)| seen::is_ours(file))
}

/// What the files of set `number` begin with.
fn prefix(number: u64) -> String {
    format!("set-{number}.")
}

/// The number of the set that a file belongs to, and its name there.
fn set_of(name: &str) -> Option<(u64, &str)> {
    let (number, file) = name.strip_prefix("set-")?.split_once('.')?;
    let number = number.parse().ok()?;
    name.starts_with(&prefix(number)).then_some((number, file))
}

/// Where a tour has its sets.
pub struct Shelf {
    /// Bytes of memory for the set that is being made; those that are finished have a quarter of it
    /// each at most.
    budget: usize,
    next: u64,
    place: Option<Place>,
}

struct Place {
    folder: Folder,
    journal: Journal,
    /// How many puzzles each finished set has.
    sizes: Vec<u64>,
    /// Sets of an earlier run of the program, until they are asked for.
    waiting: BTreeMap<u64, Store>,
    is_resumed: bool,
}

/// A finished set of puzzles.
pub struct Set {
    len: u64,
    /// Its part of the folder, if there is one.
    files: Option<Folder>,
    /// `None` if it is gone; its size is still known.
    store: Mutex<Option<Store>>,
}

impl Shelf {
    /// A shelf without a folder: what exceeds `memory` bytes goes to temporary files.
    pub fn in_memory(memory: usize) -> Shelf {
        Shelf { budget: memory / 2, next: 0, place: None }
    }

    /// Begins a tour in `folder`, which is made if need be. There is a tour in it once
    /// [`Shelf::settle`] was called.
    ///
    /// # Errors
    /// If there is anything else in the folder, another process has it, or it can't be written.
    pub fn create(folder: &Path, memory: usize) -> Result<Shelf, TourError> {
        let folder = Folder::begin(folder, &TOUR)?;
        let (journal, _) = Journal::open(&folder, FINISHED)?;
        let (sizes, waiting) = (Vec::new(), BTreeMap::new());
        let place = Place { folder, journal, sizes, waiting, is_resumed: false };
        Ok(Shelf { budget: memory / 2, next: 0, place: Some(place) })
    }

    /// Goes on with the tour in `folder`. Reads all its files once to see that they are whole, and
    /// changes nothing.
    ///
    /// # Errors
    /// If there is no tour, another process has it, or a file is damaged or can't be read.
    pub fn resume(folder: &Path, memory: usize) -> Result<Shelf, TourError> {
        let (folder, budget) = (Folder::resume(folder, &TOUR)?, memory / 2);
        let (journal, lines) = Journal::open(&folder, FINISHED)?;
        let damaged = |what| KeepError::Damaged { path: folder.path(FINISHED), what };
        let sizes = sizes(&lines).ok_or_else(|| damaged("it is not what a tour writes"))?;
        let names = folder.names()?;
        let numbers: BTreeSet<u64> =
            names.iter().filter_map(|name| Some(set_of(name)?.0)).collect();
        let mut waiting = BTreeMap::new();
        for number in numbers {
            let files = folder.part(&prefix(number));
            if !files.has(seen::STATE)? {
                continue; // killed before it was begun, or while it was removed
            }
            let store = Store::resume_in(files, Limits::new(budget))?;
            let size = usize::try_from(number).ok().and_then(|number| sizes.get(number));
            if size.is_some_and(|&len| store.phase() == 0 || store.latest_len() != len) {
                return Err(damaged("it says of a set what the set does not").into());
            }
            if number > sizes.len() as u64 {
                // No set is begun before them.
                return Err(damaged("it lacks sets that were finished").into());
            }
            waiting.insert(number, store);
        }
        // The next set is made of the latest that is finished, or the tour has come to its end with
        // it.
        let next = sizes.len() as u64;
        let is_made = waiting.get(&next).is_some_and(|store| store.phase() > 0);
        if let Some(latest) =
            next.checked_sub(1).filter(|latest| !is_made && !waiting.contains_key(latest))
        {
            let path = folder.part(&prefix(latest)).path(seen::STATE);
            return Err(KeepError::Damaged { path, what: "it is missing" }.into());
        }
        let place = Place { folder, journal, sizes, waiting, is_resumed: true };
        Ok(Shelf { budget, next: 0, place: Some(place) })
    }

    /// Writes what the tour is, in the caller's own form. From then on it can be resumed. Does
    /// nothing without a folder.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn settle(&self, parameters: &impl Serialize) -> Result<(), TourError> {
        let Some(place) = &self.place else { return Ok(()) };
        Ok(place.folder.seal(PARAMETERS, parameters)?)
    }

    /// What was given to [`Shelf::settle`]; `None` without a folder.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn parameters<T: DeserializeOwned>(&self) -> Result<Option<T>, TourError> {
        self.place.as_ref().map(|place| Ok(place.folder.unseal(PARAMETERS)?)).transpose()
    }

    /// Writes the results of the tour, a line each, as `results.txt`. Does nothing without a
    /// folder.
    ///
    /// # Errors
    /// If they can't be read or the file can't be written.
    pub fn conclude(&self, results: &Set) -> Result<(), TourError> {
        let Some(place) = &self.place else { return Ok(()) };
        let mut draft = place.folder.draft(RESULTS)?;
        let mut lines = Vec::new();
        for record in results.records()? {
            writeln!(lines, "{}", record?.grid()).expect("memory takes it");
            if lines.len() >= 1 << 16 {
                draft.write(&lines)?;
                lines.clear();
            }
        }
        draft.write(&lines)?;
        Ok(draft.finish()?)
    }

    /// Whether an earlier run of the program has worked on this tour.
    pub fn is_resumed(&self) -> bool {
        self.place.as_ref().is_some_and(|place| place.is_resumed)
    }

    /// The next set of the tour, which was finished before it was settled.
    ///
    /// # Errors
    /// If it is not finished: then the folder has lost something.
    pub(super) fn made(&mut self) -> Result<Set, TourError> {
        let is_finished = self.place.as_ref().is_some_and(|place| place.size(self.next).is_some());
        if let Some(place) = &self.place
            && !is_finished
        {
            let what = "a set with which the tour began is missing";
            return Err(KeepError::Damaged { path: place.folder.path(FINISHED), what }.into());
        }
        self.make(|_| Ok(()))
    }

    /// The next set of the tour: what `work` hands to the store, in blocks of its own numbers. If
    /// it is finished already, `work` is not called; if it is half made, the store knows which
    /// blocks are finished.
    pub(super) fn make(
        &mut self,
        work: impl FnOnce(&Store) -> Result<(), TourError>,
    ) -> Result<Set, TourError> {
        let number = self.next;
        self.next += 1;
        let Some(place) = &mut self.place else {
            let mut store = Store::in_memory(1, self.budget);
            work(&store)?;
            let len = store.end_phase()?;
            return Ok(Set { len, files: None, store: Mutex::new(Some(store)) });
        };
        let files = Some(place.folder.part(&prefix(number)));
        let waiting = place.waiting.remove(&number);
        if let Some(store) = &waiting {
            store.clean()?;
        }
        if let Some(len) = place.size(number) {
            return Ok(Set { len, files, store: Mutex::new(waiting) });
        }
        let mut store = match (waiting, &files) {
            (Some(store), _) => store,
            (None, Some(files)) => {
                Store::create_in(files.clone(), "", 1, Limits::new(self.budget))?
            }
            (None, None) => unreachable!("a place has files"),
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
        place.journal.append(&format!("{number} {len}"))?;
        place.sizes.push(len);
        Ok(Set { len, files, store: Mutex::new(Some(store)) })
    }

    /// Removes a set of which nothing more will be made.
    pub(super) fn discard(set: Set) -> Result<(), TourError> {
        drop(set.store);
        set.files.map_or(Ok(()), |files| Ok(Store::discard(&files)?))
    }
}

impl Place {
    /// How many puzzles set `number` has, if it is finished.
    fn size(&self, number: u64) -> Option<u64> {
        self.sizes.get(usize::try_from(number).ok()?).copied()
    }
}

/// The sizes that the lines of `finished` say; `None` if they are something else.
fn sizes(lines: &[String]) -> Option<Vec<u64>> {
    let lines = lines.iter().enumerate();
    lines
        .map(|(k, line)| {
            let (number, len) = line.split_once(' ')?;
            (number.parse() == Ok(k)).then(|| len.parse().ok())?
        })
        .collect()
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

    /// Frees what the store knows of what it has told. A set of an earlier run may be gone.
    pub(super) fn forget_told(&self) {
        if let Some(store) = &*self.store.lock().unwrap_or_else(PoisonError::into_inner) {
            // A file that can't be opened now will be missed by whoever needs it.
            drop(store.untold());
        }
    }

    fn with<T>(&self, ask: impl FnOnce(&Store) -> Result<T, SeenError>) -> Result<T, SeenError> {
        let store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        match (&*store, &self.files) {
            (Some(store), _) => ask(store),
            (None, Some(files)) => Err(KeepError::io(
                &files.path(seen::STATE),
                "can't be read",
                ErrorKind::NotFound.into(),
            )
            .into()),
            (None, None) => unreachable!("a set without a folder has its store"),
        }
    }
}
