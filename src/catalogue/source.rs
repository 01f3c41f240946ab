//! Sources of bytes: files, standard input, any reader; packed or not.
//!
//! ```text
//!   path, "-" or reader ──▶ Counted (progress) ──▶ unpacked if packed ──▶ text
//! ```
//!
//! A file is opened only at its turn, so a thousand files need one handle.
//!
//! Invariant: [`ReadProgress`] counts the bytes taken from outside, before unpacking, so that it
//! can be compared with the sizes of files. Deliberately lacking: anything about lines or puzzles,
//! and archives of several files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use super::fault::{SourceError, SourceFault};
use super::packed::{no_text, unpacked};
use crate::excerpt::one_line;

/// The most bytes to make room for before they are read: beyond, memory grows as they come.
const MOST_AT_ONCE: u64 = 1 << 24;

/// The bytes of a text that is read as a whole which show whether to read the rest.
const BEGINNING: u64 = 64 << 10;

/// A text that is read as a whole may have this many bytes, or this many times those of its packed
/// form. What is longer is a bomb, which would fill the memory: it takes a thousandth with gzip. A
/// problem takes a thirtieth, and a Sudoku of 16×16 as a matrix of 0 and 1 a 400th with xz.
const MOST_ANYHOW: u64 = 1 << 24;
const MOST_TIMES: u64 = 500;

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
    pub(super) fn size(&self) -> Option<u64> {
        match &self.origin {
            Origin::Path(path) => {
                fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|m| m.len())
            }
            Origin::Stdin | Origin::Reader(_) => None,
        }
    }

    /// Whether a read may block for ever: true for a pipe or a terminal, and for a reader, about
    /// which nothing is known. Use [`detached`](super::detached) for these.
    pub fn may_wait(&self) -> bool {
        match &self.origin {
            Origin::Stdin => !is_stdin_file(),
            // What is not there is reported at its turn.
            Origin::Path(path) => fs::metadata(path).is_ok_and(|found| !found.is_file()),
            Origin::Reader(_) => true,
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

    /// The whole input, unpacked if it is packed: for files other than catalogues, which must be in
    /// memory as a whole. `can_begin` receives the first 64 KiB, and decides whether the wanted
    /// text can begin like this. If not, nothing more is read, and these 64 KiB are returned.
    ///
    /// # Errors
    /// If it can't be opened, or not read to its end, or if it has more than 16 MiB and more than
    /// 500 times the bytes of its packed form, or if its first line shows that it is no text, or
    /// one in UTF-16 or UTF-32.
    pub fn read_whole(self, can_begin: impl FnOnce(&[u8]) -> bool) -> Result<Vec<u8>, SourceError> {
        let file = Arc::clone(&self.name);
        // In one piece: a copy for each doubling costs a small file more than to read it.
        let size = self.size().map_or(0, |size| size.min(MOST_AT_ONCE) as usize);
        let mut bytes = Vec::with_capacity(size);
        let progress = ReadProgress::new();
        let mut text = self.open(&progress)?;
        let read = match text.by_ref().take(BEGINNING).read_to_end(&mut bytes) {
            // It is over, or there is no need for more.
            Ok(came) if (came as u64) < BEGINNING || !can_begin(&bytes) => Ok(()),
            Ok(_) => read_bounded(text, &progress, &mut bytes),
            Err(error) => Err(error),
        };
        let first_line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        match read.err().map(SourceFault::Read).or_else(|| no_text(first_line)) {
            Some(fault) => Err(SourceError { file, line: None, fault }),
            None => Ok(bytes),
        }
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
                Ok(file) => Box::new(WholeFile::of(file)),
                Err(error) => return Err(fail(SourceFault::Open(error))),
            },
        };
        unpacked(Counted { raw, progress: Arc::clone(progress) }).map_err(fail)
    }
}

/// Reads a text whose packed bytes `progress` counts, unless it is a bomb.
fn read_bounded(
    mut text: impl Read,
    progress: &ReadProgress,
    bytes: &mut Vec<u8>,
) -> io::Result<()> {
    let most = || progress.bytes().saturating_mul(MOST_TIMES).max(MOST_ANYHOW);
    while bytes.len() as u64 <= most() {
        let room = most().saturating_add(1) - bytes.len() as u64;
        // One read at the end, and no other: a terminal would ask for a second end.
        if (text.by_ref().take(room).read_to_end(bytes)? as u64) < room {
            return Ok(());
        }
    }
    Err(bomb())
}

fn bomb() -> io::Error {
    io::Error::other(format!(
        "unpacked it is more than {MOST_TIMES} times as long; if that is meant so, unpack it first"
    ))
}

/// Whether standard input is a regular file.
fn is_stdin_file() -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let file = io::stdin().as_fd().try_clone_to_owned().map(File::from);
        file.and_then(|file| file.metadata()).is_ok_and(|found| found.is_file())
    }
    #[cfg(not(unix))]
    {
        false
    }
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Input({})", self.name)
    }
}

/// The progress of reading, and what is wanted of it; can be shared with a progress bar.
#[derive(Debug, Default)]
pub struct ReadProgress {
    bytes: AtomicU64,
    total: OnceLock<Option<u64>>,
    /// The bytes of a chunk that were asked for; 0 if none were.
    chunk: AtomicUsize,
    stop: Arc<AtomicBool>,
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

