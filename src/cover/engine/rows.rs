//! Rows of bits: the options left are one set, and an option's row says which of them it takes.
//!
//! # The rows
//!
//! This is the toy problem of [`cover`](super). Each option has a *row*, the set of options that it
//! clashes with. The options left after some choices are a set too:
//!
//! ```text
//!                  0 1 2 3 4 5
//!      0  c e      . . x . . x        left    x x x x x x
//!      1  a d g    . . . x x x
//!      2  b c f    x . . x x .        choose a d f: drop its row, and the option itself
//!      3  a d f    . x x . . x
//!      4  b g      . x x . . x        left    x . . . x .
//!      5  d e g    x x . x x .
//! ```
//!
//! A word of the set holds 64 options, so a wide problem has few. To choose is one `and`, whatever
//! the items are: secondary items and colours are in the rows, and nowhere else.
//!
//! Each primary item has a *tally* of its options left (`state`). For each option that goes, the
//! tallies of its items fall. One that falls to 1 forces its option, and says which it is. One that
//! falls to 0 ends the choice half-way.
//!
//! A branch is on an item with the fewest options; of several, on the one that failed most often
//! (`shortest`). For a first cover the option comes first that clashes with the fewest (`branch`).
//! When 32 options or fewer are left, they become a table of their own (`ending`).
//!
//! To take a choice back is to forget the copy of the set and the tallies that it was made in: a
//! kilobyte or two for a Sudoku of 16×16.
//!
//! Links and cells change a list in memory for each item of each option that goes, and change it
//! back. Here a number falls, next to the others, and nothing is undone. But rows need memory for
//! each two options, and a node looks at all of its row, so they are for some thousand options at
//! most ([`RowsTooWide`]).
//!
//! # Invariants
//!
//! Between two calls:
//!
//! 1. Two options clash if and only if each has the other's bit in its row.
//! 2. The state has the options that are neither held nor banned and clash with none held; the
//!    tallies are those of these options, and of the items that no held option covers.
//! 3. Undoing all moves restores the first state, bit for bit.
//!
//! [`Engine::sanity`] checks the second from the moves alone.
//!
//! Sources: sets of bits for the vertices of a graph, and `and` for a choice, are folklore of
//! clique searches (San Segundo, Rodríguez-Losada and Jiménez, *An exact bit-parallel algorithm for
//! the maximum clique problem*, 2011): a cover is a clique of options that don't clash.
//!
//! Deliberately lacking: multiplicities, items of more than 127 options, and rows that are not
//! stored.

// The parts of the search are inlined, so that they are compiled for the instructions of their
// caller.
#![allow(clippy::inline_always)]

mod branch;
mod ending;
mod sanity;
mod search;
mod shortest;
mod state;
mod table;

use std::ops::ControlFlow;

use self::search::{Room, Search};
use self::state::{State, number};
pub use self::table::RowsTooWide;
use self::table::{Table, place};
use super::EngineWatch;
use super::lengths::Lengths;
use super::live::compiled::Compiled;
use super::moves::Moves;
use super::order::OptionOrder;
use super::progress::Progress;
use crate::cover::{
    Clash, Cover, Engine, ItemId, Move, OptionId, Problem, ProblemError, Statistics,
};

/// Why there are no rows for a problem.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RowsError {
    /// It has multiplicities.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// It is too large.
    #[error(transparent)]
    TooWide(#[from] RowsTooWide),
}

/// The engine with rows of bits, for listing the covers of wide problems.
///
/// ```
/// use tourdion::cover::{Engine, Rows, classics};
///
/// let mut engine = Rows::new(&classics::queens(8)?)?;
/// assert_eq!(engine.count(u64::MAX), 92);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rows {
    table: Table,
    /// The options without primary items.
    loose: Vec<u64>,
    state: State,
    moves: Moves<State>,
    code: Compiled,
    room: Room,
    path: Vec<u32>,
    statistics: Statistics,
    next_pulse: u64,
}

