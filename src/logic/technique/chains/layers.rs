//! How far a candidate is from its own negation, and whether it may be in a cycle: layers of false
//! and of true candidates in turn, as rows of bits.
//!
//! ```text
//!      true   ──▶ false: the digits of their cells, and all that they see; a row for each
//!      false  ──▶ true: their partners, a few for each
//! ```
//!
//! Only distances count here; the way itself is found for the one chain that is taken. A candidate
//! without partners makes nothing true once it is false, so it is in no layer.
//!
//! Invariant: a layer has what the ways of its length reach, and no shorter ones.

use super::links::{By, Links, NONE};
use super::node::{Number, cell_of, digit_of, number};
use crate::logic::technique::Board;
use crate::logic::technique::bits::{cells, ones};
use crate::logic::technique::tables::SEES;

/// A set of candidates with partners.
type Row<const W: usize> = [u64; W];

/// The layers of a board by one kind of links.
pub(super) enum Layers {
    Usual(Rows<4>),
    /// All candidates fit.
    Large(Rows<12>),
}

/// What candidates make false and true.
pub(super) struct Rows<const W: usize> {
    /// The bit of each candidate with partners; of others `NONE`.
    places: [u16; 729],
    /// What each makes false, and its partners, behind which there is `NONE`.
    falls: Vec<Row<W>>,
    partners: Vec<[u16; 4]>,
}

impl Layers {
    pub(super) fn of(board: &Board, links: &Links, by: By) -> Layers {
        let with_partners = links.with_partners([by.cells(), by.houses()]);
        let count: u32 = with_partners.iter().map(|cells| cells.count_ones()).sum();
        if count <= 256 {
            Layers::Usual(Rows::of(board, links, by))
        } else {
            Layers::Large(Rows::of(board, links, by))
        }
    }

    /// The nodes from a candidate to its negation, both counted; `None` if there is no way of at
    /// most `most`.
    pub(super) fn distance(
        &self,
        (board, by): (&Board, By),
        start: Number,
        starts_true: bool,
        most: usize,
    ) -> Option<usize> {
        match self {
            Layers::Usual(rows) => rows.distance((board, by), start, starts_true, most),
            Layers::Large(rows) => rows.distance((board, by), start, starts_true, most),
        }
    }

    /// Whether a cycle of at most `most` nodes may lead from a candidate with partners to one of
    /// them that is false.
    pub(super) fn may_close(&self, start: Number, most: usize) -> bool {
        match self {
            Layers::Usual(rows) => rows.may_close(start, most),
            Layers::Large(rows) => rows.may_close(start, most),
        }
    }
}

fn has<const W: usize>(row: &Row<W>, place: u16) -> bool {
    row[usize::from(place) / 64] >> (place % 64) & 1 == 1
}

fn put<const W: usize>(row: &mut Row<W>, place: u16) {
    row[usize::from(place) / 64] |= 1 << (place % 64);
}

fn take<const W: usize>(row: &mut Row<W>, place: u16) {
    row[usize::from(place) / 64] &= !(1 << (place % 64));
}

fn is_empty<const W: usize>(row: &Row<W>) -> bool {
    row.iter().all(|&word| word == 0)
}

fn meet<const W: usize>(one: &Row<W>, other: &Row<W>) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

