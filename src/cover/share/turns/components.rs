//! The components of a problem, each with turns of its own.
//!
//! ```text
//!      a b c d e f                    {a d}      a d   a   d    has a cover  ╮ together a cover of
//!      a d   b c   e f   a   d   c    {b c}      b c   c        has a cover  ├ the whole, unless
//!                                     {e f}      e f            has a cover  ╯ one has none
//! ```
//!
//! A search of the whole that comes late to a component without covers goes back into the others,
//! and tries all covers of these. So each is searched alone; see `search`.
//!
//! Invariant: each component has the moves of the whole that are moves of its options.
//!
//! Deliberately lacking: components that come to be when an option is chosen. A count sees them
//! ([`memo`](crate::cover::question::memo)).

mod search;

pub(super) use self::search::Search;

use super::Turns;
use super::recipient::together;
use crate::cover::engine::plain::make;
use crate::cover::reduce::{groups, is_connected};
use crate::cover::{
    Engine, ItemId, Move, OptionEntry, OptionId, Problem, ProblemError, Statistics,
};

/// The components of a problem, once they were looked for.
#[derive(Debug)]
pub(super) enum Components {
    Due,
    /// It has no two.
    One,
    Several(Several),
}

impl Components {
    /// Looks for those of `problem`, unless it was done, and makes these moves in them. A first
    /// turn in one of them has at most this work. Returns whether there are several.
    pub(super) fn look(&mut self, problem: &Problem, moves: &[Move], first_turn: u64) -> bool {
        if matches!(self, Components::Due) {
            *self = match Several::of(problem, first_turn) {
                Some(mut several) => {
                    for &made in moves {
                        several.make(made);
                    }
                    Components::Several(several)
                }
                None => Components::One,
            };
        }
        self.several().is_some()
    }

    pub(super) fn several(&self) -> Option<&Several> {
        if let Components::Several(several) = self { Some(several) } else { None }
    }

    pub(super) fn several_mut(&mut self) -> Option<&mut Several> {
        if let Components::Several(several) = self { Some(several) } else { None }
    }

    /// The work of all their searches.
    pub(super) fn statistics(&self) -> Statistics {
        let all = self.several().into_iter().flat_map(|several| &several.all);
        all.fold(Statistics::default(), |sum, one| together(sum, one.turns.statistics(), 0))
    }
}

/// Several components.
#[derive(Debug)]
pub(super) struct Several {
    /// Those with primary items, the smallest first.
    all: Vec<Component>,
    /// For each option of the whole, its component and its number there, if it has one.
    place_of: Vec<Option<(usize, OptionId)>>,
}

/// One component.
#[derive(Debug)]
struct Component {
    turns: Turns,
    /// Its options, as options of the whole.
    options: Vec<OptionId>,
}

impl Several {
    /// The components of `problem`, if there are several.
    fn of(problem: &Problem, first_turn: u64) -> Option<Several> {
        if is_connected(problem) {
            return None;
        }
        let count = problem.items().len();
        let entries = |option: OptionId| {
            problem.entries_of(option).iter().map(|entry: &OptionEntry| entry.item)
        };
        let mut groups = groups(count, problem.items(), problem.options(), entries);
        groups.retain(|(items, _)| items.iter().any(|&item| problem.is_primary(item)));
        if groups.len() < 2 {
            return None;
        }
        groups.sort_by_key(|(_, options)| options.len());
        let mut number = vec![0; count];
        let mut place_of = vec![None; problem.options().len()];
        let mut all = Vec::with_capacity(groups.len());
        for (items, options) in groups {
            for (local, option) in options.iter().enumerate() {
                place_of[option.index()] = Some((all.len(), OptionId::at(local)));
            }
            let alone = alone(problem, &items, &options, &mut number).ok()?;
            let turns = Turns::new(&alone).ok()?.of_component(first_turn);
            all.push(Component { turns, options });
        }
        Some(Several { all, place_of })
    }

    fn place_of(&self, option: OptionId) -> Option<(usize, OptionId)> {
        self.place_of.get(option.index()).copied().flatten()
    }

    /// Makes a move of the whole.
    pub(super) fn make(&mut self, made: Move) {
        if let Some((at, option)) = self.place_of(made.option()) {
            let made = made.held().map_or(Move::Banned(option), |_| Move::Held(option));
            make(&mut self.all[at].turns, &[made]);
        }
    }

    /// Takes back the latest move of the whole.
    pub(super) fn release(&mut self, made: Move) {
        if let Some((at, _)) = self.place_of(made.option()) {
            self.all[at].turns.release();
        }
    }

    /// Checks that the components have these moves.
    pub(super) fn sanity(&self, moves: &[Move]) -> Result<(), String> {
        for (at, component) in self.all.iter().enumerate() {
            component.turns.sanity()?;
            let of_whole = |made: &Move| {
                let whole = component.options[made.option().index()];
                made.held().map_or(Move::Banned(whole), |_| Move::Held(whole))
            };
            let is_here = |made: &&Move| {
                self.place_of(made.option()).is_some_and(|(component, _)| component == at)
            };
            let made = component.turns.moves().iter().map(of_whole);
            if !made.eq(moves.iter().filter(is_here).copied()) {
                return Err(format!("component {at} has other moves than the whole"));
            }
        }
        Ok(())
    }
}

/// A component as a problem of its own. `number` has room for a number of each item.
fn alone(
    problem: &Problem,
    items: &[ItemId],
    options: &[OptionId],
    number: &mut [usize],
) -> Result<Problem, ProblemError> {
    let (primary, secondary): (Vec<ItemId>, Vec<ItemId>) =
        items.iter().partition(|&&item| problem.is_primary(item));
    for (k, item) in primary.iter().chain(&secondary).enumerate() {
        number[item.index()] = k;
    }
    let bounds: Vec<(u32, u32)> = primary.iter().map(|&item| problem.bounds(item)).collect();
    let mut alone = Problem::unnamed(&bounds, secondary.len());
    let again: Vec<ItemId> = alone.items().collect();
    for &option in options {
        let entries = problem.entries_of(option).iter();
        alone.option(
            entries.map(|entry| OptionEntry { item: again[number[entry.item.index()]], ..*entry }),
        )?;
    }
    Ok(alone)
}
