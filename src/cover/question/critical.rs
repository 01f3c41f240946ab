//! Critical options: which option, added to those held, leaves exactly one cover?
//!
//! A puzzle is a few options held, and proper if one cover has them all. Take one off, and there
//! are often many covers; a *critical* option is one that, held in its place, leaves one cover
//! again. For Sudoku that is the *on phase* of an off/on tour: from a puzzle less some clues to all
//! puzzles with one clue more.
//!
//! # The toy problem
//!
//! Five items, seven options, and three covers:
//!
//! ```text
//!      ab    cd    ac    bd    c    d    e         A = ab cd e      B = ab c d e      C = ac bd e
//! ```
//!
//! With nothing held, `cd` is critical, because only A has it; so are `ac` and `bd` by C, and `c`
//! and `d` by B. But `ab` leaves two covers, and `e` all three: to be in *every* cover is to be
//! critical only if there is just one.
//!
//! # Exactly
//!
//! An option is a *candidate* if it has a primary item, is neither held nor banned, and clashes
//! with nothing held. A candidate is critical if exactly one cover has it and all that is held, and
//! nothing that is banned. It comes with this cover, which [`Problem::is_cover`] can check without
//! a search. If there is one cover altogether, all of its options are critical in this sense;
//! [`Critical::covers`] then says [`CoverCount::One`].
//!
//! An option without a primary item is *loose*. It is in a cover only if it is held, so it is no
//! candidate, and it is never taken off.
//!
//! Items may have multiplicities, but not with `Tree`: where several options of an item are in a
//! cover, the cover is a leaf in several branches of the tree.
//!
//! # Five methods
//!
//! All give the same answers, in the same order:
//!
//! | [`Method`] | for each candidate | why it is exact |
//! |---|---|---|
//! | `Rebuilt` | the engine is made anew, and searches for two covers | it is the definition |
//! | `Toggled` | is held on one engine, searched with, and released | the same |
//! | `Tree` | a walk in one search tree, which grows | a cover is a leaf, counted when reached |
//! | `Dead` | skipped if two covers had it; banned when done | only what is all counted is banned |
//! | `Classes` | as `Dead`, in classes that many questions share | the classes are disjoint |
//!
//! Their pages have the details, and this toy problem again: [`toggled`], [`tree`], [`dead`],
//! [`classes`]. If a problem has parts that share no item, `Dead` asks only the one part that has
//! several covers; so does `Classes` where nothing is taken off. On a second engine both list all
//! covers beside trials that take long ([`CriticalSearch::listing_on`]).
//!
//! Sources: Havard amortised the start-up of a dancing-links verifier over the candidates of a
//! pseudo-puzzle; gsf asked for "one search instead of #candidates" (both in gsf's note on off/on
//! tours, players' forum, 2007).
//!
//! Deliberately lacking: pairs of options that are critical together (hold one, ask again, ban it),
//! and all that is Sudoku's alone.

use std::fmt;
use std::ops::ControlFlow;

use self::counters::Bits;
use self::dead::Engines;
use self::listed::{Lister, Pace};
use self::parts::Parts;
use crate::cover::engine::links::{Branching, narrowest};
use crate::cover::engine::set_moves;
use crate::cover::{
    Clash, Engine, Move, OptionId, Problem, ProblemError, Statistics, UnknownOption,
};
use crate::excerpt::Excerpt;
use crate::watch::{Patient, Watch};

mod answer;
pub mod classes;
mod counters;
pub mod dead;
mod listed;
mod parts;
mod subsets;
#[cfg(test)]
mod tests;
pub mod toggled;
pub mod tree;
mod trials;

pub use self::answer::{CoverCount, Critical};

/// How critical options are found; see the [page](self).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Method {
    /// An engine made anew for each candidate.
    Rebuilt,
    /// One engine, on which each candidate is held and released (Havard).
    Toggled,
    /// One search tree for all candidates (gsf's remark, taken literally).
    Tree,
    /// Every cover counts for all its options; what is done is banned.
    Dead,
    /// The same in classes of covers. Only questions about many sets taken off have more than one
    /// class, see [`CriticalSearch::take_off`]; a single one is answered as by `Dead`.
    #[default]
    Classes,
}

impl Method {
    /// All methods, the oldest first.
    pub const ALL: &[Method] =
        &[Method::Rebuilt, Method::Toggled, Method::Tree, Method::Dead, Method::Classes];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Rebuilt => "rebuilt",
            Method::Toggled => "toggled",
            Method::Tree => "tree",
            Method::Dead => "dead",
            Method::Classes => "classes",
        }
    }
}

