//! Dead counters and elimination: every cover found counts for all its options.
//!
//! Among all covers with the engine's held options and none of its banned ones, count the covers of
//! each option, up to two. A *trial* of an option that is not dead holds it, searches until it is
//! dead or there are no more covers, and releases it. Every cover found counts for all its options.
//! If the option is not dead after its trial, it is banned until the end.
//!
//! # Why it is exact
//!
//! 1. *An option is banned only when every cover that has it is counted.* So covers that a later
//!    search misses are counted already, and after all trials the counts are right for each option
//!    up to two.
//! 2. *No cover is counted twice.* All covers of a trial have its option. The option is not dead,
//!    so at most one cover counted before has it. That cover is recognised when it recurs, and
//!    skipped.
//! 3. *An item with one option left forces that option*: it is in every cover not yet counted, or
//!    there are none. So it is held until the end, which saves all later searches the same steps. A
//!    trial of a held option is a search without further moves; if it leaves the option alive, all
//!    covers have been found, and the work is done.
//!
//! On the [toy](super), where `ab` and then `cd`, `ac`, `bd`, `c`, `d` are tried:
//!
//! ```text
//!      e     held: all covers have it    A = ab cd e,  B = ab c d e    ab and e are dead
//!      cd    in A once                   only A comes, and is skipped: banned
//!      ac                                C = ac bd e: banned
//!            b has only ab left, d only d, ...                       held: only B is left
//!      d     in B once                   only B comes, and is skipped: all covers are found
//! ```
//!
//! A question that is broken off has part of its answer: what is dead is not critical, and after a
//! finished trial an option's count is right by rule 1.
//!
//! # Postponed trials
//!
//! Nearly all trials are short: a cover or a clash is a few forced choices away. A few are long,
//! because little is held and the search must look everywhere to find no cover. They become short
//! once other options are banned. So a trial ends after 128 nodes, and the option is tried again
//! after all others, with eight times the nodes, until it is done. (A trial goes on if its path has
//! half of its nodes: it is not long, but its covers are large.) The counts of an unfinished trial
//! stay: rule 2 still holds, because a live option has been in at most one cover. Measured in nodes
//! for each of the 2,720 sets of two clues off the first 20 puzzles with 17 clues: 21,059 without
//! postponing, 910 with it.
//!
//! Measured, too, and left out: continuing a search past the death of its option while it kills
//! others saves one node in a hundred. Trying first, at each branch, the options that are not dead
//! or were never seen saves five to ten in a hundred, but needs a second order of search in the
//! engine.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::Critical;
use super::counters::{Bits, Counters};
use super::listed::{self, Pace};
use crate::cover::engine::release_to;
use crate::cover::{Cover, Engine, EngineProgress, OptionId, Statistics};
use crate::watch::Watch;

/// The nodes of an option's first trial. Finding a cover of a 9×9 Sudoku takes 60 to 90.
const FIRST_TRIAL: u64 = 128;

/// The engines of a search, for one problem.
pub(super) struct Engines {
    /// The one for trials.
    pub(super) trials: Box<dyn Engine>,
    /// One that lists all covers beside trials that take long. Its moves are those of its last list.
    pub(super) list: Option<Box<dyn Engine>>,
    pub(super) pace: Pace,
}

impl Engines {
    pub(super) fn new(trials: Box<dyn Engine>) -> Engines {
        Engines { trials, list: None, pace: Pace::default() }
    }

    pub(super) fn statistics(&self) -> Statistics {
        let listed = self.list.as_ref().map(|list| list.statistics());
        self.trials.statistics().plus(listed.unwrap_or_default())
    }
}

/// Asks about the options of `asked`.
pub(super) fn find(
    engines: &mut Engines,
    asked: &Bits,
    answer: &mut Critical,
    watch: &mut dyn Watch<Statistics>,
) -> ControlFlow<()> {
    let mut counters = Counters::new(asked.room());
    let flow = exhaust(engines, &mut counters, asked, watch);
    if counters.any_dead(asked) {
        answer.add_dead();
    }
    let decided = match &flow {
        ControlFlow::Continue(()) => asked,
        ControlFlow::Break(done) => done,
    };
    for option in counters.singles(decided) {
        if let Some(cover) = counters.first_with(option) {
            answer.add(option, counters.options_of(cover));
        }
    }
    let is_open = |&option: &OptionId| !decided.has(option) && !counters.is_dead(option);
    answer.set_undecided(asked.options().filter(is_open).count());
    flow.map_break(drop)
}

