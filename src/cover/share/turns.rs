//! Turns: a plain search, and in its pulses one that learns.
//!
//! ```text
//!      narrow   plain   ▮▮▮▮▮▮▮  ▮▮▮▮▮▮▮▮  ▮▮▮▮▮▮▮▮▮▮ ...     never begins again
//!               learn          ▮         ▮                    keeps what it has learned
//!
//!      wide     plain   ▮▮         ▮▮               ▮▮▮
//!               learn     ▮▮▮▮▮▮▮▮▮  ▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮   ...
//!                       first turn: a moment
//! ```
//!
//! A first cover, or that there is none, takes one of them a moment and the other one for ever. A
//! guess says which, and that one has sixteen times the time of the other, as far as time can be
//! known without a clock; see `favoured`. Sparse sets search by
//! [weights](crate::cover::Cells::weighted) here.
//!
//! Before both, links search for a moment on most problems that need rows or sparse sets; see
//! `plain`.
//!
//! On another thread (`Turns::on_two_threads`) a long turn of the search that learns goes on
//! beside the plain search, until the next is due or the plain search finds a cover; see `beside`.
//!
//! A search that is broken off and begins anew shows covers again, and both searches may show the
//! same. They are remembered, and pass once. So this is for a few covers: others take memory.
//!
//! Invariants: both engines have the same moves. The order of the turns, and the covers, depend on
//! the problem and the earlier questions alone, not on the machine; with another thread that is so
//! for the first question.
//!
//! Source: Luby, Sinclair and Zuckerman (1993), for one search with itself.

mod beside;
mod favoured;
mod recipient;

use std::cell::RefCell;
use std::ops::ControlFlow;

use self::beside::Other;
use self::favoured::{Favoured, Shape, Size};
use self::recipient::{Recipient, together};
use crate::cover::engine::plain::{Look, Plain, make};
use crate::cover::engine::sealed::SealedEngine;
use crate::cover::engine::secondary::Secondary;
use crate::cover::{
    Clash, Cover, Engine, EngineProgress, EngineWatch, ItemId, Learn, Move, OptionId, Problem,
    ProblemError, Statistics,
};
#[cfg(feature = "parallel")]
use crate::threads::LateThread;
use crate::watch::Watch;

/// The work of the plain search before the first turn of the other, per entry, plus a constant: the
/// other is made in a part of that time.
const FIRST_TURN_PER_ENTRY: u64 = 8;
const FIRST_TURN: u64 = 1 << 13;

/// The least work of a turn of the search that learns: shorter ones end at once, or take longer
/// than they may.
const LEAST_TURN: u64 = 1 << 13;

/// The most nodes of the plain search until a turn of the other may begin.
const TURN_PATIENCE: u64 = 256;

/// The most nodes of the search that learns until its turn may end: one of them may have a thousand
/// updates.
const LEARNING_PATIENCE: u64 = 16;

/// A live list, or rows of bits or sparse sets for a problem that is too wide for one, and
/// [`Learn`], in turns.
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
    learner: Learner,
    covers: u64,
    /// The work of links, before they were replaced.
    early: Statistics,
    /// How large the problem is.
    size: Size,
    /// What is known of its secondary items.
    secondary: Secondary,
    first_turn: u64,
    /// The least work of a turn that another thread takes.
    long_turn: u64,
    #[cfg(feature = "parallel")]
    thread: Option<LateThread>,
}

impl Turns {
    /// An engine for `problem`, with nothing held and nothing banned.
    ///
    /// # Errors
    /// [`ProblemError::TooLarge`] if it is too large for [`Cells`](crate::cover::Cells). Beyond
    /// 2^30 options or entries, which are too many to learn with, the plain search is alone.
    /// [`ProblemError::Multiple`] if an item may stand in several options.
    pub fn new(problem: &Problem) -> Result<Turns, ProblemError> {
        let learner = Learner::new(problem)?;
        let look = Look::at(problem);
        let secondary = look.secondary;
        let plain = Plain::early(problem, look)?;
        let size = Size::of(problem);
        let first_turn = FIRST_TURN_PER_ENTRY * size.entries + FIRST_TURN;
        Ok(Turns {
            plain,
            learner,
            covers: 0,
            early: Statistics::default(),
            size,
            secondary,
            first_turn,
            long_turn: beside::LONG_TURN,
            #[cfg(feature = "parallel")]
            thread: None,
        })
    }

    /// The same engine, whose search that learns is on another thread in its long turns. The thread
    /// starts with the first of these, and ends with the engine.
    ///
    /// The first question has the same covers in the same order. When it ends, a turn of the other
    /// search is broken off at a moment that depends on time, and so may the order of the covers of
    /// later questions.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn on_two_threads(mut self) -> Turns {
        self.thread = Some(LateThread::default());
        self
    }

    /// As [`Turns::on_two_threads`], where there are two cores; counted when the thread starts.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn on_two_cores(mut self) -> Turns {
        self.thread = Some(LateThread::with_a_core());
        self
    }

    /// The same engine, whose first turn has this number of updates, a node being eight, and so
    /// has the least turn for another thread: for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn first_for(mut self, updates: u64) -> Turns {
        self.first_turn = updates.max(2);
        self.long_turn = self.long_turn.min(self.first_turn);
        self
    }
}