/// Why a question has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CriticalError {
    /// No engine fits the problem.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// A held or banned option is not from the problem.
    #[error(transparent)]
    Unknown(#[from] UnknownOption),
    /// The method works only if each item stands in one option of a cover.
    #[error(
        "the method {} can't keep multiplicities, as in `{}`; all other methods do",
        .method.name(),
        Excerpt(.item)
    )]
    Multiple {
        /// The method.
        method: Method,
        /// The first item with multiplicities, as it is spelled.
        item: String,
    },
}

/// Receives the answers of [`CriticalSearch::take_off`]: the options that were taken off those
/// held, and what is critical then. `Break` ends the search.
pub type CriticalVisitor<'v> = dyn FnMut(&[OptionId], &Critical) -> ControlFlow<()> + 'v;

/// The critical options of `problem` with these options held. An option held twice counts once, and
/// of options that clash there are no covers.
///
/// For many questions make a [`CriticalSearch`].
///
/// # Errors
/// If a held option is not of the problem, or the problem is too large for an engine.
///
/// ```
/// use tourdion::cover::question::critical::{CoverCount, Method, critical_options};
/// use tourdion::cover::{OptionId, Problem};
///
/// let toy: Problem = "a b c d e\na b\nc d\na c\nb d\nc\nd\ne".parse()?;
/// let critical = critical_options(&toy, &[], Method::Dead)?;
/// assert_eq!(critical.covers(), CoverCount::More);
/// assert_eq!(critical.options().collect::<Vec<_>>(), [1, 2, 3, 4, 5].map(OptionId::at));
/// assert_eq!(critical.cover_with(OptionId::at(4)), Some(&[0, 4, 5, 6].map(OptionId::at)[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn critical_options(
    problem: &Problem,
    held: &[OptionId],
    method: Method,
) -> Result<Critical, CriticalError> {
    let mut search = CriticalSearch::new(problem, method)?;
    // A patient watch does not break off.
    let _ = search.find(held, &[], &mut Patient)?;
    Ok(search.answer)
}

/// A search for critical options that is made once and asked often.
///
/// ```
/// use std::ops::ControlFlow;
/// use tourdion::cover::OptionId;
/// use tourdion::cover::question::critical::{Critical, CriticalSearch, Method};
/// use tourdion::sudoku::{Grid, Shape, encode};
/// use tourdion::watch::Patient;
///
/// let puzzle: Grid = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let problem = encode::problem(Shape::CLASSIC)?;
/// let clues: Vec<_> = puzzle.clues().map(|clue| encode::option(Shape::CLASSIC, clue)).collect();
/// let mut search = CriticalSearch::new(&problem, Method::Classes)?;
/// let mut found = 0;
/// let mut add = |_: &[OptionId], critical: &Critical| {
///     found += critical.len();
///     ControlFlow::Continue(())
/// };
/// let _ = search.take_off(&clues, 1, &mut add, &mut Patient)?;
/// assert_eq!(found, 47); // 26 other puzzles, and for each of the 21 clues the puzzle itself
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CriticalSearch<'p> {
    method: Method,
    ground: Ground<'p>,
    answer: Critical,
}

impl fmt::Debug for CriticalSearch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CriticalSearch").field("method", &self.method).finish_non_exhaustive()
    }
}

impl<'p> CriticalSearch<'p> {
    /// A search in `problem`, on links.
    ///
    /// # Errors
    /// If the problem is too large for them, or has multiplicities, which [`Method::Tree`] can't
    /// keep.
    pub fn new(problem: &'p Problem, method: Method) -> Result<CriticalSearch<'p>, CriticalError> {
        CriticalSearch::on(narrowest(problem, Branching::default())?, problem, method)
    }

    /// A search in `problem`, on an engine that was made for it, and has nothing held or banned.
    /// [`Method::Rebuilt`] searches on links of its own nevertheless.
    ///
    /// # Errors
    /// If the problem has multiplicities, which [`Method::Tree`] can't keep.
    ///
    /// # Panics
    /// If the engine was made for a problem with more or fewer options.
    pub fn on(
        mut engine: Box<dyn Engine>,
        problem: &'p Problem,
        method: Method,
    ) -> Result<CriticalSearch<'p>, CriticalError> {
        if method == Method::Tree
            && let Some(item) = problem.first_multiple()
        {
            let item = problem.spelled_item(item).to_string();
            return Err(CriticalError::Multiple { method, item });
        }
        assert!(
            has_options(engine.as_mut(), problem.options().len()),
            "the engine was made for a problem with as many options"
        );
        let mut choosable = Bits::empty(problem.options().len());
        let has_primary = |&option: &OptionId| {
            problem.entries_of(option).iter().any(|entry| problem.is_primary(entry.item))
        };
        problem.options().filter(has_primary).for_each(|option| choosable.add(option));
        let parts = Parts::of(problem);
        let is_multiple = problem.is_multiple();
        let engines = Engines::new(engine);
        let ground = Ground { problem, engines, choosable, parts, is_multiple };
        Ok(CriticalSearch { method, ground, answer: Critical::default() })
    }

