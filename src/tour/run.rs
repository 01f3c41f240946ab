//! Runs a sequence: phase by phase, each on the whole set of the one before.
//!
//! ```text
//!   {-1+1}x3   set 1 = step(set 0);  new = set 1 less set 0;  set 2 = step(new); ...  see `rounds`
//!   {-2+1}:17  few = up to 17 clues, kept;  rest = step(rest);  few, rest of it; ...
//!   {2}*       new = input;  found = step(new);  new = found less all before; ...
//!   {1 b9}*    best = 9 of input and step(input);  best = 9 of best and step(what is new); ...
//! ```
//!
//! Four rules make everything: the step of a phase, what it keeps of sets, the union of sets less
//! others, and the choice of puzzles by their number of clues. Each makes a new set on the
//! [`Shelf`]. The next rule depends only on the sequence and on sizes of sets, so a killed run can
//! start over with the sets that it has finished.

use std::fmt;
use std::ops::ControlFlow;

use super::difference::Difference;
use super::phase::{PhaseWorkers, Report, pseudo_puzzles};
use super::seen::{PackedPuzzle, Seen, SeenError};
use super::shelf::AT_ONCE;
use super::sieve::{Sieve, canonical};
use super::{
    Body, Choosing, ClueRange, Conditions, Phase, Repeat, Sequence, SequencePart, Set, Shelf,
    Spectator, TourProgress, TourStep,
};
use super::{TourError, clues};
use crate::sudoku::Grid;
use crate::sudoku::canonical::Canoniser;
use crate::threads::Threads;
use crate::verify::on::{NoTour, OnPhase};
use crate::watch::SharedWatch;

/// The most sets to read side by side; more are first merged. Each is an open file, and a system
/// may allow few.
const SIDE_BY_SIDE: usize = 8;

/// Runs a sequence. Each tour needs its own runner.
pub struct Runner<'r> {
    on_phase: &'r dyn OnPhase,
    threads: &'r Threads,
    shelf: Shelf,
    /// The conditions for all steps.
    pub conditions: Conditions,
    spectator: &'r dyn Spectator,
    watch: &'r dyn SharedWatch<TourProgress>,
    progress: TourProgress,
    phases: u64,
}

impl fmt::Debug for Runner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner")
            .field("shelf", &self.shelf)
            .field("conditions", &self.conditions)
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}

