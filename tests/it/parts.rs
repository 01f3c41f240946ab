//! Searches in parts: one by one, on all cores, and begun where another ended.
//!
//! All are compared with the engine's own search, cover by cover and in order.

use std::ops::ControlFlow::{Break, Continue};
use std::thread;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use tourdion::cover::classics::{self, Region};
use tourdion::cover::share::parallel::{SearchBudget, SearchEnd, SearchProgress, Searched};
use tourdion::cover::share::parts::{Listing, Part, Place};
use tourdion::cover::{
    Cells, Cover, Covers, Engine, Links, Live, OptionId, Parallel, Problem, covers,
};
use tourdion::threads::Threads;
use tourdion::watch::{PATIENCE, Patient, Stop, Watch};

use crate::LONG;
use crate::support::drafts::{Chosen, bounded_drafts, bounded_reference, drafts};

pub(crate) type Build<'b> = Box<dyn Fn() -> Box<dyn Engine> + Sync + 'b>;

/// Ways to build an engine for `problem`.
pub(crate) fn engines(problem: &Problem) -> Vec<(&'static str, Build<'_>)> {
    let mut engines: Vec<(&'static str, Build<'_>)> =
        vec![("links", Box::new(|| Box::new(Links::new(problem).unwrap())))];
    if Live::new(problem).is_ok() {
        engines.push(("live", Box::new(|| Box::new(Live::new(problem).unwrap()))));
    }
    engines.push(("cells", Box::new(|| Box::new(Cells::new(problem).unwrap()))));
    engines
        .push(("cells alone", Box::new(|| Box::new(Cells::new(problem).unwrap().handing_over(0)))));
    engines
}

/// Engines, with options held and banned.
fn placed<'p>(build: &'p Build<'p>, held: &'p [OptionId], banned: &'p [OptionId]) -> Build<'p> {
    Box::new(move || {
        let mut engine = build();
        for &option in held {
            engine.hold(option).unwrap();
        }
        for &option in banned {
            engine.ban(option);
        }
        engine
    })
}

/// Problems whose trees have to be cut, most of them more than once.
pub(crate) fn large() -> Vec<(&'static str, Problem)> {
    let large = if LONG {
        vec![
            ("Langford 11", classics::langford(11)),
            ("pentominoes 3x20", classics::pentominoes(&Region::rectangle(3, 20))),
            ("a comb", comb(300, 6)),
        ]
    } else {
        vec![
            ("the toy", classics::toy()),
            ("no items", Ok(Problem::new())),
            ("queens 3", classics::queens(3)),
            ("queens 10", classics::queens(10)),
            ("Langford 9", classics::langford(9)),
            ("matchings of K12", classics::matchings(12)),
            ("dominoes 6x7", classics::dominoes(6, 7)),
            ("Latin squares 4", classics::latin(4)),
            ("a comb", comb(300, 5)),
        ]
    };
    large.into_iter().map(|(name, problem)| (name, problem.unwrap())).collect()
}

/// The most lopsided tree: at each of `teeth` nodes, one option ends the search soon and one goes
/// on; at the end are the matchings of `pairs` pairs of points.
fn comb(teeth: usize, pairs: usize) -> Result<Problem, tourdion::cover::ProblemError> {
    let mut problem = Problem::new();
    let mut items = Vec::new();
    for k in 0..teeth {
        items.push([problem.primary(&format!("a{k}"))?, problem.primary(&format!("b{k}"))?]);
    }
    let mut points = Vec::new();
    for k in 0..2 * pairs {
        points.push(problem.primary(&format!("p{k}"))?);
    }
    for (k, &[a, b]) in items.iter().enumerate() {
        problem.option([a, b])?;
        problem.option([a])?; // then `b` needs the point, which the pairs then lack
        let mut last = vec![b, points[0]];
        last.extend(items.get(k + 1).map(|next| next[0]));
        problem.option(last)?;
    }
    for (k, &one) in points.iter().enumerate() {
        for &other in &points[..k] {
            problem.option([one, other])?;
        }
    }
    Ok(problem)
}

/// What the engine's search shows, in order, each cover sorted.
fn searched(engine: &mut dyn Engine) -> Vec<Chosen> {
    let mut covers = engine.first(usize::MAX);
    for cover in &mut covers {
        cover.sort_unstable();
    }
    covers
}

/// The covers in the order that they have in parts. It is that of the engine's search, but where
/// cells hand what is left over to a live list, which has the options in another order.
fn in_parts(name: &str, engine: &mut dyn Engine) -> Vec<Chosen> {
    let (expected, found) = (searched(engine), covers(engine).collect::<Vec<_>>());
    assert!(of(name, found.clone()) == of(name, expected), "{name}, one by one");
    found
}

