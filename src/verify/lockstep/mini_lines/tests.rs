//! Mini-lines beside boxes: the same words after each sweep, the same guesses, solutions and
//! effort.

use std::ops::ControlFlow;

use super::super::kinds::Laned;
use super::super::one_puzzle::{Alone, search};
use super::super::rules::BySign;
use super::*;
use crate::instructions::Instructions;
use crate::sudoku::Candidate;
use crate::verify::Effort;
use crate::watch::Patient;

/// Grids of anything: clues at random, or of a solution with some of them changed.
fn grids() -> impl Iterator<Item = Grid> {
    let solution: Vec<u8> =
        b"812753649943682175675491283154237896369845721287169534521974368438526917796318452"
            .to_vec();
    let mut random = 1u64;
    let mut below = move |limit: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) as usize % limit
    };
    (0..600).map(move |number| {
        let mut line = solution.clone();
        for _ in 0..[55, 60, 120, 180][number % 4] {
            line[below(81)] = b'.';
        }
        for _ in 0..[0, 1, 3][number % 3] {
            line[below(81)] = b'1' + below(9) as u8;
        }
        String::from_utf8(line).expect("it is ASCII").parse().expect("it is a grid")
    })
}

/// Some of the candidates that a grid has.
fn marks(grid: &Grid, number: usize) -> Marks {
    let mut marks = Marks::of(grid);
    let all: Vec<Candidate> = marks.candidates().collect();
    for candidate in all.into_iter().skip(number % 7).step_by(7 + number % 5) {
        marks.remove(candidate);
    }
    marks
}

fn frame(state: &MiniLines) -> Frame {
    let kinds = state.0.map(|kind| {
        let mut lanes = [0; 32];
        kind.store(&mut lanes);
        assert_eq!(lanes[27..], [0; 5]);
        lanes
    });
    let mut frame = Frame::EMPTY;
    for (kind, lane) in (0..4).flat_map(|kind| (0..27).map(move |lane| (kind, lane))) {
        frame.0[word_of(kind, lane)] = kinds[kind][lane];
    }
    // Each word is in three lanes, all alike.
    for (kind, lane) in (0..4).flat_map(|kind| (0..27).map(move |lane| (kind, lane))) {
        assert_eq!(frame.0[word_of(kind, lane)], kinds[kind][lane]);
    }
    frame
}

/// Sweeps and guesses side by side with the boxes, up to the first end of the search.
fn sweeps_agree<P: Laned>(puzzle: &P) -> [usize; 3] {
    let (mut lines, line_mask) = Wide::begin(puzzle);
    let (mut boxes, box_mask) = BySign::begin(puzzle);
    let mut seen = [0; 3];
    loop {
        assert_eq!(frame(&lines), boxes.frame());
        let found = Wide::sweep::<P>(&mut lines, &line_mask);
        assert_eq!(found, BySign::sweep::<P>(&mut boxes, &box_mask));
        match found {
            Found::Something => {}
            Found::Nothing => {
                let (guess, other) = (Wide::guess(&lines), BySign::guess(&boxes));
                assert_eq!(guess.chute, other.chute);
                assert_eq!(guess.digit, other.digit);
                assert_eq!(guess.configurations, other.configurations);
                let otherwise = Wide::split(&mut lines, &guess);
                let other = BySign::split(&mut boxes, &guess);
                assert_eq!(frame(&otherwise), other.frame());
                seen[2] += 1;
            }
            Found::Contradiction => {
                seen[1] += 1;
                return seen;
            }
            Found::Solved => {
                assert_eq!(lines.grid(), boxes.grid::<BySign>());
                seen[0] += 1;
                return seen;
            }
        }
    }
}

/// All solutions up to a limit, and the effort.
fn found<A: Alone, P: Laned>(puzzle: &P, grid: fn(&A::State) -> Grid) -> (Vec<Grid>, Effort) {
    let (mut grids, mut effort) = (Vec::new(), Effort::default());
    let mut add = |solved: &A::State| {
        grids.push(grid(solved));
        if grids.len() < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let untried = &mut Vec::new();
    let _ = search::<A, P, _>(puzzle, untried, &mut effort, &mut add, &mut Patient);
    (grids, effort)
}

#[test]
fn mini_lines_are_swept_as_boxes_are() {
    if !Instructions::Avx512.is_here() {
        return;
    }
    let mut seen = [0; 3];
    for (number, grid) in grids().enumerate() {
        let expected = Frame::of(&grid);
        assert_eq!(frame(&MiniLines::of(&grid)), expected);
        assert_eq!(frame(&MiniLines::of_frame(&expected)), expected);
        assert_eq!(frame(&MiniLines::of_boxes(&State::of(&grid))), expected);
        let marks = marks(&grid, number);
        for (all, one) in seen.iter_mut().zip(sweeps_agree(&grid)) {
            *all += one;
        }
        for (all, one) in seen.iter_mut().zip(sweeps_agree(&marks)) {
            *all += one;
        }
    }
    assert!(seen.iter().all(|&seen| seen > 100), "{seen:?}");
}

#[test]
fn mini_lines_find_what_boxes_find_with_the_same_effort() {
    if !Instructions::Avx512.is_here() {
        return;
    }
    let by_boxes = |state: &State| state.grid::<BySign>();
    for (number, grid) in grids().enumerate() {
        let of_lines = found::<Wide, _>(&grid, MiniLines::grid);
        assert_eq!(of_lines, found::<BySign, _>(&grid, by_boxes), "{grid}");
        let marks = marks(&grid, number);
        let of_lines = found::<Wide, _>(&marks, MiniLines::grid);
        assert_eq!(of_lines, found::<BySign, _>(&marks, by_boxes), "{grid}");
    }
}
