//! Files that exist whole or not at all.
//!
//! ```text
//!      NAME.tmp written ─▶ synchronised ─▶ renamed to NAME ─▶ the folder synchronised
//! ```
//!
//! A file `NAME` is complete: it gets its name only after its bytes are on the disk. A file ending
//! in `.tmp` is left by a killed run, and is worthless. After the last step the file survives even
//! a power cut.
//!
//! Deliberately lacking: buffers; a [`Draft`] receives bytes by the thousand.

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;

use super::disk::DiskStep;
use super::{Folder, StateError, UNFINISHED, plain};

/// A file being written, which gets its name only when it is finished. Dropping it earlier removes
/// it.
#[derive(Debug)]
pub struct Draft {
    folder: Folder,
    file: File,
    /// Its path while it is written.
    from: PathBuf,
    /// Its final path.
    to: PathBuf,
    is_finished: bool,
}

impl Folder {
    /// Begins the file `name`. Removes the rest of an earlier draft.
    ///
    /// # Errors
    /// If it can't be written, or it or its draft is not a plain file.
    pub fn draft(&self, name: &str) -> Result<Draft, StateError> {
        self.make_temporary()?;
        let (to, from) = (self.path(name), self.path(&format!("{name}{UNFINISHED}")));
        plain::is_there(&to)?;
        plain::remove(&from)?;
        let file = self
            .before(&DiskStep::Create, &from)
            .and_then(|()| plain::create(&from))
            .map_err(|error| StateError::io(&from, "can't be created", error))?;
        Ok(Draft { folder: self.clone(), file, from, to, is_finished: false })
    }

    /// Replaces the file `name` by `bytes`.
    ///
    /// # Errors
    /// As [`Folder::draft`].
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), StateError> {
        let mut draft = self.draft(name)?;
        draft.write(bytes)?;
        draft.finish()
    }
}

impl Draft {
    /// Appends `bytes`.
    ///
    /// # Errors
    /// If they can't be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        self.folder
            .before(&DiskStep::Write(bytes), &self.from)
            .and_then(|()| self.file.write_all(bytes))
            .map_err(|error| StateError::io(&self.from, "can't be written", error))
    }

    /// Gives the file its name. In a lasting folder it then survives even a power cut.
    ///
    /// # Errors
    /// If it can't be written or renamed.
    pub fn finish(mut self) -> Result<(), StateError> {
        let is_lasting = self.folder.is_lasting();
        if is_lasting {
            self.folder
                .sync(&DiskStep::Sync, &self.from, &self.file)
                .map_err(|error| StateError::io(&self.from, "can't be written", error))?;
        }
        self.folder
            .before(&DiskStep::Rename(&self.to), &self.from)
            .and_then(|()| fs::rename(&self.from, &self.to))
            .map_err(|error| StateError::io(&self.from, "can't be renamed", error))?;
        self.is_finished = true;
        if is_lasting { self.folder.sync_folder() } else { Ok(()) }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // Removed at once, as the disk may be full; but a leftover does no harm.
        if !self.is_finished && self.folder.before(&DiskStep::Remove, &self.from).is_ok() {
            let _ = fs::remove_file(&self.from);
        }
    }
}
