//! Minimal forms of puzzles: all of them, against every sub-puzzle, and one of each.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use tourdion::chance::Chance;
use tourdion::generate::{Generator, Minimiser, Wish, forms, redundant};
use tourdion::sudoku::{Cell, Digit, Grid, Shape};
use tourdion::verify::{Kind, LinksVerifier, LockstepVerifier, Verifier};
use tourdion::watch::Patient;

/// The value of something that was not broken off.
pub(crate) fn whole<T>(flow: ControlFlow<(), T>) -> T {
    match flow {
        ControlFlow::Continue(value) => value,
        ControlFlow::Break(()) => panic!("nobody broke it off"),
    }
}

pub(crate) fn without(puzzle: &Grid, cells: &[Cell]) -> Grid {
    let mut less = puzzle.clone();
    for &cell in cells {
        less.set(cell, None);
    }
    less
}

/// Asks links: is it proper, and no longer without any one of its clues?
pub(crate) fn is_minimal(links: &mut LinksVerifier, puzzle: &Grid) -> bool {
    links.verify(puzzle).is_proper()
        && puzzle.clues().all(|clue| !links.verify(&without(puzzle, &[clue.cell])).is_proper())
}

/// All proper sub-puzzles of a puzzle, as masks of its clues, by asking about every one.
fn proper_parts(puzzle: &Grid, verifier: &mut dyn Verifier) -> Vec<bool> {
    let clues: Vec<_> = puzzle.clues().collect();
    let parts: Vec<Grid> = (0..1u32 << clues.len())
        .map(|mask| {
            let mut part = Grid::empty(puzzle.shape());
            clues
                .iter()
                .enumerate()
                .filter(|(k, _)| mask >> k & 1 == 1)
                .for_each(|(_, &clue)| part.place(clue));
            part
        })
        .collect();
    let mut answers = Vec::new();
    let mut take = |kind: Kind, _: &dyn Fn() -> _| {
        answers.push(kind == Kind::Proper);
        ControlFlow::Continue(())
    };
    let _ = verifier.verify_all(&mut parts.iter(), &mut take, &mut Patient);
    answers
}

/// The minimal ones of them.
pub(crate) fn minimal_parts(puzzle: &Grid, verifier: &mut dyn Verifier) -> BTreeSet<String> {
    let clues: Vec<_> = puzzle.clues().collect();
    let is_proper = proper_parts(puzzle, verifier);
    let is_minimal = |mask: &usize| {
        is_proper[*mask]
            && (0..clues.len()).all(|k| mask >> k & 1 == 0 || !is_proper[mask & !(1 << k)])
    };
    let grid = |mask: usize| {
        let gone: Vec<Cell> = clues
            .iter()
            .enumerate()
            .filter(|(k, _)| mask >> k & 1 == 0)
            .map(|(_, clue)| clue.cell)
            .collect();
        without(puzzle, &gone).to_string()
    };
    (0..is_proper.len()).filter(is_minimal).map(grid).collect()
}

fn forms_of(puzzle: &Grid) -> Vec<String> {
    let mut found = Vec::new();
    let mut take = |form: &Grid| {
        found.push(form.to_string());
        ControlFlow::Continue(())
    };
    let flow = forms(&mut LockstepVerifier::new(), puzzle, &mut take, &mut Patient);
    assert!(flow.is_continue());
    found
}

#[test]
fn all_minimal_forms_are_those_of_all_sub_puzzles() {
    let shape = Shape::new(2, 2).unwrap();
    let mut links = LinksVerifier::new(shape);
    // From a solution: of sixteen clues, all 65,536 sub-puzzles.
    let solution = Generator::new(Wish::new(shape), 5).solution(0);
    let found = forms_of(solution.grid());
    let expected = minimal_parts(solution.grid(), &mut links);
    assert!(found.into_iter().eq(expected), "each once, what lacks earlier clues first");
}

