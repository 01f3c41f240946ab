//! Elimination: for every candidate of a puzzle, is it in no solution, in one, or in more?
//!
//! ```text
//!      candidates ──▶ alive? ──▶ hold it, search ──┬── two solutions: dead        solutions count
//!           ▲                                      └── fewer: removed for good    for all 81 of
//!           └──────────────────────────────────────────────┘                      their candidates
//! ```
//!
//! Two sets are kept: the candidates in at least one solution found so far, and those in at least
//! two. Each solution counts for all its candidates, whichever it was sought for, so most
//! candidates are *dead* (in two) before they are tried. A candidate that is alive is held, and its
//! solutions are sought until two are known. If there are fewer, all of them have been counted, and
//! the candidate can be removed from the puzzle for good: no other count comes out smaller. What is
//! left, the *remainder*, gets smaller, and each removal is propagated.
//!
//! It is exact because a solution is counted once. At most one solution is known of a candidate
//! that is not dead, and a solution found for it is new if it differs from that one. It does not
//! matter which trial found that one, so several candidates can be tried at the same time. And a
//! candidate is removed only when every solution that has it is counted, so a trial of another
//! candidate meanwhile loses nothing. At the end each candidate left is dead, and each one removed
//! has its true count.
//!
//! Hints, from throw-away builds on 17s less one clue: candidates that no solution has had come
//! first (a tenth fewer sweeps). One search for the first solution of each and another for the
//! second, so that solutions have less in common, needs fewer solutions but more sweeps by half,
//! and was dropped. So was trying the cells with the fewest candidates first, and so was removing
//! contradictory candidates before any trial where few are alive.
//!
//! Source: gsf on the on phase in one search (forum note, 2007): the candidates of a branch that
//! led to more than one solution need not be tried again.
//!
//! Deliberately lacking: the search itself, which is in [`trials`](super::trials); and any idea of
//! what the puzzle is, see [`classes`](super::classes).

use smallvec::SmallVec;

use super::boxes::State;
use super::candidates::{CandidateSet, Counts, Spot};
use super::rotation::Rotate;
use super::solutions::KnownSolutions;

/// A few candidates that are held.
pub(super) type Held = SmallVec<[Spot; 4]>;

/// What is left of a puzzle: its configurations, and the candidates that were not removed.
#[derive(Clone, Copy)]
pub(super) struct Remainder {
    pub(super) state: State,
    pub(super) mask: CandidateSet,
}

impl Remainder {
    /// A remainder without candidates.
    pub(super) const NOTHING: Remainder =
        Remainder { state: State::NOTHING, mask: CandidateSet::NONE };

    /// The candidates that are left.
    #[inline(always)]
    pub(super) fn candidates<T: Rotate>(&self) -> CandidateSet {
        CandidateSet::of::<T>(&self.state).and(&self.mask)
    }
}

/// What is known of a puzzle's solutions, what is left of it, and what is being tried.
pub(super) struct Elimination {
    /// The number by which the [host](super::trials::Host) knows it. 0 at first.
    pub(super) number: usize,
    pub(super) remainder: Remainder,
    /// The solutions that are known, and from `known` on those that this elimination has found.
    solutions: KnownSolutions,
    known: usize,
    /// The numbers of those that are counted: they have the candidates held.
    counted: Vec<u32>,
    /// The counts of the solutions found, and of others that were counted before.
    counts: Counts,
    /// The counts of the solutions found alone.
    own: Counts,
    /// The candidates that are being tried.
    tried: CandidateSet,
    /// Candidates to hold and propagate once: some lead to a contradiction without a guess.
    to_refute: CandidateSet,
    /// Whether there have been such candidates. It pays once, after the first candidate that turns
    /// out to be in fewer than two solutions.
    has_refuted: bool,
    /// Whether a free lane can help: there may be candidates to try.
    pub(super) is_open: bool,
    /// The number of lanes that work on it.
    pub(super) lanes: u32,
}

impl Elimination {
    pub(super) fn new() -> Elimination {
        Elimination {
            number: 0,
            remainder: Remainder::NOTHING,
            solutions: KnownSolutions::new(),
            known: 0,
            counted: Vec::new(),
            counts: Counts::NONE,
            own: Counts::NONE,
            tried: CandidateSet::NONE,
            to_refute: CandidateSet::NONE,
            has_refuted: false,
            is_open: false,
            lanes: 0,
        }
    }

    /// Forgets all solutions.
    pub(super) fn clear(&mut self) {
        self.solutions.clear();
        self.known = 0;
    }

    /// Makes it one that has not begun, for any host.
    pub(super) fn renew(&mut self) {
        self.clear();
        self.number = 0;
        self.is_open = false;
        self.lanes = 0;
    }

    /// Adds a solution that is known.
    #[inline(always)]
    pub(super) fn add(&mut self, solution: &CandidateSet) {
        self.solutions.push(solution);
    }

