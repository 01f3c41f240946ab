//! A phase: a step applied to all puzzles of a set, on all cores.
//!
//! ```text
//!      set, sorted   |0 1 2|3 4 5|6 7 8|9       blocks of a size that depends only on the set
//!                       │     │
//!                    thread thread              a puzzle may use idle threads too
//!                       │     │
//!                    sieve, in batches          as found ─▶ sifted
//!                       ╰──┬──╯
//!                        store                  a block's results, when it is complete
//! ```
//!
//! If the step keeps what an expression asks for, or the hardest, its results are found first. Each
//! is then judged once, again in blocks.
//!
//! Invariant: the results of a block depend only on its puzzles, the step and the conditions, not
//! on threads or chance. So blocks can be done in any order, and repeated.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::iter::{ParallelBridge, ParallelIterator};

use super::difference::Difference;
use super::hardest::{Bar, Hardest, RankedPuzzle};
use super::seen::{PackedPuzzle, SeenError, SetRecord, Store};
use super::sieve::Sieve;
use super::{Set, Spectator, TourError, TourProgress, TourStep, plan};
use crate::expression::Decision;
use crate::lock::{locked, unlocked};
use crate::sudoku::Grid;
use crate::threads::Threads;
use crate::verify::on::{Finder, FoundPuzzle, NoTour, OnPhase};
use crate::watch::SharedWatch;

/// Puzzles sifted at once.
const BATCH: usize = 1024;

/// The most puzzles of a block. Their results are in memory together.
const LARGEST: u64 = 1024;

/// The number of blocks of a set that is not too large: enough for many cores, even with very
/// different puzzles.
const BLOCKS: u64 = 256;

/// The most puzzles of a block that is chosen from: rating them may take long, and a kill costs the
/// blocks under way.
const LARGEST_CHOICE: u64 = 64;

/// Whether the spectator receives the puzzles of a set.
#[derive(Clone, Copy)]
pub(super) enum Report {
    /// As soon as they are known to be new: they are results of the tour.
    AsFound,
    /// Never: the tour makes other sets of them.
    Never,
}

impl Report {
    /// For one of several sets, each made of the one before: only the last has results.
    pub(super) fn if_last(self, is_last: bool) -> Report {
        if is_last { self } else { Report::Never }
    }
}

/// The workers of a phase.
pub(super) struct PhaseWorkers<'c> {
    pub(super) on_phase: &'c dyn OnPhase,
    pub(super) threads: &'c Threads,
    pub(super) sieve: Sieve<'c>,
    pub(super) spectator: &'c dyn Spectator,
    pub(super) watch: &'c dyn SharedWatch<TourProgress>,
    pub(super) progress: &'c TourProgress,
}

