//! The race on several threads: the plain search in parts, and the walk beside it.
//!
//! ```text
//!      one thread     plain, and the walk in its pulses    some milliseconds: most are done
//!
//!      thread 1       walk ▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮ ...       where states recur
//!      thread 2 ...   parts of the plain search, from its beginning
//!
//!      thread 1       walk ▮  parts                  walk ▮ ...   where they don't
//!      thread 2 ...   parts of the plain search
//! ```
//!
//! The walk is as in the race on one thread: the same, and favoured by the same rule. While it is
//! favoured it keeps a thread, and so it does before it has been at the end of its order: in a long
//! chain no state recurs before. Otherwise it has its share of the work of all. The plain search
//! starts over, since only a whole search can be cut into [parts](parts). So it is left only if it
//! seems to be far from its end.
//!
//! Invariants: that of the race; and when the count returns, no thread works for it any more.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::super::{BigUint, CountWork};
use super::{Component, ComponentCount, Heats, Subject, WalkSide, shares};
use crate::cover::engine::plain::Plain;
use crate::cover::engine::span::Span;
use crate::cover::share::parallel::{Ended, SearchBudget, SearchEnd, SearchProgress, Searched};
use crate::cover::share::parts;
use crate::cover::{Cover, Engine, Parallel};
use crate::lock::locked;
use crate::threads::Threads;
use crate::watch::{Stop, Watch};

/// A plain search that has done this share of its tree goes on alone: it starts over on threads, so
/// that they win only if most is left.
const NEAR: f64 = 0.25;

/// But not for longer than this many times the work it does alone.
const LONG: u64 = 8;

/// The share of its tree that a search has done before that says what is left.
const KNOWN: f64 = 1.0 / 32.0;

/// The nodes of the walk between two looks at what the others do.
const STEP: u64 = 1 << 10;

impl ComponentCount {
    /// As [`ComponentCount::count`], on these threads once the plain search has done this work
    /// alone.
    pub(in super::super) fn count_on<'t>(
        &mut self,
        room: usize,
        alone: u64,
        threads: &dyn Fn() -> Option<&'t Threads>,
        watch: &mut dyn Watch<CountWork>,
    ) -> ControlFlow<(), BigUint> {
        let (mut next, mut several) = (alone, None);
        let mut leaves = |component: &Component, work, partial: Cover<'_>| {
            if work < next {
                return false;
            }
            let mut engine = another(component);
            if next < alone.saturating_mul(LONG) && share_done(engine.as_mut(), partial) >= NEAR {
                next = alone.saturating_mul(LONG);
                return false;
            }
            next = u64::MAX;
            several =
                threads().filter(|threads| threads.count() > 1).map(|threads| (threads, engine));
            several.is_some()
        };
        self.race(room, alone, &mut leaves, watch);
        if let Some((threads, engine)) = several {
            self.is_shared = true;
            self.race_on(threads, engine, room, watch);
        }
        self.known()
    }

    /// Goes on with the race on several threads. The first of them takes `engine` in place of that
    /// of the race, so that each thread has one and no more are there.
    fn race_on(
        &mut self,
        threads: &Threads,
        mut engine: Box<dyn Engine>,
        room: usize,
        watch: &mut dyn Watch<CountWork>,
    ) {
        let ComponentCount { subject, walk, plain, count, plain_nodes, shown, .. } = self;
        let Subject::Component(component) = subject else { return };
        let build = || another(component);
        let done = plain.take().map(|plain| plain.statistics()).unwrap_or_default();
        let walked = walk.work();
        let so_far = CountWork { nodes: walked.nodes + *plain_nodes, ..walked };
        let mut goes_on = |_: &[parts::Part]| watch.pulse(&so_far);
        // Nothing is held, so only the watch can end it.
        let pieces = parts::Part::whole().cut(engine.as_mut(), &mut goes_on);
        let Ok(pieces) = pieces else {
            *plain = Some(engine);
            return;
        };
        let crew = Parallel::new(&build, threads).with(engine);
        let beside = Beside::new(component, room, walk, done.work());
        let mut found = 0_u64;
        let ended = threads.pool().in_place_scope(|scope| {
            let _stopped_at_exit = StoppedAtExit(&beside.stop);
            let start_walk = || {
                if !beside.is_on.load(Ordering::Acquire) && beside.is_due() {
                    beside.is_on.store(true, Ordering::Relaxed);
                    scope.spawn(|_| beside.walk_on());
                }
            };
            start_walk(); // before the parts, which can take seconds each
            let mut pulse = |so_far: &SearchProgress| {
                let plain = done.work() + so_far.nodes * (done.work() / done.nodes.max(1));
                beside.plain.store(plain, Ordering::Relaxed);
                beside.ahead.store(ahead(plain - done.work(), so_far.share), Ordering::Relaxed);
                let walked = *locked(&beside.work);
                let nodes = walked.nodes + *plain_nodes + so_far.nodes;
                watch.pulse(&CountWork { nodes, ..walked })?;
                if beside.has_walked.load(Ordering::Acquire) {
                    return Break(());
                }
                start_walk();
                Continue(())
            };
            let mut add = |searched: Searched<'_, ()>| {
                found = found.saturating_add(searched.covers);
                Continue(())
            };
            crew.search(pieces, SearchBudget::default(), &|| (), &mut add, &mut pulse)
        });
        let has_walked = beside.has_walked.into_inner();
        *plain_nodes += crew.statistics().nodes;
        *plain = crew.into_engine();
        let Ended { end, beyond } = ended;
        *shown = (*shown).max(found.saturating_add(beyond));
        if end == SearchEnd::Complete {
            *count = Some(found.into());
            *walk = WalkSide::Out;
        } else if has_walked && let WalkSide::On(walk) = walk {
            *count = Some(walk.total());
            *plain = None;
        }
    }
}

