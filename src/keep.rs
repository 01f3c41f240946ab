//! Folders in which long work keeps its state, so that it survives a kill and nothing else suffers
//! from it.
//!
//! ```text
//!      FOLDER/tourdion-state     the marker: "tourdion tour state 3"; locked by the process that
//!                                works here
//!      FOLDER/parameters.json    sealed: its own checksum beside what it says; there is something
//!                                to resume from it on
//!      FOLDER/finished           a journal: lines, each with a checksum of all lines up to it
//!      FOLDER/...                whatever else the kind of state has, each file with a checksum
//!                                somewhere
//! ```
//!
//! A [`Folder`] is new, empty, or has a marker of its [`FolderKind`] and version. Code that has one
//! may do four things in it: read a file, replace it whole ([`Draft`]), let it grow ([`Tail`],
//! [`Journal`]), and remove it.
//!
//! # What is never touched
//!
//! A folder without a marker of the right kind and version is refused as it is, unless it is empty.
//! In one with a marker only *plain files* are opened, replaced or removed, and only those whose
//! names belong to the kind: no folder, and nothing through a link. What a name of ours stands for
//! is looked at first, and a file is opened so that the system refuses a link that takes its place
//! in between. A new file is made so that the system refuses if anything has its name.
//!
//! # What is read is checked
//!
//! Nothing is believed without its checksum, and nothing is changed before all that is read at the
//! beginning is believed: a tail that was torn by a kill is cut off by the first write behind it,
//! and not when it is seen. So a damaged folder gives the same error each time, and can be mended.
//!
//! # What survives a kill
//!
//! A file that is replaced is written under another name, synchronised, renamed, and its folder
//! synchronised, so that its name stands for all of it or for what was there before. A tail has a
//! length and a checksum that somebody else keeps; a journal's lines carry their own.
//!
//! Deliberately lacking: what the files mean, and locks between machines.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

mod draft;
mod folder;
mod journal;
mod marker;
mod plain;
mod sealed;
mod tail;
mod watch;

pub use draft::Draft;
pub use folder::Folder;
pub use journal::Journal;
pub use marker::{FolderKind, MARKER};
pub use tail::Tail;
#[cfg(test)]
pub(crate) use watch::{Step, Watch};

/// What the name of a file that is not finished ends in.
pub(crate) const UNFINISHED: &str = ".tmp";

/// Why a folder or a file in it can't be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeepError {
    /// The system refuses something: no room, no permission, no such file.
    #[error("{}: {what}: {error}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What can't be done.
        what: &'static str,
        /// Why; part of this error's own words, and so not its source.
        error: io::Error,
    },
    /// A file is not what was written.
    #[error("{}: damaged: {what}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// How one sees it.
        what: &'static str,
    },
    /// A name of ours stands for a link, a folder or a device.
    #[error("{}: not a plain file, and so not of this program: it is left alone", .path.display())]
    Foreign {
        /// What it is.
        path: PathBuf,
    },
    /// Another process works in the folder.
    #[error("{}: another run works in this folder", .folder.display())]
    Locked {
        /// The folder.
        folder: PathBuf,
    },
    /// Something new needs a folder that is new or empty.
    #[error(
        "{}: not empty, there is `{}`: name another folder, or resume the {noun}",
        .folder.display(),
        .by.display().to_string().replace(char::is_control, "\u{fffd}")
    )]
    Occupied {
        /// The folder.
        folder: PathBuf,
        /// One of the things in it.
        by: OsString,
        /// What was to begin.
        noun: &'static str,
    },
    /// There is nothing to be resumed.
    #[error("{}: there is no {noun}", .folder.display())]
    Absent {
        /// The folder.
        folder: PathBuf,
        /// What was to be resumed.
        noun: &'static str,
    },
    /// The folder keeps something else, or in another version's way.
    #[error(
        "{}: it keeps the {found}, and this needs the {needed}: go on with the program that \
         began it, or name another folder",
        .folder.display()
    )]
    Version {
        /// The folder.
        folder: PathBuf,
        /// What the folder says that it is, as in "tour state 1".
        found: String,
        /// What was needed.
        needed: String,
    },
}

impl KeepError {
    pub(crate) fn io(path: &Path, what: &'static str, error: io::Error) -> KeepError {
        KeepError::Io { path: path.to_owned(), what, error }
    }
}

/// How many files this process may have open at once.
pub fn most_open_files() -> u64 {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::Nofile)
        .current
        .unwrap_or(u64::MAX);
    #[cfg(not(unix))]
    return 512; // what the C library of Windows grants
}
