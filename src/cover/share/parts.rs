//! Parts of a search tree. They are searched one by one, anywhere and at any time, and together
//! have the covers of the whole.
//!
//! ```text
//!    whole ──┬── 1                       cut: into the children of a node, and theirs
//!            ├── 2 ──┬── 2.1             part 2 was cut, because it took too long
//!            │       ├── 2.2
//!            │       └── 2.3  ◀── here   only 3 and 4 are left to do
//!            ├── 3
//!            └── 4
//! ```
//!
//! A [`Part`] is a list of moves: made on an engine, they leave the part's covers to be searched
//! for. It is [tried with a limit](Part::search_within). If that is not enough, what was found is
//! thrown away, and the part is *cut*: into its children, these into theirs, and so on, until each
//! is a small share of it. [`Engine::shortest`] and [`Engine::list`] decide where, never the clock,
//! the number of threads, or other parts. So the pieces are the same on every machine, and a
//! [`Place`] identifies one.
//!
//! Whether a part is cut depends on its nodes and covers; and, where the order of the covers does
//! not depend on cuts or does not matter, on what other threads do (`limits`). A part that came of
//! one cut may take four times as long as the whole, one of two cuts sixteen times as long, up to
//! some seconds. So of a lopsided tree a fraction is thrown away, and no part is very long.
//!
//! Invariants.
//! 1. Each cover of the whole is a cover of exactly one uncut part.
//! 2. In order, the uncut parts have the covers in the order of [`Engine::search`], if the engine
//!    branches on the shortest item and tries options in the order of the problem. Links and the
//!    live list do, with multiplicities too; cells do until they hand over.
//! 3. A part has fewer choices than the part it was cut from, or is never cut again: cutting ends.
//!
//! Child *k* of a node holds option *k* of the item, and bans the options before it that could
//! still join it; the last child bans all options. This divides the covers for any bounds of the
//! item: each cover has a first option of the list, or none. If the item must be covered exactly
//! once, as most must, no option can join, so there are no bans; and the last child has no covers,
//! which the engine sees at once.
//!
//! Deliberately lacking: doing the work ([`lazy`](crate::cover::share::lazy),
//! `parallel`), and estimates: only an attempt shows how large a part is.

mod attempt;
mod limits;
mod listing;
mod outcome;
mod place;

#[cfg(feature = "parallel")]
pub(super) use self::attempt::{Limit, Tried, attempt};
pub(super) use self::limits::Large;
#[cfg(feature = "parallel")]
pub(super) use self::limits::MOST_NODES;
pub use self::listing::{Gather, Listing, PART_BYTES};
pub use self::outcome::PartOutcome;
pub use self::place::{Place, PlaceError};
use crate::cover::engine::span::Span;
use crate::cover::{Clash, Engine, ItemId, Move, OptionId};
use crate::watch::Watch;

/// Cutting goes on until the share of each piece is at most this fraction of the part's.
const PIECE: f64 = 1.0 / 128.0;

/// The most moves on the way to a piece of the whole; each cut doubles it. Only forced items can
/// make a way this long.
const LONGEST: usize = 64;

/// A part of a search tree.
///
/// ```
/// use tourdion::cover::share::parts::Part;
/// use tourdion::cover::{Engine, Links, classics};
/// use tourdion::watch::Patient;
///
/// let mut engine = Links::new(&classics::queens(8)?)?;
/// let parts = Part::whole().cut(&mut engine, &mut Patient)?;
/// let mut covers = 0;
/// for part in &parts {
///     part.enter(&mut engine)?;
///     covers += engine.count(u64::MAX);
///     part.leave(&mut engine);
/// }
/// assert_eq!(covers, 92);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    place: Place,
    moves: Vec<Move>,
    share: f64,
    /// No item in it must still be covered, but some may be; so it can't be cut.
    is_uncuttable: bool,
}

