//! What singles make of assumptions: the end of dynamic runs, all nine digits at once.
//!
//! ```text
//!      dynamic run    a false node makes the last candidate of a constraint true
//!      singles        the same, and a constraint may have had one candidate before
//! ```

use super::super::links::Links;
use super::super::node::{Node, cell_of, digit_of, number_of};
use crate::instructions::Instructions;
use crate::instructions::available::Available;
use crate::logic::technique::Board;
use crate::singles::{self, CandidateIndex, End};

/// What is known of an assumption.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    Dead,
    World(u16),
}

/// The worlds of a board.
pub(in super::super) struct Worlds {
    instructions: Available,
    board: singles::Bitboard,
    /// The board with its singles; `None` if they contradict each other.
    base: Option<singles::Bitboard>,
    /// What makes nothing true if it is false is not there.
    with_partners: [u128; 9],
    /// By the start.
    known: [Known; 1458],
    followed: Vec<singles::Bitboard>,
}

impl Worlds {
    pub(super) fn of(board: &Board) -> Worlds {
        let with_partners = *Links::of(board).with_partners([true; 2]);
        let board = singles::Bitboard::of_digits(board.standing_or_left());
        let instructions = Available::new(Instructions::best());
        let mut base = board;
        let base = (singles::settle(instructions, &mut base) != End::Dead).then_some(base);
        let (known, followed) = ([Known::Nothing; 1458], Vec::with_capacity(256));
        Worlds { instructions, board, base, with_partners, known, followed }
    }

    /// Whether singles contradict an assumption.
    pub(super) fn is_dead(&mut self, start: Node) -> bool {
        self.world(start).is_none()
    }

    /// Whether a candidate is lost in all worlds of some assumptions that are not dead.
    pub(super) fn is_common(&mut self, starts: &[Node]) -> bool {
        let mut left: Option<singles::Bitboard> = None;
        for &start in starts {
            let Some(world) = self.world(start) else { continue };
            match &mut left {
                Some(left) => left.widen(world),
                None => left = Some(*world),
            }
        }
        left.is_none_or(|left| left.lacks(&self.board))
    }

    fn world(&mut self, start: Node) -> Option<&singles::Bitboard> {
        if self.known[usize::from(start)] == Known::Nothing {
            self.known[usize::from(start)] = match self.follow(start) {
                Some(world) => {
                    self.followed.push(world);
                    Known::World(self.followed.len() as u16 - 1)
                }
                None => Known::Dead,
            };
        }
        match self.known[usize::from(start)] {
            Known::World(number) => Some(&self.followed[usize::from(number)]),
            _ => None,
        }
    }

    fn follow(&self, start: Node) -> Option<singles::Bitboard> {
        let mut world = self.base?;
        let (cell, digit) = (cell_of(number_of(start)), digit_of(number_of(start)));
        let candidate = CandidateIndex::numbered(cell, digit);
        if start & 1 == 1 {
            world.assume(candidate);
        } else {
            world.remove(candidate);
            if self.with_partners[usize::from(digit)] >> cell & 1 == 0 {
                return Some(world);
            }
        }
        (singles::settle(self.instructions, &mut world) != End::Dead).then_some(world)
    }
}
