//! The verifier of many puzzles at once, on whole sets and on random grids.
//!
//! ```text
//!      verify_all ──▶ verdicts ──┬── each witness is a solution               without a search
//!                                ├── as many solutions as `sudoku` counts     on all puzzles
//!                                └── the same kinds as the links engine       on all, or a sample
//! ```
//!
//! The three searches have nothing in common: sixteen puzzles in the lanes of a vector, exact cover
//! by dancing links, and bands of candidates in the crate. A verdict must not depend on neighbours
//! in the lanes, or on earlier questions; so the same puzzles are verified in other orders and
//! numbers, and after a break.

use std::collections::HashSet;
use std::ops::ControlFlow;

use sudoku::Sudoku;
use tourdion::instructions::Instructions;
use tourdion::sudoku::{Grid, Shape, Solution};
use tourdion::verify::{
    Audience, Effort, Kind, LinksVerifier, LockstepVerifier, Verdict, Verifier,
};
use tourdion::watch::Patient;

use crate::LONG;
use crate::sets::{self, Chance};

/// Every verifier that these tests are about, by name.
fn verifiers() -> Vec<(&'static str, Box<dyn Verifier>)> {
    let paths = Instructions::ALL.iter().copied().filter(|instructions| instructions.is_here());
    paths
        .map(|path| (path.name(), Box::new(LockstepVerifier::on(path)) as Box<dyn Verifier>))
        .collect()
}

/// To save time, the links engine gets one puzzle in `LINKS_STEP` of the larger sets, and fewer
/// grids are made.
const LINKS_STEP: usize = if LONG { 4 } else { 10 };
const RANDOM_GRIDS: usize = if LONG { 100_000 } else { 8_000 };

const INKALA: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// Inkala's puzzle less its first clue: 292 solutions.
const MANIFOLD: &str =
    "...........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// The verdicts on `puzzles`, asked for all at once. Every witness is checked.
fn verdicts(name: &str, verifier: &mut dyn Verifier, puzzles: &[Grid]) -> Vec<Verdict> {
    let mut verdicts = Vec::with_capacity(puzzles.len());
    let mut take = |kind: Kind, verdict: &dyn Fn() -> Verdict| {
        let (puzzle, verdict) = (&puzzles[verdicts.len()], verdict());
        assert_eq!(verdict.kind(), kind, "{name}: {puzzle}");
        verdict.check(puzzle).unwrap_or_else(|fault| panic!("{name}: {puzzle}: {fault}"));
        verdicts.push(verdict);
        ControlFlow::Continue(())
    };
    let flow = verifier.verify_all(&mut puzzles.iter(), &mut take, &mut Patient);
    assert_eq!((flow, verdicts.len()), (ControlFlow::Continue(()), puzzles.len()), "{name}");
    verdicts
}

/// The kinds of `puzzles`, asked for all at once, and no witness made.
fn kinds(verifier: &mut dyn Verifier, puzzles: &[Grid]) -> Vec<Kind> {
    let mut kinds = Vec::with_capacity(puzzles.len());
    let mut take = |kind: Kind, _: &dyn Fn() -> Verdict| {
        kinds.push(kind);
        ControlFlow::Continue(())
    };
    let flow = verifier.verify_all(&mut puzzles.iter(), &mut take, &mut Patient);
    assert!(flow.is_continue(), "nobody broke off");
    kinds
}

fn kind(solutions: usize) -> Kind {
    match solutions {
        0 => Kind::Impossible,
        1 => Kind::Proper,
        _ => Kind::Pseudo,
    }
}

fn in_the_crates_words(puzzle: &Grid) -> Sudoku {
    Sudoku::from_str_line(&puzzle.to_string()).unwrap_or_else(|error| panic!("{puzzle}: {error}"))
}

