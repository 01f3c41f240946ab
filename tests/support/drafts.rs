//! Random small problems, and a search for their covers, too simple to be wrong.

// Each user of this has its own part of it.
#![allow(dead_code)]

use std::ops::ControlFlow;

use proptest::prelude::*;
use tourdion::cover::{
    Colour, Cover, Engine, EngineProgress, ItemId, OptionEntry, OptionId, Problem, Statistics,
};

/// A cover as a sorted set of option numbers.
pub(crate) type Chosen = Vec<OptionId>;

/// The covers with all of `held`, which clash nowhere, and none of `banned`, by plain recursion;
/// sorted.
pub(crate) fn reference(problem: &Problem, held: &[OptionId], banned: &[OptionId]) -> Vec<Chosen> {
    let mut covers = Vec::new();
    if problem.is_multiple() {
        let options: Vec<OptionId> = problem
            .options()
            .filter(|option| !held.contains(option) && !banned.contains(option))
            .filter(|&option| has_primary(problem, option))
            .collect();
        in_and_out(problem, &options, &mut held.to_vec(), &mut covers);
    } else {
        extend(problem, banned, &mut held.to_vec(), &mut covers);
    }
    sorted(covers)
}

/// All covers that an engine shows, [`sorted`].
pub(crate) fn covers_of(engine: &mut dyn Engine) -> Vec<Chosen> {
    sorted(engine.first(usize::MAX))
}

/// Covers in ascending order, and so the options of each.
pub(crate) fn sorted(mut covers: Vec<Chosen>) -> Vec<Chosen> {
    for cover in &mut covers {
        cover.sort_unstable();
    }
    covers.sort_unstable();
    covers
}

/// Finds the covers that have all of `chosen`, which clash nowhere, by trying for the first primary
/// item that is not covered every option that has it.
fn extend(problem: &Problem, banned: &[OptionId], chosen: &mut Chosen, covers: &mut Vec<Chosen>) {
    let covered =
        |item| chosen.iter().any(|&o| problem.entries_of(o).iter().any(|entry| entry.item == item));
    let Some(item) = problem.items().find(|&item| problem.is_primary(item) && !covered(item))
    else {
        covers.push(chosen.clone());
        return;
    };
    for option in problem.options().filter(|option| !banned.contains(option)) {
        let has_it = problem.entries_of(option).iter().any(|entry| entry.item == item);
        if has_it && !chosen.iter().any(|&other| clash(problem, option, other)) {
            chosen.push(option);
            extend(problem, banned, chosen, covers);
            chosen.pop();
        }
    }
}

/// The covers of a problem that may have multiplicities, by trying each option in and out; sorted.
/// Options without a primary item are in none, as in a search.
pub(crate) fn bounded_reference(problem: &Problem) -> Vec<Chosen> {
    let is_tight = |&option: &OptionId| has_primary(problem, option);
    let options: Vec<OptionId> = problem.options().filter(is_tight).collect();
    let mut covers = Vec::new();
    in_and_out(problem, &options, &mut Vec::new(), &mut covers);
    covers.sort_unstable();
    covers
}

/// Whether an option has a primary item.
pub(crate) fn has_primary(problem: &Problem, option: OptionId) -> bool {
    problem.entries_of(option).iter().any(|entry| problem.is_primary(entry.item))
}

fn in_and_out(
    problem: &Problem,
    options: &[OptionId],
    chosen: &mut Chosen,
    covers: &mut Vec<Chosen>,
) {
    let Some((&option, rest)) = options.split_first() else {
        let mut primary = problem.items().filter(|&item| problem.is_primary(item));
        let is_whole =
            primary.all(|item| times(problem, chosen, item) >= problem.bounds(item).least);
        covers.extend(is_whole.then(|| chosen.clone()));
        return;
    };
    in_and_out(problem, rest, chosen, covers);
    if fits(problem, chosen, option) {
        chosen.push(option);
        in_and_out(problem, rest, chosen, covers);
        chosen.pop();
    }
}

