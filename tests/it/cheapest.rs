//! The cheapest covers against all covers, sorted; and against methods for problems of one kind.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use proptest::prelude::*;
use tourdion::chance::Chance;
use tourdion::cover::classics::{self, Graph, Region};
use tourdion::cover::question::cheapest::{Cheapest, Priced};
use tourdion::cover::{Engine, ItemId, Links, OptionId, Problem, Statistics};
use tourdion::watch::Patient;

use crate::support::drafts::{bounded_drafts, bounded_reference, costly_drafts};

#[path = "cheapest/chains.rs"] // for the long tests too
mod chains;
#[path = "cheapest/parts.rs"]
mod parts;
#[path = "cheapest/teams.rs"]
mod teams;

/// What the options cost together.
fn cost_of(problem: &Problem, options: &[OptionId]) -> u128 {
    options.iter().map(|&option| u128::from(problem.cost(option))).sum()
}

/// Compares the `count` cheapest covers with those among `all`, which are all that there are.
fn check(problem: &Problem, all: &[Vec<OptionId>], found: &[Priced], count: usize) {
    let mut costs: Vec<u128> = all.iter().map(|cover| cost_of(problem, cover)).collect();
    costs.sort_unstable();
    costs.truncate(count);
    let found_costs: Vec<u128> = found.iter().map(|priced| priced.cost).collect();
    assert_eq!(found_costs, costs, "{problem}");
    assert!(
        found.windows(2).all(|pair| pair[0] < pair[1]),
        "no cover is there twice, and all are in order"
    );
    for Priced { cost, options, .. } in found {
        assert_eq!(*cost, cost_of(problem, options));
        assert!(options.is_sorted() && all.contains(options), "{options:?} of\n{problem}");
    }
}

fn check_all_counts(problem: &Problem) {
    let all = bounded_reference(problem);
    let cheapest = || Cheapest::new(problem, &[], &[]).unwrap();
    let teams = [1, 100].map(|round| cheapest().as_a_team(round));
    let alone = [cheapest(), cheapest().listing_at_once(), cheapest().in_one_list(0)];
    for cheapest in alone.into_iter().chain(teams) {
        for count in [0, 1, 2, 3, 10, usize::MAX] {
            check(problem, &all, &cheapest.first(count, &mut Patient).covers, count);
        }
    }
    // A list that is shared is restored as it was, and so are its reduced costs.
    for count in [1, 3, usize::MAX] {
        let shared = cheapest().in_one_list(usize::MAX).first(count, &mut Patient);
        assert_eq!(shared, cheapest().first(count, &mut Patient), "{problem}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if crate::LONG { 10_000 } else { 1000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn they_are_the_first_of_all_covers_sorted(draft in costly_drafts()) {
        check_all_counts(&draft.problem());
    }

    #[test]
    fn so_they_are_with_multiplicities(draft in bounded_drafts()) {
        check_all_counts(&draft.problem());
    }
}

/// Options with random costs below `top`.
fn with_costs(mut problem: Problem, top: usize, seed: u64) -> Problem {
    let mut chance = Chance::new(seed, 0);
    for option in problem.options() {
        problem.set_cost(option, chance.below(top) as u64).unwrap();
    }
    problem
}

/// Each of `n` workers does one of `n` jobs; option `n * worker + job`.
fn assignment(n: usize, top: usize, seed: u64) -> Problem {
    let mut problem = Problem::new();
    let mut items = |kind| -> Vec<ItemId> {
        (0..n).map(|k| problem.primary(&format!("{kind}{k}")).unwrap()).collect()
    };
    let (workers, jobs) = (items("w"), items("j"));
    for &worker in &workers {
        for &job in &jobs {
            problem.option([worker, job]).unwrap();
        }
    }
    with_costs(problem, top, seed)
}

/// What an assignment costs at least: of each set of jobs, the least cost with which the first
/// workers do them.
fn least_of_all_sets(problem: &Problem, n: usize) -> u128 {
    let mut least = vec![u128::MAX; 1 << n];
    least[0] = 0;
    for set in 0..(1_usize << n) - 1 {
        let worker = set.count_ones() as usize;
        for job in (0..n).filter(|job| set >> job & 1 == 0) {
            let cost = least[set] + u128::from(problem.cost(OptionId::at(n * worker + job)));
            let with = &mut least[set | 1 << job];
            *with = cost.min(*with);
        }
    }
    least[(1 << n) - 1]
}

/// What an assignment costs at least, worker by worker: each new one takes a job along a cheapest
/// path on which others change theirs (Bellman and Ford's method).
fn least_by_paths(problem: &Problem, n: usize) -> u128 {
    let cost = |worker: usize, job: usize| i128::from(problem.cost(OptionId::at(n * worker + job)));
    let mut worker_of: Vec<Option<usize>> = vec![None; n];
    for first in 0..n {
        let mut least: Vec<(i128, Option<usize>)> =
            (0..n).map(|job| (cost(first, job), None)).collect();
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for from in 0..n {
                let Some(worker) = worker_of[from] else { continue };
                for to in 0..n {
                    let way = least[from].0 - cost(worker, from) + cost(worker, to);
                    if way < least[to].0 {
                        least[to] = (way, Some(from));
                        has_changed = true;
                    }
                }
            }
        }
        let free = (0..n).filter(|&job| worker_of[job].is_none());
        let mut job = free.min_by_key(|&job| least[job].0).unwrap();
        while let Some(from) = least[job].1 {
            worker_of[job] = worker_of[from];
            job = from;
        }
        worker_of[job] = Some(first);
    }
    let costs = (0..n).map(|job| cost(worker_of[job].unwrap(), job).unsigned_abs());
    costs.sum()
}

