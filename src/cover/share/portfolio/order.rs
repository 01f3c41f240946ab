//! What the searches in other orders have to say, and to whom.
//!
//! ```text
//!      order 0   clock 16   ◀─ cover at 9   ◀─ cover at 17
//!      order 1   clock 12   ◀─ over at 12
//! ```
//!
//! The first search reads the news in the order of their times, each when all clocks have come as
//! far: an earlier one can't come any more then.
//!
//! Invariant: what an order has to say up to the time that its clock shows has been said. A search
//! moves its clock in its pulses only, so what it finds after one is later by one.

use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::cover::Statistics;
use crate::lock::locked;

/// The longest time that [`Orders::next`] waits.
const MOMENT: Duration = Duration::from_millis(2);

/// What an order has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum News {
    /// The options of a cover, without those held.
    Cover(Box<[u32]>),
    /// Its search has shown all covers.
    Over,
}

/// What the first search has to do.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// To show this, of the order with this number.
    News(usize, News),
    /// To wait for an order that has not come as far.
    Wait,
    /// To go on.
    Nothing,
}

/// What is known of an order without its news.
#[derive(Debug)]
struct Order {
    clock: AtomicU64,
    nodes: AtomicU64,
    updates: AtomicU64,
    /// Whether nobody wants to know more of it.
    is_stopped: AtomicBool,
}

/// For each order, its news that wait and their times.
type Waiting = Vec<VecDeque<(u64, News)>>;

/// What is known of all orders, by their threads and by that of the first search.
#[derive(Debug)]
pub(super) struct Orders {
    all: Box<[Order]>,
    waiting: Mutex<Waiting>,
    /// The number of news that wait.
    unread: AtomicUsize,
    /// Whether the first search waits for a change.
    is_awaited: AtomicBool,
    changed: Condvar,
}

impl Orders {
    /// This number of orders, whose clocks show `time`.
    pub(super) fn new(count: usize, time: u64) -> Orders {
        let order = |_| Order {
            clock: AtomicU64::new(time),
            nodes: AtomicU64::new(0),
            updates: AtomicU64::new(0),
            is_stopped: AtomicBool::new(false),
        };
        Orders {
            all: (0..count).map(order).collect(),
            waiting: Mutex::new(vec![VecDeque::new(); count]),
            unread: AtomicUsize::new(0),
            is_awaited: AtomicBool::new(false),
            changed: Condvar::new(),
        }
    }

    /// The work of all.
    pub(super) fn done(&self) -> Statistics {
        let sum = |sum: Statistics, order: &Order| Statistics {
            nodes: sum.nodes + order.nodes.load(Ordering::Relaxed),
            updates: sum.updates + order.updates.load(Ordering::Relaxed),
            ..sum
        };
        self.all.iter().fold(Statistics::default(), sum)
    }

    /// Stops all but this one. What they have to say is forgotten.
    pub(super) fn stop_all_but(&self, at: Option<usize>) {
        let mut waiting = locked(&self.waiting);
        for (k, (order, news)) in self.all.iter().zip(&mut *waiting).enumerate() {
            if Some(k) != at {
                order.is_stopped.store(true, Ordering::Relaxed);
                self.unread.fetch_sub(news.len(), Ordering::Relaxed);
                news.clear();
            }
        }
        self.changed.notify_all();
    }

    pub(super) fn is_stopped(&self, at: usize) -> bool {
        self.all[at].is_stopped.load(Ordering::Relaxed)
    }

    pub(super) fn clock(&self, at: usize) -> u64 {
        self.all[at].clock.load(Ordering::SeqCst)
    }

    /// An order has come to this time, with this work. `Break` if it is stopped.
    pub(super) fn come(&self, at: usize, time: u64, done: Statistics) -> ControlFlow<()> {
        let order = &self.all[at];
        order.nodes.store(done.nodes, Ordering::Relaxed);
        order.updates.store(done.updates, Ordering::Relaxed);
        // Either the first search sees the new time before it waits, or this sees that it waits.
        order.clock.store(time, Ordering::SeqCst);
        if self.is_awaited.load(Ordering::SeqCst) {
            drop(locked(&self.waiting));
            self.changed.notify_all();
        }
        if self.is_stopped(at) { Break(()) } else { Continue(()) }
    }

    /// Nothing more comes from this order, and nobody has to wait for it.
    pub(super) fn leave(&self, at: usize) {
        self.all[at].clock.store(u64::MAX, Ordering::SeqCst);
        drop(locked(&self.waiting));
        self.changed.notify_all();
    }

