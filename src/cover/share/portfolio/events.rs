//! The events of the shuffled searches, in one sequence by their clocks.
//!
//! ```text
//!      shuffled 0   clock 16   cover at 9, cover at 17
//!      shuffled 1   clock 11   end at 12
//!      first        clock 14   shows the cover at 9, then sees the end at 12; 17 is later
//! ```
//!
//! A shuffled search puts its events into a queue of its own: the covers that it finds, and its
//! end. The first search takes the events of all queues in the order of their times. It takes one
//! only when no earlier one can come any more: each other search has an event that waits, or a
//! clock that has come as far. Simulations on several processors have the same rule (Chandy and
//! Misra, *Distributed Simulation*, 1979).
//!
//! Invariant: all events up to the time of a search's clock are in its queue, or taken. A search
//! advances its clock only in its pulses, so what it finds after a pulse is later by one.

use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::cover::Statistics;
use crate::lock::locked;

/// The longest time that [`Events::next`] waits.
const MOMENT: Duration = Duration::from_millis(2);

/// An event of a shuffled search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// It finds a cover: its options, without those held.
    Cover(Box<[u32]>),
    /// It has found all covers.
    End,
}

/// What the first search has to do next.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// To process this event of the shuffled search with this number.
    Event(usize, Event),
    /// To wait for a search whose clock has not come as far.
    Wait,
    /// To go on.
    Nothing,
}

/// How far a shuffled search is.
#[derive(Debug)]
struct SearchState {
    clock: AtomicU64,
    nodes: AtomicU64,
    updates: AtomicU64,
    /// Whether it has to stop.
    is_stopped: AtomicBool,
}

/// For each shuffled search, its events that are not taken yet, and their times.
type Queues = Vec<VecDeque<(u64, Event)>>;

/// The clocks and the events of all shuffled searches. Their threads and the first search's share
/// it.
#[derive(Debug)]
pub(super) struct Events {
    searches: Box<[SearchState]>,
    queues: Mutex<Queues>,
    /// The number of events in all queues.
    queued: AtomicUsize,
    /// Whether the first search waits for a change.
    is_awaited: AtomicBool,
    changed: Condvar,
}

impl Events {
    /// Of this number of searches, whose clocks show `time`.
    pub(super) fn new(count: usize, time: u64) -> Events {
        let search = |_| SearchState {
            clock: AtomicU64::new(time),
            nodes: AtomicU64::new(0),
            updates: AtomicU64::new(0),
            is_stopped: AtomicBool::new(false),
        };
        Events {
            searches: (0..count).map(search).collect(),
            queues: Mutex::new(vec![VecDeque::new(); count]),
            queued: AtomicUsize::new(0),
            is_awaited: AtomicBool::new(false),
            changed: Condvar::new(),
        }
    }

    /// The work of all shuffled searches.
    pub(super) fn work(&self) -> Statistics {
        let sum = |sum: Statistics, search: &SearchState| Statistics {
            nodes: sum.nodes + search.nodes.load(Ordering::Relaxed),
            updates: sum.updates + search.updates.load(Ordering::Relaxed),
            ..sum
        };
        self.searches.iter().fold(Statistics::default(), sum)
    }

    /// Stops all searches but this one, and drops their events.
    pub(super) fn stop_all_but(&self, at: Option<usize>) {
        let mut queues = locked(&self.queues);
        for (k, (search, queue)) in self.searches.iter().zip(&mut *queues).enumerate() {
            if Some(k) != at {
                search.is_stopped.store(true, Ordering::Relaxed);
                self.queued.fetch_sub(queue.len(), Ordering::Relaxed);
                queue.clear();
            }
        }
        self.changed.notify_all();
    }

    pub(super) fn is_stopped(&self, at: usize) -> bool {
        self.searches[at].is_stopped.load(Ordering::Relaxed)
    }

    pub(super) fn clock(&self, at: usize) -> u64 {
        self.searches[at].clock.load(Ordering::SeqCst)
    }

    /// Advances the clock of a search to `time`, when it has done this work. `Break` if the search
    /// is stopped.
    pub(super) fn advance(&self, at: usize, time: u64, work: Statistics) -> ControlFlow<()> {
        let search = &self.searches[at];
        search.nodes.store(work.nodes, Ordering::Relaxed);
        search.updates.store(work.updates, Ordering::Relaxed);
        // Either the first search sees the new time before it waits, or this sees that it waits.
        search.clock.store(time, Ordering::SeqCst);
        if self.is_awaited.load(Ordering::SeqCst) {
            drop(locked(&self.queues));
            self.changed.notify_all();
        }
        if self.is_stopped(at) { Break(()) } else { Continue(()) }
    }

    /// Closes the queue of a search: no event follows, and the first search need not wait for one.
    pub(super) fn close(&self, at: usize) {
        self.searches[at].clock.store(u64::MAX, Ordering::SeqCst);
        drop(locked(&self.queues));
        self.changed.notify_all();
    }

