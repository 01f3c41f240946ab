//! The on phase by dancing links: critical options of Sudoku as an exact-cover problem.
//!
//! ```text
//!      puzzle less S  ──▶  clues held on an engine  ──▶  critical options
//!                                                        of `cover`, by any of its methods
//! ```
//!
//! The five methods are those of [`critical`](crate::cover::question::critical), from an engine
//! made anew for each candidate to violation classes; all find the same. Seeds and forum notes
//! describe this on phase. The quicker
//! [`LockstepOnPhase`](crate::verify::lockstep::LockstepOnPhase) can be checked and measured by it.
//!
//! It adds several candidates by holding one after the other. Deliberately lacking: threads.

use std::fmt;
use std::ops::ControlFlow;

use crate::cover::question::critical::{
    CoverCount, Critical, CriticalError, CriticalSearch, Method,
};
use crate::cover::{OptionId, Problem, Statistics};
use crate::sudoku::{Candidate, Grid, Shape, encode};
use crate::watch::SharedWatch;

use super::super::{LinksVerifier, Verifier};
use super::offs::clue_sets;
use super::{CandidateList, Finder, FoundPuzzle, NoTour, OffOn, OnPhase, start};

/// An [`OnPhase`] by dancing links.
pub struct LinksOnPhase {
    problem: Problem,
    method: Method,
}

impl fmt::Debug for LinksOnPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LinksOnPhase").field("method", &self.method).finish_non_exhaustive()
    }
}

impl LinksOnPhase {
    /// An on phase that finds critical options by `method`.
    #[expect(clippy::missing_panics_doc, reason = "every shape is a problem")]
    pub fn new(method: Method) -> LinksOnPhase {
        LinksOnPhase {
            problem: encode::problem(Shape::CLASSIC).expect("every shape is a problem"),
            method,
        }
    }
}

impl OnPhase for LinksOnPhase {
    fn tour(
        &self,
        puzzle: &Grid,
        step: &OffOn,
        finder: &dyn Finder,
        watch: &dyn SharedWatch<()>,
    ) -> Result<(), NoTour> {
        let mut verifier = LinksVerifier::default();
        start(&mut verifier, puzzle, step)?;
        let search = CriticalSearch::new(&self.problem, self.method);
        let mut search = StepSearch {
            search: search.expect("a Sudoku's problem has an engine"),
            verifier,
            puzzle,
            step,
            finder,
            watch,
        };
        let has_classes = self.method == Method::Classes && step.off > 0 && step.on == 1;
        let takes_all = step.first_clue == 0 && step.sample.is_none();
        let flow =
            if has_classes && takes_all { search.all_at_once() } else { search.one_by_one() };
        if flow.is_break() { Err(NoTour::BrokenOff) } else { Ok(()) }
    }
}

/// One `{-N+M}` step of one puzzle, and the engine that holds what is left of it.
struct StepSearch<'h> {
    search: CriticalSearch<'h>,
    verifier: LinksVerifier,
    puzzle: &'h Grid,
    step: &'h OffOn,
    finder: &'h dyn Finder,
    watch: &'h dyn SharedWatch<()>,
}

/// A puzzle less a set of clues.
struct Rest {
    off: CandidateList,
    grid: Grid,
}