    /// Counts the known solutions that have the candidates `held`, as far as they make a
    /// difference. Other solutions with them were counted in `before`. Candidates that are `barred`
    /// are not asked about.
    #[inline(always)]
    pub(super) fn begin(&mut self, before: &Counts, barred: &CandidateSet, held: &[Spot]) {
        self.known = self.solutions.all().len();
        self.counted.clear();
        self.own = Counts::NONE;
        self.counts = *before;
        self.counts.bar(barred);
        if held.is_empty() {
            // Nothing has to be looked up: every known solution counts.
            for number in 0..self.known {
                self.count(number);
            }
        } else {
            self.solutions.index();
            for from in self.solutions.blocks() {
                // A solution with nothing but dead candidates changes no count, so it is left out.
                // After each block fewer candidates are alive.
                let alive = self.solutions.seen().without(&self.counts.twos);
                let mut having = self.solutions.with(from, held, &alive);
                while having != 0 {
                    self.count(from + having.trailing_zeros() as usize);
                    having &= having - 1;
                }
            }
        }
        self.tried = CandidateSet::NONE;
        self.to_refute = CandidateSet::NONE;
        self.has_refuted = false;
        self.is_open = false;
        self.lanes = 0;
    }

    /// Counts a known solution.
    #[inline(always)]
    fn count(&mut self, number: usize) {
        let solution = &self.solutions.all()[number];
        self.counts.count(solution);
        self.own.count(solution);
        self.counted.push(number as u32);
    }

    /// Adds and counts a solution that has the candidates held.
    #[inline(always)]
    pub(super) fn add_and_count(&mut self, solution: &CandidateSet) {
        self.solutions.push(solution);
        self.count(self.solutions.all().len() - 1);
    }

    /// Whether all candidates that are left are dead, so none has to be tried.
    #[inline(always)]
    pub(super) fn is_over<T: Rotate>(&self) -> bool {
        self.remainder.candidates::<T>().without(&self.counts.twos).is_empty()
    }

    /// The solutions that were found since [`begin`](Elimination::begin).
    #[inline(always)]
    pub(super) fn fresh(&self) -> &[CandidateSet] {
        &self.solutions.all()[self.known..]
    }

    /// The counts by [`begin`](Elimination::begin) and since, without those from before. They may
    /// be too small for a candidate that is dead with those.
    pub(super) fn own(&self) -> &Counts {
        &self.own
    }

    /// The counts so far, with those from before.
    #[inline(always)]
    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Whether a candidate's trial is over: it is in two solutions.
    #[inline(always)]
    pub(super) fn is_dead(&self, Spot { cell, digit }: Spot) -> bool {
        self.counts.twos.has(cell, digit)
    }

    /// The next candidate to be refuted by propagation.
    #[inline(always)]
    pub(super) fn next_to_refute(&mut self) -> Option<Spot> {
        let spot = self.to_refute.first()?;
        self.to_refute.remove(spot.cell, spot.digit);
        Some(spot)
    }

    /// The next candidate to be tried: one that no solution has had, if there is one.
    #[inline(always)]
    pub(super) fn next_trial<T: Rotate>(&mut self) -> Option<Spot> {
        let mut alive =
            self.remainder.candidates::<T>().without(&self.counts.twos).without(&self.tried);
        // Any solution found for a candidate that no solution has had is new, and counts for 80
        // others.
        let unseen = alive.without(&self.counts.ones).first();
        let Some(spot) = (if unseen.is_none() { alive.first() } else { unseen }) else {
            self.is_open = false;
            return None;
        };
        alive.remove(spot.cell, spot.digit);
        self.is_open = !alive.is_empty();
        self.tried.add(spot.cell, spot.digit);
        Some(spot)
    }

    /// Takes a solution found in the trial of a candidate that is not dead. Returns whether the
    /// trial is to go on.
    #[inline(always)]
    pub(super) fn take(&mut self, Spot { cell, digit }: Spot, solution: &CandidateSet) -> bool {
        if !(self.counts.ones.has(cell, digit) && self.is_known(cell, digit, solution)) {
            self.add_and_count(solution);
        }
        !self.counts.twos.has(cell, digit)
    }

    /// Takes the one solution of what is left.
    #[inline(always)]
    pub(super) fn take_last(&mut self, solution: &CandidateSet) {
        if !self.solutions.all().contains(solution) {
            self.add_and_count(solution);
        }
    }

    /// Ends the trial of a candidate, either dead or searched to the end. Removes it for good if it
    /// is not dead, and then returns true.
    #[inline(always)]
    pub(super) fn end_trial<T: Rotate>(&mut self, spot: Spot) -> bool {
        let Spot { cell, digit } = spot;
        self.tried.remove(cell, digit);
        if self.is_dead(spot) {
            return false;
        }
        self.remainder.mask.remove(cell, digit);
        if !self.has_refuted {
            self.has_refuted = true;
            self.to_refute = self.remainder.candidates::<T>().without(&self.counts.twos);
        }
        true
    }

    /// Whether the one known solution that has the candidate is this one.
    #[inline(always)]
    fn is_known(&self, cell: usize, digit: u16, solution: &CandidateSet) -> bool {
        // A loop here, since a closure would be compiled without the instructions of the path.
        for &number in self.counted.iter().rev() {
            let known = &self.solutions.all()[number as usize];
            if known.has(cell, digit) {
                return known == solution;
            }
        }
        false
    }
}
