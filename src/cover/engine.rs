//! Engines search for covers: each is made from a problem once, and answers many questions.
//!
//! ```text
//!                    a node costs                good where
//!
//!      links         what it removes             everywhere, and to be compared with
//!      live          a pass over one short list  problems are narrow: packings, queens
//!      cells         what it removes, in arrays  problems are wide
//!      rows          what it removes, in sets    a thousand options clash with few each
//!      learn         what follows, and why       one cover of a wide problem is wanted
//! ```
//!
//! All implement [`Engine`] and find the same covers; one test asks all of them the same questions
//! (`tests/it/covers.rs`). [`choice`](super::choice) says which fits a problem.

use std::ops::ControlFlow;

use super::problem::{ItemId, OptionId};
use crate::watch::{Patient, Watch};

pub mod cells;
mod colours;
pub mod learn;
pub(in crate::cover) mod lengths;
pub mod links;
pub mod live;
mod moves;
mod order;
pub(in crate::cover) mod plain;
pub(in crate::cover) mod prices;
mod progress;
mod restarts;
pub mod rows;
pub(in crate::cover) mod secondary;
pub(in crate::cover) mod span;

pub use cells::Cells;
pub use learn::Learn;
pub use links::Links;
pub use live::{HighBounds, Live, LiveError, TooWide};
pub use rows::{Rows, RowsError, RowsTooWide};

/// A search for exact covers. It is built from a problem once, and answers any number of questions,
/// with some options held and others banned.
///
/// ```
/// use tourdion::cover::{Engine, Links, Problem};
///
/// let problem: Problem = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g".parse()?;
/// let mut engine = Links::new(&problem)?;
/// let options: Vec<_> = problem.options().collect();
///
/// assert_eq!(engine.first(2), [[options[3], options[0], options[4]]]);
/// engine.ban(options[4]);                              // without `b g` ...
/// assert_eq!(engine.count(u64::MAX), 0);               // ... there is no cover
/// engine.release();
/// engine.hold(options[0])?;
/// assert!(engine.hold(options[2]).is_err());           // `b c f` clashes with `c e`
/// assert_eq!(engine.count(u64::MAX), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("Solver", "AlgorithmX", "DLX", "dancing_links"))]
pub trait Engine: sealed::SealedEngine + Send {
    /// Puts `option` into every cover until it is released.
    ///
    /// # Errors
    /// If the option clashes with a held option, is already held or banned, or is of another
    /// problem. Then nothing changes. If an option is banned and also clashes, the earlier of the
    /// two moves decides whether the error is [`Clash::Banned`] or [`Clash::Item`].
    fn hold(&mut self, option: OptionId) -> Result<(), Clash>;

    /// Keeps `option` out of every cover until it is released. If the option clashes with a held
    /// one, is already held or banned, or is of another problem, only [`Engine::moves`] changes: a
    /// held option stays held.
    fn ban(&mut self, option: OptionId);

    /// Takes back the latest [`Engine::hold`] or [`Engine::ban`], and returns it; `None` if there
    /// is none.
    fn release(&mut self) -> Option<Move>;

    /// What is held and banned, in order.
    fn moves(&self) -> &[Move];

    /// The primary item on which a search would branch first, and the number of its options left.
    /// Without multiplicities it is the uncovered primary item with the fewest options left, or, if
    /// all have some, the one that a [`Branching`](links::Branching) prefers. With them it is,
    /// among the items that still need an option, the one with the fewest options beyond those that
    /// it needs; an item with too few options counts as one with just enough. `None` if no item
    /// needs an option.
    ///
    /// Looks at every item. Among equal items it returns the first in the order of the problem, so
    /// that code built on it ([`parts`](super::share::parts)) does not depend on earlier questions.
    fn shortest(&self) -> Option<(ItemId, usize)>;

    /// Appends the options left of a primary item: those that are neither held nor banned, and do
    /// not clash with a held one. Appends nothing if the held options leave no room in the item
    /// (without multiplicities: if one of them covers it), or if it is not a primary item of this
    /// problem.
    fn list(&self, item: ItemId, options: &mut Vec<OptionId>);

    /// When no item needs an option any more, appends the options that could still be added to the
    /// cover, in the order of the problem: those that are not banned and have room in all their
    /// items. Only problems with multiplicities have such options. Appends nothing while an item
    /// needs an option.
    fn optional(&self, _options: &mut Vec<OptionId>) {}

    /// Passes to `visitor` every cover that has all held options and no banned one, each once. (An
    /// option that was banned while it was held stays held.) `watch` has a pulse every few thousand
    /// nodes, with or without covers, or as often as its [patience](Watch::patience) requires, and
    /// more often if nodes take long. Afterwards the engine is in the same state as before, even if
    /// the visitor or the watch ended the search.
    ///
    /// Returns `Break` if the visitor or the watch did.
    fn search(
        &mut self,
        visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &mut EngineWatch<'_>,
    ) -> ControlFlow<()>;

    /// The work of all searches of this engine so far.
    fn statistics(&self) -> Statistics;

    /// Checks every field that others determine, for tests.
    ///
    /// # Errors
    /// Says what is inconsistent.
    fn sanity(&self) -> Result<(), String>;

    /// The number of covers, at most `limit`.
    fn count(&mut self, limit: u64) -> u64 {
        let mut found = 0;
        let mut count = |_: Cover<'_>| {
            found += 1;
            if found < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        if limit > 0 {
            let _ = self.search(&mut count, &mut Patient);
        }
        found
    }

