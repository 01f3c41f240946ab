//! Sources of bytes: files, standard input, any reader; packed or not.
//!
//! ```text
//!   path, "-" or reader ──▶ Counted ──▶ magic bytes? ──1f 8b──────▶ gzip, all members ──▶ text
//!                          (progress)        ├──28 b5 2f fd─▶ zstd, all frames (zstd) ──▶ text
//!                                            └──anything else────────────────────▶ text
//! ```
//!
//! A packed file is recognised by its first bytes, not by its name, so it can come through a pipe.
//! A file is opened only at its turn, so a thousand files need one handle.
//!
//! Invariant: [`ReadProgress`] counts the bytes taken from outside, before unpacking, so that it
//! can be compared with the sizes of files. Deliberately lacking: anything about lines or puzzles,
//! and archives of several files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::gzip::Members;
use super::zstd::Frames;
use crate::excerpt::{Excerpt, Names, one_line};

/// A file to read: a path, standard input, or any reader. It is opened at its turn.
pub struct Input {
    name: Arc<str>,
    origin: Origin,
}

enum Origin {
    Stdin,
    Path(PathBuf),
    Reader(Box<dyn Read + Send>),
}

impl Input {
    /// The file at `path`; standard input if it is `-`.
    pub fn new(path: impl Into<PathBuf>) -> Input {
        let path = path.into();
        if path.as_os_str() == "-" {
            return Input { name: "<stdin>".into(), origin: Origin::Stdin };
        }
        // The name goes into lines of results and to terminals: a line's end in it must not begin
        // another result, and an escape sequence must not take effect.
        let name = one_line(&path.to_string_lossy());
        Input { name: name.into(), origin: Origin::Path(path) }
    }

    /// The bytes of `reader`, under a name for errors.
    pub fn reader(name: &str, reader: Box<dyn Read + Send>) -> Input {
        Input { name: name.into(), origin: Origin::Reader(reader) }
    }

    /// The name to show: `<stdin>`, or the path with U+FFFD for each character that steers a
    /// terminal.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The size of a regular file.
    fn size(&self) -> Option<u64> {
        match &self.origin {
            Origin::Path(path) => {
                fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|m| m.len())
            }
            Origin::Stdin | Origin::Reader(_) => None,
        }
    }

    /// Checks whether the input can be opened, as far as possible without reading.
    ///
    /// # Errors
    /// If it can't, or is a directory.
    pub fn look(&self) -> Result<(), SourceError> {
        let Origin::Path(path) = &self.origin else { return Ok(()) };
        let fault = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => SourceFault::Directory,
            // Opening and closing a pipe would end it for its writer.
            Ok(metadata) if !metadata.is_file() => return Ok(()),
            Ok(_) => match File::open(path) {
                Ok(_) => return Ok(()),
                Err(error) => SourceFault::Open(error),
            },
            Err(error) => SourceFault::Open(error),
        };
        Err(SourceError { file: Arc::clone(&self.name), line: None, fault })
    }

    /// All of the input, unpacked if it is packed: for files other than catalogues, which must be
    /// in memory as a whole.
    ///
    /// # Errors
    /// If it can't be opened, or not read to its end.
    pub fn read_whole(self) -> Result<Vec<u8>, SourceError> {
        let file = Arc::clone(&self.name);
        let mut bytes = Vec::new();
        let read = self.open(&ReadProgress::new())?.read_to_end(&mut bytes);
        read.map_err(|error| SourceError { file, line: None, fault: SourceFault::Read(error) })?;
        Ok(bytes)
    }

    /// Opens the input and unpacks it if it is packed.
    pub(super) fn open(
        self,
        progress: &Arc<ReadProgress>,
    ) -> Result<Box<dyn Read + Send>, SourceError> {
        let fail = |fault| SourceError { file: self.name, line: None, fault };
        let raw: Box<dyn Read + Send> = match self.origin {
            Origin::Stdin => Box::new(io::stdin()),
            Origin::Reader(reader) => reader,
            Origin::Path(path) => match File::open(&path) {
                // A directory can be opened, but its reads then fail with a less plain message.
                Ok(_) if path.is_dir() => return Err(fail(SourceFault::Directory)),
                Ok(file) => Box::new(file),
                Err(error) => return Err(fail(SourceFault::Open(error))),
            },
        };
        unpacked(Counted { raw, progress: Arc::clone(progress) })
            .map_err(|e| fail(SourceFault::Read(e)))
    }
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Input({})", self.name)
    }
}

/// The progress of reading; can be shared with a progress bar.
#[derive(Debug, Default)]
pub struct ReadProgress {
    bytes: AtomicU64,
    total: OnceLock<Option<u64>>,
}

impl ReadProgress {
    /// Nothing read yet.
    pub fn new() -> Arc<ReadProgress> {
        Arc::default()
    }

