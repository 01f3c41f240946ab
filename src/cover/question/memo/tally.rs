//! The race for the count of a part: the walk and a plain search take turns until one finishes.
//!
//! ```text
//!   walk   1024 nodes ─▶ estimate ─▶ e/s nodes          8e/s ...      continues where it stopped
//!   plain                                      4e nodes      32e ...  begins again
//!
//!   e      the nodes of the plain search, as estimated
//!   s      its nodes during one node of the walk
//! ```
//!
//! The plain search uses the live list if it is wide enough, or else cells.
//!
//! Invariant: the count is known if and only if one of them has finished; the other is then
//! dropped.

use std::ops::ControlFlow;

use super::heats::Heats;
use super::rest::Part;
use super::{BigUint, Work, beside};
use crate::cover::question::estimate::estimate;
use crate::cover::{
    Cells, Cover, Engine, EngineProgress, Live, OptionEntry, OptionId, Problem, ProblemError,
};
use crate::watch::Watch;

/// The nodes of the walk before the first plain search; at least four for each option, so that a
/// large problem with few states finishes before.
const FIRST: u64 = 1024;

/// The probes of the estimate. Its errors only make a turn too long or too short.
const PROBES: u32 = 8;

/// The number of looks at items allowed to the estimate.
const LOOKS: u64 = 1 << 24;

/// A part, and the state of its count.
pub(super) struct Tally {
    part: Part,
    /// `None` if the part is too large for a walk, or if the plain search was faster.
    walk: Option<Heats>,
    plain: Option<Plain>,
    /// The nodes of the next turn of the walk; 0 before the first.
    turn: u64,
    count: Option<BigUint>,
    /// Nodes of plain searches, including unsuccessful turns.
    plain_nodes: u64,
    /// The most covers that the plain search has shown.
    shown: u64,
}

impl Tally {
    /// Lays `part` out.
    pub(super) fn new(part: Part) -> Result<Tally, ProblemError> {
        let walk = Heats::new(&part);
        let plain = if walk.is_none() { Some(Plain::new(&part)?) } else { None };
        Ok(Tally { part, walk, plain, turn: 0, count: None, plain_nodes: 0, shown: 0 })
    }

    /// The work so far.
    pub(super) fn work(&self) -> Work {
        let work = self.walk.as_ref().map_or_else(Work::default, Heats::work);
        Work { nodes: work.nodes + self.plain_nodes, ..work }
    }

    /// The number of covers, with a table of at most `room` bytes.
    pub(super) fn count(
        &mut self,
        room: usize,
        watch: &mut dyn Watch<Work>,
    ) -> ControlFlow<(), BigUint> {
        loop {
            if let Some(count) = &self.count {
                return ControlFlow::Continue(count.clone());
            }
            let first = FIRST.max(4 * self.part.options.len() as u64);
            self.walk_on(if self.turn == 0 { first } else { self.turn }, room, watch)?;
            if self.count.is_some() {
                continue;
            }
            // If no engine fits, the walk continues alone.
            if self.plain.is_none() {
                self.plain = Plain::new(&self.part).ok();
            }
            if self.turn == 0 {
                let items = self.part.items as u64;
                self.turn = self
                    .plain
                    .as_mut()
                    .map_or(0, |plain| plain.tree(items) / plain.swiftness)
                    .max(first);
                continue;
            }
            self.count_plainly(watch)?;
            self.turn = self.turn.saturating_mul(8);
        }
    }

    /// A turn of the walk.
    fn walk_on(&mut self, nodes: u64, room: usize, watch: &mut dyn Watch<Work>) -> ControlFlow<()> {
        let until = self.walk.as_ref().map_or(0, |walk| walk.work().nodes.saturating_add(nodes));
        while let Some(walk) = &mut self.walk
            && walk.work().nodes < until
        {
            let left = until - walk.work().nodes;
            if walk.advance(&self.part, left.min(watch.patience()), room / 8) {
                self.count = Some(walk.total());
                self.plain = None;
                break;
            }
            watch.pulse(&self.work())?;
        }
        ControlFlow::Continue(())
    }