/// An engine as that of the race.
fn another(component: &Component) -> Box<dyn Engine> {
    Plain::new(component.problem()).expect("it was made before").into_engine()
}

/// The share of the tree that is done after a search has come to these choices. The engine, which
/// has no moves, is the same afterwards.
fn share_done(engine: &mut dyn Engine, partial: Cover<'_>) -> f64 {
    let (mut here, mut options) = (Span::WHOLE, Vec::new());
    for option in partial.chosen() {
        options.clear();
        if let Some((item, _)) = engine.shortest() {
            engine.list(item, &mut options);
        }
        options.sort_unstable();
        // A search need not branch as is done here; then the rest is not known.
        let Some(at) = options.iter().position(|&other| other == option) else { break };
        here = here.child(at as u32, options.len() as u32);
        if here.share() < NEAR / 16.0 || engine.hold(option).is_err() {
            break;
        }
    }
    while engine.release().is_some() {}
    here.done()
}

/// The walk on a thread beside the plain search.
struct Beside<'r, 'w> {
    component: &'r Component,
    room: usize,
    walk: Mutex<&'w mut WalkSide>,
    /// Its work, after its last step.
    work: Mutex<CountWork>,
    /// The work of the plain search, as far as it is known.
    plain: AtomicU64,
    /// What the plain search has left, or `u64::MAX` while that is not known.
    ahead: AtomicU64,
    /// Whether a thread has it.
    is_on: AtomicBool,
    has_walked: AtomicBool,
    stop: Stop,
}

impl<'r, 'w> Beside<'r, 'w> {
    /// The walk, which no thread has yet, beside a plain search that has done this work.
    fn new(
        component: &'r Component,
        room: usize,
        walk: &'w mut WalkSide,
        plain: u64,
    ) -> Beside<'r, 'w> {
        Beside {
            component,
            room,
            work: Mutex::new(walk.work()),
            walk: Mutex::new(walk),
            plain: AtomicU64::new(plain),
            ahead: AtomicU64::new(u64::MAX),
            is_on: AtomicBool::new(false),
            has_walked: AtomicBool::new(false),
            stop: Stop::new(),
        }
    }

    /// Whether a walk that no thread has is to go on.
    fn is_due(&self) -> bool {
        match &**locked(&self.walk) {
            WalkSide::Due => true,
            WalkSide::Out => false,
            WalkSide::On(walk) => self.left(walk) > 0,
        }
    }

    /// The nodes that the walk may take before the plain search has done more.
    fn left(&self, walk: &Heats) -> u64 {
        let is_on_trial = walk.work().nodes < shares::trial(self.component.primary());
        if is_on_trial || shares::is_favoured(walk) {
            return STEP;
        }
        let plain = self.plain.load(Ordering::Relaxed);
        let ahead = Some(self.ahead.load(Ordering::Relaxed)).filter(|&ahead| ahead < u64::MAX);
        let until = shares::nodes(walk, self.component.primary(), plain, ahead);
        until.saturating_sub(walk.work().nodes).min(STEP)
    }

    /// Goes on with the walk as long as it may.
    fn walk_on(&self) {
        let mut side = locked(&self.walk);
        if matches!(**side, WalkSide::Due) {
            let mut goes_on = || if self.stop.is_stopped() { Break(()) } else { Continue(()) };
            if let Continue(walk) = Heats::new(self.component, &mut goes_on) {
                **side = walk.map_or(WalkSide::Out, WalkSide::On);
            }
        }
        while let WalkSide::On(walk) = &mut **side
            && !self.stop.is_stopped()
        {
            let left = self.left(walk);
            if left == 0 {
                break;
            }
            if walk.advance(self.component, left, self.room / 8) {
                self.has_walked.store(true, Ordering::Release);
                break;
            }
            *locked(&self.work) = walk.work();
        }
        self.is_on.store(false, Ordering::Release);
    }
}

/// The work that is left of a search that has done so much of its tree by this work.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]
fn ahead(work: u64, share: f64) -> u64 {
    if share < KNOWN { u64::MAX } else { (work as f64 * (1.0 - share).max(0.0) / share) as u64 }
}

/// Stops the walk when it goes out of scope, even by a panic.
struct StoppedAtExit<'s>(&'s Stop);

impl Drop for StoppedAtExit<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
