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

/// An [`Engine`] that does not search grids of a shape. The verifier of its name would ask another
/// one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{engine} searches grids of 3x3 boxes alone, and these have boxes of {shape}")]
pub struct Unsuited {
    engine: Engine,
    shape: Shape,
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

    /// What its [steps](crate::verify::Effort::steps) are.
    pub const fn unit(self) -> &'static str {
        match self {
            Engine::Lockstep => "sweeps",
            Engine::Links => "updates",
            Engine::Plain(baseline) => baseline.unit(),
        }
    }

    /// Checks that the search is one for grids of `shape`.
    ///
    /// # Errors
    /// For lockstep, if the shape is another than 9×9.
    pub fn suits(self, shape: Shape) -> Result<(), Unsuited> {
        match self {
            Engine::Lockstep if shape != Shape::CLASSIC => Err(Unsuited { engine: self, shape }),
            _ => Ok(()),
        }
    }

    /// A verifier that searches so in grids of `shape`.
    ///
    /// # Errors
    /// If the search does not [suit](Engine::suits) the shape.
    pub fn verifier(self, shape: Shape) -> Result<Box<dyn Verifier>, Unsuited> {
        self.suits(shape)?;
        Ok(match self {
            Engine::Lockstep => Box::new(LockstepVerifier::new()),
            Engine::Links => Box::new(LinksVerifier::new(shape)),
            Engine::Plain(baseline) => baseline.verifier(shape),
        })
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
