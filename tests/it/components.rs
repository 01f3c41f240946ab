//! A few covers of a problem in several components: they are the combinations of the components'
//! covers, with options held and banned, and one component without covers ends the search.

use std::ops::ControlFlow;

use proptest::prelude::*;
use tourdion::chance::Chance;
use tourdion::cover::{Cover, Engine, EngineProgress, Links, OptionId, Problem, Turns, classics};
use tourdion::watch::{Patient, Watch};

use crate::support::drafts::{
    Chosen, Draft, beside, bounded_drafts, covers_of, drafts, never_shows_less, reference, sorted,
};

/// The covers of the whole: each combination of those of the problems beside each other.
fn combined(problems: &[Problem], options: &[Vec<OptionId>], moved: &[Moved]) -> Vec<Chosen> {
    let mut wholes = vec![Chosen::new()];
    for ((problem, options), Moved { held, banned }) in problems.iter().zip(options).zip(moved) {
        let covers = reference(problem, held, banned);
        let longer = |whole: &Chosen, cover: &Chosen| {
            whole.iter().copied().chain(cover.iter().map(|o| options[o.index()])).collect()
        };
        wholes = wholes.iter().flat_map(|w| covers.iter().map(|c| longer(w, c))).collect();
    }
    sorted(wholes)
}

/// The options of a problem that are held and banned.
#[derive(Clone, Default)]
struct Moved {
    held: Vec<OptionId>,
    banned: Vec<OptionId>,
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if crate::LONG { 10_000 } else { 500 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn covers_are_the_combinations_of_those_of_the_components(
        single in prop::collection::vec(drafts(), 2..4),
        bounded in prop::collection::vec(bounded_drafts(), 2..4),
        is_bounded in any::<bool>(),
        first_turn in prop_oneof![Just(1), Just(40), Just(u64::MAX)],
        moves in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..4),
    ) {
        let drafts = if is_bounded { bounded } else { single };
        let problems: Vec<Problem> = drafts.iter().map(Draft::problem).collect();
        let (whole, options) = beside(&problems);
        let mut engine = Turns::new(&whole).unwrap().first_for(first_turn);
        let mut moved = vec![Moved::default(); problems.len()];
        let all = combined(&problems, &options, &moved);
        prop_assume!(all.len() <= 3_000);
        prop_assert_eq!(covers_of(&mut engine), all.clone());
        for (option, is_ban) in moves {
            let (k, option) = match whole.options().len() {
                0 => break,
                count => place_of(OptionId::at(option.index(count)), &options),
            };
            if is_ban {
                engine.ban(options[k][option.index()]);
                moved[k].banned.push(option);
            } else if engine.hold(options[k][option.index()]).is_ok() {
                moved[k].held.push(option);
            }
            prop_assert_eq!(engine.sanity(), Ok(()));
            // What is banned after it was held stays held.
            for Moved { held, banned } in &mut moved {
                banned.retain(|option| !held.contains(option));
            }
            let expected = combined(&problems, &options, &moved);
            prop_assert_eq!(engine.count(2), expected.len().min(2) as u64);
            prop_assert_eq!(covers_of(&mut engine), expected);
        }
        while engine.release().is_some() {}
        prop_assert_eq!(engine.sanity(), Ok(()));
        prop_assert_eq!(covers_of(&mut engine), all);
    }
}

#[test]
fn what_the_watch_sees_never_gets_less() {
    for seed in 0..if crate::LONG { 1_000 } else { 60 } {
        let mut chance = Chance::new(seed, 0);
        let count = 14 + chance.below(14);
        let mut order: Vec<usize> = (0..count).collect();
        let mut problem = Problem::new();
        let parts = 1 + seed % 3;
        let mut items = Vec::new();
        for part in 0..parts {
            let item = |k: usize| problem.primary(&format!("{part}.{k}")).unwrap();
            items.push((0..count).map(item).collect::<Vec<_>>());
        }
        chance.shuffle(&mut order);
        // A cover in threes, and others.
        let mut options: Vec<Vec<usize>> = order.chunks(3).map(<[usize]>::to_vec).collect();
        for _ in 0..3 * count {
            chance.shuffle(&mut order);
            options.push(order[..2 + chance.below(3)].to_vec());
        }
        for items in &items {
            for option in &options {
                problem.option(option.iter().map(|&k| items[k])).unwrap();
            }
        }
        let mut engine = Turns::new(&problem).unwrap().first_for(0);
        (0..3).for_each(|_| never_shows_less(&mut engine));
    }
}

/// The problem that an option of the whole is from, and its number there.
fn place_of(option: OptionId, options: &[Vec<OptionId>]) -> (usize, OptionId) {
    let place = |options: &Vec<OptionId>| options.iter().position(|&other| other == option);
    let places = options.iter().enumerate();
    let mut found = places.filter_map(|(k, options)| Some((k, OptionId::at(place(options)?))));
    found.next().unwrap()
}

#[test]
fn one_component_without_covers_ends_a_search() {
    // There is no Langford's sequence of ten pairs.
    let problems = [8, 8, 8, 8, 10].map(|pairs| classics::langford(pairs).unwrap());
    let whole = beside(&problems).0;
    let mut turns = Turns::new(&whole).unwrap();
    assert_eq!(turns.first(1), Vec::<Chosen>::new());
    let nodes = turns.statistics().nodes;
    // Links that go back into the others are far from the end by then.
    let mut links = Links::new(&whole).unwrap();
    let mut watch = Until(20 * nodes);
    let flow = links.search(&mut |_: Cover<'_>| ControlFlow::Continue(()), &mut watch);
    assert!(flow.is_break(), "{nodes} nodes by turns");
}

#[test]
fn a_search_of_components_can_be_broken_off_anywhere() {
    let problems = [8, 7, 4].map(|pairs| classics::langford(pairs).unwrap());
    let whole = beside(&problems).0;
    let mut turns = Turns::new(&whole).unwrap().first_for(1);
    let all = turns.count(u64::MAX);
    assert_eq!(all, (2 * 150) * (2 * 26) * 2);
    let is_broken = |turns: &mut Turns, nodes: u64| {
        let until = turns.statistics().nodes + nodes;
        let flow = turns.search(&mut |_: Cover<'_>| ControlFlow::Continue(()), &mut Until(until));
        turns.sanity().unwrap();
        flow.is_break()
    };
    let broken = (0..12).filter(|&step| is_broken(&mut turns, 1 << step)).count();
    assert!(broken > 5, "{broken} broken off");
    let flow = turns.search(&mut |_: Cover<'_>| ControlFlow::Continue(()), &mut Patient);
    assert!(flow.is_continue());
}

/// Ends a search at this number of nodes.
struct Until(u64);

impl Watch<EngineProgress<'_>> for Until {
    fn patience(&self) -> u64 {
        1
    }

    fn pulse(&mut self, so_far: &EngineProgress<'_>) -> ControlFlow<()> {
        let is_over = so_far.statistics.nodes >= self.0;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
