//! How the plain search and the walk share the time.
//!
//! ```text
//!      known states spare, for      the walk has, for each node's time of
//!      each node of the walk        the plain search
//!
//!      a node or more               16
//!      a quarter of one             1, but a part of what the plain search has left at most
//!      less                         1/16
//!      nearly nothing               1/64, after some hundred nodes
//! ```
//!
//! Where the walk wins, known states spare it tens of nodes for each in the end, a node soon, and a
//! quarter of one after some hundred nodes. Small problems, such as Latin squares of 5, begin in
//! the same way, and the plain search is done before it pays. That shows in the first choices that
//! the plain search has behind it.
//!
//! Invariant: the walk's share of the time never falls to nothing, so the count ends if either of
//! both does.

use crate::cover::question::memo::heats::Heats;

/// The work of a plain search in the time of a node of the walk.
const WALK_NODE: u64 = 128;

/// The nodes spared for each that it takes from which on the walk is favoured.
const FAVOURED: f64 = 1.0;

/// And those from which on it is promising.
const PROMISING: f64 = 0.25;

/// The nodes spared for each below which the walk is hopeless, once it has taken this number of
/// nodes, and these for each primary item: it has then been at the end of the order.
const HOPELESS: f64 = 0.05;
const TRIED: u64 = 512;
const TRIED_PER_ITEM: u64 = 4;

/// How many times as long as the other the favoured one takes.
const FAVOUR: u64 = 16;

/// The same, for the plain search beside a hopeless walk.
const HOPE: u64 = 64;

/// The part of what the plain search has left that a promising walk may take.
const RISK: u64 = 8;

/// The nodes up to which a walk through a part with this number of primary items may go when the
/// plain search has done this work, and has so much left, if that is known.
pub(super) fn nodes(walk: &Heats, primary: usize, work: u64, left: Option<u64>) -> u64 {
    let (gain, taken) = (walk.gain(), walk.work().nodes);
    let least = work / FAVOUR;
    let until = if gain >= FAVOURED {
        work.saturating_mul(FAVOUR)
    } else if gain >= PROMISING {
        work.min(left.map_or(u64::MAX, |left| left / RISK)).max(least)
    } else if gain < HOPELESS && taken >= trial(primary) {
        work / HOPE
    } else {
        least
    };
    until / WALK_NODE
}

/// The nodes after which a walk through a part with this number of primary items has been at the
/// end of the order: it is not hopeless before.
pub(super) fn trial(primary: usize) -> u64 {
    TRIED + TRIED_PER_ITEM * primary as u64
}

/// Whether the walk is favoured.
#[cfg(feature = "parallel")]
pub(super) fn is_favoured(walk: &Heats) -> bool {
    walk.gain() >= FAVOURED
}
