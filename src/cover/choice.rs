//! Which engine fits a problem and a question.
//!
//! ```text
//!      question      problem                          engine
//!
//!      how many?     all                              memo, which lets a plain search race with it
//!      a few?        all                              turns: links for a moment, then a plain
//!                                                     engine, and weighted and learn
//!      some?         all                              turns: the engine for all of them, and the
//!                                                     others until it shows a cover
//!      critical?     as a few, but where masks of
//!                    256 bits are enough              live
//!      which ones?   more than 192 items,
//!                    without multiplicities,
//!                    up to 2,048 options with at
//!                    most 64 clashes each, in the
//!                    mean, or 4,096 of three or
//!                    four items, and items of at
//!                    most ten options                 rows
//!      a few or all  masks of 256 bits are enough,
//!      of them?      and bounds are below 15          live
//!      all           all others                       cells
//! ```
//!
//! The size and the kind of the problem decide, without a search. [`choose`] returns its reason as
//! a sentence; [`EngineKind::build`] builds the engine. Links alone are never chosen: they are the
//! reference for the others.
//!
//! Deliberately lacking: time measurements. The same problem gets the same engine on every machine.

use std::fmt;
use std::str::FromStr;

use crate::cover::engine::lengths::Lengths;
use crate::cover::engine::links::{Branching, narrowest};
use crate::cover::engine::plain::is_narrow;
use crate::cover::engine::rows::Suit;
use crate::cover::{
    Cells, Engine, HighBounds, Learn, Live, LiveError, Problem, ProblemError, Rows, RowsError,
    RowsTooWide, TooWide, Turns,
};
use crate::excerpt::none_of;

/// An engine, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EngineKind {
    /// Dancing links: [`Links`](crate::cover::Links), of 16 bits if these suffice.
    Links,
    /// The live list: [`Live`].
    Live,
    /// Sparse sets: [`Cells`].
    Cells,
    /// Sparse sets that search by weights and restart: [`Cells::weighted`].
    Weighted,
    /// Sets of options as bits: [`Rows`].
    Rows,
    /// Learning from conflicts: [`Learn`].
    Learn,
    /// A plain search, one by weights, and learning, in turns: [`Turns`].
    Turns,
    /// Counting by remembering: [`memo::Counter`](crate::cover::question::memo::Counter). It counts
    /// covers and samples them, but does not list them, so it is no [`Engine`].
    Memo,
}

