//! On phases: the quick ones find the same as the plain one, which tries everything, and match
//! known results.
//!
//! ```text
//!      puzzles ──┬── plain: every set of candidates, judged one by one ─┐
//!                └── each quick on phase, on every path ────────────────┴── the same sets of clues
//!                                                                           and candidates
//! ```
//!
//! The puzzles are proper and minimal, proper with redundant clues, pseudo-puzzles with few and
//! with many solutions; all from `data/first.txt`.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tourdion::cover::question::critical::Method;
use tourdion::instructions::Instructions;
use tourdion::sudoku::{Candidate, Grid, Shape};
use tourdion::threads::Threads;
use tourdion::verify::lockstep::LockstepOnPhase;
use tourdion::verify::on::{
    Finder, FoundPuzzle, LinksOnPhase, NoTour, OffOn, OnPhase, PlainOnPhase, Sample, off_phase,
};
use tourdion::verify::{Kind, LinksVerifier, LockstepVerifier, Verdict, Verifier};
use tourdion::watch::Patient;

use crate::LONG;

const INKALA: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// The on phases that these tests are about: lockstep on each path, and links by each method.
fn phases() -> Vec<(String, Box<dyn OnPhase>)> {
    let paths = Instructions::ALL.iter().copied().filter(|instructions| instructions.is_here());
    let lockstep = paths
        .map(|path| (path.to_string(), Box::new(LockstepOnPhase::on(path)) as Box<dyn OnPhase>));
    let links = Method::ALL.iter().copied().map(|method| {
        (format!("links {method:?}"), Box::new(LinksOnPhase::new(method)) as Box<dyn OnPhase>)
    });
    lockstep.chain(links).collect()
}

/// The quick ones among them, for what takes the others minutes.
fn quick() -> Vec<(String, Box<dyn OnPhase>)> {
    let mut quick = phases();
    quick.retain(|(name, _)| !name.starts_with("links") || name.ends_with("Classes"));
    quick
}

fn plain() -> PlainOnPhase {
    PlainOnPhase::new(|| Box::new(LockstepVerifier::new()))
}

/// Everything that is found, a line each. Nothing comes twice, each puzzle is what its line says,
/// and proper by another search.
fn found(phase: &dyn OnPhase, puzzle: &Grid, step: &OffOn) -> BTreeSet<String> {
    let set = Mutex::new(BTreeSet::new());
    let verifier = Mutex::new(LinksVerifier::default());
    let finder = |found: FoundPuzzle| {
        let solution = found.solution(&mut *verifier.lock().unwrap());
        assert!(solution.is_some(), "{} is not proper: {step:?}", found.puzzle);
        let mut grid = puzzle.clone();
        found.off.iter().for_each(|clue| grid.set(clue.cell, None));
        found.on.iter().for_each(|&candidate| grid.place(candidate));
        assert_eq!(grid, found.puzzle, "{step:?}");
        let words =
            |few: &[Candidate]| few.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let line = format!("{} -{} +{}", found.puzzle, words(&found.off), words(&found.on));
        assert!(set.lock().unwrap().insert(line.clone()), "{line} is found twice");
        ControlFlow::Continue(())
    };
    phase.tour(puzzle, step, &finder, &Patient).unwrap();
    set.into_inner().unwrap()
}

/// The quick on phases find what the plain one finds. Returns how many that is.
fn agree(puzzle: &Grid, step: &OffOn) -> usize {
    agree_of(&quick(), puzzle, step)
}

fn agree_of(phases: &[(String, Box<dyn OnPhase>)], puzzle: &Grid, step: &OffOn) -> usize {
    let expected = found(&plain(), puzzle, step);
    for (name, phase) in phases {
        let found = found(&**phase, puzzle, step);
        let (missing, extra) =
            (expected.difference(&found).next(), found.difference(&expected).next());
        assert_eq!(
            (missing, extra),
            (None, None),
            "{name}: {puzzle} {step:?}: missing, found and wrong"
        );
    }
    expected.len()
}