/// The covers, sorted if the order of the engine is no matter.
fn of(name: &str, mut covers: Vec<Chosen>) -> Vec<Chosen> {
    if name == "cells" {
        covers.sort_unstable();
    }
    covers
}

/// The covers of the parts, each of which is searched as it is.
fn covers_of(parts: &[Part], engine: &mut dyn Engine) -> Vec<Chosen> {
    let mut covers = Vec::new();
    for part in parts {
        part.enter(engine).unwrap();
        covers.extend(searched(engine));
        part.leave(engine);
    }
    covers
}

/// Parts of the whole, of which some were cut.
fn cut_by_chance(cuts: &[bool], engine: &mut dyn Engine) -> Vec<Part> {
    let (mut parts, mut at) = (vec![Part::whole()], 0);
    for &is_cut in cuts {
        let Some(part) = parts.get(at) else { break };
        if is_cut {
            let pieces = part.cut(engine, &mut Patient).unwrap();
            parts.splice(at..=at, pieces);
        }
        // What was cut may be cut once more.
        at += usize::from(!is_cut || at % 3 == 0);
    }
    parts
}

pub(crate) fn threads(number: usize) -> Threads {
    Threads::new(number).unwrap()
}

/// As long as it takes.
pub(crate) const FREE: SearchBudget = SearchBudget { time: None, nodes: None, memory: 1 << 26 };

fn listed(
    crew: &Parallel<'_>,
    budget: SearchBudget,
    watch: &mut dyn Watch<SearchProgress>,
) -> (Vec<Chosen>, SearchEnd) {
    let mut covers = Vec::new();
    let mut take = |cover: &[OptionId]| {
        covers.push(cover.to_vec());
        Continue(())
    };
    let end = crew.list(budget, &mut take, watch);
    (covers, end)
}

