//! Trials: lanes that search for the solutions which [eliminations](super::elimination) need, each
//! lane with a puzzle of its own.
//!
//! ```text
//!    host: next elimination ──▶  lane 0       lane 1        lane 2      lane 3   ...  all lanes:
//!                                of 0         of 1          of 2        of 1          sweep, under
//!                                propagates   tries r1c2=2  refutes     tries r1c4=7  masks
//!                                  │            │           r9c1=5        │
//!                                  ▼            ▼             ▼           ▼           then each by
//!    host: an elimination done   stuck        solved:       dead: gone  stuck:        its state
//!                                             two found?                guesses
//! ```
//!
//! A lane does one of three things. It *propagates* what an elimination has left of its puzzle,
//! without a guess. It *refutes* a candidate: holds it and propagates, and a contradiction removes
//! the candidate. Or it *tries* a candidate: holds it and searches for its solutions. Its
//! [masks](super::group::Masks) have the candidates that its elimination has left. A free lane that
//! gets no new elimination helps with one that others work on: it tries a candidate that no other
//! lane tries.
//!
//! Invariant: the frame of a lane that tries a candidate, and those on its stack, have each
//! solution with the candidate that is not known yet.
//!
//! Deliberately lacking: what is counted, and what may be removed and why, which is all in
//! [`elimination`](super::elimination).

use std::ops::ControlFlow;

use super::boxes::State;
use super::candidates::{CandidateSet, Spot};
use super::chutes::Frame;
use super::elimination::Elimination;
use super::group::{Group, Masks, state};
use super::rotation::Rotate;
use super::steps::Steps;

/// Supplies work to the trials and receives its results.
pub(super) trait Host {
    /// Prepares an elimination, done or not yet begun, for its next puzzle. False if there is none
    /// for it, now and later.
    fn next<T: Rotate>(&mut self, elimination: &mut Elimination) -> bool;

    /// Receives an elimination that is done. If `is_left`, solutions with only dead candidates may
    /// be unknown. All others are known.
    fn done(&mut self, elimination: &mut Elimination, is_left: bool);

    /// Receives a pulse at the start and every few milliseconds. `Break` ends all trials.
    fn pulse(&mut self) -> ControlFlow<()>;
}

/// The number of sweeps between two pulses: some milliseconds.
const SWEEPS: u32 = 8192;

/// What a lane does for its elimination.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    /// Propagates what is left, with no candidate held.
    Propagate,
    /// Holds a candidate and propagates, to see a contradiction.
    Refute,
    /// Holds a candidate and searches for its solutions.
    Try,
}

/// What comes next for a lane.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The last sweep found a contradiction, a solution, or nothing more.
    Dead,
    Solved,
    Stuck,
    /// It has no elimination.
    Free,
    Backtrack,
    EndTrial,
    BeginTrial,
    RefuteOrPropagate,
    Put,
    /// Its elimination is done: all solutions are known, or all candidates that are left are dead.
    AllKnown,
    AllDead,
    /// It is to be swept, or there is nothing for it to do.
    Sweep,
}

/// What a lane has beside its words and its mask.
struct Lane {
    elimination: usize,
    work: Work,
    /// The candidate that is held.
    spot: Spot,
    untried: Vec<Frame>,
    /// Configurations through candidates that no solution has had, and through those that are
    /// alive.
    unseen: Frame,
    alive: Frame,
}

/// The most lanes that work on one elimination.
const MOST_LANES: u32 = 8;

/// N lanes, and as many eliminations.
pub(super) struct Trials<const N: usize> {
    group: Group<N>,
    masks: Masks<N>,
    lanes: [Lane; N],
    eliminations: [Elimination; N],
    /// Lanes that have an elimination.
    busy: u64,
    /// Eliminations that are not under way, and for which there may be work.
    waiting: u64,
}

impl<const N: usize> Trials<N> {
    /// All eliminations, a bit each.
    const ALL: u64 = u64::MAX >> (64 - N);

    pub(super) fn new() -> Trials<N> {
        let lane = || Lane {
            elimination: 0,
            work: Work::Propagate,
            spot: Spot { cell: 0, digit: 0 },
            untried: Vec::new(),
            unseen: Frame::EMPTY,
            alive: Frame::EMPTY,
        };
        Trials {
            group: Group::new(),
            masks: Masks([[0; N]; 81]),
            lanes: std::array::from_fn(|_| lane()),
            eliminations: std::array::from_fn(|_| Elimination::new()),
            busy: 0,
            waiting: Self::ALL,
        }
    }

