//! The search for critical candidates.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use tourdion::cover::question::critical::Method;
use tourdion::verify::LockstepVerifier;
use tourdion::verify::lockstep::LockstepOnPhase;
use tourdion::verify::on::{LinksOnPhase, OnPhase, PlainOnPhase};

/// A search for what can be added to a pseudo-puzzle. All find the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Engine {
    /// All candidates at once, by violation classes, with bits in vectors
    Lockstep,
    /// Dancing links, by violation classes
    Classes,
    /// Dancing links: each solution counts for all its candidates, and what is done is banned
    Dead,
    /// Dancing links: one search tree, recorded, for all candidates
    Tree,
    /// Dancing links: each candidate is held and released in place
    Toggled,
    /// Dancing links, made anew for each candidate
    Rebuilt,
    /// Every set of candidates is tried, one by one
    Plain,
}

impl Engine {
    /// The search itself.
    pub(super) fn on_phase(self) -> Box<dyn OnPhase> {
        let links = |method| Box::new(LinksOnPhase::new(method)) as Box<dyn OnPhase>;
        match self {
            Engine::Lockstep => Box::new(LockstepOnPhase::new()),
            Engine::Classes => links(Method::Classes),
            Engine::Dead => links(Method::Dead),
            Engine::Tree => links(Method::Tree),
            Engine::Toggled => links(Method::Toggled),
            Engine::Rebuilt => links(Method::Rebuilt),
            Engine::Plain => Box::new(PlainOnPhase::new(|| Box::new(LockstepVerifier::new()))),
        }
    }
}
