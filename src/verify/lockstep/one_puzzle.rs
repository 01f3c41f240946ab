//! The search of one puzzle by itself.
//!
//! A generator asks about one puzzle at a time, and then lanes for other puzzles stay empty. So the
//! lanes are the boxes ([`boxes`](super::boxes)), all at once under the same
//! [`rules`](super::rules), and the search is the plain one: sweep until nothing is found, guess,
//! and come back to what is untried.
//!
//! ```text
//!      puzzle ──▶ sweep, sweep ... ──┬── contradiction: the last of `untried`
//!                   ▲                ├── solved: a solution is shown; the last of `untried`
//!                   └── guess ◀──────┘
//! ```
//!
//! Invariant: the state at hand and those untried have each solution that was not yet shown, once.

use std::ops::ControlFlow;

use super::boxes::{Choice, Found, State};
use super::kinds::Laned;
use super::rotation::Rotate;
use crate::verify::Effort;
use crate::watch::Watch;

/// The number of sweeps between two pulses: some milliseconds.
const SWEEPS: u64 = 1 << 16;

/// Shows all solutions of a puzzle. `untried` is room for guesses. `effort` counts from 0.
#[inline(always)]
pub(super) fn search<T: Rotate, P: Laned, V: FnMut(&State) -> ControlFlow<()>>(
    puzzle: &P,
    untried: &mut Vec<State>,
    effort: &mut Effort,
    visitor: &mut V,
    watch: &mut dyn Watch<Effort>,
) -> ControlFlow<()> {
    let masks = puzzle.box_masks();
    untried.clear();
    untried.push(puzzle.state());
    *effort = Effort::default();
    while let Some(mut state) = untried.pop() {
        effort.nodes += 1;
        loop {
            effort.steps += 1;
            if effort.steps.is_multiple_of(SWEEPS) {
                watch.pulse(effort)?;
            }
            match state.sweep::<T>(&masks) {
                Found::Contradiction => break,
                Found::Something => continue,
                Found::Nothing => {}
            }
            match state.choose::<T>() {
                Choice::Contradiction => break,
                Choice::Solved => {
                    visitor(&state)?;
                    break;
                }
                Choice::Guess(guess) => {
                    let configuration = guess.first();
                    let mut otherwise = state;
                    otherwise.forbid(&guess, configuration);
                    untried.push(otherwise);
                    effort.nodes += 1;
                    state.make(&guess, configuration);
                }
            }
        }
    }
    ControlFlow::Continue(())
}
