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

use super::{Critical, Ground};
use crate::cover::engine::links::{Branching, narrowest};
use crate::cover::{Cover, Engine, EngineProgress, Move, OptionId, Problem, Statistics};
use crate::watch::{Relay, Watch};

/// Answers for each of `candidates`, on one engine.
pub(super) fn toggle(
    ground: &mut Ground<'_>,
    candidates: &[OptionId],
    answer: &mut Critical,
    watch: &mut dyn Watch<Statistics>,
) -> ControlFlow<()> {
    candidates
        .iter()
        .try_for_each(|&candidate| try_one(&mut *ground.engines.trials, candidate, answer, watch))
}

/// Answers for each of `candidates`, on an engine of its own.
pub(super) fn rebuild(
    ground: &mut Ground<'_>,
    candidates: &[OptionId],
    answer: &mut Critical,
    watch: &mut dyn Watch<Statistics>,
) -> ControlFlow<()> {
    candidates.iter().try_for_each(|&candidate| {
        let mut engine = anew(ground.problem, ground.engines.trials.moves());
        try_one(&mut *engine, candidate, answer, watch)
    })
}

fn anew(problem: &Problem, moves: &[Move]) -> Box<dyn Engine> {
    let mut engine = narrowest(problem, Branching::default())
        .expect("an engine was made for this problem before");
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
    watch: &mut dyn Watch<Statistics>,
) -> ControlFlow<()> {
    if engine.hold(candidate).is_err() {
        answer.decide();
        return ControlFlow::Continue(());
    }
    let (mut found, mut first) = (0, Vec::new());
    let mut two = |cover: Cover<'_>| {
        found += 1;
        if found == 2 {
            return ControlFlow::Break(());
        }
        first.extend(cover.options());
        ControlFlow::Continue(())
    };
    let mut relay = Relay::new(watch, |so_far: &EngineProgress<'_>| so_far.statistics);
    let _ = engine.search(&mut two, &mut relay);
    let flow = relay.flow();
    engine.release();
    flow?;
    match found {
        0 => {}
        1 => answer.add(candidate, first),
        _ => answer.add_dead(),
    }
    answer.decide();
    watch.pulse(&engine.statistics())
}
