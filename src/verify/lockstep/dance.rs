//! The dance: N lanes of puzzles, swept together; which leave, which guess, which come next.
//!
//! ```text
//!      host: next puzzles ──▶  lane 0   lane 1   lane 2  ...       all lanes: sweep
//!                                │        │ ▲      │
//!                             solved    stuck │   dead              then each lane by its state:
//!                                ▼        ▼ │      ▼
//!      host: a solution       pop or    push the   pop or            its stack of frames:
//!                             next      other      next              what is still to be tried
//! ```
//!
//! A stuck lane guesses: it goes on with one half of its puzzle and pushes the other on its stack.
//! A lane whose puzzle is solved or dead takes up the last frame on its stack, or else the host's
//! next puzzle, and when there is none the oldest frame of another lane's stack, so that no lane
//! stands idle while there is work. When a host wants no more solutions of a puzzle, all lanes drop
//! it.
//!
//! Invariants. The frames on the stacks and in the lanes of a ticket, taken together, have each
//! solution of its puzzle that was not yet shown, once. `finished` is called once for each ticket,
//! after all its solutions. Guessing ends because each guess takes a configuration from both
//! halves.
//!
//! Deliberately lacking: any knowledge of what tickets mean; see [`desk`](super::desk) and
//! [`census`](super::census).

use std::ops::ControlFlow;

use super::chutes::Frame;
use super::group::{Group, state};
use super::path::Steps;
use super::wings::Wings;

/// What sends puzzles to the lanes, and takes what becomes of them.
pub(super) trait Host {
    /// Brings the next puzzles, each with a number for it, its ticket, to the empty wings. If there
    /// are none now it is asked again later.
    fn bring<const N: usize>(&mut self, wings: &mut Wings<N>);

    /// Takes a solution. Says whether it wants more of this puzzle.
    fn solved(&mut self, ticket: u32, word: impl Fn(usize) -> u16) -> bool;

    /// Notes that several lanes work on a puzzle, and so its solutions come in any order.
    fn shared(&mut self, ticket: u32);

    /// Notes that there are no more solutions, or none that were wanted.
    fn finished(&mut self, ticket: u32);

    /// Is called after each sweep. `Break` ends the dance.
    fn pulse(&mut self) -> ControlFlow<()>;
}

/// The frames that a lane has room for from the start; few puzzles need more.
const USUAL_DEPTH: usize = 48;

/// N lanes and their stacks.
pub(super) struct Dance<const N: usize> {
    wings: Wings<N>,
    group: Group<N>,
    tickets: [u32; N],
    stacks: [Vec<Frame>; N],
    /// For each lane that is busy, the lanes that work on the same puzzle, itself among them.
    mates: [u64; N],
    /// The lanes that have a puzzle, a bit each.
    busy: u64,
    /// The lanes that have something on their stacks.
    stacked: u64,
}

impl<const N: usize> Dance<N> {
    pub(super) fn new() -> Dance<N> {
        Dance {
            wings: Wings::new(),
            group: Group::new(),
            tickets: [0; N],
            stacks: std::array::from_fn(|_| Vec::with_capacity(USUAL_DEPTH)),
            mates: [0; N],
            busy: 0,
            stacked: 0,
        }
    }

    /// Dances until the host has no more puzzles and every one is finished, or it breaks off.
    #[inline(always)]
    pub(super) fn run<S: Steps<N>, H: Host>(&mut self, host: &mut H) -> ControlFlow<()> {
        self.stacks.iter_mut().for_each(Vec::clear);
        self.wings.clear();
        (self.busy, self.stacked) = (0, 0);
        self.refill(every_lane::<N>(), host);
        while self.busy != 0 {
            S::sweep(&mut self.group);
            let dead = self.group.lanes(state::DEAD) & self.busy;
            let solved = self.group.lanes(state::SOLVED) & self.busy;
            let stuck = self.group.lanes(state::STUCK) & self.busy;
            let dropped = self.show(solved, host);
            self.guess(stuck & !dropped);
            self.next(dead | solved | dropped, host);
            self.refill(every_lane::<N>() & !self.busy, host);
            host.pulse()?;
        }
        ControlFlow::Continue(())
    }

