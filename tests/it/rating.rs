//! Ratings: against the definitions done plainly, against published ones, and what theory says of
//! them.

use std::ops::ControlFlow;

use proptest::prelude::*;
use tourdion::instructions::Instructions;
use tourdion::rating::{Rate, Rater, Rating, Unrated, rate};
use tourdion::sudoku::{Grid, Shape};
use tourdion::verify::{Effort, Kind};
use tourdion::watch::Patient;

use crate::LONG;
use crate::support::lacks;
use reference::Reference;

mod reference;

/// Puzzles of this repository.
fn puzzles() -> Vec<String> {
    let lines = include_str!("../../data/first.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(|line| line[..81].to_owned()).collect()
}

/// All ratings of a puzzle.
fn rates(rater: &mut Rater, puzzle: &str) -> Vec<Rate> {
    rater.rates(&puzzle.parse().unwrap(), Rating::ALL, &mut Patient).unwrap()
}

/// What a reference says of a rating that is defined at some depths only.
fn is(rate: Option<usize>) -> Rate {
    Rate::Is(rate.expect("the reference goes far enough") as u32)
}

#[test]
fn ratings_are_those_of_the_definitions() {
    let reference = Reference::new();
    let mut raters: Vec<Rater> = Instructions::ALL
        .iter()
        .filter(|instructions| instructions.is_here())
        .map(|&instructions| Rater::on(instructions))
        .collect();
    let puzzles = puzzles();
    let some = puzzles.iter().step_by(if LONG { 1 } else { 25 });
    let mut counts = [0; 3];
    for puzzle in some {
        let depth = reference.depth(puzzle, 1);
        let expected = match depth {
            Some(depth) => {
                let b = if LONG { is(reference.braid(puzzle, 12)) } else { Rate::Endless };
                [Rate::Is(depth as u32), b, Rate::Is(0), Rate::Is(0)]
            }
            None => [Rate::Is(2), Rate::Endless, Rate::Endless, Rate::Is(0)],
        };
        counts[depth.unwrap_or(2)] += 1;
        for rater in &mut raters {
            let rates = rates(rater, puzzle);
            assert_eq!([rates[0], rates[3]], [expected[0], expected[3]], "{puzzle}");
            if depth.is_some() {
                assert!(!LONG || rates[1] == expected[1], "{puzzle}: {rates:?}");
                assert_eq!(rates[2], expected[2], "{puzzle}");
            } else {
                assert_eq!(rates[1], Rate::Endless, "{puzzle}");
            }
        }
    }
    assert!(counts[0] > 0 && counts[1] > 0, "{counts:?}");
}
