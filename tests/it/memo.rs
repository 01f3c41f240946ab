//! Counting by remembering states, against known counts, and against a search too simple to be
//! wrong.

// Trees and counts that are estimated are far below 2^52.
#![allow(clippy::cast_precision_loss)]

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use tourdion::chance::Chance;
use tourdion::cover::classics::{self, Graph, Region};
use tourdion::cover::question::estimate::estimate;
use tourdion::cover::question::memo::{CountWork, Counter, MemoError};
use tourdion::cover::{
    Bounds, Cells, CoverTotal, Engine, Links, OptionId, Problem, ProblemError, UnknownOption,
};
use tourdion::watch::Patient;

use crate::support::drafts::{bounded_drafts, drafts, fits, reference};

const MEMORY: usize = 1 << 26;

fn counter(problem: &Problem) -> Counter {
    Counter::new(problem, &[], &[], MEMORY).unwrap()
}

/// The number of covers.
fn count_of(counter: &mut Counter) -> CoverTotal {
    waited_for(counter.count(&mut Patient))
}

/// The cover with a number.
fn cover(counter: &mut Counter, number: impl Into<CoverTotal>) -> Option<Vec<OptionId>> {
    waited_for(counter.cover(&number.into(), &mut Patient))
}

/// A cover by chance.
fn sample(counter: &mut Counter, chance: &mut Chance) -> Option<Vec<OptionId>> {
    let mut below = |bound| chance.below(bound);
    waited_for(counter.sample(&mut below, &mut Patient))
}

/// The answer of a question that nobody broke off.
fn waited_for<T>(answer: ControlFlow<(), T>) -> T {
    answer.continue_value().expect("nobody breaks it off")
}

