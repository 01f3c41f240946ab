//! The consequences of setting one candidate: singles by iterations, until none is left or a
//! contradiction appears.
//!
//! ```text
//!      iteration 0     r4c4=2             set; the items left with one candidate
//!                                         are due
//!      iteration 1     r4c6=7, r6c4=9     all due items are set, each for the premises that took
//!                                         its rivals away
//!      iteration 2     r6c1=2 ...
//! ```
//!
//! There is no search. Each candidate that goes lowers the counts of its four items; a count that
//! falls to one is a single of the next iteration, and one that falls to zero a contradiction. Each
//! item records its placement, which gives the premises of a single.
//!
//! Invariant: `left` is the number of candidates of each item that `digits` has. An item is due
//! once it has one candidate and no placement, and only until the next iteration.

use smallvec::SmallVec;

use super::items::{Item, Items};
use super::net::Node;
use super::{Contradiction, Pencil, Single};
use crate::sudoku::Candidate;

/// No placement has an item, or its cell was set before.
const NOBODY: u16 = u16::MAX;
const GIVEN: u16 = u16::MAX - 1;

/// The counts of pencil marks, which branches copy.
#[derive(Clone)]
pub(super) struct Counts {
    /// For each cell, a bit for each digit left.
    pub(super) digits: Vec<u32>,
    /// The number of candidates left of each item.
    left: Vec<u8>,
    /// The placement of each item.
    by: Vec<u16>,
    /// Items with one candidate left since the last iteration.
    due: Vec<u16>,
    /// Items without candidates.
    dead: Vec<u16>,
}

impl Counts {
    pub(super) fn of(pencil: &Pencil, items: &Items) -> Counts {
        let mut counts = Counts {
            digits: vec![0; items.shape.cells()],
            left: vec![0; items.count()],
            by: vec![NOBODY; items.count()],
            due: Vec::new(),
            dead: Vec::new(),
        };
        for cell in 0..items.shape.cells() {
            let name = items.shape.cell(cell);
            let mark = if pencil.is_set(name) { GIVEN } else { NOBODY };
            for digit in pencil.digits(name).map(crate::sudoku::Digit::index) {
                counts.digits[cell] |= 1 << digit;
                for item in items.of(cell, digit) {
                    counts.left[item] += 1;
                    counts.by[item] = counts.by[item].min(mark);
                }
            }
        }
        for item in (0..items.count()).filter(|&item| counts.by[item] == NOBODY) {
            match counts.left[item] {
                0 => counts.dead.push(item as u16),
                1 => counts.due.push(item as u16),
                _ => {}
            }
        }
        counts
    }
}

/// A copy of a grid, and its placements.
pub(super) struct Spread {
    counts: Counts,
    pub(super) placements: Vec<Node>,
    pub(super) contradiction: Option<Contradiction>,
}

impl Spread {
    /// Sets a candidate in a copy of `original`.
    pub(super) fn new(items: &Items, original: &Counts, start: Candidate) -> Spread {
        let mut spread = Spread {
            counts: original.clone(),
            placements: Vec::with_capacity(16),
            contradiction: None,
        };
        let single = Single { candidate: start, house: None };
        spread.placements.push(Node::new(single, 0, 0, SmallVec::new()));
        spread.set(items, 0);
        spread.contradiction = spread.first_dead(items);
        spread
    }

    /// The candidates left in each cell, as bits.
    pub(super) fn digits(&self) -> &[u32] {
        &self.counts.digits
    }

    /// Whether another iteration would set something.
    pub(super) fn is_going(&self) -> bool {
        self.contradiction.is_none() && !self.counts.due.is_empty()
    }

