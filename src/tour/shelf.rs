//! The sets of a tour, each with its number, in memory or in a folder.
//!
//! ```text
//!      FOLDER/tourdion-state     the marker, locked by the process that works here
//!      FOLDER/set-0.* set-1.*    a set each: what is excluded, the input, what each phase found
//!      FOLDER/set-7.rank-*       puzzles with their rates, until the hardest of them are set 7
//!      FOLDER/finished           which sets are finished, how many puzzles they have, and which
//!                                are gone
//!      FOLDER/parameters.json    what the tour is, sealed; there is a tour from this file on
//!      FOLDER/results.txt        when the tour is at its end
//! ```
//!
//! A tour is a list of sets, each made from earlier ones by a deterministic rule. So a killed tour
//! is resumed by starting over. A finished set is not made again. An unfinished one is completed
//! block by block ([`Store`] explains how that survives a kill). Sets that are no longer needed are
//! gone: their files are removed, but their sizes are in `finished`, which is enough to decide how
//! the tour continues.
//!
//! Invariants. Sets are numbered in the order of their requests, which depends only on the sequence
//! and the sizes of sets. A line of `finished` is written after its set is on the disk. A set is
//! removed only when all sets made from it are finished, and after `finished` says so. A resumed
//! shelf reads all files, and compares them with `finished`, before anything changes.
//!
//! Deliberately lacking: the meaning of the sets, and the rules of a folder
//! ([`state`](crate::state)).

use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::TourError;
use super::finished::{FINISHED, Finished};
use super::hardest::RankedPuzzle;
use super::seen::{self, Records, SORTED, Seen, SeenError, SetRecord, SortedSet, Store};
use crate::state::{Folder, FolderKind, StateError};

const PARAMETERS: &str = "parameters.json";
const RESULTS: &str = "results.txt";

/// A folder with a tour.
const TOUR: FolderKind = FolderKind { noun: "tour", version: 8, settled: PARAMETERS, is_ours };

fn is_ours(name: &str) -> bool {
    name == FINISHED || name == RESULTS || set_of(name).is_some_and(|(_, file)| is_of_set(file))
}

/// Whether a file of this name may be a set's, or that of its ranks.
fn is_of_set(file: &str) -> bool {
    seen::is_ours(file.strip_prefix(RANKS).unwrap_or(file))
}

/// The prefix of the files of ranks, behind that of their set.
const RANKS: &str = "rank-";

/// Records read from sets and passed on at once.
pub(super) const AT_ONCE: usize = 16_384;

/// The prefix of the files of set `number`.
fn prefix(number: u64) -> String {
    format!("set-{number}.")
}

/// The number of the set that a file belongs to, and its name there.
fn set_of(name: &str) -> Option<(u64, &str)> {
    let (number, file) = name.strip_prefix("set-")?.split_once('.')?;
    let number = number.parse().ok()?;
    name.starts_with(&prefix(number)).then_some((number, file))
}

/// The sets of a tour.
pub struct Shelf {
    /// Bytes of memory for the set in the making; each finished set has at most a quarter of it.
    budget: usize,
    next: u64,
    state: Option<StateFolder>,
}

impl fmt::Debug for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = self.state.as_ref().map(|state| &state.folder);
        f.debug_struct("Shelf")
            .field("budget", &self.budget)
            .field("folder", &folder)
            .finish_non_exhaustive()
    }
}

/// The state folder of a tour, and what is in it.
struct StateFolder {
    folder: Folder,
    finished: Finished,
    /// Sets that an earlier run of the program has made, until they are asked for.
    made: BTreeMap<u64, SortedSet>,
    /// The set that an earlier run was making.
    begun: Option<Store>,
    /// Its number, and its ranks.
    ranks: Option<(u64, Ranks)>,
    is_resumed: bool,
}

/// Puzzles with their rates, the hardest first.
enum Ranks {
    Begun(Store<RankedPuzzle>),
    Made(SortedSet<RankedPuzzle>),
}

impl Ranks {
    /// Those in `files`; there need not be any. Reads all, and changes nothing.
    fn open(files: Folder, budget: usize) -> Result<Ranks, SeenError> {
        Ok(match SortedSet::open(&files)? {
            Some(made) => Ranks::Made(made),
            None => Ranks::Begun(Store::open(files, budget)?),
        })
    }
}

/// A finished set of puzzles.
#[derive(Debug)]
pub struct Set {
    number: u64,
    len: u64,
    content: Content,
}

#[derive(Debug)]
enum Content {
    There(SortedSet),
    /// The set was discarded; this was its file. Its size is still known.
    Gone(PathBuf),
}

impl Shelf {
    /// A shelf without a folder: sets beyond `memory` bytes go to temporary files.
    pub fn in_memory(memory: usize) -> Shelf {
        Shelf { budget: memory / 2, next: 0, state: None }
    }

