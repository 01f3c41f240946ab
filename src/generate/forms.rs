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
//! Invariant: what is shown, and in which order, does not depend on the sets that are known.
//!
//! Sources: `McGuire`, Tugemann and Civario, *There is no 16-Clue Sudoku*, 2012, for the sets;
//! Murakami and Uno, *Efficient algorithms for dualizing large-scale hypergraphs*, 2014, where each
//! choice needs a set of its own.
//!
//! Deliberately lacking: a look ahead. Clues may need sets of their own that exclude one another,
//! so there are branches without a form.

use std::iter;
use std::ops::ControlFlow;

use smallvec::{SmallVec, smallvec};

use super::minimise::redundant;
use crate::sudoku::{Candidate, Digit, Grid, Solution};
use crate::verify::{Effort, Verifier};
use crate::watch::Watch;

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
    let none = Clues::none(clues.len());
    let mut search = Search {
        verifier,
        watch,
        puzzle,
        clues,
        sets: Vec::new(),
        kept: none.clone(),
        gone: none,
        last: None,
    };
    search.decide(0, &mut Useful::default(), visitor)
}

/// Redundant clues, by their numbers, a bit each.
#[derive(Clone, Debug)]
struct Clues(SmallVec<[u64; 2]>);

impl Clues {
    /// None of this number of clues.
    fn none(number: usize) -> Clues {
        Clues(smallvec![0; number.div_ceil(64)])
    }

    fn has(&self, clue: usize) -> bool {
        self.0[clue / 64] >> (clue % 64) & 1 == 1
    }

    fn insert(&mut self, clue: usize) {
        self.0[clue / 64] |= 1 << (clue % 64);
    }

    fn remove(&mut self, clue: usize) {
        self.0[clue / 64] &= !(1 << (clue % 64));
    }

    /// Whether `other` has all of them.
    fn is_subset(&self, other: &Clues) -> bool {
        self.0.iter().zip(&other.0).all(|(&one, &other)| one & !other == 0)
    }

    /// Whether both have one clue at most.
    fn has_few(&self, other: &Clues) -> bool {
        // Not by counting bits: not all processors have an instruction for that.
        let (mut any, mut more) = (0, 0);
        for common in self.0.iter().zip(&other.0).map(|(one, other)| one & other) {
            more |= common & common.wrapping_sub(1);
            more |= if any == 0 { 0 } else { common };
            any |= common;
        }
        more == 0
    }

    /// The only clue that both have, if there is one and no more.
    fn only_common(&self, other: &Clues) -> Option<usize> {
        let mut found = None;
        for (k, (&one, &other)) in self.0.iter().zip(&other.0).enumerate() {
            let common = one & other;
            if common == 0 {
                continue;
            }
            if found.is_some() || common & (common - 1) != 0 {
                return None;
            }
            found = Some(64 * k + common.trailing_zeros() as usize);
        }
        found
    }

    /// Their numbers, in order.
    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(k, &word)| {
            let mut left = word;
            iter::from_fn(move || {
                let place = (left != 0).then(|| 64 * k + left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(place)
            })
        })
    }
}

/// The sets of which at most one clue is kept. The others say nothing of what is left to decide.
#[derive(Default)]
struct Useful {
    numbers: Vec<u32>,
    /// The number of sets that were looked at.
    seen: usize,
}

impl Useful {
    /// Looks at the sets that are new.
    fn look(&mut self, sets: &[Clues], kept: &Clues) {
        let new = (self.seen..).zip(&sets[self.seen..]);
        let useful = new.filter(|(_, set)| set.has_few(kept)).map(|(number, _)| number as u32);
        self.numbers.extend(useful);
        self.seen = sets.len();
    }

    /// Those that are useful still if more is kept.
    fn among(&self, sets: &[Clues], kept: &Clues) -> Useful {
        let numbers = self.numbers.iter().copied();
        let numbers = numbers.filter(|&number| sets[number as usize].has_few(kept)).collect();
        Useful { numbers, seen: self.seen }
    }

