//! A file to write when everything is done.
//!
//! ```text
//!      open     at once: hours of work should not end at a missing folder
//!        │
//!      write    the content of the file is replaced now, and not before
//!        or
//!      drop     without a result: an existing file stays unchanged, a new one is removed
//! ```
//!
//! If the new content is longer than an existing file, its last part is written first, after the
//! old content. So a full disk is noticed while the old content is whole, and it stays.
//!
//! Nothing is packed here, so a name that says so is refused.
//!
//! A folder for such files is made at once, too, and removed at the end if it is empty.
//!
//! Deliberately lacking: a second file that takes the place of the first, which would lose links
//! and permissions. So a kill during the write leaves parts of both contents, and so may a full
//! disk if the file system copies data that is overwritten. The content can be made again.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::mem;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use tourdion::excerpt::PathName;

use super::same_file;

/// A file opened, and not yet written.
#[derive(Debug)]
pub(super) struct Reserved {
    path: PathBuf,
    file: File,
    /// Whether it is new, and not yet written.
    is_empty_new: bool,
    /// Whether its content comes bit by bit.
    is_begun: bool,
}

impl Reserved {
    /// Opens a file for writing, without changing its content. A pipe is waited for until it has a
    /// reader; that ends at an interrupt only if no [`flag`](super::interrupt::flag) is set by it.
    ///
    /// # Errors
    /// If it can't be written, is one of the inputs, has the name of a packed file, or is `-`,
    /// which elsewhere is no file.
    pub(super) fn open(path: PathBuf, inputs: &[impl AsRef<OsStr>]) -> anyhow::Result<Reserved> {
        ensure!(
            path.as_os_str() != "-",
            "can't write to `-`: it is not standard output here, but a file; name it `./-` if that \
             is meant"
        );
        if let Some(why) = packed_name(&path) {
            bail!("{}: {why}", cannot_write(&path));
        }
        let mut options = OpenOptions::new();
        options.write(true);
        let (opened, is_new) = match options.clone().create_new(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                (options.create(true).truncate(false).open(&path), false)
            }
            opened => (opened, true),
        };
        let file = opened.with_context(|| cannot_write(&path))?;
        let reserved = Reserved { path, file, is_empty_new: is_new, is_begun: false };
        same_file::refuse(&reserved.file, inputs).with_context(|| cannot_write(&reserved.path))?;
        Ok(reserved)
    }

    /// Opens what has the file's name by now: an editor may have put another file in its place.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn again(mut self) -> anyhow::Result<Reserved> {
        let mut again = Reserved::open(self.path.clone(), &[""; 0])?;
        again.is_empty_new |= mem::take(&mut self.is_empty_new);
        Ok(again)
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If it can't be written to its end. If there is no room for it, an existing file keeps its
    /// content.
    pub(super) fn write(mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.replace(bytes).with_context(|| cannot_write(&self.path))?;
        self.is_empty_new = false;
        Ok(())
    }

    /// Empties the file, for a result that comes bit by bit. Without [`Reserved::keep`] a new file
    /// is removed in the end.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn begin(&mut self) -> anyhow::Result<File> {
        self.clear()?;
        self.is_begun = true;
        self.file.try_clone().with_context(|| cannot_write(&self.path))
    }

    /// Keeps what was written, if it was.
    ///
    /// # Errors
    /// If it was not, by a reader that has gone, too: half of such a result is none.
    pub(super) fn keep(mut self, written: io::Result<()>) -> anyhow::Result<()> {
        let written = written.map_err(|error| match error.kind() {
            // Of results that are printed it is no error.
            ErrorKind::BrokenPipe => io::Error::other(error),
            _ => error,
        });
        written.with_context(|| cannot_write(&self.path))?;
        self.is_empty_new = false;
        Ok(())
    }

    /// Empties the file.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn clear(&mut self) -> anyhow::Result<()> {
        self.replace(b"").with_context(|| cannot_write(&self.path))
    }

    fn replace(&mut self, bytes: &[u8]) -> io::Result<()> {
        let metadata = self.file.metadata()?;
        if !metadata.is_file() {
            // A pipe or a terminal has no length.
            return self.file.write_all(bytes);
        }
        let length = bytes.len() as u64;
        let common = metadata.len().min(length);
        let (front, more) = bytes.split_at(common as usize);
        self.file.seek(SeekFrom::Start(common))?;
        if let Err(error) = self.file.write_all(more) {
            return self.file.set_len(metadata.len()).and(Err(error));
        }
        self.file.rewind()?;
        self.file.write_all(front)?;
        self.file.set_len(length)
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        // Somebody else may have written into it.
        let is_own = || self.is_begun || fs::metadata(&self.path).is_ok_and(|file| file.len() == 0);
        if self.is_empty_new && is_own() {
            // If it can't be removed, an empty file stays, which does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A folder for files to write when everything is done.
#[derive(Debug)]
pub(super) struct ReservedFolder {
    path: PathBuf,
    /// The folders that were made for it, each in the next.
    made: Vec<PathBuf>,
}

impl ReservedFolder {
    /// Makes the folder, and those that it is in.
    ///
    /// # Errors
    /// If one can't be made.
    pub(super) fn open(path: PathBuf) -> anyhow::Result<ReservedFolder> {
        let missing = path.ancestors().take_while(|one| !one.as_os_str().is_empty());
        let made = missing.take_while(|one| !one.exists()).map(Path::to_owned).collect();
        let folder = ReservedFolder { path, made };
        fs::create_dir_all(&folder.path)
            .with_context(|| format!("can't make the folder {}", PathName(&folder.path)))?;
        Ok(folder)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ReservedFolder {
    fn drop(&mut self) {
        // One in which something is by now can't be removed, and stays.
        for folder in &self.made {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// The endings of packed files, each with a program that packs so.
const PACKED: [(&str, &str); 8] = [
    ("gz", "gzip"),
    ("zst", "zstd"),
    ("bz2", "bzip2"),
    ("xz", "xz"),
    ("zip", "zip"),
    ("lz4", "lz4"),
    ("lzma", "lzma"),
    ("7z", "7z"),
];

/// Why there can be no file of this name: it would promise what is not in it.
fn packed_name(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    let (_, packer) = PACKED.into_iter().find(|(packed, _)| *packed == ending)?;
    let plain = path.with_extension("");
    Some(format!(
        "its name is that of a packed file, and what is written is not packed; write {}, and pack \
         it with {packer}",
        PathName(&plain)
    ))
}

fn cannot_write(path: &Path) -> String {
    format!("can't write {}", PathName(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(path: &Path) -> anyhow::Result<Reserved> {
        Reserved::open(path.to_owned(), &[""; 0])
    }

    #[test]
    fn a_file_is_replaced_when_it_is_written_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page");
        fs::write(&path, "what was there").unwrap();
        drop(open(&path).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "what was there");
        for content in ["new", "", "longer than what was there", "shorter"] {
            open(&path).unwrap().write(content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
    }

    #[test]
    fn what_comes_bit_by_bit_begins_with_an_empty_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("proof");
        fs::write(&path, "what was there").unwrap();
        let mut reserved = open(&path).unwrap();
        let written = reserved.begin().unwrap().write_all(b"new");
        reserved.keep(written).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn a_new_file_stays_only_if_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page");
        let reserved = open(&path).unwrap();
        assert!(path.exists());
        drop(reserved);
        assert!(!path.exists());
        open(&path).unwrap().write(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn what_an_editor_writes_meanwhile_is_neither_lost_nor_missed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page");
        let reserved = open(&path).unwrap();
        fs::write(&path, "written meanwhile").unwrap();
        drop(reserved);
        assert_eq!(fs::read_to_string(&path).unwrap(), "written meanwhile");
        let reserved = open(&path).unwrap();
        fs::remove_file(&path).unwrap();
        fs::write(&path, "put in its place").unwrap();
        reserved.again().unwrap().write(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        fs::remove_file(&path).unwrap();
        drop(open(&path).unwrap().again().unwrap());
        assert!(!path.exists());
    }

    #[test]
    fn of_folders_only_those_are_removed_that_were_made_and_are_empty() {
        let root = tempfile::tempdir().unwrap();
        let [outer, inner] = ["outer", "outer/inner"].map(|name| root.path().join(name));
        drop(ReservedFolder::open(inner.clone()).unwrap());
        assert!(!outer.exists());
        fs::create_dir(&outer).unwrap();
        drop(ReservedFolder::open(inner.clone()).unwrap());
        assert!(outer.exists() && !inner.exists());
        let folder = ReservedFolder::open(inner.clone()).unwrap();
        fs::write(folder.path().join("picture"), "").unwrap();
        drop(folder);
        assert!(inner.join("picture").exists());
    }

    #[test]
    fn a_name_that_says_packed_is_refused_and_makes_no_file() {
        let folder = tempfile::tempdir().unwrap();
        for (ending, packer) in PACKED {
            let path = folder.path().join(format!("proof.drat.{}", ending.to_uppercase()));
            let said = format!("{:#}", open(&path).unwrap_err());
            let begin = format!("can't write {}: its name is that of a packed", path.display());
            let end = format!("proof.drat, and pack it with {packer}");
            assert!(said.starts_with(&begin) && said.ends_with(&end), "{said}");
            assert!(!path.exists());
        }
        for plain in ["gz", "proof.gzip.drat", ".zip"] {
            open(&folder.path().join(plain)).unwrap().write(b"plain").unwrap();
        }
    }

    #[test]
    fn what_cannot_be_written_is_said_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("no").join("page");
        let error = open(&path).unwrap_err();
        assert!(
            format!("{error:#}").starts_with(&format!("can't write {}: ", path.display())),
            "{error:#}"
        );
    }
}
