//! A file that only grows, and whose last part may not count.
//!
//! Invariant: nothing is changed before the first write or the first `sync`, and nothing after one
//! that failed: what is on the disk then is not known, and a line behind it would make the file one
//! that was never written.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

use xxhash_rust::xxh3::Xxh3Default;

use super::plain::{self, Access};
use super::{Folder, StateError};

/// Bytes read at once.
const BUFFER: usize = 64 << 10;

/// A file that grows from a given length on.
pub struct Tail {
    folder: Folder,
    name: String,
    length: u64,
    /// Of the bytes up to `length`.
    checksum: Xxh3Default,
    /// Open from the first write on.
    file: Option<BufWriter<File>>,
    has_failed: bool,
}

impl fmt::Debug for Tail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tail")
            .field("folder", &self.folder)
            .field("name", &self.name)
            .field("length", &self.length)
            .finish_non_exhaustive()
    }
}

impl Tail {
    /// The file `name` in `folder`. Its first `length` bytes count, and have this `checksum`. It
    /// need not exist if `length` is 0.
    ///
    /// # Errors
    /// If it is shorter, its bytes have another checksum, or it can't be read.
    pub fn open(
        folder: &Folder,
        name: &str,
        length: u64,
        checksum: u128,
    ) -> Result<Tail, StateError> {
        let damaged = |what| StateError::Damaged { path: folder.path(name), what };
        let fail = |error| StateError::io(&folder.path(name), "can't be read", error);
        let mut sum = Xxh3Default::new();
        let mut left = length;
        if let Some(mut file) = plain::open(&folder.path(name), Access::Read)? {
            let mut buffer = vec![0; BUFFER];
            while left > 0 {
                let most = left.min(BUFFER as u64) as usize;
                let read = file.read(&mut buffer[..most]).map_err(fail)?;
                if read == 0 {
                    break;
                }
                sum.update(&buffer[..read]);
                left -= read as u64;
            }
        }
        if left > 0 {
            return Err(damaged("it is shorter than it was"));
        }
        let tail = Tail {
            folder: folder.clone(),
            name: name.to_owned(),
            length,
            checksum: sum,
            file: None,
            has_failed: false,
        };
        if tail.checksum() == checksum { Ok(tail) } else { Err(damaged("its checksum is wrong")) }
    }

    /// The length of the file.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The checksum of the file: the XXH3 hash of 128 bits, or 0 if it is empty.
    pub fn checksum(&self) -> u128 {
        if self.length == 0 { 0 } else { self.checksum.digest128() }
    }

    /// Reads the file from the beginning. Only synchronised bytes are certain to be there.
    ///
    /// # Errors
    /// If the file can't be opened.
    pub fn reader(&self) -> Result<impl Read + use<>, StateError> {
        let file = plain::open(&self.folder.path(&self.name), Access::Read)?;
        let empty: &[u8] = &[];
        let reader: Box<dyn Read> = match file {
            Some(file) => Box::new(file.take(self.length)),
            None => Box::new(empty),
        };
        Ok(reader)
    }

    /// Appends `bytes`. The first write cuts off the part that does not count.
    ///
    /// # Errors
    /// If the file can't be written, or could not be earlier.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        self.change(|tail| {
            let mut file = match tail.file.take() {
                Some(file) => file,
                None => BufWriter::new(tail.cut()?),
            };
            let written = file.write_all(bytes);
            tail.after(file, written)
        })?;
        self.checksum.update(bytes);
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Makes a change, unless one failed before.
    fn change(
        &mut self,
        change: impl FnOnce(&mut Tail) -> Result<(), StateError>,
    ) -> Result<(), StateError> {
        if self.has_failed {
            let error = io::Error::other("an earlier write failed");
            return Err(self.cannot_write(error));
        }
        let changed = change(self);
        self.has_failed = changed.is_err();
        changed
    }

    /// Takes back the file after a call of the system. If that failed, nothing more goes to it.
    fn after(&mut self, file: BufWriter<File>, done: io::Result<()>) -> Result<(), StateError> {
        match done {
            Ok(()) => {
                self.file = Some(file);
                Ok(())
            }
            Err(error) => {
                // Without this its memory would be written when it is dropped.
                drop(file.into_parts());
                Err(self.cannot_write(error))
            }
        }
    }

    fn cannot_write(&self, error: io::Error) -> StateError {
        StateError::io(&self.folder.path(&self.name), "can't be written", error)
    }

    /// Opens or makes the file, and cuts off the part that does not count.
    fn cut(&self) -> Result<File, StateError> {
        let path = self.folder.path(&self.name);
        let mut file = if let Some(file) = plain::open(&path, Access::ReadWrite)? {
            file
        } else {
            let file = plain::create(&path).map_err(|error| self.cannot_write(error))?;
            self.folder.sync_folder()?;
            file
        };
        file.set_len(self.length).map_err(|error| self.cannot_write(error))?;
        file.seek(SeekFrom::End(0)).map_err(|error| self.cannot_write(error))?;
        Ok(file)
    }

    /// Synchronises all writes, and cuts off the part that does not count.
    ///
    /// # Errors
    /// If the file can't be written, or could not be earlier.
    pub fn sync(&mut self) -> Result<(), StateError> {
        self.change(|tail| {
            let mut file = match tail.file.take() {
                Some(file) => file,
                None => match tail.uncut()? {
                    Some(file) => BufWriter::new(file),
                    None => return Ok(()),
                },
            };
            let synchronised = file.flush().and_then(|()| file.get_ref().sync_data());
            tail.after(file, synchronised)
        })
    }

    /// The file without the part that does not count, if it has one.
    fn uncut(&self) -> Result<Option<File>, StateError> {
        let path = self.folder.path(&self.name);
        let Some(file) = plain::open(&path, Access::Read)? else { return Ok(None) };
        let length = file.metadata().map_err(|error| self.cannot_write(error))?.len();
        if length > self.length { self.cut().map(Some) } else { Ok(None) }
    }
}
