//! The parts under way, in order.
//!
//! ```text
//!      slots     done │ running │ done │ running │ running │ waiting │ waiting ...
//!      id          7       8       9       12        10      a piece of a cut part has a later one
//! ```
//!
//! A *batch* is what a thread does at a time: one part after another, for a moment. A part may take
//! some microseconds, and a word to the calling thread takes as long. So a thread notes by itself
//! what it has done, and wakes the calling thread for what that thread waits for: much to show, a
//! cut, the end of a batch.
//!
//! Invariant: before `next` no slot is waiting.

#[cfg(test)]
mod in_order;

use std::collections::VecDeque;
use std::mem;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::Scope;

use super::Parallel;
use super::meter::Meter;
use crate::cover::share::parts::{Gather, Part, PartError, Tried, attempt};
use crate::lock::locked;

/// Batches started for each thread, so that none waits for the calling thread.
const AHEAD: usize = 2;

/// The time of a batch. Other work of the pool begins after one.
const BATCH: Duration = Duration::from_millis(1);

/// The memory of covers that wait, from which on the calling thread is woken for them.
const ENOUGH: usize = 1 << 16;

/// The most slots that have been started.
const MOST: usize = 1024;

/// The time to wait for news before checking the clock, and whether the watch breaks.
const MOMENT: Duration = Duration::from_millis(2);

/// The parts of a search, for its threads and the calling one.
pub(super) struct Window<'w, G> {
    crew: &'w Parallel<'w>,
    new: &'w (dyn Fn() -> G + Sync),
    meter: &'w Meter,
    memory: usize,
    slots: Mutex<Slots<G>>,
    /// Wakes the calling thread.
    news: Condvar,
}

/// All parts, and what is under way.
struct Slots<G> {
    all: VecDeque<Slot<G>>,
    /// The first slot that may be waiting. Slots after it may be done, where a part was cut.
    next: usize,
    /// The number of slots that wait, and of those that run.
    waiting: usize,
    running: usize,
    /// The batches that have not ended.
    batches: usize,
    /// The memory of those done.
    bytes: usize,
    started: u64,
    /// Whether the first slot has become the first piece of a cut, and nobody has seen it.
    is_first_new: bool,
    /// Whether the calling thread has something to do.
    has_news: bool,
    has_panicked: bool,
    /// The covers of parts that were broken off.
    abandoned: u64,
}

/// A part and its state.
struct Slot<G> {
    part: Part,
    state: State<G>,
}

enum State<G> {
    Waiting,
    Running(u64),
    Done(G, u64),
}

/// A thread's result for a part.
enum Result<G> {
    Done(G, u64),
    Cut(Vec<Part>),
    /// Broken off, after this number of covers.
    Stopped(u64),
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
        let slots = Mutex::new(Slots::new(parts));
        Window { crew, new, meter, memory, slots, news: Condvar::new() }
    }

    /// Whether all parts have been handed out.
    pub(super) fn is_empty(&self) -> bool {
        locked(&self.slots).all.is_empty()
    }

    /// Starts batches for the parts that may be started.
    pub(super) fn fill<'scope>(&'scope self, scope: &Scope<'scope>) {
        let mut slots = locked(&self.slots);
        if !slots.can_start(self.memory) {
            return;
        }
        // A batch that has a part may have it for seconds.
        let wanted = (slots.waiting + slots.running).min(AHEAD * self.crew.threads.count());
        let more = wanted.saturating_sub(slots.batches);
        slots.batches += more;
        drop(slots);
        for _ in 0..more {
            let batch = Batch(self);
            scope.spawn(move |_| batch.go());
        }
    }

    /// The first part, if it is done or cut.
    pub(super) fn pop(&self) -> Option<Popped<G>> {
        let mut slots = locked(&self.slots);
        if mem::take(&mut slots.is_first_new) {
            let (gathered, next) = ((self.new)(), slots.first());
            return Some(Popped { share: 0.0, gathered, covers: 0, next });
        }
        let (part, gathered, covers) = slots.pop()?;
        Some(Popped { share: part.share(), gathered, covers, next: slots.first() })
    }

    /// Waits a moment for news. `None` if a thread has panicked.
    pub(super) fn wait(&self) -> Option<()> {
        let mut slots = locked(&self.slots);
        if !slots.has_news {
            let waited = self.news.wait_timeout(slots, MOMENT);
            slots = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        slots.has_news = false;
        (!slots.has_panicked).then_some(())
    }

    /// Waits until nothing runs any more, which is soon after a stop. Returns the number of covers
    /// found.
    pub(super) fn abandon(&self) -> u64 {
        while self.is_running() && self.wait().is_some() {}
        let slots = locked(&self.slots);
        let done = slots
            .all
            .iter()
            .map(|slot| if let State::Done(_, covers) = slot.state { covers } else { 0 });
        done.fold(slots.abandoned, u64::saturating_add)
    }

    fn is_running(&self) -> bool {
        locked(&self.slots).running > 0
    }
}

impl<G: Gather> Slots<G> {
    fn new(parts: Vec<Part>) -> Slots<G> {
        Slots {
            waiting: parts.len(),
            all: parts.into_iter().map(Slot::waiting).collect(),
            next: 0,
            running: 0,
            batches: 0,
            bytes: 0,
            started: 0,
            is_first_new: false,
            has_news: false,
            has_panicked: false,
            abandoned: 0,
        }
    }