    /// Leaves all that a dance that was broken off still had to do.
    pub(super) fn leave(&mut self, frames: &mut Vec<Frame>) {
        let mut frame = Frame::EMPTY;
        for lane in each(self.busy) {
            frame.fill(|word| self.group.word(lane, word));
            frames.push(frame);
            frames.append(&mut self.stacks[lane]);
        }
        while let Some((_, column)) = self.wings.call() {
            frame.fill(|word| self.wings.word(column, word));
            frames.push(frame);
        }
        (self.busy, self.stacked) = (0, 0);
    }

    /// Shows the solutions in these lanes. Returns the lanes whose puzzles are dropped.
    #[inline(always)]
    fn show<H: Host>(&mut self, solved: u64, host: &mut H) -> u64 {
        let mut dropped = 0;
        for lane in each(solved) {
            // Another lane of this puzzle may just have shown the last solution that was wanted.
            if dropped & bit(lane) == 0
                && !host.solved(self.tickets[lane], |word| self.group.word(lane, word))
            {
                dropped |= self.mates[lane];
                each(self.mates[lane]).for_each(|mate| self.stacks[mate].clear());
            }
        }
        self.stacked &= !dropped;
        dropped
    }

    #[inline(always)]
    fn guess(&mut self, stuck: u64) {
        if stuck != 0 {
            self.group.choose();
        }
        for lane in each(stuck) {
            // Written in place: a copy would have to wait for 36 narrow stores.
            self.stacks[lane].push(Frame::EMPTY);
            if let Some(otherwise) = self.stacks[lane].last_mut() {
                let guess = self.group.guess(lane);
                self.group.make(lane, &guess, guess.first(), otherwise);
            }
        }
        self.stacked |= stuck;
    }

    /// Lets these lanes, which are done with what they had, take up the last of their stacks. Those
    /// that have nothing there are done with their puzzles.
    #[inline(always)]
    fn next<H: Host>(&mut self, done: u64, host: &mut H) {
        let (resuming, retiring) = (done & self.stacked, done & !self.stacked);
        for lane in each(resuming) {
            let stack = &mut self.stacks[lane];
            if let Some(frame) = stack.last() {
                self.group.put(lane, |word| frame.0[word]);
                stack.pop();
            }
            if stack.is_empty() {
                self.stacked &= !bit(lane);
            }
        }
        for lane in each(retiring) {
            self.retire(lane, host);
        }
    }

    /// Gives each of these lanes, which are idle, a puzzle from the wings, or else a part of
    /// another's.
    #[inline(always)]
    fn refill<H: Host>(&mut self, idle: u64, host: &mut H) {
        for lane in each(idle) {
            if self.wings.is_empty() {
                self.wings.clear();
                host.bring(&mut self.wings);
            }
            if let Some((ticket, column)) = self.wings.call() {
                self.group.put(lane, |word| self.wings.word(column, word));
                self.tickets[lane] = ticket;
                self.mates[lane] = bit(lane);
            } else if self.stacked != 0 {
                self.relieve(lane, self.stacked.trailing_zeros() as usize, host);
            } else {
                return;
            }
            self.busy |= bit(lane);
        }
    }

    /// Takes the oldest frame, which has most before it, from another lane's stack.
    fn relieve<H: Host>(&mut self, lane: usize, other: usize, host: &mut H) {
        let frame = self.stacks[other].remove(0);
        if self.stacks[other].is_empty() {
            self.stacked &= !bit(other);
        }
        self.group.put(lane, |word| frame.0[word]);
        self.tickets[lane] = self.tickets[other];
        host.shared(self.tickets[lane]);
        let mates = self.mates[other] | bit(lane);
        each(mates).for_each(|mate| self.mates[mate] = mates);
    }

    /// Takes a lane that has nothing left of its puzzle away from it.
    #[inline(always)]
    fn retire<H: Host>(&mut self, lane: usize, host: &mut H) {
        self.busy &= !bit(lane);
        let mates = self.mates[lane] & !bit(lane);
        each(mates).for_each(|mate| self.mates[mate] = mates);
        if mates == 0 {
            host.finished(self.tickets[lane]);
        }
    }
}

const fn every_lane<const N: usize>() -> u64 {
    u64::MAX >> (64 - N)
}

const fn bit(lane: usize) -> u64 {
    1 << lane
}

/// The numbers of the bits that are set, lowest first.
#[inline(always)]
fn each(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        lowest
    })
}