    /// The same search with another engine for the problem, on which [`Method::Dead`] and
    /// [`Method::Classes`] list all covers in turns with trials that take long. The answers stay as
    /// they are, and take about twice the work of the one that ends first, at most. A list that a
    /// few random ways down show to be far too long does not begin. `make` is called when the
    /// engine is needed; without one, trials go on alone.
    ///
    /// # Panics
    /// A search, if the engine is of another problem, in which options clash that don't here.
    ///
    /// ```
    /// use tourdion::cover::question::critical::{CriticalSearch, Method};
    /// use tourdion::cover::{Engine, Live, classics};
    /// use tourdion::watch::Patient;
    ///
    /// let problem = classics::langford(9)?; // has no cover
    /// let live = || Some(Box::new(Live::new(&problem).ok()?) as Box<dyn Engine>);
    /// let search = CriticalSearch::new(&problem, Method::Dead)?;
    /// let mut search = search.listing_on(live);
    /// let critical = search.find(&[], &[], &mut Patient)?.continue_value();
    /// assert_eq!(critical.map(|critical| critical.len()), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn listing_on(
        mut self,
        make: impl FnMut() -> Option<Box<dyn Engine>> + Send + 'p,
    ) -> CriticalSearch<'p> {
        self.ground.engines.list = Some(Lister::new(self.ground.problem.items().len(), make));
        self
    }

    /// The same, listing from the first trial on: for tests, in which trials take no longer.
    #[doc(hidden)]
    #[must_use]
    pub fn listing_at_once(mut self) -> CriticalSearch<'p> {
        self.ground.engines.pace = Pace { alone: 0, part: 0.0, turn: 1 };
        self
    }

    /// The critical options with `held` held and `banned` banned; an option that is both is held.
    /// `watch` sees what the searches of the engine have done, after every candidate that needed a
    /// search, and every few thousand nodes. Returns `Break` if it broke off.
    ///
    /// # Errors
    /// If an option is not of the problem.
    pub fn find(
        &mut self,
        held: &[OptionId],
        banned: &[OptionId],
        watch: &mut dyn Watch<Statistics>,
    ) -> Result<ControlFlow<(), &Critical>, CriticalError> {
        self.ground.problem.check_options(held.iter().chain(banned))?;
        let flow = self.find_all(&self.ground.without_repeats(held), banned, watch);
        Ok(flow.map_continue(|()| &self.answer))
    }

    /// Takes off every set of `off` held options, one set at a time, and shows `visitor` the set
    /// and the options that are then critical. The members of a set come in the order of `held`.
    /// Loose options are not taken off. `watch` is that of [`find`](CriticalSearch::find), and has
    /// a pulse after every class too. Returns `Break` if the visitor or the watch did.
    ///
    /// With [`Method::Classes`] the sets share their work, and 2^`off` classes are looked at for
    /// each; all classes for fewer options off are kept until the end. The other methods treat each
    /// set by itself.
    ///
    /// # Errors
    /// If an option is not of the problem.
    pub fn take_off(
        &mut self,
        held: &[OptionId],
        off: usize,
        visitor: &mut CriticalVisitor<'_>,
        watch: &mut dyn Watch<Statistics>,
    ) -> Result<ControlFlow<()>, CriticalError> {
        self.ground.problem.check_options(held)?;
        let is_clue = |&option: &OptionId| self.ground.choosable.has(option);
        let (clues, kept): (Vec<OptionId>, Vec<OptionId>) =
            self.ground.without_repeats(held).into_iter().partition(is_clue);
        if self.method == Method::Classes {
            let (ground, answer) = (&mut self.ground, &mut self.answer);
            return Ok(classes::take_off(ground, &kept, &clues, off, answer, visitor, watch));
        }
        let mut sets = subsets::Subset::all(clues.len(), off);
        Ok(sets.try_for_each(|taken| {
            let (gone, left) = taken.split(&clues);
            let held: Vec<OptionId> = kept.iter().chain(left.iter().rev()).copied().collect();
            self.find_all(&held, &[], watch)?;
            visitor(&gone, &self.answer)
        }))
    }

    /// The answer to the last [`find`](CriticalSearch::find), or what is known of it if it was
    /// broken off.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tourdion::cover::question::critical::{CriticalSearch, Method};
    /// use tourdion::cover::{Problem, Statistics};
    ///
    /// let toy: Problem = "a b c d e\na b\nc d\na c\nb d\nc\nd\ne".parse()?;
    /// let mut search = CriticalSearch::new(&toy, Method::Dead)?;
    /// let mut pulses = 0;
    /// let mut two = |_: &Statistics| {
    ///     pulses += 1;
    ///     if pulses < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// };
    /// assert!(search.find(&[], &[], &mut two)?.is_break());
    /// let so_far = search.so_far();
    /// assert_eq!((so_far.len(), so_far.undecided()), (1, 4)); // `c d`; four are not tried
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn so_far(&self) -> &Critical {
        &self.answer
    }

    /// What the searches of the engine have done so far; those of the engines that
    /// [`Method::Rebuilt`] makes are not among them.
    pub fn statistics(&self) -> Statistics {
        self.ground.engines.statistics()
    }

    /// Puts the critical options into the answer.
    fn find_all(
        &mut self,
        held: &[OptionId],
        banned: &[OptionId],
        watch: &mut dyn Watch<Statistics>,
    ) -> ControlFlow<()> {
        let CriticalSearch { method, ground, answer } = self;
        answer.clear();
        if !ground.hold(held.iter().copied(), banned.iter().copied()) {
            return ControlFlow::Continue(());
        }
        let mut asked = ground.choosable.clone();
        held.iter().chain(banned).for_each(|&option| asked.remove(option));
        let candidates = || asked.options().collect::<Vec<_>>();
        answer.set_undecided(asked.options().count());
        match method {
            Method::Rebuilt => toggled::rebuild(ground, &candidates(), answer, watch),
            Method::Toggled => toggled::toggle(ground, &candidates(), answer, watch),
            Method::Tree => tree::walk(ground, &candidates(), tree::ROOM, answer, watch),
            Method::Dead | Method::Classes => parts::find(ground, &asked, answer, watch),
        }?;
        ground.finish(held, answer);
        ControlFlow::Continue(())
    }
}

