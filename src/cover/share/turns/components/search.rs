//! The search for covers of a problem by those of its components.
//!
//! ```text
//!      {a b}         ▮ a cover
//!      {c d e}       ▮   ▮▮▮▮ a cover
//!      {f g h i j}   ▮        ▮▮▮▮▮▮▮▮▮ no cover: then the whole has none
//!                    round 1  round 2
//! ```
//!
//! The small components come first. In each round one has four times the time of the last, and
//! the last one left has all that it needs. When each has a cover, their other covers are asked for
//! in the same rounds. Each new one is shown with all that are known of the other components.
//!
//! Invariant: all combinations of the covers known have been shown, once each has one.

use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::ControlFlow::{self, Break, Continue};

use super::{Component, Several};
use crate::cover::share::turns::recipient::Recipient;
use crate::cover::{Cover, Engine, EngineProgress, Move, OptionId, Statistics};
use crate::watch::Watch;

/// The time of a component in the first round, in first turns of its plain search, and how many
/// times as long each later round is.
const ROUND: u64 = 4;

/// The covers shown between two pulses, while no search goes on.
const SHOWN_PATIENCE: usize = 1 << 10;

/// The covers of a component that a search has found.
#[derive(Default)]
struct Found {
    /// Their options, as options of the whole.
    covers: Vec<Box<[u32]>>,
    /// The same, each in ascending order, unless there is one alone.
    known: HashSet<Box<[u32]>>,
    /// Whether there are no others.
    is_complete: bool,
}

impl Found {
    /// Adds a cover, and returns whether it is new.
    fn add(&mut self, cover: Box<[u32]>) -> bool {
        let in_order = |cover: &[u32]| {
            let mut cover: Box<[u32]> = cover.into();
            cover.sort_unstable();
            cover
        };
        if let [first] = &self.covers[..] {
            self.known.insert(in_order(first));
        }
        let is_new = self.covers.is_empty() || self.known.insert(in_order(&cover));
        if is_new {
            self.covers.push(cover);
        }
        is_new
    }
}

/// A search for the covers of the whole.
pub(in crate::cover::share::turns) struct Search<'s, 'v, 'w> {
    pub(in crate::cover::share::turns) recipient: &'s RefCell<Recipient<'v, 'w>>,
    pub(in crate::cover::share::turns) moves: &'s [Move],
    pub(in crate::cover::share::turns) patience: u64,
    /// The work of all engines so far.
    pub(in crate::cover::share::turns) done: Statistics,
}

/// What a search has found so far.
struct State {
    found: Vec<Found>,
    /// The first cover of each component that has one.
    firsts: Vec<u32>,
    /// The number of components without a cover so far, and of those with covers to be found.
    missing: usize,
    open: usize,
}

impl Several {
    /// Searches them in rounds.
    pub(in crate::cover::share::turns) fn search(
        &mut self,
        mut search: Search<'_, '_, '_>,
    ) -> ControlFlow<()> {
        let before = search.done;
        let flow = self.search_in_rounds(&mut search);
        self.done = self.done.plus(search.done.since(before));
        flow
    }

    fn search_in_rounds(&mut self, search: &mut Search<'_, '_, '_>) -> ControlFlow<()> {
        let count = self.all.len();
        let state = RefCell::new(State {
            found: std::iter::repeat_with(Found::default).take(count).collect(),
            firsts: Vec::new(),
            missing: count,
            open: count,
        });
        let mut turns = ROUND;
        loop {
            for (at, component) in self.all.iter_mut().enumerate() {
                let limit = match state.borrow().due(at) {
                    Due::No => continue,
                    Due::InTurn => Some(turns),
                    Due::Alone => None,
                };
                if let Some(flow) = search.turn(component, at, limit, &state) {
                    return flow;
                }
            }
            turns = turns.saturating_mul(ROUND);
        }
    }
}

/// Whether a component has a turn in a round.
enum Due {
    No,
    InTurn,
    /// No other has.
    Alone,
}

impl State {
    fn due(&self, at: usize) -> Due {
        let Found { covers, is_complete, .. } = &self.found[at];
        match (self.missing, self.open) {
            _ if *is_complete => Due::No,
            (1, _) if covers.is_empty() => Due::Alone,
            (1.., _) if !covers.is_empty() => Due::No,
            (0, 1) => Due::Alone,
            _ => Due::InTurn,
        }
    }

