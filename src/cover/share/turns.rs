//! Turns: a plain search, and in its pulses one by weights and one that learns.
//!
//! ```text
//!      narrow   plain     ▮▮▮▮▮▮▮▮▮▮   ▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮  ...     restarts once, or never
//!               learn               ▮                           keeps what it has learned
//!               weights              ▮                          keeps what it has learned
//!
//!      wide     weights   ▮▮             ▮▮▮          ▮▮▮▮
//!               plain       ▮▮▮▮▮▮         ▮▮▮▮▮▮         ▮▮▮▮▮▮ ...
//!               learn             ▮▮▮▮▮▮         ▮▮▮▮▮▮
//!                         first turn: a moment
//! ```
//!
//! A first cover, or that there is none, takes one of them a moment and another one for ever. A
//! guess says which, and that one has sixteen times the time of the others, as far as time can be
//! known without a clock; see `favoured`. The search [by weights](crate::cover::Cells::weighted)
//! has no turns where rows of bits search plainly.
//!
//! A plain search on a live list restarts once, in another order of the options, if its first
//! choice seems a bad one; see `beginning`.
//!
//! Before all of them, links search for a moment on most problems that need rows or sparse sets;
//! see `plain`. On wide problems the search by weights comes next.
//!
//! With multiplicities no search learns. A problem in several components has turns in each of them,
//! when a moment has shown that it is not an easy one; see `components`.
//!
//! A search that is broken off and restarts shows covers again, and two searches may show the
//! same. They are remembered, and pass once. So this is for a few covers: others take memory.
//!
//! For a list (`Turns::for_list`) the plain search begins, and the others have their first turns
//! when it has shown nothing for some ten milliseconds. A plain search that has found a cover soon
//! finds others, mostly. So from its first cover on it goes on alone, and what the others have
//! shown is all that is remembered.
//!
//! Invariants: all engines have the same moves. The order of the turns, and the covers, depend on
//! the problem and the earlier questions alone, not on the machine.
//!
//! Source: Luby, Sinclair and Zuckerman (1993), for one search with itself.

mod beginning;
mod clock;
mod components;
mod engine;
mod favoured;
mod late;
mod pulses;
mod recipient;
mod sharing;

use std::cell::{Cell, RefCell};
#[cfg(feature = "parallel")]
use std::num::NonZero;
use std::ops::ControlFlow;

use self::beginning::Beginning;
pub(in crate::cover::share) use self::clock::Clock;
use self::components::{Components, Search};
use self::favoured::{Favoured, Shape, Size, WIDE};
use self::late::Late;
use self::pulses::{Begun, LimitWatch, PlainWatch};
use self::recipient::Recipient;
use self::sharing::Sharing;
use crate::cover::engine::plain::{Look, Plain};
use crate::cover::engine::secondary::Secondary;
use crate::cover::{Cells, Cover, Engine, EngineWatch, Learn, Problem, ProblemError, Statistics};

/// The work of the plain search before the first turn of the others, per entry of a problem for a
/// live list and of a wider one, plus a constant: the others are made in a part of that time.
const FIRST_TURN_PER_ENTRY: [u64; 2] = [8, 4];
const FIRST_TURN: u64 = 1 << 13;

/// The work before the first turn of the others where more than a few covers are wanted: about ten
/// milliseconds.
const FIRST_TURN_OF_LIST: u64 = 1 << 22;

/// What the search by weights has besides, before the others, on a wide problem with
/// multiplicities, on one of fillings, and on one of other secondary items than these and pairs: it
/// solves timetables by then.
const FIRST_WEIGHING: [u64; 3] = [1 << 17, 1 << 19, 1 << 21];

/// The least work of a turn of the search that learns: shorter ones end at once, or take longer
/// than they may.
const LEAST_TURN: u64 = 1 << 13;

/// The most nodes of the plain search until a turn of the other may begin.
const TURN_PATIENCE: u64 = 256;

