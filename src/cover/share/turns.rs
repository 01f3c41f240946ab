//! Turns: a plain search and one that learns, one after the other, each time for longer.
//!
//! ```text
//!      plain   ▮▮      ▮▮▮▮            ▮▮▮▮▮▮▮▮       part by part: nothing is done twice
//!      learn      ▮▮▮      ▮▮▮▮▮▮▮▮                   keeps what it has learned
//!            first turn: some milliseconds
//! ```
//!
//! A first cover, or that there is none, takes one of them a moment and the other one for ever, and
//! nobody knows which beforehand. They have the same time, as far as it can be known without a
//! clock: so the better one is done after twice its time, and earlier if the first turn suffices.
//! If the plain search is on its way to its end, because the parts done are a good share of its
//! tree, it goes on.
//!
//! A search that is broken off and begins anew shows covers again. They are remembered, and pass
//! once. So this is for a few covers: others take memory.
//!
//! Invariants: both engines have the same moves. The order of the turns, and the covers, depend on
//! the problem and the earlier questions alone, not on the machine.
//!
//! Source: Luby, Sinclair and Zuckerman (1993), for one search with itself.

use std::cell::Cell;
use std::collections::HashSet;
use std::ops::ControlFlow;

use super::parts::Part;
use crate::cover::engine::sealed::SealedEngine;
use crate::cover::{
    Cells, Clash, Cover, Engine, EngineProgress, EngineWatch, ItemId, Learn, Live, Move, OptionId,
    Problem, ProblemError, Statistics,
};
use crate::watch::Watch;

/// The work of the first turn of the plain search. Half of it is for the whole tree.
const FIRST_TURN: u64 = 1 << 20;

/// The updates that take as long as a node does without them.
const UPDATES: u64 = 8;

/// The most nodes until a turn may end.
const TURN_PATIENCE: u64 = 256;

/// A plain search goes on if what is left of it takes at most this many times what it took.
const NEAR: u64 = 2;

/// A live list, or sparse sets for a problem that is too wide for one, and [`Learn`], in turns.
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
    learn: Learn,
    covers: u64,
    first_turn: u64,
}

/// The plain engine.
#[derive(Debug)]
enum Plain {
    Live(Box<Live>),
    Cells(Box<Cells>),
}

impl Plain {
    fn engine(&self) -> &dyn Engine {
        match self {
            Plain::Live(live) => &**live,
            Plain::Cells(cells) => &**cells,
        }
    }

    fn engine_mut(&mut self) -> &mut dyn Engine {
        match self {
            Plain::Live(live) => &mut **live,
            Plain::Cells(cells) => &mut **cells,
        }
    }
}

impl Turns {
    /// An engine for `problem`, with nothing held and nothing banned.
    ///
    /// # Errors
    /// [`ProblemError::TooLarge`] if it has 2^30 options or entries, or more.
    /// [`ProblemError::Multiple`] if an item may stand in several options.
    pub fn new(problem: &Problem) -> Result<Turns, ProblemError> {
        let learn = Learn::new(problem)?;
        let plain = match Live::new(problem) {
            Ok(live) => Plain::Live(Box::new(live)),
            Err(_) => Plain::Cells(Box::new(Cells::new(problem)?)),
        };
        Ok(Turns { plain, learn, covers: 0, first_turn: FIRST_TURN })
    }

    /// The same engine, whose first turn has this number of updates, a node being eight: for tests.
    #[must_use]
    pub fn first_for(mut self, updates: u64) -> Turns {
        self.first_turn = updates.max(2);
        self
    }
}

/// A plain search, part by part.
struct PlainSearch {
    /// The parts left, the next one last.
    parts: Vec<Part>,
    /// The share of the tree that is done.
    done: f64,
    work: u64,
}

impl PlainSearch {
    /// The work that is left, if the rest of the tree is like the parts done.
    #[allow(clippy::cast_precision_loss, clippy::cast_sign_loss)] // it need not be exact
    fn left(&self) -> u64 {
        (self.work as f64 * (1.0 - self.done) / self.done) as u64
    }

    /// Whether it is on its way to its end.
    fn is_near(&self) -> bool {
        self.left() / NEAR <= self.work
    }

    /// Searches the next parts, until it has done this work or all.
    fn go_on(&mut self, most: u64, asked: &mut Asked<'_, '_>, engine: &mut dyn Engine) -> Flow {
        while self.work < most {
            let Some(part) = self.parts.pop() else { break };
            let entered = part.enter(engine);
            assert!(entered.is_ok(), "a part of this engine's search clashes");
            let before = work(&engine.statistics());
            let limit = (most - self.work).min(self.work.max(most / 2)).max(1);
            let flow = asked.search(engine, before + limit);
            part.leave(engine);
            self.work += work(&engine.statistics()) - before;
            if flow? {
                self.done += part.share();
            } else {
                let pieces = part.cut(engine).expect("a part of this engine's search clashes");
                self.done += if pieces.is_empty() { part.share() } else { 0.0 };
                self.parts.extend(pieces.into_iter().rev());
            }
        }
        ControlFlow::Continue(self.parts.is_empty())
    }
}

