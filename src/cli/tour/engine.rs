//! Which search finds the critical candidates.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use tourdion::verify::LockstepVerifier;
use tourdion::verify::on::{LockstepOnPhase, OnPhase, PlainOnPhase};

/// A search for what can be added to a pseudo-puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Engine {
    /// All candidates at once, by violation classes, in the lanes of vectors
    Lockstep,
    /// Every set of candidates is tried: slow, and what lockstep is compared with
    Plain,
}

impl Engine {
    /// The search itself.
    pub(super) fn on_phase(self) -> Box<dyn OnPhase> {
        match self {
            Engine::Lockstep => Box::new(LockstepOnPhase::new()),
            Engine::Plain => Box::new(PlainOnPhase::new(|| Box::new(LockstepVerifier::new()))),
        }
    }
}
