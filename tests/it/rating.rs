//! Ratings: against their definitions done plainly, against published ones, and what theory says of
//! them.

use std::ops::ControlFlow;

use tourdion::chance::Chance;
use tourdion::generate::random_symmetry;
use tourdion::instructions::Instructions;
use tourdion::rating::{Rate, Rater, Rating, Unrated, rate};
use tourdion::sudoku::{Candidate, Grid, Shape};
use tourdion::verify::{Effort, Kind, LinksVerifier, LockstepVerifier, Verifier, solve};
use tourdion::watch::Patient;

use crate::support::lacks;
use crate::{LONG, sets};
use reference::Reference;

#[path = "rating/reference.rs"] // for the long tests too
mod reference;

/// One of the hardest, of depth 2.
const INKALA: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// Raters on all instructions of this processor.
fn raters() -> Vec<Rater> {
    let available = Instructions::ALL.iter().filter(|instructions| instructions.is_here());
    available.map(|&instructions| Rater::on(instructions)).collect()
}

fn rates(rater: &mut Rater, puzzle: &Grid, ratings: &[Rating]) -> Vec<Rate> {
    rater.rates(puzzle, ratings, &mut Patient).expect("the puzzle is proper")
}

/// A rating that is broken off after `nodes`.
fn rate_within(rater: &mut Rater, puzzle: &Grid, rating: Rating, nodes: u64) -> Rate {
    let mut watch = |effort: &Effort| {
        if effort.nodes > nodes { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    rater.rates(puzzle, &[rating], &mut watch).expect("the puzzle is proper")[0]
}

/// What is within the bound of a reference, and what is not.
fn bounded(rate: Rate, bound: u32) -> Option<usize> {
    match rate {
        Rate::Is(number) if number <= bound => Some(number as usize),
        Rate::Above(number) if number < bound => panic!("broken off too early"),
        _ => None,
    }
}

/// All classic puzzles that come along, of depths 0 to 2, but for each that is left out.
fn own(step: usize) -> impl Iterator<Item = Grid> {
    let files = [sets::first(), sets::stuck(), sets::neighbours()];
    files.into_iter().flatten().chain([INKALA.parse().unwrap()]).step_by(step)
}

/// Those of depth 2.
fn deep(step: usize) -> impl Iterator<Item = Grid> {
    let mut rater = Rater::new();
    let mut is_deep =
        move |puzzle: &Grid| rates(&mut rater, puzzle, &[Rating::Te]) == [Rate::Is(2)];
    own(1).filter(move |puzzle| is_deep(puzzle)).step_by(step)
}

#[test]
fn depths_and_braids_are_those_of_the_definitions() {
    let (reference, mut raters) = (Reference::new(), raters());
    let (step, longest) = if LONG { (2, 3) } else { (60, 2) };
    let mut depths = [0; 3];
    for (number, puzzle) in own(step).enumerate() {
        let text = puzzle.to_string();
        let depth = reference.depth(&text, 2).expect("none is deeper");
        depths[depth] += 1;
        for rater in &mut raters {
            assert_eq!(rates(rater, &puzzle, &[Rating::Te]), [Rate::Is(depth as u32)], "{puzzle}");
        }
        if number % 2 == 0 {
            let (b, turn) = (reference.braid(&text, longest), number / 2 % raters.len());
            let found = rate_within(&mut raters[turn], &puzzle, Rating::B, 1_000);
            assert_eq!(bounded(found, longest as u32), b, "{puzzle}");
            assert_eq!(found == Rate::Endless, depth == 2, "{puzzle}");
        }
    }
    assert!(depths[0] > 0 && depths[1] > 0, "{depths:?}");
    assert!(!LONG || (depths[2] > 40 && depths.iter().sum::<usize>() > 1_000), "{depths:?}");
}

/// Whatever the watch leaves time for.
#[test]
fn the_order_in_which_ratings_are_asked_for_changes_none() {
    let puzzle =
        own(1).find(|puzzle| rates(&mut Rater::new(), puzzle, &[Rating::Te])[0] == Rate::Is(1));
    let (puzzle, asked) = (puzzle.unwrap(), [Rating::Er, Rating::B, Rating::Backdoor]);
    let (mut cut, mut whole) = (0, 0);
    for pulses in [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 1_000_000] {
        let within = |asked: &[Rating]| {
            let mut left = pulses;
            let mut watch = |_: &Effort| {
                left -= i32::from(left > 0);
                if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            Rater::new().rates(&puzzle, asked, &mut watch).unwrap()
        };
        let (found, mut turned) = (within(&asked), within(&[asked[2], asked[0], asked[1]]));
        turned.rotate_left(1);
        assert_eq!(found, turned, "{pulses}");
        cut += usize::from(found.iter().any(|rate| rate.is_unsettled()));
        whole += usize::from(found.iter().all(|rate| !rate.is_unsettled()));
    }
    assert!(cut > 0 && whole > 0, "{cut}, {whole}");
}

#[test]
fn long_braids_are_those_of_the_definition() {
    if !LONG {
        return; // long, in the profile of these tests
    }
    let (reference, mut raters) = (Reference::new(), raters());
    let mut lengths = [0; 9];
    for puzzle in own(40) {
        let b = reference.braid(&puzzle.to_string(), 8);
        lengths[b.unwrap_or(0)] += 1;
        for rater in &mut raters {
            let found = rate_within(rater, &puzzle, Rating::B, 1_000);
            assert_eq!(bounded(found, 8), b, "{puzzle}");
        }
    }
    assert!(lengths[..8].iter().all(|&number| number > 0), "{lengths:?}");
}

#[test]
fn braids_in_trials_are_those_of_the_definitions() {
    let (reference, mut raters) = (Reference::new(), raters());
    let (step, longest) = if LONG { (16, 2) } else { (80, 1) };
    let mut lengths = [0; 4];
    for puzzle in deep(step) {
        let bxb = reference.bxb(&puzzle.to_string(), longest);
        lengths[bxb.unwrap_or(3)] += 1;
        for rater in &mut raters {
            let found = rates(rater, &puzzle, &[Rating::Bxb])[0];
            assert_eq!(bounded(found, longest as u32), bxb, "{puzzle}");
        }
    }
    assert!(lengths[0] == 0 && lengths[1] > 0, "{lengths:?}");
    assert!(!LONG || (lengths[2] > 0 && lengths[3] > 0), "{lengths:?}");
}

#[test]
fn braids_with_groups_are_those_of_the_definition() {
    let (reference, mut raters) = (Reference::new(), raters());
    let (step, longest) = if LONG { (60, 4) } else { (250, 2) };
    for (puzzle, turn) in own(step).zip((0..raters.len()).cycle()) {
        let expected = reference.grouped(&puzzle.to_string(), longest);
        let found = rate_within(&mut raters[turn], &puzzle, Rating::Gb, 3_000);
        assert_eq!(bounded(found, longest as u32), expected, "{found} of {puzzle}");
    }
}

#[test]
fn groups_help_where_pointing_in_trials_is_enough() {
    // Braids with groups of any length are T&E(1) with pointing, which is braids of length 1.
    let mut rater = Rater::new();
    let nodes = if LONG { 1_000 } else { 300 };
    let mut counts = [0; 3];
    for puzzle in own(if LONG { 20 } else { 200 }).chain(deep(7)) {
        let [b, gb] =
            [Rating::B, Rating::Gb].map(|rating| rate_within(&mut rater, &puzzle, rating, nodes));
        let bxb = rates(&mut rater, &puzzle, &[Rating::Bxb])[0];
        match (bxb, gb) {
            (Rate::Is(0), Rate::Is(gb)) => {
                let is_right = match b {
                    Rate::Is(b) => gb <= b && (gb > 0) == (b > 0),
                    Rate::Above(_) => gb > 0,
                    Rate::Tenths(_) | Rate::Endless | Rate::Unknown => false,
                };
                assert!(is_right, "b={b} gb={gb}: {puzzle}");
                counts[0] += 1;
            }
            (Rate::Is(0), Rate::Above(_)) => assert!(!matches!(b, Rate::Is(0) | Rate::Endless)),
            (Rate::Is(1), Rate::Is(1..)) => counts[1] += 1,
            (Rate::Is(1..), Rate::Above(_)) => {}
            (Rate::Is(2..), Rate::Endless) => counts[2] += 1,
            _ => panic!("b={b} gb={gb} bxb={bxb}: {puzzle}"),
        }
    }
    let is_some = |&count: &usize| count > 0;
    assert!(counts.iter().take(if LONG { 3 } else { 1 }).all(is_some), "{counts:?}");
}

#[test]
fn backdoors_steps_and_nets_are_those_of_the_definitions() {
    let (reference, mut raters) = (Reference::new(), raters());
    let (step, most) = if LONG { (8, 2) } else { (25, 1) };
    let asked = [Rating::Backdoor, Rating::Magic, Rating::Steps, Rating::Nets];
    let mut sizes = [0; 4];
    let mut puzzles = sets::first();
    puzzles.push(INKALA.parse().unwrap());
    for puzzle in puzzles.iter().step_by(step) {
        let text = puzzle.to_string();
        let solution = solve(puzzle).expect("it is proper").to_string();
        let counts: Vec<usize> =
            (0..=most).map(|size| reference.backdoors(&text, &solution, size)).collect();
        let size = counts.iter().position(|&count| count > 0);
        sizes[size.unwrap_or(3)] += 1;
        let (rounds, is_solved) = reference.steps(&text);
        let steps = if is_solved { Rate::Is(rounds) } else { Rate::Endless };
        let nets = reference.nets(&text).map_or(Rate::Endless, |rounds| Rate::Is(rounds as u32));
        for rater in &mut raters {
            let found = rates(rater, puzzle, &asked);
            assert_eq!(bounded(found[0], most as u32), size, "{puzzle}");
            assert_eq!(found[1], Rate::Is(counts[1] as u32), "{puzzle}");
            assert_eq!(found[2..], [steps, nets], "{puzzle}");
        }
    }
    assert!(sizes[0] > 0 && sizes[1] > 0 && (!LONG || sizes[2] > 0), "{sizes:?}");
}

#[test]
fn choices_are_those_of_the_engines() {
    let (mut links, mut lockstep) = (LinksVerifier::new(Shape::CLASSIC), LockstepVerifier::new());
    let mut raters = raters();
    let mut puzzles: Vec<Grid> = sets::first().into_iter().step_by(50).collect();
    puzzles.push(INKALA.parse().unwrap());
    for puzzle in puzzles {
        let nodes = |verifier: &mut dyn Verifier| {
            assert!(verifier.verify(&puzzle).is_proper());
            verifier.effort().nodes as u32
        };
        let (by_links, by_lockstep) = (nodes(&mut links), nodes(&mut lockstep));
        let choices = [Rate::Is(by_lockstep - 1), Rate::Is(by_links)];
        for rater in &mut raters {
            let asked = [Rating::Guesses, Rating::Nodes, Rating::Clues];
            let found = rates(rater, &puzzle, &asked);
            assert_eq!(found[..2], choices, "{puzzle}");
            assert_eq!(found[2], Rate::Is(puzzle.clue_count() as u32));
        }
    }
}

#[test]
fn ratings_have_names() {
    for &rating in Rating::ALL {
        assert_eq!(rating.name().parse(), Ok(rating));
    }
    let wrong = "se".parse::<Rating>().unwrap_err().to_string();
    let found = " or clues, found `se`; `er` is Sudoku Explainer's rating (SER)";
    assert!(wrong.starts_with("expected te, b, gb, ") && wrong.ends_with(found));
}

#[test]
fn ratings_are_the_published_ones() {
    let columns = [(Rating::Te, "te_depth"), (Rating::B, "b"), (Rating::Bxb, "bxb")];
    let published = columns.map(|(rating, column)| (rating, sets::published(column)));
    if published[0].1.is_empty() {
        return lacks("rated/dev.csv");
    }
    let mut raters = raters();
    let mut compared = [0; 3];
    for (k, (rating, published)) in published.into_iter().enumerate() {
        for (number, (puzzle, rate)) in published.into_iter().enumerate() {
            let is_short = number % 60 == 0 && rating != Rating::Bxb && rate < 3;
            if !LONG && !is_short {
                continue;
            }
            compared[k] += 1;
            // All by the fastest instructions, and some by the others.
            let others = if is_short || number % 60 == 0 { raters.len() } else { 1 };
            for rater in raters.iter_mut().rev().take(others) {
                let found = rates(rater, &puzzle, &[rating]);
                assert_eq!(found, [Rate::Is(rate)], "{rating} of {puzzle}");
            }
        }
    }
    let expected = if LONG { [2_946, 2_565, 61] } else { [45, 15, 0] };
    assert!(compared.iter().zip(expected).all(|(&found, least)| found >= least), "{compared:?}");
}

#[test]
fn ratings_of_sudoku_explainer_are_the_published_ones() {
    let published = sets::explained();
    if published.is_empty() {
        return lacks("rated/se.csv");
    }
    let step = if LONG { 10 } else { 400 };
    let (mut rater, mut compared) = (Rater::new(), 0);
    for (puzzle, expected) in published.into_iter().step_by(step) {
        let found = rates(&mut rater, &puzzle, Rating::EXPLAINER);
        for (rate, expected) in found.into_iter().zip(expected) {
            assert!(expected.is_none_or(|tenths| rate == Rate::Tenths(tenths)), "{rate}: {puzzle}");
            compared += usize::from(expected.is_some());
        }
    }
    assert!(compared >= 10_000 / step * 3, "{compared}");
}

#[test]
fn symmetric_copies_have_one_rating() {
    let mut rater = Rater::new();
    let mut puzzles: Vec<Grid> = sets::first().into_iter().step_by(250).collect();
    puzzles.push(INKALA.parse().unwrap());
    let is_quick = |rating: &Rating| LONG || !matches!(rating, Rating::Bxb | Rating::Bxbb);
    let ratings: Vec<Rating> = Rating::ALL
        .iter()
        .copied()
        .filter(|rating| rating.is_invariant() && is_quick(rating))
        .collect();
    for puzzle in puzzles {
        let mut chance = Chance::new(20, 7);
        let expected = rates(&mut rater, &puzzle, &ratings);
        for _ in 0..if LONG { 10 } else { 8 } {
            let symmetry = random_symmetry(Shape::CLASSIC, &[], &mut chance);
            let copy = symmetry.apply(&puzzle).unwrap();
            assert_eq!(rates(&mut rater, &copy, &ratings), expected, "{copy}");
        }
    }
}

#[test]
fn a_true_clue_more_never_makes_it_harder() {
    let mut rater = Rater::new();
    let number = |rate: Rate| match rate {
        Rate::Is(number) | Rate::Tenths(number) => number,
        Rate::Above(_) | Rate::Endless | Rate::Unknown => u32::MAX,
    };
    let falling =
        [Rating::Te, Rating::Backdoor, Rating::Steps, Rating::Nets, Rating::B, Rating::Gb];
    let mut puzzles: Vec<Grid> = sets::first().into_iter().step_by(300).collect();
    let inkala: Grid = INKALA.parse().unwrap();
    puzzles.push(inkala.clone());
    for mut puzzle in puzzles {
        let solution = solve(&puzzle).expect("it is proper");
        let mut chance = Chance::new(20, 8);
        // Near the hardest are braids that take minutes.
        let falling = if puzzle == inkala { &falling[..4] } else { &falling[..] };
        let mut before = vec![u32::MAX; falling.len()];
        while !puzzle.is_full() {
            let after = rates(&mut rater, &puzzle, falling);
            let after: Vec<u32> = after.into_iter().map(number).collect();
            let has_risen = after.iter().zip(&before).any(|(after, before)| after > before);
            assert!(!has_risen, "{before:?}, {after:?}: {puzzle}");
            before = after;
            let empty: Vec<Candidate> =
                solution.grid().clues().filter(|clue| puzzle.get(clue.cell).is_none()).collect();
            puzzle.place(empty[chance.below(empty.len())]);
        }
        let last = [0, 0, 1, 0, 0, 0];
        assert_eq!(before, last[..falling.len()]);
    }
}

#[test]
fn each_depth_has_its_own_ratings() {
    let mut rater = Rater::new();
    for puzzle in sets::first().iter().step_by(20) {
        let found = rates(&mut rater, puzzle, &[Rating::B, Rating::Te, Rating::Bxbb]);
        match found[1] {
            Rate::Is(0) => assert_eq!(found[0], Rate::Is(0)),
            Rate::Is(1) => assert!(matches!(found[0], Rate::Is(1..)), "{puzzle}: {found:?}"),
            _ => assert_eq!(found[0], Rate::Endless),
        }
        assert_eq!(found[2], Rate::Is(0), "{puzzle}");
    }
    let inkala: Grid = INKALA.parse().unwrap();
    let expected = [Rate::Is(2), Rate::Endless, Rate::Endless, Rate::Is(4), Rate::Is(0)];
    assert_eq!(rates(&mut rater, &inkala, &Rating::ALL[..5]), expected);
}

#[test]
fn what_is_not_proper_has_no_rating() {
    let mut pseudo: Grid = INKALA.parse().unwrap();
    pseudo.set(Shape::CLASSIC.cell(0), None);
    assert_eq!(rate(&pseudo, Rating::Te), Err(Unrated::NotProper(Kind::Pseudo)));
    let empty = Grid::empty(Shape::CLASSIC);
    assert_eq!(rate(&empty, Rating::Bxb), Err(Unrated::NotProper(Kind::Pseudo)));
    for impossible in [INKALA.replacen('.', "8", 1), "1".repeat(81)] {
        let impossible: Grid = impossible.parse().unwrap();
        assert_eq!(rate(&impossible, Rating::B), Err(Unrated::NotProper(Kind::Impossible)));
    }
    let full = solve(&INKALA.parse::<Grid>().unwrap()).unwrap().grid().clone();
    assert_eq!(rate(&full, Rating::Te), Ok(Rate::Is(0)));
    let four: Grid = "1....2..3......4".parse().unwrap();
    assert_eq!(rate(&four, Rating::Te), Err(Unrated::Shape(four.shape())));
}

#[test]
fn a_rating_that_is_broken_off_says_what_is_known() {
    let (inkala, mut rater): (Grid, _) = (INKALA.parse().unwrap(), Rater::new());
    let mut lasts = Vec::new();
    for nodes in [0, 1, 10, 100, 1_000, u64::MAX] {
        let mut watch = |effort: &Effort| {
            if effort.nodes > nodes { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let found = rater.rates(&inkala, &[Rating::Te, Rating::Bxb], &mut watch).unwrap();
        for (rate, full) in found.iter().zip([2, 4]) {
            match *rate {
                Rate::Is(number) => assert_eq!(number, full),
                Rate::Above(number) => assert!(number < full),
                Rate::Tenths(_) | Rate::Endless | Rate::Unknown => panic!("depth 2 has a B×B"),
            }
        }
        lasts.push(found);
    }
    let mut at_once = |_: &Effort| ControlFlow::Break(());
    let found = rater.rates(&inkala, Rating::ALL, &mut at_once).unwrap();
    for (rating, rate) in Rating::ALL.iter().zip(found) {
        // A short search ends before its first pulse.
        let is_instant =
            matches!(rating, Rating::Magic | Rating::Guesses | Rating::Nodes | Rating::Clues);
        match rate {
            Rate::Is(_) | Rate::Tenths(_) => assert!(is_instant, "{rating} is {rate}"),
            Rate::Endless => assert!(matches!(rating, Rating::B | Rating::Steps), "{rating}"),
            Rate::Above(least) => assert_eq!(least, u32::from(*rating == Rating::Te), "{rating}"),
            // Depth 2 has no B×BB, and that it is not deeper comes later.
            Rate::Unknown => assert_eq!(*rating, Rating::Bxbb),
        }
    }
    for nodes in 0..200 {
        let mut watch = |effort: &Effort| {
            if effort.nodes > nodes { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let found = rater.rates(&inkala, &[Rating::Bxbb], &mut watch).unwrap()[0];
        assert!(matches!(found, Rate::Unknown | Rate::Is(0)), "{found} after {nodes} nodes");
    }
    assert_eq!(lasts[0], [Rate::Above(1), Rate::Above(0)]);
    assert_eq!(lasts[5], [Rate::Is(2), Rate::Is(4)]);
}