impl PhaseWorkers<'_> {
    /// Applies `step` to all puzzles of `input`, and passes the kept results to `store`. Reports
    /// results that are certainly new.
    pub(super) fn search(
        &self,
        input: &Set,
        step: &TourStep,
        store: &Store,
        report: Report,
    ) -> Result<(), TourError> {
        let size = (input.len() / BLOCKS).clamp(1, LARGEST);
        let blocks = OpenBlocks { records: input.records()?, size, next: 0, store };
        self.each_block(
            blocks,
            |puzzles| self.search_block(puzzles, step),
            |results| self.report(results, report),
        )
    }

    /// Passes those puzzles of the union of `sets` to `store` that are what the step asks for, and
    /// reports them.
    pub(super) fn choose(
        &self,
        sets: &[&Set],
        step: &TourStep,
        store: &Store,
        report: Report,
    ) -> Result<(), TourError> {
        let blocks = union_in_blocks(sets, store)?;
        self.each_block(
            blocks,
            |puzzles| self.keep(puzzles.to_vec(), step),
            |results| self.report(results, report),
        )
    }

    /// The same with the rates of the puzzles.
    pub(super) fn rank(
        &self,
        sets: &[&Set],
        step: &TourStep,
        hardest: &Hardest,
        store: &Store<RankedPuzzle>,
    ) -> Result<(), TourError> {
        let (blocks, bar) = (union_in_blocks(sets, store)?, Bar::new(hardest.count));
        let rank = |puzzles: &[PackedPuzzle]| {
            // With `o` this has been asked already.
            let kept = if step.one_each {
                self.progress.add_judged(puzzles.len() as u64);
                puzzles.to_vec()
            } else {
                self.keep(puzzles.to_vec(), step)?
            };
            let mut pulse = || self.watch.pulse(self.progress);
            match self.sieve.rank(&kept, &hardest.by, &bar, &mut pulse) {
                ControlFlow::Continue(ranked) => Ok(ranked),
                ControlFlow::Break(()) => Err(TourError::BrokenOff),
            }
        };
        self.each_block(blocks, rank, |_| Ok(()))
    }

    /// Makes the records of each block on all threads, and passes them to the store, and what is
    /// new of them to `show`.
    fn each_block<R: SetRecord, P: Puzzles>(
        &self,
        blocks: OpenBlocks<'_, R, P>,
        make: impl Fn(&[PackedPuzzle]) -> Result<Vec<R>, TourError> + Sync,
        show: impl Fn(&[R]) -> Result<(), TourError> + Sync,
    ) -> Result<(), TourError> {
        let store = blocks.store;
        let work = |block: Result<(u64, Vec<PackedPuzzle>), SeenError>| {
            let (number, puzzles) = block?;
            let mut results = make(&puzzles)?;
            store.finish(number, &mut results)?;
            show(&results)
        };
        // Where one thread has failed, others find that the store takes nothing more.
        let is_echo = |error: &TourError| matches!(error, TourError::Seen(SeenError::Stopped));
        let cause = Mutex::new(None);
        let note = |error| {
            let mut cause = locked(&cause);
            if cause.as_ref().is_none_or(is_echo) {
                *cause = Some(error);
            }
        };
        let run = || blocks.par_bridge().try_for_each(|block| work(block).map_err(note));
        let ended = self.threads.run(run);
        let cause = unlocked(cause);
        debug_assert_eq!(ended.is_err(), cause.is_some());
        cause.map_or(Ok(()), Err)
    }

    fn report(&self, results: &[PackedPuzzle], report: Report) -> Result<(), TourError> {
        match report {
            Report::AsFound => self.spectator.results(results).map_err(TourError::Unreported),
            Report::Never => Ok(()),
        }
    }

    /// The puzzles that are what the step asks for.
    fn keep(
        &self,
        mut puzzles: Vec<PackedPuzzle>,
        step: &TourStep,
    ) -> Result<Vec<PackedPuzzle>, TourError> {
        if let Some(expression) = &step.keep {
            let mut pulse = || self.watch.pulse(self.progress);
            let decided = self.sieve.decide(&puzzles, expression, &mut pulse);
            let ControlFlow::Continue(decisions) = decided else {
                return Err(TourError::BrokenOff);
            };
            let mut decisions = decisions.into_iter();
            self.progress.add_judged(puzzles.len() as u64);
            puzzles.retain(|puzzle| match decisions.next() {
                Some(Decision::Is(is_kept)) => is_kept,
                Some(open @ Decision::Open(_)) => {
                    self.progress.add_undecided();
                    self.spectator.undecided(puzzle, &open);
                    false
                }
                None => unreachable!("a decision for each puzzle"),
            });
        } else {
            self.progress.add_judged(puzzles.len() as u64);
        }
        Ok(puzzles)
    }

    /// The results of `puzzles` to keep.
    fn search_block(
        &self,
        puzzles: &[PackedPuzzle],
        step: &TourStep,
    ) -> Result<Vec<PackedPuzzle>, TourError> {
        let mut block = HashSet::new();
        let mut batch =
            Batch { workers: self, step, found: Mutex::default(), kept: Mutex::default() };
        for puzzle in puzzles {
            // An on phase need not have a pulse in a short search.
            if self.watch.pulse(self.progress).is_break() {
                return Err(TourError::BrokenOff);
            }
            let grid = puzzle.grid();
            batch.tour(&grid)?;
            if step.one_each {
                batch.sift_all();
                let kept: Vec<PackedPuzzle> = locked(&batch.kept).drain().collect();
                let kept = if step.keep.is_some() { self.keep(kept, step)? } else { kept };
                block.extend(self.sieve.one_of(&kept, puzzle, step));
            }
        }
        batch.sift_all();
        block.extend(batch.kept.get_mut().unwrap_or_else(PoisonError::into_inner).drain());
        let mut results: Vec<PackedPuzzle> = block.into_iter().collect();
        results.sort_unstable();
        self.progress.add_kept(results.len() as u64);
        Ok(results)
    }
}

