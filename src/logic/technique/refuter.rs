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
//! For the same reason a world that is stuck stays so until it loses something more, and what is
//! refuted remains so. [`Refuted`] has both, for a board that loses candidates.
//!
//! Invariant: what is refuted is false in every solution of the board.
//!
//! Deliberately lacking: reasons (see [`nested`](super::nested)).

use std::array;

use super::Board;
use crate::instructions::Instructions;
use crate::instructions::available::Available;
use crate::singles::{self, CandidateIndex, End};

/// The candidates of a board alone, as singles need them.
pub(super) struct Bare(singles::Bitboard);

impl Bare {
    pub(super) fn of(board: &Board) -> Bare {
        Bare(singles::Bitboard::of_digits(board.standing_or_left()))
    }
}

/// Assumes candidates by the fastest instructions.
#[derive(Clone, Copy)]
pub(super) struct Refuter(Available);

impl Refuter {
    pub(super) fn new() -> Refuter {
        Refuter(Available::new(Instructions::best()))
    }

    /// Whether nets nested `depth` deep refute a candidate of a board without singles.
    pub(super) fn refutes(self, board: &Bare, candidate: CandidateIndex, depth: usize) -> bool {
        self.ends(&board.0, candidate, depth)
    }

    fn ends(self, board: &singles::Bitboard, candidate: CandidateIndex, depth: usize) -> bool {
        let mut world = *board;
        world.assume(candidate);
        self.kills(&mut world, depth)
    }

    /// Whether a world contradicts itself, with nets nested less than `depth` deep.
    fn kills(self, world: &mut singles::Bitboard, depth: usize) -> bool {
        match singles::settle(self.0, world) {
            End::Dead => true,
            End::Solved => false,
            End::Stuck => depth > 0 && self.exhausts(world, depth),
        }
    }

    /// Whether a world contradicts itself once all that nets of less depth refute has gone.
    fn exhausts(self, world: &mut singles::Bitboard, depth: usize) -> bool {
        let mut level = 0;
        while level < depth {
            let mut has_changed = false;
            for candidate in few_first(world) {
                if world.is_open(candidate) && self.ends(world, candidate, level) {
                    world.remove(candidate);
                    match singles::settle(self.0, world) {
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

/// What is known of the candidates of a board, at each depth.
pub(super) struct Refuted {
    refuter: Refuter,
    depths: [Vec<Known>; 3],
    /// The worlds that are stuck, or solved.
    worlds: Vec<singles::Bitboard>,
}

/// What is known of a candidate.
#[derive(Clone, Copy)]
enum Known {
    Nothing,
    /// Its world was not refuted.
    World(u16),
    Refuted,
}

impl Default for Refuted {
    fn default() -> Refuted {
        Refuted {
            refuter: Refuter::new(),
            depths: array::from_fn(|_| Vec::new()),
            worlds: Vec::new(),
        }
    }
}

impl Refuted {
    /// Whether nothing was asked for.
    pub(super) fn is_empty(&self) -> bool {
        self.depths.iter().all(Vec::is_empty)
    }

    /// As [`Refuter::refutes`], of the same board as before or of one that has lost candidates.
    pub(super) fn has(&mut self, board: &Bare, candidate: CandidateIndex, depth: usize) -> bool {
        let candidates = &mut self.depths[depth];
        candidates.resize(729, Known::Nothing);
        let known = &mut candidates[candidate.index()];
        match *known {
            Known::Refuted => return true,
            Known::World(number) => {
                let world = &mut self.worlds[usize::from(number)];
                if !world.narrow(&board.0) {
                    return false;
                }
                if !self.refuter.kills(world, depth) {
                    return false;
                }
            }
            Known::Nothing => {
                let mut world = board.0;
                world.assume(candidate);
                if !self.refuter.kills(&mut world, depth) {
                    *known = Known::World(self.worlds.len() as u16);
                    self.worlds.push(world);
                    return false;
                }
            }
        }
        *known = Known::Refuted;
        true
    }
}

/// The open candidates, cells with few of them first.
fn few_first(board: &singles::Bitboard) -> Vec<CandidateIndex> {
    let mut open = Vec::with_capacity(256);
    board.add_open(&mut open);
    let mut counts = [0_u8; 81];
    for candidate in &open {
        counts[usize::from(candidate.numbers().0)] += 1;
    }
    open.sort_by_key(|candidate| counts[usize::from(candidate.numbers().0)]);
    open
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::technique::tables::candidate;
    use crate::logic::{Pencil, totem};
    use crate::sudoku::Grid;

    /// By the definition, on pencil marks.
    fn is_refuted(pencil: &Pencil, at: (u8, u8), depth: usize) -> bool {
        let mut world = pencil.clone();
        let assumed = candidate(at.0, at.1);
        let others: Vec<_> =
            open(&world).into_iter().filter(|other| other.0 == at.0 && *other != at).collect();
        for (cell, digit) in others {
            world.remove(candidate(cell, digit));
        }
        assert_eq!(world.only_digit(assumed.cell), Some(assumed.digit));
        let mut has_changed = true;
        while has_changed {
            if totem(&mut world, &mut |_| {}).is_err() {
                return true;
            }
            let gone = (0..depth).find_map(|level| {
                open(&world).into_iter().find(|&other| is_refuted(&world, other, level))
            });
            has_changed = gone.is_some();
            if let Some((cell, digit)) = gone {
                world.remove(candidate(cell, digit));
            }
        }
        false
    }

    fn open(pencil: &Pencil) -> Vec<(u8, u8)> {
        let all = (0..81).flat_map(|cell| (0..9).map(move |digit| (cell, digit)));
        all.filter(|&(cell, digit)| {
            let candidate = candidate(cell, digit);
            !pencil.is_set(candidate.cell) && pencil.has(candidate)
        })
        .collect()
    }

    #[test]
    fn refuted_is_what_pencil_marks_refute() {
        // One that forcing nets solve, and one that they do not.
        let puzzles = [
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            "........94.....23.68.73......5....7.....945.1.1....8...9.8.3...731.6..9....9....2",
        ];
        let refuter = Refuter::new();
        let mut counts = [[0; 2]; 2];
        for puzzle in puzzles {
            let mut pencil = Pencil::of(&puzzle.parse::<Grid>().unwrap());
            totem(&mut pencil, &mut |_| {}).unwrap();
            let left = Bare::of(&Board::of_pencil(&pencil).unwrap());
            for (k, at) in open(&pencil).into_iter().enumerate() {
                let depths = 1 + usize::from(k % 40 == 0);
                for (depth, counts) in counts.iter_mut().enumerate().take(depths) {
                    let expected = is_refuted(&pencil, at, depth);
                    let index = CandidateIndex::numbered(at.0, at.1);
                    let found = refuter.refutes(&left, index, depth);
                    assert_eq!(found, expected, "{at:?} at {depth}");
                    counts[usize::from(expected)] += 1;
                }
            }
        }
        assert!(counts.as_flattened().iter().all(|&count| count > 0), "{counts:?}");
    }
}