/// Why a part was not found or not cut.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PartError {
    /// There is no such part.
    #[error("the search has no part {0}")]
    Missing(Place),
    /// Its moves can't be made: it is of another problem, or other options are held.
    #[error(transparent)]
    Clash(#[from] Clash),
    /// The watch ended it.
    #[error("stopped before the part was found or cut")]
    Stopped,
}

impl Part {
    /// The whole tree, below the engine's own moves.
    pub fn whole() -> Part {
        Part {
            place: Place::default(),
            moves: Vec::new(),
            share: Span::WHOLE.share(),
            is_uncuttable: false,
        }
    }

    /// The part at `place` and all parts after it, in order: what is left of a search that has come
    /// this far. The tree is cut once for each number of the place. The watch receives the pieces
    /// of the cut under way.
    ///
    /// # Errors
    /// If the tree has no such part, or the watch ends it.
    pub fn from_place_on(
        place: &Place,
        engine: &mut dyn Engine,
        watch: &mut dyn Watch<[Part]>,
    ) -> Result<Vec<Part>, PartError> {
        let no_part = || PartError::Missing(place.clone());
        let (mut part, mut behind) = (Part::whole(), Vec::new());
        for &number in place.numbers() {
            let mut pieces = part.cut(engine, watch).map_err(|error| match error {
                PartError::Stopped => error,
                _ => no_part(),
            })?;
            let at = number as usize - 1;
            if at >= pieces.len() {
                return Err(no_part());
            }
            behind.push(pieces.split_off(at + 1));
            part = pieces.pop().ok_or_else(no_part)?;
        }
        Ok(std::iter::once(part).chain(behind.into_iter().rev().flatten()).collect())
    }

    /// The part at `place`.
    ///
    /// # Errors
    /// If the tree has no such part, or the watch ends it.
    pub fn at(
        place: &Place,
        engine: &mut dyn Engine,
        watch: &mut dyn Watch<[Part]>,
    ) -> Result<Part, PartError> {
        Part::from_place_on(place, engine, watch).map(|mut parts| parts.swap_remove(0))
    }

    /// Its place.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The moves to make, beyond the engine's own.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Its share of the tree, if all children of a node count as equal. The shares of all parts add
    /// up to 1.
    pub fn share(&self) -> f64 {
        self.share
    }