#[test]
fn all_ways_show_what_the_search_shows_in_its_order() {
    let sizes = [1, 3].map(threads);
    for (name, problem) in large() {
        for (engine_name, build) in engines(&problem) {
            let mut engine = build();
            let expected = in_parts(engine_name, engine.as_mut());
            assert_eq!(engine.sanity(), Ok(()), "{name}, {engine_name}");
            assert!(engine.moves().is_empty());
            for threads in &sizes {
                let name = format!("{name}, {engine_name}, {} threads", threads.count());
                let crew = Parallel::new(&build, threads);
                assert!(
                    listed(&crew, FREE, &mut Patient) == (expected.clone(), SearchEnd::Complete),
                    "{name}"
                );
                let counted = crew.count(u64::MAX, FREE, &mut Patient);
                assert_eq!(
                    (counted.known, counted.end),
                    (expected.len() as u64, SearchEnd::Complete),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn a_few_covers_are_the_first_ones() {
    let (threads, problem) = (threads(3), classics::dominoes(6, if LONG { 7 } else { 6 }).unwrap());
    for (name, build) in engines(&problem) {
        let expected = in_parts(name, build().as_mut());
        let crew = Parallel::new(&build, &threads);
        for limit in [0, 1, 2, 1000, expected.len(), expected.len() + 1] {
            let few = crew.first(limit, FREE, &mut Patient);
            assert_eq!(few.known, expected[..limit.min(expected.len())], "{name}");
            let is_all = limit > expected.len();
            assert_eq!(few.end, if is_all { SearchEnd::Complete } else { SearchEnd::Enough });
            let counted = crew.count(limit as u64, FREE, &mut Patient);
            assert_eq!(counted.known, few.known.len() as u64, "{name}, the first {limit}");
            assert!(
                covers(build().as_mut()).take(limit).eq(few.known),
                "{name}, the first {limit}"
            );
        }
        assert_eq!(crew.unique(FREE, &mut Patient).known, expected[..2]);
    }
}

#[test]
fn a_search_from_a_place_shows_the_rest() {
    let threads = threads(2);
    let mut problems = large();
    problems.retain(|(name, _)| {
        ["the toy", "pentominoes 3x20", "dominoes 6x7", "a comb"].contains(name)
    });
    for (name, problem) in problems {
        for (engine_name, build) in engines(&problem) {
            let expected = in_parts(engine_name, build().as_mut());
            let crew = Parallel::new(&build, &threads);
            let mut stops: Vec<(usize, Place)> = vec![(0, Place::default())];
            let mut heard = 0;
            let mut take = |searched: Searched<'_, Listing>| {
                heard += searched.gathered.len();
                stops.extend(searched.next.map(|part| (heard, part.place().clone())));
                Continue(())
            };
            crew.search(vec![Part::whole()], FREE, &Listing::default, &mut take, &mut Patient);
            let step = stops.len() / 6 + 1;
            for (heard, place) in stops.into_iter().step_by(step) {
                let parts = crew.from_place_on(&place, &mut Patient).unwrap();
                assert_eq!(parts[0].place(), &place);
                assert!(parts.is_sorted_by_key(Part::place));
                let mut rest = Vec::new();
                let mut take = |searched: Searched<'_, Listing>| {
                    rest.extend(searched.gathered.iter().map(<[OptionId]>::to_vec));
                    Continue(())
                };
                crew.search(parts, FREE, &Listing::default, &mut take, &mut Patient);
                assert!(rest == expected[heard..], "{name}, {engine_name}, from {place}");
            }
        }
    }
}

#[test]
fn there_is_no_part_beyond_the_last() {
    let mut engine = Links::new(&classics::queens(8).unwrap()).unwrap();
    let pieces = Part::whole().cut(&mut engine, &mut Patient).unwrap();
    let sum: f64 = pieces.iter().map(Part::share).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    let last = pieces.last().unwrap().place();
    assert_eq!(
        Part::from_place_on(last, &mut engine, &mut Patient).unwrap(),
        [pieces.last().unwrap().clone()]
    );
    let beyond: Place = (pieces.len() + 1).to_string().parse().unwrap();
    let error = Part::from_place_on(&beyond, &mut engine, &mut Patient).unwrap_err();
    assert_eq!(error.to_string(), format!("the search has no part {beyond}"));
    assert!(Part::from_place_on(&"1.1000000".parse().unwrap(), &mut engine, &mut Patient).is_err());
    // A part of another problem, or of other options held, is refused, and nothing is changed.
    let held = pieces[0].moves()[0].held().unwrap();
    engine.hold(held).unwrap();
    assert!(
        pieces[0].enter(&mut engine).is_err() && pieces[0].cut(&mut engine, &mut Patient).is_err()
    );
    assert_eq!(engine.moves().len(), 1);
}

#[test]
fn little_memory_makes_no_difference() {
    let problem = if LONG { classics::latin(5) } else { classics::queens(10) }.unwrap();
    let threads = threads(2);
    for (name, build) in engines(&problem) {
        let crew = Parallel::new(&build, &threads);
        let budget = SearchBudget { memory: 1, ..FREE };
        let (covers, end) = listed(&crew, budget, &mut Patient);
        assert!((covers, end) == (in_parts(name, build().as_mut()), SearchEnd::Complete), "{name}");
    }
}

#[test]
fn a_budget_of_nodes_is_kept() {
    let problem = classics::dominoes(12, 12).unwrap();
    for (name, build) in engines(&problem) {
        for (number, limit) in [(1, 1), (1, 10_000), (2, 100_000), (3, 1_000_000)] {
            let threads = threads(number);
            let crew = Parallel::new(&build, &threads);
            let budget = SearchBudget { nodes: Some(limit), ..FREE };
            let counted = crew.count(u64::MAX, budget, &mut Patient);
            assert_eq!(counted.end, SearchEnd::Spent, "{name}");
            let nodes = crew.statistics().nodes;
            assert!(
                nodes > limit && nodes <= limit + number as u64 * (PATIENCE + 1),
                "{name}: {nodes}"
            );
        }
    }
}

#[test]
fn time_a_flag_or_a_pulse_end_a_search_soon() {
    let (threads, problem) = (threads(2), classics::dominoes(12, 12).unwrap());
    for (name, build) in engines(&problem) {
        let crew = Parallel::new(&build, &threads);
        let began = Instant::now();
        let time = Some(Duration::from_millis(100));
        let budget = SearchBudget { time, ..FREE };
        let counted = crew.count(u64::MAX, budget, &mut Patient);
        assert_eq!(counted.end, SearchEnd::Spent, "{name}");
        let mut shares = Vec::new();
        let mut pulse = |progress: &SearchProgress| {
            shares.push(progress.share);
            if shares.len() < 5 { Continue(()) } else { Break(()) }
        };
        let (_, end) = listed(&crew, FREE, &mut pulse);
        assert_eq!(end, SearchEnd::Stopped, "{name}");
        assert!(
            shares.is_sorted() && shares.iter().all(|share| (0.0..=1.0).contains(share)),
            "{shares:?}"
        );
        let mut stop = Stop::new();
        let from_elsewhere = stop.clone();
        let stopper = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            from_elsewhere.stop();
        });
        let counted = crew.count(u64::MAX, FREE, &mut stop);
        assert_eq!(counted.end, SearchEnd::Stopped, "{name}");
        stopper.join().unwrap();
        assert!(began.elapsed() < Duration::from_secs(20), "{name}: {:?}", began.elapsed());
        assert!(crew.statistics().nodes > 0);
    }
}

#[test]
fn a_panic_comes_out() {
    let (threads, problem) = (threads(2), classics::latin(5).unwrap());
    let build = || Box::new(Live::new(&problem).unwrap()) as Box<dyn Engine>;
    let crew = Parallel::new(&build, &threads);
    let mut take = |_: Searched<'_, ()>| Continue(());
    let fail = || {
        crew.search(vec![Part::whole()], FREE, &|| panic!("no gatherer"), &mut take, &mut Patient)
    };
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(fail)).is_err());
}

