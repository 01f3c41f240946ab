//! Paths by techniques: each step holds, is true of the solution, and nothing is stuck.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use tourdion::logic::technique::{Board, Convention, Deduction, Producer, Sight, Technique};
use tourdion::logic::{Ladder, NetFinder, Path, PathEnd, Pencil, Step, Strategy};
use tourdion::sudoku::{Candidate, Grid, Shape};
use tourdion::verify::solve;

use crate::LONG;
use crate::nets::catalogue;

fn proper() -> Strategy {
    Strategy { is_proper: true, ..Strategy::default() }
}

/// Checks a deduction, and that it is true of a solution.
fn assert_true(deduction: &Deduction, board: &Board, solution: &Grid) {
    assert_eq!(deduction.check(board), Ok(()), "{deduction:?}");
    let is_so = |candidate: &Candidate| solution.get(candidate.cell) == Some(candidate.digit);
    assert!(!deduction.removals.iter().any(is_so), "{deduction:?}");
    assert!(deduction.placement.iter().all(is_so), "{deduction:?}");
}

/// Walks paths to their ends, and counts the puzzles that need each technique.
fn walk(puzzles: &[Grid]) -> BTreeMap<&'static str, usize> {
    let finder = NetFinder::new(Shape::CLASSIC);
    let mut counts = BTreeMap::new();
    for puzzle in puzzles {
        let solution = solve(puzzle).expect("the puzzle is proper");
        let path = Path::find(&Pencil::of(puzzle), &proper(), &finder);
        assert_eq!((path.end, path.check()), (PathEnd::Solved, Ok(())), "{puzzle}");
        assert_eq!(&path.rest.grid(), solution.grid());
        for (before, step) in path.replay() {
            if let Step::Deduction(deduction) = step {
                let board = Board::of_pencil(&before).unwrap();
                assert_true(deduction, &board, solution.grid());
            }
        }
        for (technique, _) in path.counts() {
            *counts.entry(technique.name()).or_default() += 1;
        }
    }
    counts
}

#[test]
fn no_puzzle_is_stuck() {
    // Of how many puzzles one is taken.
    let [own, stuck, seventeen, hardest] = if LONG { [2, 1, 24, 200] } else { [20, 5, 400, 1000] };
    let sets = [
        ("first.txt", own),
        ("stuck.txt", stuck),
        ("inkala.txt", 1),
        ("seventeen.txt", seventeen),
        ("hardest.txt", hardest),
    ];
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for (name, step) in sets {
        for (technique, count) in walk(&catalogue(name, step)) {
            *counts.entry(technique).or_default() += count;
        }
    }
    println!("{counts:?}");
    assert!(counts.len() >= 15 && counts.contains_key("nested net"), "{counts:?}");
}

#[test]
fn all_that_finders_show_is_true() {
    let finder = NetFinder::new(Shape::CLASSIC);
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    let is_frequent = |one| matches!(one, Producer::FrankenFish | Producer::AlsAic);
    // Of how many puzzles one is taken, and of how many of these one has large instances, too, and
    // what there are most of: fish with boxes, and chains through sets.
    let [own, seventeen, all] = if LONG { [20, 400, 8] } else { [250, 10_000, 1] };
    let puzzles = [catalogue("first.txt", own), catalogue("seventeen.txt", seventeen)].concat();
    for (number, puzzle) in puzzles.iter().enumerate() {
        let has_all = number % all == 0;
        let conventions = [Convention::Plain, Convention::Thorough];
        let conventions = &conventions[..if has_all { 2 } else { 1 }];
        let solution = solve(puzzle).expect("the puzzle is proper");
        let path = Path::find(&Pencil::of(puzzle), &proper(), &finder);
        for (before, _) in path.replay().filter(|(_, step)| step.technique().is_some()) {
            let sight = Sight::of(Board::of_pencil(&before).unwrap());
            // Nested nets are all in the paths of the hardest puzzles.
            let further = Producer::FURTHER.into_iter().take(Producer::FURTHER.len() - 2);
            for producer in further.filter(|&one| has_all || !is_frequent(one)) {
                for &convention in conventions {
                    let _ = producer.each(&sight, convention, &mut |deduction| {
                        assert_true(&deduction, sight.board(), solution.grid());
                        *counts.entry(deduction.technique.name()).or_default() += 1;
                        ControlFlow::Continue(())
                    });
                }
            }
        }
    }
    println!("{} puzzles: {counts:?}", puzzles.len());
    assert!(counts.len() >= 12, "{counts:?}");
}

