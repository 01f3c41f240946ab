//! The search of one puzzle by itself.
//!
//! A generator asks about one puzzle at a time, and then lanes for other puzzles stay empty. So the
//! lanes are the boxes ([`boxes`](super::boxes), with AVX2 [`nine_boxes`](super::nine_boxes)) or
//! their mini-lines ([`mini_lines`](super::mini_lines)), all at once under the same
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

use super::boxes::State;
use super::chutes::Guess;
use super::kinds::Laned;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::mini_lines::MiniLines;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::nine_boxes::NineBoxes;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::registers::{Narrow, Wide};
use super::rules::{BySign, Found};
use crate::verify::Effort;
use crate::watch::Watch;

/// The number of sweeps between two pulses: some milliseconds.
const SWEEPS: u64 = 1 << 16;

/// How a path searches one puzzle.
pub(super) trait Alone {
    /// A puzzle as it stands.
    type State: Copy;
    /// The candidates that a puzzle of a kind has.
    type Mask<P: Laned>;

    /// A 9×9 puzzle before the first sweep.
    fn begin<P: Laned>(puzzle: &P) -> (Self::State, Self::Mask<P>);

    /// Applies the rules to all boxes at once.
    fn sweep<P: Laned>(state: &mut Self::State, mask: &Self::Mask<P>) -> Found;

    /// Where to guess, in a puzzle of which a sweep found nothing.
    fn guess(state: &Self::State) -> Guess;

    /// Gives the digit the guess's first configuration. Returns the puzzle in which it has another.
    fn split(state: &mut Self::State, guess: &Guess) -> Self::State;
}

impl Alone for BySign {
    type State = State;
    type Mask<P: Laned> = P::BoxMasks;

    #[inline(always)]
    fn begin<P: Laned>(puzzle: &P) -> (State, P::BoxMasks) {
        (puzzle.state(), puzzle.box_masks())
    }

    #[inline(always)]
    fn sweep<P: Laned>(state: &mut State, mask: &P::BoxMasks) -> Found {
        state.sweep::<BySign>(mask)
    }

    #[inline(always)]
    fn guess(state: &State) -> Guess {
        state.guess()
    }

    #[inline(always)]
    fn split(state: &mut State, guess: &Guess) -> State {
        state.split(guess)
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl Alone for Narrow {
    type State = NineBoxes;
    type Mask<P: Laned> = P::BoxMasks;

    #[inline(always)]
    fn begin<P: Laned>(puzzle: &P) -> (NineBoxes, P::BoxMasks) {
        (puzzle.nine_boxes(), puzzle.box_masks())
    }

    #[inline(always)]
    fn sweep<P: Laned>(state: &mut NineBoxes, mask: &P::BoxMasks) -> Found {
        state.sweep(mask)
    }

    #[inline(always)]
    fn guess(state: &NineBoxes) -> Guess {
        state.guess()
    }

    #[inline(always)]
    fn split(state: &mut NineBoxes, guess: &Guess) -> NineBoxes {
        state.split(guess)
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl Alone for Wide {
    type State = MiniLines;
    type Mask<P: Laned> = P::LineMasks;

    #[inline(always)]
    fn begin<P: Laned>(puzzle: &P) -> (MiniLines, P::LineMasks) {
        (puzzle.mini_lines(), puzzle.line_masks())
    }

    #[inline(always)]
    fn sweep<P: Laned>(state: &mut MiniLines, mask: &P::LineMasks) -> Found {
        state.sweep(mask)
    }

    #[inline(always)]
    fn guess(state: &MiniLines) -> Guess {
        state.guess()
    }

    #[inline(always)]
    fn split(state: &mut MiniLines, guess: &Guess) -> MiniLines {
        state.split(guess)
    }
}

/// Shows all solutions of a puzzle. `untried` is room for guesses. `effort` counts from 0.
#[inline(always)]
pub(super) fn search<A: Alone, P: Laned, V: FnMut(&A::State) -> ControlFlow<()>>(
    puzzle: &P,
    untried: &mut Vec<A::State>,
    effort: &mut Effort,
    visitor: &mut V,
    watch: &mut dyn Watch<Effort>,
) -> ControlFlow<()> {
    let (mut state, mask) = A::begin(puzzle);
    untried.clear();
    *effort = Effort { nodes: 1, steps: 0 };
    loop {
        let found = loop {
            effort.steps += 1;
            if effort.steps.is_multiple_of(SWEEPS) {
                watch.pulse(effort)?;
            }
            match A::sweep::<P>(&mut state, &mask) {
                Found::Something => {}
                found => break found,
            }
        };
        if found == Found::Nothing {
            let guess = A::guess(&state);
            untried.push(A::split(&mut state, &guess));
            effort.nodes += 1;
            continue;
        }
        if found == Found::Solved {
            // A copy, so that the state itself stays in registers.
            let solved = state;
            visitor(&solved)?;
        }
        let Some(last) = untried.pop() else { return ControlFlow::Continue(()) };
        state = last;
        effort.nodes += 1;
    }
}

#[cfg(all(test, any(target_arch = "x86", target_arch = "x86_64")))]
mod tests;