/// Whether `option` can stand beside `chosen`, as far as room and colours go.
pub(crate) fn fits(problem: &Problem, chosen: &[OptionId], option: OptionId) -> bool {
    problem.entries_of(option).iter().all(|entry| {
        if problem.is_primary(entry.item) {
            return times(problem, chosen, entry.item) < problem.bounds(entry.item).most;
        }
        let mut others = chosen.iter().flat_map(|&other| problem.entries_of(other));
        !others.any(|other| {
            entry.item == other.item && (entry.colour.is_none() || entry.colour != other.colour)
        })
    })
}

/// In how many of the options the item stands.
fn times(problem: &Problem, chosen: &[OptionId], item: ItemId) -> u32 {
    let has_it =
        |&&option: &&OptionId| problem.entries_of(option).iter().any(|entry| entry.item == item);
    chosen.iter().filter(has_it).count() as u32
}

/// Whether the two options have an item on whose colour they do not agree.
pub(crate) fn clash(problem: &Problem, one: OptionId, other: OptionId) -> bool {
    let others = problem.entries_of(other);
    problem.entries_of(one).iter().any(|a| {
        let disagrees =
            |b: &OptionEntry| a.item == b.item && (a.colour.is_none() || a.colour != b.colour);
        others.iter().any(disagrees)
    })
}

/// An entry for each item that an option has: `None` for one without a colour.
pub(crate) type Drawn = Vec<(usize, Option<u8>)>;

/// A problem as it is drawn: the numbers of primary and of secondary items, and the options.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub primary: usize,
    pub secondary: usize,
    pub options: Vec<Drawn>,
    /// Of the first primary items their bounds.
    pub bounds: Vec<(u32, u32)>,
    /// Of the first options what they cost.
    pub costs: Vec<u64>,
}

impl Draft {
    pub(crate) fn problem(&self) -> Problem {
        let mut problem = Problem::new();
        let mut items = Vec::new();
        for k in 0..self.primary {
            let (least, most) = self.bounds.get(k).copied().unwrap_or((1, 1));
            items.push(problem.multiple(&format!("p{k}"), least..=most).unwrap());
        }
        for k in 0..self.secondary {
            items.push(problem.secondary(&format!("s{k}")).unwrap());
        }
        let colours: Vec<Colour> =
            ["red", "green", "blue"].map(|c| problem.colour(c).unwrap()).to_vec();
        for option in &self.options {
            let entry = |&(item, colour): &(usize, Option<u8>)| OptionEntry {
                item: items[item],
                colour: colour.map(|c| colours[usize::from(c)]),
            };
            problem.option(option.iter().map(entry)).unwrap();
        }
        for (option, &cost) in problem.options().zip(&self.costs) {
            problem.set_cost(option, cost).unwrap();
        }
        problem
    }
}

/// A secondary item in an option: absent, there without a colour, or with one.
fn secondary_entry() -> impl Strategy<Value = Option<Option<u8>>> {
    prop_oneof![5 => Just(None), 1 => Just(Some(None)), 3 => (0..3_u8).prop_map(|c| Some(Some(c)))]
}

/// Any option; one in a few has no primary item.
fn random_option(primary: usize, secondary: usize) -> impl Strategy<Value = Drawn> {
    let primaries = prop::collection::vec(prop::bool::weighted(0.35), primary);
    let secondaries = prop::collection::vec(secondary_entry(), secondary);
    (primaries, secondaries).prop_map(move |(primaries, secondaries)| {
        let primaries = (0..primary).filter(|&k| primaries[k]).map(|k| (k, None));
        let secondaries =
            (0..secondary).filter_map(|k| secondaries[k].map(|colour| (primary + k, colour)));
        primaries.chain(secondaries).collect()
    })
}

/// Options that together are a cover: each primary item goes to one of them, and each secondary
/// item has one colour in all of them that have it.
fn planted_cover(primary: usize, secondary: usize) -> impl Strategy<Value = Vec<Drawn>> {
    let parts = prop::collection::vec(0..4_usize, primary);
    let colours =
        prop::collection::vec((0..3_u8, prop::collection::vec(any::<bool>(), 4)), secondary);
    (parts, colours).prop_map(move |(parts, colours)| {
        let part = |part: usize| {
            let primaries = (0..primary).filter(|&k| parts[k] == part).map(|k| (k, None));
            let secondaries = (0..secondary).filter(|&k| colours[k].1[part]);
            primaries.chain(secondaries.map(|k| (primary + k, Some(colours[k].0)))).collect()
        };
        (0..4).filter(|k| parts.contains(k)).map(part).collect()
    })
}

