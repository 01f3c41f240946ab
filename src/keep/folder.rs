//! A folder of ours: how one is begun and resumed, and what may be done in it.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::marker::{self, FolderKind, MARKER};
use super::plain::{self, Access};
use super::watch::{Step, Watch};
use super::{KeepError, UNFINISHED};

/// A folder of plain files that this process alone works in. Clones are the same folder.
#[derive(Clone)]
pub struct Folder {
    path: PathBuf,
    /// What all names begin with.
    prefix: String,
    lifetime: Lifetime,
    watch: Option<Watch>,
}

#[derive(Clone)]
enum Lifetime {
    /// The files are to outlast the process and the power. The marker is open, and so locked, as
    /// long as the folder is used.
    Lasting { _marker: Arc<File> },
    /// The folder is made when it is needed, and goes with the last that uses it.
    Temporary(Arc<Removal>),
}

impl Folder {
    /// Begins something of `kind` in the folder at `path`, which is made if need be. What was left
    /// there by a run that was killed before anything was settled is removed.
    ///
    /// # Errors
    /// If there is anything else in the folder, another process has it, or it can't be written.
    /// Nothing is changed then.
    pub fn begin(path: &Path, kind: &FolderKind) -> Result<Folder, KeepError> {
        fs::create_dir_all(path).map_err(|error| KeepError::io(path, "can't be created", error))?;
        let occupied =
            |by| Err(KeepError::Occupied { folder: path.to_owned(), by, noun: kind.noun });
        let entries = entries(path)?;
        if !entries.iter().any(|entry| entry == MARKER) {
            if let Some(by) = entries.into_iter().next() {
                return occupied(by);
            }
            marker::make(path, kind)?;
        }
        let is_alone = self::entries(path)?.len() == 1;
        let Some(marker) = marker::lock(path, kind, is_alone)? else {
            return occupied(MARKER.into());
        };
        let folder = Folder::lasting(path, marker);
        if folder.has(kind.settled)? {
            return occupied(kind.settled.into());
        }
        let mut leftovers = Vec::new();
        for entry in self::entries(path)? {
            let name = entry.to_str().filter(|name| *name != MARKER);
            let is_ours = |name: &str| {
                let name = name.strip_suffix(UNFINISHED).unwrap_or(name);
                (kind.is_ours)(name) || name == kind.settled
            };
            match name {
                None if entry == MARKER => {}
                Some(name) if is_ours(name) && matches!(folder.has(name), Ok(true)) => {
                    leftovers.push(name.to_owned());
                }
                _ => return occupied(entry),
            }
        }
        folder.remove(leftovers.iter().map(String::as_str))?;
        folder.sync_folder()?;
        if let Some(parent) = path.parent()
            && cfg!(unix)
        {
            // So that the folder too outlasts a power cut. A parent that can't be opened can't be
            // helped.
            let _ = File::open(parent).and_then(|parent| parent.sync_all());
        }
        Ok(folder)
    }

    /// Goes on with what is in the folder at `path`. Changes nothing.
    ///
    /// # Errors
    /// If nothing of `kind` was settled there, another process has it, or it can't be read.
    pub fn resume(path: &Path, kind: &FolderKind) -> Result<Folder, KeepError> {
        let absent = || KeepError::Absent { folder: path.to_owned(), noun: kind.noun };
        let marker = marker::lock(path, kind, false)?.ok_or_else(absent)?;
        let folder = Folder::lasting(path, marker);
        if folder.has(kind.settled)? { Ok(folder) } else { Err(absent()) }
    }

    fn lasting(path: &Path, marker: File) -> Folder {
        let lifetime = Lifetime::Lasting { _marker: Arc::new(marker) };
        Folder { path: path.to_owned(), prefix: String::new(), lifetime, watch: None }
    }

    /// A folder of its own among the user's temporary ones. It is made with its first file, and
    /// removed when the last clone of this goes; after a kill it stays.
    pub fn temporary() -> Folder {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let moment =
            std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |age| age.subsec_nanos());
        let name = format!("tourdion-{}-{number}-{moment}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let lifetime =
            Lifetime::Temporary(Arc::new(Removal { folder: path.clone(), made: OnceLock::new() }));
        Folder { path, prefix: String::new(), lifetime, watch: None }
    }

    /// The same folder, whose steps are watched.
    #[cfg(test)]
    pub(crate) fn watched_by(self, watch: Option<Watch>) -> Folder {
        Folder { watch, ..self }
    }

    /// Of the folder the files whose names begin with `prefix`, by what comes behind it.
    #[must_use]
    pub fn part(&self, prefix: &str) -> Folder {
        Folder { prefix: format!("{}{prefix}", self.prefix), ..self.clone() }
    }

