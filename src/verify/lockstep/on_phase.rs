//! The on phase by lockstep: from counts by class to the sets of candidates that are critical.
//!
//! ```text
//!      {-2+1}   for each set S of two clues                    its classes, summed: those in one
//!                                                              solution
//!      {-2+2}   for each S: the candidates dead in P less S    only they can be in a critical pair
//!               for each such c: the row of c                  its classes, summed: those in one
//!                                                              solution with c
//!      {-2+3}   for each c that is dead for some S             layer (c), and in it as {-2+2}
//!      {-2}     each S off                                     verdicts, many at a time
//! ```
//!
//! Sets of clues are taken off in batches, so that memory does not grow with their number. A puzzle
//! that would have too many classes is cut up: each set of clues is taken off, and the rest is a
//! pseudo-puzzle of its own.
//!
//! Candidates of a set are held one after the other. Once all sets with a candidate are found, it
//! is *barred*: later layers leave it out.
//!
//! Invariant: each critical set is shown once for each set of clues. While a layer is searched, the
//! barred candidates only grow.
//!
//! `docs/tours.md` follows one set of clues through the lanes.

use std::ops::ControlFlow;

use crate::instructions::Instructions;
use crate::sudoku::{Candidate, Digit, Grid, Shape, Solution};
use crate::watch::SharedWatch;

use super::super::on::{
    CandidateList, Finder, FoundPuzzle, NoTour, Off, OffOn, OnPhase, clue_sets, few, gathered,
    offs, start,
};
use super::super::{Audience, Effort, Kind, LockstepVerifier, Verdict, Verifier};
use super::candidates::{CandidateSet, Counts, Spot};
use super::chutes::ALL;
use super::classes::{Classes, KnownByClass, Layer, Workspace, spot};
use super::elimination::Held;
use super::threads;

/// The most classes that are kept, some hundred megabytes.
const MOST_CLASSES: usize = 1 << 17;

/// The number of sets of clues that are taken off at once.
const BATCH: usize = 4096;

/// An [`OnPhase`] by violation classes: bits in vectors, and the search tree shared by all
/// candidates and all sets of clues.
#[derive(Clone, Copy, Debug)]
pub struct LockstepOnPhase {
    instructions: Instructions,
}

impl LockstepOnPhase {
    /// An on phase for the fastest instructions that this processor has.
    pub fn new() -> LockstepOnPhase {
        LockstepOnPhase::on(Instructions::best())
    }

    /// An on phase for given instructions, falling back to portable code if unsupported.
    pub const fn on(instructions: Instructions) -> LockstepOnPhase {
        LockstepOnPhase { instructions }
    }
}

impl Default for LockstepOnPhase {
    fn default() -> Self {
        LockstepOnPhase::new()
    }
}

impl OnPhase for LockstepOnPhase {
    fn tour(
        &self,
        puzzle: &Grid,
        step: &OffOn,
        finder: &dyn Finder,
        watch: &dyn SharedWatch<()>,
    ) -> Result<(), NoTour> {
        let solution = start(&mut LockstepVerifier::new(), puzzle, step)?;
        let search = StepSearch {
            workspace: Workspace::new(self.instructions),
            step,
            finder,
            watch,
            most_classes: MOST_CLASSES,
        };
        let flow = search.all(puzzle, solution.as_ref());
        if flow.is_break() { Err(NoTour::BrokenOff) } else { Ok(()) }
    }
}

/// One `{-N+M}` step of one puzzle: the choice of a way, and what all ways need.
struct StepSearch<'h> {
    workspace: Workspace,
    step: &'h OffOn,
    finder: &'h dyn Finder,
    watch: &'h dyn SharedWatch<()>,
    most_classes: usize,
}

/// A set of clues that is taken off: S.
#[derive(Clone)]
struct OffSet {
    class: usize,
    off: CandidateList,
    /// Candidates that may still be added.
    open: CandidateSet,
}

