//! A finished set of records, in memory or in a file.

use std::fmt;
use std::sync::Arc;

use super::name::SORTED;
use super::placed::{FingerprintFinder, PlacedFingerprint};
use super::run::{HEADER, Reader, Run};
use super::{PackedPuzzle, SeenError, SetRecord};
use crate::state::Folder;

/// A finished set: different records, in ascending order.
pub struct SortedSet<R = PackedPuzzle>(Place<R>);

impl<R> fmt::Debug for SortedSet<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (len, folder) = match &self.0 {
            Place::Memory(records) => (records.len() as u64, None),
            Place::File { run, folder } => (run.records, Some(folder)),
        };
        f.debug_struct("SortedSet").field("len", &len).field("folder", &folder).finish()
    }
}

enum Place<R> {
    Memory(Arc<Vec<R>>),
    File { run: Run, folder: Folder },
}

impl<R: SetRecord> SortedSet<R> {
    /// The set in `folder`, or in a view of one; `None` if it is not finished. Reads its file once
    /// to check it.
    ///
    /// # Errors
    /// If the file is damaged or can't be read.
    pub fn open(folder: &Folder) -> Result<Option<SortedSet<R>>, SeenError> {
        if !folder.has(SORTED)? {
            return Ok(None);
        }
        let run = Reader::<R>::open(folder, SORTED)?.verified()?;
        Ok(Some(SortedSet::in_file(folder, run)))
    }

    /// The set of these records, which ascend.
    pub(super) fn in_memory(records: Vec<R>) -> SortedSet<R> {
        SortedSet(Place::Memory(Arc::new(records)))
    }

    pub(super) fn in_file(folder: &Folder, run: Run) -> SortedSet<R> {
        SortedSet(Place::File { run, folder: folder.clone() })
    }

    /// The number of its records.
    pub fn len(&self) -> u64 {
        match &self.0 {
            Place::Memory(records) => records.len() as u64,
            Place::File { run, .. } => run.records,
        }
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The checksum of its file; `None` if it has none.
    pub(in super::super) fn checksum(&self) -> Option<u128> {
        match &self.0 {
            Place::Memory(_) => None,
            Place::File { run, .. } => Some(run.checksum),
        }
    }

    /// Its records in ascending order.
    ///
    /// # Errors
    /// If its file can't be read.
    pub fn records(&self) -> Result<Records<R>, SeenError> {
        Ok(Records(match &self.0 {
            Place::Memory(records) => Origin::Memory { records: Arc::clone(records), next: 0 },
            Place::File { run, folder } => Origin::File {
                reader: Box::new(Reader::open(folder, &run.name)?),
                _folder: folder.clone(),
            },
        }))
    }
}

impl SortedSet<PlacedFingerprint> {
    /// Finds fingerprints in the set.
    ///
    /// # Errors
    /// If its file can't be opened.
    pub fn finder(&self) -> Result<FingerprintFinder, SeenError> {
        match &self.0 {
            Place::Memory(records) => Ok(FingerprintFinder::in_memory(Arc::clone(records))),
            Place::File { run, folder } => {
                FingerprintFinder::in_file(folder, &run.name, HEADER as u64, run.records)
            }
        }
    }
}

/// The records of a set in ascending order, each once.
///
/// A file that can't be read, or is damaged, gives an error in its place, and then the end.
pub struct Records<R = PackedPuzzle>(Origin<R>);

impl<R> fmt::Debug for Records<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").finish_non_exhaustive()
    }
}

enum Origin<R> {
    Memory {
        records: Arc<Vec<R>>,
        next: usize,
    },
    File {
        reader: Box<Reader<R>>,
        /// Keeps a temporary folder alive.
        _folder: Folder,
    },
}

impl<R: SetRecord> Iterator for Records<R> {
    type Item = Result<R, SeenError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Origin::Memory { records, next } => {
                let record = records.get(*next)?;
                *next += 1;
                Some(Ok(*record))
            }
            Origin::File { reader, .. } => reader.next(),
        }
    }
}
