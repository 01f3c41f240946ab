//! A finished set of records, in memory or in a file, and ways to read it.

use std::sync::Arc;

use super::blocks::Blocks;
use super::memory::Seen;
use super::run::{Reader, Run};
use super::{PackedPuzzle, SeenError};
use crate::keep::Folder;

/// A set that a phase has made.
#[derive(Clone)]
pub(super) enum Kept {
    /// In ascending order, each once.
    Memory(Arc<Vec<PackedPuzzle>>),
    File(Run),
}

impl Kept {
    pub(super) fn in_memory(set: Vec<PackedPuzzle>) -> Kept {
        Kept::Memory(Arc::new(set))
    }

    /// How many records it has.
    pub(super) fn len(&self) -> u64 {
        match self {
            Kept::Memory(set) => set.len() as u64,
            Kept::File(run) => run.records,
        }
    }

    /// Bytes of memory that it has.
    pub(super) fn memory(&self) -> usize {
        match self {
            Kept::Memory(set) => set.len() * size_of::<PackedPuzzle>(),
            Kept::File(_) => 0,
        }
    }

    pub(super) fn records(&self, folder: &Folder) -> Result<Records, SeenError> {
        Ok(Records(match self {
            Kept::Memory(set) => Origin::Memory { set: Arc::clone(set), next: 0 },
            Kept::File(run) => Origin::File {
                reader: Box::new(Reader::open(folder, &run.name)?),
                _folder: folder.clone(),
            },
        }))
    }
}

/// The records of a set in ascending order, each once.
///
/// A file that can't be read, or turns out to be damaged, is an error in its place, and the end.
pub struct Records(Origin);

enum Origin {
    Memory {
        set: Arc<Vec<PackedPuzzle>>,
        next: usize,
    },
    File {
        reader: Box<Reader>,
        /// Keeps a temporary folder from going away.
        _folder: Folder,
    },
}

impl Iterator for Records {
    type Item = Result<PackedPuzzle, SeenError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Origin::Memory { set, next } => {
                let record = set.get(*next)?;
                *next += 1;
                Some(Ok(*record))
            }
            Origin::File { reader, .. } => reader.next(),
        }
    }
}

/// The blocks of a phase that are still to be done: each its number and its records, in ascending
/// order.
pub struct OpenBlocks {
    pub(super) records: Records,
    /// Records in a block; the last one may have fewer.
    pub(super) size: u64,
    pub(super) next: u64,
    pub(super) finished: Blocks,
}

impl Iterator for OpenBlocks {
    type Item = Result<(u64, Vec<PackedPuzzle>), SeenError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let block = self.next;
            self.next += 1;
            let part = self.records.by_ref().take(usize::try_from(self.size).unwrap_or(usize::MAX));
            let is_finished = self.finished.contains(block);
            let mut is_empty = true;
            let mut records = Vec::new();
            for record in part {
                is_empty = false;
                match record {
                    Ok(record) if !is_finished => records.push(record),
                    Ok(_) => {}
                    Err(error) => return Some(Err(error)),
                }
            }
            if is_empty {
                return None;
            }
            if !is_finished {
                return Some(Ok((block, records)));
            }
        }
    }
}

/// Records that have not been told.
pub struct Untold {
    pub(super) records: Records,
    pub(super) told: Seen,
}

impl Iterator for Untold {
    type Item = Result<PackedPuzzle, SeenError>;

    fn next(&mut self) -> Option<Self::Item> {
        let told = &self.told;
        self.records.find(|record| record.as_ref().map_or(true, |record| !told.contains(record)))
    }
}