/// A layer, and the critical sets that are looked for beside its candidates.
struct Branch<'b> {
    layer: &'b Layer,
    /// The clues that are off, one set of them at a time.
    off_sets: &'b [OffSet],
    /// The number of candidates that are still to be added.
    on: usize,
}

impl StepSearch<'_> {
    fn all(&self, puzzle: &Grid, solution: Option<&Solution>) -> ControlFlow<()> {
        let OffOn { off, on, first_clue, .. } = *self.step;
        // There is no set to take off, and no end of the smaller ones.
        if off > puzzle.clue_count().saturating_sub(first_clue) {
            return ControlFlow::Continue(());
        }
        if on == 0 {
            return self.none_on(puzzle);
        }
        let mut classes = self.classes(puzzle, solution);
        let mut sets = offs(self.step, puzzle, self.watch);
        // A sample needs fewer classes: those of the parts of its own sets.
        let some = few(self.step, puzzle, self.watch, self.most_classes)?;
        if !classes.add_below(first_clue, off, some.as_deref(), self.most_classes) {
            return self.one_by_one(puzzle);
        }
        let mut layer = Layer::new(Held::new(), &self.barred(puzzle));
        let mut known = KnownByClass::new();
        loop {
            let batch = gathered(sets.by_ref().take(BATCH))?;
            if batch.is_empty() {
                return ControlFlow::Continue(());
            }
            self.batch(&mut classes, &batch, &mut layer, &mut known)?;
        }
    }

    /// Finds the sets of clues that are redundant together: nothing is added, so a verdict is
    /// enough.
    fn none_on(&self, puzzle: &Grid) -> ControlFlow<()> {
        let clues: Vec<Candidate> = puzzle.clues().collect();
        let mut sets = offs(self.step, puzzle, self.watch);
        loop {
            let batch = gathered(sets.by_ref().take(BATCH))?;
            if batch.is_empty() {
                return ControlFlow::Continue(());
            }
            threads::each_chunk(&batch, 64, LockstepVerifier::new, |verifier, offs| {
                self.watch.pulse(&())?;
                let offs = offs.iter().map(|off| {
                    off.iter().map(|&k| clues[usize::from(k)]).collect::<CandidateList>()
                });
                let rests: Vec<(CandidateList, Grid)> = offs
                    .map(|off| {
                        let rest = puzzle.without(&off);
                        (off, rest)
                    })
                    .collect();
                let mut answers = rests.iter();
                verifier.verify_all(
                    &mut rests.iter().map(|(_, rest)| rest),
                    &mut Redundant { finder: self.finder, rests: &mut answers },
                    &mut |_: &Effort| self.watch.pulse(&()),
                )
            })?;
        }
    }

    fn classes(&self, puzzle: &Grid, solution: Option<&Solution>) -> Classes<'_> {
        Classes::new(&self.workspace, puzzle, solution, self.step.on > 1, self.watch)
    }

    /// Takes each set of clues off by itself. The rest is a pseudo-puzzle with one class, that of
    /// all its solutions.
    fn one_by_one(&self, puzzle: &Grid) -> ControlFlow<()> {
        threads::each_coming(clue_sets(self.step, puzzle, self.watch), |off| {
            let off = off?;
            let rest = puzzle.without(&off);
            let classes = self.classes(&rest, None);
            let mut layer = Layer::new(Held::new(), &self.barred(puzzle));
            let off_set = OffSet { class: 0, open: self.open(&rest, &off), off };
            let mut known = KnownByClass::new();
            classes.complete(&mut layer, None, &mut known)?;
            let branch = Branch { layer: &layer, off_sets: &[off_set], on: self.step.on };
            self.find(&classes, &branch, &mut known)?;
            self.finder.searched();
            ControlFlow::Continue(())
        })
    }

    /// Takes each of these sets of clues off.
    fn batch(
        &self,
        classes: &mut Classes<'_>,
        batch: &[Off],
        layer: &mut Layer,
        known: &mut KnownByClass,
    ) -> ControlFlow<()> {
        let level = if self.step.off == 0 { 0..1 } else { classes.add(batch) };
        classes.complete(layer, None, known)?;
        let off_sets: Vec<OffSet> = batch
            .iter()
            .zip(level.clone())
            .map(|(off, class)| {
                let off: CandidateList = classes.clues_of(off).collect();
                let rest = classes.puzzle().without(&off);
                OffSet { class, open: self.open(&rest, &off), off }
            })
            .collect();
        let branch = Branch { layer, off_sets: &off_sets, on: self.step.on };
        self.find(classes, &branch, known)?;
        for _ in &off_sets {
            self.finder.searched();
        }
        if self.step.off > 0 {
            // No other batch needs the classes of these sets; it needs the smaller ones, which
            // stay.
            classes.remove_level();
            layer.forget(level.start);
            known.truncate(level.start);
        }
        ControlFlow::Continue(())
    }

    /// Finds the critical sets of a branch.
    fn find(
        &self,
        classes: &Classes<'_>,
        branch: &Branch<'_>,
        known: &mut KnownByClass,
    ) -> ControlFlow<()> {
        let &Branch { layer, off_sets, on } = branch;
        let singles = |off_set: &OffSet| {
            let total = classes.total(layer, off_set.class);
            let critical =
                total.critical().and(&self.eligible(off_set, &total)).without(&layer.barred);
            critical.iter().try_for_each(|spot| {
                let held: Vec<Spot> = layer.held.iter().copied().chain([spot]).collect();
                self.show(classes, off_set, &held)
            })
        };
        match on {
            1 => threads::each(off_sets, singles),
            2 => self.pairs(classes, branch, known),
            _ => self.deeper(classes, branch, known),
        }
    }

    /// Finds the critical pairs beside the candidates that the layer holds.
    fn pairs(
        &self,
        classes: &Classes<'_>,
        &Branch { layer, off_sets, .. }: &Branch<'_>,
        known: &KnownByClass,
    ) -> ControlFlow<()> {
        let all = classes.pairs_below(layer, known)?;
        let level: Vec<usize> = off_sets.iter().map(|off_set| off_set.class).collect();
        let flow = classes.pairs(&level, layer, known, &all, &|place, own| {
            let off_set = &off_sets[place];
            let mut open = self.worth_holding(classes, layer, off_set);
            for spot in open.iter() {
                // Its partners are those that come after it, so that each pair is shown once.
                open.remove(spot.cell, spot.digit);
                let mut total = *own.with(spot);
                classes.below(off_set.class).for_each(|below| total.add(all[below].with(spot)));
                for other in total.critical().and(&open).iter() {
                    let held: Vec<Spot> = layer.held.iter().copied().chain([spot, other]).collect();
                    self.show(classes, off_set, &held)?;
                }
            }
            ControlFlow::Continue(())
        });
        classes.take_back(all);
        flow
    }

    /// The candidates worth holding while partners are sought. One that is critical by itself has
    /// superfluous partners only.
    fn worth_holding(
        &self,
        classes: &Classes<'_>,
        layer: &Layer,
        off_set: &OffSet,
    ) -> CandidateSet {
        let total = classes.total(layer, off_set.class);
        let worth = if self.step.superfluous { total.ones } else { total.twos };
        off_set.open.and(&worth).without(&layer.barred)
    }

    /// Holds one candidate after the other, and finds what is critical beside it.
    fn deeper(
        &self,
        classes: &Classes<'_>,
        &Branch { layer, off_sets, on }: &Branch<'_>,
        known: &mut KnownByClass,
    ) -> ControlFlow<()> {
        let mut barred = layer.barred;
        let mut any = CandidateSet::NONE;
        let off_sets: Vec<OffSet> = off_sets
            .iter()
            .map(|off_set| {
                let open = self.worth_holding(classes, layer, off_set);
                any = any.or(&open);
                OffSet { open, ..off_set.clone() }
            })
            .collect();
        for spot in any.iter() {
            // Its sets are all found with it held, so later layers leave it out.
            barred.add(spot.cell, spot.digit);
            let with: Vec<OffSet> = off_sets
                .iter()
                .filter(|set| set.open.has(spot.cell, spot.digit))
                .cloned()
                .collect();
            let mut held = layer.held.clone();
            held.push(spot);
            let mut deeper = Layer::new(held, &barred);
            classes.complete(&mut deeper, Some(layer), known)?;
            let branch = Branch { layer: &deeper, off_sets: &with, on: on - 1 };
            self.find(classes, &branch, known)?;
        }
        ControlFlow::Continue(())
    }

    /// The candidates that may not be added to any set: those of other cells, if the pattern stays.
    fn barred(&self, puzzle: &Grid) -> CandidateSet {
        let mut barred = CandidateSet::NONE;
        if self.step.in_place {
            barred = CandidateSet::ALL;
            puzzle
                .clues()
                .skip(self.step.first_clue)
                .for_each(|clue| barred.remove(spot(clue).cell, u16::MAX));
        }
        barred
    }

    /// The candidates that may be added to what is left of a puzzle.
    fn open(&self, rest: &Grid, off: &CandidateList) -> CandidateSet {
        let mut open = CandidateSet::NONE;
        for (cell, content) in rest.cells().iter().enumerate() {
            let is_off = || off.iter().any(|clue| spot(*clue).cell == cell);
            if content.is_none() && (!self.step.in_place || is_off()) {
                open.add(cell, ALL);
            }
        }
        open
    }

    /// The candidates that can be critical by themselves: any, but none is wanted if there is one
    /// solution anyway.
    fn eligible(&self, off_set: &OffSet, total: &Counts) -> CandidateSet {
        if !self.step.superfluous && total.is_one_solution() {
            CandidateSet::NONE
        } else {
            off_set.open
        }
    }

    /// Shows the puzzle that has the candidates instead of the set's clues.
    fn show(&self, classes: &Classes<'_>, off_set: &OffSet, held: &[Spot]) -> ControlFlow<()> {
        let mut puzzle = classes.puzzle().without(&off_set.off);
        if !self.step.superfluous && has_superfluous(&puzzle, held) {
            return ControlFlow::Continue(());
        }
        let on: CandidateList = held.iter().map(|&spot| candidate(spot)).collect();
        on.iter().for_each(|&candidate| puzzle.place(candidate));
        self.finder.found(FoundPuzzle { puzzle, off: off_set.off.clone(), on })
    }
}

