//! Which open candidates are in which constraints: a board of singles, its candidates numbered.
//!
//! ```text
//!      candidates   0      1      2      3      ...         in any order
//!      constraints  r1c1: 0 1     row 1, 4: 1 3 7 ...       those that are not yet fulfilled
//! ```
//!
//! A *group* is the candidates of a digit in three cells of a line and a box, if there are two or
//! three: "the digit stands in one of these". Groups are read only where they are asked for.
//!
//! Invariant: singles find nothing more on the board. So each open constraint has two members or
//! more, and what is not open is linked to nothing that is.

use std::array;

use crate::singles::{Bitboard, CONSTRAINTS, CandidateIndex};

/// The most members of a constraint.
pub(super) const MEMBERS: usize = 9;

/// A constraint: its members, in the first places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint {
    number: u16,
    members: [u16; MEMBERS],
}

impl Constraint {
    /// A constraint without members. In the places of those that it lacks is `nobody`.
    pub(super) fn new(nobody: u16) -> Constraint {
        Constraint { number: 0, members: [nobody; MEMBERS] }
    }

    pub(super) fn members(&self) -> &[u16] {
        // The compiler knows the bound.
        &self.members[..usize::from(self.number).min(MEMBERS)]
    }

    /// All places.
    pub(super) fn places(&self) -> &[u16; MEMBERS] {
        &self.members
    }

    pub(super) fn push(&mut self, member: u16) {
        self.members[usize::from(self.number)] = member;
        self.number += 1;
    }
}

/// Candidates of a digit in the cells that a line and a box have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// The candidates themselves.
    pub(super) inside: Constraint,
    /// The digit in the line, and in the box.
    pub(super) of: [u16; 2],
    /// The digit's other candidates in each.
    pub(super) rests: [Constraint; 2],
}

/// Open candidates and constraints. Of `n` candidates number `n` is nobody; among the members of a
/// [set](super::braid) it is the first group.
#[derive(Default, Debug)]
pub(super) struct Incidence {
    pub(super) candidates: Vec<CandidateIndex>,
    pub(super) constraints: Vec<Constraint>,
    /// Of each candidate its four constraints.
    pub(super) of: Vec<[u16; 4]>,
    /// None, until they are [read](Incidence::read_groups).
    pub(super) groups: Vec<Group>,
    /// The number of candidates, and groups if these are members of sets.
    members: usize,
    /// Of each constraint of a puzzle its number here, if it is open, and the places of its members
    /// among the nine that it has.
    numbers: Vec<(u16, Places)>,
}

/// Places in a constraint, a bit each: digits of a cell, columns of a row, rows of a column, cells
/// of a box.
type Places = u16;

impl Incidence {
    /// Reads a board under singles.
    pub(super) fn read(&mut self, board: &Bitboard) {
        self.candidates.clear();
        self.constraints.clear();
        self.of.clear();
        self.groups.clear();
        self.numbers.clear();
        self.numbers.resize(CONSTRAINTS, (u16::MAX, 0));
        board.add_open(&mut self.candidates);
        let nobody = self.candidates.len() as u16;
        for (index, candidate) in self.candidates.iter().enumerate() {
            let [digit, row, column, in_box] = candidate.places();
            let (of, places) = (candidate.constraints(), [digit, column, row, in_box]);
            self.of.push(array::from_fn(|k| {
                let (number, here) = &mut self.numbers[of[k]];
                if *number == u16::MAX {
                    *number = self.constraints.len() as u16;
                    self.constraints.push(Constraint::new(nobody));
                }
                *here |= 1 << places[k];
                self.constraints[usize::from(*number)].push(index as u16);
                *number
            }));
        }
    }

    /// Reads the groups of the same board, those that are linked to anything; whether they are
    /// members of sets.
    pub(super) fn read_groups(&mut self, are_members: bool) {
        const THIRD: Places = 0b111;
        for line in 81..243 {
            let (number, here) = self.numbers[line];
            let (index, digit) = ((line - 81) / 9 % 9, line % 9);
            let is_row = line < 162;
            for third in 0..3 {
                let inside = here & THIRD << (third * 3);
                if inside.count_ones() < 2 {
                    continue;
                }
                let (in_box, shared) = if is_row {
                    (index / 3 * 3 + third, THIRD << (index % 3 * 3))
                } else {
                    (third * 3 + index / 3, 0b1_001_001 << (index % 3))
                };
                let (of_box, here_box) = self.numbers[243 + in_box * 9 + digit];
                let rests = [(number, here & !inside), (of_box, here_box & !shared)];
                if rests != [(number, 0), (of_box, 0)] {
                    let inside = self.part(number, here, inside);
                    let rests = [
                        self.part(number, here, rests[0].1),
                        self.part(of_box, here_box, rests[1].1),
                    ];
                    self.groups.push(Group { inside, of: [number, of_box], rests });
                }
            }
        }
        self.members = self.candidates.len() + if are_members { self.groups.len() } else { 0 };
    }

    /// The members of a constraint in some of the places that it has.
    fn part(&self, number: u16, here: Places, mut places: Places) -> Constraint {
        let mut part = Constraint::new(self.candidates.len() as u16);
        let members = self.constraints[usize::from(number)].members();
        while places != 0 {
            let before = here & ((1 << places.trailing_zeros()) - 1);
            part.push(members[before.count_ones() as usize]);
            places &= places - 1;
        }
        part
    }

    /// The groups that are members of sets.
    pub(super) fn group_members(&self) -> &[Group] {
        &self.groups[..self.members - self.candidates.len()]
    }

    /// The number of members that sets may have: candidates, and groups behind them.
    pub(super) fn members(&self) -> usize {
        self.members
    }

    /// The number of open candidates.
    pub(super) fn len(&self) -> usize {
        self.candidates.len()
    }
}
