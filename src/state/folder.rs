//! A folder of ours: beginning it, resuming it, and the operations in it.
//!
//! ```text
//!      begin(FOLDER)      absent, empty    a marker is made, and locked
//!                         not settled      the marker is locked, files of a killed run go
//!      resume(FOLDER)     settled          the marker is locked, nothing changes
//!      .abandon()         not settled      what begin made goes
//!      temporary()                         made with its first file, gone with its last clone
//!
//!      .part("set-7.")    a view: its `sorted` is the folder's `set-7.sorted`
//! ```
//!
//! Invariants. One process works in a folder that lasts: the marker stays locked as long as a clone
//! is there. [`Folder::begin`] refuses a folder with settled work, or with an entry that is not of
//! its kind; [`Folder::resume`] refuses one without settled work. Only plain files are opened and
//! removed. What is removed may be gone already, so a removal can be repeated after a kill.
//!
//! Deliberately lacking: what the files hold, and how they are written: see
//! [`Draft`](super::Draft), [`Journal`](super::Journal) and [`Tail`](super::Tail). After a kill a
//! temporary folder stays.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::disk::{DiskStep, TestDisk};
use super::marker::{self, FolderKind, MARKER};
use super::plain::{self, Access};
use super::{StateError, UNFINISHED};

/// A folder of plain files for this process alone. Clones share the folder.
#[derive(Clone)]
pub struct Folder {
    path: PathBuf,
    /// The prefix of all names.
    prefix: String,
    lifetime: Lifetime,
    disk: Option<TestDisk>,
}

impl fmt::Debug for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Folder")
            .field("path", &self.path)
            .field("prefix", &self.prefix)
            .finish_non_exhaustive()
    }
}

#[derive(Clone)]
enum Lifetime {
    /// The files outlast the process and power cuts. The marker is open, and so locked, while the
    /// folder is in use.
    Lasting {
        _marker: Arc<File>,
        /// Whether this process made the folder itself.
        is_new: bool,
    },
    /// The folder is made when needed, and removed with the last clone.
    Temporary(Arc<Removal>),
}

