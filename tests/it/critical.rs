//! Every method for critical options against the definition: hold the option, and count the covers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use proptest::prelude::*;
use tourdion::cover::classics;
use tourdion::cover::question::critical::{
    CoverCount, Critical, CriticalError, CriticalSearch, Method, critical_options,
};
use tourdion::cover::{
    Cells, Engine, EngineKind, Links, OptionId, Problem, Statistics, Turns, UnknownOption,
};
use tourdion::sudoku::{Grid, Shape, encode};
use tourdion::watch::Patient;

use crate::support::drafts::{Chosen, bounded_drafts, bounded_reference, clash, drafts, reference};

/// Each critical option with its cover.
type Answer = (CoverCount, BTreeMap<OptionId, Chosen>);

/// The answer according to the definition, from a list of all covers with what is held.
fn by_definition(problem: &Problem, held: &[OptionId], covers: &[Chosen]) -> Answer {
    let with = |option| covers.iter().filter(move |cover: &&Chosen| cover.contains(&option));
    let candidates =
        problem.options().filter(|&option| has_primary(problem, option) && !held.contains(&option));
    let critical = candidates.filter(|&option| with(option).count() == 1);
    let answer = critical.filter_map(|option| Some((option, with(option).next()?.clone())));
    let count = match covers.len() {
        0 => CoverCount::None,
        1 => CoverCount::One,
        _ => CoverCount::More,
    };
    (count, answer.collect())
}

fn has_primary(problem: &Problem, option: OptionId) -> bool {
    problem.entries_of(option).iter().any(|entry| problem.is_primary(entry.item))
}

/// The answer of a search, after a look at each witness.
fn checked(problem: &Problem, held: &[OptionId], critical: &Critical) -> Answer {
    assert_eq!(critical.len(), critical.options().count());
    assert_eq!(critical.is_empty(), critical.options().next().is_none());
    assert!(critical.options().is_sorted_by(|a, b| a < b));
    for (option, cover) in critical.iter() {
        assert!(problem.is_cover(cover) && cover.contains(&option) && !held.contains(&option));
        assert!(held.iter().all(|held| cover.contains(held)));
        assert_eq!(critical.cover_with(option), Some(cover));
    }
    (critical.covers(), critical.iter().map(|(option, cover)| (option, cover.to_vec())).collect())
}

fn find(
    search: &mut CriticalSearch<'_>,
    problem: &Problem,
    held: &[OptionId],
    banned: &[OptionId],
) -> Answer {
    let found = search.find(held, banned, &mut Patient).unwrap().continue_value();
    checked(problem, held, found.expect("a search that is not broken off answers"))
}

/// The answers for all sets of `off` of the options held, in order.
fn take_off(
    search: &mut CriticalSearch<'_>,
    problem: &Problem,
    held: &[OptionId],
    off: usize,
) -> Vec<(Chosen, Answer)> {
    let mut answers = Vec::new();
    let mut take = |gone: &[OptionId], critical: &Critical| {
        let left: Vec<OptionId> =
            held.iter().filter(|option| !gone.contains(option)).copied().collect();
        answers.push((gone.to_vec(), checked(problem, &left, critical)));
        ControlFlow::Continue(())
    };
    let flow = search.take_off(held, off, &mut take, &mut Patient);
    assert_eq!(flow, Ok(ControlFlow::Continue(())));
    answers
}

fn searches(problem: &Problem) -> impl Iterator<Item = (Method, CriticalSearch<'_>)> {
    Method::ALL
        .iter()
        .copied()
        .map(|method| (method, CriticalSearch::new(problem, method).unwrap()))
}

fn clues(puzzle: &Grid) -> Vec<OptionId> {
    puzzle.clues().map(|clue| encode::option(puzzle.shape(), clue)).collect()
}

fn toy() -> Problem {
    "a b c d e\na b\nc d\na c\nb d\nc\nd\ne".parse().unwrap()
}

