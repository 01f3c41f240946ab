//! Registers beside boxes in loops over lanes: the same words after each sweep, the same guesses,
//! solutions and effort.

use std::ops::ControlFlow;

use super::super::chutes::Frame;
use super::super::mini_lines::MiniLines;
use super::super::nine_boxes::NineBoxes;
use super::*;
use crate::instructions::Instructions;
use crate::sudoku::{Candidate, Grid, Marks};
use crate::watch::Patient;

/// What the tests ask of a state.
trait Shown {
    fn frame(&self) -> Frame;
    fn grid(&self) -> Grid;
}

impl Shown for State {
    fn frame(&self) -> Frame {
        State::frame(self)
    }

    fn grid(&self) -> Grid {
        State::grid::<BySign>(self)
    }
}

impl Shown for NineBoxes {
    fn frame(&self) -> Frame {
        self.boxes().frame()
    }

    fn grid(&self) -> Grid {
        NineBoxes::grid(self)
    }
}

impl Shown for MiniLines {
    fn frame(&self) -> Frame {
        MiniLines::frame(self)
    }

    fn grid(&self) -> Grid {
        MiniLines::grid(self)
    }
}

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

/// Sweeps and guesses side by side with the boxes, up to the first end of the search.
fn sweeps_agree<A: Alone<State: Shown>, P: Laned>(puzzle: &P, seen: &mut [usize; 3]) {
    let (mut state, state_mask) = A::begin(puzzle);
    let (mut boxes, box_mask) = BySign::begin(puzzle);
    loop {
        assert_eq!(state.frame(), boxes.frame());
        let found = A::sweep::<P>(&mut state, &state_mask);
        assert_eq!(found, BySign::sweep::<P>(&mut boxes, &box_mask));
        match found {
            Found::Something => {}
            Found::Nothing => {
                let (guess, other) = (A::guess(&state), BySign::guess(&boxes));
                assert_eq!(guess.chute, other.chute);
                assert_eq!(guess.digit, other.digit);
                assert_eq!(guess.configurations, other.configurations);
                let otherwise = A::split(&mut state, &guess);
                let other = BySign::split(&mut boxes, &guess);
                assert_eq!(otherwise.frame(), other.frame());
                seen[2] += 1;
            }
            Found::Contradiction => {
                seen[1] += 1;
                return;
            }
            Found::Solved => {
                assert_eq!(state.grid(), Shown::grid(&boxes));
                seen[0] += 1;
                return;
            }
        }
    }
}

/// All solutions up to a limit, and the effort.
fn found<A: Alone<State: Shown>, P: Laned>(puzzle: &P) -> (Vec<Grid>, Effort) {
    let (mut grids, mut effort) = (Vec::new(), Effort::default());
    let mut add = |solved: &A::State| {
        grids.push(solved.grid());
        if grids.len() < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let untried = &mut Vec::new();
    let _ = search::<A, P, _>(puzzle, untried, &mut effort, &mut add, &mut Patient);
    (grids, effort)
}

fn all_agree<A: Alone<State: Shown>>() {
    let mut seen = [0; 3];
    for (number, grid) in grids().enumerate() {
        assert_eq!(A::begin(&grid).0.frame(), Frame::of(&grid));
        let marks = marks(&grid, number);
        sweeps_agree::<A, _>(&grid, &mut seen);
        sweeps_agree::<A, _>(&marks, &mut seen);
        assert_eq!(found::<A, _>(&grid), found::<BySign, _>(&grid), "{grid}");
        assert_eq!(found::<A, _>(&marks), found::<BySign, _>(&marks), "{grid}");
    }
    assert!(seen.iter().all(|&seen| seen > 100), "{seen:?}");
}

#[test]
fn nine_boxes_in_registers_find_what_boxes_find_with_the_same_effort() {
    if Instructions::Avx2.is_here() {
        all_agree::<Narrow>();
    }
}

#[test]
fn mini_lines_find_what_boxes_find_with_the_same_effort() {
    if Instructions::Avx512.is_here() {
        all_agree::<Wide>();
    }
}
