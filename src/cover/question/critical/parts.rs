//! Critical options of a problem whose parts share no item: found part by part.
//!
//! ```text
//!      parts       {a b}         {c d}     {e f}
//!      options     ab  a  b      cd        e  f
//!
//!      a cover     a b           cd        e f
//!      held                      cd        e f       another cover, by ab
//!                  a b                     e f       no other
//!                  a b           cd                  no other: ab, a and b are critical
//! ```
//!
//! Parts share no item ([`components`](crate::cover::reduce)), so a cover of the whole joins one
//! cover of each part. If two parts have two covers each, an option is in two covers or in none,
//! and nothing is critical. If one part has, the critical options are those of this part, with the
//! only cover of all others held. So first some cover of the whole is found, and then, for each
//! part, a second cover is sought with this one held in all other parts. Without this, trials of an
//! option would search all parts, and what they find in one would not end those in the others.
//!
//! While the parts of one half are searched, those of the other are held, and so on within each
//! half: of *n* parts, each is held and released log *n* times.
//!
//! Invariant: a part that is fixed has the cover that was found first, and no other.
//!
//! Deliberately lacking: parts that show only once options are held; and parts in
//! [`classes`](super::classes), whose counts are added.

use std::ops::{ControlFlow, Range};

use super::counters::Bits;
use super::{Critical, Ground, dead};
use crate::cover::engine::release_to;
use crate::cover::reduce::{groups, is_connected};
use crate::cover::{Cover, Engine, EngineProgress, OptionId, Problem, Statistics};
use crate::watch::{Relay, Watch};

/// The parts of a problem that has two or more.
pub(super) struct Parts {
    /// For each option its part.
    part_of: Vec<u32>,
    count: u32,
}

impl Parts {
    /// The parts of `problem` that have options; `None` if it has no two.
    pub(super) fn of(problem: &Problem) -> Option<Parts> {
        if is_connected(problem) {
            return None;
        }
        let entries = |option| problem.entries_of(option).iter().map(|entry| entry.item);
        let groups = groups(problem.items().len(), problem.items(), problem.options(), entries);
        let mut parts = Parts { part_of: vec![0; problem.options().len()], count: 0 };
        for (_, options) in groups.iter().filter(|(_, options)| !options.is_empty()) {
            for option in options {
                parts.part_of[option.index()] = parts.count;
            }
            parts.count += 1;
        }
        (parts.count > 1).then_some(parts)
    }

    fn part_of(&self, option: OptionId) -> u32 {
        self.part_of[option.index()]
    }

    fn sort(&self, options: &mut [OptionId]) {
        options.sort_by_key(|&option| self.part_of(option));
    }

    /// Those of some options, sorted, that are in one of `parts`.
    fn within<'o>(&self, parts: &Range<u32>, sorted: &'o [OptionId]) -> &'o [OptionId] {
        let place = |part| sorted.partition_point(|&option| self.part_of(option) < part);
        &sorted[place(parts.start)..place(parts.end)]
    }
}

/// Asks about the options of `asked`.
pub(super) fn find(
    ground: &mut Ground<'_>,
    asked: &Bits,
    answer: &mut Critical,
    watch: &mut dyn Watch<Statistics>,
) -> ControlFlow<()> {
    let Ground { engines, parts, .. } = ground;
    let Some(parts) = parts else { return dead::find(engines, asked, answer, watch) };
    let engine = engines.trials.as_mut();
    let Some(mut chosen) = covers(engine, 1, watch)?.pop() else {
        answer.set_undecided(0);
        return ControlFlow::Continue(());
    };
    let held = engine.moves().iter().filter_map(|m| m.held());
    let mut cover: Vec<OptionId> = held.chain(chosen.iter().copied()).collect();
    cover.sort_unstable();
    // Without multiplicities a cover leaves no room for more options.
    let is_other = |option: &OptionId| ground.is_multiple && cover.binary_search(option).is_err();
    let mut others: Vec<OptionId> = ground.choosable.options().filter(is_other).collect();
    parts.sort(&mut chosen);
    parts.sort(&mut others);
    let before = engine.moves().len();
    let mut search = Search { engines, parts, cover, chosen, others, varied: Vec::new() };
    let flow = search.answer(asked, answer, watch);
    release_to(ground.engines.trials.as_mut(), before);
    flow
}

