//! The sieve: for every candidate of a puzzle, is it in no solution, in one, or in more?
//!
//! ```text
//!      candidates ──▶ alive? ──▶ hold it, search ──┬── two solutions: dead          solutions count for
//!           ▲                                      └── fewer: removed for good      all 81 of their candidates
//!           └──────────────────────────────────────────────┘
//! ```
//!
//! Two sets are kept: the candidates in at least one solution found so far, and those in at least two. Each solution
//! counts for all its candidates, whatever it was sought for, so that most candidates are *dead* (in two)
//! before they have their turn. A candidate that is alive is held, and its solutions are sought until two are known.
//! If there are fewer, all there are have been counted, and the candidate can go from the puzzle for good: no other
//! candidate's count comes out less for it. What is left gets smaller, and each removal is propagated.
//!
//! Exact because a solution is counted once: a candidate with one known solution recognises it, and those found for
//! a candidate that is in none are new. And a candidate is removed only when every solution that has it is counted.
//! At the end each candidate left is dead, and each one removed has its true count.
//!
//! Hints, from throw-away builds on 17s less one clue: candidates that no solution has had come first (a tenth fewer sweeps). One
//! search for the first solution of each and another for the second, so that solutions have less in common,
//! needs fewer solutions and more sweeps by half, and was dropped; so were trying the cells with the fewest candidates
//! first, and removing contradictory candidates before any trial where few are alive.
//!
//! Source: gsf on the on phase in one search (forum note, 2007): the candidates of a branch that led to more than one
//! solution need not be tried again.
//!
//! Deliberately lacking: any idea of what the puzzle is; see [`classes`](super::classes).

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::boxes::{Choice, Found, Guess, State};
use super::marks::{Counts, Marks};
use super::solo::{self, Watcher};
use super::visit::Zero;

/// A candidate: its cell in reading order, and its digit in a bit.
pub(super) type Spot = (usize, u16);

/// A few candidates that are held.
pub(super) type Held = SmallVec<[Spot; 4]>;

/// What there is to sift: a puzzle, and the candidates that it has.
#[derive(Clone, Copy)]
pub(super) struct Heap {
    pub(super) state: State,
    pub(super) mask: Marks,
}

impl Heap {
    /// The candidates that are left.
    #[inline(always)]
    pub(super) fn candidates(&self) -> Marks {
        Marks::of(&self.state).and(&self.mask)
    }
}

/// Room for a sieve's work, used again for each puzzle.
pub(super) struct Sieve {
    untried: Vec<State>,
    pool: Pool,
}

/// The solutions found.
struct Pool {
    solutions: Vec<Marks>,
    /// The candidates that all solutions sought now have.
    held: Held,
    /// Of these solutions and others that were counted before.
    counts: Counts,
    /// Of these solutions alone.
    own: Counts,
}

impl Sieve {
    pub(super) fn new() -> Sieve {
        let pool = Pool { solutions: Vec::new(), held: Held::new(), counts: Counts::NONE, own: Counts::NONE };
        Sieve { untried: Vec::new(), pool }
    }

    /// Forgets all solutions.
    pub(super) fn clear(&mut self) {
        self.pool.solutions.clear();
    }

    /// Begins to look for solutions with the candidates held, of which those in `before` are counted. If there are some
    /// among those of the same heap, they are known.
    #[inline(always)]
    pub(super) fn begin(&mut self, before: &Counts, held: &[Spot]) {
        self.pool.held = held.into();
        self.pool.counts = *before;
        self.pool.own = Counts::NONE;
    }

    /// Adds a solution of the heap without counting it.
    #[inline(always)]
    pub(super) fn recall(&mut self, solution: &Marks) {
        self.pool.solutions.push(*solution);
    }

    /// Adds and counts a solution of the heap that has the candidates held.
    #[inline(always)]
    pub(super) fn know(&mut self, solution: &Marks) {
        self.pool.add(solution);
    }

    /// The solutions of the heap, in the order in which they came.
    pub(super) fn solutions(&self) -> &[Marks] {
        &self.pool.solutions
    }

    /// What was counted since the sieve began. Of a candidate that is dead with what was counted before, that may be
    /// too few.
    pub(super) fn own(&self) -> &Counts {
        &self.pool.own
    }

    /// Counts the solutions of what is in the heap, by candidate, up to two, together with those counted before. What
    /// stays in the heap are the solutions whose candidates are all dead; all others are known. Breaks off in a
    /// long search if `stop` says so.
    ///
    /// Returns whether anything is left in the heap.
    #[inline(always)]
    pub(super) fn sift<Z: Zero>(
        &mut self,
        heap: &mut Heap,
        stop: &dyn Fn() -> bool,
    ) -> ControlFlow<(), bool> {
        let mut is_swept = false;
        if !self.settle::<Z>(heap) {
            return ControlFlow::Continue(false);
        }
        loop {
            let alive = heap.candidates().without(&self.pool.counts.twos);
            let unseen = alive.without(&self.pool.counts.ones);
            let Some((cell, digit)) = unseen.first().or_else(|| alive.first()) else { break };
            self.try_candidate::<Z>(heap, cell, digit, stop)?;
            if self.pool.counts.twos.has(cell, digit) {
                continue;
            }
            heap.mask.remove(cell, digit);
            if !is_swept {
                is_swept = true;
                self.sweep_alive::<Z>(heap);
            }
            if !self.settle::<Z>(heap) {
                return ControlFlow::Continue(false);
            }
        }
        ControlFlow::Continue(true)
    }