    /// Whether a part may be started, by the limits for slots and memory.
    fn can_start(&self, memory: usize) -> bool {
        // All others wait for the first one.
        let is_first = self.all.front().is_some_and(Slot::is_waiting);
        self.waiting > 0 && (is_first || self.next < MOST && self.bytes < memory)
    }

    /// The first part that waits, which runs from now on, and its number.
    fn start(&mut self, memory: usize) -> Option<(u64, Part)> {
        if !self.can_start(memory) {
            return None;
        }
        let waiting = self.all.range_mut(self.next..).enumerate();
        let mut waiting = waiting.filter(|(_, slot)| slot.is_waiting());
        let (passed, slot) = waiting.next()?;
        self.started += 1;
        slot.state = State::Running(self.started);
        let part = slot.part.clone();
        self.next += passed + 1;
        self.waiting -= 1;
        self.running += 1;
        Some((self.started, part))
    }

    /// The first slot, if it is done.
    fn pop(&mut self) -> Option<(Part, G, u64)> {
        let Slot { part, state } = self.all.pop_front()?;
        let State::Done(gathered, covers) = state else {
            self.all.push_front(Slot { part, state });
            return None;
        };
        // It is 0 already where all slots after a cut were done before.
        self.next = self.next.saturating_sub(1);
        self.bytes -= gathered.bytes();
        Some((part, gathered, covers))
    }

    /// The part at the front.
    fn first(&self) -> Option<Part> {
        self.all.front().map(|slot| slot.part.clone())
    }

    /// Notes a result; `empty` is that of a part without covers. Returns whether the calling thread
    /// has something to do.
    fn note(&mut self, id: u64, result: Result<G>, empty: impl FnOnce() -> G) -> bool {
        self.running -= 1;
        let is_it = |slot: &Slot<G>| matches!(slot.state, State::Running(running) if running == id);
        let at = self.all.iter().position(is_it).expect("what is running has a slot");
        match result {
            // The meter has the reason.
            Result::Stopped(covers) => {
                self.abandoned += covers;
                true
            }
            Result::Done(gathered, covers) => {
                self.bytes += gathered.bytes();
                self.all[at].state = State::Done(gathered, covers);
                at == 0 && self.bytes >= ENOUGH
            }
            // Only the cut has shown that it has no covers.
            Result::Cut(pieces) if pieces.is_empty() => {
                self.all[at].state = State::Done(empty(), 0);
                false
            }
            Result::Cut(pieces) => {
                self.waiting += pieces.len();
                let mut behind = self.all.split_off(at + 1);
                self.all.pop_back();
                self.all.extend(pieces.into_iter().map(Slot::waiting));
                self.all.append(&mut behind);
                self.next = self.next.min(at);
                self.is_first_new |= at == 0;
                true
            }
        }
    }
}

impl<G> Slot<G> {
    fn waiting(part: Part) -> Slot<G> {
        Slot { part, state: State::Waiting }
    }

    fn is_waiting(&self) -> bool {
        matches!(self.state, State::Waiting)
    }
}

/// A batch, on a thread of the pool.
struct Batch<'b, 'w, G>(&'b Window<'w, G>);

impl<G: Gather + Send> Batch<'_, '_, G> {
    fn go(self) {
        let (window, begun) = (self.0, Instant::now());
        loop {
            let Some((id, part)) = locked(&window.slots).start(window.memory) else { return };
            let result = window.crew.try_part(&part, window.new, window.meter);
            let is_stopped = matches!(result, Result::Stopped(_));
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
        locked(&self.slots).has_news = true;
        self.news.notify_one();
    }
}

impl<G> Drop for Batch<'_, '_, G> {
    /// The calling thread never waits in vain, after a panic neither.
    fn drop(&mut self) {
        let mut slots = locked(&self.0.slots);
        slots.batches -= 1;
        slots.has_panicked |= std::thread::panicking();
        drop(slots);
        self.0.wake();
    }
}

impl Parallel<'_> {
    /// Searches a part, or cuts it. Runs on a thread of the pool.
    fn try_part<G: Gather>(&self, part: &Part, new: &dyn Fn() -> G, meter: &Meter) -> Result<G> {
        let (mut engine, mut gathered) = (self.engine(), new());
        let report = &mut |nodes| meter.report(nodes);
        let tried = attempt(part, part.nodes(), engine.as_mut(), &mut gathered, report);
        let tried = tried.expect("a part's moves can be made by the engines of its problem");
        let result = match tried {
            Tried::Whole(covers) => {
                gathered.end();
                Result::Done(gathered, covers)
            }
            Tried::TooLarge => {
                drop(gathered);
                let mut watch = |_: &[Part]| meter.report(0).map_continue(|_| ());
                match part.cut(engine.as_mut(), &mut watch) {
                    Ok(pieces) => Result::Cut(pieces),
                    Err(PartError::Stopped) => Result::Stopped(0),
                    Err(error) => panic!("what could be searched can be cut: {error}"),
                }
            }
            Tried::Stopped(covers) => Result::Stopped(covers),
        };
        self.put_back(engine);
        result
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

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
        let start = || locked(&window.slots).start(1).map(|(id, _)| id);
        let note = |id: Option<u64>, result| {
            locked(&window.slots).note(id.unwrap(), result, || ());
        };
        let [whole, third, fourth] = [start(), start(), start()];
        note(fourth, Result::Done((), 1));
        note(third, Result::Done((), 1));
        note(whole, Result::Cut(pieces));
        let [first, second] = [start(), start()];
        note(second, Result::Done((), 1));
        note(first, Result::Done((), 1));
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
