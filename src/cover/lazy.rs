//! Covers one by one, as they are asked for: an iterator.
//!
//! ```text
//!   parts    2.3 | 3 | 4 ...   not yet searched
//!    │
//!    ▼
//!   buffer   · · · ■ ■ ■ ■     the covers of one part; the next one to be given out is the first ■
//! ```
//!
//! An engine pushes its covers to a visitor, and can't be left in the midst of a search. So it
//! searches [part](super::parts) by part, each into a buffer of limited size, and between two parts
//! it is as it was before.
//!
//! Invariant: a cover is given out once its part is searched to the end, so that none is given out
//! twice.

use super::parts::{Listing, Part, Tried, attempt};
use super::{Engine, OptionId, PATIENCE};
use std::ops::ControlFlow;

/// The covers that `engine` would show, with what it holds and bans. Memory is bounded by a part's
/// covers, whatever their number, and the first ones come early. All of them come soonest by
/// [`Engine::search`], which does not have to keep any.
///
/// ```
/// use tourdion::cover::{Links, classics, covers};
///
/// let mut engine: Links = Links::new(&classics::dominoes(8, 8)?)?; // which has 12,988,816 covers
/// for cover in covers(&mut engine).take(3) {
///     assert_eq!(cover.len(), 32);
/// }
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn covers(engine: &mut dyn Engine) -> Covers<'_> {
    Covers { engine, parts: vec![Part::whole()], buffer: Listing::default(), next: 0 }
}

/// An iterator over covers, each with its options in the order of the problem; see [`covers`]. They
/// come in the order of [`parts`](super::parts).
///
/// Between two covers the engine is as it was before the first.
pub struct Covers<'e> {
    engine: &'e mut dyn Engine,
    /// The next one is the last.
    parts: Vec<Part>,
    buffer: Listing,
    next: usize,
}

impl Iterator for Covers<'_> {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        loop {
            if let Some(cover) = self.buffer.get(self.next) {
                self.next += 1;
                return Some(cover.to_vec());
            }
            let part = self.parts.pop()?;
            self.next = 0;
            self.buffer.clear();
            let on = &mut |_| ControlFlow::Continue(PATIENCE);
            if attempt(&part, self.engine, &mut self.buffer, on) != Tried::TooLarge {
                continue;
            }
            self.buffer.clear();
            let pieces = part.cut(self.engine).expect("what could be searched can be cut");
            self.parts.extend(pieces.into_iter().rev());
        }
    }
}