/// Each of the `n` items in exactly one of the options, which have one to four of them each.
fn partition(n: usize, options: usize, top: usize, seed: u64) -> Problem {
    let mut chance = Chance::new(seed, 7);
    let mut problem = Problem::new();
    let items: Vec<ItemId> = (0..n).map(|k| problem.primary(&format!("i{k}")).unwrap()).collect();
    for k in 0..options {
        let mut own = vec![items[k % n]];
        for _ in 0..chance.below(4) {
            let another = items[chance.below(n)];
            own.extend((!own.contains(&another)).then_some(another));
        }
        problem.option(own).unwrap();
    }
    with_costs(problem, top, seed)
}

/// What a partition costs at least, if there is one: of each set of items, the least cost of
/// options that cover just these, with the first item that is not in it.
fn least_of_all_parts(problem: &Problem) -> Option<u128> {
    let n = problem.items().len();
    let sets = problem.options().map(|option| {
        let items = problem.entries_of(option).iter().map(|entry| 1 << entry.item.index());
        (items.sum::<usize>(), u128::from(problem.cost(option)))
    });
    let sets: Vec<(usize, u128)> = sets.collect();
    let mut least = vec![None; 1 << n];
    least[0] = Some(0);
    for done in 0..least.len() - 1 {
        let (Some(cost), first) = (least[done], 1 << done.trailing_ones()) else { continue };
        for &(set, more) in sets.iter().filter(|(set, _)| set & first != 0 && set & done == 0) {
            let with: &mut Option<u128> = &mut least[done | set];
            *with = Some(with.map_or(cost + more, |known| known.min(cost + more)));
        }
    }
    least[least.len() - 1]
}

/// What a perfect matching of dominoes on a board costs at least, cell by cell: of each set of
/// cells that stand out into the next row, the least cost so far.
fn least_paving(problem: &Problem, width: usize, height: usize) -> u128 {
    let named = |x: usize, y: usize| problem.item_named(&format!("{x},{y}"));
    let domino = |one: (usize, usize), other: (usize, usize)| {
        let both = [named(one.0, one.1)?, named(other.0, other.1)?];
        let has_both = |option: &OptionId| {
            problem.entries_of(*option).iter().filter(|entry| both.contains(&entry.item)).count()
                == 2
        };
        problem.options().find(has_both).map(|option| u128::from(problem.cost(option)))
    };
    let mut least: BTreeMap<usize, u128> = BTreeMap::from([(0, 0)]);
    for (y, x) in (1..=height).flat_map(|y| (1..=width).map(move |x| (y, x))) {
        let mut next: BTreeMap<usize, u128> = BTreeMap::new();
        let mut put = |set: usize, cost: u128| {
            let known = next.entry(set).or_insert(cost);
            *known = cost.min(*known);
        };
        let here = 1 << (x - 1);
        for (&set, &cost) in &least {
            if set & here != 0 {
                put(set & !here, cost); // a domino from above is here
                continue;
            }
            if let Some(more) = domino((x, y), (x, y + 1)) {
                put(set | here, cost + more);
            }
            if let Some(more) = domino((x, y), (x + 1, y)).filter(|_| set & here << 1 == 0) {
                put(set | here << 1, cost + more);
            }
        }
        least = next;
    }
    least[&0]
}

