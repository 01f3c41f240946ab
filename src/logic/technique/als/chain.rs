//! Chains of almost locked sets.
//!
//! ```text
//!      A ──x── B ──y── C        x is in one of A and B, y in one of B and C, and x is not y
//!
//!      A without x has all its other digits; with it B has no x, and so y, and C all its others: a
//!      digit z of A and C is in one of them, and what sees all its places in both is not z
//! ```
//!
//! Three sets are an ALS-XY-wing. Sets of a chain have no cell in common.

use std::ops::RangeInclusive;

use super::{Als, Joined};
use crate::logic::technique::bits::{cells, ones};
use crate::logic::technique::constraint::{of_cell, of_places};
use crate::logic::technique::deduction::Removals;
use crate::logic::technique::visit::{Flow, Visit};
use crate::logic::technique::{Board, Deduction, Evidence, Technique};

/// The ways on from each set: another one, and a digit that only one of both has.
type Ways = Vec<Vec<(usize, u8)>>;

struct Search<'s> {
    board: &'s Board,
    all: &'s [Als],
    ways: Ways,
    lengths: RangeInclusive<usize>,
    /// The sets of the chain, and the digits between them.
    sets: Vec<usize>,
    digits: Vec<u8>,
    /// What the first set and each other would remove, a bit for each digit, as far as it was asked
    /// for.
    lost: Vec<Option<u16>>,
}

/// Chains of some numbers of sets of at most `most` cells; each from both of its ends is one.
pub(crate) fn find(
    board: &Board,
    joined: &Joined,
    lengths: RangeInclusive<usize>,
    most: u32,
    visit: Visit<'_>,
) -> Flow {
    let count = joined.sets.partition_point(|set| set.cells.count_ones() <= most);
    let all = &joined.sets[..count];
    let mut search = Search {
        board,
        all,
        ways: ways(joined, count),
        lengths,
        sets: Vec::new(),
        digits: Vec::new(),
        lost: Vec::new(),
    };
    for start in 0..all.len() {
        search.lost.clear();
        search.lost.resize(all.len(), None);
        search.enter(start, 0, visit)?;
    }
    Flow::Continue(())
}

/// The ways between the first sets, which are the smaller ones.
fn ways(joined: &Joined, count: usize) -> Ways {
    let mut ways: Ways = vec![Vec::new(); count];
    for pair in &joined.pairs {
        let [one, other] = pair.sets.map(usize::from);
        if one >= count {
            break;
        }
        for digit in ones(pair.restricted) {
            ways[one].push((other, digit));
            ways[other].push((one, digit));
        }
    }
    ways
}

impl Search<'_> {
    /// Goes on to a set. `used` are the cells of those before it.
    fn enter(&mut self, set: usize, used: u128, visit: Visit<'_>) -> Flow {
        self.sets.push(set);
        let used = used | self.all[set].cells;
        let flow = self.go_on(set, used, visit);
        self.sets.pop();
        flow
    }

    fn go_on(&mut self, set: usize, used: u128, visit: Visit<'_>) -> Flow {
        if self.lengths.contains(&self.sets.len()) && self.sets[0] < set {
            self.show(visit)?;
        }
        if self.sets.len() == *self.lengths.end() {
            return Flow::Continue(());
        }
        for k in 0..self.ways[set].len() {
            let (next, digit) = self.ways[set][k];
            let is_apart = self.digits.last() != Some(&digit) && self.all[next].cells & used == 0;
            let is_last = self.sets.len() + 1 == *self.lengths.end();
            if !is_apart || is_last && !self.may_end(next, digit) {
                continue;
            }
            self.digits.push(digit);
            let flow = self.enter(next, used, visit);
            self.digits.pop();
            flow?;
        }
        Flow::Continue(())
    }

    /// Whether a last set, behind a digit, may remove something together with the first.
    fn may_end(&mut self, last: usize, digit: u8) -> bool {
        let first = self.sets[0];
        if first >= last {
            return false;
        }
        let taken = 1 << digit | self.digits.first().map_or(0, |digit| 1 << digit);
        let gone = self.lost[last].unwrap_or_else(|| {
            let [one, other] = [first, last].map(|set| &self.all[set]);
            let goes = |&z: &u8| {
                let [from_one, from_other] = [one, other].map(|set| set.sees[usize::from(z)]);
                from_one & from_other & self.board.cells(z) != 0
            };
            ones(one.digits & other.digits).filter(goes).fold(0, |lost, z| lost | 1 << z)
        });
        self.lost[last] = Some(gone);
        gone & !taken != 0
    }

    /// Shows what goes by the chain.
    fn show(&self, visit: Visit<'_>) -> Flow {
        let chain: Vec<&Als> = self.sets.iter().map(|&set| &self.all[set]).collect();
        let ends = [chain[0], chain[chain.len() - 1]];
        let taken = 1 << self.digits[0] | 1 << self.digits[self.digits.len() - 1];
        let used = chain.iter().fold(0, |used, set| used | set.cells);
        let (mut lost, mut removals) = (0_u16, Removals::default());
        for z in ones(ends[0].digits & ends[1].digits & !taken) {
            let gone = ends[0].sees[usize::from(z)] & ends[1].sees[usize::from(z)];
            let gone = gone & self.board.cells(z) & !used;
            lost |= u16::from(gone != 0) << z;
            cells(gone).for_each(|cell| removals.add(cell, 1 << z));
        }
        if lost == 0 {
            return Flow::Continue(());
        }
        visit(self.deduction(&chain, lost, removals.sorted()))
    }

    fn deduction(&self, chain: &[&Als], lost: u16, removals: Removals) -> Deduction {
        let technique = if chain.len() == 3 { Technique::AlsXyWing } else { Technique::AlsChain };
        let mut links = Vec::new();
        for (k, &digit) in self.digits.iter().enumerate() {
            let houses = [chain[k], chain[k + 1]].map(|set| set.houses[usize::from(digit)]);
            links.push(of_places((houses[0] & houses[1]).trailing_zeros() as u8, digit));
        }
        for (k, set) in chain.iter().enumerate() {
            let before = k.checked_sub(1).map_or(0, |k| 1 << self.digits[k]);
            let after = self.digits.get(k).map_or(0, |digit| 1 << digit);
            let is_end = k == 0 || k + 1 == chain.len();
            let end = if is_end && lost.is_power_of_two() { lost } else { 0 };
            let own = ones(set.digits & !(before | after | end));
            links.extend(own.map(|digit| of_places(set.house, digit)));
        }
        let truths = chain.iter().flat_map(|set| cells(set.cells)).map(of_cell).collect();
        let evidence = Evidence::Counting { deadly: None, truths, links, single: None };
        Deduction::removing(technique, technique.usual(), removals, evidence)
    }
}
