//! Checks every field of the engine against its value computed from the moves alone.
//!
//! The masks are checked only against each other: [`Layout`](super::layout::Layout)'s tests compare
//! them with the problem.

use super::layout::WORDS;
use super::mask::meet;
use super::node::taken_by;
use super::{Held, Live, Multiple};
use crate::cover::Move;
use crate::cover::engine::ensure;
use crate::cover::engine::moves::Moves;

/// Reports the first inconsistency, if there is one.
pub(super) fn check(engine: &Live) -> Result<(), String> {
    let mut moves = Moves::new(engine.masks.len());
    let mut held = Held { had: [0; WORDS], taken: [0; WORDS] };
    let mut multiple = engine.multiple.as_ref().map(Multiple::unheld);
    for &latest in engine.moves.as_slice() {
        let option = latest.option();
        let mask = engine.masks.get(option.index()).filter(|_| moves.is_free(option));
        let mask = mask.filter(|mask| !meet(mask, &held.taken));
        match (latest, mask) {
            (Move::Held(_), None) => return Err(format!("{latest:?}, which clashes")),
            (Move::Held(_), Some(mask)) => {
                moves.hold(option, held);
                let full = multiple.as_mut().map_or(*mask, |multiple| multiple.hold(mask));
                held.hold(&full, &engine.layout.pairs);
            }
            (Move::Banned(_), mask) => moves.ban(option, mask.map(|_| held)),
        }
    }
    ensure(engine.moves == moves, || "the moves don't follow from themselves".to_owned())?;
    ensure(engine.held == held, || "what is held is not what was held".to_owned())?;
    let times = |multiple: &Option<Multiple>| multiple.as_ref().map(|m| m.times().to_vec());
    ensure(times(&engine.multiple) == times(&multiple), || {
        "the held options are not counted".to_owned()
    })?;
    let twice =
        |&mask: &_| taken_by(&taken_by(mask, &engine.layout.pairs), &engine.layout.pairs) == *mask;
    ensure(engine.masks.iter().all(|mask| twice(&mask)), || {
        "a pair has lost its other bit".to_owned()
    })
}
