//! Finned and sashimi fish: a fish but for some candidates, the fins, all in one box.
//!
//! ```text
//!              c3      c8  c9
//!      r2      4       4   4    the 4 at r2c9 is a fin: either it is true, or the fish is there;
//!      ...             x        what the fish takes away and the fin sees goes either way
//!      r6      4       4
//! ```
//!
//! It is sashimi if a base has a single candidate but for the fins.

use super::bits::{ones, subsets};
use super::constraint::of_places;
use super::deduction::Removals;
use super::sight::OpenParts;
use super::tables::{CELLS, HOUSE, common_peers};
use super::visit::{Flow, Visit};
use super::{Board, Deduction, Evidence, Technique};

const KINDS: [[Technique; 2]; 3] = [
    [Technique::FinnedXWing, Technique::SashimiXWing],
    [Technique::FinnedSwordfish, Technique::SashimiSwordfish],
    [Technique::FinnedJellyfish, Technique::SashimiJellyfish],
];

/// Lines of one kind with the places of a digit, and what crosses them.
struct Lines<'b> {
    board: &'b Board,
    digit: u8,
    /// The first house of the kind of the bases, and of the covers.
    kinds: [u8; 2],
    places: [u16; 9],
    /// The places of each set of lines of a chute.
    chutes: [[u16; 8]; 3],
}

/// Finned fish of a size.
pub(super) fn find(open: &OpenParts<'_>, size: usize, visit: Visit<'_>) -> Flow {
    for kinds in [[18, 9], [9, 18]] {
        for digit in ones(open.digits()) {
            let lines = Lines::of(open.board(), digit, kinds);
            // Fins are in one box, so at most three places of a base are no covers.
            let is_base =
                |line: &usize| (2..=size as u32 + 3).contains(&lines.places[*line].count_ones());
            let fitting = (0..9).filter(is_base).fold(0, |fitting, line| fitting | 1 << line);
            for bases in subsets(size, 9).filter(|bases| bases & !fitting == 0) {
                lines.with_bases(bases, &mut |deduction| {
                    open.found_in(digit);
                    visit(deduction)
                })?;
            }
        }
    }
    Flow::Continue(())
}

impl<'b> Lines<'b> {
    fn of(board: &'b Board, digit: u8, kinds: [u8; 2]) -> Lines<'b> {
        let places: [u16; 9] =
            std::array::from_fn(|line| board.places(kinds[0] + line as u8, digit));
        let all = |chute: usize, lines: u16| {
            ones(lines).fold(0, |all, line| all | places[3 * chute + usize::from(line)])
        };
        let chutes =
            std::array::from_fn(|chute| std::array::from_fn(|lines| all(chute, lines as u16)));
        Lines { board, digit, kinds, places, chutes }
    }

    /// Finned fish with these bases.
    fn with_bases(&self, bases: u16, visit: Visit<'_>) -> Flow {
        let size = bases.count_ones();
        // The places of the bases in each chute, and in all.
        let chutes: [u16; 3] = std::array::from_fn(|chute| {
            self.chutes[chute][usize::from(bases >> (3 * chute) & 0o7)]
        });
        let all = chutes[0] | chutes[1] | chutes[2];
        if !(size + 1..=size + 3).contains(&all.count_ones()) {
            return Flow::Continue(());
        }
        for across in (0..3).map(|chute| all & 0o7 << (3 * chute)) {
            // Its subsets, in the order of their masks.
            let mut outside = across & across.wrapping_neg();
            while outside != 0 {
                let is_in_a_box =
                    chutes.iter().filter(|&&places| places & outside != 0).count() == 1;
                if is_in_a_box && (all & !outside).count_ones() == size {
                    self.with_fins(bases, all & !outside, outside, visit)?;
                }
                outside = outside.wrapping_sub(across) & across;
            }
        }
        Flow::Continue(())
    }

    /// The fish whose fins are at the places `outside` of its bases.
    fn with_fins(&self, bases: u16, covers: u16, outside: u16, visit: Visit<'_>) -> Flow {
        let Lines { board, digit, kinds, places, .. } = *self;
        let mut fins = 0_u128;
        let (mut is_sashimi, mut is_fish) = (false, true);
        for line in ones(bases) {
            let places = places[usize::from(line)];
            for place in ones(places & outside) {
                fins |= 1 << CELLS[usize::from(kinds[0] + line)][usize::from(place)];
            }
            let inside = (places & covers).count_ones();
            is_sashimi |= inside == 1;
            is_fish &= inside > 0;
        }
        let gone = common_peers(fins) & board.cells(digit) & outside_of(kinds, bases, covers);
        if !is_fish || gone == 0 {
            return Flow::Continue(());
        }
        let constraints =
            |kind: u8, of: u16| ones(of).map(|line| of_places(kind + line, digit)).collect();
        let technique = KINDS[bases.count_ones() as usize - 2][usize::from(is_sashimi)];
        let evidence = Evidence::Counting {
            deadly: None,
            truths: constraints(kinds[0], bases),
            links: constraints(kinds[1], covers),
            single: None,
        };
        let removals = Removals::of_digit(gone, digit);
        visit(Deduction::removing(technique, technique.usual(), removals, evidence))
    }
}

/// The cells of the covers that are in no base.
fn outside_of(kinds: [u8; 2], bases: u16, covers: u16) -> u128 {
    let of = |kind: u8, lines: u16| {
        ones(lines).fold(0, |all, line| all | HOUSE[usize::from(kind + line)])
    };
    of(kinds[1], covers) & !of(kinds[0], bases)
}
