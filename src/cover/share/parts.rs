//! Parts of a search tree: searched one by one, in any place and at any time, they have the covers
//! of the whole.
//!
//! ```text
//!    whole ──┬── 1                       cut: into the children of a node, and theirs
//!            ├── 2 ──┬── 2.1             part 2 was cut, because it took too long
//!            │       ├── 2.2
//!            │       └── 2.3  ◀── here   behind it are 3 and 4, and that is all that is left to do
//!            ├── 3
//!            └── 4
//! ```
//!
//! A [`Part`] is a list of moves: made on an engine, they leave the part's covers to be searched
//! for. It is [tried with a limit](Part::search_within). If that is not enough, what was found is
//! thrown away, and the part is *cut*: into its children, these into theirs, and so on, until each
//! is a small share of it. A part that came of one cut may take four times as long as the whole,
//! one of two cuts sixteen times as long, up to some seconds. So what is thrown away is a fraction
//! of what is kept, also where a tree is lopsided, and however large it is, no part is very long.
//!
//! Whether a part is cut depends on its nodes and covers, and where on [`Engine::shortest`] and
//! [`Engine::list`]; never on the clock, on the number of threads, or on other parts. So the parts
//! are the same on every machine, and a [`Place`] says which one is meant.
//!
//! Invariants.
//! 1. Each cover of the whole is a cover of exactly one of the parts that are not cut.
//! 2. These, in their order, have the covers in the order in which [`Engine::search`] shows them,
//!    if the engine branches on the shortest item and tries the options in the order of the
//!    problem. Links and the live list do; cells do until they hand over what is left.
//! 3. A part has fewer choices than the one that it was cut from, or else is never cut again:
//!    cutting comes to an end.
//!
//! Child *k* of a node is option *k* of the item held, and banned the options before it that could
//! still join it; the last child has all options banned. This divides the covers whatever is asked
//! of the item: each has a first option of the list, or none. If the item is to be covered exactly
//! once, as most are, nothing can join, so that there are no bans; and the last child has no
//! covers, which the engine sees at once.
//!
//! Deliberately lacking: who does the work ([`lazy`](crate::cover::share::lazy),
//! [`parallel`](crate::cover::share::parallel)), and estimates: the only way to know how large a
//! part is, is to try.

mod attempt;
mod listing;
mod outcome;
mod place;

pub(super) use self::attempt::{Tried, attempt};
pub use self::listing::{Gather, Listing, PART_BYTES};
pub use self::outcome::PartOutcome;
pub use self::place::{NotAPlace, Place};
use crate::cover::{Clash, Engine, ItemId, Move, OptionId};

/// A part that is cut falls into pieces that are, each, at most one of so many equal ones.
const PIECES: u64 = 128;

/// So many moves are made at most on the way to a piece of the whole; twice as many with each cut.
/// Only forced items can make it so long.
const LONGEST: usize = 64;

/// The nodes that the whole may take before it is cut: a few milliseconds.
const NODES: u64 = 1 << 15;

/// With each of the first cuts the parts may take four times as much; in the end some seconds.
const GROWING_CUTS: usize = 4;

/// A part of a search tree.
///
/// ```
/// use tourdion::cover::share::parts::Part;
/// use tourdion::cover::{Engine, Links, classics};
///
/// let mut engine = Links::new(&classics::queens(8)?)?;
/// let parts = Part::whole().cut(&mut engine)?;
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
    /// No item in it has to be covered any more, but some may be, so that there is nothing to cut
    /// it at.
    is_last: bool,
}

/// There is no such part.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the search has no part {0}")]
pub struct NoPart(pub Place);

impl Part {
    /// The whole tree, with what the engine holds and bans already.
    pub fn whole() -> Part {
        Part { place: Place::default(), moves: Vec::new(), share: 1.0, is_last: false }
    }