#[test]
fn the_toy_of_the_page() {
    let toy = toy();
    for &method in Method::ALL {
        let critical = critical_options(&toy, &[], method).unwrap();
        let covers: Vec<Vec<usize>> = critical
            .iter()
            .map(|(_, cover)| cover.iter().map(|option| option.index()).collect())
            .collect();
        assert_eq!(
            critical.options().map(OptionId::index).collect::<Vec<_>>(),
            [1, 2, 3, 4, 5],
            "{method:?}"
        );
        assert_eq!(
            covers,
            [vec![0, 1, 6], vec![2, 3, 6], vec![2, 3, 6], vec![0, 4, 5, 6], vec![0, 4, 5, 6]]
        );
        assert_eq!(critical.covers(), CoverCount::More);
        assert_eq!(critical.cover_with(OptionId::at(0)), None);
    }
}

#[test]
fn one_cover_has_critical_options_and_no_cover_has_none() {
    let toy = toy();
    let options = |numbers: &[usize]| numbers.iter().map(|&k| OptionId::at(k)).collect::<Vec<_>>();
    for &method in Method::ALL {
        let one = critical_options(&toy, &options(&[4, 4]), method).unwrap();
        assert_eq!(
            (one.covers(), one.options().collect()),
            (CoverCount::One, options(&[0, 5, 6])),
            "{method:?}"
        );
        let all = critical_options(&toy, &options(&[0, 1, 6]), method).unwrap();
        assert_eq!((all.covers(), all.len()), (CoverCount::One, 0), "{method:?}");
        let none = critical_options(&toy, &options(&[0, 2]), method).unwrap();
        assert_eq!((none.covers(), none.len()), (CoverCount::None, 0), "{method:?}");
        let empty = critical_options(&Problem::new(), &[], method).unwrap();
        assert_eq!((empty.covers(), empty.len()), (CoverCount::One, 0), "{method:?}");
        let unknown = critical_options(&toy, &options(&[0, 7]), method);
        let stranger = UnknownOption(OptionId::at(7));
        assert_eq!(unknown, Err(stranger.into()), "{method:?}");
    }
}