    /// An order says this, when fewer than `room` of its news wait. `Break` if it is stopped.
    pub(super) fn say(&self, at: usize, time: u64, news: News, room: usize) -> ControlFlow<()> {
        let mut waiting = locked(&self.waiting);
        while waiting[at].len() >= room && !self.is_stopped(at) {
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        if self.is_stopped(at) {
            return Break(());
        }
        waiting[at].push_back((time, news));
        self.unread.fetch_add(1, Ordering::Relaxed);
        self.changed.notify_all();
        Continue(())
    }

    /// What the first search does when it has come to `time`: in a pulse, or before it shows a
    /// cover, which waits until all others have come as far. Waits for a moment, if it has to.
    pub(super) fn next(&self, time: u64, is_cover: bool) -> Next {
        if !is_cover && self.unread.load(Ordering::Relaxed) == 0 {
            return Next::Nothing;
        }
        self.after_a_moment(|waiting| self.next_in(waiting, time, is_cover))
    }

    /// The same when one order alone goes on, and the first search does not.
    pub(super) fn next_of(&self, at: usize) -> Next {
        self.after_a_moment(|waiting| match waiting[at].pop_front() {
            Some((_, news)) => Next::News(at, news),
            None if self.clock(at) == u64::MAX => Next::Nothing,
            None => Next::Wait,
        })
    }

    /// The answer of `next`, or the one after a change, or after a moment.
    fn after_a_moment(&self, next: impl Fn(&mut Waiting) -> Next) -> Next {
        let mut waiting = locked(&self.waiting);
        self.is_awaited.store(true, Ordering::SeqCst);
        let mut found = next(&mut waiting);
        if found == Next::Wait {
            waiting = self.wait(waiting);
            found = next(&mut waiting);
        }
        self.is_awaited.store(false, Ordering::SeqCst);
        drop(waiting);
        if matches!(found, Next::News(..)) {
            self.unread.fetch_sub(1, Ordering::Relaxed);
            self.changed.notify_all(); // there is room
        }
        found
    }

    fn wait<'o>(&self, waiting: MutexGuard<'o, Waiting>) -> MutexGuard<'o, Waiting> {
        let waited = self.changed.wait_timeout(waiting, MOMENT);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn next_in(&self, waiting: &mut Waiting, time: u64, is_cover: bool) -> Next {
        let first = waiting.iter().map(|news| news.front().map(|&(time, _)| time)).enumerate();
        let first = first.filter_map(|(at, time)| Some((time?, at))).min();
        let (time, at) = match first {
            Some(first) if first.0 <= time => first,
            _ if is_cover => (time, usize::MAX),
            _ => return Next::Nothing,
        };
        let is_late = |(at, news): (usize, &VecDeque<_>)| news.is_empty() && self.clock(at) < time;
        if waiting.iter().enumerate().any(is_late) {
            return Next::Wait;
        }
        let news = waiting.get_mut(at).and_then(VecDeque::pop_front);
        news.map_or(Next::Nothing, |(_, news)| Next::News(at, news))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COVER: fn(u32) -> News = |option| News::Cover(Box::new([option]));

    fn come(orders: &Orders, at: usize, time: u64) -> ControlFlow<()> {
        orders.come(at, time, Statistics::default())
    }

    #[test]
    fn news_come_in_the_order_of_their_times() {
        let orders = Orders::new(2, 5);
        assert_eq!(orders.next(7, false), Next::Nothing);
        assert_eq!(orders.next(7, true), Next::Wait, "none has come to 7");
        assert!(come(&orders, 0, 9).is_continue());
        assert!(orders.say(0, 10, COVER(1), 9).is_continue());
        assert_eq!(orders.next(8, false), Next::Nothing, "it is of a later time");
        assert_eq!(orders.next(12, false), Next::Wait, "order 1 may have one before");
        assert!(come(&orders, 1, 9).is_continue());
        assert!(orders.say(1, 10, COVER(2), 9).is_continue());
        assert!(orders.say(1, 10, News::Over, 9).is_continue());
        assert_eq!(orders.next(12, false), Next::News(0, COVER(1)));
        assert_eq!(orders.next(12, false), Next::Wait, "order 0 may have another one at 10");
        assert!(come(&orders, 0, 10).is_continue());
        assert_eq!(orders.next(12, true), Next::News(1, COVER(2)));
        assert_eq!(orders.next(12, true), Next::News(1, News::Over));
        orders.leave(1);
        assert_eq!(orders.next(10, true), Next::Nothing);
        assert_eq!(orders.next(12, true), Next::Wait);
        orders.leave(0);
        assert_eq!(orders.next(12, true), Next::Nothing);
    }

    #[test]
    fn an_order_goes_on_alone_when_all_others_are_stopped() {
        let orders = Orders::new(2, 0);
        for at in 0..2 {
            assert!(orders.say(at, 1, COVER(at as u32), 9).is_continue());
        }
        orders.stop_all_but(Some(1));
        assert!(come(&orders, 0, 2).is_break() && come(&orders, 1, 2).is_continue());
        assert!(orders.say(0, 3, News::Over, 9).is_break());
        assert_eq!(orders.next_of(1), Next::News(1, COVER(1)));
        assert_eq!(orders.next_of(1), Next::Wait);
        orders.leave(1);
        assert_eq!(orders.next_of(1), Next::Nothing);
    }

    #[test]
    fn news_wait_for_room() {
        let orders = Orders::new(1, 0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for time in 1..100 {
                    assert!(orders.say(0, time, COVER(7), 2).is_continue());
                    assert!(come(&orders, 0, time).is_continue());
                }
            });
            let mut read = 0;
            while read < 99 {
                assert!(locked(&orders.waiting)[0].len() <= 2);
                read += usize::from(matches!(orders.next(100, false), Next::News(..)));
            }
        });
    }
}