/// Whether rows of bits suit a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cover) enum Suit {
    No,
    /// They have too few clashes for a list, but options of four items at most, in the mean.
    Few,
    /// They do if its secondary items keep pairs of options apart.
    Pairs,
    Yes,
}

impl Rows {
    /// An engine for `problem`, with nothing held and nothing banned.
    ///
    /// # Errors
    /// If an item may stand in several options, or the problem has more than 8,192 options, 127
    /// options of a primary item, or 65,535 primary items.
    pub fn new(problem: &Problem) -> Result<Rows, RowsError> {
        Rows::by(problem, &Lengths::of(problem))
    }

    /// The same for a problem with these lengths.
    pub(in crate::cover) fn by(problem: &Problem, lengths: &Lengths) -> Result<Rows, RowsError> {
        problem.refuse_multiple()?;
        table::check(problem, lengths)?;
        let table = Table::new(problem, lengths);
        let mut loose = vec![0; table.words];
        for option in (0..table.options()).filter(|&option| table.entries(option).is_empty()) {
            let (word, bit) = place(option);
            loose[word] |= bit;
        }
        Ok(Rows {
            loose,
            state: State::new(&table),
            moves: Moves::new(table.options()),
            code: Compiled::best(),
            room: Room::new(table.items().len()),
            path: Vec::new(),
            statistics: Statistics::default(),
            next_pulse: u64::MAX,
            table,
        })
    }

    /// Whether rows of bits suit a problem that is wide for a live list. A choice costs rows a
    /// step for each word of the set of options, and sparse sets one for each option that clashes:
    /// so there are at least as many clashes as words. The other bounds are those of the problems
    /// that were measured (`cargo bench --bench wide`): rows win on Sudokus and Latin squares of
    /// 16x16 with some cells empty, and lose on 50 queens, where a choice takes hundreds of options
    /// along, and on dominoes of 20x20.
    ///
    /// What is left of a Latin square of 30 or a Sudoku of 25x25 has fewer clashes, but a cover
    /// takes hundreds of nodes, and rows win by far. Such problems have options of three or four
    /// items, items of few options, and no secondary ones.
    ///
    /// For a first cover items may have more options, and options fewer items.
    ///
    /// Where secondary items keep pairs apart, neither more nor fewer clashes do harm, since other
    /// engines touch an item for each (`cargo bench --bench first`).
    pub(in crate::cover) fn suit(problem: &Problem, lengths: &Lengths) -> Suit {
        const OPTIONS: usize = 4096;
        const OPTIONS_IF_MANY_CLASH: usize = 2048;
        const CLASHES: [usize; 2] = [64, 256];
        const ITEMS: usize = 4;
        const LENGTH: usize = 10;
        let options = problem.options().len();
        if options > OPTIONS || problem.is_multiple() {
            return Suit::No;
        }
        let (items, entries) = (problem.items().len(), problem.entry_count());
        let are_items_short = items == problem.primary_count()
            && (3 * options..=ITEMS * options).contains(&entries)
            && entries <= LENGTH * items;
        let [most, most_of_pairs] = CLASHES.map(|most| most * options);
        match table::clashes(problem, lengths) {
            Some(_) if are_items_short => Suit::Yes,
            Some(clashes) if clashes < options.div_ceil(64) * options => {
                if entries <= ITEMS * options { Suit::Few } else { Suit::Pairs }
            }
            Some(clashes) if options <= OPTIONS_IF_MANY_CLASH && clashes <= most => Suit::Yes,
            Some(clashes) if clashes <= most_of_pairs => Suit::Pairs,
            _ => Suit::No,
        }
    }

    /// The same engine in portable code only, for tests and comparisons. It finds the same covers
    /// by the same nodes in the same order.
    #[must_use]
    pub fn portable(mut self) -> Rows {
        self.code = Compiled::portable();
        self
    }

    /// The same engine, which makes a table of its own of the last `options` options or fewer, of
    /// at most 32: for tests and comparisons.
    #[must_use]
    pub fn ending_at(mut self, options: usize) -> Rows {
        self.room.set_ending(options);
        self
    }

