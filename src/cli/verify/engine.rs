//! Which search gives the verdicts.

use clap::ValueEnum;
use tourdion::instructions::{Instructions, InstructionsError};
use tourdion::sudoku::Shape;
use tourdion::verify::{Verifiable, Verifier};

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

    /// A verifier for puzzles of `shape`. The instructions are for an engine that has the choice.
    pub(super) fn verifier<P: Verifiable>(
        self,
        shape: Shape,
        instructions: Instructions,
    ) -> Box<dyn Verifier<P>> {
        match self {
            Engine::Lockstep => P::lockstep(instructions),
            Engine::Links => P::links(shape),
        }
    }
}

/// Reads the name of instructions that this processor has.
pub(super) fn instructions(name: &str) -> Result<Instructions, String> {
    let read: Instructions = name.parse().map_err(|error: InstructionsError| error.to_string())?;
    if read.is_here() { Ok(read) } else { Err(format!("this processor has no {read}")) }
}