    /// Makes chunks smaller from now on: this number of bytes, and the rest of the last record in
    /// them. Use it if the work on puzzles takes long, since all other threads would wait for the
    /// last large chunk. Chunks that have been read stay as they are.
    pub fn set_chunk(&self, bytes: usize) {
        self.chunk.store(bytes.max(1), Ordering::Relaxed);
    }

    /// A flag to set when nothing more is wanted: [`detached`](super::detached) chunks then end
    /// within a moment, even if their input blocks. A signal handler can share it.
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    pub(super) fn chunk(&self) -> usize {
        match self.chunk.load(Ordering::Relaxed) {
            0 => usize::MAX,
            bytes => bytes,
        }
    }

    pub(super) fn expect(&self, inputs: &[Input]) {
        // A progress that already serves other inputs keeps their total.
        let _ = self.total.set(inputs.iter().map(Input::size).sum());
    }
}

/// A file that is read to the end that it had when it was opened, or further if it grows.
struct WholeFile {
    file: File,
    size: u64,
    came: u64,
}

impl WholeFile {
    fn of(file: File) -> WholeFile {
        let size = file.metadata().map_or(0, |found| found.len());
        WholeFile { file, size, came: 0 }
    }
}

impl Read for WholeFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let came = self.file.read(buffer)?;
        self.came += came as u64;
        // The system's own files may claim a size that they don't have.
        if came == 0
            && !buffer.is_empty()
            && self.came < self.size
            && self.file.metadata()?.len() < self.size
        {
            return Err(io::Error::other("it has become shorter since it was opened"));
        }
        Ok(came)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(bytes: &[u8]) -> (Vec<u8>, u64) {
        let input = || Input::reader("test", Box::new(io::Cursor::new(bytes.to_vec())));
        let (progress, mut text) = (ReadProgress::new(), Vec::new());
        input().open(&progress).unwrap().read_to_end(&mut text).unwrap();
        assert_eq!(input().read_whole(|_| true).unwrap(), text);
        (text, progress.bytes())
    }

    #[test]
    fn short_texts_are_not_mistaken_for_packed_ones() {
        for text in [&b""[..], b"1", b"(\xb5", b"\x1f", b"(((", b"\x28\xb5\x2f", b"12345"] {
            assert_eq!(read_all(text), (text.to_vec(), text.len() as u64));
        }
    }

    #[test]
    fn a_text_as_long_as_it_may_be_is_read_and_a_longer_one_is_not() {
        let read = |packed: u64, length: u64| {
            let progress = ReadProgress::new();
            progress.bytes.store(packed, Ordering::Relaxed);
            let mut bytes = Vec::new();
            let read = read_bounded(io::repeat(b'1').take(length), &progress, &mut bytes);
            assert!(bytes.len() as u64 <= length);
            read.map(|()| bytes.len() as u64).map_err(|error| error.to_string())
        };
        let said =
            "unpacked it is more than 500 times as long; if that is meant so, unpack it first";
        for (packed, most) in [(1, MOST_ANYHOW), (40_000, 20_000_000)] {
            for length in [0, 1, most - 1, most] {
                assert_eq!(read(packed, length), Ok(length));
            }
            assert_eq!(read(packed, most + 1), Err(said.to_owned()));
            assert_eq!(read(packed, u64::MAX), Err(said.to_owned()));
        }
    }

    #[test]
    fn no_more_is_read_of_what_can_not_begin_a_text() {
        let read = |length: u64, can_begin: bool| {
            let endless = io::repeat(b'1').take(length);
            let input = Input::reader("test", Box::new(endless));
            let read = input.read_whole(|begin| {
                assert_eq!(begin.len() as u64, BEGINNING);
                can_begin
            });
            read.unwrap().len() as u64
        };
        assert_eq!(read(u64::MAX, false), BEGINNING);
        for length in [0, BEGINNING - 1, BEGINNING, BEGINNING + 1, 3 * BEGINNING] {
            assert_eq!(read(length, true), length);
            assert_eq!(read(length, false), length.min(BEGINNING));
        }
    }

    #[test]
    fn a_file_may_grow_while_it_is_read_and_not_become_shorter() {
        let folder = tempfile::tempdir().unwrap();
        for (end, said) in [
            (100_000, Err("it has become shorter since it was opened")),
            (200_000, Ok(200_000)),
            (300_000, Ok(300_000)),
        ] {
            let path = folder.path().join(end.to_string());
            fs::write(&path, "1".repeat(200_000)).unwrap();
            let mut text = Input::new(&path).open(&ReadProgress::new()).unwrap();
            text.read_exact(&mut [0; 1_000]).unwrap();
            File::options().write(true).open(&path).unwrap().set_len(end).unwrap();
            let mut rest = Vec::new();
            let read = text.read_to_end(&mut rest).map_err(|error| error.to_string());
            assert_eq!(read, said.map(|length| length - 1_000).map_err(str::to_owned));
            assert_eq!(rest.len() as u64, end - 1_000);
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