#[test]
fn a_search_can_be_broken_off_and_asked_again() {
    // Breaks off at one of the pulses.
    let impatient = |mut left: usize| {
        move |_: &Statistics| {
            let is_over = left == 0;
            left = left.saturating_sub(1);
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    };
    let mut silent = |_: &[OptionId], _: &Critical| ControlFlow::Continue(());
    let problem = classics::dominoes(4, 4).unwrap();
    let held = [OptionId::at(0), OptionId::at(20)];
    for (method, mut search) in searches(&problem) {
        let whole = take_off(&mut search, &problem, &held, 1);
        for patience in 0..4 {
            let flow = search.take_off(&held, 1, &mut silent, &mut impatient(patience));
            assert_eq!(flow, Ok(ControlFlow::Break(())), "{method:?}");
            let found = search.find(&held[..1], &[], &mut impatient(patience));
            assert_eq!(found, Ok(ControlFlow::Break(())), "{method:?}");
            let (so_far, undecided) = (search.so_far().clone(), search.so_far().undecided());
            let all = find(&mut search, &problem, &held[..1], &[]).1;
            let known = checked(&problem, &held[..1], &so_far).1;
            assert!(known.iter().all(|(option, cover)| all.get(option) == Some(cover)));
            assert!(known.len() + undecided >= all.len() && search.so_far().undecided() == 0);
            assert_eq!(take_off(&mut search, &problem, &held, 1), whole, "{method:?}");
        }
        let mut answers = 0;
        let mut take = |_: &[OptionId], _: &Critical| {
            answers += 1;
            ControlFlow::Break(())
        };
        let flow = search.take_off(&held, 1, &mut take, &mut Patient);
        assert_eq!((flow, answers), (Ok(ControlFlow::Break(())), 1), "{method:?}");
    }
}

#[test]
fn every_method_finds_what_the_definition_says_of_classics() {
    let problems =
        [classics::queens(6), classics::langford(7), classics::dominoes(4, 4), classics::latin(3)];
    for problem in problems {
        let problem = problem.unwrap();
        let expected = by_definition(&problem, &[], &reference(&problem, &[], &[]));
        for (method, mut search) in searches(&problem) {
            assert_eq!(find(&mut search, &problem, &[], &[]), expected, "{method:?}");
        }
    }
}

/// The answers by another engine: with each option held, the first two covers.
fn by_toggling(problem: &Problem, held: &[OptionId]) -> Answer {
    let mut engine = Links::new(problem).unwrap();
    if held.iter().any(|&option| engine.hold(option).is_err()) {
        return (CoverCount::None, BTreeMap::new());
    }
    let covers = engine.first(2);
    let mut critical = BTreeMap::new();
    for option in problem.options() {
        if engine.hold(option).is_ok() {
            if let [cover] = &mut engine.first(2)[..] {
                cover.sort_unstable();
                critical.insert(option, cover.clone());
            }
            engine.release();
        }
    }
    ([CoverCount::None, CoverCount::One, CoverCount::More][covers.len()], critical)
}

/// Compares all methods on the puzzle less `off` clues, every `step`-th set of them by the
/// definition.
fn compare(puzzle: &Grid, off: usize, step: usize, methods: &[Method]) {
    let problem = encode::problem(puzzle.shape()).unwrap();
    let clues = clues(puzzle);
    let mut all = Vec::new();
    for &method in methods {
        let mut search = CriticalSearch::new(&problem, method).unwrap();
        all.push(take_off(&mut search, &problem, &clues, off));
    }
    for (method, answers) in methods.iter().zip(&all) {
        assert_eq!(answers, &all[0], "{puzzle} less {off}: {method:?} and {:?}", methods[0]);
    }
    for (gone, answer) in all[0].iter().step_by(step) {
        let held: Vec<OptionId> =
            clues.iter().filter(|clue| !gone.contains(clue)).copied().collect();
        assert_eq!(*answer, by_toggling(&problem, &held), "{puzzle} less {gone:?}");
    }
}

#[test]
fn small_sudokus_less_some_clues() {
    // Proper and minimal; with a redundant clue; with several solutions; without one; all cells
    // given.
    for text in [
        "1....2....3....4",
        "12..34......2...",
        "1.2....3.4......",
        "1...............",
        "11..............",
        "1234341221434321",
        "................",
    ] {
        let puzzle: Grid = text.parse().unwrap();
        for off in 0..=if crate::LONG { 4 } else { 3 }.min(puzzle.clue_count() + 1) {
            compare(&puzzle, off, if puzzle.clue_count() > 9 { 100 } else { 1 }, Method::ALL);
        }
    }
}

fn first(number: usize) -> Vec<Grid> {
    let lines = include_str!("../../data/first.txt").lines().filter(|line| !line.starts_with('#'));
    lines.take(number).map(|line| line.parse().unwrap()).collect()
}

#[test]
fn all_methods_find_the_same_less_one_clue() {
    compare(&first(1)[0], 1, if crate::LONG { 12 } else { 24 }, Method::ALL);
}

#[test]
fn three_methods_find_the_same_less_two_clues() {
    let (puzzles, step) = if crate::LONG { (2, 80) } else { (1, 240) };
    for puzzle in first(puzzles) {
        compare(&puzzle, 2, step, &[Method::Dead, Method::Toggled, Method::Classes]);
    }
}

#[test]
fn a_redundant_clue_is_taken_off_as_any_other() {
    for puzzle in first(if crate::LONG { 2 } else { 1 }) {
        // One clue more, of the solution: none of the clues need be redundant but this one.
        let problem = encode::problem(Shape::CLASSIC).unwrap();
        let solution = by_toggling(&problem, &clues(&puzzle)).1;
        let mut redundant = puzzle.clone();
        let more = solution.keys().nth(20).expect("a solution has more digits than the puzzle");
        redundant.place(encode::candidate(Shape::CLASSIC, *more));
        compare(&redundant, 1, 1, &[Method::Toggled, Method::Tree, Method::Dead, Method::Classes]);
        compare(&redundant, 2, 20, &[Method::Dead, Method::Classes]);
    }
}

#[test]
fn classes_find_what_toggling_finds_less_three_clues() {
    let puzzle = &first(1)[0];
    let problem = encode::problem(Shape::CLASSIC).unwrap();
    let clues = clues(puzzle);
    let mut search = CriticalSearch::new(&problem, Method::Classes).unwrap();
    let mut seen = 0;
    let mut take = |gone: &[OptionId], critical: &Critical| {
        let held: Vec<OptionId> =
            clues.iter().filter(|clue| !gone.contains(clue)).copied().collect();
        let answer = checked(&problem, &held, critical);
        if seen % 100 == 0 {
            assert_eq!(answer, by_toggling(&problem, &held), "less {gone:?}");
        }
        seen += 1;
        if seen < 600 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let _ = search.take_off(&clues, 3, &mut take, &mut Patient);
    assert_eq!(seen, 600);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if crate::LONG { 1000 } else { 300 },
        max_shrink_iters: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_problems_by_definition(
        draft in drafts(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let problem = draft.problem();
        let count = problem.options().len();
        let picked: Vec<OptionId> = picks
            .iter()
            .filter(|_| count > 0)
            .map(|pick| OptionId::at(pick.index(count)))
            .collect();
        let (held, banned) = picked.split_at(picked.len() / 2);
        let mut searches: Vec<_> = searches(&problem).collect();
        for (held, banned) in [(&[][..], &[][..]), (held, banned), (&[], &picked), (&picked, &[])] {
            let expected = by_definition(&problem, held, &covers_with(&problem, held, banned));
            for (method, search) in &mut searches {
                prop_assert_eq!(
                    find(search, &problem, held, banned),
                    expected.clone(),
                    "{:?}",
                    method
                );
            }
        }
    }

    #[test]
    fn random_problems_less_some_options(
        draft in drafts(),
        pick in any::<prop::sample::Index>(),
        extra in any::<prop::sample::Index>(),
        off in 0..4_usize,
    ) {
        // What is held is mostly a cover, of which any part may be redundant, sometimes with an
        // option more.
        let problem = draft.problem();
        let covers = reference(&problem, &[], &[]);
        let count = problem.options().len();
        let mut held =
            if covers.is_empty() { Vec::new() } else { covers[pick.index(covers.len())].clone() };
        if count > 0 && extra.index(3) == 0 {
            held.push(OptionId::at(extra.index(count)));
            held.sort_unstable();
            held.dedup();
        }
        let mut searches: Vec<_> = searches(&problem).collect();
        let mut all = searches.iter_mut().map(|(_, search)| take_off(search, &problem, &held, off));
        let answers = all.next().expect("there are methods");
        for others in all {
            prop_assert_eq!(&others, &answers);
        }
        for (gone, answer) in answers {
            let left: Vec<OptionId> =
                held.iter().filter(|option| !gone.contains(option)).copied().collect();
            prop_assert_eq!(gone.len(), off);
            prop_assert_eq!(
                answer,
                by_definition(&problem, &left, &covers_with(&problem, &left, &[]))
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if crate::LONG { 500 } else { 150 },
        max_shrink_iters: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// With multiplicities each method is as the definition says, or refuses.
    #[test]
    fn multiplicities_by_definition(
        draft in bounded_drafts(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        off in 0..3_usize,
    ) {
        let problem = draft.problem();
        let covers = bounded_reference(&problem);
        let candidates: Vec<OptionId> =
            problem.options().filter(|&o| has_primary(&problem, o)).collect();
        let picked: Vec<OptionId> = picks
            .iter()
            .filter(|_| !candidates.is_empty())
            .map(|pick| *pick.get(&candidates))
            .collect();
        let (held, banned) = picked.split_at(picked.len() / 2);
        let with = |held: &[OptionId], banned: &[OptionId]| {
            let has = |cover: &&Chosen| {
                held.iter().all(|o| cover.contains(o)) && !banned.iter().any(|o| cover.contains(o))
            };
            by_definition(&problem, held, &covers.iter().filter(has).cloned().collect::<Vec<_>>())
        };
        let mut once = covers.first().map_or(held, |cover| cover).to_vec();
        once.sort_unstable();
        once.dedup();
        for (&method, kind) in Method::ALL
            .iter()
            .flat_map(|method| [EngineKind::Cells, EngineKind::Turns].map(|kind| (method, kind)))
        {
            let engine: Box<dyn Engine> = match kind {
                EngineKind::Cells => Box::new(Cells::new(&problem).unwrap()),
                _ if problem.is_multiple() => continue,
                _ => Box::new(Turns::new(&problem).unwrap().first_for(1)),
            };
            let mut search = match CriticalSearch::on(engine, &problem, method) {
                Ok(search) => search,
                Err(error) => {
                    prop_assert!(problem.is_multiple() && method == Method::Tree);
                    prop_assert!(matches!(error, CriticalError::Multiple { .. }), "{error}");
                    continue;
                }
            };
            let links = || Some(Box::new(Links::new(&problem).unwrap()) as Box<dyn Engine>);
            search = search.listing_on(links).listing_at_once();
            let banned: Vec<OptionId> =
                banned.iter().filter(|option| !held.contains(option)).copied().collect();
            prop_assert_eq!(
                find(&mut search, &problem, held, &banned),
                with(held, &banned),
                "{:?}, {}",
                method,
                kind
            );
            let found = find(&mut search, &problem, &[], &[]);
            prop_assert_eq!(found, with(&[], &[]), "{:?}, {}", method, kind);
            for (gone, answer) in take_off(&mut search, &problem, &once, off) {
                let left: Vec<OptionId> =
                    once.iter().filter(|option| !gone.contains(option)).copied().collect();
                let expected = with(&left, &[]);
                prop_assert_eq!(answer, expected, "{:?}, {}, less {:?}", method, kind, gone);
            }
        }
    }
}

#[test]
fn a_method_without_multiplicities_refuses_them() {
    let problem: Problem = "2|a b\na\na b\nb\n".parse().unwrap();
    let error = CriticalSearch::new(&problem, Method::Tree).expect_err("a refusal");
    assert_eq!(
        error.to_string(),
        "the method tree can't keep multiplicities, as in `2|a`; all other methods do"
    );
}

/// The covers with all of `held`, none if they clash, and none of `banned` that is not held.
fn covers_with(problem: &Problem, held: &[OptionId], banned: &[OptionId]) -> Vec<Chosen> {
    let mut once = held.to_vec();
    once.sort_unstable();
    once.dedup();
    for (k, &one) in once.iter().enumerate() {
        if once[..k].iter().any(|&other| clash(problem, one, other)) {
            return Vec::new();
        }
    }
    let banned: Vec<OptionId> =
        banned.iter().filter(|option| !held.contains(option)).copied().collect();
    reference(problem, &once, &banned)
}

#[test]
fn every_engine_is_as_good_as_links() {
    let problems =
        [classics::toy(), classics::coloured_toy(), classics::queens(6), classics::latin(3)];
    for problem in problems.map(Result::unwrap) {
        let expected = critical_options(&problem, &[], Method::Toggled).unwrap();
        for (kind, method) in
            [EngineKind::Live, EngineKind::Cells, EngineKind::Rows, EngineKind::Learn]
                .into_iter()
                .flat_map(|kind| Method::ALL.iter().map(move |&method| (kind, method)))
        {
            let mut search =
                CriticalSearch::on(kind.build(&problem).unwrap(), &problem, method).unwrap();
            let answer = find(&mut search, &problem, &[], &[]);
            assert_eq!(answer, checked(&problem, &[], &expected), "{kind}, {method:?}");
        }
    }
}