/// Minimal puzzles.
fn first() -> impl Iterator<Item = Grid> {
    let lines = include_str!("../../data/first.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.parse().unwrap())
}

/// A puzzle without its clues number `off`.
fn less(puzzle: &Grid, off: &[usize]) -> Grid {
    let clues: Vec<Candidate> = puzzle.clues().collect();
    let mut less = puzzle.clone();
    for k in off {
        less.set(clues[k % clues.len()].cell, None);
    }
    less
}

/// A puzzle with some more of its solution's digits, which are redundant or make others so.
fn more(puzzle: &Grid, step: usize) -> Grid {
    let Verdict::Proper(solution) = LockstepVerifier::new().verify(puzzle) else {
        panic!("{puzzle} is proper")
    };
    let mut more = puzzle.clone();
    solution.grid().clues().step_by(step).for_each(|candidate| more.place(candidate));
    more
}

#[test]
fn inkala_has_26_neighbours_beside_itself() {
    let puzzle: Grid = INKALA.parse().unwrap();
    for (name, phase) in if LONG { phases() } else { quick() } {
        let all = found(&*phase, &puzzle, &OffOn::new(1, 1));
        let (itself, others): (Vec<_>, Vec<_>) =
            all.iter().partition(|line| line.starts_with(INKALA));
        assert_eq!(
            (itself.len(), others.len()),
            (21, 26),
            "{name}: each clue can go back, 26 others can come"
        );
    }
    if LONG {
        assert_eq!(agree(&puzzle, &OffOn::new(1, 1)), 47);
    }
}

#[test]
fn one_on_is_found_as_by_trying_all() {
    let mut results = 0;
    for (k, puzzle) in first().take(if LONG { 100 } else { 40 }).enumerate() {
        results += agree(&less(&puzzle, &[k]), &OffOn::new(0, 1));
        results += agree(&less(&puzzle, &[k, k + 5]), &OffOn::new(0, 1));
    }
    assert!(results > if LONG { 500 } else { 200 }, "{results}");
}

#[test]
fn every_method_of_links_finds_the_same() {
    // Engines that are made anew for each candidate are slow: few sets of clues, the last ones, are
    // taken off.
    let (puzzles, last) = if LONG { (1, 5) } else { (1, 3) };
    for (k, puzzle) in first().skip(600).take(puzzles).enumerate() {
        let from = |puzzle: &Grid, last| puzzle.clue_count() - last;
        agree_of(&phases(), &less(&puzzle, &[k]), &OffOn::new(0, 1));
        if !LONG {
            continue;
        }
        agree_of(
            &phases(),
            &puzzle,
            &OffOn { first_clue: from(&puzzle, last - 1), ..OffOn::new(2, 1) },
        );
        let rich = more(&puzzle, 5);
        agree_of(&phases(), &less(&rich, &[k, k + 4, k + 8]), &OffOn::new(0, 2));
        let rich = more(&puzzle, 3);
        agree_of(&phases(), &rich, &OffOn { first_clue: from(&rich, last), ..OffOn::new(3, 1) });
    }
}

#[test]
fn clues_come_off_before_one_goes_on() {
    for (k, puzzle) in first().skip(100).take(if LONG { 6 } else { 2 }).enumerate() {
        assert!(agree(&puzzle, &OffOn::new(1, 1)) >= puzzle.clue_count());
        agree(&more(&puzzle, 9 + k), &OffOn::new(1, 1));
        agree(&puzzle, &OffOn { first_clue: 20, ..OffOn::new(2, 1) });
        agree(&more(&puzzle, 7 + k), &OffOn { first_clue: 22, ..OffOn::new(2, 1) });
        agree(&puzzle, &OffOn { first_clue: 21, ..OffOn::new(3, 1) });
        agree(&more(&puzzle, 7 + k), &OffOn { first_clue: 5, ..OffOn::new(1, 0) });
        agree(&more(&puzzle, 7 + k), &OffOn { first_clue: 20, ..OffOn::new(3, 0) });
    }
}

#[test]
fn two_and_three_on_are_found_as_by_trying_all() {
    let mut results = 0;
    for (k, puzzle) in first().skip(200).take(if LONG { 20 } else { 2 }).enumerate() {
        // Some more digits, so that there are not too many pairs to try.
        let rich = more(&puzzle, 5);
        results += agree(&less(&rich, &[k, k + 3, k + 9, k + 14, k + 17]), &OffOn::new(0, 2));
        results += agree(&rich, &OffOn { first_clue: rich.clue_count() - 4, ..OffOn::new(2, 2) });
    }
    let rich = more(&first().nth(230).unwrap(), 3);
    let most = if LONG { 3 } else { 2 };
    results += agree(&rich, &OffOn { first_clue: rich.clue_count() - 6, ..OffOn::new(4, 2) });
    results += agree(&rich, &OffOn { first_clue: rich.clue_count() - 4, ..OffOn::new(4, most) });
    assert!(results > if LONG { 1_000 } else { 100 }, "{results}");
}

#[test]
fn superfluous_candidates_are_found_if_asked_for() {
    let mut more_than_without = Vec::new();
    for (k, puzzle) in first().skip(300).take(if LONG { 5 } else { 2 }).enumerate() {
        let rich = more(&puzzle, 5);
        for (off_and_on, last) in [(1, 3), (2, 2)] {
            let first_clue = rich.clue_count() - last;
            let step = OffOn { first_clue, ..OffOn::new(off_and_on, off_and_on) };
            let found = agree(&rich, &OffOn { superfluous: true, ..step.clone() });
            more_than_without.push(found - agree(&rich, &step));
        }
        agree(&less(&rich, &[k, k + 4, k + 8]), &OffOn { superfluous: true, ..OffOn::new(0, 2) });
        agree(&rich, &OffOn { superfluous: true, ..OffOn::new(0, 1) });
    }
    assert!(more_than_without.iter().all(|&more| more > 0), "{more_than_without:?}");
}

#[test]
fn a_pattern_can_stay_and_a_sample_can_be_taken() {
    for puzzle in first().skip(400).take(if LONG { 3 } else { 1 }) {
        let step = OffOn { in_place: true, ..OffOn::new(2, 2) };
        let sample = Some(Sample { per_million: 20_000, seed: 7 });
        for line in found(&LockstepOnPhase::new(), &puzzle, &step) {
            let is_same = |(a, b): (char, char)| (a == '.') == (b == '.');
            assert!(line.chars().zip(puzzle.to_string().chars()).all(is_same), "{line}");
        }
        agree(&puzzle, &OffOn { in_place: true, first_clue: 15, ..OffOn::new(2, 2) });
        agree(&puzzle, &OffOn { sample, ..OffOn::new(2, 1) });
        agree(&puzzle, &OffOn { sample, in_place: true, ..OffOn::new(3, 2) });
    }
}

#[test]
fn a_search_can_be_broken_off() {
    // {-3} of a full grid has more sets of clues than anyone wants to wait for.
    let puzzle = more(&first().nth(500).unwrap(), 1);
    for (name, phase) in if LONG { phases() } else { quick() } {
        let count = AtomicUsize::new(0);
        let finder = Counting { found: &count, most: 50 };
        assert_eq!(
            phase.tour(&puzzle, &OffOn::new(3, 0), &finder, &Patient),
            Err(NoTour::BrokenOff),
            "{name}"
        );
        assert!((50..10_000).contains(&count.into_inner()), "{name}");
    }
}

/// A millionth of the sets of 40 of 81 clues, and all sets of 60 candidates: a watch ends them.
#[test]
fn what_finds_nothing_for_years_can_be_broken_off() {
    let sample = Some(Sample { per_million: 1, seed: 7 });
    let (puzzle, full) = (first().nth(500).unwrap(), more(&first().nth(500).unwrap(), 1));
    let all = phases().into_iter().chain([("plain".into(), Box::new(plain()) as Box<dyn OnPhase>)]);
    for (name, phase) in all {
        for (puzzle, step) in [
            (&full, OffOn { sample, ..OffOn::new(40, 0) }),
            (&full, OffOn { sample, ..OffOn::new(40, 1) }),
            (&puzzle, OffOn::new(1, 60)),
        ] {
            let pulses = AtomicUsize::new(0);
            let watch = |(): &()| {
                let is_over = pulses.fetch_add(1, Ordering::Relaxed) >= 20;
                if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let ended =
                phase.tour(puzzle, &step, &|_: FoundPuzzle| ControlFlow::Continue(()), &watch);
            assert_eq!(ended, Err(NoTour::BrokenOff), "{name}, {step:?}");
        }
    }
    let watch = |(): &()| ControlFlow::Break(());
    let step = OffOn { sample, ..OffOn::new(40, 0) };
    let ended = off_phase(&full, &step, &|_: FoundPuzzle| ControlFlow::Continue(()), &watch);
    assert_eq!(ended, Err(NoTour::BrokenOff));
}

/// A finder that has seen enough.
struct Counting<'c> {
    found: &'c AtomicUsize,
    most: usize,
}

impl Finder for Counting<'_> {
    fn found(&self, _: FoundPuzzle) -> ControlFlow<()> {
        let found = self.found.fetch_add(1, Ordering::Relaxed) + 1;
        if found < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[test]
fn only_proper_9x9_puzzles_lose_clues() {
    let nobody = |_: FoundPuzzle| -> ControlFlow<()> { panic!("nothing is found") };
    let tour = |text: &str, step: &OffOn| {
        let puzzle: Grid = text.parse().unwrap();
        LockstepOnPhase::new()
            .tour(&puzzle, step, &nobody, &Patient)
            .and_then(|()| plain().tour(&puzzle, step, &nobody, &Patient))
    };
    let one = OffOn::new(1, 1);
    assert_eq!(tour(&".".repeat(81), &one), Err(NoTour::Improper(Kind::Pseudo)));
    assert_eq!(
        tour(&format!("11{}", ".".repeat(79)), &one),
        Err(NoTour::Improper(Kind::Impossible))
    );
    assert_eq!(
        tour(&format!("11{}", ".".repeat(79)), &OffOn::new(0, 1)),
        Err(NoTour::Improper(Kind::Impossible))
    );
    let small = Shape::new(2, 2).unwrap();
    assert_eq!(tour(".1.3..4....24...", &one), Err(NoTour::Shape(small)));
    assert_eq!(tour(INKALA, &OffOn::new(22, 1)), Ok(()), "there are 21 clues");
    assert_eq!(tour(INKALA, &OffOn::new(0, 1)), Ok(()), "it is proper already");
}

#[test]
fn threads_find_the_same() {
    let puzzle: Grid = INKALA.parse().unwrap();
    let steps = [OffOn::new(1, 1), OffOn { first_clue: 16, ..OffOn::new(2, 2) }];
    for step in steps {
        let on = |number| {
            let threads = Threads::new(number).unwrap();
            threads.run(|| found(&LockstepOnPhase::new(), &puzzle, &step))
        };
        let alone = on(1);
        assert!(alone.len() > 20 && alone == on(2) && alone == on(5), "{step:?}");
    }
}