/// Calls for each place of a row.
fn each<const W: usize>(row: &Row<W>, mut visit: impl FnMut(usize)) {
    for (word, &bits) in row.iter().enumerate() {
        let mut rest = bits;
        while rest != 0 {
            visit(word * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

impl<const W: usize> Rows<W> {
    fn of(board: &Board, links: &Links, by: By) -> Rows<W> {
        let with_partners = links.with_partners([by.cells(), by.houses()]);
        let mut places = [NONE; 729];
        let mut all = Vec::with_capacity(64 * W);
        for digit in 0..9 {
            for cell in cells(with_partners[usize::from(digit)]) {
                places[usize::from(number(cell, digit))] = all.len() as u16;
                all.push(number(cell, digit));
            }
        }
        let mut rows = Rows { places, falls: Vec::new(), partners: Vec::new() };
        rows.falls = all.iter().map(|&number| rows.falls_of(board, by, number)).collect();
        rows.partners = all.iter().map(|&number| rows.partners_of(links, by, number)).collect();
        rows
    }

    /// What a true candidate makes false.
    fn falls_of(&self, board: &Board, by: By, of: Number) -> Row<W> {
        let mut falls = [0; W];
        let mut add = |number: Number| {
            let place = self.places[usize::from(number)];
            if place != NONE {
                put(&mut falls, place);
            }
        };
        let (cell, digit) = (cell_of(of), digit_of(of));
        for peer in cells(board.cells(digit) & SEES[usize::from(cell)]) {
            add(number(peer, digit));
        }
        if by.cells() {
            for other in ones(board.left(cell) & !(1 << digit)) {
                add(number(cell, other));
            }
        }
        falls
    }

    fn partners_of(&self, links: &Links, by: By, of: Number) -> [u16; 4] {
        let in_cell = by.cells().then_some(links.in_cell[usize::from(of)]);
        let in_cell = in_cell.filter(|&number| number != NONE);
        let in_houses = links.in_houses(of).filter(|_| by.houses());
        let mut partners = [NONE; 4];
        for (slot, number) in partners.iter_mut().zip(in_cell.into_iter().chain(in_houses)) {
            *slot = self.places[usize::from(number)];
        }
        partners
    }

    /// The partners of some false candidates.
    fn rise(&self, falling: &Row<W>) -> Row<W> {
        let mut risen = [0; W];
        each(falling, |place| {
            for &partner in self.partners[place].iter().take_while(|&&partner| partner != NONE) {
                put(&mut risen, partner);
            }
        });
        risen
    }

    /// What some true candidates make false.
    fn fall(&self, crest: &Row<W>) -> Row<W> {
        let mut falling = [0; W];
        each(crest, |place| {
            falling.iter_mut().zip(&self.falls[place]).for_each(|(all, falls)| *all |= falls);
        });
        falling
    }

    fn distance(
        &self,
        (board, by): (&Board, By),
        start: Number,
        starts_true: bool,
        most: usize,
    ) -> Option<usize> {
        let place = self.places[usize::from(start)];
        let (mut count, mut were_false, mut were_true) = (0, [0; W], [0; W]);
        let (goal, mut falling) = if starts_true {
            // What makes it false is what it makes false.
            let falls = match self.falls.get(usize::from(place)) {
                Some(falls) => *falls,
                None => self.falls_of(board, by, start),
            };
            count = 2;
            (falls, falls)
        } else if place == NONE {
            return None;
        } else {
            let mut own = [0; W];
            put(&mut own, place);
            (own, own)
        };
        if starts_true && place != NONE {
            put(&mut were_true, place);
        }
        loop {
            count += 2;
            if count > most {
                return None;
            }
            let crest = unseen(&mut were_true, self.rise(&unseen(&mut were_false, falling)));
            if meet(&crest, &goal) {
                return Some(count);
            }
            if is_empty(&crest) {
                return None;
            }
            falling = self.fall(&crest);
        }
    }

    fn may_close(&self, start: Number, most: usize) -> bool {
        let place = self.places[usize::from(start)];
        if place == NONE {
            return false;
        }
        let partners = self.partners[usize::from(place)];
        let closes = |&partner: &u16| {
            let (mut were_false, mut were_true) = ([0; W], [0; W]);
            put(&mut were_true, place);
            let mut falling = self.falls[usize::from(place)];
            let mut count = 2;
            while count + 2 <= most {
                count += 2;
                // The way back does not lead through its own end.
                take(&mut falling, partner);
                let crest = unseen(&mut were_true, self.rise(&unseen(&mut were_false, falling)));
                if is_empty(&crest) {
                    return false;
                }
                falling = self.fall(&crest);
                if has(&falling, partner) {
                    return true;
                }
            }
            false
        };
        partners.iter().take_while(|&&partner| partner != NONE).any(closes)
    }
}

/// What was not seen before; it is now.
fn unseen<const W: usize>(seen: &mut Row<W>, mut row: Row<W>) -> Row<W> {
    for (row, seen) in row.iter_mut().zip(seen) {
        *row &= !*seen;
        *seen |= *row;
    }
    row
}
