//! Sparse sets: the options left of each item stand together, and a step touches only what changes.
//!
//! # The sets
//!
//! This is the layout of the toy problem of [`cover`](super). Each item has a set of options in one
//! array, and a size: the number of options left. The options that have gone stand to the right of
//! these:
//!
//! ```text
//!                a      b      c      d        e      f      g
//!      set     1 3    2 4    0 2    1 3 5    0 5    2 3    1 4 5        options  0 c e     3 a d f
//!      size     2      2      2       3       2      2       3                   1 a d g   4 b g
//!                                                                                2 b c f   5 d e g
//! ```
//!
//! To *choose* `a d f` is to cover its items. Each other option left of them then leaves the sets
//! of its other items: it changes places with the last one left, and the size falls by one.
//!
//! ```text
//!              a     b     c     d       e     f     g
//!     set    3 1   4|2   0|2   3 1 5   0|5   3 2   4|5 1   | to the left of it is what is left
//!     size    C     1     1      C      1     C      1     C covered: as it was, and not looked at
//! ```
//!
//! To take that back is to let the sizes rise again. The sets keep their new order: the order of a
//! set does not matter. So a *trail* of the items whose sizes fell is enough, and the way back only
//! walks this trail. Dancing links undo each removal of a node; here only a number is undone.
//!
//! # Forced items
//!
//! A size that falls to 1 puts its item into a *queue* of forced items, and a size that falls to 0
//! ends the choice half-way. A branch happens only if no item is forced, on an item with the fewest
//! options. Bounds for blocks of items (`bounds`) find it without a look at each item. So a node
//! costs only what changes there, even with a million items. Levels of the search are not nested
//! calls.
//!
//! The rest of the problem becomes small in the end. When it fits in masks of 256 bits, it is
//! handed over to a [live list](crate::cover::engine::live), which does little work for each
//! option, but for all of them (`residue`).
//!
//! # A first cover
//!
//! For a first cover another search on the same sets learns by weights where it fails, and begins
//! anew (`weighted`), and so does one with multiplicities (`multiple::weighted`).
//!
//! # Multiplicities
//!
//! Items that must or may stand in several options have a search of their own (`multiple`), on the
//! same sets. It never hands over.
//!
//! # Invariants
//!
//! Between two calls:
//!
//! 1. Each node stands in its item's part of the array, where it says it does.
//! 2. An item's size is `COVERED` or more if and only if the held options leave no room in it, or
//!    give it a colour.
//! 3. For every other item, the first `size` entries of its set are the options that are neither
//!    held nor banned and clash with none held.
//! 4. Undoing all moves restores the first sizes, and the same sets up to their order. The covers
//!    and their order do not depend on that order; the order of forced options within a cover may.
//!
//! [`Engine::sanity`] checks the first three from the moves alone.
//!
//! Sources: sparse sets are Briggs and Torczon's (*An efficient representation for sparse sets*,
//! 1993), for backtracking le Clément de Saint-Marcq, Schaus, Solnon and Lecoutre's (2013); Knuth
//! calls exact cover on them *dancing cells* (4B, 7.2.2.1, and his programs SSXCC).
//!
//! Deliberately lacking: costs, remembering states, and handing over problems with multiplicities.

mod blocks;
mod demands;
mod layout;
mod multiple;
mod residue;
mod sanity;
mod search;
mod sets;
mod weighted;
mod weights;

use std::ops::ControlFlow;
use std::sync::Arc;

use self::demands::Demands;
use self::layout::{Key, lay_out};
use self::multiple::{Choices, MultipleSearch};
use self::residue::Rest;
use self::search::{Branches, Search};
use self::sets::{Mark, Sets};
use self::weighted::{Exact, search_by};
use self::weights::Weights;
use super::EngineWatch;
use super::moves::Moves;
use super::progress::Progress;
use crate::cover::{
    Clash, Cover, Engine, ItemId, Move, OptionId, Problem, ProblemError, Statistics,
};

