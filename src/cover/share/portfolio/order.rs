//! Searches in other orders, each on a thread of its own, and what they have to say.
//!
//! ```text
//!      order 1   clock 16   ◀─ cover at 9   ◀─ cover at 17
//!      order 2   clock 12   ◀─ over at 12
//! ```
//!
//! Invariant: what an order has to say up to the time that its clock shows has been said. A search
//! sees its clock in its pulses only, so what it finds after one is later than that by one.

use std::collections::VecDeque;
use std::num::NonZero;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::chance::Chance;
use crate::cover::engine::plain::make;
use crate::cover::share::turns::{Clock, Turns};
use crate::cover::{Cover, Engine, EngineProgress, Move, Problem, Shuffled, Statistics};
use crate::lock::locked;
use crate::watch::Watch;

/// The seed of the orders.
const SEED: u64 = 2007;

/// The most covers of an order that wait, for a few of them and for a list.
const ROOM: [usize; 2] = [16, 1024];

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

/// What an order has to say.
pub(super) enum News {
    /// The options of a cover, without those held.
    Cover(Box<[u32]>),
    /// Its search has shown all covers.
    Over,
}

/// What is known of an order.
#[derive(Default)]
pub(super) struct Order {
    pub(super) clock: u64,
    pub(super) news: VecDeque<(u64, News)>,
    pub(super) done: Statistics,
    /// Whether nobody wants to know more of it.
    pub(super) is_stopped: bool,
}

/// What is known of all of them, by their threads and that of the first search.
pub(super) struct Orders {
    all: Mutex<Vec<Order>>,
    /// Something has changed.
    changed: Condvar,
}

impl Orders {
    /// This number of orders, whose clocks show `time`.
    pub(super) fn new(count: usize, time: u64) -> Orders {
        let all = std::iter::repeat_with(|| Order { clock: time, ..Order::default() });
        Orders { all: Mutex::new(all.take(count).collect()), changed: Condvar::new() }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Vec<Order>> {
        locked(&self.all)
    }

    /// Says that what `lock` has shown was changed.
    pub(super) fn tell(&self) {
        self.changed.notify_all();
    }

    /// Waits for a change, or for a moment.
    pub(super) fn wait<'o>(
        &self,
        all: MutexGuard<'o, Vec<Order>>,
        moment: Duration,
    ) -> MutexGuard<'o, Vec<Order>> {
        let waited = self.changed.wait_timeout(all, moment);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Searches in order `at`, until it is over or nobody wants to know more.
    pub(super) fn search(&self, at: usize, plan: &Plan) {
        let _over = Over { orders: self, at };
        let Some(problem) = &plan.problem else { return };
        let mut chance = Chance::new(SEED, at as u64);
        let shuffled = problem.shuffled(&mut |bound| chance.below(bound));
        if self.lock()[at].is_stopped {
            return;
        }
        let clock = Clock::at(self.lock()[at].clock);
        let engine = if plan.is_for_list { Turns::for_list } else { Turns::new };
        // What could be made in one order can be made in another.
        let Ok(turns) = engine(shuffled.problem()) else { return };
        let mut turns = match plan.first_turn {
            Some(first_turn) => turns.timed_by(&clock).first_for(first_turn),
            None => turns.timed_by(&clock),
        };
        make(&mut turns, &moved(&plan.moves, &shuffled));
        let room = ROOM[usize::from(plan.is_for_list)];
        let mut show = |cover: Cover<'_>| {
            let options = cover.chosen().map(|option| shuffled.original(option).index() as u32);
            self.say(at, &clock, News::Cover(options.collect()), room)
        };
        let mut watch = OrderWatch { orders: self, at, clock: &clock };
        let flow = turns.search(&mut show, &mut watch);
        self.lock()[at].done = turns.statistics();
        if flow.is_continue() {
            let _ = self.say(at, &clock, News::Over, usize::MAX);
        }
    }

    /// Says this, when there is room for it.
    fn say(&self, at: usize, clock: &Clock, news: News, room: usize) -> ControlFlow<()> {
        let mut all = self.lock();
        while all[at].news.len() >= room && !all[at].is_stopped {
            all = self.changed.wait(all).unwrap_or_else(PoisonError::into_inner);
        }
        if all[at].is_stopped {
            return Break(());
        }
        all[at].news.push_back((clock.now() + 1, news));
        drop(all);
        self.tell();
        Continue(())
    }
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

/// Nothing more comes from an order, and nobody has to wait for it, however it has ended.
struct Over<'o> {
    orders: &'o Orders,
    at: usize,
}

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.orders.lock()[self.at].clock = u64::MAX;
        self.orders.tell();
    }
}

/// Says how far an order is.
struct OrderWatch<'o> {
    orders: &'o Orders,
    at: usize,
    clock: &'o Clock,
}

impl Watch<EngineProgress<'_>> for OrderWatch<'_> {
    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        let mut all = self.orders.lock();
        let order = &mut all[self.at];
        order.clock = self.clock.now();
        order.done = so_far.statistics;
        let is_stopped = order.is_stopped;
        drop(all);
        self.orders.tell();
        if is_stopped { Break(()) } else { Continue(()) }
    }
}
