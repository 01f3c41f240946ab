//! The library without default features: no program, no threads, files or clocks.
//!
//! `cargo test --no-default-features --test light` builds no more than that; `.ci/run` does so,
//! under the address sanitiser.

use std::ops::ControlFlow;
use std::sync::Mutex;

use tourdion::baseline::Baseline;
use tourdion::cover::{Engine, Links, Live, Problem, classics};
use tourdion::generate::{Generator, Wish, redundant};
use tourdion::logic::{Pencil, totem};
use tourdion::sudoku::{Grid, Shape};
use tourdion::verify::lockstep::LockstepOnPhase;
use tourdion::verify::on::{FoundPuzzle, OffOn, OnPhase};
use tourdion::verify::{Budget, Kind, LinksVerifier, LockstepVerifier, Verifier};
use tourdion::watch::Patient;

const INKALA: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn covers_are_counted() {
    let queens = classics::queens(8).unwrap();
    assert_eq!(Links::<u16>::with_width(&queens).unwrap().count(u64::MAX), 92);
    assert_eq!(Live::new(&queens).unwrap().count(u64::MAX), 92);
}

#[test]
fn a_problem_without_primary_items_is_written() {
    let mut problem = Problem::new();
    let item = problem.secondary("\"\\").unwrap();
    problem.option([item]).unwrap();
    let text = problem.to_string();
    assert!(text.contains(r#""secondary": ["\"\\"]"#), "{text}");
    #[cfg(feature = "json")]
    assert_eq!(text.parse::<Problem>().unwrap().to_string(), text);
}

#[test]
fn puzzles_are_verified_made_and_explained() {
    let inkala: Grid = INKALA.parse().unwrap();
    let mut verifier = LockstepVerifier::new();
    let mut listed = Baseline::Fewest.verifier(Shape::CLASSIC);
    let by_budget =
        Budget::of_nodes(1 << 20).verify(listed.as_mut(), &inkala, &mut Patient).unwrap();
    assert_eq!(verifier.verify(&inkala).kind(), Kind::Proper);
    assert_eq!(LinksVerifier::default().verify(&inkala).kind(), Kind::Proper);
    assert_eq!(by_budget.kind(), Kind::Proper);
    for puzzle in Generator::new(Wish::new(Shape::CLASSIC), 2007).puzzles(0..3) {
        assert_eq!(redundant(&mut verifier, &puzzle, &mut Patient).continue_value(), Some(vec![]));
        totem(&mut Pencil::of(&puzzle), &mut |_| {}).unwrap();
    }
}

#[test]
fn a_tour_goes_on_one_thread() {
    let found = Mutex::new(Vec::new());
    let keep = |one: FoundPuzzle| {
        found.lock().unwrap().push(one.puzzle.to_string());
        ControlFlow::Continue(())
    };
    let inkala: Grid = INKALA.parse().unwrap();
    LockstepOnPhase::new().tour(&inkala, &OffOn::new(1, 1), &keep, &Patient).unwrap();
    let found = found.into_inner().unwrap();
    assert_eq!(found.len(), 47, "as docs/tours.md says");
    assert_eq!(found.iter().filter(|puzzle| **puzzle == INKALA).count(), 21);
}