impl<'r> Runner<'r> {
    /// A runner that searches with `on_phase` on `threads`, and keeps its sets on
    /// `shelf`. `watch` has a pulse every few milliseconds, on each thread.
    pub fn new(
        on_phase: &'r dyn OnPhase,
        threads: &'r Threads,
        shelf: Shelf,
        conditions: Conditions,
        spectator: &'r dyn Spectator,
        watch: &'r dyn SharedWatch<TourProgress>,
    ) -> Runner<'r> {
        Runner {
            on_phase,
            threads,
            shelf,
            conditions,
            spectator,
            watch,
            progress: TourProgress::default(),
            phases: 0,
        }
    }

    /// The shelf with the sets of the tour.
    pub fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// The same shelf, to be [settled](Shelf::settle).
    pub fn shelf_mut(&mut self) -> &mut Shelf {
        &mut self.shelf
    }

    /// The shelf, to be [abandoned](Shelf::abandon).
    pub fn into_shelf(self) -> Shelf {
        self.shelf
    }

    /// The work so far.
    pub fn progress(&self) -> &TourProgress {
        &self.progress
    }

    /// Makes a set of puzzles: one of those equal up to symmetry, in canonical form. After a
    /// resumption the set exists, and `puzzles` is not used.
    ///
    /// # Errors
    /// If a puzzle is not 9×9, or the set can't be kept.
    pub fn gather_puzzles(
        &mut self,
        puzzles: impl IntoIterator<Item = Grid>,
    ) -> Result<Set, TourError> {
        let mut canoniser = Canoniser::new();
        self.gather_from(|take| {
            for puzzle in puzzles {
                let Some(record) = canonical(&puzzle, &mut canoniser) else {
                    let why = NoTour::Shape(puzzle.shape());
                    return Err(TourError::Puzzle { puzzle, why });
                };
                take(vec![record])?;
            }
            Ok(())
        })
    }

    /// Makes a set of the puzzles that `feed` passes to its argument, unchanged. After a resumption
    /// the set exists, and `feed` is not called.
    ///
    /// # Errors
    /// The error of `feed`, or if the set can't be kept.
    pub fn gather_from<F>(&mut self, feed: F) -> Result<Set, TourError>
    where
        F: FnOnce(
            &mut (dyn FnMut(Vec<PackedPuzzle>) -> Result<(), TourError> + Send),
        ) -> Result<(), TourError>,
    {
        let (set, _) = self.shelf.make(|store| {
            let mut block = 0;
            feed(&mut |mut records| {
                store.finish(block, &mut records)?;
                block += 1;
                Ok(())
            })
        })?;
        Ok(set)
    }

    /// After a resumption: the next of the sets that were gathered before [`Shelf::settle`], in the
    /// order of gathering.
    ///
    /// # Errors
    /// If it does not exist.
    pub fn gathered(&mut self) -> Result<Set, TourError> {
        self.shelf.made()
    }

    /// Applies `sequence` to the puzzles of `input`, and returns the results. By then the spectator
    /// has received each of them once.
    ///
    /// # Errors
    /// If the sequence does not pass its [check](Sequence::check), sets can't be kept, the watch
    /// breaks it off, or the spectator can't take results.
    pub fn run(&mut self, sequence: &Sequence, input: &Set) -> Result<Set, TourError> {
        sequence.check()?;
        let results = self.sequence(sequence, input, Report::AsFound)?;
        self.shelf.conclude(&results)?;
        Ok(results)
    }

    fn sequence(
        &mut self,
        sequence: &Sequence,
        input: &Set,
        report: Report,
    ) -> Result<Set, TourError> {
        let mut made: Option<Set> = None;
        for (k, part) in sequence.parts.iter().enumerate() {
            let is_last = k + 1 == sequence.parts.len();
            let next = self.part(part, made.as_ref().unwrap_or(input), report.if_last(is_last))?;
            if let Some(before) = made.replace(next) {
                self.shelf.discard(before)?;
            }
        }
        Ok(made.expect("a sequence has a part"))
    }

    fn part(&mut self, part: &SequencePart, input: &Set, report: Report) -> Result<Set, TourError> {
        match (part.repeat, &part.body) {
            (Repeat::Closure, Body::Step(step)) if step.hardest.is_some() => {
                self.rounds_of_hardest(step, None, input, report)
            }
            (Repeat::Times(times @ 2..), Body::Step(step))
                if step.hardest.is_some() && finds_all_again(step) =>
            {
                self.rounds_of_hardest(step, Some(times), input, report)
            }
            (Repeat::Until(most), body) => self.until(body, most, input, report),
            (Repeat::Closure, body) => self.rounds(body, None, input, report),
            (Repeat::Times(times @ 2..), body @ Body::Step(step)) if finds_all_again(step) => {
                self.rounds(body, Some(times), input, report)
            }
            (Repeat::Times(times), body) => {
                let mut made = self.body(body, input, report.if_last(times == 1))?;
                for time in 2..=times {
                    if made.is_empty() {
                        break; // an empty set has no results
                    }
                    let next = self.body(body, &made, report.if_last(time == times))?;
                    self.shelf.discard(std::mem::replace(&mut made, next))?;
                }
                Ok(made)
            }
        }
    }

    fn body(&mut self, body: &Body, input: &Set, report: Report) -> Result<Set, TourError> {
        match body {
            Body::Step(step) => self.step(step, input, report),
            Body::Group(sequence) => self.sequence(sequence, input, report),
        }
    }

    /// A phase: all that the step finds, and what it keeps of that.
    fn step(&mut self, step: &TourStep, input: &Set, report: Report) -> Result<Set, TourError> {
        if !step.chooses_at_the_end() {
            return self.search(step, input, report);
        }
        let found = self.search(step, input, Report::Never)?;
        let kept = self.choose(step, &[&found], report)?;
        self.shelf.discard(found)?;
        Ok(kept)
    }

    /// All that a step finds.
    fn search(&mut self, step: &TourStep, input: &Set, report: Report) -> Result<Set, TourError> {
        self.phases += 1;
        let number = self.phases;
        let (workers, keeper) = self.workers();
        let (set, reported) = keeper.make(|store| {
            let (puzzles, pseudo_puzzles) = (input.len(), pseudo_puzzles(input, step)?);
            let progress = workers.progress;
            workers.spectator.phase(&Phase { number, step, puzzles, pseudo_puzzles, progress });
            workers.search(input, step, store, report)
        })?;
        self.report_others(&set, &reported, report)?;
        Ok(set)
    }

    /// What a step keeps of the union of `sets`.
    fn choose(&mut self, step: &TourStep, sets: &[&Set], report: Report) -> Result<Set, TourError> {
        let (number, puzzles) = (self.phases, sets.iter().map(|set| set.len()).sum());
        let (workers, keeper) = self.workers();
        let progress = workers.progress;
        let begin = || workers.spectator.choice(&Choosing { number, step, puzzles, progress });
        let Some(hardest) = &step.hardest else {
            let (set, reported) = keeper.make(|store| {
                begin();
                workers.choose(sets, step, store, report)
            })?;
            self.report_others(&set, &reported, report)?;
            return Ok(set);
        };
        let set = keeper.make_first(hardest.count, |store| {
            begin();
            workers.rank(sets, step, hardest, store)
        })?;
        self.report_set(&set, report)?;
        Ok(set)
    }

    /// The workers of a phase, and the shelf.
    fn workers(&mut self) -> (PhaseWorkers<'_>, &mut Shelf) {
        let Runner { on_phase, threads, conditions, spectator, watch, progress, shelf, .. } = self;
        let sieve = Sieve::new(conditions, threads.count());
        let (on_phase, spectator, watch) = (*on_phase, *spectator, *watch);
        (PhaseWorkers { on_phase, threads, sieve, spectator, watch, progress }, shelf)
    }

    /// The rounds of a step that keeps the hardest; each searches only those of them that are new.
    /// Without a number of `times`, the closure: the input competes, and rounds continue until none
    /// of the hardest is new.
    ///
    /// With a number, the step finds again what it has found ([`finds_all_again`]), if it is not
    /// too easy. Let *Hₖ* be the hardest after *k* times, and *F* all that is found of a set. Then
    /// *Hₖ* is part of *F(Hₖ)*. What *F* finds of those of *Hₖ* that were in *Hₖ₋₁* was found the
    /// time before, so that it is in *Hₖ*, or less hard than all of *Hₖ*, which are enough. So the
    /// hardest of *F(Hₖ)* are those of *Hₖ ∪ F(Hₖ less Hₖ₋₁)*. One that has left does not return.
    fn rounds_of_hardest(
        &mut self,
        step: &TourStep,
        times: Option<u32>,
        input: &Set,
        report: Report,
    ) -> Result<Set, TourError> {
        let found = self.search(step, input, Report::Never)?;
        let competing = if times.is_some() { vec![&found] } else { vec![&found, input] };
        let mut hardest = self.choose(step, &competing, Report::Never)?;
        self.shelf.discard(found)?;
        let mut new = self.gather(&[&hardest], &[input], None)?;
        let mut round = 1;
        while times.is_none_or(|times| round < times) && !new.is_empty() {
            round += 1;
            let found = self.search(step, &new, Report::Never)?;
            self.shelf.discard(new)?;
            let harder = self.choose(step, &[&found, &hardest], Report::Never)?;
            self.shelf.discard(found)?;
            new = self.gather(&[&harder], &[&hardest], None)?;
            self.shelf.discard(std::mem::replace(&mut hardest, harder))?;
        }
        self.shelf.discard(new)?;
        self.report_set(&hardest, report)?;
        Ok(hardest)
    }

    /// The rounds of `body`; each searches only new puzzles. Without a number of `times`, the
    /// closure: the input counts among the results, and rounds continue until nothing new comes.
    ///
    /// With a number, `body` finds again each puzzle that it has found ([`finds_all_again`]). So if
    /// *Sₖ* is the result after *k* times, *Sₖ* is part of *Sₖ₊₁* from *k* = 1 on, and *Sₖ₊₁ =
    /// B(Sₖ) = B(Sₖ in Sₖ₋₁) ∪ B(Sₖ less Sₖ₋₁) = Sₖ ∪ B(Sₖ less Sₖ₋₁)*, as the first is part of
    /// *B(Sₖ₋₁) = Sₖ*.
    fn rounds(
        &mut self,
        body: &Body,
        times: Option<u32>,
        input: &Set,
        report: Report,
    ) -> Result<Set, TourError> {
        let (of_each_round, of_union) = self.rounds_or_union(report);
        // The next round searches the last of these.
        let mut known = if times.is_some() {
            let first = self.body(body, input, Report::Never)?;
            let new = self.gather(&[&first], &[input], None)?;
            let rest = self.gather(&[&first], &[&new], None)?;
            self.shelf.discard(first)?;
            vec![rest, new]
        } else {
            vec![self.gather(&[input], &[], None)?]
        };
        known.iter().try_for_each(|set| self.report_set(set, of_each_round))?;
        let mut round = 1;
        while times.is_none_or(|times| round < times)
            && let Some(new) = known.last().filter(|new| !new.is_empty())
        {
            round += 1;
            let found = self.body(body, new, Report::Never)?;
            let fresh = self.gather(&[&found], &known.iter().collect::<Vec<_>>(), None)?;
            self.shelf.discard(found)?;
            self.report_set(&fresh, of_each_round)?;
            self.merge_if_many(&mut known)?;
            known.push(fresh);
        }
        self.union(known, of_union)
    }

    /// Applies `body` to puzzles with more than `most` clues, until there are none.
    fn until(
        &mut self,
        body: &Body,
        most: usize,
        input: &Set,
        report: Report,
    ) -> Result<Set, TourError> {
        let few = Some(ClueRange { least: 0, most });
        let many = Some(ClueRange { least: most.saturating_add(1), most: clues::MOST });
        let (of_each_round, of_union) = self.rounds_or_union(report);
        let mut kept = vec![self.gather(&[input], &[], few)?];
        let mut left = self.gather(&[input], &[], many)?;
        self.report_set(&kept[0], of_each_round)?;
        while !left.is_empty() {
            let found = self.body(body, &left, Report::Never)?;
            self.shelf.discard(left)?;
            let done = self.gather(&[&found], &kept.iter().collect::<Vec<_>>(), few)?;
            left = self.gather(&[&found], &[], many)?;
            self.shelf.discard(found)?;
            self.report_set(&done, of_each_round)?;
            kept.push(done);
            self.merge_if_many(&mut kept)?;
        }
        self.shelf.discard(left)?;
        self.union(kept, of_union)
    }

    /// What to report of the set of each round, and of the union of all of them.
    fn rounds_or_union(&self, report: Report) -> (Report, Report) {
        // A resumed tour can't know which rounds were reported, and reports all at the end.
        if self.shelf.is_resumed() { (Report::Never, report) } else { (report, Report::Never) }
    }

    /// Merges sets, so that the rest can be read side by side.
    fn merge_if_many(&mut self, sets: &mut Vec<Set>) -> Result<(), TourError> {
        if sets.len() >= SIDE_BY_SIDE {
            let union = self.union(std::mem::take(sets), Report::Never)?;
            sets.push(union);
        }
        Ok(())
    }

    fn union(&mut self, mut sets: Vec<Set>, report: Report) -> Result<Set, TourError> {
        let union = match sets.len() {
            1 => sets.remove(0),
            _ => self.gather(&sets.iter().collect::<Vec<_>>(), &[], None)?,
        };
        sets.into_iter().try_for_each(|set| self.shelf.discard(set))?;
        self.report_set(&union, report)?;
        Ok(union)
    }

    /// The union of the sets `plus` less those of `minus`, restricted to puzzles with `clues`.
    fn gather(
        &mut self,
        plus: &[&Set],
        minus: &[&Set],
        clues: Option<ClueRange>,
    ) -> Result<Set, TourError> {
        let Runner { watch, progress, shelf, .. } = self;
        let (set, _) = shelf.make(|store| {
            let (mut block, mut records) = (0, Vec::new());
            let mut pass_on = |records: &mut Vec<PackedPuzzle>| {
                if !store.is_finished(block) {
                    store.finish(block, records)?;
                }
                records.clear();
                block += 1;
                match watch.pulse(progress) {
                    ControlFlow::Continue(()) => Ok(()),
                    ControlFlow::Break(()) => Err(TourError::BrokenOff),
                }
            };
            for record in Difference::new(plus, minus)? {
                let record = record?;
                if clues.is_none_or(|range| range.contains(record.clue_count())) {
                    records.push(record);
                }
                if records.len() == AT_ONCE {
                    pass_on(&mut records)?;
                }
            }
            pass_on(&mut records)
        })?;
        Ok(set)
    }

    /// Reports the puzzles of a set, of which none has been reported.
    fn report_set(&self, set: &Set, report: Report) -> Result<(), TourError> {
        self.report_others(set, &Seen::default(), report)
    }

    /// Reports the puzzles of a set that have not been `reported`.
    fn report_others(&self, set: &Set, reported: &Seen, report: Report) -> Result<(), TourError> {
        if matches!(report, Report::Never) {
            return Ok(());
        }
        let is_reported = |record: &Result<PackedPuzzle, _>| {
            record.as_ref().is_ok_and(|record| reported.contains(record))
        };
        let mut records = set.records()?.filter(|record| !is_reported(record));
        loop {
            let some: Vec<PackedPuzzle> =
                records.by_ref().take(AT_ONCE).collect::<Result<_, SeenError>>()?;
            if some.is_empty() {
                return Ok(());
            }
            self.spectator.results(&some).map_err(TourError::Unreported)?;
        }
    }
}

/// Whether a step finds again every puzzle that it has found.
///
/// It does if it adds and takes off the same number, and leaves out no sets of clues (`r` and `@`)
/// and no results (`o`). Proof: let *p* be found by adding a set *C*. If *C* is not superfluous, no
/// clue of it is redundant in *p*; so taking off *C* and adding it again is not superfluous either,
/// and finds *p*. Filters pass again what they have passed. The input need not be found again: its
/// clues may all be redundant.
fn finds_all_again(step: &TourStep) -> bool {
    let change = &step.change;
    change.on == change.off && change.first_clue == 0 && change.sample.is_none() && !step.one_each
}
