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

use std::ops::ControlFlow;

use super::Critical;
use super::counters::{Bits, Counters};
use super::listed::{self, Lister, Pace};
use super::trials::{FIRST_TRIAL, NoMore, Trials};
use crate::cover::engine::release_to;
use crate::cover::{Engine, OptionId, Statistics};
use crate::watch::Watch;

/// The engines of a search, for one problem.
pub(super) struct Engines<'p> {
    /// The one for trials.
    pub(super) trials: Box<dyn Engine>,
    /// Lists all covers beside trials that take long.
    pub(super) list: Option<Lister<'p>>,
    pub(super) pace: Pace,
}

impl Engines<'_> {
    pub(super) fn new(trials: Box<dyn Engine>) -> Engines<'static> {
        Engines { trials, list: None, pace: Pace::default() }
    }

    pub(super) fn statistics(&self) -> Statistics {
        let listed = self.list.as_ref().map(Lister::statistics).unwrap_or_default();
        self.trials.statistics().plus(listed)
    }
}

/// Asks about the options of `asked`.
pub(super) fn find(
    engines: &mut Engines<'_>,
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
    engines: &mut Engines<'_>,
    counters: &mut Counters,
    asked: &Bits,
    watch: &mut dyn Watch<Statistics>,
) -> ControlFlow<Bits> {
    let Engines { trials: engine, list, pace } = engines;
    let before = engine.moves().len();
    let listed = list.as_ref().map(Lister::statistics).unwrap_or_default();
    let mut trials = Trials::new(engine.as_mut(), counters, asked, FIRST_TRIAL, watch);
    trials.listed = listed;
    let flow = match list {
        Some(list) => listed::run(&mut trials, *pace, list),
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