    /// The part at `place` and all behind it, in their order: what is left to do for a search that
    /// has come so far.
    ///
    /// # Errors
    /// If the tree has no such part.
    pub fn from(place: &Place, engine: &mut dyn Engine) -> Result<Vec<Part>, NoPart> {
        let no_part = || NoPart(place.clone());
        let (mut part, mut behind) = (Part::whole(), Vec::new());
        for &number in place.numbers() {
            let mut pieces = part.cut(engine).map_err(|_| no_part())?;
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
    /// If the tree has no such part.
    pub fn at(place: &Place, engine: &mut dyn Engine) -> Result<Part, NoPart> {
        Part::from(place, engine).map(|mut parts| parts.swap_remove(0))
    }

    /// Where it is.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// What has to be held and banned, beside what the engine held and banned before.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How much of the tree it is, if all children of a node are equal: the shares of all parts add
    /// up to 1.
    pub fn share(&self) -> f64 {
        self.share
    }

    /// Makes the moves. [`Part::leave`] takes them back.
    ///
    /// # Errors
    /// If one can't be made: the part is of another problem, or other options are held. Then
    /// nothing is changed.
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

    /// Cuts it into pieces. The engine is left as it was found. There are none if that shows that
    /// the part has no covers.
    ///
    /// Takes a few hundred calls of [`Engine::shortest`].
    ///
    /// # Errors
    /// As [`Part::enter`].
    pub fn cut(&self, engine: &mut dyn Engine) -> Result<Vec<Part>, Clash> {
        self.enter(engine)?;
        let longest = LONGEST << self.place.numbers().len().min(20);
        let entered = engine.moves().len();
        let mut cutter = Cutter { part: self, longest, engine, entered, pieces: Vec::new() };
        cutter.go();
        let mut pieces = cutter.pieces;
        self.leave(engine);
        // Branches that came to nothing have given their share to the others.
        let sum: f64 = pieces.iter().map(|piece| piece.share).sum();
        for piece in &mut pieces {
            piece.share *= self.share / sum;
        }
        if let [only] = &mut pieces[..] {
            only.is_last = only.moves == self.moves;
        }
        Ok(pieces)
    }

    /// The nodes that a search of it may take before it is cut.
    pub(super) fn nodes(&self) -> u64 {
        NODES << (2 * self.place.numbers().len().min(GROWING_CUTS))
    }
}

fn release(engine: &mut dyn Engine, moves: usize) {
    for _ in 0..moves {
        engine.release();
    }
}

/// Goes through the upper nodes of a part, from the first to the last.
struct Cutter<'c> {
    part: &'c Part,
    longest: usize,
    engine: &'c mut dyn Engine,
    /// How many moves were made when it came to the part.
    entered: usize,
    pieces: Vec<Part>,
}

/// A node whose options are tried one after another.
struct Branch {
    item: ItemId,
    options: Vec<OptionId>,
    next: usize,
    /// How many moves were made above.
    depth: usize,
    /// A child is one of so many, if all nodes are counted as equal.
    breadth: u64,
}

impl Cutter<'_> {
    fn go(&mut self) {
        let mut branches = Vec::new();
        branches.extend(self.visit(1));
        while let Some(branch) = branches.last_mut() {
            self.back_to(branch.depth);
            let breadth = branch.breadth;
            if branch.next > branch.options.len() {
                branches.pop();
            } else if self.try_next(branch) {
                branches.extend(self.visit(breadth));
            }
        }
        self.back_to(self.entered);
    }

    fn back_to(&mut self, depth: usize) {
        let moves = self.engine.moves().len() - depth;
        release(self.engine, moves);
    }

    /// Looks at a node, which may be a piece.
    fn visit(&mut self, breadth: u64) -> Option<Branch> {
        let depth = self.engine.moves().len();
        let shortest = self.engine.shortest();
        let Some((item, length)) =
            shortest.filter(|_| breadth < PIECES && depth - self.entered < self.longest)
        else {
            // A piece without covers is none.
            if shortest.is_none_or(|(_, length)| length > 0) {
                self.keep(breadth);
            }
            return None;
        };
        let mut options = Vec::with_capacity(length);
        self.engine.list(item, &mut options);
        // In one order, however an engine keeps its lists.
        options.sort_unstable();
        let breadth = breadth.saturating_mul(options.len() as u64);
        (!options.is_empty()).then_some(Branch { item, options, next: 0, depth, breadth })
    }

    /// Goes on to the next child of a branch. False if it has no covers.
    fn try_next(&mut self, branch: &mut Branch) -> bool {
        let (next, options) = (branch.next, &branch.options);
        branch.next += 1;
        let Some(&option) = options.get(next) else {
            // The covers with none of the options, if the item can go without.
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
        // If the item can have several options, the covers with an earlier one were that one's.
        options[..next]
            .iter()
            .filter(|other| others.contains(other))
            .for_each(|&other| self.engine.ban(other));
        true
    }

    /// A piece is here.
    #[allow(clippy::cast_precision_loss)] // a share need not be exact
    fn keep(&mut self, breadth: u64) {
        let below = &self.engine.moves()[self.entered..];
        self.pieces.push(Part {
            place: self.part.place.below(self.pieces.len() as u32 + 1),
            moves: self.part.moves.iter().chain(below).copied().collect(),
            share: 1.0 / breadth as f64,
            is_last: false,
        });
    }
}
