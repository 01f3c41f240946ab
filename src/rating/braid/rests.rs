//! What a member of a set leaves of the constraints from which it takes something.
//!
//! ```text
//!      r1c1=4   takes r1c2=4 from cell r1c2      leaves r1c2=3 and r1c2=7
//!               takes r1c2=4 from column 2       leaves the places for 4 below box 1
//! ```
//!
//! If all that it leaves of one of them has gone from a row, one more member kills the row. What is
//! linked is a matter of the grid: so the list of a candidate is made from where it stands, in
//! a third of the time that going through the members of its constraints takes. That is done for
//! groups, and is the reference.

use std::ops::Range;

use super::super::board::Candidate;
use super::super::incidence::{Incidence, Places};

/// Lists of members of constraints, made when first asked for on a board.
#[derive(Default)]
pub(super) struct Rests {
    /// Of each list its constraints: the number of members, then these.
    members: Vec<u16>,
    /// Where the list of each candidate and group is; empty if it is not yet made.
    lists: Vec<(u32, u32)>,
    /// Candidates linked.
    stamps: Vec<u32>,
    stamp: u32,
}

impl Rests {
    /// Forgets the board.
    pub(super) fn forget(&mut self) {
        self.lists.clear();
        self.members.clear();
    }

    /// Where the list of a candidate or group is.
    pub(super) fn of(&mut self, incidence: &Incidence, member: usize) -> Range<usize> {
        self.lists.resize(incidence.len() + incidence.groups.len(), (0, 0));
        let (begin, end) = self.lists[member];
        if end > 0 {
            return begin as usize..end as usize;
        }
        let begin = self.members.len();
        match incidence.candidates.get(member) {
            Some(&candidate) => self.add(incidence, candidate),
            None => self.add_linked(incidence, member),
        }
        self.lists[member] = (begin as u32, self.members.len() as u32);
        begin..self.members.len()
    }

    /// A list: of each constraint how many members are left, and these.
    pub(super) fn list(&self, place: Range<usize>) -> &[u16] {
        &self.members[place]
    }

    /// Adds the list of a candidate.
    fn add(&mut self, incidence: &Incidence, candidate: Candidate) {
        each_touched(candidate, |constraint, linked| {
            let (number, here) = incidence.places(constraint);
            if here & linked == 0 {
                return;
            }
            let members = incidence.constraints[usize::from(number)].members();
            let mut stay = here & !linked;
            self.members.push(stay.count_ones() as u16);
            while stay != 0 {
                let below = here & ((1 << stay.trailing_zeros()) - 1);
                self.members.push(members[below.count_ones() as usize]);
                stay &= stay - 1;
            }
        });
    }

    /// Adds the list of a candidate or group, from what is linked to it.
    fn add_linked(&mut self, incidence: &Incidence, member: usize) {
        let (own, inside) = incidence.links(member);
        self.stamps.resize(incidence.len(), 0);
        self.stamp += 1;
        let mut seen = [0u64; 6];
        for &v in own {
            seen[usize::from(v) / 64] |= 1 << (v % 64);
            for &other in incidence.constraints[usize::from(v)].members() {
                self.stamps[usize::from(other)] = self.stamp;
            }
        }
        for &member in inside {
            self.stamps[usize::from(member)] = 0;
        }
        let linked = own.iter().flat_map(|&v| incidence.constraints[usize::from(v)].members());
        for &v in linked.flat_map(|&other| &incidence.of[usize::from(other)]) {
            let (word, bit) = (usize::from(v) / 64, 1 << (v % 64));
            if seen[word] & bit != 0 {
                continue;
            }
            seen[word] |= bit;
            let members = incidence.constraints[usize::from(v)].members().iter();
            let number = self.members.len();
            self.members.push(0);
            self.members.extend(members.filter(|&&m| self.stamps[usize::from(m)] != self.stamp));
            self.members[number] = (self.members.len() - number - 1) as u16;
        }
    }
}

/// The constraints that have something linked to a candidate and not the candidate itself, with the
/// places of what is linked.
#[inline]
fn each_touched(candidate: Candidate, mut visit: impl FnMut(usize, Places)) {
    let [digit, row, column, place] = candidate.places();
    let [_, in_row, in_column, in_box] = candidate.constraints();
    // Its cell's other digits.
    for other in (0..9).filter(|&other| other != digit) {
        visit(in_row - digit + other, 1 << column);
        visit(in_column - digit + other, 1 << row);
        visit(in_box - digit + other, 1 << place);
    }
    // Its digit in other cells, rows, columns and boxes.
    let (band, stack) = (row / 3, column / 3);
    for other in 0..9 {
        let [is_row, is_column] = [other == row, other == column];
        if !is_row {
            visit(other * 9 + column, 1 << digit);
            let of_box = if other / 3 == band { 0b111 << (stack * 3) } else { 0 };
            visit(81 + other * 9 + digit, of_box | 1 << column);
        }
        if !is_column {
            visit(row * 9 + other, 1 << digit);
            let of_box = if other / 3 == stack { 0b111 << (band * 3) } else { 0 };
            visit(162 + other * 9 + digit, of_box | 1 << row);
        }
        let cell = (band * 3 + other / 3, stack * 3 + other % 3);
        if cell.0 != row && cell.1 != column {
            visit(cell.0 * 9 + cell.1, 1 << digit);
        }
    }
    for other in 0..3 {
        if other != stack {
            visit(243 + (band * 3 + other) * 9 + digit, 0b111 << (row % 3 * 3));
        }
        if other != band {
            visit(243 + (other * 3 + stack) * 9 + digit, 0b1_001_001 << (column % 3));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instructions::Instructions;
    use crate::rating::board::{Board, singles};
    use crate::rating::path::Path;

    #[test]
    fn lists_are_those_of_what_is_linked() {
        let sets = |members: &[u16]| {
            let (mut sets, mut rest) = (Vec::new(), members);
            while let Some((&number, others)) = rest.split_first() {
                let (members, others) = others.split_at(number.into());
                sets.push(members.to_vec());
                rest = others;
            }
            sets.sort();
            sets
        };
        let puzzles = include_str!("../../../data/stuck.txt").lines().skip(1).step_by(9);
        for puzzle in puzzles {
            let (mut board, mut incidence) =
                (Board::of(&puzzle.parse().unwrap()), Incidence::default());
            singles(Path::new(Instructions::best()), &mut board);
            incidence.read(&board);
            for (member, &candidate) in incidence.candidates.iter().enumerate() {
                let [mut own, mut linked] = [Rests::default(), Rests::default()];
                own.add(&incidence, candidate);
                linked.add_linked(&incidence, member);
                assert_eq!(sets(&own.members), sets(&linked.members), "{puzzle} {candidate:?}");
                assert!(!own.members.is_empty(), "{puzzle} {candidate:?}");
            }
        }
    }
}