    /// The first `limit` covers, each with its options in the order of holding and choosing.
    fn first(&mut self, limit: usize) -> Vec<Vec<OptionId>> {
        let mut covers = Vec::new();
        if limit > 0 {
            let mut keep = |cover: Cover<'_>| {
                covers.push(cover.options().collect());
                if covers.len() < limit {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            let _ = self.search(&mut keep, &mut Patient);
        }
        covers
    }
}

pub(in crate::cover) mod sealed {
    /// Engines are written here, beside their tests.
    pub trait SealedEngine {
        /// Whether a search shows covers in an order that does not depend on how it is cut into
        /// [parts](crate::cover::share::parts).
        fn keeps_order_in_parts(&self) -> bool {
            false
        }
    }
}

/// An option that is held or banned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// In every cover.
    Held(OptionId),
    /// In no cover.
    Banned(OptionId),
}

impl Move {
    /// The option, held or banned.
    pub fn option(self) -> OptionId {
        let (Move::Held(option) | Move::Banned(option)) = self;
        option
    }

    /// The option, if it is held.
    pub fn held(self) -> Option<OptionId> {
        if let Move::Held(option) = self { Some(option) } else { None }
    }
}

/// Takes back all moves of `engine` but the first `count`.
pub(crate) fn release_to(engine: &mut dyn Engine, count: usize) {
    while engine.moves().len() > count {
        engine.release();
    }
}

/// Gives `engine` these moves and no others. It keeps those that are the first of its own already:
/// a question that shares its first moves with the last one does not even release them.
///
/// # Errors
/// If an option can't be held. The moves before it are made then.
pub(crate) fn set_moves(
    engine: &mut dyn Engine,
    moves: impl IntoIterator<Item = Move>,
) -> Result<(), Clash> {
    let mut moves = moves.into_iter().peekable();
    let made = engine.moves().iter();
    let common = made.take_while(|&made| moves.next_if_eq(made).is_some()).count();
    release_to(engine, common);
    for next in moves {
        match next {
            Move::Held(option) => engine.hold(option)?,
            Move::Banned(option) => engine.ban(option),
        }
    }
    Ok(())
}

/// Why an option can't be held.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Clash {
    /// A held option covers an item of the option, or gives it another colour.
    #[error("the option's item number {} is taken by an option that is held", .0.index())]
    Item(ItemId),
    /// The option is held already.
    #[error("the option is held already")]
    Held,
    /// The option is banned.
    #[error("the option is banned")]
    Banned,
    /// The option is not one of the engine's problem.
    #[error("the option is not of this problem")]
    Unknown,
}

/// The work of a search, in Knuth's terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Statistics {
    /// Nodes of the search tree: choices of an option, forced or free, and one root for each
    /// search.
    pub nodes: u64,
    /// Removals of a node or an item from its list; each is also undone once. For engines that copy
    /// lists, the options left out of copies. For one that learns, the options left out, and the
    /// looks at clauses.
    pub updates: u64,
    /// Covers found.
    pub covers: u64,
}

impl Statistics {
    /// The work in updates, a node being eight: without a clock, what is nearest to the time of an
    /// engine, for searches that race.
    pub(in crate::cover) fn work(&self) -> u64 {
        self.nodes.saturating_mul(8).saturating_add(self.updates)
    }

    /// The work of both.
    pub(in crate::cover) fn plus(self, other: Statistics) -> Statistics {
        Statistics {
            nodes: self.nodes + other.nodes,
            updates: self.updates + other.updates,
            covers: self.covers + other.covers,
        }
    }

    /// The work since an earlier moment.
    pub(in crate::cover) fn since(self, before: Statistics) -> Statistics {
        Statistics {
            nodes: self.nodes - before.nodes,
            updates: self.updates - before.updates,
            covers: self.covers - before.covers,
        }
    }
}

/// How far a search is, for what [watches](Watch) it.
#[derive(Clone, Copy, Debug)]
pub struct EngineProgress<'e> {
    /// What all searches of the engine have done so far.
    pub statistics: Statistics,
    /// Not a cover but a part of one, as far as is known: the options held, and those chosen on the
    /// way from the root to the node where the search is.
    pub partial: Cover<'e>,
}

/// What watches a search.
pub type EngineWatch<'w> = dyn for<'e> Watch<EngineProgress<'e>> + 'w;

/// A cover, as the engine stores it. Its options are listed only on request, since that takes time.
#[derive(Clone, Copy, Debug)]
pub struct Cover<'e> {
    held: &'e [Move],
    chosen: &'e [u32],
    /// The option for each number in `chosen`; `None` if it is the option's own number.
    option_of: Option<&'e [OptionId]>,
}

impl<'e> Cover<'e> {
    /// A cover of the options held and of those with these numbers.
    pub(in crate::cover) const fn new(held: &'e [Move], chosen: &'e [u32]) -> Cover<'e> {
        Cover { held, chosen, option_of: None }
    }

    /// The options of the cover: those held, then those chosen, each in order.
    pub fn options(self) -> impl Iterator<Item = OptionId> + 'e {
        let held = self.held.iter().filter_map(|m| m.held());
        held.chain(self.chosen())
    }

    /// The options that the search chose, without those held.
    pub fn chosen(self) -> impl DoubleEndedIterator<Item = OptionId> + ExactSizeIterator + 'e {
        self.chosen.iter().map(move |&number| match self.option_of {
            Some(option_of) => option_of[number as usize],
            None => OptionId(number),
        })
    }
}

/// The complaint of a check of an engine's [sanity](Engine::sanity) that does not hold.
fn ensure(holds: bool, complaint: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(complaint()) }
}
