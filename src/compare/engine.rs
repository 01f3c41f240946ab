//! The searches that can be compared, by name.

use std::fmt;
use std::str::FromStr;

use crate::baseline::Baseline;
use crate::sudoku::Shape;
use crate::verify::{LinksVerifier, LockstepVerifier, Verifier};

/// A search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// [`LockstepVerifier`].
    Lockstep,
    /// [`LinksVerifier`].
    Links,
    /// A plain one.
    Plain(Baseline),
}

/// Why a text is no [`Engine`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected one of {names}, found `{found}`", names = Engine::names())]
pub struct EngineError {
    found: String,
}

impl Engine {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Engine> {
        [Engine::Lockstep, Engine::Links].into_iter().chain(Baseline::ALL.map(Engine::Plain))
    }

    /// One word.
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Lockstep => "lockstep",
            Engine::Links => "links",
            Engine::Plain(baseline) => baseline.name(),
        }
    }

    /// What its [steps](crate::verify::Effort::steps) are in grids of `shape`.
    pub fn unit(self, shape: Shape) -> &'static str {
        match self {
            Engine::Lockstep if shape == Shape::CLASSIC => "sweeps",
            Engine::Lockstep | Engine::Links => "updates",
            Engine::Plain(baseline) => baseline.unit(),
        }
    }

    /// A verifier that searches so in grids of `shape`.
    pub fn verifier(self, shape: Shape) -> Box<dyn Verifier> {
        match self {
            Engine::Lockstep => Box::new(LockstepVerifier::new()),
            Engine::Links => Box::new(LinksVerifier::new(shape)),
            Engine::Plain(baseline) => baseline.verifier(shape),
        }
    }

    fn names() -> String {
        Engine::all().map(Engine::name).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Engine {
    /// As its [name](Engine::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Engine {
    type Err = EngineError;

    fn from_str(name: &str) -> Result<Engine, EngineError> {
        Engine::all()
            .find(|engine| engine.name() == name)
            .ok_or_else(|| EngineError { found: name.to_owned() })
    }
}