/// A live list, or rows of bits or sparse sets for a problem that is too wide for one, then sparse
/// sets that search [by weights](crate::cover::Cells::weighted), and
/// [learning](crate::cover::Learn), in turns.
///
/// ```
/// use tourdion::cover::{Engine, Turns, classics};
///
/// let mut engine = Turns::new(&classics::queens(60)?)?;
/// assert_eq!(engine.first(1)[0].len(), 60);
/// # Ok::<(), tourdion::cover::ProblemError>(())
/// ```
#[derive(Debug)]
pub struct Turns {
    plain: Plain,
    /// The search by weights.
    weighing: Late<Cells>,
    learner: Late<Learn>,
    /// The problem without names, until the others are made.
    problem: Option<Box<Problem>>,
    covers: u64,
    /// The work of links, before they were replaced.
    early: Statistics,
    /// How large the problem is.
    size: Size,
    /// What is known of its secondary items.
    secondary: Secondary,
    first_turn: u64,
    /// The same of the search by weights, on a wide problem.
    first_weighing: u64,
    components: Components,
    /// Whether more than a few covers are wanted.
    is_for_list: bool,
    /// Goes by the work of all searches but that of links, which is short.
    clock: Clock,
    sharing: Sharing,
}

impl Turns {
    /// An engine for `problem`, with nothing held and nothing banned.
    ///
    /// # Errors
    /// [`ProblemError::TooLarge`] if it is too large for [`Cells`]. Beyond 2^30 options or entries,
    /// which are too many to learn with, none learns.
    pub fn new(problem: &Problem) -> Result<Turns, ProblemError> {
        let look = Look::at(problem);
        let secondary = look.secondary;
        Ok(Turns::of(problem, Plain::early(problem, look)?, secondary))
    }

    /// An engine for `problem` that shows more than a few covers. The plain search begins, and
    /// takes no memory for covers. When it has shown one, it goes on alone.
    ///
    /// ```
    /// use tourdion::cover::{Engine, Turns, classics};
    ///
    /// let mut engine = Turns::for_list(&classics::queens(12)?)?;
    /// assert_eq!(engine.first(1_000).len(), 1_000);
    /// # Ok::<(), tourdion::cover::ProblemError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Turns::new`].
    pub fn for_list(problem: &Problem) -> Result<Turns, ProblemError> {
        let look = Look::at(problem);
        let secondary = look.secondary;
        let turns = Turns::of(problem, Plain::by(problem, &look)?, secondary);
        let first_turn = turns.first_turn + FIRST_TURN_OF_LIST;
        Ok(Turns { first_turn, is_for_list: true, ..turns })
    }

    /// An engine whose plain search is this.
    fn of(problem: &Problem, plain: Plain, secondary: Secondary) -> Turns {
        let learner = if problem.is_multiple() { Late::Out } else { Late::Due };
        let size = Size::of(problem);
        let is_wide = !matches!(plain, Plain::Live(_));
        let first_turn = FIRST_TURN_PER_ENTRY[usize::from(is_wide)] * size.entries + FIRST_TURN;
        let weighing = match secondary {
            Secondary::Others => FIRST_WEIGHING[2],
            Secondary::Fillings => FIRST_WEIGHING[1],
            _ if problem.is_multiple() => FIRST_WEIGHING[0],
            _ => 0,
        };
        Turns {
            plain,
            weighing: Late::Due,
            learner,
            problem: Some(Box::new(problem.without_names())),
            covers: 0,
            early: Statistics::default(),
            size,
            secondary,
            first_turn,
            first_weighing: first_turn + weighing,
            components: Components::Due,
            is_for_list: false,
            clock: Clock::default(),
            sharing: Sharing::default(),
        }
    }

    /// The same engine, whose first turn has this number of updates, a node being eight: for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn first_for(mut self, updates: u64) -> Turns {
        self.first_turn = updates.max(2);
        self.first_weighing = self.first_turn;
        self
    }

    /// The same engine, whose searches advance this clock.
    #[cfg(feature = "parallel")]
    pub(super) fn timed_by(mut self, clock: &Clock) -> Turns {
        self.clock = clock.clone();
        self
    }

    /// From this time of the clock on, a plain search on a live list that is near its end is broken
    /// off, so that this number of threads can search it, or one on each core. `None` for never.
    #[cfg(feature = "parallel")]
    pub(super) fn share_from(&mut self, time: Option<u64>, threads: Option<NonZero<usize>>) {
        let is_narrow = matches!(self.plain, Plain::Live(_));
        self.sharing = Sharing { from: time.filter(|_| is_narrow), threads, whole: None };
    }

    /// The nodes of the whole plain search, by its first choices, if it was broken off since it is
    /// near its end.
    #[cfg(feature = "parallel")]
    pub(super) fn nodes_to_share(&self) -> Option<u64> {
        self.sharing.whole.map(|work| work / 8)
    }

    /// The same engine for a component, whose first turn has at most this work, and which advances
    /// the clock of the whole.
    fn of_component(mut self, first_turn: u64, clock: &Clock) -> Turns {
        self.components = Components::One;
        self.clock = clock.clone();
        if first_turn < self.first_turn { self.first_for(first_turn) } else { self }
    }
}