/// Compares the verdicts with the crate's counts, and every `step`-th with the links engine's.
/// Returns how many puzzles are impossible, proper, pseudo.
fn agree_on(puzzles: &[Grid], step: usize) -> [usize; 3] {
    let theirs: Vec<Kind> = puzzles
        .iter()
        .map(|puzzle| kind(in_the_crates_words(puzzle).solutions_count_up_to(2)))
        .collect();
    let mut links = LinksVerifier::default();
    for (puzzle, theirs) in puzzles.iter().zip(&theirs).step_by(step) {
        assert_eq!(links.verify(puzzle).kind(), *theirs, "links and the crate: {puzzle}");
    }
    for (name, mut verifier) in verifiers() {
        let ours = verdicts(name, &mut *verifier, puzzles);
        for ((puzzle, ours), theirs) in puzzles.iter().zip(&ours).zip(&theirs) {
            assert_eq!(ours.kind(), *theirs, "{name} and the crate: {puzzle}");
        }
    }
    [Kind::Impossible, Kind::Proper, Kind::Pseudo]
        .map(|kind| theirs.iter().filter(|&&k| k == kind).count())
}

#[test]
fn all_puzzles_with_17_clues_are_proper() {
    let seventeen = sets::seventeen();
    let puzzles = &seventeen.puzzles;
    assert!(puzzles.len() == 49_158 || seventeen.file == "first.txt");
    assert_eq!(agree_on(puzzles, LINKS_STEP), [0, puzzles.len(), 0]);
}

#[test]
fn the_hardest_puzzles_are_proper() {
    let hardest = sets::hardest();
    let puzzles = &hardest.puzzles;
    assert!(puzzles.len() == 24_383 || hardest.file == "first.txt");
    assert_eq!(agree_on(puzzles, 4 * LINKS_STEP), [0, puzzles.len(), 0]);
}

#[test]
fn minimal_puzzles_less_a_clue_are_pseudo() {
    let puzzles = sets::pseudo(&sets::seventeen().puzzles);
    assert_eq!(agree_on(&puzzles, LINKS_STEP), [0, 0, puzzles.len()]);
}

#[test]
fn impossible_puzzles_are_impossible() {
    let hardest = sets::hardest().puzzles;
    let puzzles = sets::impossible(&hardest, &mut LinksVerifier::default());
    assert!(puzzles.len() > hardest.len() / 2, "{} are left", puzzles.len());
    assert_eq!(agree_on(&puzzles, LINKS_STEP), [puzzles.len(), 0, 0]);
}

#[test]
fn puzzles_with_clues_to_spare_are_proper() {
    let puzzles = sets::easy(&sets::seventeen().puzzles, &mut LinksVerifier::default());
    assert_eq!(agree_on(&puzzles, LINKS_STEP), [0, puzzles.len(), 0]);
}

#[test]
fn all_verifiers_agree_on_random_grids() {
    const BATCH: usize = 4_000;
    let mut grids = sets::random::grids(2026);
    let mut tally = [0; 3];
    for _ in 0..RANDOM_GRIDS / BATCH {
        let batch: Vec<Grid> = grids.by_ref().take(BATCH).collect();
        for (sum, more) in tally.iter_mut().zip(agree_on(&batch, LINKS_STEP)) {
            *sum += more;
        }
    }
    assert!(tally.iter().all(|&kind| kind > RANDOM_GRIDS / 10), "{tally:?} is not much of each");
}

/// Some of every set and of the random grids, in random order.
fn mixture(puzzles: usize) -> Vec<Grid> {
    let (seventeen, hardest) = (sets::seventeen().puzzles, sets::hardest().puzzles);
    let part =
        |set: &[Grid]| -> Vec<Grid> { set.iter().step_by(set.len() / 400).cloned().collect() };
    let (seventeen, hardest) = (part(&seventeen), part(&hardest));
    let mut links = LinksVerifier::default();
    let mut mixture = sets::pseudo(&seventeen);
    mixture.extend(sets::easy(&seventeen, &mut links));
    mixture.extend(sets::impossible(&hardest, &mut links));
    mixture.extend(sets::random::grids(17).take(400));
    mixture.extend(seventeen.into_iter().chain(hardest));
    Chance::new(9).shuffle(&mut mixture);
    mixture.truncate(puzzles);
    assert_eq!(mixture.len(), puzzles);
    mixture
}