/// Random problems of at most 10 items and 14 options, every second one with a planted cover.
pub(crate) fn drafts() -> impl Strategy<Value = Draft> {
    (0..=6_usize, 0..=4_usize).prop_flat_map(|(primary, secondary)| {
        let random = prop::collection::vec(random_option(primary, secondary), 0..=10);
        let planted = (any::<bool>(), planted_cover(primary, secondary));
        (random, planted).prop_flat_map(move |(mut options, (plant, planted))| {
            options.extend(planted.into_iter().filter(|_| plant));
            options.retain(|option| !option.is_empty());
            Just(options).prop_shuffle().prop_map(move |options| Draft {
                primary,
                secondary,
                options,
                bounds: Vec::new(),
                costs: Vec::new(),
            })
        })
    })
}

/// Random problems as [`drafts`], with costs that are often the same.
pub(crate) fn costly_drafts() -> impl Strategy<Value = Draft> {
    (drafts(), prop::collection::vec(0..12_u64, 14))
        .prop_map(|(draft, costs)| Draft { costs, ..draft })
}

/// Bounds of which some are 1 and 1.
pub(crate) fn bounds() -> impl Strategy<Value = Vec<(u32, u32)>> {
    let bounds = prop_oneof![
        3 => Just((1, 1)),
        1 => Just((0, 1)),
        2 => (0..3_u32, 1..3_u32).prop_map(|(least, more)| (least, least + more)),
        1 => (2..4_u32).prop_map(|exactly| (exactly, exactly)),
    ];
    prop::collection::vec(bounds, 6)
}

/// Random problems as [`drafts`], with costs and with bounds, most of which have covers.
pub(crate) fn bounded_drafts() -> impl Strategy<Value = Draft> {
    (costly_drafts(), bounds()).prop_map(|(draft, bounds)| Draft { bounds, ..draft })
}

/// The problems side by side as one, option by option in turns, and for each of them its options
/// there.
pub(crate) fn beside(problems: &[Problem]) -> (Problem, Vec<Vec<OptionId>>) {
    let mut whole = Problem::new();
    let items: Vec<Vec<_>> = (0..)
        .zip(problems)
        .map(|(number, problem)| {
            let again = |item| {
                let name = format!("{number}.{}", problem.name(item));
                if problem.is_primary(item) {
                    whole.multiple(&name, problem.bounds(item)).unwrap()
                } else {
                    whole.secondary(&name).unwrap()
                }
            };
            problem.items().map(again).collect()
        })
        .collect();
    let mut options = vec![Vec::new(); problems.len()];
    let longest = problems.iter().map(|problem| problem.options().len()).max().unwrap_or(0);
    for option in (0..longest).map(OptionId::at) {
        for (k, problem) in problems.iter().enumerate() {
            let entries = problem.entries_of(option).iter();
            let again: Vec<OptionEntry> = entries
                .map(|entry| OptionEntry {
                    item: items[k][entry.item.index()],
                    colour: entry.colour.map(|c| whole.colour(problem.colour_name(c)).unwrap()),
                })
                .collect();
            if !again.is_empty() {
                let again = whole.option(again).unwrap();
                whole.set_cost(again, problem.cost(option)).unwrap();
                options[k].push(again);
            }
        }
    }
    (whole, options)
}

/// Searches for up to 300 covers. What the watch sees never gets less, nor does it afterwards.
pub(crate) fn never_shows_less(engine: &mut dyn Engine) {
    let (mut last, mut left) = (engine.statistics(), 300);
    let mut show = |_: Cover<'_>| {
        left -= 1;
        if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let mut check = |now: Statistics| {
        let pairs = [(now.nodes, last.nodes), (now.updates, last.updates)];
        assert!(pairs.iter().all(|(now, last)| now >= last), "{last:?} {now:?}");
        assert!(now.covers >= last.covers, "{last:?} {now:?}");
        last = now;
    };
    let mut watch = |so_far: &EngineProgress<'_>| {
        check(so_far.statistics);
        ControlFlow::Continue(())
    };
    let _ = engine.search(&mut show, &mut watch);
    check(engine.statistics());
}
