//! The store: sets of records, phase by phase. What it is used for and what it promises is told
//! [a floor above](super).

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::collector::{Collector, Limits};
use super::memory::Seen;
use super::records::{Kept, OpenBlocks, Records, Untold};
use super::run::Reader;
use super::state::{Fingerprint, Name, SET, STATE, State, is_ours};
use super::{PackedPuzzle, SeenError};
use crate::keep::{Folder, KeepError, UNFINISHED};

/// Sets of records, phase by phase, within a budget of memory. All threads of a phase share one.
pub struct Store {
    folder: Folder,
    limits: Limits,
    parameters: String,
    block: u64,
    phase: u64,
    /// The set of the phase before.
    latest: Option<Kept>,
    collector: Mutex<Collector>,
    /// What [`Store::finish`] left in its lists in the phase before.
    told: Mutex<Seen>,
}

impl Store {
    /// A store without a folder. If the budget, in bytes, is too small for a set, it makes one
    /// among the user's temporary files, and removes it in the end. A block is `block` records.
    pub fn in_memory(block: u64, budget: usize) -> Store {
        Store::of(
            Folder::temporary(),
            Limits::new(budget),
            State::new(0, block.max(1), "", None),
            None,
        )
    }

    /// Begins a tour in `folder`, which is made if need be. The `parameters` are the caller's own
    /// words, to know later what this tour is. A block is `block` records, as long as the tour
    /// lasts.
    ///
    /// # Errors
    /// If there is anything in the folder, another process has it, or it can't be written.
    pub fn create(
        folder: &Path,
        parameters: &str,
        block: u64,
        budget: usize,
    ) -> Result<Store, SeenError> {
        Store::create_in(Folder::begin(folder, &SET)?, parameters, block, Limits::new(budget))
    }

    /// Begins a tour in a folder, or a part of one, in which there is none.
    pub(in super::super) fn create_in(
        folder: Folder,
        parameters: &str,
        block: u64,
        limits: Limits,
    ) -> Result<Store, SeenError> {
        let state = State::new(0, block.max(1), parameters, None);
        state.write(&folder)?;
        Ok(Store::of(folder, limits, state, None))
    }

    /// Goes on with the tour in `folder`, wherever it was left. Reads all its files once to see
    /// that they are whole, before it changes any.
    ///
    /// # Errors
    /// If there is no tour, another process has it, or a file is damaged or can't be read.
    pub fn resume(folder: &Path, budget: usize) -> Result<Store, SeenError> {
        let store = Store::resume_in(Folder::resume(folder, &SET)?, Limits::new(budget))?;
        store.clean()?;
        Ok(store)
    }

    /// Goes on with the tour in a folder or a part of one. Changes nothing; what nobody needs is
    /// removed when a phase ends.
    pub(in super::super) fn resume_in(folder: Folder, limits: Limits) -> Result<Store, SeenError> {
        let state = State::read(&folder)?;
        let latest = match &state.input {
            Some(fingerprint) => {
                let name = Name::Sorted { phase: state.phase - 1 }.to_string();
                let run = Reader::open(&folder, &name)?.verified()?;
                if Fingerprint::of(&run) != *fingerprint {
                    let what = "it is of another tour";
                    return Err(KeepError::Damaged { path: folder.path(&name), what }.into());
                }
                Some(Kept::File(run))
            }
            None => None,
        };
        let store = Store::of(folder, limits, state, latest);
        let mut runs = Vec::new();
        for name in store.folder.names()? {
            if matches!(Name::read(&name), Some(Name::Run { phase, .. }) if phase == store.phase) {
                runs.push(Reader::open(&store.folder, &name)?.verified()?);
            }
        }
        *store.collector() = Collector::new(&store.folder, limits, store.phase, 0, runs);
        Ok(store)
    }

    fn of(folder: Folder, limits: Limits, state: State, latest: Option<Kept>) -> Store {
        let State { phase, block, parameters, .. } = state;
        let collector = Mutex::new(Collector::new(&folder, limits, phase, 0, Vec::new()));
        let told = Mutex::default();
        Store { folder, limits, parameters, block, phase, latest, collector, told }
    }

    /// Removes the files of a store, in a folder or a part of one. First the one without which
    /// there is none, so that what a kill leaves is known for what it is.
    pub(in super::super) fn discard(folder: &Folder) -> Result<(), SeenError> {
        let mut names = folder.names()?;
        names.retain(|name| is_ours(name.strip_suffix(UNFINISHED).unwrap_or(name)));
        names.sort_by_key(|name| name != STATE);
        Ok(folder.remove(names.iter().map(String::as_str))?)
    }

    /// What the tour was begun with.
    pub fn parameters(&self) -> &str {
        &self.parameters
    }