    fn sets<'s>(&self, sets: &'s [Clues]) -> impl Iterator<Item = &'s Clues> {
        self.numbers.iter().map(|&number| &sets[number as usize])
    }
}

struct Search<'a> {
    verifier: &'a mut dyn Verifier,
    watch: &'a mut dyn Watch<Effort>,
    puzzle: &'a Grid,
    /// Its redundant clues. All others are in every form.
    clues: Vec<Candidate>,
    /// The unavoidable sets that are known.
    sets: Vec<Clues>,
    kept: Clues,
    gone: Clues,
    /// What the last form lacks.
    last: Option<Clues>,
}

impl Search<'_> {
    /// Shows the forms that have the kept clues and lack those that are gone. The clues from number
    /// `next` on are open.
    fn decide(
        &mut self,
        next: usize,
        useful: &mut Useful,
        visitor: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.watch.pulse(&self.verifier.effort())?;
        if next == self.clues.len() {
            self.last = Some(self.gone.clone());
            return visitor(&self.without(&self.gone));
        }
        self.gone.insert(next);
        if self.is_proper(useful)? {
            self.decide(next + 1, useful, visitor)?;
        }
        self.gone.remove(next);
        self.kept.insert(next);
        let mut useful = useful.among(&self.sets, &self.kept);
        if self.each_can_be_needed(&mut useful)? {
            self.decide(next + 1, &mut useful, visitor)?;
        }
        self.kept.remove(next);
        ControlFlow::Continue(())
    }

    /// The puzzle without these clues.
    fn without(&self, gone: &Clues) -> Grid {
        let mut grid = self.puzzle.clone();
        for clue in gone.iter() {
            grid.set(self.clues[clue].cell, None);
        }
        grid
    }

    /// Whether the puzzle is proper without what is gone.
    fn is_proper(&mut self, useful: &mut Useful) -> ControlFlow<(), bool> {
        // A form that has no clue of these is a proper one with fewer clues.
        if self.last.as_ref().is_some_and(|last| self.gone.is_subset(last)) {
            return ControlFlow::Continue(true);
        }
        useful.look(&self.sets, &self.kept);
        if useful.sets(&self.sets).any(|set| set.is_subset(&self.gone)) {
            return ControlFlow::Continue(false);
        }
        let grid = self.without(&self.gone);
        let Some(set) = self.difference(&grid)? else { return ControlFlow::Continue(true) };
        self.learn(set, None)?;
        ControlFlow::Continue(false)
    }

    /// Whether for each kept clue there is an unavoidable set of which it is the only one kept.
    fn each_can_be_needed(&mut self, useful: &mut Useful) -> ControlFlow<(), bool> {
        useful.look(&self.sets, &self.kept);
        let mut open = self.kept.clone();
        for set in useful.sets(&self.sets) {
            if let Some(clue) = set.only_common(&self.kept) {
                open.remove(clue);
            }
        }
        for clue in open.iter() {
            if !self.can_be_needed(clue)? {
                return ControlFlow::Continue(false);
            }
        }
        ControlFlow::Continue(true)
    }

    /// The same of one clue, for which no such set is known.
    fn can_be_needed(&mut self, clue: usize) -> ControlFlow<(), bool> {
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
                self.learn(set, Some((clue, other)))?;
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }

    /// Remembers an unavoidable set, or a smaller one in it. With `other` it is one that has this
    /// clue, and is shown by a grid with this digit there.
    fn learn(&mut self, mut set: Clues, other: Option<(usize, Digit)>) -> ControlFlow<()> {
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
        self.sets.push(set);
        ControlFlow::Continue(())
    }

    /// The redundant clues that a solution of `grid` does not have; `None` if each solution has
    /// all.
    fn difference(&mut self, grid: &Grid) -> ControlFlow<(), Option<Clues>> {
        let (mut found, clues) = (None, &self.clues);
        let mut look = |solution: &dyn Fn() -> Solution| {
            let solution = solution();
            let differ = |clue: &Candidate| solution.grid().get(clue.cell) != Some(clue.digit);
            let mut set = Clues::none(clues.len());
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
