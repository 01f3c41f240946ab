//! The parts under way, in order.
//!
//! ```text
//!      threads    batch ── part 1.1 │ part 1.4 │ part 1.5 ──╮      batch ── part 1.9 ...
//!                 batch ── part 1.2 ─────────── is cut ─────┤
//!                                                           ▼ news
//!      caller     waits ................................... pops 1.1, fills ... waits
//! ```
//!
//! A *batch* is what a thread does at a time: one part after another, for a moment. A part may take
//! some microseconds, and a word to the calling thread takes as long. So a thread notes by itself
//! what it has done, and wakes the calling thread for what that thread waits for: much to show, a
//! cut, the end of a batch.

mod slots;

use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rayon::Scope;

use self::slots::{DonePart, Outcome, Room, Slots, Started};
use super::Parallel;
use super::meter::Meter;
use crate::cover::share::parts::{Gather, Limit, Part, PartError, Tried, attempt};
use crate::lock::locked;

/// Batches started for each thread, so that none waits for the calling thread.
const AHEAD: usize = 2;

/// The time of a batch. Other work of the pool begins after one.
const BATCH: Duration = Duration::from_millis(1);

/// The time to wait for news before checking the clock, and whether the watch breaks.
const MOMENT: Duration = Duration::from_millis(2);

/// The parts of a search, for its threads and the calling one.
pub(super) struct Window<'w, G> {
    crew: &'w Parallel<'w>,
    new: &'w (dyn Fn() -> G + Sync),
    meter: &'w Meter,
    memory: usize,
    /// Whether cuts may depend on what other threads do.
    is_flexible: bool,
    slots: Mutex<Slots<G>>,
    news: Mutex<News>,
    /// Wakes the calling thread for them.
    has_news: Condvar,
}

/// What the calling thread waits for.
#[derive(Default)]
struct News {
    /// Whether it has something to do.
    is_new: bool,
    has_panicked: bool,
}

/// The first part, which is done or cut.
pub(super) struct Popped<G> {
    /// Its share of the tree.
    pub(super) share: f64,
    pub(super) gathered: G,
    pub(super) covers: u64,
    /// The next part.
    pub(super) next: Option<Part>,
}

impl<'w, G: Gather + Send> Window<'w, G> {
    pub(super) fn new(
        crew: &'w Parallel<'w>,
        parts: Vec<Part>,
        new: &'w (dyn Fn() -> G + Sync),
        meter: &'w Meter,
        memory: usize,
    ) -> Window<'w, G> {
        let is_flexible = !parts.is_empty() && (!new().is_ordered() || crew.keeps_order());
        let slots = Mutex::new(Slots::new(parts, crew.threads.count()));
        let (news, has_news) = (Mutex::default(), Condvar::new());
        Window { crew, new, meter, memory, is_flexible, slots, news, has_news }
    }

    /// Whether all parts have been handed out.
    pub(super) fn is_empty(&self) -> bool {
        locked(&self.slots).is_empty()
    }

    /// Starts batches for the parts that may be started.
    pub(super) fn fill<'scope>(&'scope self, scope: &Scope<'scope>) {
        let mut slots = locked(&self.slots);
        if !slots.can_start(self.memory) {
            return;
        }
        // A batch that has a part may have it for seconds.
        let more = slots.begin_batches(AHEAD * self.crew.threads.count());
        drop(slots);
        for _ in 0..more {
            let batch = Batch(self);
            scope.spawn(move |_| batch.go());
        }
    }

    /// The first part, if it is done or cut.
    pub(super) fn pop(&self) -> Option<Popped<G>> {
        let mut slots = locked(&self.slots);
        if slots.take_first_new() {
            let (gathered, next) = ((self.new)(), slots.first());
            return Some(Popped { share: 0.0, gathered, covers: 0, next });
        }
        let DonePart { part, gathered, covers } = slots.pop()?;
        Some(Popped { share: part.share(), gathered, covers, next: slots.first() })
    }

    /// Waits a moment for news. `None` if a thread has panicked.
    pub(super) fn wait(&self) -> Option<()> {
        let mut news = locked(&self.news);
        if !news.is_new {
            let waited = self.has_news.wait_timeout(news, MOMENT);
            news = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        news.is_new = false;
        (!news.has_panicked).then_some(())
    }

    /// Waits until nothing runs any more, which is soon after a stop. Returns the number of covers
    /// found.
    pub(super) fn abandon(&self) -> u64 {
        while self.is_running() && self.wait().is_some() {}
        locked(&self.slots).covers()
    }

    fn is_running(&self) -> bool {
        locked(&self.slots).is_running()
    }
}

/// A batch, on a thread of the pool.
struct Batch<'b, 'w, G>(&'b Window<'w, G>);

impl<G: Gather + Send> Batch<'_, '_, G> {
    fn go(self) {
        let (window, begun) = (self.0, Instant::now());
        loop {
            let started = locked(&window.slots).start(window.memory);
            let Some(Started { id, part, room: Room { nodes, bytes } }) = started else { return };
            let may_go_on = |nodes| locked(&window.slots).may_go_on(id, nodes, window.memory);
            let limit = if window.is_flexible {
                Limit::Flexible { nodes, bytes, may_go_on: &may_go_on }
            } else {
                Limit::Fixed(part.nodes())
            };
            let result = window.crew.try_part(&part, limit, window.new, window.meter);
            let is_stopped = matches!(result, Outcome::Stopped(_));
            if locked(&window.slots).note(id, result, window.new) {
                window.wake();
            }
            if is_stopped || begun.elapsed() >= BATCH {
                return;
            }
        }
    }
}