    /// The number of the running phase. Phase 0 collects the set that a tour begins with, and each
    /// phase after it takes the set of the one before.
    pub fn phase(&self) -> u64 {
        self.phase
    }

    /// The set of the phase that ended last: the input of the running one, or the result of the
    /// tour. Empty in phase 0.
    ///
    /// # Errors
    /// If its file can't be opened.
    pub fn latest(&self) -> Result<Records, SeenError> {
        match &self.latest {
            Some(kept) => kept.records(&self.folder),
            None => Kept::in_memory(Vec::new()).records(&self.folder),
        }
    }

    /// How many records [`Store::latest`] has.
    pub fn latest_len(&self) -> u64 {
        self.latest.as_ref().map_or(0, Kept::len)
    }

    /// The blocks of [`Store::latest`] that are not finished now. Of phase 0 there are none: its
    /// blocks are the caller's.
    ///
    /// # Errors
    /// As [`Store::latest`].
    pub fn open_blocks(&self) -> Result<OpenBlocks, SeenError> {
        let finished = self.collector().finished().clone();
        Ok(OpenBlocks { records: self.latest()?, size: self.block, next: 0, finished })
    }

    /// Whether `block` need not be done (again) in this phase.
    pub fn is_finished(&self, block: u64) -> bool {
        self.collector().finished().contains(block)
    }

    /// How many blocks of this phase are finished.
    pub fn finished_blocks(&self) -> u64 {
        self.collector().finished().len()
    }

    /// How many blocks this phase has; 0 in phase 0, of which only the caller knows.
    pub fn all_blocks(&self) -> u64 {
        self.latest_len().div_ceil(self.block)
    }

    /// Takes `records`, which are all that `block` gives, in any order. Blocks may come in any
    /// order too. Those of a block are in memory together, beside the budget: let it be no large
    /// part of that.
    ///
    /// Of them, those stay in `records` that are *told*: they come for the first time in this phase
    /// and this run of the program, so far as memory knows. The others have been told, or will be
    /// among [`Store::untold`].
    ///
    /// # Errors
    /// If a file can't be written. The store takes nothing more then; the tour can be resumed.
    pub fn finish(&self, block: u64, records: &mut Vec<PackedPuzzle>) -> Result<(), SeenError> {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if !told.is_empty() {
            *told = Seen::default();
        }
        drop(told);
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

    /// Ends the phase: all that its blocks gave becomes [`Store::latest`]. Returns how many records
    /// there are.
    ///
    /// # Errors
    /// If a block has not been finished, or a file can't be read or written. The phase has then not
    /// ended, or has ended and only what is left of it could not be removed; resuming knows.
    pub fn end_phase(&mut self) -> Result<u64, SeenError> {
        let all = self.all_blocks();
        let is_first = self.latest.is_none();
        // Records of the new set that stay in memory leave as much less to the next phase's buffer.
        let room = self.limits.budget / 4;
        let collector = self.collector.get_mut().unwrap_or_else(PoisonError::into_inner);
        let finished = collector.finished();
        if finished.first_gap() < if is_first { finished.end() } else { all } {
            return Err(SeenError::Open { block: finished.first_gap() });
        }
        let set = collector.close(room)?;
        if let Kept::File(run) = &set
            && self.folder.is_lasting()
        {
            State::new(self.phase + 1, self.block, &self.parameters, Some(Fingerprint::of(run)))
                .write(&self.folder)?;
        }
        self.phase += 1;
        let next = Collector::new(&self.folder, self.limits, self.phase, set.memory(), Vec::new());
        self.told = Mutex::new(std::mem::replace(collector, next).into_seen());
        self.latest = Some(set);
        self.clean()?;
        Ok(self.latest_len())
    }

    /// What of [`Store::latest`] this run of the program has not been told by [`Store::finish`].
    /// With what was told, it is the whole set, each record once. Good for one time, before the
    /// next phase finishes a block.
    ///
    /// # Errors
    /// As [`Store::latest`].
    pub fn untold(&self) -> Result<Untold, SeenError> {
        let records = self.latest()?;
        let told = std::mem::take(&mut *self.told.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(Untold { records, told })
    }

    /// Removes what no phase needs any more.
    pub(in super::super) fn clean(&self) -> Result<(), SeenError> {
        let is_needed = |name: &str| match Name::read(name) {
            Some(Name::Run { phase, .. }) => phase == self.phase,
            Some(Name::Sorted { phase }) => phase + 1 == self.phase,
            None => !name.strip_suffix(UNFINISHED).is_some_and(is_ours),
        };
        let names = self.folder.names()?;
        Ok(self.folder.remove(names.iter().map(String::as_str).filter(|name| !is_needed(name)))?)
    }

    fn collector(&self) -> MutexGuard<'_, Collector> {
        // After a panic in it, it takes nothing any more.
        self.collector.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