    /// Bytes read so far, before unpacking.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The bytes of all inputs, if all are regular files.
    pub fn total(&self) -> Option<u64> {
        self.total.get().copied().flatten()
    }

    pub(super) fn expect(&self, inputs: &[Input]) {
        // A progress that already serves other inputs keeps their total.
        let _ = self.total.set(inputs.iter().map(Input::size).sum());
    }
}

/// A file that can't be read, or not to its end. Its readable part is delivered before.
#[derive(Debug, thiserror::Error)]
#[error("{file}{}: {fault}", Place(*.line))]
pub struct SourceError {
    /// The file's name.
    pub file: Arc<str>,
    /// The line reached, if any.
    pub line: Option<u64>,
    /// The fault; part of this error's own message, and so not its source.
    pub fault: SourceFault,
}

struct Place(Option<u64>);

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.map_or(Ok(()), |line| write!(f, ", line {line}"))
    }
}

/// Why a file can't be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceFault {
    /// It can't be opened.
    #[error("can't be opened: {0}")]
    Open(io::Error),
    /// It can't be read further; or a packed file is damaged or truncated.
    #[error("can't be read from here on: {0}")]
    Read(io::Error),
    /// It is a directory.
    #[error("is a directory")]
    Directory,
    /// It begins with the byte order mark of UTF-16.
    #[error("UTF-16 text; convert it to UTF-8")]
    Utf16,
    /// Its header has no field for the puzzle.
    #[error("no column {}; it has {}: name one with --column", Wanted(.wanted), Names(.header))]
    NoColumn {
        /// The wanted name or number.
        wanted: Option<String>,
        /// The names in the header.
        header: Vec<String>,
    },
    /// Several fields have puzzles in the first record.
    #[error("the columns {} all have puzzles: name one with --column", Names(.columns))]
    ManyPuzzles {
        /// Their names, most usual first.
        columns: Vec<String>,
    },
    /// Its header has no field for the solution.
    #[error("no column `{}` for solutions; it has {}", Excerpt(.wanted), Names(.header))]
    NoSolution {
        /// The wanted name or number.
        wanted: String,
        /// The names in the header.
        header: Vec<String>,
    },
    /// Its header is longer than the part examined.
    #[error(
        "the header line can't be read: a quoted name is not closed, or it is longer than 64 KiB"
    )]
    Header,
}

struct Wanted<'f>(&'f Option<String>);

impl std::fmt::Display for Wanted<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(name) => write!(f, "`{}`", Excerpt(name)),
            None => write!(f, "named {}", super::PUZZLE_FIELDS.join(", ")),
        }
    }
}

/// Counts the bytes read from outside.
struct Counted {
    raw: Box<dyn Read + Send>,
    progress: Arc<ReadProgress>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.raw.read(buffer)?;
        self.progress.bytes.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Examines the first bytes, and puts the right decoder before the reader.
fn unpacked(mut raw: Counted) -> io::Result<Box<dyn Read + Send>> {
    let mut head = Vec::with_capacity(ZSTD.len());
    // One more byte only while it can still decide: a person may be typing.
    while [&GZIP[..], &ZSTD]
        .iter()
        .any(|magic| magic.len() > head.len() && magic.starts_with(&head))
    {
        let mut byte = [0];
        match raw.read(&mut byte) {
            Ok(0) => break,
            Ok(_) => head.extend(byte),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let (gzip, zstd) = (head == GZIP, head == ZSTD);
    let whole = io::Cursor::new(head).chain(raw);
    Ok(match (gzip, zstd) {
        (true, _) => Box::new(Members::new(whole)),
        (_, true) => Box::new(Frames::new(whole)),
        _ => Box::new(whole),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(bytes: &[u8]) -> (Vec<u8>, u64) {
        let input = || Input::reader("test", Box::new(io::Cursor::new(bytes.to_vec())));
        let (progress, mut text) = (ReadProgress::new(), Vec::new());
        input().open(&progress).unwrap().read_to_end(&mut text).unwrap();
        assert_eq!(input().read_whole().unwrap(), text);
        (text, progress.bytes())
    }

    #[test]
    fn short_texts_are_not_mistaken_for_packed_ones() {
        for text in [&b""[..], b"1", b"(\xb5", b"\x1f", b"(((", b"\x28\xb5\x2f", b"12345"] {
            assert_eq!(read_all(text), (text.to_vec(), text.len() as u64));
        }
    }

    #[test]
    fn what_can_not_be_opened_says_why() {
        let open = |path: &str| match Input::new(path).open(&ReadProgress::new()) {
            Ok(_) => panic!("{path} was opened"),
            Err(error) => error.to_string(),
        };
        assert_eq!(open("/"), "/: is a directory");
        assert!(open("/no/such/file").starts_with("/no/such/file: can't be opened: No such file"));
    }
}