/// Counts the covers of each option of `asked` under the moves of the engine for trials, up to two
/// with the seeds. It has the same moves afterwards. Returns `Break` if the watch broke off, with
/// those that have no covers left to count.
pub(super) fn exhaust(
    engines: &mut Engines,
    counters: &mut Counters,
    asked: &Bits,
    watch: &mut dyn Watch<Statistics>,
) -> ControlFlow<Bits> {
    let Engines { trials: engine, list, pace } = engines;
    let before = engine.moves().len();
    let listed = list.as_ref().map(|list| list.statistics()).unwrap_or_default();
    let mut trials = Trials {
        engine: engine.as_mut(),
        counters,
        asked,
        done: asked.none(),
        queue: Queue::new(asked, FIRST_TRIAL),
        watch,
        listed,
        looked_at: 0,
        options: Vec::new(),
    };
    let flow = match list {
        Some(list) => listed::run(&mut trials, *pace, list.as_mut()),
        None => trials.run(),
    };
    let Trials { engine, done, .. } = trials;
    release_to(engine, before);
    match flow {
        ControlFlow::Break(NoMore::BrokenOff) => ControlFlow::Break(done),
        ControlFlow::Break(NoMore::Exhausted) | ControlFlow::Continue(()) => {
            ControlFlow::Continue(())
        }
    }
}

/// The reason for making no more trials.
pub(super) enum NoMore {
    /// The watch broke off.
    BrokenOff,
    /// All covers are counted.
    Exhausted,
}

/// The end of a trial.
enum End {
    /// The option is dead.
    Dead,
    /// All covers with the option are counted.
    Complete,
    /// It took too long.
    Postponed,
}

/// The options that are left to try.
struct Queue {
    left: VecDeque<OptionId>,
    postponed: Vec<OptionId>,
    /// The nodes of a trial.
    patience: u64,
}

impl Queue {
    /// All options of `asked`, with `patience` nodes at first, which must not be 0.
    fn new(asked: &Bits, patience: u64) -> Queue {
        Queue { left: asked.options().collect(), postponed: Vec::new(), patience }
    }

    /// The next option. Those that were postponed come again after all others.
    fn next(&mut self) -> Option<OptionId> {
        if self.left.is_empty() {
            self.left.extend(self.postponed.drain(..));
            self.patience = self.patience.saturating_mul(8);
        }
        self.left.pop_front()
    }
}

/// The trials of a question.
pub(super) struct Trials<'t> {
    pub(super) engine: &'t mut dyn Engine,
    pub(super) counters: &'t mut Counters,
    asked: &'t Bits,
    /// Those with no covers left to count, as far as trials have shown.
    done: Bits,
    queue: Queue,
    watch: &'t mut dyn Watch<Statistics>,
    /// What another engine has done, which lists covers.
    pub(super) listed: Statistics,
    /// The number of moves known to be bans, or holds of dead options.
    looked_at: usize,
    options: Vec<OptionId>,
}

