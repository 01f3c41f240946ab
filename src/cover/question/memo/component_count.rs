//! The race for the count of a part: a plain search, and in its pulses the walk.
//!
//! ```text
//!   plain   ▮▮▮▮▮▮▮  ▮▮▮▮▮▮  ▮▮▮▮▮▮  ▮▮▮▮▮▮ ...     from its beginning to its end
//!   walk           ▯       ▯       ▯                laid out when that takes longer than moments
//!
//!   plain   ▮▮▮▮▮▮▮   ▮           ▮                 where states recur, the walk is favoured
//!   walk           ▯▯▯ ▯▯▯▯▯▯▯▯▯▯▯ ▯▯▯▯▯▯▯▯▯ ...
//! ```
//!
//! The walk is laid out when the plain search has done several times the work that this takes, and
//! later if it seems to be near its end, by the first choices that it has behind it. Only then is a
//! whole problem divided into parts; if it has several, the plain search was in vain, and each is
//! counted.
//!
//! Without known states the walk is a search in a fixed order, and slower than the plain search,
//! which takes the shortest item. With known states it skips whole trees. So what they spare it
//! decides which of both has more time; see `shares`. Neither begins again, unless the question is
//! broken off: then the walk goes on from there, and the plain search starts over.
//!
//! A long race can be taken over by several threads; see `shared`.
//!
//! The plain search takes the [engine](crate::cover::engine::plain) that suits the part best.
//!
//! Invariant: the count is known if and only if one of them has finished; the other is then
//! dropped.

#[cfg(feature = "parallel")]
mod shared;
mod shares;

use std::ops::ControlFlow;

use super::heats::Heats;
use super::rest::{self, Component};
use super::{BigUint, CountWork, beside};
use crate::cover::engine::plain::Plain;
use crate::cover::{Cover, Engine, EngineProgress, OptionId, Problem, ProblemError, Statistics};
use crate::watch::{Relay, Watch};

/// The work of a plain search in the time that it takes to lay out the walk, per option, plus a
/// constant.
const LAYOUT_PER_OPTION: u64 = 112;
const LAYOUT: u64 = 1 << 14;

/// How many times this work the plain search has done before the walk is laid out.
const DONE_BEFORE: u64 = 4;

/// How many times this work it takes in all then, as far as its first choices show.
const IN_ALL: u64 = 16;

/// The most nodes of the plain search between two looks at the walk.
const PLAIN_PATIENCE: u64 = 256;

/// The least nodes of the walk between two looks at the plain search: single ones would find its
/// data gone from the caches.
const STRIDE: u64 = 32;

/// What is counted.
enum Subject {
    /// A problem that is not divided into parts yet: most counts end before that.
    Whole(Problem),
    Component(Component),
}

impl Subject {
    /// The number of its options.
    fn options(&self) -> usize {
        match self {
            Subject::Whole(problem) => problem.options().len(),
            Subject::Component(component) => component.options(),
        }
    }

    /// The option of the problem that an engine knows by this number.
    fn original(&self, option: OptionId) -> OptionId {
        match self {
            Subject::Whole(_) => option,
            Subject::Component(component) => component.original(option.index()),
        }
    }
}

/// A part, and the state of its count.
pub(super) struct ComponentCount {
    subject: Subject,
    /// The parts of a whole problem, once it turned out that these are to be counted instead.
    components: Option<Vec<Component>>,
    walk: WalkSide,
    /// `None` if the walk was faster, and while threads have others.
    plain: Option<Box<dyn Engine>>,
    count: Option<BigUint>,
    /// Nodes of plain searches, including unsuccessful ones.
    plain_nodes: u64,
    /// The most covers that the plain search has shown.
    shown: u64,
    /// Whether the plain search has to wait for the walk.
    is_waiting: bool,
    /// Whether several threads have taken over.
    is_shared: bool,
}

/// Whether the plain search of a part is to be left, after this work and at these choices.
type Leaves<'l> = dyn FnMut(&Component, u64, Cover<'_>) -> bool + 'l;