impl StepSearch<'_> {
    /// Lets all sets of clues share their classes.
    fn all_at_once(&mut self) -> ControlFlow<()> {
        let clues: Vec<OptionId> = self.puzzle.clues().map(option).collect();
        let (puzzle, step, finder) = (self.puzzle, self.step, self.finder);
        let mut show = |off: &[OptionId], critical: &Critical| {
            let off = off.iter().map(|&option| encode::candidate(Shape::CLASSIC, option));
            let rest = Rest::new(puzzle, off.collect());
            for candidate in rest.candidates(critical, step) {
                finder.found(rest.with(&[candidate]))?;
            }
            finder.searched();
            ControlFlow::Continue(())
        };
        let mut pulse = |_: &Statistics| self.watch.pulse(&());
        known(self.search.take_off(&clues, step.off, &mut show, &mut pulse))
    }

    fn one_by_one(&mut self) -> ControlFlow<()> {
        clue_sets(self.step, self.puzzle, self.watch).try_for_each(|off| {
            let rest = Rest::new(self.puzzle, off?);
            self.add(&rest, &mut Vec::new(), &mut Vec::new())?;
            self.finder.searched();
            ControlFlow::Continue(())
        })
    }

    /// Adds candidates, none of them barred, to those that are held.
    fn add(
        &mut self,
        rest: &Rest,
        held: &mut Vec<Candidate>,
        barred: &mut Vec<Candidate>,
    ) -> ControlFlow<()> {
        // A search that is done in a moment has no pulse.
        self.watch.pulse(&())?;
        let critical = self.critical(rest, held)?;
        match self.step.on - held.len() {
            0 if critical.covers() == CoverCount::One => self.finder.found(rest.with(&[])),
            0 => ControlFlow::Continue(()),
            1 => {
                for candidate in rest.candidates(&critical, self.step) {
                    if barred.contains(&candidate) {
                        continue;
                    }
                    held.push(candidate);
                    if self.step.superfluous || !self.is_superfluous(rest, held) {
                        self.finder.found(rest.with(held))?;
                    }
                    held.pop();
                }
                ControlFlow::Continue(())
            }
            _ => {
                let before = barred.len();
                let is_critical =
                    |candidate: &Candidate| critical.cover_with(option(*candidate)).is_some();
                for candidate in rest.open(self.step) {
                    if barred.contains(&candidate)
                        || !self.step.superfluous && is_critical(&candidate)
                    {
                        continue;
                    }
                    barred.push(candidate);
                    held.push(candidate);
                    self.add(rest, held, barred)?;
                    held.pop();
                }
                barred.truncate(before);
                ControlFlow::Continue(())
            }
        }
    }

    /// What is critical beside these candidates.
    fn critical(&mut self, rest: &Rest, held: &[Candidate]) -> ControlFlow<(), Critical> {
        let options: Vec<OptionId> =
            rest.grid.clues().chain(held.iter().copied()).map(option).collect();
        let mut pulse = |_: &Statistics| self.watch.pulse(&());
        known(self.search.find(&options, &[], &mut pulse)).map_continue(Critical::clone)
    }

    /// Whether candidates that are critical together are critical without one of them too.
    fn is_superfluous(&mut self, rest: &Rest, held: &[Candidate]) -> bool {
        (0..held.len()).any(|out| {
            let mut fewer = rest.grid.clone();
            let others = held.iter().enumerate().filter(|&(k, _)| k != out);
            others.for_each(|(_, &candidate)| fewer.place(candidate));
            self.verifier.verify(&fewer).is_proper()
        })
    }
}

impl Rest {
    fn new(puzzle: &Grid, off: CandidateList) -> Rest {
        Rest { grid: puzzle.without(&off), off }
    }

    /// The candidates of cells that may be filled.
    fn open(&self, step: &OffOn) -> impl Iterator<Item = Candidate> {
        let shape = Shape::CLASSIC;
        let is_off = move |cell| !step.in_place || self.off.iter().any(|clue| clue.cell == cell);
        let cells = (0..81).map(move |k| shape.cell(k));
        cells
            .filter(move |&cell| self.grid.get(cell).is_none() && is_off(cell))
            .flat_map(move |cell| shape.digits().map(move |digit| Candidate { cell, digit }))
    }

    /// The critical candidates that are wanted.
    fn candidates(&self, critical: &Critical, step: &OffOn) -> impl Iterator<Item = Candidate> {
        let is_wanted = step.superfluous || critical.covers() != CoverCount::One;
        let open = self.open(step).filter(move |_| is_wanted);
        open.filter(|&candidate| critical.cover_with(option(candidate)).is_some())
    }

    fn with(&self, held: &[Candidate]) -> FoundPuzzle {
        let on: CandidateList = held.iter().copied().collect();
        let mut puzzle = self.grid.clone();
        on.iter().for_each(|&candidate| puzzle.place(candidate));
        FoundPuzzle { puzzle, off: self.off.clone(), on }
    }
}

fn option(candidate: Candidate) -> OptionId {
    encode::option(Shape::CLASSIC, candidate)
}

/// The question is about options of the problem, so there is an answer.
fn known<T>(answer: Result<ControlFlow<(), T>, CriticalError>) -> ControlFlow<(), T> {
    answer.expect("clues and candidates are options of the encoding")
}
