//! The store: a set in the making. The [page of the module](super) has its promises.

use std::fmt;
use std::sync::{Mutex, MutexGuard};

use super::collector::{Collector, Limits};
use super::memory::Seen;
use super::name::Name;
use super::run::Reader;
use super::sorted::SortedSet;
use super::{PackedPuzzle, SeenError, SetRecord};
use crate::lock::{locked, unlocked};
use crate::state::Folder;

/// A set in the making, within a budget of memory. All threads share one.
pub struct Store<R = PackedPuzzle> {
    collector: Mutex<Collector<R>>,
}

impl<R> fmt::Debug for Store<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").finish_non_exhaustive()
    }
}

impl<R: SetRecord> Store<R> {
    /// A store without a folder. If the budget, in bytes, is too small for the set, it makes a
    /// temporary folder, which is removed with the set.
    pub fn in_memory(budget: usize) -> Store<R> {
        Store::of(Collector::new(Folder::temporary(), Limits::new(budget), Vec::new()))
    }

    /// The unfinished set in `folder`, or in a view of one, with its existing runs. A finished set
    /// is a [`SortedSet`] and should not be made again. Reads all runs once to check them, and
    /// changes nothing.
    ///
    /// # Errors
    /// If a run is damaged or can't be read.
    pub fn open(folder: Folder, budget: usize) -> Result<Store<R>, SeenError> {
        Store::open_within(folder, Limits::new(budget))
    }

    pub(super) fn open_within(folder: Folder, limits: Limits) -> Result<Store<R>, SeenError> {
        let mut runs = Vec::new();
        for name in folder.names()? {
            if matches!(Name::read(&name), Some(Name::Run(_))) {
                runs.push(Reader::<R>::open(&folder, &name)?.verified()?);
            }
        }
        Ok(Store::of(Collector::new(folder, limits, runs)))
    }

    fn of(collector: Collector<R>) -> Store<R> {
        Store { collector: Mutex::new(collector) }
    }

    /// Whether `block` is finished.
    pub fn is_finished(&self, block: u64) -> bool {
        self.collector().is_finished(block)
    }

    /// Takes `records`, all records of `block`, in any order. Blocks may come in any order, too.
    /// The records of a block are in memory beyond the budget: keep them small in comparison.
    ///
    /// The new ones stay in `records`: those that this store certainly receives for the first time
    /// since it was opened, as far as memory reaches.
    ///
    /// # Errors
    /// If a file can't be written. The store then takes nothing more; its files can be opened
    /// again.
    pub fn finish(&self, block: u64, records: &mut Vec<R>) -> Result<(), SeenError> {
        self.collector().finish(block, records)
    }

    /// Writes all finished blocks to the disk. This happens every second by itself; call it before
    /// the program ends early. Does nothing without a folder.
    ///
    /// # Errors
    /// As [`Store::finish`].
    pub fn sync(&self) -> Result<(), SeenError> {
        self.collector().sync()
    }

    /// Ends the set, which has the records of all blocks. Also returns the records that
    /// [`Store::finish`] has reported as new; the others are not yet reported.
    ///
    /// # Errors
    /// If a block before the last has not been finished, or a file can't be read or written. The
    /// set is then not finished, or it is and only its runs could not be removed.
    pub fn close(self) -> Result<(SortedSet<R>, Seen), SeenError> {
        unlocked(self.collector).close()
    }

    fn collector(&self) -> MutexGuard<'_, Collector<R>> {
        // After a panic in it, the collector takes nothing more.
        locked(&self.collector)
    }
}
