//! Multiplicities: the engines that keep them, against a search that tries each option in and out.

use std::collections::HashSet;
use std::num::NonZero;
use std::ops::ControlFlow;

use proptest::prelude::*;
use tourdion::chance::Chance;
use tourdion::cover::classics::{self, Region};
use tourdion::cover::share::parts::{Listing, Part, PartOutcome};
use tourdion::cover::{
    Cells, Clash, Engine, EngineProgress, ItemId, Links, Live, Move, OptionId, Portfolio, Problem,
    Statistics, Turns,
};
use tourdion::instructions::Instructions;

use crate::LONG;
use crate::support::drafts::{
    Chosen, bounded_drafts, bounded_reference, covers_of, fits, has_primary,
};

/// The engines that keep multiplicities and show the covers in one order.
fn engines(problem: &Problem) -> Vec<Box<dyn Engine>> {
    let mut engines: Vec<Box<dyn Engine>> = vec![
        Box::new(Links::<u16>::with_width(problem).unwrap()),
        Box::new(Links::new(problem).unwrap()),
        Box::new(Cells::new(problem).unwrap()),
    ];
    for &instructions in Instructions::ALL {
        if instructions.is_here() {
            engines.push(Box::new(Live::new(problem).unwrap().on(instructions)));
        }
    }
    engines
}

/// Those whose order is their own: they are for a few covers.
fn engines_for_few(problem: &Problem) -> Vec<Box<dyn Engine>> {
    let turns = || Turns::new(problem).unwrap().first_for(1);
    vec![
        Box::new(Live::new(problem).unwrap().largest_first()),
        Box::new(Cells::new(problem).unwrap().weighted()),
        Box::new(turns()),
        Box::new(Portfolio::new(problem, NonZero::new(3)).unwrap().at_once(1)),
        Box::new(Turns::for_list(problem).unwrap().first_for(1)),
    ]
}

/// The item to branch on, the options left of every item, and those that nothing needs.
type Lists = (Option<(ItemId, usize)>, Vec<Chosen>, Chosen);

fn lists_of(engine: &dyn Engine, problem: &Problem) -> Lists {
    let list = |item| {
        let mut options = Chosen::new();
        engine.list(item, &mut options);
        options
    };
    let mut optional = Chosen::new();
    engine.optional(&mut optional);
    (engine.shortest(), problem.items().map(list).collect(), optional)
}

/// Asks the engine for all covers, and again after each move.
fn check(
    engine: &mut dyn Engine,
    problem: &Problem,
    expected: &[Chosen],
    moves: &[(prop::sample::Index, bool)],
) -> Result<Vec<Lists>, TestCaseError> {
    let options = problem.options().len();
    let mut lists = vec![lists_of(engine, problem)];
    prop_assert_eq!(engine.sanity(), Ok(()));
    prop_assert_eq!(&covers_of(engine)[..], expected);
    prop_assert_eq!(engine.sanity(), Ok(()));
    prop_assert_eq!(engine.count(2), expected.len().min(2) as u64);
    prop_assert_eq!(engine.sanity(), Ok(()));

    let (mut held, mut banned) = (Chosen::new(), HashSet::new());
    for &(index, hold) in moves {
        if options == 0 {
            break;
        }
        let option = OptionId::at(index.index(options));
        if !hold {
            engine.ban(option);
            banned.extend((!held.contains(&option)).then_some(option));
        } else if has_primary(problem, option) {
            let free = !held.contains(&option) && !banned.contains(&option);
            match engine.hold(option) {
                Ok(()) => {
                    prop_assert!(free && fits(problem, &held, option));
                    held.push(option);
                }
                Err(Clash::Item(_)) => prop_assert!(!fits(problem, &held, option)),
                Err(clash) => prop_assert!(!free, "{}", clash),
            }
        }
        prop_assert_eq!(engine.sanity(), Ok(()));
        let asked = |cover: &&Chosen| {
            held.iter().all(|option| cover.contains(option))
                && !cover.iter().any(|option| banned.contains(option))
        };
        let left: Vec<Chosen> = expected.iter().filter(asked).cloned().collect();
        let mut optional = Chosen::new();
        engine.optional(&mut optional);
        let may_join = |&o: &OptionId| {
            let free = !held.contains(&o) && !banned.contains(&o) && has_primary(problem, o);
            engine.shortest().is_none() && free && fits(problem, &held, o)
        };
        prop_assert_eq!(optional, problem.options().filter(may_join).collect::<Chosen>());
        prop_assert_eq!(covers_of(engine), left);
        lists.push(lists_of(engine, problem));
    }
    let holds = engine.moves().iter().filter(|m| matches!(m, Move::Held(_))).count();
    prop_assert_eq!(holds, held.len());
    while engine.release().is_some() {
        prop_assert_eq!(engine.sanity(), Ok(()));
    }
    prop_assert_eq!(&covers_of(engine)[..], expected);
    Ok(lists)
}