impl EngineKind {
    /// All engines.
    pub const ALL: &[EngineKind] = &[
        Self::Links,
        Self::Live,
        Self::Cells,
        Self::Weighted,
        Self::Rows,
        Self::Learn,
        Self::Turns,
        Self::Memo,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            EngineKind::Links => "links",
            EngineKind::Live => "live",
            EngineKind::Cells => "cells",
            EngineKind::Weighted => "weighted",
            EngineKind::Rows => "rows",
            EngineKind::Learn => "learn",
            EngineKind::Turns => "turns",
            EngineKind::Memo => "memo",
        }
    }

    /// The engine for `problem`.
    ///
    /// # Errors
    /// If the problem is too large for the engine, or the engine lists no covers, as `memo`.
    pub fn build(self, problem: &Problem) -> Result<Box<dyn Engine>, EngineError> {
        match self {
            EngineKind::Links => Ok(narrowest(problem, Branching::default())?),
            EngineKind::Live => Ok(Box::new(Live::new(problem)?)),
            EngineKind::Cells => Ok(Box::new(Cells::new(problem)?)),
            EngineKind::Weighted => Ok(Box::new(Cells::new(problem)?.weighted())),
            EngineKind::Rows => Ok(Box::new(Rows::new(problem)?)),
            EngineKind::Learn => Ok(Box::new(Learn::new(problem)?)),
            EngineKind::Turns => Ok(Box::new(Turns::new(problem)?)),
            EngineKind::Memo => Err(EngineError::Counts),
        }
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for EngineKind {
    type Err = EngineKindError;

    fn from_str(text: &str) -> Result<EngineKind, EngineKindError> {
        let mut kinds = EngineKind::ALL.iter().copied();
        kinds.find(|kind| kind.name() == text).ok_or_else(|| EngineKindError(text.to_owned()))
    }
}

/// Why a text is no [`EngineKind`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", none_of(EngineKind::ALL, .0))]
pub struct EngineKindError(String);

/// Why an engine can't be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The problem is too large for the engine, or has multiplicities that the engine can't keep.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The problem is too wide for a live list.
    #[error(transparent)]
    TooWide(#[from] TooWide),
    /// The bounds of an item are too high for a live list.
    #[error(transparent)]
    HighBounds(#[from] HighBounds),
    /// The problem is too large for rows.
    #[error(transparent)]
    RowsTooWide(#[from] RowsTooWide),
    /// The counter shows no covers.
    #[error("memo counts covers and draws some of them by chance, but does not list them")]
    Counts,
}

impl From<LiveError> for EngineError {
    fn from(error: LiveError) -> EngineError {
        match error {
            LiveError::TooWide(too_wide) => too_wide.into(),
            LiveError::HighBounds(high) => high.into(),
        }
    }
}

impl From<RowsError> for EngineError {
    fn from(error: RowsError) -> EngineError {
        match error {
            RowsError::Problem(problem) => problem.into(),
            RowsError::TooWide(too_wide) => too_wide.into(),
        }
    }
}

/// A question about a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Its covers, one by one.
    Listing,
    /// The first cover, or whether it is the only one, or whether there is one.
    Few,
    /// A number of covers, which may be remembered: see [`Turns::for_list`].
    Some,
    /// The number of all of them.
    Count,
    /// The options that are in exactly one of them: many searches for a few covers each, see
    /// [`critical`](crate::cover::question::critical).
    Critical,
}

/// An engine, and why it was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The engine.
    pub engine: EngineKind,
    /// The reason, in words that can follow *because*.
    pub reason: String,
}

/// The engine that fits the problem and the question. Building it never fails.
///
/// ```
/// use tourdion::cover::choice::{EngineKind, Question, choose};
/// use tourdion::cover::classics;
///
/// let choice = choose(&classics::queens(8)?, Question::Listing);
/// assert_eq!(choice.engine, EngineKind::Live);
/// assert_eq!(choice.reason, "its items and colours take 42 of the 256 bits of a live list");
/// assert_eq!(choose(&classics::queens(60)?, Question::Listing).engine, EngineKind::Cells);
/// assert_eq!(choose(&classics::latin(10)?, Question::Listing).engine, EngineKind::Rows);
/// assert_eq!(choose(&classics::queens(60)?, Question::Few).engine, EngineKind::Turns);
/// assert_eq!(choose(&classics::queens(60)?, Question::Count).engine, EngineKind::Memo);
/// assert_eq!(choose(&classics::queens(8)?, Question::Critical).engine, EngineKind::Live);
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
pub fn choose(problem: &Problem, question: Question) -> Choice {
    let (engine, reason) = match question {
        Question::Count => {
            let reason = "what is left in the same way again need not be counted again";
            (EngineKind::Memo, reason.to_owned())
        }
        // A small problem is not looked at before its engine does so.
        Question::Few => turns(),
        Question::Some => {
            let reason = "others help the plain search until it has found a cover";
            (EngineKind::Turns, reason.to_owned())
        }
        Question::Critical if !problem.is_multiple() && !Live::takes(problem) => turns(),
        Question::Listing | Question::Critical => for_all(problem, question),
    };
    Choice { engine, reason }
}

/// The engines that take turns.
fn turns() -> (EngineKind, String) {
    let reason = "of several searches in turns one is soon done";
    (EngineKind::Turns, reason.to_owned())
}

/// The engine of a plain search.
fn for_all(problem: &Problem, question: Question) -> (EngineKind, String) {
    let bits = Live::bits(problem);
    let may_be_rows = bits.is_err() || (question == Question::Listing && !is_narrow(problem));
    let are_rows = may_be_rows && Rows::suit(problem, &Lengths::of(problem)) == Suit::Yes;
    match bits {
        Ok(bits) if are_rows => (
            EngineKind::Rows,
            format!(
                "its items and colours take {bits} of the 256 bits of a live list, which are \
                 many, and each option clashes with some"
            ),
        ),
        Ok(bits) => (
            EngineKind::Live,
            format!("its items and colours take {bits} of the 256 bits of a live list"),
        ),
        Err(error) if are_rows => {
            (EngineKind::Rows, format!("{error}, and each option clashes with some"))
        }
        Err(error) => (EngineKind::Cells, error.to_string()),
    }
}
