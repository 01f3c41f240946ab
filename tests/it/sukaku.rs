//! Puzzles of pencil marks: what lanes and links say of them, and what commands do with them.
//!
//! ```text
//!      random candidates, of any density ──▶ every path of lockstep ──┐
//!      a solution among them, or not     ──▶ links, options banned  ──┴── the same verdict
//!      the candidates of a puzzle        ──▶ its verdict, its solution
//! ```
//!
//! The reference is the exact-cover matrix with options banned: it knows no masks and no words.

use std::ops::ControlFlow;

use tourdion::chance::Chance;
use tourdion::generate::random_symmetry;
use tourdion::instructions::Instructions;
use tourdion::sudoku::{Candidate, Grid, Marks, Shape};
use tourdion::verify::{
    Effort, Kind, LinksVerifier, LockstepVerifier, Verdict, Verifiable, Verifier, count, is_proper,
    solve,
};
use tourdion::watch::{Patient, Watch};

use crate::LONG;

const SOLUTION: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/// The number of random sukakus.
const NUMBER: usize = if LONG { 20_000 } else { 3_000 };

/// The number of puzzles of the catalogue, and that of random sukakus of which all is counted.
const FIRST: usize = if LONG { 1_000 } else { 100 };
const COUNTED: usize = if LONG { 150 } else { 60 };

/// A sukaku with about `percent` of all candidates, and perhaps a solution among them.
fn random(number: usize) -> Marks {
    let mut chance = Chance::new(18, number as u64);
    let percent = chance.below(101);
    let mut marks = Marks::all(Shape::CLASSIC);
    for candidate in Marks::all(Shape::CLASSIC).candidates() {
        if chance.below(100) >= percent {
            marks.remove(candidate);
        }
    }
    if !number.is_multiple_of(4) {
        let by = random_symmetry(Shape::CLASSIC, &[], &mut chance);
        let solution = by.apply(&SOLUTION.parse().unwrap()).unwrap();
        solution.clues().for_each(|candidate| marks.add(candidate));
    }
    marks
}

/// Every path of lockstep that this processor has.
fn paths() -> Vec<(&'static str, LockstepVerifier<Marks>)> {
    let paths = Instructions::ALL.iter().copied().filter(|instructions| instructions.is_here());
    paths.map(|path| (path.name(), LockstepVerifier::of_kind(path))).collect()
}

/// The verdicts on `puzzles`, asked for all at once. Every witness is checked.
fn verdicts<P: Verifiable>(verifier: &mut dyn Verifier<P>, puzzles: &[P]) -> Vec<Verdict> {
    let mut verdicts: Vec<Verdict> = Vec::with_capacity(puzzles.len());
    let mut take = |kind: Kind, verdict: &dyn Fn() -> Verdict| {
        verdicts.push(verdict());
        assert_eq!(verdicts.last().map(Verdict::kind), Some(kind));
        ControlFlow::Continue(())
    };
    let flow = verifier.verify_all(&mut puzzles.iter(), &mut take, &mut Patient);
    assert!(flow.is_continue() && verdicts.len() == puzzles.len());
    for (verdict, puzzle) in verdicts.iter().zip(puzzles) {
        verdict.check(puzzle).unwrap();
    }
    verdicts
}

#[test]
fn lanes_and_links_say_the_same_of_random_marks() {
    let puzzles: Vec<Marks> = (0..NUMBER).map(random).collect();
    let expected = verdicts(&mut LinksVerifier::of_kind(Shape::CLASSIC), &puzzles);
    for kind in [Kind::Impossible, Kind::Proper, Kind::Pseudo] {
        let number = expected.iter().filter(|verdict| verdict.kind() == kind).count();
        assert!(number > NUMBER / 10, "{number} are {kind}");
    }
    for (path, mut verifier) in paths() {
        let found = verdicts(&mut verifier, &puzzles);
        for ((found, expected), puzzle) in found.iter().zip(&expected).zip(&puzzles) {
            assert_eq!(found.kind(), expected.kind(), "{path}: {puzzle}");
            assert!(!found.is_proper() || found == expected, "{path}: {puzzle}");
        }
        // A verdict depends on its puzzle alone.
        for (puzzle, expected) in puzzles.iter().zip(&found).step_by(11) {
            assert_eq!(verifier.verify(puzzle), *expected, "{path}: {puzzle}");
        }
        let others: Vec<Marks> = puzzles.iter().rev().step_by(7).cloned().collect();
        let again = verdicts(&mut verifier, &others);
        assert!(again.iter().eq(found.iter().rev().step_by(7)), "{path}");
    }
}

/// Nearly all candidates are open, and a guess soon fills a mini-line that has to hold a fourth
/// digit.
const OPEN: &str = "\
    .2345.78..2..56789123456.8912345..891234567..123456789.234567891.3.567.91234567.9\
    .23456789123.567891234567891.3..6789.23456789123.56.8.123456789123456789.2.456789\
    123456789123.567...2345678912345.789123456789.2..56789.23456.89123456789123456789\
    12.456.891.3456..91234567.912345678.1234567891234.6.891234.67.9.234567891.345..89\
    12.45.7891.3456789123.56789123.5678.1234..789.23456789.2345678.123456789123.5678.\
    12345..89123.56789.234.6.8912345678912345678912345.789.234567891.34567.912.456789\
    1.3.5678.12.45678..23456789123456789123456789123456789123.5678..2345678.12345678.\
    123456..912.456789123456789.2345678912.45678.12345678912345.7.912345678.123456789\
    123.5678.1234.67..1.345678.1234567.912.456789.23456789123.56.89.234.67891.345.789";

