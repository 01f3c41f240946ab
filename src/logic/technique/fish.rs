//! Fish: x-wing, swordfish and jellyfish, without fins.
//!
//! ```text
//!              c3      c8
//!      r2      4       4         two rows have all their 4s in two columns: each column has
//!      ...     x       x         its 4 in one of these rows, and its other 4s go
//!      r6      4       4
//! ```
//!
//! Bases are columns first, then rows; a set of bases is tried for all digits before the next.

use super::bits::{ones, subsets};
use super::constraint::of_places;
use super::deduction::Removals;
use super::sight::OpenParts;
use super::tables::CELLS;
use super::visit::{Convention, Flow, Visit};
use super::{Board, Deduction, Evidence, Technique};

/// A digit of some lines in as many lines across.
#[derive(Clone, Copy)]
pub(in crate::logic) struct Fish {
    /// The first house of the kind of the bases, and of the covers.
    pub(super) kinds: [u8; 2],
    pub(super) bases: u16,
    pub(super) covers: u16,
    pub(super) digit: u8,
    /// The places that go.
    pub(super) gone: u128,
}

/// All fish of some digits and a size that take something away.
pub(super) fn each(
    board: &Board,
    digits: u16,
    size: usize,
    convention: Convention,
    visit: &mut dyn FnMut(Fish) -> Flow,
) -> Flow {
    if digits == 0 {
        return Flow::Continue(());
    }
    for kinds in [[18, 9], [9, 18]] {
        let (mut fitting, mut open) = ([0_u16; 9], 0_u16);
        for digit in ones(digits) {
            let fitting = &mut fitting[usize::from(digit)];
            // Each line without the digit is a base or a cover less to leave something.
            if convention.is_explainer() && board.standing(digit) + 2 * size > 9 {
                continue;
            }
            for line in 0..9 {
                let count = board.places(kinds[0] + line, digit).count_ones() as usize;
                *fitting |= u16::from((2..=size).contains(&count)) << line;
            }
            open |= u16::from(fitting.count_ones() as usize >= size) << digit;
        }
        if open == 0 {
            continue;
        }
        for bases in subsets(size, 9) {
            for digit in ones(open) {
                if fitting[usize::from(digit)] & bases != bases {
                    continue;
                }
                let covers = ones(bases)
                    .fold(0, |covers, line| covers | board.places(kinds[0] + line, digit));
                if covers.count_ones() as usize != size {
                    continue;
                }
                let gone = gone(board, kinds[1], covers, bases, digit);
                if gone != 0 {
                    visit(Fish { kinds, bases, covers, digit, gone })?;
                }
            }
        }
    }
    Flow::Continue(())
}

fn gone(board: &Board, kind: u8, covers: u16, bases: u16, digit: u8) -> u128 {
    let mut gone = 0;
    for line in ones(covers) {
        for place in ones(board.places(kind + line, digit) & !bases) {
            gone |= 1 << CELLS[usize::from(kind + line)][usize::from(place)];
        }
    }
    gone
}

/// Fish of a size.
pub(super) fn find(
    open: &OpenParts<'_>,
    size: usize,
    convention: Convention,
    visit: Visit<'_>,
) -> Flow {
    each(open.board(), open.digits(), size, convention, &mut |fish| {
        open.found_in(fish.digit);
        visit(fish.deduction())
    })
}

impl Fish {
    pub(super) fn deduction(self) -> Deduction {
        let (technique, difficulty) = match self.bases.count_ones() {
            2 => (Technique::XWing, 32),
            3 => (Technique::Swordfish, 38),
            _ => (Technique::Jellyfish, 52),
        };
        let lines = |kind: u8, lines: u16| {
            ones(lines).map(|line| of_places(kind + line, self.digit)).collect()
        };
        let evidence = Evidence::Counting {
            deadly: None,
            truths: lines(self.kinds[0], self.bases),
            links: lines(self.kinds[1], self.covers),
            single: None,
        };
        let removals = Removals::of_digit(self.gone, self.digit);
        Deduction::removing(technique, difficulty, removals, evidence)
    }
}
