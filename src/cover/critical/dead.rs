//! Dead counters and elimination: no cover is sought for one option only.
//!
//! Of all covers with what the engine holds and none of what it bans, count for each option how many have it, up
//! to two. A *trial* of an option that is not dead holds it, searches until it is dead or there are no more covers,
//! and releases it. Every cover that turns up is counted for all its options. If the option is not dead after its
//! trial, it is banned until the end.
//!
//! # Why it is exact
//!
//! 1. *An option is banned only when every cover that has it is counted.* So the covers that a later search can't
//!    see are counted already, and what is counted after all trials is right for each option up to two.
//! 2. *No cover is counted twice.* All covers of a trial have its option. The option was not dead, so at most one of
//!    the covers counted before has it. That one is known when it comes again, and passed over.
//! 3. *An item with one option left forces that option*: it is in every cover not yet counted, or there are none.
//!    So it is held until the end, which spares all later searches the same steps. A trial of a held option is a
//!    search as things stand; if it leaves the option alive, then all covers have been seen, and nothing is left to do.
//!
//! On the [toy](super), where `ab` and then `cd`, `ac`, `bd`, `c`, `d` are tried:
//!
//! ```text
//!      e     held: all covers have it    A = ab cd e,  B = ab c d e    ab and e are dead
//!      cd    in A once                   only A comes, and is passed over: banned
//!      ac                                C = ac bd e: banned
//!            b has only ab left, d only d, ...                       held: all that is left is B
//!      d     in B once                   only B comes, and is passed over: all has been seen
//! ```
//!
//! A search goes on past the death of its option as long as each cover kills another: its neighbours in the search
//! tree cost a few nodes each, a new trial all of its own.

use std::ops::ControlFlow;

use super::counters::{Bits, Counters};
use super::{Critical, Ground, Visitor};
use crate::cover::{self, Cover, Engine, OptionId, Statistics};

/// Asks about the options of `asked`.
pub(super) fn find(
    ground: &mut Ground<'_>,
    asked: &Bits,
    answer: &mut Critical,
    visitor: &mut dyn Visitor,
) -> ControlFlow<()> {
    let mut counters = Counters::new(ground.problem.options().len());
    exhaust(&mut *ground.engine, &mut counters, asked, visitor)?;
    if counters.any_dead(asked) {
        answer.add_dead();
    }
    for option in counters.singles(asked) {
        if let Some(cover) = counters.first_with(option) {
            answer.add(option, counters.options_of(cover));
        }
    }
    ControlFlow::Continue(())
}

/// Counts for each option of `asked` the covers of what the engine holds and bans, up to two with the seeds. The
/// engine is left as it was found.
pub(super) fn exhaust(
    engine: &mut dyn Engine,
    counters: &mut Counters,
    asked: &Bits,
    visitor: &mut dyn Visitor,
) -> ControlFlow<()> {
    let before = engine.moves().len();
    let mut trials = Trials { engine, counters, asked, visitor, looked_at: 0, list: Vec::new() };
    let flow = trials.run();
    while engine.moves().len() > before {
        engine.release();
    }
    flow
}

/// A search is broken off, or it has come to an end, or it has to go on.
enum State {
    BrokenOff,
    Exhausted,
    Open,
}

struct Trials<'t> {
    engine: &'t mut dyn Engine,
    counters: &'t mut Counters,
    asked: &'t Bits,
    visitor: &'t mut dyn Visitor,
    /// The number of moves that have been seen to be of dead options, or bans.
    looked_at: usize,
    list: Vec<OptionId>,
}

impl Trials<'_> {
    fn run(&mut self) -> ControlFlow<()> {
        let candidates: Vec<OptionId> = self.asked.options().collect();
        let mut state = self.settle();
        for candidate in candidates {
            match state {
                State::BrokenOff => return ControlFlow::Break(()),
                State::Exhausted => break,
                State::Open => {}
            }
            if self.counters.is_dead(candidate) || self.engine.hold(candidate).is_err() {
                continue;
            }
            let flow = self.search(candidate);
            self.engine.release();
            state = if flow.is_break() || self.visitor.pulse().is_break() {
                State::BrokenOff
            } else if self.counters.is_dead(candidate) {
                State::Open
            } else {
                self.engine.ban(candidate);
                self.settle()
            };
        }
        if matches!(state, State::BrokenOff) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Holds what is forced, and tries what is held and not dead.
    fn settle(&mut self) -> State {
        loop {
            match self.engine.shortest() {
                Some((_, 0)) => return State::Exhausted,
                Some((item, 1)) => {
                    self.list.clear();
                    self.engine.list(item, &mut self.list);
                    let held = self.list.first().is_some_and(|&option| self.engine.hold(option).is_ok());
                    debug_assert!(held, "an option in a list can be held");
                }
                _ => break,
            }
        }
        self.try_held()
    }

    /// Searches for covers until all options that are held are dead.
    fn try_held(&mut self) -> State {
        let new = self.engine.moves()[self.looked_at..].iter();
        let held = new.filter_map(|m| m.held());
        let alive = held.filter(|&option| self.asked.has(option) && !self.counters.is_dead(option));
        // All of them are in every cover that is left: the one seen least is dead last.
        let Some(option) = alive.min_by_key(|&option| self.counters.of(option)) else {
            self.looked_at = self.engine.moves().len();
            return State::Open;
        };
        if self.search(option).is_break() {
            return State::BrokenOff;
        }
        self.looked_at = self.engine.moves().len();
        if self.counters.is_dead(option) { State::Open } else { State::Exhausted }
    }

    /// Counts covers with the option, which is held, until it is dead.
    fn search(&mut self, option: OptionId) -> ControlFlow<()> {
        let known = self.counters.first_with(option);
        let Trials { engine, counters, asked, visitor, .. } = self;
        let mut trial = Trial { option, known, counters, asked, visitor: *visitor, is_broken_off: false };
        let _ = engine.search(&mut trial);
        if trial.is_broken_off { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

struct Trial<'t> {
    option: OptionId,
    /// The one cover with the option that has been counted here, if there is one.
    known: Option<usize>,
    counters: &'t mut Counters,
    asked: &'t Bits,
    visitor: &'t mut dyn Visitor,
    is_broken_off: bool,
}

impl cover::Visitor for Trial<'_> {
    fn cover(&mut self, cover: Cover<'_>) -> ControlFlow<()> {
        if !self.counters.read(cover.options(), self.known) {
            return ControlFlow::Continue(());
        }
        let killed = self.counters.count(self.asked);
        let go_on = !self.counters.is_dead(self.option) || killed > 1;
        if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn pulse(&mut self, _: &Statistics) -> ControlFlow<()> {
        let flow = self.visitor.pulse();
        self.is_broken_off = flow.is_break();
        flow
    }
}