/// Puzzles one after another, as sets give them.
trait Puzzles: Iterator<Item = Result<PackedPuzzle, SeenError>> + Send {}

impl<I: Iterator<Item = Result<PackedPuzzle, SeenError>> + Send> Puzzles for I {}

/// The blocks of a set, each with its number, that a store has not finished.
struct OpenBlocks<'s, R, P> {
    records: P,
    size: u64,
    next: u64,
    store: &'s Store<R>,
}

/// The blocks of the union of `sets` to choose from.
fn union_in_blocks<'s, R>(
    sets: &[&Set],
    store: &'s Store<R>,
) -> Result<OpenBlocks<'s, R, Difference>, TourError> {
    let len: u64 = sets.iter().map(|set| set.len()).sum();
    let size = (len / BLOCKS).clamp(1, LARGEST_CHOICE);
    Ok(OpenBlocks { records: Difference::new(sets, &[])?, size, next: 0, store })
}

impl<R: SetRecord, P: Puzzles> Iterator for OpenBlocks<'_, R, P> {
    type Item = Result<(u64, Vec<PackedPuzzle>), SeenError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let number = self.next;
            self.next += 1;
            let block: Result<Vec<PackedPuzzle>, _> =
                self.records.by_ref().take(self.size as usize).collect();
            match block {
                Ok(block) if block.is_empty() => return None,
                Ok(_) if self.store.is_finished(number) => {}
                block => return Some(block.map(|block| (number, block))),
            }
        }
    }
}

/// The results not yet sifted, and those kept.
struct Batch<'b> {
    workers: &'b PhaseWorkers<'b>,
    step: &'b TourStep,
    found: Mutex<Vec<PackedPuzzle>>,
    kept: Mutex<HashSet<PackedPuzzle>>,
}

impl Batch<'_> {
    /// Finds all results of `puzzle`.
    fn tour(&self, puzzle: &Grid) -> Result<(), TourError> {
        let searcher = Searcher { batch: self, puzzle, has_itself: AtomicBool::new(false) };
        let pulse = |(): &()| self.workers.watch.pulse(self.workers.progress);
        match self.step.tour(self.workers.on_phase, puzzle, &searcher, &pulse) {
            // Only the input has puzzles that aren't proper; with clues taken off they have no
            // results.
            Ok(()) | Err(NoTour::Improper(_)) => Ok(()),
            Err(NoTour::BrokenOff) => Err(TourError::BrokenOff),
            Err(why @ NoTour::Shape(_)) => Err(TourError::Puzzle { puzzle: puzzle.clone(), why }),
        }
    }

    /// Sifts the results.
    fn sift_all(&self) {
        let found = std::mem::take(&mut *locked(&self.found));
        self.sift(found);
    }

    fn sift(&self, found: Vec<PackedPuzzle>) {
        if !found.is_empty() {
            let kept = self.workers.sieve.sift(found, self.step);
            locked(&self.kept).extend(kept);
        }
    }
}

/// Takes the results of one puzzle.
struct Searcher<'b> {
    batch: &'b Batch<'b>,
    puzzle: &'b Grid,
    /// Whether the puzzle itself has been found: that happens once for each set of clues that can
    /// go back.
    has_itself: AtomicBool,
}

impl Finder for Searcher<'_> {
    fn found(&self, found: FoundPuzzle) -> ControlFlow<()> {
        self.batch.workers.progress.add_found();
        if found.puzzle == *self.puzzle && self.has_itself.swap(true, Ordering::Relaxed) {
            return ControlFlow::Continue(());
        }
        let record = PackedPuzzle::of(&found.puzzle);
        let full = {
            let mut batch = locked(&self.batch.found);
            batch.extend(record);
            (batch.len() >= BATCH).then(|| std::mem::take(&mut *batch))
        };
        if let Some(full) = full {
            self.batch.sift(full);
        }
        ControlFlow::Continue(())
    }

    fn searched(&self) {
        self.batch.workers.progress.add_searched();
    }
}

/// The number of pseudo-puzzles that `step` makes from all puzzles of a set, on average.
#[expect(clippy::cast_sign_loss, reason = "numbers are positive")]
pub(super) fn pseudo_puzzles(input: &Set, step: &TourStep) -> Result<u64, TourError> {
    let mut all = 0.0;
    for record in input.records()? {
        all += plan::pseudo_puzzles(&step.change, record?.clue_count());
    }
    Ok(all.round() as u64)
}
