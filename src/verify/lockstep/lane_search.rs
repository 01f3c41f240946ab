//! The search of many puzzles, one in each of N lanes that are swept together.
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
//! A lane whose puzzle is solved or dead takes the last frame of its stack. If the stack is empty,
//! it takes the host's next puzzle. If there is none, it takes the oldest frame of another lane's
//! stack, so that no lane stands idle while there is work. When a host wants no more solutions of a
//! puzzle, all lanes drop it.
//!
//! Invariants. The frames on the stacks and in the lanes of one puzzle, taken together, have each
//! of its solutions that was not yet shown, once. `finished` is called once for each puzzle, after
//! all its solutions. Guessing ends because each guess takes a configuration from both halves.
//!
//! Under masks a lane that is below many guesses looks for what the rules have missed
//! ([`Group::crowded`]): one such place could keep it busy for minutes.
//!
//! Deliberately lacking: what is done with solutions; see [`reorder`](super::reorder) and
//! [`shared_count`](super::shared_count).

use std::ops::ControlFlow;

use super::chutes::Frame;
use super::group::{Group, Unmasked, state};
use super::kinds::LaneMasks;
use super::loader::Loader;
use super::steps::Steps;

/// Supplies puzzles to the lanes and receives their solutions. It knows a puzzle by its *id*, a
/// number of its own choice.
pub(super) trait Host {
    /// Puts the next puzzles, each with its id, into the empty loader. If there are none now, it is
    /// called again later.
    fn supply<const N: usize>(&mut self, loader: &mut Loader<N>);

    /// Receives a solution. Returns whether it wants more of this puzzle.
    fn solved(&mut self, id: u32, word: impl Fn(usize) -> u16) -> bool;

    /// Receives a puzzle on which a second lane begins to work: from then on its solutions come in
    /// any order.
    fn shared(&mut self, id: u32);

    /// Receives a puzzle that has no more solutions, or none that are wanted.
    fn finished(&mut self, id: u32);

    /// Receives a pulse after each sweep. `Break` ends the search.
    fn pulse(&mut self) -> ControlFlow<()>;
}

/// The frames that a lane has room for from the start; few puzzles need more. Room that is not used
/// is touched all the same: a short batch would spend more on it than on its puzzles.
const USUAL_DEPTH: usize = 12;

/// The frames of a stack from which on a lane under masks looks for crowded mini-lines. Few puzzles
/// come so far, and for others the look would cost more than it spares.
const DEEP: usize = 6;

/// N lanes and their stacks, with the masks of the puzzles in the lanes.
pub(super) struct LaneSearch<const N: usize, M = Unmasked> {
    loader: Loader<N>,
    group: Group<N>,
    masks: M,
    ids: [u32; N],
    stacks: [Vec<Frame>; N],
    /// For each busy lane, the lanes that work on the same puzzle, itself among them.
    same_puzzle: [u64; N],
    /// The lanes that have a puzzle, a bit each.
    busy: u64,
    /// The lanes that have something on their stacks.
    stacked: u64,
}

impl<const N: usize, M: LaneMasks<N>> LaneSearch<N, M> {
    pub(super) fn new() -> LaneSearch<N, M> {
        LaneSearch {
            loader: Loader::new(),
            group: Group::new(),
            masks: M::new(),
            ids: [0; N],
            stacks: std::array::from_fn(|_| Vec::with_capacity(USUAL_DEPTH)),
            same_puzzle: [0; N],
            busy: 0,
            stacked: 0,
        }
    }

    /// Searches until the host has no more puzzles and every one is finished, or the host breaks
    /// off.
    #[inline(always)]
    pub(super) fn run<S: Steps<N>, H: Host>(&mut self, host: &mut H) -> ControlFlow<()> {
        self.stacks.iter_mut().for_each(Vec::clear);
        self.loader.clear();
        (self.busy, self.stacked) = (0, 0);
        self.refill(every_lane::<N>(), host);
        while self.busy != 0 {
            self.masks.sweep::<S>(&mut self.group);
            let mut dead = self.group.lanes(state::DEAD) & self.busy;
            let solved = self.group.lanes(state::SOLVED) & self.busy;
            let mut stuck = self.group.lanes(state::STUCK) & self.busy;
            if M::ARE_THERE {
                let crowded = self.group.crowded(self.deep(stuck));
                (dead, stuck) = (dead | crowded, stuck & !crowded);
            }
            let dropped = self.show(solved, host);
            self.guess(stuck & !dropped);
            self.next(dead | solved | dropped, host);
            self.refill(every_lane::<N>() & !self.busy, host);
            host.pulse()?;
        }
        ControlFlow::Continue(())
    }