#[test]
fn the_known_problems_have_their_counts() {
    // Eight queens and five are in the bench of covers.
    let known = [
        ("dominating queens 5, 3", classics::dominating_queens(5, 3), 186),
        ("dominating queens 6, 3", classics::dominating_queens(6, 3), 4),
        ("dominating queens 7, 4", classics::dominating_queens(7, 4), 86),
        ("dissections 2", classics::dissections(2), 5),
        ("dissections 3", classics::dissections(3), 219),
        ("dissections 4", classics::dissections(4), 55_137),
        ("tetrominoes", classics::tetrominoes_twice(&Region::rectangle(8, 5)), 3106),
    ];
    let is_quick = |&(_, _, count): &(&str, _, u64)| LONG || count < 1000;
    for (name, problem, count) in known.into_iter().filter(is_quick) {
        for mut engine in engines(&problem.unwrap()) {
            assert_eq!(engine.count(count / 2), count / 2, "{name}, broken off");
            assert_eq!(engine.count(u64::MAX), count, "{name}");
            assert_eq!(engine.sanity(), Ok(()), "{name}");
        }
    }
}

#[test]
fn a_node_that_takes_long_has_a_pulse_soon() {
    // A node costs a hundred thousand updates or so, and 4096 of them some seconds.
    let problem = classics::dominating_queens(20, 9).unwrap();
    let wide: [Box<dyn Engine>; 2] =
        [Box::new(Links::new(&problem).unwrap()), Box::new(Cells::new(&problem).unwrap())];
    for mut engine in wide {
        let mut stop = |_: &EngineProgress<'_>| ControlFlow::Break(());
        let flow = engine.search(&mut |_| ControlFlow::Continue(()), &mut stop);
        let nodes = engine.statistics().nodes;
        assert!(flow.is_break() && nodes < 1000, "{nodes} nodes");
        assert_eq!(engine.sanity(), Ok(()));
    }
}

/// The covers in the order of the engine's search, and in that of parts of a few nodes, each in
/// ascending order.
fn in_both_orders(engine: &mut dyn Engine, limit: usize) -> [Vec<Chosen>; 2] {
    let mut searched = engine.first(limit);
    for cover in &mut searched {
        cover.sort_unstable();
    }
    let (mut in_parts, mut to_do) = (Vec::new(), vec![Part::whole()]);
    while in_parts.len() < limit
        && let Some(part) = to_do.pop()
    {
        match part.search_within(3, engine, Listing::default()).unwrap() {
            PartOutcome::Whole { gathered, .. } => {
                in_parts.extend(gathered.iter().map(<[_]>::to_vec));
            }
            PartOutcome::Cut(pieces) => to_do.extend(pieces.into_iter().rev()),
        }
    }
    in_parts.truncate(limit);
    [searched, in_parts]
}

#[test]
fn parts_have_the_covers_in_the_order_of_the_search() {
    // In each the branch is on an item that needs several options, which has as many to spare as
    // one that needs one.
    let problems = [
        "2|o2 g1 t0\ng1\nt0\no2\ng1\no2\no2\nt0\no2\nt0\n".parse().unwrap(),
        "2|i0 1:20|i1 m2\ni0\nm2\ni1\nm2 i0\ni0\ni0\nm2\n".parse().unwrap(),
        several_of_many(14, 17, 4),
        several_of_many(13, 16, 16),
        several_of_many(3, 8, 2),
        classics::dissections(3).unwrap(),
        classics::dominating_queens(7, 4).unwrap(),
    ];
    for problem in problems {
        for mut engine in engines(&problem) {
            let [searched, in_parts] = in_both_orders(&mut *engine, 2000);
            assert!(searched == in_parts, "{problem}");
        }
    }
}

