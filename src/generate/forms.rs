//! All minimal forms of a puzzle.
//!
//! ```text
//!      redundant clues a b c d, and three sets of which a form has a clue each: a c, b c and b d
//!
//!      a gone, so c stays                          a kept, so c can't stay
//!      ├─ b gone, so d stays        c d            └─ b stays, so d can't        a b
//!      └─ b kept, so d can't stay   b c
//! ```
//!
//! An **unavoidable set** is here the clues in which some other grid that keeps all rules differs
//! from the solution. Without its clues a puzzle has that grid for a solution, too. So a proper
//! puzzle has a clue of each such set, and a minimal one has, for each of its clues, a set of which
//! it is the only one left.
//!
//! A clue after another is taken off or kept, in reading order. It is not taken off if a set would
//! lose its last clue, and not kept if for some kept clue there could be no set of its own any
//! more. What is left at the end is a minimal form. Sets that solutions have shown are remembered,
//! and answer most of these questions. First they are made as small as they can be, so that they
//! answer more.
//!
//! That a puzzle stays proper is asked of the verifier only for a form, or after many decisions
//! without one, since no known set is lost on the way. If it is not proper, the search learns a
//! set, and goes back to its last clue.
//!
//! Invariant: what is shown, and in which order, does not depend on the sets that are known.
//!
//! Sources: `McGuire`, Tugemann and Civario, *There is no 16-Clue Sudoku*, 2012, for the sets;
//! Murakami and Uno, *Efficient algorithms for dualizing large-scale hypergraphs*, 2014, where each
//! choice needs a set of its own.
//!
//! Deliberately lacking: a look ahead. Clues may need sets of their own that exclude one another,
//! so there are branches without a form.

mod known_sets;

use std::ops::ControlFlow;

use self::known_sets::{Hit, KnownSets, Numbers};
use super::minimise::redundant;
use crate::sudoku::{Candidate, Digit, Grid, Solution};
use crate::verify::{Effort, Verifier};
use crate::watch::Watch;

/// The most decisions without a question whether the puzzle is still proper. Mostly it is, and each
/// form is asked about anyway.
const UNCHECKED: u32 = 64;

/// Shows all minimal forms of a proper puzzle, each once: the minimal puzzles among those that have
/// some of its clues and the same one solution. `watch` sees what the question under way to the
/// verifier has taken. Returns `Break` if the visitor or the watch did.
///
/// Forms that lack earlier clues, in reading order, come first. There can be exponentially many.
pub fn forms(
    verifier: &mut dyn Verifier,
    puzzle: &Grid,
    visitor: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    watch: &mut dyn Watch<Effort>,
) -> ControlFlow<()> {
    let clues = redundant(verifier, puzzle, watch)?;
    let none = Numbers::none(clues.len());
    let mut search = Search {
        verifier,
        watch,
        puzzle,
        sets: KnownSets::none(clues.len()),
        own: vec![0; clues.len()],
        clues,
        kept: none.clone(),
        gone: none,
        last: None,
        unchecked: 0,
        lost: None,
    };
    search.decide(0, &mut Hit::default(), visitor)
}

struct Search<'a> {
    verifier: &'a mut dyn Verifier,
    watch: &'a mut dyn Watch<Effort>,
    puzzle: &'a Grid,
    /// Its redundant clues. All others are in every form.
    clues: Vec<Candidate>,
    /// The unavoidable sets that are known.
    sets: KnownSets,
    /// For each clue, the unavoidable set that was its own when that was asked last.
    own: Vec<usize>,
    kept: Numbers,
    gone: Numbers,
    /// What the last form lacks.
    last: Option<Numbers>,
    /// The decisions since the last question whether the puzzle is proper without what is gone.
    unchecked: u32,
    /// The last clue of an unavoidable set all of which is gone: it has to be kept.
    lost: Option<usize>,
}

