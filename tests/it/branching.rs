//! Links that branch on other items find the same covers, in another order.

use proptest::prelude::*;
use tourdion::cover::engine::links::{Branching, Links, narrowest};
use tourdion::cover::{Engine, OptionId, Problem, classics};

use crate::support::drafts::{Chosen, drafts, reference};

fn sorted(mut covers: Vec<Chosen>) -> Vec<Chosen> {
    for cover in &mut covers {
        cover.sort_unstable();
    }
    covers.sort_unstable();
    covers
}

fn links(problem: &Problem, branching: Branching) -> Links {
    Links::new(problem).unwrap().branching(branching, problem)
}

/// For each primary item in order, the option that covers it.
fn by_items(problem: &Problem, cover: &[OptionId]) -> Vec<OptionId> {
    let primary = problem.items().filter(|&item| problem.is_primary(item));
    let option_of = |item| {
        let has_it = |&&option: &&OptionId| {
            problem.entries_of(option).iter().any(|entry| entry.item == item)
        };
        *cover.iter().find(has_it).expect("a cover has every primary item")
    };
    primary.map(option_of).collect()
}

#[test]
fn each_branches_on_the_item_that_it_prefers() {
    // The first item has three options, `b` two, and the sharp one, which is last, three.
    let problem: Problem = "a b #c\na b\na #c\na\nb #c\n#c\n#c a b\n".parse().unwrap();
    let first = |branching| {
        let mut links = links(&problem, branching);
        assert_eq!(sorted(links.first(9)), reference(&problem, &[], &[]));
        links.first(1)[0].iter().map(|option| option.index() + 1).collect::<Vec<_>>()
    };
    assert_eq!(first(Branching::First), [1, 5]); // `a b` is the first option of `a`
    assert_eq!(first(Branching::Shortest), [1, 5]);
    let sharp = links(&problem, Branching::Sharp).first(1)[0].clone();
    // `a #c` is the first option of `#c`; then nothing is left for `b`, and `b #c` is next.
    assert_eq!(sharp, [OptionId::at(3), OptionId::at(2)]);
    // Without a sharp item the shortest is preferred.
    let queens = classics::queens(6).unwrap();
    let nodes = |branching| {
        let mut links = links(&queens, branching);
        (links.count(u64::MAX), links.statistics().nodes)
    };
    assert_eq!(nodes(Branching::Sharp), nodes(Branching::Shortest));
    assert!(nodes(Branching::First).1 > nodes(Branching::Shortest).1);
}

#[test]
fn names_are_read_back() {
    for &branching in Branching::ALL {
        assert_eq!(branching.to_string().parse(), Ok(branching));
    }
    let error = "longest".parse::<Branching>().unwrap_err();
    assert_eq!(error.to_string(), "expected one of shortest, sharp, first, found `longest`");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if crate::LONG { 3_000 } else { 1_000 },
        max_shrink_iters: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_covers_do_not_depend_on_the_branching(draft in drafts(), sharp in any::<u8>()) {
        let mut text = draft.problem().to_string();
        for k in (0..draft.primary).filter(|k| sharp >> k & 1 == 1) {
            text = text.replace(&format!("p{k}"), &format!("#p{k}"));
        }
        let problem: Problem = text.parse().unwrap();
        let expected = reference(&problem, &[], &[]);
        for &branching in Branching::ALL {
            let mut engine = narrowest(&problem, branching).unwrap();
            prop_assert_eq!(sorted(engine.first(usize::MAX)), expected.clone(), "{}", branching);
            prop_assert_eq!(engine.sanity(), Ok(()));
            for option in problem.options().take(3) {
                let held: Vec<_> = engine.hold(option).map(|()| option).into_iter().collect();
                let covers = sorted(engine.first(usize::MAX));
                prop_assert_eq!(covers, reference(&problem, &held, &[]), "{}", branching);
                prop_assert_eq!(engine.moves().len(), held.len());
                while engine.release().is_some() {}
            }
        }
    }

    #[test]
    fn the_first_item_makes_the_order_of_the_problem(draft in drafts()) {
        let problem = draft.problem();
        let covers = links(&problem, Branching::First).first(usize::MAX);
        let keys: Vec<_> = covers.iter().map(|cover| by_items(&problem, cover)).collect();
        prop_assert!(keys.is_sorted(), "{:?}", keys);
    }
}
