//! The front end: makes a problem smaller before a search, pass by pass.
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
//! The rest has two covers, `a b, d` and `a, b d`. *Widened*, these become the three of the whole
//! problem: `c e y` joins each of them, and `a b` may be either of its *twins*.
//!
//! Each pass is a function on a [`Rest`], and reports each [`Finding`] with its reason, so that it
//! can be checked. A [`Reduction`] repeats all passes until none finds anything:
//!
//! | pass | finds |
//! |---|---|
//! | [`loose`] | options without a primary item, which are in no cover unless they are held |
//! | [`idle`] | secondary items on which all options agree |
//! | [`duplicates`] | options with the same entries and costs, of which no cover has two |
//! | [`forced`] | primary items with no more options than they need, which are chosen |
//! | [`dominated`] | items that are covered whenever another one is |
//! | [`blocked`] | options that would leave a primary item with too few |
//! | [`components`] | parts that share no item |
//!
//! # Invariant
//!
//! The covers of the problem with all held options and no banned option are those of the rest, each
//! widened by [`Reduction::widen`]: none is lost, none is repeated. This is true after every pass,
//! in any order of passes.
//!
//! # Effort
//!
//! `loose`, `duplicates` and `forced` look at every entry a few times, however often they are
//! called. The others look again where an option has gone, and may look at the lists of all its
//! items; together they look at no more than 2^24 entries plus 64 times the entries of the problem.
//! When that is spent they stop: the result is then larger than necessary, but still correct.
//!
//! Sources: Knuth, *The Art of Computer Programming* 4B, 7.2.2.1, the exercises on preprocessing,
//! and his program DLX-PRE, whose two ideas are [`blocked`] and [`dominated`] here.
//!
//! Deliberately lacking: options that are dominated by cheaper ones, because that changes the set
//! of covers; passes that try an option and look deeper than one step; tighter bounds than the
//! problem has, where they follow from those of other items.

mod blocked;
mod classes;
mod components;
mod dominated;
mod duplicates;
mod fingerprints;
mod forced;
mod idle;
mod lists;
mod news;
mod rest;
mod stamps;
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
pub(super) use self::components::{groups, is_connected};
use crate::cover::{Clash, CoverTotal, ItemId, OptionId, Problem};

/// Why a problem can't be reduced.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReduceError {
    /// A held option clashes with one held before it, or an option is not from the problem.
    #[error("option number {} can't be held or banned: {clash}", .option.index())]
    Clash {
        /// The option.
        option: OptionId,
        /// The reason.
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
    /// The originals of each option of `problem`.
    left: Classes,
    /// The originals of each option that is in every cover.
    always: Classes,
    cost: u128,
    bare: Option<ItemId>,
    steps: Vec<ReductionStep>,
    is_complete: bool,
}

impl Reduction {
    /// Reduces `problem`, for covers that have all of `held` and none of `banned`; an option in
    /// both is held.
    ///
    /// # Errors
    /// If two of `held` clash, or an option is not from the problem.
    pub fn new(
        problem: &Problem,
        held: &[OptionId],
        banned: &[OptionId],
    ) -> Result<Reduction, ReduceError> {
        Reduction::with(problem, held, banned, Pass::ALL)
    }

    /// Reduces `problem` by the given passes only: runs the first that finds something, then starts
    /// again, until none finds anything.
    ///
    /// # Errors
    /// As [`Reduction::new`].
    pub fn with(
        problem: &Problem,
        held: &[OptionId],
        banned: &[OptionId],
        passes: &[Pass],
    ) -> Result<Reduction, ReduceError> {
        let mut rest = Rest::new(problem);
        rest.given(held, banned)?;
        while passes.iter().any(|pass| !pass.run(&mut rest).findings.is_empty()) {}
        Ok(rest.into_reduction())
    }

    /// The rest of the problem. Items and options keep their order, items their names and options
    /// their costs; but options have new numbers.
    ///
    /// If there is no cover because a primary item has too few options left, this problem has only
    /// that item.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The rest in parts that share no item: a cover of the rest is one cover of each part.
    pub fn parts(&self) -> Vec<Component> {
        components(&self.problem)
    }

    /// A primary item with fewer options than it needs, if one was found. Then there is no cover.
    pub fn bare(&self) -> Option<ItemId> {
        self.bare
    }

    /// The options of the whole problem that an option of the rest stands for, in ascending order:
    /// itself and its twins. Empty for an option that is not from [`Reduction::problem`].
    pub fn originals(&self, option: OptionId) -> &[OptionId] {
        self.left.of(option.index())
    }

    /// The options in every cover, each with its twins: every cover of the whole problem has one of
    /// each set.
    pub fn always(&self) -> impl ExactSizeIterator<Item = &[OptionId]> {
        (0..self.always.count()).map(|k| self.always.of(k))
    }

    /// The cost of the options in every cover. A cover of the whole problem costs this much more
    /// than its cover of the rest.
    pub fn cost(&self) -> u128 {
        self.cost
    }

    /// Whether some option of the rest stands for several. If none does, the number of covers is
    /// that of the rest times the [multiplicity](Reduction::multiplicity) of the empty cover.
    pub fn has_twins(&self) -> bool {
        self.left.has_twins()
    }

    /// The covers of the whole problem that a cover of the rest stands for, each with its options
    /// in ascending order.
    pub fn widen(&self, cover: impl IntoIterator<Item = OptionId>) -> Widened<'_> {
        let chosen = cover.into_iter().map(|option| self.originals(option));
        Widened::new(self.always().chain(chosen).collect())
    }

    /// The number of covers of the whole problem that a cover of the rest stands for.
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

    /// The steps taken, without those that found nothing.
    pub fn steps(&self) -> &[ReductionStep] {
        &self.steps
    }

    /// Whether the passes finished, and did not stop because their effort was spent.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }
}