#[test]
fn all_of_it_goes_to_other_threads() {
    const fn is_send<T: Send>() {}
    is_send::<Covers<Box<dyn Engine>>>();
    is_send::<Part>();
    is_send::<Parallel<'_>>();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if LONG { 1200 } else { 500 }))]

    /// Problems with colours, with options held and banned: each way to search them, and the same
    /// tree cut by chance.
    #[test]
    fn all_ways_agree_on_random_problems(
        draft in drafts(),
        marks in prop::collection::vec(0..8_u8, 14),
        cuts in prop::collection::vec(any::<bool>(), 100),
    ) {
        thread_local! { static THREADS: Threads = threads(2); }
        let problem = draft.problem();
        let marked =
            |mark| problem.options().zip(&marks).filter(move |&(_, &m)| m == mark).map(|(o, _)| o);
        let mut held: Vec<OptionId> = Vec::new();
        let mut links = Links::new(&problem).unwrap();
        held.extend(marked(0).filter(|&option| links.hold(option).is_ok()));
        let banned: Vec<OptionId> = marked(1).collect();
        for (name, build) in engines(&problem) {
            let build = placed(&build, &held, &banned);
            let mut engine = build();
            let (expected, moves) = (in_parts(name, engine.as_mut()), engine.moves().to_vec());
            let parts = cut_by_chance(&cuts, engine.as_mut());
            let found = covers_of(&parts, engine.as_mut());
            prop_assert_eq!(
                of(name, found.clone()),
                of(name, expected.clone()),
                "{}, in parts",
                name
            );
            prop_assert_eq!(engine.moves(), moves);
            prop_assert_eq!(engine.sanity(), Ok(()));
            let mut rest = Vec::new();
            THREADS.with(|threads| {
                let crew = Parallel::new(&build, threads);
let mut take = |searched: Searched<'_, Listing>| {
                        rest.extend(searched.gathered.iter().map(<[OptionId]>::to_vec));
                        Continue(())
                    };
                crew.search(parts, FREE, &Listing::default, &mut take, &mut Patient);
                prop_assert_eq!(
                    &listed(&crew, FREE, &mut Patient).0,
                    &expected,
                    "{}, on two threads",
                    name
                );
                Ok(())
            })?;
            prop_assert_eq!(rest, found, "{}, parts on two threads", name);
        }
    }

    /// What the engine says of itself is what parts are built on.
    #[test]
    fn the_shortest_item_is_the_first_of_the_shortest(
        draft in drafts(),
        marks in prop::collection::vec(0..8_u8, 14),
    ) {
        let problem = draft.problem();
        for (name, build) in engines(&problem) {
            let (mut engine, mut list) = (build(), Vec::new());
            for (option, mark) in problem.options().zip(&marks) {
                match mark {
                    0 => drop(engine.hold(option)),
                    1 => engine.ban(option),
                    2 => drop(engine.release()),
                    _ => {}
                }
                let held: Vec<OptionId> = engine.moves().iter().filter_map(|m| m.held()).collect();
                let has = |o, item| problem.entries_of(o).iter().any(|e| e.item == item);
                let covered = |item| held.iter().any(|&option| has(option, item));
                let mut lengths = Vec::new();
                for item in
                    problem.items().filter(|&item| problem.is_primary(item) && !covered(item))
                {
                    list.clear();
                    engine.list(item, &mut list);
                    lengths.push((item, list.len()));
                }
                let expected = lengths.into_iter().min_by_key(|&(_, length)| length);
                prop_assert_eq!(engine.shortest(), expected, "{}", name);
                let flow = engine.search(&mut |_: Cover<'_>| Continue(()), &mut Patient);
                prop_assert!(flow.is_continue());
                prop_assert_eq!(engine.shortest(), expected, "{}, after a search", name);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if LONG { 600 } else { 300 }))]

    /// Items that may stand in several options of a cover, or in none: parts have bans then.
    #[test]
    fn multiplicities_are_kept(
        draft in bounded_drafts(),
        cuts in prop::collection::vec(any::<bool>(), 60),
    ) {
        let problem = draft.problem();
        let expected = bounded_reference(&problem);
        let mut engine = Cells::new(&problem).unwrap();
        let mut found: Vec<Chosen> = covers(&mut engine).collect();
        found.sort_unstable();
        prop_assert_eq!(&found, &expected, "one by one");
        let mut found = covers_of(&cut_by_chance(&cuts, &mut engine), &mut engine);
        found.sort_unstable();
        prop_assert_eq!(&found, &expected, "in parts");
    }
}