    /// Begins a tour in `folder`, which is made if necessary. It can be resumed only after
    /// [`Shelf::settle`].
    ///
    /// # Errors
    /// If the folder has other content, another process uses it, or it can't be written.
    pub fn create(folder: &Path, memory: usize) -> Result<Shelf, TourError> {
        let folder = Folder::begin(folder, &TOUR)?;
        let (finished, made) = (Finished::open(&folder)?, BTreeMap::new());
        let state =
            StateFolder { folder, finished, made, begun: None, ranks: None, is_resumed: false };
        Ok(Shelf { budget: memory / 2, next: 0, state: Some(state) })
    }

    /// Undoes [`Shelf::create`], if [`Shelf::settle`] has not been called: leaves the folder as it
    /// was.
    ///
    /// # Errors
    /// If a file can't be removed.
    pub fn abandon(self) -> Result<(), TourError> {
        self.state.map_or(Ok(()), |state| Ok(state.folder.abandon(&TOUR)?))
    }

    /// Resumes the tour in `folder`. Reads all its files once to check them, and changes nothing.
    ///
    /// # Errors
    /// If there is no tour, another process uses it, or a file is damaged or can't be read.
    pub fn resume(folder: &Path, memory: usize) -> Result<Shelf, TourError> {
        let (folder, budget) = (Folder::resume(folder, &TOUR)?, memory / 2);
        for name in folder.names()?.iter().filter(|name| is_ours(name)) {
            folder.has(name)?; // a folder or a link of this name is found now, and not at the end
        }
        let finished = Finished::open(&folder)?;
        let damaged = |what| Err(StateError::Damaged { path: folder.path(FINISHED), what }.into());
        let (_, checksum) = folder.unseal_with_checksum::<IgnoredAny>(PARAMETERS)?;
        match finished.parameters() {
            None => return damaged("it is missing, or its beginning is"),
            Some(known) if known != checksum => return damaged("it belongs to another tour"),
            Some(_) => {}
        }
        let mut made = BTreeMap::new();
        for (number, set) in (0..).zip(finished.sets()).filter(|(_, set)| !set.is_gone) {
            let files = folder.part(&prefix(number));
            match SortedSet::open(&files)? {
                Some(sorted) if set.is(&sorted) => made.insert(number, sorted),
                Some(_) => return damaged("it says of a set what the set does not"),
                None => return Err(missing(files.path(SORTED)).into()),
            };
        }
        let next = finished.sets().len() as u64;
        let names = folder.names()?;
        let mut files = names.iter().filter_map(|name| set_of(name));
        if files.any(|(number, file)| number > next && is_of_set(file)) {
            // No set is begun before them.
            return damaged("it lacks sets that were finished");
        }
        let files = folder.part(&prefix(next));
        let ranks = Some((next, Ranks::open(files.part(RANKS), budget)?));
        let begun = match SortedSet::open(&files)? {
            Some(sorted) => {
                made.insert(next, sorted);
                None
            }
            None => Some(Store::open(files, budget)?),
        };
        let state = StateFolder { folder, finished, made, begun, ranks, is_resumed: true };
        Ok(Shelf { budget, next: 0, state: Some(state) })
    }

