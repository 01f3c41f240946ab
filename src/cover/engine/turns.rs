//! Turns: a plain search and one that learns, one after the other, each time for longer.
//!
//! ```text
//!      plain   ▮     ▮▮        ▮▮▮▮                  begins anew each time
//!      learn    ▮▮▮▮   ▮▮▮▮▮▮▮▮    ▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮  goes on with what it has learned
//!              first turn: ten milliseconds
//! ```
//!
//! A first cover, or that there is none, takes one of them a moment and the other one for ever, and
//! nobody knows which beforehand. Turns double in nodes, and have as many for both; one of `learn`
//! takes some four times as long. So a problem for `learn` takes a quarter longer, and one for a
//! plain search up to ten times as long, if the first turn is not enough for it.
//!
//! A search that begins anew shows covers again. They are remembered, and pass once. So this is for
//! a few covers: others take memory.
//!
//! Invariant: both engines have the same moves.
//!
//! Source: Luby, Sinclair and Zuckerman (1993), for one search with itself.

use std::cell::Cell;
use std::collections::HashSet;
use std::ops::ControlFlow;

use super::{Cells, EngineProgress, EngineWatch, Learn, Live, LiveError};
use crate::cover::{
    Clash, Cover, Engine, ItemId, Move, OptionId, Problem, ProblemError, Statistics,
};
use crate::watch::Watch;

/// The nodes of the first turns.
const FIRST_TURN: u64 = 1 << 16;

/// A live list, or sparse sets for a problem that is too wide for one, and [`Learn`], in turns.
///
/// ```
/// use tourdion::cover::engine::Turns;
/// use tourdion::cover::{Engine, classics};
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
        let plain = match Live::new(problem) {
            Ok(live) => Plain::Live(Box::new(live)),
            Err(LiveError::TooWide(_)) => Plain::Cells(Box::new(Cells::new(problem)?)),
            Err(LiveError::Problem(error)) => return Err(error),
        };
        Ok(Turns { plain, learn: Learn::new(problem)?, covers: 0, first_turn: FIRST_TURN })
    }

    /// The same engine, whose first turns have this number of nodes: for tests.
    #[must_use]
    pub fn first_for(mut self, nodes: u64) -> Turns {
        self.first_turn = nodes.max(1);
        self
    }

    /// Lets one of the two search for one turn. Returns `Continue(true)` if it came to its end.
    fn turn(
        &mut self,
        of: Turn,
        covers: &mut Shown<'_>,
        watch: &mut EngineWatch<'_>,
    ) -> ControlFlow<(), bool> {
        let (plain, learn) = (self.plain.engine_mut(), &mut self.learn);
        let (engine, other, nodes): (&mut dyn Engine, Statistics, u64) = match of {
            Turn::Plain(nodes) => (plain, learn.statistics(), nodes),
            Turn::Learn(nodes) => {
                let other = plain.statistics();
                (learn, other, nodes)
            }
        };
        let now = engine.statistics().nodes;
        let shown = Cell::new(self.covers);
        let mut turn =
            TurnWatch { watch, other, shown: &shown, now, end: now + nodes, is_over: false };
        let mut visitor = |cover: Cover<'_>| covers.take(cover, &shown);
        let flow = engine.search(&mut visitor, &mut turn);
        let is_over = turn.is_over;
        self.covers = shown.get();
        match flow {
            ControlFlow::Continue(()) => ControlFlow::Continue(true),
            ControlFlow::Break(()) if is_over => ControlFlow::Continue(false),
            ControlFlow::Break(()) => ControlFlow::Break(()),
        }
    }
}

/// Whose turn it is, and its length in nodes.
enum Turn {
    Plain(u64),
    Learn(u64),
}

/// Shows each cover once.
struct Shown<'v> {
    visitor: &'v mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
    /// The covers shown, their options in order.
    shown: HashSet<Box<[OptionId]>>,
}

impl Shown<'_> {
    fn take(&mut self, cover: Cover<'_>, shown: &Cell<u64>) -> ControlFlow<()> {
        let mut options: Box<[OptionId]> = cover.options().collect();
        options.sort_unstable();
        if !self.shown.insert(options) {
            return ControlFlow::Continue(());
        }
        shown.set(shown.get() + 1);
        (self.visitor)(cover)
    }
}

/// Ends a turn, and lets the watch of the question see what both engines have done.
struct TurnWatch<'t, 'w> {
    watch: &'t mut EngineWatch<'w>,
    /// The work of the other engine.
    other: Statistics,
    /// The covers shown by both.
    shown: &'t Cell<u64>,
    /// The nodes of this engine, and those at which its turn is over.
    now: u64,
    end: u64,
    is_over: bool,
}

impl<'e> Watch<EngineProgress<'e>> for TurnWatch<'_, '_> {
    fn patience(&self) -> u64 {
        self.watch.patience().min(self.end.saturating_sub(self.now).max(1))
    }

    fn pulse(&mut self, so_far: &EngineProgress<'e>) -> ControlFlow<()> {
        self.now = so_far.statistics.nodes;
        let statistics = together(so_far.statistics, self.other, self.shown.get());
        self.watch.pulse(&EngineProgress { statistics, partial: so_far.partial })?;
        self.is_over = self.now >= self.end;
        if self.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The work of two engines, which showed this number of covers.
fn together(one: Statistics, other: Statistics, covers: u64) -> Statistics {
    Statistics { nodes: one.nodes + other.nodes, updates: one.updates + other.updates, covers }
}

impl super::sealed::SealedEngine for Turns {}

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
        let mut covers = Shown { visitor, shown: HashSet::new() };
        let mut nodes = self.first_turn;
        loop {
            if self.turn(Turn::Plain(nodes), &mut covers, watch)?
                || self.turn(Turn::Learn(nodes), &mut covers, watch)?
            {
                return ControlFlow::Continue(());
            }
            nodes = nodes.saturating_mul(2);
        }
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
