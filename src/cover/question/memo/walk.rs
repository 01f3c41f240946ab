//! The walk: depth first through the states of a plan, with a table of finished states.
//!
//! ```text
//!      frames     state 0 ── option ──▶ state 1 ── option ──▶ state 2    each with the sum of what
//!      sums       4             +          1            +         (0)    its options have brought
//!                                                                        so far
//!
//!      at its end a state's sum goes to the table, and is added to the sum of the one before
//! ```
//!
//! At a state one of the fitting options of its first item is taken. With one such choice the state
//! is gone through, and with none it is left at once: neither becomes a frame, or is looked up. An
//! interrupted walk keeps its frames, and continues from there. A sum of 0 has no words: on a long
//! way down most sums are 0, and others can have thousands of words.
//!
//! An item that a cover may have in several options is passed when it can do without more. As long
//! as more than a few options of it are left, it has two choices at a state: its first option that
//! fits is taken, or left out. What is left without it is a state like others. So a state of an
//! item with 4,000 options has two ways to go on, and not 4,000.
//!
//! ```text
//!      p q r s, 0 to 4 of them      p       then any of  q r s
//!                                   not p   then any of  q r s: a state that is known by now
//! ```
//!
//! Invariant: the sum of a frame is the number of covers of the choices that were tried.

use std::ops::{ControlFlow, Range};

use super::layout::Layout;
use super::limbs;
use super::plan::Plan;
use super::rest::Component;
use super::table::Table;
use super::{BigUint, CountWork};
use crate::cover::OptionId;
use crate::cover::engine::span::Span;
use crate::watch::Watch;

/// Below this number of nodes, counting a state again is as cheap as looking it up, and a record
/// would only take room.
const WORTH: u64 = 4;

/// The most options of an item whose choices are all of them, and not the first or none.
const FEW: usize = 32;

/// The most words that all windows of a plan may have: 256 MiB. A part that needs more has windows
/// too wide anyway.
const MOST: usize = 1 << 25;

/// A walk for windows of any width.
pub(super) trait Walk: Send {
    /// The work so far.
    fn work(&self) -> CountWork;

    /// The nodes that known states spared it.
    fn saved(&self) -> u64;

    /// Continues until the walk has taken `until` nodes, with a table of at most `limit` words.
    /// Returns whether the walk has ended.
    fn advance(&mut self, until: u64, limit: usize) -> bool;

    /// The share of the tree of choices that is done; see [`Span`].
    fn done(&self) -> f64;

    /// The number of covers from the first state, once the walk has ended.
    fn total(&self) -> BigUint;

    /// The number of covers counted so far.
    fn so_far(&self) -> BigUint;

    /// Adds the options of the cover with this number, which is below the count: skips at each
    /// state the options whose covers come before it.
    fn descend(
        &mut self,
        before: BigUint,
        limit: usize,
        watch: &mut dyn Watch<CountWork>,
        cover: &mut Vec<OptionId>,
    ) -> ControlFlow<()>;
}

/// The most words that a window can have.
const WIDEST: usize = 64;

/// The most bits that the windows of a part may need.
pub(super) fn most_bits(component: &Component) -> usize {
    64 * WIDEST.min(MOST / (2 * component.options().max(1)))
}

/// A walk at the first state of a part in this order; `None` if its windows would be too wide.
pub(super) fn walk(component: &Component, order: Vec<usize>) -> Option<Box<dyn Walk>> {
    let layout = Layout::new(component, order);
    let words = layout.words(component);
    if 64 * words > most_bits(component) {
        return None;
    }
    Some(match words {
        1 => Box::new(Steps::<1>::new(component, layout)),
        2 => Box::new(Steps::<2>::new(component, layout)),
        3 => Box::new(Steps::<3>::new(component, layout)),
        4 => Box::new(Steps::<4>::new(component, layout)),
        5..=8 => Box::new(Steps::<8>::new(component, layout)),
        9..=16 => Box::new(Steps::<16>::new(component, layout)),
        17..=WIDEST => Box::new(Steps::<WIDEST>::new(component, layout)),
        _ => return None,
    })
}