/// 9×9 puzzles with some more clues than a minimal one.
fn with_redundant_clues(more: usize) -> Vec<Grid> {
    let mut generator = Generator::new(Wish::new(Shape::CLASSIC), 11);
    let puzzles: Vec<Grid> = generator.puzzles(0..20).collect();
    let fuller = puzzles.iter().enumerate().map(|(number, puzzle)| {
        let mut fuller = puzzle.clone();
        let solution = generator.solution(number as u64);
        let mut others: Vec<_> =
            solution.grid().clues().filter(|clue| puzzle.get(clue.cell).is_none()).collect();
        Chance::new(1, number as u64).shuffle(&mut others);
        for &clue in &others[..more] {
            fuller.place(clue);
        }
        fuller
    });
    fuller.collect()
}

#[test]
fn all_minimal_forms_of_everyday_puzzles() {
    for puzzle in with_redundant_clues(5) {
        let mut verifier = LockstepVerifier::new();
        let redundant = redundant(&mut verifier, &puzzle, &mut Patient).continue_value().unwrap();
        if redundant.len() > 12 {
            continue;
        }
        // Every set of redundant clues, to the end.
        let mut expected = BTreeSet::new();
        for mask in 0..1u32 << redundant.len() {
            let gone: Vec<Cell> = (0..redundant.len())
                .filter(|k| mask >> k & 1 == 1)
                .map(|k| redundant[k].cell)
                .collect();
            let less = without(&puzzle, &gone);
            let mut is_proper = |grid: &Grid| verifier.verify(grid).is_proper();
            if is_proper(&less)
                && less.clues().all(|clue| !is_proper(&without(&less, &[clue.cell])))
            {
                expected.insert(less.to_string());
            }
        }
        assert!(forms_of(&puzzle).into_iter().eq(expected), "{puzzle}");
    }
}

#[test]
fn the_first_forms_of_a_solution_are_minimal_and_in_order() {
    let solution = Generator::new(Wish::new(Shape::CLASSIC), 6).solution(0);
    let mut found: Vec<Grid> = Vec::new();
    let mut take = |form: &Grid| {
        found.push(form.clone());
        if found.len() < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let flow = forms(&mut LockstepVerifier::new(), solution.grid(), &mut take, &mut Patient);
    assert!(flow.is_break());
    let mut links = LinksVerifier::default();
    assert!(found.iter().all(|form| is_minimal(&mut links, form)));
    assert!(found.iter().map(ToString::to_string).is_sorted_by(|one, other| one < other));
}

#[test]
fn a_minimal_form_is_one_of_all() {
    let mut links = LinksVerifier::default();
    let puzzles = with_redundant_clues(6);
    let mut minimiser = Minimiser::new(Shape::CLASSIC);
    let in_order = whole(minimiser.minimal(&puzzles, &mut |_| None, &mut Patient));
    let shuffled =
        whole(minimiser.minimal(&puzzles, &mut |k| Some(Chance::new(2, k as u64)), &mut Patient));
    assert_ne!(in_order, shuffled);
    for ((puzzle, one), other) in puzzles.iter().zip(in_order).zip(shuffled) {
        for form in [one.unwrap(), other.unwrap()] {
            assert!(form.clues().all(|clue| puzzle.get(clue.cell) == Some(clue.digit)));
            assert!(is_minimal(&mut links, &form), "{form}");
        }
    }
}

#[test]
fn minimal_puzzles_stay_and_improper_ones_come_back() {
    let minimal: Vec<Grid> = Generator::new(Wish::new(Shape::CLASSIC), 1).puzzles(0..5).collect();
    let mut puzzles = minimal.clone();
    let clue = puzzles[1].clues().next().unwrap();
    puzzles[1].set(clue.cell, None);
    let other = (1..=9).filter_map(Digit::new).find(|&digit| {
        puzzles[3].set(clue.cell, Some(digit));
        LinksVerifier::default().verify(&puzzles[3]).kind() == Kind::Impossible
    });
    assert!(other.is_some());
    let made = whole(Minimiser::new(Shape::CLASSIC).minimal(&puzzles, &mut |_| None, &mut Patient));
    assert_eq!(made[1], Err(Kind::Pseudo));
    assert_eq!(made[3], Err(Kind::Impossible));
    for k in [0, 2, 4] {
        assert_eq!(made[k].as_ref(), Ok(&minimal[k]));
    }
}