#[test]
fn the_order_of_the_puzzles_changes_nothing() {
    let puzzles = mixture(1_500);
    let mut alone = LockstepVerifier::on(Instructions::Portable);
    let alone: Vec<Verdict> = puzzles.iter().map(|puzzle| alone.verify(puzzle)).collect();
    for (name, mut verifier) in verifiers() {
        for seed in 0..4 {
            let mut order: Vec<usize> = (0..puzzles.len()).collect();
            Chance::new(seed).shuffle(&mut order);
            let shuffled: Vec<Grid> = order.iter().map(|&k| puzzles[k].clone()).collect();
            for (&k, verdict) in order.iter().zip(verdicts(name, &mut *verifier, &shuffled)) {
                assert_eq!(verdict, alone[k], "{name}: {}", puzzles[k]);
            }
        }
    }
}

#[test]
fn any_number_of_puzzles_at_once() {
    let puzzles = mixture(200);
    let mut links = LinksVerifier::default();
    let expected: Vec<Kind> = puzzles.iter().map(|puzzle| links.verify(puzzle).kind()).collect();
    for (name, mut verifier) in verifiers() {
        for number in [0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 200] {
            // From both ends, so that the last lanes are filled with others.
            for range in [0..number, 200 - number..200] {
                assert_eq!(
                    kinds(&mut *verifier, &puzzles[range.clone()]),
                    expected[range],
                    "{name}: {number}"
                );
            }
        }
        for (puzzle, expected) in puzzles.iter().zip(&expected) {
            let verdict = verifier.verify(puzzle);
            assert_eq!(verdict.kind(), *expected, "{name}: {puzzle}");
            verdict.check(puzzle).unwrap_or_else(|fault| panic!("{name}: {puzzle}: {fault}"));
        }
    }
}

#[test]
fn one_puzzle_many_times() {
    for (name, mut verifier) in verifiers() {
        for (puzzle, expected) in [(INKALA, Kind::Proper), (MANIFOLD, Kind::Pseudo)] {
            let puzzles = vec![puzzle.parse().unwrap(); 50];
            let verdicts = verdicts(name, &mut *verifier, &puzzles);
            assert!(verdicts.iter().all(|verdict| verdict.kind() == expected), "{name}: {puzzle}");
        }
    }
}

#[test]
fn a_verdict_can_be_made_twice_or_left() {
    let puzzles = mixture(300);
    for (name, mut verifier) in verifiers() {
        let expected = kinds(&mut *verifier, &puzzles);
        let mut heard = 0;
        let mut take = |kind: Kind, verdict: &dyn Fn() -> Verdict| {
            assert_eq!(kind, expected[heard], "{name}: {}", puzzles[heard]);
            if heard % 3 == 0 {
                assert_eq!(verdict(), verdict(), "{name}: {}", puzzles[heard]);
            }
            heard += 1;
            ControlFlow::Continue(())
        };
        let _ = verifier.verify_all(&mut puzzles.iter(), &mut take, &mut Patient);
        assert_eq!(heard, puzzles.len(), "{name}");
    }
}

