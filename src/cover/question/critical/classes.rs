//! Violation classes: sets of options taken off share their searches.
//!
//! `K` is held, and `S`, a part of it, is taken off. The covers then possible fall into classes by
//! the options of `S` that they *violate*: `V(T)` has the covers with none of `T`, a subset of `S`,
//! and with all other options of `K`.
//!
//! ```text
//!      K = {a, b, c, ...}      S = {a, b} taken off
//!
//!      V(-)      all of K                         the one solution, if K has one
//!      V(a)      K without a, a banned            shared by {a}, {a, b}, {a, c}, ...
//!      V(b)      K without b, b banned
//!      V(ab)     K without a and b, both banned   the only class for {a, b} alone
//! ```
//!
//! # Why it is exact
//!
//! Every cover of `K` without `S` violates exactly one subset `T` of `S`, so it is in exactly one
//! of these classes: they are disjoint, and the counts of an option add up. `V(T)` depends only on
//! `T` and `K`, not on `S`. Counts up to two are enough: an option's count for `S` is two if it is
//! two in a class or one in two classes. This holds for any number of covers of `K`: for none, for
//! several, and if an option of `K` is redundant and `V(a)` is empty.
//!
//! In a class, [trials](super::dead) count the covers, and the seeds are the sums over all proper
//! subsets of `T`. Most options are dead before the first trial: for two off, a class costs a
//! fraction of a class for one off. An option that is dead by the seeds is not counted in the
//! class; nothing is lost, because it is dead for every `S` that contains `T`.
//!
//! On the [toy](super) with `K = {c, e}`, one off: `V(-)` is B, and `V(c)`, with `e` held and `c`
//! banned, is A and C. So with `{e}` held, `cd`, `ac`, `bd`, and of course `c` and `d`, are
//! critical, each with its cover from a class.
//!
//! Classes for fewer options off than wanted are kept: each has three sets of options, and some
//! covers.

use std::ops::ControlFlow;

use super::counters::{Bits, Counters};
use super::dead::exhaust;
use super::subsets::Subset;
use super::{Critical, CriticalVisitor, Ground};
use crate::cover::{OptionId, Statistics};
use crate::watch::Watch;

/// Shows `visitor` the answer for each set of `off` options of `clues` taken off. No clue is loose
/// or repeated. All of `kept` stay held.
pub(super) fn take_off(
    ground: &mut Ground<'_>,
    kept: &[OptionId],
    clues: &[OptionId],
    off: usize,
    answer: &mut Critical,
    visitor: &mut CriticalVisitor<'_>,
    watch: &mut dyn Watch<Statistics>,
) -> ControlFlow<()> {
    // There is no set to take off, and no end of the smaller ones.
    if off > clues.len() {
        return ControlFlow::Continue(());
    }
    let choosable = ground.choosable.clone();
    let mut classes = Classes { ground, kept, clues, smaller: Vec::new() };
    for size in 0..off {
        let mut found = Vec::new();
        for violated in Subset::all(clues.len(), size) {
            found.push(classes.search(&violated, &choosable, watch)?);
        }
        classes.smaller.push(found);
    }
    for taken in Subset::all(clues.len(), off) {
        let (gone, left) = taken.split(clues);
        let mut asked = choosable.clone();
        for &clue in &left {
            asked.remove(clue);
        }
        let last = classes.search(&taken, &asked, watch)?;
        answer.clear();
        classes.add_to(&taken, &last, &asked, answer);
        classes.ground.finish(kept.iter().chain(&left), answer);
        visitor(&gone, answer)?;
    }
    ControlFlow::Continue(())
}

/// The classes for fewer clues than are taken off.
struct Classes<'c, 'p> {
    ground: &'c mut Ground<'p>,
    kept: &'c [OptionId],
    clues: &'c [OptionId],
    /// For each size, the classes of that number of clues, in the order of [`Subset::rank`].
    smaller: Vec<Vec<Counters>>,
}

impl Classes<'_, '_> {
    fn of(&self, subset: &Subset) -> &Counters {
        &self.smaller[subset.len()][subset.rank()]
    }

    /// The covers that violate exactly these clues, counted for the options of `asked`, with all
    /// proper parts of the clues for seeds. `Break` if the watch broke off.
    fn search(
        &mut self,
        violated: &Subset,
        asked: &Bits,
        watch: &mut dyn Watch<Statistics>,
    ) -> ControlFlow<(), Counters> {
        let mut counters = Counters::new(self.ground.problem.options().len());
        violated.proper_parts().for_each(|part| counters.seed(self.of(&part)));
        let (gone, left) = violated.split(self.clues);
        // From last to first: neighbouring sets differ in their first clues, so the others stay
        // held.
        let held = self.kept.iter().chain(left.iter().rev());
        if self.ground.hold(held.copied(), gone.iter().copied()) {
            exhaust(&mut self.ground.engines, &mut counters, asked, watch).map_break(drop)?;
        }
        watch.pulse(&self.ground.engines.statistics())?;
        ControlFlow::Continue(counters)
    }

    /// Adds to the answer the critical options of `asked`, from the classes of all subsets of
    /// `taken`.
    fn add_to(&self, taken: &Subset, last: &Counters, asked: &Bits, answer: &mut Critical) {
        if last.any_dead(asked) {
            answer.add_dead();
        }
        for option in last.singles(asked) {
            // Its only cover is in one of the classes.
            let parts = taken.proper_parts().map(|part| self.of(&part));
            let cover =
                parts.chain([last]).find_map(|class| Some((class, class.first_with(option)?)));
            if let Some((class, cover)) = cover {
                answer.add(option, class.options_of(cover));
            }
        }
    }
}
