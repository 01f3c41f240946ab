//! The front end: what can be seen of a problem before it is searched, pass by pass.
//!
//! ```text
//!      a b c d e | x y        idle         x and y keep no two options apart
//!      a b                    duplicates   a b  stands for two options
//!      a b                    forced       e has one option: c e  is in every cover,
//!      a                                   and  c d  goes, which clashes with it
//!      b d
//!      d                      left         a b d
//!      c d x                               a b      two
//!      c e y                               a
//!                                          b d
//!                                          d
//! ```
//!
//! What is left has two covers, `a b, d` and `a, b d`. *Widened*, these are the three of the whole:
//! `c e y` joins each of them, and `a b` may be either of its *twins*.
//!
//! Each pass is a function on a [`Rest`], and says what it found and why, [`Finding`] by finding,
//! so that who doubts it can look. A [`Reduction`] is all of them, over and over until none finds
//! anything:
//!
//! | pass | finds |
//! |---|---|
//! | [`loose`] | options without a primary item, which no cover has |
//! | [`idle`] | secondary items about which all options agree |
//! | [`duplicates`] | options with the same entries and costs |
//! | [`forced`] | primary items with one option, which is chosen |
//! | [`dominated`] | items that are covered whenever another one is |
//! | [`blocked`] | options that would leave a primary item without any |
//! | [`components`] | parts that share no item |
//!
//! # Invariant
//!
//! The covers of the problem that have all that is held and nothing that is banned are those of the
//! rest, each widened by [`Reduction::widen`]: none is lost, none comes twice. This is true after
//! every pass, and whatever the passes are.
//!
//! # Effort
//!
//! `loose`, `duplicates` and `forced` look at every entry a few times, however often they are
//! called. The others look again where an option has gone, and may look at lists in each of their
//! options; together they look at no more than 2^24 entries and 64 times as many as the problem
//! has. If that is spent they stop: then the rest is larger than it might be, and as right.
//!
//! Sources: Knuth, *The Art of Computer Programming* 4B, 7.2.2.1, the exercises on preprocessing,
//! and his program DLX-PRE, whose two ideas are here [`blocked`] and [`dominated`].
//!
//! Deliberately lacking: options that are dominated by cheaper ones, because that changes the set
//! of covers; passes that try an option and look deeper than one step; problems with
//! multiplicities, which are refused.

mod blocked;
mod classes;
mod components;
mod dominated;
mod duplicates;
mod forced;
mod idle;
mod lists;
mod marks;
mod news;
mod prints;
mod rest;
mod steps;
mod union;
mod widened;

pub use self::blocked::blocked;
pub use self::components::{Component, components};
pub use self::dominated::dominated;
pub use self::duplicates::duplicates;
pub use self::forced::forced;
pub use self::idle::{idle, loose};
pub use self::rest::Rest;
pub use self::steps::{Finding, Pass, ReductionStep};
pub use self::widened::Widened;

use self::classes::Classes;
pub(super) use self::components::groups;
use crate::cover::{Clash, CoverTotal, ItemId, OptionId, Problem, ProblemError};

/// Why a problem can't be reduced.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReduceError {
    /// An item may stand in several options of a cover.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// A held option clashes with one held before it, or an option is not of the problem.
    #[error("option number {} can't be held or banned: {clash}", .option.index())]
    Clash {
        /// The option.
        option: OptionId,
        /// Why it can't.
        clash: Clash,
    },
}

impl Pass {
    /// Runs the pass; [`Pass::Given`] does nothing.
    pub fn run<'r>(self, rest: &'r mut Rest<'_>) -> &'r ReductionStep {
        match self {
            Pass::Given => rest.step(self, |_, _| ()),
            Pass::Loose => loose(rest),
            Pass::Idle => idle(rest),
            Pass::Duplicates => duplicates(rest),
            Pass::Forced => forced(rest),
            Pass::Dominated => dominated(rest),
            Pass::Blocked => blocked(rest),
        }
    }
}

