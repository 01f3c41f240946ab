//! Which search gives the verdicts.

use clap::ValueEnum;
use tourdion::sudoku::Shape;
use tourdion::verify::{LinksVerifier, Verifier};

/// A search that gives verdicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Engine {
    /// Exact cover by dancing links, for boxes of any size
    Links,
}

impl Engine {
    /// The engine's name, as it is given on the command line.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Engine::Links => "links",
        }
    }

    /// A verifier for puzzles of `shape`.
    pub(super) fn verifier(self, shape: Shape) -> Box<dyn Verifier> {
        match self {
            Engine::Links => Box::new(LinksVerifier::new(shape)),
        }
    }
}
