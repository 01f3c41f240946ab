//! Every engine against known counts, and against a search too simple to be wrong.
//!
//! These counts take an engine about a tenth of a second; `tests/long` has those of about a second,
//! and `cargo bench --bench cover` checks its own counts.

use std::num::NonZero;
use std::ops::ControlFlow;

use proptest::prelude::*;
use tourdion::chance::Chance;
use tourdion::cover::classics::{self, Graph, Region};
use tourdion::cover::{
    Cells, Clash, Cover, Engine, Learn, Links, Live, Move, OptionId, Portfolio, Problem,
    ProblemError, Rows, RowsError, Turns,
};
use tourdion::watch::Patient;
use typed_arena::Arena;

use crate::LONG;
use crate::support::drafts::{
    Chosen, bounded_drafts, bounded_reference, clash, costly_drafts, covers_of, drafts, reference,
};
use crate::textbook::Textbook;

/// All engines that can take `problem`.
fn engines(problem: &Problem) -> Vec<(&'static str, Box<dyn Engine>)> {
    let mut engines: Vec<(&'static str, Box<dyn Engine>)> = Vec::new();
    if let Ok(narrow) = Links::<u16>::with_width(problem) {
        engines.push(("links of 16 bits", Box::new(narrow)));
    }
    engines.push(("links of 32 bits", Box::new(Links::new(problem).unwrap())));
    if let Ok(live) = Live::new(problem) {
        engines.push(("live", Box::new(live)));
        let live = || Live::new(problem).unwrap();
        engines.push(("live, portable", Box::new(live().portable())));
        engines.push(("live, largest first", Box::new(live().largest_first())));
        engines.push(("live, least clashing first", Box::new(live().least_clashing_first())));
    }
    let cells = || Cells::new(problem).unwrap();
    engines.push(("cells", Box::new(cells())));
    engines.push(("cells that hand little over", Box::new(cells().handing_over(12))));
    engines.push(("cells alone", Box::new(cells().handing_over(0))));
    engines.push(("weighted", Box::new(cells().weighted())));
    if let Ok(rows) = Rows::new(problem) {
        engines.push(("rows", Box::new(rows)));
        engines.push(("rows alone", Box::new(Rows::new(problem).unwrap().ending_at(0))));
        let least = || Rows::new(problem).unwrap().least_clashing_first();
        engines.push(("rows, least clashing first", Box::new(least())));
        engines.push(("rows that begin anew", Box::new(least().beginning_anew(1))));
        engines.push(("rows, portable", Box::new(Rows::new(problem).unwrap().portable())));
    }
    engines.push(("learn", Box::new(Learn::new(problem).unwrap())));
    let turns = || Turns::new(problem).unwrap().first_for(1);
    engines.push(("turns", Box::new(turns())));
    let portfolio = Portfolio::new(problem, NonZero::new(3)).unwrap().at_once(1);
    engines.push(("portfolio", Box::new(portfolio)));
    let for_list = Turns::for_list(problem).unwrap().first_for(1);
    engines.push(("turns for a list", Box::new(for_list)));
    engines
}

type Row = (&'static str, Result<Problem, ProblemError>, u64);

/// Problems with their numbers of covers; the sources are with the makers in `classics`. The long
/// tests take those alone that the others have not.
fn known() -> Vec<Row> {
    if LONG {
        return large();
    }
    let mut known = small();
    known.extend([
        ("queens 8", classics::queens(8), 92),
        ("queens 9", classics::queens(9), 352),
        ("Langford 7", classics::langford(7), 52),
        ("Langford 8", classics::langford(8), 300),
        ("Langford 9", classics::langford(9), 0),
        ("pentominoes 3x20", classics::pentominoes(&Region::rectangle(3, 20)), 8),
        ("dominoes 5x6", classics::dominoes(5, 6), 1183),
        ("dominoes 7x7", classics::dominoes(7, 7), 0),
        ("L-trominoes 5x6", classics::l_trominoes(5, 6), 72),
        ("matchings of K8", classics::matchings(8), 105),
        ("Latin squares 4", classics::latin(4), 576),
        ("graceful K4", classics::graceful(&Graph::complete(4)), 48),
    ]);
    known
}

/// More of them, which take seconds.
fn large() -> Vec<Row> {
    vec![
        ("dominoes 6x6", classics::dominoes(6, 6), 6728),
        ("matchings of K10", classics::matchings(10), 945),
        ("queens 10", classics::queens(10), 724),
        ("queens 11", classics::queens(11), 2680),
        ("graceful Q3", classics::graceful(&Graph::cube(3)), 2592),
        ("matchings of K11", classics::matchings(11), 0),
        ("Langford 11", classics::langford(11), 35_584),
        ("Soma", classics::soma(), 11_520),
        ("matchings of K12", classics::matchings(12), 10_395),
    ]
}

/// The part of [`known`] that plain recursion can count.
fn small() -> Vec<Row> {
    vec![
        ("no items", Ok(Problem::new()), 1),
        ("the toy", classics::toy(), 1),
        ("the coloured toy", classics::coloured_toy(), 1),
        ("queens 1", classics::queens(1), 1),
        ("queens 2", classics::queens(2), 0),
        ("queens 3", classics::queens(3), 0),
        ("queens 4", classics::queens(4), 2),
        ("queens 5", classics::queens(5), 10),
        ("queens 6", classics::queens(6), 4),
        ("Langford 3", classics::langford(3), 2),
        ("Langford 4", classics::langford(4), 2),
        ("Langford 5", classics::langford(5), 0),
        ("dominoes 4x4", classics::dominoes(4, 4), 36),
        ("dominoes 2x7", classics::dominoes(2, 7), 21),
        ("L-trominoes 3x6", classics::l_trominoes(3, 6), 8),
        ("L-trominoes 4x6", classics::l_trominoes(4, 6), 18),
        ("matchings of K6", classics::matchings(6), 15),
        ("Latin squares 3", classics::latin(3), 12),
        ("graceful P4", classics::graceful(&Graph::path(4)), 4),
        ("graceful K3", classics::graceful(&Graph::complete(3)), 12),
        ("graceful Q2", classics::graceful(&Graph::cube(2)), 16),
    ]
}

#[test]
fn every_engine_has_the_known_counts() {
    for (name, problem, count) in known() {
        let problem = problem.unwrap();
        let arena = Arena::new();
        if let Some(textbook) = Textbook::new(&arena, &problem) {
            assert_eq!(textbook.count(u64::MAX), count, "{name}, as in the textbook");
        }
        // These are for a few covers, and take half a minute for all of some.
        let for_few = ["learn", "turns", "portfolio", "turns for a list"];
        let are_many = count > 1000;
        let engines = engines(&problem).into_iter();
        for (engine_name, mut engine) in
            engines.filter(|(name, _)| !are_many || !for_few.contains(name))
        {
            assert_eq!(engine.count(u64::MAX), count, "{name}, {engine_name}");
            assert_eq!(engine.statistics().covers, count, "{name}, {engine_name}: statistics");
            assert_eq!(engine.sanity(), Ok(()), "{name}, {engine_name}");
        }
    }
}

#[test]
fn every_engine_has_the_covers_of_plain_recursion() {
    for (name, problem, count) in small() {
        let problem = problem.unwrap();
        let expected = reference(&problem, &[], &[]);
        assert_eq!(expected.len() as u64, count, "{name}");
        for (engine_name, mut engine) in engines(&problem) {
            assert_eq!(covers_of(&mut *engine), expected, "{name}, {engine_name}");
        }
    }
}

#[test]
fn a_problem_in_text_has_the_same_covers() {
    for (name, problem, count) in small() {
        let text = problem.unwrap().to_string();
        let again: Problem = text.parse().unwrap();
        assert_eq!(again.to_string(), text, "{name}");
        assert_eq!(Links::new(&again).unwrap().count(count + 1), count, "{name}");
    }
}

#[test]
fn a_search_that_is_broken_off_changes_nothing() {
    let problem = classics::dominoes(4, 4).unwrap();
    for (name, mut engine) in engines(&problem) {
        for limit in [1, 2, 7, 35, 36] {
            assert_eq!(engine.count(limit), limit, "{name}");
            assert_eq!(engine.sanity(), Ok(()), "{name}");
        }
        let flow = engine.search(&mut |_: Cover<'_>| ControlFlow::Break(()), &mut Patient);
        assert!(flow.is_break(), "{name}");
        assert_eq!(engine.count(u64::MAX), 36, "{name}");
    }
}

#[test]
fn an_option_that_is_held_is_not_held_again() {
    // The second option clashes with nothing, not even itself.
    let problem: Problem = "a | x\na\nx:red\na x:blue\n".parse().unwrap();
    let option = OptionId::at(1);
    for (name, mut engine) in engines(&problem) {
        engine.hold(option).unwrap();
        assert_eq!(engine.hold(option), Err(Clash::Held), "{name}");
        assert_eq!(engine.sanity(), Ok(()), "{name}");
        assert_eq!(engine.count(u64::MAX), 1, "{name}");
        engine.release();
        assert_eq!(engine.count(u64::MAX), 2, "{name}");
    }
}

#[test]
fn a_ban_of_an_option_of_another_problem_changes_nothing() {
    let problem = classics::queens(6).unwrap();
    for (name, mut engine) in engines(&problem) {
        engine.ban(OptionId::at(1_000_000));
        assert_eq!(engine.count(u64::MAX), 4, "{name}");
        assert_eq!(engine.sanity(), Ok(()), "{name}");
        assert_eq!(engine.release(), Some(Move::Banned(OptionId::at(1_000_000))), "{name}");
    }
}

#[test]
fn engines_without_multiplicities_refuse_them() {
    let mut problem = Problem::new();
    let (a, c) = (problem.primary("a").unwrap(), problem.multiple("c", 2..=3).unwrap());
    problem.option([a, c]).unwrap();
    let refusal = ProblemError::Multiple("2:3|c".to_owned());
    assert_eq!(
        refusal.to_string(),
        "this engine can't keep multiplicities, as in `2:3|c`; links, live, cells, weighted, \
         turns and memo do"
    );
    assert_eq!(Learn::new(&problem).err(), Some(refusal.clone()));
    assert_eq!(Rows::new(&problem).err(), Some(RowsError::Problem(refusal)));
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Hold(prop::sample::Index),
    Ban(prop::sample::Index),
    Release,
    BreakOff(u64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => any::<prop::sample::Index>().prop_map(Step::Hold),
        3 => any::<prop::sample::Index>().prop_map(Step::Ban),
        2 => Just(Step::Release),
        1 => (1..4_u64).prop_map(Step::BreakOff),
    ];
    prop::collection::vec(step, 0..12)
}

/// What a sequence of moves amounts to.
fn held_and_banned(moves: &[Move]) -> (Vec<OptionId>, Vec<OptionId>) {
    let held =
        moves.iter().filter_map(|m| if let Move::Held(option) = m { Some(*option) } else { None });
    let banned = moves
        .iter()
        .filter_map(|m| if let Move::Banned(option) = m { Some(*option) } else { None });
    (held.collect(), banned.collect())
}

/// Makes the step with the engine and with `moves`, and compares what the two say of it.
fn make(step: Step, problem: &Problem, engine: &mut dyn Engine, moves: &mut Vec<Move>) {
    let options = problem.options().len();
    let (held, banned) = held_and_banned(moves);
    match step {
        Step::Hold(index) if options > 0 => {
            let option = OptionId::at(index.index(options));
            let clashes =
                held.iter().any(|&other| other == option || clash(problem, option, other));
            match engine.hold(option) {
                Ok(()) => {
                    assert!(
                        !clashes && !banned.contains(&option),
                        "{option:?} held beside {moves:?}"
                    );
                    moves.push(Move::Held(option));
                }
                Err(Clash::Item(item)) => {
                    assert!(clashes, "{option:?} refused beside {moves:?}");
                    assert!(problem.entries_of(option).iter().any(|entry| entry.item == item));
                }
                Err(Clash::Held) => {
                    assert!(held.contains(&option), "{option:?} is not held in {moves:?}");
                }
                Err(clash) => assert!(banned.contains(&option), "{option:?}: {clash}"),
            }
        }
        Step::Ban(index) if options > 0 => {
            let option = OptionId::at(index.index(options));
            engine.ban(option);
            moves.push(Move::Banned(option));
        }
        Step::Hold(_) | Step::Ban(_) => {}
        Step::Release => assert_eq!(engine.release(), moves.pop()),
        Step::BreakOff(limit) => assert!(engine.count(limit) <= limit),
    }
    assert_eq!(engine.moves(), moves);
}

/// Compares the engine's lists of primary items, and which is the shortest, with the problem and
/// the moves.
fn check_lists(problem: &Problem, engine: &dyn Engine, held: &[OptionId], banned: &[OptionId]) {
    let has =
        |option: OptionId, item| problem.entries_of(option).iter().any(|entry| entry.item == item);
    let fits = |option: OptionId| !held.iter().any(|&other| clash(problem, option, other));
    let mut shortest = None;
    for item in problem.items() {
        let is_open = problem.is_primary(item) && !held.iter().any(|&option| has(option, item));
        let left =
            |&option: &OptionId| has(option, item) && fits(option) && !banned.contains(&option);
        let expected: Vec<OptionId> = problem.options().filter(|_| is_open).filter(left).collect();
        let mut list = Vec::new();
        engine.list(item, &mut list);
        assert_eq!(list, expected, "{}", problem.name(item));
        if is_open && shortest.is_none_or(|(_, length)| expected.len() < length) {
            shortest = Some((item, expected.len()));
        }
    }
    assert_eq!(engine.shortest(), shortest);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if LONG { 10_000 } else { 2_500 },
        max_shrink_iters: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_problems_have_the_covers_of_plain_recursion(draft in drafts()) {
        let problem = draft.problem();
        let expected = reference(&problem, &[], &[]);
        for (_, mut engine) in engines(&problem) {
            prop_assert_eq!(engine.sanity(), Ok(()));
            prop_assert_eq!(covers_of(&mut *engine), expected.clone());
            prop_assert_eq!(engine.sanity(), Ok(()));
            prop_assert_eq!(engine.count(2), expected.len().min(2) as u64);
            prop_assert_eq!(engine.sanity(), Ok(()));
            prop_assert_eq!(engine.count(u64::MAX), expected.len() as u64);
        }
    }

    #[test]
    fn a_problem_in_another_order_has_the_same_covers(draft in costly_drafts(), seed in 0..9_u64) {
        let problem = draft.problem();
        let mut chance = Chance::new(seed, 0);
        let shuffled = problem.shuffled(&mut |bound| chance.below(bound));
        let mut covers = bounded_reference(shuffled.problem());
        for cover in &mut covers {
            for option in &mut *cover {
                let original = shuffled.original(*option);
                prop_assert_eq!(shuffled.place_of(original), *option);
                prop_assert_eq!(problem.cost(original), shuffled.problem().cost(*option));
                *option = original;
            }
            cover.sort_unstable();
        }
        covers.sort_unstable();
        prop_assert_eq!(covers, bounded_reference(&problem));
        for item in problem.items() {
            let moved = shuffled.problem().item_named(problem.name(item)).unwrap();
            prop_assert_eq!(shuffled.problem().name(moved), problem.name(item));
        }
    }

    #[test]
    fn a_cover_is_told_from_other_sets(draft in drafts(), seed in any::<u16>()) {
        // Any set of options is a cover if and only if no two clash and it has every primary item.
        let problem = draft.problem();
        let some: Chosen =
            problem.options().filter(|option| seed >> (option.index() % 16) & 1 == 1).collect();
        let disjoint = some
            .iter()
            .enumerate()
            .all(|(k, &one)| some[..k].iter().all(|&other| !clash(&problem, one, other)));
        let covered = |item| {
            some.iter()
                .any(|&option| problem.entries_of(option).iter().any(|entry| entry.item == item))
        };
        let whole = problem.items().all(|item| !problem.is_primary(item) || covered(item));
        prop_assert_eq!(problem.is_cover(&some), disjoint && whole);
        for cover in reference(&problem, &[], &[]) {
            prop_assert!(problem.is_cover(&cover));
            prop_assert!(cover.is_empty() || !problem.is_cover(&cover[1..]));
        }
        prop_assert!(!problem.is_cover(&[OptionId::at(problem.options().len())]));
    }

    #[test]
    fn a_cover_obeys_the_bounds(draft in bounded_drafts(), seed in any::<u16>()) {
        let problem = draft.problem();
        let covers = bounded_reference(&problem);
        for cover in &covers {
            prop_assert!(problem.is_cover(cover));
            let twice: Chosen = cover.iter().chain(cover.first()).copied().collect();
            prop_assert!(cover.is_empty() || !problem.is_cover(&twice));
        }
        let has_primary = |option: &OptionId| {
            problem.entries_of(*option).iter().any(|e| problem.is_primary(e.item))
        };
        let some = problem.options().filter(|option| seed >> (option.index() % 16) & 1 == 1);
        let some: Chosen = some.filter(has_primary).collect();
        prop_assert_eq!(problem.is_cover(&some), covers.contains(&some));
    }

    #[test]
    fn costs_change_no_cover(draft in costly_drafts()) {
        let problem = draft.problem();
        for (_, mut engine) in engines(&problem) {
            prop_assert_eq!(covers_of(&mut *engine), bounded_reference(&problem));
        }
    }

    #[test]
    fn so_they_have_with_options_held_and_banned(draft in drafts(), steps in steps()) {
        let problem = draft.problem();
        for (_, mut engine) in engines(&problem) {
            let mut moves = Vec::new();
            for &step in &steps {
                make(step, &problem, &mut *engine, &mut moves);
                prop_assert_eq!(engine.sanity(), Ok(()));
                let (held, banned) = held_and_banned(&moves);
                // An option that is held and then banned stays held, and what clashes is out
                // anyway.
                prop_assert_eq!(covers_of(&mut *engine), reference(&problem, &held, &banned));
                check_lists(&problem, &*engine, &held, &banned);
            }
            while engine.release().is_some() {
                prop_assert_eq!(engine.sanity(), Ok(()));
            }
            prop_assert_eq!(covers_of(&mut *engine), reference(&problem, &[], &[]));
        }
    }
}
