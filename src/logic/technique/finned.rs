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
use super::tables::{CELLS, common_peers};
use super::visit::{Flow, Visit};
use super::{Board, Deduction, Evidence, Technique};

const KINDS: [[Technique; 2]; 3] = [
    [Technique::FinnedXWing, Technique::SashimiXWing],
    [Technique::FinnedSwordfish, Technique::SashimiSwordfish],
    [Technique::FinnedJellyfish, Technique::SashimiJellyfish],
];

/// Finned fish of a size.
pub(super) fn find(board: &Board, size: usize, visit: Visit<'_>) -> Flow {
    for kinds in [[18, 9], [9, 18]] {
        for digit in 0..9 {
            let lines: [u16; 9] =
                std::array::from_fn(|line| board.places(kinds[0] + line as u8, digit));
            for bases in subsets(size, 9) {
                if ones(bases).any(|line| lines[usize::from(line)].count_ones() < 2) {
                    continue;
                }
                with_bases(board, (kinds, digit), (&lines, bases), visit)?;
            }
        }
    }
    Flow::Continue(())
}

/// Finned fish with these bases.
fn with_bases(
    board: &Board,
    (kinds, digit): ([u8; 2], u8),
    (lines, bases): (&[u16; 9], u16),
    visit: Visit<'_>,
) -> Flow {
    let size = bases.count_ones() as usize;
    let all = ones(bases).fold(0, |all, line| all | lines[usize::from(line)]);
    // Fins are in one box, so at most three places across are no covers.
    if !(size + 1..=size + 3).contains(&(all.count_ones() as usize)) {
        return Flow::Continue(());
    }
    for across in (0..3).map(|chute| 0o7 << (3 * chute)) {
        for outside in (1..8_u16).map(|part| part * (across / 7)) {
            let covers = all & !outside;
            if outside & !all != 0 || covers.count_ones() as usize != size {
                continue;
            }
            let mut fins = 0_u128;
            let (mut chutes, mut is_sashimi, mut is_fish) = (0_u8, false, true);
            for line in ones(bases) {
                let places = lines[usize::from(line)];
                for place in ones(places & outside) {
                    fins |= 1 << CELLS[usize::from(kinds[0] + line)][usize::from(place)];
                    chutes |= 1 << (line / 3);
                }
                let inside = (places & covers).count_ones();
                is_sashimi |= inside == 1;
                is_fish &= inside > 0;
            }
            if chutes.count_ones() != 1 || !is_fish {
                continue;
            }
            let sees = common_peers(fins);
            let mut gone = 0;
            for line in ones(covers) {
                for place in ones(board.places(kinds[1] + line, digit) & !bases) {
                    gone |= 1 << CELLS[usize::from(kinds[1] + line)][usize::from(place)];
                }
            }
            gone &= sees;
            if gone != 0 {
                let constraints = |kind: u8, of: u16| {
                    ones(of).map(|line| of_places(kind + line, digit)).collect()
                };
                let technique = KINDS[size - 2][usize::from(is_sashimi)];
                let evidence = Evidence::Counting {
                    deadly: None,
                    truths: constraints(kinds[0], bases),
                    links: constraints(kinds[1], covers),
                    single: None,
                };
                let removals = Removals::of_digit(gone, digit);
                visit(Deduction::removing(technique, technique.usual(), removals, evidence))?;
            }
        }
    }
    Flow::Continue(())
}
