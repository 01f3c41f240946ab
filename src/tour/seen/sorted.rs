//! A finished set of records, in memory or in a file.

use std::sync::Arc;

use super::name::SORTED;
use super::run::{Reader, Run};
use super::{PackedPuzzle, SeenError};
use crate::keep::Folder;

/// A finished set: different records, in ascending order.
pub struct SortedSet(Place);

enum Place {
    Memory(Arc<Vec<PackedPuzzle>>),
    File { run: Run, folder: Folder },
}

impl SortedSet {
    /// The set in `folder`, or in a view of one; `None` if it is not finished. Reads its file once
    /// to check it.
    ///
    /// # Errors
    /// If the file is damaged or can't be read.
    pub fn open(folder: &Folder) -> Result<Option<SortedSet>, SeenError> {
        if !folder.has(SORTED)? {
            return Ok(None);
        }
        let run = Reader::open(folder, SORTED)?.verified()?;
        Ok(Some(SortedSet::in_file(folder, run)))
    }

    /// The set of these records, which ascend.
    pub(super) fn in_memory(records: Vec<PackedPuzzle>) -> SortedSet {
        SortedSet(Place::Memory(Arc::new(records)))
    }

    pub(super) fn in_file(folder: &Folder, run: Run) -> SortedSet {
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
    pub fn records(&self) -> Result<Records, SeenError> {
        Ok(Records(match &self.0 {
            Place::Memory(records) => Origin::Memory { records: Arc::clone(records), next: 0 },
            Place::File { run, folder } => Origin::File {
                reader: Box::new(Reader::open(folder, &run.name)?),
                _folder: folder.clone(),
            },
        }))
    }
}

/// The records of a set in ascending order, each once.
///
/// A file that can't be read, or is damaged, gives an error in its place, and then the end.
pub struct Records(Origin);

enum Origin {
    Memory {
        records: Arc<Vec<PackedPuzzle>>,
        next: usize,
    },
    File {
        reader: Box<Reader>,
        /// Keeps a temporary folder alive.
        _folder: Folder,
    },
}

impl Iterator for Records {
    type Item = Result<PackedPuzzle, SeenError>;

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
