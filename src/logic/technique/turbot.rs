//! Fish of two houses: skyscrapers, two-string kites, turbot fish, and empty rectangles.
//!
//! ```text
//!      a ═══ b ─── c ═══ d      ═ a house with two places: one of both is true
//!                               ─ they see each other: not both are true
//!                               so a or d is true, and what sees both is false
//!
//!      skyscraper        two rows, with b and c in a column; or two columns
//!      two-string kite   a row and a column, with b and c in a box
//!      turbot fish       any other two houses, or a and d see each other, too
//!      empty rectangle   a box for the first house: all its places are in a row, which has c, and
//!                        in a column, which takes the part of a; or the two exchanged
//! ```
//!
//! Invariant: the houses have no place in common.
//!
//! Source: the names are those of the forums and of HoDoKu. An empty rectangle may have two places:
//! then it is a turbot fish, too.

use super::bits::{cells, ones};
use super::constraint::of_places;
use super::deduction::Removals;
use super::sight::OpenParts;
use super::tables::{HOUSE, HOUSES, common_peers, shared};
use super::visit::{Flow, Visit};
use super::{Board, Deduction, Evidence, Technique};

/// A house with two places of a digit.
#[derive(Clone, Copy)]
struct Pair {
    house: u8,
    places: [u8; 2],
}

/// The digit that is looked at.
struct Digit<'b> {
    board: &'b Board,
    digit: u8,
}

/// All of them, by digits: first those of two houses with two places.
pub(super) fn find(open: &OpenParts<'_>, visit: Visit<'_>) -> Flow {
    for digit in ones(open.digits()) {
        let of = Digit { board: open.board(), digit };
        let pairs: Vec<Pair> = (9..27).chain(0..9).filter_map(|house| of.pair(house)).collect();
        let mut bear = |deduction| {
            open.found_in(digit);
            visit(deduction)
        };
        for (k, &other) in pairs.iter().enumerate() {
            for &one in &pairs[..k] {
                of.turbot_fish(one, other, &mut bear)?;
            }
        }
        for square in 0..9 {
            of.empty_rectangles(square, &pairs, &mut bear)?;
        }
    }
    Flow::Continue(())
}

impl Digit<'_> {
    fn pair(&self, house: u8) -> Option<Pair> {
        let places = self.board.cells(self.digit) & HOUSE[usize::from(house)];
        if places.count_ones() != 2 {
            return None;
        }
        let mut places = cells(places);
        Some(Pair { house, places: [places.next()?, places.next()?] })
    }

    fn turbot_fish(&self, one: Pair, other: Pair, visit: Visit<'_>) -> Flow {
        if one.places.iter().any(|place| other.places.contains(place)) {
            return Flow::Continue(());
        }
        for (first, [a, b]) in turned(one) {
            for (_, [c, d]) in turned(other) {
                let gone = common_peers(1 << a | 1 << d) & self.board.cells(self.digit);
                let gone = gone & !(1 << b | 1 << c);
                let Some(link) = shared(b, c).filter(|_| gone != 0) else { continue };
                let kinds = [first, other.house, link].map(|house| house / 9);
                let technique = match kinds {
                    // Boxes, rows and columns are 0, 1 and 2.
                    [1, 2, 0] => Technique::Kite,
                    [1, 1, 2] | [2, 2, 1] if shared(a, d).is_none() => Technique::Skyscraper,
                    _ => Technique::TurbotFish,
                };
                visit(self.deduction(technique, [one.house, other.house], link, gone))?;
            }
        }
        Flow::Continue(())
    }

    /// Empty rectangles of a box.
    fn empty_rectangles(&self, square: u8, pairs: &[Pair], visit: Visit<'_>) -> Flow {
        let places = self.board.cells(self.digit) & HOUSE[usize::from(square)];
        if !(2..=5).contains(&places.count_ones()) {
            return Flow::Continue(());
        }
        let (top, left) = (9 + square / 3 * 3, 18 + square % 3 * 3);
        for (row, column) in (top..top + 3).flat_map(|row| (left..left + 3).map(move |c| (row, c)))
        {
            for [along, across] in [[row, column], [column, row]] {
                let [along_mask, across_mask] = [along, across].map(|k| HOUSE[usize::from(k)]);
                let has_both = places & along_mask & !across_mask != 0
                    && places & across_mask & !along_mask != 0;
                if places & !(along_mask | across_mask) != 0 || !has_both {
                    continue;
                }
                // Lines of the other kind, outside of the box, that have a place along the first.
                for &pair in pairs.iter().filter(|pair| pair.house / 9 == across / 9) {
                    for (_, [near, far]) in turned(pair) {
                        let is_near = HOUSES[usize::from(near)].contains(&along);
                        if !is_near
                            || HOUSE[usize::from(square)] & HOUSE[usize::from(pair.house)] != 0
                        {
                            continue;
                        }
                        let seen = common_peers(places & across_mask & !along_mask | 1 << far);
                        let gone = seen & across_mask & self.board.cells(self.digit);
                        let gone = gone & !HOUSE[usize::from(square)];
                        if gone != 0 {
                            let technique = Technique::EmptyRectangle;
                            visit(self.deduction(technique, [square, pair.house], along, gone))?;
                        }
                    }
                }
            }
        }
        Flow::Continue(())
    }

    fn deduction(&self, technique: Technique, truths: [u8; 2], link: u8, gone: u128) -> Deduction {
        let of = |house| of_places(house, self.digit);
        let evidence = Evidence::Counting {
            deadly: None,
            truths: truths.map(of).to_vec(),
            links: vec![of(link)],
            single: None,
        };
        let removals = Removals::of_digit(gone, self.digit);
        Deduction::removing(technique, technique.usual(), removals, evidence)
    }
}

/// A pair both ways round, with its house.
fn turned(pair: Pair) -> [(u8, [u8; 2]); 2] {
    let Pair { house, places: [one, other] } = pair;
    [(house, [one, other]), (house, [other, one])]
}
