//! The live list: options as sets of bits, copied and counted in one pass, without links.
//!
//! # The list
//!
//! This is the layout of the toy problem of [`cover`](super). An item is a bit, and an option a
//! *mask* of them. The options that can still be chosen stand one after another in a list:
//!
//! ```text
//!                  a b c d e f g
//!      c e         . . x . x . .
//!      a d g       x . . x . . x
//!      b c f       . x x . . x .
//!      a d f       x . . x . x .
//!      b g         . x . . . . x
//!      d e g       . . . x x . x
//!      counts      2 2 2 3 2 2 3
//! ```
//!
//! To *choose* `a d f` is a *pass* over the list: it copies the options that do not meet the mask
//! above the list, and counts them.
//!
//! ```text
//!                  a b c d e f g
//!      c e         . . x . x . .
//!      b g         . x . . . . x
//!      counts      . 1 1 . 1 . 1         b, c, e and g are forced
//! ```
//!
//! To take the choice back is to forget the copy. Nothing changed, so nothing is undone.
//!
//! The counts are bit-sliced (`counts`): one step counts an option in all its items. So a node
//! knows at once which items are forced, and which has the fewest options.
//!
//! Most lists are dead: an item has no option left. So a *probe* precedes the copy (`passes`). It
//! takes a fraction of the time, and finds the items with no option and those with one. The options
//! of *all* forced items are taken, and the same list is probed again without the options that
//! clash with them. Only a list to branch on is copied.
//!
//! Dancing links look only at what changes. A live list looks at every option, but does little to
//! each, and is much faster while masks have few words: a pass takes some twenty instructions for
//! eight options with AVX-512 (`avx512`), or for four with AVX2 (`avx2`). For thousands of items,
//! links are better.
//!
//! When 32 options or fewer are left, they and the items become a table of bits. There a node takes
//! a few instructions (`endgame`).
//!
//! # Words
//!
//! A mask has up to four words. When the items left fit in two words or one, the bits that matter
//! are squeezed together, and the search continues with shorter masks (`search`).
//!
//! # Colours
//!
//! A colour is a few *pairs* of bits. An option has one bit of a pair, and takes the other from the
//! options of another colour (`layout`). Testing an option for a clash with the chosen ones is
//! still a single `and`.
//!
//! # Multiplicities
//!
//! Items may be bounded to stand in several options (`multiple`). What an option takes then depends
//! on the room left in its items (`demands`). The search is the same code, compiled once more.
//!
//! # Invariants
//!
//! 1. Two options of the problem clash if and only if the bits that one has meet the bits that the
//!    other takes; this is symmetric.
//! 2. `had` has the bits of held options that no other option may have, and `taken` the bits that
//!    clash with them. Without multiplicities these are the unions of the bits that the held
//!    options have and take. Undoing all moves restores the first state.
//! 3. During a search, a node's list has exactly the options with a primary item that are neither
//!    held nor banned and clash with none held or chosen, in the order of the problem. The list of
//!    a node above stays whole while its branch lasts; with multiplicities, the options tried are
//!    banned in it.
//!
//! [`Engine::sanity`] checks the first two.
//!
//! Sources: Algorithm X on words of bits is folklore. Carry-save counting of many words is Harley's
//! and Seal's (Warren, *Hacker's Delight*, 5-1).
//!
//! Where only cheap covers are wanted, a search leaves out choices that come to too much
//! (`prices`).
//!
//! Deliberately lacking: problems of more than 256 bits ([`TooWide`]), an order by costs, and
//! remembering states.

// The parts of the search are inlined, so that they are compiled for the instructions of their
// caller.
#![allow(clippy::inline_always)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod branch;
mod candidates;
mod code;
pub(super) mod compiled;
mod counts;
mod demands;
mod endgame;
mod layout;
mod lists;
pub(super) mod mask;
mod multiple;
mod node;
mod numbers;
mod passes;
pub(super) mod residue;
mod sanity;
mod search;

use std::cmp::Reverse;
use std::ops::ControlFlow;

