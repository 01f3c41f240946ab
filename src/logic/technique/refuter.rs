//! Whether nets refute a candidate: without a trace, so that it can be asked of all of them.
//!
//! ```text
//!      depth 0    the candidate is assumed ──▶ singles ──▶ a contradiction?
//!      depth n    ... ──▶ each candidate left is asked about at less depth, and goes if it is
//!                         refuted ──▶ singles ──▶ and so on, until nothing goes
//! ```
//!
//! Removing is monotone, so the answer depends on no order. Cells with few candidates come first:
//! theirs are the shortest ways to a contradiction.
//!
//! Invariant: what is refuted is false in every solution of the board.
//!
//! Deliberately lacking: reasons (see [`nested`](super::nested)).

use super::Board;
use crate::instructions::Instructions;
use crate::instructions::path::Path;
use crate::singles::{self, Candidate, End};

/// The candidates of a board alone, as singles need them.
pub(super) struct Bare(singles::Board);

impl Bare {
    pub(super) fn of(board: &Board) -> Bare {
        Bare(singles::Board::of_digits(board.standing_or_left()))
    }
}

/// Assumes candidates by the fastest instructions.
#[derive(Clone, Copy)]
pub(super) struct Refuter(Path);

impl Refuter {
    pub(super) fn new() -> Refuter {
        Refuter(Path::new(Instructions::best()))
    }

    /// Whether nets nested `depth` deep refute a candidate of a board without singles.
    pub(super) fn refutes(self, board: &Bare, (cell, digit): (u8, u8), depth: usize) -> bool {
        self.ends(&board.0, Candidate::numbered(cell, digit), depth)
    }

    fn ends(self, board: &singles::Board, candidate: Candidate, depth: usize) -> bool {
        let mut world = *board;
        world.assume(candidate);
        match singles::settle(self.0, &mut world) {
            End::Dead => true,
            End::Solved => false,
            End::Stuck => depth > 0 && self.exhausts(world, depth),
        }
    }

    /// Whether a world contradicts itself once all that nets of less depth refute has gone.
    fn exhausts(self, mut world: singles::Board, depth: usize) -> bool {
        let mut level = 0;
        while level < depth {
            let mut has_changed = false;
            for candidate in few_first(&world) {
                if world.is_open(candidate) && self.ends(&world, candidate, level) {
                    world.remove(candidate);
                    match singles::settle(self.0, &mut world) {
                        End::Dead => return true,
                        End::Solved => return false,
                        End::Stuck => has_changed = true,
                    }
                }
            }
            level = if has_changed { 0 } else { level + 1 };
        }
        false
    }
}

/// The open candidates, cells with few of them first.
fn few_first(board: &singles::Board) -> Vec<Candidate> {
    let mut open = Vec::with_capacity(256);
    board.add_open(&mut open);
    let mut counts = [0_u8; 81];
    open.iter().for_each(|candidate| counts[usize::from(candidate.numbers().0)] += 1);
    open.sort_by_key(|candidate| counts[usize::from(candidate.numbers().0)]);
    open
}
