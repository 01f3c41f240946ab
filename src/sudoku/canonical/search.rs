//! The search for the least form: line by line, keeping every state that is still the least.
//!
//! ```text
//!     first line     18 may be first; those that come to the least key, each a state
//!     second, third  what is left of the band
//!     fourth ...     each line of the bands that are left
//! ```
//!
//! Forms compare line by line, so that a state whose last line is above another's can't lead to the least form, and
//! is left. All states of a round have laid equally many lines and come to the same form so far. At the end each of them
//! is a symmetry that makes the least form, and there are no others but those that also exchange
//! [equal lines](super::board).
//!
//! The lines of a round are first looked at, by their keys alone, and then laid: most are never laid. Of solution
//! grids each first line would do, in 1,296 orders; they begin with their [third line](super::full).
//!
//! A round can't grow beyond the symmetries of its lines. Puzzles have a handful of states, and grids with as many
//! symmetries as there are thousands.

use super::board::{Board, Side};
use super::full;
use super::state::State;

/// The search, with its memory.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// What each line of the least form comes to, from the first.
    pub(super) keys: [u64; 9],
    /// The states of this round; after a search those of the least form.
    pub(super) states: Vec<State>,
    /// The states of the next round.
    laid: Vec<State>,
    /// Which lines may be laid next, each with the number of its state.
    ties: Vec<(u32, u8)>,
}

impl Search {
    /// Finds the least form, and its states unless `form_only`.
    pub(super) fn run(&mut self, board: &Board, form_only: bool) {
        self.states.clear();
        let begin = if board.is_solution() {
            full::lay_two(board, &mut self.keys, &mut self.states);
            2
        } else {
            self.states.extend([0, 1].map(State::new));
            0
        };
        for round in begin..9 {
            let least = self.look(board, round);
            self.keys[round] = least;
            if form_only && round == 8 {
                break;
            }
            self.laid.clear();
            for &(number, line) in &self.ties {
                let state = &self.states[number as usize];
                state.lay(usize::from(line), least, board, &mut self.laid);
            }
            std::mem::swap(&mut self.states, &mut self.laid);
        }
    }

    /// Finds what the next line comes to at least, and notes which lines of which states do.
    fn look(&mut self, board: &Board, round: usize) -> u64 {
        let mut least = u64::MAX;
        self.ties.clear();
        for (number, state) in self.states.iter().enumerate() {
            let side = &board.sides[usize::from(state.side)];
            let mut may_be_next = candidates(state, side, round);
            while may_be_next != 0 {
                let line = may_be_next.trailing_zeros() as u8;
                may_be_next &= may_be_next - 1;
                let key = state.key(side.lines[usize::from(line)], board);
                if key < least {
                    least = key;
                    self.ties.clear();
                }
                if key == least {
                    self.ties.push((number as u32, line));
                }
            }
        }
        least
    }
}

/// The lines that may be laid next: those left of a band that is begun, or all of those that are not; of twins
/// only the first.
fn candidates(state: &State, side: &Side, round: usize) -> u16 {
    let band = |line: usize| line / 3;
    let is_first_twin = |line: usize| side.twins[line] & state.left == 0;
    let is_first_band = |band: usize| {
        let twins = side.chute_twins[band];
        (0..band).all(|twin| twins >> twin & 1 == 0 || state.left >> (3 * twin) & 7 == 0)
    };
    let mut lines = state.left;
    if !round.is_multiple_of(3) {
        lines &= 7 << (3 * band(usize::from(state.row(round - 1))));
    }
    let mut candidates = 0;
    for line in 0..9 {
        let is_next = lines >> line & 1 != 0
            && is_first_twin(line)
            && (!round.is_multiple_of(3) || is_first_band(band(line)));
        candidates |= u16::from(is_next) << line;
    }
    candidates
}
