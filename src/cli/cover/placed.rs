//! The options that are held and banned, by their numbers, and why they may leave no cover.
//!
//! This needs no engine, so it is the same with each.

use std::collections::BTreeSet;

use anyhow::bail;
use tourdion::cover::form::xmpuzzle::Symmetries;
use tourdion::cover::{Engine, Move, OptionId, Problem, Shuffled, Taken};
use tourdion::excerpt::Excerpt;
use tourdion::numerals::grouped;

use super::printer::number_of;

/// The options held and banned: each once, in order, and none both.
#[derive(Debug)]
pub(super) struct Placed {
    pub(super) held: Vec<OptionId>,
    pub(super) banned: Vec<OptionId>,
    /// Of those held, the ones that a part holds.
    pub(super) of_part: Vec<OptionId>,
}

impl Placed {
    /// The options with these numbers, from 1.
    pub(super) fn new(problem: &Problem, hold: &[u64], ban: &[u64]) -> anyhow::Result<Placed> {
        let options = |numbers: &[u64]| -> anyhow::Result<BTreeSet<OptionId>> {
            numbers.iter().map(|&number| option(problem, number)).collect()
        };
        let (inside, outside) = (options(hold)?, options(ban)?);
        if let Some(&option) = inside.intersection(&outside).next() {
            bail!("option {} can't be both held and banned", number_of(option));
        }
        Ok(Placed {
            held: inside.into_iter().collect(),
            banned: outside.into_iter().collect(),
            of_part: Vec::new(),
        })
    }

    /// These options, and those that the moves of a part hold and ban.
    pub(super) fn with(mut self, moves: &[Move]) -> Placed {
        for &next in moves {
            match next {
                Move::Held(option) => {
                    self.held.push(option);
                    self.of_part.push(option);
                }
                Move::Banned(option) => self.banned.push(option),
            }
        }
        self.held.sort_unstable();
        self.banned.sort_unstable();
        self
    }

    /// Bans what these symmetries spare. Returns whether covers have to be looked at, besides.
    pub(super) fn spare(&mut self, symmetries: &Symmetries) -> bool {
        self.banned.extend(symmetries.surplus());
        self.banned.sort_unstable();
        !symmetries.are_broken()
    }

    /// Holds and bans, if [`Placed::why_none`] has found no clash, in an engine for the problem or
    /// for what it was shuffled to.
    pub(super) fn put(
        &self,
        engine: &mut dyn Engine,
        shuffled: Option<&Shuffled>,
    ) -> anyhow::Result<()> {
        let place_of = |option| shuffled.map_or(option, |shuffled| shuffled.place_of(option));
        for &option in &self.held {
            if let Err(clash) = engine.hold(place_of(option)) {
                bail!("option {} can't be held: {clash}", number_of(option));
            }
        }
        self.banned.iter().for_each(|&option| engine.ban(place_of(option)));
        Ok(())
    }

    /// Why there is no cover, if that shows without a search.
    pub(super) fn why_none(&self, problem: &Problem) -> Option<String> {
        let mut taken = Taken::nothing(problem);
        for &option in &self.held {
            if let Some(item) = taken.clash(option) {
                let (number, name) = (number_of(option), Excerpt(problem.name(item)));
                return Some(format!("option {number} clashes at the item `{name}` with one held"));
            }
            taken.add(option);
        }
        let needs: Vec<u32> = problem.items().map(|item| taken.left(item).least).collect();
        let mut has = vec![0; needs.len()];
        let is_free = |option: &OptionId| {
            self.banned.binary_search(option).is_err() && self.held.binary_search(option).is_err()
        };
        for option in problem.options().filter(is_free) {
            // Without a held option nothing clashes.
            if self.held.is_empty() || taken.clash(option).is_none() {
                problem.entries_of(option).iter().for_each(|entry| has[entry.item.index()] += 1);
            }
        }
        let is_whole = self.held.is_empty() && self.banned.is_empty();
        let item = problem.items().find(|item| has[item.index()] < needs[item.index()])?;
        let (has_it, needs_it) = (has[item.index()], needs[item.index()]);
        let name = Excerpt(problem.name(item));
        let others = || has.iter().zip(&needs).filter(|&(&has, &needs)| has == 0 && needs > 0);
        Some(match (has_it, is_whole) {
            (0, false) => format!("no option is left of the item `{name}`"),
            (0, true) => match others().count() as u64 - 1 {
                0 => format!("no option has the item `{name}`"),
                1 => format!("no option has the item `{name}`, or one other"),
                others => {
                    format!("no option has the item `{name}`, or one of {} others", grouped(others))
                }
            },
            (1, false) => {
                format!("one option is left of the item `{name}`, which needs {needs_it}")
            }
            (1, true) => format!("one option has the item `{name}`, which needs {needs_it}"),
            (_, false) => {
                format!("{has_it} options are left of the item `{name}`, which needs {needs_it}")
            }
            (_, true) => format!("{has_it} options have the item `{name}`, which needs {needs_it}"),
        })
    }
}

/// The option with this number.
fn option(problem: &Problem, number: u64) -> anyhow::Result<OptionId> {
    let options = problem.options().len();
    match usize::try_from(number).ok().filter(|&number| number <= options) {
        Some(number) => Ok(OptionId::at(number - 1)),
        None => bail!("there is no option {number}: the problem has {}", grouped(options as u64)),
    }
}
