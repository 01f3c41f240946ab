//! A run: records in ascending order in a file, and the numbers of their blocks.
//!
//! ```text
//!      header     16 bytes, such as "tourdion seen 1\n": what kind of records these are
//!      records    back to back, ascending, each once
//!      blocks     first and one more than the last of each range, 8 bytes each
//!      tail       number of ranges, of records, level (8 bytes each), checksum (16), "all here"
//! ```
//!
//! Numbers begin with their least significant byte. The checksum is the XXH3 hash, of 128 bits, of
//! the file's name in its folder and all bytes before it: a run in the place of another set's is
//! damaged. A reader reads the tail first, which gives the end of the records; there it has read
//! everything, and compares the checksum.
//!
//! A run is a set of records and a set of blocks, and the result is the union of all runs. So a run
//! of their union can replace two runs at any time, and old and new ones may coexist.
//!
//! Invariant: a file with a run's name was finished by [`Writer::finish`]. Any other is damaged or
//! foreign, and is reported.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::marker::PhantomData;
use std::path::PathBuf;

use xxhash_rust::xxh3::Xxh3Default;

use super::blocks::Blocks;
use super::{SeenError, SetRecord};
use crate::state::{Draft, Folder, StateError};

/// Bytes of the header.
pub(super) const HEADER: usize = 16;
const END: &[u8; 8] = b"all here";

/// Bytes of the tail before the checksum, and all of them.
const NUMBERS: usize = 3 * 8;
const TAIL: usize = NUMBERS + 16 + END.len();

/// Bytes of a range of blocks.
const RANGE: usize = 2 * 8;

/// Bytes read or written at once.
pub(super) const BUFFER: usize = 64 << 10;

/// The data of a whole run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Run {
    pub(super) name: String,
    /// The number of its records.
    pub(super) records: u64,
    pub(super) checksum: u128,
    /// The number of merges of its records.
    pub(super) level: u64,
    pub(super) blocks: Blocks,
}

/// The checksum of the run `name` before its first byte.
fn begun(folder: &Folder, name: &str) -> Xxh3Default {
    let mut checksum = Xxh3Default::new();
    checksum.update(folder.full_name(name).as_bytes());
    checksum
}

/// The bytes of a run between its records and its checksum.
fn bytes_behind(records: u64, level: u64, blocks: &Blocks) -> Vec<u8> {
    let ranges = blocks.ranges().flat_map(|range| [range.start, range.end]);
    let numbers = [blocks.ranges().len() as u64, records, level];
    ranges.chain(numbers).flat_map(u64::to_le_bytes).collect()
}

/// Writes a run.
pub(super) struct Writer<R> {
    draft: Draft,
    name: String,
    buffer: Vec<u8>,
    checksum: Xxh3Default,
    records: u64,
    _record: PhantomData<R>,
}

impl<R: SetRecord> Writer<R> {
    /// Begins the run `name`.
    pub(super) fn new(folder: &Folder, name: String) -> Result<Writer<R>, SeenError> {
        let draft = folder.draft(&name)?;
        let mut buffer = Vec::with_capacity(BUFFER + R::LONGEST);
        buffer.extend(R::HEADER);
        let checksum = begun(folder, &name);
        Ok(Writer { draft, name, buffer, checksum, records: 0, _record: PhantomData })
    }

    /// Appends `record`, which is greater than the one before.
    pub(super) fn push(&mut self, record: &R) -> Result<(), SeenError> {
        self.buffer.extend_from_slice(record.bytes());
        self.records += 1;
        if self.buffer.len() >= BUFFER { self.write_buffer() } else { Ok(()) }
    }

    /// Ends the run. Once this returns, the run is permanent.
    pub(super) fn finish(mut self, level: u64, blocks: Blocks) -> Result<Run, SeenError> {
        self.buffer.extend(bytes_behind(self.records, level, &blocks));
        self.write_buffer()?;
        let checksum = self.checksum.digest128();
        self.buffer.extend(checksum.to_le_bytes());
        self.buffer.extend(END);
        self.draft.write(&self.buffer)?;
        self.draft.finish()?;
        Ok(Run { name: self.name, records: self.records, checksum, level, blocks })
    }

