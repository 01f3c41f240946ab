//! A file that only grows, and whose last part may not count.
//!
//! Invariant: nothing is changed before the first write or the first `sync`.

use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};

use xxhash_rust::xxh3::Xxh3Default;

use super::plain::{self, Access};
use super::{Folder, KeepError};

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
    ) -> Result<Tail, KeepError> {
        let damaged = |what| KeepError::Damaged { path: folder.path(name), what };
        let mut sum = Xxh3Default::new();
        let mut left = length;
        if let Some(mut file) = plain::open(&folder.path(name), Access::Read)? {
            let mut buffer = vec![0; BUFFER];
            while left > 0 {
                let most = left.min(BUFFER as u64) as usize;
                let read = file.read(&mut buffer[..most]);
                match read
                    .map_err(|error| KeepError::io(&folder.path(name), "can't be read", error))?
                {
                    0 => break,
                    read => {
                        sum.update(&buffer[..read]);
                        left -= read as u64;
                    }
                }
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
    pub fn reader(&self) -> Result<impl Read + use<>, KeepError> {
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
    /// If the file can't be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), KeepError> {
        let mut file = match self.file.take() {
            Some(file) => file,
            None => BufWriter::new(self.cut()?),
        };
        let written = file.write_all(bytes);
        self.file = Some(file);
        written.map_err(|error| {
            KeepError::io(&self.folder.path(&self.name), "can't be written", error)
        })?;
        self.checksum.update(bytes);
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Opens or makes the file, and cuts off the part that does not count.
    fn cut(&self) -> Result<File, KeepError> {
        let path = self.folder.path(&self.name);
        let fail = |error| KeepError::io(&path, "can't be written", error);
        let mut file = if let Some(file) = plain::open(&path, Access::ReadWrite)? {
            file
        } else {
            let file = plain::create(&path).map_err(fail)?;
            self.folder.sync_folder()?;
            file
        };
        file.set_len(self.length).map_err(fail)?;
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        Ok(file)
    }

    /// Synchronises all writes, and cuts off the part that does not count.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn sync(&mut self) -> Result<(), KeepError> {
        let path = self.folder.path(&self.name);
        let fail = |error| KeepError::io(&path, "can't be written", error);
        let mut file = match self.file.take() {
            Some(file) => file,
            None => match plain::open(&path, Access::Read)? {
                Some(file) if file.metadata().map_err(fail)?.len() > self.length => {
                    BufWriter::new(self.cut()?)
                }
                _ => return Ok(()),
            },
        };
        let synchronised = file.flush().and_then(|()| file.get_ref().sync_data());
        self.file = Some(file);
        synchronised.map_err(fail)
    }
}
