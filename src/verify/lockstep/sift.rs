//! A sift: for every candidate of a puzzle, is it in no solution, in one, or in more?
//!
//! ```text
//!      candidates ──▶ alive? ──▶ hold it, search ──┬── two solutions: dead        solutions count
//!           ▲                                      └── fewer: removed for good    for all 81 of
//!           └──────────────────────────────────────────────┘                      their candidates
//! ```
//!
//! Two sets are kept: the candidates in at least one solution found so far, and those in at least
//! two. Each solution counts for all its candidates, whatever it was sought for, so that most
//! candidates are *dead* (in two) before they have their turn. A candidate that is alive is held,
//! and its solutions are sought until two are known. If there are fewer, all there are have been
//! counted, and the candidate can go from the puzzle for good: no other candidate's count comes out
//! less for it. What is left gets smaller, and each removal is propagated.
//!
//! Exact because a solution is counted once. Of a candidate that is not dead one solution at most
//! is known, and a solution found for it is new if it is another one. This holds wherever the one
//! that is known was found; so several candidates can be tried at the same time. And a candidate is
//! removed only when every solution that has it is counted: a trial of another candidate meanwhile
//! loses nothing. At the end each candidate left is dead, and each one removed has its true count.
//!
//! Hints, from throw-away builds on 17s less one clue: candidates that no solution has had come
//! first (a tenth fewer sweeps). One search for the first solution of each and another for the
//! second, so that solutions have less in common, needs fewer solutions and more sweeps by half,
//! and was dropped; so were trying the cells with the fewest candidates first, and removing
//! contradictory candidates before any trial where few are alive.
//!
//! Source: gsf on the on phase in one search (forum note, 2007): the candidates of a branch that
//! led to more than one solution need not be tried again.
//!
//! Deliberately lacking: the searching itself, which is the [`sieve`](super::sieve)'s; and any idea
//! of what the puzzle is, see [`classes`](super::classes).

use smallvec::SmallVec;

use super::boxes::State;
use super::marks::{Counts, Marks, Spot};
use super::pool::Pool;
use super::turn::Turn;

/// A few candidates that are held.
pub(super) type Held = SmallVec<[Spot; 4]>;

/// What there is to sift: a puzzle, and the candidates that it has.
#[derive(Clone, Copy)]
pub(super) struct Heap {
    pub(super) state: State,
    pub(super) mask: Marks,
}

impl Heap {
    /// A heap without candidates.
    pub(super) const NOTHING: Heap = Heap { state: State::NOTHING, mask: Marks::NONE };

    /// The candidates that are left.
    #[inline(always)]
    pub(super) fn candidates<T: Turn>(&self) -> Marks {
        Marks::of::<T>(&self.state).and(&self.mask)
    }
}

/// What is known of a heap, and what is being tried.
pub(super) struct Sift {
    /// For the [host](super::sieve::Host), to know its sifts by. 0 at first.
    pub(super) number: usize,
    pub(super) heap: Heap,
    /// The solutions of the heap that are known, and from `known` on those that this sift has
    /// found.
    pool: Pool,
    known: usize,
    /// The numbers of those that are counted: they have the candidates held.
    sought: Vec<u32>,
    /// Of the solutions found and others that were counted before.
    counts: Counts,
    /// Of the solutions found alone.
    own: Counts,
    /// The candidates that are being tried.
    tried: Marks,
    /// Candidates that are to be propagated once, since they may lead to a contradiction by
    /// themselves.
    doubtful: Marks,
    /// Whether there have been doubtful ones. It pays once, after the first candidate that turns
    /// out to be in fewer than two solutions.
    has_doubted: bool,
    /// Whether a lane that is free can help: there may be candidates to be tried.
    pub(super) is_open: bool,
    /// How many lanes work on it.
    pub(super) lanes: u32,
}

impl Sift {
    pub(super) fn new() -> Sift {
        Sift {
            number: 0,
            heap: Heap::NOTHING,
            pool: Pool::new(),
            known: 0,
            sought: Vec::new(),
            counts: Counts::NONE,
            own: Counts::NONE,
            tried: Marks::NONE,
            doubtful: Marks::NONE,
            has_doubted: false,
            is_open: false,
            lanes: 0,
        }
    }

    /// Forgets all solutions.
    pub(super) fn clear(&mut self) {
        self.pool.clear();
        self.known = 0;
    }

    /// Adds a solution of the heap.
    #[inline(always)]
    pub(super) fn recall(&mut self, solution: &Marks) {
        self.pool.push(solution);
    }