    /// Moves the remaining work of a search that was broken off to `frames`.
    pub(super) fn leave(&mut self, frames: &mut Vec<Frame>) {
        let mut frame = Frame::EMPTY;
        for lane in each(self.busy) {
            frame.fill(|word| self.group.word(lane, word));
            frames.push(frame);
            frames.append(&mut self.stacks[lane]);
        }
        while let Some((_, column)) = self.loader.next() {
            frame.fill(|word| self.loader.word(column, word));
            frames.push(frame);
        }
        (self.busy, self.stacked) = (0, 0);
    }

    /// Those of these lanes that are below many guesses.
    fn deep(&self, lanes: u64) -> u64 {
        each(lanes & self.stacked).filter(|&lane| self.stacks[lane].len() >= DEEP).map(bit).sum()
    }

    /// Shows the solutions in these lanes. Returns the lanes whose puzzles are dropped.
    #[inline(always)]
    fn show<H: Host>(&mut self, solved: u64, host: &mut H) -> u64 {
        let mut dropped = 0;
        for lane in each(solved) {
            // Another lane of this puzzle may just have shown the last solution that was wanted.
            if dropped & bit(lane) == 0
                && !host.solved(self.ids[lane], |word| self.group.word(lane, word))
            {
                dropped |= self.same_puzzle[lane];
                each(self.same_puzzle[lane]).for_each(|mate| self.stacks[mate].clear());
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

    /// Gives these lanes, which are done with their frames, the last of their stacks. Those with an
    /// empty stack are done with their puzzles.
    #[inline(always)]
    fn next<H: Host>(&mut self, done: u64, host: &mut H) {
        let (resuming, retiring) = (done & self.stacked, done & !self.stacked);
        for lane in each(resuming) {
            let stack = &mut self.stacks[lane];
            // Read where it is: `pop` would copy it first.
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

    /// Gives each of these lanes, which are idle, a puzzle from the loader, or else a part of
    /// another's.
    #[inline(always)]
    fn refill<H: Host>(&mut self, idle: u64, host: &mut H) {
        for lane in each(idle) {
            if self.loader.is_empty() {
                self.loader.clear();
                host.supply(&mut self.loader);
            }
            if let Some((id, column)) = self.loader.next() {
                self.group.put(lane, |word| self.loader.word(column, word));
                self.masks.put(lane, self.loader.cells(), column);
                self.ids[lane] = id;
                self.same_puzzle[lane] = bit(lane);
            } else if self.stacked != 0 {
                self.relieve(lane, self.stacked.trailing_zeros() as usize, host);
            } else {
                return;
            }
            self.busy |= bit(lane);
        }
    }

    /// Takes the oldest frame, which has the most work below it, from another lane's stack.
    fn relieve<H: Host>(&mut self, lane: usize, other: usize, host: &mut H) {
        let frame = self.stacks[other].remove(0);
        if self.stacks[other].is_empty() {
            self.stacked &= !bit(other);
        }
        self.group.put(lane, |word| frame.0[word]);
        self.masks.copy(other, lane);
        self.ids[lane] = self.ids[other];
        host.shared(self.ids[lane]);
        let same_puzzle = self.same_puzzle[other] | bit(lane);
        each(same_puzzle).for_each(|mate| self.same_puzzle[mate] = same_puzzle);
    }

    /// Detaches a lane from its puzzle, of which it has nothing left.
    #[inline(always)]
    fn retire<H: Host>(&mut self, lane: usize, host: &mut H) {
        self.busy &= !bit(lane);
        let same_puzzle = self.same_puzzle[lane] & !bit(lane);
        each(same_puzzle).for_each(|mate| self.same_puzzle[mate] = same_puzzle);
        if same_puzzle == 0 {
            host.finished(self.ids[lane]);
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
