//! A search for covers that keeps its state in a folder, so that it can continue after an
//! interrupt, a kill or a power cut.
//!
//! ```text
//!      FOLDER/tourdion-state     the marker, locked by the process that works here
//!      FOLDER/problem.txt        the problem, in Knuth's form, or as JSON without primary items
//!      FOLDER/parameters.json    the question, sealed; there is a search from this file on
//!      FOLDER/covers.txt         the covers, if requested
//!      FOLDER/finished           a line whenever some parts are: where to resume, and the
//!                                results so far
//! ```
//!
//! ```
//! use tourdion::cover::share::parts::Part;
//! use tourdion::cover::{Engine, classics};
//! use tourdion::kept::{KeptParameters, KeptSearch};
//! use tourdion::watch::Patient;
//!
//! let folder = tempfile::tempdir()?.path().join("search");
//! let board = classics::dominoes(6, 6)?;
//! let mut engine = board.engine();
//! let mut kept = KeptSearch::create(&folder, &board, &KeptParameters::default())?;
//! let parts = Part::whole().cut(engine.as_mut(), &mut Patient)?;
//! parts[0].enter(engine.as_mut())?;
//! kept.add(engine.count(u64::MAX), b"", parts.get(1))?;      // the first part is done,
//! parts[0].leave(engine.as_mut());
//! kept.note()?;
//! drop(kept);                                                // and the program is killed
//!
//! let (mut kept, board, _) = KeptSearch::resume(&folder)?;
//! let mut engine = board.engine();
//! let parts = kept.left(engine.as_mut(), &mut Patient)?;
//! for (k, part) in parts.iter().enumerate() {
//!     part.enter(engine.as_mut())?;
//!     kept.add(engine.count(u64::MAX), b"", parts.get(k + 1))?;
//!     part.leave(engine.as_mut());
//! }
//! assert_eq!(kept.covers(), 6728);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The parts of a search have an order, and are the same in each run. So the place of the next part
//! is enough to continue: a later run makes the parts from there on once more, cuts `covers.txt` to
//! the length that it had at that place, and appends to it.
//!
//! Invariant: a line of `finished` is written after its data is on the disk. Resuming compares all
//! files with their checksums before anything changes. The checksum of `problem.txt` is in
//! `parameters.json`, that of `parameters.json` in the first line of `finished`, and that of
//! `covers.txt` in each other line. So no file of another search can take the place of one of
//! these.
//!
//! A run can be too short for its first part. Then [`KeptSearch::cut_next`] cuts the part, and the
//! next run begins with the first piece. So several short runs, however short, complete a search
//! together.
//!
//! Deliberately lacking: unfinished parts. They are searched again. The longest have eight million
//! nodes: seconds, or minutes of a wide problem.

use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use self::line::{Line, Next};
use crate::cover::share::parts::{Part, PartError, Place};
use crate::cover::{Engine, Problem};
use crate::excerpt::PathName;
use crate::state::{Folder, FolderKind, Journal, StateError, Tail};
use crate::watch::Watch;

mod line;

const PROBLEM: &str = "problem.txt";
const PARAMETERS: &str = "parameters.json";
const COVERS: &str = "covers.txt";
const FINISHED: &str = "finished";

/// A folder with a search. The way of cutting searches belongs to its version.
const SEARCH: FolderKind = FolderKind { noun: "search", version: 3, settled: PARAMETERS, is_ours };

fn is_ours(name: &str) -> bool {
    [PROBLEM, COVERS, FINISHED].contains(&name)
}

/// The longest wait of finished parts for their line.
const OFTEN: Duration = Duration::from_millis(500);

/// The question that a search answers, with its options. By default all covers are counted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct KeptParameters {
    /// The form in which covers are written, a name of the caller's own; `None` if they are
    /// counted.
    pub emit: Option<String>,
    /// The engine, a name of the caller's own.
    pub engine: String,
    /// The options held in every cover, numbered as the caller does.
    pub hold: Vec<u64>,
    /// The options banned from every cover.
    pub ban: Vec<u64>,
}

/// The contents of `parameters.json`.
#[derive(Serialize, Deserialize)]
struct Contents {
    /// The checksum of the problem's text.
    problem: String,
    #[serde(flatten)]
    parameters: KeptParameters,
}

/// Why the parts that are left of a search were not found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LeftError {
    /// The search was cut by rules that are not those of this library.
    #[error(
        "{}: this program does not cut the search as the one that began it: part {place} is \
         another",
        PathName(.folder)
    )]
    OtherCuts {
        /// The folder.
        folder: PathBuf,
        /// The part.
        place: Place,
    },
    /// The watch ended it.
    #[error("stopped before the parts were found that are left")]
    Stopped,
}

fn checksum(text: &[u8]) -> String {
    format!("{:032x}", xxh3_128(text))
}

/// A search in a folder.
pub struct KeptSearch {
    folder: Folder,
    /// The file of the covers, if requested.
    covers: Option<Tail>,
    journal: Journal,
    /// The state of the latest line of the journal.
    noted: Line,
    /// The current state.
    now: Line,
    renewed: Instant,
}

