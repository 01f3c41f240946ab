//! Which search gives the verdicts.

use clap::ValueEnum;
use tourdion::instructions::{Instructions, InstructionsError};
use tourdion::sudoku::Shape;
use tourdion::verify::{Verifiable, Verifier};

/// A verifier, and the name of its search.
pub(super) struct Judge<P> {
    pub(super) name: &'static str,
    pub(super) verifier: Box<dyn Verifier<P>>,
}

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

    /// A judge of puzzles of `shape` whose search is another one. For boxes other than 3x3 lockstep
    /// begins with links.
    pub(super) fn other<P: Verifiable>(self, shape: Shape, instructions: Instructions) -> Judge<P> {
        let (name, verifier) = match self {
            _ if shape != Shape::CLASSIC => ("turns", P::turns(shape)),
            Engine::Lockstep => ("links", P::links(shape)),
            Engine::Links => ("lockstep", P::lockstep(instructions)),
        };
        Judge { name, verifier }
    }
}

/// Reads the name of instructions that this processor has.
pub(super) fn instructions(name: &str) -> Result<Instructions, String> {
    let read: Instructions = name.parse().map_err(|error: InstructionsError| error.to_string())?;
    if read.is_here() { Ok(read) } else { Err(format!("this processor has no {read}")) }
}

#[cfg(test)]
mod tests {
    use tourdion::sudoku::Grid;

    use super::*;

    #[test]
    fn another_search_is_the_judge() {
        for (shape, engine, other) in [
            ("3x3", Engine::Lockstep, "links"),
            ("3x3", Engine::Links, "lockstep"),
            ("2x3", Engine::Lockstep, "turns"),
            ("2x3", Engine::Links, "turns"),
        ] {
            let shape: Shape = shape.parse().unwrap();
            let mut judge = engine.other::<Grid>(shape, Instructions::Portable);
            assert_eq!(judge.name, other);
            let mut verifier = engine.verifier(shape, Instructions::Portable);
            let grid = Grid::empty(shape);
            assert_eq!(judge.verifier.verify(&grid).kind(), verifier.verify(&grid).kind());
            assert_ne!(judge.verifier.effort(), verifier.effort(), "{shape}: the same search");
        }
    }
}
