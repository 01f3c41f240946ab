//! The marker: a file that shows whose folder it is, and in which version's way it is kept.
//!
//! ```text
//!      tourdion tour state 3
//! ```
//!
//! It is made so that the system refuses if anything has its name. Killed before its text is
//! written, it has a beginning of that text or nothing, which nobody can miss; so such a marker
//! alone in a folder is completed.

use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::KeepError;
use super::plain::{self, Access};

/// The name of the marker.
pub const MARKER: &str = "tourdion-state";

/// Folders of one program, before they had a marker, had this file, with a form in it.
const UNMARKED: &str = "parameters.json";

/// What a folder keeps.
#[derive(Clone, Copy, Debug)]
pub struct FolderKind {
    /// One word for it, as in "there is no tour".
    pub noun: &'static str,
    /// How it is kept. Another version's folders are refused.
    pub version: u32,
    /// The file from which on there is something to resume.
    pub settled: &'static str,
    /// Whether a name in the folder is one of its files, but for the marker. A file that is being
    /// written has `.tmp` behind its name, and that is asked for without it.
    pub is_ours: fn(&str) -> bool,
}

impl FolderKind {
    fn words(&self) -> String {
        format!("{} state {}", self.noun, self.version)
    }

    fn text(&self) -> String {
        format!("tourdion {}\n", self.words())
    }
}

/// Makes the marker in `folder`, in which there is nothing else. If another process has just made
/// it, it is as if it had been there.
pub(super) fn make(folder: &Path, kind: &FolderKind) -> Result<(), KeepError> {
    let path = folder.join(MARKER);
    match plain::create(&path) {
        Ok(file) => write(&path, &file, kind),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(KeepError::io(&path, "can't be created", error)),
    }
}

fn write(path: &Path, mut file: &File, kind: &FolderKind) -> Result<(), KeepError> {
    let mut write = || {
        file.seek(SeekFrom::Start(0))?;
        file.write_all(kind.text().as_bytes())?;
        file.sync_all()
    };
    write().map_err(|error| KeepError::io(path, "can't be written", error))
}

/// The marker of `folder`, locked for this process as long as the file is open; `None` if there is
/// none.
///
/// With `may_complete`, the folder has nothing else, and a marker that was torn by a kill is
/// completed.
///
/// # Errors
/// If the marker is of another kind or version, or another process has locked it.
pub(super) fn lock(
    folder: &Path,
    kind: &FolderKind,
    may_complete: bool,
) -> Result<Option<File>, KeepError> {
    let path = folder.join(MARKER);
    let access = if may_complete { Access::ReadWrite } else { Access::Read };
    let Some(file) = plain::open(&path, access)? else {
        return unmarked(folder, kind).map_or(Ok(None), Err);
    };
    match try_lock(&file) {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(KeepError::Locked { folder: folder.to_owned() });
        }
        Err(TryLockError::Error(error)) => {
            return Err(KeepError::io(&path, "can't be locked", error));
        }
    }
    let mut text = String::new();
    let read = (&file).take(1 << 10).read_to_string(&mut text);
    match read {
        Err(error) if error.kind() != ErrorKind::InvalidData => {
            return Err(KeepError::io(&path, "can't be read", error));
        }
        Err(_) => text.clear(),
        Ok(_) if text == kind.text() => return Ok(Some(file)),
        Ok(_) if may_complete && kind.text().starts_with(&text) => {
            write(&path, &file, kind)?;
            return Ok(Some(file));
        }
        Ok(_) => {}
    }
    let found = text.strip_prefix("tourdion ").and_then(|text| text.strip_suffix('\n'));
    let found = found.filter(|found| is_words(found));
    Err(match found {
        Some(found) => KeepError::Version {
            folder: folder.to_owned(),
            found: found.to_owned(),
            needed: kind.words(),
        },
        None => {
            KeepError::Damaged { path, what: "it is not the marker of a folder of this program" }
        }
    })
}

/// Whether the text is a noun, "state" and a number.
fn is_words(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    matches!(*words, [noun, "state", version]
        if noun.bytes().all(|byte| byte.is_ascii_lowercase()) && version.parse::<u32>().is_ok())
}

/// What is wrong with a folder without a marker, if it is one of a version that had none.
fn unmarked(folder: &Path, kind: &FolderKind) -> Option<KeepError> {
    let file = plain::open(&folder.join(UNMARKED), Access::Read).ok()??;
    let mut text = String::new();
    file.take(1 << 20).read_to_string(&mut text).ok()?;
    let found = [("tour", "tourdion tour parameters 1"), ("search", "tourdion cover parameters 1")];
    let (noun, _) = found.into_iter().find(|(_, form)| text.contains(form))?;
    let found = format!("{noun} state 1");
    Some(KeepError::Version { folder: folder.to_owned(), found, needed: kind.words() })
}

/// Locks a file for this process. Tries for half a second: a process that is being started has for
/// a moment all files of the one that starts it, and with them a lock that this one has just given
/// up; and a killed one is not gone at once.
fn try_lock(file: &File) -> Result<(), TryLockError> {
    for _ in 0..50 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(10)),
            locked => return locked,
        }
    }
    file.try_lock()
}
