//! Violation classes: sets of options taken off share their searches.
//!
//! `K` is held, and `S`, a part of it, is taken off. The covers that are then possible fall into
//! classes by what they *violate* of `S`: `V(T)` are those that have none of `T`, a part of `S`,
//! and all other options of `K`.
//!
//! ```text
//!      K = {a, b, c, ...}      S = {a, b} taken off
//!
//!      V(-)      all of K                         the one solution, if K has one
//!      V(a)      K without a, a banned            shared by {a}, {a, b}, {a, c}, ...
//!      V(b)      K without b, b banned
//!      V(ab)     K without a and b, both banned   the only one that {a, b} has for itself
//! ```
//!
//! # Why it is exact
//!
//! Every cover of `K` without `S` violates exactly one part `T` of `S`, so it is in exactly one of
//! these classes: they are disjoint, and the counts of an option in them add up. What is in `V(T)`
//! depends on `T` and `K` alone, not on `S`. Counts up to two are enough: an option's count for `S`
//! is two if it is two in a class or one in two of them. Nothing was said of how many covers `K`
//! has: with none, or several, or when one of `K` is redundant and `V(a)` is empty, it holds as
//! well.
//!
//! In a class the covers are counted by [trials](super::dead), and the seeds are the sums over all
//! proper parts of `T`. Most options are dead before the first trial: for two off, a class costs a
//! fraction of what the classes for one off cost. An option that is dead by the seeds is not
//! counted in the class; that is no loss, because it is dead for every `S` that has `T` as a part.
//!
//! On the [toy](super) with `K = {c, e}`, one off: `V(-)` is B, and `V(c)`, with `e` held and `c`
//! banned, is A and C. So of `{e}` the options `cd`, `ac`, `bd`, and of course `c` and `d` are
//! critical, each with its cover from a class.
//!
//! The classes of fewer than the wanted number off are kept: three sets of options each, and some
//! covers.

use std::ops::ControlFlow;

use super::counters::{Bits, Counters};
use super::dead::exhaust;
use super::subsets::Subset;
use super::{Critical, CriticalVisitor, Ground};
use crate::cover::{OptionId, Statistics};
use crate::watch::Watch;

/// Tells `visitor` the answer for each set of `off` of the options `clues`, none of which is loose
/// or stands twice, taken off; all `kept` are always held.
pub(super) fn take_off(
    ground: &mut Ground<'_>,
    (kept, clues): (&[OptionId], &[OptionId]),
    off: usize,
    answer: &mut Critical,
    (visitor, watch): (&mut CriticalVisitor<'_>, &mut dyn Watch<Statistics>),
) -> ControlFlow<()> {
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
        classes.tell(&taken, &last, &asked, answer);
        classes.ground.finish(kept.iter().chain(&left), answer);
        visitor(&gone, answer)?;
    }
    ControlFlow::Continue(())
}

/// The classes of fewer clues than are to be taken off.
struct Classes<'c, 'p> {
    ground: &'c mut Ground<'p>,
    kept: &'c [OptionId],
    clues: &'c [OptionId],
    /// For each size the classes of that many clues, as [`Subset::rank`] numbers them.
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
        // From the last to the first: neighbouring sets differ in their first clues, and the others
        // stay held.
        let held = self.kept.iter().chain(left.iter().rev());
        if self.ground.hold(held.copied(), gone.iter().copied()) {
            exhaust(&mut *self.ground.engine, &mut counters, asked, watch)?;
        }
        watch.pulse(&self.ground.engine.statistics())?;
        ControlFlow::Continue(counters)
    }

    /// Adds to the answer what the classes of all parts of `taken` say of the options of `asked`.
    fn tell(&self, taken: &Subset, last: &Counters, asked: &Bits, answer: &mut Critical) {
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
