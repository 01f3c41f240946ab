//! Folders with the state of long work, which survives a kill and harms no other files.
//!
//! ```text
//!      FOLDER/tourdion-state     the marker: "tourdion tour state 8"; locked by the process that
//!                                works here
//!      FOLDER/parameters.json    sealed: content with its checksum; there is something
//!                                to resume from it on
//!      FOLDER/finished           a journal: lines, each with a checksum of all lines up to it
//!      FOLDER/...                other files of the kind of state, each with a checksum
//!                                somewhere
//! ```
//!
//! A [`Folder`] is new, empty, or has a marker of its [`FolderKind`] and version. It allows four
//! things: reading a file, replacing it whole ([`Draft`]), letting it grow ([`Tail`], [`Journal`]),
//! and removing it.
//!
//! # What is never touched
//!
//! A folder without a marker of the right kind and version is refused unchanged, unless it is
//! empty. In a folder with a marker only *plain files* are opened, replaced or removed, and only
//! those whose names belong to the kind: no folder, and nothing through a link. The entry is
//! examined first, and a file is opened so that the system refuses a link that takes its place in
//! between. A new file is made so that the system refuses if its name is taken.
//!
//! # What is read is checked
//!
//! Nothing is used without checking its checksum, and nothing is changed before everything read at
//! the start is checked: the first write after a torn tail cuts it off, not the read that finds it.
//! So a damaged folder gives the same error each time, and can be repaired.
//!
//! # What survives a kill
//!
//! A replacement is written under another name, synchronised, renamed, and its folder synchronised,
//! so its name stands for the whole new file or for the old one. A tail's length and checksum are
//! kept elsewhere; a journal's lines carry their own.
//!
//! Deliberately lacking: the meaning of the files, and locks between machines.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use crate::excerpt::PathName;

mod disk;
mod draft;
mod folder;
mod journal;
mod marker;
mod plain;
mod sealed;
mod tail;

#[cfg(test)]
pub(crate) use disk::{DiskStep, TestDisk};
pub use draft::Draft;
pub use folder::Folder;
pub use journal::Journal;
pub use marker::{FolderKind, MARKER};
pub use tail::Tail;

/// The ending of the name of an unfinished file.
pub(crate) const UNFINISHED: &str = ".tmp";

/// Why a folder or a file in it can't be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// The system refuses an operation: no space, no permission, no such file.
    #[error("{}: {what}: {error}", PathName(.path))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The operation.
        what: &'static str,
        /// The reason; part of this error's own message, and so not its source.
        error: io::Error,
    },
    /// A file differs from what was written.
    #[error("{}: damaged: {what}", PathName(.path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The evidence.
        what: &'static str,
    },
    /// One of our names belongs to a link, a folder or a device.
    #[error("{}: not a plain file, and so not of this program: it is left alone", PathName(.path))]
    Foreign {
        /// Its path.
        path: PathBuf,
    },
    /// Another process works in the folder.
    #[error("{}: another run works in this folder", PathName(.folder))]
    Locked {
        /// The folder.
        folder: PathBuf,
    },
    /// New work needs a folder that is new or empty.
    #[error(
        "{}: not empty, there is `{}`: name another folder",
        PathName(.folder),
        PathName(.by.as_ref())
    )]
    Occupied {
        /// The folder.
        folder: PathBuf,
        /// One of its entries.
        by: OsString,
    },
    /// The folder keeps work of this kind, which can be resumed.
    #[error("{}: it keeps a {noun}: resume it, or name another folder", PathName(.folder))]
    Kept {
        /// The folder.
        folder: PathBuf,
        /// The work that it keeps.
        noun: &'static str,
    },
    /// The work ended before there was anything to resume.
    #[error(
        "{}: the {noun} ended while it read its input: begin it again in this folder",
        PathName(.folder)
    )]
    Unsettled {
        /// The folder.
        folder: PathBuf,
        /// The work to begin.
        noun: &'static str,
    },
    /// There is nothing to resume.
    #[error("{}: there is no {noun}", PathName(.folder))]
    Absent {
        /// The folder.
        folder: PathBuf,
        /// The work to resume.
        noun: &'static str,
    },
    /// The folder keeps other work, or another version.
    #[error(
        "{}: it keeps the {found}, and this needs the {needed}: go on with the {} that began it, \
         or name another folder",
        PathName(.folder),
        if kind_of(.found) == kind_of(.needed) { "program" } else { "command" }
    )]
    Version {
        /// The folder.
        folder: PathBuf,
        /// The folder's own claim, as in "tour state 1".
        found: String,
        /// The claim needed.
        needed: String,
    },
}

/// The kind of work in a claim: `tour` in "tour state 1".
fn kind_of(claim: &str) -> Option<&str> {
    claim.split(' ').next()
}

impl StateError {
    pub(crate) fn io(path: &Path, what: &'static str, error: io::Error) -> StateError {
        StateError::Io { path: path.to_owned(), what, error }
    }
}

/// The most files that this process may have open at once.
pub fn most_open_files() -> u64 {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::Nofile)
        .current
        .unwrap_or(u64::MAX);
    #[cfg(not(unix))]
    return 512; // the limit of the C library of Windows
}
