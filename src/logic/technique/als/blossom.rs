//! Death blossoms: almost locked sets that together take all candidates of a cell.
//!
//! ```text
//!      stem     {1,2,3}
//!      petals   {1,7}, {2,5} {5,7}, {3,8} {7,8}     each has a digit of the stem, in cells that
//!                                                   see it, and a 7
//!
//!      without its 7s each petal has its digit of the stem: what sees all 7s of all petals is not
//!      7, or the stem would have nothing left
//! ```
//!
//! They are looked for from what goes: the sets that it leaves with as many digits as cells are
//! locked, and take their digits from what sees them; a cell may have nothing else.
//!
//! Petals may overlap, and have more digits in common that go. They have up to five cells, or, if
//! they are asked for thoroughly, up to eight.
//!
//! A stem of two candidates makes a chain of three sets, so stems have three or more.

use std::collections::HashSet;

use smallvec::SmallVec;

use super::{Als, Joined, in_order};
use crate::logic::technique::bits::{cells, ones};
use crate::logic::technique::deduction::{Basis, Removals, StrongLink};
use crate::logic::technique::tables::{candidate, cell};
use crate::logic::technique::visit::{Convention, Flow, Visit};
use crate::logic::technique::{Board, Deduction, Evidence, Technique};

/// The most cells of a petal if large ones are asked for: all that a house may have.
const LARGE: usize = 8;

/// Digits of a stem, and a set for each.
type Petals = SmallVec<[(u8, usize); 9]>;

/// A stem, and a petal for each of its digits so far.
struct Search<'s> {
    board: &'s Board,
    all: &'s [Als],
    stem: u8,
    /// The digit of all petals.
    digit: u8,
    /// Whether petals have cells in common.
    overlap: bool,
    petals: Petals,
    known: HashSet<(u8, Petals)>,
}

/// Death blossoms, by the digit that goes and where it goes: first those whose petals have no cell
/// in common.
pub(crate) fn find(
    board: &Board,
    joined: &Joined,
    convention: Convention,
    visit: Visit<'_>,
) -> Flow {
    let large: Vec<Als>;
    let all = if convention.is_thorough() {
        let of_houses = (0..27).flat_map(|house| Als::of_house_with(board, house, LARGE));
        large = in_order(of_houses.collect::<Vec<Als>>().iter().collect());
        &large[..]
    } else {
        &joined.sets[..]
    };
    let wide =
        (0..81).filter(|&cell| board.count(cell) >= 3).fold(0, |wide, cell| wide | 1 << cell);
    let (petals, known) = (SmallVec::new(), HashSet::new());
    let mut search = Search { board, all, stem: 0, digit: 0, overlap: false, petals, known };
    let mut stems = Vec::new();
    for digit in 0..9 {
        let sees = |set: &usize| all[*set].sees[usize::from(digit)] & board.cells(digit);
        let with_digit: Vec<usize> = (0..all.len()).filter(|set| sees(set) != 0).collect();
        for target in cells(board.cells(digit)) {
            let locked: SmallVec<[usize; 32]> =
                with_digit.iter().copied().filter(|set| sees(set) >> target & 1 == 1).collect();
            if locked.len() < 2 {
                continue;
            }
            search.digit = digit;
            for stem in cells(wide & taken(board, all, &locked, digit) & !(1 << target)) {
                search.stem = stem;
                search.petal(&locked, board.left(stem), 0, visit)?;
                stems.push((digit, stem, locked.clone()));
            }
        }
    }
    search.overlap = true;
    for (digit, stem, locked) in stems {
        (search.digit, search.stem) = (digit, stem);
        search.petal(&locked, board.left(stem), 0, visit)?;
    }
    Flow::Continue(())
}

/// The cells that have nothing left if some sets have not the digit.
fn taken(board: &Board, all: &[Als], locked: &[usize], digit: u8) -> u128 {
    let mut sees = [0_u128; 9];
    for &set in locked {
        for other in ones(all[set].digits & !(1 << digit)).map(usize::from) {
            sees[other] |= all[set].sees[other];
        }
    }
    (0..9).fold(u128::MAX, |taken, digit| taken & (!board.cells(digit) | sees[usize::from(digit)]))
}

impl Search<'_> {
    /// Chooses a petal for the next digit of the stem. `used` are the cells of the others.
    fn petal(&mut self, locked: &[usize], digits: u16, used: u128, visit: Visit<'_>) -> Flow {
        let Some(digit) = ones(digits).next() else { return self.show(visit) };
        for &set in locked {
            let als = &self.all[set];
            let is_petal = digit != self.digit
                && als.digits >> digit & 1 == 1
                && als.sees[usize::from(digit)] >> self.stem & 1 == 1
                && (self.overlap || als.cells & used == 0);
            if is_petal {
                self.petals.push((digit, set));
                let flow = self.petal(locked, digits & (digits - 1), used | als.cells, visit);
                self.petals.pop();
                flow?;
            }
        }
        Flow::Continue(())
    }

    /// Shows what goes by the petals, once.
    fn show(&mut self, visit: Visit<'_>) -> Flow {
        if !self.known.insert((self.stem, self.petals.clone())) {
            return Flow::Continue(());
        }
        let (mut common, mut used) = (!self.board.left(self.stem), 1 << self.stem);
        for &(_, set) in &self.petals {
            common &= self.all[set].digits;
            used |= self.all[set].cells;
        }
        let mut lost = [0_u128; 9];
        for digit in ones(common) {
            let sees = |&(_, set): &(u8, usize)| self.all[set].sees[usize::from(digit)];
            let gone = self.petals.iter().map(sees).fold(!used, |gone, sees| gone & sees);
            lost[usize::from(digit)] = gone & self.board.cells(digit);
        }
        let removals = Removals::of_digits(&lost);
        if removals.is_empty() {
            return Flow::Continue(());
        }
        let petals = self.petals.iter().map(|&petal| self.link(petal)).collect();
        let evidence = Evidence::Blossom { stem: cell(self.stem), petals };
        let technique = Technique::DeathBlossom;
        visit(Deduction::removing(technique, technique.usual(), removals, evidence))
    }

    /// A petal: its digit of the stem, or the one that goes.
    fn link(&self, (digit, set): (u8, usize)) -> StrongLink {
        let als = &self.all[set];
        let node = |digit: u8| {
            let places = cells(als.cells & self.board.cells(digit));
            places.map(|cell| candidate(cell, digit)).collect()
        };
        StrongLink {
            nodes: [node(digit), node(self.digit)],
            basis: Basis::Set(cells(als.cells).map(cell).collect()),
        }
    }
}
