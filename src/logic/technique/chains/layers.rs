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

use smallvec::SmallVec;

use super::links::{By, Links, NONE};
use super::node::{Number, NumberSet, cell_of, digit_of, number};
use crate::logic::technique::Board;
use crate::logic::technique::bits::{cells, ones};
use crate::logic::technique::tables::SEES;

/// A set of candidates with partners.
pub(super) type Row<const W: usize> = [u64; W];

/// What is false and what is true, step by step.
type Waves<const W: usize> = SmallVec<[[Row<W>; 2]; 8]>;

/// The layers of a board by one kind of links.
pub(super) enum Layers<'b> {
    Small(Rows<'b, 2>),
    Usual(Rows<'b, 4>),
    /// All candidates fit.
    Large(Rows<'b, 12>),
}

/// What candidates make false and true.
pub(super) struct Rows<'b, const W: usize> {
    pub(super) board: &'b Board,
    pub(super) links: &'b Links,
    pub(super) by: By,
    /// The bit of each candidate with partners; of others `NONE`.
    places: [u16; 729],
    /// The candidates.
    numbers: Vec<Number>,
    with_partners: [u128; 9],
    /// What each makes false, and its partners.
    falls: Vec<Row<W>>,
    partners: Vec<Row<W>>,
}

impl<'b> Layers<'b> {
    pub(super) fn of(board: &'b Board, links: &'b Links, by: By) -> Layers<'b> {
        let with_partners = links.with_partners([by.cells(), by.houses()]);
        let count: u32 = with_partners.iter().map(|cells| cells.count_ones()).sum();
        if count <= 128 {
            Layers::Small(Rows::of(board, links, by))
        } else if count <= 256 {
            Layers::Usual(Rows::of(board, links, by))
        } else {
            Layers::Large(Rows::of(board, links, by))
        }
    }

    /// The nodes from a candidate to its negation, both counted; `None` if there is no way of at
    /// most `most`.
    pub(super) fn distance(&self, start: Number, starts_true: bool, most: usize) -> Option<usize> {
        match self {
            Layers::Small(rows) => rows.distance(start, starts_true, most),
            Layers::Usual(rows) => rows.distance(start, starts_true, most),
            Layers::Large(rows) => rows.distance(start, starts_true, most),
        }
    }

    /// Whether a cycle of at most `most` nodes may lead from a candidate with partners to one of
    /// them that is false.
    pub(super) fn may_close(&self, start: Number, most: usize) -> bool {
        match self {
            Layers::Small(rows) => rows.may_close(start, most),
            Layers::Usual(rows) => rows.may_close(start, most),
            Layers::Large(rows) => rows.may_close(start, most),
        }
    }

    /// Those of some candidates that a cycle of at most `most` nodes may remove.
    pub(super) fn removable(&self, ends: &[Number], most: usize) -> Vec<Number> {
        match self {
            Layers::Small(rows) => rows.removable(ends, most),
            Layers::Usual(rows) => rows.removable(ends, most),
            Layers::Large(rows) => rows.removable(ends, most),
        }
    }

    /// The candidates with partners that become both true and false, over at most `most` nodes, if
    /// one of some candidates is true.
    pub(super) fn both_ways(&self, starts: impl Iterator<Item = Number>, most: usize) -> NumberSet {
        match self {
            Layers::Small(rows) => rows.both_ways(starts, most),
            Layers::Usual(rows) => rows.both_ways(starts, most),
            Layers::Large(rows) => rows.both_ways(starts, most),
        }
    }
}

pub(super) fn has<const W: usize>(row: &Row<W>, place: u16) -> bool {
    row[usize::from(place) / 64] >> (place % 64) & 1 == 1
}

pub(super) fn put<const W: usize>(row: &mut Row<W>, place: u16) {
    row[usize::from(place) / 64] |= 1 << (place % 64);
}

pub(super) fn take<const W: usize>(row: &mut Row<W>, place: u16) {
    row[usize::from(place) / 64] &= !(1 << (place % 64));
}

fn is_empty<const W: usize>(row: &Row<W>) -> bool {
    row.iter().all(|&word| word == 0)
}

fn meet<const W: usize>(one: &Row<W>, other: &Row<W>) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