/// A state in progress.
#[derive(Clone, Copy, Debug)]
struct Frame<const W: usize> {
    state: [u64; W],
    rank: u32,
    /// The first option of the rank to try, the next one, and their end.
    from: usize,
    next: usize,
    end: usize,
    /// Whether the covers without the options up to `end` are still to be counted.
    leaves_out: bool,
    /// The nodes of the walk on arrival.
    since: u64,
    /// Whether it has words in `sums`.
    has_sum: bool,
}

/// A walk for windows of `W` words; see the [page](self).
struct Steps<const W: usize> {
    plan: Plan<W>,
    table: Table,
    frames: Vec<Frame<W>>,
    /// The sums of the frames that have one.
    sums: Vec<u64>,
    limbs: usize,
    /// The number of covers from the first state, as far as counted.
    total: Vec<u64>,
    /// The count of the frame that ended last.
    ended: Vec<u64>,
    /// The most words that the table may have.
    limit: usize,
    nodes: u64,
    hits: u64,
    saved: u64,
}

impl<const W: usize> Walk for Steps<W> {
    fn work(&self) -> CountWork {
        let (entries, bytes) = (self.table.entries(), 8 * self.table.words());
        CountWork { nodes: self.nodes, hits: self.hits, entries, bytes }
    }

    fn saved(&self) -> u64 {
        self.saved
    }

    fn advance(&mut self, until: u64, limit: usize) -> bool {
        self.limit = limit;
        while let Some(frame) = self.frames.last_mut() {
            let option = self.plan.fitting(&frame.state, frame.next, frame.end);
            if option.is_none() && !frame.leaves_out {
                self.pop();
                continue;
            }
            if self.nodes >= until {
                return false;
            }
            self.nodes += 1;
            let (mut state, mut rank) = (frame.state, frame.rank);
            if let Some(option) = option {
                frame.next = option + 1;
                rank = self.plan.take(&mut state, rank, option);
            } else {
                (frame.next, frame.leaves_out) = (frame.end, false);
            }
            let from = frame.next;
            self.follow(rank, state, from);
        }
        true
    }

    fn done(&self) -> f64 {
        let mut here = Span::WHOLE;
        for &Frame { ref state, rank, from, next, end, leaves_out, .. } in &self.frames {
            let fits = |option: &usize| self.plan.fitting(state, *option, option + 1).is_some();
            let all_end = self.plan.options_at(rank).end;
            let counter = self.plan.counter(rank);
            let passes = usize::from(counter.is_some_and(|counter| counter.is_met(state)));
            let all = ((from..all_end).filter(fits).count() + passes) as u32;
            // The next frame belongs to the choice tried last.
            here = if end < all_end && !leaves_out {
                here.beyond_first(all)
            } else {
                let tried = (from..next).filter(fits).count() + if leaves_out { 0 } else { passes };
                here.child(tried.saturating_sub(1) as u32, all)
            };
        }
        here.done()
    }

    fn total(&self) -> BigUint {
        number(&self.total)
    }

    fn so_far(&self) -> BigUint {
        self.sums.chunks(self.limbs).fold(self.total(), |sum, limbs| sum + number(limbs))
    }