impl fmt::Debug for KeptSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeptSearch").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl KeptSearch {
    /// Begins a search in `folder`, which is made if necessary.
    ///
    /// # Errors
    /// If the folder has other content, another process uses it, or it can't be written.
    pub fn create(
        folder: &Path,
        problem: &Problem,
        parameters: &KeptParameters,
    ) -> Result<KeptSearch, StateError> {
        let folder = Folder::begin(folder, &SEARCH)?;
        let text = problem.to_string();
        folder.write(PROBLEM, text.as_bytes())?;
        let problem = checksum(text.as_bytes());
        let contents = Contents { problem, parameters: parameters.clone() };
        let checksum = Folder::checksum_of(&contents);
        Journal::open(&folder, FINISHED)?.0.append(&line::first(&checksum))?;
        folder.seal(PARAMETERS, &contents)?;
        KeptSearch::at(folder, parameters, &checksum)
    }

    /// Resumes the search in `folder`, with its problem and parameters. Changes nothing.
    ///
    /// # Errors
    /// If there is no search, another process uses the folder, or a file is damaged.
    pub fn resume(folder: &Path) -> Result<(KeptSearch, Problem, KeptParameters), StateError> {
        let folder = Folder::resume(folder, &SEARCH)?;
        let (contents, sum) = folder.unseal_with_checksum(PARAMETERS)?;
        let Contents { problem, parameters } = contents;
        let damaged = |what| StateError::Damaged { path: folder.path(PROBLEM), what };
        let text = folder.read(PROBLEM)?;
        if checksum(&text) != problem {
            return Err(damaged("it is not the problem with which the search began"));
        }
        let problem = String::from_utf8(text).ok().and_then(|text| text.parse().ok());
        let problem = problem.ok_or_else(|| damaged("it is no problem"))?;
        let kept = KeptSearch::at(folder, &parameters, &sum)?;
        Ok((kept, problem, parameters))
    }

    /// The search in `folder`, with these parameters, whose checksum is `sum`.
    fn at(
        folder: Folder,
        parameters: &KeptParameters,
        sum: &str,
    ) -> Result<KeptSearch, StateError> {
        let (journal, lines) = Journal::open(&folder, FINISHED)?;
        let damaged = |what| StateError::Damaged { path: folder.path(FINISHED), what };
        let [first, lines @ ..] = &*lines else {
            return Err(damaged("it is missing, or its beginning is"));
        };
        if *first != line::first(sum) {
            return Err(damaged("it belongs to another search"));
        }
        let now = line::latest(lines).ok_or_else(|| damaged("it is not what a search writes"))?;
        let open = |_| Tail::open(&folder, COVERS, now.bytes, now.checksum);
        let covers = parameters.emit.as_ref().map(open).transpose()?;
        let renewed = Instant::now();
        Ok(KeptSearch { folder, covers, journal, noted: now.clone(), now, renewed })
    }

    /// The covers in the parts that are done.
    pub fn covers(&self) -> u64 {
        self.now.covers
    }

    /// The parts that are left, in their order. `engine` must hold and ban the options of the
    /// question. The watch receives the pieces of the cut under way.
    ///
    /// # Errors
    /// If the next part is not what it was when the search was left, or the watch ends it.
    pub fn left(
        &self,
        engine: &mut dyn Engine,
        watch: &mut dyn Watch<[Part]>,
    ) -> Result<Vec<Part>, LeftError> {
        let Some(next) = &self.now.next else { return Ok(Vec::new()) };
        match Part::from_place_on(&next.place, engine, watch) {
            Ok(parts) if parts.first().is_some_and(|part| next.is(part)) => Ok(parts),
            Err(PartError::Stopped) => Err(LeftError::Stopped),
            _ => {
                let place = next.place.clone();
                Err(LeftError::OtherCuts { folder: self.folder().into(), place })
            }
        }
    }

    /// The place at which the search continues.
    pub fn next(&self) -> Option<&Place> {
        self.now.next.as_ref().map(|next| &next.place)
    }

    /// Cuts the next part, so that its first piece is the next part, which is smaller. `engine` and
    /// the watch are as for [`KeptSearch::left`].
    ///
    /// # Errors
    /// As [`KeptSearch::left`].
    pub fn cut_next(
        &mut self,
        engine: &mut dyn Engine,
        watch: &mut dyn Watch<[Part]>,
    ) -> Result<(), LeftError> {
        let left = self.left(engine, watch)?;
        let [next, behind @ ..] = &left[..] else { return Ok(()) };
        let pieces = next.cut(engine, watch).map_err(|_| LeftError::Stopped)?;
        self.now.next = pieces.first().or(behind.first()).map(Next::of);
        Ok(())
    }

    /// The file of the covers.
    pub fn covers_path(&self) -> PathBuf {
        self.folder.path(COVERS)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.location()
    }

    /// The text of the covers that there are, if they are written.
    ///
    /// # Errors
    /// If its file can't be opened.
    pub fn text(&self) -> Result<Option<impl Read + use<>>, StateError> {
        self.covers.as_ref().map(Tail::reader).transpose()
    }

    /// Adds the result of a part: the number of its covers, and their text if covers are written.
    /// `next` is the part after it.
    ///
    /// # Errors
    /// If it can't be written, or something could not be earlier: the search has to be resumed.
    pub fn add(&mut self, covers: u64, text: &[u8], next: Option<&Part>) -> Result<(), StateError> {
        if let Some(file) = &mut self.covers {
            if !text.is_empty() {
                file.write(text)?;
            }
            self.now.bytes = file.length();
        }
        // Only now: what could not be written is not found.
        self.now.covers += covers;
        self.now.next = next.map(Next::of);
        if next.is_some() && self.renewed.elapsed() < OFTEN { Ok(()) } else { self.note() }
    }

    /// Writes the current state to the journal, and all files to the disk.
    ///
    /// # Errors
    /// If it can't be written, or something could not be earlier.
    pub fn note(&mut self) -> Result<(), StateError> {
        self.renewed = Instant::now();
        if let Some(file) = &mut self.covers {
            self.now.checksum = file.checksum();
            file.sync()?;
        }
        if self.now != self.noted {
            self.journal.append(&self.now.text())?;
            self.noted = self.now.clone();
        }
        self.journal.sync()
    }
}