impl Trials<'_> {
    /// Makes all trials.
    pub(super) fn run(&mut self) -> ControlFlow<NoMore> {
        self.settle()?;
        while self.try_next()? {}
        ControlFlow::Continue(())
    }

    /// Tries the next option. Returns false if none is left.
    pub(super) fn try_next(&mut self) -> ControlFlow<NoMore, bool> {
        let Some(candidate) = self.queue.next() else { return ControlFlow::Continue(false) };
        if self.counters.is_dead(candidate) {
            return ControlFlow::Continue(true);
        }
        if self.engine.hold(candidate).is_err() {
            self.done.add(candidate);
            return ControlFlow::Continue(true);
        }
        let end = self.search(candidate, self.queue.patience);
        self.engine.release();
        match end? {
            End::Dead => {}
            End::Postponed => self.queue.postponed.push(candidate),
            End::Complete => {
                self.done.add(candidate);
                self.engine.ban(candidate);
                self.settle()?;
            }
        }
        self.pulse()?;
        ControlFlow::Continue(true)
    }

    /// Holds forced options, and tries held options that are not dead.
    pub(super) fn settle(&mut self) -> ControlFlow<NoMore> {
        loop {
            match self.engine.shortest() {
                Some((_, 0)) => return ControlFlow::Break(NoMore::Exhausted),
                Some((item, 1)) => {
                    self.options.clear();
                    self.engine.list(item, &mut self.options);
                    let held = self
                        .options
                        .first()
                        .is_some_and(|&option| self.engine.hold(option).is_ok());
                    assert!(held, "an option in a list can be held");
                    // Finding the shortest item may look at a million items.
                    self.pulse()?;
                }
                _ => return self.try_held(),
            }
        }
    }

    /// Searches for covers until all options that are held are dead.
    fn try_held(&mut self) -> ControlFlow<NoMore> {
        let new = self.engine.moves()[self.looked_at..].iter();
        let held = new.filter_map(|m| m.held());
        let alive = held.filter(|&option| self.asked.has(option) && !self.counters.is_dead(option));
        // All of them are in every cover left: the one seen least dies last.
        let least = alive.min_by_key(|&option| self.counters.of(option));
        self.looked_at = self.engine.moves().len();
        match least
            .map_or(ControlFlow::Continue(End::Dead), |option| self.search(option, u64::MAX))?
        {
            End::Dead => ControlFlow::Continue(()),
            End::Complete | End::Postponed => ControlFlow::Break(NoMore::Exhausted),
        }
    }

    /// Counts covers with the option, which is held, until it is dead or `patience` nodes are
    /// spent.
    fn search(&mut self, option: OptionId, patience: u64) -> ControlFlow<NoMore, End> {
        let known = self.counters.first_with(option);
        let Trials { engine, counters, watch, listed, .. } = self;
        let first_node = engine.statistics().nodes;
        let last_node = first_node.saturating_add(patience);
        let mut is_dead = false;
        let mut count = |cover: Cover<'_>| {
            if counters.read(cover.options(), known) {
                counters.count();
                is_dead = counters.is_dead(option);
            }
            if is_dead { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let watch = &mut **watch;
        let listed = *listed;
        let mut limit =
            Limit { watch, listed, patience, first_node, last_node, is_broken_off: false };
        let flow = engine.search(&mut count, &mut limit);
        match flow {
            _ if limit.is_broken_off => ControlFlow::Break(NoMore::BrokenOff),
            _ if is_dead => ControlFlow::Continue(End::Dead),
            ControlFlow::Break(()) => ControlFlow::Continue(End::Postponed),
            ControlFlow::Continue(()) => ControlFlow::Continue(End::Complete),
        }
    }

    pub(super) fn patience(&self) -> u64 {
        self.watch.patience()
    }

    pub(super) fn pulse(&mut self) -> ControlFlow<NoMore> {
        if self.watch.pulse(&self.engine.statistics().plus(self.listed)).is_break() {
            ControlFlow::Break(NoMore::BrokenOff)
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Ends a trial that takes too long.
struct Limit<'l> {
    watch: &'l mut dyn Watch<Statistics>,
    /// What another engine has done.
    listed: Statistics,
    patience: u64,
    first_node: u64,
    last_node: u64,
    is_broken_off: bool,
}

impl Watch<EngineProgress<'_>> for Limit<'_> {
    fn patience(&self) -> u64 {
        self.patience.min(self.watch.patience())
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        let all = so_far.statistics.plus(self.listed);
        self.watch.pulse(&all).map_break(|()| self.is_broken_off = true)?;
        let nodes = so_far.statistics.nodes;
        if nodes < self.last_node {
            return ControlFlow::Continue(());
        }
        // A cover of a large problem takes as many nodes as it has options: a trial that has hardly
        // gone back is not long, and as many others would come no further.
        let done = nodes - self.first_node;
        if so_far.partial.chosen().count() as u64 <= done / 2 {
            return ControlFlow::Break(());
        }
        self.last_node = nodes.saturating_add(done);
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::classics;
    use crate::cover::question::critical::{CriticalSearch, Ground, Method};
    use crate::watch::Patient;

    #[test]
    fn impatient_trials_count_the_same() {
        for problem in [classics::queens(7), classics::langford(7), classics::dominoes(4, 5)] {
            let problem = problem.unwrap();
            let mut search = CriticalSearch::new(&problem, Method::Dead).unwrap();
            let Ground { engines, choosable, .. } = &mut search.ground;
            let engine = &mut engines.trials;
            for patience in [1, 5, 1 << 40] {
                let mut counters = Counters::new(problem.options().len());
                let mut trials = Trials {
                    engine: &mut **engine,
                    counters: &mut counters,
                    asked: choosable,
                    done: choosable.none(),
                    queue: Queue::new(choosable, patience),
                    watch: &mut Patient,
                    listed: Statistics::default(),
                    looked_at: 0,
                    options: Vec::new(),
                };
                let _ = trials.run();
                while engine.release().is_some() {}
                for option in problem.options() {
                    engine.hold(option).unwrap();
                    assert_eq!(
                        counters.of(option) as u64,
                        engine.count(2),
                        "{option:?}, {patience}"
                    );
                    engine.release();
                }
            }
        }
    }
}