/// Calls for each place of a row.
pub(super) fn each<const W: usize>(row: &Row<W>, mut visit: impl FnMut(usize)) {
    for (word, &bits) in row.iter().enumerate() {
        let mut rest = bits;
        while rest != 0 {
            visit(word * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

impl<'b, const W: usize> Rows<'b, W> {
    fn of(board: &'b Board, links: &'b Links, by: By) -> Rows<'b, W> {
        let with_partners = links.with_partners([by.cells(), by.houses()]);
        let mut places = [NONE; 729];
        let mut numbers = Vec::with_capacity(64 * W);
        for digit in 0..9 {
            for cell in cells(with_partners[usize::from(digit)]) {
                places[usize::from(number(cell, digit))] = numbers.len() as u16;
                numbers.push(number(cell, digit));
            }
        }
        let (falls, partners, with_partners) = (Vec::new(), Vec::new(), *with_partners);
        let mut rows = Rows { board, links, by, places, numbers, with_partners, falls, partners };
        rows.falls = rows.numbers.iter().map(|&number| rows.falls_of(number)).collect();
        rows.partners = rows.numbers.iter().map(|&number| rows.partners_of(number)).collect();
        rows
    }

    /// The bit of a candidate; `NONE` if it has no partners.
    pub(super) fn place(&self, of: Number) -> u16 {
        self.places[usize::from(of)]
    }

    /// The candidate of a bit.
    pub(super) fn number(&self, place: u16) -> Number {
        self.numbers[usize::from(place)]
    }

    /// What a candidate makes false if it is true.
    pub(super) fn falls(&self, place: u16) -> &Row<W> {
        &self.falls[usize::from(place)]
    }

    /// What a candidate makes true if it is false.
    pub(super) fn partners(&self, place: u16) -> &Row<W> {
        &self.partners[usize::from(place)]
    }

    /// What follows if a candidate is true, or false, over at most `most` nodes: after each step
    /// from false to true what is false by then, and what is true.
    pub(super) fn waves(&self, place: u16, is_true: bool, most: usize) -> Waves<W> {
        let (mut were_false, mut were_true, mut crest) = ([0; W], [0; W], [0; W]);
        if is_true {
            put(&mut crest, place);
            were_true = crest;
        } else {
            put(&mut were_false, place);
            crest = unseen(&mut were_true, *self.partners(place));
        }
        let mut waves = Waves::new();
        loop {
            let falling = unseen(&mut were_false, self.fall(&crest));
            waves.push([were_false, were_true]);
            crest = unseen(&mut were_true, self.rise(&falling));
            if is_empty(&crest) || waves.len() * 2 >= most {
                return waves;
            }
        }
    }

    /// Whether one of some candidates may see both a true and a false node, of its own digit, of a
    /// closed way between a true start and its being false.
    pub(super) fn is_seen(&self, [forth, back]: [&Waves<W>; 2], ends: &[Number]) -> bool {
        let [falls, rises] = forth[forth.len() - 1];
        let [falls_back, rises_back] = back[back.len() - 1];
        let both = |one: &Row<W>, other: &Row<W>| -> Row<W> {
            std::array::from_fn(|word| one[word] & other[word])
        };
        let (of_true, of_false) = (both(&rises, &falls_back), both(&falls, &rises_back));
        ends.iter().map(|&end| self.sight(end)).any(|s| meet(&s, &of_true) && meet(&s, &of_false))
    }

    /// The candidates among `ends` that a cycle of at most `most` nodes may remove: they see a true
    /// and a false node of their digit that lead to each other.
    fn removable(&self, ends: &[Number], most: usize) -> Vec<Number> {
        let mut all: Vec<[Waves<W>; 2]> = Vec::new();
        let mut number_of: Vec<u16> = vec![NONE; self.numbers.len()];
        let mut is_removable = |end: &Number| {
            let sight = self.sight(*end);
            places(&sight).any(|place| {
                let number = &mut number_of[usize::from(place)];
                if *number == NONE {
                    *number = all.len() as u16;
                    all.push([true, false].map(|is_true| self.waves(place, is_true, most)));
                }
                let [forth, back] = &all[usize::from(*number)];
                let mut others = sight;
                take(&mut others, place);
                // Both ways count their ends.
                (0..forth.len().min(most / 2)).any(|there| {
                    let return_in = (most / 2 - 1 - there).min(back.len() - 1);
                    let (falls, rises) = (&forth[there][0], &back[return_in][1]);
                    (0..W).any(|word| others[word] & falls[word] & rises[word] != 0)
                })
            })
        };
        ends.iter().filter(|end| is_removable(end)).copied().collect()
    }

    /// The neighbours of a candidate with its digit.
    pub(super) fn sight(&self, of: Number) -> Row<W> {
        let mut row = [0; W];
        let (cell, digit) = (cell_of(of), digit_of(of));
        for peer in cells(self.with_partners[usize::from(digit)] & SEES[usize::from(cell)]) {
            put(&mut row, self.place(number(peer, digit)));
        }
        row
    }

    /// What a true candidate makes false.
    fn falls_of(&self, of: Number) -> Row<W> {
        let mut falls = [0; W];
        let mut add = |number: Number| {
            let place = self.places[usize::from(number)];
            if place != NONE {
                put(&mut falls, place);
            }
        };
        let (cell, digit) = (cell_of(of), digit_of(of));
        for peer in cells(self.with_partners[usize::from(digit)] & SEES[usize::from(cell)]) {
            add(number(peer, digit));
        }
        if self.by.cells() {
            for other in ones(self.board.left(cell) & !(1 << digit)) {
                add(number(cell, other));
            }
        }
        falls
    }

    fn partners_of(&self, of: Number) -> Row<W> {
        let mut partners = [0; W];
        for partner in self.links.partners(of, self.by) {
            put(&mut partners, self.place(partner));
        }
        partners
    }

    /// The partners of some false candidates.
    fn rise(&self, falling: &Row<W>) -> Row<W> {
        let mut risen = [0; W];
        each(falling, |place| {
            risen.iter_mut().zip(&self.partners[place]).for_each(|(all, own)| *all |= own);
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

    fn distance(&self, start: Number, starts_true: bool, most: usize) -> Option<usize> {
        let place = self.places[usize::from(start)];
        let (mut count, mut were_false, mut were_true) = (0, [0; W], [0; W]);
        let (goal, mut falling) = if starts_true {
            // What makes it false is what it makes false.
            let falls = match self.falls.get(usize::from(place)) {
                Some(falls) => *falls,
                None => self.falls_of(start),
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

    fn both_ways(&self, starts: impl Iterator<Item = Number>, most: usize) -> NumberSet {
        let mut all = [0; W];
        for start in starts {
            let (mut were_false, mut were_true) = ([0; W], [0; W]);
            let mut falling = self.falls_of(start);
            for _ in 0..most / 2 {
                let crest = unseen(&mut were_true, self.rise(&unseen(&mut were_false, falling)));
                if is_empty(&crest) {
                    break;
                }
                falling = self.fall(&crest);
            }
            unseen(&mut were_false, falling);
            let both = were_false.iter().zip(were_true).map(|(one, other)| one & other);
            all.iter_mut().zip(both).for_each(|(all, both)| *all |= both);
        }
        let mut set = NumberSet::default();
        each(&all, |place| set.add(self.numbers[place]));
        set
    }

    fn may_close(&self, start: Number, most: usize) -> bool {
        let place = self.places[usize::from(start)];
        if place == NONE {
            return false;
        }
        let closes = |partner: u16| {
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
        places(self.partners(place)).any(closes)
    }
}

/// The places of a row, one after another.
fn places<const W: usize>(row: &Row<W>) -> impl Iterator<Item = u16> {
    let mut rest = *row;
    std::iter::from_fn(move || {
        let word = rest.iter().position(|&word| word != 0)?;
        let place = word as u16 * 64 + rest[word].trailing_zeros() as u16;
        rest[word] &= rest[word] - 1;
        Some(place)
    })
}

/// What was not seen before; it is now.
fn unseen<const W: usize>(seen: &mut Row<W>, mut row: Row<W>) -> Row<W> {
    for (row, seen) in row.iter_mut().zip(seen) {
        *row &= !*seen;
        *seen |= *row;
    }
    row
}
