//! The sieve: lanes that search for [sifts](super::sift), each with a puzzle of its own.
//!
//! ```text
//!    host: next sift ──▶  lane 0        lane 1        lane 2       lane 3  ...   all lanes: sweep,
//!                         sift 0        sift 1        sift 2       sift 1        under masks
//!                         settles       tries r1c1=2  doubts       tries r1c4=7
//!                           │             │             │            │           then each lane
//!                           ▼             ▼             ▼            ▼           by its state
//!    host: done with it   propagated    two found?    dead: gone   guesses
//! ```
//!
//! A lane *settles* what is left of its heap, *doubts* a candidate, which is to hold it and
//! propagate, or *tries* one: holds it and searches. It has its own candidates of the heap in the
//! [masks](super::group::Masks). A lane that is free helps with another's sift if there is no new
//! one: it tries what nobody tries.
//!
//! Invariant: the frame of a lane that tries a candidate, and those on its stack, have each
//! solution with the candidate that was not yet taken or is known already.
//!
//! Deliberately lacking: what is counted, what may go and why, which is all in
//! [`sift`](super::sift).

use std::ops::ControlFlow;

use super::boxes::State;
use super::chutes::Frame;
use super::group::{Group, Masks, state};
use super::marks::{Marks, Spot};
use super::path::Steps;
use super::sift::Sift;
use super::turn::Turn;

/// What has heaps to be sifted, and takes what came of them.
pub(super) trait Host {
    /// Gives a sift that is done, or was not begun yet, its next work. False if there is none for
    /// it, now and later.
    fn next<T: Turn>(&mut self, sift: &mut Sift) -> bool;

    /// Takes a sift that is done. What is left in its heap are the solutions whose candidates are
    /// all dead; all others are known. Unless `is_left`, that is nothing.
    fn done(&mut self, sift: &mut Sift, is_left: bool);

    /// Is called at the start and every few milliseconds. `Break` ends it all.
    fn pulse(&mut self) -> ControlFlow<()>;
}

/// How many sweeps there are between two pulses: some milliseconds.
const SWEEPS: u32 = 8192;

/// What a lane does for its sift.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    Settle,
    Doubt,
    Try,
}

/// What comes next for a lane.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The last sweep found a contradiction, a solution, or nothing more.
    Dead,
    Solved,
    Stuck,
    /// It has no sift.
    Free,
    ComeBack,
    EndTrial,
    BeginTrial,
    DoubtOrSettle,
    Put,
    /// Its sift is done: all solutions are known, or all candidates that are left are dead.
    Known,
    Left,
    /// It is to be swept, or there is nothing for it to do.
    Over,
}

/// What a lane has beside its words and its mask.
struct Lane {
    sift: usize,
    work: Work,
    /// The candidate that is doubted or tried.
    spot: Spot,
    untried: Vec<Frame>,
    /// Configurations through candidates that no solution has had, and through those that are
    /// alive.
    unseen: Frame,
    alive: Frame,
}

/// The most lanes that work on one sift.
const MOST_LANES: u32 = 8;

/// N lanes, and as many sifts.
pub(super) struct Sieve<const N: usize> {
    group: Group<N>,
    masks: Masks<N>,
    lanes: [Lane; N],
    sifts: [Sift; N],
    /// Lanes that work.
    busy: u64,
    /// Sifts that are not under way, and for which there may be work.
    waiting: u64,
}

impl<const N: usize> Sieve<N> {
    pub(super) fn new() -> Sieve<N> {
        let lane = || Lane {
            sift: 0,
            work: Work::Settle,
            spot: (0, 0),
            untried: Vec::new(),
            unseen: Frame::EMPTY,
            alive: Frame::EMPTY,
        };
        Sieve {
            group: Group::new(),
            masks: Masks([[0; N]; 81]),
            lanes: std::array::from_fn(|_| lane()),
            sifts: std::array::from_fn(|_| Sift::new()),
            busy: 0,
            waiting: u64::MAX >> (64 - N),
        }
    }