    /// Counts the solutions that have the candidates held, of those that are known: all that make a
    /// difference. Others with them were counted in `before`, and nobody asks about candidates that
    /// are `barred`.
    #[inline(always)]
    pub(super) fn begin(&mut self, before: &Counts, barred: &Marks, held: &[Spot]) {
        self.known = self.pool.all().len();
        self.sought.clear();
        self.own = Counts::NONE;
        self.counts = *before;
        self.counts.bar(barred);
        if held.is_empty() {
            for number in 0..self.known {
                self.count(number);
            }
        } else {
            self.pool.index();
            for from in self.pool.blocks() {
                let alive = self.pool.seen().without(&self.counts.twos);
                let mut having = self.pool.with(from, held, &alive);
                while having != 0 {
                    self.count(from + having.trailing_zeros() as usize);
                    having &= having - 1;
                }
            }
        }
        self.tried = Marks::NONE;
        self.doubtful = Marks::NONE;
        self.has_doubted = false;
        self.is_open = false;
        self.lanes = 0;
    }

    /// Counts a solution of the pool.
    #[inline(always)]
    fn count(&mut self, number: usize) {
        let solution = &self.pool.all()[number];
        self.counts.count(solution);
        self.own.count(solution);
        self.sought.push(number as u32);
    }

    /// Adds and counts a solution of the heap that has the candidates held.
    #[inline(always)]
    pub(super) fn know(&mut self, solution: &Marks) {
        self.pool.push(solution);
        self.count(self.pool.all().len() - 1);
    }

    /// Whether all that is left is dead, so that there is nothing to sift.
    #[inline(always)]
    pub(super) fn is_over<T: Turn>(&self) -> bool {
        self.heap.candidates::<T>().without(&self.counts.twos).is_empty()
    }

    /// The solutions that were found since [`begin`](Sift::begin).
    #[inline(always)]
    pub(super) fn fresh(&self) -> &[Marks] {
        &self.pool.all()[self.known..]
    }

    /// What was counted by [`begin`](Sift::begin) and since, without what was counted before. Of a
    /// candidate that is dead with that, it may be too little.
    pub(super) fn own(&self) -> &Counts {
        &self.own
    }

    /// What was counted so far, with what was counted before.
    #[inline(always)]
    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Whether a candidate's trial is over: it is in two solutions.
    #[inline(always)]
    pub(super) fn is_dead(&self, (cell, digit): Spot) -> bool {
        self.counts.twos.has(cell, digit)
    }

    /// A doubtful candidate, to be propagated.
    #[inline(always)]
    pub(super) fn next_doubtful(&mut self) -> Option<Spot> {
        let spot = self.doubtful.first()?;
        self.doubtful.remove(spot.0, spot.1);
        Some(spot)
    }

    /// The next candidate to be tried.
    #[inline(always)]
    pub(super) fn next_trial<T: Turn>(&mut self) -> Option<Spot> {
        let mut alive = self.heap.candidates::<T>().without(&self.counts.twos).without(&self.tried);
        let unseen = alive.without(&self.counts.ones).first();
        let Some((cell, digit)) = (if unseen.is_none() { alive.first() } else { unseen }) else {
            self.is_open = false;
            return None;
        };
        alive.remove(cell, digit);
        self.is_open = !alive.is_empty();
        self.tried.add(cell, digit);
        Some((cell, digit))
    }

    /// Takes a solution found in the trial of a candidate that is not dead. Says whether the trial
    /// is to go on.
    #[inline(always)]
    pub(super) fn take(&mut self, (cell, digit): Spot, solution: &Marks) -> bool {
        if !(self.counts.ones.has(cell, digit) && self.is_known(cell, digit, solution)) {
            self.know(solution);
        }
        !self.counts.twos.has(cell, digit)
    }

    /// Takes the one solution of what is left.
    #[inline(always)]
    pub(super) fn take_last(&mut self, solution: &Marks) {
        if !self.pool.all().contains(solution) {
            self.know(solution);
        }
    }

    /// Ends the trial of a candidate that was not interrupted. If the candidate is not dead it goes
    /// for good, and true is returned.
    #[inline(always)]
    pub(super) fn end_trial<T: Turn>(&mut self, spot: Spot) -> bool {
        let (cell, digit) = spot;
        self.tried.remove(cell, digit);
        if self.is_dead(spot) {
            return false;
        }
        self.heap.mask.remove(cell, digit);
        if !self.has_doubted {
            self.has_doubted = true;
            self.doubtful = self.heap.candidates::<T>().without(&self.counts.twos);
        }
        true
    }

    /// Whether the one solution that has the candidate, of those that are known, is this one.
    #[inline(always)]
    fn is_known(&self, cell: usize, digit: u16, solution: &Marks) -> bool {
        // A loop here, since a closure would be compiled without the instructions of the path.
        for &number in self.sought.iter().rev() {
            let known = &self.pool.all()[number as usize];
            if known.has(cell, digit) {
                return known == solution;
            }
        }
        false
    }
}
