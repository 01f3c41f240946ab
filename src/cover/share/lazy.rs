//! Covers one by one, on demand: an iterator.
//!
//! ```text
//!   parts    2.3 | 3 | 4 ...   not yet searched
//!    │
//!    ▼
//!   buffer   · · · ■ ■ ■ ■     the covers of one part; the first ■ is the next one returned
//! ```
//!
//! An engine pushes its covers to a visitor, and can't pause within a search. So it searches
//! [part](crate::cover::share::parts) by part, each into a buffer of limited size, and is unchanged
//! between two parts.
//!
//! Invariant: a cover is returned only after its part is searched to the end, so none is returned
//! twice.

use crate::cover::share::parts::{Large, Listing, Part, PartOutcome, Place};
use crate::cover::{Engine, OptionId};
use std::fmt;
use std::mem;
use std::ops::DerefMut;

/// The nodes of a part beyond its own limit: so few parts are begun in vain, and none takes long.
const NODES: u64 = 1 << 20;

/// The covers that `engine` would show, with what it holds and bans. Memory is bounded by the
/// covers of one part, and the first covers come early. [`Engine::search`] is faster for all of
/// them, because it keeps none.
///
/// ```
/// use tourdion::cover::{Links, classics, covers};
///
/// let mut engine = Links::new(&classics::dominoes(8, 8)?)?; // which has 12,988,816 covers
/// for cover in covers(&mut engine).take(3) {
///     assert_eq!(cover.len(), 32);
/// }
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn covers<'e>(engine: &'e mut (dyn Engine + 'e)) -> Covers<&'e mut (dyn Engine + 'e)> {
    Covers::of(engine)
}

/// An iterator over covers, each with its options in the order of the problem; see [`covers`]. The
/// order is that of [`parts`](crate::cover::share::parts).
///
/// Between two covers the engine, borrowed or owned, is as it was before the first.
pub struct Covers<E> {
    engine: E,
    /// Parts not yet searched; the next one is the last.
    parts: Vec<Part>,
    large: Large,
    buffer: Listing,
    next: usize,
}

impl<E> fmt::Debug for Covers<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Covers").field("parts_left", &self.parts.len()).finish_non_exhaustive()
    }
}

impl<'d, E: DerefMut<Target = dyn Engine + 'd>> Covers<E> {
    pub(in crate::cover) fn of(engine: E) -> Covers<E> {
        let parts = vec![Part::whole()];
        Covers { engine, parts, large: Large::default(), buffer: Listing::default(), next: 0 }
    }

    /// The nodes of a part.
    fn nodes(&self, part: &Part) -> u64 {
        let nodes = part.nodes();
        let is_whole = *part.place() == Place::WHOLE;
        if is_whole { nodes } else { self.large.limit(part.place(), nodes.max(NODES)) }
    }
}

impl<'d, E: DerefMut<Target = dyn Engine + 'd>> Iterator for Covers<E> {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        loop {
            if let Some(cover) = self.buffer.get(self.next) {
                self.next += 1;
                return Some(cover.to_vec());
            }
            let part = self.parts.pop()?;
            self.next = 0;
            let mut buffer = mem::take(&mut self.buffer);
            buffer.clear();
            match part.search_within(self.nodes(&part), &mut *self.engine, buffer) {
                Ok(PartOutcome::Whole { gathered, .. }) => self.buffer = gathered,
                Ok(PartOutcome::Cut(pieces)) => {
                    self.large.note(part.place());
                    self.parts.extend(pieces.into_iter().rev());
                }
                Err(clash) => unreachable!("a part of this engine's search clashes: {clash}"),
            }
        }
    }
}