    /// Sifts until the host has no more work, or breaks off. It feels a pulse however short the
    /// work is.
    #[inline(always)]
    pub(super) fn run<S: Steps<N>, H: Host>(&mut self, host: &mut H) -> ControlFlow<()> {
        let mut sweeps = 0u32;
        host.pulse()?;
        loop {
            for next in [Next::Dead, Next::Solved, Next::Stuck, Next::Free] {
                let mut lanes = self.lanes(next);
                if next == Next::Stuck && lanes != 0 {
                    self.group.choose();
                }
                while lanes != 0 {
                    let lane = lanes.trailing_zeros() as usize;
                    lanes &= lanes - 1;
                    // A lane may be busy no longer when it comes to it: its sift is done.
                    if self.is_busy(lane) != (next == Next::Free) {
                        self.deal_with::<S::Turn, H>(lane, next, host);
                    }
                    if next == Next::Free && !self.is_busy(lane) {
                        break; // There is nothing for the others either.
                    }
                }
            }
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
    fn deal_with<T: Turn, H: Host>(&mut self, lane: usize, mut next: Next, host: &mut H) {
        // One loop with one place for each. With a function for each, which calls others, a
        // compiler that has to inline all of them makes ten times as much of it.
        loop {
            next = match next {
                Next::Dead => self.dead(lane),
                Next::Solved => self.solved::<T>(lane),
                Next::Stuck => self.stuck(lane),
                Next::Free => self.join::<T, H>(lane, host),
                Next::ComeBack => self.come_back(lane),
                Next::EndTrial => self.end_trial::<T>(lane),
                Next::BeginTrial => self.begin_trial::<T>(lane),
                Next::DoubtOrSettle => self.doubt_or_settle(lane),
                Next::Put => self.put(lane),
                Next::Known | Next::Left => self.finish(lane, next == Next::Left, host),
                Next::Over => return,
            }
        }
    }

    /// A lane found a contradiction.
    #[inline(always)]
    fn dead(&mut self, lane: usize) -> Next {
        let Lane { sift, work, spot, .. } = self.lanes[lane];
        match work {
            Work::Settle => Next::Known,
            Work::Doubt => {
                self.sifts[sift].heap.mask.remove(spot.0, spot.1);
                self.mask_out(sift, spot);
                Next::DoubtOrSettle
            }
            Work::Try => Next::ComeBack,
        }
    }

    /// A lane found a solution.
    #[inline(always)]
    fn solved<T: Turn>(&mut self, lane: usize) -> Next {
        let Lane { sift, work, spot, .. } = self.lanes[lane];
        if work == Work::Doubt {
            return Next::DoubtOrSettle;
        }
        let mut state = State::NOTHING;
        state.fill(|word| self.group.word(lane, word));
        let solution = Marks::of::<T>(&state);
        let sift = &mut self.sifts[sift];
        if work == Work::Settle {
            sift.take_last(&solution);
            Next::Known
        } else if !sift.is_dead(spot) && sift.take(spot, &solution) {
            Next::ComeBack
        } else {
            Next::EndTrial
        }
    }

    /// A lane has to guess, or knows enough.
    #[inline(always)]
    fn stuck(&mut self, lane: usize) -> Next {
        let Lane { sift, work, spot, .. } = self.lanes[lane];
        match work {
            Work::Settle => {
                let mut settled = State::NOTHING;
                settled.fill(|word| self.group.word(lane, word));
                let heap = &mut self.sifts[sift].heap;
                // Another lane may have settled it meanwhile.
                heap.state = heap.state.and(&settled);
                Next::BeginTrial
            }
            Work::Doubt => Next::DoubtOrSettle,
            Work::Try if self.sifts[sift].is_dead(spot) => Next::EndTrial,
            Work::Try => {
                self.guess(lane);
                Next::Over
            }
        }
    }

    /// Guesses, at best a configuration through a candidate that no solution has had, or else
    /// through one that is alive: what is found so has less in common with what is known.
    #[inline(always)]
    fn guess(&mut self, lane: usize) {
        let Lane { untried, unseen, alive, .. } = &mut self.lanes[lane];
        // Written in place: a copy would have to wait for 36 narrow stores.
        untried.push(Frame::EMPTY);
        let Some(otherwise) = untried.last_mut() else { return };
        let guess = self.group.guess(lane);
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

    /// Takes up what is untried.
    #[inline(always)]
    fn come_back(&mut self, lane: usize) -> Next {
        let Lane { sift, spot, untried, .. } = &mut self.lanes[lane];
        match untried.last() {
            Some(frame) if !self.sifts[*sift].is_dead(*spot) => {
                self.group.put(lane, |word| frame.0[word]);
                untried.pop();
                Next::Over
            }
            _ => Next::EndTrial,
        }
    }

    /// Ends a trial. What comes after a candidate that goes for good is propagated.
    #[inline(always)]
    fn end_trial<T: Turn>(&mut self, lane: usize) -> Next {
        let Lane { sift, spot, .. } = self.lanes[lane];
        self.lanes[lane].untried.clear();
        if self.sifts[sift].end_trial::<T>(spot) {
            self.mask_out(sift, spot);
            Next::DoubtOrSettle
        } else {
            Next::BeginTrial
        }
    }

    /// Tries the next candidate. If there is none the lane is free, and the last one is done with
    /// the sift.
    #[inline(always)]
    fn begin_trial<T: Turn>(&mut self, lane: usize) -> Next {
        let sift = &mut self.sifts[self.lanes[lane].sift];
        let Some(spot) = sift.next_trial::<T>() else {
            if sift.lanes == 1 {
                return Next::Left;
            }
            sift.lanes -= 1;
            self.busy &= !(1 << lane);
            return Next::Over;
        };
        let (unseen, alive) =
            (Marks::ALL.without(&sift.counts().ones), Marks::ALL.without(&sift.counts().twos));
        self.lanes[lane].unseen = unseen.configurations::<T>().frame();
        self.lanes[lane].alive = alive.configurations::<T>().frame();
        self.lanes[lane].spot = spot;
        self.lanes[lane].work = Work::Try;
        Next::Put
    }

    /// Doubts the next candidate that is doubtful, or if there is none settles what is left.
    #[inline(always)]
    fn doubt_or_settle(&mut self, lane: usize) -> Next {
        let Lane { sift, work, spot, .. } = &mut self.lanes[lane];
        *work = Work::Settle;
        if let Some(doubtful) = self.sifts[*sift].next_doubtful() {
            (*work, *spot) = (Work::Doubt, doubtful);
        }
        Next::Put
    }

    /// Puts what is left of the heap into the lane, with the candidate that is doubted or tried.
    #[inline(always)]
    fn put(&mut self, lane: usize) -> Next {
        let Lane { sift, work, spot, .. } = self.lanes[lane];
        let mut state = self.sifts[sift].heap.state;
        if work != Work::Settle {
            state.hold(spot.0, spot.1);
        }
        self.group.put(lane, |word| state.word(word));
        Next::Over
    }

    /// Takes a candidate from all lanes that work on a sift.
    #[inline(always)]
    fn mask_out(&mut self, sift: usize, (cell, digit): Spot) {
        for lane in 0..N {
            let is_its = self.lanes[lane].sift == sift;
            self.masks.0[cell][lane] &= if is_its { !digit } else { u16::MAX };
        }
    }

    /// Ends a sift: all its lanes are free.
    #[inline(always)]
    fn finish<H: Host>(&mut self, lane: usize, is_left: bool, host: &mut H) -> Next {
        let sift = self.lanes[lane].sift;
        for mate in 0..N {
            if self.lanes[mate].sift == sift {
                self.lanes[mate].untried.clear();
                self.busy &= !(1 << mate);
            }
        }
        host.done(&mut self.sifts[sift], is_left);
        self.sifts[sift].is_open = false;
        self.sifts[sift].lanes = 0;
        self.waiting |= 1 << sift;
        Next::Over
    }

    /// Gives a lane a new sift, or else lets it help with one that others work on.
    #[inline(always)]
    fn join<T: Turn, H: Host>(&mut self, lane: usize, host: &mut H) -> Next {
        let (sift, next) = loop {
            if self.waiting == 0 {
                let Some(sift) = self.open() else { return Next::Over };
                break (sift, Next::BeginTrial);
            }
            let sift = self.waiting.trailing_zeros() as usize;
            self.waiting &= self.waiting - 1;
            if host.next::<T>(&mut self.sifts[sift]) {
                self.lanes[lane].work = Work::Settle;
                break (sift, Next::Put);
            }
        };
        self.busy |= 1 << lane;
        self.lanes[lane].sift = sift;
        self.sifts[sift].lanes += 1;
        let mask = &self.sifts[sift].heap.mask;
        for cell in 0..81 {
            self.masks.0[cell][lane] = mask.digits(cell);
        }
        next
    }

    /// The sift with the fewest lanes among those that have work for another.
    #[inline(always)]
    fn open(&self) -> Option<usize> {
        let mut best = (MOST_LANES, None);
        for sift in 0..N {
            if self.sifts[sift].is_open && self.sifts[sift].lanes < best.0 {
                best = (self.sifts[sift].lanes, Some(sift));
            }
        }
        best.1
    }
}