use self::code::Code;
use self::counts::Counts;
use self::demands::{Demands, PLAIN};
use self::layout::{Layout, WORDS, Wide};
use self::lists::Lists;
use self::mask::{Bit, both, meet, minus, not_empty, size, union};
pub use self::multiple::HighBounds;
use self::multiple::Multiple;
use self::node::{Node, taken_by};
use self::passes::{Passes, Portable};
use self::search::{Below, Floors};
use super::EngineWatch;
use super::moves::Moves;
use super::order::OptionOrder;
use super::prices::Prices;
use super::progress::{Observers, Progress};
use crate::cover::{Clash, Cover, Engine, ItemId, Move, OptionId, Problem, Statistics};
use crate::instructions::Instructions;

/// The bits of a mask.
pub(super) const BITS: usize = 64 * WORDS;

/// The problem needs more bits than the masks of [`Live`] have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the items and their colours take {bits} bits and the numbers of {options} options \
     a few more, but a live list has only 256"
)]
pub struct TooWide {
    /// The bits needed: one for each primary item and each shared secondary item without colours,
    /// two for each binary digit of the colours of another.
    pub bits: usize,
    /// The number of options.
    pub options: usize,
}

/// Why there is no live list for a problem.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LiveError {
    /// Its masks are too short.
    #[error(transparent)]
    TooWide(#[from] TooWide),
    /// It keeps no bounds so high.
    #[error(transparent)]
    HighBounds(#[from] HighBounds),
}

/// The live-list engine.
///
/// ```
/// use tourdion::cover::{Engine, Live, classics};
///
/// let mut engine = Live::new(&classics::queens(8)?)?;
/// assert_eq!(engine.count(u64::MAX), 92);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Live {
    /// The mask of each option, and whether it has a primary item.
    masks: Vec<Wide>,
    is_loose: Vec<bool>,
    /// The order of the options, if it is not that of the problem.
    order: Option<Box<[u32]>>,
    layout: Layout,
    moves: Moves<Held>,
    held: Held,
    code: Code,
    /// The list that a search begins with, and the floors below.
    root: Lists<WORDS>,
    floors: Box<Floors<PLAIN, PLAIN>>,
    /// If the problem has multiplicities.
    multiple: Option<Multiple>,
    path: Vec<u32>,
    statistics: Statistics,
    next_pulse: u64,
}

/// The bits of held options that have no room, and the bits that they take.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Held {
    had: Wide,
    taken: Wide,
}

impl Held {
    /// Adds a held option.
    fn hold(&mut self, mask: &Wide, pairs: &Wide) {
        self.had = union(&self.had, mask);
        self.taken = union(&self.taken, &taken_by(mask, pairs));
    }
}

impl Live {
    /// An engine for `problem`, with nothing held and nothing banned.
    ///
    /// # Errors
    /// If masks of 256 bits are too short, or bounds too high.
    pub fn new(problem: &Problem) -> Result<Live, LiveError> {
        multiple::check(problem)?;
        let layout = Layout::new(problem)?;
        let masks: Vec<Wide> =
            problem.options().map(|option| layout.mask(problem, option)).collect();
        Ok(Live {
            is_loose: masks.iter().map(|mask| !meet(mask, &layout.primary)).collect(),
            moves: Moves::new(masks.len()),
            masks,
            held: Held { had: [0; WORDS], taken: [0; WORDS] },
            code: Code::best(),
            root: Lists::default(),
            floors: Box::default(),
            order: None,
            multiple: problem.is_multiple().then(|| Multiple::new(problem, &layout)),
            layout,
            path: Vec::new(),
            statistics: Statistics::default(),
            next_pulse: u64::MAX,
        })
    }

    /// The number of bits, of 256, that a live list needs for the items and colours of `problem`.
    ///
    /// # Errors
    /// If 256 are not enough, or bounds are too high.
    pub fn bits(problem: &Problem) -> Result<usize, LiveError> {
        multiple::check(problem)?;
        Ok(Layout::new(problem)?.total)
    }

    /// Whether a live list takes this problem.
    pub(in crate::cover) fn takes(problem: &Problem) -> bool {
        problem.primary_count() <= BITS && Live::bits(problem).is_ok()
    }

    /// The same engine in portable code only, for tests and comparisons.
    #[doc(hidden)]
    #[must_use]
    pub fn portable(mut self) -> Live {
        self.code = Code::Portable;
        self
    }

