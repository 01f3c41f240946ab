//! A search that is kept in a folder, so that it can be gone on with after an interrupt, a kill or a power cut.
//!
//! ```text
//!      FOLDER/lock               locked by the process that works here
//!      FOLDER/problem.txt        the problem, in Knuth's form
//!      FOLDER/parameters.json    what is asked of it; there is a search from this file on
//!      FOLDER/covers.txt         the covers, if they are asked for
//!      FOLDER/finished           a line whenever some parts are: where to go on, and what there is by then
//! ```
//!
//! The parts of a search come in an order, and are the same in each run. So the place of the next one says all: whoever goes on
//! makes the parts behind it once more, cuts `covers.txt` to the length that it had then, and writes on.
//!
//! Invariant: a line of `finished` is written after what it speaks of is on the disk.
//!
//! Deliberately lacking: what is not finished. A part takes seconds at the most, and is searched again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};
use tourdion::cover::Problem;
use tourdion::cover::parts::Part;
use xxhash_rust::xxh3::xxh3_128;

use super::press::Emit;
use journal::Journal;
pub(super) use journal::{Line, Next};

mod journal;

/// Says which program wrote the folder, and in which of its forms. How searches are cut belongs to it.
const FORMAT: &str = "tourdion cover parameters 1";

const LOCK: &str = "lock";
const PROBLEM: &str = "problem.txt";
const PARAMETERS: &str = "parameters.json";
const DRAFT: &str = "parameters.json.tmp";
const COVERS: &str = "covers.txt";

/// How long finished parts may wait for their line.
const OFTEN: Duration = Duration::from_millis(500);

/// The contents of `parameters.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Parameters {
    format: String,
    /// The checksum of the problem.
    problem: String,
    /// How covers are written; `None` if they are counted.
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
        Parameters { format: FORMAT.to_owned(), problem, emit, engine: engine.to_owned(), hold, ban }
    }
}

fn checksum(text: &[u8]) -> String {
    format!("{:032x}", xxh3_128(text))
}

/// A search in a folder.
pub(super) struct Kept {
    folder: PathBuf,
    /// Where covers are written, if they are asked for.
    covers: Option<BufWriter<File>>,
    journal: Journal,
    /// What there is by now, and by the latest line.
    now: Line,
    renewed: Instant,
    /// Open, and so locked, as long as the search is there.
    _lock: File,
}

impl Kept {
    /// Begins a search in `folder`, which is made if need be.
    ///
    /// # Errors
    /// If there is anything else in the folder, another process has it, or it can't be written.
    pub(super) fn create(folder: &Path, problem: &Problem, parameters: &Parameters) -> anyhow::Result<Kept> {
        let name = || folder.display().to_string();
        fs::create_dir_all(folder).context("can't be created").with_context(name)?;
        for entry in fs::read_dir(folder).context("can't be listed").with_context(name)? {
            let entry = entry.context("can't be listed").with_context(name)?.file_name();
            // Of a search that was killed before it began.
            if !entry.to_str().is_some_and(|entry| [LOCK, PROBLEM, DRAFT].contains(&entry)) {
                let entry = entry.display();
                bail!("{}: not empty, there is `{entry}`: name another folder, or resume the search", name());
            }
        }
        let lock = lock(folder)?;
        let write = || {
            let mut file = File::create(folder.join(PROBLEM))?;
            file.write_all(problem.to_string().as_bytes())?;
            file.sync_all()?;
            let draft = folder.join(DRAFT);
            let mut file = File::create(&draft)?;
            let text = serde_json::to_string_pretty(parameters)?;
            file.write_all(format!("{text}\n").as_bytes())?;
            file.sync_all()?;
            fs::rename(&draft, folder.join(PARAMETERS))?;
            if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
        };
        write().context("can't be written").with_context(name)?;
        Kept::at(folder, parameters, lock)
    }

