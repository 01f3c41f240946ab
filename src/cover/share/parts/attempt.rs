//! An attempt to search a part within its limits.

use std::cell::RefCell;
use std::ops::ControlFlow::{self, Break, Continue};

use super::listing::PART_BYTES;
use super::{Gather, Part};
use crate::cover::{Clash, Cover, Engine, EngineProgress};
use crate::watch::{PATIENCE, Watch};

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

/// The limit of an attempt, in nodes.
#[derive(Clone, Copy)]
pub(in super::super) enum Limit<'l> {
    /// Whether the attempt is too large depends on the part alone.
    Fixed(u64),
    /// Beyond `nodes`, the attempt goes on while `may_go_on`, which receives its nodes, returns
    /// true. It is asked again after an eighth more. The covers may take `bytes`.
    #[cfg_attr(not(feature = "parallel"), allow(dead_code))]
    Flexible { nodes: u64, bytes: usize, may_go_on: &'l dyn Fn(u64) -> bool },
}

/// What the visitor and the watch of the search share.
struct Attempt<'a, 'm> {
    gather: &'a mut dyn Gather,
    meter: &'a mut Meter<'m>,
    limit: Limit<'a>,
    covers: u64,
    /// The engine's node count when it began, that beyond which it needs leave, and that last
    /// reported to the meter.
    begun: u64,
    most: u64,
    reported: u64,
    /// The nodes that the meter has allowed.
    allowed: u64,
    /// The size in bytes at which no more covers are taken.
    bytes: usize,
    broken: Option<Tried>,
}

/// Gathers the covers of `part`, if they take no more than the limit. The engine is left as it was
/// found.
///
/// # Errors
/// As [`Part::enter`].
pub(in super::super) fn attempt(
    part: &Part,
    limit: Limit<'_>,
    engine: &mut dyn Engine,
    gather: &mut dyn Gather,
    meter: &mut Meter<'_>,
) -> Result<Tried, Clash> {
    let Continue(allowed) = meter(0) else { return Ok(Tried::Stopped(0)) };
    part.enter(engine)?;
    let begun = engine.statistics().nodes;
    let (nodes, bytes) = match limit {
        _ if part.is_uncuttable => (u64::MAX, usize::MAX),
        Limit::Fixed(nodes) => (nodes, PART_BYTES),
        Limit::Flexible { nodes, bytes, .. } => (nodes, bytes),
    };
    let most = begun.saturating_add(nodes);
    let attempt = RefCell::new(Attempt {
        gather,
        meter,
        limit,
        covers: 0,
        begun,
        most,
        reported: begun,
        allowed,
        bytes,
        broken: None,
    });
    let mut visitor = |cover: Cover<'_>| attempt.borrow_mut().take(cover);
    let _ = engine.search(&mut visitor, &mut Metered(&attempt));
    part.leave(engine);
    let nodes = engine.statistics().nodes;
    let Attempt { meter, covers, reported, broken, .. } = attempt.into_inner();
    // A finished attempt counts, even if the meter says stop now.
    let _ = meter(nodes - reported);
    Ok(match broken {
        Some(tried) => tried,
        // Noticed late, but the result must not depend on the times of pulses.
        None if nodes > most && matches!(limit, Limit::Fixed(_)) => Tried::TooLarge,
        None => Tried::Whole(covers),
    })
}

impl Attempt<'_, '_> {
    fn end(&mut self, tried: Tried) -> ControlFlow<()> {
        self.broken = Some(tried);
        Break(())
    }

    /// Whether it may go on, having come to this node count of the engine.
    fn may_go_on(&mut self, nodes: u64) -> bool {
        if nodes <= self.most {
            return true;
        }
        let Limit::Flexible { may_go_on, .. } = self.limit else { return false };
        let taken = nodes - self.begun;
        self.most = nodes.saturating_add(taken / 8);
        may_go_on(taken)
    }

    fn report(&mut self, nodes: u64) -> ControlFlow<()> {
        let news = nodes - self.reported;
        self.reported = nodes;
        match (self.meter)(news) {
            Continue(allowed) => {
                self.allowed = allowed;
                Continue(())
            }
            Break(()) => self.end(Tried::Stopped(self.covers)),
        }
    }

    fn take(&mut self, cover: Cover<'_>) -> ControlFlow<()> {
        if self.gather.bytes() >= self.bytes {
            return self.end(Tried::TooLarge);
        }
        self.covers += 1;
        self.gather.take(cover);
        // Covers can come faster than nodes are counted.
        if self.covers.is_multiple_of(PATIENCE) { self.report(self.reported) } else { Continue(()) }
    }
}

/// Reports the nodes to the meter.
struct Metered<'s, 'a, 'm>(&'s RefCell<Attempt<'a, 'm>>);

impl Watch<EngineProgress<'_>> for Metered<'_, '_, '_> {
    fn patience(&self) -> u64 {
        self.0.borrow().allowed.clamp(1, PATIENCE)
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        let (mut attempt, nodes) = (self.0.borrow_mut(), so_far.statistics.nodes);
        attempt.report(nodes)?;
        if attempt.may_go_on(nodes) { Continue(()) } else { attempt.end(Tried::TooLarge) }
    }
}