    /// Propagates. False if nothing is left to sift.
    #[inline(always)]
    fn settle<Z: Zero>(&mut self, heap: &mut Heap) -> bool {
        loop {
            match heap.state.sweep::<Z, _>(&heap.mask) {
                Found::Contradiction => return false,
                Found::Something => {}
                Found::Nothing => break,
            }
        }
        match heap.state.choose() {
            Choice::Contradiction => false,
            Choice::Guess(_) => true,
            Choice::Solved => {
                let solution = Marks::of(&heap.state);
                if !self.pool.solutions.contains(&solution) {
                    self.pool.add(&solution);
                }
                false
            }
        }
    }

    /// Removes the candidates that lead to a contradiction by themselves. It pays once, after the first candidate
    /// that turns out to be in fewer than two solutions.
    #[inline(always)]
    fn sweep_alive<Z: Zero>(&mut self, heap: &mut Heap) {
        let alive = heap.candidates().without(&self.pool.counts.twos);
        for (cell, digit) in alive.iter() {
            let mut state = heap.state;
            state.hold(cell, digit);
            loop {
                match state.sweep::<Z, _>(&heap.mask) {
                    Found::Contradiction => {
                        heap.mask.remove(cell, digit);
                        break;
                    }
                    Found::Something => {}
                    Found::Nothing => break,
                }
            }
        }
    }

    /// Finds solutions with the candidate until two are known, or all there are.
    #[inline(always)]
    fn try_candidate<Z: Zero>(
        &mut self,
        heap: &Heap,
        cell: usize,
        digit: u16,
        stop: &dyn Fn() -> bool,
    ) -> ControlFlow<()> {
        let is_in_one = self.pool.counts.ones.has(cell, digit);
        let known = if is_in_one { self.pool.with(cell, digit) } else { None };
        let unseen = Marks::ALL.without(&self.pool.counts.ones).configurations();
        let alive = Marks::ALL.without(&self.pool.counts.twos).configurations();
        let mut state = heap.state;
        state.hold(cell, digit);
        let wanted = if is_in_one { 1 } else { 2 };
        let mut trial = Trial { pool: &mut self.pool, known, unseen, alive, wanted, stop };
        let flow = solo::search::<Z, _, _>(&state, &heap.mask, &mut self.untried, &mut trial);
        // It ends at the last solution wanted, or because it was stopped.
        if flow.is_break() && trial.wanted > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Pool {
    #[inline(always)]
    fn add(&mut self, solution: &Marks) {
        self.counts.count(solution);
        self.own.count(solution);
        self.solutions.push(*solution);
    }

    /// The latest solution that has the candidate beside those held.
    #[inline(always)]
    fn with(&self, cell: usize, digit: u16) -> Option<usize> {
        let mut index = self.solutions.len();
        // Loops here, since a closure would be compiled without the instructions of the path.
        while index > 0 {
            index -= 1;
            let solution = &self.solutions[index];
            if solution.has(cell, digit) {
                let mut has_all = true;
                for &(cell, digit) in &self.held {
                    has_all &= solution.has(cell, digit);
                }
                if has_all {
                    return Some(index);
                }
            }
        }
        None
    }
}

/// A search for solutions with one candidate.
struct Trial<'p> {
    pool: &'p mut Pool,
    /// The solution with the candidate that is known already.
    known: Option<usize>,
    /// Configurations through candidates that no solution has had, and through those that are alive.
    unseen: State,
    alive: State,
    wanted: u32,
    stop: &'p dyn Fn() -> bool,
}

impl Watcher for Trial<'_> {
    #[inline(always)]
    fn solution(&mut self, state: &State) -> ControlFlow<()> {
        let solution = Marks::of(state);
        if self.known.is_some_and(|known| self.pool.solutions[known] == solution) {
            return ControlFlow::Continue(());
        }
        self.pool.add(&solution);
        self.wanted -= 1;
        if self.wanted == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        if (self.stop)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// A configuration through a candidate that no solution has had, or else through one that is alive: what is found
    /// so has less in common with what is known.
    #[inline(always)]
    fn prefer(&self, guess: &Guess) -> usize {
        let among = |state: &State| {
            let has = |k: usize| u32::from(state.word(guess.chute, k) & guess.digit != 0) << k;
            (0..6).fold(0, |found, k| found | has(k)) & guess.configurations
        };
        let (unseen, alive) = (among(&self.unseen), among(&self.alive));
        let best = if unseen != 0 { unseen } else { alive };
        (if best != 0 { best } else { guess.configurations }).trailing_zeros() as usize
    }
}
