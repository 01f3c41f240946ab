//! The race of the first search with the shuffled ones.
//!
//! ```text
//!      first        clock 12   a cover at 12   shown when the clock of shuffled 1 shows 12
//!      shuffled 0   clock 16   a cover at 9    shown before: its time is past
//!      shuffled 1   clock 11
//! ```
//!
//! Covers are shown in the order of their times, and those of one time in the order of the
//! searches, the first search last. A cover of any search is shown once the clocks of all searches
//! have come as far. So what is shown does not depend on how fast each of them is.
//!
//! Invariant: no search shows a cover later that is earlier than the last one shown.

use std::num::NonZero;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use super::events::{Event, Events, Next};
use super::search::{Plan, search};
use crate::cover::share::shown::Shown;
use crate::cover::share::turns::Clock;
use crate::cover::{Cover, EngineProgress, EngineWatch, Statistics};
use crate::threads::{Beside, cores};

/// The shuffled searches.
struct Others {
    events: Arc<Events>,
    threads: Vec<Beside>,
}

/// A race, and what receives its covers.
pub(super) struct Race<'r> {
    plan: Plan,
    clock: &'r Clock,
    visitor: &'r mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
    watch: &'r mut EngineWatch<'r>,
    others: Option<Others>,
    /// Whether the first search goes on alone.
    is_alone: bool,
    /// Empty for a list.
    shown: &'r mut Shown,
    /// The work of the others in earlier questions, and all covers shown.
    done: Statistics,
    /// The work of the first search at its last pulse.
    first: Statistics,
    /// Whether a shuffled search has shown all covers.
    is_over: bool,
}

