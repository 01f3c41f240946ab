//! What a tour has seen: sets of puzzles that are larger than memory, and a state that outlives a
//! kill.
//!
//! ```text
//!      phase 0             phase 1                          phase 2
//!      the first set ──▶   blocks 0 1 2 3 4 ... ──▶ a set   blocks 0 1 2 ... ──▶ a set
//!                             │ on all threads,        ▲
//!                             ▼ in any order           │ merged
//!                          seen? ─▶ buffer ─▶ runs ────╯
//! ```
//!
//! A puzzle is a [`PackedPuzzle`] of some twenty bytes. A phase goes through a sorted set in
//! *blocks* of equal size; each block gives records, and all that are different are the next set:
//!
//! ```
//! use tourdion::tour::seen::{PackedPuzzle, Store};
//!
//! let mut store = Store::in_memory(16, 1 << 20);     // blocks of 16 puzzles, a megabyte of memory
//! let puzzle: tourdion::sudoku::Grid = format!("12{}", ".".repeat(79)).parse()?;
//! store.finish(0, &mut vec![PackedPuzzle::of(&puzzle).expect("it is 9x9")])?;
//! assert_eq!(store.end_phase()?, 1);                 // phase 0 has collected the first set
//!
//! for block in store.open_blocks()? {                // phase 1: take each clue off
//!     let (number, records) = block?;
//!     let mut results = Vec::new();
//!     for grid in records.iter().map(PackedPuzzle::grid) {
//!         for clue in grid.clues() {
//!             let mut less = grid.clone();
//!             less.set(clue.cell, None);
//!             results.extend(PackedPuzzle::of(&less));
//!         }
//!     }
//!     store.finish(number, &mut results)?;
//! }
//! assert_eq!(store.end_phase()?, 2);
//! let mut lines = store.latest()?.map(|record| record.map(|record| record.grid().to_string()));
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
//! and written as a *run*. At the end of the phase all runs are merged, 128 at a time, and what is
//! equal is left out; a merge needs 64 KiB for each run beside the budget. Nothing depends on how
//! many records there are but the size of the files and the time. A set that fits into a quarter of
//! the budget stays in memory, if there is no folder for it.
//!
//! # Streaming
//!
//! Results can be told as they are found: [`Store::finish`] says which of a block's records are new
//! for certain. Once memory is full, it can't say so of others any more; they are in
//! [`Store::untold`] at the end of the phase. Both together are the set, each record once. This
//! counts for one run of the program: one that resumes a tour tells all of its results, whatever
//! the killed one told, since nobody knows what became of that.
//!
//! # What survives a kill
//!
//! All that counts is in one [`Folder`](crate::keep::Folder), in files that are there whole or not
//! at all:
//!
//! ```text
//!      state.json         the running phase K, the parameters, the fingerprint of its input
//!      phase-(K-1).sorted the input of phase K
//!      phase-K.run-N      records, and the blocks that they are all the results of, with those of
//!                         other runs
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
//! 3. *The phase ends*: the last buffer is a run, the blocks are all finished. The union of all
//!    runs is written as `phase-K.sorted`, as in 1. Killed before or after: `state.json` still says
//!    K, all runs are there, the sorted file is removed or was none; no block is done again, only
//!    the merge.
//! 4. *`state.json` is replaced*, as in 1; it now says K+1. This step alone ends the phase. The
//!    sorted file is on the disk by then, and nothing that phase K needs is gone.
//! 5. *Runs of phase K and `phase-(K-1).sorted` are removed*. Killed in between: they are of
//!    another phase than `state.json` says, and are removed by whoever resumes.
//!
//! A file that has been damaged since is an error with its path, and never a smaller set. Who
//! removes a damaged run loses only time: each of its records is of a block that it names, so those
//! blocks are done again. A lost `phase-(K-1).sorted` is the end of the tour.
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
mod packed;
mod records;
mod run;
mod state;
mod store;
#[cfg(test)]
mod tests;

pub(super) use collector::Limits;
pub use memory::{Seen, Sighting};
pub use packed::PackedPuzzle;
pub use records::{OpenBlocks, Records, Untold};
pub(super) use state::{STATE, is_ours};
pub use store::Store;

/// What can go wrong with a set.
#[derive(Debug, thiserror::Error)]
pub enum SeenError {
    /// A file or folder can't be used. Without a damaged run (`phase-2.run-17`), a tour can be
    /// resumed; its blocks are done again.
    #[error(transparent)]
    Keep(#[from] KeepError),
    /// A phase can't end before all its blocks are finished.
    #[error("block {block} has not been finished")]
    Open {
        /// The first of them.
        block: u64,
    },
    /// The store takes nothing more after an error.
    #[error("stopped by an earlier error")]
    Stopped,
}
