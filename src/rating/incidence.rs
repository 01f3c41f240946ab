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

use super::board::{Board, CONSTRAINTS, Candidate};

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
    pub(super) candidates: Vec<Candidate>,
    pub(super) constraints: Vec<Constraint>,
    /// Of each candidate its four constraints.
    pub(super) of: Vec<[u16; 4]>,
    /// None, until they are [read](Incidence::read_groups).
    pub(super) groups: Vec<Group>,
    /// Of each constraint of a puzzle its number here, if it is open, and the places of its members
    /// among the nine that it has.
    numbers: Vec<(u16, Places)>,
}

/// Places in a constraint, a bit each: digits of a cell, columns of a row, rows of a column, cells
/// of a box.
pub(super) type Places = u16;

impl Incidence {
    /// Reads a board under singles.
    pub(super) fn read(&mut self, board: &Board) {
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

    /// Reads the groups of the same board, those that are linked to anything.
    pub(super) fn read_groups(&mut self) {
        let in_lines =
            self.of.iter().enumerate().flat_map(|(candidate, &[_, row, column, r#box])| {
                [row, column].map(|line| ([line, r#box], candidate as u16))
            });
        let mut in_lines: Vec<([u16; 2], u16)> = in_lines.collect();
        in_lines.sort_unstable();
        let nobody = self.len() as u16;
        for together in in_lines.chunk_by(|one, other| one.0 == other.0) {
            let mut inside = Constraint::new(nobody);
            for &(_, candidate) in together {
                inside.push(candidate);
            }
            let of = together[0].0;
            let rests = of.map(|constraint| {
                let mut rest = Constraint::new(nobody);
                let members = self.constraints[usize::from(constraint)].members();
                let others = members.iter().filter(|member| !inside.members().contains(member));
                for &other in others {
                    rest.push(other);
                }
                rest
            });
            if together.len() > 1 && rests.iter().any(|rest| !rest.members().is_empty()) {
                self.groups.push(Group { inside, of, rests });
            }
        }
    }

    /// The constraints of a candidate, or of a group with what is in it: whatever else is in them
    /// is linked to it.
    pub(super) fn links(&self, member: usize) -> (&[u16], &[u16]) {
        if let Some(of) = self.of.get(member) {
            return (of, &[]);
        }
        let group = &self.groups[member - self.len()];
        (&group.of, group.inside.members())
    }

    /// The number of a constraint of the puzzle, and the places of its members, in their order;
    /// none if it is fulfilled.
    pub(super) fn places(&self, constraint: usize) -> (u16, Places) {
        self.numbers[constraint]
    }

    /// The number of open candidates.
    pub(super) fn len(&self) -> usize {
        self.candidates.len()
    }
}