    /// A turn of the plain search.
    fn count_plainly(&mut self, watch: &mut dyn Watch<Work>) -> ControlFlow<()> {
        let work = self.work();
        let Some(Plain { engine: plain, swiftness }) = &mut self.plain else {
            return ControlFlow::Continue(());
        };
        let nodes =
            if self.walk.is_some() { self.turn.saturating_mul(4 * *swiftness) } else { u64::MAX };
        let before = plain.statistics().nodes;
        let mut found = 0_u64;
        let mut count = |_: Cover<'_>| {
            found += 1;
            ControlFlow::Continue(())
        };
        let mut turn = Turn { before, nodes, work, watch, flow: ControlFlow::Continue(()) };
        let flow = plain.search(&mut count, &mut turn);
        let cancelled = turn.flow;
        self.plain_nodes += plain.statistics().nodes - before;
        self.shown = self.shown.max(found);
        if flow.is_continue() {
            self.count = Some(BigUint::from(found));
            self.walk = None;
        }
        cancelled
    }

    /// The number of covers counted so far.
    pub(super) fn so_far(&self) -> BigUint {
        let walked = || self.walk.as_ref().map_or(BigUint::ZERO, Heats::so_far);
        self.count.clone().unwrap_or_else(|| walked().max(self.shown.into()))
    }

    /// Adds to `cover` this part of the cover with `number`. The part takes the number modulo its
    /// count, and leaves the quotient to the other parts. The count must be known, and not 0.
    pub(super) fn cover(
        &mut self,
        number: BigUint,
        room: usize,
        watch: &mut dyn Watch<Work>,
        cover: &mut Vec<OptionId>,
    ) -> ControlFlow<(), BigUint> {
        let Some(count) = &self.count else { return ControlFlow::Continue(number) };
        let (others, mine) = (&number / count, number % count);
        let work = self.work();
        if let Some(walk) = &mut self.walk {
            let others = Work { nodes: self.plain_nodes, ..Work::default() };
            walk.descend(mine, room / 8, &mut beside(watch, others), cover)?;
        } else if let Some(Plain { engine: plain, .. }) = &mut self.plain {
            let before = plain.statistics().nodes;
            // A plain search can't have counted more.
            let mut left = u64::try_from(mine).unwrap_or(u64::MAX);
            let options = &self.part.options;
            let mut take = |found: Cover<'_>| {
                if left == 0 {
                    cover.extend(found.options().map(|option| options[option.index()]));
                    return ControlFlow::Break(());
                }
                left -= 1;
                ControlFlow::Continue(())
            };
            let flow = ControlFlow::Continue(());
            let mut turn = Turn { before, nodes: u64::MAX, work, watch, flow };
            let _ = plain.search(&mut take, &mut turn);
            let cancelled = turn.flow;
            self.plain_nodes += plain.statistics().nodes - before;
            cancelled?;
        }
        ControlFlow::Continue(others)
    }
}

/// Shows the covers of a part one by one.
struct Plain {
    engine: Box<dyn Engine>,
    /// The approximate number of its nodes in the time of one node of the walk.
    swiftness: u64,
}

impl Plain {
    /// The engine for the part alone.
    fn new(part: &Part) -> Result<Plain, ProblemError> {
        let mut problem = Problem::new();
        let mut items = Vec::with_capacity(part.items);
        for item in 0..part.items {
            let name = item.to_string();
            items.push(if item < part.primary {
                let (least, most) = part.bounds[item];
                problem.multiple(&name, least..=most)?
            } else {
                problem.secondary(&name)?
            });
        }
        for entries in &part.entries {
            let entries =
                entries.iter().map(|&(item, colour)| OptionEntry { item: items[item], colour });
            problem.option(entries)?;
        }
        Ok(match Live::new(&problem) {
            Ok(live) => Plain { engine: Box::new(live), swiftness: 4 },
            Err(_) => Plain { engine: Box::new(Cells::new(&problem)?), swiftness: 1 },
        })
    }

    /// The approximate number of nodes of a search; 0 if estimating would take too long.
    #[allow(clippy::cast_sign_loss)] // never below 0
    fn tree(&mut self, items: u64) -> u64 {
        let mut state = 0_u64;
        let mut below = |bound| {
            // A congruence (Knuth, MMIX); the draws only influence the lengths of the turns.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        };
        // At each step the engine looks at all items.
        let mut watch = |steps: &u64| {
            if steps * items > LOOKS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let estimate = estimate(self.engine.as_mut(), PROBES, &mut below, &mut watch);
        estimate.nodes.mean as u64
    }
}

/// Ends a turn of the plain search in time.
struct Turn<'w> {
    /// The nodes of the engine at the start of the turn, and the nodes allowed.
    before: u64,
    nodes: u64,
    /// The work before the turn.
    work: Work,
    watch: &'w mut dyn Watch<Work>,
    /// `Break` if the watch broke.
    flow: ControlFlow<()>,
}

impl Watch<EngineProgress<'_>> for Turn<'_> {
    fn patience(&self) -> u64 {
        self.watch.patience()
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        let nodes = so_far.statistics.nodes - self.before;
        self.flow = self.watch.pulse(&Work { nodes: self.work.nodes + nodes, ..self.work });
        self.flow?;
        if nodes > self.nodes { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