impl Turns {
    fn search_in_turns(
        &mut self,
        visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &mut EngineWatch<'_>,
    ) -> ControlFlow<()> {
        let patience = watch.patience().min(TURN_PATIENCE);
        let recipient = RefCell::new(Recipient::new(visitor, watch, self.covers, self.early));
        let flow = self.search_whole(&recipient, patience);
        let flow = flow.unwrap_or_else(|| self.search_components(&recipient, patience));
        self.covers = recipient.into_inner().covers();
        flow
    }

    /// Searches the problem as a whole. Returns how the search has ended, unless there are several
    /// components.
    fn search_whole(
        &mut self,
        recipient: &RefCell<Recipient<'_, '_>>,
        patience: u64,
    ) -> Option<ControlFlow<()>> {
        if self.components.several().is_some() {
            return None;
        }
        let ended = self.begin(recipient, patience).or_else(|| self.weigh(recipient, patience));
        ended.or_else(|| self.take_turns(recipient, patience))
    }

    /// Searches the components.
    fn search_components(
        &mut self,
        recipient: &RefCell<Recipient<'_, '_>>,
        patience: u64,
    ) -> ControlFlow<()> {
        recipient.borrow_mut().weighing = self.weighing.statistics();
        let engine = self.plain.engine();
        let whole = engine.statistics().plus(self.learner.statistics());
        let done = whole.plus(self.components.statistics());
        let search = Search { recipient, moves: engine.moves(), patience, done };
        let Some(several) = self.components.several_mut() else { return ControlFlow::Continue(()) };
        several.search(search)
    }

    /// Lets links search for a moment, if they have not been replaced. Returns how the search has
    /// ended, if it has.
    fn begin(
        &mut self,
        recipient: &RefCell<Recipient<'_, '_>>,
        patience: u64,
    ) -> Option<ControlFlow<()>> {
        let Plain::Links { .. } = &self.plain else { return None };
        let problem = self.problem.as_deref()?;
        let drive = self.clock.drive(0, 0);
        let none = Statistics::default();
        let mut watch = LimitWatch::new(recipient, drive, none, u64::MAX, patience);
        let mut show = |cover: Cover<'_>| recipient.borrow_mut().show_early(cover);
        match self.plain.begin(problem, &mut show, &mut watch) {
            Ok(flow) => Some(flow),
            Err(done) => {
                self.early = done;
                recipient.borrow_mut().remember(done);
                None
            }
        }
    }

    /// Lets the search by weights on a wide problem have a turn before the others. Returns how the
    /// search has ended, if it has.
    fn weigh(
        &mut self,
        recipient: &RefCell<Recipient<'_, '_>>,
        patience: u64,
    ) -> Option<ControlFlow<()>> {
        let Plain::Cells(plain) = &mut self.plain else { return None };
        if self.is_for_list {
            return None;
        }
        let (cells, others) = match &mut self.weighing {
            Late::Made(cells) => (cells, plain.statistics().plus(self.learner.statistics())),
            _ => (&mut *plain, Statistics::default()),
        };
        let work = cells.statistics().work();
        let limit = work.saturating_add(self.first_weighing);
        let drive = self.clock.drive(WIDE.nanoseconds(WIDE.weights), work);
        let mut watch = LimitWatch::new(recipient, drive, others, limit, patience);
        let mut show = |cover: Cover<'_>| recipient.borrow_mut().show(cover);
        let flow = cells.search(&mut show, &mut watch);
        if !watch.is_over {
            return Some(flow);
        }
        if matches!(self.weighing, Late::Due) {
            let twin = Box::new(plain.plain_twin());
            self.weighing = Late::Made(std::mem::replace(plain, twin));
        }
        if let Some(problem) = self.problem.as_deref() {
            let moves = self.plain.engine().moves();
            self.components.look(problem, moves, self.first_turn, &self.clock);
        }
        if matches!(self.learner, Late::Out) {
            self.problem = None; // no search needs it any more
        }
        None
    }

