//! A search kept in a folder, so that it can be resumed after an interrupt, a kill or a power cut.
//!
//! ```text
//!      FOLDER/tourdion-state     the marker, locked by the process that works here
//!      FOLDER/problem.txt        the problem, in Knuth's form
//!      FOLDER/parameters.json    the question, sealed; there is a search from this file on
//!      FOLDER/covers.txt         the covers, if requested
//!      FOLDER/finished           a line whenever some parts are: where to resume, and the
//!                                results so far
//! ```
//!
//! The parts of a search have an order, and are the same in each run. So the place of the next part
//! is enough: resuming makes the parts behind it again, cuts `covers.txt` to its length at that
//! time, and continues writing.
//!
//! Invariant: a line of `finished` is written after its data is on the disk. Resuming compares all
//! files with their checksums before anything changes: `problem.txt` has its own in
//! `parameters.json`, `covers.txt` in each line of `finished`.
//!
//! Deliberately lacking: unfinished parts. A part takes seconds at most, and is searched again.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use serde::{Deserialize, Serialize};
use tourdion::cover::Problem;
use tourdion::cover::share::parts::Part;
use tourdion::keep::{Folder, FolderKind, Journal, KeepError, Tail};
use xxhash_rust::xxh3::xxh3_128;

use super::printer::Emit;
pub(super) use line::{Line, Next};

mod line;

const PROBLEM: &str = "problem.txt";
const PARAMETERS: &str = "parameters.json";
const COVERS: &str = "covers.txt";
const FINISHED: &str = "finished";

/// A folder with a search. The way of cutting searches belongs to its version.
const SEARCH: FolderKind = FolderKind { noun: "search", version: 2, settled: PARAMETERS, is_ours };

fn is_ours(name: &str) -> bool {
    [PROBLEM, COVERS, FINISHED].contains(&name)
}

/// The longest wait of finished parts for their line.
const OFTEN: Duration = Duration::from_millis(500);

/// Bytes of covers handed on at once.
const BUFFER: usize = 64 << 10;

/// The contents of `parameters.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parameters {
    /// The checksum of the problem.
    problem: String,
    /// The form of the covers; `None` if they are counted.
    pub(super) emit: Option<Emit>,
    pub(super) engine: String,
    pub(super) hold: Vec<u64>,
    pub(super) ban: Vec<u64>,
}

impl Parameters {
    pub(super) fn new(
        problem: &Problem,
        emit: Option<Emit>,
        engine: &str,
        [hold, ban]: [Vec<u64>; 2],
    ) -> Parameters {
        let problem = checksum(problem.to_string().as_bytes());
        Parameters { problem, emit, engine: engine.to_owned(), hold, ban }
    }
}

fn checksum(text: &[u8]) -> String {
    format!("{:032x}", xxh3_128(text))
}

/// A search in a folder.
pub(super) struct Kept {
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

impl Kept {
    /// Begins a search in `folder`, which is made if necessary.
    ///
    /// # Errors
    /// If the folder has other content, another process uses it, or it can't be written.
    pub(super) fn create(
        folder: &Path,
        problem: &Problem,
        parameters: &Parameters,
    ) -> anyhow::Result<Kept> {
        let folder = Folder::begin(folder, &SEARCH)?;
        folder.write(PROBLEM, problem.to_string().as_bytes())?;
        folder.seal(PARAMETERS, parameters)?;
        Kept::at(folder, parameters)
    }

    /// Resumes the search in `folder`, with its problem and parameters. Changes nothing.
    ///
    /// # Errors
    /// If there is none, another process uses it, or it differs from what was written.
    pub(super) fn resume(folder: &Path) -> anyhow::Result<(Kept, Problem, Parameters)> {
        let folder = Folder::resume(folder, &SEARCH)?;
        let parameters: Parameters = folder.unseal(PARAMETERS)?;
        let damaged = |what| KeepError::Damaged { path: folder.path(PROBLEM), what };
        let text = folder.read(PROBLEM)?;
        if checksum(&text) != parameters.problem {
            return Err(damaged("it is not the problem with which the search began").into());
        }
        let problem = String::from_utf8(text).ok().and_then(|text| text.parse().ok());
        let problem = problem.ok_or_else(|| damaged("it is no problem"))?;
        let kept = Kept::at(folder, &parameters)?;
        Ok((kept, problem, parameters))
    }

    fn at(folder: Folder, parameters: &Parameters) -> anyhow::Result<Kept> {
        let (journal, lines) = Journal::open(&folder, FINISHED)?;
        let now = line::latest(&lines).ok_or_else(|| KeepError::Damaged {
            path: folder.path(FINISHED),
            what: "it is not what a search writes",
        })?;
        let open = |_| Tail::open(&folder, COVERS, now.bytes, now.checksum);
        let covers = parameters.emit.map(open).transpose()?;
        let renewed = Instant::now();
        Ok(Kept { folder, covers, journal, noted: now.clone(), now, renewed })
    }

    /// What there is by now.
    pub(super) fn now(&self) -> &Line {
        &self.now
    }

    /// The file of the covers.
    pub(super) fn covers_path(&self) -> PathBuf {
        self.folder.path(COVERS)
    }

    pub(super) fn folder(&self) -> &Path {
        self.folder.location()
    }

    /// Passes the text of the covers so far to `print`.
    ///
    /// # Errors
    /// If it can't be read, and those of `print`.
    pub(super) fn show(
        &self,
        print: &mut dyn FnMut(&[u8]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Some(covers) = &self.covers else { return Ok(()) };
        let (mut reader, mut buffer) = (covers.reader()?, vec![0; BUFFER]);
        loop {
            let read = reader.read(&mut buffer);
            let read = read
                .context("can't be read")
                .with_context(|| self.covers_path().display().to_string())?;
            if read == 0 {
                return Ok(());
            }
            print(&buffer[..read])?;
        }
    }

    /// Adds the results of a part: the number of covers, and their text if requested. `next` is the
    /// part behind it.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn add(
        &mut self,
        covers: u64,
        text: &[u8],
        next: Option<&Part>,
    ) -> anyhow::Result<()> {
        self.now.covers += covers;
        if let Some(file) = &mut self.covers {
            if !text.is_empty() {
                file.write(text)?;
            }
            self.now.bytes = file.length();
        }
        self.now.next = next.map(Next::of);
        if next.is_some() && self.renewed.elapsed() < OFTEN { Ok(()) } else { self.note() }
    }

    /// Writes a line for the current state, if there is none yet. The files then have nothing
    /// beyond it.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn note(&mut self) -> anyhow::Result<()> {
        self.renewed = Instant::now();
        if let Some(file) = &mut self.covers {
            self.now.checksum = file.checksum();
            file.sync()?;
        }
        if self.now != self.noted {
            self.journal.append(&self.now.text())?;
            self.noted = self.now.clone();
        }
        Ok(self.journal.sync()?)
    }
}