/// Whether a search came to its end. `Break` if the question is over.
type Flow = ControlFlow<(), bool>;

/// The question: what shows covers, what watches it, and what has been shown.
struct Asked<'v, 'w> {
    visitor: &'v mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
    watch: &'v mut EngineWatch<'w>,
    /// The covers shown, their options in order.
    shown: HashSet<Box<[OptionId]>>,
    covers: Cell<u64>,
    /// The work of the engine whose turn it is not.
    other: Statistics,
}

impl Asked<'_, '_> {
    /// Lets an engine search until all its work is `limit`.
    fn search(&mut self, engine: &mut dyn Engine, limit: u64) -> Flow {
        let Asked { visitor, watch, shown, covers, other } = self;
        let covers = &*covers;
        let mut show = |cover: Cover<'_>| {
            let mut options: Box<[OptionId]> = cover.options().collect();
            options.sort_unstable();
            if !shown.insert(options) {
                return ControlFlow::Continue(());
            }
            covers.set(covers.get() + 1);
            visitor(cover)
        };
        let mut turn =
            TurnWatch { watch: &mut **watch, other: *other, covers, limit, is_over: false };
        match engine.search(&mut show, &mut turn) {
            ControlFlow::Continue(()) => ControlFlow::Continue(true),
            ControlFlow::Break(()) if turn.is_over => ControlFlow::Continue(false),
            ControlFlow::Break(()) => ControlFlow::Break(()),
        }
    }
}

/// The work of an engine, in updates: without a clock, what is nearest to its time.
fn work(statistics: &Statistics) -> u64 {
    statistics.nodes.saturating_mul(UPDATES).saturating_add(statistics.updates)
}

/// Ends a turn, and lets the watch of the question see what both engines have done.
struct TurnWatch<'t, 'w> {
    watch: &'t mut EngineWatch<'w>,
    /// The work of the other engine.
    other: Statistics,
    /// The covers shown by both.
    covers: &'t Cell<u64>,
    limit: u64,
    is_over: bool,
}

impl<'e> Watch<EngineProgress<'e>> for TurnWatch<'_, '_> {
    fn patience(&self) -> u64 {
        self.watch.patience().min(TURN_PATIENCE)
    }

    fn pulse(&mut self, so_far: &EngineProgress<'e>) -> ControlFlow<()> {
        let statistics = together(so_far.statistics, self.other, self.covers.get());
        self.watch.pulse(&EngineProgress { statistics, partial: so_far.partial })?;
        self.is_over = work(&so_far.statistics) >= self.limit;
        if self.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The work of two engines, which showed this number of covers.
fn together(one: Statistics, other: Statistics, covers: u64) -> Statistics {
    let mut both = one;
    both.nodes += other.nodes;
    both.updates += other.updates;
    both.covers = covers;
    both
}

impl SealedEngine for Turns {}

impl Engine for Turns {
    fn hold(&mut self, option: OptionId) -> Result<(), Clash> {
        self.plain.engine_mut().hold(option)?;
        self.learn.hold(option)
    }

    fn ban(&mut self, option: OptionId) {
        self.plain.engine_mut().ban(option);
        self.learn.ban(option);
    }

    fn release(&mut self) -> Option<Move> {
        self.learn.release();
        self.plain.engine_mut().release()
    }

    fn moves(&self) -> &[Move] {
        self.learn.moves()
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
        let Turns { plain, learn, covers, first_turn } = self;
        let engine = plain.engine_mut();
        let mut plain = PlainSearch { parts: vec![Part::whole()], done: 0.0, work: 0 };
        let mut asked = Asked {
            visitor,
            watch,
            shown: HashSet::new(),
            covers: Cell::new(*covers),
            other: Statistics::default(),
        };
        let begun = work(&learn.statistics());
        let mut search = || -> Flow {
            let mut most = *first_turn;
            loop {
                asked.other = learn.statistics();
                if plain.go_on(most, &mut asked, engine)? {
                    return ControlFlow::Continue(true);
                }
                if plain.is_near() {
                    most = plain.work.saturating_add(plain.left()).saturating_add(*first_turn);
                    if plain.go_on(most, &mut asked, engine)? {
                        return ControlFlow::Continue(true);
                    }
                }
                asked.other = engine.statistics();
                if asked.search(learn, begun.saturating_add(plain.work))? {
                    return ControlFlow::Continue(true);
                }
                most = plain.work.saturating_mul(2);
            }
        };
        let flow = search();
        *covers = asked.covers.get();
        flow.map_continue(|_| ())
    }

    fn statistics(&self) -> Statistics {
        together(self.plain.engine().statistics(), self.learn.statistics(), self.covers)
    }

    fn sanity(&self) -> Result<(), String> {
        self.plain.engine().sanity()?;
        self.learn.sanity()?;
        let is_same = self.plain.engine().moves() == self.learn.moves();
        if is_same { Ok(()) } else { Err("the two engines have different moves".to_owned()) }
    }
}
