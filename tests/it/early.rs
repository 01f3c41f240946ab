//! A search for a few covers of a wide problem, which begins with links: the covers are those of
//! plain recursion, whether links come to the end or another engine takes over half-way.
//!
//! A random problem becomes wide by items that have one option each, of one to six items. The more
//! options these are, the sooner the moment of links is over.
//!
//! A plain search of a problem that keeps pairs of options apart begins with rows, which restart.

use proptest::prelude::*;
use tourdion::cover::{Cells, Cover, Engine, Move, OptionEntry, OptionId, Problem, Turns};
use tourdion::watch::Patient;

use crate::made;
use crate::support::drafts::{Chosen, drafts, reference, sorted};

/// More than a live list takes.
const WIDE: usize = 264;

/// The same problem, wide: the new options, of this number of items, come after all others. They
/// are one component by a colour on which all agree, or each is one.
fn widened(mut problem: Problem, each: usize, are_one: bool) -> Problem {
    let tie = problem.secondary("tie").unwrap();
    let colour = problem.colour("red").unwrap();
    for number in 0..WIDE / each {
        let item = |k| format!("wide{}", number * each + k);
        let items = (0..each).map(|k| problem.primary(&item(k)).unwrap().into());
        let mut entries: Vec<OptionEntry> = items.collect();
        entries.extend(are_one.then(|| OptionEntry::from((tie, colour))));
        problem.option(entries).unwrap();
    }
    problem
}

/// The covers, without the new options.
fn covers_of(engine: &mut Turns, old: usize) -> Vec<Chosen> {
    let mut covers: Vec<Chosen> = Vec::new();
    let mut keep = |cover: Cover<'_>| {
        covers.push(cover.options().filter(|option| option.index() < old).collect());
        std::ops::ControlFlow::Continue(())
    };
    assert!(engine.search(&mut keep, &mut Patient).is_continue());
    sorted(covers)
}

#[test]
fn rows_restart_where_pairs_of_options_are_kept_apart() {
    // The first choices of these are bad: without restarts they take 34 million nodes.
    let nodes = |seed| {
        let mut engine = Turns::new(&made::colouring(60, 8, 680, seed)).unwrap();
        assert_eq!(engine.count(1), 1);
        engine.statistics().nodes
    };
    let all: u64 = [4, 11, 12].map(nodes).iter().sum();
    assert!(all < 4_000_000, "{all} nodes");
}

#[test]
fn runs_by_weights_forget_the_options_of_the_last_one() {
    // Where they remember these, they take 77,000 nodes.
    let nodes = |(options, seed)| {
        let problem = made::random(240, options, seed);
        let mut engine = Cells::new(&problem).unwrap().weighted();
        assert_eq!(engine.count(1), 1);
        engine.statistics().nodes
    };
    let all: u64 = [(500, 1), (500, 2), (550, 2)].map(nodes).iter().sum();
    assert!(all < 15_000, "{all} nodes");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if crate::LONG { 3_000 } else { 500 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_wide_problem_has_the_covers_of_plain_recursion(
        draft in drafts(),
        each in 1..=6_usize,
        held in any::<prop::sample::Index>(),
        is_ban in any::<bool>(),
        are_one in any::<bool>(),
    ) {
        let problem = draft.problem();
        let old = problem.options().len();
        let wide = widened(problem.clone(), each, are_one);
        let mut engine = Turns::new(&wide).unwrap();
        let (mut in_it, mut out) = (Vec::new(), Vec::new());
        if old > 0 {
            let option = OptionId::at(held.index(old));
            if is_ban {
                engine.ban(option);
                out.push(option);
            } else if engine.hold(option).is_ok() {
                in_it.push(option);
            }
        }
        prop_assert_eq!(engine.sanity(), Ok(()));
        prop_assert_eq!(covers_of(&mut engine, old), reference(&problem, &in_it, &out));
        prop_assert_eq!(engine.sanity(), Ok(()));
        let made: Vec<Move> = engine.moves().to_vec();
        let held = in_it.iter().map(|&option| Move::Held(option));
        let banned = out.iter().map(|&option| Move::Banned(option));
        let expected: Vec<Move> = held.chain(banned).collect();
        prop_assert_eq!(made, expected);
        // Another engine may be there by now.
        while engine.release().is_some() {}
        prop_assert_eq!(engine.sanity(), Ok(()));
        let all = reference(&problem, &[], &[]);
        prop_assert_eq!(engine.count(2), all.len().min(2) as u64);
        prop_assert_eq!(covers_of(&mut engine, old), all);
    }
}
