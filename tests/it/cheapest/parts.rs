//! The cheapest covers of problems in parts, against all that join covers of the parts.

use std::fmt::Write;
use std::ops::ControlFlow;

use proptest::prelude::*;
use tourdion::chance::Chance;
use tourdion::cover::question::cheapest::Cheapest;
use tourdion::cover::{OptionId, Problem, Statistics};
use tourdion::watch::Patient;

use super::{cheapest, check};
use crate::support::drafts::{
    beside, bounded_drafts, bounded_reference, costly_drafts, has_primary,
};

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if crate::LONG { 10_000 } else { 500 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn those_of_parts_are_joined(one in costly_drafts(), other in bounded_drafts()) {
        let parts = [one.problem(), other.problem()];
        let (whole, options) = beside(&parts);
        let all = parts.each_ref().map(bounded_reference);
        let of_whole = |part: usize, cover: &[OptionId]| -> Vec<OptionId> {
            cover.iter().map(|option| options[part][option.index()]).collect()
        };
        let joined = |a: &[OptionId], b: &[OptionId]| -> Vec<OptionId> {
            let mut both = [of_whole(0, a), of_whole(1, b)].concat();
            both.sort_unstable();
            both
        };
        let all: Vec<Vec<OptionId>> =
            all[0].iter().flat_map(|a| all[1].iter().map(|b| joined(a, b))).collect();
        for count in [1, 2, 3, 10, usize::MAX] {
            let found = Cheapest::new(&whole, &[], &[]).unwrap().first(count, &mut Patient);
            check(&whole, &all, &found.covers, count);
            prop_assert_eq!(found.at_least, found.covers.first().map_or(0, |cover| cover.cost));
        }
        // What is held may leave parts where there were none, and costs its part.
        let tight = whole.options().filter(|&option| has_primary(&whole, option));
        for held in tight.step_by(2) {
            let all: Vec<_> = all.iter().filter(|cover| cover.contains(&held)).cloned().collect();
            let found = Cheapest::new(&whole, &[held], &[]).unwrap().first(3, &mut Patient);
            check(&whole, &all, &found.covers, 3);
        }
    }
}

#[test]
fn parts_take_no_more_nodes_than_each_alone() {
    // Pairs of seven things, or single ones that cost more: half of each pair is too low a bound.
    let part = |seed| {
        let mut chance = Chance::new(seed, 0);
        let mut text = "a b c d e f g\n".to_owned();
        for (k, one) in "abcdefg".chars().enumerate() {
            writeln!(text, "{one} |{}", 40 + chance.below(20)).unwrap();
            for other in "abcdefg".chars().take(k) {
                writeln!(text, "{one} {other} |{}", 30 + chance.below(30)).unwrap();
            }
        }
        text.parse::<Problem>().unwrap()
    };
    let parts: Vec<Problem> = (0..12).map(part).collect();
    let alone = parts.iter().map(|part| cheapest(part).1).sum::<u128>();
    let (whole, _) = beside(&parts);
    let mut few_nodes = |so_far: &Statistics| {
        if so_far.nodes < 20_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let found = Cheapest::new(&whole, &[], &[]).unwrap().first(5, &mut few_nodes);
    assert!(found.is_complete, "{:?}", found.statistics);
    assert_eq!((found.covers.len(), found.covers[0].cost), (5, alone));

    // Broken off, it has a cover from what each part has found, and a bound.
    let mut least = u128::MAX;
    for nodes in [200, 400, 800] {
        let mut few = |so_far: &Statistics| {
            if so_far.nodes < nodes { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let found = Cheapest::new(&whole, &[], &[]).unwrap().first(5, &mut few);
        assert!(found.at_least <= alone);
        let cheapest = found.covers.first().map_or(u128::MAX, |cover| cover.cost);
        assert!(cheapest >= alone && cheapest <= least);
        least = cheapest;
    }
}