impl Folder {
    /// Begins work of `kind` in the folder at `path`, which is made if necessary. Removes the files
    /// of a run that was killed before it settled anything.
    ///
    /// # Errors
    /// If the folder has other content, another process uses it, or it can't be written. Then
    /// nothing changes.
    pub fn begin(path: &Path, kind: &FolderKind) -> Result<Folder, StateError> {
        let is_new = !path.exists();
        fs::create_dir_all(path)
            .map_err(|error| StateError::io(path, "can't be created", error))?;
        let occupied = |by| Err(StateError::Occupied { folder: path.to_owned(), by });
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
        let folder = Folder::lasting(path, marker, is_new);
        if folder.has(kind.settled)? {
            return Err(StateError::Kept { folder: path.to_owned(), noun: kind.noun });
        }
        let mut leftovers = Vec::new();
        for entry in self::entries(path)? {
            let name = entry.to_str().filter(|name| *name != MARKER);
            match name {
                None if entry == MARKER => {}
                Some(name) if folder.is_leftover(name, kind) => {
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
            // So that the folder survives a power cut, too. If a parent can't be opened, nothing
            // can be done.
            let _ = File::open(parent).and_then(|parent| parent.sync_all());
        }
        Ok(folder)
    }

    /// Undoes [`Folder::begin`], if nothing has been settled: removes the files of this kind and
    /// the marker, and the folder if `begin` made it.
    ///
    /// # Errors
    /// If a file can't be removed.
    pub fn abandon(self, kind: &FolderKind) -> Result<(), StateError> {
        let names = self.names()?;
        let leftovers = names.iter().map(String::as_str);
        self.remove(leftovers.filter(|name| self.is_leftover(name, kind)))?;
        // Last, since a folder with a marker can be begun again.
        self.remove([MARKER])?;
        if matches!(self.lifetime, Lifetime::Lasting { is_new: true, .. }) {
            // It stays if somebody has put something there.
            let _ = fs::remove_dir(&self.path);
        }
        Ok(())
    }

    /// Whether `name` is that of a file which work of `kind` makes.
    fn is_leftover(&self, name: &str, kind: &FolderKind) -> bool {
        let whole = name.strip_suffix(UNFINISHED).unwrap_or(name);
        let is_ours = (kind.is_ours)(whole) || whole == kind.settled;
        is_ours && matches!(self.has(name), Ok(true))
    }

    /// Resumes the work in the folder at `path`. Changes nothing.
    ///
    /// # Errors
    /// If no work of `kind` was settled there, another process uses it, or it can't be read.
    pub fn resume(path: &Path, kind: &FolderKind) -> Result<Folder, StateError> {
        let absent = || StateError::Absent { folder: path.to_owned(), noun: kind.noun };
        let marker = marker::lock(path, kind, false)?.ok_or_else(absent)?;
        let folder = Folder::lasting(path, marker, false);
        if folder.has(kind.settled)? {
            return Ok(folder);
        }
        Err(StateError::Unsettled { folder: path.to_owned(), noun: kind.noun })
    }

    fn lasting(path: &Path, marker: File, is_new: bool) -> Folder {
        let lifetime = Lifetime::Lasting { _marker: Arc::new(marker), is_new };
        Folder { path: path.to_owned(), prefix: String::new(), lifetime, disk: None }
    }

    /// A new folder in the user's temporary folder. It is made with its first file, and removed
    /// when the last clone is dropped. After a kill it remains.
    pub fn temporary() -> Folder {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let moment =
            std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |age| age.subsec_nanos());
        let name = format!("tourdion-{}-{number}-{moment}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let lifetime =
            Lifetime::Temporary(Arc::new(Removal { folder: path.clone(), made: OnceLock::new() }));
        Folder { path, prefix: String::new(), lifetime, disk: None }
    }

    /// The same folder, on a disk of a test.
    #[cfg(test)]
    pub(crate) fn on_disk(self, disk: Option<TestDisk>) -> Folder {
        Folder { disk, ..self }
    }

    /// A view of the folder: the files whose names begin with `prefix`, named by the rest.
    #[must_use]
    pub fn part(&self, prefix: &str) -> Folder {
        Folder { prefix: format!("{}{prefix}", self.prefix), ..self.clone() }
    }

    /// The path of the folder.
    pub fn location(&self) -> &Path {
        &self.path
    }

    /// The path of the file `name`.
    pub fn path(&self, name: &str) -> PathBuf {
        self.path.join(self.full_name(name))
    }

    /// The name that the file `name` of this view has in the folder.
    pub fn full_name(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// Whether files outlast the process.
    pub(crate) fn is_lasting(&self) -> bool {
        matches!(self.lifetime, Lifetime::Lasting { .. })
    }

    /// The names of all entries, sorted, ours or not. Empty if a temporary folder does not exist
    /// yet.
    ///
    /// # Errors
    /// If the folder can't be listed.
    pub fn names(&self) -> Result<Vec<String>, StateError> {
        if let Lifetime::Temporary(removal) = &self.lifetime
            && removal.made.get().is_none()
        {
            return Ok(Vec::new());
        }
        // Names that are not UTF-8 are not ours.
        let names = entries(&self.path)?.into_iter().filter_map(|entry| entry.into_string().ok());
        let mut names: Vec<String> =
            names.filter_map(|name| name.strip_prefix(&self.prefix).map(str::to_owned)).collect();
        names.sort();
        Ok(names)
    }

    /// Whether there is a plain file `name`.
    ///
    /// # Errors
    /// If another kind of entry has that name.
    pub fn has(&self, name: &str) -> Result<bool, StateError> {
        plain::is_there(&self.path(name))
    }

    /// Opens the file `name` for reading.
    ///
    /// # Errors
    /// If there is no such file, which is damage, or another kind of entry has that name.
    pub fn open(&self, name: &str) -> Result<File, StateError> {
        let path = self.path(name);
        plain::open(&path, Access::Read)?.ok_or(StateError::Damaged { path, what: "it is missing" })
    }

    /// Reads the file `name`.
    ///
    /// # Errors
    /// As [`Folder::open`].
    pub fn read(&self, name: &str) -> Result<Vec<u8>, StateError> {
        let mut bytes = Vec::new();
        self.open(name)?
            .read_to_end(&mut bytes)
            .map_err(|error| StateError::io(&self.path(name), "can't be read", error))?;
        Ok(bytes)
    }

    /// Removes the files; each may be gone already.
    ///
    /// # Errors
    /// If one can't be removed, or is not a plain file.
    pub fn remove<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Result<(), StateError> {
        for name in names {
            let path = self.path(name);
            match self.before(&DiskStep::Remove, &path) {
                Ok(()) => plain::remove(&path)?,
                Err(error) => return Err(StateError::io(&path, "can't be removed", error)),
            }
        }
        Ok(())
    }

    pub(super) fn make_temporary(&self) -> Result<(), StateError> {
        match &self.lifetime {
            Lifetime::Temporary(removal) => removal.make(),
            Lifetime::Lasting { .. } => Ok(()),
        }
    }

    pub(super) fn sync_folder(&self) -> Result<(), StateError> {
        // On other systems a folder can't be opened as a file, and a rename lasts without this or
        // not at all.
        let sync = || {
            if cfg!(unix) {
                self.sync(&DiskStep::SyncFolder, &self.path, &File::open(&self.path)?)
            } else {
                Ok(())
            }
        };
        sync().map_err(|error| StateError::io(&self.path, "can't be synchronised", error))
    }

    /// Synchronises a file, which is this step; on a disk of a test the step alone is taken.
    pub(super) fn sync(&self, step: &DiskStep<'_>, path: &Path, file: &File) -> io::Result<()> {
        self.disk.as_ref().map_or_else(|| file.sync_all(), |disk| disk(step, path))
    }

    /// Lets a disk of a test refuse a step before it is taken.
    pub(super) fn before(&self, step: &DiskStep<'_>, path: &Path) -> io::Result<()> {
        self.disk.as_ref().map_or(Ok(()), |disk| disk(step, path))
    }
}

/// The names of all entries of the folder at `path`, sorted.
fn entries(path: &Path) -> Result<Vec<std::ffi::OsString>, StateError> {
    let fail = |error| StateError::io(path, "can't be listed", error);
    let entries = fs::read_dir(path).map_err(fail)?;
    let mut names = entries
        .map(|entry| entry.map(|e| e.file_name()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(fail)?;
    names.sort();
    Ok(names)
}

/// A temporary folder that is removed after use.
struct Removal {
    folder: PathBuf,
    made: OnceLock<()>,
}

impl Removal {
    fn make(&self) -> Result<(), StateError> {
        if self.made.get().is_none() {
            #[cfg_attr(not(unix), expect(unused_mut, reason = "only folders of Unix have modes"))]
            let mut builder = fs::DirBuilder::new();
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            // Fails if the name is taken, even by a link: so the folder belongs to this process
            // alone.
            builder
                .create(&self.folder)
                .map_err(|error| StateError::io(&self.folder, "can't be created", error))?;
            let _ = self.made.set(());
        }
        Ok(())
    }
}

impl Drop for Removal {
    fn drop(&mut self) {
        if self.made.get().is_some() {
            // A failure has no receiver.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}
