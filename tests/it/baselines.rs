//! The plain searches against links: the same verdicts, the same counts, true witnesses; and
//! budgets that hold.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use tourdion::baseline::Baseline;
use tourdion::chance::Chance;
use tourdion::generate::{Generator, Wish};
use tourdion::sudoku::{Digit, Grid, Shape};
use tourdion::verify::{Budget, Kind, LinksVerifier, LockstepVerifier, Verifier};
use tourdion::watch::Patient;

const NORVIG: &str =
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";

/// Grids with some digits at random, most of which clash or can't be finished, and parts of
/// solution grids.
fn small_puzzles(shape: Shape, number: u64) -> Grid {
    let mut chance = Chance::new(3, number);
    let mut cells = vec![None; shape.cells()];
    if number.is_multiple_of(3) {
        for _ in 0..chance.below(2 * shape.size()) {
            let (cell, digit) = (chance.below(shape.cells()), chance.below(shape.size()));
            cells[cell] = Some(Digit::at(digit));
        }
    } else {
        let solution = Generator::new(Wish::new(shape), 5).solution(number);
        for _ in 0..shape.cells() / 2 + chance.below(shape.cells() / 2) {
            let cell = chance.below(shape.cells());
            cells[cell] = solution.grid().cells()[cell];
        }
    }
    Grid::from_cells(shape, &cells).unwrap()
}

/// Of the random puzzles one share of this number is taken.
const STEP: usize = if crate::LONG { 1 } else { 3 };

#[test]
fn all_say_what_links_say() {
    for (shape, puzzles) in [(Shape::new(2, 2).unwrap(), 300), (Shape::new(2, 3).unwrap(), 90)] {
        let mut links = LinksVerifier::new(shape);
        let mut plain: Vec<Box<dyn Verifier>> =
            Baseline::ALL.iter().map(|baseline| baseline.verifier(shape)).collect();
        let mut kinds = [0; 3];
        for number in 0..puzzles / STEP as u64 {
            let puzzle = small_puzzles(shape, number);
            let kind = links.verify(&puzzle).kind();
            kinds[kind as usize] += 1;
            let count = links.count(&puzzle, 300);
            for (baseline, verifier) in Baseline::ALL.iter().zip(&mut plain) {
                let verdict = verifier.verify(&puzzle);
                assert_eq!(verdict.kind(), kind, "{baseline}: {puzzle}");
                verdict.check(&puzzle).unwrap();
                assert!(
                    verifier.effort().nodes > 0 || kind == Kind::Impossible,
                    "{baseline}: {puzzle}"
                );
                assert_eq!(verifier.count(&puzzle, 300), count, "{baseline}: {puzzle}");
            }
        }
        assert!(kinds.iter().all(|&count| count > 10 / STEP), "{kinds:?}");
    }
}

#[test]
fn all_find_every_grid_of_four_digits() {
    let empty = Grid::empty(Shape::new(2, 2).unwrap());
    for &baseline in Baseline::ALL {
        assert_eq!(baseline.verifier(empty.shape()).count(&empty, u64::MAX), 288, "{baseline}");
    }
}

#[test]
fn real_puzzles_within_a_budget() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/first.txt");
    let first = fs::read_to_string(file).unwrap();
    let mut lockstep = LockstepVerifier::new();
    for &baseline in Baseline::ALL {
        let least = match baseline {
            Baseline::Listed | Baseline::Sorted | Baseline::Permute | Baseline::Mended => 0,
            Baseline::Fewest | Baseline::Pick | Baseline::PickMore => 5,
            Baseline::Norvig => 10,
            unknown => panic!("how many does {unknown} settle?"),
        };
        let mut verifier = baseline.verifier(Shape::CLASSIC);
        let (mut within, puzzles) =
            (0, first.lines().filter(|line| !line.starts_with('#')).step_by(100));
        for puzzle in puzzles.map(|line| line[..81].parse::<Grid>().unwrap()) {
            let time = Duration::from_millis(if least > 0 || crate::LONG { 200 } else { 20 });
            let budget = Budget { nodes: Some(100_000), time: Some(time) };
            if let Some(verdict) = budget.verify(verifier.as_mut(), &puzzle, &mut Patient) {
                assert_eq!(verdict, lockstep.verify(&puzzle), "{baseline}: {puzzle}");
                within += 1;
            }
        }
        println!("{baseline}: {within} of 10 within the budget");
        assert!(within >= least, "{baseline}: {within} of 10");
    }
}

#[test]
fn a_budget_ends_what_would_not() {
    let puzzle: Grid = NORVIG.parse().unwrap();
    for baseline in [Baseline::Listed, Baseline::Sorted, Baseline::Permute] {
        let mut verifier = baseline.verifier(Shape::CLASSIC);
        let began = Instant::now();
        assert_eq!(
            Budget::of_time(Duration::from_millis(100)).verify(
                verifier.as_mut(),
                &puzzle,
                &mut Patient
            ),
            None
        );
        assert!(began.elapsed() < Duration::from_secs(5), "{baseline}: {:?}", began.elapsed());
        assert!(verifier.effort().steps > 10_000, "{baseline}");
    }
    let mut listed = Baseline::Listed.verifier(Shape::CLASSIC);
    assert_eq!(Budget::of_nodes(1_000).verify(listed.as_mut(), &puzzle, &mut Patient), None);
    assert!((1_000..1_000_000).contains(&listed.effort().nodes));
}

#[test]
fn a_first_solution_is_found_where_two_are_too_many() {
    // 5-1 of seed and article: 148,357,268 solutions.
    let puzzle: Grid =
        ".....6....59.....82....8....45........3........6..3.54...325..6.................."
            .parse()
            .unwrap();
    let mut sorted = Baseline::Sorted.verifier(Shape::CLASSIC);
    let solution =
        Budget::default().first_solution(sorted.as_mut(), &puzzle, &mut Patient).unwrap().unwrap();
    tourdion::sudoku::check::solves(&puzzle, solution.grid()).unwrap();
    let impossible: Grid = NORVIG.parse().unwrap();
    let mut lockstep = LockstepVerifier::new();
    assert_eq!(
        Budget::default().first_solution(&mut lockstep, &impossible, &mut Patient),
        Some(None)
    );
    assert!(lockstep.effort().nodes > 0);
}

#[test]
fn effort_is_of_the_last_search() {
    let puzzle: Grid =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
            .parse()
            .unwrap();
    let engines: [Box<dyn Verifier>; 3] = [
        Box::new(LinksVerifier::default()),
        Box::new(LockstepVerifier::new()),
        Baseline::Norvig.verifier(Shape::CLASSIC),
    ];
    for mut engine in engines {
        engine.verify(&puzzle);
        let once = engine.effort();
        assert!(once.nodes > 10 && once.steps > once.nodes);
        engine.verify(&puzzle);
        let again = engine.effort();
        // Links keep the clues that two puzzles have in common.
        assert!(again.nodes == once.nodes && again.steps <= once.steps);
    }
}
