//! The store: a set that is being made. The [page of the module](super) says what it promises.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::collector::{Collector, Limits};
use super::memory::Seen;
use super::name::Name;
use super::run::Reader;
use super::sorted::SortedSet;
use super::{PackedPuzzle, SeenError};
use crate::keep::Folder;

/// A set that is being made, within a budget of memory. All threads share one.
pub struct Store {
    collector: Mutex<Collector>,
}

impl Store {
    /// A store without a folder. If the budget, in bytes, is too small for the set, it makes one
    /// among the user's temporary files, which goes with the set.
    pub fn in_memory(budget: usize) -> Store {
        Store::of(Collector::new(Folder::temporary(), Limits::new(budget), Vec::new()))
    }

    /// The set that is being made in `folder`, or a part of one: with all that is there of it, if
    /// anything is. One that is finished is a [`SortedSet`] and should not be made again. Reads all
    /// runs once to see that they are whole, and changes nothing.
    ///
    /// # Errors
    /// If a run is damaged or can't be read.
    pub fn open(folder: Folder, budget: usize) -> Result<Store, SeenError> {
        Store::open_within(folder, Limits::new(budget))
    }

    pub(super) fn open_within(folder: Folder, limits: Limits) -> Result<Store, SeenError> {
        let mut runs = Vec::new();
        for name in folder.names()? {
            if matches!(Name::read(&name), Some(Name::Run(_))) {
                runs.push(Reader::open(&folder, &name)?.verified()?);
            }
        }
        Ok(Store::of(Collector::new(folder, limits, runs)))
    }

    fn of(collector: Collector) -> Store {
        Store { collector: Mutex::new(collector) }
    }

    /// Whether `block` need not be done (again).
    pub fn is_finished(&self, block: u64) -> bool {
        self.collector().is_finished(block)
    }

    /// Takes `records`, which are all that `block` gives, in any order. Blocks may come in any
    /// order too. Those of a block are in memory together, beside the budget: let it be no large
    /// part of that.
    ///
    /// Of them, those stay in `records` that are new: this store receives them for the first time
    /// since it was opened, and memory reaches far enough to know it.
    ///
    /// # Errors
    /// If a file can't be written. The store takes nothing more then; what is on the disk can be
    /// opened again.
    pub fn finish(&self, block: u64, records: &mut Vec<PackedPuzzle>) -> Result<(), SeenError> {
        self.collector().finish(block, records)
    }

    /// Brings all that is finished onto the disk. It is done every second without being asked; ask
    /// before the program ends early. Does nothing without a folder.
    ///
    /// # Errors
    /// As [`Store::finish`].
    pub fn sync(&self) -> Result<(), SeenError> {
        self.collector().sync()
    }

    /// Ends the set: all that its blocks gave. Beside it comes what [`Store::finish`] has said to
    /// be new: the records of the set that are not there have not been.
    ///
    /// # Errors
    /// If a block before the last has not been finished, or a file can't be read or written. The
    /// set is then not finished, or is so and only what is left of its runs could not be removed.
    pub fn close(self) -> Result<(SortedSet, Seen), SeenError> {
        self.collector.into_inner().unwrap_or_else(PoisonError::into_inner).close()
    }

    fn collector(&self) -> MutexGuard<'_, Collector> {
        // After a panic in it, it takes nothing any more.
        self.collector.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