    /// Puts an event into the queue of its search, once the queue has fewer than `capacity`.
    /// `Break` if the search is stopped.
    pub(super) fn push(
        &self,
        at: usize,
        time: u64,
        event: Event,
        capacity: usize,
    ) -> ControlFlow<()> {
        let mut queues = locked(&self.queues);
        while queues[at].len() >= capacity && !self.is_stopped(at) {
            queues = self.changed.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
        if self.is_stopped(at) {
            return Break(());
        }
        queues[at].push_back((time, event));
        self.queued.fetch_add(1, Ordering::Relaxed);
        self.changed.notify_all();
        Continue(())
    }

    /// What the first search does at `time`: in a pulse, or before it shows a cover, which waits
    /// until the clocks of all others have come as far. Waits for a moment, if it has to.
    pub(super) fn next(&self, time: u64, is_cover: bool) -> Next {
        if !is_cover && self.queued.load(Ordering::Relaxed) == 0 {
            return Next::Nothing;
        }
        self.after_a_moment(|queues| self.next_in(queues, time, is_cover))
    }

    /// The same when this shuffled search alone goes on, and the first search does not.
    pub(super) fn next_of(&self, at: usize) -> Next {
        self.after_a_moment(|queues| match queues[at].pop_front() {
            Some((_, event)) => Next::Event(at, event),
            None if self.clock(at) == u64::MAX => Next::Nothing,
            None => Next::Wait,
        })
    }

    /// The answer of `next`, or the one after a change, or after a moment.
    fn after_a_moment(&self, next: impl Fn(&mut Queues) -> Next) -> Next {
        let mut queues = locked(&self.queues);
        self.is_awaited.store(true, Ordering::SeqCst);
        let mut found = next(&mut queues);
        if found == Next::Wait {
            queues = self.wait(queues);
            found = next(&mut queues);
        }
        self.is_awaited.store(false, Ordering::SeqCst);
        drop(queues);
        if matches!(found, Next::Event(..)) {
            self.queued.fetch_sub(1, Ordering::Relaxed);
            self.changed.notify_all(); // a queue has room
        }
        found
    }

    fn wait<'e>(&self, queues: MutexGuard<'e, Queues>) -> MutexGuard<'e, Queues> {
        let waited = self.changed.wait_timeout(queues, MOMENT);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn next_in(&self, queues: &mut Queues, time: u64, is_cover: bool) -> Next {
        let first = queues.iter().map(|queue| queue.front().map(|&(time, _)| time)).enumerate();
        let first = first.filter_map(|(at, time)| Some((time?, at))).min();
        let (time, at) = match first {
            Some(first) if first.0 <= time => first,
            _ if is_cover => (time, usize::MAX),
            _ => return Next::Nothing,
        };
        let is_late =
            |(at, queue): (usize, &VecDeque<_>)| queue.is_empty() && self.clock(at) < time;
        if queues.iter().enumerate().any(is_late) {
            return Next::Wait;
        }
        let event = queues.get_mut(at).and_then(VecDeque::pop_front);
        event.map_or(Next::Nothing, |(_, event)| Next::Event(at, event))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COVER: fn(u32) -> Event = |option| Event::Cover(Box::new([option]));

    fn advance(events: &Events, at: usize, time: u64) -> ControlFlow<()> {
        events.advance(at, time, Statistics::default())
    }

    #[test]
    fn events_come_in_the_order_of_their_times() {
        let events = Events::new(2, 5);
        assert_eq!(events.next(7, false), Next::Nothing);
        assert_eq!(events.next(7, true), Next::Wait, "none has come to 7");
        assert!(advance(&events, 0, 9).is_continue());
        assert!(events.push(0, 10, COVER(1), 9).is_continue());
        assert_eq!(events.next(8, false), Next::Nothing, "it is of a later time");
        assert_eq!(events.next(12, false), Next::Wait, "search 1 may have one before");
        assert!(advance(&events, 1, 9).is_continue());
        assert!(events.push(1, 10, COVER(2), 9).is_continue());
        assert!(events.push(1, 10, Event::End, 9).is_continue());
        assert_eq!(events.next(12, false), Next::Event(0, COVER(1)));
        assert_eq!(events.next(12, false), Next::Wait, "search 0 may have another one at 10");
        assert!(advance(&events, 0, 10).is_continue());
        assert_eq!(events.next(12, true), Next::Event(1, COVER(2)));
        assert_eq!(events.next(12, true), Next::Event(1, Event::End));
        events.close(1);
        assert_eq!(events.next(10, true), Next::Nothing);
        assert_eq!(events.next(12, true), Next::Wait);
        events.close(0);
        assert_eq!(events.next(12, true), Next::Nothing);
    }

    #[test]
    fn a_search_goes_on_alone_when_all_others_are_stopped() {
        let events = Events::new(2, 0);
        for at in 0..2 {
            assert!(events.push(at, 1, COVER(at as u32), 9).is_continue());
        }
        events.stop_all_but(Some(1));
        assert!(advance(&events, 0, 2).is_break() && advance(&events, 1, 2).is_continue());
        assert!(events.push(0, 3, Event::End, 9).is_break());
        assert_eq!(events.next_of(1), Next::Event(1, COVER(1)));
        assert_eq!(events.next_of(1), Next::Wait);
        events.close(1);
        assert_eq!(events.next_of(1), Next::Nothing);
    }

    #[test]
    fn a_full_queue_waits() {
        let events = Events::new(1, 0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for time in 1..100 {
                    assert!(events.push(0, time, COVER(7), 2).is_continue());
                    assert!(advance(&events, 0, time).is_continue());
                }
            });
            let mut read = 0;
            while read < 99 {
                assert!(locked(&events.queues)[0].len() <= 2);
                read += usize::from(matches!(events.next(100, false), Next::Event(..)));
            }
        });
    }
}
