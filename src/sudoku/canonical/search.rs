//! The search for the least form: line by line, keeping every state that is still the least.
//!
//! ```text
//!     first line     18 may be first; those that come to the least key, each a state
//!     second, third  what is left of the band
//!     fourth ...     each line of the bands that are left
//! ```
//!
//! Forms compare line by line, so a state whose last line is above another's can't lead to the
//! least form, and is dropped. All states of a round have laid the same number of lines, with the
//! same form so far. At the end each of them is a symmetry that makes the least form, and there are
//! no others but those that also exchange [equal lines](super::board).
//!
//! The lines of a round are first compared, by their keys alone, and then laid: most are never
//! laid. In a solution grid each line could be first, in 1,296 orders; so its search begins with
//! the [third line](super::full). [gsf's form](super::gsf) begins with bands.
//!
//! A round can't grow beyond the symmetries of its lines. Puzzles have a handful of states, and the
//! most symmetrical grids have thousands.

use std::ops::Range;

use super::board::{Board, ones};
use super::lines::Partial;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    /// The form alone.
    Form,
    /// The form, and all symmetries that lead there.
    Symmetries,
}

/// The search, with its memory.
#[derive(Debug)]
pub(super) struct Search<S> {
    /// The key of each line of the least form, from the first.
    pub(super) keys: [u64; 9],
    /// The states of this round; after a search those of the least form.
    pub(super) states: Vec<S>,
    /// The states of the next round.
    laid: Vec<S>,
    /// The lines that may be laid next; see [`Candidate`].
    candidates: Vec<Candidate>,
}

impl<S> Default for Search<S> {
    fn default() -> Self {
        let (states, laid, candidates) = (Vec::new(), Vec::new(), Vec::new());
        Search { keys: [0; 9], states, laid, candidates }
    }
}

impl<S: Partial> Search<S> {
    /// Finds these lines of the least form that `states` lead to, which have laid the lines before
    /// them; and if symmetries are wanted, the states that lay them.
    pub(super) fn run(&mut self, board: &Board, rounds: Range<usize>, wanted: Wanted) {
        let end = rounds.end;
        for round in rounds {
            let least = self.look(board);
            self.keys[round] = self.states[0].numbered(least);
            if round + 1 == end && wanted == Wanted::Form {
                break;
            }
            self.laid.clear();
            for candidate in &self.candidates {
                self.states[candidate.state()].lay(candidate.line(), least, board, &mut self.laid);
            }
            std::mem::swap(&mut self.states, &mut self.laid);
        }
    }

    /// Finds the least key of a next line, and keeps the candidates with this key.
    fn look(&mut self, board: &Board) -> u64 {
        let mut least = Candidate(u64::MAX);
        self.candidates.clear();
        for (number, state) in self.states.iter().enumerate() {
            let side = &board.sides[state.lines().side()];
            for line in ones(state.lines().next(side)) {
                let key = state.key(&side.lines[line as usize], board, least.key());
                let candidate = Candidate::new(key, number, line);
                least = least.min(candidate);
                self.candidates.push(candidate);
            }
        }
        // A branch would be unpredictable, so all are moved, and some overwritten.
        let mut kept = 0;
        for k in 0..self.candidates.len() {
            let candidate = self.candidates[k];
            self.candidates[kept] = candidate;
            kept += usize::from(candidate.key() == least.key());
        }
        self.candidates.truncate(kept);
        least.key()
    }
}

/// A line that may be laid next: from the top bits down its key, 36 bits; the number of its state,
/// 24; and its own number, 4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Candidate(u64);

impl Candidate {
    fn new(key: u64, state: usize, line: u32) -> Candidate {
        debug_assert!(state < 1 << 24, "there are no more states than symmetries");
        Candidate(key << 28 | (state as u64) << 4 | u64::from(line))
    }

    const fn key(self) -> u64 {
        self.0 >> 28
    }

    const fn state(self) -> usize {
        (self.0 >> 4 & 0xFF_FFFF) as usize
    }

    const fn line(self) -> u8 {
        self.0 as u8 & 15
    }
}
