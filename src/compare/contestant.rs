//! The searches that can be compared, by name.

use std::fmt;
use std::str::FromStr;

use crate::baseline::Baseline;
use crate::excerpt::none_of;
use crate::sudoku::Shape;
use crate::verify::{LinksVerifier, LockstepVerifier, Verifier};

/// A search that can be compared with others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Contestant {
    /// [`LockstepVerifier`].
    Lockstep,
    /// [`LinksVerifier`].
    Links,
    /// A plain one.
    Plain(Baseline),
}

/// Why a text is no [`Contestant`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", none_of(Contestant::all(), .found))]
pub struct ContestantError {
    found: String,
}

/// A [`Contestant`] that does not search grids of a shape. Its verifier would use another engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{engine} searches grids of 3x3 boxes alone, and these have boxes of {shape}")]
pub struct Unsuited {
    engine: Contestant,
    shape: Shape,
}

impl Contestant {
    /// All contestants.
    pub fn all() -> impl Iterator<Item = Contestant> {
        [Contestant::Lockstep, Contestant::Links]
            .into_iter()
            .chain(Baseline::ALL.iter().copied().map(Contestant::Plain))
    }

    /// One word.
    pub const fn name(self) -> &'static str {
        match self {
            Contestant::Lockstep => "lockstep",
            Contestant::Links => "links",
            Contestant::Plain(baseline) => baseline.name(),
        }
    }

    /// The unit of its [steps](crate::verify::Effort::steps).
    pub const fn unit(self) -> &'static str {
        match self {
            Contestant::Lockstep => "sweeps",
            Contestant::Links => "updates",
            Contestant::Plain(baseline) => baseline.unit(),
        }
    }

    /// Checks that the search handles grids of `shape`.
    ///
    /// # Errors
    /// For lockstep, if the shape is not 9×9.
    pub fn suits(self, shape: Shape) -> Result<(), Unsuited> {
        match self {
            Contestant::Lockstep if shape != Shape::CLASSIC => {
                Err(Unsuited { engine: self, shape })
            }
            _ => Ok(()),
        }
    }

    /// A verifier for grids of `shape` with this search.
    ///
    /// # Errors
    /// If the search does not [suit](Contestant::suits) the shape.
    pub fn verifier(self, shape: Shape) -> Result<Box<dyn Verifier>, Unsuited> {
        self.suits(shape)?;
        Ok(match self {
            Contestant::Lockstep => Box::new(LockstepVerifier::new()),
            Contestant::Links => Box::new(LinksVerifier::new(shape)),
            Contestant::Plain(baseline) => baseline.verifier(shape),
        })
    }
}

impl fmt::Display for Contestant {
    /// As its [name](Contestant::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Contestant {
    type Err = ContestantError;

    fn from_str(name: &str) -> Result<Contestant, ContestantError> {
        Contestant::all()
            .find(|engine| engine.name() == name)
            .ok_or_else(|| ContestantError { found: name.to_owned() })
    }
}
