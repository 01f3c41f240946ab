//! On phases: all find the same, and what the plain one finds is what is known.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;

use tourdion::sudoku::Grid;
use tourdion::verify::LockstepVerifier;
use tourdion::verify::on::{Found, OffOn, OnPhase, PlainOnPhase};

const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn found(phase: &dyn OnPhase, puzzle: &Grid, step: &OffOn) -> BTreeSet<String> {
    let set = Mutex::new(BTreeSet::new());
    let finder = |found: Found| {
        let Found { puzzle, off, on } = found;
        let words = |few: &[_]| few.iter().map(ToString::to_string).collect::<Vec<String>>().join(" ");
        let is_new = set.lock().unwrap().insert(format!("{puzzle} -{} +{}", words(&off), words(&on)));
        assert!(is_new, "{puzzle} is found twice");
        ControlFlow::Continue(())
    };
    phase.tour(puzzle, step, &finder).unwrap();
    set.into_inner().unwrap()
}

fn plain() -> PlainOnPhase {
    PlainOnPhase::new(|| Box::new(LockstepVerifier::new()))
}

#[test]
fn inkala_has_26_neighbours_beside_itself() {
    let puzzle: Grid = INKALA.parse().unwrap();
    let all = found(&plain(), &puzzle, &OffOn::new(1, 1));
    let (itself, others): (Vec<_>, Vec<_>) = all.iter().partition(|line| line.starts_with(INKALA));
    assert_eq!((itself.len(), others.len()), (21, 26), "each clue can go back, and 26 others can come");
}