/// The engine that learns, made when it has its first turn.
#[derive(Debug)]
enum Learner {
    /// Not made yet: the problem without names.
    Due(Box<Problem>),
    /// The problem is too large for it.
    Out,
    Made(Box<Learn>),
    /// Another thread has it, which began with this work behind it.
    Away(Statistics),
}

impl Learner {
    fn new(problem: &Problem) -> Result<Learner, ProblemError> {
        problem.refuse_multiple()?;
        Ok(Learner::Due(Box::new(problem.without_names())))
    }

    fn made(&self) -> Option<&Learn> {
        if let Learner::Made(learn) = self { Some(learn) } else { None }
    }

    fn made_mut(&mut self) -> Option<&mut Learn> {
        if let Learner::Made(learn) = self { Some(learn) } else { None }
    }

    /// The engine with these moves, which it has already if it was made before.
    fn make(&mut self, moves: &[Move]) -> Option<&mut Learn> {
        *self = match std::mem::replace(self, Learner::Out) {
            Learner::Due(problem) => {
                Learn::in_place_of(problem).map_or(Learner::Out, |mut learn| {
                    make(&mut learn, moves);
                    Learner::Made(Box::new(learn))
                })
            }
            other => other,
        };
        self.made_mut()
    }

    fn statistics(&self) -> Statistics {
        match self {
            Learner::Due(_) | Learner::Out => Statistics::default(),
            Learner::Made(learn) => learn.statistics(),
            Learner::Away(statistics) => *statistics,
        }
    }
}

/// Watches the plain search, and lets the other one go on in its pulses.
struct PlainWatch<'t, 'o, 'v, 'w> {
    recipient: &'t RefCell<Recipient<'v, 'w>>,
    other: &'t RefCell<Other<'o>>,
    moves: &'t [Move],
    /// The work of the plain engine before the search, and that of the one that learns.
    plain_begun: u64,
    learn_begun: u64,
    /// The work of the plain search in its first turn, and at the next turn of the other.
    first: u64,
    next: u64,
    /// The least work of a turn of the other.
    least_turn: u64,
    favoured: Favoured,
    patience: u64,
}