    /// The same engine, which tries of an item's options first those with the most primary items:
    /// for a first cover. What such an option leaves is small, and soon searched.
    ///
    /// ```
    /// use tourdion::cover::{Engine, Live, OptionId};
    ///
    /// let problem = "a b\na\nb\na b\n".parse()?;
    /// assert_eq!(Live::new(&problem)?.first(1), [[OptionId::at(0), OptionId::at(1)]]);
    /// assert_eq!(Live::new(&problem)?.largest_first().first(1), [[OptionId::at(2)]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn largest_first(mut self) -> Live {
        let items = |option: &u32| size(&both(&self.masks[*option as usize], &self.layout.primary));
        let mut order: Vec<u32> = (0..self.masks.len() as u32).collect();
        order.sort_by_key(|option| Reverse(items(option)));
        self.order = (!order.is_sorted()).then(|| order.into());
        self
    }

    /// The same engine, which tries of an item's options first those that have the most open items,
    /// and of these those that clash with the fewest others: for a first cover, without
    /// multiplicities. It does so while more than 32 options are left.
    ///
    /// ```
    /// use tourdion::cover::{Engine, Live, classics};
    ///
    /// let problem = classics::langford(40)?;
    /// let mut engine = Live::new(&problem)?.least_clashing_first();
    /// assert_eq!(engine.first(1)[0].len(), 40); // as they are listed, 25 million nodes
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn least_clashing_first(mut self) -> Live {
        self.change_order();
        self
    }

    /// Searches in that order from now on.
    pub(in crate::cover) fn change_order(&mut self) {
        self.floors.set_order(OptionOrder::LeastClashingFirst);
    }

    /// Whether a search could be [in another order](Live::least_clashing_first).
    pub(in crate::cover) fn has_another_order(&self) -> bool {
        self.multiple.is_none() && self.floors.order() == OptionOrder::AsListed
    }

    /// The same engine for given instructions, falling back to portable code if this processor
    /// lacks any that the engine needs. All find the same covers by the same nodes in the same
    /// order.
    #[must_use]
    pub fn on(mut self, instructions: Instructions) -> Live {
        self.code = Code::new(instructions);
        self
    }

    /// The instructions that the engine uses.
    pub fn instructions(&self) -> Instructions {
        self.code.instructions()
    }

    /// The primary items that no held option covers.
    fn open(&self) -> Wide {
        minus(&self.layout.primary, &self.held.had)
    }

    /// Whether the option is neither held nor banned, and clashes with nothing held.
    fn is_left(&self, option: usize) -> bool {
        self.moves.is_free(OptionId::at(option)) && !meet(&self.masks[option], &self.held.taken)
    }

    /// The options left of a primary item that no held option covers; none for other items.
    fn left_of(&self, item: ItemId) -> impl Iterator<Item = OptionId> {
        let bit = self.layout.primary(item).filter(|bit| bit.is_in(&self.open()));
        let options = if bit.is_some() { self.masks.len() } else { 0 };
        let has_it = move |option: usize| bit.is_some_and(|bit| bit.is_in(&self.masks[option]));
        (0..options).filter(move |&option| has_it(option) && self.is_left(option)).map(OptionId::at)
    }

    /// Lists and counts the options that a search may choose.
    fn list_all(&mut self) -> Node<WORDS, PLAIN> {
        self.root.begin_alone(self.masks.len());
        let mut counts = Counts::NONE;
        for number in 0..self.masks.len() {
            let option = self.order.as_ref().map_or(number, |order| order[number] as usize);
            if !self.is_loose[option] && self.is_left(option) {
                counts.add(&self.masks[option]);
                self.root.push(&self.masks[option], option as u32);
            }
        }
        let demands = Demands::one_each(self.open());
        Node { start: 0, end: self.root.count(), counts, demands }
    }

    /// Searches for the covers that these prices allow, and shows no others.
    pub(in crate::cover) fn search_within(
        &mut self,
        prices: Option<&Prices>,
        visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &mut EngineWatch<'_>,
    ) -> ControlFlow<()> {
        let observers: Observers<'_> = (visitor, watch);
        match self.code {
            Code::Portable => self.run(Portable, prices, observers),
            #[cfg(target_arch = "x86_64")]
            Code::Avx2(avx2) => self.run(avx2, prices, observers),
            #[cfg(target_arch = "x86_64")]
            Code::Avx512(avx512) => self.run(avx512, prices, observers),
        }
    }

    /// Searches with these passes.
    fn run<P: Passes>(
        &mut self,
        passes: P,
        prices: Option<&Prices>,
        (visitor, watch): Observers<'_>,
    ) -> ControlFlow<()> {
        let node = self.list_all();
        let Live { moves, path, statistics, next_pulse, .. } = self;
        let mut progress =
            Progress::new((visitor, watch), moves.as_slice(), path, statistics, next_pulse)
                .within(prices);
        if let Some(multiple) = &mut self.multiple {
            return multiple.search(passes, node, (&self.root, &self.layout), &mut progress);
        }
        let open = node.demands.open;
        if !not_empty(&open) {
            return progress.show();
        }
        if not_empty(&minus(&open, &node.counts.some())) {
            return ControlFlow::Continue(());
        }
        self.floors.begin(passes, node, (&self.root, self.layout.pairs), &mut progress)
    }
}

