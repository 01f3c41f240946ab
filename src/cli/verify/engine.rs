//! Which search gives the verdicts.

use clap::ValueEnum;
use tourdion::sudoku::Shape;
use tourdion::verify::lockstep::{Path, PathError};
use tourdion::verify::{LinksVerifier, LockstepVerifier, Verifier};

/// A search that gives verdicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Engine {
    /// Many puzzles at a time in the lanes of vectors; for boxes other than 3x3 the same as links
    Lockstep,
    /// Exact cover by dancing links, for boxes of any size
    Links,
}

impl Engine {
    /// The engine's name, as it is given on the command line.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Engine::Lockstep => "lockstep",
            Engine::Links => "links",
        }
    }

    /// A verifier for puzzles of `shape`. The path is for an engine that has several.
    pub(super) fn verifier(self, shape: Shape, path: Path) -> Box<dyn Verifier> {
        match self {
            Engine::Lockstep => Box::new(LockstepVerifier::on(path)),
            Engine::Links => Box::new(LinksVerifier::new(shape)),
        }
    }
}

/// Reads the name of an instruction path that this processor has.
pub(super) fn path(name: &str) -> Result<Path, String> {
    let path: Path = name.parse().map_err(|error: PathError| error.to_string())?;
    if path.is_here() { Ok(path) } else { Err(format!("this processor has no {path}")) }
}
