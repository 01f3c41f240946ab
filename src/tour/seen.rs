//! The puzzles that a tour has seen: sets that may exceed memory, and survive a kill.
//!
//! ```text
//!      a store                                                 a sorted set
//!      blocks 0 1 2 3 4 ...   finish ─▶ seen? ─▶ buffer ─▶ runs ─── close ──▶ each record once,
//!         on all threads, in any order  ╰─ again: dropped        merged       ascending
//! ```
//!
//! A puzzle is a [`PackedPuzzle`] of some twenty bytes. A [`Store`] is a set in the making: it
//! takes records in *blocks*, numbered from 0, and reports which of them are new. Closed, it is a
//! [`SortedSet`], which can be read any number of times:
//!
//! ```
//! use tourdion::tour::seen::{PackedPuzzle, Store};
//!
//! let puzzle: tourdion::sudoku::Grid = format!("12{}", ".".repeat(79)).parse()?;
//! let store = Store::in_memory(1 << 20);              // a megabyte
//! for (number, clue) in (0..).zip(puzzle.clues()) {   // a block for each clue that is taken off
//!     let mut less = puzzle.clone();
//!     less.set(clue.cell, None);
//!     let record = PackedPuzzle::of(&less).expect("it is 9x9");
//!     let mut records = vec![record, record];
//!     store.finish(number, &mut records)?;
//!     assert_eq!(records, [record]);                  // what is new
//! }
//! let (set, _) = store.close()?;
//! assert_eq!(set.len(), 2);
//! let mut lines = set.records()?.map(|record| record.map(|record| record.grid().to_string()));
//! assert!(lines.next().unwrap()?.starts_with(".2.") && lines.next().unwrap()?.starts_with("1.."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A set may have other records too, a [`SetRecord`] each: those of a [`PlacedFingerprint`] answer
//! where a puzzle's class was seen first ([`FingerprintFinder`]), among more puzzles than memory
//! has room for.
//!
//! # Memory
//!
//! A budget in bytes is given at the start. Half of it is for hashes of seen records ([`Seen`]),
//! which stop growing when it is used up; known records are dropped at once. (A record would be
//! lost if another had its hash; [`PackedPuzzle::hash`] gives the probability. Files are merged by
//! the records themselves.) Half is for records: when they fill it, they are sorted and written as
//! a *run*. In the end all runs are merged, 128 at a time, without repeats; a merge needs 64 KiB
//! for each run beyond the budget. The number of records affects only the size of the files and the
//! time. A set that fits into a quarter of the budget stays in memory, if it has no folder.
//!
//! # Streaming
//!
//! Results can be reported as they are found: [`Store::finish`] returns the records of a block that
//! are certainly new. Once memory is full, it can't decide for others. So [`Store::close`] also
//! returns the records reported as new: the other records of the set are still to be reported. This
//! holds within one run of the program: a run that resumes a tour reports all results, because the
//! killed run's reports may be lost.
//!
//! # What survives a kill
//!
//! The whole state is in one [`Folder`](crate::state::Folder), in files that exist whole or not at
//! all:
//!
//! ```text
//!      run-N      records, and the blocks that they are all the results of, with those of other
//!                 runs
//!      sorted     all records; the set is finished if and only if this is there
//! ```
//!
//! The finished blocks are those that the runs name: the runs are the manifest, and no second file
//! can contradict them. A block is a fixed slice of a fixed input, so repeating it gives the same
//! records, and the same set. So it suffices that no record of a named block is ever lost.
//! `collector` shows why a run on the disk has all of them; these are the steps that change files,
//! with the effect of a kill between two of them:
//!
//! 1. *A run is written* under another name, synchronised, renamed, and the folder synchronised.
//!    Killed before the renaming: the blocks are not finished, and the draft is removed. After it:
//!    they are finished.
//! 2. *Runs are merged* into one of their union, as in 1; then they are removed one by one. Killed
//!    in between: the union and some of its parts exist, and their union is the same.
//! 3. *The set ends*: the last buffer is a run, the blocks are all finished. The union of all runs
//!    is written as `sorted`, as in 1. Its renaming alone ends the set. Killed before: all runs
//!    exist; only the merge is done again.
//! 4. *The runs are removed*. Killed in between: `sorted` exists and contains all of them, so they
//!    are not read any more. Resuming the tour removes them.
//!
//! A damaged file is an error with its path, and never a smaller set. If a damaged run is removed,
//! only time is lost: it names the blocks of all its records, so those blocks are done again.
//! Without `sorted`, a set counts as not begun; the [`shelf`](super::shelf) knows that it must
//! exist, and its checksum.
//!
//! # Why so
//!
//! Plain files and sorting, because the embedded databases tried took several times as long, and
//! offer much that is not needed here. `benches/seen.rs` measures this design. Deliberately
//! lacking: removal, look-ups in files, sets shared by several processes, and symmetry; to count up
//! to symmetry, pass canonical forms.

use crate::state::StateError;

mod blocks;
mod collector;
mod memory;
mod merge;
mod name;
mod packed;
mod placed;
mod record;
mod run;
mod sorted;
mod store;
#[cfg(test)]
mod tests;

pub use memory::{Seen, Sighting};
pub(super) use merge::Merge;
pub(super) use name::{SORTED, clean, discard, is_ours};
pub use packed::PackedPuzzle;
pub use placed::{FingerprintFinder, PlacedFingerprint};
pub use record::SetRecord;
pub use sorted::{Records, SortedSet};
pub use store::Store;

/// An error of a set.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SeenError {
    /// A file or folder can't be used. After a damaged run (`run-17`) is removed, the set can be
    /// opened again; its blocks are then done again.
    #[error(transparent)]
    State(#[from] StateError),
    /// A set can't end before all its blocks are finished.
    #[error("block {block} has not been finished")]
    Open {
        /// The first of them.
        block: u64,
    },
    /// The store takes nothing more after an error.
    #[error("stopped by an earlier error")]
    Stopped,
}