/// How many nodes the search took, and what the cheapest cover costs.
fn cheapest(problem: &Problem) -> (u64, u128) {
    let found = Cheapest::new(problem, &[], &[]).unwrap().first(1, &mut Patient);
    assert!(found.is_complete && problem.is_cover(&found.covers[0].options));
    assert!(found.at_least <= found.covers[0].cost);
    (found.statistics.nodes, found.covers[0].cost)
}

#[test]
fn assignments_cost_what_all_sets_of_jobs_say() {
    for (n, seeds) in [(1, 3), (2, 10), (5, 100), (8, 100), (12, 5), (15, 1)] {
        for seed in 0..seeds {
            for top in [2, 100, 1_000_000_007] {
                let problem = assignment(n, top, seed);
                let (nodes, cost) = cheapest(&problem);
                assert_eq!(cost, least_of_all_sets(&problem, n), "{n} workers, seed {seed}");
                // There are n! covers; here the bound knows nearly all.
                assert!(
                    nodes <= 10 * n as u64,
                    "{nodes} nodes for {n} workers, seed {seed}, costs to {top}"
                );
            }
        }
    }
}

#[test]
fn assignments_of_many_cost_what_paths_say_and_need_no_choice() {
    for (n, top, seed) in [(40, 10, 1), (60, 100, 1), (60, 4_000_000_000, 2), (70, 1_000_000, 3)] {
        let problem = assignment(n, top, seed);
        assert_eq!(cheapest(&problem), (1, least_by_paths(&problem, n)), "{n} workers, {seed}");
    }
}

#[test]
fn partitions_cost_what_all_sets_of_items_say() {
    let cases = if crate::LONG { 300 } else { 40 };
    for seed in 0..cases {
        // Few options and costs that hardly differ: linear programming leaves parts of options.
        for (n, options, top) in [(6, 20, 3), (12, 60, 2), (12, 60, 1000), (15, 200, 100)] {
            let problem = partition(n, options, top, seed);
            let found = Cheapest::new(&problem, &[], &[]).unwrap().first(1, &mut Patient);
            let cost = found.covers.first().map(|cover| cover.cost);
            assert_eq!(cost, least_of_all_parts(&problem), "{n} items, seed {seed}");
            assert!(found.is_complete && found.at_least == cost.unwrap_or(0));
        }
    }
}

#[test]
fn pavings_cost_what_is_found_cell_by_cell() {
    for seed in 0..20 {
        for (width, height) in [(2, 3), (4, 4), (6, 5), (6, 6)] {
            let problem = with_costs(classics::dominoes(width, height).unwrap(), 50, seed);
            assert_eq!(
                cheapest(&problem).1,
                least_paving(&problem, width, height),
                "{width}x{height}, {seed}"
            );
        }
    }
}

#[test]
fn the_first_covers_of_real_problems_are_those_of_links_sorted() {
    let graph = Graph::complete(3).product(&Graph::path(2));
    for (name, problem) in [
        ("queens 8", classics::queens(8)),
        ("Langford 7", classics::langford(7)),
        ("Latin squares 4", classics::latin(4)),
        ("matchings of K8", classics::matchings(8)),
        ("graceful K3xP2", classics::graceful(&graph)),
        ("pentominoes 3x20", classics::pentominoes(&Region::rectangle(3, 20))),
    ] {
        // All costs the same, many the same, nearly all different.
        let tops = if crate::LONG { &[1, 3, 1000][..] } else { &[1, 1000] };
        for &top in tops {
            let problem = with_costs(problem.clone().unwrap(), top, 2007);
            let mut all = Links::new(&problem).unwrap().first(usize::MAX);
            for cover in &mut all {
                cover.sort_unstable();
            }
            let cheapest = || Cheapest::new(&problem, &[], &[]).unwrap();
            let searches = [
                cheapest(),
                cheapest().listing_at_once(),
                cheapest().in_one_list(0),
                cheapest().in_one_list(usize::MAX).listing_at_once(),
            ];
            for cheapest in searches {
                for count in [1, 7, usize::MAX] {
                    eprintln!("{name}, costs below {top}, {count}");
                    check(&problem, &all, &cheapest.first(count, &mut Patient).covers, count);
                }
            }
        }
    }
}

#[test]
fn sums_of_the_largest_costs_are_exact() {
    let mut problem: Problem = "a b c\na\na\nb\nb c\nc\n".parse().unwrap();
    for option in problem.options() {
        problem.set_cost(option, u64::MAX - option.index() as u64).unwrap();
    }
    let largest = u128::from(u64::MAX);
    let found = Cheapest::new(&problem, &[], &[]).unwrap().first(9, &mut Patient).covers;
    let costs: Vec<u128> = found.iter().map(|priced| priced.cost).collect();
    assert_eq!(costs, [2 * largest - 4, 2 * largest - 3, 3 * largest - 7, 3 * largest - 6]);
}