    fn write_buffer(&mut self) -> Result<(), SeenError> {
        self.checksum.update(&self.buffer);
        self.draft.write(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

/// Reads the records of a run, and checks it at the end. Fused.
pub(super) struct Reader<R> {
    path: PathBuf,
    file: File,
    run: Run,
    /// Bytes of records still in the file.
    unread: u64,
    buffer: Vec<u8>,
    /// The bytes of the buffer already returned.
    given: usize,
    /// Records still to come.
    left: u64,
    checksum: Xxh3Default,
    is_over: bool,
    _record: PhantomData<R>,
}

impl<R: SetRecord> Reader<R> {
    /// Opens the run `name` and looks at its ends.
    pub(super) fn open(folder: &Folder, name: &str) -> Result<Reader<R>, SeenError> {
        let path = folder.path(name);
        let fail = |error| StateError::io(&path, "can't be read", error);
        let damaged = |what| SeenError::State(StateError::Damaged { path: path.clone(), what });
        let mut file = folder.open(name)?;
        let length = file.metadata().map_err(fail)?.len();
        let least = (HEADER + TAIL) as u64;
        if length < least {
            return Err(damaged("it is too short"));
        }
        let (mut header, mut tail) = ([0; HEADER], [0; TAIL]);
        file.read_exact(&mut header).map_err(fail)?;
        if header != *R::HEADER {
            return Err(damaged("it is not a file of a tour, or one of another version"));
        }
        file.seek(SeekFrom::Start(length - TAIL as u64)).map_err(fail)?;
        file.read_exact(&mut tail).map_err(fail)?;
        if !tail.ends_with(END) {
            return Err(damaged("its end is missing"));
        }
        let [ranges, records, level] = [0, 8, 16]
            .map(|at| u64::from_le_bytes(tail[at..at + 8].try_into().expect("eight bytes")));
        let unread = (length - least)
            .checked_sub(ranges.saturating_mul(RANGE as u64))
            .ok_or_else(|| damaged("it has more blocks than bytes"))?;
        file.seek(SeekFrom::Start(HEADER as u64 + unread)).map_err(fail)?;
        let mut blocks = Blocks::default();
        let mut range = [0; RANGE];
        for _ in 0..ranges {
            file.read_exact(&mut range).map_err(fail)?;
            let [start, end] = [0, 8]
                .map(|at| u64::from_le_bytes(range[at..at + 8].try_into().expect("eight bytes")));
            blocks.add(start..end);
        }
        file.seek(SeekFrom::Start(HEADER as u64)).map_err(fail)?;
        let mut checksum = begun(folder, name);
        checksum.update(R::HEADER);
        let sum = &tail[NUMBERS..NUMBERS + 16];
        let expected = u128::from_le_bytes(sum.try_into().expect("sixteen bytes"));
        let run = Run { name: name.to_owned(), records, checksum: expected, level, blocks };
        let buffer = Vec::new();
        Ok(Reader {
            path,
            file,
            run,
            unread,
            buffer,
            given: 0,
            left: records,
            checksum,
            is_over: false,
            _record: PhantomData,
        })
    }

    /// Reads all records, and returns the run if it is whole.
    pub(super) fn verified(mut self) -> Result<Run, SeenError> {
        while self.advance()?.is_some() {}
        Ok(self.run)
    }

    fn advance(&mut self) -> Result<Option<R>, SeenError> {
        if self.left == 0 {
            return self.end().map(|()| None);
        }
        if self.buffer.len() - self.given < R::LONGEST && self.unread > 0 {
            self.read()?;
        }
        let record = R::read(&self.buffer[self.given..])
            .ok_or_else(|| self.damaged("it ends within a record, or has one that is none"))?;
        self.given += record.bytes().len();
        self.left -= 1;
        Ok(Some(record))
    }

    /// Moves the rest to the beginning of the buffer, and reads on behind it.
    fn read(&mut self) -> Result<(), SeenError> {
        self.buffer.drain(..self.given);
        self.given = 0;
        let length = self.buffer.len();
        let more = self.unread.min(BUFFER as u64);
        self.buffer.resize(length + more as usize, 0);
        self.file
            .read_exact(&mut self.buffer[length..])
            .map_err(|error| StateError::io(&self.path, "can't be read", error))?;
        self.checksum.update(&self.buffer[length..]);
        self.unread -= more;
        Ok(())
    }

    /// Compares the checksum, behind the last record.
    fn end(&mut self) -> Result<(), SeenError> {
        if self.unread > 0 || self.given < self.buffer.len() {
            return Err(self.damaged("it has more records than it says"));
        }
        let Run { records, level, blocks, .. } = &self.run;
        self.checksum.update(&bytes_behind(*records, *level, blocks));
        if self.checksum.digest128() == self.run.checksum {
            Ok(())
        } else {
            Err(self.damaged("its checksum is wrong"))
        }
    }

    fn damaged(&self, what: &'static str) -> SeenError {
        SeenError::State(StateError::Damaged { path: self.path.clone(), what })
    }
}

impl<R: SetRecord> Iterator for Reader<R> {
    type Item = Result<R, SeenError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.advance().transpose();
        self.is_over = !matches!(next, Some(Ok(_)));
        next
    }
}