impl crate::cover::engine::sealed::SealedEngine for Live {
    fn keeps_order_in_parts(&self) -> bool {
        self.order.is_none() && self.floors.order() == OptionOrder::AsListed
    }
}

impl Engine for Live {
    fn hold(&mut self, option: OptionId) -> Result<(), Clash> {
        self.moves.check_free(option)?;
        let mask = self.masks[option.index()];
        if let Some(item) = self.layout.first_of(&mask, &self.held.taken) {
            return Err(Clash::Item(item));
        }
        self.moves.hold(option, self.held);
        let full = self.multiple.as_mut().map_or(mask, |multiple| multiple.hold(&mask));
        self.held.hold(&full, &self.layout.pairs);
        Ok(())
    }

    fn ban(&mut self, option: OptionId) {
        let left = self.is_left(option.index());
        self.moves.ban(option, left.then_some(self.held));
    }

    fn release(&mut self) -> Option<Move> {
        let (latest, before) = self.moves.release()?;
        self.held = before.unwrap_or(self.held);
        if let (Some(multiple), Some(option)) = (&mut self.multiple, latest.held()) {
            multiple.release(&self.masks[option.index()]);
        }
        Some(latest)
    }

    fn moves(&self) -> &[Move] {
        self.moves.as_slice()
    }

    fn shortest(&self) -> Option<(ItemId, usize)> {
        let open = self.open();
        let mut lengths = [0_usize; 64 * WORDS];
        for option in (0..self.masks.len()).filter(|&option| self.is_left(option)) {
            for (word, lengths) in lengths.chunks_mut(64).enumerate() {
                let mut bits = self.masks[option][word] & open[word];
                while bits != 0 {
                    lengths[bits.trailing_zeros() as usize] += 1;
                    bits &= bits - 1;
                }
            }
        }
        let items = self.layout.primaries().filter(|(_, bit)| bit.is_in(&open));
        // With multiplicities the options that an item can lose count, if it needs any.
        let key = |bit: Bit, length: usize| match &self.multiple {
            None => Some(length),
            Some(multiple) => match multiple.need(bit) as usize {
                0 => None,
                need => Some(length.saturating_sub(need)),
            },
        };
        let keyed = items.filter_map(|(item, bit)| {
            let length = lengths[bit.number()];
            key(bit, length).map(|key| (item, length, key))
        });
        let shortest = keyed.min_by_key(|&(_, _, key)| key);
        shortest.map(|(item, length, _)| (item, length))
    }

    fn list(&self, item: ItemId, options: &mut Vec<OptionId>) {
        options.extend(self.left_of(item));
    }

    fn optional(&self, options: &mut Vec<OptionId>) {
        if self.multiple.is_some() && self.shortest().is_none() {
            let left = |&option: &usize| !self.is_loose[option] && self.is_left(option);
            options.extend((0..self.masks.len()).filter(left).map(OptionId::at));
        }
    }

    fn search(
        &mut self,
        visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &mut EngineWatch<'_>,
    ) -> ControlFlow<()> {
        self.search_within(None, visitor, watch)
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
