//! Dead counters and elimination: no cover is sought for one option only.
//!
//! Of all covers with what the engine holds and none of what it bans, count for each option how
//! many have it, up to two. A *trial* of an option that is not dead holds it, searches until it is
//! dead or there are no more covers, and releases it. Every cover that turns up is counted for all
//! its options. If the option is not dead after its trial, it is banned until the end.
//!
//! # Why it is exact
//!
//! 1. *An option is banned only when every cover that has it is counted.* So the covers that a
//!    later search can't see are counted already, and what is counted after all trials is right for
//!    each option up to two.
//! 2. *No cover is counted twice.* All covers of a trial have its option. The option was not dead,
//!    so at most one of the covers counted before has it. That one is known when it comes again,
//!    and passed over.
//! 3. *An item with one option left forces that option*: it is in every cover not yet counted, or
//!    there are none. So it is held until the end, which spares all later searches the same steps.
//!    A trial of a held option is a search as things stand; if it leaves the option alive, then all
//!    covers have been seen, and nothing is left to do.
//!
//! On the [toy](super), where `ab` and then `cd`, `ac`, `bd`, `c`, `d` are tried:
//!
//! ```text
//!      e     held: all covers have it    A = ab cd e,  B = ab c d e    ab and e are dead
//!      cd    in A once                   only A comes, and is passed over: banned
//!      ac                                C = ac bd e: banned
//!            b has only ab left, d only d, ...                       held: all that is left is B
//!      d     in B once                   only B comes, and is passed over: all has been seen
//! ```
//!
//! # Postponed trials
//!
//! Nearly all trials are short: a cover is a few forced choices away, or a clash is. A few are
//! long, because little is held and the search has to look into everything to find that there is no
//! cover. They are short as well when others have been banned before. So a trial ends after 128
//! nodes, and the option is tried again after all the others, with eight times as much, until it is
//! done. What an unfinished trial counted stays counted: rule 2 still holds, because an option that
//! is alive has been in one cover at most. Measured in nodes for each of the 2,720 sets of two
//! clues off the first 20 puzzles with 17 clues: 21,059 without, 910 with it.
//!
//! Measured too, and left out. To let a search go on past the death of its option while it kills
//! others: one node in a hundred less. To try first, at each branch, the options that are not dead,
//! or that were never seen: five to ten in a hundred less, for a second order of search in the
//! engine.

use std::ops::ControlFlow;

use super::counters::{Bits, Counters};
use super::{Critical, Ground};
use crate::cover::{Cover, Engine, EngineProgress, OptionId, Statistics};
use crate::watch::Watch;

/// The nodes of an option's first trial. A cover of a 9×9 Sudoku is found with 60 to 90.
const PATIENCE: u64 = 128;

/// Asks about the options of `asked`.
pub(super) fn find(
    ground: &mut Ground<'_>,
    asked: &Bits,
    answer: &mut Critical,
    watch: &mut dyn Watch<Statistics>,
) -> ControlFlow<()> {
    let mut counters = Counters::new(ground.problem.options().len());
    exhaust(&mut *ground.engine, &mut counters, asked, watch)?;
    if counters.any_dead(asked) {
        answer.add_dead();
    }
    for option in counters.singles(asked) {
        if let Some(cover) = counters.first_with(option) {
            answer.add(option, counters.options_of(cover));
        }
    }
    ControlFlow::Continue(())
}

/// Counts for each option of `asked` the covers of what the engine holds and bans, up to two with
/// the seeds. The engine is left as it was found.
pub(super) fn exhaust(
    engine: &mut dyn Engine,
    counters: &mut Counters,
    asked: &Bits,
    watch: &mut dyn Watch<Statistics>,
) -> ControlFlow<()> {
    let before = engine.moves().len();
    let mut trials = Trials { engine, counters, asked, watch, looked_at: 0, list: Vec::new() };
    let flow = trials.run(PATIENCE);
    while engine.moves().len() > before {
        engine.release();
    }
    match flow {
        ControlFlow::Break(NoMore::BrokenOff) => ControlFlow::Break(()),
        ControlFlow::Break(NoMore::Exhausted) | ControlFlow::Continue(()) => {
            ControlFlow::Continue(())
        }
    }
}

/// Why no more trials are made.
enum NoMore {
    /// The watch broke off.
    BrokenOff,
    /// All covers are counted.
    Exhausted,
}

/// How a trial ended.
enum End {
    /// The option is dead.
    Dead,
    /// All covers with the option are counted.
    Complete,
    /// It took too long.
    Postponed,
}

