//! What all searches of a problem have in common: how they go about it, and for what.

use super::rest::Memory;
use super::taxes::Grain;

/// How a search goes about it. All but the default is for tests and benches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner {
    /// Whether an engine lists what is left from the first choices on.
    pub(super) lists_at_once: bool,
    /// `None` if as much as the problem deserves.
    pub(super) memory: Option<Memory>,
    /// The work of a searcher in a round, of a team that there is from the root on.
    pub(super) round: Option<u64>,
    /// Whether it never becomes a team.
    pub(super) is_alone: bool,
}

/// What all searches of a problem have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Common {
    pub(super) grain: Grain,
    /// The number of covers wanted.
    pub(super) count: usize,
    /// The number of searchers that a team has.
    pub(super) searchers: usize,
    pub(super) manner: Manner,
}
