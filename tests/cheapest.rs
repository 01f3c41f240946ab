//! The cheapest covers against all covers, sorted; and against methods for problems of one kind.

use drafts::{bounded_drafts, bounded_reference, costly_drafts};
use proptest::prelude::*;
use tourdion::cover::cheapest::{Cheapest, Priced};
use tourdion::cover::{OptionId, Problem};

mod drafts;

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
    assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "no cover is there twice, and all are in order");
    for Priced { cost, options } in found {
        assert_eq!(*cost, cost_of(problem, options));
        assert!(options.is_sorted() && all.contains(options), "{options:?} of\n{problem}");
    }
}

fn check_all_counts(problem: &Problem) {
    let all = bounded_reference(problem);
    let cheapest = Cheapest::new(problem, &[], &[]).unwrap();
    for count in [0, 1, 2, 3, 10, usize::MAX] {
        check(problem, &all, &cheapest.first(count), count);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn they_are_the_first_of_all_covers_sorted(draft in costly_drafts()) {
        check_all_counts(&draft.problem());
    }

    #[test]
    fn so_they_are_with_multiplicities(draft in bounded_drafts()) {
        check_all_counts(&draft.problem());
    }
}
