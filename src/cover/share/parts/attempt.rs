//! An attempt to search a part within its limits.

use std::ops::ControlFlow::{self, Break, Continue};

use super::listing::PART_BYTES;
use super::{Gather, Part};
use crate::cover::{Cover, Engine, PATIENCE, Statistics, Visitor};

/// The outcome of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Tried {
    /// All covers were gathered; their number.
    Whole(u64),
    /// There are too many nodes or covers.
    TooLarge,
    /// The meter stopped it; the number of covers by then.
    Stopped(u64),
}

/// Receives the number of nodes searched since its last call, and returns the number that may
/// follow until the next. `Break` stops the attempt.
pub(in super::super) type Meter<'m> = dyn FnMut(u64) -> ControlFlow<(), u64> + 'm;

/// The visitor of the search.
struct Attempt<'a, 'm> {
    gather: &'a mut dyn Gather,
    meter: &'a mut Meter<'m>,
    covers: u64,
    /// The engine's node count at which to stop, and the count last reported to the meter.
    most: u64,
    told: u64,
    /// The nodes that the meter has allowed.
    allowed: u64,
    /// The size in bytes at which no more covers are taken.
    bytes: usize,
    broken: Option<Tried>,
}

/// Gathers the covers of `part`. The engine is the same afterwards.
///
/// # Panics
/// If the part belongs to another problem.
pub(in super::super) fn attempt(
    part: &Part,
    engine: &mut dyn Engine,
    gather: &mut dyn Gather,
    meter: &mut Meter<'_>,
) -> Tried {
    let Continue(allowed) = meter(0) else { return Tried::Stopped(0) };
    part.enter(engine).expect("a part's moves can be made by the engines of its problem");
    let told = engine.statistics().nodes;
    let (nodes, bytes) =
        if part.is_last { (u64::MAX, usize::MAX) } else { (part.nodes(), PART_BYTES) };
    let most = told.saturating_add(nodes);
    let mut attempt =
        Attempt { gather, meter, covers: 0, most, told, allowed, bytes, broken: None };
    let _ = engine.search(&mut attempt);
    part.leave(engine);
    let (nodes, Attempt { covers, told, broken, .. }) = (engine.statistics().nodes, attempt);
    // A finished attempt counts, even if the meter says stop now.
    let _ = meter(nodes - told);
    match broken {
        Some(tried) => tried,
        // Noticed late, but the result must not depend on the times of pulses.
        None if nodes > most => Tried::TooLarge,
        None => Tried::Whole(covers),
    }
}

impl Attempt<'_, '_> {
    fn end(&mut self, tried: Tried) -> ControlFlow<()> {
        self.broken = Some(tried);
        Break(())
    }

    fn tell(&mut self, nodes: u64) -> ControlFlow<()> {
        let news = nodes - self.told;
        self.told = nodes;
        match (self.meter)(news) {
            Continue(allowed) => {
                self.allowed = allowed;
                Continue(())
            }
            Break(()) => self.end(Tried::Stopped(self.covers)),
        }
    }
}

impl Visitor for Attempt<'_, '_> {
    fn cover(&mut self, cover: Cover<'_>) -> ControlFlow<()> {
        if self.gather.bytes() >= self.bytes {
            return self.end(Tried::TooLarge);
        }
        self.covers += 1;
        self.gather.take(cover);
        // Covers can come faster than nodes are counted.
        if self.covers.is_multiple_of(PATIENCE) { self.tell(self.told) } else { Continue(()) }
    }

    fn patience(&self) -> u64 {
        self.allowed.clamp(1, PATIENCE)
    }

    fn pulse(&mut self, so_far: &Statistics, _: Cover<'_>) -> ControlFlow<()> {
        self.tell(so_far.nodes)?;
        if so_far.nodes > self.most { self.end(Tried::TooLarge) } else { Continue(()) }
    }
}