/// The options chosen in the first `limit` covers, or fewer, under the engine's moves.
fn covers(
    engine: &mut dyn Engine,
    limit: usize,
    watch: &mut dyn Watch<Statistics>,
) -> ControlFlow<(), Vec<Vec<OptionId>>> {
    let mut found = Vec::new();
    let mut keep = |cover: Cover<'_>| {
        found.push(cover.chosen().collect());
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let mut relay = Relay::new(watch, |so_far: &EngineProgress<'_>| so_far.statistics);
    let _ = engine.search(&mut keep, &mut relay);
    relay.flow().map_continue(|()| found)
}

/// A search for second covers, part by part.
struct Search<'s, 'p> {
    engines: &'s mut dead::Engines<'p>,
    parts: &'s Parts,
    /// A cover of the whole, in the order of the problem.
    cover: Vec<OptionId>,
    /// Its options that were not held, by parts.
    chosen: Vec<OptionId>,
    /// The options that could be added to it, if its items had room, by parts.
    others: Vec<OptionId>,
    /// The parts that have another cover, as far as they have been searched; two are enough.
    varied: Vec<u32>,
}

impl Search<'_, '_> {
    fn answer(
        &mut self,
        asked: &Bits,
        answer: &mut Critical,
        watch: &mut dyn Watch<Statistics>,
    ) -> ControlFlow<()> {
        let all = 0..self.parts.count;
        self.look_into(all.clone(), watch)?;
        match self.varied[..] {
            [] => {
                let is_asked = |&&option: &&OptionId| asked.has(option);
                for &option in self.cover.iter().filter(is_asked) {
                    answer.add(option, self.cover.iter().copied());
                }
            }
            [part] => {
                self.fix(&(all.start..part));
                self.fix(&(part + 1..all.end));
                let mut asked_there = asked.none();
                let is_there = |&option: &OptionId| self.parts.part_of(option) == part;
                asked.options().filter(is_there).for_each(|option| asked_there.add(option));
                answer.add_dead();
                return dead::find(self.engines, &asked_there, answer, watch);
            }
            _ => answer.add_dead(),
        }
        answer.set_undecided(0);
        ControlFlow::Continue(())
    }

    /// Adds those of `open` that have another cover to the varied ones. All other parts are fixed.
    fn look_into(
        &mut self,
        open: Range<u32>,
        watch: &mut dyn Watch<Statistics>,
    ) -> ControlFlow<()> {
        if self.varied.len() == 2 {
            return ControlFlow::Continue(());
        }
        if open.len() == 1 {
            if covers(self.engines.trials.as_mut(), 2, watch)?.len() == 2 {
                self.varied.push(open.start);
            }
            return ControlFlow::Continue(());
        }
        let middle = u32::midpoint(open.start, open.end);
        let halves = [open.start..middle, middle..open.end];
        for (half, other) in [(&halves[0], &halves[1]), (&halves[1], &halves[0])] {
            let before = self.engines.trials.moves().len();
            self.fix(other);
            self.look_into(half.clone(), watch)?;
            release_to(self.engines.trials.as_mut(), before);
        }
        ControlFlow::Continue(())
    }

    /// Leaves the cover as the only one of `parts`, by moves.
    fn fix(&mut self, parts: &Range<u32>) {
        for &option in self.parts.within(parts, &self.chosen) {
            self.engines.trials.hold(option).expect("a cover's options can be held");
        }
        for &option in self.parts.within(parts, &self.others) {
            self.engines.trials.ban(option);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::question::critical::{CoverCount, CriticalSearch, Method};
    use crate::cover::{Links, Turns};
    use crate::watch::Patient;

    /// A part: its items, and then its options.
    type Kind = [&'static str];

    /// One cover, none, two, several; and with multiplicities three, one, two, and none or one
    /// option beside what is needed.
    const KINDS: [&Kind; 8] = [
        &["a b", "a b"],
        &["a b", "a"],
        &["a b", "a b", "a", "b"],
        &["a b", "a", "b", "a", "a b"],
        &["2|a b", "a", "a", "a b", "b"],
        &["2|a b", "a", "a b"],
        &["0:2|a b", "a", "b"],
        &["0:1|a 0:1|b", "a b"],
    ];

    /// A problem of parts, each with its number in the names of its items.
    fn joined(parts: &[&Kind]) -> Problem {
        let named = |part: usize, line: &str| {
            line.replace(' ', &format!("{part} ")) + &part.to_string() + " "
        };
        let items: String = (0..).zip(parts).map(|(part, lines)| named(part, lines[0])).collect();
        let options = (0..).zip(parts).flat_map(|(part, lines)| {
            lines[1..].iter().map(move |option| named(part, option) + "\n")
        });
        (items + "\n" + &options.collect::<String>()).parse().unwrap()
    }

    #[test]
    fn parts_with_any_numbers_of_covers_are_answered_by_definition() {
        let mut seen = [false; 3];
        for number in 0..8_usize.pow(3) {
            let parts = [number % 8, number / 8 % 8, number / 64].map(|kind| KINDS[kind]);
            let problem = joined(&parts);
            let options: Vec<OptionId> = problem.options().collect();
            let [mut expected, mut found] = [Method::Rebuilt, Method::Dead]
                .map(|method| CriticalSearch::new(&problem, method).unwrap());
            // Nothing, and some options of one part or another.
            let moves = (0..options.len()).map(|k| (k, (k + number) % options.len()));
            for (held, banned) in [(None, None)]
                .into_iter()
                .chain(moves.map(|(held, banned)| (Some(options[held]), Some(options[banned]))))
            {
                let (held, banned) = (Vec::from_iter(held), Vec::from_iter(banned));
                let [expected, found] = [&mut expected, &mut found].map(|search| {
                    let flow = search.find(&held, &banned, &mut Patient).unwrap();
                    flow.continue_value().unwrap()
                });
                assert_eq!(found, expected, "{parts:?}, with {held:?}, without {banned:?}");
                seen[found.covers() as usize] |=
                    found.covers() != CoverCount::More || !found.is_empty();
            }
        }
        assert_eq!(seen, [true; 3]);
    }

    #[test]
    fn many_parts_take_few_nodes() {
        const PARTS: usize = 2_000;
        let mut one_varies = vec![KINDS[0]; PARTS];
        one_varies[PARTS / 3] = KINDS[2];
        for (parts, expected) in [(vec![KINDS[2]; PARTS], 0), (one_varies, 3)] {
            let problem = joined(&parts);
            let links = Box::new(Links::new(&problem).unwrap());
            let turns = Box::new(Turns::new(&problem).unwrap());
            let engines: [Box<dyn Engine>; 2] = [links, turns];
            for engine in engines {
                let mut search = CriticalSearch::on(engine, &problem, Method::Dead).unwrap();
                let found = search.find(&[], &[], &mut Patient).unwrap().continue_value().unwrap();
                assert_eq!((found.len(), found.covers()), (expected, CoverCount::More));
                let nodes = search.statistics().nodes;
                assert!(nodes < 20 * PARTS as u64, "{nodes} nodes");
            }
        }
    }
}
