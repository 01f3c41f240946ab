//! Two covers of a problem in parts, and what they show of the options of other parts.
//!
//! ```text
//!      parts     {a b}     {c d}     {e f}
//!      covers     ab        cd       e f      differ in the last part alone: so each cover of the
//!                 ab        cd       ef       others is in two of the whole
//!                 a b       cd       ef       another part: nothing is critical
//! ```
//!
//! A cover of the whole joins one cover of each part ([`components`](crate::cover::reduce)). So an
//! option is in at least as many covers as the other parts have together, or in none. Two covers
//! that differ in a part make all options of the others *dead*, and two that differ in several
//! parts make all dead. Without this, thousands of small parts would have as many trials, each of
//! which searches all of them.
//!
//! Invariant: an option that dies so is in no cover, or in two or more.

use super::counters::{Bits, Counters};
use crate::cover::reduce::{groups, is_connected};
use crate::cover::{OptionId, Problem};

/// For each option its part of the problem; empty if it has no two.
pub(super) fn components(problem: &Problem) -> Vec<u32> {
    if is_connected(problem) {
        return Vec::new();
    }
    let entries = |option| problem.entries_of(option).iter().map(|entry| entry.item);
    let groups = groups(problem.items().len(), problem.items(), problem.options(), entries);
    let mut component_of = vec![0; problem.options().len()];
    for (part, (_, options)) in (0..).zip(groups) {
        for option in options {
            component_of[option.index()] = part;
        }
    }
    component_of
}

/// The parts in which covers have differed.
pub(super) struct Varied<'g> {
    component_of: &'g [u32],
    /// The one part, once there are two covers.
    one: Option<u32>,
}

impl<'g> Varied<'g> {
    /// None so far. Without parts of options, nothing is ever looked at.
    pub(super) fn among(component_of: &'g [u32]) -> Varied<'g> {
        Varied { component_of, one: None }
    }

    /// Looks at the cover that was counted last, and makes options of `asked` dead if it differs
    /// from the first one elsewhere than those before.
    pub(super) fn look(&mut self, counters: &mut Counters, asked: &Bits) {
        let component_of = |option: OptionId| self.component_of[option.index()];
        if self.component_of.is_empty() {
            return;
        }
        let mut parts = counters.differing().map(component_of);
        let Some(part) = self.one.or_else(|| parts.next()) else { return };
        let is_elsewhere = parts.any(|other| other != part);
        drop(parts);
        if self.one.is_some() && !is_elsewhere {
            return;
        }
        self.one = Some(part);
        let mut dead = asked.none();
        let dies = |&option: &_| is_elsewhere || component_of(option) != part;
        asked.options().filter(dies).for_each(|option| dead.add(option));
        counters.kill(&dead);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::question::critical::{CoverCount, CriticalSearch, Method};
    use crate::cover::{Links, Turns};
    use crate::watch::Patient;

    /// A part with the items `a` and `b` of this number, by its options.
    fn joined(parts: &[&[&str]]) -> Problem {
        let named = |part: usize, option: &str| {
            option
                .split(' ')
                .map(|item| item.to_owned() + &part.to_string() + " ")
                .collect::<String>()
        };
        let items: String = (0..parts.len()).map(|part| named(part, "a b")).collect();
        let options = (0..).zip(parts).flat_map(|(part, options)| {
            options.iter().map(move |option| named(part, option) + "\n")
        });
        (items + "\n" + &options.collect::<String>()).parse().unwrap()
    }

    #[test]
    fn parts_with_any_numbers_of_covers_are_answered_by_definition() {
        let kinds: [&[&str]; 4] = [&["a"], &["a b"], &["a b", "a", "b"], &["a", "b", "a", "a b"]];
        for number in 0..4_usize.pow(3) {
            let parts = [number % 4, number / 4 % 4, number / 16].map(|kind| kinds[kind]);
            let problem = joined(&parts);
            let find = |method| {
                let mut search = CriticalSearch::new(&problem, method).unwrap();
                search.find(&[], &[], &mut Patient).unwrap().continue_value().unwrap().clone()
            };
            let (expected, found) = (find(Method::Rebuilt), find(Method::Dead));
            assert_eq!(found.covers(), expected.covers(), "{parts:?}");
            assert!(found.options().eq(expected.options()), "{parts:?}");
        }
    }

    #[test]
    fn many_parts_take_few_nodes() {
        const PARTS: usize = 2_000;
        let problem = joined(&vec![&["a b", "a", "b"][..]; PARTS]);
        let links = Box::new(Links::new(&problem).unwrap());
        let turns = Box::new(Turns::new(&problem).unwrap());
        let engines: [Box<dyn crate::cover::Engine>; 2] = [links, turns];
        for engine in engines {
            let mut search = CriticalSearch::on(engine, &problem, Method::Dead).unwrap();
            let found = search.find(&[], &[], &mut Patient).unwrap().continue_value().unwrap();
            assert!(found.is_empty() && found.covers() == CoverCount::More);
            let nodes = search.statistics().nodes;
            assert!(nodes < 20 * PARTS as u64, "{nodes} nodes");
        }
    }
}