/// The walk's side of the race.
enum WalkSide {
    /// Not laid out yet.
    Due,
    /// Too wide, or slower than the plain search.
    Out,
    On(Heats),
}

impl WalkSide {
    fn work(&self) -> CountWork {
        if let WalkSide::On(walk) = self { walk.work() } else { CountWork::default() }
    }
}

impl ComponentCount {
    /// The count of a whole problem.
    pub(super) fn of_whole(problem: &Problem) -> Result<ComponentCount, ProblemError> {
        let plain = Plain::new(problem)?.into_engine();
        Ok(ComponentCount::new(Subject::Whole(problem.without_names()), plain))
    }

    /// The count of a part.
    pub(super) fn of_component(component: Component) -> Result<ComponentCount, ProblemError> {
        let plain = Plain::new(component.problem())?.into_engine();
        Ok(ComponentCount::new(Subject::Component(component), plain))
    }

    fn new(subject: Subject, plain: Box<dyn Engine>) -> ComponentCount {
        ComponentCount {
            subject,
            components: None,
            walk: WalkSide::Due,
            plain: Some(plain),
            count: None,
            plain_nodes: 0,
            shown: 0,
            is_waiting: false,
            is_shared: false,
        }
    }

    /// The counts of the parts to be counted instead of this whole problem, if that turned out.
    pub(super) fn divided(&mut self) -> Option<Vec<ComponentCount>> {
        let components = self.components.take()?;
        let count = |component| {
            ComponentCount::of_component(component)
                .expect("a component is no larger than its problem")
        };
        let mut counts: Vec<ComponentCount> = components.into_iter().map(count).collect();
        if let Some(first) = counts.first_mut() {
            first.plain_nodes = self.plain_nodes;
        }
        for count in &mut counts {
            count.is_waiting = self.is_waiting;
        }
        Some(counts)
    }

    /// Whether the count is known.
    pub(super) const fn is_known(&self) -> bool {
        self.count.is_some()
    }

    /// Whether the walk came first.
    pub(super) const fn is_walked(&self) -> bool {
        self.is_known() && matches!(self.walk, WalkSide::On(_))
    }

    /// Whether several threads have taken over.
    pub(super) const fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// Lets the plain search wait for the walk.
    pub(super) fn walk_alone(&mut self) {
        self.is_waiting = true;
    }

    /// The work so far.
    pub(super) fn work(&self) -> CountWork {
        let work = self.walk.work();
        CountWork { nodes: work.nodes + self.plain_nodes, ..work }
    }

    /// The number of covers, with a table of at most `room` bytes.
    pub(super) fn count(
        &mut self,
        room: usize,
        watch: &mut dyn Watch<CountWork>,
    ) -> ControlFlow<(), BigUint> {
        self.race(room, u64::MAX, &mut |_, _, _| false, watch);
        self.known()
    }

    /// The count, if one of both has finished.
    fn known(&self) -> ControlFlow<(), BigUint> {
        self.count.clone().map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }

    /// The race on one thread, until it is over, `watch` breaks, or `leaves` says that the plain
    /// search is to be left, which it is asked after this work.
    fn race(
        &mut self,
        room: usize,
        after: u64,
        leaves: &mut Leaves<'_>,
        watch: &mut dyn Watch<CountWork>,
    ) {
        let ComponentCount {
            subject,
            components,
            walk,
            plain,
            count,
            plain_nodes,
            shown,
            is_waiting,
            ..
        } = self;
        if let (None, Some(engine)) = (&count, plain.as_deref_mut()) {
            let mut found = 0;
            let mut visitor = |_: Cover<'_>| {
                found += 1;
                ControlFlow::Continue(())
            };
            let before = engine.statistics();
            let mut choices = Vec::new();
            if let Some((item, _)) = engine.shortest() {
                engine.list(item, &mut choices);
            }
            choices.sort_unstable();
            let layout = LAYOUT_PER_OPTION * subject.options() as u64 + LAYOUT;
            let mut race = Race {
                subject,
                components,
                walk,
                before,
                choices,
                others: *plain_nodes,
                layout,
                is_waiting: *is_waiting,
                room,
                after,
                leaves,
                watch,
                has_walked: false,
            };
            let flow = engine.search(&mut visitor, &mut race);
            let has_walked = race.has_walked;
            *plain_nodes += engine.statistics().nodes - before.nodes;
            *shown = (*shown).max(found);
            if flow.is_continue() {
                *count = Some(found.into());
                *walk = WalkSide::Out;
            } else if has_walked && let WalkSide::On(walk) = walk {
                *count = Some(walk.total());
                *plain = None;
            }
        }
    }

    /// The number of covers counted so far.
    pub(super) fn so_far(&self) -> BigUint {
        let walked = match &self.walk {
            WalkSide::On(walk) => walk.so_far(),
            WalkSide::Due | WalkSide::Out => BigUint::ZERO,
        };
        self.count.clone().unwrap_or_else(|| walked.max(self.shown.into()))
    }

    /// Whether the covers have to be listed to find one.
    pub(super) const fn is_listed(&self) -> bool {
        self.is_known() && !self.is_walked()
    }

    /// Adds to each of `covers` this part of the cover with the number in its place. The part takes
    /// the number modulo its count, and leaves the quotient to the other parts. The count must be
    /// known, and not 0. A listing is done once for all numbers.
    pub(super) fn covers(
        &mut self,
        numbers: &mut [BigUint],
        room: usize,
        watch: &mut dyn Watch<CountWork>,
        covers: &mut [Vec<OptionId>],
    ) -> ControlFlow<()> {
        let Some(count) = &self.count else { return ControlFlow::Continue(()) };
        let mine = |number: &mut BigUint| {
            let mine = &*number % count;
            *number /= count;
            mine
        };
        if let WalkSide::On(walk) = &mut self.walk {
            let others = CountWork { nodes: self.plain_nodes, ..CountWork::default() };
            for (number, cover) in numbers.iter_mut().zip(covers) {
                walk.descend(mine(number), room / 8, &mut beside(watch, others), cover)?;
            }
        } else {
            // A plain search can't have counted more.
            let mine = |number| u64::try_from(mine(number)).unwrap_or(u64::MAX);
            let mut wanted: Vec<(u64, usize)> =
                numbers.iter_mut().map(mine).enumerate().map(|(k, mine)| (mine, k)).collect();
            wanted.sort_unstable();
            self.list(&wanted, watch, covers)?;
        }
        ControlFlow::Continue(())
    }

    /// Lists the covers up to the last that is wanted, and adds each to those of `covers` that want
    /// it. `wanted` has the numbers in their order, each with its place in `covers`.
    fn list(
        &mut self,
        mut wanted: &[(u64, usize)],
        watch: &mut dyn Watch<CountWork>,
        covers: &mut [Vec<OptionId>],
    ) -> ControlFlow<()> {
        let work = self.work();
        let Some(engine) = self.plain.as_deref_mut() else { return ControlFlow::Continue(()) };
        let before = engine.statistics().nodes;
        let (subject, mut number) = (&self.subject, 0);
        let mut take = |found: Cover<'_>| {
            while let Some((&(next, place), rest)) = wanted.split_first()
                && next == number
            {
                let options = found.options().map(|option| subject.original(option));
                covers[place].extend(options);
                wanted = rest;
            }
            number += 1;
            if wanted.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let seen = |so_far: &EngineProgress<'_>| CountWork {
            nodes: work.nodes + so_far.statistics.nodes - before,
            ..work
        };
        let mut relay = Relay::new(watch, seen);
        let _ = engine.search(&mut take, &mut relay);
        let flow = relay.flow();
        self.plain_nodes += engine.statistics().nodes - before;
        flow
    }
}

