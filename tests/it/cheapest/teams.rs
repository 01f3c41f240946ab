//! Long searches, which searchers do as a team: the same on any number of threads.

use std::cell::Cell;
use std::ops::ControlFlow;

use proptest::prelude::*;
use tourdion::cover::classics::{self, Region};
use tourdion::cover::question::cheapest::{Cheapest, CheapestCovers};
use tourdion::cover::{Cover, Engine, Links, OptionId, Problem, Statistics};
use tourdion::threads::Threads;
use tourdion::watch::Patient;

use super::{check, partition, with_costs};
use crate::support::drafts::{beside, bounded_drafts};

fn pentominoes() -> Problem {
    with_costs(classics::pentominoes(&Region::rectangle(3, 20)).unwrap(), 1000, 7)
}

/// The covers found on this number of threads, and whether threads were asked for.
fn on(cheapest: &Cheapest, count: usize, threads: usize) -> (CheapestCovers, bool) {
    let (threads, is_asked) = (Threads::new(threads).unwrap(), Cell::new(false));
    let start = || {
        is_asked.set(true);
        Some(&threads)
    };
    (cheapest.first_on(count, &start, &mut Patient), is_asked.get())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if crate::LONG { 2000 } else { 200 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_bound_is_right_wherever_a_team_is_broken_off(draft in bounded_drafts()) {
        let problem = draft.problem();
        let cheapest = Cheapest::new(&problem, &[], &[]).unwrap();
        let cost = cheapest.clone().depth_first().first(1, &mut Patient).at_least;
        let cheapest = cheapest.as_a_team(1);
        let whole = cheapest.first(1, &mut Patient);
        prop_assert_eq!(whole.at_least, cost);
        for limit in 1..whole.statistics.nodes.min(50) {
            let mut watch = |done: &Statistics| {
                if done.nodes < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let found = cheapest.first(1, &mut watch);
            prop_assert!(whole.covers.is_empty() || found.at_least <= cost, "{}", problem);
            prop_assert!(found.at_least < 1 << 64, "{}", problem);
        }
    }
}

#[test]
fn a_long_search_finds_what_one_depth_first_does() {
    for (items, sets, seed) in [(24, 300, 6), (30, 400, 7), (36, 400, 8)] {
        let problem = partition(items, sets, 1000, seed);
        let cheapest = Cheapest::new(&problem, &[], &[]).unwrap();
        for count in [1, 5] {
            let costs = |found: CheapestCovers| -> Vec<u128> {
                found.covers.iter().map(|cover| cover.cost).collect()
            };
            let reference = costs(cheapest.clone().depth_first().first(count, &mut Patient));
            assert_eq!(reference.len(), count);
            assert_eq!(costs(cheapest.first(count, &mut Patient)), reference);
            assert_eq!(
                costs(cheapest.clone().as_a_team(500).first(count, &mut Patient)),
                reference
            );
        }
    }
}

#[test]
fn a_team_finds_the_first_of_all_covers() {
    let problem = with_costs(classics::queens(9).unwrap(), 1000, 2);
    let mut all: Vec<Vec<OptionId>> = Vec::new();
    let mut visit = |cover: Cover<'_>| {
        let mut cover: Vec<OptionId> = cover.options().collect();
        cover.sort_unstable();
        all.push(cover);
        ControlFlow::Continue(())
    };
    assert!(Links::new(&problem).unwrap().search(&mut visit, &mut Patient).is_continue());
    let cheapest = Cheapest::new(&problem, &[], &[]).unwrap();
    for cheapest in
        [cheapest.clone(), cheapest.clone().as_a_team(1 << 10), cheapest.as_a_team(1 << 14)]
    {
        for count in [1, 10, 1000] {
            check(&problem, &all, &cheapest.first(count, &mut Patient).covers, count);
        }
    }
}

#[test]
fn it_goes_the_same_way_on_any_number_of_threads() {
    let problems = [pentominoes(), partition(24, 200, 1000, 3), partition(24, 300, 50, 4)];
    let joined = beside(&problems[1..]).0;
    for problem in problems.iter().chain([&joined]) {
        let cheapest = Cheapest::new(problem, &[], &[]).unwrap();
        let teams = [200, 1 << 14].map(|round| cheapest.clone().as_a_team(round));
        for (cheapest, is_team) in teams.iter().map(|team| (team, true)).chain([(&cheapest, false)])
        {
            for count in [1, 4] {
                let found = cheapest.first(count, &mut Patient);
                assert!(found.is_complete && found.at_least == found.covers[0].cost);
                for threads in [1, 3] {
                    let (on_threads, is_asked) = on(cheapest, count, threads);
                    assert_eq!(on_threads, found);
                    assert!(is_asked || !is_team, "{problem}");
                }
            }
        }
    }
}

#[test]
fn a_team_that_is_broken_off_has_covers_and_a_bound() {
    let problem = partition(36, 500, 1000, 5);
    let cheapest = Cheapest::new(&problem, &[], &[]).unwrap().as_a_team(1000);
    let whole = cheapest.first(1, &mut Patient);
    let nodes = whole.statistics.nodes;
    assert!(nodes > 200, "{nodes}");
    let threads = Threads::new(2).unwrap();
    let mut known = 0;
    for limit in (1..nodes).step_by(usize::try_from(nodes / 40).unwrap()) {
        let watch = |done: &Statistics| {
            if done.nodes < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let alone = cheapest.first(1, &mut watch.clone());
        assert!(alone.statistics.nodes < limit + 1000); // an engine has its own pulses
        assert!(alone.at_least >= known, "a bound that is known is not lost");
        known = alone.at_least;
        for found in [alone, cheapest.first_on(1, &|| Some(&threads), &mut watch.clone())] {
            assert!(!found.is_complete && found.at_least <= whole.at_least);
            for priced in &found.covers {
                assert!(problem.is_cover(&priced.options) && priced.cost >= whole.at_least);
            }
        }
    }
}