type Row = (&'static str, Result<Problem, ProblemError>, u64);

/// Problems with their numbers of covers; the sources are with the makers in `classics`.
fn known() -> Vec<Row> {
    let mut known = vec![
        ("no items", Ok(Problem::new()), 1),
        ("the toy", classics::toy(), 1),
        ("the coloured toy", classics::coloured_toy(), 1),
        ("queens 2", classics::queens(2), 0),
        ("queens 6", classics::queens(6), 4),
        ("queens 8", classics::queens(8), 92),
        ("queens 9", classics::queens(9), 352),
        ("queens 10", classics::queens(10), 724),
        ("Langford 7", classics::langford(7), 52),
        ("Langford 8", classics::langford(8), 300),
        ("Langford 9", classics::langford(9), 0),
        ("pentominoes 3x20", classics::pentominoes(&Region::rectangle(3, 20)), 8),
        ("dominoes 7x7", classics::dominoes(7, 7), 0),
        ("dominoes 8x8", classics::dominoes(8, 8), 12_988_816),
        ("dominoes 10x10", classics::dominoes(10, 10), 258_584_046_368),
        ("dominoes 12x12", classics::dominoes(12, 12), 53_060_477_521_960_000),
        ("L-trominoes 5x6", classics::l_trominoes(5, 6), 72),
        ("L-trominoes 9x10", classics::l_trominoes(9, 10), 9_567_192),
        ("matchings of K11", classics::matchings(11), 0),
        ("matchings of K16", classics::matchings(16), 2_027_025),
        ("Latin squares 3", classics::latin(3), 12),
        ("Latin squares 4", classics::latin(4), 576),
        ("Latin squares 5", classics::latin(5), 161_280),
        ("graceful K4", classics::graceful(&Graph::complete(4)), 48),
        ("graceful Q3", classics::graceful(&Graph::cube(3)), 2592),
        ("dominating queens 6, 3", classics::dominating_queens(6, 3), 4),
        ("dominating queens 7, 4", classics::dominating_queens(7, 4), 86),
        ("dissections 3", classics::dissections(3), 219),
        ("dissections 4", classics::dissections(4), 55_137),
        ("tetrominoes", classics::tetrominoes_twice(&Region::rectangle(8, 5)), 3106),
    ];
    if crate::LONG {
        known.extend(large());
    }
    known
}

/// More of them, which take longest.
fn large() -> Vec<Row> {
    let graceful = |n, path| classics::graceful(&Graph::complete(n).product(&Graph::path(path)));
    vec![
        ("queens 11", classics::queens(11), 2680),
        ("queens 12", classics::queens(12), 14_200),
        ("matchings of K18", classics::matchings(18), 34_459_425),
        ("graceful K4xP2", graceful(4, 2), 1440),
        ("dissections 5", classics::dissections(5), 72_697_125),
    ]
}

#[test]
fn the_known_counts() {
    for (name, problem, count) in known() {
        assert_eq!(count_of(&mut counter(&problem.unwrap())), CoverTotal::from(count), "{name}");
    }
}

#[test]
fn many_nodes_are_saved() {
    let mut counter = counter(&classics::dominoes(12, 12).unwrap());
    count_of(&mut counter);
    let work = counter.work();
    assert!(work.nodes < 100_000 && work.hits > 1000 && work.entries > 1000, "{work:?}");
    assert!((1..=MEMORY).contains(&work.bytes), "{work:?}");
}

#[test]
fn items_that_are_never_full_save_states() {
    // Five cells of a column have five rectangles at most, so they need not be counted.
    let mut counter = counter(&classics::dissections(5).unwrap()).walking();
    count_of(&mut counter);
    let work = counter.work();
    assert!(work.nodes < 500_000 && work.entries < 50_000, "{work:?}");
}

#[test]
fn a_count_may_have_thousands_of_digits() {
    // A board of 2 by n has as many pavings as Fibonacci's rabbits have pairs. Its 20,000 items
    // would overflow a stack.
    let n = 10_000;
    let board = classics::dominoes(n, 2).unwrap();
    let (mut last, mut next) = (CoverTotal::from(1_u64), CoverTotal::from(1_u64));
    for _ in 1..n {
        (last, next) = (next.clone(), last + next);
    }
    assert_eq!(count_of(&mut counter(&board)), next);
}

/// An item with these bounds and `n` options that have nothing else.
fn one_item(bounds: impl Into<Bounds>, n: usize) -> Problem {
    let mut problem = Problem::new();
    let item = problem.multiple("a", bounds).unwrap();
    for _ in 0..n {
        problem.option([item]).unwrap();
    }
    problem
}

/// The number of covers and the nodes of a walk that goes alone.
fn walked(problem: &Problem) -> (CoverTotal, u64) {
    let mut counter = counter(problem).walking();
    (count_of(&mut counter), counter.work().nodes)
}

#[test]
fn an_item_of_many_options_has_two_ways_to_go_on() {
    let n = 1000;
    let (count, nodes) = walked(&one_item(0..=n as u32, n));
    assert_eq!(count, (0..n).map(|_| CoverTotal::from(2_u64)).product::<CoverTotal>());
    assert!(nodes < 20 * n as u64, "{nodes}");
    let (count, nodes) = walked(&one_item(n as u32 - 1..=n as u32, n));
    assert_eq!(count, CoverTotal::from(n as u64 + 1));
    assert!(nodes < 20 * n as u64, "{nodes}");
    // As many as Pascal's triangle says.
    let n = 200;
    let mut row = vec![CoverTotal::from(1_u64)];
    for _ in 0..n {
        let sums = row.windows(2).map(|pair| pair[0].clone() + pair[1].clone());
        row = [1_u64.into()].into_iter().chain(sums).chain([1_u64.into()]).collect();
    }
    for (least, most) in [(100, 100), (90, 110), (0, 20), (180, 200)] {
        let (count, nodes) = walked(&one_item(least as u32..=most as u32, n));
        let sum = row[least..=most].iter().cloned();
        assert_eq!(count, sum.fold(CoverTotal::from(0_u64), |sum, ways| sum + ways));
        assert!(nodes < 5 * (n * n) as u64, "{least} to {most}: {nodes}");
    }
}

#[test]
fn an_item_that_others_decide_on_comes_last() {
    let n = 64;
    let mut problem = Problem::new();
    let several = problem.multiple("a", 0..=n).unwrap();
    for k in 0..n {
        let item = problem.primary(&format!("b{k}")).unwrap();
        problem.option([several, item]).unwrap();
        problem.option([item]).unwrap();
    }
    let (count, nodes) = walked(&problem);
    assert_eq!(count.to_string(), (1_u128 << n).to_string());
    assert!(nodes < 1000, "{nodes}");
}

#[test]
fn two_to_the_power_of_many() {
    // Blocks of 3x2 in a board of 3 by 2k: 2^k pavings, so that the sums carry at 64, 128 and 256
    // bits.
    for k in [31, 32, 33, 63, 64, 65, 127, 128, 129, 257] {
        let board = classics::l_trominoes(3, 2 * k).unwrap();
        let power = (0..k).map(|_| CoverTotal::from(2_u64)).product::<CoverTotal>();
        assert_eq!(count_of(&mut counter(&board)), power, "{k}");
    }
}

#[test]
fn parts_are_multiplied() {
    // 70 items with two options each, of which one is shared by pairs: nothing connects the pairs.
    let mut problem = Problem::new();
    for pair in 0..35 {
        let items = [0, 1].map(|k| problem.primary(&format!("p{pair},{k}")).unwrap());
        for subset in [&items[..], &items[..1], &items[1..]] {
            problem.option(subset.iter().copied()).unwrap();
        }
        problem.option([items[0]]).unwrap();
    }
    let mut counter = counter(&problem);
    let covers = 3_u64.pow(35);
    assert_eq!(count_of(&mut counter), covers.into());
    // A plain search of the whole has had some moments before.
    assert!(counter.work().nodes < 20_000, "{:?}", counter.work());
    assert_eq!(cover(&mut counter, covers), None);
    let last = cover(&mut counter, covers - 1).unwrap();
    assert!(problem.is_cover(&last));
}

#[test]
fn little_memory_makes_no_count_wrong() {
    let problems = [
        classics::dominoes(6, 6),
        classics::l_trominoes(6, 6),
        classics::latin(4),
        classics::queens(8),
    ];
    for problem in problems.map(Result::unwrap) {
        let expected = count_of(&mut counter(&problem));
        for memory in [0, 8, 100, 1000, 4000, 20_000] {
            let mut counter = Counter::new(&problem, &[], &[], memory).unwrap().walking();
            assert_eq!(count_of(&mut counter), expected, "{memory} bytes");
            assert!(counter.work().bytes <= memory, "{:?} of {memory}", counter.work());
        }
    }
}

#[test]
fn the_memory_is_within_its_limit_at_every_pulse() {
    let board = classics::dominoes(14, 14).unwrap();
    for memory in [1 << 16, 1 << 19] {
        let mut counter = Counter::new(&board, &[], &[], memory).unwrap().walking();
        let mut pulses = 0;
        let flow = counter.count(&mut |work: &CountWork| {
            assert!(work.bytes <= memory, "{work:?} of {memory}");
            pulses += 1;
            if pulses < 30 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert!(flow.is_break() || pulses > 10);
    }
}

#[test]
fn a_count_that_was_broken_off_goes_on() {
    // One by the walk, one by links.
    for (problem, count) in
        [(classics::dominoes(12, 12), 53_060_477_521_960_000_u64), (classics::queens(10), 724)]
    {
        let mut counter = counter(&problem.unwrap());
        let mut patience = 0;
        let found = loop {
            patience += 2;
            let mut left = patience;
            let flow = counter.count(&mut |_: &CountWork| {
                left -= 1;
                if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            if let ControlFlow::Continue(found) = flow {
                break found;
            }
        };
        assert!(patience > 2, "it was broken off at least once");
        assert_eq!(found, CoverTotal::from(count));
        assert_eq!(count_of(&mut counter), found, "asked again");
    }
}

#[test]
fn what_is_of_another_problem_is_refused() {
    let toy = classics::toy().unwrap();
    let stranger = OptionId::at(6);
    for (held, banned) in [(vec![stranger], vec![]), (vec![], vec![stranger])] {
        let error = Counter::new(&toy, &held, &banned, MEMORY).err();
        assert_eq!(error, Some(MemoError::Unknown(UnknownOption(stranger))));
    }
}

/// A counter that numbers all covers, and a sampler under which each of them is equally likely.
fn check_chances(problem: &Problem, seed: u64) {
    check_chances_of(problem, seed, counter(problem));
    check_chances_of(problem, seed, counter(problem).walking());
}

fn check_chances_of(problem: &Problem, seed: u64, mut counter: Counter) {
    let expected = reference(problem, &[], &[]);
    let covers: Vec<_> = (0..expected.len()).map(|k| cover(&mut counter, k).unwrap()).collect();
    let mut sorted = covers.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
    let draws = 200 * covers.len();
    let mut chance = Chance::new(seed, 0);
    let mut found = BTreeMap::<Vec<OptionId>, u32>::new();
    for _ in 0..draws {
        let cover = sample(&mut counter, &mut chance).unwrap();
        *found.entry(cover).or_default() += 1;
    }
    assert_eq!(found.len(), covers.len());
    let chi_square: f64 =
        found.values().map(|&count| (f64::from(count) - 200.0).powi(2) / 200.0).sum();
    // Its mean is the degrees of freedom, its variance twice as much: within four standard
    // deviations on both sides.
    let freedom = f64::from(covers.len() as u32 - 1);
    assert!(
        (chi_square - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(),
        "{chi_square} of {freedom}"
    );
}

#[test]
fn every_cover_is_equally_likely() {
    check_chances(&classics::dominoes(4, 4).unwrap(), 1); // 36
    check_chances(&classics::latin(3).unwrap(), 2); // 12
    check_chances(&classics::queens(7).unwrap(), 3); // 40
    check_chances(&classics::graceful(&Graph::cube(2)).unwrap(), 4); // 16, coloured
    if crate::LONG {
        check_chances(&classics::dissections(3).unwrap(), 6); // 219, with multiplicities
    }
    check_chances(&classics::dissections(2).unwrap(), 6); // 5, with multiplicities
    check_chances(&classics::dominating_queens(4, 2).unwrap(), 7); // 12
}

#[test]
fn a_seed_decides_the_sample() {
    let board = classics::dominoes(12, 12).unwrap();
    let draw = |seed| {
        let mut chance = Chance::new(seed, 0);
        let mut counter = counter(&board);
        [(); 3].map(|()| sample(&mut counter, &mut chance).unwrap())
    };
    assert_eq!(draw(7), draw(7));
    assert_ne!(draw(7), draw(8));
    assert!(draw(9).iter().all(|cover| board.is_cover(cover)));
    let mut none = counter(&classics::dominoes(3, 3).unwrap());
    assert_eq!(waited_for(none.sample(&mut |_| 0, &mut Patient)), None);
}

#[test]
fn a_watch_ends_draws_that_are_never_accepted() {
    let mut counter = counter(&classics::queens(6).unwrap());
    waited_for(counter.count(&mut Patient)); // 4
    let mut pulses = 0;
    let mut watch = |_: &CountWork| {
        pulses += 1;
        if pulses < 1000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    // The number of covers has three binary digits, and the highest of these is not below it.
    let sample = counter.sample(&mut |bound| bound - 1, &mut watch);
    assert_eq!(sample, ControlFlow::Break(()));
    assert_eq!(pulses, 1000);
}

#[test]
fn an_estimate_is_mostly_within_two_standard_errors() {
    let problems =
        [classics::queens(8), classics::langford(7), classics::latin(4), classics::dominoes(6, 6)];
    for problem in problems.map(Result::unwrap) {
        let mut links = Links::new(&problem).unwrap();
        let covers = links.count(u64::MAX);
        let statistics = links.statistics();
        let (mut good_nodes, mut good_covers) = (0, 0);
        for seed in 0..10 {
            let mut chance = Chance::new(seed, 0);
            let mut below = |bound| chance.below(bound);
            let estimate = estimate(&mut links, 2000, &mut below, &mut Patient);
            let is_near =
                |mean: f64, error: f64, truth: u64| (mean - truth as f64).abs() <= 2.0 * error;
            good_nodes += u32::from(is_near(
                estimate.nodes.mean,
                estimate.nodes.standard_error,
                statistics.nodes,
            ));
            good_covers +=
                u32::from(is_near(estimate.covers.mean, estimate.covers.standard_error, covers));
        }
        assert!(good_nodes >= 9 && good_covers >= 9, "{good_nodes} {good_covers} {statistics:?}");
        assert!(links.moves().is_empty());
    }
}

/// The mean over all ways down, each by its chance, is the truth: so the ways are tried one by one.
#[test]
fn an_estimate_with_multiplicities_is_right_on_average() {
    for problem in [classics::dissections(2), classics::dominating_queens(4, 2)] {
        let problem = problem.unwrap();
        let mut links = Links::new(&problem).unwrap();
        let covers = links.count(u64::MAX) as f64;
        let (mut way, mut sum) = (Vec::new(), 0.0);
        loop {
            let (mut step, mut chance) = (0, 1.0);
            let mut below = |bound: usize| {
                if step == way.len() {
                    way.push((0, bound));
                }
                chance /= bound as f64;
                step += 1;
                way[step - 1].0
            };
            sum += estimate(&mut links, 1, &mut below, &mut Patient).covers.mean * chance;
            while way.last().is_some_and(|&(taken, bound)| taken + 1 == bound) {
                way.pop();
            }
            let Some((taken, _)) = way.last_mut() else { break };
            *taken += 1;
        }
        assert!((sum - covers).abs() < 1e-6 * covers, "{sum} of {covers}");
        assert!(links.moves().is_empty());
    }
}

#[test]
fn an_estimate_of_a_long_way_takes_no_time_of_its_square() {
    let n = 400_000;
    let began = Instant::now();
    let mut problem = Problem::new();
    let items: Vec<_> = (0..n).map(|k| problem.primary(&format!("i{k}")).unwrap()).collect();
    for pair in items.windows(2) {
        problem.option([pair[0], pair[1]]).unwrap();
    }
    let mut cells = Cells::new(&problem).unwrap();
    let limit = Duration::from_secs(30) + 20 * began.elapsed();
    let began = Instant::now();
    let estimate = estimate(&mut cells, 1, &mut |_| 0, &mut Patient);
    assert_eq!((estimate.covers.mean, estimate.nodes.mean), (1.0, 1.0 + f64::from(n / 2)));
    assert!(began.elapsed() < limit, "{:?}", began.elapsed());
}

#[test]
fn an_estimate_of_a_tree_without_chance_is_exact() {
    let mut links = Links::new(&classics::toy().unwrap()).unwrap();
    let nothing = estimate(&mut links, 0, &mut |_| 0, &mut Patient);
    assert_eq!((nothing.nodes.mean, nothing.covers.mean), (0.0, 0.0));
    let mut links = Links::new(&classics::matchings(8).unwrap()).unwrap();
    let one = estimate(&mut links, 1, &mut |_| 0, &mut Patient);
    assert_eq!((one.covers.mean, one.covers.standard_error), (105.0, 0.0));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if crate::LONG { 3000 } else { 500 },
        max_shrink_iters: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_problems_have_as_many_covers_as_by_plain_recursion(
        draft in prop_oneof![drafts(), bounded_drafts()],
        moves in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..5),
        memory in prop::sample::select(vec![0, 64, MEMORY]),
        walks in any::<bool>(),
    ) {
        let problem = draft.problem();
        let options = problem.options().len();
        let (mut held, mut banned) = (Vec::new(), Vec::new());
        for (index, is_held) in moves.into_iter().filter(|_| options > 0) {
            if is_held { &mut held } else { &mut banned }.push(OptionId::at(index.index(options)));
        }
        let mut counter = Counter::new(&problem, &held, &banned, memory).unwrap();
        if walks {
            counter = counter.walking();
        }
        held.sort_unstable();
        held.dedup();
        let clashes = (0..held.len()).any(|k| !fits(&problem, &held[..k], held[k]));
        let expected = if clashes { Vec::new() } else { reference(&problem, &held, &banned) };
        prop_assert_eq!(count_of(&mut counter), CoverTotal::from(expected.len()));
        let mut covers: Vec<_> =
            (0..expected.len()).map(|k| cover(&mut counter, k).unwrap()).collect();
        // In any order, one of them twice, and one that no cover has.
        let order = || (0..=covers.len()).rev().chain(covers.len().checked_sub(1));
        let numbers: Vec<CoverTotal> = order().map(CoverTotal::from).collect();
        let at_once = waited_for(counter.covers(&numbers, &mut Patient));
        let one_by_one: Vec<_> = order().map(|k| covers.get(k).cloned()).collect();
        prop_assert_eq!(at_once, one_by_one);
        covers.sort_unstable();
        prop_assert_eq!(covers, expected);
        prop_assert!(counter.work().bytes <= memory);
    }
}