/// A problem made smaller, and the way back to its covers.
///
/// ```
/// use tourdion::cover::reduce::Reduction;
/// use tourdion::cover::{Engine, Links, Problem};
///
/// let problem: Problem = "a b c d e | x y\na b\na b\na\nb d\nd\nc d x\nc e y".parse()?;
/// let reduction = Reduction::new(&problem, &[], &[])?;
/// assert_eq!(reduction.problem().to_string(), "a b d\na b\na\nb d\nd\n");
/// assert_eq!(reduction.always().count(), 1);                       // `c e y`
///
/// let mut engine = Links::new(reduction.problem())?;
/// let mut covers = Vec::new();
/// for cover in engine.first(usize::MAX) {
///     covers.extend(reduction.widen(cover));
/// }
/// assert_eq!(covers.len(), 3);
/// assert!(covers.iter().all(|cover| problem.is_cover(cover)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reduction {
    problem: Problem,
    /// Of each option of `problem` those that it stands for.
    left: Classes,
    /// The same of each option that is in every cover.
    always: Classes,
    cost: u128,
    bare: Option<ItemId>,
    steps: Vec<ReductionStep>,
    is_complete: bool,
}

impl Reduction {
    /// Reduces `problem`, for covers that have all of `held` and none of `banned`; an option that
    /// is both is held.
    ///
    /// # Errors
    /// If two of `held` clash, an option is not of the problem, or the problem has multiplicities.
    pub fn new(
        problem: &Problem,
        held: &[OptionId],
        banned: &[OptionId],
    ) -> Result<Reduction, ReduceError> {
        Reduction::with(problem, held, banned, Pass::ALL)
    }

    /// Reduces `problem` by some passes alone: the first of them that finds something is run, then
    /// again the first, until none does.
    ///
    /// # Errors
    /// As [`Reduction::new`].
    pub fn with(
        problem: &Problem,
        held: &[OptionId],
        banned: &[OptionId],
        passes: &[Pass],
    ) -> Result<Reduction, ReduceError> {
        let mut rest = Rest::new(problem)?;
        rest.given(held, banned)?;
        while passes.iter().any(|pass| !pass.run(&mut rest).findings.is_empty()) {}
        Ok(rest.into_reduction())
    }

    /// What is left to be covered. Items and options stand in their old order, the items have their
    /// names and the options their costs; but the options have new numbers.
    ///
    /// If there is no cover because a primary item has no option left, this is the problem of that
    /// item alone.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// What is left, in parts that share no item: a cover is one of each of them.
    pub fn parts(&self) -> Vec<Component> {
        components(&self.problem)
    }

    /// The primary item without options because of which there is no cover, if one was seen.
    pub fn bare(&self) -> Option<ItemId> {
        self.bare
    }

    /// The options of the whole problem for which an option of what is left stands, in ascending
    /// order: itself and its twins. None for an option that is not of [`Reduction::problem`].
    pub fn originals(&self, option: OptionId) -> &[OptionId] {
        self.left.of(option.index())
    }

    /// Of each option that is in every cover, itself and its twins: every cover of the whole
    /// problem has one of them.
    pub fn always(&self) -> impl ExactSizeIterator<Item = &[OptionId]> {
        (0..self.always.count()).map(|k| self.always.of(k))
    }

    /// What the options in every cover cost. A cover of the whole problem costs so much more than
    /// the cover of what is left that stands for it.
    pub fn cost(&self) -> u128 {
        self.cost
    }

    /// Whether some option of what is left stands for several. If none does, the number of covers
    /// is that of what is left times the [multiplicity](Reduction::multiplicity) of no options at
    /// all.
    pub fn has_twins(&self) -> bool {
        self.left.has_twins()
    }

    /// The covers of the whole problem for which a cover of what is left stands: each with its
    /// options in ascending order.
    pub fn widen(&self, cover: impl IntoIterator<Item = OptionId>) -> Widened<'_> {
        let chosen = cover.into_iter().map(|option| self.originals(option));
        Widened::new(self.always().chain(chosen).collect())
    }

    /// How many covers of the whole problem a cover of what is left stands for.
    ///
    /// ```
    /// use tourdion::cover::Problem;
    /// use tourdion::cover::reduce::Reduction;
    ///
    /// let problem: Problem = "a b\na\na\na\nb\nb".parse()?;
    /// let reduction = Reduction::new(&problem, &[], &[])?;
    /// assert_eq!(reduction.problem().items().len(), 0);         // its one cover is the empty one,
    /// assert_eq!(reduction.multiplicity([]), 6_u64.into());     // and stands for six
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn multiplicity(&self, cover: impl IntoIterator<Item = OptionId>) -> CoverTotal {
        let chosen = cover.into_iter().map(|option| self.originals(option));
        self.always().chain(chosen).map(|originals| CoverTotal::from(originals.len())).product()
    }

    /// What was done, step by step; steps that found nothing are left out.
    pub fn steps(&self) -> &[ReductionStep] {
        &self.steps
    }

    /// Whether the passes came to their end, and did not stop because their effort was spent.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }
}