impl Search<'_> {
    /// Shows the forms that have the kept clues and lack those that are gone. The clues from number
    /// `next` on are open. `hit` has the unavoidable sets by what is kept of them.
    fn decide(
        &mut self,
        next: usize,
        hit: &mut Hit,
        visitor: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.watch.pulse(&self.verifier.effort())?;
        let is_form = next == self.clues.len();
        self.unchecked += 1;
        if (is_form || self.unchecked > UNCHECKED) && !self.is_proper()? {
            return ControlFlow::Continue(());
        }
        if is_form {
            self.last = Some(self.gone.clone());
            return visitor(&self.without(&self.gone));
        }
        self.sets.look(hit, &self.kept);
        if !self.sets.loses_one(hit, next) {
            self.gone.insert(next);
            self.decide(next + 1, hit, visitor)?;
            self.gone.remove(next);
            if self.lost.is_some_and(|lost| lost < next) {
                return ControlFlow::Continue(());
            }
            self.lost = None;
        }
        self.sets.look(hit, &self.kept);
        let mut hit = self.sets.keep(next, hit);
        self.kept.insert(next);
        if self.each_can_be_needed(&mut hit)? {
            self.decide(next + 1, &mut hit, visitor)?;
        }
        self.kept.remove(next);
        ControlFlow::Continue(())
    }

    /// The puzzle without these clues.
    fn without(&self, gone: &Numbers) -> Grid {
        let mut grid = self.puzzle.clone();
        for clue in gone.iter() {
            grid.set(self.clues[clue].cell, None);
        }
        grid
    }

    /// Whether the puzzle is proper without what is gone. If not, a set is lost.
    fn is_proper(&mut self) -> ControlFlow<(), bool> {
        self.unchecked = 0;
        // A form that has no clue of these is a proper one with fewer clues.
        if self.last.as_ref().is_some_and(|last| self.gone.is_subset(last)) {
            return ControlFlow::Continue(true);
        }
        let Some(set) = self.difference(&self.without(&self.gone))? else {
            return ControlFlow::Continue(true);
        };
        let set = self.reduced(set, None)?;
        self.lost = set.last();
        self.sets.add(set);
        ControlFlow::Continue(false)
    }

    /// Whether for each kept clue there is an unavoidable set of which it is the only one kept.
    fn each_can_be_needed(&mut self, hit: &mut Hit) -> ControlFlow<(), bool> {
        self.sets.look(hit, &self.kept);
        let mut open = Vec::new();
        for clue in self.kept.iter() {
            match self.sets.own(hit, clue, self.own[clue]) {
                Some(own) => self.own[clue] = own,
                None => open.push(clue),
            }
        }
        for clue in open {
            let Some((set, digit)) = self.own_set(clue)? else {
                return ControlFlow::Continue(false);
            };
            let set = self.reduced(set, Some((clue, digit)))?;
            self.sets.add(set);
        }
        ControlFlow::Continue(true)
    }

    /// An unavoidable set of which `clue` is the only one that is kept, if there is one, and the
    /// digit there of a grid that shows it.
    fn own_set(&mut self, clue: usize) -> ControlFlow<(), Option<(Numbers, Digit)>> {
        let Candidate { cell, digit } = self.clues[clue];
        let mut grid = self.puzzle.clone();
        for (other, candidate) in self.clues.iter().enumerate() {
            if !self.kept.has(other) {
                grid.set(candidate.cell, None);
            }
        }
        let shape = grid.shape();
        for other in (0..shape.size()).map(Digit::at).filter(|&other| other != digit) {
            grid.set(cell, Some(other));
            let has = |peer| peer != cell && grid.get(peer) == Some(other);
            if shape.houses_of(cell).into_iter().any(|house| shape.cells_of(house).any(has)) {
                continue;
            }
            if let Some(set) = self.difference(&grid)? {
                return ControlFlow::Continue(Some((set, other)));
            }
        }
        ControlFlow::Continue(None)
    }

    /// An unavoidable set, made as small as it can be. With `other` it is one that has this clue,
    /// and is shown by a grid with this digit there.
    fn reduced(
        &mut self,
        mut set: Numbers,
        other: Option<(usize, Digit)>,
    ) -> ControlFlow<(), Numbers> {
        // Those that come last are kept most often. Without them a set is of more use.
        for clue in (0..self.clues.len()).rev() {
            if !set.has(clue) || other.is_some_and(|(fixed, _)| fixed == clue) {
                continue;
            }
            set.remove(clue);
            let mut grid = self.without(&set);
            if let Some((fixed, digit)) = other {
                grid.set(self.clues[fixed].cell, Some(digit));
            }
            match self.difference(&grid)? {
                Some(smaller) => set = smaller,
                None => set.insert(clue),
            }
        }
        ControlFlow::Continue(set)
    }

    /// The redundant clues that a solution of `grid` does not have; `None` if each solution has
    /// all.
    fn difference(&mut self, grid: &Grid) -> ControlFlow<(), Option<Numbers>> {
        let (mut found, clues) = (None, &self.clues);
        let mut look = |solution: &dyn Fn() -> Solution| {
            let solution = solution();
            let differ = |clue: &Candidate| solution.grid().get(clue.cell) != Some(clue.digit);
            let mut set = Numbers::none(clues.len());
            for (number, _) in clues.iter().enumerate().filter(|(_, clue)| differ(clue)) {
                set.insert(number);
            }
            if set.iter().next().is_none() {
                return ControlFlow::Continue(());
            }
            found = Some(set);
            ControlFlow::Break(())
        };
        let flow = self.verifier.solutions(grid, &mut look, self.watch);
        if found.is_none() {
            flow?;
        }
        ControlFlow::Continue(found)
    }
}