    /// Goes on with the search in `folder`: what it is, and of which problem.
    ///
    /// # Errors
    /// If there is none, another process has it, or it is not what was written.
    pub(super) fn resume(folder: &Path) -> anyhow::Result<(Kept, Problem, Parameters)> {
        let name = |file: &str| folder.join(file).display().to_string();
        ensure!(fs::exists(folder.join(PARAMETERS)).unwrap_or(false), "{}: there is no search", name(""));
        let lock = lock(folder)?;
        let read =
            |file: &str| fs::read(folder.join(file)).context("can't be read").with_context(|| name(file));
        let parameters: Parameters = serde_json::from_slice(&read(PARAMETERS)?)
            .context("it is not that of a search")
            .with_context(|| name(PARAMETERS))?;
        ensure!(parameters.format == FORMAT, "{}: it is of another version of the program", name(PARAMETERS));
        let text = read(PROBLEM)?;
        ensure!(
            checksum(&text) == parameters.problem,
            "{}: it is not the problem with which the search began",
            name(PROBLEM)
        );
        let problem = String::from_utf8(text).ok().and_then(|text| text.parse().ok());
        let problem = problem.with_context(|| format!("{}: it is no problem", name(PROBLEM)))?;
        let kept = Kept::at(folder, &parameters, lock)?;
        Ok((kept, problem, parameters))
    }

    fn at(folder: &Path, parameters: &Parameters, lock: File) -> anyhow::Result<Kept> {
        let journal = Journal::open(folder)?;
        let now = journal.latest().clone();
        let covers = parameters.emit.map(|_| open_at(&folder.join(COVERS), now.bytes)).transpose()?;
        let renewed = Instant::now();
        Ok(Kept { folder: folder.to_owned(), covers, journal, now, renewed, _lock: lock })
    }

    /// What there is by now.
    pub(super) fn now(&self) -> &Line {
        &self.now
    }

    /// The file of the covers.
    pub(super) fn covers_path(&self) -> PathBuf {
        self.folder.join(COVERS)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Takes what was found in a part: so many covers, and their text if they are asked for. `next` is the part behind it.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn add(&mut self, covers: u64, text: &[u8], next: Option<&Part>) -> anyhow::Result<()> {
        self.now.covers += covers;
        if let Some(file) = &mut self.covers {
            file.write_all(text)
                .context("can't be written")
                .with_context(|| self.folder.join(COVERS).display().to_string())?;
            self.now.bytes += text.len() as u64;
        }
        self.now.next = next.map(Next::of);
        if next.is_some() && self.renewed.elapsed() < OFTEN { Ok(()) } else { self.note() }
    }

    /// Writes a line for what there is, if there is none.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn note(&mut self) -> anyhow::Result<()> {
        self.renewed = Instant::now();
        if self.now == *self.journal.latest() {
            return Ok(());
        }
        if let Some(file) = &mut self.covers {
            let written = file.flush().and_then(|()| file.get_ref().sync_data());
            written
                .context("can't be written")
                .with_context(|| self.folder.join(COVERS).display().to_string())?;
        }
        self.journal.append(&self.now)
    }
}

/// Opens the file to be written on from `length` on; what is behind that goes.
fn open_at(path: &Path, length: u64) -> anyhow::Result<BufWriter<File>> {
    let open = || {
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        let found = file.metadata()?.len();
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        Ok::<_, std::io::Error>((file, found))
    };
    let (file, found) = open().context("can't be opened").with_context(|| path.display().to_string())?;
    ensure!(found >= length, "{}: damaged: it has {found} bytes, and had {length}", path.display());
    Ok(BufWriter::new(file))
}

/// Locks `folder` for this process, as long as the file is open. Tries for half a second: a process that was killed is
/// not gone at once.
fn lock(folder: &Path) -> anyhow::Result<File> {
    let path = folder.join(LOCK);
    let name = || path.display().to_string();
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    let file = file.context("can't be opened").with_context(name)?;
    for _ in 0..50 {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(10)),
            Err(TryLockError::Error(error)) => {
                return Err(error).context("can't be locked").with_context(name);
            }
        }
    }
    bail!("{}: another run works in this folder", folder.display())
}