/// The sparse-set engine, for any exact-cover problem, and for those with multiplicities.
///
/// ```
/// use tourdion::cover::{Cells, Engine, classics};
///
/// let mut engine = Cells::new(&classics::queens(8)?)?;
/// assert_eq!(engine.count(u64::MAX), 92);
///
/// // Two or three of four; two of these never go together.
/// let mut engine = Cells::new(&"2:3|c | x\nc\nc\nc x\nc x\n".parse()?)?;
/// assert_eq!(engine.count(u64::MAX), 5 + 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Cells {
    sets: Sets,
    key: Arc<Key>,
    rest: Rest,
    branches: Branches,
    /// If it searches by weights.
    weights: Option<Weights>,
    /// If the problem has multiplicities.
    multiple: Option<Multiple>,
    moves: Moves<Before>,
    path: Vec<u32>,
    statistics: Statistics,
    next_pulse: u64,
}

/// The state before a move.
#[derive(Clone, Copy, Debug)]
struct Before {
    sets: Mark,
    /// The length of the trail of the multiplicities.
    demands: usize,
}

/// Additional state for a search with multiplicities.
#[derive(Debug)]
struct Multiple {
    demands: Demands,
    choices: Choices,
}

impl Cells {
    /// An engine for `problem`, with nothing held and nothing banned.
    ///
    /// # Errors
    /// [`ProblemError::TooLarge`] if its items, or its options and their entries together, are 2^31
    /// or more.
    pub fn new(problem: &Problem) -> Result<Cells, ProblemError> {
        let (sets, key) = lay_out(problem)?;
        Ok(Cells {
            rest: Rest::new(&sets, &key),
            branches: Branches::default(),
            weights: None,
            multiple: problem.is_multiple().then(|| Multiple {
                demands: Demands::new(problem, &sets, &key),
                choices: Choices::default(),
            }),
            moves: Moves::new(key.options()),
            path: Vec::new(),
            statistics: Statistics::default(),
            next_pulse: u64::MAX,
            sets,
            key: Arc::new(key),
        })
    }

    /// The same engine, which hands over to a live list as soon as the rest takes at most `bits`
    /// bits: one for each item, or two for each binary digit of the colours of an item that has
    /// colours. With 0 it never does. A live list has 256 bits, less a few for the numbers of the
    /// options; this is the initial limit, and the highest.
    #[must_use]
    pub fn handing_over(mut self, bits: usize) -> Cells {
        self.rest.set_limit(bits, &self.key);
        self
    }

    /// The same engine in portable code only, for tests and comparisons.
    #[doc(hidden)]
    #[must_use]
    pub fn portable(mut self) -> Cells {
        self.rest.make_portable();
        self
    }

    /// The same engine, which searches by weights and restarts again and again until it has
    /// shown a cover: for a first cover. It looks at all items in each node, and does not hand
    /// over.
    #[must_use]
    pub fn weighted(mut self) -> Cells {
        self.weights = Some(Weights::new(self.sets.primary, self.key.options()));
        self
    }

    /// Another engine of the same problem with the same moves, which searches plainly.
    pub(in crate::cover) fn plain_twin(&self) -> Cells {
        Cells {
            sets: self.sets.clone(),
            key: Arc::clone(&self.key),
            rest: Rest::new(&self.sets, &self.key),
            branches: Branches::default(),
            weights: None,
            multiple: self.multiple.as_ref().map(|Multiple { demands, .. }| Multiple {
                demands: demands.clone(),
                choices: Choices::default(),
            }),
            moves: self.moves.clone(),
            path: Vec::new(),
            statistics: Statistics::default(),
            next_pulse: u64::MAX,
        }
    }

    /// The item that keeps the option from joining those held.
    fn clash(&self, option: OptionId) -> Option<ItemId> {
        self.sets.clash(self.key.nodes(option.0)).map(|item| self.key.item(item))
    }

    /// The current state.
    fn mark(&self) -> Before {
        let demands = self.multiple.as_ref().map_or(0, |multiple| multiple.demands.mark());
        Before { sets: self.sets.mark(), demands }
    }
}

impl crate::cover::engine::sealed::SealedEngine for Cells {}

