//! Files that are there whole or not at all.
//!
//! ```text
//!      NAME.tmp written ─▶ synchronised ─▶ renamed to NAME ─▶ the folder synchronised
//! ```
//!
//! Whoever finds `NAME` finds all of it: it has its name only after its bytes are on the disk. What ends in `.tmp`
//! was being written when a run was killed, and is worth nothing. When the last step is done, the file outlasts a
//! power cut too.
//!
//! Every step that changes something goes through [`Disk::watched`], so that tests can let any of them fail.
//! Deliberately lacking: buffers; a [`Draft`] is given bytes by the thousand.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::SeenError;

/// What the name of a file that is not finished ends in.
pub(super) const UNFINISHED: &str = ".tmp";

/// A folder of files, and how they are written.
#[derive(Clone)]
pub(super) struct Disk {
    folder: PathBuf,
    lifetime: Lifetime,
    watch: Option<Watch>,
}

#[derive(Clone)]
enum Lifetime {
    /// The files are to outlast the process and the power.
    Lasting,
    /// The folder is made when it is needed, and goes with the last that uses it.
    Temporary(Arc<Removal>),
}

/// Hears of each step before it is taken, and can let it fail instead. What is to be synchronised is left to it: its
/// disk is one that it imagines, and a real one would only be slow.
pub(super) type Watch = Arc<dyn Fn(&Step<'_>, &Path) -> io::Result<()> + Send + Sync>;

/// A change of the disk.
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "only the disks of tests look at what is written and renamed")
)]
pub(super) enum Step<'s> {
    /// A file is begun.
    Create,
    /// These bytes are appended to it.
    Write(&'s [u8]),
    /// It is synchronised.
    Sync,
    /// It gets this name.
    Rename(&'s Path),
    /// The folder is synchronised.
    SyncFolder,
    /// A file is removed.
    Remove,
}

impl Disk {
    /// Files in `folder`, which is there, to last.
    pub(super) fn lasting(folder: &Path, watch: Option<Watch>) -> Disk {
        Disk { folder: folder.to_owned(), lifetime: Lifetime::Lasting, watch }
    }

    /// Files in a folder of its own among the user's temporary ones. It is made with its first file, and removed when
    /// the last clone of this goes; after a kill it stays.
    pub(super) fn temporary() -> Disk {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let moment = std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |age| age.subsec_nanos());
        let name = format!("tourdion-{}-{number}-{moment}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let removal = Removal { folder: folder.clone(), made: OnceLock::new() };
        Disk { folder, lifetime: Lifetime::Temporary(Arc::new(removal)), watch: None }
    }

    /// Whether files are to outlast the process.
    pub(super) fn is_lasting(&self) -> bool {
        matches!(self.lifetime, Lifetime::Lasting)
    }

    /// Where the file `name` is.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The names of the files, sorted. Empty if a temporary folder has not been made.
    pub(super) fn names(&self) -> Result<Vec<String>, SeenError> {
        if let Lifetime::Temporary(removal) = &self.lifetime
            && removal.made.get().is_none()
        {
            return Ok(Vec::new());
        }
        let fail = |error| SeenError::io(&self.folder, "can't be listed", error);
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(fail)? {
            // What is not UTF-8 is not ours.
            names.extend(entry.map_err(fail)?.file_name().into_string());
        }
        names.sort();
        Ok(names)
    }

    /// Begins the file `name`.
    pub(super) fn draft(&self, name: &str) -> Result<Draft, SeenError> {
        if let Lifetime::Temporary(removal) = &self.lifetime {
            removal.make()?;
        }
        let (path, draft) = (self.path(name), self.path(&format!("{name}{UNFINISHED}")));
        let file = self
            .watched(&Step::Create, &draft)
            .and_then(|()| File::create(&draft))
            .map_err(|error| SeenError::io(&draft, "can't be created", error))?;
        Ok(Draft { disk: self.clone(), file, from: draft, to: path, is_finished: false })
    }

    /// Removes the files; each may be gone already.
    pub(super) fn remove<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Result<(), SeenError> {
        for name in names {
            let path = self.path(name);
            match self.watched(&Step::Remove, &path).and_then(|()| fs::remove_file(&path)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(SeenError::io(&path, "can't be removed", error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn sync_folder(&self) -> io::Result<()> {
        // Elsewhere a folder can't be opened as a file, and a rename lasts without it or not at all.
        if cfg!(unix) {
            self.sync(&Step::SyncFolder, &self.folder, &File::open(&self.folder)?)
        } else {
            Ok(())
        }
    }

    fn sync(&self, step: &Step<'_>, path: &Path, file: &File) -> io::Result<()> {
        self.watch.as_ref().map_or_else(|| file.sync_all(), |watch| watch(step, path))
    }

    fn watched(&self, step: &Step<'_>, path: &Path) -> io::Result<()> {
        self.watch.as_ref().map_or(Ok(()), |watch| watch(step, path))
    }
}

/// A file that is being written, and has its name only when it is finished. Dropped before, it is removed.
pub(super) struct Draft {
    disk: Disk,
    file: File,
    /// Where it is being written.
    from: PathBuf,
    /// Where it will be.
    to: PathBuf,
    is_finished: bool,
}

impl Draft {
    /// Appends `bytes`.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), SeenError> {
        self.disk
            .watched(&Step::Write(bytes), &self.from)
            .and_then(|()| self.file.write_all(bytes))
            .map_err(|error| SeenError::io(&self.from, "can't be written", error))
    }

    /// Gives the file its name. After that it is there, also after a power cut if the disk is lasting.
    pub(super) fn finish(mut self) -> Result<(), SeenError> {
        let is_lasting = self.disk.is_lasting();
        if is_lasting {
            self.disk
                .sync(&Step::Sync, &self.from, &self.file)
                .map_err(|error| SeenError::io(&self.from, "can't be written", error))?;
        }
        self.disk
            .watched(&Step::Rename(&self.to), &self.from)
            .and_then(|()| fs::rename(&self.from, &self.to))
            .map_err(|error| SeenError::io(&self.from, "can't be renamed", error))?;
        self.is_finished = true;
        if is_lasting {
            let folder = &self.disk.folder;
            self.disk.sync_folder().map_err(|error| SeenError::io(folder, "can't be synchronised", error))?;
        }
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // Best done at once, as the disk may be full; but nobody takes what is left for anything.
        if !self.is_finished && self.disk.watched(&Step::Remove, &self.from).is_ok() {
            let _ = fs::remove_file(&self.from);
        }
    }
}

/// A temporary folder that goes when it is no longer used.
struct Removal {
    folder: PathBuf,
    made: OnceLock<()>,
}

impl Removal {
    fn make(&self) -> Result<(), SeenError> {
        if self.made.get().is_none() {
            let mut builder = fs::DirBuilder::new();
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            // Fails if anything has that name already, a link too: so the folder is this one's alone.
            builder
                .create(&self.folder)
                .map_err(|error| SeenError::io(&self.folder, "can't be created", error))?;
            let _ = self.made.set(());
        }
        Ok(())
    }
}

impl Drop for Removal {
    fn drop(&mut self) {
        if self.made.get().is_some() {
            // Nobody is left to hear that it failed.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}
