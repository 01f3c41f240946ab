//! The marker: a file that names the program of a folder, and the version of its content.
//!
//! ```text
//!      tourdion tour state 8
//! ```
//!
//! It is made so that the system refuses if its name is taken. After a kill during writing it has a
//! prefix of its text, perhaps empty, which loses nothing; so such a marker is completed if it is
//! alone in its folder, or the user reads that the work can begin again there.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::StateError;
use super::plain::{self, Access};

/// The name of the marker.
pub const MARKER: &str = "tourdion-state";

/// Before there were markers, folders of this program had this file, with a form in it.
const UNMARKED: &str = "parameters.json";

/// The content of a folder.
#[derive(Clone, Copy, Debug)]
pub struct FolderKind {
    /// One word for it, as in "there is no tour".
    pub noun: &'static str,
    /// The version of the content. Folders of other versions are refused.
    pub version: u32,
    /// The file whose presence means that there is something to resume.
    pub settled: &'static str,
    /// Whether a name in the folder is one of its files other than the marker. For a file being
    /// written, the name is passed without its `.tmp`.
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

/// Makes the marker in `folder`, which is otherwise empty. If another process has just made one,
/// that counts as an existing marker.
pub(super) fn make(folder: &Path, kind: &FolderKind) -> Result<(), StateError> {
    let path = folder.join(MARKER);
    match plain::create(&path) {
        Ok(file) => write(&path, &file, kind),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(StateError::io(&path, "can't be created", error)),
    }
}

fn write(path: &Path, mut file: &File, kind: &FolderKind) -> Result<(), StateError> {
    let mut write = || {
        file.seek(SeekFrom::Start(0))?;
        file.write_all(kind.text().as_bytes())?;
        file.sync_all()
    };
    write().map_err(|error| StateError::io(path, "can't be written", error))
}

/// The marker of `folder`, locked for this process as long as the file is open; `None` if there is
/// none.
///
/// With `may_complete`, the folder has nothing else, and a torn marker is completed.
///
/// # Errors
/// If the marker is of another kind or version, or torn and not completed, or if another process
/// has locked it.
pub(super) fn lock(
    folder: &Path,
    kind: &FolderKind,
    may_complete: bool,
) -> Result<Option<File>, StateError> {
    let path = folder.join(MARKER);
    let access = if may_complete { Access::ReadWrite } else { Access::Read };
    let Some(file) = plain::open(&path, access)? else {
        return unmarked(folder, kind).map_or(Ok(None), Err);
    };
    match try_lock(&file) {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(StateError::Locked { folder: folder.to_owned() });
        }
        Err(TryLockError::Error(error)) => {
            return Err(StateError::io(&path, "can't be locked", error));
        }
    }
    let mut text = String::new();
    let read = (&file).take(1 << 10).read_to_string(&mut text);
    match read {
        Err(error) if error.kind() != ErrorKind::InvalidData => {
            return Err(StateError::io(&path, "can't be read", error));
        }
        Err(_) => text.clear(),
        Ok(_) if text == kind.text() => return Ok(Some(file)),
        Ok(_) if may_complete && kind.text().starts_with(&text) => {
            write(&path, &file, kind)?;
            return Ok(Some(file));
        }
        Ok(_) if kind.text().starts_with(&text) && is_alone_in(folder) => {
            return Err(StateError::Unsettled { folder: folder.to_owned(), noun: kind.noun });
        }
        Ok(_) => {}
    }
    let found = text.strip_prefix("tourdion ").and_then(|text| text.strip_suffix('\n'));
    let found = found.filter(|found| is_words(found));
    Err(match found {
        Some(found) => StateError::Version {
            folder: folder.to_owned(),
            found: found.to_owned(),
            needed: kind.words(),
        },
        None => {
            StateError::Damaged { path, what: "it is not the marker of a folder of this program" }
        }
    })
}

/// Whether there is nothing in the folder but its marker.
fn is_alone_in(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| entries.count() == 1)
}

/// Whether the text is a noun, "state" and a number.
fn is_words(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    matches!(*words, [noun, "state", version]
        if noun.bytes().all(|byte| byte.is_ascii_lowercase()) && version.parse::<u32>().is_ok())
}

/// The error for a folder without a marker, if it is of a version that had none.
fn unmarked(folder: &Path, kind: &FolderKind) -> Option<StateError> {
    let file = plain::open(&folder.join(UNMARKED), Access::Read).ok()??;
    let mut text = String::new();
    file.take(1 << 20).read_to_string(&mut text).ok()?;
    let found = [("tour", "tourdion tour parameters 1"), ("search", "tourdion cover parameters 1")];
    let (noun, _) = found.into_iter().find(|(_, form)| text.contains(form))?;
    let found = format!("{noun} state 1");
    Some(StateError::Version { folder: folder.to_owned(), found, needed: kind.words() })
}

/// Locks a file for this process. Tries for half a second: a starting process briefly shares all
/// files of its parent, and with them a lock that the parent has just released; and a killed
/// process does not vanish at once.
fn try_lock(file: &File) -> Result<(), TryLockError> {
    for _ in 0..50 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(10)),
            locked => return locked,
        }
    }
    file.try_lock()
}