    /// Makes the moves. [`Part::leave`] takes them back.
    ///
    /// # Errors
    /// If one can't be made: the part is of another problem, or other options are held. Then
    /// nothing changes.
    pub fn enter(&self, engine: &mut dyn Engine) -> Result<(), Clash> {
        for (made, &next) in self.moves.iter().enumerate() {
            match next {
                Move::Banned(option) => engine.ban(option),
                Move::Held(option) => {
                    if let Err(clash) = engine.hold(option) {
                        release(engine, made);
                        return Err(clash);
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes back the moves that [`Part::enter`] made.
    pub fn leave(&self, engine: &mut dyn Engine) {
        release(engine, self.moves.len());
    }

    /// Cuts it into pieces. The engine is the same afterwards. There are no pieces if cutting shows
    /// that the part has no covers.
    ///
    /// Takes a few hundred calls of [`Engine::shortest`], or as many as the shortest item has
    /// options: seconds, if an item has a hundred thousand. There is a pulse before each.
    ///
    /// # Errors
    /// If a move can't be made, as in [`Part::enter`], or the watch ends it.
    pub fn cut(
        &self,
        engine: &mut dyn Engine,
        watch: &mut dyn Watch<[Part]>,
    ) -> Result<Vec<Part>, PartError> {
        self.enter(engine)?;
        let longest = LONGEST << self.place.numbers().len().min(20);
        let entered = engine.moves().len();
        let mut cutter = Cutter { part: self, longest, engine, entered, pieces: Vec::new() };
        let is_whole = cutter.go(watch);
        let mut pieces = cutter.pieces;
        self.leave(engine);
        if !is_whole {
            return Err(PartError::Stopped);
        }
        // Branches without covers give their share to the others.
        let sum: f64 = pieces.iter().map(|piece| piece.share).sum();
        for piece in &mut pieces {
            piece.share *= self.share / sum;
        }
        if let [only] = &mut pieces[..] {
            only.is_uncuttable = only.moves == self.moves;
        }
        Ok(pieces)
    }
}

fn release(engine: &mut dyn Engine, moves: usize) {
    for _ in 0..moves {
        engine.release();
    }
}

/// Walks through the upper nodes of a part, from the first to the last.
struct Cutter<'c> {
    part: &'c Part,
    longest: usize,
    engine: &'c mut dyn Engine,
    /// The number of moves made on entering the part.
    entered: usize,
    pieces: Vec<Part>,
}

/// A node whose options are tried one after another.
struct Branch {
    item: ItemId,
    options: Vec<OptionId>,
    next: usize,
    /// The number of moves made above.
    depth: usize,
    span: Span,
}

impl Branch {
    /// The span of the child tried last. If the item can do without, the child with none of the
    /// options is one more, with a share like theirs: in the end those of all pieces are scaled.
    fn last_tried(&self) -> Span {
        self.span.child(self.next as u32 - 1, self.options.len() as u32)
    }
}

impl Cutter<'_> {
    /// Returns false if it was stopped.
    fn go(&mut self, watch: &mut dyn Watch<[Part]>) -> bool {
        let mut branches = Vec::new();
        branches.extend(self.visit(Span::WHOLE));
        while let Some(branch) = branches.last_mut() {
            self.back_to(branch.depth);
            if watch.pulse(&self.pieces).is_break() {
                break;
            }
            if branch.next > branch.options.len() {
                branches.pop();
            } else if self.try_next(branch) {
                let span = branch.last_tried();
                branches.extend(self.visit(span));
            }
        }
        self.back_to(self.entered);
        branches.is_empty()
    }

    fn back_to(&mut self, depth: usize) {
        let moves = self.engine.moves().len() - depth;
        release(self.engine, moves);
    }

    /// Visits a node, which may be a piece; its span is that in the part.
    fn visit(&mut self, span: Span) -> Option<Branch> {
        let depth = self.engine.moves().len();
        let shortest = self.engine.shortest();
        let Some((item, length)) =
            shortest.filter(|_| span.share() > PIECE && depth - self.entered < self.longest)
        else {
            // A node without covers is no piece.
            if shortest.is_none_or(|(_, length)| length > 0) {
                self.keep(span.share());
            }
            return None;
        };
        let mut options = Vec::with_capacity(length);
        self.engine.list(item, &mut options);
        // One order for all engines, whatever the order of their lists.
        options.sort_unstable();
        (!options.is_empty()).then_some(Branch { item, options, next: 0, depth, span })
    }

    /// Goes on to the next child of a branch. Returns false if it has no covers.
    fn try_next(&mut self, branch: &mut Branch) -> bool {
        let (next, options) = (branch.next, &branch.options);
        branch.next += 1;
        let Some(&option) = options.get(next) else {
            // The covers with none of the options, if the item can do without.
            for &option in options {
                self.engine.ban(option);
            }
            return self.engine.shortest().is_none_or(|(_, length)| length > 0);
        };
        self.engine
            .hold(option)
            .expect("an option in the list of an item clashes with nothing held");
        let mut others = Vec::new();
        self.engine.list(branch.item, &mut others);
        others.sort_unstable();
        // If the item can have several options, covers with an earlier option belong to the earlier
        // child.
        options[..next]
            .iter()
            .filter(|other| others.binary_search(other).is_ok())
            .for_each(|&other| self.engine.ban(other));
        true
    }

    /// Makes the current node a piece.
    fn keep(&mut self, share: f64) {
        let below = &self.engine.moves()[self.entered..];
        self.pieces.push(Part {
            place: self.part.place.below(self.pieces.len() as u32 + 1),
            moves: self.part.moves.iter().chain(below).copied().collect(),
            share,
            is_uncuttable: false,
        });
    }
}
