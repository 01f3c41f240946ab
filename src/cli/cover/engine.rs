//! Chooses the engine: the requested one, or the one that fits.

use std::fmt;

use anyhow::bail;
use clap::ValueEnum;
use tourdion::cover::choice::{self, Choice, EngineError, choose};
use tourdion::cover::engine::links::{Branching, narrowest};
use tourdion::cover::{Engine, EngineKind, Problem};

use super::Search;
use super::question::Question;

/// The most covers that a search may have to remember.
const MANY: u64 = 1 << 20;

/// What can be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Wanted {
    /// The engine that fits the problem and the question
    Auto,
    /// Dancing links, for problems of any size; the reference for the others
    Links,
    /// A live list of masks: faster, for problems whose items and colours need at most 256 bits,
    /// with multiplicities too
    Live,
    /// Sparse sets, for problems of any size, with multiplicities too
    Cells,
    /// Sparse sets that search by weights and begin anew: for one cover of a wide problem, with
    /// multiplicities too
    Weighted,
    /// Sets of options as bits, for wide problems of at most 8,192 options, 127 of an item
    Rows,
    /// Learning from conflicts: for one cover of a wide problem, and for whether there is one
    Learn,
    /// A live list, rows or sparse sets, a search by weights, and learning, in turns, and on each
    /// thread in another order: for one cover of any problem, or a number of them
    Turns,
    /// A table of what was left, each state counted once, in a race with a plain search; for
    /// --count and --sample
    Memo,
}

impl Wanted {
    /// The engine of the same name; `None` for `auto`.
    fn kind(self) -> Option<EngineKind> {
        self.to_possible_value()?.get_name().parse().ok()
    }

    /// The engine for a question about a problem.
    pub(super) fn choose(self, problem: &Problem, question: Question) -> anyhow::Result<Chosen> {
        let Some(kind) = self.kind() else {
            let Choice { engine, reason } = match question {
                Question::Sample { .. } => draw(),
                Question::Trace { .. } => show(),
                Question::Count { limit: None } => choose(problem, choice::Question::Count),
                Question::Covers { limit: ..=2 }
                | Question::Count { limit: Some(..=2) }
                | Question::Unique => choose(problem, choice::Question::Few),
                Question::Critical => choose(problem, choice::Question::Critical),
                Question::Covers { limit: ..=MANY } | Question::Count { limit: Some(..=MANY) } => {
                    choose(problem, choice::Question::Some)
                }
                _ => choose(problem, choice::Question::Listing),
            };
            return Ok(Chosen::because(engine, reason));
        };
        match (kind, question) {
            (EngineKind::Memo, Question::Sample { .. } | Question::Count { limit: None }) => {}
            (EngineKind::Memo, Question::Count { limit: Some(_) }) => {
                bail!("--engine memo counts all covers or none: --limit needs one that lists them")
            }
            (EngineKind::Memo, _) => bail!("--engine memo is for --count and --sample alone"),
            (_, Question::Sample { .. }) => {
                bail!("--sample needs --engine memo, which has a number for each cover")
            }
            (EngineKind::Links, _) => {}
            (_, Question::Trace { .. }) => {
                bail!("--trace needs --engine links, which search as Algorithm X does")
            }
            _ => {}
        }
        Ok(Chosen { kind, reason: None, branching: Branching::default() })
    }
}

/// The engine that draws random covers.
fn draw() -> Choice {
    Choice { engine: EngineKind::Memo, reason: "it has a number for each cover".to_owned() }
}

/// The engine whose search tree is shown.
fn show() -> Choice {
    Choice { engine: EngineKind::Links, reason: "they search as Algorithm X does".to_owned() }
}

/// An engine, and the reason for it unless it was requested.
pub(super) struct Chosen {
    pub(super) kind: EngineKind,
    reason: Option<String>,
    /// Of links.
    branching: Branching,
}

impl Search {
    /// The engine for a question. If every cover has to be seen, it is one that lists them.
    ///
    /// # Errors
    /// If the arguments name an engine that does not fit, or memory for one that remembers nothing.
    pub(super) fn choose(
        &self,
        problem: &Problem,
        question: Question,
        must_list: bool,
    ) -> anyhow::Result<Chosen> {
        let chosen = self.choose_any(problem, question, must_list)?;
        if self.memory.is_some() && chosen.kind != EngineKind::Memo {
            let limited = matches!(question, Question::Count { limit: Some(_) });
            let reasons = [
                (self.branch.is_some(), "--branch"),
                (self.state.is_some(), "--state"),
                (must_list, "--distinct"),
                (limited, "--limit"),
                (true, "--engine"),
            ];
            let (_, name) = reasons.iter().find(|(is_so, _)| *is_so).expect("the last is so");
            bail!("--memory is for what the engine memo remembers: with {name} another searches");
        }
        Ok(chosen)
    }

    fn choose_any(
        &self,
        problem: &Problem,
        question: Question,
        must_list: bool,
    ) -> anyhow::Result<Chosen> {
        if self.proof.is_some() {
            return Ok(Chosen::to_prove());
        }
        if let Some(branching) = self.branch {
            return Ok(Chosen::branching(branching));
        }
        // A folder does not keep the tables of memo, which shows no covers to look at either.
        let question = match question {
            Question::Count { .. } if must_list || self.state.is_some() => {
                if self.engine == Wanted::Memo {
                    let name = if self.state.is_some() { "--state" } else { "--distinct" };
                    bail!("{name} needs an engine that lists covers, and --engine memo lists none");
                }
                Question::Covers { limit: u64::MAX }
            }
            _ => question,
        };
        self.engine.choose(problem, question)
    }
}

impl Chosen {
    fn because(kind: EngineKind, reason: String) -> Chosen {
        Chosen { kind, reason: Some(reason), branching: Branching::default() }
    }

    /// The engine that proves that there is no cover.
    pub(super) fn to_prove() -> Chosen {
        Chosen::because(EngineKind::Learn, "it writes down what it learns".to_owned())
    }

    /// Links that branch as was asked.
    pub(super) fn branching(branching: Branching) -> Chosen {
        let reason = format!("it branches on {branching} items, as asked");
        Chosen { branching, ..Chosen::because(EngineKind::Links, reason) }
    }

    /// The engine of a search that goes on, whatever the reason was at its beginning.
    pub(super) fn begun_before(self) -> Chosen {
        Chosen { reason: Some("the search began with it".to_owned()), ..self }
    }

    /// Makes the engine that lists all covers beside this one: the same, if it was asked for.
    pub(super) fn to_list(&self, problem: &Problem) -> Result<Box<dyn Engine>, EngineError> {
        match self.reason {
            Some(_) => choose(problem, choice::Question::Listing).engine.build(problem),
            None => self.build(problem),
        }
    }

    /// Makes the engine.
    pub(super) fn build(&self, problem: &Problem) -> Result<Box<dyn Engine>, EngineError> {
        match self.kind {
            EngineKind::Links => Ok(narrowest(problem, self.branching)?),
            kind => kind.build(problem),
        }
    }
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Some(reason) => write!(f, "engine {}: {reason}", self.kind),
            None => write!(f, "engine {}, as asked", self.kind),
        }
    }
}