impl Watch<EngineProgress<'_>> for PlainWatch<'_, '_, '_, '_> {
    fn patience(&self) -> u64 {
        self.patience
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        let mut other = self.other.borrow_mut();
        self.recipient.borrow_mut().pulse(so_far, other.learner.statistics())?;
        other.look(self.recipient, so_far.statistics)?;
        let plain = so_far.statistics.work() - self.plain_begun;
        if plain < self.next {
            return ControlFlow::Continue(());
        }
        self.next = plain.saturating_add(plain / 2);
        other.wait(self.recipient, so_far.partial)?;
        let (begun, learning) = (self.learn_begun, self.favoured.learning());
        let since = plain - self.first;
        let turn =
            |[favours, than]: [u64; 2]| begun.saturating_add(since / than * favours / learning);
        let limit = turn(self.favoured.likely(plain));
        if limit < other.learner.statistics().work().saturating_add(self.least_turn) {
            return ControlFlow::Continue(());
        }
        let Some(learn) = other.learner.make(self.moves) else {
            return ControlFlow::Continue(());
        };
        let limit = turn(self.favoured.shares(plain, so_far.partial, learn));
        let left = limit.saturating_sub(learn.statistics().work());
        let patience = self.patience.min(LEARNING_PATIENCE);
        if left == 0 || other.leave(left, limit, patience) {
            return ControlFlow::Continue(());
        }
        let Some(learn) = other.learner.made_mut() else { return ControlFlow::Continue(()) };
        let plain = so_far.statistics;
        let mut watch =
            LimitWatch { recipient: self.recipient, other: plain, limit, patience, is_over: false };
        let mut show = |cover: Cover<'_>| self.recipient.borrow_mut().show(cover);
        let flow = learn.search(&mut show, &mut watch);
        let is_over = watch.is_over;
        other.is_done = flow.is_continue();
        if is_over { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Watches a search while the other waits, and ends it after some work.
struct LimitWatch<'t, 'v, 'w> {
    recipient: &'t RefCell<Recipient<'v, 'w>>,
    /// The work of the other engine.
    other: Statistics,
    limit: u64,
    patience: u64,
    is_over: bool,
}

impl Watch<EngineProgress<'_>> for LimitWatch<'_, '_, '_> {
    fn patience(&self) -> u64 {
        self.patience
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        self.recipient.borrow_mut().pulse(so_far, self.other)?;
        self.is_over = so_far.statistics.work() >= self.limit;
        if self.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Turns {
    /// The search, which leaves the other thread, if there is one, with nothing to do.
    fn search_in_turns(
        &mut self,
        visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &mut EngineWatch<'_>,
    ) -> ControlFlow<()> {
        let Turns { plain, learner, covers, early, size, secondary, first_turn, long_turn, .. } =
            self;
        #[cfg(feature = "parallel")]
        let thread = self.thread.as_ref();
        #[cfg(not(feature = "parallel"))]
        let thread = None;
        let patience = watch.patience().min(TURN_PATIENCE);
        let recipient = RefCell::new(Recipient::new(visitor, watch, *covers, *early));
        if let Learner::Due(problem) = &*learner {
            let other = Statistics::default();
            let mut watch = LimitWatch {
                recipient: &recipient,
                other,
                limit: u64::MAX,
                patience,
                is_over: false,
            };
            let mut show = |cover: Cover<'_>| recipient.borrow_mut().show_early(cover);
            match plain.begin(problem, &mut show, &mut watch) {
                Ok(flow) => {
                    *covers = recipient.into_inner().covers();
                    return flow;
                }
                Err(done) => *early = together(*early, done, 0),
            }
            recipient.borrow_mut().remember(*early);
        }
        let shape = match plain {
            Plain::Live(_) => Shape::Narrow,
            Plain::Rows(_) | Plain::Links { .. } => Shape::Between,
            Plain::Cells(_) => Shape::Wide,
        };
        let engine = plain.engine_mut();
        let moves = engine.moves().to_vec();
        let (plain_begun, learn_begun) = (engine.statistics().work(), learner.statistics().work());
        let other = RefCell::new(Other::new(learner, &moves, thread, *long_turn));
        let mut plain_watch = PlainWatch {
            recipient: &recipient,
            other: &other,
            moves: &moves,
            plain_begun,
            learn_begun,
            first: *first_turn,
            next: *first_turn,
            least_turn: LEAST_TURN.min(*first_turn / 2),
            favoured: Favoured::new(shape, *secondary, *size),
            patience,
        };
        let mut show = |cover: Cover<'_>| {
            // The turn of the other search comes before.
            other.borrow_mut().wait(&recipient, cover)?;
            recipient.borrow_mut().show(cover)
        };
        let flow = engine.search(&mut show, &mut plain_watch);
        let is_done = other.into_inner().end();
        *covers = recipient.into_inner().covers();
        if is_done { ControlFlow::Continue(()) } else { flow }
    }
}

impl SealedEngine for Turns {}

impl Engine for Turns {
    fn hold(&mut self, option: OptionId) -> Result<(), Clash> {
        self.plain.engine_mut().hold(option)?;
        self.learner.made_mut().map_or(Ok(()), |learn| learn.hold(option))
    }

    fn ban(&mut self, option: OptionId) {
        self.plain.engine_mut().ban(option);
        if let Some(learn) = self.learner.made_mut() {
            learn.ban(option);
        }
    }

    fn release(&mut self) -> Option<Move> {
        if let Some(learn) = self.learner.made_mut() {
            learn.release();
        }
        self.plain.engine_mut().release()
    }

    fn moves(&self) -> &[Move] {
        self.plain.engine().moves()
    }

    fn shortest(&self) -> Option<(ItemId, usize)> {
        self.plain.engine().shortest()
    }

    fn list(&self, item: ItemId, options: &mut Vec<OptionId>) {
        self.plain.engine().list(item, options);
    }

    fn search(
        &mut self,
        visitor: &mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &mut EngineWatch<'_>,
    ) -> ControlFlow<()> {
        let flow = self.search_in_turns(visitor, watch);
        let is_back = !matches!(self.learner, Learner::Away(_));
        #[cfg(feature = "parallel")]
        if !is_back && let Some(thread) = &mut self.thread {
            thread.join();
        }
        assert!(is_back, "the engine that learns is back after a search");
        flow
    }

    fn statistics(&self) -> Statistics {
        let plain = together(self.plain.engine().statistics(), self.early, 0);
        together(plain, self.learner.statistics(), self.covers)
    }

    fn sanity(&self) -> Result<(), String> {
        self.plain.engine().sanity()?;
        let Some(learn) = self.learner.made() else { return Ok(()) };
        learn.sanity()?;
        let is_same = self.plain.engine().moves() == learn.moves();
        if is_same { Ok(()) } else { Err("the two engines have different moves".to_owned()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::classics;

    #[test]
    fn both_engines_have_the_moves_made_before_the_second_one_and_after() {
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
        assert!(turns.learner.made().is_some(), "it has had a turn");
        assert_eq!(turns.count(u64::MAX), links.count(u64::MAX));
        turns.sanity().unwrap();
    }
}