    /// The same engine, which tries of an item's options first the one that clashes with the fewest
    /// others: for a first cover.
    ///
    /// ```
    /// use tourdion::cover::{Engine, Rows, classics};
    ///
    /// let mut engine = Rows::new(&classics::latin(10)?)?.least_clashing_first();
    /// assert_eq!(engine.first(1)[0].len(), 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn least_clashing_first(mut self) -> Rows {
        self.room.set_order(OptionOrder::LeastClashingFirst);
        self
    }

    /// The same engine, which restarts until it has shown a cover: for a first cover. The
    /// shortest runs have this number of conflicts; others have multiples of it, and a run goes on
    /// that has seen much of the tree. After some 2^18 conflicts it does so no more.
    ///
    /// ```
    /// use tourdion::cover::{Engine, Rows, classics};
    ///
    /// let mut engine = Rows::new(&classics::latin(10)?)?.beginning_anew(300);
    /// assert_eq!(engine.first(1)[0].len(), 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn beginning_anew(mut self, conflicts: u32) -> Rows {
        self.room.set_run(conflicts.max(1));
        self
    }

    /// The number of a primary item among these.
    fn number(&self, item: ItemId) -> Option<usize> {
        self.table.items().binary_search(&item).ok()
    }

    /// Whether the option can still be chosen.
    fn is_left(&self, option: OptionId) -> bool {
        option.index() < self.table.options() && self.state.has(option.index())
    }
}

impl crate::cover::engine::sealed::SealedEngine for Rows {}

impl Engine for Rows {
    fn hold(&mut self, option: OptionId) -> Result<(), Clash> {
        self.moves.check_free(option)?;
        if !self.is_left(option) {
            let mut held = self.moves.as_slice().iter().filter_map(|m| m.held());
            let item = held.find_map(|held| self.table.clash(option.index(), held.index()));
            return Err(Clash::Item(item.expect("an option that went clashes with one held")));
        }
        self.moves.hold(option, self.state.clone());
        self.state.cover(&self.table, option.index());
        // Unlike a choice, a hold may leave an item without options: the search then finds no
        // cover, but there is no clash.
        self.state.drop_all(&self.table, self.table.row(option.index()));
        Ok(())
    }

    fn ban(&mut self, option: OptionId) {
        let left = self.moves.is_free(option) && self.is_left(option);
        self.moves.ban(option, left.then(|| self.state.clone()));
        if left {
            let (word, bit) = place(option.index());
            let mut alone = vec![0; self.table.words];
            alone[word] = bit;
            self.state.drop_all(&self.table, &alone);
        }
    }

    fn release(&mut self) -> Option<Move> {
        let (latest, before) = self.moves.release()?;
        if let Some(before) = before {
            self.state = before;
        }
        Some(latest)
    }

    fn moves(&self) -> &[Move] {
        self.moves.as_slice()
    }

    fn shortest(&self) -> Option<(ItemId, usize)> {
        let open = (0..self.table.items().len()).filter(|&item| !self.state.is_covered(item));
        let length = |item: usize| usize::from(number(self.state.tallies[item]));
        let item = open.min_by_key(|&item| length(item))?;
        Some((self.table.items()[item], length(item)))
    }

    fn list(&self, item: ItemId, options: &mut Vec<OptionId>) {
        let Some(item) = self.number(item).filter(|&item| !self.state.is_covered(item)) else {
            return;
        };
        let all = self.table.options_of(item).iter().map(|&option| OptionId(option.into()));
        options.extend(all.filter(|&option| self.is_left(option)));
    }

    fn search(
        &mut self,
        visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &mut EngineWatch<'_>,
    ) -> ControlFlow<()> {
        let Rows { table, loose, state, moves, code, room, path, statistics, next_pulse } = self;
        let progress =
            Progress::new((visitor, watch), moves.as_slice(), path, statistics, next_pulse);
        code.run(Search { table, root: state, loose, room, progress })
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