/// Ends after some pulses.
struct Pulses(u32);

impl Watch<Effort> for Pulses {
    fn pulse(&mut self, _: &Effort) -> ControlFlow<()> {
        self.0 -= 1;
        if self.0 > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[test]
fn open_marks_keep_no_lane_for_long() {
    let others = (0..2_000).map(random);
    let puzzles: Vec<Marks> = std::iter::once(OPEN.parse().unwrap()).chain(others).collect();
    for (path, mut verifier) in paths() {
        let mut kinds = Vec::new();
        let mut take = |kind, _: &dyn Fn() -> Verdict| {
            kinds.push(kind);
            ControlFlow::Continue(())
        };
        // Eight pulses are some 65,000 sweeps.
        let flow = verifier.verify_all(&mut puzzles.iter(), &mut take, &mut Pulses(8));
        assert!(flow.is_continue(), "{path}: {} of {} are done", kinds.len(), puzzles.len());
        assert_eq!((kinds.len(), kinds[0]), (puzzles.len(), Kind::Pseudo), "{path}");
    }
}

#[test]
fn the_marks_of_a_puzzle_have_its_verdict() {
    let text = std::fs::read_to_string("data/first.txt").unwrap();
    let (mut puzzles, mut none): (Vec<Grid>, Vec<Marks>) = (Vec::new(), Vec::new());
    let shape = Shape::CLASSIC;
    for (number, line) in text.lines().filter(|line| !line.starts_with('#')).enumerate().take(FIRST)
    {
        let puzzle: Grid = line.parse().unwrap();
        let solution = solve(&puzzle).unwrap();
        let (mut less, mut other) = (puzzle.clone(), puzzle.clone());
        less.set(puzzle.clues().next().unwrap().cell, None);
        let cell = shape.cell(number % 81);
        let digit = solution.grid().get(cell).unwrap();
        other.set(cell, shape.digits().find(|&other| other != digit));
        // Without the one candidate that its solution has in a cell.
        let mut marks = Marks::of(&puzzle);
        marks.remove(Candidate { cell, digit });
        none.push(marks);
        puzzles.extend([puzzle, less, other]);
    }
    let marks: Vec<Marks> = puzzles.iter().map(Marks::of).collect();
    let expected = verdicts(&mut LockstepVerifier::new(), &puzzles);
    for (path, mut verifier) in paths() {
        let found = verdicts(&mut verifier, &marks);
        for ((found, expected), puzzle) in found.iter().zip(&expected).zip(&puzzles) {
            assert_eq!(found.kind(), expected.kind(), "{path}: {puzzle}");
            assert!(!found.is_proper() || found == expected, "{path}: {puzzle}");
        }
        let found = verdicts(&mut verifier, &none);
        assert!(found.iter().all(|verdict| verdict.kind() == Kind::Impossible), "{path}");
    }
}

#[test]
fn solutions_are_counted_alike() {
    let mut links = LinksVerifier::<Marks>::of_kind(Shape::CLASSIC);
    let mut lockstep = LockstepVerifier::<Marks>::of_kind(Instructions::best());
    let mut most = 0;
    for marks in (0..COUNTED).map(random) {
        for limit in [1, 3, 16, 17, 400] {
            let expected = links.count(&marks, limit);
            assert_eq!(lockstep.count(&marks, limit), expected, "{limit}: {marks}");
            most = most.max(expected);
        }
        assert_eq!(is_proper(&marks), count(&marks, 2) == 1, "{marks}");
        let mut shown = Vec::new();
        let mut keep = |solution: &dyn Fn() -> tourdion::sudoku::Solution| {
            shown.push(solution());
            if shown.len() < 50 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let mut watch = |_: &Effort| ControlFlow::Continue(());
        let _ = lockstep.solutions(&marks, &mut keep, &mut watch);
        let number = shown.len();
        assert!(
            shown.iter().all(|one| tourdion::sudoku::check::solves(&marks, one.grid()).is_ok())
        );
        shown.sort_by_key(ToString::to_string);
        shown.dedup();
        assert_eq!((shown.len(), number as u64), (number, links.count(&marks, 50)), "{marks}");
    }
    assert_eq!(most, 400, "the limits are too high for a test");
    let small = Marks::all("2x2".parse().unwrap());
    assert_eq!((count(&small, 1_000), is_proper(&small)), (288, false));
}

#[cfg(feature = "parallel")]
#[test]
fn all_cores_count_the_same() {
    use tourdion::threads::Threads;
    use tourdion::verify::lockstep::count_on;
    let threads = Threads::new(2).unwrap();
    let mut checked = 0;
    let mut links = LinksVerifier::of_kind(Shape::CLASSIC);
    for marks in (0..4 * COUNTED).map(random) {
        let expected = links.count(&marks, 1_000);
        if !(5..1_000).contains(&expected) {
            continue;
        }
        let counted = count_on(Some(&threads), Instructions::best(), &marks, u64::MAX, &Patient);
        assert_eq!(counted, ControlFlow::Continue(expected), "{marks}");
        checked += 1;
    }
    assert!(checked > 2, "{checked} are between nothing and too many");
}
