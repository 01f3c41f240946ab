//! Searches in several orders, side by side: they show all covers and no others, and the same
//! number of threads shows the same ones in the same order, whatever else the machine does.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::prelude::*;
use tourdion::cover::{Cover, Engine, EngineProgress, Links, Portfolio, Problem, Turns, classics};
use tourdion::watch::{Patient, Watch};

use crate::made;
use crate::support::drafts::{
    Chosen, bounded_drafts, covers_of, drafts, never_shows_less, reference, sorted,
};

/// A portfolio whose searches start at once.
fn portfolio(problem: &Problem, threads: usize, first_turn: u64, is_for_list: bool) -> Portfolio {
    let engine = if is_for_list { Portfolio::for_list } else { Portfolio::new };
    engine(problem, NonZero::new(threads)).unwrap().at_once(first_turn)
}

/// Has a pulse at every node, and breaks at the last of this number.
struct Breaks(u64);

impl Watch<EngineProgress<'_>> for Breaks {
    fn patience(&self) -> u64 {
        1
    }

    fn pulse(&mut self, _: &EngineProgress<'_>) -> ControlFlow<()> {
        self.0 -= 1;
        if self.0 > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// The covers in the order of the engine, up to `limit` of them, and whether that is all.
fn in_order(engine: &mut dyn Engine, limit: usize, pulses: u64) -> (Vec<Chosen>, bool) {
    let mut covers = Vec::new();
    let mut keep = |cover: Cover<'_>| {
        covers.push(cover.options().collect());
        if covers.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let flow = engine.search(&mut keep, &mut Breaks(pulses));
    (covers, flow.is_continue())
}

fn problems() -> impl Iterator<Item = Problem> {
    let problems = [
        classics::langford(8),
        classics::queens(8),
        classics::latin(4),
        classics::matchings(10),
        classics::queens(30), // too wide for a live list
        classics::latin(9),
        classics::matchings(13), // which has no cover
    ];
    problems.into_iter().map(Result::unwrap)
}

#[test]
fn the_same_number_of_threads_shows_the_same_covers_in_the_same_order() {
    let mut differ = 0;
    for (at, problem) in problems().enumerate() {
        for (first_turn, limit) in [(1, 1), (1, 2), (1, 40), (1000, 2), (20_000, 40)] {
            for is_for_list in [false, true] {
                let shown = |threads| {
                    let mut engine = portfolio(&problem, threads, first_turn, is_for_list);
                    let shown = in_order(&mut engine, limit, u64::MAX);
                    engine.sanity().unwrap();
                    shown
                };
                let first = shown(4);
                for _ in 0..4 {
                    assert!(shown(4) == first, "problem {at}, {first_turn}, {limit}");
                }
                let covers = shown(1).0;
                assert_eq!(covers.len(), first.0.len(), "problem {at}, {first_turn}, {limit}");
                differ += usize::from(covers != first.0);
            }
        }
    }
    assert!(differ > 10, "in {differ} of 70 cases another order was first");
}

#[test]
fn what_is_near_its_end_is_searched_by_all_threads_together() {
    let problems = [classics::langford(10), classics::matchings(13), classics::langford(11)];
    for (at, problem) in problems.into_iter().map(Result::unwrap).enumerate() {
        let expected = sorted(covers_of(&mut Links::new(&problem).unwrap()));
        let engine = || portfolio(&problem, 3, 1, false);
        for mut engine in [engine(), engine().never_together()] {
            for _ in 0..2 {
                let (covers, is_all) = in_order(&mut engine, usize::MAX, u64::MAX);
                assert!(is_all && sorted(covers) == expected, "problem {at}");
                engine.sanity().unwrap();
            }
            assert!(engine.together() > 0, "problem {at}");
        }
    }
}

#[test]
fn it_can_be_broken_off() {
    let problem = classics::langford(8).unwrap();
    let mut engine = portfolio(&problem, 3, 1, false);
    for pulses in 1..200 {
        let (covers, is_all) = in_order(&mut engine, usize::MAX, pulses);
        assert!(!is_all && covers.len() < 300, "{pulses}");
        engine.sanity().unwrap();
    }
    assert_eq!(engine.count(u64::MAX), 300);
}

#[test]
fn a_panic_of_the_visitor_is_passed_on_and_the_threads_end() {
    let problem = classics::langford(8).unwrap();
    let mut engine = portfolio(&problem, 3, 1, false);
    let mut left = 10;
    let mut panics = |_: Cover<'_>| {
        left -= 1;
        assert!(left > 0, "of the visitor");
        ControlFlow::Continue(())
    };
    let search = AssertUnwindSafe(|| engine.search(&mut panics, &mut Patient));
    assert!(catch_unwind(search).is_err());
}

#[test]
fn what_the_watch_sees_never_gets_less() {
    for problem in problems() {
        for is_for_list in [false, true] {
            let mut engine = portfolio(&problem, 3, 1, is_for_list);
            (0..2).for_each(|_| never_shows_less(&mut engine));
        }
    }
}

/// Without a test's word to start at once.
#[test]
fn where_one_order_is_slow_another_has_the_cover() {
    let slow = |seed| made::colouring(60, 8, 680, seed);
    let first_of = |engine: &mut dyn Engine| engine.first(1).remove(0);
    let mut differ = 0;
    for problem in [4, 11, 12].map(slow) {
        let alone = first_of(&mut Turns::new(&problem).unwrap());
        let on = |threads| Portfolio::new(&problem, NonZero::new(threads)).unwrap();
        assert_eq!(first_of(&mut on(1)), alone);
        let beside = first_of(&mut on(4));
        assert!(problem.is_cover(&beside));
        assert_eq!(first_of(&mut on(4)), beside);
        differ += usize::from(beside != alone);
    }
    assert!(differ > 0, "the first order is first on all");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if crate::LONG { 3_000 } else { 300 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_covers_are_those_of_plain_recursion(
        single in drafts(),
        bounded in bounded_drafts(),
        is_bounded in any::<bool>(),
        is_for_list in any::<bool>(),
        first_turn in prop_oneof![Just(1), Just(40), Just(u64::MAX)],
        moves in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..4),
    ) {
        let problem = if is_bounded { bounded.problem() } else { single.problem() };
        let mut engine = portfolio(&problem, 3, first_turn, is_for_list);
        let (mut held, mut banned) = (Chosen::new(), Chosen::new());
        let options: Vec<_> = problem.options().collect();
        for (at, is_ban) in moves {
            if options.is_empty() {
                break;
            }
            let option = options[at.index(options.len())];
            if is_ban {
                engine.ban(option);
                banned.push(option);
            } else if engine.hold(option).is_ok() {
                held.push(option);
            }
            // What is banned after it was held stays held.
            banned.retain(|option| !held.contains(option));
            let expected = reference(&problem, &held, &banned);
            let (covers, is_all) = in_order(&mut engine, usize::MAX, u64::MAX);
            prop_assert!(is_all);
            prop_assert_eq!(sorted(covers), expected.clone());
            prop_assert_eq!(engine.count(2), expected.len().min(2) as u64);
        }
        prop_assert_eq!(engine.sanity(), Ok(()));
        while engine.release().is_some() {}
        prop_assert_eq!(covers_of(&mut engine).len() as u128, problem.count());
    }
}
