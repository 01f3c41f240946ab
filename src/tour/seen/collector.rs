//! Collects the records of a set in the making.
//!
//! ```text
//!      finish(block, records) ──▶ seen? ──▶ buffer ──save──▶ run, run, run ──close──▶ sorted
//!                                   │         (memory)         (files)        (memory or a file)
//!                                   ╰─ again: dropped
//! ```
//!
//! Invariants. A record is dropped only if it is in the buffer or in a run already. The buffer has
//! whole blocks, and a save writes all of it, one save at a time. So each record of a block that a
//! run names is in that run or an earlier one; and each record of a run belongs to a block that it
//! names, so a lost run loses no more than it names. After an error nothing more is taken.

use std::time::{Duration, Instant};

use super::blocks::Blocks;
use super::memory::{Seen, Sighting};
use super::merge::Merge;
use super::name::{Name, clean};
use super::run::{Reader, Run, Writer};
use super::sorted::SortedSet;
use super::{SeenError, SetRecord};
use crate::state::{Folder, most_open_files};

/// The fewest and the most runs to merge at once: more save little, and each takes a buffer.
const LEAST_FAN: u64 = 4;
const MOST_FAN: u64 = 128;

/// The resources of a store.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Bytes of memory.
    pub(super) budget: usize,
    /// Runs to merge at once; each has an open file and a buffer.
    pub(super) fan: usize,
    /// The time that a finished block may stay only in memory, if the store has a folder.
    pub(super) period: Duration,
}

impl Limits {
    pub(super) fn new(budget: usize) -> Limits {
        // A quarter of the open files allowed: sets are read side by side while their union is
        // written, and the process needs the others.
        let fan = (most_open_files() / 4).clamp(LEAST_FAN, MOST_FAN) as usize;
        Limits { budget, fan, period: Duration::from_secs(1) }
    }
}

/// The records found so far.
pub(super) struct Collector<R> {
    folder: Folder,
    limits: Limits,
    seen: Seen,
    buffer: Vec<R>,
    /// The most records of the buffer.
    most: usize,
    /// Blocks whose records are in the buffer.
    unsaved: Blocks,
    /// These blocks and those of all runs.
    finished: Blocks,
    runs: Vec<Run>,
    next_run: u64,
    saved: Instant,
    has_failed: bool,
}

impl<R: SetRecord> Collector<R> {
    /// A collector that continues from `runs`.
    pub(super) fn new(folder: Folder, limits: Limits, runs: Vec<Run>) -> Collector<R> {
        let number = |run: &Run| match Name::read(&run.name) {
            Some(Name::Run(number)) => number,
            _ => 0,
        };
        let mut finished = Blocks::default();
        for run in &runs {
            finished.add_all(&run.blocks);
        }
        Collector {
            folder,
            limits,
            seen: Seen::new(if R::IS_REPEATED { limits.budget / 2 } else { 0 }),
            buffer: Vec::new(),
            most: (limits.budget / 2 / size_of::<R>()).max(1),
            unsaved: Blocks::default(),
            finished,
            next_run: runs.iter().map(number).max().map_or(0, |last| last + 1),
            runs,
            saved: Instant::now(),
            has_failed: false,
        }
    }

    /// Whether `block` is finished.
    pub(super) fn is_finished(&self, block: u64) -> bool {
        self.finished.contains(block)
    }

    /// Takes a block's records, and leaves in `records` those that are certainly new.
    pub(super) fn finish(&mut self, block: u64, records: &mut Vec<R>) -> Result<(), SeenError> {
        self.guarded(|this| {
            records.retain(|record| {
                let sighting = this.seen.insert(record);
                if sighting != Sighting::Again {
                    this.take(*record);
                }
                sighting == Sighting::First
            });
            this.unsaved.insert(block);
            this.finished.insert(block);
            let is_time = this.folder.is_lasting() && this.saved.elapsed() >= this.limits.period;
            // Never within a block: its records would then be in runs that don't name it.
            if is_time || this.buffer.len() >= this.most { this.save() } else { Ok(()) }
        })
    }

    /// Writes the buffer to the disk.
    pub(super) fn sync(&mut self) -> Result<(), SeenError> {
        self.guarded(|this| if this.folder.is_lasting() { this.save() } else { Ok(()) })
    }

    /// Merges everything into one set, and removes the parts. The set is a file if the folder is
    /// lasting, or if it exceeds a quarter of the budget. Also returns the records reported as new.
    pub(super) fn close(mut self) -> Result<(SortedSet<R>, Seen), SeenError> {
        if self.finished.first_gap() < self.finished.end() {
            return Err(SeenError::Open { block: self.finished.first_gap() });
        }
        let set = self.guarded(Self::make_one)?;
        clean(&self.folder)?;
        Ok((set, self.seen))
    }