    /// Lets all search in turns. Returns how the search has ended, unless there are several
    /// components.
    fn take_turns(
        &mut self,
        recipient: &RefCell<Recipient<'_, '_>>,
        patience: u64,
    ) -> Option<ControlFlow<()>> {
        if self.components.several().is_some() {
            return None;
        }
        let Turns { plain, weighing, learner, problem, components, clock, sharing, .. } = self;
        let shape = match plain {
            Plain::Live(_) => Shape::Narrow,
            Plain::Rows(_) | Plain::Links { .. } => Shape::Between,
            Plain::Cells(_) => Shape::Wide,
        };
        if shape == Shape::Between && !self.is_for_list {
            *weighing = Late::Out;
        }
        recipient.borrow_mut().weighing = weighing.statistics();
        let moves = plain.engine().moves().to_vec();
        let begun = Begun {
            plain: plain.engine().statistics().work(),
            weights: weighing.statistics().work(),
            learn: learner.statistics().work(),
        };
        let learns = !matches!(learner, Late::Out);
        let favoured = Favoured::new(shape, self.secondary, self.size, learns);
        let pace = favoured.paces.nanoseconds(favoured.paces.plain);
        let (is_for_list, is_alone) = (self.is_for_list, Cell::new(false));
        let beginning = Beginning::of(plain);
        let mut watch = PlainWatch {
            recipient,
            clock,
            drive: clock.drive(pace, begun.plain),
            learner,
            weighing,
            problem,
            components,
            moves: &moves,
            begun,
            first: self.first_turn,
            next: self.first_turn,
            least_turn: LEAST_TURN.min(self.first_turn / 2),
            favoured,
            sharing,
            is_alone: &is_alone,
            patience,
            beginning,
            is_done: false,
        };
        let mut show = |cover: Cover<'_>| {
            if is_alone.get() {
                return recipient.borrow_mut().show_last(cover);
            }
            is_alone.set(is_for_list);
            let mut recipient = recipient.borrow_mut();
            if is_for_list { recipient.show_last(cover) } else { recipient.show(cover) }
        };
        let mut flow = plain.engine_mut().search(&mut show, &mut watch);
        if watch.beginning.take_restart() {
            plain.change_order();
            flow = plain.engine_mut().search(&mut show, &mut watch);
        }
        let (is_done, is_apart) = (watch.is_done, components.several().is_some());
        (!is_apart).then_some(if is_done { ControlFlow::Continue(()) } else { flow })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::classics;

    #[test]
    fn all_engines_have_the_moves_made_before_they_were_and_after() {
        let problem = classics::langford(7).unwrap();
        let mut turns = Turns::new(&problem).unwrap().first_for(1 << 40);
        let mut links = crate::cover::Links::new(&problem).unwrap();
        for first_turn in [1 << 40, 1] {
            turns.first_turn = first_turn;
            let option = turns.shortest().map(|(item, _)| {
                let mut options = Vec::new();
                turns.list(item, &mut options);
                options[options.len() / 2]
            });
            assert_eq!(turns.count(u64::MAX), links.count(u64::MAX));
            turns.ban(option.unwrap());
            links.ban(option.unwrap());
        }
        assert!(turns.learner.made().is_some() && turns.weighing.made().is_some(), "each had one");
        assert_eq!(turns.count(u64::MAX), links.count(u64::MAX));
        turns.sanity().unwrap();
    }

    #[test]
    fn links_that_were_done_in_a_moment_search_again() {
        let mut turns = Turns::new(&classics::latin(10).unwrap()).unwrap();
        for asked in 1..=3 {
            assert_eq!(turns.count(1), 1);
            assert!(matches!(turns.plain, Plain::Links { .. }), "{asked}");
            assert!(turns.learner.made().is_none() && turns.weighing.made().is_none());
        }
    }
}