impl<'r> Race<'r> {
    /// A race; `done` is the work of the others in earlier ones, and the covers shown in these, and
    /// `shown` has those of this question.
    pub(super) fn new(
        plan: Plan,
        clock: &'r Clock,
        visitor: &'r mut dyn FnMut(Cover<'_>) -> ControlFlow<()>,
        watch: &'r mut EngineWatch<'r>,
        done: Statistics,
        shown: &'r mut Shown,
    ) -> Race<'r> {
        let first = Statistics::default();
        let (others, is_alone, is_over) = (None, plan.problem.is_none(), false);
        let mut race =
            Race { plan, clock, visitor, watch, others, is_alone, shown, done, first, is_over };
        race.start_in_time();
        race
    }

    /// The most nodes until the watch should have a pulse.
    pub(super) fn patience(&self) -> u64 {
        self.watch.patience()
    }

    /// Shows a cover of the first search, in its place among those of the others.
    pub(super) fn show_first(&mut self, cover: Cover<'_>) -> ControlFlow<()> {
        if !self.is_alone {
            self.settle(cover, true)?;
            if self.plan.is_for_list {
                self.go_on_alone();
            }
        }
        self.show(cover)
    }

    /// A pulse of the first search.
    pub(super) fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        self.first = so_far.statistics;
        self.report(so_far.partial)?;
        if self.is_alone {
            return Continue(());
        }
        self.start_in_time();
        self.settle(so_far.partial, false)
    }

    /// Stops the others: the first search goes on alone.
    fn go_on_alone(&mut self) {
        self.is_alone = true;
        if let Some(others) = &self.others {
            others.events.stop_all_but(None);
        }
    }

    /// Shows what the others have found by the time of the first search, which goes no further.
    pub(super) fn settle_at_last(&mut self) -> ControlFlow<()> {
        if self.is_alone { Continue(()) } else { self.settle(Cover::new(&[], &[]), true) }
    }

    /// Ends the race, whose first search has ended so. Returns how the race has ended, and the work
    /// of the others, with the number of all covers shown.
    pub(super) fn end(mut self, flow: ControlFlow<()>) -> (ControlFlow<()>, Statistics) {
        let covers = self.done.covers;
        let done = self.others.take().map_or(self.done, |others| self.done.plus(others.end()));
        let flow = if self.is_over { Continue(()) } else { flow };
        (flow, Statistics { covers, ..done })
    }

    /// Starts the shuffled searches when it is time, if there are threads for some.
    fn start_in_time(&mut self) {
        let Some(problem) = &self.plan.problem else { return };
        if self.others.is_some() || self.clock.now() < self.plan.start {
            return;
        }
        let threads = self.plan.threads.map_or_else(cores, NonZero::get);
        let count = (threads - 1).min(super::ENTRIES / problem.entry_count().max(1));
        let time = self.clock.now().saturating_add(self.plan.making);
        self.others = Others::start(&self.plan, count, time);
        self.is_alone = self.others.is_none();
    }

    /// Shows the covers of the others up to the time of the first search, which is at `partial`.
    /// If that is a cover, they have to come as far before. `Break` ends the race.
    fn settle(&mut self, partial: Cover<'_>, is_cover: bool) -> ControlFlow<()> {
        let Some(others) = &self.others else { return Continue(()) };
        let (events, time) = (Arc::clone(&others.events), self.clock.now());
        loop {
            match events.next(time, is_cover) {
                Next::Nothing => return Continue(()),
                Next::Wait => self.report(partial)?,
                Next::Event(at, event) => {
                    self.process(event)?;
                    if self.plan.is_for_list {
                        return self.follow(&events, at);
                    }
                }
            }
        }
    }

    /// Shows the other covers of a shuffled search, which had the first.
    fn follow(&mut self, events: &Events, at: usize) -> ControlFlow<()> {
        events.stop_all_but(Some(at));
        loop {
            match events.next_of(at) {
                Next::Nothing => return Break(()), // it has panicked
                Next::Wait => self.report(Cover::new(&[], &[]))?,
                Next::Event(_, event) => self.process(event)?,
            }
        }
    }

    fn process(&mut self, event: Event) -> ControlFlow<()> {
        match event {
            Event::Cover(chosen) => {
                let moves = std::mem::take(&mut self.plan.moves);
                let flow = self.show(Cover::new(&moves, &chosen));
                self.plan.moves = moves;
                flow
            }
            Event::End => {
                self.is_over = true;
                Break(())
            }
        }
    }

    /// Shows a cover, unless it has been shown.
    fn show(&mut self, cover: Cover<'_>) -> ControlFlow<()> {
        if self.shown.has(cover) {
            return Continue(());
        }
        self.done.covers += 1;
        (self.visitor)(cover)?;
        // Remembered only now, since most questions end with their first cover.
        if self.plan.problem.is_some() && !self.plan.is_for_list {
            self.shown.add(cover.options());
        }
        Continue(())
    }

    /// Reports to the watch what all searches have done.
    fn report(&mut self, partial: Cover<'_>) -> ControlFlow<()> {
        let others =
            self.others.as_ref().map_or(Statistics::default(), |others| others.events.work());
        let statistics = self.first.plus(self.done).plus(others);
        let statistics = Statistics { covers: self.done.covers, ..statistics };
        self.watch.pulse(&EngineProgress { statistics, partial })
    }
}

impl Others {
    /// Starts this number of searches, whose clocks show `time`. Returns none if there is none.
    fn start(plan: &Plan, count: usize, time: u64) -> Option<Others> {
        let (events, plan) = (Arc::new(Events::new(count, time)), Arc::new(plan.clone()));
        let work = |at| {
            let (events, plan) = (Arc::clone(&events), Arc::clone(&plan));
            move || search(&events, at, &plan)
        };
        let threads = Beside::start((0..count).map(work));
        // Those for which the system has no thread.
        (threads.len()..count).for_each(|at| events.close(at));
        (!threads.is_empty()).then_some(Others { events, threads })
    }

    /// Ends all searches, and returns their work.
    ///
    /// # Panics
    /// If one of them has panicked.
    fn end(mut self) -> Statistics {
        self.events.stop_all_but(None);
        for thread in self.threads.drain(..) {
            thread.join();
        }
        self.events.work()
    }
}

impl Drop for Others {
    /// After a panic of the visitor or of the first search, too, no search goes on for long.
    fn drop(&mut self) {
        self.events.stop_all_but(None);
    }
}