    /// Adds a cover of a component. Returns whether it makes new covers of the whole.
    fn add(&mut self, at: usize, cover: Box<[u32]>) -> bool {
        let found = &mut self.found[at];
        if found.covers.is_empty() {
            self.firsts.extend(&cover);
            self.missing -= 1;
        }
        found.add(cover) && self.missing == 0
    }

    /// Notes that a component has no more covers. Returns whether the whole has none then.
    fn complete(&mut self, at: usize) -> bool {
        self.found[at].is_complete = true;
        self.open -= 1;
        self.open == 0 || self.found[at].covers.is_empty()
    }
}

impl Search<'_, '_, '_> {
    /// Searches a component, for some of its first turns. Returns how the search of the whole has
    /// ended, if it has.
    fn turn(
        &mut self,
        component: &mut Component,
        at: usize,
        first_turns: Option<u64>,
        state: &RefCell<State>,
    ) -> Option<ControlFlow<()>> {
        let Component { engine, options } = component;
        let before = engine.statistics();
        let limit = first_turns.map_or(u64::MAX, |number| {
            before.work().saturating_add(engine.first_turn.saturating_mul(number))
        });
        let (mut is_first, mut is_over) = (false, false);
        let mut show = |cover: Cover<'_>| {
            let cover = cover.chosen().map(|option| options[option.index()].index() as u32);
            let is_new = state.borrow_mut().add(at, cover.collect());
            let state = state.borrow();
            is_first = state.missing > 0;
            match is_new {
                _ if is_first => Break(()),
                true => self.show(at, &state),
                false => Continue(()),
            }
        };
        let mut watch =
            ComponentWatch { search: self, state, options, before, limit, is_over: &mut is_over };
        let flow = engine.search(&mut show, &mut watch);
        let after = engine.statistics();
        self.done = self.done.plus(after.since(before));
        match flow {
            Continue(()) => state.borrow_mut().complete(at).then_some(Continue(())),
            Break(()) => (!is_first && !is_over).then_some(Break(())),
        }
    }

    /// Shows the latest cover of a component with all combinations of those of the others.
    fn show(&self, at: usize, state: &State) -> ControlFlow<()> {
        let found = &state.found;
        let mut picks: Vec<usize> = vec![0; found.len()];
        picks[at] = found[at].covers.len() - 1;
        let mut whole = Vec::with_capacity(state.firsts.len());
        for shown in 1.. {
            whole.clear();
            whole.extend(found.iter().zip(&picks).flat_map(|(one, &pick)| &one.covers[pick]));
            let cover = Cover::new(self.moves, &whole);
            self.recipient.borrow_mut().show(cover)?;
            if shown % SHOWN_PATIENCE == 0 {
                let so_far = EngineProgress { statistics: self.done, partial: cover };
                self.recipient.borrow_mut().pulse(&so_far, Statistics::default())?;
            }
            // The next combination, as an odometer goes on.
            let wheels = picks.iter_mut().zip(found).enumerate().filter(|&(wheel, _)| wheel != at);
            let turned = wheels.map(|(_, wheel)| wheel).find_map(|(pick, one)| {
                *pick = (*pick + 1) % one.covers.len();
                (*pick > 0).then_some(())
            });
            if turned.is_none() {
                break;
            }
        }
        Continue(())
    }
}

/// Watches the search of a component, and ends it after some work.
struct ComponentWatch<'t, 's, 'v, 'w> {
    search: &'t Search<'s, 'v, 'w>,
    state: &'t RefCell<State>,
    options: &'t [OptionId],
    /// The work of the component before.
    before: Statistics,
    limit: u64,
    is_over: &'t mut bool,
}

impl Watch<EngineProgress<'_>> for ComponentWatch<'_, '_, '_, '_> {
    fn patience(&self) -> u64 {
        self.search.patience
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        let state = self.state.borrow();
        let mut partial = state.firsts.clone();
        if state.missing > 0 {
            let chosen = so_far.partial.chosen();
            partial.extend(chosen.map(|option| self.options[option.index()].index() as u32));
        }
        let so_far_whole = EngineProgress {
            statistics: self.search.done.plus(so_far.statistics.since(self.before)),
            partial: Cover::new(self.search.moves, &partial),
        };
        self.search.recipient.borrow_mut().pulse(&so_far_whole, Statistics::default())?;
        *self.is_over = so_far.statistics.work() >= self.limit;
        if *self.is_over { Break(()) } else { Continue(()) }
    }
}
