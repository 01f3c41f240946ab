//! How far a tour has come: the file `tour.json`, the names of the other files, and the lock.
//!
//! ```text
//!      {"format": "tourdion tour 1", "phase": 2, "block": 256, "parameters": "{-1+1}x3",
//!       "input": {"records": 1024, "checksum": "00c0…"}}
//! ```
//!
//! It is written as every file is, whole or not at all, when a tour begins and at the end of each phase. What the
//! input says is compared with the file `phase-1.sorted`, so that no other can take its place.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::SeenError;
use super::disk::{Disk, UNFINISHED};
use super::run::Run;

/// Says which program wrote the file, and in which of its forms.
const FORMAT: &str = "tourdion tour 1";

const STATE: &str = "tour.json";
pub(in super::super) const LOCK: &str = "lock";

/// The contents of `tour.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct State {
    format: String,
    /// The phase that is running.
    pub(super) phase: u64,
    /// Records in a block.
    pub(super) block: u64,
    pub(super) parameters: String,
    /// The set of the phase before, if there is one.
    pub(super) input: Option<Fingerprint>,
}

/// What a sorted file is known by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Fingerprint {
    records: u64,
    checksum: String,
}

impl Fingerprint {
    pub(super) fn of(run: &Run) -> Fingerprint {
        Fingerprint { records: run.records, checksum: format!("{:032x}", run.checksum) }
    }
}

impl State {
    pub(super) fn new(phase: u64, block: u64, parameters: &str, input: Option<Fingerprint>) -> State {
        State { format: FORMAT.to_owned(), phase, block, parameters: parameters.to_owned(), input }
    }

    /// Replaces the state on the disk by this one.
    pub(super) fn write(&self, disk: &Disk) -> Result<(), SeenError> {
        let mut text = serde_json::to_vec(self).expect("numbers and strings can be written as JSON");
        text.push(b'\n');
        let mut draft = disk.draft(STATE)?;
        draft.write(&text)?;
        draft.finish()
    }

    /// Reads the state in `folder`.
    pub(super) fn read(folder: &Path) -> Result<State, SeenError> {
        let path = folder.join(STATE);
        let text = fs::read(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => SeenError::NoTour { folder: folder.to_owned() },
            _ => SeenError::io(&path, "can't be read", error),
        })?;
        let state = serde_json::from_slice::<State>(&text).ok();
        state.filter(|state| state.format == FORMAT && (state.phase == 0) == state.input.is_none()).ok_or(
            SeenError::Damaged { path, what: "it is not the state of a tour, or one of another version" },
        )
    }
}

/// Makes `folder` if need be, and checks that there is nothing in it.
pub(super) fn make_vacant(folder: &Path) -> Result<(), SeenError> {
    fs::create_dir_all(folder).map_err(|error| SeenError::io(folder, "can't be created", error))?;
    let entries = fs::read_dir(folder).map_err(|error| SeenError::io(folder, "can't be listed", error))?;
    for entry in entries {
        let entry = entry.map_err(|error| SeenError::io(folder, "can't be listed", error))?;
        // Left by a run that was killed before its tour began.
        let is_beginning = entry.file_name() == LOCK
            || entry.file_name().to_str().is_some_and(|name| name.strip_suffix(UNFINISHED) == Some(STATE));
        if !is_beginning {
            return Err(SeenError::Occupied { folder: folder.to_owned(), by: entry.file_name() });
        }
    }
    if let Some(parent) = folder.parent()
        && cfg!(unix)
    {
        // So that the folder too outlasts a power cut. A parent that can't be opened can't be helped.
        let _ = File::open(parent).and_then(|parent| parent.sync_all());
    }
    Ok(())
}

/// Locks `folder` for this process, as long as the file is open.
pub(in super::super) fn lock(folder: &Path) -> Result<File, SeenError> {
    let path = folder.join(LOCK);
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(|error| SeenError::io(&path, "can't be opened", error))?;
    match try_lock(&file) {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(SeenError::Locked { folder: folder.to_owned() }),
        Err(TryLockError::Error(error)) => Err(SeenError::io(&path, "can't be locked", error)),
    }
}

/// Locks a file for this process. Tries for half a second: a process that is being started has for a moment all files of
/// the one that starts it, and with them a lock that this one has just given up; and a killed one is not gone at once.
fn try_lock(file: &File) -> Result<(), TryLockError> {
    for _ in 0..50 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(10)),
            locked => return locked,
        }
    }
    file.try_lock()
}

/// The files beside the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Name {
    /// A part of what a phase has found: `phase-2.run-17`.
    Run { phase: u64, number: u64 },
    /// All that a phase has found: `phase-2.sorted`.
    Sorted { phase: u64 },
}

impl Name {
    /// Whose name `text` is; `None` of foreign files, which are left alone.
    pub(super) fn read(text: &str) -> Option<Name> {
        let (phase, kind) = text.strip_prefix("phase-")?.split_once('.')?;
        let phase = phase.parse().ok()?;
        let name = match kind.strip_prefix("run-") {
            Some(number) => Name::Run { phase, number: number.parse().ok()? },
            None => Name::Sorted { phase },
        };
        (name.to_string() == text).then_some(name)
    }

    /// Whether `text` is that of a file of ours that was being written.
    pub(super) fn is_unfinished(text: &str) -> bool {
        text.strip_suffix(UNFINISHED).is_some_and(|name| name == STATE || Name::read(name).is_some())
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Name::Run { phase, number } => write!(f, "phase-{phase}.run-{number}"),
            Name::Sorted { phase } => write!(f, "phase-{phase}.sorted"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_written() {
        for name in [Name::Run { phase: 2, number: 17 }, Name::Sorted { phase: 0 }] {
            assert_eq!(Name::read(&name.to_string()), Some(name));
            assert!(Name::is_unfinished(&format!("{name}.tmp")));
        }
        for foreign in
            ["", "phase-2", "phase-2.run-", "phase-02.sorted", "phase-2.run-+1", "phase-2.sorted.tmp"]
        {
            assert_eq!(Name::read(foreign), None, "{foreign}");
        }
        assert!(Name::is_unfinished("tour.json.tmp") && !Name::is_unfinished("notes.tmp"));
    }
}