    fn descend(
        &mut self,
        mut before: BigUint,
        limit: usize,
        watch: &mut dyn Watch<CountWork>,
        cover: &mut Vec<OptionId>,
    ) -> ControlFlow<()> {
        let (mut rank, mut state, mut from) = (0, [0; W], 0);
        while rank < self.plan.ranks() {
            let Range { start, end } = self.plan.options_at(rank);
            from = start.max(from);
            loop {
                let option = self.plan.fitting(&state, from, end);
                let mut child = state;
                let (next, after) = match option {
                    Some(option) => (self.plan.take(&mut child, rank, option), option + 1),
                    None => (self.plan.pass(&mut child, rank), end),
                };
                self.begin(next, child, after);
                while !self.advance(self.nodes.saturating_add(watch.patience()), limit) {
                    watch.pulse(&self.work())?;
                }
                let count = self.total();
                if before < count {
                    cover.extend(option.map(|option| self.plan.options[option]));
                    (rank, state, from) = (next, child, after);
                    break;
                }
                assert!(option.is_some(), "the number is below the count");
                before -= count;
                from = after;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<const W: usize> Steps<W> {
    fn new(component: &Component, layout: Layout) -> Steps<W> {
        let mut steps = Steps {
            plan: Plan::new(component, layout),
            table: Table::new(W),
            frames: Vec::new(),
            sums: Vec::new(),
            limbs: 1,
            total: vec![0],
            ended: vec![0],
            limit: 0,
            nodes: 0,
            hits: 0,
            saved: 0,
        };
        steps.begin(0, [0; W], 0);
        steps
    }

    /// Begins at a state, whose first item has rank `rank`, with the options from `from` on.
    fn begin(&mut self, rank: u32, state: [u64; W], from: usize) {
        self.frames.clear();
        self.sums.clear();
        self.total.fill(0);
        self.nodes += 1;
        self.follow(rank, state, from);
    }

    /// Follows a state, with the options from `from` on, through all that is forced: to an end, or
    /// to a choice, which becomes a frame.
    fn follow(&mut self, mut rank: u32, mut state: [u64; W], mut from: usize) {
        loop {
            if rank == self.plan.ranks() {
                if limbs::add_one(self.top()) {
                    self.widen();
                }
                return;
            }
            let Range { start, end } = self.plan.options_at(rank);
            // Options of a rank before this one are behind.
            from = start.max(from);
            let counter = self.plan.counter(rank);
            if counter.is_some_and(|it| !it.is_met_with(&state, end.saturating_sub(from) as u64)) {
                return;
            }
            let passes = counter.is_some_and(|counter| counter.is_met(&state));
            let Some(next) = self.plan.fitting(&state, from, end) else {
                if !passes {
                    return;
                }
                rank = self.plan.pass(&mut state, rank);
                continue;
            };
            if !passes && self.plan.fitting(&state, next + 1, end).is_none() {
                self.nodes += 1;
                rank = self.plan.take(&mut state, rank, next);
                from = next + 1;
                continue;
            }
            if let Some((cost, count)) = self.table.get(self.plan.key(rank, next), &state) {
                self.hits += 1;
                self.saved += cost;
                let sum = top(&mut self.frames, &mut self.sums, &mut self.total, self.limbs);
                if limbs::add(sum, count) {
                    self.widen();
                }
            } else {
                let is_long = counter.is_some() && end - next > FEW;
                self.frames.push(Frame {
                    state,
                    rank,
                    from: next,
                    next,
                    end: if is_long { next + 1 } else { end },
                    leaves_out: is_long || passes,
                    since: self.nodes,
                    has_sum: false,
                });
            }
            return;
        }
    }

    /// Ends the last frame: its sum is a count.
    fn pop(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        self.ended.clear();
        if frame.has_sum {
            self.ended.extend(self.sums.drain(self.sums.len() - self.limbs..));
        } else {
            self.ended.resize(self.limbs, 0);
        }
        let cost = self.nodes - frame.since;
        if cost >= WORTH {
            let key = self.plan.key(frame.rank, frame.from);
            self.table.put(key, &frame.state, &self.ended, cost, self.limit);
        }
        if !frame.has_sum {
            return;
        }
        let sum = top(&mut self.frames, &mut self.sums, &mut self.total, self.limbs);
        if limbs::add(sum, &self.ended) {
            self.widen();
        }
    }

    fn top(&mut self) -> &mut [u64] {
        top(&mut self.frames, &mut self.sums, &mut self.total, self.limbs)
    }

    /// Gives all counts twice as many words, after the last sum has overflowed.
    #[cold]
    fn widen(&mut self) {
        let limbs = self.limbs;
        self.sums = limbs::widen(&self.sums, limbs);
        self.total = limbs::widen(&self.total, limbs);
        self.table.widen(self.limit);
        self.limbs = 2 * limbs;
        self.top()[limbs] = 1;
    }
}

fn number(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |number, &limb| (number << 64_u32) + limb)
}

/// The sum of the last frame, or the total if there is none; the addend is not 0.
#[inline]
fn top<'w, const W: usize>(
    frames: &'w mut [Frame<W>],
    sums: &'w mut Vec<u64>,
    total: &'w mut [u64],
    limbs: usize,
) -> &'w mut [u64] {
    let Some(frame) = frames.last_mut() else { return total };
    if !std::mem::replace(&mut frame.has_sum, true) {
        sums.resize(sums.len() + limbs, 0);
    }
    let start = sums.len() - limbs;
    &mut sums[start..]
}
