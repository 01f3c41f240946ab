//! One question for each candidate: the engine made anew for it, or the candidate toggled in place.
//!
//! ```text
//!    Rebuilt   for each candidate:  make the engine, hold what is held, hold the candidate, search
//!    Toggled   hold what is held;  for each candidate:  hold it, search, release it
//! ```
//!
//! Both are the definition, word for word: hold the candidate and look for a second cover. The
//! other methods are tested against these. Toggling is Havard's idea: he started his dancing-links
//! verifier once for a pseudo-puzzle (gsf's note on off/on tours, 2007).

use std::ops::ControlFlow;

use super::{Critical, CriticalVisitor, Ground};
use crate::cover::engine::choice;
use crate::cover::{self, Cover, Engine, Move, OptionId, Problem, Statistics};

/// Answers for each of `candidates`, on one engine.
pub(super) fn toggle(
    ground: &mut Ground<'_>,
    candidates: &[OptionId],
    answer: &mut Critical,
    visitor: &mut dyn CriticalVisitor,
) -> ControlFlow<()> {
    candidates
        .iter()
        .try_for_each(|&candidate| try_one(&mut *ground.engine, candidate, answer, visitor))
}

/// Answers for each of `candidates`, on an engine of its own.
pub(super) fn rebuild(
    ground: &mut Ground<'_>,
    candidates: &[OptionId],
    answer: &mut Critical,
    visitor: &mut dyn CriticalVisitor,
) -> ControlFlow<()> {
    candidates.iter().try_for_each(|&candidate| {
        let mut engine = anew(ground.problem, ground.engine.moves());
        try_one(&mut *engine, candidate, answer, visitor)
    })
}

fn anew(problem: &Problem, moves: &[Move]) -> Box<dyn Engine> {
    let mut engine = choice::links(problem).expect("an engine was made for this problem before");
    for &wanted in moves {
        match wanted {
            Move::Held(option) => {
                engine.hold(option).expect("an engine for this problem holds it already");
            }
            Move::Banned(option) => engine.ban(option),
        }
    }
    engine
}

fn try_one(
    engine: &mut dyn Engine,
    candidate: OptionId,
    answer: &mut Critical,
    visitor: &mut dyn CriticalVisitor,
) -> ControlFlow<()> {
    if engine.hold(candidate).is_err() {
        return ControlFlow::Continue(());
    }
    let mut pair = Pair { found: 0, first: Vec::new(), visitor, is_broken_off: false };
    let _ = engine.search(&mut pair);
    engine.release();
    if pair.is_broken_off {
        return ControlFlow::Break(());
    }
    match pair.found {
        0 => {}
        1 => answer.add(candidate, pair.first),
        _ => answer.add_dead(),
    }
    visitor.pulse()
}

/// Looks for two covers, and keeps the first.
struct Pair<'v> {
    found: usize,
    first: Vec<OptionId>,
    visitor: &'v mut dyn CriticalVisitor,
    is_broken_off: bool,
}

impl cover::Visitor for Pair<'_> {
    fn cover(&mut self, cover: Cover<'_>) -> ControlFlow<()> {
        self.found += 1;
        if self.found == 2 {
            return ControlFlow::Break(());
        }
        self.first.extend(cover.options());
        ControlFlow::Continue(())
    }

    fn pulse(&mut self, _: &Statistics, _: Cover<'_>) -> ControlFlow<()> {
        let flow = self.visitor.pulse();
        self.is_broken_off = flow.is_break();
        flow
    }
}