/// Whether an engine's problem has this number of options.
fn has_options(engine: &mut dyn Engine, count: usize) -> bool {
    let mut knows = |number: usize| match engine.hold(OptionId::at(number)) {
        Ok(()) => engine.release().is_some(),
        Err(clash) => clash != Clash::Unknown,
    };
    (count == 0 || knows(count - 1)) && !knows(count)
}

/// The common ground of all methods. Between two questions the engine for trials keeps the moves of
/// the last question ([`set_moves`]).
struct Ground<'p> {
    problem: &'p Problem,
    engines: Engines<'p>,
    /// All options that are not loose.
    choosable: Bits,
    /// The parts of the problem, if it has two.
    parts: Option<Parts>,
    is_multiple: bool,
}

impl Ground<'_> {
    /// These options of the problem in their order, each where it comes first.
    fn without_repeats(&self, options: &[OptionId]) -> Vec<OptionId> {
        let mut seen = Bits::empty(self.problem.options().len());
        let is_new = |&option: &OptionId| {
            !seen.has(option) && {
                seen.add(option);
                true
            }
        };
        options.iter().copied().filter(is_new).collect()
    }

    /// Holds and bans exactly these options, each once. Returns false if two held options clash.
    fn hold(
        &mut self,
        held: impl Iterator<Item = OptionId>,
        banned: impl Iterator<Item = OptionId>,
    ) -> bool {
        let moves = held.map(Move::Held).chain(banned.map(Move::Banned));
        set_moves(self.engines.trials.as_mut(), moves).is_ok()
    }

    /// Corrects an answer that counts only covers with some candidate: the held options may be a
    /// cover themselves. Others exist beside it only if items can stand in more options than they
    /// must.
    fn finish<'o>(&self, held: impl IntoIterator<Item = &'o OptionId>, answer: &mut Critical) {
        let may_be_one_more = match answer.covers() {
            CoverCount::None => true,
            CoverCount::One => self.is_multiple,
            CoverCount::More => false,
        };
        if may_be_one_more {
            let held: Vec<OptionId> = held.into_iter().copied().collect();
            if self.problem.is_cover(&held) {
                answer.add_held();
            }
        }
    }
}