    fn make_one(&mut self) -> Result<SortedSet<R>, SeenError> {
        if !self.folder.is_lasting() && self.runs.is_empty() {
            self.sort();
            if self.buffer.len() <= self.limits.budget / 4 / size_of::<R>() {
                let mut records = std::mem::take(&mut self.buffer);
                records.shrink_to_fit();
                return Ok(SortedSet::in_memory(records));
            }
        }
        self.save()?;
        self.buffer = Vec::new();
        while self.runs.len() > self.limits.fan {
            // Only the excess, and the smallest runs.
            self.runs.sort_by_key(|run| std::cmp::Reverse(run.records));
            let too_many = self.runs.len() - self.limits.fan + 1;
            self.merge_last(too_many.min(self.limits.fan))?;
        }
        let run = union::<R>(&self.folder, &self.runs, Name::Sorted.to_string(), 0)?;
        Ok(SortedSet::in_file(&self.folder, run))
    }

    /// Does nothing after an error: memory may differ from the caller's view.
    fn guarded<T>(
        &mut self,
        act: impl FnOnce(&mut Self) -> Result<T, SeenError>,
    ) -> Result<T, SeenError> {
        if self.has_failed {
            return Err(SeenError::Stopped);
        }
        self.has_failed = true; // also if it panics
        let result = act(self);
        self.has_failed = result.is_err();
        result
    }

    fn take(&mut self, record: R) {
        let length = self.buffer.len();
        if length == self.buffer.capacity() {
            // Doubled, as a vector does, but beyond the limit only by the records of a block.
            let room = self.most.saturating_sub(length);
            self.buffer.reserve_exact(length.min(room).max(64));
        }
        self.buffer.push(record);
    }

    fn sort(&mut self) {
        self.buffer.sort_unstable();
        self.buffer.dedup();
    }

    /// Writes the buffer as a run.
    fn save(&mut self) -> Result<(), SeenError> {
        if !(self.buffer.is_empty() && self.unsaved.is_empty()) {
            self.sort();
            let name = self.name_run();
            let mut writer = Writer::new(&self.folder, name)?;
            self.buffer.iter().try_for_each(|record| writer.push(record))?;
            self.runs.push(writer.finish(0, std::mem::take(&mut self.unsaved))?);
            self.buffer.clear();
            // So a run of days has hundreds of files, not a hundred thousand.
            while let Some(level) = self.crowded_level() {
                self.runs.sort_by_key(|run| run.level == level);
                self.merge_last(self.limits.fan)?;
            }
        }
        self.saved = Instant::now();
        Ok(())
    }

    /// A level with twice the runs of a merge.
    fn crowded_level(&self) -> Option<u64> {
        let levels = self.runs.iter().map(|run| run.level);
        levels
            .clone()
            .find(|&level| levels.clone().filter(|&l| l == level).count() >= 2 * self.limits.fan)
    }

    /// Replaces the last `count` runs by their union.
    fn merge_last(&mut self, count: usize) -> Result<(), SeenError> {
        let name = self.name_run();
        let parts = &self.runs[self.runs.len() - count..];
        let level = parts.iter().map(|run| run.level).max().unwrap_or(0) + 1;
        let whole = union::<R>(&self.folder, parts, name, level)?;
        // The union is on the disk, so its parts are no longer needed.
        self.folder.remove(parts.iter().map(|run| run.name.as_str()))?;
        self.runs.truncate(self.runs.len() - count);
        self.runs.push(whole);
        Ok(())
    }

    fn name_run(&mut self) -> String {
        let name = Name::Run(self.next_run);
        self.next_run += 1;
        name.to_string()
    }
}

/// Writes the union of `runs` as the run `name`.
fn union<R: SetRecord>(
    folder: &Folder,
    runs: &[Run],
    name: String,
    level: u64,
) -> Result<Run, SeenError> {
    let mut blocks = Blocks::default();
    for run in runs {
        blocks.add_all(&run.blocks);
    }
    let readers = runs.iter().map(|run| Reader::<R>::open(folder, &run.name));
    let merge = Merge::new(readers.collect::<Result<Vec<_>, _>>()?)?;
    let mut writer = Writer::new(folder, name)?;
    for record in merge {
        writer.push(&record?)?;
    }
    writer.finish(level, blocks)
}