/// An item that needs `least` of `most` options, and before and after it items that need one of
/// `few`.
fn several_of_many(least: u32, most: usize, few: usize) -> Problem {
    let mut problem = Problem::new();
    let before = problem.primary("before").unwrap();
    let several = problem.multiple("several", least..=least).unwrap();
    let after = problem.primary("after").unwrap();
    for (item, options) in [(before, few + 1), (several, most), (after, few)] {
        for _ in 0..options {
            problem.option([item]).unwrap();
        }
    }
    problem
}

#[test]
fn wide_masks_have_the_covers_of_narrow_ones() {
    // Forced items with options of their own make the masks of the others wide.
    let narrow = classics::dissections(3).unwrap().to_string();
    for more in [40, 100, 200] {
        let (items, options) = narrow.split_once('\n').unwrap();
        let padding: Vec<String> = (0..more).map(|k| format!("pad{k}")).collect();
        let text = format!("{items} {}\n{options}{}\n", padding.join(" "), padding.join("\n"));
        let problem = text.parse().unwrap();
        for mut engine in engines(&problem).into_iter().chain(engines_for_few(&problem)) {
            assert_eq!(engine.count(u64::MAX), 219, "{more} items more");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if LONG { 10_000 } else { 500 },
        max_shrink_iters: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_problems_have_the_covers_of_trying_all_sets(
        draft in bounded_drafts(),
        moves in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..5),
    ) {
        let problem = draft.problem();
        let expected = bounded_reference(&problem);
        let mut lists = None;
        for mut engine in engines(&problem) {
            let found = check(&mut *engine, &problem, &expected, &moves)?;
            prop_assert_eq!(lists.get_or_insert(found.clone()), &found);
            // Without multiplicities cells hand over, and the order may be another one.
            if problem.is_multiple() {
                let [searched, in_parts] = in_both_orders(&mut *engine, usize::MAX);
                prop_assert_eq!(searched, in_parts);
            }
        }
        for mut engine in engines_for_few(&problem) {
            let found = check(&mut *engine, &problem, &expected, &moves)?;
            prop_assert_eq!(lists.as_ref(), Some(&found));
        }
    }
}

#[test]
fn what_an_item_needs_all_of_is_listed_once() {
    let n = 400_u32;
    for (least, covers) in [(n, 1), (n - 1, n + 1)] {
        let mut problem = Problem::new();
        let item = problem.multiple("a", least..=n).unwrap();
        for _ in 0..n {
            problem.option([item]).unwrap();
        }
        let mut cells = Cells::new(&problem).unwrap().handing_over(0);
        let mut links = Links::new(&problem).unwrap();
        assert_eq!(cells.first(usize::MAX), links.first(usize::MAX), "in the same order, too");
        let Statistics { covers: shown, updates, .. } = cells.statistics();
        assert_eq!(shown, u64::from(covers));
        // To list what is left at each node would be an n for each of the n * n / 2.
        assert!(updates < 10 * u64::from(n * n), "{updates}");
    }
}

#[test]
fn cells_list_covers_in_the_order_of_links_where_items_need_all_they_have() {
    for seed in 0..if crate::LONG { 50_000 } else { 3000 } {
        let mut chance = Chance::new(seed, 3);
        let mut problem = Problem::new();
        let items: Vec<ItemId> = (0..2 + chance.below(4))
            .map(|k| {
                let least = chance.below(5) as u32;
                let most = least.max(1) + chance.below(3) as u32;
                problem.multiple(&format!("i{k}"), least..=most).unwrap()
            })
            .collect();
        for _ in 0..4 + chance.below(8) {
            let mut option: Vec<ItemId> =
                items.iter().copied().filter(|_| chance.below(2) == 0).collect();
            if option.is_empty() {
                option.push(items[0]);
            }
            problem.option(option).unwrap();
        }
        let all = Links::new(&problem).unwrap().first(usize::MAX);
        let mut cells = Cells::new(&problem).unwrap().handing_over(0);
        assert_eq!(cells.first(usize::MAX), all, "{problem}");
        cells.sanity().unwrap();
        let mut covers = bounded_reference(&problem);
        let mut sorted = all;
        for cover in &mut sorted {
            cover.sort_unstable();
        }
        sorted.sort_unstable();
        covers.sort_unstable();
        assert_eq!(sorted, covers, "{problem}");
    }
}