struct Trials<'t> {
    engine: &'t mut dyn Engine,
    counters: &'t mut Counters,
    asked: &'t Bits,
    watch: &'t mut dyn Watch<Statistics>,
    /// The number of moves that have been seen to be of dead options, or bans.
    looked_at: usize,
    list: Vec<OptionId>,
}

impl Trials<'_> {
    /// Tries all that are asked about, `patience` nodes at first, which must not be 0.
    fn run(&mut self, mut patience: u64) -> ControlFlow<NoMore> {
        self.settle()?;
        let mut left: Vec<OptionId> = self.asked.options().collect();
        while !left.is_empty() {
            let mut postponed = Vec::new();
            for candidate in left {
                if self.counters.is_dead(candidate) || self.engine.hold(candidate).is_err() {
                    continue;
                }
                let end = self.search(candidate, patience);
                self.engine.release();
                match end? {
                    End::Dead => {}
                    End::Postponed => postponed.push(candidate),
                    End::Complete => {
                        self.engine.ban(candidate);
                        self.settle()?;
                    }
                }
                self.pulse()?;
            }
            left = postponed;
            patience = patience.saturating_mul(8);
        }
        ControlFlow::Continue(())
    }

    /// Holds what is forced, and tries what is held and not dead.
    fn settle(&mut self) -> ControlFlow<NoMore> {
        loop {
            match self.engine.shortest() {
                Some((_, 0)) => return ControlFlow::Break(NoMore::Exhausted),
                Some((item, 1)) => {
                    self.list.clear();
                    self.engine.list(item, &mut self.list);
                    let held =
                        self.list.first().is_some_and(|&option| self.engine.hold(option).is_ok());
                    assert!(held, "an option in a list can be held");
                    // Each look at the shortest item may be at a million of them.
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
        // All of them are in every cover that is left: the one seen least is dead last.
        let least = alive.min_by_key(|&option| self.counters.of(option));
        self.looked_at = self.engine.moves().len();
        match least
            .map_or(ControlFlow::Continue(End::Dead), |option| self.search(option, u64::MAX))?
        {
            End::Dead => ControlFlow::Continue(()),
            End::Complete | End::Postponed => ControlFlow::Break(NoMore::Exhausted),
        }
    }

    /// Counts covers with the option, which is held, until it is dead or the nodes allowed have
    /// been tried.
    fn search(&mut self, option: OptionId, patience: u64) -> ControlFlow<NoMore, End> {
        let known = self.counters.first_with(option);
        let Trials { engine, counters, watch, .. } = self;
        let last_node = engine.statistics().nodes.saturating_add(patience);
        let mut is_dead = false;
        let mut count = |cover: Cover<'_>| {
            if counters.read(cover.options(), known) {
                counters.count();
                is_dead = counters.is_dead(option);
            }
            if is_dead { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut limit = Limit { watch: &mut **watch, patience, last_node, is_broken_off: false };
        let flow = engine.search(&mut count, &mut limit);
        match flow {
            _ if limit.is_broken_off => ControlFlow::Break(NoMore::BrokenOff),
            _ if is_dead => ControlFlow::Continue(End::Dead),
            ControlFlow::Break(()) => ControlFlow::Continue(End::Postponed),
            ControlFlow::Continue(()) => ControlFlow::Continue(End::Complete),
        }
    }

    fn pulse(&mut self) -> ControlFlow<NoMore> {
        if self.watch.pulse(&self.engine.statistics()).is_break() {
            ControlFlow::Break(NoMore::BrokenOff)
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Ends a trial that takes too long.
struct Limit<'l> {
    watch: &'l mut dyn Watch<Statistics>,
    patience: u64,
    last_node: u64,
    is_broken_off: bool,
}

impl Watch<EngineProgress<'_>> for Limit<'_> {
    fn patience(&self) -> u64 {
        self.patience.min(self.watch.patience())
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        self.watch.pulse(&so_far.statistics).map_break(|()| self.is_broken_off = true)?;
        if so_far.statistics.nodes >= self.last_node {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::classics;
    use crate::cover::question::critical::{CriticalSearch, Method};
    use crate::watch::Patient;

    #[test]
    fn impatient_trials_count_the_same() {
        for problem in [classics::queens(7), classics::langford(7), classics::dominoes(4, 5)] {
            let problem = problem.unwrap();
            let mut search = CriticalSearch::new(&problem, Method::Dead).unwrap();
            let Ground { engine, choosable, .. } = &mut search.ground;
            for patience in [1, 5, 1 << 40] {
                let mut counters = Counters::new(problem.options().len());
                let (asked, looked_at, list) = (&*choosable, 0, Vec::new());
                let (engine, watch) = (&mut **engine, &mut Patient);
                let counted = &mut counters;
                let _ = Trials { engine, counters: counted, asked, watch, looked_at, list }
                    .run(patience);
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
