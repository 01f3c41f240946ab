//! A shuffled search: the same search in another order.
//!
//! ```text
//!      problem ──▶ shuffled ──▶ turns ──▶ cover ──▶ the options of the problem ──▶ event
//!      moves   ──▶ the same moves there
//! ```
//!
//! Invariant: the orders depend on their numbers alone.

use std::num::NonZero;
use std::sync::Arc;

use super::events::{Event, Events};
use crate::chance::Chance;
use crate::cover::engine::plain::make;
use crate::cover::share::turns::{Clock, Turns};
use crate::cover::{Cover, Engine, EngineProgress, Move, Problem, Shuffled};

/// The seed of the orders.
const SEED: u64 = 2007;

/// The most events in the queue of a search, for a few covers and for a list.
const CAPACITY: [usize; 2] = [16, 1024];

/// What is searched in several orders, and how.
#[derive(Clone)]
pub(super) struct Plan {
    /// `None` if there is only one.
    pub(super) problem: Option<Arc<Problem>>,
    pub(super) moves: Vec<Move>,
    /// `None` for one on each core.
    pub(super) threads: Option<NonZero<usize>>,
    pub(super) is_for_list: bool,
    /// The first turn of the others, for tests.
    pub(super) first_turn: Option<u64>,
    /// The time at which the others start, and the time in which they are made.
    pub(super) start: u64,
    pub(super) making: u64,
}

/// The shuffled search `at`, until it has found all covers or is stopped.
pub(super) fn search(events: &Events, at: usize, plan: &Plan) {
    let _open = OpenQueue { events, at };
    let Some(problem) = &plan.problem else { return };
    let mut chance = Chance::new(SEED, at as u64);
    let shuffled = problem.shuffled(&mut |bound| chance.below(bound));
    if events.is_stopped(at) {
        return;
    }
    let clock = Clock::at(events.clock(at));
    let engine = if plan.is_for_list { Turns::for_list } else { Turns::new };
    // What could be made in one order can be made in another.
    let Ok(turns) = engine(shuffled.problem()) else { return };
    let mut turns = match plan.first_turn {
        Some(first_turn) => turns.timed_by(&clock).first_for(first_turn),
        None => turns.timed_by(&clock),
    };
    make(&mut turns, &moved(&plan.moves, &shuffled));
    let capacity = CAPACITY[usize::from(plan.is_for_list)];
    let mut show = |cover: Cover<'_>| {
        let options = cover.chosen().map(|option| shuffled.original(option).index() as u32);
        events.push(at, clock.now() + 1, Event::Cover(options.collect()), capacity)
    };
    let mut watch =
        |so_far: &EngineProgress<'_>| events.advance(at, clock.now(), so_far.statistics);
    let flow = turns.search(&mut show, &mut watch);
    if flow.is_continue() {
        let _ = events.push(at, clock.now() + 1, Event::End, usize::MAX);
    }
    let _ = events.advance(at, clock.now(), turns.statistics());
}

/// These moves, in another order. A ban of an option that the problem does not have is none.
fn moved(moves: &[Move], shuffled: &Shuffled) -> Vec<Move> {
    let count = shuffled.problem().options().len();
    let there = |made: &Move| match *made {
        Move::Held(option) => Move::Held(shuffled.place_of(option)),
        Move::Banned(option) => Move::Banned(shuffled.place_of(option)),
    };
    let is_here = |made: &&Move| made.option().index() < count;
    moves.iter().filter(is_here).map(there).collect()
}

/// Closes the queue of a search, however the search ends.
struct OpenQueue<'e> {
    events: &'e Events,
    at: usize,
}

impl Drop for OpenQueue<'_> {
    fn drop(&mut self) {
        self.events.close(self.at);
    }
}