    /// Where the folder is.
    pub fn location(&self) -> &Path {
        &self.path
    }

    /// Where the file `name` is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.path.join(format!("{}{name}", self.prefix))
    }

    /// Whether files are to outlast the process.
    pub(crate) fn is_lasting(&self) -> bool {
        matches!(self.lifetime, Lifetime::Lasting { .. })
    }

    /// The names of all entries, sorted, be they ours or not. Empty if a temporary folder has not
    /// been made.
    ///
    /// # Errors
    /// If the folder can't be listed.
    pub fn names(&self) -> Result<Vec<String>, KeepError> {
        if let Lifetime::Temporary(removal) = &self.lifetime
            && removal.made.get().is_none()
        {
            return Ok(Vec::new());
        }
        // What is not UTF-8 is not ours.
        let names = entries(&self.path)?.into_iter().filter_map(|entry| entry.into_string().ok());
        let mut names: Vec<String> =
            names.filter_map(|name| name.strip_prefix(&self.prefix).map(str::to_owned)).collect();
        names.sort();
        Ok(names)
    }

    /// Whether there is a plain file `name`.
    ///
    /// # Errors
    /// If there is anything else of that name.
    pub fn has(&self, name: &str) -> Result<bool, KeepError> {
        plain::is_there(&self.path(name))
    }

    /// Opens the file `name` to be read.
    ///
    /// # Errors
    /// If there is no such file, or anything else of that name.
    pub fn open(&self, name: &str) -> Result<File, KeepError> {
        let path = self.path(name);
        plain::open(&path, Access::Read)?
            .ok_or_else(|| KeepError::io(&path, "can't be read", ErrorKind::NotFound.into()))
    }

    /// Reads the file `name`.
    ///
    /// # Errors
    /// As [`Folder::open`].
    pub fn read(&self, name: &str) -> Result<Vec<u8>, KeepError> {
        let mut bytes = Vec::new();
        self.open(name)?
            .read_to_end(&mut bytes)
            .map_err(|error| KeepError::io(&self.path(name), "can't be read", error))?;
        Ok(bytes)
    }

    /// Removes the files; each may be gone already.
    ///
    /// # Errors
    /// If one can't be removed, or is anything but a plain file.
    pub fn remove<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Result<(), KeepError> {
        for name in names {
            let path = self.path(name);
            match self.watched(&Step::Remove, &path) {
                Ok(()) => plain::remove(&path)?,
                Err(error) => return Err(KeepError::io(&path, "can't be removed", error)),
            }
        }
        Ok(())
    }

    pub(super) fn make_temporary(&self) -> Result<(), KeepError> {
        match &self.lifetime {
            Lifetime::Temporary(removal) => removal.make(),
            Lifetime::Lasting { .. } => Ok(()),
        }
    }

    pub(super) fn sync_folder(&self) -> Result<(), KeepError> {
        // Elsewhere a folder can't be opened as a file, and a rename lasts without it or not at
        // all.
        let sync = || {
            if cfg!(unix) {
                self.sync(&Step::SyncFolder, &self.path, &File::open(&self.path)?)
            } else {
                Ok(())
            }
        };
        sync().map_err(|error| KeepError::io(&self.path, "can't be synchronised", error))
    }

    pub(super) fn sync(&self, step: &Step<'_>, path: &Path, file: &File) -> io::Result<()> {
        self.watch.as_ref().map_or_else(|| file.sync_all(), |watch| watch(step, path))
    }

    pub(super) fn watched(&self, step: &Step<'_>, path: &Path) -> io::Result<()> {
        self.watch.as_ref().map_or(Ok(()), |watch| watch(step, path))
    }
}

/// The names of all that is in the folder at `path`, sorted.
fn entries(path: &Path) -> Result<Vec<std::ffi::OsString>, KeepError> {
    let fail = |error| KeepError::io(path, "can't be listed", error);
    let entries = fs::read_dir(path).map_err(fail)?;
    let mut names = entries
        .map(|entry| entry.map(|e| e.file_name()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(fail)?;
    names.sort();
    Ok(names)
}

/// A temporary folder that goes when it is no longer used.
struct Removal {
    folder: PathBuf,
    made: OnceLock<()>,
}

impl Removal {
    fn make(&self) -> Result<(), KeepError> {
        if self.made.get().is_none() {
            let mut builder = fs::DirBuilder::new();
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            // Fails if anything has that name already, a link too: so the folder is this one's
            // alone.
            builder
                .create(&self.folder)
                .map_err(|error| KeepError::io(&self.folder, "can't be created", error))?;
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
