//! Which engine answers, and why: the one that was asked for, or the one that fits.

use std::fmt;

use clap::ValueEnum;
use tourdion::cover::choice::{Question, choose};
use tourdion::cover::{EngineKind, Problem};

/// What can be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Wanted {
    /// The one that fits the problem and the question
    Auto,
    /// Dancing links, for problems of any size
    Links,
    /// A live list of masks: faster, for problems whose items and colours need no more than 256 bits
    Live,
}

impl Wanted {
    /// The engine for a question about a problem.
    pub(super) fn choose(self, problem: &Problem, question: Question) -> Chosen {
        let kind = match self {
            Wanted::Auto => {
                let choice = choose(problem, question);
                return Chosen { kind: choice.engine, reason: Some(choice.reason) };
            }
            Wanted::Links => EngineKind::Links,
            Wanted::Live => EngineKind::Live,
        };
        Chosen { kind, reason: None }
    }
}

/// An engine, and why it was chosen if it was not asked for.
pub(super) struct Chosen {
    pub(super) kind: EngineKind,
    reason: Option<String>,
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Some(reason) => write!(f, "engine {}: {reason}", self.kind),
            None => write!(f, "engine {}, as asked", self.kind),
        }
    }
}