#[test]
fn a_verifier_that_was_broken_off_is_as_good_as_new() {
    let puzzles = mixture(300);
    for (name, mut verifier) in verifiers() {
        let expected = kinds(&mut *verifier, &puzzles);
        for enough in [1, 2, 15, 16, 17, 33, 100, 299, 300] {
            let mut heard = Vec::new();
            let mut take = |kind: Kind, _: &dyn Fn() -> Verdict| {
                heard.push(kind);
                if heard.len() < enough {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            let flow = verifier.verify_all(&mut puzzles.iter(), &mut take, &mut Patient);
            assert!(flow.is_break(), "{name}: {enough}");
            assert_eq!(heard, expected[..enough], "{name}: {enough}");
            // One alone, backwards, and all again: nothing of the puzzles in flight may be left.
            assert!(verifier.verify(&INKALA.parse().unwrap()).is_proper(), "{name}: {enough}");
            let backwards: Vec<Grid> = puzzles.iter().rev().cloned().collect();
            assert!(
                kinds(&mut *verifier, &backwards).iter().eq(expected.iter().rev()),
                "{name}: {enough}"
            );
            assert_eq!(verifier.count(&MANIFOLD.parse().unwrap(), 1_000), 292, "{name}: {enough}");
            assert_eq!(kinds(&mut *verifier, &puzzles), expected, "{name}: {enough}");
        }
    }
}

#[test]
fn puzzles_of_other_shapes_can_be_broken_off() {
    let puzzles: Vec<Grid> = ["1....2..3......4"; 5].map(|text| text.parse().unwrap()).to_vec();
    for (name, mut verifier) in verifiers() {
        for enough in 1..=5 {
            let mut heard = 0;
            let mut take = |kind: Kind, _: &dyn Fn() -> Verdict| {
                assert_eq!(kind, Kind::Proper, "{name}");
                heard += 1;
                if heard < enough { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let flow = verifier.verify_all(&mut puzzles.iter(), &mut take, &mut Patient);
            assert_eq!((flow, heard), (ControlFlow::Break(()), enough), "{name}");
        }
    }
}

#[test]
fn a_pulse_can_break_off_and_nothing_is_left_of_it() {
    // Far more than a few milliseconds of work, after which a pulse has to come.
    const MANY: usize = 200_000;
    let hardest = sets::hardest().puzzles;
    for (name, mut verifier) in verifiers() {
        let (mut verdicts, mut pulses) = (0, 0);
        let mut count = |_: Kind, _: &dyn Fn() -> Verdict| {
            verdicts += 1;
            ControlFlow::Continue(())
        };
        let mut impatient = |_: &Effort| {
            pulses += 1;
            ControlFlow::Break(())
        };
        let many = &mut hardest.iter().cycle().take(MANY);
        let flow = verifier.verify_all(many, &mut count, &mut impatient);
        assert_eq!((flow, pulses), (ControlFlow::Break(()), 1), "{name}");
        assert!(verdicts < MANY, "{name}");
        let some = &hardest[..40];
        assert!(kinds(&mut *verifier, some).iter().all(|&kind| kind == Kind::Proper), "{name}");
        assert!(verifier.verify(&MANIFOLD.parse().unwrap()).kind() == Kind::Pseudo, "{name}");
    }
}

#[test]
fn shapes_can_be_mixed() {
    let sixteen =
        include_str!("../../data/16x16.txt").lines().find(|line| !line.starts_with('#')).unwrap();
    let shapes = [(1, 1), (2, 2), (2, 3), (3, 2), (1, 9), (9, 1), (3, 3), (3, 4), (4, 4), (5, 5)];
    let mut puzzles: Vec<Grid> = shapes
        .iter()
        .map(|&(rows, columns)| Grid::empty(Shape::new(rows, columns).unwrap()))
        .collect();
    let texts = [
        INKALA,
        MANIFOLD,
        &sixteen[..256],
        "1....2..3......4",
        "12....3.....4...",
        "3.......3",
        "1",
    ];
    puzzles.extend(texts.iter().map(|text| text.parse::<Grid>().unwrap()));
    puzzles.extend(mixture(60));
    Chance::new(4).shuffle(&mut puzzles);
    let mut links = LinksVerifier::default();
    let expected: Vec<Kind> = puzzles.iter().map(|puzzle| links.verify(puzzle).kind()).collect();
    for (name, mut verifier) in verifiers() {
        let verdicts = verdicts(name, &mut *verifier, &puzzles);
        assert!(verdicts.iter().map(Verdict::kind).eq(expected.iter().copied()), "{name}");
    }
}

#[test]
fn solutions_are_counted_up_to_any_limit() {
    let texts = [
        INKALA,
        MANIFOLD,
        "12345678.........9...............................................................",
    ];
    for (name, mut verifier) in verifiers() {
        for (puzzle, solutions) in texts.into_iter().zip([1, 292, 0]) {
            let puzzle: Grid = puzzle.parse().unwrap();
            for limit in [0, 1, 2, 3, 4, 100, 291, 292, 293, 10_000, u64::MAX] {
                assert_eq!(
                    verifier.count(&puzzle, limit),
                    solutions.min(limit),
                    "{name}: {puzzle}, {limit}"
                );
            }
        }
        for puzzle in sets::pseudo(&mixture_of_17(40)) {
            let many = in_the_crates_words(&puzzle).solutions_count_up_to(5_000) as u64;
            for limit in [1, 2, 3, many - 1, many, 5_000] {
                assert_eq!(
                    verifier.count(&puzzle, limit),
                    many.min(limit),
                    "{name}: {puzzle}, {limit}"
                );
            }
        }
        assert_eq!(verifier.count(&Grid::empty(Shape::CLASSIC), 3_000), 3_000, "{name}");
    }
}

fn mixture_of_17(number: usize) -> Vec<Grid> {
    let puzzles = sets::seventeen().puzzles;
    puzzles.iter().step_by(puzzles.len() / number).cloned().collect()
}

#[test]
fn every_solution_is_shown_once() {
    let puzzle: Grid = MANIFOLD.parse().unwrap();
    let theirs = in_the_crates_words(&puzzle).solutions_up_to(1_000);
    let theirs: HashSet<String> =
        theirs.iter().map(|solution| solution.to_str_line().to_string()).collect();
    for (name, mut verifier) in verifiers() {
        let (mut shown, mut different) = (0, HashSet::new());
        let mut take = |found: &dyn Fn() -> Solution| {
            shown += 1;
            different.insert(found().to_string());
            ControlFlow::Continue(())
        };
        let flow = verifier.solutions(&puzzle, &mut take, &mut Patient);
        assert!(flow.is_continue(), "{name}");
        assert_eq!(shown, 292, "{name}");
        assert_eq!(different, theirs, "{name}");
    }
}

#[test]
fn the_crate_finds_clashing_clues_impossible() {
    // Were it otherwise, its answers on junk would be worth nothing here.
    for (row, column) in [(0, 1), (1, 0), (1, 1)] {
        let mut clash = Grid::empty(Shape::CLASSIC);
        for cell in [0, 9 * row + column] {
            clash.set(Shape::CLASSIC.cell(cell), Shape::CLASSIC.digits().next());
        }
        assert_eq!(in_the_crates_words(&clash).solutions_count_up_to(2), 0, "{clash}");
    }
}

/// Says that it will not ask for witnesses, and asks all the same.
struct Fickle(Vec<Verdict>);

impl Audience for Fickle {
    fn verdict(&mut self, kind: Kind, verdict: &dyn Fn() -> Verdict) -> ControlFlow<()> {
        self.0.push(verdict());
        assert_eq!(self.0.last().map(Verdict::kind), Some(kind));
        ControlFlow::Continue(())
    }

    fn wants_witnesses(&self) -> bool {
        false
    }
}

#[test]
fn witnesses_that_nobody_wanted_can_be_had_all_the_same() {
    let puzzles = mixture(200);
    for (name, mut verifier) in verifiers() {
        let mut fickle = Fickle(Vec::new());
        assert!(verifier.verify_all(&mut puzzles.iter(), &mut fickle, &mut Patient).is_continue());
        assert_eq!(fickle.0, verdicts(name, &mut *verifier, &puzzles), "{name}");
    }
}