#[test]
fn where_there_is_no_cover_none_is_found() {
    // Taxes would grow for ever.
    let odd = with_costs(classics::matchings(9).unwrap(), 100, 1);
    let torn: Problem = "a b c 1:3|d\na b |5\nb c d |1\na c |7\nd |2\nd |1\n".parse().unwrap();
    for problem in [odd, torn, "a\n".parse().unwrap()] {
        let found = Cheapest::new(&problem, &[], &[]).unwrap().first(1, &mut Patient);
        assert_eq!((found.covers, found.is_complete), (Vec::new(), true));
    }
    assert_eq!(
        Cheapest::new(&Problem::new(), &[], &[]).unwrap().first(3, &mut Patient).covers.len(),
        1,
        "the empty cover"
    );
}

#[test]
fn what_is_held_is_paid_for() {
    let problem: Problem = "a b | x\na x:1 |1\na x:2 |2\nb x:1 |3\nb |4\nx:2 |5\n".parse().unwrap();
    let numbers = |numbers: &[usize]| numbers.iter().map(|&k| OptionId::at(k)).collect::<Vec<_>>();
    let costs = |held: &[usize], banned: &[usize]| {
        let cheapest = Cheapest::new(&problem, &numbers(held), &numbers(banned)).unwrap();
        cheapest
            .first(9, &mut Patient)
            .covers
            .into_iter()
            .map(|priced| (priced.cost, priced.options))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        costs(&[], &[]),
        [(4, numbers(&[0, 2])), (5, numbers(&[0, 3])), (6, numbers(&[1, 3]))]
    );
    assert_eq!(costs(&[4], &[]), [(11, numbers(&[1, 3, 4]))]);
    assert_eq!(costs(&[4, 4, 1], &[1]), [(11, numbers(&[1, 3, 4]))]);
    assert_eq!(costs(&[], &[0]), [(6, numbers(&[1, 3]))]);
    assert_eq!(costs(&[0, 4], &[]), []);
    assert_eq!(costs(&[], &[2, 3]), []);
    let unknown = Cheapest::new(&problem, &[], &[OptionId::at(5)]).err();
    assert_eq!(
        unknown.map(|error| error.to_string()).as_deref(),
        Some("the option number 5 is not of this problem")
    );
}

#[test]
fn a_search_that_is_broken_off_has_the_cheapest_that_it_saw() {
    let problem = with_costs(classics::queens(10).unwrap(), 1000, 3);
    let cheapest = Cheapest::new(&problem, &[], &[]).unwrap();
    for cheapest in [cheapest.clone(), cheapest.in_one_list(0)] {
        let (nodes, cost) = {
            let whole = cheapest.first(1, &mut Patient);
            (whole.statistics.nodes, whole.covers[0].cost)
        };
        let (mut last, mut known) = (u128::MAX, 0);
        for limit in 1..=nodes {
            let mut watch = |done: &Statistics| {
                if done.nodes < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let found = cheapest.first(1, &mut watch);
            assert_eq!((found.statistics.nodes, found.is_complete), (limit, false));
            let best = found.covers.first().map_or(u128::MAX, |priced| priced.cost);
            assert!(best <= last && best >= cost && found.at_least <= cost);
            assert!(found.at_least >= known, "a bound that is known is not lost");
            assert!(found.covers.iter().all(|priced| problem.is_cover(&priced.options)));
            (last, known) = (best, found.at_least);
        }
        assert_eq!(last, cost);
    }
}

#[test]
fn a_search_beside_an_engine_has_a_bound_wherever_it_is_broken_off() {
    let pentominoes = classics::pentominoes(&Region::rectangle(3, 20)).unwrap();
    let problem = with_costs(pentominoes, 100, 5);
    let cheapest = Cheapest::new(&problem, &[], &[]).unwrap();
    let whole = cheapest.first(3, &mut Patient);
    assert!(whole.is_complete && whole.at_least == whole.covers[0].cost);
    for limit in [1, 2, 50, 500, 2000, 5000, 10_000, 20_000] {
        let mut watch = |done: &Statistics| {
            if done.nodes < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let found = cheapest.first(3, &mut watch);
        assert!(!found.is_complete && found.statistics.nodes < limit + 1000);
        assert!(found.at_least <= whole.covers[0].cost, "after {limit} nodes");
        assert!(found.covers.iter().all(|priced| problem.is_cover(&priced.options)));
    }
}