    /// Begins anew, whatever an earlier run has left, finished or broken off. What the lanes have
    /// is left there, as it is in any lane that is free.
    fn renew(&mut self) {
        self.busy = 0;
        self.waiting = Self::ALL;
        self.lanes.iter_mut().for_each(|lane| lane.untried.clear());
        self.eliminations.iter_mut().for_each(Elimination::renew);
    }

    /// Runs eliminations until the host has no more of them, or breaks off. Pulses begin before the
    /// first sweep, so a host can end even the shortest work.
    #[inline(always)]
    pub(super) fn run<S: Steps<N>, H: Host>(&mut self, host: &mut H) -> ControlFlow<()> {
        let mut sweeps = 0u32;
        self.renew();
        host.pulse()?;
        loop {
            self.deal_with_all::<S::Rotate, H>(host);
            if self.busy == 0 {
                return ControlFlow::Continue(());
            }
            S::sweep_masked(&mut self.group, &self.masks);
            sweeps += 1;
            if sweeps.is_multiple_of(SWEEPS) {
                host.pulse()?;
            }
        }
    }

    /// Deals with all lanes, each by its state after a sweep.
    #[inline(always)]
    fn deal_with_all<T: Rotate, H: Host>(&mut self, host: &mut H) {
        // Dead and solved lanes first: what they remove and count may spare stuck ones a guess.
        // Free ones last, since the others become free on the way.
        for next in [Next::Dead, Next::Solved, Next::Stuck, Next::Free] {
            let mut lanes = self.lanes(next);
            if next == Next::Stuck && lanes != 0 {
                // For all lanes at once, which costs no more than for one.
                self.group.choose();
            }
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                // Another lane may have ended this one's elimination in the meantime.
                if self.is_busy(lane) != (next == Next::Free) {
                    self.deal_with::<T, H>(lane, next, host);
                }
                if next == Next::Free && !self.is_busy(lane) {
                    break; // There is nothing for the other free lanes either.
                }
            }
        }
    }

    /// The lanes for which this comes next, a bit each.
    #[inline(always)]
    fn lanes(&self, next: Next) -> u64 {
        match next {
            Next::Dead => self.group.lanes(state::DEAD) & self.busy,
            Next::Solved => self.group.lanes(state::SOLVED) & self.busy,
            Next::Stuck => self.group.lanes(state::STUCK) & self.busy,
            _ => !self.busy & (u64::MAX >> (64 - N)),
        }
    }

    #[inline(always)]
    const fn is_busy(&self, lane: usize) -> bool {
        self.busy >> lane & 1 == 1
    }

    /// Goes from one thing to the next until the lane has something to be swept, or nothing to do.
    #[inline(always)]
    fn deal_with<T: Rotate, H: Host>(&mut self, lane: usize, mut next: Next, host: &mut H) {
        // One loop with one place for each. Functions that call one another would all be inlined,
        // and the compiler would make ten times as much of them.
        loop {
            next = match next {
                Next::Dead => self.dead(lane),
                Next::Solved => self.solved::<T>(lane),
                Next::Stuck => self.stuck(lane),
                Next::Free => self.join::<T, H>(lane, host),
                Next::Backtrack => self.backtrack(lane),
                Next::EndTrial => self.end_trial::<T>(lane),
                Next::BeginTrial => self.begin_trial::<T>(lane),
                Next::RefuteOrPropagate => self.refute_or_propagate(lane),
                Next::Put => self.put(lane),
                Next::AllKnown | Next::AllDead => self.finish(lane, next == Next::AllDead, host),
                Next::Sweep => return,
            }
        }
    }

    /// A lane found a contradiction.
    #[inline(always)]
    fn dead(&mut self, lane: usize) -> Next {
        let Lane { elimination, work, spot, .. } = self.lanes[lane];
        match work {
            // What is left has no solution, so all solutions have been counted.
            Work::Propagate => Next::AllKnown,
            Work::Refute => {
                // What is left has no solution with it, so all with it are counted: it can go.
                self.eliminations[elimination].remainder.mask.remove(spot.cell, spot.digit);
                self.remove_from_masks(elimination, spot);
                Next::RefuteOrPropagate
            }
            Work::Try => Next::Backtrack,
        }
    }

    /// A lane found a solution.
    #[inline(always)]
    fn solved<T: Rotate>(&mut self, lane: usize) -> Next {
        let Lane { elimination, work, spot, .. } = self.lanes[lane];
        if work == Work::Refute {
            // The candidate has a solution, so it stays. A trial would find out whether it has
            // another; until then this one is not counted.
            return Next::RefuteOrPropagate;
        }
        let mut state = State::NOTHING;
        state.fill(|word| self.group.word(lane, word));
        let solution = CandidateSet::of::<T>(&state);
        let elimination = &mut self.eliminations[elimination];
        if work == Work::Propagate {
            // Propagation alone led to it, so nothing else is left.
            elimination.take_last(&solution);
            Next::AllKnown
        } else if !elimination.is_dead(spot) && elimination.take(spot, &solution) {
            Next::Backtrack
        } else {
            Next::EndTrial
        }
    }

    /// A lane has to guess, or knows enough.
    #[inline(always)]
    fn stuck(&mut self, lane: usize) -> Next {
        let Lane { elimination, work, spot, .. } = self.lanes[lane];
        match work {
            Work::Propagate => {
                let mut propagated = State::NOTHING;
                propagated.fill(|word| self.group.word(lane, word));
                let remainder = &mut self.eliminations[elimination].remainder;
                // Another lane may have propagated a later removal: both are right, so AND.
                remainder.state = remainder.state.and(&propagated);
                Next::BeginTrial
            }
            Work::Refute => Next::RefuteOrPropagate,
            // Solutions of other trials have made it dead: no guess is needed.
            Work::Try if self.eliminations[elimination].is_dead(spot) => Next::EndTrial,
            Work::Try => {
                self.guess(lane);
                Next::Sweep
            }
        }
    }

    /// Guesses, at best a configuration through a candidate that no solution has had, or else
    /// through one that is alive. Solutions found that way have less in common with known ones.
    #[inline(always)]
    fn guess(&mut self, lane: usize) {
        let Lane { untried, unseen, alive, .. } = &mut self.lanes[lane];
        // Written in place: a copy would have to wait for 36 narrow stores.
        untried.push(Frame::EMPTY);
        let Some(otherwise) = untried.last_mut() else { return };
        let guess = self.group.guess(lane);
        // `unseen` and `alive` are from the beginning of the trial. They only choose the order of
        // the guesses, so they need not be exact.
        let (mut through_unseen, mut through_alive) = (0, 0);
        for k in 0..6 {
            through_unseen |= u32::from(unseen.0[guess.chute + k] & guess.digit != 0) << k;
            through_alive |= u32::from(alive.0[guess.chute + k] & guess.digit != 0) << k;
        }
        through_unseen &= guess.configurations;
        through_alive &= guess.configurations;
        let best = if through_unseen != 0 { through_unseen } else { through_alive };
        let best = if best != 0 { best } else { guess.configurations };
        self.group.make(lane, &guess, best.trailing_zeros().min(5) as usize, otherwise);
    }

    /// Goes back to the last guess.
    #[inline(always)]
    fn backtrack(&mut self, lane: usize) -> Next {
        let Lane { elimination, spot, untried, .. } = &mut self.lanes[lane];
        // Read where it is: `pop` would copy it first.
        match untried.last() {
            Some(frame) if !self.eliminations[*elimination].is_dead(*spot) => {
                self.group.put(lane, |word| frame.0[word]);
                untried.pop();
                Next::Sweep
            }
            _ => Next::EndTrial,
        }
    }

    /// Ends a trial. If the candidate was removed for good, its removal is propagated.
    #[inline(always)]
    fn end_trial<T: Rotate>(&mut self, lane: usize) -> Next {
        let Lane { elimination, spot, .. } = self.lanes[lane];
        self.lanes[lane].untried.clear();
        if self.eliminations[elimination].end_trial::<T>(spot) {
            self.remove_from_masks(elimination, spot);
            Next::RefuteOrPropagate
        } else {
            Next::BeginTrial
        }
    }

    /// Tries the next candidate. If there is none the lane is free, and the last lane ends the
    /// elimination.
    #[inline(always)]
    fn begin_trial<T: Rotate>(&mut self, lane: usize) -> Next {
        let elimination = &mut self.eliminations[self.lanes[lane].elimination];
        let Some(spot) = elimination.next_trial::<T>() else {
            // Other lanes may still remove candidates, so only the last one ends the elimination.
            if elimination.lanes == 1 {
                return Next::AllDead;
            }
            elimination.lanes -= 1;
            self.busy &= !(1 << lane);
            return Next::Sweep;
        };
        let (unseen, alive) = (
            CandidateSet::ALL.without(&elimination.counts().ones),
            CandidateSet::ALL.without(&elimination.counts().twos),
        );
        self.lanes[lane].unseen = unseen.configurations::<T>().frame();
        self.lanes[lane].alive = alive.configurations::<T>().frame();
        self.lanes[lane].spot = spot;
        self.lanes[lane].work = Work::Try;
        Next::Put
    }

    /// Refutes the next candidate that has to be, or propagates what is left if there is none.
    #[inline(always)]
    fn refute_or_propagate(&mut self, lane: usize) -> Next {
        let Lane { elimination, work, spot, .. } = &mut self.lanes[lane];
        // Propagation comes after all refutations: it sees all that they removed.
        *work = Work::Propagate;
        if let Some(to_refute) = self.eliminations[*elimination].next_to_refute() {
            (*work, *spot) = (Work::Refute, to_refute);
        }
        Next::Put
    }

    /// Puts the remainder into the lane, and holds the candidate to refute or try.
    #[inline(always)]
    fn put(&mut self, lane: usize) -> Next {
        let Lane { elimination, work, spot, .. } = self.lanes[lane];
        let mut state = self.eliminations[elimination].remainder.state;
        if work != Work::Propagate {
            state.hold(spot.cell, spot.digit);
        }
        self.group.put(lane, |word| state.word(word));
        Next::Sweep
    }

    /// Takes a candidate from the masks of all lanes that work on an elimination.
    #[inline(always)]
    fn remove_from_masks(&mut self, elimination: usize, Spot { cell, digit }: Spot) {
        // A free lane may still have the number of its last elimination; its mask does not matter.
        for lane in 0..N {
            let is_its = self.lanes[lane].elimination == elimination;
            self.masks.0[cell][lane] &= if is_its { !digit } else { u16::MAX };
        }
    }

    /// Ends an elimination: all its lanes are free.
    #[inline(always)]
    fn finish<H: Host>(&mut self, lane: usize, is_left: bool, host: &mut H) -> Next {
        let elimination = self.lanes[lane].elimination;
        for other in 0..N {
            if self.lanes[other].elimination == elimination {
                // All solutions are known, so they have nothing to find.
                self.lanes[other].untried.clear();
                self.busy &= !(1 << other);
            }
        }
        host.done(&mut self.eliminations[elimination], is_left);
        self.eliminations[elimination].is_open = false;
        self.eliminations[elimination].lanes = 0;
        self.waiting |= 1 << elimination;
        Next::Sweep
    }

    /// Gives a lane a new elimination, or else one that others work on, to help.
    #[inline(always)]
    fn join<T: Rotate, H: Host>(&mut self, lane: usize, host: &mut H) -> Next {
        let (elimination, next) = loop {
            // New puzzles before help: lanes that share one do work that the first solutions would
            // spare them.
            if self.waiting == 0 {
                let Some(elimination) = self.open() else { return Next::Sweep };
                break (elimination, Next::BeginTrial);
            }
            let elimination = self.waiting.trailing_zeros() as usize;
            // It waits no more, whatever the host says: if the host has nothing for it now, it
            // never will.
            self.waiting &= self.waiting - 1;
            if host.next::<T>(&mut self.eliminations[elimination]) {
                self.lanes[lane].work = Work::Propagate;
                break (elimination, Next::Put);
            }
        };
        self.busy |= 1 << lane;
        self.lanes[lane].elimination = elimination;
        self.eliminations[elimination].lanes += 1;
        let mask = &self.eliminations[elimination].remainder.mask;
        for cell in 0..81 {
            self.masks.0[cell][lane] = mask.digits(cell);
        }
        next
    }

    /// The elimination with the fewest lanes among those that have candidates for one more.
    #[inline(always)]
    fn open(&self) -> Option<usize> {
        let mut best = (MOST_LANES, None);
        for elimination in 0..N {
            if self.eliminations[elimination].is_open
                && self.eliminations[elimination].lanes < best.0
            {
                best = (self.eliminations[elimination].lanes, Some(elimination));
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests;