impl<G> Window<'_, G> {
    /// Wakes the calling thread.
    fn wake(&self) {
        let has_panicked = thread::panicking();
        let mut news = locked(&self.news);
        news.is_new = true;
        news.has_panicked |= has_panicked;
        self.has_news.notify_one();
    }
}

impl<G> Drop for Batch<'_, '_, G> {
    /// The calling thread never waits in vain, after a panic neither.
    fn drop(&mut self) {
        locked(&self.0.slots).end_batch();
        self.0.wake();
    }
}

impl Parallel<'_> {
    /// Whether the order of the covers does not depend on the cuts.
    fn keeps_order(&self) -> bool {
        let engine = self.engine();
        let keeps_order = engine.keeps_order_in_parts();
        self.put_back(engine);
        keeps_order
    }

    /// Searches a part, or cuts it. Runs on a thread of the pool.
    fn try_part<G: Gather>(
        &self,
        part: &Part,
        limit: Limit<'_>,
        new: &dyn Fn() -> G,
        meter: &Meter,
    ) -> Outcome<G> {
        let (mut engine, mut gathered) = (self.engine(), new());
        let report = &mut |nodes| meter.report(nodes);
        let tried = attempt(part, limit, engine.as_mut(), &mut gathered, report);
        let tried = tried.expect("a part's moves can be made by the engines of its problem");
        let result = match tried {
            Tried::Whole(covers) => {
                gathered.end();
                Outcome::Done(gathered, covers)
            }
            Tried::TooLarge => {
                drop(gathered);
                let mut watch = |_: &[Part]| meter.report(0).map_continue(|_| ());
                match part.cut(engine.as_mut(), &mut watch) {
                    Ok(pieces) => Outcome::Cut(pieces),
                    Err(PartError::Stopped) => Outcome::Stopped(0),
                    Err(error) => panic!("what could be searched can be cut: {error}"),
                }
            }
            Tried::Stopped(covers) => Outcome::Stopped(covers),
        };
        self.put_back(engine);
        result
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::super::{SearchBudget, Searched};
    use super::*;
    use crate::cover::{Cover, Engine, Links, Problem};
    use crate::threads::Threads;
    use crate::watch::Patient;

    /// The last option ends the wait of the first; the others take longer than a batch.
    struct Slow<'s>(&'s AtomicBool);

    impl Gather for Slow<'_> {
        fn take(&mut self, cover: Cover<'_>) {
            let is_over = || self.0.load(Ordering::Relaxed);
            let begun = Instant::now();
            match cover.options().next().unwrap().index() {
                0 => {
                    while !is_over() && begun.elapsed() < Duration::from_secs(10) {
                        thread::sleep(BATCH);
                    }
                }
                5 => self.0.store(true, Ordering::Relaxed),
                _ => thread::sleep(2 * BATCH),
            }
            assert!(cover.options().next().unwrap().index() > 0 || is_over());
        }

        fn bytes(&self) -> usize {
            0
        }
    }

    #[test]
    fn parts_come_in_order_also_if_the_first_is_cut_last() {
        let problem: Problem = "a\na\na\na\na\n".parse().unwrap();
        let build = || Box::new(Links::new(&problem).unwrap()) as Box<dyn Engine>;
        let (threads, meter) = (Threads::new(1).unwrap(), Meter::new(None));
        let crew = Parallel::new(&build, &threads);
        let mut pieces = Part::whole().cut(build().as_mut(), &mut Patient).unwrap();
        let places: Vec<_> = pieces.iter().map(|piece| piece.place().clone()).collect();
        let last = pieces.split_off(2);
        let window = Window::new(&crew, [vec![Part::whole()], last].concat(), &|| (), &meter, 1);
        let start = || locked(&window.slots).start(1).map(|started| started.id);
        let note = |id: Option<u64>, outcome| {
            locked(&window.slots).note(id.unwrap(), outcome, || ());
        };
        let [whole, third, fourth] = [start(), start(), start()];
        note(fourth, Outcome::Done((), 1));
        note(third, Outcome::Done((), 1));
        note(whole, Outcome::Cut(pieces));
        let [first, second] = [start(), start()];
        note(second, Outcome::Done((), 1));
        note(first, Outcome::Done((), 1));
        let popped: Vec<_> = std::iter::from_fn(|| window.pop()).collect();
        let next = |popped: &Popped<()>| popped.next.as_ref().map(|part| part.place().clone());
        // The cut itself comes first, without covers.
        assert_eq!(popped.iter().map(|popped| popped.covers).collect::<Vec<_>>(), [0, 1, 1, 1, 1]);
        assert_eq!(popped.iter().filter_map(next).collect::<Vec<_>>(), places);
        assert!(window.is_empty());
    }

    #[test]
    fn a_part_that_takes_long_keeps_no_thread_from_others() {
        let problem: Problem = "a\na\na\na\na\na\na\n".parse().unwrap();
        let build = || Box::new(Links::new(&problem).unwrap()) as Box<dyn Engine>;
        let (threads, is_over) = (Threads::new(2).unwrap(), AtomicBool::new(false));
        let parts = Part::whole().cut(build().as_mut(), &mut Patient).unwrap();
        let mut covers = 0;
        let mut add = |searched: Searched<'_, Slow<'_>>| {
            covers += searched.covers;
            ControlFlow::Continue(())
        };
        let crew = Parallel::new(&build, &threads);
        let new = || Slow(&is_over);
        crew.search(parts, SearchBudget::default(), &new, &mut add, &mut Patient);
        assert_eq!(covers, 6);
    }
}
