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
//! Invariant: each component has the moves of the whole that are moves of its options; `done` is
//! the sum of their work.
//!
//! Deliberately lacking: components that come to be when an option is chosen. A count sees them
//! ([`memo`](crate::cover::question::memo)).

mod search;

pub(super) use self::search::Search;

use super::Turns;
use super::clock::Clock;
use crate::cover::engine::plain::make;
use crate::cover::reduce::{components, is_connected};
use crate::cover::{Engine, Move, OptionId, Problem, Statistics};

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
    pub(super) fn look(
        &mut self,
        problem: &Problem,
        moves: &[Move],
        first_turn: u64,
        clock: &Clock,
    ) -> bool {
        if matches!(self, Components::Due) {
            *self = match Several::of(problem, first_turn, clock) {
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
        self.several().map_or(Statistics::default(), |several| several.done)
    }
}

/// Several components.
#[derive(Debug)]
pub(super) struct Several {
    /// Those with primary items, the smallest first.
    all: Vec<Component>,
    /// For each option of the whole, its component and its number there, if it has one.
    place_of: Vec<Option<(usize, OptionId)>>,
    /// The work of all. It is asked for more often than one of them does something.
    done: Statistics,
}

/// One component.
#[derive(Debug)]
struct Component {
    engine: Turns,
    /// Its options, as options of the whole.
    options: Vec<OptionId>,
}

impl Several {
    /// The components of `problem`, if there are several.
    fn of(problem: &Problem, first_turn: u64, clock: &Clock) -> Option<Several> {
        if is_connected(problem) {
            return None;
        }
        let mut parts = components(problem);
        parts.retain(|part| part.problem().primary_count() > 0);
        if parts.len() < 2 {
            return None;
        }
        parts.sort_by_key(|part| part.problem().options().len());
        let mut place_of = vec![None; problem.options().len()];
        let mut all = Vec::with_capacity(parts.len());
        for part in parts {
            let engine = Turns::new(part.problem()).ok()?.of_component(first_turn, clock);
            let options = part.into_options();
            for (local, option) in options.iter().enumerate() {
                place_of[option.index()] = Some((all.len(), OptionId::at(local)));
            }
            all.push(Component { engine, options });
        }
        Some(Several { all, place_of, done: Statistics::default() })
    }

    fn place_of(&self, option: OptionId) -> Option<(usize, OptionId)> {
        self.place_of.get(option.index()).copied().flatten()
    }

    /// Makes a move of the whole.
    pub(super) fn make(&mut self, made: Move) {
        if let Some((at, option)) = self.place_of(made.option()) {
            let made = made.held().map_or(Move::Banned(option), |_| Move::Held(option));
            let engine = &mut self.all[at].engine;
            let before = engine.statistics();
            make(engine, &[made]);
            self.done = self.done.plus(engine.statistics().since(before));
        }
    }

    /// Takes back the latest move of the whole.
    pub(super) fn release(&mut self, made: Move) {
        if let Some((at, _)) = self.place_of(made.option()) {
            let engine = &mut self.all[at].engine;
            let before = engine.statistics();
            engine.release();
            self.done = self.done.plus(engine.statistics().since(before));
        }
    }

    /// Checks that the components have these moves.
    pub(super) fn sanity(&self, moves: &[Move]) -> Result<(), String> {
        let mut done = Statistics::default();
        for (at, component) in self.all.iter().enumerate() {
            component.engine.sanity()?;
            done = done.plus(component.engine.statistics());
            let of_whole = |made: &Move| {
                let whole = component.options[made.option().index()];
                made.held().map_or(Move::Banned(whole), |_| Move::Held(whole))
            };
            let is_here = |made: &&Move| {
                self.place_of(made.option()).is_some_and(|(component, _)| component == at)
            };
            let made = component.engine.moves().iter().map(of_whole);
            if !made.eq(moves.iter().filter(is_here).copied()) {
                return Err(format!("component {at} has other moves than the whole"));
            }
        }
        if done != self.done {
            return Err("the work of the components has another sum".to_owned());
        }
        Ok(())
    }
}