    /// Writes the tour's parameters, in the caller's own form. From then on it can be resumed. Does
    /// nothing without a folder.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn settle(&mut self, parameters: &impl Serialize) -> Result<(), TourError> {
        let Some(state) = &mut self.state else { return Ok(()) };
        state.finished.settle(&Folder::checksum_of(parameters))?;
        Ok(state.folder.seal(PARAMETERS, parameters)?)
    }

    /// The argument of [`Shelf::settle`]; `None` without a folder.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn parameters<T: DeserializeOwned>(&self) -> Result<Option<T>, TourError> {
        self.state.as_ref().map(|state| Ok(state.folder.unseal(PARAMETERS)?)).transpose()
    }

    /// Writes the results of the tour to `results.txt`, one per line. Does nothing without a
    /// folder, or if the file already has them.
    ///
    /// # Errors
    /// If they can't be read or the file can't be written.
    pub fn conclude(&self, results: &Set) -> Result<(), TourError> {
        let Some(state) = &self.state else { return Ok(()) };
        if state.folder.has(RESULTS)? && are_written(results, &state.folder)? {
            return Ok(());
        }
        let mut draft = state.folder.draft(RESULTS)?;
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

    /// The file that has the results when the tour is at its end, if there is a folder.
    pub fn results_path(&self) -> Option<PathBuf> {
        self.state.as_ref().map(|state| state.folder.path(RESULTS))
    }

    /// Whether an earlier run of the program has worked on this tour.
    pub fn is_resumed(&self) -> bool {
        self.state.as_ref().is_some_and(|state| state.is_resumed)
    }

    /// The next set of the tour, which was finished before it was settled.
    ///
    /// # Errors
    /// If it is not finished: then the folder is damaged.
    pub(super) fn made(&mut self) -> Result<Set, TourError> {
        if let Some(state) = &self.state
            && state.finished.get(self.next).is_none()
        {
            let what = "a set with which the tour began is missing";
            return Err(StateError::Damaged { path: state.folder.path(FINISHED), what }.into());
        }
        Ok(self.make(|_| Ok(()))?.0)
    }

    /// The next set of the tour: the records that `work` passes to the store, in blocks that it
    /// numbers itself. If the set is finished already, `work` is not called; if it is half made,
    /// the store knows the finished blocks. Also returns the records that the store has reported as
    /// new.
    pub(super) fn make(
        &mut self,
        work: impl FnOnce(&Store) -> Result<(), TourError>,
    ) -> Result<(Set, Seen), TourError> {
        let number = self.next;
        self.next += 1;
        let Some(state) = &mut self.state else {
            let (sorted, new) = fill(Store::in_memory(self.budget), work)?;
            return Ok((Set::of(number, sorted), new));
        };
        let files = state.folder.part(&prefix(number));
        let made = state.made.remove(&number);
        if let Some(finished) = state.finished.get(number) {
            let Some(sorted) = made else {
                let content = Content::Gone(files.path(SORTED));
                return Ok((Set { number, len: finished.len, content }, Seen::default()));
            };
            seen::clean(&files)?;
            return Ok((Set::of(number, sorted), Seen::default()));
        }
        seen::clean(&files)?;
        let (sorted, new) = match (made, state.begun.take()) {
            (Some(sorted), _) => (sorted, Seen::default()),
            (None, Some(begun)) => fill(begun, work)?,
            (None, None) => fill(Store::open(files, self.budget)?, work)?,
        };
        state.finished.add(&sorted)?;
        Ok((Set::of(number, sorted), new))
    }

    /// The next set of the tour: the first `most` of the ranked puzzles that `work` passes to a
    /// store. Both survive a kill: the ranks go when the set is finished.
    pub(super) fn make_first(
        &mut self,
        most: u64,
        work: impl FnOnce(&Store<RankedPuzzle>) -> Result<(), TourError>,
    ) -> Result<Set, TourError> {
        let (number, budget) = (self.next, self.budget);
        let (mut files, mut ranks) = (None, None);
        if let Some(state) = &mut self.state {
            files = Some(state.folder.part(&prefix(number)).part(RANKS));
            ranks = state.ranks.take_if(|(of, _)| *of == number).map(|(_, ranks)| ranks);
        }
        let (set, _) = self.make(|store| {
            let ranks = match (ranks, &files) {
                (Some(ranks), _) => ranks,
                (None, Some(files)) => Ranks::open(files.clone(), budget)?,
                (None, None) => Ranks::Begun(Store::in_memory(budget)),
            };
            if let Some(files) = &files {
                seen::clean(files)?;
            }
            let ranked = match ranks {
                Ranks::Made(made) => made,
                Ranks::Begun(begun) => fill(begun, work)?.0,
            };
            let most = usize::try_from(most).unwrap_or(usize::MAX);
            let first = ranked.records()?.map(|record| record.map(|record| record.puzzle()));
            let (mut first, mut block) = (first.take(most), 0);
            loop {
                let mut records = first.by_ref().take(AT_ONCE).collect::<Result<Vec<_>, _>>()?;
                if records.is_empty() {
                    return Ok(());
                }
                if !store.is_finished(block) {
                    store.finish(block, &mut records)?;
                }
                block += 1;
            }
        })?;
        if let Some(files) = files {
            seen::discard(&files)?;
        }
        Ok(set)
    }

    /// Removes a set that is not needed any more.
    pub(super) fn discard(&mut self, set: Set) -> Result<(), TourError> {
        let Set { number, content, .. } = set;
        drop(content); // and with it the file of a set without a folder
        let Some(state) = &mut self.state else { return Ok(()) };
        state.finished.give_up(number)?;
        Ok(seen::discard(&state.folder.part(&prefix(number)))?)
    }
}

/// Lets `work` fill the store.
fn fill<R: SetRecord>(
    store: Store<R>,
    work: impl FnOnce(&Store<R>) -> Result<(), TourError>,
) -> Result<(SortedSet<R>, Seen), TourError> {
    if let Err(error) = work(&store) {
        // Finished work is kept if possible; the first error is the one to report.
        let _ = store.sync();
        return Err(error);
    }
    Ok(store.close()?)
}

/// Whether `results.txt` has these results, and nothing else.
fn are_written(results: &Set, folder: &Folder) -> Result<bool, TourError> {
    let mut file = BufReader::new(folder.open(RESULTS)?);
    for record in results.records()? {
        let line = format!("{}\n", record?.grid());
        let mut found = vec![0; line.len()];
        if file.read_exact(&mut found).is_err() || found != line.as_bytes() {
            return Ok(false);
        }
    }
    Ok(matches!(file.read(&mut [0]), Ok(0)))
}

/// The error for a set whose file is missing.
fn missing(path: PathBuf) -> StateError {
    StateError::Damaged { path, what: "it is missing" }
}

impl Set {
    fn of(number: u64, sorted: SortedSet) -> Set {
        Set { number, len: sorted.len(), content: Content::There(sorted) }
    }

    /// The number of its puzzles.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The puzzles, ascending.
    ///
    /// # Errors
    /// If their file can't be read.
    pub fn records(&self) -> Result<Records, SeenError> {
        match &self.content {
            Content::There(sorted) => sorted.records(),
            Content::Gone(path) => Err(missing(path.clone()).into()),
        }
    }
}