impl Engine for Cells {
    fn hold(&mut self, option: OptionId) -> Result<(), Clash> {
        self.moves.check_free(option)?;
        if let Some(item) = self.clash(option) {
            return Err(Clash::Item(item));
        }
        self.moves.hold(option, self.mark());
        // Unlike a choice, a hold may leave an item without options: the search then finds no
        // cover, but there is no clash. Bounds that are too low are corrected here, since
        // `shortest` can't.
        match &mut self.multiple {
            None => {
                self.sets.hold(self.key.nodes(option.0).start);
                let Sets { blocks, size, primary, .. } = &mut self.sets;
                blocks.shortest(&size[..*primary], 0);
            }
            Some(multiple) => {
                multiple.demands.choose(option.0, &mut self.sets, &self.key);
                multiple.demands.forced();
            }
        }
        Ok(())
    }

    fn ban(&mut self, option: OptionId) {
        let left = self.moves.is_free(option) && self.clash(option).is_none();
        self.moves.ban(option, left.then(|| self.mark()));
        if left {
            match &mut self.multiple {
                None => self.sets.strike(self.key.nodes(option.0).start),
                Some(multiple) => {
                    multiple.demands.ban(option.0, &mut self.sets, &self.key);
                }
            }
        }
    }

    fn release(&mut self) -> Option<Move> {
        let (latest, before) = self.moves.release()?;
        if let Some(before) = before {
            match &mut self.multiple {
                None => self.sets.back_to(before.sets),
                Some(multiple) => multiple.demands.back_to(before.demands, &mut self.sets),
            }
        }
        Some(latest)
    }

    fn moves(&self) -> &[Move] {
        self.moves.as_slice()
    }

    fn shortest(&self) -> Option<(ItemId, usize)> {
        let item = match &self.multiple {
            None => self.sets.blocks.first_shortest(&self.sets.size[..self.sets.primary]),
            Some(multiple) => multiple.demands.blocks.first_shortest(&multiple.demands.slack),
        }?;
        Some((self.key.item(item), self.sets.left_of(item).len()))
    }

    fn list(&self, item: ItemId, options: &mut Vec<OptionId>) {
        let open = |&item: &usize| item < self.sets.primary && !self.sets.is_covered(item);
        let Some(item) = self.key.number(item).filter(open) else { return };
        let from = options.len();
        options.extend(self.sets.left_of(item).iter().map(|&node| OptionId(self.key.option(node))));
        options[from..].sort_unstable();
    }

    fn optional(&self, options: &mut Vec<OptionId>) {
        if self.multiple.is_some() && self.shortest().is_none() {
            options.extend(multiple::options_left(&self.sets, &self.key).map(OptionId));
            options.sort_unstable();
        }
    }

    fn search(
        &mut self,
        visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &mut EngineWatch<'_>,
    ) -> ControlFlow<()> {
        let Cells {
            sets,
            key,
            rest,
            branches,
            weights,
            multiple,
            moves,
            path,
            statistics,
            next_pulse,
        } = self;
        sets.updates = 0;
        let progress =
            Progress::new((visitor, watch), moves.as_slice(), path, statistics, next_pulse);
        let flow = if let Some(Multiple { demands, choices }) = multiple {
            let mark = demands.mark();
            let mut search = MultipleSearch { sets, key, demands, choices, progress };
            let flow = match weights {
                None => search.run(),
                Some(weights) => search_by(weights, &mut search),
            };
            drop(search);
            demands.back_to(mark, sets);
            flow
        } else {
            let mark = sets.mark();
            let is_coloured = !sets.given.is_empty();
            let mut search = Search { sets, key, rest, branches, progress };
            let flow = match (weights, is_coloured) {
                (None, false) => search.run::<false>(),
                (None, true) => search.run::<true>(),
                (Some(weights), false) => search_by(weights, &mut Exact::<false>(&mut search)),
                (Some(weights), true) => search_by(weights, &mut Exact::<true>(&mut search)),
            };
            drop(search);
            sets.back_to(mark);
            flow
        };
        statistics.updates += std::mem::take(&mut sets.updates);
        flow
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn sanity(&self) -> Result<(), String> {
        sanity::check(self)
    }
}

#[cfg(test)]
mod tests;