#[test]
fn the_order_is_that_of_difficulties() {
    let mut ladder = Ladder::default();
    let usual: Vec<u16> = ladder.rungs().map(|rung| rung.difficulty).collect();
    assert!(usual.is_sorted());
    assert!(ladder.rungs().all(|rung| rung.technique.usual() == rung.difficulty));
    ladder.read("# mine\n\nXY-Wing 1.5\nnested net 2\n").unwrap();
    let names: Vec<&str> = ladder.rungs().take(2).map(|rung| rung.technique.name()).collect();
    assert_eq!(names, ["xy-wing", "nested net"]);
    for (text, complaint) in [
        (
            "x-wing",
            "1:1: expected a technique and its difficulty, such as `x-wing 3.2`, found `x-wing`",
        ),
        ("\n  squirmbag 3", "2:3: expected a technique, such as x-wing, found `squirmbag`"),
        (
            "x-wing 3,2",
            "1:8: expected a difficulty from 0.1 to 99.9, of one decimal, such as 3.2, found `3,2`",
        ),
        ("x-wing 3\nX-Wing 4", "2:1: expected each technique once, found `X-Wing`"),
        (
            "x-wing 0",
            "1:8: expected a difficulty from 0.1 to 99.9, of one decimal, such as 3.2, found `0`",
        ),
    ] {
        assert_eq!(ladder.read(text).unwrap_err().to_string(), complaint);
    }
    assert!(ladder.only(&["fishes".to_owned()]).is_err());
    ladder.only(&["fish".to_owned(), "x-chain".to_owned()]).unwrap();
    ladder.without(&["Swordfish".to_owned()]).unwrap();
    let left: Vec<Technique> = ladder.rungs().map(|rung| rung.technique).collect();
    assert_eq!(left, [Technique::XWing, Technique::Jellyfish, Technique::XChain]);
}

#[test]
fn a_technique_by_its_name_has_large_instances() {
    let finder = NetFinder::new(Shape::CLASSIC);
    let steps = |pencil: &Pencil, names: &[&str]| {
        let mut strategy = proper();
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        strategy.ladder.only(&names).unwrap();
        let path = Path::find(pencil, &strategy, &finder);
        assert_eq!(path.check(), Ok(()));
        path.replay().count()
    };
    let mut more = 0;
    let techniques = include_str!("../../data/techniques.txt").lines();
    let techniques = techniques.filter(|line| !line.starts_with('#'));
    for puzzle in techniques.map(|line| line[..81].parse::<Grid>().expect("a grid")) {
        let path = Path::find(&Pencil::of(&puzzle), &proper(), &finder);
        for (before, _) in path.replay().filter(|(_, step)| step.technique().is_some()) {
            let of_group = steps(&before, &["complex fish"]);
            let by_name = steps(&before, &["Franken fish", "mutant fish", "siamese Franken fish"]);
            assert!(by_name >= of_group, "{puzzle}");
            more += usize::from(by_name > of_group);
        }
    }
    assert!(more > 0, "there are no large fish here");
}

#[test]
fn without_uniqueness_every_solution_is_kept() {
    let finder = NetFinder::new(Shape::CLASSIC);
    for puzzle in &catalogue("first.txt", if LONG { 5 } else { 50 }) {
        let solution = solve(puzzle).expect("the puzzle is proper");
        let mut less = puzzle.clone();
        less.set(puzzle.clues().next().unwrap().cell, None);
        let path = Path::find(&Pencil::of(&less), &Strategy::default(), &finder);
        assert_eq!(path.check(), Ok(()));
        let all = (0..81).map(|index| Shape::CLASSIC.cell(index));
        for cell in all {
            let digit = solution.grid().get(cell).unwrap();
            assert!(path.rest.has(Candidate { cell, digit }), "{less}: a solution was lost");
        }
    }
}

#[test]
fn a_hint_is_the_first_step() {
    let finder = NetFinder::new(Shape::CLASSIC);
    let strategy = Strategy { is_hint: true, ..proper() };
    for puzzle in &catalogue("first.txt", 100) {
        let start = Pencil::of(puzzle);
        let hint = Path::find(&start, &strategy, &finder);
        let path = Path::find(&start, &proper(), &finder);
        assert_eq!((hint.end, hint.check()), (PathEnd::Open, Ok(())));
        match (&hint.steps[..], &path.steps[0]) {
            ([Step::Singles(one)], Step::Singles(all)) => assert_eq!(one[..], all[..1]),
            ([one], first) => assert_eq!(one, first),
            other => panic!("{other:?}"),
        }
    }
}