/// Watches the plain search, and lets the walk go on in its pulses.
struct Race<'r> {
    subject: &'r mut Subject,
    components: &'r mut Option<Vec<Component>>,
    walk: &'r mut WalkSide,
    /// The work of the engine before the search.
    before: Statistics,
    /// The first choices of the engine, in its order.
    choices: Vec<OptionId>,
    /// The nodes of earlier plain searches.
    others: u64,
    /// The work in the time that it takes to lay out the walk.
    layout: u64,
    is_waiting: bool,
    room: usize,
    /// The work after which it may be left.
    after: u64,
    leaves: &'r mut Leaves<'r>,
    watch: &'r mut dyn Watch<CountWork>,
    has_walked: bool,
}

impl Race<'_> {
    /// What the plain search has left after this work, if its first choices have equal parts;
    /// `None` if it has not passed any.
    fn left(&self, work: u64, partial: Cover<'_>) -> Option<u64> {
        let first = partial.chosen().next();
        // A search need not begin with this item; then nothing is known.
        let passed = self.choices.iter().position(|&choice| Some(choice) == first)?;
        let ahead = (self.choices.len() - passed) as u64;
        (passed > 0).then(|| (work / passed as u64).saturating_mul(ahead))
    }

    /// Whether the walk is to be laid out, after this work of the plain search.
    fn is_due(&self, work: u64, partial: Cover<'_>) -> bool {
        work >= DONE_BEFORE * self.layout
            && self.left(work, partial).is_none_or(|left| work + left >= IN_ALL * self.layout)
    }

    /// Divides a whole problem into parts. Returns false if there are several parts: they are
    /// counted one by one.
    fn divide(&mut self) -> bool {
        let Subject::Whole(problem) = &*self.subject else { return true };
        let components = rest::components(problem, &[], &[]).expect("nothing is held");
        let mut components = components.expect("every item has options enough");
        if let [component] = &components[..]
            && component.options() == problem.options().len()
        {
            *self.subject = Subject::Component(components.remove(0));
            return true;
        }
        *self.components = Some(components);
        false
    }
}

impl Watch<EngineProgress<'_>> for Race<'_> {
    fn patience(&self) -> u64 {
        if self.is_waiting { 1 } else { self.watch.patience().min(PLAIN_PATIENCE) }
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        let work = so_far.statistics.work() - self.before.work();
        let nodes = so_far.statistics.nodes - self.before.nodes;
        let is_due = matches!(self.walk, WalkSide::Due)
            && (self.is_waiting || self.is_due(work, so_far.partial));
        if (is_due || work >= self.after) && !self.divide() {
            return ControlFlow::Break(());
        }
        let component =
            if let Subject::Component(component) = &*self.subject { Some(component) } else { None };
        let nodes = self.others + nodes;
        let all = |walk: CountWork| CountWork { nodes: walk.nodes + nodes, ..walk };
        if let Some(component) = component
            && is_due
        {
            let mut goes_on = || self.watch.pulse(&all(CountWork::default()));
            let walk = Heats::new(component, &mut goes_on)?;
            *self.walk = walk.map_or(WalkSide::Out, WalkSide::On);
        }
        self.watch.pulse(&all(self.walk.work()))?;
        let Some(component) = component else { return ControlFlow::Continue(()) };
        if !self.is_waiting && (self.leaves)(component, work, so_far.partial) {
            return ControlFlow::Break(());
        }
        let left = self.left(work, so_far.partial);
        let WalkSide::On(walk) = self.walk else { return ControlFlow::Continue(()) };
        let is_waiting = self.is_waiting;
        loop {
            let until = if is_waiting {
                u64::MAX
            } else {
                shares::nodes(walk, component.primary(), work, left)
            };
            let nodes = until.saturating_sub(walk.work().nodes);
            if nodes < STRIDE {
                return ControlFlow::Continue(());
            }
            if walk.advance(component, nodes.min(self.watch.patience()), self.room / 8) {
                self.has_walked = true;
                return ControlFlow::Break(());
            }
            self.watch.pulse(&all(walk.work()))?;
        }
    }
}
