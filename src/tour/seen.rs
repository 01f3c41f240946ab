//! What a tour has seen: sets of puzzles that are larger than memory, and outlive a kill.
//!
//! ```text
//!      a store                                                 a sorted set
//!      blocks 0 1 2 3 4 ...   finish ─▶ seen? ─▶ buffer ─▶ runs ─── close ──▶ each record once,
//!         on all threads, in any order  ╰─ again: dropped        merged       ascending
//! ```
//!
//! A puzzle is a [`PackedPuzzle`] of some twenty bytes. A [`Store`] is a set that is being made: it
//! takes records in *blocks*, which have numbers from 0 on, and says which of them are new. Closed,
//! it is a [`SortedSet`], which can be read as often as one likes:
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
//! # Memory
//!
//! A budget in bytes is given at the start. Half of it is for hashes of what has been seen
//! ([`Seen`]), which stop growing when it is used up; what they know is dropped at once. (A record
//! would be lost if another had its hash; [`PackedPuzzle::hash`] says how unlikely that is. Files
//! are merged by the records themselves.) Half is for records: when they fill it, they are sorted
//! and written as a *run*. In the end all runs are merged, 128 at a time, and what is equal is left
//! out; a merge needs 64 KiB for each run beside the budget. Nothing depends on how many records
//! there are but the size of the files and the time. A set that fits into a quarter of the budget
//! stays in memory, if there is no folder for it.
//!
//! # Streaming
//!
//! Results can be told as they are found: [`Store::finish`] says which of a block's records are new
//! for certain. Once memory is full, it can't say so of others any more. So [`Store::close`]
//! returns what it has said to be new beside the set: the records of the set that are not there
//! are still to be told. This counts for one run of the program: one that resumes a tour tells all
//! of its results, whatever the killed one told, since nobody knows what became of that.
//!
//! # What survives a kill
//!
//! All that counts is in one [`Folder`](crate::keep::Folder), in files that are there whole or not
//! at all:
//!
//! ```text
//!      run-N      records, and the blocks that they are all the results of, with those of other
//!                 runs
//!      sorted     all records; the set is finished if and only if this is there
//! ```
//!
//! The finished blocks are those that the runs name: the runs are the manifest, and no second file
//! can contradict them. A block is a fixed slice of a fixed input, so one that is done again gives
//! the same records, and a set does not mind. So it suffices that a record is never lost which
//! belongs to a block that a run names. `collector` shows why a run on the disk has all it must;
//! what is left are the steps that change files, and what a kill between two of them leaves:
//!
//! 1. *A run is written* under another name, synchronised, renamed, and the folder synchronised.
//!    Killed before the renaming: the blocks are not finished, what was written is removed. After
//!    it: they are.
//! 2. *Runs are merged* into one of their union, as in 1; then they are removed one by one. Killed
//!    in between: the union and some of its parts are there, and their union is the same.
//! 3. *The set ends*: the last buffer is a run, the blocks are all finished. The union of all runs
//!    is written as `sorted`, as in 1. Its renaming alone ends the set. Killed before: all runs are
//!    there; no block is done again, only the merge.
//! 4. *The runs are removed*. Killed in between: `sorted` is there, which has all that they have,
//!    so nobody reads them any more. They are removed when the tour is resumed.
//!
//! A file that has been damaged since is an error with its path, and never a smaller set. If a
//! damaged run is removed, only time is lost: each of its records is of a block that it names, so
//! those blocks are done again. A lost `sorted` is as if the set had not been begun; that it must
//! be there, and what its checksum is, is for the [`shelf`](super::shelf) to know.
//!
//! # Why so
//!
//! Plain files and sorting, because embedded databases took several times as long for the same
//! where they were tried, and promise much that is not needed here. `benches/seen.rs` measures this
//! one. Deliberately lacking: removal, look-ups in files, sets shared by several processes, and any
//! knowledge of symmetry; whoever wants to count up to symmetry hands in canonical forms.

use crate::keep::KeepError;

mod blocks;
mod collector;
mod memory;
mod merge;
mod name;
mod packed;
mod run;
mod sorted;
mod store;
#[cfg(test)]
mod tests;

pub use memory::{Seen, Sighting};
pub(super) use merge::Merge;
pub(super) use name::{SORTED, clean, discard, is_ours};
pub use packed::PackedPuzzle;
pub use sorted::{Records, SortedSet};
pub use store::Store;

/// What can go wrong with a set.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SeenError {
    /// A file or folder can't be used. Without a damaged run (`run-17`), the set can be opened
    /// again; its blocks are done again.
    #[error(transparent)]
    Keep(#[from] KeepError),
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
