//! Counts on several threads, where the walk runs beside the parts of a plain search: the counts of
//! one thread, and of a search too simple to be wrong.

use std::ops::ControlFlow::{self, Break, Continue};

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tourdion::cover::classics::{self, Region};
use tourdion::cover::question::memo::{CountWork, Counter};
use tourdion::cover::{CoverTotal, Engine, Links, OptionId, Problem, ProblemError};
use tourdion::threads::Threads;
use tourdion::watch::{Patient, Watch};

use crate::support::drafts::{bounded_drafts, drafts, reference};

/// A watch with pulses at each node, which breaks at the one with this number.
struct Breaks(u64);

impl Watch<CountWork> for Breaks {
    fn patience(&self) -> u64 {
        1
    }

    fn pulse(&mut self, _: &CountWork) -> ControlFlow<()> {
        self.0 -= 1;
        if self.0 > 0 { Continue(()) } else { Break(()) }
    }
}

fn counter(problem: &Problem, memory: usize) -> Counter {
    Counter::new(problem, &[], &[], memory).unwrap().alone_for(1)
}

/// Problems whose walk is first, and others, with their counts.
fn known() -> Vec<(&'static str, Result<Problem, ProblemError>, u64)> {
    vec![
        ("queens 8", classics::queens(8), 92),
        ("queens 11", classics::queens(11), 2680),
        ("Langford 9", classics::langford(9), 0),
        ("Langford 11", classics::langford(11), 35_584),
        ("pentominoes 3x20", classics::pentominoes(&Region::rectangle(3, 20)), 8),
        ("dominoes 12x12", classics::dominoes(12, 12), 53_060_477_521_960_000),
        ("L-trominoes 9x10", classics::l_trominoes(9, 10), 9_567_192),
        ("matchings of K16", classics::matchings(16), 2_027_025),
        ("Latin squares 5", classics::latin(5), 161_280),
        ("tetrominoes", classics::tetrominoes_twice(&Region::rectangle(8, 5)), 3106),
    ]
}

/// Those with few covers, and with `LONG` all of them.
fn quick() -> impl Iterator<Item = (&'static str, Result<Problem, ProblemError>, u64)> {
    known().into_iter().filter(|&(_, _, count)| crate::LONG || !(10_000..1 << 40).contains(&count))
}

#[test]
fn several_threads_count_what_one_counts() {
    for number in [1, 3] {
        let threads = Threads::new(number).unwrap();
        let (mut walks, mut searches) = (0, 0);
        for (name, problem, count) in quick() {
            let mut counter = counter(&problem.unwrap(), 1 << 24);
            let answer = counter.count_on(&|| Some(&threads), &mut Breaks(u64::MAX));
            assert_eq!(answer, Continue(count.into()), "{name} on {number}");
            let finishers = counter.finishers();
            assert_eq!(finishers.shared > 0, number > 1, "{name} on {number}");
            (walks, searches) = (walks + finishers.walks, searches + finishers.searches);
            assert!(counter.work().bytes <= 1 << 24, "{name}");
            assert_eq!(counter.count(&mut Patient), Continue(count.into()), "{name}, again");
        }
        assert!(walks > 0 && searches > 0, "{walks} and {searches}");
    }
}

#[test]
fn a_count_on_threads_that_was_broken_off_goes_on() {
    let threads = Threads::new(2).unwrap();
    for (name, problem, count) in quick() {
        let (mut counter, mut patience) = (counter(&problem.unwrap(), 1 << 24), 1);
        let found = loop {
            // Either way of counting goes on from what the other left.
            let flow = if patience % 3 == 0 {
                counter.count(&mut Breaks(patience))
            } else {
                counter.count_on(&|| Some(&threads), &mut Breaks(patience))
            };
            if let Continue(found) = flow {
                break found;
            }
            assert!(counter.so_far() <= count.into(), "{name}: {} so far", counter.so_far());
            patience += 1 + patience / 4;
        };
        assert_eq!(found, CoverTotal::from(count), "{name}");
        assert!(patience > 1, "{name}: it was broken off at least once");
    }
}

#[test]
fn the_covers_counted_on_threads_have_numbers() {
    let threads = Threads::new(3).unwrap();
    for problem in [classics::dominoes(6, 6), classics::queens(8), classics::langford(8)] {
        let problem = problem.unwrap();
        let mut counter = counter(&problem, 1 << 20);
        let count = counter.count_on(&|| Some(&threads), &mut Breaks(u64::MAX));
        let count = count.continue_value().and_then(|count| count.to_u128()).unwrap() as u64;
        let numbered = |number: u64| counter.cover(&number.into(), &mut Patient);
        let mut covers: Vec<Vec<OptionId>> = (0..count)
            .map(numbered)
            .map(|cover| cover.continue_value().flatten().unwrap())
            .collect();
        covers.sort_unstable();
        let mut expected = Links::new(&problem).unwrap().first(usize::MAX);
        for cover in &mut expected {
            cover.sort_unstable();
        }
        expected.sort_unstable();
        assert!(covers == expected);
    }
}

#[test]
fn random_problems_have_as_many_covers_as_by_plain_recursion() {
    let threads = Threads::new(2).unwrap();
    let config = ProptestConfig {
        cases: if crate::LONG { 10_000 } else { 300 },
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let draft = prop_oneof![drafts(), bounded_drafts()];
    let memory = prop::sample::select(vec![0, 64, 1 << 20]);
    let ran = TestRunner::new(config).run(&(draft, memory), |(draft, memory)| {
        let problem = draft.problem();
        let mut counter = counter(&problem, memory);
        let answer = counter.count_on(&|| Some(&threads), &mut Breaks(u64::MAX));
        let expected = reference(&problem, &[], &[]).len();
        prop_assert_eq!(answer, Continue(expected.into()));
        prop_assert!(counter.work().bytes <= memory);
        Ok(())
    });
    ran.unwrap();
}
