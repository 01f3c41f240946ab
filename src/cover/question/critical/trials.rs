//! Trials, one after the other, short ones first.
//!
//! ```text
//!      queue     ab cd ac bd c d e       128 nodes each; one that needs more is postponed
//!                cd d                    1,024 nodes each
//! ```
//!
//! The [page on dead counters](super::dead) says what a trial is, and why the counts are exact.
//!
//! Invariant: between two trials the engine has the moves of before, holds of forced options, and
//! bans of options whose covers are all counted.
//!
//! Deliberately lacking: an order of the options but that of the problem.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::counters::{Bits, Counters};
use crate::cover::{Cover, Engine, EngineProgress, OptionId, Statistics};
use crate::watch::Watch;

/// The nodes of an option's first trial. Finding a cover of a 9×9 Sudoku takes 60 to 90.
pub(super) const FIRST_TRIAL: u64 = 128;

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
    pub(super) done: Bits,
    queue: Queue,
    watch: &'t mut dyn Watch<Statistics>,
    /// What another engine has done, which lists covers.
    pub(super) listed: Statistics,
    /// The number of moves known to be bans, or holds of dead options.
    looked_at: usize,
    options: Vec<OptionId>,
}

impl<'t> Trials<'t> {
    /// Trials of the options of `asked`, with `patience` nodes at first, which must not be 0.
    pub(super) fn new(
        engine: &'t mut dyn Engine,
        counters: &'t mut Counters,
        asked: &'t Bits,
        patience: u64,
        watch: &'t mut dyn Watch<Statistics>,
    ) -> Trials<'t> {
        let (done, queue) = (asked.none(), Queue::new(asked, patience));
        let (listed, options) = (Statistics::default(), Vec::new());
        Trials { engine, counters, asked, done, queue, watch, listed, looked_at: 0, options }
    }

    /// Makes all trials.
    pub(super) fn run(&mut self) -> ControlFlow<NoMore> {
        self.settle()?;
        self.go_on()
    }

    /// Makes the trials that are left.
    pub(super) fn go_on(&mut self) -> ControlFlow<NoMore> {
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
                let engine = engine.as_mut();
                let watch = &mut Patient;
                let mut trials = Trials::new(engine, &mut counters, choosable, patience, watch);
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