/// Shows the puzzles that are proper without their clues.
struct Redundant<'r> {
    finder: &'r dyn Finder,
    rests: &'r mut dyn Iterator<Item = &'r (CandidateList, Grid)>,
}

impl Audience for Redundant<'_> {
    fn verdict(&mut self, kind: Kind, _: &dyn Fn() -> Verdict) -> ControlFlow<()> {
        let Some((off, rest)) = self.rests.next() else { return ControlFlow::Continue(()) };
        if kind == Kind::Proper {
            self.finder.found(FoundPuzzle {
                puzzle: rest.clone(),
                off: off.clone(),
                on: CandidateList::default(),
            })?;
        }
        self.finder.searched();
        ControlFlow::Continue(())
    }

    fn wants_witnesses(&self) -> bool {
        false
    }
}

/// Whether a critical set is critical without one of its members. Only members before the last two
/// are tried. The layers have shown that the last two are needed: each of them is dead beside the
/// members before both alone, so the set without the other one has several solutions.
fn has_superfluous(rest: &Grid, held: &[Spot]) -> bool {
    let mut verifier: Option<LockstepVerifier> = None;
    (0..held.len().saturating_sub(2)).any(|out| {
        let mut fewer = rest.clone();
        let others = held.iter().enumerate().filter(|&(k, _)| k != out);
        others.for_each(|(_, &spot)| fewer.place(candidate(spot)));
        verifier.get_or_insert_default().verify(&fewer).is_proper()
    })
}

fn candidate(Spot { cell, digit }: Spot) -> Candidate {
    Candidate { cell: Shape::CLASSIC.cell(cell), digit: Digit::at(digit.trailing_zeros() as usize) }
}

#[cfg(test)]
mod tests;
