//! Sparse sets.

mod bounds;
mod layout;
mod residue;
mod sanity;
mod search;
mod sets;

use std::ops::ControlFlow;

use self::layout::{Key, lay_out};
use self::residue::Rest;
use self::search::{Branches, Search};
use self::sets::{Mark, Sets};
use super::live::watch::Watch;
use super::{Clash, Engine, ItemId, Move, OptionId, Problem, ProblemError, Statistics, Visitor};

/// The sparse-set engine.
///
/// ```
/// use tourdion::cover::{Cells, Engine, classics};
///
/// let mut engine = Cells::new(&classics::queens(8)?)?;
/// assert_eq!(engine.count(u64::MAX), 92);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Cells {
    sets: Sets,
    key: Key,
    rest: Rest,
    branches: Branches,
    moves: Vec<Move>,
    /// Of each move how things stood before it, and whether it changed them: a hold, or a ban that found its option left.
    made: Vec<(Mark, bool)>,
    status: Vec<Status>,
    path: Vec<u32>,
    statistics: Statistics,
    next_pulse: u64,
}

/// What is said of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Free,
    Held,
    Banned,
}

impl Cells {
    /// An engine for `problem`, with nothing held and nothing banned.
    ///
    /// # Errors
    /// [`ProblemError::TooLarge`] if its items, or its options and their entries together, are 2^31 or more.
    pub fn new(problem: &Problem) -> Result<Cells, ProblemError> {
        let (sets, key) = lay_out(problem)?;
        Ok(Cells {
            rest: Rest::new(&sets, &key),
            branches: Branches::default(),
            moves: Vec::new(),
            made: Vec::new(),
            status: vec![Status::Free; key.options()],
            path: Vec::new(),
            statistics: Statistics::default(),
            next_pulse: u64::MAX,
            sets,
            key,
        })
    }

    /// The same engine, which hands over what is left as soon as it takes so many bits: one for each item, and two for
    /// each binary digit of the colours of one that has colours. With 0 it does so never, and no more than some 240 are
    /// ever handed over, however many are asked for; so it is at first.
    #[must_use]
    pub fn handing_over(mut self, bits: usize) -> Cells {
        self.rest.set_limit(bits, &self.key);
        self
    }

    /// The same engine without instructions that only some processors have; for tests and comparisons.
    #[must_use]
    pub fn portable(mut self) -> Cells {
        self.rest.make_portable();
        self
    }

    /// The item because of which the option can't join those held.
    fn clash(&self, option: OptionId) -> Option<ItemId> {
        self.sets.clash(self.key.nodes(option.0)).map(|item| self.key.item(item))
    }
}

impl super::sealed::Sealed for Cells {}

impl Engine for Cells {
    fn hold(&mut self, option: OptionId) -> Result<(), Clash> {
        match self.status.get(option.index()).ok_or(Clash::Unknown)? {
            Status::Free => {}
            Status::Held => return Err(Clash::Held),
            Status::Banned => return Err(Clash::Banned),
        }
        if let Some(item) = self.clash(option) {
            return Err(Clash::Item(item));
        }
        self.made.push((self.sets.mark(), true));
        self.moves.push(Move::Held(option));
        self.status[option.index()] = Status::Held;
        // Unlike a choice, a hold is not given up when it leaves an item without options: that is an answer for the
        // search to find, not a clash.
        self.sets.hold(self.key.nodes(option.0).start);
        Ok(())
    }

    fn ban(&mut self, option: OptionId) {
        let free = self.status.get(option.index()) == Some(&Status::Free);
        let left = free && self.clash(option).is_none();
        self.made.push((self.sets.mark(), left));
        self.moves.push(Move::Banned(option));
        if left {
            self.status[option.index()] = Status::Banned;
            self.sets.strike(self.key.nodes(option.0).start);
        }
    }

    fn release(&mut self) -> Option<Move> {
        let (latest, (mark, changed)) = (self.moves.pop()?, self.made.pop()?);
        let (Move::Held(option) | Move::Banned(option)) = latest;
        if changed {
            self.status[option.index()] = Status::Free;
            self.sets.back_to(mark);
        }
        Some(latest)
    }

    fn moves(&self) -> &[Move] {
        &self.moves
    }

    fn shortest(&self) -> Option<(ItemId, usize)> {
        let open = (0..self.sets.primary).filter(|&item| !self.sets.is_covered(item));
        let item = open.min_by_key(|&item| self.sets.size[item])?;
        Some((self.key.item(item), self.sets.left_of(item).len()))
    }

    fn list(&self, item: ItemId, options: &mut Vec<OptionId>) {
        let open = |&item: &usize| item < self.sets.primary && !self.sets.is_covered(item);
        let Some(item) = self.key.number(item).filter(open) else { return };
        let from = options.len();
        options.extend(self.sets.left_of(item).iter().map(|&node| OptionId(self.key.option(node))));
        options[from..].sort_unstable();
    }

    fn search(&mut self, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        let Cells { sets, key, rest, branches, moves, path, statistics, next_pulse, .. } = self;
        let (mark, updates) = (sets.mark(), sets.updates);
        let watch = Watch::new(visitor, moves, path, statistics, next_pulse);
        let mut search = Search { sets, key, rest, branches, watch };
        let flow = if search.sets.given.is_empty() { search.run::<false>() } else { search.run::<true>() };
        drop(search);
        self.sets.back_to(mark);
        self.statistics.updates += self.sets.updates - updates;
        flow
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn sanity(&self) -> Result<(), String> {
        sanity::check(self)
    }
}
