//! Checks every field of the engine against what the moves alone say it must be.
//!
//! The masks are checked against each other only: [`Layout`](super::layout::Layout)'s tests compare
//! them with the problem.

use super::layout::WORDS;
use super::mask::{meet, union};
use super::node::taken_by;
use super::{Live, Status};
use crate::cover::Move;

/// Says what is inconsistent, if anything is.
pub(super) fn check(engine: &Live) -> Result<(), String> {
    ensure(engine.moves.len() == engine.made.len(), || {
        "moves and what they changed differ in number".to_owned()
    })?;
    let mut status = vec![Status::Free; engine.masks.len()];
    let (mut had, mut taken) = ([0; WORDS], [0; WORDS]);
    for (k, (&latest, made)) in engine.moves.iter().zip(&engine.made).enumerate() {
        ensure((made.had, made.taken) == (had, taken), || {
            format!("move {k} would not be taken back rightly")
        })?;
        let (Move::Held(option) | Move::Banned(option)) = latest;
        let mask = engine.masks.get(option.index());
        let left =
            mask.is_some_and(|mask| status[option.index()] == Status::Free && !meet(mask, &taken));
        ensure(made.changed == left, || format!("move {k} should have changed something, or not"))?;
        let Some(mask) = mask.filter(|_| left) else { continue };
        match latest {
            Move::Held(option) => {
                status[option.index()] = Status::Held;
                had = union(&had, mask);
                taken = union(&taken, &taken_by(mask, &engine.layout.pairs));
            }
            Move::Banned(option) => status[option.index()] = Status::Banned,
        }
    }
    ensure((engine.had, engine.taken) == (had, taken), || {
        "what is held is not what was held".to_owned()
    })?;
    ensure(engine.status == status, || "an option is held or banned without a move".to_owned())?;
    let twice =
        |&mask: &_| taken_by(&taken_by(mask, &engine.layout.pairs), &engine.layout.pairs) == *mask;
    ensure(engine.masks.iter().all(|mask| twice(&mask)), || {
        "a pair has lost its other bit".to_owned()
    })
}

fn ensure(holds: bool, complaint: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(complaint()) }
}