    /// Sets all singles due now.
    pub(super) fn iterate(&mut self, items: &Items, original: &Counts, iteration: u16) {
        let before = self.placements.len();
        let mut due = std::mem::take(&mut self.counts.due);
        due.sort_unstable();
        for item in due.drain(..).map(usize::from) {
            if self.counts.by[item] != NOBODY {
                continue; // already set for another of its items
            }
            let Some((cell, digit)) = self.last_candidate(items, item) else { continue };
            let candidate = items.candidate(cell, digit);
            if self.placements[before..].iter().any(|node| node.single.candidate == candidate) {
                continue;
            }
            let premises = self.premises(items, original, item, (cell, digit));
            let house = match items.named(item) {
                Item::Cell(_) => None,
                Item::Places(house, _) => Some(house),
            };
            let place = self.placements.len() as u16;
            self.placements.push(Node::new(
                Single { candidate, house },
                iteration,
                place,
                premises,
            ));
        }
        self.counts.due = due;
        for place in before..self.placements.len() {
            if !self.set(items, place) && self.contradiction.is_none() {
                self.contradiction = self.twice(items, &self.placements[before..place], place);
            }
        }
        self.contradiction = self.contradiction.or_else(|| self.first_dead(items));
    }

    /// The last candidate of an item.
    fn last_candidate(&self, items: &Items, item: usize) -> Option<(usize, usize)> {
        let is_left = |&(cell, digit): &(usize, usize)| self.counts.digits[cell] >> digit & 1 == 1;
        items.candidates(item).into_iter().find(is_left)
    }

    /// The places of the placements that took the other candidates of an item away.
    fn premises(
        &self,
        items: &Items,
        original: &Counts,
        item: usize,
        last: (usize, usize),
    ) -> SmallVec<[u16; 8]> {
        let was_there = |&(cell, digit): &(usize, usize)| original.digits[cell] >> digit & 1 == 1;
        let rivals =
            items.candidates(item).into_iter().filter(was_there).filter(|rival| *rival != last);
        let mut takers: SmallVec<[u16; 8]> = rivals
            .filter_map(|(cell, digit)| {
                items.of(cell, digit).map(|item| self.counts.by[item]).into_iter().min()
            })
            .filter(|&taker| taker < GIVEN)
            .collect();
        takers.sort_unstable();
        takers.dedup();
        takers
    }

    /// Carries out a placement. Returns false if its candidate has gone.
    fn set(&mut self, items: &Items, place: usize) -> bool {
        let Candidate { cell, digit } = self.placements[place].single.candidate;
        let (cell, digit) = (items.shape.index(cell), digit.index());
        if self.counts.digits[cell] >> digit & 1 == 0 || self.counts.by[cell] != NOBODY {
            return false;
        }
        for item in items.of(cell, digit) {
            self.counts.by[item] = place as u16;
        }
        let mut others = self.counts.digits[cell] & !(1 << digit);
        while others != 0 {
            self.remove(items, cell, others.trailing_zeros() as usize);
            others &= others - 1;
        }
        for &neighbour in items.neighbours(cell) {
            let neighbour = usize::from(neighbour);
            if self.counts.digits[neighbour] >> digit & 1 == 1
                && self.counts.by[neighbour] == NOBODY
            {
                self.remove(items, neighbour, digit);
            }
        }
        true
    }

    fn remove(&mut self, items: &Items, cell: usize, digit: usize) {
        self.counts.digits[cell] &= !(1 << digit);
        for item in items.of(cell, digit) {
            let counts = &mut self.counts;
            counts.left[item] -= 1;
            if counts.by[item] == NOBODY {
                match counts.left[item] {
                    0 => counts.dead.push(item as u16),
                    1 => counts.due.push(item as u16),
                    _ => {}
                }
            }
        }
    }

    /// Type 1: a placement whose digit another one of its iteration has taken.
    fn twice(&self, items: &Items, before: &[Node], place: usize) -> Option<Contradiction> {
        let Candidate { cell, digit } = self.placements[place].single.candidate;
        let same =
            before.iter().map(|node| node.single.candidate).filter(|other| other.digit == digit);
        let index = |cell| items.shape.index(cell);
        same.filter(|other| other.cell != cell).find_map(|other| {
            let house = items.shared_house(index(other.cell), index(cell))?;
            let mut cells = [cell, other.cell];
            cells.sort_unstable();
            Some(Contradiction::Twice { digit, house, cells })
        })
    }

    /// Types 2 and 3: the first item without a candidate; cells are before houses.
    fn first_dead(&self, items: &Items) -> Option<Contradiction> {
        let item = self.counts.dead.iter().min()?;
        Some(match items.named(usize::from(*item)) {
            Item::Cell(cell) => Contradiction::NoCandidate(cell),
            Item::Places(house, digit) => Contradiction::NoPlace { digit, house },
        })
    }
}
