//! The walk: depth first through the states of a plan, with a table of those that are done.
//!
//! ```text
//!      frames     state 0 ── option ──▶ state 1 ── option ──▶ state 2        each with the sum of what its
//!      sums       4             +          1            +         0          options have brought so far
//!
//!      at its end a state's sum goes to the table, and is added to the sum of the one before
//! ```
//!
//! A state that only one option fits is passed through, and one that none fits is left at once: neither becomes a frame, or is
//! looked up. The frames are kept when a walk is broken off, and it goes on from there.
//!
//! Invariant: the sum of a frame is the number of covers with the options before `next` of its group.

use super::limbs;
use super::plan::Plan;
use super::table::Table;

/// The nodes below which it is as cheap to count a state again as to look it up, and its record would only need room.
const WORTH: u64 = 4;

/// A state that is under way.
#[derive(Clone, Copy, Debug)]
struct Frame {
    rank: u32,
    /// The next option to be tried, and the end of those of the rank.
    next: usize,
    end: usize,
    /// The nodes of the walk when it came here.
    since: u64,
}

/// Where an option leads.
enum Way {
    /// No cover, one cover, or a sum that was found in the table and added.
    Done,
    /// To a state that two options or more fit, the first of them this one.
    Open(u32, usize),
}

/// A walk; see the [page](self).
#[derive(Debug)]
pub(super) struct Walk {
    pub(super) plan: Plan,
    table: Table,
    frames: Vec<Frame>,
    /// The windows of the frames, and their sums.
    states: Vec<u64>,
    sums: Vec<u64>,
    limbs: usize,
    /// The number of covers from where the walk began, as far as it is known.
    total: Vec<u64>,
    /// A state on its way to become a frame's.
    here: Vec<u64>,
    /// The count of a frame that has ended.
    ended: Vec<u64>,
    /// The most words that the table may have.
    limit: usize,
    pub(super) nodes: u64,
    pub(super) hits: u64,
}

impl Walk {
    /// A walk that is still to begin.
    pub(super) fn new(plan: Plan) -> Walk {
        Walk {
            table: Table::new(plan.words),
            frames: Vec::new(),
            states: Vec::new(),
            sums: Vec::new(),
            limbs: 1,
            total: vec![0],
            here: vec![0; plan.words],
            ended: vec![0],
            limit: 0,
            nodes: 0,
            hits: 0,
            plan,
        }
    }

    /// Begins at a state, whose first item is that of `rank`.
    pub(super) fn begin(&mut self, rank: u32, state: &[u64], limit: usize) {
        self.limit = limit;
        self.frames.clear();
        self.states.clear();
        self.sums.clear();
        self.total.fill(0);
        self.here.copy_from_slice(state);
        self.nodes += 1;
        if let Way::Open(rank, option) = self.follow(rank) {
            self.push(rank, option);
        }
    }

    /// Goes on until the nodes are `until`, with a table of at most `limit` words; true if the walk has ended.
    pub(super) fn advance(&mut self, until: u64, limit: usize) -> bool {
        self.limit = limit;
        while let Some(frame) = self.frames.last_mut() {
            let words = self.plan.words;
            let state = &self.states[self.states.len() - words..];
            let Some(option) = self.plan.fitting(state, frame.next, frame.end) else {
                self.pop();
                continue;
            };
            if self.nodes >= until {
                return false;
            }
            frame.next = option + 1;
            self.nodes += 1;
            self.here.copy_from_slice(state);
            let rank = self.plan.take(&mut self.here, frame.rank, option);
            if let Way::Open(rank, option) = self.follow(rank) {
                self.push(rank, option);
            }
        }
        true
    }

    /// The number of covers from where the walk began, when it has ended.
    pub(super) fn total(&self) -> &[u64] {
        &self.total
    }

    /// The states whose count is known, and the words of the table.
    pub(super) fn size(&self) -> (u64, usize) {
        (self.table.entries(), self.table.words())
    }

    /// From the state `here`: through all that is forced, to a choice or an end.
    fn follow(&mut self, mut rank: u32) -> Way {
        loop {
            if rank == self.plan.ranks() {
                if limbs::add_one(top(&mut self.sums, &mut self.total, self.limbs)) {
                    self.widen();
                }
                return Way::Done;
            }
            let (start, end) = (self.plan.starts[rank as usize], self.plan.starts[rank as usize + 1]);
            let Some(first) = self.plan.fitting(&self.here, start, end) else { return Way::Done };
            if self.plan.fitting(&self.here, first + 1, end).is_none() {
                self.nodes += 1;
                rank = self.plan.take(&mut self.here, rank, first);
                continue;
            }
            let Some(count) = self.table.get(rank, &self.here) else { return Way::Open(rank, first) };
            self.hits += 1;
            if limbs::add(top(&mut self.sums, &mut self.total, self.limbs), count) {
                self.widen();
            }
            return Way::Done;
        }
    }

    /// Makes the state `here` a frame, whose first option is `next`.
    fn push(&mut self, rank: u32, next: usize) {
        let end = self.plan.starts[rank as usize + 1];
        self.frames.push(Frame { rank, next, end, since: self.nodes });
        self.states.extend_from_slice(&self.here);
        self.sums.resize(self.sums.len() + self.limbs, 0);
    }

    /// Ends the last frame: its sum is a count.
    fn pop(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let (state, sum) = (self.states.len() - self.plan.words, self.sums.len() - self.limbs);
        self.ended.clear();
        self.ended.extend_from_slice(&self.sums[sum..]);
        let cost = self.nodes - frame.since;
        if cost >= WORTH {
            self.table.put(frame.rank, &self.states[state..], &self.ended, cost, self.limit);
        }
        self.states.truncate(state);
        self.sums.truncate(sum);
        if limbs::add(top(&mut self.sums, &mut self.total, self.limbs), &self.ended) {
            self.widen();
        }
    }

    /// Gives all counts twice as many words, after the last sum has had a carry beyond those that it had.
    #[cold]
    fn widen(&mut self) {
        let limbs = self.limbs;
        self.sums = limbs::widen(&self.sums, limbs);
        self.total = limbs::widen(&self.total, limbs);
        self.table.widen(self.limit);
        self.limbs = 2 * limbs;
        top(&mut self.sums, &mut self.total, self.limbs)[limbs] = 1;
    }
}

/// The sum of the last frame, or the total if there is none.
#[inline]
fn top<'w>(sums: &'w mut [u64], total: &'w mut [u64], limbs: usize) -> &'w mut [u64] {
    match sums.len() {
        0 => total,
        length => &mut sums[length - limbs..],
    }
}
